"""Erasing a person's data while every result stays, and deleting who never played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import NameLevel
from league.core.errors import NotFound, Refused
from league.core.facts import Fact
from league.core.person_fields import OF_PLAYER
from league.models import (
    Account,
    ActsFor,
    Adjustment,
    Apart,
    ApiToken,
    BgStatsPlayer,
    CalendarLink,
    Claim,
    Club,
    Entry,
    FormerName,
    Grant,
    IdempotencyKey,
    Invitation,
    Membership,
    Merge,
    NoticeAddress,
    Player,
    PlaySeat,
    Season,
    Snapshot,
    Stage,
)
from league.queries.people import merges as read
from league.queries.people import player_history
from league.services.office import pictures
from league.services.people import _scrubbing
from league.services.play import play_endings
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor


@transaction.atomic
def erase(*, by: Actor, player: Player) -> Player:
    """Leaves a neutral name in place of a person, for good; every table, point and rating stays.

    Gone is what ``league.core.personal`` lists, and names and addresses out of what others wrote
    in the person's clubs. Records merged into this one are erased with it.

    Raises:
        Refused: ``erase_other_club``, ``erase_has_roles``, ``merge_erased``.
    """
    clubs = _require_all(by, player)
    held = Club.objects.select_for_update(no_key=True)
    list(held.filter(pk__in=[c.pk for c in clubs]).order_by("pk"))
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if row.erased_at is not None:
        raise Refused("merge_erased", name=row.name)
    label = _former(row, clubs)
    people = list(Player.objects.filter(pk__in=[row.pk, *player_history.absorbed(row)]))
    theirs = Account.objects.select_for_update(no_key=True).filter(player__in=people)
    accounts = list(theirs.order_by("pk"))
    if Grant.objects.filter(account__in=accounts).exists():
        raise Refused("erase_has_roles", name=row.name)
    said = _scrubbing.needles(people, accounts)
    play_endings.forget(accounts, people, label)
    for account in accounts:
        _forget_account(account, row)
    for each in people:
        _forget(each, label)
    _scrubbing.replace_words(said, clubs, label)
    for club in clubs:
        stages = Stage.objects.filter(event__club=club, event__entries__player=row).distinct()
        seasons = Season.objects.filter(club=club, events__entries__player=row)
        seasons |= Season.objects.filter(club=club, adjustments__player=row)
        seasons = seasons.distinct()
        shown = (
            Snapshot.objects.select_for_update(of=("self",))
            .select_related("stage", "season")  # they are told to whoever watches
            .filter(Q(stage__event__club=club) | Q(season__club=club))
            .order_by("pk")
        )
        _scrubbing.rename_in_standings(shown, [each.pk for each in people], said, label)
        journal.append(
            Fact.PLAYER_ERASED,
            by=by,
            club=club,
            payload={"player": row.pk},
            stale_stages=stages.values_list("pk", flat=True),
            stale_seasons=seasons.values_list("pk", flat=True),
        )
    row.refresh_from_db()
    return row


@transaction.atomic
def delete(*, by: Actor, player: Player) -> Club:
    """Deletes somebody who took part in nothing; returns the club that had them.

    Raises:
        Refused: ``player_has_history``: then the data can be erased, which leaves the results;
            ``erase_other_club``, ``erase_has_roles``.
    """
    clubs = _require_all(by, player)
    held = Club.objects.select_for_update(no_key=True)
    list(held.filter(pk__in=[c.pk for c in clubs]).order_by("pk"))
    row = Player.objects.select_for_update().get(pk=player.pk)
    if (
        Entry.objects.filter(player=row).exists()
        or Adjustment.objects.filter(player=row).exists()
        or PlaySeat.objects.filter(player=row, play__is_rated=True).exists()
        or Merge.objects.filter(Q(kept=row) | Q(gone=row)).exists()
    ):
        raise Refused("player_has_history", name=row.name)
    if Grant.objects.filter(account__player=row).exists():
        raise Refused("erase_has_roles", name=row.name)
    Apart.objects.filter(Q(first=row) | Q(second=row)).delete()
    Membership.objects.filter(player=row).delete()
    pictures.forget(Q(player=row))
    play_endings.forget([], [row], _former(row, clubs))
    for club in clubs:
        journal.append(Fact.PLAYER_DELETED, by=by, club=club, payload={"player": row.pk})
    row.delete()
    return clubs[0]


def _former(row: Player, clubs: Sequence[Club]) -> str:
    """What stands in the place of the name, in the language of the club."""
    with override(clubs[0].language):
        return _("Former player %(number)s") % {"number": row.pk}


def _require_all(by: Actor, player: Player) -> list[Club]:
    """The clubs that know the person, all of them in the actor's hands."""
    clubs = read.clubs_of(player)
    if not clubs:
        raise NotFound("not_found")
    if not any(permissions.can(by, Action.MANAGE_CLUB, each) for each in clubs):
        permissions.require(by, Action.MANAGE_CLUB, clubs[0])
    if not all(permissions.can(by, Action.MANAGE_CLUB, each) for each in clubs):
        raise Refused("erase_other_club")
    return clubs


def _forget(row: Player, label: str) -> None:
    nobody = Player()
    for field in OF_PLAYER:
        setattr(row, field.name, getattr(nobody, field.name))
    row.name, row.name_level = label, NameLevel.FULL
    row.search_key = row.sort_key = names.fold(label)
    row.erased_at, row.erasure_asked_at = timezone.now(), None
    row.version += 1
    row.save()
    FormerName.objects.filter(player=row).delete()
    Claim.objects.filter(player=row).delete()
    Invitation.objects.filter(player=row).delete()
    CalendarLink.objects.filter(player=row).delete()
    BgStatsPlayer.objects.filter(player=row).delete()
    NoticeAddress.objects.filter(Q(player=row) | Q(entry__player=row)).delete()
    ActsFor.objects.filter(player=row).delete()
    pictures.forget(Q(player=row))
    Merge.objects.filter(Q(kept=row) | Q(gone=row)).update(moved={})
    Entry.objects.filter(player=row).exclude(wishes={}).update(wishes={})
    for membership in Membership.objects.filter(player=row).select_related("club"):
        if membership.until is None:
            membership.until = max(membership.since, wall_time.today(membership.club))
        membership.member_no = ""
        membership.version += 1
        membership.save()


def _forget_account(account: Account, player: Player) -> None:
    """The login goes; what it did stays the deed of ``player``."""
    tokens = ApiToken.objects.filter(account=account).values_list("pk", flat=True)
    keys = [f"person:{account.pk}", *(f"token:{pk}" for pk in tokens)]
    IdempotencyKey.objects.filter(actor_key__in=keys).delete()
    _scrubbing.replace_actor(keys, f"player:{player.pk}")
    _scrubbing.end_sessions(account)
    account.delete()
