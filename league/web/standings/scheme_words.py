"""What a points scheme pays for, in sentences: the scheme, then its settings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.standings import texts
from league.standings.points.declared import Score
from league.templatetags.league import number_shown
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.standings.contract import PointsScheme


def scheme_sentences(scheme: PointsScheme) -> tuple[str, ...]:
    """One sentence about the scheme and one for each setting that changes what is paid."""
    return (_(texts.SCHEME_TEXTS[scheme.key]), *_settings(scheme), *_at_ties(scheme))


def _settings(scheme: PointsScheme) -> Iterable[str]:
    for told in scheme.told():
        if isinstance(told, tuple):
            sentence, values = told
            yield _(sentence) % {name: _shown(value) for name, value in values.items()}
        else:
            yield from _inside(told)


def _shown(value: Fraction | int | tuple[Fraction, ...]) -> str:
    if isinstance(value, tuple):
        return " · ".join(number_shown(points) for points in value)
    return number_shown(value, 3 if isinstance(value, Score) else 2)


def _inside(scheme: PointsScheme) -> Iterable[str]:
    """The scheme that another one builds on, by its name."""
    about, *rest = scheme_sentences(scheme)
    name = _(texts.SCHEME_NAMES[scheme.key])
    yield labelled(name, about)
    yield from rest


def _at_ties(scheme: PointsScheme) -> Iterable[str]:
    stored = scheme.to_json()
    ties, drawn = stored.get("ties"), stored.get("drawn")
    if isinstance(ties, str):
        yield _(texts.TIE_TEXTS[ties])
    if drawn is not None:
        yield _(texts.DRAWN_TEXTS["fixed"]) % {"points": number_shown(drawn)}
    elif scheme.by_places and "drawn" in stored:
        yield _(texts.DRAWN_TEXTS["mean"])
