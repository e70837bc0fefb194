"""The cards and discs of Teufel, Teufel! as they lie on its board, and what each is called there.

A name keeps a piece the same from one drawing to the next, so that it can be seen to move. It says
no more than the viewer sees: a card that they do not know is called by its place alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.teufel_teufel.play.cards import DEVIL, colour_of, letter_of

if TYPE_CHECKING:
    from games.teufel_teufel.play.actions import Place
    from games.teufel_teufel.play.views import TeufelView

SIDE: Final = 100  # of a field, in units of the drawing
ASIDE: Final = 22  # from the middle of a field, a disc that shares it


@dataclass(frozen=True, slots=True)
class Card:
    """An open card, or one that is known: a letter in a seat's colour (1 to 6), devil or tower.

    ``piece`` is what it is called on the board: the same wherever a letter lies, while devils and
    towers are alike.
    """

    kind: str
    letter: str = ""
    colour: int = 0
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc on a field: its seat (1 to 6), whether a devil is in it, where its middle lies."""

    number: int
    x: int
    has_devil: bool
    is_mine: bool


def discs_on(view: TeufelView, at: int) -> tuple[Disc, ...]:
    """Those that stand on a field, side by side."""
    seats = [seat for seat, field in enumerate(view.discs) if field == at]
    first, gap = (SIDE // 2, 0) if len(seats) < 2 else (SIDE // 2 - ASIDE, 2 * ASIDE)
    return tuple(
        Disc(
            seat + 1,
            first + gap * number // max(1, len(seats) - 1),
            bool(view.devils >> seat & 1),
            seat == view.seat,
        )
        for number, seat in enumerate(seats)
    )


def back(place: Place) -> str:
    """What a card is called that the viewer does not know: nothing goes with it but its place."""
    return "back-{}-{}".format(*place)


def called_before(view: TeufelView, at: int) -> str:
    """What a hidden card on this field was called, where it has just been exchanged."""
    if at not in view.swapped:
        return ""
    (other,) = {*view.swapped} - {at}
    return back(view.ground.places[other])


def card_of(view: TeufelView, card: int, where: str) -> Card:
    """A card that the viewer knows; ``where`` tells those apart that are alike."""
    if card >= DEVIL:
        kind = "devil" if card == DEVIL else "tower"
        return Card(kind, piece=f"{kind}.{where}")
    return Card(
        "letter", view.ground.options.letters[letter_of(card)], colour_of(card) + 1, f"card-{card}"
    )
