"""How much of a stage is in a standing: the rounds that are played out, and those under way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from league.core.enums import RoundState, SeatingState
from league.models import MatchRecord, Seat, Table
from league.queries.standings.counted_rows import standing_at

if TYPE_CHECKING:
    from league.models import Stage
    from league.queries.standings.standings import Shown


@dataclass(frozen=True, slots=True)
class PlayedRounds:
    """Numbers of rounds; of those in ``partly`` some tables count and some do not yet."""

    whole: tuple[int, ...]
    partly: tuple[int, ...]


def of_stage(stage: Stage, shown: Shown) -> PlayedRounds:
    """The rounds of ``shown`` of which a result counts in it; open play knows none.

    A round that was closed is over, also where a table of it never handed in a result.
    """
    numbers = {one["round"] for one in shown.payload["rounds"]}
    counts = MatchRecord.objects.filter(standing_at(shown.as_of), table=OuterRef("pk"))
    tables = Table.objects.filter(
        Exists(Seat.objects.filter(table=OuterRef("pk"))),
        seating__round__stage=stage,
        seating__round__is_rolling=False,
        seating__round__number__in=numbers,
        seating__state=SeatingState.PUBLISHED,
    ).annotate(counts=Exists(counts))
    settled: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for number, state, is_in in tables.values_list(
        "seating__round__number", "seating__round__state", "counts"
    ):
        settled[number, state].append(is_in)
    begun = sorted(key for key, found in settled.items() if any(found))
    partly = [
        (number, state)
        for number, state in begun
        if state != RoundState.CLOSED and not all(settled[number, state])
    ]
    return PlayedRounds(
        whole=tuple(number for number, state in begun if (number, state) not in partly),
        partly=tuple(number for number, _ in partly),
    )
