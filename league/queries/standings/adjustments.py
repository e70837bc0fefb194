"""Penalties and bonuses of a stage or season, as organizers and the public see them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from league import permissions, snapshots
from league.core.enums import Audience, EntryState
from league.core.errors import NotFound
from league.models import Adjustment, Entry, Player, Season
from league.queries.occasions.season_rule import rule_of
from league.queries.people import actor_names
from league.queries.standings.counted_rows import standing_at
from league.queries.standings.counting import Scope, club_of
from league.queries.standings.standings import audience_of, managing
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """A penalty or bonus for the list of organizers and for the public; ``author`` is empty for
    the latter.
    """

    id: int
    player_id: int
    name: str
    points: Fraction
    reason: str
    author: str
    created_at: datetime
    is_revoked: bool


def of_scope(scope: Scope, viewer: Actor) -> tuple[AdjustmentRow, ...]:
    """Penalties and bonuses of a stage or season; the public sees those that hold, without authors.

    The names are those that the viewer sees in the standing.
    """
    if not permissions.can_see(viewer, scope):
        raise NotFound("not_found")
    full = permissions.sees_names(viewer, scope)
    rows = Adjustment.objects.filter(**_key(scope)).select_related("player").order_by("pk")
    if audience_of(scope, viewer) == Audience.PUBLIC:
        rows = _published_adjustments(scope, rows)
    found = list(rows)
    club = club_of(scope)
    people = Player.objects.filter(pk__in=_entries(scope).values("player"))
    shown = names.shown({*people, *(row.player for row in found)}, club, full=full)
    authors = actor_names.of_keys((row.author for row in found), club) if full else {}
    return tuple(
        AdjustmentRow(
            id=row.pk,
            player_id=row.player_id,
            name=shown[row.player_id].name,
            points=Fraction(row.points_num, row.points_den),
            reason=row.reason,
            author=authors.get(row.author, ""),
            created_at=row.created_at,
            is_revoked=full and row.revoked_at is not None,
        )
        for row in found
    )


def _published_adjustments(
    scope: Scope, rows: QuerySet[Adjustment, Adjustment]
) -> QuerySet[Adjustment, Adjustment]:
    """Those that are in the standing which the public sees; none where it sees none."""
    if scope.auto_publish:
        return rows.filter(revoked_at__isnull=True)
    snapshot = snapshots.load(scope, Audience.PUBLIC)
    if snapshot is None or not snapshot.body:
        return rows.none()
    return rows.filter(standing_at(snapshot.as_of))


def one(scope: Scope, viewer: Actor, pk: int) -> Adjustment:
    """One adjustment of the scope, for those who keep it."""
    permissions.require(viewer, managing(scope), scope)
    row = Adjustment.objects.filter(**_key(scope), pk=pk).first()
    if row is None:
        raise NotFound("not_found")
    return row


def entered(scope: Scope, viewer: Actor) -> list[tuple[int, str]]:
    """Everybody who may be given points in this scope, by name, for those who may do it."""
    permissions.require(viewer, managing(scope), scope)
    entries = _entries(scope).exclude(state=EntryState.WAITING)
    club = club_of(scope)
    people = Player.objects.filter(pk__in=entries.values("player"))
    shown = names.shown(people, club, full=True)
    ordered = sorted(shown.items(), key=lambda pair: (pair[1].sort_key, pair[0]))
    return [(pk, row.name) for pk, row in ordered]


def _entries(scope: Scope) -> QuerySet[Entry, Entry]:
    if isinstance(scope, Season):
        return Entry.objects.filter(event__season=scope.pk, event__removed_at__isnull=True)
    return Entry.objects.filter(event=scope.event_id)


def _key(scope: Scope) -> dict[str, int]:
    return {"season": scope.pk} if isinstance(scope, Season) else {"stage": scope.pk}


def is_averaged(scope: Scope) -> bool:
    """Whether points given are added to a total that is divided by the matches."""
    return isinstance(scope, Season) and rule_of(scope).by_average
