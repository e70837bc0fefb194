"""Fillers, whom the house seats to make a table full, asked of every door."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.core.actors import ANONYMOUS, system
from league.queries.people import profiles
from league.queries.public import club_records, game_statistics
from league.services.evening import entries
from league.services.occasions import seasons, stages
from league.services.seating import seatings
from league.services.standings import standings
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import Evening, evening, html, of_api, of_csv, organizer, ranking
from tests.practice.reading import read

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


def test_no_space_stands_before_a_comma_in_the_names_of_a_table() -> None:
    night = with_a_filler()
    night.seat(FOUR)

    desk = html(organizer(night), f"/e/{night.event.slug}/desk/?step=play")

    assert "</bdi>," in desk
    assert re.search(r"\s,", desk[desk.index("<main") :]) is None


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


def test_wherever_a_seats_name_is_shown_a_filler_is_marked() -> None:
    night = evening(FOUR)
    entries.mark_filler(by=night.by, entry=night.entries["Dee"], is_filler=True)
    night.play(["Dee", "Ada", "Bo", "Cy"])
    drawn = night.draft(["Cy", "Dee", "Ada", "Bo"])
    desk, somebody = organizer(night), Client()
    at = f"/e/{night.event.slug}/"
    found = {"board of a draft": read(desk.get(f"{at}desk/?step=seating"))}
    seatings.publish(by=night.by, seating=drawn)
    table = night.table(drawn, "Dee")
    link = reverse("table_link", args=[table.link.code])
    found |= {
        f"{words or 'event'}": read(desk.get(f"{at}{words}"))
        for words in (
            *("desk/?step=seating", "desk/?step=play", f"desk/?step=play&more={table.pk}"),
            *("", "?find=Dee", "board/?show=seating", "board/?show=names", "board/?show=results"),
            *("seating/", "seating/?by=table", "seating.pdf", "seating.pdf?by=table"),
            *("sheets/", "sheets.pdf", "cards/", "tables.pdf", "results/"),
            f"tables/{table.pk}/",
        )
    }
    found["club"] = read(somebody.get(f"/c/{night.club.slug}/"))
    found["who are you"] = read(somebody.get(link))
    somebody.post(link, {"action": "claim", "position": 1})
    found["sheet"] = read(somebody.get(link))
    night.score(drawn, Cy=4, Dee=3, Ada=2, Bo=1)
    found["record"] = read(somebody.get(link))

    marked = {door: re.findall(r"(\w+)\W+filler\b", _words(page)) for door, page in found.items()}
    assert {door: set(names) - {"them"} for door, names in marked.items()} == {
        door: {"Dee"} for door in found
    }


def _words(page: str) -> str:
    return Reader(page).words if "<html" in page or "<section" in page else page


def test_the_api_marks_the_seats_of_a_filler_and_who_sits_out() -> None:
    night = evening([*FOUR, "Eve"], seats=(4, 4))
    for name in ("Dee", "Eve"):
        entries.mark_filler(by=night.by, entry=night.entries[name], is_filler=True)
    drawn = seatings.draw(by=night.by, stage=night.stage, seed=1)
    planned = doors.organizer(night.club).get(f"/seatings/{drawn.pk}/").json()
    seatings.publish(by=night.by, seating=drawn)
    round_ = doors.visitor().get(f"/rounds/{drawn.round_id}/").json()
    table = doors.visitor().get(f"/tables/{round_['tables'][0]['id']}/").json()

    seats = [
        [*planned["tables"][0]["seats"], *planned["without_table"]],
        [*round_["tables"][0]["seats"], *round_["without_table"]],
        [*table["seats"], *round_["without_table"]],
    ]
    assert [sorted(row["name"] for row in rows if row["is_filler"]) for rows in seats] == [
        ["Dee", "Eve"]
    ] * 3
    assert [len(rows) for rows in seats] == [5] * 3
