"""Fillers, whom the house seats to make a table full, asked of every door."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS, system
from league.queries.people import profiles
from league.queries.public import club_records, game_statistics
from league.services.evening import entries
from league.services.occasions import seasons, stages
from league.services.standings import standings
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import Evening, evening, html, of_api, of_csv, organizer, ranking

pytestmark = pytest.mark.django_db
FOUR = ["Ada", "Bo", "Cy", "Dee"]


def with_a_filler() -> Evening:
    """Dee, who fills the table, wins it twice."""
    night = evening(FOUR)
    entries.mark_filler(by=night.by, entry=night.entries["Dee"], is_filler=True)
    night.play(["Dee", "Ada", "Bo", "Cy"])
    night.play(["Dee", "Ada", "Bo", "Cy"])
    return night


def test_a_filler_is_in_no_ranking_even_where_guests_are_ranked() -> None:
    night = with_a_filler()
    night.event.rank_guests = True
    night.event.save()
    seasons.change(
        by=system("test"),
        season=night.season,
        expected_version=night.season.version,
        rank_guests=True,
    )
    standings.catch_up()
    address = f"/e/{night.event.slug}/standings/"
    stage = f"/e/{night.event.slug}/stages/1/standings.csv"
    season = f"/c/{night.club.slug}/s/{night.season.slug}/standings.csv"

    found = [
        of_api(night.stage),
        of_api(night.season),
        ranking(html(Client(), address)),
        ranking(html(organizer(night), address)),
        of_csv(Client().get(stage).content),
        of_csv(Client().get(season).content),
    ]

    assert [[name for _, name, _ in lines] for lines in found] == [["Ada", "Bo", "Cy"]] * 6
    assert [rank for rank, _, _ in found[0]] == ["1", "2", "3"]
    assert standings.check() == ()


def test_what_a_filler_is_booked_at_is_told_and_stands_in_the_stage_alone() -> None:
    night = with_a_filler()
    before = of_api(night.season)

    stages.change(
        by=system("test"),
        stage=night.stage,
        expected_version=night.stage.version,
        scoring={"filler_points": "-15"},
    )
    standings.catch_up()
    slug = night.event.slug
    dee = night.player("Dee").pk
    why = Reader(html(Client(), f"/e/{slug}/stages/1/standings/{dee}/"))
    rules = Reader(html(Client(), f"/e/{slug}/stages/1/scoring/"))

    lines = of_api(night.stage)
    assert lines[3:] == [("–", "Dee", "-30")]
    assert [rank for rank, _, _ in lines[:3]] == ["1", "2", "3"]
    page = ranking(html(Client(), f"/e/{slug}/standings/"))
    assert [name.split() for _, name, _ in page][3] == ["Dee", "Filler"]
    table = Client().get(f"/e/{slug}/stages/1/standings.csv").content
    assert [name for _, name, _ in of_csv(table)] == ["Ada", "Bo", "Cy", "Dee"]
    assert "−15" in why.words
    assert "A filler gets −15 points for every match, whatever the result." in rules.words
    assert of_api(night.season) == before
    assert [name for _, name, _ in before] == ["Ada", "Bo", "Cy"]


def test_whoever_filled_a_table_on_one_evening_is_ranked_for_the_others() -> None:
    night = with_a_filler()
    entries.mark_filler(by=night.by, entry=night.entries["Dee"], is_filler=False)
    standings.catch_up()

    assert [name for _, name, _ in of_api(night.season)] == ["Dee", "Ada", "Bo", "Cy"]


def test_a_filler_is_in_nobodys_statistics_and_holds_no_record() -> None:
    night = with_a_filler()
    of = {name: profiles.profile(ANONYMOUS, night.player(name).pk) for name in ("Ada", "Dee")}
    ada, dee = of["Ada"], of["Dee"]
    records = club_records.of_club(ANONYMOUS, night.club)
    assert ada is not None
    assert dee is not None
    assert records is not None

    assert [(one.name, one.met) for one in ada.opponents] == [("Bo", 2), ("Cy", 2)]
    assert {match.size for match in ada.matches} == {4}
    assert dee.matches == ()
    assert night.player("Dee").pk not in {pk for row in records.rows for pk in row.holders}
    assert records.rows
    assert game_statistics.of_game(night.stage.ruleset.club_game.game) == ()


def test_lists_of_people_say_who_is_a_filler_and_do_not_count_them() -> None:
    night = with_a_filler()
    desk = html(organizer(night), f"/e/{night.event.slug}/desk/?step=roll")
    tables = html(Client(), f"/e/{night.event.slug}/")
    answer = doors.visitor().get(f"/events/{night.event.pk}/entries/").json()

    assert "1 of them is a filler" in desk
    assert "Unmark as filler" in desk
    assert '<span class="mark">filler</span>' in tables
    assert {row["name"] for row in answer["results"] if row["is_filler"]} == {"Dee"}


def test_the_api_marks_a_filler_and_takes_it_back() -> None:
    night = evening(FOUR)
    entry = night.entries["Dee"]
    asker = doors.organizer(night.club)
    found = []
    for is_filler in (True, False):
        answer = asker.patch(f"/entries/{entry.pk}/", {"is_filler": is_filler})
        found.append((answer.status_code, answer.json()["is_filler"], answer.json()["is_guest"]))

    assert found == [(200, True, True), (200, False, False)]
