"""What chance does: the order of the items, the ranks, the dice."""

from __future__ import annotations

from collections import Counter

from games.core.errors import IllegalAction
from games.core.rng import NamedRng, shuffled
from games.dice_devils.play.actions import Action, Draw, Drawn
from games.dice_devils.play.fights import face_down, throwers, to_turn_up
from games.dice_devils.play.state import Phase, State

DRAWS: dict[Phase, Drawn] = {
    Phase.SHUFFLE: "shuffle",
    Phase.DEAL: "ranks",
    Phase.ITEMS: "items",
    Phase.ROLL: "roll",
    Phase.SHOW: "show",
    Phase.FORCED: "forced_reroll",
    Phase.TIED: "tie_reroll",
}
_THROWS = {Phase.ROLL: "roll", Phase.SHOW: "roll", Phase.FORCED: "forced reroll", Phase.TIED: "tie"}
_RULES = {
    Phase.SHUFFLE: "DD R3",
    Phase.DEAL: "DD R3",
    Phase.ITEMS: "DD R4",
    Phase.ROLL: "DD R7",
    Phase.SHOW: "DD R7",
    Phase.FORCED: "DD R20",
    Phase.TIED: "DD R17",
}


def draw(state: State, rng: NamedRng) -> Draw:
    """One outcome of the draw that is due (R3, R7, R17, R20).

    Items and ranks are ``shuffled``; of the items the last place is revealed first. Both are the
    table's. Dice are their seat's: die after die one of its faces, for all who throw in order of
    rank. A seat is in one fight a round, so what is counted within it is counted once.

    Of a real table only what is due now is drawn: for those who think on from there.
    """
    phase, table = state.phase, state.table
    if phase is Phase.SHUFFLE:
        return Draw("shuffle", shuffled(rng.of("items"), table.box)[::-1])
    if phase is Phase.DEAL:
        return Draw("ranks", shuffled(rng.of("ranks"), table.ranks))
    if phase is Phase.ITEMS:
        hidden = shuffled(rng.of(f"items {state.round}"), face_down(state))
        return Draw("items", hidden[: to_turn_up(state)])
    throw = _THROWS[phase]
    if phase is Phase.TIED:
        throw = f"{throw} {state.ties + 1}"
    ranks, sides, number = state.rank_round, table.sides, state.round
    seats = throwers(state)
    fallen = rng.together(
        [(f"round {number}, seat {seat}, {throw}", sides[ranks[seat]]) for seat in seats]
    )
    values: tuple[int, ...] = ()
    for seat, way in zip(seats, fallen, strict=True):
        values += table.throws[ranks[seat]][way]
    return Draw(DRAWS[phase], values)


def impossible(state: State, action: Action) -> IllegalAction | None:
    """Why this draw could not have happened here; None when it could."""
    phase, table = state.phase, state.table
    rule = _RULES[phase]
    if not isinstance(action, Draw) or action.what != DRAWS[phase]:
        return IllegalAction("dice_devils.other_draw", rule=rule)
    values = action.values
    if phase is Phase.SHUFFLE:
        if values and Counter(values) != Counter(table.box):
            return IllegalAction("dice_devils.not_the_box", rule=rule)
        return None
    if phase is Phase.DEAL:
        if Counter(values) != Counter(table.ranks):
            return IllegalAction("dice_devils.not_the_ranks", rule=rule)
        return None
    if phase is Phase.ITEMS:
        if len(values) != to_turn_up(state) or Counter(values) - Counter(face_down(state)):
            return IllegalAction("dice_devils.not_face_down", rule=rule)
        return None
    at = 0
    for seat in throwers(state):
        rank = state.rank_round[seat]
        number = len(table.throws[rank][0])
        if values[at : at + number] not in table.falls[rank]:
            return IllegalAction("dice_devils.not_these_dice", rule=rule)
        at += number
    if at != len(values):
        return IllegalAction("dice_devils.not_these_dice", rule=rule)
    return None
