"""Counts and averages of a club's own tables, recomputed from what the service stores."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from league.core.enums import RecordState
from league.models import MatchRecord, Season

TOLERANCE = Fraction(6, 1000)
TENS = 10


class Line(NamedTuple):
    """What a club says of one player at one table size ("All", "3-4", "5-6" …)."""

    matches: int
    firsts: int
    seconds: int
    thirds: int


@dataclass(frozen=True)
class Published:
    """The lines of a published table with the averages as printed."""

    lines: dict[tuple[str, str], Line]
    averages: dict[tuple[str, str], Fraction]


def published(path: Path) -> Published:
    """Reads a published table: one row per table size and player."""
    lines: dict[tuple[str, str], Line] = {}
    averages: dict[tuple[str, str], Fraction] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["game_size"], row["player"])
            lines[key] = Line(
                int(row["games"]),
                int(row["pub_firsts"]),
                int(row["pub_seconds"]),
                int(row["pub_thirds"]),
            )
            averages[key] = Fraction(row["pub_avg_points"])
    return Published(lines, averages)


def recomputed(season: Season) -> Published:
    """The same from the confirmed records of a season.

    Places are counted without gaps (1, 2, 2, 3). Points above the target of a match count as
    the target, and ten is what the target is worth.
    """
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    shares: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
    records = MatchRecord.objects.filter(
        stage__event__season=season, state=RecordState.CONFIRMED
    ).prefetch_related("scores__entry__player")
    for record in records:
        scores = list(record.scores.all())
        scale = 10 ** record.outcome["scale"]
        target = Fraction(str(record.sheet["target"]))
        steps = sorted({score.place for score in scores})
        for score in scores:
            dense = 1 + steps.index(score.place)
            points = Fraction(score.points or 0, scale)
            for size in ("All", group_of(len(scores))):
                key = (size, score.entry.player.name)
                counts[key][0] += 1
                if dense <= 3:
                    counts[key][dense] += 1
                shares[key].append(min(points, target) / target * TENS)
    return Published(
        {key: Line(*each) for key, each in counts.items()},
        {key: sum(each, Fraction(0)) / len(each) for key, each in shares.items()},
    )


def group_of(size: int) -> str:
    """The pair of table sizes that are counted together: 3-4, 5-6, 7-8."""
    low = size if size % 2 else size - 1
    return f"{low}-{low + 1}"


def differing_averages(ours: Published, theirs: Published) -> list[tuple[str, str]]:
    """The keys whose average differs by more than the rounding of the print."""
    return [
        key
        for key, average in theirs.averages.items()
        if abs(ours.averages[key] - average) > TOLERANCE
    ]
