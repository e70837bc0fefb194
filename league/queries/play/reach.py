"""Which matches in the browser exist for a viewer, and which seats are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from league import withheld
from league.core.actions import Action
from league.core.enums import SeatingState
from league.models import Club, Play, PlaySeat
from league.permissions import visible_clubs

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor


def visible(viewer: Actor) -> QuerySet[Play]:
    """Plays that exist for whoever has their code: those of nobody, and of clubs one may see.

    That of an evening's table exists as the table's result does; for who sits there it stays.
    """
    clubs = Club.objects.filter(visible_clubs(viewer)).values("pk")
    known = Q(club__isnull=True) | Q(club__in=clubs)
    own = of_person(viewer)
    at_table = Q() if own is None else Q(pk__in=PlaySeat.objects.filter(own).values("play"))
    of_table = known & _of_tables(viewer)
    if own is not None:
        of_table |= at_table & Q(event__removed_at__isnull=True)
    rows = Play.objects.filter(Q(event__isnull=True) & known | Q(event__isnull=False) & of_table)
    return rows.select_related(
        "club", "event__club", "table__seating__round__stage__event", "table__ruleset__club_game"
    )


def is_of_nobody(play: Play) -> bool:
    """Whether it belongs to no club and no evening: it exists for whoever has its code."""
    return play.club_id is None and play.event_id is None


def coded(viewer: Actor, code: str) -> Play | None:
    """The play at this address, if it exists for the viewer."""
    row = Play.objects.filter(code=code).first()
    if row is None or is_of_nobody(row):
        return row
    return visible(viewer).filter(pk=row.pk).first()


def _of_tables(viewer: Actor) -> Q:
    """Plays of tables whose results may be told, and those of events that the viewer leads."""
    seated = Q(table__seating__state=SeatingState.PUBLISHED)
    told = withheld.or_led(viewer, Action.SEE_WITHHELD, "event__", seated & withheld.told(viewer))
    return withheld.announced(viewer, "event__") & told


def of_person(actor: Actor) -> Q | None:
    """The seats that are the actor's; None for somebody who can have none."""
    own = Q(pk__in=[])
    if actor.account_id is not None:
        own |= Q(account=actor.account_id)
        own |= Q(player__in=actor.players)
    if actor.guest:
        own |= Q(guest=actor.guest)
    return own if actor.account_id is not None or actor.guest else None
