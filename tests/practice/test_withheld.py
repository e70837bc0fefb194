"""The last round is played and kept back for the ceremony; an evening is prepared in secret."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import Role
from league.models import Round
from league.services.evening import rounds
from league.services.occasions import events
from league.services.seating import seatings
from league.services.standings import ratings, standings
from tests.api import doors
from tests.practice.evenings import (
    OWN_POINTS,
    Evening,
    evening,
    html,
    of_api,
    organizer,
    signed_in,
)
from tests.practice.reading import read

pytestmark = pytest.mark.django_db
NAMES = [f"Hid {name}" for name in ("Ann", "Ben", "Cai", "Dot", "Eve", "Fay", "Gus", "Hal")]
FIRST, SECOND = NAMES[:4], NAMES[4:]
SCORES = ("7890", "8765")


def ceremony() -> tuple[Evening, Round]:
    """Eight people; the first round is published by hand, the second is played and kept back."""
    of = evening(NAMES, scheme=OWN_POINTS, auto_publish=False)
    of.season.auto_publish = False
    of.season.save()
    of.play(FIRST, SECOND)
    for scope in (of.stage, of.season):
        standings.publish(by=of.by, scope=scope)
    seating = of.seat([*FIRST[:2], *SECOND[:2]], [*FIRST[2:], *SECOND[2:]])
    last = rounds.withhold(by=of.by, round_=seating.round)
    of.score(seating, **{"Hid Ann": 10, "Hid Ben": 7890, "Hid Eve": 30, "Hid Fay": 20})
    of.score(seating, **{"Hid Cai": 8765, "Hid Dot": 10, "Hid Gus": 30, "Hid Hal": 20})
    settle()
    return of, last


def settle() -> None:
    standings.catch_up()
    ratings.catch_up()


def shown(of: Evening, last: Round, client: Client) -> dict[str, str]:
    """What somebody reads at each door that tells results."""
    event, club = f"/e/{of.event.slug}/", f"/c/{of.club.slug}/"
    table = of.table(last.seatings.get(), "Hid Ben")
    paths = {
        "event": f"{event}?round=2",
        "projector": f"{event}board/?slides=results,standings",
        "seating": f"{event}seating/?round=2",
        "table": f"{event}tables/{table.pk}/",
        "player": f"/p/{of.player('Hid Ben').pk}/",
        "club": club,
        "records": f"{club}records/",
        "season": f"{club}s/{of.season.slug}/",
        "csv": f"{event}{of.stage.number}/standings.csv",
        "api round": f"/api/v1/rounds/{last.pk}/",
        "api table": f"/api/v1/tables/{table.pk}/",
        "api records": f"/api/v1/tables/{table.pk}/records/",
        "api standings": f"/api/v1/stages/{of.stage.pk}/standings/",
        "api record": f"/api/v1/records/{table.records.get().pk}/",
    }
    return {door: read(client.get(path)) for door, path in paths.items()}


def telling(pages: dict[str, str]) -> set[str]:
    return {door for door, page in pages.items() if any(score in page for score in SCORES)}


def test_results_of_a_withheld_round_are_nowhere_until_one_press_publishes_all_of_them() -> None:
    of, last = ceremony()
    director, visitor = organizer(of), Client()
    desk = f"/e/{of.event.slug}/desk/"

    before = telling(shown(of, last, visitor))
    lists = of_api(of.stage)
    known = telling(shown(of, last, director))
    press = director.post(desk, {"do": f"tell:{last.pk}", "stage": "1"})
    settle()
    after = telling(shown(of, last, visitor))
    undone = director.post(desk, {"do": f"withhold:{last.pk}", "stage": "1"})
    again = telling(shown(of, last, visitor))

    assert before == set()
    assert lists == [
        ("1=", "Hid Ann", "40"),
        ("1=", "Hid Eve", "40"),
        ("3=", "Hid Ben", "30"),
        ("3=", "Hid Fay", "30"),
        ("5=", "Hid Cai", "20"),
        ("5=", "Hid Gus", "20"),
        ("7=", "Hid Dot", "10"),
        ("7=", "Hid Hal", "10"),
    ]
    assert {"event", "table", "api round", "api record", "api standings"} <= known
    assert (press.status_code, undone.status_code) == (302, 302)
    assert known - {"projector", "table"} <= after
    assert again == set()


def test_a_table_of_a_withheld_round_sees_its_own_sheet_and_a_scorekeeper_all() -> None:
    of, last = ceremony()
    ben, dot = of.player("Hid Ben"), of.player("Hid Dot")
    table = of.table(last.seatings.get(), "Hid Ben")
    path = f"/api/v1/tables/{table.pk}/records/"
    at_table, elsewhere = signed_in(player=ben), signed_in(player=dot)
    keeper = signed_in(Role.SCOREKEEPER, of.event)

    versions = [len(one.get(path).json()["results"]) for one in (at_table, keeper, elsewhere)]

    assert versions == [1, 1, 0]


def test_ratings_know_nothing_of_a_withheld_round_until_it_is_published() -> None:
    of, last = ceremony()
    scope = of.stage.ruleset.club_game.rating_scopes.get()
    path = f"/api/v1/ratings/{scope.pk}/"

    kept = {
        row["player"]: row["rating"]["matches"]
        for row in doors.visitor().get(path).json()["results"]
    }
    rounds.publish_results(by=of.by, round_=last)
    settle()
    told = {
        row["player"]: row["rating"]["matches"]
        for row in doors.visitor().get(path).json()["results"]
    }

    assert set(kept.values()) == {1}
    assert set(told.values()) == {2}


def test_an_event_that_is_not_announced_is_there_for_its_organizers_until_one_press() -> None:
    of = evening(NAMES)
    of.play(FIRST, SECOND)
    events.announce(by=of.by, event=of.event, is_announced=False)
    settle()
    director, keeper = organizer(of), signed_in(Role.SCOREKEEPER, of.event)
    event, season = f"/e/{of.event.slug}/", f"/c/{of.club.slug}/s/{of.season.slug}/"
    api = f"/api/v1/clubs/{of.club.slug}/events/"

    def doors_of(client: Client) -> tuple[int, bool, int]:
        return (
            client.get(event).status_code,
            "Hid Ann" in html(client, season),
            len(client.get(api).json()["results"]),
        )

    visitor = Client()
    before = [doors_of(client) for client in (director, keeper, visitor)]
    press = director.post(f"{event}desk/", {"do": "announce", "stage": "1"})
    settle()
    after = [doors_of(client) for client in (director, visitor)]

    assert before == [(200, True, 1), (404, False, 0), (404, False, 0)]
    assert press.status_code == 302
    assert after == [(200, True, 1), (200, True, 1)]


def test_a_season_of_withheld_rounds_stands_as_it_stood_before_them() -> None:
    of, last = ceremony()
    rounds.publish_results(by=of.by, round_=last)
    settle()
    told = of_api(of.season)

    rounds.withhold(by=of.by, round_=last)
    kept = of_api(of.season)
    settle()

    assert (kept, of_api(of.season)) == (kept, kept)
    assert told != kept
    assert {points for _, _, points in kept} == {"10", "20", "30", "40"}
    assert standings.check(of.club) == ()


def test_what_a_draw_weighed_is_for_the_staff_while_results_behind_it_are_kept_back() -> None:
    of, last = ceremony()
    rounds.close(by=of.by, round_=last)
    seating = seatings.draw_and_publish(by=of.by, stage=of.stage, method="swiss")
    path = f"/api/v1/seatings/{seating.pk}/"

    kept = Client().get(path).json()
    known = organizer(of).get(path).json()
    rounds.publish_results(by=of.by, round_=last)
    told = Client().get(path).json()

    assert (kept["costs"], kept["penalties"], kept["remarks"]) == ([], [], [])
    assert kept["tables"] == told["tables"]
    assert known["costs"]
    assert told["costs"] == known["costs"]
