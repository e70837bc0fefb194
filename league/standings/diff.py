"""Who moves from which rank to which between two tables, and for what reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from league.standings.table import Row, Table
from league.standings.types import EventId, MatchId, PlayerId

FactKind = Literal[
    "confirmed",
    "corrected",
    "voided",
    "adjusted",
    "bye",
    "dropped",
    "disqualified",
    "reinstated",
    "merged",
    "scheme",
    "chain",
    "rule",
    "settings",
    "guests",
    "lot",
]


@dataclass(frozen=True, slots=True)
class Move:
    """A changed rank; None stands for "not ranked" or "not listed"."""

    player: PlayerId
    before: int | None
    after: int | None
    before_tied: bool
    after_tied: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the journal tells that lies between the two tables.

    `line` is the number of the journal line, `players` those it concerns directly; a fact
    without players (another scheme, another chain) concerns everybody.
    """

    line: int
    kind: FactKind
    players: tuple[PlayerId, ...] = ()
    match: MatchId | None = None
    event: EventId | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """Why somebody moved.

    `own`: the fact changed the player's own values. `passed`: it changed those of `others`, who
    were behind before and are ahead now. `fell_back`: of `others`, who were ahead before and
    are behind now. `everybody`: it changed how all are counted.
    """

    kind: Literal["own", "passed", "fell_back", "everybody"]
    fact: Fact
    others: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedMove:
    """A move with its causes, those of the player's own results first."""

    move: Move
    causes: tuple[Cause, ...]


def moves(before: Table, after: Table) -> tuple[Move, ...]:
    """Everybody whose rank, or sharing of it, differs; in the order of the later table.

    Who is no longer listed at all comes last, in the earlier order.
    """
    old = {row.player: row for row in before.rows}
    new = {row.player: row for row in after.rows}
    found: list[Move] = []
    for player in [*new, *(player for player in old if player not in new)]:
        was, now = old.get(player), new.get(player)
        move = Move(
            player=player,
            before=was.rank if was else None,
            after=now.rank if now else None,
            before_tied=was.tied if was else False,
            after_tied=now.tied if now else False,
        )
        if (move.before, move.before_tied) != (move.after, move.after_tied):
            found.append(move)
    return tuple(found)


def explained_moves(
    before: Table, after: Table, facts: Iterable[Fact]
) -> tuple[ExplainedMove, ...]:
    """The moves between two tables, each with the facts that made it.

    Facts about players whom a move has nothing to do with are left out.
    """
    told = sorted(facts, key=lambda fact: fact.line)
    old = {row.player: row for row in before.rows}
    new = {row.player: row for row in after.rows}
    return tuple(
        ExplainedMove(move, _causes(move.player, told, old, new)) for move in moves(before, after)
    )


def _causes(
    player: PlayerId,
    facts: Sequence[Fact],
    old: dict[PlayerId, Row],
    new: dict[PlayerId, Row],
) -> tuple[Cause, ...]:
    passed: set[PlayerId] = set()
    fell_back: set[PlayerId] = set()
    for other in {one for fact in facts for one in fact.players if one != player}:
        if _values(other, old) == _values(other, new):
            continue
        was, now = _ahead(other, player, old), _ahead(other, player, new)
        if now > was:
            passed.add(other)
        elif now < was:
            fell_back.add(other)
    own: list[Cause] = []
    others: list[Cause] = []
    for fact in facts:
        if not fact.players:
            own.append(Cause("everybody", fact))
            continue
        if player in fact.players and _values(player, old) != _values(player, new):
            own.append(Cause("own", fact))
            continue
        ahead = tuple(one for one in fact.players if one in passed)
        behind = tuple(one for one in fact.players if one in fell_back)
        if ahead:
            others.append(Cause("passed", fact, ahead))
        if behind:
            others.append(Cause("fell_back", fact, behind))
    return (*own, *others)


def _ahead(other: PlayerId, player: PlayerId, rows: dict[PlayerId, Row]) -> int:
    """1 if the other stands above, 0 if level, -1 if below; who has no rank stands below."""
    one, two = rows.get(other), rows.get(player)
    theirs = one.rank if one else None
    own = two.rank if two else None
    if theirs is None or own is None:
        return (theirs is not None) - (own is not None)
    return (theirs < own) - (theirs > own)


def _values(player: PlayerId, rows: dict[PlayerId, Row]) -> object:
    row = rows.get(player)
    return None if row is None else (row.points, row.matches, row.values, row.unranked)
