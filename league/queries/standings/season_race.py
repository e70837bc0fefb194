"""How the ranks of a season went from evening to evening, as its table on show counts them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from django.core.cache import cache

from league.core.enums import Audience
from league.core.errors import Uncountable
from league.models import Adjustment
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counting
from league.standings.race import ranks_by_event
from league.times import wall_time

if TYPE_CHECKING:
    from datetime import datetime

    from league.models import Season
    from league.queries.standings.standings import Shown
    from league.standings.types import Adjustment as Given
    from league.standings.types import EventId

_KEPT_S: Final = 24 * 3600
_FAILURE_KEPT_S: Final = 60
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class RaceStep:
    """An evening of the race; ``ranks`` are those after it, of everybody who had one."""

    event: int
    day: date
    name: str
    ranks: dict[int, int]


def of_season(season: Season, shown: Shown) -> tuple[RaceStep, ...]:
    """Every evening that ``shown``, the whole season's standing, tells of, with the ranks after it.

    Counted from what that standing was counted from: whoever sees the published one learns
    nothing that is held back from it, and the last step is that standing itself. Kept as long as
    the standing is the same.
    """
    told = shown.payload["evenings"]
    if not told or not shown.is_published:
        return ()
    key = f"season-race:{_FORMAT}:{season.pk}:{shown.audience}:{shown.etag}"
    ranks: dict[int, dict[int, int]] | None = cache.get(key)
    if ranks is None:
        try:
            ranks = _counted(season, shown)
        except Uncountable:
            ranks = {}  # asked by every visitor: not counted in vain each time
        cache.set(key, ranks, _KEPT_S if ranks else _FAILURE_KEPT_S)
    known = {row["player"]: row["rank"] for row in shown.payload["rows"]}
    now = {player: rank for player, rank in known.items() if rank is not None}
    steps = [
        RaceStep(
            event=one["event"],
            day=date.fromisoformat(one["day"]),
            name=one["name"],
            ranks={pk: rank for pk, rank in ranks[one["event"]].items() if pk in known},
        )
        for one in told
        if one["event"] in ranks
    ]
    if steps:
        last = steps[-1]
        steps[-1] = RaceStep(last.event, last.day, last.name, now)
    return tuple(steps)


@counting.countable()
def _counted(season: Season, shown: Shown) -> dict[int, dict[int, int]]:
    counted = counting.count(season, as_of=shown.as_of, public=shown.audience == Audience.PUBLIC)
    evenings = counted.evenings if any(one.weight for one in counted.evenings) else ()
    found = ranks_by_event(
        evenings,
        entrants=counted.entrants,
        adjustments=_by_event(season, counted),
        rule=rule_of(season),
        chain=tuple(season.chain),
    )
    return {int(event): {int(pk): rank for pk, rank in ranks.items()} for event, ranks in found}


def _by_event(season: Season, counted: counting.Counted) -> dict[EventId, list[Given]]:
    """The season's own penalties and bonuses by the first event by the end of whose day they were
    given; what came after the last one stands in the table alone."""
    given: dict[EventId, list[Given]] = defaultdict(list)
    if not counted.adjustments:
        return given
    zone = wall_time.zone_of(season)
    ends: list[tuple[datetime, EventId]] = []
    for evening in counted.evenings:
        event = next(one for one in counted.events if one.pk == evening.event)
        day = wall_time.day_of(event.starts_at, zone)
        ends.append((wall_time.span(day, day, zone)[1], evening.event))
    pks = [one.reason for one in counted.adjustments]
    at = dict(Adjustment.objects.filter(pk__in=pks).values_list("pk", "created_at"))
    for one in counted.adjustments:
        after = next((event for end, event in sorted(ends) if at[one.reason] < end), None)
        if after is not None:
            given[after].append(one)
    return given
