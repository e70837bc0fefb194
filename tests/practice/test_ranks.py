"""Ranks, shares and order among equals, as every page shows them."""

from __future__ import annotations

import pytest
from django.test import Client

from league.queries.standings import standings as reading
from league.services.records import records
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import (
    FOUR_TWO_ONE,
    OWN_POINTS,
    Evening,
    evening,
    html,
    of_api,
    of_csv,
    organizer,
    ranking,
)

pytestmark = pytest.mark.django_db


def pages_of(night: Evening) -> dict[str, str]:
    """Every page with the standing of the evening, by what it is for."""
    event, season = f"/e/{night.event.slug}/", f"/c/{night.club.slug}/s/{night.season.slug}/"
    public, boss = Client(), organizer(night)
    return {
        "public": html(public, event),
        "print": html(public, f"{event}standings/"),
        "projector": html(public, f"{event}board/?slides=standings"),
        "desk": html(boss, f"{event}desk/?step=standings"),
        "season": html(public, season),
        "club": html(public, f"/c/{night.club.slug}/"),
    }


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((20, 15, 15, 10, 10, 10, 5), ["1", "2=", "2=", "4=", "4=", "4=", "7"]),
        ((11, 9, 9, 9, 6, 5), ["1", "2=", "2=", "2=", "5", "6"]),
    ],
)
def test_tied_totals_have_the_same_marked_ranks_in_page_print_board_csv_and_api(
    totals: tuple[int, ...], ranks: list[str]
) -> None:
    names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil"][: len(totals)]
    night = evening(names, seats=(2, 7), scheme=OWN_POINTS, chain=["points"])
    night.season.chain = ["points"]
    night.season.save()
    night.score(night.seat(names), **dict(zip(names, totals, strict=True)))
    standings.catch_up()
    wanted = [
        (rank, name, str(total)) for rank, name, total in zip(ranks, names, totals, strict=True)
    ]

    shown = {what: ranking(page) for what, page in pages_of(night).items()}
    event, season = f"/e/{night.event.slug}/stages/1", f"/c/{night.club.slug}/s/{night.season.slug}"
    tables = [Client().get(f"{at}/standings.csv").content for at in (event, season)]

    shown["club"] = shown["club"] + wanted[len(shown["club"]) :]  # the club page shows the top
    assert shown == dict.fromkeys(shown, wanted)
    assert [of_csv(body) for body in tables] == [wanted, wanted]
    assert [of_api(night.stage), of_api(night.season)] == [wanted, wanted]


@pytest.mark.parametrize("first", [0, 1])
def test_equals_stand_in_one_order_whoever_was_entered_first(first: int) -> None:
    night = evening(["Bo", "Xi", "Ada", "Udo"], scheme=FOUR_TWO_ONE)
    seating = night.seat(["Bo", "Xi"], ["Ada", "Udo"])
    results = [["Bo", "Xi"], ["Ada", "Udo"]]
    for order in (results[first], results[1 - first]):
        night.finish(seating, order)
    standings.catch_up()
    wanted = [("1=", "Ada", "4"), ("1=", "Bo", "4"), ("3=", "Udo", "2"), ("3=", "Xi", "2")]
    path = f"/e/{night.event.slug}/"

    once, again = (ranking(html(Client(), path)) for _ in range(2))
    rows = f"/stages/{night.stage.pk}/standings/rows/?limit=1"
    paged = []
    while rows:
        answer = doors.visitor().get(rows).json()
        paged += [row["name"] for row in answer["results"]]
        rows = (answer["next"] or "").partition("/api/v1")[2]

    assert (once, again) == (wanted, wanted)
    assert paged == [name for _, name, _ in wanted]


def test_correcting_a_result_of_others_does_not_swap_equals() -> None:
    night = evening(["Bo", "Xi", "Ada", "Udo", "Cy", "Dee"], scheme=FOUR_TWO_ONE)
    seating = night.play(["Bo", "Xi"], ["Ada", "Udo"], ["Cy", "Dee"])
    before = of_api(night.stage)
    table = night.table(seating, "Cy")

    records.correct(
        by=night.by,
        table=table,
        data=night.sheet(table, Cy=90, Dee=3),
        expected_version=table.record_version,
        reason="Miscounted",
    )
    standings.catch_up()

    assert before[0] == ("1=", "Ada", "4")
    assert of_api(night.stage) == before


def test_wins_split_equal_points_and_are_not_mixed_with_them() -> None:
    # Pia 5 points and 2 wins, Quin 5 points and 4 wins, Rolf 4 points and 5 wins.
    night = evening(
        ["Pia", "Quin", "Rolf", "Uwe", "Vera", "Wim"],
        scheme=OWN_POINTS,
        chain=["points", "wins"],
    )
    for pia, quin, rolf in ((2, 1, 1), (3, 1, 1), (0, 1, 1), (0, 2, 1), (0, 0, 0)):
        wins = [True, True, True]
        if pia == 0:
            wins[0] = False
        if quin == 0:
            wins[1] = False
        seating = night.seat(["Pia", "Uwe"], ["Quin", "Vera"], ["Rolf", "Wim"])
        night.score(seating, Pia=pia, Uwe=-9 if wins[0] else 1)
        night.score(seating, Quin=quin, Vera=-9 if wins[1] else 1)
        night.score(seating, Rolf=rolf, Wim=-9 if wins[2] else 1)
    standings.catch_up()

    rows = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]

    assert [
        (row["rank_text"], row["name"], row["values"]["points"]["exact"], row["values"]["wins"])
        for row in rows[:3]
    ] == [
        ("1", "Quin", "5", {"exact": "4", "shown": "4"}),
        ("2", "Pia", "5", {"exact": "2", "shown": "2"}),
        ("3", "Rolf", "4", {"exact": "5", "shown": "5"}),
    ]


def test_every_page_and_the_next_seats_follow_one_standing() -> None:
    night = evening(
        ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"],
        seats=(4, 4),
        scheme=FOUR_TWO_ONE,
        chain=["points", "head_to_head"],
        method="swiss",
    )
    night.season.chain = ["points", "head_to_head"]
    night.season.save()
    night.play(["Bo", "Ada", "Dee", "Cy"], ["Fay", "Eve", "Hal", "Gil"])
    night.play(["Bo", "Fay", "Ada", "Eve"], ["Hal", "Dee", "Gil", "Cy"])
    wanted = [
        ("1", "Bo", "8"),
        ("2", "Fay", "6"),
        ("3", "Hal", "5"),
        ("4", "Ada", "3"),  # level with Dee on points, and ahead of her at their one table
        ("5", "Dee", "3"),
        ("6", "Eve", "2"),
        ("7", "Gil", "1"),
        ("8", "Cy", "0"),
    ]

    shown = {what: ranking(page) for what, page in pages_of(night).items()}
    csv_ = Client().get(f"/e/{night.event.slug}/stages/1/standings.csv").content
    api = [of_api(night.stage), of_api(night.stage, doors.organizer(night.club))]
    seeds = reading.scores(night.stage)
    profile = html(Client(), f"/p/{night.player('Ada').pk}/")

    shown["club"] = shown["club"] + wanted[len(shown["club"]) :]
    assert shown == dict.fromkeys(shown, wanted)
    assert [of_csv(csv_), *api, of_api(night.season)] == [wanted] * 4
    names = {entry.player_id: name for name, entry in night.entries.items()}
    assert [(str(rank), names[who], str(points)) for who, (points, rank) in seeds.items()] == wanted
    places = next(rows for rows in Reader(profile).tables if rows[0][0] == "Place")
    assert [row[0] for row in places[1:]] == ["3 of 4", "2 of 4"]


def share_of(wins: int, matches: int) -> str:
    """What a player's page says of ``wins`` in ``matches``."""
    stage = factories.stage()
    ada, bo = (factories.entry(stage.event) for _ in range(2))
    for number in range(matches):
        table = factories.table(factories.round_(stage), [ada, bo])
        factories.played(table, [1, 2] if number < wins else [2, 1])
    page = html(Client(), f"/p/{ada.player_id}/")
    return page.split("<dt>Won</dt>")[1].split("</dd>")[0].rpartition(">")[2]


@pytest.mark.parametrize(
    ("wins", "matches", "shown"),
    [(1, 8, "1 (13%)"), (10, 16, "10 (63%)"), (6, 16, "6 (38%)"), (88, 90, "88 (98%)")],
)
def test_a_share_of_wins_is_rounded_half_up(wins: int, matches: int, shown: str) -> None:
    assert share_of(wins, matches) == shown


@pytest.mark.parametrize(
    ("criterion", "heading", "rows"),
    [
        ("average", "Average", [("1", "Bo", "0.60"), ("2", "Ada", "0.57")]),
        ("wins", "Wins", [("1", "Ada", "8"), ("2=", "Bo", "6")]),  # level with who lost to Ada
    ],
)
def test_the_page_names_what_decides_where_people_played_unequally_often(
    criterion: str, heading: str, rows: list[tuple[str, str, str]]
) -> None:
    # Ada won 8 of 14 matches, Bo 6 of 10.
    stage = factories.stage(scheme={"key": "podium", "points": [1, 0]}, chain=[criterion])
    ada, bo, xi, yo = (factories.entry(stage.event, name) for name in ("Ada", "Bo", "Xi", "Yo"))
    for number in range(14):
        round_ = factories.round_(stage)
        factories.played(factories.table(round_, [ada, xi]), [1, 2] if number < 8 else [2, 1])
        if number < 10:
            factories.played(factories.table(round_, [bo, yo]), [1, 2] if number < 6 else [2, 1])

    head, *shown = Reader(html(Client(), f"/e/{stage.event.slug}/standings/")).tables[0]

    assert head[:3] == ["Rank", "Player", heading]
    assert [tuple(row[:3]) for row in shown if row[1] in {"Ada", "Bo"}] == rows


def test_averages_that_look_alike_are_no_tie() -> None:
    stage = factories.stage(scheme=OWN_POINTS, chain=["average"])
    cy, dee, xi = (factories.entry(stage.event, name) for name in ("Cy", "Dee", "Xi"))
    for entry, scores in ((cy, (60, 70, 70)), (dee, (60, 60, 70, 70, 73))):
        for points in scores:
            table = factories.table(factories.round_(stage), [entry, xi])
            factories.played(table, [1, 2], points=[points, 0])

    rows = doors.visitor().get(f"/stages/{stage.pk}/standings/").json()["rows"]

    assert [
        (row["rank_text"], row["name"], row["values"]["average"]["shown"]) for row in rows[:2]
    ] == [("1", "Cy", "66.67"), ("2", "Dee", "66.60")]
