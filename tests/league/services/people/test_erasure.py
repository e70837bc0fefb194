"""Personal data go; tables, points and ratings stay."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.core import serializers
from django.test import Client

from league.core.actors import Actor
from league.core.enums import Audience, NameLevel, Role
from league.core.errors import LeagueError, NotAllowed, Refused
from league.models import (
    Account,
    Club,
    Entry,
    JournalLine,
    MatchRecord,
    Membership,
    Player,
    Season,
    SeatScore,
    Snapshot,
)
from league.queries.people import account_actors, player_history
from league.queries.public import search
from league.services.people import erasure, merges, players
from league.services.seating import apart
from league.services.standings import ratings, standings
from tests import factories as make
from tests.practice.evenings import of_api

pytestmark = pytest.mark.django_db


def admin(club: Club) -> Actor:
    return make.actor(Role.CLUB_ADMIN, club)


def a_season(*names: str) -> tuple[Season, list[Player]]:
    season = make.season()
    people = [
        make.member(
            season.club, name, birth_year=1980 + n, email=f"{n}@club.example", nickname=f"N{n}"
        )
        for n, name in enumerate(names)
    ]
    for shift in range(3):
        stage = make.stage(make.event(season=season))
        entries = [make.entry(stage.event, who) for who in people[shift:] + people[:shift]]
        make.played(make.table(make.round_(stage), entries), list(range(1, len(people) + 1)))
    standings.catch_up()
    ratings.catch_up()
    return season, people


def scores() -> list[object]:
    return list(json.loads(serializers.serialize("json", SeatScore.objects.order_by("pk"))))


def test_nothing_of_the_person_is_left_and_nobody_elses_numbers_move() -> None:
    season, (ada, bo, cy) = a_season("Ada Quill", "Bo Reed", "Cy Lund")
    by = admin(season.club)
    before, table = scores(), of_api(season)

    erasure.erase(by=by, player=ada)
    standings.catch_up()
    ratings.catch_up()

    ada.refresh_from_db()
    label = f"Former player {ada.pk}"
    assert (ada.name, ada.nickname, ada.email, ada.birth_year) == (label, "", "", None)
    assert scores() == before
    assert sorted(row[::2] for row in of_api(season)) == sorted(row[::2] for row in table)
    assert [row[1] for row in of_api(season)].count(label) == 1
    assert (standings.check(), ratings.check()) == ((), ())
    assert search.everywhere(by, "Quill").count == 0
    assert "Quill" not in Client().get(f"/p/{ada.pk}/").content.decode()
    assert {bo.name, cy.name} <= {row[1] for row in of_api(season)}


def test_the_account_goes_and_its_address_is_noted_nowhere() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Bo Reed")
    account = make.account("ada@private.example", player=ada)
    own = account_actors.person(account)
    players.change(by=own, player=ada, expected_version=1, nickname="Owl")
    MatchRecord.objects.update(confirmed_by=own.key)

    erasure.erase(by=admin(season.club), player=ada)

    assert not Account.objects.filter(pk=account.pk).exists()
    everything = serializers.serialize(
        "json", [*JournalLine.objects.all(), *MatchRecord.objects.all(), *Player.objects.all()]
    )
    assert "ada@private.example" not in everything
    assert set(MatchRecord.objects.values_list("confirmed_by", flat=True)) == {f"player:{ada.pk}"}
    assert "Quill" not in everything


def test_records_merged_into_the_person_are_erased_with_it_and_stay_one() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Bo Reed")
    by = admin(season.club)
    other = make.member(season.club, "Adela Quillon", email="second@club.example")
    merge = merges.merge(by=by, club=season.club, kept=ada, gone=other)

    erasure.erase(by=by, player=ada)

    other.refresh_from_db()
    assert (other.name, other.email) == (f"Former player {ada.pk}", "")
    assert player_history.names_of(ada) == ()
    assert player_history.standing(other.pk) == ada.pk
    merge.refresh_from_db()
    assert merge.moved == {}
    with pytest.raises(Refused) as refused:
        merges.undo(by=by, merge=merge)
    assert refused.value.code == "merge_erased"


def test_who_is_erased_is_merged_with_nobody_any_more() -> None:
    season, (ada, bo) = a_season("Ada Quill", "Bo Reed")
    by = admin(season.club)
    erasure.erase(by=by, player=ada)

    with pytest.raises(Refused) as refused:
        merges.merge(by=by, club=season.club, kept=bo, gone=ada)

    assert refused.value.code == "merge_erased"


def test_a_standing_published_by_hand_shows_the_neutral_name_at_once() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Bo Reed")
    by = admin(season.club)
    standings.set_auto_publish(by=by, scope=season, auto_publish=False)
    standings.catch_up()

    erasure.erase(by=by, player=ada)

    body = bytes(Snapshot.objects.get(season=season, audience=Audience.PUBLIC).body).decode()
    assert "Quill" not in body
    assert f"Former player {ada.pk}" in body
    standings.catch_up()
    assert standings.check() == ()


def test_erasing_somebody_leaves_a_namesake_and_a_longer_name_as_they_are() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Ada Quill", "Ada Quill Berg")
    by = admin(season.club)
    standings.set_auto_publish(by=by, scope=season, auto_publish=False)
    standings.catch_up()

    def shown() -> dict[int, str]:
        body = Snapshot.objects.get(season=season, audience=Audience.PUBLIC).body
        return {row["player"]: row["name"] for row in json.loads(bytes(body))["rows"]}

    before = shown()
    erasure.erase(by=by, player=ada)

    after = shown()
    assert after.pop(ada.pk) != before.pop(ada.pk)
    assert after == before


def test_whoever_stands_in_a_hidden_standing_can_be_erased_and_it_stays_hidden() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Bo Reed")
    by = admin(season.club)
    standings.hide(by=by, scope=season)

    erasure.erase(by=by, player=ada)
    standings.catch_up()

    assert not Snapshot.objects.get(season=season, audience=Audience.PUBLIC).body
    live = bytes(Snapshot.objects.get(season=season, audience=Audience.LIVE).body).decode()
    assert "Quill" not in live
    assert f"Former player {ada.pk}" in live


def test_an_open_membership_ends_and_its_number_is_free() -> None:
    club = make.club(name_level=NameLevel.INITIAL)
    ada = make.member(club, "Ada Quill")
    Membership.objects.update(member_no="17")

    erasure.erase(by=admin(club), player=ada)

    row = Membership.objects.get()
    assert (row.member_no, row.until is not None) == ("", True)


def refusal(by: Actor, player: Player) -> LeagueError:
    name = player.name
    with pytest.raises(LeagueError) as refused:
        erasure.erase(by=by, player=player)
    assert Player.objects.get(pk=player.pk).name == name
    return refused.value


def test_organizers_and_admins_of_one_of_two_clubs_erase_nobody() -> None:
    club, elsewhere = make.club(), make.club()
    ada = make.member(club, "Ada Quill")
    organizer = make.actor(Role.ORGANIZER, club)

    assert isinstance(refusal(organizer, ada), NotAllowed)
    Membership.objects.create(club=elsewhere, player=ada, since=date(2026, 1, 1))
    assert refusal(admin(club), ada).code == "erase_other_club"


def test_somebody_with_a_role_is_erased_after_it_was_taken_away() -> None:
    club = make.club()
    ada = make.member(club, "Ada Quill")
    make.grant(make.account(player=ada), Role.CLUB_ADMIN, club)

    assert refusal(admin(club), ada).code == "erase_has_roles"


# --- deleting -------------------------------------------------------------------------------


def test_somebody_with_results_is_not_deleted_and_erasing_is_offered() -> None:
    season, (ada, *_) = a_season("Ada Quill", "Bo Reed")
    before = scores()

    with pytest.raises(Refused) as refused:
        erasure.delete(by=admin(season.club), player=ada)

    assert refused.value.code == "player_has_history"
    assert scores() == before
    assert Entry.objects.filter(player=ada).count() == 3


def test_somebody_who_never_took_part_is_deleted_with_all_that_is_written_about_them() -> None:
    club = make.club()
    ada, bo = make.member(club, "Ada Quill"), make.member(club, "Bo Reed")
    by = admin(club)
    apart.keep(by=by, club=club, player=ada, other=bo)

    erasure.delete(by=by, player=ada)

    assert list(Player.objects.values_list("name", flat=True)) == ["Bo Reed"]
    assert Membership.objects.count() == 1
