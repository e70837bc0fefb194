"""Who goes on to a final, who comes in for whom, and whose places it decides."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Qualifier, Stage
from league.services.evening import dropouts
from league.services.occasions import stages
from league.services.seating import seatings
from league.services.standings import adjustments, cuts, standings
from tests import factories
from tests.flows.visitors import Reader
from tests.practice.evenings import (
    FOUR_TWO_ONE,
    OWN_POINTS,
    Evening,
    evening,
    html,
    of_api,
    organizer,
)

pytestmark = pytest.mark.django_db
EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]


def preliminaries(names: list[str], totals: list[float]) -> Evening:
    """One round of own points, at tables of four, at which everybody made so many."""
    night = evening(names, seats=(4, 4), scheme={**OWN_POINTS, "factor": "1/2"}, chain=["points"])
    tables = [names[at : at + 4] for at in range(0, len(names), 4)]
    seating = night.seat(*tables)
    made = dict(zip(names, totals, strict=True))
    for table in tables:
        night.score(seating, **{name: int(2 * made[name]) for name in table})
    standings.catch_up()
    return night


def play_final(night: Evening, final: Stage, places: dict[str, int]) -> None:
    table = seatings.draw_and_publish(by=night.by, stage=final).tables.get()
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    factories.played(table, [places[name] for name in names], points=[-places[n] for n in names])
    standings.catch_up()


def overall(night: Evening) -> list[tuple[str, str]]:
    """The ranking over all stages as the event's page shows it: rank and name."""
    tables = Reader(html(Client(), f"/e/{night.event.slug}/")).tables
    rows = next(table for table in tables if table[0][:3] == ["Rank", "Player", "Decided by"])
    return [(row[0], row[1]) for row in rows[1:]]


def test_who_leaves_before_the_final_keeps_the_rank_and_the_fifth_comes_in_by_name() -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE, chain=["points", "wins", "places"])
    night.play(["Ada", "Bo", "Cy", "Dee"], ["Eve", "Fay", "Gil", "Hal"])
    night.play(["Ada", "Bo", "Eve", "Fay"], ["Cy", "Dee", "Gil", "Hal"])
    night.play(["Ada", "Cy", "Eve", "Gil"], ["Bo", "Dee", "Fay", "Hal"])
    swiss = of_api(night.stage)
    boss, names = organizer(night), [name for _, name, _ in swiss]
    dropouts.drop(by=night.by, entry=night.entries[names[1]])

    final = cuts.make(by=night.by, stage=night.stage, size=4)
    page = html(boss, f"/e/{night.event.slug}/stages/2/called/")
    standings.catch_up()
    at_the_cut = of_api(night.stage)
    there = [names[0], *names[2:5]]
    play_final(night, final, {name: at for at, name in enumerate(there, start=1)})

    assert [rank for rank, _, _ in swiss] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert at_the_cut == of_api(night.stage) == swiss
    called = Qualifier.objects.filter(stage=final).order_by("rank")
    assert [(row.rank, row.entry.player.name) for row in called] == [
        (rank, names[rank - 1]) for rank in (1, 3, 4, 5)
    ]
    assert f"Replaces {names[1]}" in page
    assert [name for _, name in overall(night)] == [*there, names[1], *names[5:]]


def test_the_final_alone_decides_its_four_places_and_adds_nothing_to_the_preliminaries() -> None:
    names = [*EIGHT, "Ivo", "Jan", "Kit", "Lou"]
    night = preliminaries(names, [14, 12, 11, 10, 9.5, 9, 8, 7, 6, 5, 4, 3])
    before = of_api(night.stage)
    final = cuts.make(by=night.by, stage=night.stage, size=4)
    play_final(night, final, {"Dee": 1, "Bo": 2, "Cy": 2, "Ada": 4})

    by_preliminaries = overall(night)
    final.refresh_from_db()
    stages.change(
        by=night.by,
        stage=final,
        expected_version=final.version,
        scoring={"level_by_earlier": False},
    )
    standings.catch_up()
    shared = overall(night)

    assert by_preliminaries[:5] == [
        ("1", "Dee"),
        ("2", "Bo"),
        ("3", "Cy"),
        ("4", "Ada"),
        ("5", "Eve"),
    ]
    assert [rank for rank, _ in shared[:5]] == ["1", "2=", "2=", "4", "5"]
    assert of_api(night.stage) == before
    assert before[0] == ("1", "Ada", "14")


def test_tied_winners_take_full_points_where_the_event_says_so_and_both_go_on() -> None:
    scheme = {"key": "podium", "points": [4, 2, 1], "ties": "full"}
    names = EIGHT[:6]
    night = evening(names, seats=(3, 3), scheme=scheme, chain=["points"])
    seating = night.seat(names[:3], names[3:])
    night.score(seating, Ada=100, Bo=100, Cy=80)
    night.score(seating, Dee=90, Eve=60, Fay=30)
    standings.catch_up()
    adjustments.make(
        by=night.by, scope=night.stage, player=night.player("Eve"), points="9", reason="Cake"
    )
    standings.catch_up()

    final = cuts.make(by=night.by, stage=night.stage, size=4, winners_first=True)

    points = {name: shown for _, name, shown in of_api(night.stage)}
    assert [points[name] for name in ("Ada", "Bo", "Cy")] == ["4", "4", "1"]
    scoring = html(Client(), f"/e/{night.event.slug}/stages/1/scoring/")
    assert "Tied players all get the points of the best place they cover." in scoring
    how = {row.entry.player.name: row.how for row in Qualifier.objects.filter(stage=final)}
    assert how == {"Ada": "winner", "Bo": "winner", "Dee": "winner", "Eve": "wild_card"}
