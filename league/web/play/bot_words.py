"""How well bots play, in words and as measured."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import ladder
from games.core.package import GamePackage


@dataclass(frozen=True, slots=True)
class Measured:
    """A bot against another: in how many of 100 it was ahead, and where that lies for certain."""

    bot: str
    against: str
    ahead: int
    low: int
    high: int


def bot_words(bot: str) -> str:
    """How well a bot plays; empty for a seat without one."""
    words = {
        "random": _("plays at random"),
        "easy": _("easy to beat"),
        "smart": _("plays well"),
        "strong": _("plays strongly"),
    }
    return words.get(bot, bot)


def bot_means(level: str) -> str:
    """What bots of a level do, in one sentence."""
    means = {
        "random": _("Picks any move that the rules allow."),
        "easy": _("Knows good moves, and makes one about every second time."),
        "smart": _("Makes the move that looks best right now, by rules of thumb."),
        "strong": _(
            "Tries its choices many times over, guessing what it can't see, and picks the one that "
            "turns out best."
        ),
    }
    return means[level]


def measured(package: GamePackage, size: int) -> tuple[Measured, ...]:
    """What matches among bots at tables of this size gave, the best first."""
    return tuple(
        Measured(
            bot_words(rung.level),
            bot_words(rung.below),
            round(100 * rung.share),
            round(100 * rung.low),
            round(100 * rung.high),
        )
        for rung in reversed(ladder.rungs(package.key, package.edition))
        if rung.size == size
    )
