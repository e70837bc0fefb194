"""Sentences for what play refuses."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop

PLAY_TEXTS: Mapping[str, str] = {
    # shapes
    "the_devil_with_it.play_negative": gettext_noop("This number cannot be below zero."),
    "the_devil_with_it.play_not_a_face": gettext_noop("“%(face)s” is not the face of a chip."),
    # options
    "the_devil_with_it.play_unit_without_chip": gettext_noop(
        "With these chips not every amount can be paid: the smallest one has to divide the others."
    ),
    # stakes
    "the_devil_with_it.play_stake_first": gettext_noop(
        "First everyone with chips makes a bet (%(rule)s)."
    ),
    "the_devil_with_it.play_beyond_chips": gettext_noop(
        "You bet your own chips, here at most %(own)s (%(rule)s)."
    ),
    "the_devil_with_it.play_not_in_chips": gettext_noop(
        "A bet is a multiple of %(unit)s (%(rule)s)."
    ),
    "the_devil_with_it.play_below_least": gettext_noop(
        "The smallest possible bet is %(least)s (%(rule)s)."
    ),
    "the_devil_with_it.play_not_offered": gettext_noop(
        "Bet up to %(most)s, or everything: %(own)s (%(rule)s)."
    ),
    "the_devil_with_it.play_stakes_lie": gettext_noop(
        "The stakes lie open and stay as they are until the end of the round (%(rule)s)."
    ),
    # change
    "the_devil_with_it.play_no_faces": gettext_noop(
        "Here only amounts are counted, so there is nothing to change (%(rule)s)."
    ),
    "the_devil_with_it.play_change_late": gettext_noop(
        "Change chips before you bet; the bank makes change automatically later (%(rule)s)."
    ),
    "the_devil_with_it.play_change_not_offered": gettext_noop(
        "The bank does not change these chips now (%(rule)s)."
    ),
    # coal
    "the_devil_with_it.play_draw_first": gettext_noop(
        "Everyone reveals at least one piece of coal (%(rule)s)."
    ),
    "the_devil_with_it.play_only_chance": gettext_noop(
        "Players can't choose which piece comes up (%(rule)s)."
    ),
    "the_devil_with_it.play_no_such_piece": gettext_noop(
        "There is no piece of %(value)s left in the oven (%(rule)s)."
    ),
    "the_devil_with_it.play_no_such_seat": gettext_noop("No one sits on seat %(seat)s (%(rule)s)."),
    "the_devil_with_it.play_other_draw": gettext_noop(
        "This is not the draw that is due here (%(rule)s)."
    ),
}

# what players can take back
TAKEN_BACK = gettext_noop(
    "You can change your bet until all bets are opened, and stopping until the next player draws. "
    "A piece of coal that has come up stays."
)
TAKEN_BACK_ALONE = gettext_noop(
    "Bots bet and draw as soon as you have decided: neither a bet nor stopping can be undone. "
    "A piece of coal that has come up stays, too."
)
