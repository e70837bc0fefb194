"""Sentences for the codes of games.core."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    "form.not_whole": gettext_noop("Please enter a whole number."),
    "form.not_number": gettext_noop("Please enter a number."),
    "form.too_many_decimals": gettext_noop("At most %(decimals)s decimals are possible here."),
    "form.not_numbers": gettext_noop("Please enter whole numbers separated by commas."),
    "form.unknown_choice": gettext_noop("Please choose from the list."),
    "form.not_yes_or_no": gettext_noop("Please answer yes or no."),
    "form.too_long": gettext_noop("This text is too long."),
    "form.nul": gettext_noop("This text contains a character that cannot be stored."),
    "json.not_object": gettext_noop("An object with named fields is expected here."),
    "json.not_list": gettext_noop("A list is expected here."),
    "json.not_whole": gettext_noop("A whole number is expected here."),
    "json.not_number": gettext_noop("A number is expected here, as in 12 or “12.5”."),
    "json.not_bool": gettext_noop("True or false is expected here."),
    "json.not_text": gettext_noop("Text is expected here."),
    "json.too_large": gettext_noop("This number is too large."),
    "json.too_many_decimals": gettext_noop("At most %(decimals)s decimals are possible here."),
    "json.unknown_field": gettext_noop("There is no field named “%(field)s”."),
    "json.unknown_choice": gettext_noop("“%(value)s” is not one of the possible values."),
    "json.nul": gettext_noop("This text contains a character that cannot be stored."),
    "json.too_long": gettext_noop("This text is too long."),
    "json.wrong_length": gettext_noop("%(expected)s entries are expected here, not %(found)s."),
    "past.total_missing": gettext_noop("The points are missing. This game needs every total."),
    "past.place_missing": gettext_noop("The place is missing. This game has places but no points."),
    "past.points_unknown": gettext_noop(
        "This game has no points. Leave them out and enter the places."
    ),
    "game.not_your_turn": gettext_noop("It is not this player's turn."),
    "game.wrong_seats": gettext_noop("This game can't be played by %(seats)s with these options."),
    "action.unknown": gettext_noop("There is no action named “%(name)s” in this game."),
    "game.no_play": gettext_noop("“%(game)s” only has a score sheet and can't be played here."),
    "draw.not_possible": gettext_noop(
        "This can't have come up here. Choose one of these: %(known)s."
    ),
    "game.draws_by_hand": gettext_noop("The draws of this match are entered by hand."),
    "game.draws_from_seed": gettext_noop(
        "The draws of this match come from its seed; none of them can be entered by hand."
    ),
    "game.unknown_bot": gettext_noop(
        "This game has no bot named “%(name)s”; it has these: %(known)s."
    ),
    "transcript.empty": gettext_noop("This record is empty."),
    "transcript.empty_line": gettext_noop("This record contains an empty line."),
    "transcript.not_json": gettext_noop("This line is not JSON."),
    "transcript.no_header": gettext_noop("A record starts with a line that names the game."),
    "transcript.wrong_format": gettext_noop("Records of this format cannot be read."),
    "transcript.redacted": gettext_noop(
        "This record shows only what one viewer may know; it cannot be replayed."
    ),
    "transcript.after_end": gettext_noop("Nothing can follow the line that ends the match."),
    "transcript.unprintable": gettext_noop("This name contains characters that cannot be shown."),
    "transcript.not_hex": gettext_noop("Pairs of the digits 0 to 9 and a to f are expected here."),
    "transcript.wrong_number": gettext_noop("This line should have the number %(expected)s."),
    "transcript.no_such_seat": gettext_noop("There is no seat %(seat)s; seats count from 0."),
    "transcript.outcome_and_end": gettext_noop("A match has an outcome unless it was abandoned."),
    "transcript.wrong_game": gettext_noop("This is a record of the game “%(game)s”."),
    "transcript.wrong_edition": gettext_noop(
        "This record follows edition %(found)s of the rules; edition %(expected)s is here."
    ),
    "transcript.wrong_seed": gettext_noop("The seed does not fit its commitment."),
    "transcript.half_a_seed": gettext_noop(
        "Commitment, contributions and secret belong together: all of them, or none."
    ),
    "transcript.no_numbers": gettext_noop("The numbers behind this draw are missing."),
    "transcript.other_numbers": gettext_noop("These are not the numbers that the seed gives here."),
    "transcript.other_digest": gettext_noop(
        "The record was changed after the match: its digest does not fit."
    ),
    "transcript.other_draw": gettext_noop("This draw does not follow from the seed."),
    "transcript.not_over": gettext_noop("The match is not over after the last line."),
    "transcript.other_outcome": gettext_noop("The rules give another outcome."),
    "game.unknown": gettext_noop("There is no game with the key “%(key)s”."),
}
