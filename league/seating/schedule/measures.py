"""What a finished schedule is worth: repeats, short tables, seats, bans, and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

from league.seating.schedule.instance import Instance, pairs_of
from league.seating.types import Pair

REPEAT = 1000
AGAIN = 50
"""What a third meeting of two costs beyond two second ones, so that of equal costs the even one
wins; a fourth costs so much more three times over."""

APART = 40_000
SAME_CLUB = 300
OFF_SIZE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The figures of a schedule, over the new rounds together with the history.

    `repeats` counts new meetings of pairs who met before, `repeat_cost` each as often as the pair
    had met, m(m-1)/2 for m meetings; `most_meetings` is the largest number of meetings of any
    pair that meets in the new rounds. `short_table_spread` compares those who play
    most rounds: the difference between most and fewest tables of unusual size. `seat_deviation` is
    the largest distance of any player's number of times in a seat from the fair share. `cost` is
    in thousandths of a repeat.
    """

    repeats: int
    repeat_cost: int
    most_meetings: int
    apart_broken: int
    club_meetings: int
    short_table_spread: int
    seat_deviation: float
    cost: int


def meetings_cost(before: int, new: int) -> int:
    """What `new` further meetings of a pair cost that has met `before` times: 1000, 2050, 3150 …"""
    thirds = comb(before + new, 3) - comb(before, 3)
    return REPEAT * repeat_cost(before, new) + AGAIN * thirds


def repeat_cost(before: int, new: int) -> int:
    """The same in repeats: 1 for the second meeting, 2 for the third, m(m-1)/2 for m of them."""
    return new * before + new * (new - 1) // 2


@dataclass(frozen=True, slots=True)
class Meetings:
    """What the meetings of a schedule come to; `cost` leaves short tables out."""

    repeats: int
    repeat_cost: int
    most_meetings: int
    apart_broken: int
    club_meetings: int
    cost: int


def meetings(
    instance: Instance, rounds: Sequence[Sequence[Sequence[int]]], before: Mapping[Pair, int]
) -> Meetings:
    """The meetings of these rounds after those of `before`."""
    repeats = again = most = broken = clubs = cost = 0
    belongs = instance.clubs or (None,) * instance.n
    for key, times in pairs_of(rounds).items():
        earlier = before.get(key, 0)
        if earlier or times > 1:
            repeats += times if earlier else times - 1
            again += repeat_cost(earlier, times)
            cost += meetings_cost(earlier, times)
        if earlier + times > most:
            most = earlier + times
        a, b = key
        if belongs[a] is not None and belongs[a] == belongs[b]:
            clubs += times
        if key in instance.apart:
            broken += times
    cost += APART * broken + SAME_CLUB * clubs
    return Meetings(repeats, again, most, broken, clubs, cost)


def measure(
    instance: Instance,
    rounds: Sequence[Sequence[Sequence[int]]],
    before: Mapping[Pair, int] | None = None,
) -> Measures:
    """The figures of these rounds, whoever made them; `before` as for `bounds`."""
    met = meetings(instance, rounds, pairs_of(instance.history) if before is None else before)
    off, played = off_sizes(instance, rounds)
    return Measures(
        repeats=met.repeats,
        repeat_cost=met.repeat_cost,
        most_meetings=met.most_meetings,
        apart_broken=met.apart_broken,
        club_meetings=met.club_meetings,
        short_table_spread=spread_of(off, played),
        seat_deviation=seat_deviation(instance, rounds),
        cost=met.cost + OFF_SIZE * sum(o * o for o in off),
    )


def off_sizes(
    instance: Instance, rounds: Sequence[Sequence[Sequence[int]]]
) -> tuple[list[int], list[int]]:
    """Per player the tables of unusual size and all tables, history included."""
    off = [0] * instance.n
    played = [0] * instance.n
    for tables in (*instance.history, *rounds):
        for table in tables:
            for player in table:
                played[player] += 1
            if len(table) != instance.preferred:
                for player in table:
                    off[player] += 1
    return off, played


def spread_of(off: Sequence[int], played: Sequence[int]) -> int:
    """Most less fewest short tables among those who play most rounds."""
    busiest = max(played, default=0)
    counted = [o for o, games in zip(off, played, strict=True) if games == busiest]
    return max(counted, default=0) - min(counted, default=0)


def seat_deviation(instance: Instance, rounds: Sequence[Sequence[Sequence[int]]]) -> float:
    """The largest distance of a player's count of one seat from the fair share."""
    seats = max((len(t) for ts in (*instance.history, *rounds) for t in ts), default=0)

    shares: list[dict[int, int]] = [{} for _ in range(instance.n)]
    had = [[0] * seats for _ in range(instance.n)]
    for tables in (*instance.history, *rounds):
        for table in tables:
            size = len(table)
            for seat, player in enumerate(table):
                had[player][seat] += 1
                sizes = shares[player]
                sizes[size] = sizes.get(size, 0) + 1
    worst = 0.0
    for row, sizes in zip(had, shares, strict=True):
        if len(sizes) == 1:
            ((size, times),) = sizes.items()
            fair = times / size
            worst = max(worst, max(row) - fair, fair - min(row[:size]))
            continue
        for seat, times in enumerate(row):
            fair = sum(games / size for size, games in sizes.items() if seat < size)
            worst = max(worst, abs(times - fair))
    return round(worst, 3)
