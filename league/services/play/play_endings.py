"""Leaving a running play: giving up, being away, coming back, stopping together, playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from league.core.enums import PlayPace, PlayState
from league.core.errors import Refused
from league.models import Play, PlayPause, PlaySeat, PlayTalk
from league.queries.play import states, verbs
from league.services.play import _seats, _tables, overdue, play_seats, plays
from league.services.play._course import Course

if TYPE_CHECKING:
    from collections.abc import Collection

    from league.core.actors import Actor
    from league.models import Account, Player


@transaction.atomic
def resign(*, by: Actor, play: Play) -> Play:
    """A bot plays on for the actor's seat, for good."""
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    seat.has_resigned = True
    _hand_over(play, seats, seat)
    return play


@transaction.atomic
def take_over(*, by: Actor, play: Play, number: int) -> Play:
    """Lets a bot play on for a seat that has kept the others waiting, until its person is back.

    By turns that is for the host or an organizer to decide, once the seat's time has run out.

    Raises:
        Refused: ``play_not_away``: it owes nothing, or has not owed it for long;
            ``play_not_late``: its days have not run out; ``play_clock_decides``: a clock does.
        NotAllowed: ``play_host_decides``.
    """
    play, seats = _tables.locked(by, play)
    if play.pace == PlayPace.TURNS:
        overdue.require_late(by, play, seats, number)
        _hand_over(play, seats, seats[number])
        return play
    own = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    seat = _tables.numbered(seats, number)
    if play.reserve is not None:
        raise Refused("play_clock_decides")
    if number not in verbs.away(play, seats, own):
        raise Refused("play_not_away", seconds=verbs.QUIET_S)
    _hand_over(play, seats, seat)
    return play


@transaction.atomic
def come_back(*, by: Actor, play: Play) -> Play:
    """The next decision of the actor's seat is their own again."""
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    if seat.has_resigned:
        raise Refused("play_resigned")
    if seat.bot:
        seat.bot, seat.ran_out = "", False
        seat.save(update_fields=["bot", "ran_out"])
        _tables.tell(play)
    return play


@transaction.atomic
def agree_to_stop(*, by: Actor, play: Play, agreed: bool = True) -> Play:
    """Says that the actor would stop here, or no more; with the last person's word it ends.

    The match counts as the rules say for one that is stopped where it stands. Who is asked for
    their word, ``verbs.asked_to_stop`` says.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    seat.wants_stop = agreed
    seat.save(update_fields=["wants_stop"])
    if verbs.would_all_stop(play, seats):
        Course(play, seats).stop()
        play.save()
    _tables.tell(play)
    return play


@transaction.atomic
def again(*, by: Actor, play: Play, address: str = "") -> Play:
    """A new table with the same people and bots on the same seats; the one there is already.

    Everybody adds to its seed by sitting down again.

    Args:
        address: where the request comes from, as for ``plays.open_table``.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.OVER, PlayState.STOPPED)
    if play.event_id is not None:
        raise Refused("play_of_a_table")
    there = Play.objects.filter(earlier=play).first()
    if there is not None:
        return there
    plays.limit_openings(address)
    package = states.package_of(play)
    new = _tables.new(
        Play(
            game=play.game,
            edition=package.edition,
            options=play.options,
            size=play.size,
            club=play.club,
            ruleset=play.ruleset,
            host=play.host if play.by_hand else seat.number,
            access=play.access,
            pace=play.pace,
            days=play.days,
            reserve=play.reserve,
            increment=play.increment,
            by_hand=play.by_hand,
            takes_back=play.takes_back,
            earlier=play,
        )
    )
    PlaySeat.objects.bulk_create(
        PlaySeat(
            play=new,
            number=each.number,
            account=each.account,
            guest=each.guest,
            at_host=each.at_host,
            bot="" if each.is_person else each.bot,
            name=each.name if each.is_person else "",
            joined_at=new.opened_at if each.is_person else None,
        )
        for each in seats
    )
    _tables.tell(play, lobby=True)
    return new


def forget(accounts: Collection[Account], people: Collection[Player], label: str) -> None:
    """Takes whoever is erased off their seats: ``label`` sits there, and a bot decides.

    A seat of a play that has not begun is free again; one of an evening's table waits for a person
    who will not come, and is closed. Nobody decides any more in a play by rules that are no longer
    here.
    """
    PlayPause.objects.filter(account__in=accounts).delete()
    PlayTalk.objects.filter(account__in=accounts).delete()
    theirs = Q(account__in=accounts) | Q(player__in=people)
    ids = PlaySeat.objects.filter(theirs).values("play")
    going_on = Play.objects.filter(states.can_go_on(), state=PlayState.RUNNING)
    for play in Play.objects.select_for_update().filter(pk__in=ids).order_by("pk"):
        seats = list(play.seats.order_by("number"))
        mine = set(PlaySeat.objects.filter(theirs, play=play).values_list("number", flat=True))
        for seat in (each for each in seats if each.number in mine):
            _forget(play, seats, seat, label)
            if going_on.filter(pk=play.pk).exists():
                _hand_over(play, seats, seat)


def _forget(play: Play, seats: list[PlaySeat], seat: PlaySeat, label: str) -> None:
    if play.state == PlayState.OPEN and play.event_id is None:
        play_seats.vacate(play, seats, seat)
        return
    PlayTalk.objects.filter(play=play, seat=seat.number).delete()
    if play.state == PlayState.OPEN:
        play.state, play.ended_at = PlayState.STOPPED, timezone.now()
        play.save(update_fields=["state", "ended_at"])
    seat.account, seat.name = None, label
    if seat.player_id is not None:
        seat.guest, seat.has_resigned = "", seat.has_resigned or play.state == PlayState.RUNNING
    seat.save(update_fields=["account", "name", "guest", "has_resigned"])


def _hand_over(play: Play, seats: list[PlaySeat], seat: PlaySeat) -> None:
    seat.bot = _seats.STAND_IN
    seat.save(update_fields=["bot", "has_resigned"])
    course = Course(play, seats)
    if verbs.would_all_stop(play, seats):
        course.stop()  # the others had said so, and waited for this one's word
    else:
        course.go_on()
    play.save()
    _tables.tell(play)
