"""Sentences for the codes of Teufel, Teufel!."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    # options
    "teufel_teufel.number_out_of_range": gettext_noop(
        "A number between %(least)s and %(most)s is expected here."
    ),
    "teufel_teufel.range_reversed": gettext_noop(
        "The larger number comes second: %(low)s and %(high)s are the wrong way round."
    ),
    "teufel_teufel.letter_cards": gettext_noop(
        "There is one letter card for each letter and colour: %(expected)s, not %(found)s."
    ),
    "teufel_teufel.too_many_cards": gettext_noop(
        "At most %(most)s cards can be used, not %(found)s."
    ),
    "teufel_teufel.cards_and_fields": gettext_noop(
        "There are %(found)s cards for %(fields)s fields: every field but the marked ones and the"
        " devil field holds one at the start."
    ),
    "teufel_teufel.no_room_to_start": gettext_noop(
        "%(seats)s discs do not fit on this board %(distance)s steps apart from each other."
    ),
    "teufel_teufel.number_of_letters": gettext_noop(
        "A disc takes %(least)s to %(most)s letters, not %(found)s."
    ),
    "teufel_teufel.not_a_letter": gettext_noop("Letters are single capitals from A to Z."),
    "teufel_teufel.letter_twice": gettext_noop("Every letter occurs once in a disc."),
    "teufel_teufel.number_of_marked": gettext_noop(
        "A board has 1 to %(most)s marked fields, not %(found)s."
    ),
    "teufel_teufel.marked_twice": gettext_noop("This field is marked already."),
    "teufel_teufel.marked_devil_field": gettext_noop(
        "The devil field cannot be one of the marked fields."
    ),
    "teufel_teufel.outside_the_board": gettext_noop(
        "Row %(row)s, place %(col)s is not on a board of %(rows)s rows with %(cols)s fields."
    ),
    # the table as a whole
    "teufel_teufel.wrong_seat_count": gettext_noop(
        "These rules are for %(least)s to %(most)s players, not for %(found)s."
    ),
    "teufel_teufel.level_too_short": gettext_noop(
        "More detail is asked for than this sheet gives."
    ),
    "teufel_teufel.no_such_seat": gettext_noop("The seats are numbered from 1 to %(most)s."),
    "teufel_teufel.colour_twice": gettext_noop("Another player has this colour already."),
    # empty boxes
    "teufel_teufel.end_missing": gettext_noop("Please say how the match ended."),
    "teufel_teufel.left_missing": gettext_noop(
        "Please say when this player left the board, or that the player stayed on it."
    ),
    "teufel_teufel.letters_needed": gettext_noop(
        "Letters separate the players who stayed on the board: please enter them."
    ),
    # the order of leaving
    "teufel_teufel.left_impossible": gettext_noop(
        "At most %(most)s can leave the board at this table."
    ),
    "teufel_teufel.left_twice": gettext_noop(
        "Another player already left as number %(place)s: two players never leave at the same time."
    ),
    "teufel_teufel.left_gap": gettext_noop("No one left as number %(place)s."),
    # how the match ended
    "teufel_teufel.not_all_but_one": gettext_noop(
        "If only one player was left on the board, %(expected)s have left it, not %(found)s."
    ),
    "teufel_teufel.no_day_break": gettext_noop(
        "At daybreak at most %(most)s players have left, not %(found)s: with one more "
        "gone, the last one on the board has lost."
    ),
    "teufel_teufel.not_stopped": gettext_noop(
        "When a match is stopped, at most %(most)s players have left, not %(found)s: with "
        "one more gone, it was over."
    ),
    "teufel_teufel.early_end_unforeseen": gettext_noop(
        "These rules do not allow a match to end early."
    ),
    "teufel_teufel.nobody_left": gettext_noop(
        "No one left the board, so no one has won. This is possible, but rare."
    ),
    # letters and devils
    "teufel_teufel.letters_impossible": gettext_noop("A disc holds 0 to %(most)s letters."),
    "teufel_teufel.leaver_without_letters": gettext_noop(
        "A player who leaves the board has %(expected)s letters, not %(found)s."
    ),
    "teufel_teufel.leaver_with_devil": gettext_noop("No one leaves the board with a devil."),
    "teufel_teufel.must_have_left": gettext_noop(
        "With %(found)s letters and no devil this player has left the board."
    ),
    "teufel_teufel.too_many_devils": gettext_noop(
        "All players together have %(found)s devils, but at most %(most)s are possible."
    ),
    # cards, turns and rounds
    "teufel_teufel.hidden_impossible": gettext_noop(
        "Between 0 and %(most)s cards can lie hidden here."
    ),
    "teufel_teufel.hidden_at_day_break": gettext_noop(
        "Day breaks when no card is hidden any more, but some still are: %(found)s."
    ),
    "teufel_teufel.day_has_broken": gettext_noop(
        "With no hidden card left, day has broken: the match was not stopped early."
    ),
    "teufel_teufel.negative": gettext_noop("This number cannot be below zero."),
    "teufel_teufel.too_few_turns": gettext_noop(
        "A turn brings one letter at most: at least %(least)s turns are needed, not %(found)s."
    ),
    "teufel_teufel.more_turns_than_rounds": gettext_noop(
        "No one has more than one turn a round: at most %(most)s, not %(found)s."
    ),
    "teufel_teufel.too_few_rounds": gettext_noop(
        "A round brings each player one letter at most: at least %(least)s rounds are needed, not"
        " %(found)s."
    ),
}
