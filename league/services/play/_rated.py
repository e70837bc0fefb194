"""Casual matches that count for the ratings of their club: opened to count, settled at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.journal import mark_casual
from league.queries.play import rated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Play, PlaySeat


def is_wanted(play: Play) -> bool:
    """Whether a new match is opened to count, as its club wishes at this moment."""
    by_its_rules = play.event_id is None and play.ruleset_id is not None
    return by_its_rules and not play.by_hand and play.club is not None and play.club.rates_casual


def settle(play: Play, seats: Sequence[PlaySeat]) -> None:
    """Notes who is rated at the end of a match that counts; else what stands in the way.

    The caller saves the play. That the club may have changed its mind meanwhile is asked where
    ratings are made: it may do so again.
    """
    if not play.is_rated:
        return
    play.kept_out, people = rated.settled(play, seats)
    if play.kept_out:
        play.is_rated = False
        return
    for number, player in people.items():
        seats[number].player_id = player
        seats[number].save(update_fields=["player"])
    assert play.club_id is not None
    mark_casual(play.club_id, [play.pk])
