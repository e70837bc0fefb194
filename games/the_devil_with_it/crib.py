"""The crib of The Devil With It, for the house rules of one table."""

from __future__ import annotations

from games.core.crib import END, SCORES, TIES, TURN, CribPart
from games.core.text import gettext_noop
from games.core.words import Phrase
from games.the_devil_with_it.options import DevilWithItOptions, EndTie

_PACT = gettext_noop("Pact with the devil")


def crib(seats: int, options: DevilWithItOptions) -> tuple[CribPart, ...]:
    """What is looked up in the middle of a match (R1 to R45)."""
    return (
        CribPart(
            TURN,
            (
                Phrase(
                    gettext_noop(
                        "Everyone bets in secret on the highest amount any player will lay "
                        "down this round."
                    )
                ),
                Phrase(
                    gettext_noop(
                        "From the starter clockwise, turn up coal piece by piece."
                        " Stop when you like and lay it down."
                    )
                ),
                Phrase(gettext_noop("A devil ends your turn, and your coal of this turn is gone.")),
                Phrase(gettext_noop("Then settle the bets, and move the pawns.")),
            ),
        ),
        CribPart(SCORES, _winnings(options)),
        CribPart(
            _PACT,
            (
                Phrase(
                    gettext_noop(
                        "For a pawn alone in last place, and for everyone on the space up "
                        "to %(space)s."
                    ),
                    {"space": options.track[0]},
                ),
                Phrase(
                    gettext_noop(
                        "A player who turns up a devil pays each of the others with a "
                        "pact: %(sum)s."
                    ),
                    {"sum": options.pact_payment},
                ),
                Phrase(
                    gettext_noop("If they can't pay all of it, they pay nothing and the bank does.")
                ),
            ),
        ),
        CribPart(END, _end(options)),
        CribPart(TIES, (Phrase(_ties(options)),)),
    )


def _winnings(options: DevilWithItOptions) -> tuple[Phrase, ...]:
    return (
        Phrase(
            gettext_noop(
                "A bet up to the highest amount laid down wins its stake again; a higher "
                "one is lost."
            )
        ),
        Phrase(gettext_noop("The highest bet of the round wins twice its stake.")),
        Phrase(
            gettext_noop("For the highest amount laid down: %(amount)s."),
            {"amount": options.bonus_amount},
        ),
        Phrase(
            gettext_noop("For the most pieces laid down: %(amount)s."),
            {"amount": options.bonus_count},
        ),
    )


def _end(options: DevilWithItOptions) -> tuple[Phrase, ...]:
    lines = [
        Phrase(
            gettext_noop("After the round in which someone has %(end)s or more."),
            {"end": options.end_threshold},
        ),
        Phrase(gettext_noop("The highest total wins, no matter who got there first.")),
    ]
    if options.max_rounds is not None:
        rounds = {"rounds": options.max_rounds}
        lines.append(Phrase(gettext_noop("After round %(rounds)s at the latest."), rounds))
    return tuple(lines)


def _ties(options: DevilWithItOptions) -> str:
    if options.end_tie is EndTie.SHARED:
        return gettext_noop("Equal totals share a place.")
    return gettext_noop("While first place is tied, everyone plays one more round.")
