"""Forms of the shelf: a game, the options of a ruleset, a points scheme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import catalogue
from games.core.forms import from_form, to_form
from games.core.sheet import Cell, CellKind
from league.forms.chosen import Group, Versioned, listed_numbers
from league.standings.points import SCHEMES
from league.standings.points.plain import BY_PLACE
from league.standings.points.win_bonus import INNER
from league.standings.texts import SCHEME_NAMES, TIE_TEXTS

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.standings.contract import PointsScheme
    from league.standings.types import JSON as SpecJSON

FREE_FORM = "free-form"
SIZES = range(2, 7)


class GameForm(forms.Form):
    """A box for the shelf."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [
            (package.key, gettext(package.title)) for package in catalogue.all_games()
        ],
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=120,
        required=False,
        help_text=_("For a free-form game: what is written on the box."),
    )
    copies = forms.IntegerField(
        label=_("Copies"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("Empty: there are plenty."),
    )

    def clean(self) -> dict[str, Any]:  # cleaned data is of mixed types
        """Free-form games differ by their title alone: it must be given."""
        data = super().clean() or {}
        if data.get("game") == FREE_FORM and not data.get("title"):
            self.add_error("title", _("Write what stands on the box."))
        return data


class BoxForm(Versioned):
    """A box that is on the shelf."""

    title = forms.CharField(label=_("Title"), max_length=120)
    copies = forms.IntegerField(
        label=_("Copies"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("Empty: there are plenty."),
    )
    is_retired = forms.BooleanField(
        label=_("No longer in use"),
        required=False,
        help_text=_("What was played stays as it is."),
    )


class RulesetForm(forms.Form):
    """The options of one game, drawn from its own description of them."""

    # Django's form takes free keywords.
    def __init__(
        self,
        *args: Any,
        package: GamePackage,
        options: JSON = None,
        has_name: bool = True,
        **kwargs: Any,
    ) -> None:
        self.package = package
        self.cells: Sequence[Cell] = package.sheet.option_fields(
            None if options is None else package.sheet.options_from_json(options)
        )
        kwargs["initial"] = {**to_form(options, self.cells), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if has_name:
            self.fields["name"] = forms.CharField(label=_("Name of the ruleset"), max_length=120)
        for cell in self.cells:
            self.fields[cell.name] = _field(cell)
            if cell.kind is CellKind.BOOL:
                self.initial[cell.name] = self.initial.get(cell.name) == "true"

    def clean(self) -> dict[str, Any]:  # cleaned data is of mixed types
        reading = from_form(
            {name: self.data.get(self.add_prefix(name), "") for name in self.fields}, self.cells
        )
        for issue in reading.issues:
            words = gettext(catalogue.sentences()[issue.code]) % issue.params
            self.add_error(issue.name if issue.name in self.fields else None, words)
        self.options: JSON = reading.data
        return self.cleaned_data

    def groups(self) -> list[Group]:
        """The boxes under the headings of the game's own description; the first one is open."""
        found: dict[str, list[forms.BoundField]] = {}
        for cell in self.cells:
            words = gettext(cell.group) if cell.group else ""
            found.setdefault(words, []).append(self[cell.name])
        return [
            Group(words, fields, is_extra=bool(number))
            for number, (words, fields) in enumerate(found.items())
        ]


class SchemeForm(Versioned):
    """A points scheme: a kind, its rule for ties, and rows where the kind has some."""

    name = forms.CharField(label=_("Name"), max_length=120)
    key = forms.ChoiceField(
        label=_("Kind"),
        choices=lambda: [(each.key, gettext(SCHEME_NAMES[each.key])) for each in SCHEMES],
    )
    ties = forms.ChoiceField(
        label=_("Ties at a table"),
        choices=lambda: [(key, gettext(words)) for key, words in TIE_TEXTS.items()],
        required=False,
    )
    drawn = forms.CharField(
        label=_("Each seat of a drawn table"),
        required=False,
        max_length=20,
        help_text=_("Empty: the mean per seat."),
    )
    win = forms.CharField(
        label=_("The winner gets"), required=False, max_length=20, help_text=_("Usually 5.")
    )
    points = forms.CharField(
        label=_("Points"),
        required=False,
        max_length=200,
        help_text=_("From first place down, such as 5 3 1."),
    )
    factor = forms.CharField(
        label=_("Factor"), required=False, max_length=20, help_text=_("For the game's own points.")
    )
    cap = forms.CharField(
        label=_("At most"), required=False, max_length=20, help_text=_("For the game's own points.")
    )
    full_size = forms.IntegerField(
        label=_("Size of a full table"),
        required=False,
        min_value=2,
        max_value=12,
        help_text=_("Shares of smaller tables are raised to it. Empty: they are not."),
    )
    base = forms.CharField(
        label=_("Subtracted from everybody's points"),
        required=False,
        max_length=20,
        help_text=_("Usually 30000."),
    )
    unit = forms.CharField(
        label=_("Then divided by"), required=False, max_length=20, help_text=_("Usually 1000.")
    )
    pot = forms.CharField(label=_("Extra for first place"), required=False, max_length=20)
    zero_sum = forms.BooleanField(
        label=_("Warn when a table does not add up to nothing"), required=False
    )
    places = forms.ChoiceField(
        label=_("Points for the place"),
        required=False,
        choices=lambda: _names(BY_PLACE),
    )
    playing = forms.CharField(label=_("For playing at all"), required=False, max_length=20)
    scheme = forms.ChoiceField(
        label=_("Points before the bonus"), required=False, choices=lambda: _names(INNER)
    )
    bonus = forms.CharField(
        label=_("Bonus for first place"), required=False, max_length=20, help_text=_("Usually 1.")
    )
    shared = forms.ChoiceField(
        label=_("Where several are first"),
        required=False,
        choices=[
            ("share", _("They share the bonus")),
            ("one", _("Each gets the whole bonus")),
        ],
    )

    # Which fields tell the settings of a kind; every one but those of ``_spec_of`` is a number.
    KINDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "winner": ("win",),
        "podium": ("points",),
        "game_points": ("factor", "cap"),
        "table_share": ("full_size",),
        "raw_bonus": ("base", "unit", "pot", "zero_sum", *(f"bonus_{size}" for size in SIZES)),
        "place_plus_score": ("places", "factor", "playing"),
        "win_bonus": ("scheme", "bonus", "shared"),
        "custom": tuple(f"row_{size}" for size in SIZES),
    }
    GENERAL = ("name", "key", "ties", "drawn", "factor")
    WITHOUT_TIES = frozenset({"game_points", "table_share", "place_plus_score", "win_bonus"})
    WITHOUT_DRAWN = frozenset({"raw_bonus", "place_plus_score", "win_bonus"})
    NUMBERS = ("win", "factor", "cap", "base", "unit", "pot", "playing", "bonus")

    # Django's form takes free keywords.
    def __init__(self, *args: Any, stored: Mapping[str, SpecJSON] | None = None, **kwargs: Any):
        """``stored`` is the spec that is changed: settings of a scheme inside it are kept."""
        super().__init__(*args, **kwargs)
        self.stored = stored or {}
        for name, words in (
            ("row", _("%(size)s numbers, first place first.")),
            ("bonus", _("Added by place, such as 15 5 -5 -15.")),
        ):
            for size in SIZES:
                self.fields[f"{name}_{size}"] = forms.CharField(
                    label=gettext("Table of %(size)s") % {"size": size},
                    required=False,
                    max_length=200,
                    help_text=str(words) % {"size": size},
                )

    def spec(self) -> dict[str, SpecJSON]:
        """What the form says, as ``scheme_from_json`` reads it; what is empty is the usual."""
        data = self.cleaned_data
        key = data["key"]
        spec: dict[str, SpecJSON] = {"key": key}
        if data["drawn"].strip() and key not in self.WITHOUT_DRAWN:
            spec["drawn"] = _number(data["drawn"])
        if data["ties"] and key not in self.WITHOUT_TIES:
            spec["ties"] = data["ties"]
        names = self.KINDS.get(key, ())
        for name in names:
            if name in self.NUMBERS and data[name].strip():
                spec[name] = _number(data[name])
        if "points" in names and data["points"].strip():
            spec["points"] = listed_numbers(data["points"])
        if "full_size" in names and data["full_size"]:
            spec["full_size"] = data["full_size"]
        if "zero_sum" in names and data["zero_sum"]:
            spec["zero_sum"] = True
        if "shared" in names and data["shared"]:
            spec["shared"] = data["shared"]
        for name in ("places", "scheme"):
            if name in names and data[name]:
                spec[name] = self._inner(name, data[name])
        if key == "custom":
            spec["rows"] = self._rows("row")
        if key == "raw_bonus" and (bonus := self._rows("bonus")):
            spec["bonus"] = bonus
        return spec

    def _rows(self, name: str) -> dict[str, SpecJSON]:
        data = self.cleaned_data
        return {
            str(size): listed_numbers(data[f"{name}_{size}"])
            for size in SIZES
            if data[f"{name}_{size}"].strip()
        }

    def _inner(self, name: str, key: str) -> SpecJSON:
        """The scheme inside: as it is stored while its kind stays, else with the usual settings."""
        kept = self.stored.get(name)
        return kept if isinstance(kept, Mapping) and kept.get("key") == key else {"key": key}

    def groups(self) -> list[Group]:
        """What every scheme has, then what belongs to one kind alone, folded away for others."""
        chosen = str(self["key"].value() or "")
        return [
            Group(gettext("Scheme"), [self[name] for name in self.GENERAL]),
            *(
                Group(
                    gettext(SCHEME_NAMES[key]),
                    [self[name] for name in names if name not in self.GENERAL],
                    is_extra=key != chosen,
                )
                for key, names in self.KINDS.items()
            ),
        ]

    @staticmethod
    def place_of(field: str) -> str:
        """The form's field for a path into the spec: ``rows.3.1`` is ``row_3``."""
        name, *steps = field.split(".")
        if name == "rows":
            return f"row_{steps[0]}" if steps else "row_3"
        if name == "bonus" and steps:
            return f"bonus_{steps[0]}"
        return name

    @staticmethod
    def initial_of(name: str, spec: Mapping[str, SpecJSON]) -> dict[str, object]:
        found: dict[str, object] = dict.fromkeys(SchemeForm.base_fields, "")
        found |= {f"{row}_{size}": "" for row in ("row", "bonus") for size in SIZES}
        found["name"] = name
        for key, value in spec.items():
            if key in {"rows", "bonus"} and isinstance(value, Mapping):
                row = "row" if key == "rows" else "bonus"
                found |= {f"{row}_{size}": _listed(one) for size, one in value.items()}
            elif key in {"places", "scheme"} and isinstance(value, Mapping):
                found[key] = value.get("key", "")
            else:
                found[key] = _listed(value)
        return found


def _names(kinds: Sequence[type[PointsScheme]]) -> list[tuple[str, str]]:
    return [(kind.key, gettext(SCHEME_NAMES[kind.key])) for kind in kinds]


def _listed(value: SpecJSON) -> object:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(str(one) for one in value)
    return value


def _number(text: str) -> str:
    return text.strip().replace(",", ".")


def _field(cell: Cell) -> forms.Field:
    words: dict[str, Any] = {  # keywords of Django's fields
        "label": gettext(cell.label),
        "required": False,
        "help_text": gettext(cell.hint) if cell.hint else "",
    }
    if cell.kind is CellKind.BOOL:
        return forms.BooleanField(**words)
    if cell.kind is CellKind.CHOICE:
        empty = [] if cell.required or cell.default is not None else [("", "–")]
        return forms.ChoiceField(
            choices=[*empty, *((each.text, gettext(each.label)) for each in cell.choices)],
            **words,
        )
    if cell.kind is CellKind.FIXED:
        return forms.CharField(widget=forms.HiddenInput, **words)
    attrs: dict[str, str] = {}
    if cell.kind in {CellKind.INT, CellKind.DECIMAL}:
        attrs["inputmode"] = "numeric" if cell.kind is CellKind.INT else "decimal"
        if cell.minimum is None or cell.minimum < 0:
            del attrs["inputmode"]
    return forms.CharField(widget=forms.TextInput(attrs=attrs), **words)
