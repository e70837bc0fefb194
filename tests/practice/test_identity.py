"""One person under several spellings, several people under one name."""

from __future__ import annotations

import re
import unicodedata

import pytest
from django.test import Client

from league.core.enums import NameLevel, Role
from league.core.errors import BadInputs
from league.models import Entry, Membership, Player
from league.queries.people import account_actors
from league.queries.people import players as known
from league.services.people import erasure, imports, players
from league.services.records import import_results
from league.services.standings import standings
from league.words.sentences import sentence
from tests import factories
from tests.api import doors
from tests.practice.addresses import site
from tests.practice.evenings import html, signed_in

pytestmark = pytest.mark.django_db


def test_a_member_entered_at_the_desk_by_list_and_by_api_is_entered_once() -> None:
    stage = factories.stage()
    club, event = stage.event.club, stage.event
    by = factories.actor(Role.ORGANIZER, club)
    ada = players.add(by=by, club=club, name="Aleksandra Berg", member_no="17")
    boss, desk = signed_in(Role.ORGANIZER, club), f"/e/{event.slug}/desk/"

    found = boss.post(desk, {"do": f"enter:{ada.pk}"})
    imported = imports.run(by=by, club=club, data=b"name;no\nSascha Berg;17\n")
    by_list = Player.objects.get(memberships__member_no="17")
    again = boss.post(desk, {"do": f"enter:{by_list.pk}"})
    by_api = doors.organizer(club).post(f"/events/{event.pk}/entries/", {"player": by_list.pk})
    typed = boss.post(desk, {"do": "guest", "name": "aleksandra  BERG"})

    assert (found.status_code, again.status_code) == (302, 302)
    assert (imported.added, imported.recognised) == (0, 1)
    assert by_list == ada
    assert (by_api.status_code, by_api.json()["code"]) == (409, "already_entered")
    assert "Aleksandra Berg is already entered." in by_api.json()["message"]
    assert typed.status_code == 409
    assert list(Entry.objects.values_list("player", flat=True)) == [ada.pk]


def a_large_event() -> tuple[Entry, ...]:
    """118 people; seven names are borne by two of them each."""
    season = factories.season()
    stage = factories.stage(
        factories.event(season=season),
        ruleset=factories.free_game(season.club, name="Copper Kettle", seats=[2, 4]),
    )
    names = [f"Person {number:03}" for number in range(104)]
    names += [f"Kim {letter}" for letter in "ABCDEFG" for _ in range(2)]
    people = []
    for number, name in enumerate(names):
        who = factories.member(season.club, name)
        Membership.objects.filter(player=who).update(member_no=f"N{number}")
        people.append(factories.entry(stage.event, who))
    return tuple(people)


def test_seven_pairs_of_namesakes_are_told_apart_wherever_118_people_are_listed() -> None:
    people = a_large_event()
    event = people[0].event
    stage = event.stages.get()
    round_ = factories.round_(stage)
    for start in range(0, 116, 4):
        factories.played(factories.table(round_, people[start : start + 4]), [1, 2, 3, 4])
    factories.played(factories.table(round_, people[116:]), [1, 2])
    standings.catch_up()

    listed = doors.visitor().get(f"/events/{event.pk}/entries/?limit=200").json()["results"]
    rows = doors.visitor().get(f"/stages/{stage.pk}/standings/").json()["rows"]
    desk = html(signed_in(Role.ORGANIZER, event.club), f"/e/{event.slug}/desk/?step=roll")
    paper = html(Client(), f"/e/{event.slug}/seating/?by=name")

    assert (len(people), len(rows)) == (118, 118)
    for found in (listed, rows):
        assert len({row["name"] for row in found}) == 118
        assert len({row["player"] for row in found}) == 118
    kims = [row["name"] for row in rows if row["name"].startswith("Kim G")]
    assert [re.sub(r"[^ ()]+(?=\)$)", "", name) for name in kims] == ["Kim G ()", "Kim G ()"]
    for page in (desk, paper):
        assert page.count("<bdi>Kim G (") == 2
    points = {row["player"]: row["values"]["points"]["exact"] for row in rows}
    assert [points[entry.player_id] for entry in people[116:]] == ["7", "1"]


def test_results_by_an_ambiguous_name_stop_at_the_line_and_list_both() -> None:
    people = a_large_event()
    season = people[0].event.season
    assert season is not None
    by = factories.actor(Role.CLUB_ADMIN, season.club)
    data = b"match,date,player,points\n1,2026-03-03,Person 001,9\n1,2026-03-03,Kim C,4\n"

    with pytest.raises(BadInputs) as refused:
        import_results.run(by=by, season=season, data=data, game="Copper Kettle")

    assert [(error.params["line"], sentence(error)) for error in refused.value.errors] == [
        (3, "Kim C could be any of these: Kim C (N108); Kim C (N109). Add the number.")
    ]
    assert season.events.count() == 1


COMPOSED = "Zo\u00e9"
SPELLINGS = ["Zoe\u0301", "ZO\u00c9", "Zo\u00e9\u00a0", "\uff3a\uff4f\u00e9"]


@pytest.mark.parametrize("typed", SPELLINGS, ids=ascii)
def test_other_bytes_of_a_name_find_the_one_player_at_every_door(typed: str) -> None:
    stage = factories.stage()
    club = stage.event.club
    zoe = factories.member(club, COMPOSED)
    boss = signed_in(Role.ORGANIZER, club)

    looked = imports.preview(
        by=factories.actor(Role.ORGANIZER, club), club=club, data=f"name\n{typed}\n".encode()
    )
    added = boss.post(f"/c/{club.slug}/office/people/", {"name": typed, "kind": "member"})
    walk_in = boss.post(f"/e/{stage.event.slug}/desk/", {"do": "guest", "name": typed})
    found = Client().get("/search/", {"q": typed}).content.decode()

    assert [row.known_id for row in looked.rows] == [zoe.pk]
    assert added.status_code == 409
    assert f"/p/{zoe.pk}/edit/" in added.content.decode()
    assert walk_in.status_code == 302
    assert list(Entry.objects.values_list("player", flat=True)) == [zoe.pk]
    assert f"<bdi>{COMPOSED}</bdi>" in found
    assert Player.objects.count() == 1


def test_a_name_is_stored_composed_and_trimmed() -> None:
    club = factories.club()

    imports.run(
        by=factories.actor(Role.ORGANIZER, club),
        club=club,
        data="name\n\u00a0Zoe\u0301  \u00a0Berg \n".encode(),
    )

    assert Player.objects.get().name == unicodedata.normalize("NFC", "Zo\u00e9 Berg")


@pytest.mark.parametrize("name", ["Ada 🦉 Quill", "عائشة برج", "שרה כהן", "李 明"])
def test_a_name_of_any_script_is_shown_as_it_was_written(name: str) -> None:
    stage = factories.stage()
    club = stage.event.club
    boss = signed_in(Role.ORGANIZER, club)

    boss.post(f"/e/{stage.event.slug}/desk/", {"do": "guest", "name": name})

    assert Player.objects.get().name == name
    page = html(boss, f"/e/{stage.event.slug}/desk/?step=roll")
    assert f"<bdi>{name}</bdi>" in page
    exported = boss.get(f"/c/{club.slug}/office/people/export.csv").content
    assert name in exported.decode("utf-8-sig")


def test_renaming_one_of_two_namesakes_changes_their_entries_in_all_old_events_only() -> None:
    first, second = factories.club(), factories.club()
    lists = {}
    kims = []
    for club in (first, second):
        kim = factories.member(club, "Kim Lee")
        kims.append(kim)
        season = factories.season(club)
        for _ in range(2):
            stage = factories.stage(factories.event(season=season))
            people = [factories.entry(stage.event, kim), factories.entry(stage.event, "Bo")]
            factories.played(factories.table(factories.round_(stage), people), [1, 2])
            lists[stage.pk] = kim.pk
    standings.catch_up()

    players.change(
        by=factories.actor(Role.ORGANIZER, first),
        player=kims[0],
        expected_version=1,
        name="Kim Park",
    )
    standings.catch_up()

    named = {kims[0].pk: "Kim Park", kims[1].pk: "Kim Lee"}
    for stage_id, player in lists.items():
        rows = doors.visitor().get(f"/stages/{stage_id}/standings/").json()["rows"]
        assert {row["player"]: row["name"] for row in rows}[player] == named[player]
    assert [Player.objects.get(pk=pk).name for pk in named] == list(named.values())


def test_nearly_the_same_name_warns_and_another_birth_year_is_only_noted() -> None:
    club = factories.club()
    anna = factories.member(club, "Anna Berg", birth_year=1990)
    boss = signed_in(Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/people/"

    for name in ("Anna Maria Berg", "Ana Berg"):
        answer = boss.post(path, {"name": name, "birth_year": "1990", "kind": "member"})
        assert answer.status_code == 409
        assert f"/p/{anna.pk}/edit/" in answer.content.decode()
    other = boss.post(path, {"name": "Anna Berg", "birth_year": "1955", "kind": "member"})

    assert other.status_code == 302
    assert Player.objects.filter(name="Anna Berg").count() == 2
    noted = known.similar(
        viewer=factories.actor(Role.ORGANIZER, club), club=club, name="Anna Berg", birth_year=1970
    )
    assert {row.is_warning for row in noted} == {False}


@pytest.mark.gates
def test_after_an_erasure_no_page_no_export_and_no_address_knows_the_name() -> None:
    there = site(name="Quintessa Brandt", level=NameLevel.FULL)
    owner, visitor = there.owner(), Client()
    api = [
        f"/api/v1/{path}"
        for path in (
            f"stages/{there.stage.pk}/standings/",
            f"seasons/{there.season.pk}/standings/",
            f"events/{there.event.pk}/entries/",
            f"players/{there.person.pk}/",
            "players/?q=Quintessa",
        )
    ]
    paths = [*there.paths, "/search/?q=Quintessa", *api]

    def pages() -> list[tuple[str, str]]:
        found = []
        for client in (owner, visitor):
            for path in paths:
                answer = client.get(path)
                if answer.status_code == 200 and not answer.streaming:
                    body = answer.content.decode("utf-8", "replace").casefold()
                    body = body.replace("q=quintessa", "").replace('value="quintessa"', "")
                    found.append((path, body))
        return found

    before = pages()
    erasure.erase(by=account_actors.person(there.admin), player=there.person)
    standings.catch_up()
    after = pages()

    words = ("brandt", "idefix", "ida@club.example", "mn-4711")
    assert sum("brandt" in body for _, body in before) > 10
    assert [(path, word) for path, body in after for word in words if word in body] == []
    assert any(f"former player {there.person.pk}" in body for _, body in after)
