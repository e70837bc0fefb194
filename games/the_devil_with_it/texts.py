"""Sentences for the codes of The Devil With It."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    # options
    "the_devil_with_it.number_out_of_range": gettext_noop(
        "A number from %(least)s to %(most)s is expected here."
    ),
    "the_devil_with_it.bet_unit": gettext_noop(
        "The smallest step of a bet follows from the chips: it is %(unit)s."
    ),
    "the_devil_with_it.bad_face": gettext_noop("“%(face)s” is not a value a piece can show."),
    "the_devil_with_it.range_reversed": gettext_noop(
        "The larger number comes second: %(low)s and %(high)s are the wrong way round."
    ),
    "the_devil_with_it.more_not_in_pairs": gettext_noop(
        "Enter each further value with its number of pieces: 30, 4 means four 30s."
    ),
    "the_devil_with_it.face_twice": gettext_noop("The value %(face)s is named twice."),
    "the_devil_with_it.no_chips": gettext_noop("There must be chips."),
    "the_devil_with_it.too_many_kinds": gettext_noop(
        "At most %(most)s different values are possible."
    ),
    "the_devil_with_it.no_change": gettext_noop(
        "Amounts go up in steps of %(unit)s, and the smallest chip is %(face)s: not every amount "
        "could be paid."
    ),
    "the_devil_with_it.unknown_face": gettext_noop("No chip in the box shows %(face)s."),
    "the_devil_with_it.start_beyond_box": gettext_noop(
        "All players need %(needed)s chips of %(face)s at the start; the box has %(most)s."
    ),
    "the_devil_with_it.start_sum": gettext_noop(
        "The chips at the start add up to %(found)s, not to %(wanted)s."
    ),
    "the_devil_with_it.not_payable": gettext_noop(
        "With these chips only multiples of %(unit)s can be paid."
    ),
    "the_devil_with_it.track_length": gettext_noop(
        "The track needs at least one number and can have %(most)s."
    ),
    "the_devil_with_it.track_not_rising": gettext_noop(
        "The numbers on the track must rise from space to space."
    ),
    "the_devil_with_it.start_beside_track": gettext_noop(
        "The pawns start on %(capital)s, and the track has no such space."
    ),
    "the_devil_with_it.end_below_start": gettext_noop(
        "Everyone starts with %(capital)s: the amount that ends the match must be higher."
    ),
    "the_devil_with_it.no_coal": gettext_noop("There must be coal as well as devils."),
    "the_devil_with_it.coal_below_bet": gettext_noop(
        "All coal together is worth less than the smallest bet, %(unit)s: no one could ever win."
    ),
    "the_devil_with_it.too_many_pieces": gettext_noop(
        "That makes %(found)s pieces of coal and devils; at most %(most)s are possible."
    ),
    "the_devil_with_it.mouth_too_wide": gettext_noop(
        "There are only %(pieces)s pieces: more cannot lie in the oven's mouth."
    ),
    # the sheet as a whole
    "the_devil_with_it.wrong_seat_count": gettext_noop(
        "These rules are for %(least)s to %(most)s players, not for %(found)s."
    ),
    "the_devil_with_it.level_too_short": gettext_noop(
        "This ruleset asks for a more detailed sheet."
    ),
    "the_devil_with_it.too_many_rounds": gettext_noop("At most %(most)s rounds can be entered."),
    "the_devil_with_it.early_end_unforeseen": gettext_noop(
        "The ruleset does not allow an early end."
    ),
    "the_devil_with_it.not_early": gettext_noop(
        "Someone reached %(end)s, so the match did not end early."
    ),
    "the_devil_with_it.nobody_finished": gettext_noop(
        "No one has the %(end)s that end the match. If it was stopped early, please tick that."
    ),
    "the_devil_with_it.extra_round_due": gettext_noop(
        "First place is tied: the ruleset asks for an extra round."
    ),
    "the_devil_with_it.more_money_than_the_box": gettext_noop(
        "The totals add up to %(found)s, and all chips of the box to %(most)s."
    ),
    "the_devil_with_it.rounds_too_few": gettext_noop(
        "No one can get there in %(found)s rounds: it takes at least %(least)s."
    ),
    "the_devil_with_it.rounds_too_many": gettext_noop(
        "That makes %(found)s rounds; the ruleset allows %(most)s."
    ),
    # totals and chips
    "the_devil_with_it.total_missing": gettext_noop("Please enter the total."),
    "the_devil_with_it.chips_missing": gettext_noop(
        "Please enter how many chips of each value there are."
    ),
    "the_devil_with_it.negative_count": gettext_noop("No one has fewer than zero chips."),
    "the_devil_with_it.more_than_the_box": gettext_noop(
        "Together that makes %(found)s chips of %(face)s; the box has %(most)s."
    ),
    "the_devil_with_it.total_differs": gettext_noop(
        "What is entered here makes a total of %(computed)s."
    ),
    "the_devil_with_it.not_a_sum_of_chips": gettext_noop("Use a multiple of %(unit)s (0 or more)."),
    "the_devil_with_it.total_impossible": gettext_noop(
        "No one can own more than %(most)s at the end."
    ),
    "the_devil_with_it.beyond_rounds": gettext_noop(
        "After round %(rounds)s no one can own more than %(most)s."
    ),
    "the_devil_with_it.unusual_total": gettext_noop("A total of %(found)s is rare. Is it correct?"),
    # rounds
    "the_devil_with_it.rounds_missing": gettext_noop("Please enter the rounds."),
    "the_devil_with_it.starter_missing": gettext_noop("Please say who began the first round."),
    "the_devil_with_it.starter_needed": gettext_noop(
        "Please say who began: it decides who might have had no turn."
    ),
    "the_devil_with_it.starter_unknown": gettext_noop("The table has seats 1 to %(most)s."),
    "the_devil_with_it.starter_not_next": gettext_noop(
        "Seat %(expected)s should have begun: each round it is the next seat to the left."
    ),
    "the_devil_with_it.other_first_starter": gettext_noop(
        "In this ruleset seat %(expected)s begins the first round."
    ),
    "the_devil_with_it.round_after_end": gettext_noop(
        "The match was over after round %(over)s. Rounds after it do not count."
    ),
    "the_devil_with_it.bet_missing": gettext_noop(
        "A bet is missing: this player has %(most)s and must bet."
    ),
    "the_devil_with_it.bet_without_chips": gettext_noop(
        "This player has no chips, so the bet must be left empty."
    ),
    "the_devil_with_it.bet_out_of_range": gettext_noop(
        "The bet must be from %(least)s to %(most)s, the chips of this player."
    ),
    "the_devil_with_it.bet_too_small": gettext_noop("The smallest bet is %(least)s."),
    # coal
    "the_devil_with_it.result_missing": gettext_noop("Please say how the turn ended."),
    "the_devil_with_it.numbers_without_turn": gettext_noop(
        "Without a turn there are no pieces and no amount."
    ),
    "the_devil_with_it.pieces_missing": gettext_noop("Please enter the number of pieces."),
    "the_devil_with_it.pieces_out_of_range": gettext_noop(
        "From %(least)s to %(most)s pieces are possible."
    ),
    "the_devil_with_it.amount_missing": gettext_noop("Please enter the amount of the pieces."),
    "the_devil_with_it.amount_out_of_range": gettext_noop(
        "With this number of pieces (%(pieces)s) the amount is from %(least)s to %(most)s."
    ),
    "the_devil_with_it.amount_unreachable": gettext_noop(
        "This number of pieces (%(pieces)s) cannot add up to %(amount)s."
    ),
    "the_devil_with_it.too_many_devils": gettext_noop(
        "Since all coal was laid out there have been more than %(most)s devils."
    ),
    "the_devil_with_it.coal_used_up": gettext_noop(
        "Since all coal was laid out that makes %(found)s pieces; there are only %(most)s."
    ),
    "the_devil_with_it.value_used_up": gettext_noop(
        "Since all coal was laid out that makes %(found)s; all coal together is worth %(most)s."
    ),
    "the_devil_with_it.not_together": gettext_noop(
        "The pieces since all coal was laid out (%(pieces)s) cannot add up to %(amount)s."
    ),
    "the_devil_with_it.starter_without_turn": gettext_noop(
        "The player who begins always has a turn."
    ),
    "the_devil_with_it.turn_after_no_turn": gettext_noop(
        "Later players had a turn, so this player had one too."
    ),
    "the_devil_with_it.oven_not_empty": gettext_noop(
        "The oven was not empty. Out of %(all)s pieces, these have been drawn: coal "
        "%(pieces)s, devils %(devils)s."
    ),
    "the_devil_with_it.reset_needed": gettext_noop(
        "The oven was empty, so all coal must have gone back after this round."
    ),
}
