"""What belongs to the viewer: the linked player, their entries, their clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import EventState, RoundState, SeatingState
from league.models import Account, Club, Entry, Event, Membership, Player, TableLink

if TYPE_CHECKING:
    from league.core.actors import Actor

MOST_CLUBS = 3


def player(viewer: Actor) -> Player | None:
    """The player that the viewer's account is linked to."""
    if viewer.player_id is None:
        return None
    return Player.objects.filter(pk=viewer.player_id).first()


def player_id(viewer: Actor) -> int | None:
    """The player that the viewer's account is, not one that it acts for."""
    if viewer.account_id is None:
        return None
    return Account.objects.values_list("player_id", flat=True).get(pk=viewer.account_id)


def family(viewer: Actor) -> tuple[Player, ...]:
    """The players that the viewer's account speaks for, where there are several."""
    if len(viewer.players) < 2:
        return ()
    rows = Player.objects.in_bulk(viewer.players)
    return tuple(rows[pk] for pk in viewer.players if pk in rows)


def acted_for(viewer: Actor) -> tuple[Player, ...]:
    """The players that the viewer's account acts for without being them."""
    rows = Player.objects.filter(acted_for_by__account=viewer.account_id or 0)
    return tuple(rows.order_by("acted_for_by__pk"))


def entry(viewer: Actor, event: Event) -> Entry | None:
    if viewer.player_id is None:
        return None
    return (
        Entry.objects.filter(event=event, player=viewer.player_id).select_related("event").first()
    )


def open_table(viewer: Actor, event: Event) -> TableLink | None:
    """The link of the table at which the viewer's player sits in the running round."""
    if viewer.player_id is None or event.state != EventState.RUNNING:
        return None
    links = TableLink.objects.filter(
        revoked_at__isnull=True,
        table__seats__entry__player=viewer.player_id,
        table__seating__state=SeatingState.PUBLISHED,
        table__seating__round__state=RoundState.PUBLISHED,
        table__seating__round__stage__event=event,
    )
    return links.select_related("table").order_by("-table__pk").first()


def clubs(viewer: Actor) -> tuple[Club, ...]:
    """The first few clubs the viewer belongs to or works for; none for visitors and site staff."""
    if viewer.account_id is None:
        return ()
    ids = {grant.club_id for grant in viewer.grants if grant.club_id is not None}
    seasons = {grant.season_id for grant in viewer.grants if grant.season_id is not None}
    events = {grant.event_id for grant in viewer.grants if grant.event_id is not None}
    rows = Club.objects.filter(pk__in=ids)
    if seasons:
        rows |= Club.objects.filter(seasons__in=seasons)
    if events:
        rows |= Club.objects.filter(events__in=events)
    if viewer.player_id is not None:
        rows |= Club.objects.filter(
            memberships__player=viewer.player_id, memberships__until__isnull=True
        )
    rows = rows.filter(removed_at__isnull=True)
    return tuple(rows.distinct().order_by("sort_key", "id")[:MOST_CLUBS])


def language(player_id: int) -> str:
    """The language that somebody reads: their account's, else their first club's."""
    own: str | None = (
        Account.objects.filter(player=player_id).values_list("language", flat=True).first()
    )
    if own:
        return own
    clubs_of = Membership.objects.filter(player=player_id).order_by("id")
    return clubs_of.values_list("club__language", flat=True).first() or "en"
