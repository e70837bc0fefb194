"""Who says to be whom: what waits for a club's organizers, and what became of one's own wish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import ActorKind, ClaimState
from league.models import Account, Claim, Club, Player
from league.queries.people import merges
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class Waiting:
    """A claim as the club's organizers see it.

    ``joins`` is the name of the player whom the account is already: approving makes both one,
    which only admins may.
    """

    claim: Claim
    name: str
    joins: str
    may_approve: bool


def waiting(*, viewer: Actor, club: Club) -> tuple[Waiting, ...]:
    """What waits for an answer, the oldest first; for the club's organizers."""
    if not _decides(viewer, club):
        return ()
    rows = list(
        Claim.objects.filter(club=club, state=ClaimState.ASKED)
        .select_related("player", "account__player")
        .order_by("pk")
    )
    shown = names.shown({row.player_id: row.player for row in rows}.values(), club, full=True)
    is_admin = permissions.can(viewer, Action.MANAGE_CLUB, club)
    return tuple(
        Waiting(
            claim=row,
            name=shown[row.player_id].name,
            joins=row.account.player.name if row.account.player is not None else "",
            may_approve=is_admin or row.account.player is None,
        )
        for row in rows
    )


def count_waiting(*, viewer: Actor, club: Club) -> int:
    """How many claims wait for an answer of the viewer."""
    if not _decides(viewer, club):
        return 0
    return Claim.objects.filter(club=club, state=ClaimState.ASKED).count()


def by_id(*, viewer: Actor, club: Club, claim_id: int) -> Claim | None:
    """A claim in the club, for its organizers."""
    if not _decides(viewer, club):
        return None
    return Claim.objects.filter(pk=claim_id, club=club).select_related("player", "club").first()


def of_viewer(*, viewer: Actor, player: Player) -> Claim | None:
    """What the viewer last asked about ``player``."""
    if viewer.account_id is None:
        return None
    return Claim.objects.filter(account=viewer.account_id, player=player).order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the viewer has said and nobody has answered; ``decides``: they may do so themselves."""

    player_id: int
    name: str
    club: Club
    decides: bool


def asked_by(viewer: Actor) -> tuple[Asked, ...]:
    """Whom the viewer said to be, the oldest first."""
    if viewer.account_id is None:
        return ()
    rows = Claim.objects.filter(account=viewer.account_id, state=ClaimState.ASKED)
    return tuple(
        Asked(
            player_id=row.player_id,
            name=names.public_name(row.player, row.club),
            club=row.club,
            decides=_decides(viewer, row.club),
        )
        for row in rows.select_related("player", "club").order_by("pk")
    )


def decided_by(viewer: Actor, clubs: Iterable[Club]) -> tuple[Club, ...]:
    """Those of ``clubs`` in which the viewer says who is who."""
    return tuple(club for club in clubs if _decides(viewer, club))


def askable(*, viewer: Actor, player: Player) -> tuple[Club, ...]:
    """The clubs that can be asked whether the viewer is ``player``; none where that is no
    question: for visitors, for themselves, for somebody with an account."""
    if viewer.kind != ActorKind.PERSON or viewer.player_id == player.pk:
        return ()
    if player.erased_at is not None or Account.objects.filter(player=player).exists():
        return ()
    clubs = merges.clubs_of(player)
    return tuple(club for club in clubs if permissions.can_see(viewer, club))


def _decides(viewer: Actor, club: Club) -> bool:
    return permissions.can(viewer, Action.MANAGE_PEOPLE, club) and permissions.can(
        viewer, Action.INVITE, club
    )
