"""A game of two against two, from the sheet at the table to every door that shows its result."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.actors import system
from league.models import MatchRecord, Rating, SeatScore, Table
from league.queries.people import profiles
from league.queries.public import club_records
from league.services.occasions import stages
from league.services.records import records
from league.services.standings import ratings, standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import Evening, evening, html, of_api, ranking

pytestmark = pytest.mark.django_db
FOUR = ["Ada", "Bo", "Cy", "Dee"]
# By seat: Ada and Cy against Bo and Dee, who win.
ROWS = [{"side": 1, "points": 5}, {"side": 2, "points": 9}, {"side": 1}, {"side": 2}]


def two_against_two(**options: Any) -> tuple[Evening, Table]:  # any free-form options
    night = evening(FOUR)
    game = {"seats": [4, 4], "sides": "2-2", **options}
    night.stage.ruleset = factories.free_game(night.club, name="Two Ropes", **game)
    night.stage.save()
    row = factories.table(factories.round_(night.stage), list(night.entries.values()))
    return night, night.table(row.seating, "Ada")


def played() -> Evening:
    night, table = two_against_two()
    records.submit(by=night.by, table=table, data={"seats": ROWS}, expected_version=0)
    standings.catch_up()
    ratings.catch_up()
    return night


def phone(table: Table, position: int) -> Client:
    client = Client()
    client.post(f"/t/{table.link.code}/", {"action": "claim", "position": str(position)})
    return client


def typed(action: str, **more: str) -> dict[str, str]:
    boxes = {
        f"seats.{seat}.{name}": str(value)
        for seat, row in enumerate(ROWS)
        for name, value in row.items()
    }
    return {**boxes, "version": "0", "idempotency_key": "k", "action": action, **more}


def test_a_phone_hands_in_a_match_of_two_sides_and_reads_who_won() -> None:
    _, table = two_against_two()
    ada, path = phone(table, 1), f"/t/{table.link.code}/"

    refused = ada.post(path, typed("send", **{"seats.2.side": "2"}))
    echo = ada.post(path, typed("check")).content.decode()
    sent = ada.post(path, typed("send"))

    assert (refused.status_code, sent.status_code) == (422, 302)
    assert (
        "The sides are 1-3 here, and this game has 2-2." in Reader(refused.content.decode()).words
    )
    assert '<th scope="col" class="num">Side</th>' in echo
    assert MatchRecord.objects.get().outcome == {
        "points": [5, 9, 5, 9],
        "places": [3, 1, 3, 1],
        "reason": "points",
        "drawn": False,
        "low_tie": False,
        "scale": 0,
        "sides": [1, 2, 1, 2],
    }


def test_the_members_of_a_side_stand_together_on_page_and_api() -> None:
    night = played()

    lines = of_api(night.stage)

    assert sorted((name, points) for _, name, points in lines) == [
        ("Ada", "2"),
        ("Bo", "6"),
        ("Cy", "2"),
        ("Dee", "6"),
    ]
    assert ranking(html(Client(), f"/e/{night.event.slug}/standings/")) == lines

    stages.change(
        by=system("test"),
        stage=night.stage,
        expected_version=night.stage.version,
        scoring={"side_points": "full"},
    )
    standings.catch_up()

    assert [points for _, _, points in of_api(night.stage)] == ["7", "7", "3", "3"]


def test_the_api_tells_the_side_of_each_seat() -> None:
    night = played()
    table = MatchRecord.objects.get().table_id

    told = doors.visitor().get(f"/api/v1/tables/{table}/").json()

    assert [(row["place"], row["side"]) for row in told["seats"]] == [
        (3, 1),
        (1, 2),
        (3, 1),
        (1, 2),
    ]
    assert night.stage.pk


def test_a_side_rises_and_the_other_falls_by_as_much_for_each_member() -> None:
    played()

    found = dict(Rating.objects.filter(scope__kind="all").values_list("player__name", "value"))

    assert found["Bo"] == found["Dee"] > 25 > found["Ada"] == found["Cy"]
    assert ratings.check() == ()


def test_who_won_in_a_side_has_won_and_partners_are_no_opponents() -> None:
    night = played()

    found = profiles.profile(night.by, night.player("Bo").pk)

    assert found is not None
    assert (found.wins, [match.is_won for match in found.matches]) == (1, [True])
    assert sorted((one.name, one.ahead, one.behind) for one in found.opponents) == [
        ("Ada", 1, 0),
        ("Cy", 1, 0),
    ]


def test_a_records_page_names_all_who_won_by_the_least() -> None:
    night = played()

    found = club_records.of_club(night.by, night.club)

    assert found is not None
    (closest,) = [row for row in found.rows if row.code == "closest"]
    names = {night.player(name).pk: name for name in FOUR}
    assert (int(closest.value), sorted(names[pk] for pk in closest.holders)) == (4, FOUR)


def test_rows_stand_by_place_once_the_result_counts_and_by_seat_before() -> None:
    night, table = two_against_two()
    path = f"/t/{table.link.code}/"
    ada, bo = phone(table, 1), phone(table, 2)

    def order(client: Client) -> list[str]:
        page = html(client, path)
        rows = page.split('class="standings"')[1].split("</table>")[0].split("<tr>")[2:]
        return [row.split("<bdi>")[1].split("</bdi>")[0] for row in rows]

    ada.post(path, typed("send"))
    before = order(ada)
    bo.post(path, {"action": "confirm", "record": str(MatchRecord.objects.get().pk)})

    assert before == ["Ada", "Bo", "Cy", "Dee"]
    assert order(ada) == ["Bo", "Dee", "Ada", "Cy"]
    assert SeatScore.objects.filter(record__state="confirmed").count() == 4
    assert night.event.pk


def test_a_sheet_whose_score_does_not_decide_the_place_needs_no_reason() -> None:
    night = evening(FOUR)
    game = {"counts": "both", "seats": [4, 4]}
    rows = [{"points": 9, "place": 2}, {"points": 5, "place": 1}, *[{"points": 1, "place": 3}] * 2]

    def handed_in(**options: bool) -> list[dict[str, Any]]:
        night.stage.ruleset = factories.free_game(night.club, name="Crowns", **game, **options)
        night.stage.save()
        table = night.table(night.seat(FOUR), "Ada")
        answer = records.submit(
            by=night.by,
            table=table,
            data={"seats": rows},
            expected_version=0,
            accept_warnings=True,
            reason="seen",
        )
        return list(answer.issues)

    assert [issue["code"] for issue in handed_in()] == ["free_form.places_against_points"]
    assert handed_in(places_apart=True) == []
