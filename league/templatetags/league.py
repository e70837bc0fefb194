"""Words and shapes that every page shares: status, rank, movement, exact numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.standings import exact
from league.words import ordinals

register = template.Library()
LEAGUE_PLACES = 2
DASH = "–"


@dataclass(frozen=True, slots=True)
class StatusLook:
    """How one status is shown: a word, a shape, and a tone that only supports them."""

    word: str | Promise
    icon: str
    tone: str


STATUS_LOOKS: Mapping[str, StatusLook] = {
    "planned": StatusLook(_("Planned"), "circle-dashed", "off"),
    "open": StatusLook(pgettext_lazy("state", "Open for sign-up"), "door-open", "plain"),
    "running": StatusLook(_("Running"), "play", "live"),
    "finished": StatusLook(_("Finished"), "flag", "plain"),
    "closed": StatusLook(_("Closed"), "flag", "plain"),
    "cancelled": StatusLook(_("Cancelled"), "ban", "bad"),
    "draft": StatusLook(_("Draft"), "pencil", "off"),
    "published": StatusLook(_("Published"), "eye", "plain"),
    "withdrawn": StatusLook(_("Withdrawn"), "undo-2", "off"),
    "waiting": StatusLook(_("Waiting"), "hourglass", "off"),
    "playing": StatusLook(_("Playing"), "dices", "live"),
    "reported": StatusLook(_("Reported"), "file-check", "warn"),
    "confirmed": StatusLook(_("Confirmed"), "circle-check", "good"),
    "disputed": StatusLook(_("Disputed"), "triangle-alert", "bad"),
    "missing": StatusLook(_("Missing"), "circle-question-mark", "warn"),
    "superseded": StatusLook(_("Replaced by a correction"), "rotate-ccw", "off"),
    "voided": StatusLook(_("Voided"), "circle-x", "off"),
    "registered": StatusLook(_("Signed up"), "check", "plain"),
    "dropped": StatusLook(_("Left the event"), "log-out", "off"),
    "reinstated": StatusLook(_("Back at the event"), "undo-2", "plain"),
    "disqualified": StatusLook(_("Disqualified"), "ban", "bad"),
    "seated": StatusLook(_("Seated"), "check", "plain"),
    "bye": StatusLook(_("Bye"), "pause", "plain"),
    "requested_bye": StatusLook(_("Requested bye"), "pause", "plain"),
    "sits_out": StatusLook(_("Sits out"), "pause", "plain"),
    "absent": StatusLook(_("Absent"), "minus", "off"),
    "no_show": StatusLook(_("Did not play"), "circle-x", "warn"),
}

# A message's level by Django's own tag, and how a notice looks for it.
NOTICE_LOOKS: Mapping[str, tuple[str, str]] = {
    "success": ("good", "circle-check"),
    "warning": ("warn", "triangle-alert"),
    "error": ("bad", "circle-alert"),
    "hint": ("plain", "info"),
}


register.filter("ordinal", ordinals.ordinal)


@register.filter
def status_look(code: object) -> StatusLook:
    """Return word, icon and tone of a status; an unknown code shows itself."""
    key = str(getattr(code, "value", code))
    return STATUS_LOOKS.get(key, StatusLook(key.replace("_", " "), "minus", "plain"))


@register.filter
def notice_tone(level: str) -> str:
    """Return the CSS tone of a message or issue level."""
    return NOTICE_LOOKS.get(level, ("plain", "info"))[0]


@register.filter
def notice_icon(level: str) -> str:
    """Return the icon of a message or issue level."""
    return NOTICE_LOOKS.get(level, ("plain", "info"))[1]


@register.filter
def rank_shown(rank: int | str | None, tied: object = False) -> str:
    """Return ``2`` or, for a shared rank, ``2=``; nobody's rank is a dash, and a word stays."""
    if rank is None:
        return "–"
    return f"{rank}=" if tied else str(rank)


@register.filter
def movement_words(places: int | None) -> str:
    """Say how many ranks somebody rose (positive) or fell (negative) since the last standing."""
    if places is None:
        return gettext("new")
    if places == 0:
        return gettext("unchanged")
    if places > 0:
        return ngettext("up %(n)d rank", "up %(n)d ranks", places) % {"n": places}
    return ngettext("down %(n)d rank", "down %(n)d ranks", -places) % {"n": -places}


@register.filter
def magnitude(number: int) -> int:
    """Return a number without its sign."""
    return abs(number)


@register.filter
def number_shown(value: object, places: int = 2) -> str:
    """Show an exact number in the page's language, as standings write it: "8", "4.80".

    The stored pair ``{"exact": …, "shown": …}`` is shown as it stands there, so that page, CSV
    and API agree. Takes a ``Fraction``, an ``int`` or a text such as ``16/3`` as well;
    ``None`` is a dash. With other ``places`` than two idle zeros are left out: scores of games.
    """
    if isinstance(value, Mapping):
        return _in_words_of_the_page(value["shown"]) if value.get("exact") else DASH
    if value is None or value == "":
        return DASH
    number = value if isinstance(value, Fraction) else Fraction(str(value))
    text = exact.shown(number, places)
    if places != LEAGUE_PLACES and "." in text:
        text = text.rstrip("0").rstrip(".")
    return _in_words_of_the_page(text)


def _in_words_of_the_page(text: str) -> str:
    shown = number_format(text.removeprefix("-"), use_l10n=True, force_grouping=False)
    return f"−{shown}" if text.startswith("-") else shown


@register.filter
def exact_words(value: object) -> str:
    """Return the exact fraction for a title, or nothing where the shown number is exact."""
    if isinstance(value, Mapping):
        value = value.get("exact")
    if value is None or value == "":
        return ""
    number = value if isinstance(value, Fraction) else Fraction(str(value))
    return "" if (number * 100).denominator == 1 else str(number)


@register.filter
def item(mapping: Mapping[object, object], key: object) -> object:
    """Look a key up in a mapping; a missing one is ``None``."""
    return mapping.get(key)


@register.filter
def nth(values: Sequence[object], index: int) -> object:
    """Return the value at an index; past the end it is ``None``."""
    return values[index] if index < len(values) else None
