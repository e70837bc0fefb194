"""How a match counts, and its score sheet."""

from __future__ import annotations

from games.core.types import JSON, Outcome
from games.teufel_teufel import scoring
from games.teufel_teufel.play.cards import COLOUR_NAMES
from games.teufel_teufel.play.state import State
from games.teufel_teufel.sheet.filled import STAYED
from games.teufel_teufel.words import End


def outcome(state: State, end: End) -> Outcome:
    """Places from the order of leaving, as if the match ended now in this way."""
    letters = [owned.bit_count() for owned in state.letters]
    return scoring.outcome(state.left, letters, end, state.ground.options)


def sheet(state: State) -> JSON:
    """Everything that the full score sheet has a box for.

    A match that is not over is written down as one that was stopped.
    """
    end = state.end or End.STOPPED
    data: dict[str, JSON] = {
        "level": "FULL",
        "seats": [_row(state, seat) for seat in range(state.seats)],
        "end": end.value,
        "hidden_cards": state.hidden.bit_count(),
        "rounds": -(-state.turns // state.seats),
    }
    if state.first >= 0:
        data["first_player"] = state.first + 1
    return data


def _row(state: State, seat: int) -> JSON:
    """One seat. Where nobody ever loses letters, the last two can be complete at the same moment;
    one of them is last all the same, and its letters stay unsaid."""
    letters = state.letters[seat]
    has_left = seat in state.left
    devil = bool(state.devils >> seat & 1)
    complete = letters == state.ground.all_letters and not devil
    return {
        "left": state.left.index(seat) + 1 if has_left else STAYED,
        "letters": None if complete and not has_left else letters.bit_count(),
        "devil": devil,
        "colour": COLOUR_NAMES[seat],
        "turns": state.own_turns[seat],
    }
