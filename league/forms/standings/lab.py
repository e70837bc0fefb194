"""Forms of the lab: another way to count, and what is known of an evening to plan its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.chosen import CHAIN, Group, listed_numbers, set_choices
from league.forms.occasions.seasons import TURNS, SeasonForm
from league.forms.seating.seating import BALANCE, COMPANY, PLACES
from league.forms.uploads import file_field
from league.seating.types import GameChoice
from league.standings.texts import SCHEME_NAMES, TIE_TEXTS

if TYPE_CHECKING:
    from league.models import PointsScheme, Season
    from league.services.occasions.seasons import SeasonFields
    from league.standings.types import JSON as SpecJSON

SIZES = range(2, 7)
ROWS = tuple(f"row_{size}" for size in SIZES)
GAMES = range(1, 5)
MOST_HEADS = 200
MOST_NUMBERS = 30
_OWN = "own"
# What a season has besides the way it counts.
_DROPPED = frozenset(
    {
        *("version", "name", "starts_on", "ends_on", "ruleset", "rank_guests", "auto_publish"),
        *(*COMPANY, *BALANCE, *PLACES, *TURNS),
    }
)
_NUMBERS = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?")


class TrialForm(SeasonForm):
    """The counting of a season, to try out: all its fields that say how points and ranks come."""

    ties = forms.ChoiceField(label=_("Ties at a table"), required=False)

    # Django's form takes free keywords.
    def __init__(
        self,
        *args: Any,
        kept: Mapping[str, object],
        own: bool,
        schemes: Iterable[PointsScheme] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kept = kept
        for name in _DROPPED & self.fields.keys():
            del self.fields[name]
        known = self._scheme_choices(schemes, None)
        first = [("", gettext("As now: each evening keeps its own"))] if own else []
        words = gettext(SCHEME_NAMES["custom"])
        self.fields["scheme"] = forms.ChoiceField(
            label=gettext("Points scheme"),
            choices=[*first, *known, (_OWN, words)],
            required=not own,
        )
        set_choices(
            self.fields["ties"],
            [
                ("", gettext("As in the scheme")),
                *((key, gettext(words)) for key, words in TIE_TEXTS.items()),
            ],
        )
        for size in SIZES:
            self.fields[f"row_{size}"] = forms.CharField(
                label=gettext("Table of %(size)s") % {"size": size},
                required=False,
                max_length=200,
                help_text=gettext("%(size)s numbers, first place first.") % {"size": size},
            )

    def groups(self) -> list[Group]:
        """What counts, then who is ahead, then the scheme and its own rows."""
        mine = {"scheme", "ties", *ROWS, *CHAIN}
        counting = [bound for bound in self if bound.name not in mine]
        scheme = Group(gettext("Points"), [self["scheme"], self["ties"]])
        rows = Group(gettext(SCHEME_NAMES["custom"]), [self[name] for name in ROWS], True)
        chain = Group(gettext("Ranking"), [self[name] for name in CHAIN], True)
        return [scheme, rows, Group(gettext("Counting"), counting), chain]

    def scheme_spec(self) -> dict[str, SpecJSON] | None:
        """The chosen scheme as ``scheme_from_json`` reads it; None for what each evening has."""
        key, ties = self.cleaned_data["scheme"], self.cleaned_data["ties"]
        if not key:
            return None
        if key == _OWN:
            rows: dict[str, SpecJSON] = {
                name.removeprefix("row_"): listed_numbers(self.cleaned_data[name])
                for name in ROWS
                if self.cleaned_data[name].strip()
            }
            return {"key": "custom", "rows": rows, **({"ties": ties} if ties else {})}
        spec = dict(self.spec_of(key))
        if ties and "ties" in spec:
            spec["ties"] = ties
        return spec

    def fields_of(self) -> SeasonFields:
        data = {**self.kept, **self.cleaned_data}
        spec = self.scheme_spec()
        self.specs["tried"] = self.kept["scheme"] if spec is None else spec  # type: ignore[assignment]  # JSON
        kept, self.cleaned_data = self.cleaned_data, {**data, "scheme": "tried"}
        try:
            return super().fields_of()
        finally:
            self.cleaned_data = kept

    def seating(self) -> dict[str, object]:
        return {}

    @staticmethod
    def place_of(field: str) -> str:
        """The form's field for a path that the service names."""
        if field == "chain" or field.startswith("chain."):
            return CHAIN[0]
        steps = field.removeprefix("scheme.").split(".")
        if steps[0] == "rows":
            return f"row_{steps[1]}" if len(steps) > 1 and f"row_{steps[1]}" in ROWS else ROWS[1]
        return "scheme" if field.startswith("scheme.") else field

    @classmethod
    def kept_of(cls, season: Season) -> dict[str, object]:
        """What the form starts with, and what it keeps of the season without asking."""
        return {**cls.initial_of(season), "ruleset": "", "scheme": season.scheme, "ties": ""}


class ListForm(forms.Form):
    """Results from outside: a file, or lines pasted from a spreadsheet."""

    file = file_field()
    text = forms.CharField(
        label=_("Or paste the lines here"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("Include the headings, such as: match, date, player, place."),
    )

    # Django's form takes free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = False


class OutlookForm(forms.Form):
    """How many may come, and what lies on the shelf."""

    heads = forms.CharField(
        label=_("How many players"),
        max_length=100,
        help_text=_("Numbers or ranges, such as 14-18 or 12, 20."),
    )
    preferred = forms.IntegerField(label=_("Preferred table size"), min_value=2, max_value=12)
    max_tables = forms.IntegerField(
        label=_("Tables in the room"), min_value=1, max_value=100, required=False
    )

    # Django's form takes free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for n in GAMES:
            self.fields[f"game_{n}"] = forms.CharField(
                label=gettext("Game"), required=False, max_length=60
            )
            for name, label in (
                ("low", gettext("Smallest table")),
                ("high", gettext("Largest table")),
            ):
                self.fields[f"{name}_{n}"] = forms.IntegerField(
                    label=label, min_value=2, max_value=12, required=n == 1
                )
            self.fields[f"copies_{n}"] = forms.IntegerField(
                label=gettext("Copies"),
                min_value=1,
                max_value=100,
                required=False,
                help_text=gettext("Leave empty for as many as needed."),
            )

    def general(self) -> list[forms.BoundField]:
        return [self[name] for name in ("heads", "preferred", "max_tables")]

    def rows(self) -> list[Group]:
        """One group of fields per game; those after the first are folded away until used."""
        return [
            Group(
                gettext("Game %(number)s") % {"number": n},
                [self[f"{name}_{n}"] for name in ("game", "low", "high", "copies")],
                is_extra=n > 1,
            )
            for n in GAMES
        ]

    def clean_heads(self) -> list[int]:
        found: set[int] = set()
        for part in self.cleaned_data["heads"].split(","):
            match = _NUMBERS.fullmatch(part.strip())
            if match is None:
                raise forms.ValidationError(
                    gettext("“%(value)s” is not a number or range. Enter 14-18, or 12, 20.")
                    % {"value": part.strip()[:20]}
                )
            low, high = int(match[1]), int(match[2] or match[1])
            if not 1 <= low <= high <= MOST_HEADS:
                raise forms.ValidationError(
                    gettext("Enter numbers between 1 and %(most)s, the smaller one first.")
                    % {"most": MOST_HEADS}
                )
            found.update(range(low, high + 1))
        if len(found) > MOST_NUMBERS:
            raise forms.ValidationError(
                gettext("At most %(most)s numbers at once.") % {"most": MOST_NUMBERS}
            )
        return sorted(found)

    def clean(self) -> dict[str, Any]:  # of many types
        data = self.cleaned_data
        for n in GAMES:
            low, high = data.get(f"low_{n}"), data.get(f"high_{n}")
            if (low is None) != (high is None) and f"low_{n}" in data and f"high_{n}" in data:
                self.add_error(f"{'high' if high is None else 'low'}_{n}", gettext("Fill this in."))
            elif low is None and (data.get(f"game_{n}") or data.get(f"copies_{n}")) and n > 1:
                self.add_error(f"low_{n}", gettext("Fill this in."))
            elif low is not None and high is not None and low > high:
                self.add_error(
                    f"high_{n}", gettext("The largest table is smaller than the smallest one.")
                )
        return data

    def games(self) -> tuple[GameChoice, ...]:
        data = self.cleaned_data
        return tuple(
            GameChoice(
                ruleset=n,
                low=data[f"low_{n}"],
                high=data[f"high_{n}"],
                copies=data[f"copies_{n}"],
            )
            for n in GAMES
            if data[f"low_{n}"] is not None
        )

    def name_of(self, number: int) -> str:
        name: str = self.cleaned_data[f"game_{number}"]
        return name or gettext("Game %(number)s") % {"number": number}
