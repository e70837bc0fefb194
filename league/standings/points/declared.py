"""Settings that a scheme declares: stored spec, form and sentences follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Self, TypeAlias

from games.core.text import gettext_noop
from league.standings.contract import TIE_RULES, PointsScheme
from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.texts import TIE_TEXTS
from league.standings.types import JSON

# A marked sentence with what fills it, or the scheme inside, which speaks for itself.
Told: TypeAlias = "tuple[str, dict[str, Fraction | int | tuple[Fraction, ...]]] | PointsScheme"


class Score(Fraction):
    """A number of the game's own points, in what is told: shown without idle zeros."""


class Box(Enum):
    """How a setting is asked for."""

    NUMBER = "number"
    WHOLE = "whole"
    FLAG = "flag"
    CHOICE = "choice"
    LIST = "list"  # numbers from first place down
    ROWS = "rows"  # such a list per table size
    SCHEME = "scheme"  # the key of another scheme


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it is called, how it is asked for, read from JSON and written.

    ``read`` takes the value and its field, for errors. A ``needed`` one has no usual value.
    ``told`` is its sentence where it is not what it usually is; ``always``: then, too. Boxes of
    ``ROWS`` are called ``stem`` and the size; their ``hint`` has a place for the size.
    """

    name: str
    box: Box
    read: Callable[[JSON, str], Any]  # Any: as the scheme's attribute is typed
    write: Callable[[Any], JSON]
    label: str = ""
    hint: str = ""
    told: str = ""
    always: bool = False
    needed: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    schemes: Sequence[type[PointsScheme]] = ()
    low: int = 0
    high: int = 0
    stem: str = ""


class Declared:
    """What every scheme can do once it says its ``key`` and ``settings``."""

    __slots__ = ()

    key: ClassVar[str]
    settings: ClassVar[tuple[Setting, ...]] = ()

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        known = {"key", *(setting.name for setting in cls.settings)}
        for name in spec:
            if name not in known:
                raise StandingsError("unknown_key", str(name)[:40], key=str(name)[:40])
        return cls(
            **{
                setting.name: setting.read(spec.get(setting.name), setting.name)
                for setting in cls.settings
                if setting.needed or setting.name in spec
            }
        )

    def to_json(self) -> dict[str, JSON]:
        values = {each.name: each.write(getattr(self, each.name)) for each in self.settings}
        return {"key": self.key, **values}

    def told(self) -> Iterable[Told]:
        """What is said about the settings, in order."""
        usual = type(self)()
        for setting in self.settings:
            value = getattr(self, setting.name)
            if setting.box is Box.SCHEME:
                yield value
            elif setting.told and (
                setting.always or (value is not None and value != getattr(usual, setting.name))
            ):
                yield setting.told, {"points": value, "size": value, setting.name: value}


# --- numbers ---------------------------------------------------------------------------


def positive(refusal: Callable[[str], StandingsError]) -> Callable[[JSON, str], Fraction]:
    """Reads a number above zero; ``refusal`` is that of any other at its field."""

    def read(told: JSON, where: str) -> Fraction:
        number = fraction_from_json(told, where)
        if number <= 0:
            raise refusal(where)
        return number

    return read


def not_negative(told: JSON, where: str) -> Fraction:
    number = fraction_from_json(told, where)
    if number < 0:
        raise StandingsError("negative_number", where)
    return number


def not_zero(told: JSON, where: str) -> Fraction:
    number = fraction_from_json(told, where)
    if number == 0:
        raise StandingsError("factor_zero", where)
    return number


def number_or_none(told: JSON, where: str) -> Fraction | None:
    return None if told is None else fraction_from_json(told, where)


def text_or_none(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)


def one_of(choices: Iterable[str]) -> Callable[[JSON, str], str]:
    """Reads one of a few words."""
    known = tuple(choices)

    def read(told: JSON, where: str) -> str:
        for choice in known:
            if told == choice:
                return choice
        raise StandingsError("unknown_choice", where, choice=str(told)[:40])

    return read


def flag(told: JSON, where: str) -> bool:
    if not isinstance(told, bool):
        raise StandingsError("unknown_choice", where, choice=str(told)[:40])
    return told


# --- settings of several schemes -------------------------------------------------------

TIES = Setting(
    "ties",
    Box.CHOICE,
    one_of(TIE_RULES),
    str,
    label=gettext_noop("Ties at a table"),
    choices=TIE_TEXTS,
)
DRAWN = Setting(
    "drawn",
    Box.NUMBER,
    number_or_none,
    text_or_none,
    label=gettext_noop("Each seat of a drawn table"),
    hint=gettext_noop("Leave empty for the average per seat."),
)
FACTOR = Setting(
    "factor",
    Box.NUMBER,
    not_zero,
    exact_text,
    label=gettext_noop("Factor"),
    hint=gettext_noop("For the game's own points."),
    told=gettext_noop("The factor is %(factor)s."),
)
