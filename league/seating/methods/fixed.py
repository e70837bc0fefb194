"""A round of a ready-made schedule: the tables are prescribed in draw numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import ClassVar

from league.seating.contract import Budget
from league.seating.types import Aim, Field, Objection, Param, Plan, PlannedTable, PlayerId


class Fixed:
    """Seats players as `Field.prescribed` says.

    Number n is the player whose `draw` is n; without draws, the nth player by id. Pinned players
    and sizes have no say: the schedule decides.
    """

    key: ClassVar[str] = "fixed"
    aim: ClassVar[Aim] = "none"
    brings_tables: ClassVar[bool] = True

    def objections(self, field: Field) -> Sequence[Objection]:
        """A schedule for another number of players, or one that contradicts itself."""
        numbers = Counter(number for table in field.prescribed for number in table)
        twice = [Objection("draw_twice", {"draw": n}) for n, c in sorted(numbers.items()) if c > 1]
        if twice:
            return twice
        present = len(_loose(field))
        if not field.prescribed or len(numbers) != present:
            params: dict[str, Param] = {"planned": len(numbers), "present": present}
            return [Objection("schedule_players", params)]
        if set(numbers) != set(_by_number(field)):
            missing = sorted(set(numbers) - set(_by_number(field)))
            return [Objection("schedule_numbers", {"draws": tuple(missing)})]
        sizes = [len(table) for table in field.prescribed]
        if _rulesets(sizes, field) is None:
            return [Objection("no_game_for_size", {"size": max(sizes)})]
        return ()

    def usual_steps(self, players: int) -> int:
        """None: there is nothing to search."""
        return 0

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan:
        """The prescribed tables with today's players in them."""
        player = _by_number(field)
        sizes = [len(table) for table in field.prescribed]
        rulesets = field.prescribed_games or _rulesets(sizes, field) or ()
        taken = {lock.number for lock in field.kept}
        free = (number for number in count(1) if number not in taken)
        tables = tuple(
            PlannedTable(next(free), ruleset, tuple(player[n] for n in table))
            for table, ruleset in zip(field.prescribed, rulesets, strict=True)
        )
        return Plan(tables=tables, stopped_by="ideal")


def _loose(field: Field) -> list[PlayerId]:
    kept = {player for lock in field.kept for player in lock.players}
    away = kept | field.requested_byes | field.rotated
    return sorted(p.id for p in field.players if p.id not in away)


def _by_number(field: Field) -> dict[int, PlayerId]:
    loose = set(_loose(field))
    drawn = {p.draw: p.id for p in field.players if p.draw is not None and p.id in loose}
    if drawn:
        return drawn
    return dict(enumerate(sorted(loose), start=1))


def _rulesets(sizes: Sequence[int], field: Field) -> list[int] | None:
    used = Counter(lock.ruleset for lock in field.kept)
    chosen = []
    for size in sizes:
        for game in field.games:
            free = game.copies is None or used[game.ruleset] < game.copies
            if free and game.low <= size <= game.high:
                used[game.ruleset] += 1
                chosen.append(game.ruleset)
                break
        else:
            return None
    return chosen
