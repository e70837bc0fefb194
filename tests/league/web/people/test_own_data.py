"""Everybody's own page of their data: another address, a copy, leaving, being erased."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.core import actors
from league.core.enums import PictureKind, Role
from league.core.errors import LeagueError
from league.models import (
    Account,
    ActsFor,
    Adjustment,
    BgStatsPlayer,
    Claim,
    Club,
    EarnedBadge,
    Entry,
    FormerName,
    JournalLine,
    Membership,
    Player,
    PlayTalk,
    Rating,
    RatingScope,
)
from league.queries.people import account_actors
from league.services.notices import addresses
from league.services.office import pictures
from league.services.people import accounts, own_data
from league.services.play import pauses, plays
from tests import factories as make
from tests.factories import pictures as make_pictures
from tests.factories import plays as make_plays

if TYPE_CHECKING:
    from time_machine import TimeMachineFixture

pytestmark = pytest.mark.django_db
PASSWORD = "a lantern in the harbour"
PAGE = "/me/data/"


def somebody() -> tuple[Club, Player, Client]:
    club = make.club()
    player = make.member(club, "Ada Quill", nickname="Owl", email="ada@private.example")
    account = make.account("ada@club.example", player=player, password=PASSWORD)
    client = Client()
    client.force_login(account)
    return club, player, client


def kinds() -> list[str]:
    return list(JournalLine.objects.order_by("pk").values_list("kind", flat=True))


def test_another_address_signs_in_and_the_old_one_no_more() -> None:
    _, _, client = somebody()

    wrong = client.post(PAGE, {"do": "email", "email": "new@club.example", "password": "no"})
    make.account("taken@club.example")
    taken = client.post(PAGE, {"do": "email", "email": "TAKEN@club.example", "password": PASSWORD})
    saved = client.post(PAGE, {"do": "email", "email": "new@club.example", "password": PASSWORD})

    assert [answer.status_code for answer in (wrong, taken, saved)] == [400, 409, 302]
    assert client.get(PAGE).status_code == 200
    tries = {
        address: Client()
        .post("/account/login/", {"login": address, "password": PASSWORD})
        .status_code
        for address in ("ada@club.example", "new@club.example")
    }
    assert tries == {"ada@club.example": 200, "new@club.example": 302}
    assert kinds().count("account_changed") == 1
    assert "club.example" not in json.dumps(list(JournalLine.objects.values_list("payload")))


def test_the_copy_holds_what_is_kept_of_the_person_and_nobody_else() -> None:
    club, player, client = somebody()
    Membership.objects.update(member_no="AQ-17")
    FormerName.objects.create(player=player, name="Ada Early", search_key="ada early")
    stage = make.stage(make.event(club, name="First Night"))
    others = [make.entry(stage.event, name) for name in ("Bo Reed", "Cy Lund", "Dee Marsh")]
    entry = make.entry(stage.event, player)
    Entry.objects.filter(pk=entry.pk).update(wishes={"group": "Harbour"})
    make.played(make.table(make.round_(stage), [entry, *others]), [2, 1, 3, 4])

    answer = client.get("/me/data.json")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="my-data.json"'
    told = json.loads(answer.content)
    assert told["account"] == {"email": "ada@club.example", "language": ""}
    assert (told["player"]["name"], told["player"]["nickname"]) == ("Ada Quill", "Owl")
    assert told["player"]["email"] == "ada@private.example"
    assert [row["name"] for row in told["names_before"]] == ["Ada Early"]
    assert [row["member_no"] for row in told["memberships"]] == ["AQ-17"]
    assert [(row["event_name"], row["wishes"]) for row in told["entries"]] == [
        ("First Night", {"group": "Harbour"})
    ]
    assert [row["place"] for row in told["results"]] == [2]
    assert [name for name in ("Bo Reed", "Cy Lund") if name in answer.content.decode()] == []


# Where the copy tells what points at an account or a person.
TOLD = {
    "Account.player": "player",
    "ActsFor.account": "acts_for",
    "Adjustment.player": "adjustments",
    "ApiToken.account": "tokens",
    "Authenticator.user": "passkeys",
    "BgStatsPlayer.player": "in_bg_stats",
    "Claim.account": "claims",
    "EmailAddress.user": "account",
    "Entry.player": "entries",
    "FormerName.player": "names_before",
    "Grant.account": "roles",
    "Membership.player": "memberships",
    "NoticeAddress.account": "messages_to",
    "NoticeAddress.given_by": "messages_to",
    "NoticeAddress.player": "messages_to",
    "Picture.player": "picture",
    "PlayPause.account": "days_off",
    "SocialAccount.user": "sign_in_servers",
    "PlaySeat.account": "plays",
    "PlaySeat.player": "plays",
    "PlayTalk.account": "written_at_tables",
    "Rating.player": "ratings",
}
NOT_TOLD = {
    "ActsFor.player": "whoever acts for somebody sees it on the page of both",
    "Apart.first": "said by organizers about two people",
    "Apart.second": "said by organizers about two people",
    "CalendarLink.player": "a key, shown where it is made",
    "Claim.player": "what another account says of itself",
    "Invitation.account": "a key, with the one who was sent it",
    "Invitation.maker": "in the list of what was done",
    "Invitation.player": "a key, with the one who was sent it",
    "Merge.gone": "told by the names before",
    "Merge.kept": "told by the names before",
    "SeasonSum.player": "added up from the results",
}


def test_the_copy_tells_of_everything_that_points_at_the_person_or_says_why_not() -> None:
    pointing = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in (Account, Player)
    }

    assert pointing == {*TOLD, *NOT_TOLD}


def test_no_part_of_the_copy_is_empty_for_somebody_of_whom_all_is_known() -> None:
    club, player, client = somebody()
    account = Account.objects.get(player=player)
    by = account_actors.person(account)
    Claim.objects.create(account=account, player=player, club=club, note="I play on Tuesdays")
    ActsFor.objects.create(account=account, player=make.member(club, "Kit Quill"))
    make.grant(account, Role.ORGANIZER, club)
    make.passkey(account)
    SocialAccount.objects.create(user=account, provider="https://id.club.example", uid="ada-1")
    accounts.make_token(by=by, name="script")
    play = plays.open_table(by=by, game="dice-devils", size=3)
    now = timezone.now()
    PlayTalk.objects.create(play=play, number=1, seat=0, account=account, written="Hm!", at=now)
    PlayTalk.objects.create(play=play, number=2, seat=1, written="Not mine", at=now)
    pauses.pause(by=by, days=2)
    BgStatsPlayer.objects.create(club=club, player=player, uuid="ada-4711")
    pictures.put(by=by, of=player, kind=PictureKind.PLAYER, data=make_pictures.picture_file())
    FormerName.objects.create(player=player, name="Ada Early", search_key="ada early")
    stage = make.stage(make.event(club))
    entry = make.entry(stage.event, player)
    record = make.played(make.table(make.round_(stage), [entry, make.entry(stage.event)]), [2, 1])
    EarnedBadge.objects.create(score=record.scores.get(entry=entry), key="fourteen")
    Adjustment.objects.create(
        stage=stage, player=player, points_num=1, reason="late", author="test"
    )
    addresses.send_test(by=by, address=make.notice_address(player))
    scope = RatingScope.objects.create(kind="all", engine="plackett_luce")
    Rating.objects.create(scope=scope, player=player, value=25, deviation=8, matches=1)

    told = json.loads(client.get("/me/data.json").content)

    assert {*TOLD.values(), "results", "badges", "done", "messages"} == set(told)
    assert [part for part, rows in told.items() if not rows] == []
    assert [(row["club_name"], row["note"]) for row in told["claims"]] == [
        (club.name, "I play on Tuesdays")
    ]
    assert base64.b64decode(told["picture"]["data"])[8:12] == b"WEBP"
    assert [row["player_name"] for row in told["acts_for"]] == ["Kit Quill"]
    assert [row["written"] for row in told["written_at_tables"]] == ["Hm!"]


def test_the_copy_tells_of_matches_played_at_a_table_by_a_phone() -> None:
    table = make_plays.at_table()
    player = table.seats.get(position=2).entry.player
    client = Client()
    client.force_login(make.account(player=player))
    make.account()  # belongs to nobody, as seats of guests do
    play, _ = make_plays.sat_at(table)
    make_plays.begun()

    told = json.loads(client.get("/me/data.json").content)["plays"]

    assert [(row["play_code"], row["number"], row["name"]) for row in told] == [
        (play.code, 1, "Bo")
    ]


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-29T12:00Z", date(2026, 11, 29)),
        ("2026-11-29T23:30Z", date(2026, 11, 30)),  # after midnight where the club is
        ("2026-11-30T00:30Z", date(2026, 11, 30)),
    ],
)
def test_leaving_a_club_ends_the_own_membership_and_no_other(
    at: str, day: date, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(at)
    club, player, client = somebody()
    other = make.member(club, "Bo Reed").memberships.get()

    refused = client.post(PAGE, {"do": "leave", "membership": other.pk})
    left = client.post(PAGE, {"do": "leave", "membership": player.memberships.get().pk})

    assert (refused.status_code, left.status_code) == (404, 302)
    assert list(Membership.objects.order_by("pk").values_list("until", flat=True)) == [
        day,
        None,
    ]
    assert kinds() == ["membership_ended"]


def test_who_asks_to_be_erased_is_shown_to_the_club_and_may_think_again() -> None:
    club, player, client = somebody()
    organizer = Client()
    account = make.account()
    make.grant(account, Role.ORGANIZER, club)
    organizer.force_login(account)
    people = f"/c/{club.slug}/office/people/"

    def shown() -> bool:
        return "Asked to be erased" in organizer.get(people).content.decode()

    before = shown()
    client.post(PAGE, {"do": "erase"})
    asked, own = shown(), client.get(PAGE).content.decode()
    client.post(PAGE, {"do": "keep"})

    assert (before, asked, shown()) == (False, True, False)
    assert "Keep my data" in own
    assert kinds() == ["erasure_asked", "erasure_withdrawn"]
    assert Player.objects.get(pk=player.pk).erasure_asked_at is None


def test_whoever_asked_is_erased_when_the_time_is_over_and_nobody_before() -> None:
    club, ada, _ = somebody()
    bo, cy = make.member(club, "Bo Reed"), make.member(club, "Cy Lund")
    now = timezone.now()
    Player.objects.filter(pk=ada.pk).update(erasure_asked_at=now - timedelta(days=31))
    Player.objects.filter(pk=bo.pk).update(erasure_asked_at=now - timedelta(days=29))

    done = own_data.erase_due(by=actors.system("sweep"))

    names = dict(Player.objects.values_list("pk", "name"))
    assert names == {ada.pk: f"Former player {ada.pk}", bo.pk: "Bo Reed", cy.pk: "Cy Lund"}
    assert (done, own_data.erase_due(by=actors.system("sweep"))) == (1, 0)
    assert not Account.objects.filter(email="ada@club.example").exists()


def test_who_thinks_again_while_others_are_looked_up_is_not_erased() -> None:
    _, ada, _ = somebody()
    by = account_actors.person(Account.objects.get(player=ada))
    Player.objects.filter(pk=ada.pk).update(
        erasure_asked_at=timezone.now() - timedelta(days=own_data.DAYS + 1)
    )
    is_listed = has_thought = False

    def thinks_again(
        execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        """Right after the list of those who are due: before anything is locked."""
        nonlocal is_listed, has_thought
        if is_listed and not has_thought:
            has_thought = True
            own_data.withdraw_erasure(by=by)
        is_listed = is_listed or (sql.startswith("SELECT") and "erasure_asked_at" in sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(thinks_again):
        done = own_data.erase_due(by=actors.system("sweep"))

    row = Player.objects.get(pk=ada.pk)
    assert (done, row.name, row.erased_at, row.erasure_asked_at) == (0, "Ada Quill", None, None)
    assert kinds() == ["erasure_withdrawn"]


def test_nobody_with_a_role_asks_and_one_who_took_a_role_since_holds_up_nobody() -> None:
    club, ada, _ = somebody()
    bo = make.member(club, "Bo Reed")
    make.grant(Account.objects.get(player=ada), Role.ORGANIZER, club)
    long_ago = timezone.now() - timedelta(days=31)

    with pytest.raises(LeagueError) as refused:
        own_data.ask_erasure(by=account_actors.person(Account.objects.get(player=ada)))
    Player.objects.update(erasure_asked_at=long_ago)

    assert refused.value.code == "erase_has_roles"
    assert own_data.erase_due(by=actors.system("sweep")) == 1
    assert Player.objects.get(pk=bo.pk).erased_at is not None
    assert Player.objects.get(pk=ada.pk).erased_at is None


def test_a_token_changes_no_address() -> None:
    _, _, _ = somebody()
    own = account_actors.person(Account.objects.get())
    token, _ = accounts.make_token(by=own, name="Script", scopes=["organize"])

    with pytest.raises(LeagueError) as refused:
        accounts.change_email(
            by=account_actors.token(token), email="x@y.example", password=PASSWORD
        )

    assert refused.value.code == "time_for_one_account"
