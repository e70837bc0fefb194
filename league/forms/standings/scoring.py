"""Fields of a stage for what its scoring says beyond scheme, chain and the three usual values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.queries.standings.stage_scoring import MOST_BYES, MOST_SEATS, SHARED_WINS
from league.standings.settings import DROPPED_SEATS, SIDE_POINTS
from league.standings.texts import BYE_NAMES, SETTING_TEXTS
from league.standings.types import BYE_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.standings.types import JSON as SpecJSON

VALUE_WORDS = {
    "mean": _("The average per seat"),
    "zero": _("Nothing"),
    "own_average": _("The player's own average"),
    "fixed": _("A fixed number of points"),
}
# What a stage stores beyond the three values with fields of their own.
MORE_VALUES = ("requested_bye", "absent", "sits_out")
MORE = ("weight", "bye_limit", "guests_hold_places", "filler_points", "shared_win", "dropped")
TIES = ("full_size", "opponents_floor")
TOGETHER = ("cooperative_won", "cooperative_lost", "side_points")
FINAL = ("carry", "level_by_earlier")
_NUMBERS = (
    *("weight", "carry", "opponents_floor"),
    *("filler_points", "cooperative_won", "cooperative_lost"),
)


def value_fields(form: forms.Form, name: str, *, like: str = "") -> None:
    """Adds what a round of this kind is worth; ``like`` is a first choice with nothing set."""
    label = gettext(BYE_NAMES[name])
    rules = [(rule, str(VALUE_WORDS[rule])) for rule in BYE_RULES]
    form.fields[name] = forms.ChoiceField(
        label=gettext("%(case)s is worth") % {"case": label},
        choices=[*([("", like)] if like else []), *rules],
        required=not like,
    )
    form.fields[f"{name}_points"] = forms.CharField(
        label=gettext("%(case)s: fixed number") % {"case": label},
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )


def value_of(form: forms.Form, name: str) -> dict[str, str]:
    points = form.cleaned_data[f"{name}_points"].replace(",", ".")
    return {"kind": form.cleaned_data[name], "points": points}


def value_initial(name: str, rule: Mapping[str, Any] | None) -> dict[str, object]:
    """A stored value rule as the two fields show it."""
    spec = rule or {}
    return {name: spec.get("kind", ""), f"{name}_points": spec.get("points", "")}


class ScoringFields(forms.Form):
    """Weight in the season, byes that count, guests, shared wins, leavers, what a final brings."""

    weight = forms.CharField(
        label=_("Weight in its season"),
        required=False,
        max_length=20,
        help_text=_("Leave empty to count it once. 2 counts it twice, 0 not at all."),
        widget=forms.TextInput(attrs={"data-number": ""}),
    )
    bye_limit = forms.IntegerField(
        label=_("Byes that earn points, per player"),
        required=False,
        min_value=0,
        max_value=MOST_BYES,
        help_text=_("Leave empty if all of them do."),
    )
    guests_hold_places = forms.BooleanField(
        label=_("Guests keep their place at the table"),
        required=False,
        help_text=_("Otherwise tables are scored as if guests hadn't been there."),
    )
    filler_points = forms.CharField(
        label=_("Points a filler gets for every match"),
        required=False,
        max_length=20,
        help_text=_(
            "The same whatever the result, and never ranked. Empty: fillers are not listed."
        ),
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )
    shared_win = forms.ChoiceField(
        label=_("A shared first place"),
        choices=lambda: [(key, gettext(SETTING_TEXTS[f"shared_win_{key}"])) for key in SHARED_WINS],
    )
    dropped = forms.ChoiceField(
        label=_("When someone leaves a table"),
        choices=lambda: [(key, gettext(SETTING_TEXTS[f"dropped_{key}"])) for key in DROPPED_SEATS],
    )
    cooperative_won = forms.CharField(
        label=_("Co-operative game won: points for each"),
        required=False,
        max_length=20,
        help_text=_("Leave empty for what first place gets."),
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )
    cooperative_lost = forms.CharField(
        label=_("Co-operative game lost: points for each"),
        required=False,
        max_length=20,
        help_text=_("Leave empty for what last place gets."),
        widget=forms.TextInput(attrs={"data-number": "signed"}),
    )
    side_points = forms.ChoiceField(
        label=_("Game with sides"),
        required=False,
        choices=lambda: [
            (key, gettext(SETTING_TEXTS[f"side_points_{key}"])) for key in SIDE_POINTS
        ],
    )
    full_size = forms.IntegerField(
        label=_("Full table size"),
        required=False,
        min_value=2,
        max_value=MOST_SEATS,
        help_text=_(
            "For shares of points: missing seats count as average. Leave empty to keep "
            "shares as they are; smaller tables then pay more."
        ),
    )
    opponents_floor = forms.CharField(
        label=_("Minimum percentage of tables won by opponents"),
        required=False,
        max_length=20,
        help_text=_("For opponents' wins; often 33. Leave empty for no minimum."),
        widget=forms.TextInput(attrs={"data-number": ""}),
    )
    carry = forms.CharField(
        label=_("Percentage of points carried over"),
        required=False,
        max_length=20,
        help_text=_("For a final, from the stage or season before. Leave empty for nothing."),
        widget=forms.TextInput(attrs={"data-number": ""}),
    )
    level_by_earlier = forms.BooleanField(
        label=_("Ties in a final are broken by the rank before it"), required=False
    )

    # Django's form takes free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        value_fields(self, "requested_bye", like=gettext("What a bye is worth"))
        for name in ("absent", "sits_out"):
            value_fields(self, name)

    def scoring(self) -> dict[str, SpecJSON]:
        """What the fields say, as ``league.queries.standings.stage_scoring`` reads it."""
        data = self.cleaned_data
        spec: dict[str, SpecJSON] = {
            "guests_hold_places": data["guests_hold_places"],
            "shared_win": data["shared_win"],
            "dropped": data["dropped"],
            "side_points": data["side_points"] or "share",
            "level_by_earlier": data["level_by_earlier"],
            "absent": value_of(self, "absent"),
            "sits_out": value_of(self, "sits_out"),
        }
        for name in ("bye_limit", "full_size"):
            if data[name] is not None:
                spec[name] = data[name]
        for name in _NUMBERS:
            if text := data[name].strip().replace(",", "."):
                spec[name] = text
        if data["requested_bye"]:
            spec["requested_bye"] = value_of(self, "requested_bye")
        return spec

    @staticmethod
    def scoring_initial(stored: Mapping[str, Any]) -> dict[str, object]:
        """The stored settings as the fields show them, with the usual ones filled in."""
        zero = {"kind": "zero"}
        return {
            "weight": stored.get("weight", ""),
            "bye_limit": stored.get("bye_limit"),
            "guests_hold_places": stored.get("guests_hold_places", True),
            "filler_points": stored.get("filler_points", ""),
            "shared_win": stored.get("shared_win", "one"),
            "dropped": stored.get("dropped", "last"),
            "cooperative_won": stored.get("cooperative_won", ""),
            "cooperative_lost": stored.get("cooperative_lost", ""),
            "side_points": stored.get("side_points", "share"),
            "full_size": stored.get("full_size"),
            "opponents_floor": stored.get("opponents_floor", ""),
            "carry": stored.get("carry", ""),
            "level_by_earlier": stored.get("level_by_earlier", True),
            **value_initial("requested_bye", stored.get("requested_bye")),
            **value_initial("absent", stored.get("absent", zero)),
            **value_initial("sits_out", stored.get("sits_out", zero)),
        }
