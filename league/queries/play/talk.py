"""What is said at the table of a match in the browser, as one viewer may hear it.

Phrases are for everybody who may see the match. Words of one's own are for grown-ups whom the club
knows, where it allows them: never to or from a minor, nor a guest, of whom nobody knows. All games
hide something until their end, so that whoever watches reads them only then.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games import catalogue
from league import permissions
from league.core.actions import Action, is_within_scopes
from league.core.enums import TalkPhrase
from league.models import Player, PlaySeat, PlayTalk
from league.queries.play import plays as reading
from league.queries.play.of_clubs import is_of_club
from league.queries.play.transcripts import ENDED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Club, Play

# After the end people still thank each other; who comes by years later has nobody to talk to.
AFTER_DAYS = 7
# A page and an answer of the API tell so many remarks.
NEWEST = 40


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing said: a ``phrase``, or ``words`` of one's own, which have a ``number``.

    Attributes:
        number: by which the words are reported; 0 for a phrase.
        is_reported: whether somebody did; never told to whoever wrote them.
    """

    number: int
    seat: int
    phrase: str
    words: str
    is_mine: bool
    is_reported: bool
    at: datetime

    @property
    def text(self) -> str:
        return self.words or str(TalkPhrase(self.phrase).label)


@dataclass(frozen=True, slots=True)
class Talk:
    """The newest remarks, oldest first, and what the viewer may do about them.

    Attributes:
        may: verbs: ``say``, ``write`` (words of one's own), ``report``, ``hide``, ``show``,
            ``mute``.
        is_muted: whether an organizer has muted the viewer's seat.
        muted: the seats that are, for whoever may mute.
    """

    remarks: tuple[Remark, ...]
    may: frozenset[str]
    is_muted: bool
    muted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reported:
    """Words that somebody reported, for the club's organizers."""

    code: str
    title: str
    number: int
    seat: int | None
    name: str
    is_muted: bool
    words: str
    at: datetime


def at_table(*, viewer: Actor, play: Play) -> Talk:
    """What the viewer hears at the table of a play that exists for them."""
    rows = list(play.seats.all())
    own = reading.seat_of(viewer, rows)
    muted = [row.number for row in rows if row.is_muted]
    may = _open_to(viewer, play, own)
    found: tuple[Remark, ...] = ()
    if own is None or not own.hides_talk:
        found = _remarks(viewer, play, own, muted)
    if any(remark.words and not remark.is_mine for remark in found):
        may |= {"report"}
    return Talk(
        remarks=found,
        may=may if is_within_scopes(viewer, Action.PLAY) else frozenset(),
        is_muted=own is not None and own.is_muted,
        muted=tuple(muted) if "mute" in may else (),
    )


def _open_to(viewer: Actor, play: Play, own: PlaySeat | None) -> frozenset[str]:
    found: set[str] = {"mute"} if leads(viewer, play) else set()
    if own is not None and own.hides_talk:
        found.add("show")
    elif own is not None and own.is_here:
        found.add("hide")
        if is_open(play) and not own.is_muted:
            found |= {"say", "write"} if may_write(viewer, play, own) else {"say"}
    return frozenset(found)


def _remarks(
    viewer: Actor, play: Play, own: PlaySeat | None, muted: Sequence[int]
) -> tuple[Remark, ...]:
    rows = PlayTalk.objects.filter(play=play, seat__isnull=False)
    rows = rows.exclude(seat__in=[number for number in muted if not _is_at(own, number)])
    heard = Q(written="")
    if may_read(viewer, play, own):
        heard |= readable()
    newest = list(rows.filter(heard).order_by("-number")[:NEWEST])
    return tuple(_remark(row, own) for row in reversed(newest))


def _remark(row: PlayTalk, own: PlaySeat | None) -> Remark:
    assert row.seat is not None
    is_mine = _is_at(own, row.seat)
    return Remark(
        number=row.number if row.written else 0,
        seat=row.seat,
        phrase=row.phrase,
        words=row.written,
        is_mine=is_mine,
        is_reported=row.reported_at is not None and not is_mine,
        at=row.at,
    )


def _is_at(own: PlaySeat | None, number: int) -> bool:
    return own is not None and own.number == number


def readable() -> Q:
    """Words of people who are there, and no minors by now."""
    adult = Q(account__player__isnull=True) | Q(account__player__is_minor=False)
    return Q(account__isnull=False) & adult


def may_write(viewer: Actor, play: Play, own: PlaySeat | None) -> bool:
    """Whether words of one's own may be said to and by the viewer at this table.

    Whoever acts for a minor may not either: the account may be in the child's hands.
    """
    club = play.club
    if club is None or not club.free_talk or viewer.account_id is None:
        return False
    people = set(viewer.players)
    if own is not None and own.player_id is not None:
        people.add(own.player_id)
    if Player.objects.filter(pk__in=people, is_minor=True).exists():
        return False
    return is_of_club(viewer, club)


def may_read(viewer: Actor, play: Play, own: PlaySeat | None) -> bool:
    """The same for reading: whoever has no seat waits for the end."""
    return (own is not None or play.state in ENDED) and may_write(viewer, play, own)


def leads(viewer: Actor, play: Play) -> bool:
    """Whether the viewer is an organizer of the play's club, who may mute a seat."""
    return play.club is not None and permissions.can(viewer, Action.CREATE_EVENT, play.club)


def is_open(play: Play) -> bool:
    """Whether anything may still be said."""
    return play.ended_at is None or play.ended_at > timezone.now() - timedelta(days=AFTER_DAYS)


def waiting(*, viewer: Actor, club: Club) -> QuerySet[PlayTalk]:
    """Reports that no organizer has seen to; none for who leads nothing in the club."""
    rows = PlayTalk.objects.filter(reported_at__isnull=False, settled_at__isnull=True)
    if not permissions.can(viewer, Action.CREATE_EVENT, club):
        return rows.none()
    return rows.filter(play__club=club).order_by("reported_at", "pk")


def reports(*, viewer: Actor, club: Club) -> tuple[Reported, ...]:
    """The same in words, the oldest first."""
    rows = list(waiting(viewer=viewer, club=club).select_related("play", "account__player"))
    seats = {
        (seat.play_id, seat.number): seat
        for seat in PlaySeat.objects.filter(play__in={row.play_id for row in rows})
    }
    return tuple(_reported(row, seats) for row in rows)


def _reported(row: PlayTalk, seats: Mapping[tuple[int, int], PlaySeat]) -> Reported:
    seat = None if row.seat is None else seats.get((row.play_id, row.seat))
    player = row.account.player if row.account is not None else None
    return Reported(
        code=row.play.code,
        title=gettext(catalogue.get(row.play.game).title),
        number=row.number,
        seat=row.seat,
        name=player.name if player is not None else seat.name if seat is not None else "",
        is_muted=seat is not None and seat.is_muted,
        words=row.written,
        at=row.at,
    )
