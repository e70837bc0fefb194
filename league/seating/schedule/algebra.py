"""Schedules without any repeat by construction, in milliseconds for thousands of players.

Tables of k from T tables: the players are pairs (x, c) of a ring element x, of T, and a column c,
of k. In the round with multiplier a, player (x, c) sits at table x + a·u(c). Two players of
different columns meet under the multipliers a and b only if (a - b)·(u(c) - u(d)) = 0, players of
one column never. So every choice of columns u and multipliers a whose differences have products
other than zero gives a schedule; one column stands for one seat, so seats rotate as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

Table = list[int]
Round = list[Table]


def factors(number: int) -> list[tuple[int, int]]:
    """The prime powers of a number as (prime, exponent), smallest prime first."""
    found = []
    prime = 2
    while prime * prime <= number:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    if number > 1:
        found.append((number, 1))
    return found


@lru_cache(maxsize=32)
def field_tables(prime: int, exponent: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Addition and multiplication of the field with prime**exponent elements 0..q-1.

    An element is the number whose digits to the base `prime` are its coefficients.
    """
    q = prime**exponent
    digits = [[x // prime**i % prime for i in range(exponent)] for x in range(q)]

    def number(row: Sequence[int]) -> int:
        return sum(d % prime * prime**i for i, d in enumerate(row))

    plus = tuple(
        tuple(number([a + b for a, b in zip(digits[x], digits[y], strict=True)]) for y in range(q))
        for x in range(q)
    )
    for low in product(range(prime), repeat=exponent):
        # x^exponent = -(low); a field exactly when no two elements other than 0 multiply to 0.
        times = tuple(
            tuple(number(_reduced(digits[x], digits[y], low, prime)) for y in range(q))
            for x in range(q)
        )
        if all(times[x][y] for x in range(1, q) for y in range(1, q)):
            return plus, times
    raise AssertionError("every prime power has a field")


def _reduced(a: Sequence[int], b: Sequence[int], low: Sequence[int], prime: int) -> list[int]:
    degree = len(low)
    full = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            full[i + j] += x * y
    for top in range(2 * degree - 2, degree - 1, -1):
        for i, coefficient in enumerate(low):
            full[top - degree + i] -= full[top] * coefficient
        full[top] = 0
    return [x % prime for x in full[:degree]]


def transversal(tables: int, size: int, rounds: int) -> list[Round] | None:
    """So many rounds at so many equal tables without a repeat, or None where this method fails.

    Player (x, c) has number c·tables + x, so that the last column are the highest numbers. Seats
    rotate: everybody has every seat equally often, to within one.
    """
    if tables < size:
        return None
    found = _modular(tables, size, rounds) or _by_fields(tables, size, rounds)
    extra = False
    if found is None and tables % size == 0 and rounds > 1:
        found = _modular(tables, size, rounds - 1) or _by_fields(tables, size, rounds - 1)
        extra = found is not None
    if found is None:
        return None
    schedule = [
        [[c * tables + x for c, x in enumerate(table)] for table in places] for places in found
    ]
    if extra:
        # Players of one column have not met at all: the columns themselves are one more round.
        schedule.append(
            [
                list(range(c * tables + t, c * tables + t + size))
                for c in range(size)
                for t in range(0, tables, size)
            ]
        )
        return schedule
    for number, round_ in enumerate(schedule):
        turn = number % size
        if turn:
            for table in round_:
                table[:] = table[turn:] + table[:turn]
    return schedule


def _modular(tables: int, size: int, rounds: int) -> list[list[list[int]]] | None:
    """Integers modulo the number of tables, with multipliers chosen one by one."""
    if (size - 1) * (rounds - 1) < tables:
        multipliers: list[int] | None = list(range(rounds))
    else:
        multipliers = _greedy(tables, size, rounds)
    if multipliers is None:
        return None
    return [
        [[(t - a * c) % tables for c in range(size)] for t in range(tables)] for a in multipliers
    ]


@lru_cache(maxsize=64)
def _greedy(tables: int, size: int, rounds: int) -> list[int] | None:
    """Multipliers no difference of which is annulled by a difference of columns."""
    bad = {a for a in range(tables) if any(a * d % tables == 0 for d in range(1, size))}
    if tables in bad or 1 in bad:
        return None
    chosen: list[int] = []
    left = [20_000]

    def extend(start: int) -> bool:
        if len(chosen) == rounds:
            return True
        for a in range(start, tables):
            left[0] -= 1
            if left[0] < 0:
                return False
            if all((a - b) % tables not in bad for b in chosen):
                chosen.append(a)
                if extend(a + 1):
                    return True
                chosen.pop()
        return False

    if tables - len(bad) < 1 or not extend(0):
        return None
    return list(chosen)


def _by_fields(tables: int, size: int, rounds: int) -> list[list[list[int]]] | None:
    """A product of fields: as many columns and rounds as the smallest of them has elements."""
    parts = [(p, e, p**e) for p, e in factors(tables)]
    smallest = min(q for _, _, q in parts)
    if size > smallest or rounds > smallest or tables > 1024:
        return None
    rings = [(q, *field_tables(p, e)) for p, e, q in parts]

    def split(x: int) -> list[int]:
        found = []
        for q, _, _ in rings:
            x, digit = divmod(x, q)
            found.append(digit)
        return found

    def joined(digits: Sequence[int]) -> int:
        x = 0
        for digit, (q, _, _) in zip(reversed(digits), reversed(rings), strict=True):
            x = x * q + digit
        return x

    rows = [split(x) for x in range(tables)]
    found = []
    for a in range(rounds):
        # Column c is the element c of each field, round a the element a.
        shifts = [[times[a][c] for _, _, times in rings] for c in range(size)]
        seated = [[0] * size for _ in range(tables)]
        for c, shift in enumerate(shifts):
            for x, row in enumerate(rows):
                place = joined(
                    [plus[d][s] for (_, plus, _), d, s in zip(rings, row, shift, strict=True)]
                )
                seated[place][c] = x
        found.append(seated)
    return found


def affine(size: int, players: int) -> list[Round] | None:
    """All lines of an affine space whose lines have `size` points, sorted into parallel rounds.

    For size**d players with a prime power size: everybody meets everybody exactly once.
    """
    parts = factors(size) if size > 1 else []
    if len(parts) != 1:
        return None
    dimension = 0
    left = players
    while left > 1 and left % size == 0:
        left //= size
        dimension += 1
    if left != 1 or dimension < 2 or players > 4096:
        return None
    plus, times = field_tables(*parts[0])
    points = list(product(range(size), repeat=dimension))
    number = {point: i for i, point in enumerate(points)}
    rounds = []
    for direction in points:
        lead = next((x for x in direction if x), 0)
        if lead != 1:
            continue
        seen: set[int] = set()
        tables = []
        for i, point in enumerate(points):
            if i in seen:
                continue
            line = [
                number[tuple(plus[p][times[s][d]] for p, d in zip(point, direction, strict=True))]
                for s in range(size)
            ]
            seen.update(line)
            tables.append(line)
        rounds.append(tables)
    return rounds
