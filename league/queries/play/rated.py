"""Whether a casual match counts for the ratings of its club, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q

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
    """What a match of a club is for its ratings; ``why_not`` is a code, empty if it counts.

    Attributes:
        left_out: of a match that counts, the numbers of seats for which a bot played; who sat
            there is not rated.
    """

    club: Club
    why_not: str
    left_out: frozenset[int] = frozenset()


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
    if play.state not in ENDED:
        return Counting(club, obstacle(play, seats))
    left_out = frozenset(seat.number for seat in seats if seat.player_id is None)
    return Counting(club, play.kept_out, frozenset() if play.kept_out else left_out)


def obstacle(play: Play, seats: Sequence[PlaySeat]) -> str:
    """The code of what keeps a match from counting that was opened to count; empty for none.

    A free seat is none: somebody may sit down there who does count. Nor is a bot in somebody's
    place: once the match has ended ``settled`` says what becomes of it.
    """
    taken = [seat for seat in seats if not seat.is_free]
    return _obstacle(taken, members(play, taken))


def settled(play: Play, seats: Sequence[PlaySeat]) -> tuple[str, Mapping[int, int]]:
    """The same for one that has ended, and whom it counts for: players by the number of a seat."""
    people = members(play, seats)
    why_not = _obstacle(seats, people)
    if not why_not and (play.state != PlayState.OVER or play.end != PLAYED):
        why_not = "play_unrated_end"
    found = {} if why_not else {seat.number: people[seat.number] for seat in _compared(play, seats)}
    if not why_not and len(found) < 2:
        why_not = "play_unrated_away"
    return why_not, {} if why_not else found


def _obstacle(seats: Sequence[PlaySeat], people: Mapping[int, int]) -> str:
    if any(seat.bot and not seat.is_person for seat in seats):
        return "play_unrated_bot"
    return "" if len(people) == len(seats) else "play_unrated_people"


def _compared(play: Play, seats: Sequence[PlaySeat]) -> list[PlaySeat]:
    """Whoever is rated by a match that has ended: who decided themselves, and who gave up.

    Whoever gave up did so of their own will and comes last. Nobody becomes a loser by a lost
    connection: whoever was away at the end, or for half of their decisions, is not rated, while
    the others are, if one of them stayed.
    """
    stood_in, decided = Count("pk", filter=~Q(bot="")), Count("pk")
    rows = play.actions.exclude(seat=None).order_by().values("seat")
    shares = rows.annotate(stood_in=stood_in, decided=decided)
    away = {row["seat"] for row in shares if 2 * row["stood_in"] >= row["decided"]}
    stayed = {seat.number for seat in seats if not (seat.bot or seat.number in away)}
    return [seat for seat in seats if stayed and (seat.number in stayed or seat.has_resigned)]


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
