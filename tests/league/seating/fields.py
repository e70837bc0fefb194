"""Builders of fields and whole events for the tests of seating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations

from league.seating.contract import SeatingMethod, plan
from league.seating.methods.balanced import Balanced
from league.seating.methods.fixed import Fixed
from league.seating.methods.random_draw import RandomDraw
from league.seating.methods.snake import Snake
from league.seating.methods.swiss import Swiss
from league.seating.types import (
    Field,
    FieldPlayer,
    GameChoice,
    Pair,
    Plan,
    PlannedTable,
    SizeMode,
    pair,
)

RANDOM = RandomDraw()
SWISS = Swiss()
FIXED = Fixed()
BALANCED = Balanced()
SNAKE = Snake()


def game(low: int = 3, high: int = 6, ruleset: int = 1, copies: int | None = None) -> GameChoice:
    return GameChoice(ruleset=ruleset, low=low, high=high, copies=copies)


def players(n: int, scores: Mapping[int, int] | None = None) -> tuple[FieldPlayer, ...]:
    return tuple(
        FieldPlayer(id=i, score=None if scores is None else Fraction(scores[i]))
        for i in range(1, n + 1)
    )


def field(n: int, low: int = 3, high: int = 6, **changes: object) -> Field:
    values: dict[str, object] = {"players": players(n), "games": (game(low, high),)}
    return Field(**(values | changes))  # type: ignore[arg-type]


def all_pairs(ids: Iterable[int]) -> frozenset[Pair]:
    return frozenset(pair(a, b) for a, b in combinations(ids, 2))


def everyone(made: Plan) -> list[int]:
    """All places of a plan, sorted: seats and byes."""
    seated = [player for table in made.tables for player in table.players]
    return sorted([*seated, *(bye.player for bye in made.byes)])


def sizes(tables: Iterable[PlannedTable]) -> list[int]:
    return [len(table.players) for table in tables]


class Event:
    """Plays round after round and remembers what the next field must know."""

    def __init__(self, n: int, low: int, high: int, size_mode: SizeMode = "flexible") -> None:
        self.ids = range(1, n + 1)
        self.games = (game(low, high),)
        self.size_mode: SizeMode = size_mode
        self.met: dict[Pair, int] = {}
        self.byes: dict[int, list[int]] = {i: [] for i in self.ids}
        self.off = dict.fromkeys(self.ids, 0)
        self.seats = {i: [0] * 6 for i in self.ids}
        self.scores = dict.fromkeys(self.ids, Fraction(0))
        self.rounds: list[Plan] = []

    def field(self) -> Field:
        done = len(self.rounds)
        return Field(
            players=tuple(
                FieldPlayer(
                    id=i,
                    score=self.scores[i],
                    byes=len(self.byes[i]),
                    sat_out_last=done in self.byes[i],
                    off_size=self.off[i],
                    seats=tuple(self.seats[i]),
                )
                for i in self.ids
            ),
            games=self.games,
            size_mode=self.size_mode,
            met=dict(self.met),
        )

    def play(self, method: SeatingMethod, seed: int = 7) -> Plan:
        """Seat a round; at each table lower ids win, so the last player is always the lowest."""
        made = plan(self.field(), method, seed=seed)
        self.rounds.append(made)
        for bye in made.byes:
            self.byes[bye.player].append(len(self.rounds))
        for table in made.tables:
            for a, b in combinations(table.players, 2):
                self.met[pair(a, b)] = self.met.get(pair(a, b), 0) + 1
            for seat, player in enumerate(table.players):
                self.seats[player][seat] += 1
                self.off[player] += len(table.players) != 4
        for place, player in enumerate(sorted(self.ids)):
            self.scores[player] = Fraction((len(self.ids) - place) * len(self.rounds))
        return made
