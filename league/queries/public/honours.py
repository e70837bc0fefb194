"""Streaks and badges: few, counted from confirmed results, each with the match that earned it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.queries.people.profiles import Match

COUNTS = (10, 50, 100, 250, 500, 1000)
ROW = 3  # so many wins in a row are a badge
WAYS = 3  # so many table sizes, seats or games to have won at


@dataclass(frozen=True, slots=True)
class Badge:
    """What was earned: a ``code`` with its number, and the match that made it full."""

    code: str
    count: int
    match: Match


@dataclass(frozen=True, slots=True)
class Honours:
    """Wins in a row: the most ever and those of now; and the badges, the latest first."""

    longest: int
    running: int
    badges: tuple[Badge, ...]


def of(matches: Sequence[Match]) -> Honours:
    """The honours of somebody's matches, given the latest first.

    A shared first place is no win: it ends no row of wins and begins none.
    """
    ordered = list(reversed(matches))
    longest, running, row_badges = _rows(ordered)
    won = [match for match in ordered if match.is_won]
    found = [
        *([Badge("first_win", 1, won[0])] if won else []),
        *(Badge("matches", n, ordered[n - 1]) for n in COUNTS if len(ordered) >= n),
        *(Badge("wins", n, won[n - 1]) for n in COUNTS if len(won) >= n),
        *row_badges,
        *_ways("won_sizes", won, lambda match: match.size),
        *_ways("won_seats", won, lambda match: match.seat),
        *_ways("won_games", won, lambda match: match.game),
    ]
    at = {id(match): place for place, match in enumerate(ordered)}
    found.sort(key=lambda badge: at[id(badge.match)], reverse=True)
    return Honours(longest, running, tuple(found))


def _rows(ordered: Iterable[Match]) -> tuple[int, int, list[Badge]]:
    longest = running = 0
    best: Badge | None = None
    for match in ordered:
        if match.is_won:
            running += 1
            if running > longest:
                longest = running
                best = Badge("in_a_row", running, match)
        elif match.is_lost:
            running = 0
    return longest, running, [best] if best is not None and longest >= ROW else []


def _ways(code: str, won: Iterable[Match], key: Callable[[Match], str | int]) -> Iterable[Badge]:
    """The newest way to have won that makes the number larger, from ``WAYS`` ways on."""
    seen: set[str | int] = set()
    last: Match | None = None
    for match in won:
        if key(match) not in seen:
            seen.add(key(match))
            last = match
    if last is not None and len(seen) >= WAYS:
        yield Badge(code, len(seen), last)
