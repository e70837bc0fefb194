"""Sentences for the codes of games.core."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    "form.not_whole": gettext_noop("Please enter a whole number."),
    "form.not_number": gettext_noop("Please enter a number."),
    "form.too_many_decimals": gettext_noop("At most %(decimals)s decimals are possible here."),
    "form.not_numbers": gettext_noop("Please enter whole numbers separated by commas."),
    "form.unknown_choice": gettext_noop("Please choose one of the entries of the list."),
    "form.not_yes_or_no": gettext_noop("Please answer with yes or no."),
    "form.too_long": gettext_noop("This text is too long."),
    "form.nul": gettext_noop("This text contains a character that cannot be stored."),
    "json.not_object": gettext_noop("An object with named fields is expected here."),
    "json.not_list": gettext_noop("A list is expected here."),
    "json.not_whole": gettext_noop("A whole number is expected here."),
    "json.not_number": gettext_noop("A number is expected here, as in 12 or “12.5”."),
    "json.not_bool": gettext_noop("True or false is expected here."),
    "json.not_text": gettext_noop("A text is expected here."),
    "json.too_large": gettext_noop("This number is too large."),
    "json.too_many_decimals": gettext_noop("At most %(decimals)s decimals are possible here."),
    "json.unknown_field": gettext_noop("There is no field named “%(field)s”."),
    "json.unknown_choice": gettext_noop("“%(value)s” is not one of the possible values."),
    "json.nul": gettext_noop("This text contains a character that cannot be stored."),
    "json.too_long": gettext_noop("This text is too long."),
    "json.wrong_length": gettext_noop("%(expected)s entries are expected here, not %(found)s."),
    "game.not_your_turn": gettext_noop("It is not this player's turn."),
    "game.wrong_seats": gettext_noop("This game cannot be played by %(seats)s with these options."),
    "action.unknown": gettext_noop("There is no action named “%(name)s” in this game."),
    "game.unknown": gettext_noop("There is no game with the key “%(key)s”."),
}
