"""A place taken by name is kept with one's account: by its link, and back again."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import ClaimState, EntryState, MembershipKind, Role
from league.models import Account, Claim, Entry, Event, Membership, Merge, NoticeAddress, Player
from league.services.people import claims
from league.services.people.merges import undo
from tests import factories
from tests.league.web.occasions.test_sign_up_by_name import open_event, place, signs_up
from tests.league.web.public.test_public import signed_in

pytestmark = pytest.mark.django_db


def guest(event: Event) -> tuple[Entry, str]:
    """Somebody who signed up by name, and the address of their place."""
    phone = signs_up(event, "Sam Hill")
    return Entry.objects.get(player__name="Sam Hill"), place(phone, event)


def test_one_press_keeps_the_place_with_ones_player_and_one_gives_it_back() -> None:
    event = open_event()
    entry, own = guest(event)
    me = factories.player("Samuel Hill")
    client = signed_in(player=me)
    assert "This is me" in client.get(own).content.decode()

    for _ in range(2):
        client.post(own, {"action": "join"})

    assert Entry.objects.get() == entry
    assert Entry.objects.get().player == me
    assert Membership.objects.get(player=me).kind == MembershipKind.GUEST
    assert "Samuel Hill" in client.get(own).content.decode()
    for _ in range(2):
        client.post(own, {"action": "part"})
    assert Entry.objects.get().player.name == "Sam Hill"
    assert not Membership.objects.filter(player=me).exists()
    assert "This is me" in client.get(own).content.decode()


def test_who_is_entered_already_or_not_signed_in_joins_nothing() -> None:
    event = open_event()
    entry, own = guest(event)
    me = factories.member(event.club, "Ada Quill")
    factories.entry(event, me)

    for client in (signed_in(player=me), Client()):
        assert "This is me" not in client.get(own).content.decode()
        assert client.post(own, {"action": "join"}).status_code == 409
    entry.refresh_from_db()
    assert (entry.player.name, Merge.objects.count(), Claim.objects.count()) == ("Sam Hill", 0, 0)


def test_whoever_has_sat_at_a_table_is_joined_by_the_organizers_alone() -> None:
    event = open_event()
    entry, own = guest(event)
    others = [factories.entry(event) for _ in range(3)]
    round_ = factories.round_(event.stages.get())
    factories.played(factories.table(round_, [entry, *others]), [1, 2, 3, 4])
    me = factories.player("Samuel Hill")
    client = signed_in(player=me)

    for _ in range(2):
        client.post(own, {"action": "join"})

    entry.refresh_from_db()
    assert entry.player != me
    assert "An organizer will confirm it" in client.get(own).content.decode()
    claims.approve(by=factories.actor(Role.CLUB_ADMIN, event.club), claim=Claim.objects.get())
    entry.refresh_from_db()
    assert (entry.player, entry.state) == (me, EntryState.REGISTERED)


def test_an_account_that_is_no_player_asks_and_becomes_the_guest() -> None:
    event = open_event()
    entry, own = guest(event)
    client = signed_in(email="sam@mail.example")

    client.post(own, {"action": "join"})

    claim = Claim.objects.get()
    assert (claim.player, claim.state) == (entry.player, ClaimState.ASKED)
    assert Account.objects.get(email="sam@mail.example").player is None
    claims.approve(by=factories.actor(Role.ORGANIZER, event.club), claim=claim)
    assert Account.objects.get(email="sam@mail.example").player == entry.player


def test_a_guest_of_whom_more_is_known_is_not_anybodys_by_a_link() -> None:
    event = open_event()
    entry, own = guest(event)
    factories.entry(factories.event(event.club), entry.player)
    client = signed_in(player=factories.player("Samuel Hill"))

    client.post(own, {"action": "join"})

    assert Merge.objects.count() == 0
    assert Claim.objects.get().player == entry.player


def test_admins_take_a_join_apart_as_any_other() -> None:
    event = open_event()
    _, own = guest(event)
    me = factories.player("Samuel Hill")
    signed_in(player=me).post(own, {"action": "join"})

    undo(by=factories.actor(Role.CLUB_ADMIN, event.club), merge=Merge.objects.get())

    assert Entry.objects.get().player.name == "Sam Hill"
    assert Player.objects.filter(name="Sam Hill").exists()
    assert not NoticeAddress.objects.exists()
