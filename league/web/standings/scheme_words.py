"""What a points scheme pays for, in sentences: the scheme, then its settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.standings import texts
from league.standings.points import (
    GamePoints,
    PlacePlusScore,
    RawBonus,
    TableShare,
    WinBonus,
    Winner,
)
from league.templatetags.league import number_shown

if TYPE_CHECKING:
    from league.standings.contract import PointsScheme


def scheme_sentences(scheme: PointsScheme) -> tuple[str, ...]:
    """One sentence about the scheme and one for each setting that changes what is paid."""
    return (_(texts.SCHEME_TEXTS[scheme.key]), *_settings(scheme), *_at_ties(scheme))


def _settings(scheme: PointsScheme) -> Iterable[str]:
    match scheme:
        case Winner():
            yield _told("win", scheme.win)
        case GamePoints():
            if scheme.factor != 1:
                yield _told("factor", scheme.factor)
            if scheme.cap is not None:
                yield _told("cap", scheme.cap)
        case TableShare(full_size=int(size)):
            yield _(texts.SCHEME_SETTINGS["full_size"]) % {"size": size}
        case RawBonus():
            yield from _raw_bonus(scheme)
        case PlacePlusScore():
            yield from _inside(scheme.places)
            if scheme.factor != 1:
                yield _told("factor", scheme.factor)
            if scheme.playing:
                yield _told("playing", scheme.playing)
        case WinBonus():
            yield _told(f"win_bonus_{scheme.shared}", scheme.bonus)
            yield from _inside(scheme.scheme)


def _raw_bonus(scheme: RawBonus) -> Iterable[str]:
    yield _(texts.SCHEME_SETTINGS["base"]) % {
        "base": number_shown(scheme.base, 3),
        "unit": number_shown(scheme.unit, 3),
    }
    for row in scheme.bonus:
        yield _(texts.SCHEME_SETTINGS["place_bonus"]) % {
            "size": len(row),
            "points": " · ".join(number_shown(points) for points in row),
        }
    if scheme.pot:
        yield _told("pot", scheme.pot)


def _inside(scheme: PointsScheme) -> Iterable[str]:
    """The scheme that another one builds on, by its name."""
    about, *rest = scheme_sentences(scheme)
    name = _(texts.SCHEME_NAMES[scheme.key])
    yield _("%(label)s: %(text)s") % {"label": name, "text": about}
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


def _told(setting: str, points: object) -> str:
    shown = number_shown(points)
    return _(texts.SCHEME_SETTINGS[setting]) % {"points": shown, setting: shown}
