"""Forms of the shelf: a game, the options of a ruleset, a points scheme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import catalogue
from games.core.forms import from_form, to_form
from games.core.sheet import Cell, CellKind
from league.forms.chosen import Group, Versioned
from league.standings.points import SCHEMES
from league.standings.texts import SCHEME_NAMES, TIE_TEXTS

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
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
    PLACES = {"rows": "row_3"}

    # Django's form takes free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for size in SIZES:
            self.fields[f"row_{size}"] = forms.CharField(
                label=gettext("Table of %(size)s") % {"size": size},
                required=False,
                max_length=200,
                help_text=gettext("%(size)s numbers, first place first.") % {"size": size},
            )

    def spec(self) -> dict[str, SpecJSON]:
        """What the form says, as ``scheme_from_json`` reads it."""
        data = self.cleaned_data
        key = data["key"]
        spec: dict[str, SpecJSON] = {"key": key}
        if data["drawn"].strip():
            spec["drawn"] = _number(data["drawn"])
        if key == "game_points":
            if data["factor"].strip():
                spec["factor"] = _number(data["factor"])
            if data["cap"].strip():
                spec["cap"] = _number(data["cap"])
            return spec
        if data["ties"]:
            spec["ties"] = data["ties"]
        if key == "podium" and data["points"].strip():
            spec["points"] = _numbers(data["points"])
        if key == "custom":
            spec["rows"] = {
                str(size): _numbers(data[f"row_{size}"])
                for size in SIZES
                if data[f"row_{size}"].strip()
            }
        return spec

    def groups(self) -> list[Group]:
        """What every scheme has, then what belongs to one kind alone."""
        rows = [f"row_{size}" for size in SIZES]
        return [
            Group(title, [self[name] for name in names])
            for title, names in (
                (gettext("Scheme"), ["name", "key", "ties", "drawn"]),
                (gettext(SCHEME_NAMES["custom"]), rows),
                (gettext(SCHEME_NAMES["podium"]), ["points"]),
                (gettext(SCHEME_NAMES["game_points"]), ["factor", "cap"]),
            )
        ]

    @staticmethod
    def place_of(field: str) -> str:
        """The form's field for a path into the spec: ``rows.3.1`` is ``row_3``."""
        steps = field.split(".")
        if steps[0] == "rows":
            return f"row_{steps[1]}" if len(steps) > 1 else "row_3"
        return steps[0]

    @staticmethod
    def initial_of(name: str, spec: Mapping[str, SpecJSON]) -> dict[str, object]:
        found: dict[str, object] = dict.fromkeys(SchemeForm.base_fields, "")
        found |= {f"row_{size}": "" for size in SIZES}
        found |= {"name": name, **{k: v for k, v in spec.items() if k != "rows"}}
        if isinstance(points := spec.get("points"), Sequence) and not isinstance(points, str):
            found["points"] = " ".join(str(value) for value in points)
        if isinstance(rows := spec.get("rows"), Mapping):
            for size, row in rows.items():
                if isinstance(row, Sequence):
                    found[f"row_{size}"] = " ".join(str(value) for value in row)
        return found


def _number(text: str) -> str:
    return text.strip().replace(",", ".")


def _numbers(text: str) -> list[SpecJSON]:
    """Numbers between spaces, semicolons or dashes-with-spaces; a comma is a decimal comma."""
    return [part.replace(",", ".") for part in text.replace(";", " ").split()]


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
