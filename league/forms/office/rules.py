"""Forms of the shelf: a game, the options of a ruleset, a points scheme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import catalogue
from games.core.forms import from_form, to_form
from games.core.sheet import Cell, CellKind
from league.forms.chosen import Group, Versioned, listed_numbers
from league.standings.points import SCHEMES
from league.standings.points.declared import Box
from league.standings.texts import SCHEME_NAMES

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.standings.contract import PointsScheme
    from league.standings.points.declared import Setting
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
        help_text=_("For any other game: the name on the box."),
    )
    short_title = forms.CharField(
        label=_("Short title"),
        max_length=24,
        required=False,
        help_text=_("For narrow places, up to 24 characters."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes per match"),
        required=False,
        min_value=1,
        max_value=1200,
        help_text=_("Leave empty if the game itself says so, or no one knows."),
    )
    copies = forms.IntegerField(
        label=_("Copies"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("Leave empty if there are plenty."),
    )

    def clean(self) -> dict[str, Any]:  # cleaned data is of mixed types
        """Free-form games differ by their title alone: it must be given."""
        data = super().clean() or {}
        if data.get("game") == FREE_FORM and not data.get("title"):
            self.add_error("title", _("Enter the name on the box."))
        return data


class BoxForm(Versioned):
    """A box that is on the shelf."""

    title = forms.CharField(label=_("Title"), max_length=120)
    short_title = forms.CharField(
        label=_("Short title"),
        max_length=24,
        required=False,
        help_text=_("For narrow places, up to 24 characters."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes per match"),
        required=False,
        min_value=1,
        max_value=1200,
        help_text=_("Leave empty if the game itself says so, or no one knows."),
    )
    copies = forms.IntegerField(
        label=_("Copies"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("Leave empty if there are plenty."),
    )
    is_retired = forms.BooleanField(
        label=_("No longer in use"),
        required=False,
        help_text=_("Past matches stay as they are."),
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

    # Django's form takes free keywords.
    def __init__(self, *args: Any, stored: Mapping[str, SpecJSON] | None = None, **kwargs: Any):
        """``stored`` is the spec that is changed: settings of a scheme inside it are kept."""
        super().__init__(*args, **kwargs)
        self.stored = stored or {}
        for kind in SCHEMES:
            for setting in kind.settings:
                for name, size in boxes(setting).items():
                    self.fields.setdefault(name, _box(setting, size))

    def spec(self) -> dict[str, SpecJSON]:
        """What the form says, as ``scheme_from_json`` reads it; what is empty is the usual."""
        key = self.cleaned_data["key"]
        found = {setting.name: self._typed(setting) for setting in _settings_of(key)}
        return {"key": key, **{name: value for name, value in found.items() if value}}

    def _typed(self, setting: Setting) -> SpecJSON:
        data = self.cleaned_data
        typed = data.get(setting.name)
        match setting.box:
            case Box.ROWS:
                rows = {str(size): data[name] for name, size in boxes(setting).items()}
                return {size: listed_numbers(row) for size, row in rows.items() if row.strip()}
            case Box.NUMBER:
                return _number(str(typed or ""))
            case Box.LIST:
                return listed_numbers(str(typed)) if typed else None
            case Box.SCHEME:
                return self._inner(setting.name, typed) if typed else None
        return typed  # as it is: a whole number, yes, or a word

    def _inner(self, name: str, key: str) -> SpecJSON:
        """The scheme inside: as it is stored while its kind stays, else with the usual settings."""
        kept = self.stored.get(name)
        return kept if isinstance(kept, Mapping) and kept.get("key") == key else {"key": key}

    def groups(self) -> list[Group]:
        """What several schemes have, then what belongs to one kind alone, folded for others."""
        chosen = str(self["key"].value() or "")
        names = {
            kind.key: [name for setting in kind.settings for name in boxes(setting)]
            for kind in SCHEMES
        }
        often = Counter(name for one in names.values() for name in one)
        general = ["name", "key", *(name for name, count in often.items() if count > 1)]
        return [
            Group(gettext("Scheme"), [self[name] for name in general]),
            *(
                Group(gettext(SCHEME_NAMES[key]), own, is_extra=key != chosen)
                for key, one in names.items()
                if (own := [self[name] for name in one if name not in general])
            ),
        ]

    def place_of(self, field: str) -> str:
        """The form's field for a path into the spec: ``rows.3.1`` is ``row_3``."""
        name, *steps = field.split(".")
        for setting in _settings_of(self.cleaned_data.get("key", "")):
            if setting.name == name and setting.box is Box.ROWS:
                return f"{setting.stem}_{steps[0] if steps else SIZES[1]}"
        return name

    @staticmethod
    def initial_of(name: str, spec: Mapping[str, SpecJSON]) -> dict[str, object]:
        found: dict[str, object] = dict.fromkeys(SchemeForm().fields, "")
        found |= {"name": name, "key": spec["key"]}
        for setting in _settings_of(str(spec["key"])):
            value = spec.get(setting.name)
            if setting.box is Box.ROWS and isinstance(value, Mapping):
                found |= {f"{setting.stem}_{size}": _listed(one) for size, one in value.items()}
            elif setting.box is Box.SCHEME and isinstance(value, Mapping):
                found[setting.name] = value.get("key", "")
            elif setting.name in spec:
                found[setting.name] = _listed(value)
        return found


def boxes(setting: Setting) -> dict[str, int]:
    """The boxes of a setting, by name: one, or one per table size."""
    if setting.box is Box.ROWS:
        return {f"{setting.stem}_{size}": size for size in SIZES}
    return {setting.name: 0}


def _settings_of(key: str) -> Sequence[Setting]:
    return next((kind.settings for kind in SCHEMES if kind.key == key), ())


def _box(setting: Setting, size: int) -> forms.Field:
    hint = gettext(setting.hint) if setting.hint else ""
    words: dict[str, Any] = {  # keywords of Django's fields
        "label": gettext(setting.label) if setting.label else "",
        "required": False,
        "help_text": hint,
    }
    match setting.box:
        case Box.FLAG:
            return forms.BooleanField(**words)
        case Box.WHOLE:
            return forms.IntegerField(min_value=setting.low, max_value=setting.high, **words)
        case Box.CHOICE:
            choices = [(key, gettext(text)) for key, text in setting.choices.items()]
            return forms.ChoiceField(choices=choices, **words)
        case Box.SCHEME:
            return forms.ChoiceField(choices=_names(setting.schemes), **words)
        case Box.ROWS:
            words["label"] = gettext("Table of %(size)s") % {"size": size}
            words["help_text"] = hint % {"size": size}
    return forms.CharField(max_length=20 if setting.box is Box.NUMBER else 200, **words)


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
