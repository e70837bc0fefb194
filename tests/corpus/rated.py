"""Ratings of a club's own tables, from its file alone and from what the service keeps."""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from league.core.enums import RatingKind
from league.models import Rating, RatingScope
from league.ratings.elo_pairs import EloPairs
from league.ratings.replay import Match, canonical, play
from tests.corpus.published import group_of

# What the club plays by: 64 at stake, shared among the pairs of a table; start 1000.
SETTINGS = {"k": 64.0, "start": 1000.0}
Rated = dict[tuple[str, str], float]


def expected(path: Path, column: str) -> Rated:
    """The ratings of a table with one row per size of table and player."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["game_size"], row["player"]): float(row[column]) for row in csv.DictReader(file)
        }


def from_file(path: Path, *, match: str, place: str) -> Rated:
    """Elo by pairs over all matches, and over those of each size of table alone."""
    seats: dict[int, list[tuple[int, int]]] = defaultdict(list)
    names: list[str] = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["player"] not in names:
                names.append(row["player"])
            seats[int(row[match])].append((names.index(row["player"]), int(row[place])))
    when = datetime(2000, 1, 1, tzinfo=UTC)
    matches = [Match(number, when, *canonical(seats[number])) for number in sorted(seats)]
    found: Rated = {}
    for size in ("All", *sorted({group_of(len(match.players)) for match in matches})):
        chosen = [m for m in matches if size in {"All", group_of(len(m.players))}]
        states: dict[int, tuple[float, float, int]] = {}
        for _ in play(EloPairs(k=64.0), chosen, states):
            pass
        found |= {(size, names[player]): state[0] for player, state in states.items()}
    return found


def from_service() -> Rated:
    """What is stored for the one club's one game."""
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)
    rows = Rating.objects.filter(scope=scope).values_list("player__name", "value")
    return {("All", name): value for name, value in rows}
