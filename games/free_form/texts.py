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
        "A game that only counts places has no points."
    ),
    "free_form.target_not_positive": gettext_noop("The target must be above zero."),
    "free_form.points_out_of_range": gettext_noop(
        "Points must lie between minus %(most)s and %(most)s."
    ),
    "free_form.places_apart_unasked": gettext_noop(
        "Points that do not decide the places need a sheet that asks for both."
    ),
    "free_form.cooperative_sides": gettext_noop(
        "If everyone wins or loses together, there are no sides: leave them empty."
    ),
    "free_form.sides_unreadable": gettext_noop(
        "Enter sides as numbers of players, such as 2-2 or 1-3, with commas in between."
    ),
    "free_form.sides_do_not_fit": gettext_noop(
        "%(shape)s are %(size)s players, and this game has no such table."
    ),
    "free_form.sides_missing": gettext_noop(
        "Sides for a table of %(size)s are missing: add them, or change the size of the table."
    ),
    "free_form.side_missing": gettext_noop("The side of this player is missing."),
    "free_form.side_unexpected": gettext_noop("In this game everyone plays alone."),
    "free_form.side_out_of_range": gettext_noop("A side is a number between 1 and %(most)s here."),
    "free_form.sides_wrong": gettext_noop(
        "The sides are %(found)s here, and this game has %(expected)s."
    ),
    "free_form.side_points_differ": gettext_noop(
        "Points belong to the side: the same for everyone on it, or entered once."
    ),
    "free_form.side_points_missing": gettext_noop("The points of this side are missing."),
    "free_form.side_places_differ": gettext_noop(
        "The place belongs to the side: the same for everyone on it, or entered once."
    ),
    "free_form.side_place_missing": gettext_noop("The place of this side is missing."),
    "free_form.side_place_inconsistent": gettext_noop(
        "Place %(place)s does not fit: %(better)s sides are better, so it must be %(expected)s."
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
        "This player is placed above someone with better points."
    ),
    "free_form.total_missing": gettext_noop(
        "The points add up to %(found)s instead of %(expected)s: %(amount)s missing."
    ),
    "free_form.total_surplus": gettext_noop(
        "The points add up to %(found)s instead of %(expected)s: %(amount)s too many."
    ),
    "free_form.draw_not_possible": gettext_noop("This game cannot end in a draw."),
    "free_form.draw_with_places": gettext_noop("The match was drawn, so everyone has place 1."),
    "free_form.result_missing": gettext_noop("Please say whether the table won or lost."),
    "free_form.result_unexpected": gettext_noop(
        "Only a co-operative game is won or lost by the whole table."
    ),
}
