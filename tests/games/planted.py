"""What the rules hide, exchanged for markers: once per game, written from the rules alone.

Each function returns a state that ``viewer`` cannot tell from the one given. Where possible the
hidden things are replaced by ones that exist nowhere else (``MARKERS``); where an engine could not
hold them, hidden things change places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core.types import Audience, Viewer

NUMBER, TEXT = 98_765, "planted"
MARKERS = (NUMBER, TEXT)


# Any, here and below: each game has its own states.


def _toy(state: Any, viewer: Viewer) -> Any:
    return state._replace(
        deck=(NUMBER,) * len(state.deck),
        hands=tuple(
            hand if owner == viewer else (NUMBER,) * len(hand)
            for owner, hand in enumerate(state.hands)
        ),
        laid=tuple(
            card if owner == viewer or card is None else NUMBER
            for owner, card in enumerate(state.laid)
        ),
    )


def _dice_devils(state: Any, viewer: Viewer) -> Any:
    """The order of the items, and dice that nobody had to show (section on who knows what)."""
    return state._replace(
        supply=(TEXT,) * len(state.supply),
        dice=tuple(
            dice if owner == viewer or state.shown[owner] else (NUMBER,) * len(dice)
            for owner, dice in enumerate(state.dice)
        ),
    )


def _the_devil_with_it(state: Any, viewer: Viewer) -> Any:
    """The stakes in the fists, until all are in."""
    if state.phase.value != "bet":
        return state
    return state._replace(
        stakes=tuple(
            stake if owner == viewer or stake is None else NUMBER
            for owner, stake in enumerate(state.stakes)
        )
    )


def _teufel_teufel(state: Any, viewer: Viewer) -> Any:
    """Hidden cards nobody told the viewer about, among those that came to lie there together."""
    known = state.known[viewer] if isinstance(viewer, int) else 0
    cards = list(state.cards)
    fields = [
        field for field in range(len(cards)) if state.hidden >> field & 1 and not known >> field & 1
    ]
    for group in {state.group[field] for field in fields}:
        together = [field for field in fields if state.group[field] == group]
        lying = [cards[field] for field in together]
        for field, card in zip(together, lying[1:] + lying[:1], strict=True):
            cards[field] = card
    return state._replace(cards=tuple(cards))


PLANTED: Mapping[str, Callable[[Any, Viewer], Any]] = {
    "toy": _toy,
    "dice-devils": _dice_devils,
    "the-devil-with-it": _the_devil_with_it,
    "teufel-teufel": _teufel_teufel,
}


def planted(key: str, state: Any, viewer: Viewer) -> Any:
    """The state with everything that is hidden from the viewer exchanged."""
    return state if viewer is Audience.REFEREE else PLANTED[key](state, viewer)
