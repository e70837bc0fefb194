"""Who goes on to a final, and how a final and the stage before it make one ranking."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from league.standings.errors import StandingsError
from league.standings.table import Row, Table
from league.standings.types import Carried, PlayerId

Choice = Literal["lot", "play_off", "widen"]
CHOICES: tuple[Choice, ...] = ("lot", "play_off", "widen")
How = Literal["rank", "winner", "wild_card", "lot", "play_off", "widen", "bye", "straight"]


@dataclass(frozen=True, slots=True)
class Through:
    """Somebody who goes on, and by what; `replaces` names whom, where a place was declined."""

    player: PlayerId
    rank: int
    how: How
    replaces: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """A tie across the line: who is level, for how many places, and what can be done."""

    players: tuple[PlayerId, ...]
    places: int
    choices: tuple[Choice, ...] = CHOICES


@dataclass(frozen=True, slots=True)
class CutDecision:
    """An answer to a question; `order` names the level players, best first, unless widened."""

    choice: Choice
    order: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on. With a question open, only those who go on whatever the answer."""

    through: tuple[Through, ...]
    question: CutQuestion | None = None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return tuple(one.player for one in self.through)


def cut(
    table: Table,
    size: int,
    *,
    winners: Collection[PlayerId] = (),
    declined: Sequence[PlayerId] = (),
    decided: CutDecision | None = None,
    byes: int = 0,
) -> Cut:
    """The best `size` of a table go on, the first `byes` ranks of them past the next stage.

    With `winners` these go on first and the rest are wild cards by rank, one fewer for every
    winner; more winners than places are a question among the winners. Who `declined` stays in
    the table, and the next by rank replaces them in that order. Ranks are those of the table.
    People level across the line of the byes all play: a bye is never drawn for.
    """
    found = _cut(table, size, winners, declined, decided)
    able = [row for row in table.rows if row.rank is not None and row.player not in set(declined)]
    line = able[byes].rank if byes < len(able) else None
    past = {row.player for row in able[:byes] if row.rank != line}
    through = tuple(replace(one, how="bye") if one.player in past else one for one in found.through)
    return replace(found, through=through)


def _cut(
    table: Table,
    size: int,
    winners: Collection[PlayerId],
    declined: Sequence[PlayerId],
    decided: CutDecision | None,
) -> Cut:
    if size < 1:
        raise StandingsError("cut_size", "size", size=size)
    rows = [row for row in table.rows if row.rank is not None]
    gone = set(declined)
    able = [row for row in rows if row.player not in gone]
    won = [row for row in able if row.player in winners]
    rest = [row for row in able if row.player not in winners]
    places = size
    through: list[Through] = []
    if winners:
        taken, question = _take(won, places, "winner", decided)
        through.extend(taken)
        places -= len(taken)
        if question is not None or places <= 0:
            return Cut(tuple(through), question)
    how: How = "wild_card" if winners else "rank"
    taken, question = _take(rest, places, how, decided)
    through.extend(taken)
    if not declined:
        return Cut(tuple(through), question)
    qualified = set(_cut(table, size, winners, (), None).players)
    return Cut(_name_replaced(through, qualified, declined), question)


def _take(
    rows: Sequence[Row], places: int, how: How, decided: CutDecision | None
) -> tuple[list[Through], CutQuestion | None]:
    if len(rows) <= places:
        return [Through(row.player, row.rank or 0, how) for row in rows], None
    line = rows[places].rank
    above = [row for row in rows[:places] if row.rank != line]
    taken = [Through(row.player, row.rank or 0, how) for row in above]
    level = [row for row in rows if row.rank == line]
    free = places - len(above)
    if not free:
        return taken, None
    question = CutQuestion(tuple(row.player for row in level), free)
    if decided is None:
        return taken, question
    if decided.choice == "widen":
        chosen = list(level)
    else:
        if sorted(decided.order) != sorted(question.players):
            raise StandingsError("cut_order", "order", players=len(level))
        by_player = {row.player: row for row in level}
        chosen = [by_player[player] for player in decided.order[:free]]
    taken.extend(Through(row.player, row.rank or 0, decided.choice) for row in chosen)
    return taken, None


def _name_replaced(
    through: Sequence[Through], qualified: Collection[PlayerId], declined: Sequence[PlayerId]
) -> tuple[Through, ...]:
    """Mark those who come in only because others declined, in the order of declining."""
    missed = [player for player in declined if player in qualified]
    called = [one for one in through if one.player not in qualified]
    replaced = dict(zip((one.player for one in called), missed, strict=False))
    return tuple(
        Through(one.player, one.rank, one.how, replaced.get(one.player)) for one in through
    )


def require_last_word(chain: Sequence[str], field: str = "chain") -> None:
    """Refuse a chain that may leave the line of a cut undecided without anybody being asked."""
    if "lot" not in chain:
        raise StandingsError("chain_without_last_word", field)


@dataclass(frozen=True, slots=True)
class OverallRow:
    """A place over all stages; `stage` is the position of the stage that decided it."""

    player: PlayerId
    rank: int
    tied: bool
    stage: int


def overall(
    stages: Sequence[Table], *, level_by_earlier: bool | Sequence[bool] = True
) -> tuple[OverallRow, ...]:
    """The final alone decides its places and stands above the rest, and so on down.

    `stages` go from the main stage to the final. Players level in a later stage stand by their
    rank in the one before or, by setting (one for all stages, or one each), share the rank. The
    tables themselves never change.
    """
    if isinstance(level_by_earlier, bool):
        level_by_earlier = [level_by_earlier] * len(stages)
    found: list[OverallRow] = []
    seen: set[PlayerId] = set()
    for at in range(len(stages) - 1, -1, -1):
        heights = {
            player: height
            for player, height in _heights(stages[: at + 1], level_by_earlier[at]).items()
            if player not in seen
        }
        above = len(found)
        for player in sorted(heights, key=heights.__getitem__):
            better = sum(other < heights[player] for other in heights.values())
            level = sum(other == heights[player] for other in heights.values())
            found.append(OverallRow(player, above + better + 1, level > 1, at))
        seen.update(heights)
    return tuple(found)


def _heights(stages: Sequence[Table], level_by_earlier: bool) -> dict[PlayerId, tuple[int, ...]]:
    """The rank in the last of these stages, then in those before it; in the order of the table."""
    ranks = _ranks(stages[-1])
    earlier = [_ranks(stage) for stage in reversed(stages[:-1])] if level_by_earlier else []
    return {
        player: (rank, *(one.get(player, len(one) + 1) for one in earlier))
        for player, rank in ranks.items()
    }


def _ranks(table: Table) -> dict[PlayerId, int]:
    return {row.player: row.rank for row in table.rows if row.rank is not None}


def carry_over(
    table: Table, players: Collection[PlayerId], percent: Fraction
) -> tuple[Carried, ...]:
    """What players bring along from this table into a final: 0 to 100 percent of their points."""
    if not 0 <= percent <= 100:
        raise StandingsError("percent_out_of_range", "percent")
    chosen = set(players)
    return tuple(
        Carried(row.player, row.points * percent / 100, percent)
        for row in table.rows
        if row.player in chosen
    )
