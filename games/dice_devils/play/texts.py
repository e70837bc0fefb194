"""Sentences of full play: for refusals, for what happens, for the position, for choices."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

PLAY_TEXTS: Mapping[str, str] = {
    "dice_devils.no_such_slot": gettext_noop("Only a face-up item can be claimed (%(rule)s)."),
    "dice_devils.other_decision": gettext_noop(
        "Something else has to be decided first (%(rule)s)."
    ),
    "dice_devils.not_a_loser": gettext_noop("Choose someone who lost this fight (%(rule)s)."),
    "dice_devils.not_theirs": gettext_noop("That player does not own such an item (%(rule)s)."),
    "dice_devils.not_yours": gettext_noop("You do not own such an item (%(rule)s)."),
    "dice_devils.not_worth_one": gettext_noop("Only items of value 1 can be stolen (%(rule)s)."),
    "dice_devils.other_draw": gettext_noop("Something else is drawn or rolled here (%(rule)s)."),
    "dice_devils.not_the_box": gettext_noop(
        "These are not exactly the items of the box (%(rule)s)."
    ),
    "dice_devils.not_the_ranks": gettext_noop(
        "These are not exactly the ranks in play (%(rule)s)."
    ),
    "dice_devils.not_face_down": gettext_noop(
        "There are not that many of these face down (%(rule)s)."
    ),
    "dice_devils.not_these_dice": gettext_noop(
        "The dice that are rolled here cannot show this (%(rule)s)."
    ),
}

# what happens
MIXED = gettext_noop("The items are mixed and lie face down.")
DEALT = gettext_noop("%(who)s draws the rank %(rank)s.")
ROUND = gettext_noop("Round %(round)s begins. On the table: %(items)s.")
ROLLED = gettext_noop("Everyone rolls in secret.")
OWN_ROLL = gettext_noop("%(who)s rolled %(dice)s.")
CLAIMS = gettext_noop("%(who)s claims: %(item)s.")
ALONE = gettext_noop("%(who)s is alone and takes: %(item)s.")
SHOWS_ALONE = gettext_noop("%(who)s shows the golden dice: %(dice)s.")
FIGHT = gettext_noop("Fight for: %(item)s.")
SHOWS = gettext_noop("%(who)s shows %(dice)s and has %(result)s.")
SHOWS_SATAN = gettext_noop("%(who)s shows %(dice)s, adds the golden %(golden)s and has %(result)s.")
FORCES = gettext_noop("%(who)s makes all opponents in this fight reroll.")
LETS_LIE = gettext_noop("%(who)s lets the dice lie.")
AGAIN = gettext_noop("%(who)s rerolls: %(dice)s, that makes %(result)s.")
AGAIN_SATAN = gettext_noop(
    "%(who)s rerolls: %(dice)s with the golden %(golden)s, that makes %(result)s."
)
TIED = gettext_noop("Tied for highest, these reroll: %(who)s.")
WINS = gettext_noop("%(who)s wins the fight and takes: %(item)s.")
WINS_TIE = gettext_noop("%(who)s jumps ahead in the tie and takes: %(item)s.")
STEALS = gettext_noop("%(who)s steals from %(loser)s: %(item)s.")
EXCHANGES = gettext_noop("%(who)s gives %(loser)s: %(give)s, and takes: %(take)s.")
SWAPS = gettext_noop("%(who)s exchanges ranks with %(loser)s, from the next round on.")
NO_THEFT = gettext_noop("%(who)s steals nothing.")
NO_EXCHANGE = gettext_noop("%(who)s exchanges no item.")
NO_SWAP = gettext_noop("%(who)s keeps the rank.")
OVER = gettext_noop("The match is over.")
COUNTS = gettext_noop("%(who)s, points: %(points)s, place: %(place)s.")

# the position
NOT_BEGUN = gettext_noop("The match has not begun.")
AT_ROUND = gettext_noop("Round %(round)s, items face down: %(hidden)s")
LIES = gettext_noop("Slot %(slot)s: %(item)s, worth %(value)s")
LIES_CLAIMED = gettext_noop("Slot %(slot)s: %(item)s, worth %(value)s, claimed by %(who)s")
HOLDS = gettext_noop("%(who)s, %(rank)s: %(items)s; points: %(points)s")
HOLDS_NOTHING = gettext_noop("%(who)s, %(rank)s: no item yet")
HOLDS_HIDDEN = gettext_noop("%(who)s, %(rank)s: items: %(number)s")
NEXT_RANK = gettext_noop("%(who)s will be %(rank)s in the next round")
DICE = gettext_noop("Dice of %(who)s: %(dice)s")
FIGHTING = gettext_noop("Running fight: %(item)s, between %(who)s")
SEVERAL = gettext_noop("%(count)s × %(item)s")
WORTH = gettext_noop("%(item)s of value %(value)s")

# choices
CLAIM = gettext_noop("Claim slot %(slot)s: %(item)s, worth %(value)s")
CLAIM_TOO = gettext_noop("Claim slot %(slot)s: %(item)s, worth %(value)s, against %(who)s")
FORCE = gettext_noop("Make all opponents reroll")
LET_LIE = gettext_noop("Let the dice lie")
STEAL = gettext_noop("Steal from %(loser)s: %(item)s")
EXCHANGE = gettext_noop("Give %(loser)s: %(give)s, and take: %(take)s")
SWAP = gettext_noop("Exchange ranks with %(loser)s, who is %(rank)s")
STEAL_NOTHING = gettext_noop("Steal nothing")
EXCHANGE_NOTHING = gettext_noop("Exchange no item")
KEEP_RANK = gettext_noop("Keep the rank")

# what players can take back
TAKEN_BACK = gettext_noop(
    "You can undo a claim, an ability or a swap of ranks until someone else decides. Once "
    "dice are rolled or shown, or new items lie face up, it stays."
)
