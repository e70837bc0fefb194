"""Penalties and bonuses: made with a reason, revoked, never deleted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league import permissions
from league.core.errors import BadInput
from league.core.facts import Fact
from league.journal import append, lock_event, lock_season
from league.lists import person
from league.models import Adjustment, Entry, Player, Season, Stage
from league.queries.standings import standings as read
from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.queries.standings.counting import Scope

LONGEST_REASON = 400


def make(
    *, by: Actor, scope: Scope, player: Player, points: Fraction | str, reason: str
) -> Adjustment:
    """Gives a player league points, or takes some, on a stage or on a season.

    It counts in the standing, in the season of a stage, and for the seats of the next round.
    Everybody can read the reason.

    Args:
        points: exact; text such as ``"-2"``, ``"5.5"`` or ``"16/3"`` is read.

    Raises:
        BadInput: ``value_zero``, ``number_malformed``, ``number_too_large``,
            ``reason_missing``, ``not_entered``.
    """
    permissions.require(by, read.managing(scope), scope)
    amount = _amount(points)
    text = person.text(reason, "reason", LONGEST_REASON)
    if not text:
        raise BadInput("reason_missing", field="reason")
    with transaction.atomic():
        _lock(scope)
        if not _is_entered(scope, player):
            raise BadInput("not_entered", field="player", name=player.name)
        row = Adjustment.objects.create(
            season=scope if isinstance(scope, Season) else None,
            stage=scope if isinstance(scope, Stage) else None,
            player=player,
            points_num=amount.numerator,
            points_den=amount.denominator,
            reason=text,
            author=by.key,
        )
        row.from_seq = _told(Fact.ADJUSTMENT_MADE, by, scope, row)
        row.save(update_fields=["from_seq"])
    return row


def revoke(*, by: Actor, adjustment: Adjustment) -> Adjustment:
    """Takes a penalty or bonus back; it stays listed as revoked. Twice is as good as once."""
    scope = scope_of(adjustment)
    permissions.require(by, read.managing(scope), scope)
    with transaction.atomic():
        _lock(scope)
        row = Adjustment.objects.get(pk=adjustment.pk)
        if row.revoked_at is not None:
            return row
        row.revoked_at = timezone.now()
        row.to_seq = _told(Fact.ADJUSTMENT_REVOKED, by, scope, row)
        row.save(update_fields=["revoked_at", "to_seq"])
    return row


def scope_of(adjustment: Adjustment) -> Scope:
    """The stage or season that an adjustment belongs to."""
    if adjustment.season is not None:
        return adjustment.season
    assert adjustment.stage is not None, "an adjustment has one scope"
    return adjustment.stage


def _amount(points: Fraction | str) -> Fraction:
    try:
        amount = fraction_from_json(
            exact_text(points) if isinstance(points, Fraction) else points.replace(",", "."),
            "points",
        )
    except StandingsError as error:
        raise BadInput(error.code, field="points", **error.params) from error
    if amount == 0:
        raise BadInput("value_zero", field="points")
    return amount


def _lock(scope: Scope) -> None:
    if isinstance(scope, Season):
        lock_season(scope)
    else:
        lock_event(scope.event_id)


def _is_entered(scope: Scope, player: Player) -> bool:
    if isinstance(scope, Season):
        return Entry.objects.filter(event__season=scope, player=player).exists()
    return Entry.objects.filter(event=scope.event_id, player=player).exists()


def _told(fact: Fact, by: Actor, scope: Scope, row: Adjustment) -> int:
    if isinstance(scope, Season):
        stages, seasons = [], [scope.pk]
    else:
        season = scope.event.season_id
        stages, seasons = [scope.pk], [season] if season else []
    line = append(
        fact,
        by=by,
        club=scope.club if isinstance(scope, Season) else None,
        event=scope.event if isinstance(scope, Stage) else None,
        payload={
            "adjustment": row.pk,
            "season" if isinstance(scope, Season) else "stage": scope.pk,
            "player": row.player_id,
            "points": exact_text(Fraction(row.points_num, row.points_den)),
            "reason": row.reason,
        },
        stale_stages=stages,
        stale_seasons=seasons,
    )
    assert line.seq is not None, "a club's line has a number"
    return line.seq
