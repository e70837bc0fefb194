"""Sentences for the codes of Dice Devils."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    # options
    "dice_devils.number_out_of_range": gettext_noop(
        "A number between %(least)s and %(most)s is expected here."
    ),
    "dice_devils.end_above_supply": gettext_noop(
        "The box only holds %(supply)s items, so no one could ever end the match."
    ),
    "dice_devils.too_many_exchanges": gettext_noop(
        "A scrubbing devil could choose among %(found)s exchanges here; %(most)s is the "
        "limit. Choose fewer items or fewer values."
    ),
    "dice_devils.rank_number": gettext_noop("Choose between %(least)s and %(most)s ranks."),
    "dice_devils.rank_repeated": gettext_noop("Each rank is in play at most once."),
    "dice_devils.satan_without_ober": gettext_noop(
        "Little Satan can only play together with the head devil."
    ),
    # the table as a whole
    "dice_devils.wrong_seat_count": gettext_noop(
        "These rules are for %(least)s to %(most)s players, not for %(found)s."
    ),
    "dice_devils.level_too_short": gettext_noop("More detail is asked for than this sheet gives."),
    "dice_devils.rank_unknown": gettext_noop("Ranks are numbered from 1 to 6."),
    "dice_devils.rank_set_size": gettext_noop(
        "There are as many ranks as players: %(expected)s, not %(found)s."
    ),
    "dice_devils.rank_set_differs": gettext_noop("At this table the ranks %(ranks)s are in play."),
    "dice_devils.early_end_unforeseen": gettext_noop(
        "These rules do not allow a match to end early."
    ),
    # empty boxes
    "dice_devils.items_missing": gettext_noop(
        "Did this player end with no items at all? Then enter a single 0."
    ),
    "dice_devils.number_missing": gettext_noop("This number is missing."),
    # items
    "dice_devils.negative": gettext_noop("This number cannot be below zero."),
    "dice_devils.more_than_supply": gettext_noop(
        "There are only %(most)s of these items, not %(found)s."
    ),
    "dice_devils.more_than_supply_together": gettext_noop(
        "All players together have %(found)s of these items, but there are only %(most)s."
    ),
    "dice_devils.more_than_the_box": gettext_noop(
        "All players together have %(found)s items, but the box holds only %(most)s."
    ),
    "dice_devils.nobody_finished": gettext_noop(
        "No one has %(end)s items. If the match ended early, please say so."
    ),
    "dice_devils.too_few_together": gettext_noop(
        "All players together have %(found)s items; at least %(least)s are needed for the end."
    ),
    "dice_devils.too_many_items": gettext_noop(
        "%(found)s items are too many: at most %(most)s are possible."
    ),
    "dice_devils.no_thief_in_play": gettext_noop(
        "No one could steal here, so no one can have %(found)s items: the most possible is "
        "%(most)s."
    ),
    "dice_devils.second_thief": gettext_noop("Only one player can have %(found)s items."),
    "dice_devils.no_victim": gettext_noop(
        "With %(found)s items someone was robbed in the last round and has at most "
        "%(most)s, but no one has that few."
    ),
    "dice_devils.nothing_stolen": gettext_noop(
        "With %(found)s items one was stolen, and only items of value 1 can be stolen:"
        " there is none."
    ),
    "dice_devils.too_many_finishers": gettext_noop(
        "%(found)s players have %(end)s items or more, but at most %(most)s"
        " can take an item in the last round."
    ),
    "dice_devils.too_many_together": gettext_noop(
        "All players together have %(found)s items, but a match ends with %(most)s at most."
    ),
    "dice_devils.not_early": gettext_noop(
        "The match did not end early: this player has %(end)s items or more."
    ),
    # sums
    "dice_devils.no_such_collection": gettext_noop(
        "There is no such collection. Items: %(n)s, value: %(v)s, triples: %(t)s."
    ),
    "dice_devils.value_impossible": gettext_noop("These items cannot be worth this."),
    "dice_devils.values_impossible": gettext_noop(
        "This number of items (%(items)s) is worth %(least)s to %(most)s, not %(found)s."
    ),
    "dice_devils.triples_impossible": gettext_noop(
        "The box holds %(most)s triples at most, not %(found)s."
    ),
    "dice_devils.cannot_be_dealt": gettext_noop(
        "Each player alone could have these items, but not all of them together."
    ),
    "dice_devils.not_derivable": gettext_noop(
        "With these rules we couldn't check whether the box holds all these items."
    ),
    "dice_devils.sum_differs": gettext_noop(
        "The items add up to %(expected)s here, not %(found)s."
    ),
    "dice_devils.total_differs": gettext_noop(
        "Values and triples add up to %(expected)s, not to %(found)s."
    ),
    # totals
    "dice_devils.total_impossible": gettext_noop("A total is between 0 and %(most)s here."),
    "dice_devils.total_unreachable": gettext_noop("No collection is worth a total of %(total)s."),
    "dice_devils.totals_too_low": gettext_noop(
        "Someone must have at least %(least)s points. If the match ended early, please say so."
    ),
    "dice_devils.totals_too_high": gettext_noop(
        "All totals together come to %(found)s; at most %(most)s is possible."
    ),
    # ranks at the end
    "dice_devils.rank_not_in_play": gettext_noop("This rank is not in play at this table."),
    "dice_devils.rank_twice": gettext_noop("Another player has this rank already."),
    "dice_devils.ranks_incomplete": gettext_noop(
        "Ranks are entered for everyone or for no one: this one is missing."
    ),
    "dice_devils.rank_needed": gettext_noop(
        "Another player has the same total: the rank at the end decides, please enter all ranks."
    ),
    # rounds
    "dice_devils.rounds_too_few": gettext_noop(
        "This result needs at least %(least)s rounds, not %(found)s."
    ),
    "dice_devils.rounds_too_many": gettext_noop(
        "This result can take at most %(most)s rounds, not %(found)s."
    ),
    # unusual
    "dice_devils.unusual_items": gettext_noop(
        "%(found)s items are possible, but only with a theft in the last round."
    ),
    "dice_devils.unusual_total": gettext_noop("%(found)s points are possible, but that's a lot."),
    "dice_devils.unusual_rounds": gettext_noop("%(found)s rounds are possible, but that's a lot."),
    "dice_devils.untouched_kind": gettext_noop(
        "No one has any of these items, although %(together)s items were taken: is a box empty?"
    ),
}
