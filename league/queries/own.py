"""What belongs to the viewer: the linked player, their entries, their clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.models import Account, Club, Entry, Event, Membership, Player

if TYPE_CHECKING:
    from league.actors import Actor

MOST_CLUBS = 3


def player(viewer: Actor) -> Player | None:
    """The player that the viewer's account is linked to."""
    if viewer.player_id is None:
        return None
    return Player.objects.filter(pk=viewer.player_id).first()


def entry(viewer: Actor, event: Event) -> Entry | None:
    if viewer.player_id is None:
        return None
    return (
        Entry.objects.filter(event=event, player=viewer.player_id).select_related("event").first()
    )


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
