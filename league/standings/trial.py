"""A season tried out under other rules, beside what holds: who moves, what a seat is worth."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.standings.compute import Objection, Standing, objections
from league.standings.contract import PointsScheme
from league.standings.exact import exact_sum
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_standing
from league.standings.seats import measure_seats
from league.standings.settings import SeatMean
from league.standings.table import Table
from league.standings.types import Adjustment, Entrant, PlayerId, Results

TOP = 10
_REMARK = "sum_not_zero"  # worth knowing, and scored all the same


@dataclass(frozen=True, slots=True)
class Way:
    """How to count; without a scheme every evening keeps its own."""

    rule: SeasonRule
    chain: tuple[str, ...]
    scheme: PointsScheme | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What a seat gave on average under both ways: None where nobody could score.

    ``place`` is None for all seats of the tables of this size.
    """

    size: int
    place: int | None
    seats: int
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Placing:
    """Where somebody stands under both ways; a rank is None where it is not given."""

    player: PlayerId
    before: int | None
    before_tied: bool
    before_points: Fraction | None
    after: int | None
    after_tied: bool
    after_points: Fraction | None

    @property
    def risen(self) -> int | None:
        """Ranks won, negative for ranks lost; None without a rank on both sides."""
        if self.before is None or self.after is None:
            return None
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Trial:
    """The comparison; ``placings`` in the order of the later table.

    ``tied_before`` and ``tied_after`` count the players who share a rank. Of the first ``top``
    of the earlier table ``stay`` are still among the first ``top``, and ``keep`` keep their rank.
    """

    matches: int
    worths: tuple[Worth, ...]
    placings: tuple[Placing, ...]
    tied_before: int
    tied_after: int
    top: int
    stay: int
    keep: int

    @property
    def moved(self) -> int:
        return sum(one.before != one.after for one in self.placings)

    @property
    def furthest(self) -> int:
        return max((abs(one.risen or 0) for one in self.placings), default=0)


def against(evenings: Iterable[Evening], scheme: PointsScheme) -> tuple[Objection, ...]:
    """Why the scheme cannot score some of these matches; it must be empty before comparing."""
    return tuple(
        found
        for evening in evenings
        for found in objections(evening.results, scheme, evening.settings)
        if found.code != _REMARK
    )


def compare(
    evenings: Sequence[Evening],
    *,
    before: Way,
    after: Way,
    entrants: Sequence[Entrant] = (),
    adjustments: Sequence[Adjustment] = (),
) -> Trial:
    """Both ways of counting the same season."""
    old = _standing(evenings, before, entrants, adjustments)
    new = _standing(evenings, after, entrants, adjustments)
    placings = _placings(old.table, new.table)
    top = min(TOP, sum(one.before is not None for one in placings))
    first = [one for one in placings if one.before is not None and one.before <= TOP]
    return Trial(
        matches=sum(len(evening.results.tables) for evening in evenings),
        worths=_worths(_measured(old), _measured(new)),
        placings=placings,
        tied_before=sum(one.before_tied for one in placings),
        tied_after=sum(one.after_tied for one in placings),
        top=max(top, len(first)),
        stay=sum(one.after is not None and one.after <= TOP for one in first),
        keep=sum(one.after == one.before for one in first),
    )


def _standing(
    evenings: Sequence[Evening],
    way: Way,
    entrants: Sequence[Entrant],
    adjustments: Sequence[Adjustment],
) -> Standing:
    ready = list(evenings)
    if way.scheme is not None:
        ready = [replace(evening, scheme=way.scheme) for evening in ready]
    if "seat_adjusted" in way.chain:
        ready = _with_seat_means(ready)
    return season_standing(
        ready if any(evening.weight for evening in ready) else (),
        entrants=entrants,
        adjustments=adjustments,
        rule=way.rule,
        chain=way.chain,
        with_cells=False,
    )


def _with_seat_means(evenings: Iterable[Evening]) -> list[Evening]:
    """What each seat gives, measured on all results that are scored alike."""
    parts: dict[str, list[Evening]] = defaultdict(list)
    for evening in evenings:
        parts[json.dumps(evening.scheme.to_json(), sort_keys=True)].append(evening)
    found: list[Evening] = []
    for some in parts.values():
        tables = tuple(table for evening in some for table in evening.results.tables)
        means: tuple[SeatMean, ...] = measure_seats(Results(tables=tables), some[0].scheme)
        found.extend(
            replace(evening, settings=replace(evening.settings, seat_means=means))
            for evening in some
        )
    return found


def _placings(old: Table, new: Table) -> tuple[Placing, ...]:
    then = {row.player: row for row in old.rows}
    now = {row.player: row for row in new.rows}
    found: list[Placing] = []
    for player in (*now, *(player for player in then if player not in now)):
        was, is_ = then.get(player), now.get(player)
        found.append(
            Placing(
                player=player,
                before=was.rank if was else None,
                before_tied=was.tied if was else False,
                before_points=was.points if was else None,
                after=is_.rank if is_ else None,
                after_tied=is_.tied if is_ else False,
                after_points=is_.points if is_ else None,
            )
        )
    return tuple(found)


_Seats = Mapping[tuple[int, int], Sequence[Fraction]]


def _measured(standing: Standing) -> _Seats:
    """The points of every scoring seat by table size and place."""
    found: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    for account in standing.ledger.accounts.values():
        for played in account.seats.values():
            award = played.award
            if award is not None and award.points is not None:
                size = played.scored.table.size
                found[size, award.place].append(award.points)
    return found


def _worths(old: _Seats, new: _Seats) -> tuple[Worth, ...]:
    """By size, the whole table first and then its places."""
    found: list[Worth] = []
    for size in sorted({size for size, _ in (*old, *new)}):
        places = sorted({place for each, place in (*old, *new) if each == size})
        before = [value for place in places for value in old.get((size, place), ())]
        after = [value for place in places for value in new.get((size, place), ())]
        found.append(Worth(size, None, len(after), _mean(before), _mean(after)))
        for place in places:
            ours, theirs = old.get((size, place), ()), new.get((size, place), ())
            found.append(Worth(size, place, len(theirs), _mean(ours), _mean(theirs)))
    return tuple(found)


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return exact_sum(values) / len(values) if values else None
