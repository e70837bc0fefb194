"""How well the bots play: every figure that was measured, game by game, on one page for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import ladder
from games.catalogue import playable
from games.core.levels import LEVELS, SMART, STRONG
from league.web.play.bot_words import bot_means, bot_words
from league.web.rendering import page

if TYPE_CHECKING:
    from games.core.package import GamePackage


@dataclass(frozen=True, slots=True)
class Level:
    """A level of bots, and what it does in a sentence."""

    name: str
    means: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A level at tables of so many seats: out of 100 how often it was ahead, or won.

    ``against`` is the level on the other seats; ``low`` and ``high`` are the ends of the range in
    which the true figure lies 19 times out of 20.
    """

    level: str
    against: str
    size: int
    matches: int
    ahead: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class GameLadder:
    """The bots of one game.

    Attributes:
        rungs: each level against the one below, by size, the weakest first.
        among: one strong player among three that play well; None where it was not measured.
        unmeasured: levels that the game has and no figure speaks of.
    """

    key: str
    title: str
    rungs: tuple[Figure, ...]
    among: Figure | None
    unmeasured: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LadderPage:
    """All levels, and how they do in each game that has bots."""

    levels: tuple[Level, ...]
    games: tuple[GameLadder, ...]
    fair: int  # of 100 matches, for each of four who are equally good


@require_safe
def ladder_page(request: HttpRequest) -> HttpResponse:
    """The figures as they are kept in ``games/ladder.json``, for anybody."""
    context = LadderPage(
        levels=tuple(Level(bot_words(name), bot_means(name)) for name in LEVELS),
        games=tuple(_game(package) for package in playable()),
        fair=round(100 / ladder.TABLE),
    )
    return page(request, "league/play/ladder.html", context)


def _game(package: GamePackage) -> GameLadder:
    rungs = ladder.rungs(package.key, package.edition)
    among = ladder.among(package.key, package.edition)
    spoken = {name for rung in rungs for name in (rung.level, rung.below)}
    return GameLadder(
        key=package.key,
        title=_(package.title),
        rungs=tuple(_figure(rung, rung.level, rung.below, rung.size) for rung in rungs),
        among=None if among is None else _figure(among, STRONG, SMART, ladder.TABLE),
        unmeasured=tuple(bot_words(name) for name in package.bots if name not in spoken),
    )


def _figure(found: ladder.Rung | ladder.Among, level: str, against: str, size: int) -> Figure:
    return Figure(
        level=bot_words(level),
        against=bot_words(against),
        size=size,
        matches=found.matches,
        ahead=round(100 * found.share),
        low=round(100 * found.low),
        high=round(100 * found.high),
    )
