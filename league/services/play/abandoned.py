"""What becomes of matches whose people are gone, and of the names that guests typed."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from games.core.transcript import LEFT
from league.core.actors import Actor
from league.core.enums import PlayState, TroubleKind
from league.core.errors import NotAllowed
from league.models import Play, PlayPause, PlaySeat, PlaySecret, PlayTalk
from league.queries.play import abandoned, pauses
from league.queries.play.transcripts import ENDED
from league.services.play import _tables
from league.services.standings import troubles

# Of a seat whose guest is forgotten: no key of a browser has this hash, and somebody sat there.
FORGOTTEN = "forgotten"


def sweep(*, by: Actor) -> int:
    """Ends what nobody goes on with, each match by itself; for the service. Returns how many."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    ended = 0
    for number in abandoned.due():
        ended += bool(troubles.unless_pausing(TroubleKind.PLAYS, number, partial(_end, by, number)))
    return ended


def forget_guests(*, by: Actor) -> int:
    """Takes the names and keys of guests off seats of ended matches; for the service.

    At an evening's table the name is the player's, and stays. What was said there goes, whoever
    said it. Returns how many seats. Guests have
    no account by which they could ask for it.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed")
    before = timezone.now() - timedelta(days=settings.PLAY_GUEST_DAYS)
    rows = PlaySeat.objects.filter(play__state__in=ENDED, play__ended_at__lt=before)
    at_host = rows.filter(at_host=True, player__isnull=True).exclude(name="").update(name="")
    rows = rows.exclude(guest="").exclude(guest__startswith=FORGOTTEN)
    PlayTalk.objects.filter(play__state__in=ENDED, play__ended_at__lt=before).delete()
    of_players = rows.filter(player__isnull=False).update(guest="")
    of_number = Concat(Value(FORGOTTEN + " "), Cast("number", CharField()))
    PlayPause.objects.exclude(guest="").filter(until__lt=before).delete()
    PlayPause.objects.filter(until__lt=timezone.now() - pauses.YEAR).delete()
    return at_host + of_players + rows.update(guest=of_number, name="")


@transaction.atomic
def _end(by: Actor, number: int) -> bool:
    """Ends one match without an outcome. The rules are not asked: they may be older than ours."""
    play, seats = _tables.locked(by, Play(pk=number))
    if not abandoned.rows().filter(pk=number).exists():
        return True  # somebody came back meanwhile
    if play.state == PlayState.RUNNING:
        play.end = LEFT
        play.seed = "" if play.by_hand else PlaySecret.objects.get(play=play).drawn
    play.state, play.ended_at = PlayState.STOPPED, timezone.now()
    play.save()
    for seat in seats:
        if seat.owes_since is not None:
            seat.owes_since = None
            seat.save(update_fields=["owes_since"])
    _tables.tell(play, lobby=True)
    return True
