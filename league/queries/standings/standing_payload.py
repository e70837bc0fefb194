"""A computed standing as plain data, with the names that each audience sees."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from django.utils import translation

from league import snapshots
from league.core.enums import Audience
from league.models import Club, Player, Season, Stage
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counting
from league.queries.standings.counting import LATEST, Moment
from league.standings import payload as plain
from league.standings.counted import cells
from league.standings.payload import TablePayload
from league.standings.points import scheme_from_json
from league.standings.season import season_ledger, table_of
from league.standings.types import PlayerId
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.models import Event
    from league.queries.standings.counting import Counted, Scope
    from league.standings.contract import PointsScheme
    from league.standings.ledger import Ledger
    from league.standings.table import Cell, Table
    from league.standings.types import ReasonId

# More evenings of players than this are not told one by one: nobody reads such a matrix.
MOST_EVENING_CELLS: Final = 20_000
ZERO: Final = Fraction(0)


class EveningPoints(TypedDict):
    """What one evening gave a player; ``counted`` is False where the season's rule drops it."""

    exact: str
    shown: str
    matches: int
    counted: bool


class EveningPayload(TypedDict):
    """One event of a season; the keys of ``points`` are ids of players, as text."""

    event: int
    slug: str
    name: str
    day: str
    points: dict[str, EveningPoints]


class StandingPayload(TablePayload):
    """A table as ``league.standings.payload`` describes it, and the ``id`` of its scope.

    A season has its ``evenings`` in order, and no cells in its rows (a long one would have tens
    of thousands); a stage has cells and no evenings. A season of more than
    ``MOST_EVENING_CELLS`` evenings of players has no evenings either.
    """

    id: int
    evenings: list[EveningPayload]


class EveningPart(NamedTuple):
    """What one evening gave one player."""

    event: int
    points: Fraction
    matches: int
    counted: bool


@dataclass(frozen=True, slots=True)
class Built:
    """A computed standing with the names that each audience sees.

    ``names`` are the public ones of everybody concerned, listed or not.
    """

    table: Table
    live: StandingPayload
    public: StandingPayload
    names: Mapping[PlayerId, str]

    def body(self, audience: Audience) -> bytes:
        return snapshots.canonical(self.live if audience == Audience.LIVE else self.public)


@dataclass(frozen=True, slots=True)
class SeasonRun:
    """A season ranked from all its results, with the ledger it was ranked by."""

    table: Table
    ledger: Ledger
    parts: Mapping[PlayerId, tuple[EveningPart, ...]]


def build(scope: Scope, *, as_of: int, moment: Moment = LATEST) -> Built:
    """Computes a standing as of a position, in the club's language, for both audiences.

    A pure function of what is stored: the same position always gives the same bytes.
    """
    made = build_counted(counting.count_at(scope, as_of=as_of, moment=moment))
    return for_public(made, scope, as_of=as_of, moment=moment)


def for_public(made: Built, scope: Scope, *, as_of: int, moment: Moment = LATEST) -> Built:
    """``made`` with a public standing that leaves out what is kept back."""
    if not counting.keeps_back(scope):
        return made
    told = counting.count_at(scope, as_of=as_of, moment=moment, public=True)
    return replace(made, public=build_counted(told).public)


def build_counted(counted: Counted) -> Built:
    """``build`` for what has been counted already."""
    scope = counted.scope
    if isinstance(scope, Season):
        return build_season(counted, run_season(counted, scope))
    return assembled(
        scope,
        counted.club,
        counting.ranked(counted),
        people=counted.people,
        reasons=counted.reasons,
        scheme=counted.evenings[0].scheme,
    )


@counting.countable()
def run_season(counted: Counted, season: Season) -> SeasonRun:
    """Ranks a season from all its results."""
    rule = rule_of(season)
    evenings = counted.evenings if any(one.weight for one in counted.evenings) else ()
    ledger = season_ledger(evenings, rule=rule, adjustments=counted.adjustments)
    table = table_of(ledger, entrants=counted.entrants, chain=tuple(season.chain), with_cells=False)
    listed = [row.player for row in table.rows if row.player in ledger.accounts]
    return SeasonRun(table, ledger, {player: parts_of(ledger, player) for player in listed})


def build_season(counted: Counted, run: SeasonRun) -> Built:
    """The standing of a season that has been ranked."""
    scope = counted.scope
    total = sum(len(parts) for parts in run.parts.values())
    evenings: list[EveningPayload] = []
    if total <= MOST_EVENING_CELLS:
        evenings = evening_payloads(counted.events, counted.club, run.parts)
    return assembled(
        scope,
        counted.club,
        run.table,
        people=counted.people,
        reasons=counted.reasons,
        scheme=scheme_from_json(scope.scheme),
        evenings=evenings,
    )


def assembled(
    scope: Scope,
    club: Club,
    table: Table,
    *,
    people: Mapping[int, Player],
    reasons: Mapping[ReasonId, str],
    scheme: PointsScheme,
    evenings: list[EveningPayload] | None = None,
) -> Built:
    """A table with its names."""
    with translation.override(club.language):
        public = named(people.values(), club, full=False)
        full = named(people.values(), club, full=True)
    base = plain.to_json(
        table, names=public, reasons=reasons, scheme=scheme, cells=isinstance(scope, Stage)
    )
    shown: StandingPayload = {**base, "id": scope.pk, "evenings": evenings or []}
    return Built(table, plain.with_names(shown, full), shown, public)


def named(people: Iterable[Player], club: Club, *, full: bool) -> dict[PlayerId, str]:
    shown = names.shown(people, club, full=full)
    return {PlayerId(pk): row.name for pk, row in shown.items()}


# --- evenings of a season -------------------------------------------------------------------


def parts_of(ledger: Ledger, player: PlayerId) -> tuple[EveningPart, ...]:
    """What each evening gave a player, by the id of the event."""
    return evening_parts(cells(ledger.account(player), ledger.counted(player)))


def evening_parts(found: Iterable[Cell]) -> tuple[EveningPart, ...]:
    told: dict[int, list[Cell]] = defaultdict(list)
    for cell in found:
        if cell.points is not None:
            told[cell.event].append(cell)
    return tuple(
        EveningPart(
            event,
            sum((cell.points * cell.weight for cell in some if cell.points is not None), ZERO),
            sum(cell.kind == "match" for cell in some),
            any(cell.counted for cell in some),
        )
        for event, some in sorted(told.items())
    )


def evening_payloads(
    events: Iterable[Event], club: Club, parts: Mapping[PlayerId, Iterable[EveningPart]]
) -> list[EveningPayload]:
    """The evenings that gave somebody something, in the order of ``events``."""
    points: dict[int, dict[str, EveningPoints]] = defaultdict(dict)
    for player, some in sorted(parts.items()):
        for part in some:
            points[part.event][str(player)] = {
                **plain.number(part.points),
                "matches": part.matches,
                "counted": part.counted,
            }
    zone = wall_time.zone_of(club)
    return [
        {
            "event": event.pk,
            "slug": event.slug,
            "name": event.name,
            "day": wall_time.day_of(event.starts_at, zone).isoformat(),
            "points": points[event.pk],
        }
        for event in events
        if event.pk in points
    ]
