"""The crib of Teufel, Teufel!, for the house rules of one table."""

from __future__ import annotations

from games.core.crib import END, SCORES, TIES, TURN, CribPart
from games.core.text import gettext_noop
from games.core.words import Phrase
from games.teufel_teufel.options import DaybreakPlaces, LosersTiebreak, TeufelOptions

_DEVIL = gettext_noop("With a devil in the disc")


def crib(seats: int, options: TeufelOptions) -> tuple[CribPart, ...]:
    """What is looked up in the middle of a match (R1 to R50)."""
    fewest, most = options.shuffle_cards
    return (
        CribPart(
            TURN,
            (
                Phrase(gettext_noop("Move along rows and columns, never diagonally.")),
                Phrase(gettext_noop("On a hidden card you stop and turn it up.")),
                Phrase(
                    gettext_noop(
                        "A letter of your own colour that you still need goes into your "
                        "disc, and your move is over."
                    )
                ),
                Phrase(gettext_noop("A letter you already have, of any colour, lets you go on.")),
                Phrase(gettext_noop("Any other letter ends the move.")),
                Phrase(
                    gettext_noop(
                        "A tower: look at one hidden card, then you may put your devil back."
                    )
                ),
                Phrase(
                    gettext_noop(
                        "Instead of moving, exchange two cards, each hidden or a face-up "
                        "letter of your own colour."
                    )
                ),
            ),
        ),
        CribPart(
            _DEVIL,
            (
                Phrase(
                    gettext_noop(
                        "You may cross hidden cards, jump over one other disc, or give the devil"
                        " to a disc you end your move with."
                    )
                ),
                Phrase(
                    gettext_noop(
                        "Instead of moving, shuffle face-up cards and lay them face down: "
                        "from %(fewest)s to %(most)s."
                    ),
                    {"fewest": fewest, "most": most},
                ),
                Phrase(
                    gettext_noop(
                        "With a second devil both go back, and letters with them: %(lost)s."
                    ),
                    {"lost": options.letters_lost_with_two_devils},
                ),
            ),
        ),
        CribPart(
            SCORES,
            (
                Phrase(gettext_noop("With all letters and no devil you leave the board at once.")),
                Phrase(gettext_noop("The first to leave is first, and so on.")),
                Phrase(
                    gettext_noop(
                        "Players who have left turn up hidden cards each turn: %(cards)s."
                    ),
                    {"cards": options.finished_flips},
                ),
            ),
        ),
        CribPart(
            END,
            (
                Phrase(gettext_noop("One disc is left on the board: that player is last.")),
                Phrase(
                    gettext_noop(
                        "Or no hidden card is left: day breaks, and everyone on the board loses."
                    )
                ),
            ),
        ),
        CribPart(TIES, (Phrase(_ties(options)),)),
    )


def _ties(options: TeufelOptions) -> str:
    if options.losers_tiebreak is LosersTiebreak.LETTERS:
        return gettext_noop("On the board at daybreak, more letters in the disc put you ahead.")
    if options.daybreak_places is DaybreakPlaces.SHARED_LAST:
        return gettext_noop("Everyone on the board at daybreak shares last place.")
    return gettext_noop("Everyone on the board at daybreak gets the average of the places left.")
