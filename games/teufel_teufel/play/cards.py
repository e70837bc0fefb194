"""Cards as whole numbers inside the engine, as words outside.

A letter card is ``colour * 6 + letter``; seat n owns the colour n. All devil cards are alike, and
so are all towers.
"""

from __future__ import annotations

from functools import cache

from games.teufel_teufel.options import COLOURS, MOST_LETTERS, TeufelOptions
from games.teufel_teufel.words import COLOUR_LABELS

HIDDEN, EMPTY = -2, -1
DEVIL = COLOURS * MOST_LETTERS
TOWER = DEVIL + 1
COLOUR_NAMES = tuple(COLOUR_LABELS)


def letter_card(colour: int, letter: int) -> int:
    """The card with this letter in this colour."""
    return colour * MOST_LETTERS + letter


def colour_of(card: int) -> int:
    """The colour of a letter card; for devils and towers one that nobody has."""
    return card // MOST_LETTERS


def letter_of(card: int) -> int:
    """The letter of a letter card, counted from 0."""
    return card % MOST_LETTERS


@cache
def deck(options: TeufelOptions) -> tuple[int, ...]:
    """All cards of the box in the order in which they are shuffled."""
    letters = [
        letter_card(colour, letter)
        for colour in range(COLOURS)
        for letter in range(len(options.letters))
    ]
    cards = options.cards
    return (*letters, *[DEVIL] * cards.devil, *[TOWER] * cards.tower)


@cache
def card_names(options: TeufelOptions) -> dict[int, str]:
    """How the wire calls each card: ``red-A``, ``devil``, ``tower``."""
    return {card: _name(card, options) for card in deck(options)} | {
        DEVIL: "devil",
        TOWER: "tower",
    }


@cache
def cards_by_name(options: TeufelOptions) -> dict[str, int]:
    """The other way round."""
    return {name: card for card, name in card_names(options).items()}


def _name(card: int, options: TeufelOptions) -> str:
    if card >= DEVIL:
        return "devil" if card == DEVIL else "tower"
    return f"{COLOUR_NAMES[colour_of(card)]}-{options.letters[letter_of(card)]}"
