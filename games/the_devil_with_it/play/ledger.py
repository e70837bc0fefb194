"""Writes the score sheet of a finished match, round by round."""

from __future__ import annotations

from games.core.types import JSON
from games.the_devil_with_it.options import EntryLevel
from games.the_devil_with_it.play.state import RoundFacts, State


def written(state: State) -> JSON:
    """The ledger of a match, as the game's score sheet reads it.

    Of a turn that met a devil it has the pieces that came up before, so that the coal of every
    round can be counted.
    """
    return {
        "level": EntryLevel.LEDGER.value,
        "seats": [
            {"total": total, "rounds": [_turn(facts, seat) for facts in state.rounds]}
            for seat, total in enumerate(state.own)
        ],
        "rounds": [{"starter": facts.starter, "reset": facts.reset} for facts in state.rounds],
        "ended_early": state.ended_early,
    }


def _turn(facts: RoundFacts, seat: int) -> JSON:
    stake, turn = facts.stakes[seat], facts.turns[seat]
    line: dict[str, JSON] = {} if stake is None else {"bet": stake}
    if turn is None:
        return {**line, "result": "no_turn"}
    if turn[-1]:
        return {**line, "result": "laid", "pieces": len(turn), "amount": sum(turn)}
    return {**line, "result": "devil", "pieces": len(turn) - 1, "amount": sum(turn)}
