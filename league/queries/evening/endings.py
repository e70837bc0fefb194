"""When running tables of open play are expected to end."""

from __future__ import annotations

from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING

from django.db.models import Min

from league.models import Clock, Table
from league.queries.evening import clocks

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from league.models import Round

# The last matches of a game say how long one lasts; fewer than these say nothing yet.
LAST, FEWEST = 40, 3
# What was written down days later, or at once by mistake, tells no time.
SHORTEST, LONGEST = timedelta(minutes=2), timedelta(hours=6)


def usual_lengths(games: Collection[int]) -> dict[int, timedelta]:
    """How long a match of each game lasts: the median of the club's last ones.

    From the moment its table was published to its first sheet. ``games`` are ids of ``ClubGame``,
    which belong to one club; a game with fewer than three such matches is left out.
    """
    found = {}
    for game in games:
        times = (
            Table.objects.filter(ruleset__club_game=game, record_version__gt=0)
            .exclude(played_at=None)
            .annotate(first=Min("records__reported_at"))
            .order_by("-played_at", "-pk")
            .values_list("played_at", "first")[:LAST]
        )
        lengths = [
            length
            for start, first in times
            if start and first and SHORTEST <= (length := first - start) <= LONGEST
        ]
        if len(lengths) >= FEWEST:
            found[game] = median(lengths)
    return found


def expected(tables: Collection[Table], round_: Round) -> dict[int, datetime]:
    """When these tables of the round end, by id: after the usual length, or when time is called.

    Whichever comes first of the two. A table of which neither is known, or whose clock is held, is
    left out.
    """
    usual = usual_lengths({table.ruleset.club_game_id for table in tables})
    faces = clocks.read(list(Clock.objects.filter(round=round_)))
    found = {}
    for table in tables:
        length, face = usual.get(table.ruleset.club_game_id), faces.of(table.pk)
        if face is not None and not face.is_running:
            continue
        ends = [
            table.played_at + length if length and table.played_at else None,
            face.ends_at if face is not None else None,
        ]
        known = [end for end in ends if end is not None]
        if known:
            found[table.pk] = min(known)
    return found
