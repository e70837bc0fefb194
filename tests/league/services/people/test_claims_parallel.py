"""Two organizers decide about the same claims at the same moment: each is decided once."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from league.core.enums import ClaimState, Role
from league.core.errors import Refused
from league.models import Account, Claim, Club, JournalLine, Player
from league.queries.people import account_actors
from league.services.people import claims
from tests import factories
from tests.league.services.test_lock_order import TIMES, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


def asked(club: Club, player: Player) -> Claim:
    account = factories.account()
    return claims.ask(
        by=account_actors.person(account), club=club, player=player, note="That is me"
    )


def one_by_one(
    decide: Callable[[Claim], object], rows: list[Claim], turn: Barrier
) -> Callable[[], None]:
    """Decides the rows in order, each at the moment at which the other organizer does."""
    left = iter(rows)

    def job() -> None:
        row = next(left)
        turn.wait()
        with suppress(Refused):
            decide(row)

    return job


def test_a_claim_that_one_approves_while_another_declines_it_is_decided_once() -> None:
    club = factories.club()
    one, two = (factories.actor(Role.CLUB_ADMIN, club) for _ in range(2))
    rows = [asked(club, factories.member(club)) for _ in range(TIMES)]
    turn = Barrier(2, timeout=20)

    failed = side_by_side(
        one_by_one(lambda row: claims.approve(by=one, claim=row), rows, turn),
        one_by_one(lambda row: claims.decline(by=two, claim=row), rows, turn),
    )

    lines = JournalLine.objects.filter(kind__in=["claim_approved", "claim_declined"])
    told = Counter(line.payload["player"] for line in lines)
    approved = Claim.objects.filter(state=ClaimState.APPROVED).values_list("account", flat=True)
    linked = Account.objects.filter(player__in=[row.player_id for row in rows])
    assert failed == []
    assert told == Counter(row.player_id for row in rows)
    assert sorted(approved) == sorted(linked.values_list("pk", flat=True))


def test_of_two_who_say_that_they_are_somebody_one_becomes_it() -> None:
    club = factories.club()
    one, two = (factories.actor(Role.CLUB_ADMIN, club) for _ in range(2))
    people = [factories.member(club) for _ in range(TIMES)]
    first, second = ([asked(club, player) for player in people] for _ in range(2))
    turn = Barrier(2, timeout=20)

    failed = side_by_side(
        one_by_one(lambda row: claims.approve(by=one, claim=row), first, turn),
        one_by_one(lambda row: claims.approve(by=two, claim=row), second, turn),
    )

    states = Claim.objects.order_by("pk").values_list("player", "state")
    assert failed == []
    assert Counter(states) == Counter(
        (player.pk, state) for player in people for state in (ClaimState.APPROVED, ClaimState.ASKED)
    )
