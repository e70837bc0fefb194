"""How an action is refused: a code, and the rule that forbids it."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.teufel_teufel.play.state import Phase

# The set-up has no numbers of its own: cards are those of the box (TT R10), first fields lie some
# steps apart (TT R1), and everybody has a place in the order of turns (TT R39).
_RULE_OF_PHASE = {
    Phase.DEAL: "TT R10",
    Phase.FIRST_PLAYER: "TT R39",
    Phase.PLACE: "TT R1",
    Phase.TURN: "TT R2",
    Phase.MOVE: "TT R2",
    Phase.GIVE: "TT R30",
    Phase.ROB: "TT R21",
    Phase.LOSE: "TT R20",
    Phase.PEEK: "TT R33",
    Phase.DROP: "TT R33",
    Phase.TAKE: "TT R26",
    Phase.LAY: "TT R26",
    Phase.SHUFFLE: "TT R26",
    Phase.FLIP: "TT R39",
    Phase.OVER: "TT R40",
}


def refused(code: str, rule: str) -> IllegalAction:
    """An action that ``rule`` forbids."""
    return IllegalAction(code, rule=rule)


def not_now(phase: Phase) -> IllegalAction:
    """An action of a kind that is not asked for."""
    return IllegalAction("teufel_teufel.not_now", rule=_RULE_OF_PHASE[phase])
