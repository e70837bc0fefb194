"""What a player needs to reach a rank of a season: from the standing as it is shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from league import permissions
from league.core.enums import Audience, EventState
from league.core.errors import NotFound
from league.models import Event
from league.queries.standings import counting
from league.queries.standings.standings import payload
from league.standings import need
from league.standings import payload as plain
from league.standings.counted import evenings_of
from league.standings.exact import exact_sum
from league.standings.points import scheme_from_json
from league.standings.types import PlayerId

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Season
    from league.queries.standings.standings import Shown
    from league.standings.account import Account
    from league.standings.contract import PointsScheme
    from league.standings.payload import RowPayload
    from league.standings.table import Row, Table

USUAL_SIZE: Final = 4
MOST_SHOWN: Final = 12  # places of an evening


@dataclass(frozen=True, slots=True)
class Way:
    """The same place in all that is to come: what it gives, and where it leads.

    ``points`` are per coming unit; ``level`` says that the goal is met and not passed.
    """

    place: int
    points: Fraction
    value: Fraction
    rank: int
    reaches: bool
    level: bool


@dataclass(frozen=True, slots=True)
class Need:
    """The answer, exact under its assumption that nobody else gets another point.

    Attributes:
        row: the player's row as shown.
        rival: whose value is the goal; None where the rank is reached whatever happens.
        unit: what ``least`` is told for: a match or an evening.
        least: the fewest points per unit that are level with the rival; None where none suffice.
        is_steady: False where more may make less, so that only single ways can be told.
        ways: empty where the scheme looks at more than places.
        missing: matches or evenings that are missing to be ranked at all.
    """

    row: RowPayload
    rival: RowPayload | None
    goal: Fraction | None
    unit: str
    least: Fraction | None
    is_steady: bool
    ways: tuple[Way, ...]
    missing: int
    by_average: bool
    of_evenings: bool


@dataclass(frozen=True, slots=True)
class Start:
    """What a form begins with: who is there, what is planned, what is usual."""

    shown: Shown
    planned: int


def start(viewer: Actor, season: Season) -> Start:
    """The season's rows as the viewer sees them, and how many of its evenings are to come."""
    planned = (
        permissions.visible(Event.objects.all(), viewer)
        .filter(season=season, state__in=[EventState.PLANNED, EventState.OPEN])
        .count()
    )
    return Start(payload(season, viewer), planned)


def of_player(
    season: Season,
    shown: Shown,
    player_id: int,
    *,
    rank: int,
    evenings: int,
    matches: int | None = None,
    size: int | None = None,
) -> Need | None:
    """What leads ``player_id`` to ``rank``; None where this season cannot be told so.

    Either it ranks by something else than points or an average first, or what is shown cannot
    be computed from what is stored now.

    Args:
        matches: on each evening; what is usual for the player when left out.
        size: of the tables; the same.
    """
    row = next((row for row in shown.payload["rows"] if row["player"] == player_id), None)
    if row is None:
        raise NotFound("not_found")
    standing = counting.explained(
        counting.count_at(
            season,
            as_of=shown.as_of,
            moment=counting.LATEST,
            public=shown.audience == Audience.PUBLIC,
        ),
        with_cells=False,
    )
    table, ledger, player = standing.table, standing.ledger, PlayerId(player_id)
    computed = next((one for one in table.rows if one.player == player_id), None)
    if computed is None or not _can_tell(table, computed, row):
        return None
    account = ledger.account(player)
    matches = matches or _usual_matches(account)
    of = need.outlook(
        ledger.counted(player),
        adjusted=exact_sum(one.points for one in ledger.adjustments(player)),
        evenings=evenings,
        matches=matches,
    )
    others = sorted(_values(table, without=player), key=lambda pair: pair[1], reverse=True)
    rival, goal = others[rank - 1] if rank <= len(others) else (None, None)
    steady = of.is_steady
    return Need(
        row=row,
        rival=next((one for one in shown.payload["rows"] if one["player"] == rival), None),
        goal=goal,
        unit=of.rule.counted_unit,
        least=need.least(of, goal) if goal is not None and steady else None,
        is_steady=steady,
        ways=_ways(
            of,
            _per_place(scheme_from_json(season.scheme), of, size or _usual_size(account)),
            [value for _player, value in others],
            goal,
        ),
        missing=_missing(computed, of),
        by_average=of.rule.by_average,
        of_evenings=of.rule.kind == "evening_places",
    )


def _can_tell(table: Table, computed: Row, row: RowPayload) -> bool:
    first = table.chain[0] if table.chain else ""
    by_average = table.rule is not None and table.rule.by_average
    if first not in need.MEASURES or (first == "average") != by_average:
        return False
    return computed.rank == row["rank"] and plain.values_of(computed, table.chain) == row["values"]


def _values(table: Table, *, without: int) -> list[tuple[int, Fraction]]:
    """What every other ranked player has of that which is compared first."""
    by_average = table.rule is not None and table.rule.by_average
    return [
        (row.player, value)
        for row in table.rows
        if row.rank is not None
        and row.player != without
        and (value := row.average if by_average else row.points) is not None
    ]


def _per_place(scheme: PointsScheme, of: need.Outlook, size: int) -> tuple[Fraction, ...]:
    """What each place gives per coming unit; nothing where places alone do not say."""
    if of.rule.kind == "evening_places":
        return of.rule.places[:MOST_SHOWN]
    row = scheme.row(size) if scheme.by_places and scheme.covers(size) else None
    if row is None:
        return ()
    times = 1 if of.rule.counted_unit == "matches" else of.matches
    return tuple(points * times for points in row)


def _ways(
    of: need.Outlook, per_place: tuple[Fraction, ...], others: list[Fraction], goal: Fraction | None
) -> tuple[Way, ...]:
    found = []
    for place, points in enumerate(per_place, start=1):
        value = of.value(points)
        found.append(
            Way(
                place=place,
                points=points,
                value=value,
                rank=1 + sum(other > value for other in others),
                reaches=goal is None or value >= goal,
                level=value == goal,
            )
        )
    return tuple(found)


def _missing(row: Row, of: need.Outlook) -> int:
    """What is missing to be ranked after all that is to come."""
    if row.have is None or row.need is None:
        return 0
    unit = of.rule.minimum_unit or of.rule.unit
    coming = of.evenings * of.matches if unit == "matches" else of.evenings
    return max(0, row.need - row.have - coming)


def _usual_matches(account: Account) -> int:
    evenings = len(evenings_of(account))
    return max(1, round(account.sums.matches / evenings)) if evenings else 1


def _usual_size(account: Account) -> int:
    sizes = Counter(len(seat.scored.table.seats) for seat in account.played)
    return sizes.most_common(1)[0][0] if sizes else USUAL_SIZE
