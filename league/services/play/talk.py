"""Table talk: saying something, hiding it, and what organizers do about it.

It belongs to no record: it goes with whoever said it, and some time after the match.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from league.core.actions import Action
from league.core.enums import TalkPhrase
from league.core.errors import BadInput, NotAllowed, NotFound, Refused, TooMany
from league.lists import person
from league.models import PlayTalk
from league.queries.play import plays as reading
from league.queries.play import talk
from league.services.play import _tables

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import Play, PlaySeat

LONGEST = 200
# One seat says no more at one table.
MOST = 100
# Nor more than so many things in so many seconds.
AT_ONCE, SECONDS = 6, 20


@transaction.atomic
def say(*, by: Actor, play: Play, phrase: str = "", words: str = "") -> PlayTalk:
    """Says one of the phrases from the actor's seat, or words of one's own.

    Raises:
        NotAllowed: ``play_talk_muted``; ``play_talk_phrases_only`` where words of one's own are
            not for this table, or not for who asks.
        Refused: ``play_talk_over``, ``play_talk_enough``. TooMany: ``play_talk_too_fast``.
        BadInput: ``play_talk_empty``, ``too_long``.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    if not seat.is_here:
        raise NotAllowed("play_not_seated")
    if not talk.is_open(play):
        raise Refused("play_talk_over", days=talk.AFTER_DAYS)
    if seat.is_muted:
        raise NotAllowed("play_talk_muted")
    if phrase and phrase not in TalkPhrase.values:
        raise BadInput("bad_choice", field="phrase", value=phrase[:20])
    words = "" if phrase else person.text(words, "words", LONGEST)
    if words and not talk.may_write(by, play, seat):
        raise NotAllowed("play_talk_phrases_only")
    if not phrase and not any(sign.isprintable() and not sign.isspace() for sign in words):
        raise BadInput("play_talk_empty", field="words")
    now = timezone.now()
    _limit(play, seat, now)
    last = PlayTalk.objects.filter(play=play).aggregate(last=Max("number"))["last"] or 0
    row = PlayTalk.objects.create(
        play=play,
        number=last + 1,
        seat=seat.number,
        account_id=by.account_id if words else None,
        phrase=phrase,
        written=words,
        at=now,
    )
    if seat.hides_talk:
        seat.hides_talk = False
        seat.save(update_fields=["hides_talk"])
    _tables.tell(play)
    return row


@transaction.atomic
def hide(*, by: Actor, play: Play, hidden: bool = True) -> PlaySeat:
    """Spares the actor's seat what is said at the table, or lets it hear it again."""
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    if seat.hides_talk != hidden:
        seat.hides_talk = hidden
        seat.save(update_fields=["hides_talk"])
        _tables.tell(play)
    return seat


@transaction.atomic
def report(*, by: Actor, play: Play, number: int) -> PlayTalk:
    """Shows words that the actor has read to the organizers of the club."""
    play, seats = _tables.locked(by, play)
    seat = reading.seat_of(by, seats)
    row = _remark(play, number)
    heard = talk.at_table(viewer=by, play=play).remarks
    if all(each.number != row.number or each.is_mine for each in heard):
        raise NotAllowed("play_not_seated") if seat is None else NotFound("play_no_such_remark")
    if row.reported_at is None:
        row.reported_at = timezone.now()
        row.save(update_fields=["reported_at"])
        _tables.tell(play)
    return row


@transaction.atomic
def mute(*, by: Actor, play: Play, number: int, muted: bool = True) -> PlaySeat:
    """An organizer of the club lets nobody hear what a seat says, or takes that back."""
    play, seats = _tables.locked(by, play)
    _require_lead(by, play)
    seat = _tables.numbered(seats, number)
    if seat.is_muted != muted:
        seat.is_muted = muted
        seat.save(update_fields=["is_muted"])
        _tables.tell(play)
    return seat


@transaction.atomic
def settle(*, by: Actor, play: Play, number: int) -> PlayTalk:
    """An organizer has seen to a report."""
    play, _seats = _tables.locked(by, play)
    _require_lead(by, play)
    row = _remark(play, number)
    if row.reported_at is not None and row.settled_at is None:
        row.settled_at = timezone.now()
        row.save(update_fields=["settled_at"])
    return row


def _require_lead(by: Actor, play: Play) -> None:
    if not talk.leads(by, play):
        raise NotAllowed("not_allowed", action=Action.CREATE_EVENT.name.lower())


def _remark(play: Play, number: int) -> PlayTalk:
    """Words of one's own by their number. Raises NotFound."""
    row = PlayTalk.objects.filter(play=play, number=number).exclude(written="").first()
    if row is None:
        raise NotFound("play_no_such_remark")
    return row


def _limit(play: Play, seat: PlaySeat, now: datetime) -> None:
    """Raises where this seat says too much, or too much at once."""
    own = PlayTalk.objects.filter(play=play, seat=seat.number).order_by("-number")
    if own.count() >= MOST:
        raise Refused("play_talk_enough", most=MOST)
    before = now - timedelta(seconds=SECONDS)
    lately = list(own.filter(at__gt=before).values_list("at", flat=True)[:AT_ONCE])
    if len(lately) >= AT_ONCE:
        seconds = max(1, round((lately[-1] - before).total_seconds() + 0.5))
        raise TooMany("play_talk_too_fast", seconds=seconds)
