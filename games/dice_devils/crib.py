"""The crib of Dice Devils, for the ranks and house rules of one table."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.crib import END, SCORES, TIES, TURN, CribPart
from games.core.text import gettext_noop
from games.core.words import Phrase
from games.dice_devils.devils import FEHLER, OBER, PUTZ, RANK_LABELS, SATAN, SPIEL, SPRING
from games.dice_devils.options import DiceDevilsOptions, TieBreak

_DEVILS = gettext_noop("The devils at this table")
_LINE = gettext_noop("%(devil)s: %(ability)s")
_ABILITIES: Mapping[int, str] = {
    OBER: gettext_noop("three golden dice, of which the two highest count."),
    SPIEL: gettext_noop("may make all opponents in its own fight reroll, once a round."),
    FEHLER: gettext_noop("after winning a fight, may take an item of value 1 from one loser."),
    PUTZ: gettext_noop("after winning a fight, may exchange an item with one loser."),
    SPRING: gettext_noop("wins when tied for highest."),
    SATAN: gettext_noop("two grey dice, plus the lowest golden die."),
}


def ability(rank: int) -> Phrase:
    """What a devil is and can do."""
    return Phrase(_LINE, {"devil": Phrase(RANK_LABELS[rank]), "ability": Phrase(_ABILITIES[rank])})


def crib(seats: int, options: DiceDevilsOptions) -> tuple[CribPart, ...]:
    """What is looked up in the middle of a match (R4 to R41)."""
    ranks = options.ranks_in_play(seats)
    return (
        CribPart(TURN, _round(options.open_target(seats), SPRING in ranks)),
        CribPart(
            _DEVILS,
            tuple(map(ability, ranks)),
        ),
        CribPart(
            SCORES,
            (
                Phrase(gettext_noop("The values of your items.")),
                Phrase(
                    gettext_noop("Plus %(bonus)s for each set of %(size)s equal items."),
                    {"size": options.triple_size, "bonus": options.triple_bonus},
                ),
            ),
        ),
        CribPart(
            END,
            (
                Phrase(
                    gettext_noop(
                        "The last round is the one in which someone reaches %(end)s items."
                    ),
                    {"end": options.end_item_count},
                ),
            ),
        ),
        CribPart(TIES, (Phrase(_ties(options, SPRING in ranks)),)),
    )


def _round(open_items: int, has_spring: bool) -> tuple[Phrase, ...]:
    return (
        Phrase(gettext_noop("Turn up items until %(open)s are face up."), {"open": open_items}),
        Phrase(gettext_noop("Everyone rolls in secret.")),
        Phrase(
            gettext_noop("Best rank first, everyone puts the tile on one item; it stays there.")
        ),
        Phrase(
            gettext_noop(
                "If you're alone on an item, you take it. Otherwise the highest result takes it."
            )
        ),
        Phrase(
            gettext_noop("Tied for highest: the jumping devil wins, otherwise reroll.")
            if has_spring
            else gettext_noop("Tied for highest: those players reroll.")
        ),
        Phrase(
            gettext_noop("The winner of a fight may then exchange ranks with one of its losers.")
        ),
    )


def _ties(options: DiceDevilsOptions, has_spring: bool) -> str:
    if options.tie_break is TieBreak.SHARED:
        return gettext_noop("Equal points share a place.")
    if has_spring and options.spring_wins_end_tie:
        return gettext_noop(
            "On a tie, the jumping devil is ahead, then the better rank at the end."
        )
    return gettext_noop("On a tie, the better rank at the end is ahead.")
