"""Sheets that do not add up, low scores, shared wins, and a scale per table size."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.enums import RatingKind, Role
from league.models import MatchRecord, Rating, SeatScore, Table
from league.services.evening import dropouts, entries
from league.services.records import import_results, records
from league.services.seating import seatings
from league.services.standings import ratings, standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import OWN_POINTS, Evening, evening, html, of_api, organizer, ranking

pytestmark = pytest.mark.django_db
FOUR = ["Ada", "Bo", "Cy", "Dee"]
CLUB_SCALE = {
    "key": "custom",
    "rows": {"3": [10, 6, 2], "4": [11, 7, 4, 2], "5": [12, 8, 5, 3, 2]},
}


# Free-form options of any kind.
def a_table(scheme: dict[str, Any] | None = None, **options: Any) -> tuple[Evening, Table]:
    night = evening(FOUR, scheme=scheme or {"key": "linear7"})
    night.stage.ruleset = factories.free_game(night.club, name="Tin Harbour", **options)
    night.stage.save()
    return night, night.table(night.seat(FOUR), "Ada")


def phone(table: Table, position: int) -> Client:
    client = Client()
    client.post(f"/t/{table.link.code}/", {"action": "claim", "position": str(position)})
    return client


def sheet(table: Table, night: Evening, action: str, key: str, **points: int) -> dict[str, str]:
    """A filled form, seat by seat as they sit."""
    data = night.sheet(table, **points)["seats"]
    return {
        **{f"seats.{at}.points": str(seat["points"]) for at, seat in enumerate(data)},
        "version": "0",
        "idempotency_key": key,
        "action": action,
    }


def test_a_short_total_names_what_is_missing_and_passes_only_with_a_reason() -> None:
    night, table = a_table(fixed_total=100000)
    ada, path = phone(table, 1), f"/t/{table.link.code}/"
    points = {"Ada": 38000, "Bo": 27000, "Cy": 20000, "Dee": 14000}

    refused = ada.post(path, sheet(table, night, "send", "a", **points))
    sent = ada.post(
        path,
        {
            **sheet(table, night, "send", "b", **points),
            "accept_warnings": "on",
            "reason": "One stick lies under the sofa",
        },
    )

    assert (refused.status_code, sent.status_code) == (422, 302)
    assert "1000 missing" in " ".join(Reader(refused.content.decode()).words.split())
    assert MatchRecord.objects.get().reason == "One stick lies under the sofa"


def test_two_errors_that_cancel_out_are_disputed_and_the_standing_follows_the_correction() -> None:
    night, table = a_table(scheme=OWN_POINTS, fixed_total=100000)
    path = f"/t/{table.link.code}/"
    wrong = {"Ada": 58000, "Bo": 18000, "Cy": 14000, "Dee": 10000}
    seats = {seat.entry.player.name: seat.position for seat in table.seats.all()}
    ada, bo, cy = (phone(table, seats[name] or 0) for name in ("Ada", "Bo", "Cy"))
    ada.post(path, sheet(table, night, "send", "a", **wrong))
    record = MatchRecord.objects.get()
    cy.post(path, {"action": "confirm", "record": str(record.pk)})
    standings.catch_up()
    before = of_api(night.stage)

    objected = bo.post(
        path, {"action": "dispute", "record": str(record.pk), "reason": "I had 38000"}
    )
    table.refresh_from_db()
    records.correct(
        by=night.by,
        table=table,
        data=night.sheet(table, Ada=38000, Bo=38000, Cy=14000, Dee=10000),
        expected_version=table.record_version,
        reason="Both columns were read again",
    )
    standings.catch_up()

    assert objected.status_code == 302
    assert before[:2] == [("1", "Ada", "58000"), ("2", "Bo", "18000")]
    assert of_api(night.stage)[:2] == [("1=", "Ada", "38000"), ("1=", "Bo", "38000")]
    assert of_api(night.season)[:2] == [("1=", "Ada", "38000"), ("1=", "Bo", "38000")]


def test_where_few_points_win_the_seven_is_first_and_won_on_every_page() -> None:
    night, table = a_table(higher_wins=False)
    night.score(table.seating, Ada=12, Bo=25, Cy=7, Dee=30)
    standings.catch_up()
    wanted = [("1", "Cy", "7"), ("2", "Ada", "5"), ("3", "Bo", "3"), ("4", "Dee", "1")]

    event = html(Client(), f"/e/{night.event.slug}/")
    season = html(Client(), f"/c/{night.club.slug}/s/{night.season.slug}/")
    profile = Reader(html(Client(), f"/p/{night.player('Cy').pk}/"))

    places = dict(SeatScore.objects.values_list("entry__player__name", "place"))
    assert places == {"Ada": 2, "Bo": 3, "Cy": 1, "Dee": 4}
    assert (ranking(event), ranking(season), of_api(night.stage)) == (wanted, wanted, wanted)
    assert "Won 1 (100%)" in profile.words
    head, *rows = next(rows for rows in profile.tables if rows[0][:1] == ["Place"])
    assert (rows[0][0], rows[0][head.index("Points")]) == ("1 of 4", "7")


def test_where_few_points_win_the_rating_goes_up_with_the_seven() -> None:
    night, table = a_table(higher_wins=False)
    night.score(table.seating, Ada=12, Bo=25, Cy=7, Dee=30)
    standings.catch_up()
    ratings.catch_up()

    rated = Rating.objects.filter(scope__kind=RatingKind.CLUB_GAME).order_by("-value")
    assert [row.player.name for row in rated] == ["Cy", "Ada", "Bo", "Dee"]


def test_a_game_in_which_few_points_win_is_never_added_up_with_own_points() -> None:
    night, table = a_table(higher_wins=False)
    night.score(table.seating, Ada=12, Bo=25, Cy=7, Dee=30)
    boss = organizer(night)
    page = f"/e/{night.event.slug}/stages/1/"
    reader = Reader(html(boss, page))
    form = next(form for form in reader.forms if "scheme" in form.names)

    answer = boss.post(page, dict(form.filled({"scheme": "game_points"})))

    night.stage.refresh_from_db()
    assert answer.status_code == 400
    assert night.stage.scheme == {"key": "linear7"}


@pytest.mark.parametrize("door", ["form", "import"])
def test_two_winners_are_both_first_by_form_and_by_import(door: str) -> None:
    scores = {"Ada": 10, "Bo": 10, "Cy": 8, "Dee": 5}
    if door == "form":
        night = evening(FOUR)
        night.score(night.seat(FOUR), **scores)
        season = night.season
    else:
        season = factories.season()
        lines = [f"1,2026-03-03,{name},{points}" for name, points in scores.items()]
        import_results.run(
            by=factories.actor(Role.CLUB_ADMIN, season.club),
            season=season,
            data="\n".join(["match,date,player,points", *lines]).encode(),
            game="Copper Kettle",
            create_players=True,
        )
        season.rank_guests = True
        season.save()
    stage = season.events.get().stages.get()
    standings.recompute_all()

    rows = doors.visitor().get(f"/stages/{stage.pk}/standings/").json()["rows"]
    won = {
        row.entry.player.name: Reader(html(Client(), f"/p/{row.entry.player_id}/")).words
        for row in SeatScore.objects.select_related("entry__player")
    }

    assert dict(SeatScore.objects.values_list("entry__player__name", "place")) == {
        "Ada": 1,
        "Bo": 1,
        "Cy": 3,
        "Dee": 4,
    }
    assert {row["name"]: (row["values"]["wins"]["exact"]) for row in rows if row["rank"]} == (
        {"Ada": "1", "Bo": "1", "Cy": "0", "Dee": "0"}
    )
    assert [name for name in scores if "Won 1 (100%)" in won[name]] == ["Ada", "Bo"]


def test_each_table_size_pays_its_own_row_and_ties_share_exactly() -> None:
    names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]
    night = evening(names, scheme=CLUB_SCALE, bye={"kind": "fixed", "points": "2"})
    seating = night.seat(names[:3], names[3:])
    night.score(seating, Ada=9, Bo=9, Cy=1)
    night.score(seating, Dee=50, Eve=20, Fay=20, Gil=20, Hal=4)
    standings.catch_up()

    rows = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]

    third = {"exact": "16/3", "shown": "5.33"}
    assert {row["name"]: row["values"]["points"] for row in rows} == {
        "Ada": {"exact": "8", "shown": "8"},
        "Bo": {"exact": "8", "shown": "8"},
        "Cy": {"exact": "2", "shown": "2"},
        "Dee": {"exact": "12", "shown": "12"},
        **dict.fromkeys(["Eve", "Fay", "Gil"], third),
        "Hal": {"exact": "2", "shown": "2"},
    }


def test_a_guest_scores_without_a_rank_and_takes_no_points_and_a_no_show_gets_nothing() -> None:
    night = evening(FOUR, scheme=CLUB_SCALE, no_show={"kind": "fixed", "points": "0"})
    guest = entries.add_guest(by=night.by, event=night.event, name="Gus")
    night.entries["Gus"] = guest
    seating = night.seat([*FOUR, "Gus"])
    dropouts.drop(by=night.by, entry=night.entries["Dee"])
    night.score(seating, Ada=4, Bo=3, Cy=2, Gus=9)
    standings.catch_up()

    assert of_api(night.stage) == [
        ("1", "Ada", "7"),
        ("2", "Bo", "4"),
        ("3", "Cy", "2"),
        ("–", "Gus", "11"),
        ("–", "Dee", "0"),
    ]


def test_a_size_without_points_is_refused_when_seating_and_not_found_out_when_scoring() -> None:
    night = evening(["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"], scheme=CLUB_SCALE)

    usual = seatings.draw(by=night.by, stage=night.stage)
    sizes = [table.seats.count() for table in usual.tables.all()]
    seatings.discard(by=night.by, seating=usual)
    forced = doors.organizer(night.club).post(f"/stages/{night.stage.pk}/seatings/", {"sizes": [6]})

    assert sizes == [3, 3]
    assert forced.status_code == 409
    assert "6" in forced.json()["message"]
    assert night.stage.rounds.count() == 0


def test_who_sits_out_a_second_time_is_named_when_the_round_is_drawn() -> None:
    night = evening(["Ada", "Bo", "Cy", "Dee"], seats=(3, 3), scheme=CLUB_SCALE)
    for _ in range(4):
        seating = seatings.publish(
            by=night.by, seating=seatings.draw(by=night.by, stage=night.stage)
        )
        table = seating.tables.get()
        names = [seat.entry.player.name for seat in table.seats.select_related("entry__player")]
        night.finish(seating, names)

    fifth = seatings.draw(by=night.by, stage=night.stage)

    out = fifth.seats.get(state="bye").entry.player.name
    page = html(organizer(night), f"/e/{night.event.slug}/desk/?step=seating")
    assert f"{out} sits out again (so far: 1)." in page
