"""What each decision of Teufel, Teufel! is about, for somebody who has never made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.teufel_teufel.play.state import Phase

if TYPE_CHECKING:
    from games.teufel_teufel.play.views import TeufelView

ADVICE: Final[Mapping[Phase, str]] = {
    Phase.PLACE: gettext_noop(
        "The letters of your colour lie hidden on the board. Collect them all in your disc, and "
        "leave the board before the others do, without a devil. Start wherever you like."
    ),
    Phase.TURN: gettext_noop(
        "Enter a hidden card to turn it up: a letter of your colour goes into your disc. A letter "
        "you already have lets you go on, any other ends your move. Or exchange two cards to "
        "bring your letters closer."
    ),
    Phase.MOVE: gettext_noop(
        "From this field you may go on, step by step, until a card ends your move."
    ),
    Phase.GIVE: gettext_noop(
        "You share this field, so you may put your devil into the other disc. If there is one in "
        "it already, both go back, and the other player gives back letters."
    ),
    Phase.ROB: gettext_noop(
        "The devil field is empty, so you get the devil of another player. They lose nothing else."
    ),
    Phase.LOSE: gettext_noop(
        "Two devils in one disc go back to the devil field, and take letters with them. You can "
        "collect those again."
    ),
    Phase.PEEK: gettext_noop(
        "The tower lets you look at one hidden card. No one else sees it, and it stays hidden."
    ),
    Phase.DROP: gettext_noop(
        "At the tower you may put your devil back. With a devil in your disc you can't leave the "
        "board."
    ),
    Phase.TAKE: gettext_noop(
        "Take up face-up cards, then choose a field for each. They are shuffled and laid down "
        "hidden."
    ),
    Phase.LAY: gettext_noop(
        "Choose a field for each card you took up. Afterwards no one knows which one lies where."
    ),
    Phase.FLIP: gettext_noop(
        "You have left the board. Turn up hidden cards: once none is left, the match is over."
    ),
}
DEVIL: Final = gettext_noop(
    "With the devil in your disc you may also cross hidden cards, jump over a disc, or shuffle "
    "face-up cards. But you have to get rid of it before you can leave the board."
)


def advice(view: TeufelView) -> tuple[str, ...]:
    """What the viewer is to decide now, in sentences; nothing for whoever is not to act."""
    if view.seat is None or view.seat != view.acting:
        return ()
    has_devil = view.phase is Phase.TURN and view.devils >> view.seat & 1
    return (_(ADVICE[view.phase]), *((_(DEVIL),) if has_devil else ()))
