"""Games that a table wins or loses together, asked of every door."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from league.core.actors import system
from league.core.enums import RatingKind, Role
from league.core.errors import BadInput
from league.models import MatchRecord, Rating, SeatScore, Table
from league.queries.public import club_records
from league.services.occasions import stages
from league.services.records import records
from league.services.standings import ratings, standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import (
    OWN_POINTS,
    Evening,
    evening,
    html,
    of_api,
    organizer,
    ranking,
    signed_in,
)
from tests.practice.reading import read

pytestmark = pytest.mark.django_db
BY = system("test")
EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"]


def together(names: list[str], **fields: Any) -> Evening:  # the stage's fields
    night = evening(names, **fields)
    night.stage.ruleset = factories.free_game(night.club, name="Long Night", cooperative=True)
    night.stage.save()
    return night


def hand_in(night: Evening, seating: Any, name: str, *, won: bool) -> MatchRecord:
    table = night.table(seating, name)
    return records.submit(
        by=night.by,
        table=table,
        data={"seats": [{} for _ in table.seats.all()], "won": won},
        expected_version=table.record_version,
    )


def two_tables(**fields: Any) -> Evening:
    """Ada's table wins, Eli's loses."""
    night = together(EIGHT, **fields)
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    hand_in(night, seating, "Ada", won=True)
    hand_in(night, seating, "Eli", won=False)
    standings.catch_up()
    return night


def test_a_table_that_won_together_stands_above_one_that_lost_on_page_and_api() -> None:
    night = two_tables()

    lines = of_api(night.stage)

    assert {name: points for _, name, points in lines} == {
        **dict.fromkeys(EIGHT[:4], "7"),
        **dict.fromkeys(EIGHT[4:], "1"),
    }
    assert ranking(html(Client(), f"/e/{night.event.slug}/standings/")) == lines
    assert standings.check() == ()


@pytest.mark.parametrize(("name", "word"), [("Ada", "won"), ("Eli", "lost")])
def test_who_won_or_lost_together_has_no_place_on_the_page_of_the_result_nor_in_the_explanation(
    name: str, word: str
) -> None:
    night = two_tables()
    record = MatchRecord.objects.get(scores__entry=night.entries[name])
    who = night.player(name)

    result = Reader(html(organizer(night), f"/e/{night.event.slug}/records/{record.pk}/"))
    why = Reader(html(organizer(night), f"/e/{night.event.slug}/stages/1/standings/{who.pk}/"))

    places = next(table for table in result.tables if table[0][0] == "Place")
    assert {row[0] for row in places[1:]} == {word}
    line = next(row for table in why.tables for row in table if "table" in " ".join(row))
    assert word in line
    assert "drawn" not in why.words


def test_no_page_shows_a_place_at_a_table_that_won_or_lost_together() -> None:
    night = two_tables()
    slug, club = night.event.slug, night.club.slug
    admin = signed_in(Role.CLUB_ADMIN, night.club)
    who = night.player("Eli").pk
    pages = {
        "evening": html(Client(), f"/e/{slug}/"),
        "board": html(Client(), f"/e/{slug}/board/"),
        "club": html(Client(), f"/c/{club}/"),
        "desk": html(organizer(night), f"/e/{slug}/desk/?step=results"),
        "office": html(admin, f"/c/{club}/office/people/{who}/record/"),
    }
    cross = read(Client().get(f"/e/{slug}/stages/1/cross-table.pdf"))

    place = {
        "evening": 'class="num place"',
        "board": '<span class="pos">1=?</span>',
        "club": '<b class="num">1=?</b>',
        "desk": r"\(1\.\)",
        "office": "place 1",
    }
    told = {name: (re.findall(place[name], page), "lost" in page) for name, page in pages.items()}
    assert told == dict.fromkeys(pages, ([], True))
    assert ("(1)" in cross, "(won)" in cross, "(lost)" in cross) == (False, True, True)


@pytest.mark.parametrize(("name", "is_won"), [("Ada", True), ("Eli", False)])
def test_the_api_says_who_won_or_lost_together_and_shows_no_place(name: str, is_won: bool) -> None:
    night = two_tables()
    table = Table.objects.get(seats__entry=night.entries[name])
    who = night.player(name).pk
    ask = doors.visitor()

    seats = ask.get(f"/tables/{table.pk}/").json()["seats"]
    row = ask.get(f"/stages/{night.stage.pk}/standings/players/{who}/").json()

    assert [(seat["place"], seat["is_won"]) for seat in seats] == [(None, is_won)] * 4
    told = [(cell["place"], cell["drawn"], cell["is_won"]) for cell in row["results"]]
    assert told == [(None, False, is_won)]


def test_the_api_shows_places_where_people_played_against_each_other() -> None:
    night = evening(EIGHT[:4])
    seating = night.play(EIGHT[:4])

    seats = doors.visitor().get(f"/tables/{night.table(seating, 'Ada').pk}/").json()["seats"]

    assert {(seat["name"], seat["place"], seat["is_won"]) for seat in seats} == {
        (name, place, None) for place, name in enumerate(EIGHT[:4], 1)
    }


def test_what_winning_and_losing_together_is_worth_can_be_said() -> None:
    night = two_tables()

    stages.change(
        by=BY,
        stage=night.stage,
        expected_version=night.stage.version,
        scoring={"cooperative_won": "3", "cooperative_lost": "1/2"},
    )
    standings.catch_up()

    assert [points for _, _, points in of_api(night.stage)] == ["3"] * 4 + ["0.50"] * 4
    with pytest.raises(BadInput) as refused:
        stages.scoring_spec({"cooperative_won": "1", "cooperative_lost": "2"})
    assert (refused.value.code, refused.value.field) == (
        "cooperative_lost_above_won",
        "cooperative_lost",
    )


def test_a_scheme_of_own_points_is_refused_until_it_is_said_what_winning_is_worth() -> None:
    night = together(EIGHT[:4])
    fields: Any = {"by": BY, "stage": night.stage, "expected_version": night.stage.version}

    with pytest.raises(BadInput) as refused:
        stages.change(**fields, scheme=OWN_POINTS)
    changed = stages.change(
        **fields,
        scheme=OWN_POINTS,
        scoring={"cooperative_won": "3", "cooperative_lost": "0"},
    )

    assert (refused.value.code, refused.value.field) == ("cooperative_values_needed", "scheme")
    assert changed.scheme["key"] == "game_points"


def test_nobody_rates_higher_or_lower_for_a_match_won_together() -> None:
    night = evening(EIGHT[:4])
    night.play(["Ada", "Bo", "Cy", "Dee"])
    ratings.catch_up()
    rows = Rating.objects.filter(scope__kind=RatingKind.ALL).order_by("player")
    before = list(rows.values_list("player", "value", "deviation", "matches"))
    night.stage.ruleset = factories.free_game(night.club, name="Long Night", cooperative=True)
    night.stage.save()

    hand_in(night, night.seat(EIGHT[:4]), "Ada", won=True)
    ratings.catch_up()

    assert list(rows.values_list("player", "value", "deviation", "matches")) == before
    assert len(before) == 4
    assert ratings.check() == ()


def test_results_from_before_count_as_together_after_the_update() -> None:
    night = two_tables()
    SeatScore.objects.update(side=None)  # as releases before stored them
    MatchRecord.objects.update(outcome={**MatchRecord.objects.all()[0].outcome, "drawn": False})
    standings.recompute_all()
    ratings.recompute_all()
    assert {points for _, _, points in of_api(night.stage)} == {"4"}
    assert Rating.objects.exists()

    import_module("league.migrations.0017_sides").put_on_one_side(apps, None)

    standings.catch_up()
    ratings.catch_up()
    assert {points for _, _, points in of_api(night.stage)} == {"7"}
    assert not Rating.objects.exists()
    assert (standings.check(), ratings.check()) == ((), ())


def test_a_players_page_says_won_or_lost_and_counts_no_place() -> None:
    night = two_tables()

    won = html(Client(), f"/p/{night.player('Ada').pk}/")
    lost = html(Client(), f"/p/{night.player('Eli').pk}/")

    assert ("<b>won</b>" in won, "1 (100%)" in won) == (True, True)
    assert ("<b>lost</b>" in lost, "0 (0%)" in lost) == (True, True)


def test_a_row_of_wins_ends_where_all_lost_together_and_goes_on_where_all_won() -> None:
    night = together(EIGHT[:4])
    for won in (True, True, False):
        hand_in(night, night.seat(EIGHT[:4]), "Ada", won=won)

    found = club_records.of_club(night.by, night.club)

    assert found is not None
    assert [row.value for row in found.rows if row.code == "streak"] == [2]
