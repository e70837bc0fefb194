"""Forms whose choices are a club's rows: rulesets, points schemes, tie-break chains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.errors import BadInput
from league.queries.office.rules import examples
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.texts import ERROR_TEXTS, SCHEME_NAMES
from league.standings.tiebreaks import BY_KEY, CRITERIA, FULL_SEASON_CHAIN, FULL_STAGE_CHAIN
from league.templatetags.league import number_shown
from league.times import days
from league.words.sentences import sentence

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from league.models import PointsScheme, Ruleset
    from league.standings.types import JSON as SpecJSON


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under one heading; an ``extra`` one is folded away until something in it is wrong."""

    title: str
    fields: list[forms.BoundField]
    is_extra: bool = False

    @property
    def is_wrong(self) -> bool:
        return any(bound.errors for bound in self.fields)


LINKS = max(len(FULL_STAGE_CHAIN), len(FULL_SEASON_CHAIN))
CHAIN = tuple(f"chain_{n}" for n in range(LINKS))
_NOW_USED = "now"
_OF_PRESET = "preset"


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class DayField(forms.DateField):
    """A day that the league reckons with."""

    def clean(self, value: object) -> date | None:
        day: date | None = super().clean(value)
        try:
            days.require("", day)
        except BadInput as error:
            raise ValidationError(sentence(error), code=error.code) from error
        return day


def time_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class Versioned(forms.Form):
    """A form of something that others may save meanwhile; the version it was made of travels
    along.
    """

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def take_version(self, version: int) -> None:
        """From now on the form speaks of this version: saving it again is a decision."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data[self.add_prefix("version")] = str(version)
        self.data = data

    def differences(self, stored: Mapping[str, object]) -> list[tuple[str, str, str]]:
        """Label, stored value and typed value of every field that differs from ``stored``."""
        found: list[tuple[str, str, str]] = []
        for bound in self:
            if bound.is_hidden or bound.name not in stored:
                continue
            typed = self.cleaned_data.get(bound.name)
            kept = stored[bound.name]
            if (typed or "") != (kept or "") and str(typed) != str(kept):
                found.append((str(bound.label), _words(bound, kept), _words(bound, typed)))
        return found


class Chosen(Versioned):
    """A form whose choices are made of rows.

    ``rulesets`` and ``schemes`` are what the club has; ``spec`` is the scheme in use, ``preset``
    the name and scheme of a preset that fills the form in.
    """

    HAS_CHAIN: ClassVar[bool] = False
    # Heading, names of its fields, whether it is folded away at first.
    GROUPS: ClassVar[tuple[tuple[StrOrPromise, tuple[str, ...], bool], ...]] = ()

    # Django's form takes free keywords.
    def __init__(
        self,
        *args: Any,
        rulesets: Iterable[Ruleset] = (),
        schemes: Iterable[PointsScheme] = (),
        spec: SpecJSON = None,
        preset: tuple[str, SpecJSON] | None = None,
        **kwargs: Any,
    ) -> None:
        self.filled_from = preset
        self.ruleset_rows = {str(row.pk): row for row in rulesets}
        self.specs: dict[str, SpecJSON] = {}
        super().__init__(*args, **kwargs)
        if self.HAS_CHAIN:
            for n in range(LINKS):
                self.fields[f"chain_{n}"] = _chain_field(n)
        self.order_fields(self.field_order)
        named = [(key, _ruleset_words(row)) for key, row in self.ruleset_rows.items()]
        if "ruleset" in self.fields:
            field = self.fields["ruleset"]
            empty = [] if field.required else [("", gettext("No default"))]
            set_choices(field, [*empty, *named])
        if "rulesets" in self.fields:
            set_choices(self.fields["rulesets"], named)
        if "scheme" in self.fields:
            set_choices(self.fields["scheme"], self._scheme_choices(schemes, spec))

    def _scheme_choices(
        self, schemes: Iterable[PointsScheme], spec: SpecJSON
    ) -> list[tuple[str, str]]:
        known: list[tuple[str, str]] = []
        for scheme in SCHEMES:
            if scheme.key != "custom":
                self.specs[scheme.key] = scheme_from_json({"key": scheme.key}).to_json()
                known.append((scheme.key, gettext(SCHEME_NAMES[scheme.key])))
        for row in schemes:
            self.specs[f"saved-{row.pk}"] = row.spec
            known.append((f"saved-{row.pk}", row.name))
        if self.filled_from is not None and self.scheme_key(self.filled_from[1]) == _NOW_USED:
            self.specs[_OF_PRESET] = self.filled_from[1]
            known.insert(0, (_OF_PRESET, self.filled_from[0]))
        if spec is not None and self.scheme_key(spec) == _NOW_USED:
            self.specs[_NOW_USED] = spec
            known.insert(0, (_NOW_USED, gettext("As it is now")))
        return known

    def scheme_key(self, spec: SpecJSON) -> str:
        """The choice that stands for ``spec``."""
        wanted = scheme_from_json(spec).to_json()
        for key, known in self.specs.items():
            if key != _NOW_USED and scheme_from_json(known).to_json() == wanted:
                return key
        return _NOW_USED

    def spec_of(self, key: str) -> Mapping[str, SpecJSON]:
        spec = self.specs[key]
        assert isinstance(spec, Mapping)
        return spec

    def clean(self) -> dict[str, Any]:  # cleaned data is of mixed types
        data = super().clean() or self.cleaned_data
        links = [data.get(f"chain_{n}", "") for n in range(LINKS)]
        for n, link in enumerate(links):
            if link and link in links[:n]:
                words = gettext(ERROR_TEXTS["criterion_twice"])
                self.add_error(f"chain_{n}", words % {"key": gettext(BY_KEY[link].name)})
        return data

    def chain(self) -> list[str]:
        links = [self.cleaned_data.get(f"chain_{n}", "") for n in range(LINKS)]
        return [link for link in links if link]

    def groups(self) -> list[Group]:
        """The fields as the page shows them: each under a heading of ``GROUPS``."""
        return [
            Group(str(title), [self[name] for name in names if name in self.fields], is_extra)
            for title, names, is_extra in self.GROUPS
        ]


def _chain_field(n: int) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Ranked by: first") if n == 0 else _("Then by (%(n)s)") % {"n": n + 1},
        required=n == 0,
        choices=lambda: [
            *([] if n == 0 else [("", gettext("Nothing more: share the rank"))]),
            *((known.key, gettext(known.name)) for known in CRITERIA),
        ],
    )


# A comma or slash with a gap on either side, or at an end.
_BETWEEN_NUMBERS = re.compile(r";|(?:^|(?<=\s))[,/]|[,/](?=\s|$)")


def listed_numbers(text: str) -> list[SpecJSON]:
    """Numbers between spaces, semicolons, commas or slashes.

    Alone between two digits a comma is a decimal comma and a slash a fraction: 5,5 and 16/3.
    """
    parts: list[SpecJSON] = []
    for part in _BETWEEN_NUMBERS.sub(" ", text).split():
        sign = next((sign for sign in ",/" if part.count(sign) > 1), "")
        single = part.split(sign) if sign else [part]
        parts.extend(one.replace(",", ".") for one in single if one)
    return parts


def chain_initial(chain: Sequence[str]) -> dict[str, str]:
    return {f"chain_{n}": key for n, key in enumerate(chain[:LINKS])}


def scheme_choices(form: Chosen) -> list[tuple[object, object]]:
    """The points schemes that the form offers: keys and names."""
    field = form.fields["scheme"]
    assert isinstance(field, forms.ChoiceField)
    return list(cast("Iterable[tuple[object, object]]", field.choices))


def set_choices(field: forms.Field, choices: Sequence[tuple[str, str]]) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def _ruleset_words(row: Ruleset) -> str:
    seats = (
        f"{row.seats_min}" if row.seats_min == row.seats_max else f"{row.seats_min}–{row.seats_max}"
    )
    return f"{gettext(row.name)} ({seats})"


def _words(bound: forms.BoundField, value: object) -> str:
    """A value as people read it: the choice's words, yes or no, a dash for nothing."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if value is None or value == "" or value == []:
        return "–"
    if isinstance(value, list):
        return ", ".join(_words(bound, part) for part in value)
    if isinstance(bound.field, forms.ChoiceField):
        for key, words in getattr(bound.field.widget, "choices", ()):
            if str(key) == str(value):
                return str(words)
    return f"{value:%H:%M}" if isinstance(value, time) else str(value)


@dataclass(frozen=True, slots=True)
class Example:
    """What a scheme pays at tables of one size, in words."""

    size: int
    points: list[str]
    mean: str
    tied: list[str]
    scores: list[str]


def example_words(spec: SpecJSON) -> list[Example]:
    """The points of each place and the mean per seat, per table size, for a table beside a form."""
    return [
        Example(
            size=row.size,
            points=[number_shown(value) for value in row.points],
            mean=number_shown(row.mean),
            tied=[number_shown(value) for value in row.tied_points],
            scores=[number_shown(value, 3) for value in row.scores],
        )
        for row in examples(spec)
    ]
