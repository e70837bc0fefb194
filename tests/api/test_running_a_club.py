"""Clubs, people and events through the API: founded, written down, made, called."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from drf_spectacular.generators import SchemaGenerator

from games import catalogue
from league.core.enums import EventState, MembershipKind, Role, RoundState
from league.models import Club, ClubGame, Event, JournalLine, Player, Ruleset, Table
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

EVENING = {"name": "Club night", "starts_at": "2026-12-01T19:00:00+01:00"}


def test_a_token_founds_a_club_where_account_and_scope_allow_and_is_its_admin() -> None:
    site, plain = factories.account(), factories.account()
    factories.grant(site, Role.SITE_ADMIN)
    body = {"name": "Copper Kettle", "language": "de", "time_zone": "Europe/Berlin"}

    made = doors.with_token(site, "clubs").post("/clubs/", body)
    again = doors.with_token(site, "clubs").post("/clubs/", {**body, "time_zone": "Moon"})
    refused = [
        asker.post("/clubs/", body).status_code
        for asker in (doors.with_token(site, "organize"), doors.with_token(plain, "clubs"))
    ]

    club = Club.objects.get()
    assert (made.status_code, made.json()["slug"]) == (201, "copper-kettle")
    assert (again.status_code, again.json()["issues"][0]["code"]) == (400, "bad_time_zone")
    assert refused == [403, 403]
    assert club.games.exists()
    assert site.grants.filter(role=Role.CLUB_ADMIN, club=club).count() == 1


def test_settings_of_a_club_are_changed_from_the_version_that_was_read() -> None:
    club = factories.club(name="Kettle")
    admin = doors.organizer(club, Role.CLUB_ADMIN)
    path = f"/clubs/{club.slug}/"
    read = admin.get(path)

    unsaid = admin.patch(path, {"name": "Copper"})
    done = admin.patch(path, {"name": "Copper"}, If_Match=read.headers["ETag"])
    late = admin.patch(path, {"name": "Iron"}, If_Match=read.headers["ETag"])
    organizer = doors.organizer(club).patch(path, {"name": "Iron"}, If_Match='"1"')

    assert [one.status_code for one in (unsaid, done, late, organizer)] == [428, 200, 409, 403]
    assert done.json()["version"] == read.json()["version"] + 1
    assert Club.objects.get().name == "Copper"


def test_a_person_is_written_down_once_and_told_by_name_alone() -> None:
    club = factories.club()
    asker = doors.organizer(club)
    path = f"/clubs/{club.slug}/players/"
    body = {"name": "Ida Brand", "email": "ida@club.example", "kind": "guest"}

    first = asker.post(path, body, Idempotency_Key="k")
    second = asker.post(path, body, Idempotency_Key="k")
    similar = asker.post(path, {"name": "Ida Brand"})

    row = Player.objects.get()
    assert first.json() == second.json() == {"id": row.pk, "name": "Ida Brand", "kind": "guest"}
    assert (similar.status_code, similar.json()["code"]) == (409, "similar_player")
    assert row.memberships.get().kind == MembershipKind.GUEST


def test_an_event_is_made_with_its_stage_and_every_wrong_word_is_told_with_its_place() -> None:
    club = factories.club()
    ruleset, foreign = (factories.free_game(one) for one in (club, factories.club()))
    asker = doors.organizer(club)
    path = f"/clubs/{club.slug}/events/"
    stage = {"ruleset": ruleset.pk, "size_max": 4, "weight": "2", "seating": {"above": 50}}

    made = asker.post(path, {**EVENING, "stage": stage}, Idempotency_Key="k")
    again = asker.post(path, {**EVENING, "stage": stage}, Idempotency_Key="k")
    wrong = [
        asker.post(path, {**EVENING, "stage": part}).json()
        for part in ({"ruleset": foreign.pk}, {"sizes": 4})
    ]

    event = Event.objects.get()
    row = event.stages.get()
    assert (made.status_code, again.json()) == (201, made.json())
    assert made.json()["starts_at"] == "2026-12-01T18:00:00Z"
    assert (row.ruleset, row.size_max, row.seating["above"]) == (ruleset, 4, 50)
    assert row.scoring["weight"] == "2"
    assert [(one["code"], one["field"]) for one in wrong] == [
        ("unknown_choice", "stage.ruleset"),
        ("unknown_field", "stage.sizes"),
    ]


def test_an_event_is_changed_copied_and_given_a_final_that_can_be_taken_away() -> None:
    event = factories.event(name="Club night")
    factories.stage(event)
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/"

    changed = asker.patch(path, {"capacity": 12}, If_Match='"1"')
    stale = asker.patch(path, {"capacity": 13}, If_Match='"1"')
    copied = asker.post(f"{path}copies/", {"starts_at": "2026-12-08T19:00:00+01:00"})
    final = asker.post(f"{path}stages/", {"kind": "final", "name": "Final"})
    gone = asker.delete(f"/stages/{final.json()['id']}/")

    assert (changed.status_code, changed.json()["capacity"], stale.status_code) == (200, 12, 409)
    assert (copied.status_code, copied.json()["capacity"]) == (201, 12)
    assert (final.status_code, final.json()["number"], gone.status_code) == (201, 2, 204)
    assert event.stages.count() == 1


def test_finishing_an_event_closes_its_round_and_reopening_opens_it_again() -> None:
    event = factories.event(state=EventState.RUNNING)
    stage = factories.stage(event)
    round_ = factories.round_(stage)
    factories.table(round_, [factories.entry(event) for _ in range(3)])
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/state/"
    states = []

    refused = asker.post(path, {"state": "finished"})
    for body in ({"state": "finished", "accept_missing": True}, {"state": "running"}):
        answer = asker.post(path, body)
        round_.refresh_from_db()
        states.append((answer.json()["state"], round_.state))
    wrong = asker.post(path, {"state": "over"})

    assert (refused.status_code, wrong.status_code) == (409, 400)
    assert states == [("finished", RoundState.CLOSED), ("running", RoundState.PUBLISHED)]


def test_a_roll_call_enters_who_is_here_and_nobody_of_another_club() -> None:
    event = factories.event(capacity=4)
    people = [factories.member(event.club) for _ in range(3)]
    stranger = factories.member(factories.club())
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/roll/"

    some = asker.post(path, {"players": [one.pk for one in people[:2]]})
    away = asker.post(path, {"everybody": True, "present": False})
    members = asker.post(path, {"members": True})
    wrong = [
        asker.post(path, body).json()["code"]
        for body in ({}, {"members": True, "everybody": True}, {"players": [stranger.pk]})
    ]

    told = [(one.json()["present"], one.json()["registered"]) for one in (some, away, members)]
    assert told == [(2, 2), (0, 2), (3, 3)]
    assert wrong == ["one_change_at_a_time", "one_change_at_a_time", "not_a_player_of_club"]
    assert JournalLine.objects.filter(event=event, kind="roll_called").count() >= 3


def test_a_walk_in_waits_for_a_place_where_all_are_taken_and_is_given_one() -> None:
    event = factories.event(capacity=1, starts_at=datetime(2026, 12, 1, 18, tzinfo=UTC))
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/guests/"

    first = asker.post(path, {"name": "Wendelin Krug"}).json()
    full = asker.post(path, {"name": "Zora Brandt"})
    waits = asker.post(path, {"name": "Zora Brandt", "waiting": True}).json()
    early = asker.post(f"/entries/{waits['id']}/promote/")
    asker.patch(f"/events/{event.pk}/", {"offer_hours": 5}, If_Match='"1"')
    Event.objects.filter(pk=event.pk).update(capacity=2)
    got = asker.post(f"/entries/{waits['id']}/promote/")

    assert (first["state"], first["is_present"], waits["state"]) == ("registered", True, "waiting")
    assert (full.json()["code"], early.json()["code"]) == ("event_full", "event_full")
    assert got.json()["state"] == "registered"


def test_the_example_of_a_sheet_is_a_result_that_the_table_takes() -> None:
    event = factories.event(state=EventState.RUNNING)
    stage = factories.stage(event)
    ruleset = stage.ruleset
    table = factories.table(factories.round_(stage), [factories.entry(event) for _ in range(4)])
    asker = doors.organizer(event.club)
    path = f"/clubs/{event.club.slug}/rulesets/{ruleset.pk}/"

    told = asker.get(f"/tables/{table.pk}/sheet/").json()
    sent = asker.post(f"/tables/{table.pk}/records/", {"sheet": told["example"]}, If_Match='"0"')

    assert (told["seats"], len(told["example"]["seats"])) == (4, 4)
    assert (sent.status_code, sent.json()["issues"]) == (201, [])
    assert asker.get(f"{path}sheet/?seats=4").json() == told
    assert asker.get(f"{path}sheet/?seats=13").json()["code"] == "number_out_of_range"
    assert asker.get(path).json()["options"] == ruleset.options


def test_every_example_of_the_document_and_of_a_ruleset_is_taken_as_a_result() -> None:
    event = factories.event(state=EventState.RUNNING)
    asker = doors.organizer(event.club)
    told = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # untyped library
    report = told["paths"]["/api/v1/tables/{table_id}/records/"]["post"]
    bodies = report["requestBody"]["content"]["application/json"]["examples"]
    sent = {}

    for game in catalogue.all_games():
        rules = game.sheet
        usual = rules.default_options()
        options = rules.past_options(usual) or usual
        seats = rules.seats(options)
        box = ClubGame.objects.create(club=event.club, title=game.key, game=game.key)
        ruleset = Ruleset.objects.create(
            club=event.club,
            club_game=box,
            name=game.key,
            options=rules.options_to_json(options),
            seats_min=seats[0],
            seats_max=seats[-1],
        )
        stage = factories.stage(event, ruleset=ruleset)
        entries = [factories.entry(event) for _ in range(seats[0])]
        table = factories.table(factories.round_(stage), entries)
        path = f"/clubs/{event.club.slug}/rulesets/{ruleset.pk}/sheet/"
        for shape in asker.get(path).json()["shapes"]:
            body = bodies[f"{game.key} {shape['level']}"]["value"]
            assert body["sheet"] == shape["example"]
            version = Table.objects.get(pk=table.pk).record_version
            answer = asker.post(
                f"/tables/{table.pk}/records/",
                {**body, "reason": "Again."},
                If_Match=f'"{version}"',
            )
            sent[f"{game.key} {shape['level']}"] = (answer.status_code, answer.json()["issues"])

    assert sent == dict.fromkeys(bodies, (201, []))
    assert len(bodies) == 9


def test_a_club_puts_a_game_on_its_shelf_says_how_it_is_played_and_how_it_pays() -> None:
    club = factories.club()
    asker = doors.organizer(club, Role.CLUB_ADMIN)
    path = f"/clubs/{club.slug}/"

    box = asker.post(f"{path}games/", {"game": "dice-devils", "title": "Devils"}).json()
    fewer = asker.patch(f"{path}games/{box['id']}/", {"copies": 2}, If_Match='"1"').json()
    made = asker.post(f"{path}rulesets/", {"game": box["id"], "name": "Totals"}).json()
    wrong = asker.post(
        f"{path}rulesets/", {"game": box["id"], "name": "X", "options": {"entry_level": "ALL"}}
    )
    changed = asker.patch(
        f"{path}rulesets/{made['id']}/", {"options": {"entry_level": "TOTAL"}}
    ).json()
    asker.patch(f"{path}rulesets/{made['id']}/", {"is_retired": True})
    spec = {"name": "Sevens", "spec": {"key": "linear7"}}
    scheme = asker.post(f"{path}schemes/", spec).json()
    named = asker.patch(
        f"{path}schemes/{scheme['id']}/", {**spec, "name": "Ours"}, If_Match='"1"'
    ).json()
    gone = asker.delete(f"{path}schemes/{scheme['id']}/")

    assert (fewer["copies"], fewer["title"], fewer["version"]) == (2, "Devils", 2)
    assert wrong.status_code == 400
    assert (changed["id"], changed["options"]["entry_level"]) == (made["id"], "TOTAL")
    assert asker.get(f"{path}rulesets/").json()["results"] == []
    assert (named["name"], named["version"], gone.status_code) == ("Ours", 2, 204)
    assert asker.get(f"{path}schemes/").json()["results"] == []
