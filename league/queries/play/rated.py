"""Whether a casual match counts for the ratings of its club, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from games.core.transcript import PLAYED
from league.core.enums import MembershipKind, PlayState
from league.models import Account, Membership
from league.queries.play.transcripts import ENDED
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.models import Club, Play, PlaySeat


@dataclass(frozen=True, slots=True)
class Counting:
    """What a match of a club is for its ratings; ``why_not`` is a code, empty if it counts."""

    club: Club
    why_not: str


def counting(play: Play) -> Counting | None:
    """As things are now. None for a match of no club, and for that of an evening's table."""
    club = play.club
    if club is None or play.event_id is not None:
        return None
    if not club.rates_casual:
        return Counting(club, "play_unrated_club")
    if play.ruleset_id is None:
        return Counting(club, "play_unrated_rules")
    if play.by_hand:
        return Counting(club, "play_unrated_by_hand")
    if not (play.is_rated or play.kept_out):
        return Counting(club, "play_unrated_then")
    seats = list(play.seats.order_by("number"))
    return Counting(club, play.kept_out or obstacle(play, seats))


def obstacle(play: Play, seats: Sequence[PlaySeat]) -> str:
    """The code of what keeps a match from counting that was opened to count; empty for none.

    A free seat is none: somebody may sit down there who does count.
    """
    has_ended = play.state in ENDED
    if any(seat.bot for seat in seats) or play.actions.exclude(bot="").exists():
        return "play_unrated_bot"
    if has_ended and (play.state != PlayState.OVER or play.end != PLAYED):
        return "play_unrated_end"
    taken = [seat for seat in seats if not seat.is_free]
    # Whose a seat was is noted at the end; until then it follows from the account.
    if has_ended and all(seat.player_id for seat in taken):
        return ""
    return "" if len(members(play, taken)) == len(taken) else "play_unrated_people"


def members(play: Play, seats: Sequence[PlaySeat]) -> Mapping[int, int]:
    """The players behind these seats, by the seat's number: members of the club as of today."""
    assert play.club is not None
    rows = Account.objects.filter(pk__in=[seat.account_id for seat in seats])
    people = dict(rows.exclude(player=None).values_list("pk", "player"))
    today = wall_time.today(play.club)
    known = Membership.objects.filter(
        Q(until__isnull=True) | Q(until__gte=today),
        club=play.club,
        kind=MembershipKind.MEMBER,
        player__in=people.values(),
        since__lte=today,
    )
    found = set(known.values_list("player", flat=True))
    owned = ((seat.number, people.get(seat.account_id or 0)) for seat in seats)
    return {number: player for number, player in owned if player in found}
