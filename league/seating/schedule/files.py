"""Reading instances and writing schedules as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.seating.errors import SeatingRefused
from league.seating.schedule.instance import Instance, Rounds
from league.seating.types import Objection, pair

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def instance_from(data: Json) -> Instance:
    """The instance written in a JSON object with `n`, `sizes` and, if need be, the rest.

    `sizes` is one list for all `rounds` or one list per round. Raises `SeatingRefused` with the
    code `bad_instance` and the name of the field that cannot be read.
    """
    if not isinstance(data, Mapping):
        raise _bad("instance")
    n = _whole(data, "n")
    rounds = _whole(data, "rounds")
    raw = _list(data, "sizes")
    if raw and isinstance(raw[0], Sequence) and not isinstance(raw[0], str):
        sizes = tuple(_numbers(row, "sizes") for row in raw)
    else:
        sizes = (_numbers(raw, "sizes"),) * rounds
    if len(sizes) != rounds:
        raise _bad("rounds")
    present = None
    if data.get("present") is not None:
        present = tuple(_numbers(row, "present") for row in _list(data, "present"))
        if all(len(players) == n for players in present):
            present = None
    fixed: dict[tuple[int, int], int] = {}
    for lock in _list(data, "fixed"):
        if not isinstance(lock, Mapping):
            raise _bad("fixed")
        place = (_whole(lock, "round"), _whole(lock, "player"))
        if fixed.setdefault(place, _whole(lock, "table")) != lock["table"]:
            raise SeatingRefused((Objection("player_twice", {"player": place[1]}),))
    clubs = _clubs(data)
    if clubs and len(clubs) != n:
        raise _bad("club")
    preferred = _whole(data, "preferred") if data.get("preferred") is not None else 4
    return Instance(
        n=n,
        sizes=usual_first(sizes, preferred, fixed),
        preferred=preferred,
        present=present,
        history=_rounds(data),
        apart=frozenset(pair(*_two(row)) for row in _list(data, "apart")),
        clubs=clubs,
        fixed=fixed,
        scores=_numbers(_list(data, "scores"), "scores"),
    )


def usual_first(
    sizes: tuple[tuple[int, ...], ...], preferred: int, fixed: Mapping[tuple[int, int], int]
) -> tuple[tuple[int, ...], ...]:
    """The same sizes per round, the preferred one at tables with locked seats as far as it goes.

    Somebody who always sits at one table should not have an unusual one every time.
    """
    arranged = []
    for number, row in enumerate(sizes):
        locked = sorted({table for (r, _), table in fixed.items() if r == number})
        if locked and locked[0] >= 0 and locked[-1] < len(row):
            others = [t for t in range(len(row)) if t not in set(locked)]
            best_first = sorted(row, key=lambda size: abs(size - preferred))
            placed = dict(zip([*locked, *others], best_first, strict=True))
            row = tuple(placed[t] for t in range(len(row)))
        arranged.append(row)
    return tuple(arranged)


def _bad(field: str) -> SeatingRefused:
    return SeatingRefused((Objection("bad_instance", {"field": field}),))


def _whole(data: Mapping[str, Json], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(name)
    return value


def _list(data: Mapping[str, Json], name: str) -> Sequence[Json]:
    value = data.get(name)
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise _bad(name)
    return value


def _numbers(row: Json, name: str) -> tuple[int, ...]:
    if isinstance(row, str) or not isinstance(row, Sequence):
        raise _bad(name)
    numbers = []
    for value in row:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _bad(name)
        numbers.append(value)
    return tuple(numbers)


def _two(row: Json) -> tuple[int, int]:
    numbers = _numbers(row, "apart")
    if len(numbers) != 2 or numbers[0] == numbers[1]:
        raise _bad("apart")
    return numbers[0], numbers[1]


def _rounds(data: Mapping[str, Json]) -> Rounds:
    found = []
    for played in _list(data, "history"):
        if isinstance(played, str) or not isinstance(played, Sequence):
            raise _bad("history")
        found.append(tuple(_numbers(table, "history") for table in played))
    return tuple(found)


def _clubs(data: Mapping[str, Json]) -> tuple[int | None, ...]:
    found: list[int | None] = []
    for club in _list(data, "club"):
        if club is not None and (not isinstance(club, int) or isinstance(club, bool)):
            raise _bad("club")
        found.append(club)
    return tuple(found)
