"""The fields of seating preferences, for the forms of stages and seasons; and of wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.queries.seating.seating_wishes import Wishes
from league.seating.errors import SeatingError
from league.seating.preferences import (
    RANGES,
    Preferences,
    preferences_from_json,
    rooms_from_text,
    rooms_text,
    tables_from_text,
    tables_text,
    weights_from_text,
    weights_text,
)
from league.services.seating.seating_preferences import refusal
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from django_stubs_ext import StrOrPromise

    from league.models import Ruleset

Read = TypeVar("Read")

PREFIX = "seating_"
NUMBERS = ("season", "fading", "club_price", "above", "repeat", "wish", "hold")
CLUB_WORDS = (
    ("off", _("Doesn't matter")),
    ("soft", _("Apart if possible")),
    ("hard", _("Never at the same table")),
)
APART_WORDS = (("hard", _("Never at the same table")), ("soft", _("Apart if possible")))
PART_WORDS = (
    ("player", _("Plays")),
    ("filler", _("Plays, but sits out first if the numbers don't fit")),
    ("standby", _("Plays only if it makes the numbers fit")),
)


def _percent(name: str, label: StrOrPromise, help_text: StrOrPromise) -> forms.IntegerField:
    low, high = RANGES[name]
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=low,
        max_value=high,
        required=False,
        initial=getattr(Preferences(), name),
    )


class SeatingFields(forms.Form):
    """How people are seated, apart from method and sizes; an empty number is the usual one."""

    seating_season = _percent(
        "season",
        _("Weight of meetings on other evenings (%)"),
        _("Compared with a meeting on the same evening."),
    )
    seating_fading = _percent(
        "fading",
        _("Remaining weight per evening further back (%)"),
        _("100: old meetings count fully. 0: only the last evening counts."),
    )
    seating_clubs = forms.ChoiceField(
        label=_("People of one club or household"),
        choices=CLUB_WORDS,
        required=False,
        initial="soft",
    )
    seating_club_price = _percent(
        "club_price",
        _("Cost of two from one club at a table (%)"),
        _("Compared with a repeat meeting."),
    )
    seating_apart = forms.ChoiceField(
        label=_("People the club keeps apart"), choices=APART_WORDS, required=False
    )
    seating_bye_limit = forms.IntegerField(
        label=_("Most byes per player in the season"),
        min_value=RANGES["bye_limit"][0],
        max_value=RANGES["bye_limit"][1],
        required=False,
    )
    seating_hold = forms.IntegerField(
        label=_("Open play: longest wait for a better mix (minutes)"),
        min_value=RANGES["hold"][0],
        max_value=RANGES["hold"][1],
        required=False,
        initial=Preferences().hold,
        help_text=_(
            "How long people may wait for another table, so that fewer meet again. 0: "
            "start at once; 10 or more: mix as well as possible."
        ),
    )
    seating_above = _percent(
        "above",
        _("Cost of one player too many at a table (%)"),
        _("Compared with one player too few."),
    )
    seating_repeat = _percent(
        "repeat",
        _("Cost of a repeat forced by table sizes (%)"),
        _("Compared with a table that is one player short."),
    )
    seating_wish = _percent(
        "wish",
        _("Cost of a game someone didn't ask for (%)"),
        _("Compared with a table that is one player short."),
    )
    seating_weights = forms.CharField(
        label=_("Cost of each table size"),
        max_length=200,
        required=False,
        help_text=_("Such as “3: 200, 5: 80”; 100 is a table that is one player short."),
    )
    seating_rooms = forms.CharField(
        label=_("Rooms"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=2000,
        required=False,
        help_text=_("One per line, such as “Hall: 1-6”."),
    )
    seating_step_free = forms.CharField(
        label=_("Step-free tables"),
        max_length=200,
        required=False,
        help_text=_("Such as “1-4, 7”. People who need one are seated here."),
    )

    def clean_seating_weights(self) -> str:
        text: str = self.cleaned_data["seating_weights"].strip()
        _parsed(lambda: weights_from_text(text))
        return text

    def clean_seating_rooms(self) -> str:
        text: str = self.cleaned_data["seating_rooms"].strip()
        _parsed(lambda: rooms_from_text(text))
        return text

    def clean_seating_step_free(self) -> str:
        text: str = self.cleaned_data["seating_step_free"].strip()
        _parsed(lambda: tables_from_text(text, "step_free"))
        return text

    def seating(self) -> dict[str, object]:
        """What the form says, as ``services.stages`` and ``services.seasons`` take it."""
        data = self.cleaned_data
        usual = Preferences()
        told: dict[str, object] = {
            name: data[PREFIX + name] if data[PREFIX + name] is not None else getattr(usual, name)
            for name in NUMBERS
        }
        told["clubs"] = data["seating_clubs"] or usual.clubs
        told["apart"] = data["seating_apart"] or usual.apart
        told["bye_limit"] = data["seating_bye_limit"]
        told["weights"] = weights_from_text(data["seating_weights"])
        told["rooms"] = rooms_from_text(data["seating_rooms"])
        told["step_free"] = list(tables_from_text(data["seating_step_free"], "step_free"))
        return told

    @staticmethod
    def seating_initial(stored: Mapping[str, object]) -> dict[str, object]:
        try:
            prefers = preferences_from_json(stored)
        except SeatingError:
            prefers = Preferences()
        values: dict[str, object] = {
            PREFIX + name: getattr(prefers, name)
            for name in (*NUMBERS, "clubs", "apart", "bye_limit")
        }
        values["seating_weights"] = weights_text(prefers.weights)
        values["seating_rooms"] = rooms_text(prefers.rooms)
        values["seating_step_free"] = tables_text(prefers.step_free)
        return values


COMPANY = (
    "seating_season",
    "seating_fading",
    "seating_clubs",
    "seating_club_price",
    "seating_apart",
    "seating_hold",
)
BALANCE = (
    "seating_bye_limit",
    "seating_above",
    "seating_repeat",
    "seating_wish",
    "seating_weights",
)
PLACES = ("seating_rooms", "seating_step_free")


def _parsed(read: Callable[[], Read]) -> Read:
    try:
        return read()
    except SeatingError as error:
        raise ValidationError(sentence(refusal(error))) from error


class WishesForm(forms.Form):
    """What one entry wishes of the coming draws."""

    team = forms.CharField(
        label=_("Club or household"),
        max_length=80,
        required=False,
        help_text=_("People with the same entry are kept apart, if the event's settings say so."),
    )
    part = forms.ChoiceField(label=_("Takes part"), choices=PART_WORDS)
    wants = forms.MultipleChoiceField(
        label=_("Wants to play"), required=False, widget=forms.CheckboxSelectMultiple
    )
    refuses = forms.MultipleChoiceField(
        label=_("Does not play"), required=False, widget=forms.CheckboxSelectMultiple
    )
    step_free = forms.BooleanField(label=_("Needs a step-free table"), required=False)
    tables = forms.CharField(
        label=_("Prefers these tables"),
        max_length=200,
        required=False,
        help_text=_("Such as “1-4, 7”."),
    )
    near = forms.MultipleChoiceField(
        label=_("Wants the same room as"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    # Django's form takes free keywords.
    def __init__(
        self,
        *args: Any,
        rulesets: Iterable[Ruleset] = (),
        people: Iterable[tuple[int, str]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        games = [(str(row.pk), row.name) for row in rulesets]
        for name, choices in (
            ("wants", games),
            ("refuses", games),
            ("near", [(str(pk), name) for pk, name in people]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)
            field.choices = choices
        if len(games) < 2:
            del self.fields["wants"], self.fields["refuses"]

    def clean_tables(self) -> tuple[int, ...]:
        return _parsed(lambda: tables_from_text(self.cleaned_data["tables"], "tables"))

    def wishes(self) -> Wishes:
        """What the form says, as ``services.wishes`` takes it."""
        data = self.cleaned_data
        return Wishes(
            wants=tuple(int(pk) for pk in data.get("wants", ())),
            refuses=tuple(int(pk) for pk in data.get("refuses", ())),
            tables=data["tables"],
            near=tuple(int(pk) for pk in data["near"]),
            step_free=data["step_free"],
            part=data["part"],
            team=data["team"],
        )

    @staticmethod
    def initial_of(wishes: Wishes) -> dict[str, object]:
        return {
            "team": wishes.team,
            "part": wishes.part,
            "wants": [str(pk) for pk in wishes.wants],
            "refuses": [str(pk) for pk in wishes.refuses],
            "step_free": wishes.step_free,
            "tables": tables_text(wishes.tables),
            "near": [str(pk) for pk in wishes.near],
        }
