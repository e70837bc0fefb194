"""How an action is refused: a code, and the rule that forbids it."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.teufel_teufel.play.state import Phase

_RULE_OF_PHASE = {
    Phase.DEAL: "TT M2",
    Phase.FIRST_PLAYER: "TT M27",
    Phase.PLACE: "TT M3",
    Phase.TURN: "TT M7",
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
