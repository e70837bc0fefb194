"""The words of messages: a title of one line and a few sentences, in the language of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.words.dates import date_format

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


class Words(NamedTuple):
    title: str
    body: str


def at_table(
    *, event: str, number: int, table: int, seat: int | None, game: str, company: Sequence[str]
) -> Words:
    """Where somebody sits, and with whom. ``number`` is that of the round, 0 in open play."""
    where = {"event": event, "round": number, "table": table, "game": game}
    title = (
        _("%(event)s, round %(round)s: table %(table)s")
        if number
        else _("%(event)s: table %(table)s")
    )
    lines = [_("You play %(game)s at table %(table)s.") % where]
    if seat is not None:
        lines.append(_("Your seat: %(seat)s") % {"seat": seat})
    if company:
        lines.append(_("With you: %(names)s") % {"names": ", ".join(company)})
    return Words(title % where, "\n".join(lines))


def without_table(*, event: str, number: int, bye: bool) -> Words:
    body = _("You have a bye in this round.") if bye else _("You sit out this round.")
    return Words(_("%(event)s, round %(round)s") % {"event": event, "round": number}, body)


def seated(*, event: str, number: int, tables: int) -> Words:
    """For a chat of a whole club: nobody by name."""
    body = ngettext("%(count)s table is seated.", "%(count)s tables are seated.", tables)
    return Words(
        _("%(event)s, round %(round)s") % {"event": event, "round": number},
        body % {"count": tables},
    )


def second_look(*, event: str, table: int) -> Words:
    where = {"event": event, "table": table}
    return Words(
        _("%(event)s, table %(table)s: is the result right?") % where,
        _("Someone reported the result of your table. It counts once someone else confirms it."),
    )


def has_place(*, event: str, starts_at: datetime, place: str) -> Words:
    return Words(
        _("You have a place: %(event)s") % {"event": event},
        "\n".join(
            (_when_and_where(starts_at, place), _("Can't come? Please say so on the page below."))
        ),
    )


def is_offered(*, event: str, starts_at: datetime, place: str, until: datetime) -> Words:
    take = _("Take it by %(moment)s, or it goes to the next person in line.")
    return Words(
        _("A place for you: %(event)s") % {"event": event},
        "\n".join((_when_and_where(starts_at, place), take % {"moment": moment(until)})),
    )


def tomorrow(*, event: str, starts_at: datetime, place: str) -> Words:
    return Words(
        pgettext("message", "Tomorrow: %(event)s") % {"event": event},
        "\n".join(
            (_when_and_where(starts_at, place), _("Can't come? Please say so on the page below."))
        ),
    )


def corrected(*, event: str, table: int) -> Words:
    return Words(
        _("%(event)s, table %(table)s: result corrected") % {"event": event, "table": table},
        _("The result of your table was corrected. Please check that it is right now."),
    )


def standings(*, of: str) -> Words:
    return Words(
        _("New standings: %(name)s") % {"name": of},
        _("You can see where everyone stands on the page below."),
    )


def season_over(*, season: str) -> Words:
    return Words(
        _("Season over: %(name)s") % {"name": season},
        _("You can see where everyone stands on the page below."),
    )


def week(*, lines: Sequence[tuple[str, str]], choose: str) -> Words:
    """``lines``: the title of each thing and its page; ``choose``: where one chooses how often."""
    told = [f"{title}\n{page}" for title, page in lines]
    how = _("Choose what you hear about, and how often:")
    return Words(_("Your week in games"), "\n\n".join((*told, f"{how}\n{choose}")))


def objection(*, event: str, table: int, reason: str) -> Words:
    """``reason`` is what somebody typed; empty for a chat of a whole club."""
    says = _("Someone says that the result is wrong: %(reason)s")
    return Words(
        _("%(event)s, table %(table)s: objection") % {"event": event, "table": table},
        says % {"reason": reason} if reason else _("Someone says that the result is wrong."),
    )


def tables_late(*, event: str, number: int, tables: Sequence[int]) -> Words:
    """Tables of one round, by their numbers alone."""
    body = ngettext(
        "The result of table %(tables)s is still to come.",
        "The results of tables %(tables)s are still to come.",
        len(tables),
    )
    title = ngettext(
        "%(event)s, round %(round)s: table %(tables)s is late",
        "%(event)s, round %(round)s: tables %(tables)s are late",
        len(tables),
    )
    said = {"event": event, "round": number, "tables": ", ".join(map(str, tables))}
    return Words(title % said, body % said)


def sign_up(*, event: str, name: str, waits: bool) -> Words:
    said = {"event": event, "name": name}
    body = _("%(name)s is on the waiting list now.") if waits else _("%(name)s has a place.")
    return Words(_("%(event)s: new sign-up") % said, body % said)


def failed(*, where: str, what: str) -> Words:
    return Words(_("%(name)s: something failed") % {"name": where}, what)


def turn(*, game: str, until: datetime | None) -> Words:
    body = _("The match waits for your decision.")
    if until is not None:
        by = _("You have until %(moment)s.") % {"moment": moment(until)}
        body = f"{body}\n{by}"
    return Words(_("Your turn in %(game)s") % {"game": game}, body)


def test() -> Words:
    return Words(_("Test message"), _("It works: messages to this address arrive."))


def confirm() -> Words:
    return Words(
        _("Confirm your address"),
        _(
            "Someone asked to get messages about game events at this address. If that was you, "
            "open this page. If not, do nothing, and you will not hear from us again."
        ),
    )


def signed_up(
    *, event: str, starts_at: datetime, place: str, held_until: datetime | None, link: str
) -> Words:
    """To an address that nobody has confirmed yet: so it says nothing that a stranger has typed."""
    lines = [_when_and_where(starts_at, place), ""]
    if held_until is not None:
        title = _("Confirm your place: %(event)s")
        lines.append(
            _(
                "Someone signed up for this event with your address. If that was you, open the "
                "page below and confirm by %(moment)s, or the place goes to someone else."
            )
            % {"moment": moment(held_until)}
        )
    else:
        title = _("Your place: %(event)s")
        lines += [
            _("Someone signed up for this event with your address. See the place, or give it up:"),
            link,
            "",
            _("Do you want to hear of changes, such as a free place? Say so on the page below."),
        ]
    lines.append(_("If it wasn't you, do nothing, and you will not hear from us again."))
    return Words(title % {"event": event}, "\n".join(lines))


def moment(at: datetime) -> str:
    """A moment by the clock of the room: ``at`` has no zone."""
    day = date_format(at.date(), "DATE_FORMAT")
    clock = formats.time_format(at.time(), "TIME_FORMAT")
    return _("%(day)s, %(time)s") % {"day": day, "time": clock}


def _when_and_where(starts_at: datetime, place: str) -> str:
    return "\n".join(part for part in (moment(starts_at), place) if part)
