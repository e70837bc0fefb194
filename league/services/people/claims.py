"""Claiming a player: somebody with an account asks, the club decides, the history follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import ActorKind, ClaimState
from league.core.errors import NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Account, Claim, Club, Player
from league.queries.people import claims as read
from league.services.people import merges

if TYPE_CHECKING:
    from league.core.actors import Actor

NOTE_MOST = 200
MOST_OPEN = 5


@transaction.atomic
def ask(*, by: Actor, club: Club, player: Player, note: str = "") -> Claim:
    """Asks ``club`` to take the signed-in person for ``player``; asking twice is asking once.

    Raises:
        Refused: ``claim_own``, ``player_has_account``, ``claim_too_many``.
    """
    if not permissions.can_see(by, player):
        raise NotFound("not_found")
    if by.kind != ActorKind.PERSON or by.account_id is None:
        raise NotAllowed("time_for_one_account")
    if by.player_id == player.pk:
        raise Refused("claim_own")
    if Account.objects.filter(player=player).exists():
        raise Refused("player_has_account")
    if club not in read.askable(viewer=by, player=player):
        raise NotFound("not_found")
    journal.lock_club(club.pk)
    asked = Claim.objects.filter(account=by.account_id, state=ClaimState.ASKED)
    stands = asked.filter(player=player).first()
    if stands is not None:
        return stands
    if asked.count() >= MOST_OPEN:
        raise Refused("claim_too_many")
    row = Claim.objects.create(
        account_id=by.account_id,
        player=player,
        club=club,
        note=person.text(note, "note", NOTE_MOST),
    )
    _log(Fact.PLAYER_CLAIMED, by, row)
    return row


@transaction.atomic
def approve(*, by: Actor, claim: Claim) -> Claim:
    """Links the account to the player; one that is a player already becomes one with it.

    Raises:
        NotAllowed: the latter is for admins.
        Refused: ``claim_decided``, ``player_has_account``, and what ``merges.merge`` refuses.
    """
    _require(by, claim.club)
    account = Account.objects.get(pk=claim.account_id)
    if account.player is not None:
        permissions.require(by, Action.MANAGE_CLUB, claim.club)
        if Account.objects.filter(player=claim.player_id).exists():
            raise Refused("player_has_account")
        merges.make_one(by, claim.club, account.player, claim.player, claimed=True)
    row = _undecided(claim)
    if account.player is None:
        if Account.objects.filter(player=row.player_id).exists():
            raise Refused("player_has_account")
        if not Account.objects.filter(pk=account.pk, player=None).update(player=row.player_id):
            raise Refused("account_has_player")
    return _decide(by, row, ClaimState.APPROVED, Fact.CLAIM_APPROVED)


@transaction.atomic
def decline(*, by: Actor, claim: Claim) -> Claim:
    """Says no; nothing changes for either.

    Raises:
        Refused: ``claim_decided``.
    """
    _require(by, claim.club)
    return _decide(by, _undecided(claim), ClaimState.DECLINED, Fact.CLAIM_DECLINED)


def _require(by: Actor, club: Club) -> None:
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    permissions.require(by, Action.INVITE, club)


def _undecided(claim: Claim) -> Claim:
    """The claim as it stands, with its club held: one organizer decides it."""
    journal.lock_club(claim.club_id)
    row = Claim.objects.select_related("club").get(pk=claim.pk)
    if row.state != ClaimState.ASKED:
        raise Refused("claim_decided")
    return row


def _decide(by: Actor, row: Claim, state: ClaimState, fact: Fact) -> Claim:
    row.state = state
    row.decided_at = timezone.now()
    row.decided_by = by.key
    row.save(update_fields=["state", "decided_at", "decided_by"])
    _log(fact, by, row)
    return row


def _log(fact: Fact, by: Actor, row: Claim) -> None:
    journal.append(
        fact,
        by=by,
        club=row.club,
        payload={"player": row.player_id, "account": row.account_id, "claim": row.pk},
    )
