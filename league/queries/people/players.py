"""People of a club: who is known, who resembles whom, what a viewer may see and edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from league import permissions, withheld
from league.core.actions import Action
from league.core.enums import Role
from league.core.person_fields import OF_PLAYER
from league.lists import person
from league.models import Account, Club, Entry, Membership, Player
from league.queries.people import player_history
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor

ALL_FIELDS = frozenset(field.name for field in OF_PLAYER)
OWN_FIELDS = frozenset(field.name for field in OF_PLAYER if field.is_own)


@dataclass(frozen=True, slots=True)
class Likeness:
    """A known person who may be the one meant.

    ``is_warning``: likely the same; otherwise a namesake born in another year.
    """

    player: Player
    is_warning: bool


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One line of a club's list of people, for its organizers."""

    player: Player
    membership: Membership
    name: str
    is_current: bool


def known(club: Club, viewer: Actor | None = None) -> QuerySet[Player]:
    """Everybody the club has met: members and guests, present and past, and entrants.

    Args:
        viewer: leaves out who was only at events that do not exist for the viewer.
    """
    entries = Entry.objects.filter(event__club=club)
    members = Membership.objects.filter(club=club)
    if viewer is not None:
        entries = entries.filter(withheld.announced(viewer, "event__"))
        members = members.filter(withheld.met(viewer))
    return Player.objects.filter(
        Q(pk__in=members.values("player")) | Q(pk__in=entries.values("player"))
    )


def by_id(*, viewer: Actor, player_id: int) -> Player | None:
    """The player, where the viewer may see that they exist; of a merged record the kept one."""
    found = permissions.visible(Player.objects.filter(pk=player_id), viewer).first()
    if found is None and (now := player_history.standing(player_id)) != player_id:
        return permissions.visible(Player.objects.filter(pk=now), viewer).first()
    return found


def membership(*, viewer: Actor, club: Club, membership_id: int) -> Membership | None:
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return None
    return Membership.objects.filter(pk=membership_id, club=club).select_related("player").first()


def memberships(*, viewer: Actor, player: Player) -> tuple[Membership, ...]:
    """Where ``player`` belongs, past and present, as far as the viewer manages those clubs."""
    rows = Membership.objects.filter(player=player).select_related("club").order_by("-since", "-id")
    return tuple(
        row
        for row in rows
        if viewer.player_id == player.pk or permissions.can(viewer, Action.MANAGE_PEOPLE, row.club)
    )


def people(
    *, viewer: Actor, club: Club, words: str = "", with_past: bool = False
) -> tuple[PersonRow, ...]:
    """A club's people for its organizers; empty for everybody else.

    Args:
        words: all of them must occur in a name they have or had, whatever accents and case.
        with_past: also those whose membership has ended (the newest one of each).
    """
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return ()
    rows = Membership.objects.filter(club=club).select_related("player")
    if not with_past:
        rows = rows.filter(until__isnull=True)
    for word in names.fold(words).split(" "):
        if word:
            bears = Q(player__search_key__contains=word)
            rows = rows.filter(bears | Q(player__in=player_history.bearing(word)))
    newest: dict[int, Membership] = {}
    for row in rows.order_by("player__sort_key", "player_id", "since", "id"):
        stands = newest.get(row.player_id)
        if stands is None or row.until is None or (stands.until and stands.until <= row.until):
            newest[row.player_id] = row
    shown = names.shown((row.player for row in newest.values()), club, full=True)
    return tuple(
        PersonRow(row.player, row, shown[row.player_id].name, row.until is None)
        for row in newest.values()
    )


def similar(
    *,
    viewer: Actor,
    club: Club,
    name: str,
    birth_year: int | None = None,
    without: Player | None = None,
) -> tuple[Likeness, ...]:
    """Known people of the club whose name is the same or nearly so, likeliest first."""
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return ()
    return resembling(club, name, birth_year, without=without)


def resembling(
    club: Club, name: str, birth_year: int | None, *, without: Player | None = None
) -> tuple[Likeness, ...]:
    """Like ``similar``, for services that have asked for permission already."""
    found: list[tuple[int, Likeness]] = []
    once = {row.pk for row in player_history.named(club, name)}
    for row in known(club).order_by("sort_key", "id"):
        if without is not None and row.pk == without.pk:
            continue
        if row.pk not in once and not person.is_near_name(row.name, name):
            continue
        agrees = person.years_agree(row.birth_year, birth_year)
        is_same = person.is_same_name(row.name, name)
        if agrees or is_same:
            found.append((0 if is_same and agrees else 1 if agrees else 2, Likeness(row, agrees)))
    return tuple(likeness for _, likeness in sorted(found, key=lambda pair: pair[0]))


def has_namesake(club: Club, player: Player) -> bool:
    """Whether lists of the club may have to tell somebody else of this name apart."""
    name = names.fold(player.name)
    return known(club).filter(search_key__startswith=name).exclude(pk=player.pk).exists()


def called_alike(people: Sequence[Player]) -> QuerySet[Player]:
    """Whom a reader could take for one of these: a page on which they are not tells them apart."""
    alike = Q(name__in=[row.name for row in people])
    alike |= Q(given__in=[row.given for row in people if row.given])
    return Player.objects.filter(alike).exclude(pk__in=[row.pk for row in people])


def may_join(viewer: Actor, club: Club, player: Player) -> bool:
    """Whether the viewer may take this person into the club: it has met them, or another club has
    whose people the viewer manages. Else any number would tell of a stranger.
    """
    return known(club).filter(pk=player.pk).exists() or manages(viewer, player)


def manages(viewer: Actor, player: Player) -> bool:
    """Whether the viewer keeps this person's data: organizer or admin of a club of theirs."""
    if viewer.is_site_admin:
        return permissions.can(viewer, Action.MANAGE_PEOPLE, player)
    own = {
        grant.club_id
        for grant in viewer.grants
        if grant.club_id is not None and grant.role in {Role.CLUB_ADMIN, Role.ORGANIZER}
    }
    if not own or not permissions.can(viewer, Action.MANAGE_PEOPLE, player):
        return False
    return Membership.objects.filter(player=player, club__in=own).exists()


def editable(*, viewer: Actor, player: Player) -> frozenset[str]:
    """Which fields of ``player`` the viewer may change; empty for strangers and the erased.

    Organizers keep the person's data; how much of the name is public is the person's own
    choice, and the club admin's on their behalf. Of a minor's name only ``speaks_for`` shows more.
    """
    fields: frozenset[str] = frozenset()
    if player.erased_at is not None:
        return fields
    if viewer.player_id == player.pk and permissions.can(viewer, Action.EDIT_PROFILE, player):
        fields |= OWN_FIELDS
    if manages(viewer, player):
        fields |= ALL_FIELDS - {"name_level"}
        if speaks_for(viewer, player) or permissions.can(viewer, Action.EDIT_PROFILE, player):
            fields |= {"name_level"}
    return fields


def speaks_for(viewer: Actor, player: Player) -> bool:
    """Whether the viewer may show more of a minor's name, with a parent's word: an organizer,
    and never the minor.
    """
    return player.is_minor and viewer.player_id != player.pk and manages(viewer, player)


def has_account(player: Player) -> bool:
    """Whether somebody signs in as ``player``."""
    return Account.objects.filter(player=player).exists()
