"""One account may act for several players: a parent for children, switched by name."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league import permissions
from league.core import actions
from league.core.enums import EntryState, EventState, InvitationKind, RecordState, Role, Visibility
from league.core.errors import NotAllowed
from league.models import (
    Account,
    ActsFor,
    ApiToken,
    Club,
    Entry,
    Event,
    MatchRecord,
    Membership,
    Notice,
    NoticeAddress,
    Player,
)
from league.queries.notices import mine, readers
from league.queries.people import account_actors
from league.services.evening import dropouts
from league.services.notices import addresses
from league.services.people import access, erasure, merges
from tests import factories

pytestmark = pytest.mark.django_db


def link_for(club: Club, player: Player) -> str:
    """The address of an invitation for a player of the club."""
    by = factories.actor(Role.ORGANIZER, club)
    _, secret = access.invite(by=by, kind=InvitationKind.PLAYER, scope=club, player=player)
    return f"/i/{secret}/"


def family(*names: str) -> tuple[Client, Account, list[Player], Event]:
    """A parent who plays too, and who has opened the links of the children."""
    club = factories.club()
    parent = factories.member(club, "Paula Pappel")
    account = factories.account(player=parent)
    client = Client()
    client.force_login(account)
    children = [factories.member(club, name) for name in names]
    for child in children:
        assert client.post(link_for(club, child)).status_code == 302
    event = factories.event(club, state=EventState.OPEN, starts_at=timezone.now())
    factories.stage(event)
    return client, account, children, event


def words(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode()).split())


def names_to_choose(client: Client, path: str) -> list[tuple[str, bool]]:
    """The names between which a page offers to switch, and which of them is on."""
    page = client.get(path).content.decode()
    form = re.search(r'action="/me/speak-for/".*?</form>', page, re.S)
    assert form is not None, "the page offers no names"
    found = re.findall(r'aria-pressed="(true|false)".*?<bdi>(.*?)</bdi>', form.group(0), re.S)
    return [(name, on == "true") for on, name in found]


def test_a_parents_page_of_a_childs_link_says_what_accepting_does() -> None:
    client, account, _, event = family()
    child = factories.member(event.club, "Mia Pappel")

    told = words(client.get(link_for(event.club, child)).content)

    assert "You are Paula Pappel. With this link you also act for Mia Pappel" in told
    assert not ActsFor.objects.filter(account=account).exists()


def test_two_children_on_one_phone_are_signed_up_and_switched_by_name() -> None:
    client, account, (mia, tom), event = family("Mia Pappel", "Tom Pappel")
    page, sign_up = f"/e/{event.slug}/", f"/e/{event.slug}/enter/"

    for child in (mia, tom):
        client.post(reverse("speak_for"), {"player": child.pk, "next": page})
        client.post(sign_up, {"action": "enter"})

    assert set(Entry.objects.values_list("player", flat=True)) == {mia.pk, tom.pk}
    for path in (page, "/", f"/c/{event.club.slug}/"):
        assert names_to_choose(client, path) == [
            ("Paula Pappel", False),
            ("Mia Pappel", False),
            ("Tom Pappel", True),
        ]
    account.refresh_from_db()
    assert account.player is not None
    assert account.player.name == "Paula Pappel"


def test_a_parent_without_a_player_says_so_and_the_child_can_have_an_own_account_later() -> None:
    _, _, _, event = family()
    mia = factories.member(event.club, "Mia Pappel")
    account = factories.account()
    parent = Client()
    parent.force_login(account)

    parent.post(link_for(event.club, mia), {"acts_for": "yes"})
    child = access.accept(
        secret=link_for(event.club, mia).split("/")[2],
        email="mia@pappel.example",
        password="a table by the window",
    )

    account.refresh_from_db()
    assert (account.player, child.player) == (None, mia)
    assert account_actors.person(account).player_id == mia.pk


def test_nobody_speaks_for_somebody_else() -> None:
    client, _, _, event = family("Mia Pappel")
    stranger = factories.member(event.club, "Sven Fremd")

    answer = client.post(reverse("speak_for"), {"player": stranger.pk})

    assert answer.status_code == 404


def test_a_childs_seat_is_the_parents_without_switching() -> None:
    _, account, (mia,), event = family("Mia Pappel")
    table = factories.table(
        factories.round_(event.stages.get()), [factories.entry(event, mia), factories.entry(event)]
    )

    seat = permissions.seat_of(account_actors.person(account), table)

    assert seat is not None
    assert seat.entry.player == mia


def test_a_parent_sees_the_hidden_club_of_a_child_and_may_sign_it_off() -> None:
    _, account, (mia,), _ = family("Mia Pappel")
    club = factories.club(visibility=Visibility.MEMBERS)
    event = factories.event(club, state=EventState.OPEN)
    Membership.objects.create(club=club, player=mia, since=date(2026, 1, 1))
    entry = factories.entry(event, mia)
    by = account_actors.person(account)

    dropped = dropouts.drop(by=by, entry=entry)

    assert permissions.can_see(by, event)
    assert dropped.state == "dropped"


def test_who_acts_no_more_for_a_child_speaks_for_themselves() -> None:
    client, account, (mia,), _ = family("Mia Pappel")

    answer = client.post(reverse("stop_acting", args=[mia.pk]))

    assert answer.status_code == 302
    assert account_actors.person(account).players == (account.player_id,)


def test_an_address_that_a_parent_gives_for_a_child_is_the_parents_alone() -> None:
    client, account, (mia,), event = family("Mia Pappel")
    entry = factories.entry(event, mia)
    other, child = factories.account(), factories.account(player=mia)
    ActsFor.objects.create(account=other, player=mia)
    by, second = (account_actors.person(each, speaks_for=mia.pk) for each in (account, other))
    rows = [
        addresses.add(by=each, owner=mia, way="mail", address=f"p{number}@mail.example")
        for number, each in enumerate((by, second))
    ]

    seen = [mine.of(each) for each in (by, second, account_actors.person(child))]
    with pytest.raises(NotAllowed):
        addresses.remove(by=second, address=rows[0])
    notices = [
        Notice(address=row, kind="place", key="1", subject={"entry": entry.pk}) for row in rows
    ]
    told = [readers.reader_of(notice) is not None for notice in notices]
    ActsFor.objects.filter(account=other).delete()
    told_then = readers.reader_of(Notice(address=rows[1], kind="place", key="2"))
    client.post(reverse("stop_acting", args=[mia.pk]))

    assert seen == [(rows[0],), (rows[1],), ()]
    assert told == [True, True]
    assert told_then is None
    assert list(NoticeAddress.objects.all()) == [rows[1]]


def test_what_a_parent_gave_for_a_child_goes_with_the_parent() -> None:
    _, account, (mia,), event = family("Mia Pappel")
    by = account_actors.person(account, speaks_for=mia.pk)
    addresses.add(by=by, owner=mia, way="mail", address="paula@mail.example")
    assert account.player is not None
    factories.entry(event, account.player)

    erasure.erase(by=factories.actor(Role.CLUB_ADMIN, event.club), player=account.player)

    assert not NoticeAddress.objects.exists()


def test_merged_records_have_the_same_parent_and_get_their_own_back() -> None:
    _, account, (mia, twice), event = family("Mia Pappel", "Mia Papel")
    by = factories.actor(Role.CLUB_ADMIN, event.club)

    merge = merges.merge(by=by, club=event.club, kept=mia, gone=twice)
    as_one = account_actors.person(account).players
    merges.undo(by=by, merge=merge)

    assert as_one == (account.player_id, mia.pk)
    assert set(account_actors.person(account).players) == {account.player_id, mia.pk, twice.pk}


def test_nobody_acts_for_who_was_erased() -> None:
    _, account, (mia,), event = family("Mia Pappel")
    factories.entry(event, mia)
    by = factories.actor(Role.CLUB_ADMIN, event.club)

    erasure.erase(by=by, player=mia)

    assert account_actors.person(account).players == (account.player_id,)


def test_a_parents_own_data_are_the_parents_while_speaking_for_a_child() -> None:
    client, account, (mia,), _ = family("Mia Pappel")

    client.post("/me/data/", {"do": "erase"})

    asked = Player.objects.filter(erasure_asked_at__isnull=False)
    assert list(asked) == [account.player]
    assert mia not in asked


def test_nobody_confirms_what_they_reported_for_a_child_by_another_door() -> None:
    _, account, (mia,), event = family("Mia Pappel")
    assert account.player is not None
    seats = [factories.entry(event, who) for who in (mia, account.player)]
    table = factories.table(factories.round_(event.stages.get()), seats)
    by = account_actors.person(account, speaks_for=mia.pk)
    record = factories.played(table, [1, 2])
    MatchRecord.objects.filter(pk=record.pk).update(
        state=RecordState.REPORTED, reporter_key=by.key, reporter_seat=table.seats.get(position=1)
    )
    record.refresh_from_db()
    token = ApiToken.objects.create(
        account=account, name="own", secret_hash="h", scopes=["read", "records"], kind="token"
    )

    may = [
        permissions.can(actor, actions.Action.CONFIRM_RECORD, record)
        for actor in (
            by,
            account_actors.person(account, speaks_for=account.player_id),
            account_actors.token(token),
        )
    ]

    assert may == [False, False, False]


def test_an_organizers_token_may_do_for_a_child_what_the_organizer_may() -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)
    child = factories.member(event.club, "Mia Pappel")
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    ActsFor.objects.create(account=account, player=child)
    entry = factories.entry(event, child)
    token = ApiToken.objects.create(
        account=account, name="own", secret_hash="h", scopes=["read", "organize"], kind="token"
    )

    dropped = dropouts.drop(by=account_actors.token(token), entry=entry)

    assert dropped.state == EntryState.DROPPED
