"""Sentences for the codes of free-form games."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

TEXTS: Mapping[str, str] = {
    "free_form.decimals_out_of_range": gettext_noop(
        "The number of decimals is between 0 and %(most)s."
    ),
    "free_form.cooperative_draw": gettext_noop(
        "A co-operative game is won or lost by all and cannot be drawn."
    ),
    "free_form.seats_out_of_range": gettext_noop("A table has between 1 and %(most)s seats."),
    "free_form.seats_reversed": gettext_noop(
        "The largest table cannot be smaller than the smallest."
    ),
    "free_form.amount_without_points": gettext_noop(
        "A game that counts places only has no amount of points."
    ),
    "free_form.target_not_positive": gettext_noop("The target must be above zero."),
    "free_form.points_out_of_range": gettext_noop(
        "Points must lie between minus %(most)s and %(most)s."
    ),
    "free_form.wrong_seat_count": gettext_noop(
        "This game is for %(least)s to %(most)s players, not for %(found)s."
    ),
    "free_form.points_missing": gettext_noop("The points of this player are missing."),
    "free_form.points_negative": gettext_noop("This game has no negative points."),
    "free_form.points_unexpected": gettext_noop("This game counts places, not points."),
    "free_form.place_missing": gettext_noop("The place of this player is missing."),
    "free_form.place_unexpected": gettext_noop("This game does not ask for places."),
    "free_form.place_out_of_range": gettext_noop("A place is between 1 and %(most)s here."),
    "free_form.place_inconsistent": gettext_noop(
        "Place %(place)s does not fit: %(better)s players are better, so it must be %(expected)s."
    ),
    "free_form.place_gap": gettext_noop(
        "Place %(place)s does not fit: counted without gaps it must be %(expected)s."
    ),
    "free_form.places_against_points": gettext_noop(
        "This player is placed better than somebody who has the better points."
    ),
    "free_form.total_missing": gettext_noop(
        "The points add up to %(found)s instead of %(expected)s: %(amount)s missing."
    ),
    "free_form.total_surplus": gettext_noop(
        "The points add up to %(found)s instead of %(expected)s: %(amount)s too many."
    ),
    "free_form.draw_not_possible": gettext_noop("This game cannot end in a draw."),
    "free_form.draw_with_places": gettext_noop(
        "The match was drawn, so nobody can have another place than 1."
    ),
    "free_form.result_missing": gettext_noop("Please say whether the table won or lost."),
    "free_form.result_unexpected": gettext_noop(
        "Only a co-operative game is won or lost by the whole table."
    ),
}
