"""Somebody with an account says which player they are."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import ClaimState, MembershipKind, Role, Visibility
from league.core.errors import LeagueError, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.models import Account, Claim, Club, Entry, JournalLine, Membership, Player
from league.queries.people import account_actors
from league.queries.people import claims as read
from league.services.evening import entries
from league.services.people import claims
from league.services.standings import standings
from tests import factories as make
from tests.practice.evenings import of_api

pytestmark = pytest.mark.django_db


def a_guest(club: Club, name: str = "Ada Quill") -> Player:
    """A walk-in who played once."""
    stage = make.stage(make.event(season=make.season(club)))
    by = make.actor(Role.ORGANIZER, club)
    guest = entries.add_guest(by=by, event=stage.event, name=name)
    make.played(
        make.table(make.round_(stage), [guest, make.entry(stage.event, make.member(club, "Bo"))]),
        [1, 2],
    )
    return guest.player


def account_of(by: Actor) -> Account:
    assert by.account_id is not None
    return Account.objects.get(pk=by.account_id)


def someone(player: Player | None = None) -> Actor:
    return account_actors.person(make.account(player=player))


def test_who_is_approved_is_the_guest_from_then_on_with_all_they_played() -> None:
    club = make.club()
    guest = a_guest(club)
    by = someone()

    claim = claims.ask(by=by, club=club, player=guest, note="the one with the red hat")
    claims.approve(by=make.actor(Role.ORGANIZER, club), claim=claim)

    claim.refresh_from_db()
    account = account_of(by)
    assert (account.player_id, claim.state) == (guest.pk, ClaimState.APPROVED)
    assert Entry.objects.filter(player=account.player_id).count() == 1
    assert list(JournalLine.objects.order_by("-pk").values_list("kind", flat=True)[:2]) == [
        Fact.CLAIM_APPROVED,
        Fact.PLAYER_CLAIMED,
    ]


def test_a_player_of_another_club_takes_the_history_of_a_guest_record_along() -> None:
    home, club = make.club(visibility=Visibility.MEMBERS), make.club()
    ada = make.member(home, "Ada Quill")
    guest = a_guest(club, "Adele Q.")
    season = club.seasons.get()
    season.rank_guests = True
    season.save()
    claim = claims.ask(by=someone(ada), club=club, player=guest)

    claims.approve(by=make.actor(Role.CLUB_ADMIN, club), claim=claim)
    standings.catch_up()

    assert Entry.objects.get(player=ada).event.club == club
    assert Membership.objects.get(player=ada, club=club).kind == MembershipKind.GUEST
    assert "Ada Quill" in [name for _, name, _ in of_api(season)]
    assert standings.check() == ()


def test_an_organizer_makes_no_two_records_one_by_approving() -> None:
    club = make.club()
    guest = a_guest(club)
    claim = claims.ask(by=someone(make.member(club, "Ada")), club=club, player=guest)

    with pytest.raises(NotAllowed):
        claims.approve(by=make.actor(Role.ORGANIZER, club), claim=claim)

    (row,) = read.waiting(viewer=make.actor(Role.ORGANIZER, club), club=club)
    assert (row.claim.state, row.joins, row.may_approve) == (ClaimState.ASKED, "Ada", False)


def test_a_decline_changes_nothing_and_the_person_may_ask_again() -> None:
    club = make.club()
    guest = a_guest(club)
    by = someone()
    claim = claims.ask(by=by, club=club, player=guest)

    claims.decline(by=make.actor(Role.ORGANIZER, club), claim=claim)

    assert account_of(by).player_id is None
    with pytest.raises(Refused) as refused:
        claims.approve(by=make.actor(Role.ORGANIZER, club), claim=claim)
    assert refused.value.code == "claim_decided"
    assert claims.ask(by=by, club=club, player=guest).pk != claim.pk


def test_asking_twice_is_asking_once() -> None:
    club = make.club()
    guest = a_guest(club)
    by = someone()

    first, second = (claims.ask(by=by, club=club, player=guest) for _ in range(2))

    assert first == second
    assert JournalLine.objects.filter(kind=Fact.PLAYER_CLAIMED).count() == 1


def test_of_two_who_say_to_be_one_player_the_second_is_refused() -> None:
    club = make.club()
    guest = a_guest(club)
    one, two = (claims.ask(by=someone(), club=club, player=guest) for _ in range(2))
    by = make.actor(Role.ORGANIZER, club)

    claims.approve(by=by, claim=one)
    with pytest.raises(Refused) as refused:
        claims.approve(by=by, claim=two)

    assert refused.value.code == "player_has_account"
    assert Claim.objects.get(pk=two.pk).state == ClaimState.ASKED


def refusal(by: Actor, club: Club, player: Player) -> LeagueError:
    with pytest.raises(LeagueError) as refused:
        claims.ask(by=by, club=club, player=player)
    assert not Claim.objects.filter(player=player, account=by.account_id).exists()
    return refused.value


def test_nobody_asks_for_themselves_for_somebody_with_an_account_or_without_signing_in() -> None:
    club = make.club()
    ada, taken = make.member(club, "Ada"), make.member(club, "Bo")
    make.account(player=taken)

    assert refusal(someone(ada), club, ada).code == "claim_own"
    assert refusal(someone(), club, taken).code == "player_has_account"
    assert isinstance(refusal(ANONYMOUS, club, taken), NotAllowed)


def test_nobody_asks_for_somebody_hidden_or_at_a_club_that_never_met_them() -> None:
    hidden, club = make.club(visibility=Visibility.MEMBERS), make.club()

    assert isinstance(refusal(someone(), hidden, make.member(hidden, "Ada")), NotFound)
    assert isinstance(refusal(someone(), club, make.member(make.club(), "Bo")), NotFound)


def test_one_account_waits_for_five_answers_at_most() -> None:
    club = make.club()
    by = someone()
    for number in range(5):
        claims.ask(by=by, club=club, player=make.member(club, f"Guest {number}"))

    assert refusal(by, club, make.member(club, "Guest 6")).code == "claim_too_many"
