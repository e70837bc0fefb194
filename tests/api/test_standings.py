"""Standings through the API: stored bytes, tags, the table for spreadsheets, rows by the page."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass

import pytest

from api.doors import EXPOSED
from league.core.enums import Audience, NameLevel, Visibility
from league.models import Club, Season, Snapshot, Stage
from league.services.standings import standings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class League:
    """A season with one played table, recomputed."""

    club: Club
    season: Season
    stage: Stage


@pytest.fixture
def league() -> League:
    return make()


def make(players: int = 4, **fields: str) -> League:
    club = factories.club(**fields)
    season = factories.season(club)
    stage = factories.stage(factories.event(season=season))
    round_ = factories.round_(stage)
    entries = [
        factories.entry(stage.event, factories.member(club, f"Guest {n:03}", nickname=f"G{n:03}"))
        for n in range(players)
    ]
    for start in range(0, players - 1, 4):
        group = entries[start : start + 4]
        factories.played(factories.table(round_, group), range(1, len(group) + 1))
    recompute(stage, season)
    return League(club, season, stage)


def recompute(stage: Stage, season: Season) -> None:
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)


def stored(scope: Stage | Season, audience: Audience = Audience.PUBLIC) -> bytes:
    key = {"stage": scope} if isinstance(scope, Stage) else {"season": scope}
    return bytes(Snapshot.objects.get(**key, audience=audience).body)


def test_the_answer_is_the_stored_bytes(league: League) -> None:
    stage = doors.visitor().get(f"/stages/{league.stage.pk}/standings/")
    season = doors.visitor().get(f"/seasons/{league.season.pk}/standings/")

    assert stage.content == stored(league.stage)
    assert season.content == stored(league.season)
    assert stage.headers["Content-Type"] == "application/json"
    assert [row["rank"] for row in season.json()["rows"]] == [1, 2, 3, 4]


def test_organizers_get_the_live_bytes_with_full_names() -> None:
    league = make(name_level=NameLevel.NICKNAME)

    public = doors.visitor().get(f"/stages/{league.stage.pk}/standings/")
    live = doors.organizer(league.club).get(f"/stages/{league.stage.pk}/standings/")

    assert public.json()["rows"][0]["name"] == "G000"
    assert live.json()["rows"][0]["name"] == "Guest 000"
    assert live.content == stored(league.stage, Audience.LIVE)
    assert live.headers["ETag"] != public.headers["ETag"]


def test_who_holds_the_bytes_gets_304_without_a_body_until_a_result_comes_in(
    league: League,
) -> None:
    path = f"/stages/{league.stage.pk}/standings/"
    tag = doors.visitor().get(path).headers["ETag"]

    same = doors.visitor().get(path, If_None_Match=f'"other", W/{tag}')
    again = factories.table(
        factories.round_(league.stage), list(league.stage.event.entries.order_by("-pk"))
    )
    factories.played(again, [1, 2, 3, 4])
    recompute(league.stage, league.season)
    fresh = doors.visitor().get(path, If_None_Match=tag)

    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag


@pytest.mark.parametrize("what", ["stage", "season"])
def test_a_stranger_with_the_right_tag_gets_404_and_never_304(what: str) -> None:
    league = make(visibility=Visibility.MEMBERS)
    path = f"/{what}s/{getattr(league, what).pk}/standings/"
    tag = doors.organizer(league.club).get(path).headers["ETag"]

    known = doors.organizer(league.club).get(path, If_None_Match=tag).status_code
    stranger = doors.visitor().get(path, If_None_Match=tag)

    assert (known, stranger.status_code, stranger.json()["code"]) == (304, 404, "not_found")
    assert not stranger.has_header("ETag")


def test_lists_have_tags_too_and_a_stranger_gets_none_of_them() -> None:
    club = factories.club(slug="closed", visibility=Visibility.MEMBERS)
    asker = doors.organizer(club)
    tag = asker.get("/clubs/closed/").headers["ETag"]

    known = asker.get("/clubs/closed/", If_None_Match=tag)
    stranger = doors.visitor().get("/clubs/closed/", If_None_Match=tag)

    assert (known.status_code, known.content) == (304, b"")
    assert (stranger.status_code, stranger.has_header("ETag")) == (404, False)


def test_any_script_may_read_without_cookies_and_see_the_tag(league: League) -> None:
    path = f"/stages/{league.stage.pk}/standings/"

    answer = doors.visitor().get(path)
    unchanged = doors.visitor().get(path, If_None_Match=answer.headers["ETag"])
    asked = doors.visitor().send("OPTIONS", path)
    written = doors.visitor().post("/tokens/", {})

    for one in (answer, unchanged):
        assert one.headers["Access-Control-Allow-Origin"] == "*"
        assert one.headers["Access-Control-Expose-Headers"] == EXPOSED
    assert not answer.has_header("Access-Control-Allow-Credentials")
    assert (asked.status_code, asked.headers["Access-Control-Allow-Methods"]) == (
        204,
        "GET, HEAD, OPTIONS",
    )
    assert not written.has_header("Access-Control-Allow-Origin")


def test_the_same_table_opens_in_a_spreadsheet(league: League) -> None:
    path = f"/seasons/{league.season.pk}/standings/"

    plain = doors.visitor().get(path)
    table = doors.visitor().get(path, Accept="text/csv")
    by_name = doors.visitor().get(f"{path}?format=csv")
    unchanged = doors.visitor().get(path, Accept="text/csv", If_None_Match=table.headers["ETag"])
    crossed = doors.visitor().get(path, Accept="text/csv", If_None_Match=plain.headers["ETag"])

    rows = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig")), delimiter=";"))
    assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert [row[1] for row in rows[1:]] == [row["name"] for row in plain.json()["rows"]]
    assert by_name.content == table.content
    assert (unchanged.status_code, crossed.status_code) == (304, 200)


def test_a_problem_stays_json_whatever_was_asked_for() -> None:
    answer = doors.visitor().get("/seasons/4711/standings/", Accept="text/csv")

    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/json")
    assert json.loads(answer.content)["code"] == "not_found"


def test_118_tied_players_come_on_12_pages_in_one_order_with_one_rank_per_tie() -> None:
    league = make(118)
    whole = doors.visitor().get(f"/seasons/{league.season.pk}/standings/").json()["rows"]

    walks = [pages(f"/seasons/{league.season.pk}/standings/rows/?limit=10") for _ in range(5)]

    assert [[len(page) for page in walk] for walk in walks] == [[10] * 11 + [8]] * 5
    for walk in walks:
        assert [row for page in walk for row in page] == whole
    assert len({row["player"] for row in whole}) == 118


def pages(path: str) -> list[list[dict[str, object]]]:
    """The rows of each page, followed by their links."""
    found = []
    link: str | None = f"/api/v1{path}"
    while link:
        answer = doors.visitor().get(link.removeprefix("http://testserver")).json()
        found.append(answer["results"])
        link = answer["next"]
    return found


def test_a_result_between_two_pages_is_told_and_never_mixed_in() -> None:
    league = make(8)
    path = f"/stages/{league.stage.pk}/standings/rows/?limit=5"
    link = doors.visitor().get(path).json()["next"].removeprefix("http://testserver")
    late = factories.table(
        factories.round_(league.stage), list(league.stage.event.entries.order_by("-pk")[:4])
    )
    factories.played(late, [1, 2, 3, 4])
    recompute(league.stage, league.season)

    answer = doors.visitor().get(link)

    assert (answer.status_code, answer.json()["code"]) == (409, "standings_moved_on")


@pytest.mark.parametrize("rows", [0, 1])
def test_where_nothing_has_happened_yet_there_is_a_table_without_numbers(rows: int) -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season))
    for _ in range(rows):
        factories.entry(stage.event)

    for path in (f"/stages/{stage.pk}/standings/", f"/seasons/{season.pk}/standings/"):
        whole = doors.visitor().get(path)
        page = doors.visitor().get(f"{path}rows/")
        table = doors.visitor().get(path, Accept="text/csv")

        assert (whole.status_code, page.status_code, table.status_code) == (200, 200, 200)
        assert len(whole.json()["rows"]) == rows
        assert page.json() == {"results": whole.json()["rows"], "next": None}
        assert len(table.content.decode().splitlines()) == rows + 1
        assert [row["rank_text"] for row in whole.json()["rows"]] == ["–"] * rows
        assert b"NaN" not in whole.content
