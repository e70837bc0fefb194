"""The scoring lab: a season beside itself, results from elsewhere, tables for an unsure number."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role
from league.models import Account, Season
from tests import factories
from tests.api.test_walls import everything
from tests.markup import tight

pytestmark = pytest.mark.django_db
KEPT = {"counting": "sum", "counting_unit": "matches", "min_matches": "0", "chain_0": "points"}
CSV = (
    "match,date,player,place\n"
    "1,2026-03-01,Ada,1\n1,2026-03-01,Ben,2\n1,2026-03-01,Cleo,3\n"
    "2,2026-03-08,Ben,1\n2,2026-03-08,Ada,2\n2,2026-03-08,Cleo,3\n"
    "3,2026-03-15,Cleo,1\n3,2026-03-15,Ben,2\n3,2026-03-15,Ada,3\n"
)


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def rows(html: str, heading: str) -> list[list[str]]:
    """The cells of the table that follows ``heading``."""
    part = html.split(f"<h3>{heading}</h3>")[1].split("<tbody>")[1].split("</tbody>")[0]
    return [
        [text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in part.split("<tr>")[1:]
    ]


def organizer(client: Client, season: Season) -> Account:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    client.force_login(account)
    return account


def played() -> Season:
    """One evening: Ada wins two small tables, Ben a large one."""
    season = factories.season(factories.club(), chain=["points", "wins"])
    event = factories.event(season=season)
    stage = factories.stage(event)
    people = {
        name: factories.entry(event, factories.member(season.club, name))
        for name in ("Ada", "Ben", "Cleo", "Dora", "Emil")
    }
    round_ = factories.round_(stage)
    factories.played(
        factories.table(round_, [people[name] for name in ("Ada", "Ben", "Cleo", "Dora")]),
        [1, 2, 3, 4],
    )
    factories.played(
        factories.table(
            factories.round_(stage, number=2), [people[name] for name in ("Ben", "Emil", "Dora")]
        ),
        [1, 2, 3],
    )
    return season


def test_a_season_is_ranked_anew_beside_what_holds_and_nothing_is_written(client: Client) -> None:
    season = played()
    organizer(client, season)
    before = everything()
    asked = {"season": season.pk, "scheme": "winner", "ties": "", **KEPT}

    answer = client.get(f"/lab/?{urlencode(asked)}")

    page = answer.content.decode()
    assert answer.status_code == 200
    assert everything() == before
    assert rows(page, "What a seat gives on average") == [
        ["3", "3", "4", "1.67"],
        ["3, place 1", "1", "7", "5"],
        ["3, place 2", "1", "4", "0"],
        ["3, place 3", "1", "1", "0"],
        ["4", "4", "4", "1.25"],
        ["4, place 1", "1", "7", "5"],
        ["4, place 2", "1", "5", "0"],
        ["4, place 3", "1", "3", "0"],
        ["4, place 4", "1", "1", "0"],
    ]
    assert [row[0] for row in rows(page, "The season, re-ranked")][:2] == ["Ada", "Ben"]
    assert [row[3:] for row in rows(page, "The season, re-ranked")][:2] == [
        ["7", "5"],
        ["12", "5"],
    ]


def test_own_rows_are_tried_out_and_a_wrong_one_is_told_at_its_field(client: Client) -> None:
    season = played()
    organizer(client, season)
    good = {"season": season.pk, "scheme": "own", "row_3": "9 2 0", "row_4": "5 3 2 1", **KEPT}

    tried = client.get(f"/lab/?{urlencode(good)}").content.decode()
    rising = client.get(f"/lab/?{urlencode({**good, 'row_4': '1 3 2 1'})}")
    missing = client.get(f"/lab/?{urlencode({**good, 'row_4': ''})}")

    assert [
        row[:3] for row in rows(tried, "What a seat gives on average") if "," not in row[0]
    ] == [
        ["3", "3", "4"],
        ["4", "4", "4"],
    ]
    assert (rising.status_code, missing.status_code) == (400, 400)
    assert 'id="id_row_4_error"' in rising.content.decode()
    assert "The scheme has no points for tables of 4." in text(missing.content.decode())


def test_counting_and_chain_are_tried_out_without_touching_the_schemes(client: Client) -> None:
    season = played()
    organizer(client, season)
    asked = {
        "season": season.pk,
        "scheme": "",
        **KEPT,
        "counting": "best_n",
        "counting_n": "1",
        "chain_0": "points",
    }

    page = client.get(f"/lab/?{urlencode(asked)}").content.decode()

    assert [(row[0], row[1], row[3], row[4]) for row in rows(page, "The season, re-ranked")][
        :2
    ] == [("Ada", "2", "7", "7"), ("Ben", "1", "12", "7")]


@pytest.mark.parametrize("path", ["/lab/", "/lab/results/", "/lab/tables/"])
def test_the_lab_is_for_who_runs_seasons(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302
    client.force_login(factories.account())
    assert client.get(path).status_code == 403


def test_a_season_of_somebody_else_is_no_choice(client: Client) -> None:
    organizer(client, played())
    other = factories.season(factories.club())

    answer = client.get(f"/lab/?season={other.pk}")

    assert answer.status_code == 400
    assert other.name not in answer.content.decode()


def test_pasted_results_are_counted_and_not_stored(client: Client) -> None:
    season = played()
    organizer(client, season)
    before = everything()

    answer = client.post("/lab/results/", {"text": CSV, "scheme": "winner", **KEPT})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert everything() == before
    assert [row[0::3] for row in rows(page, "The season, re-ranked")] == [
        ["Ada", "12"],
        ["Ben", "15"],
        ["Cleo", "9"],
    ]
    carried = re.search(r'name="data" value="([^"]+)"', page)
    assert carried is not None
    again = client.post(
        "/lab/results/", {"data": carried[1], "scheme": "linear7", **KEPT}
    ).content.decode()
    assert [row[-2:] for row in rows(again, "The season, re-ranked")] == [
        ["15", "15"],
        ["12", "12"],
        ["9", "9"],
    ]


def test_bad_lines_large_files_and_no_file_at_all_say_what_to_do(client: Client) -> None:
    organizer(client, played())
    asked = {"scheme": "winner", **KEPT}
    large = SimpleUploadedFile("results.csv", b"x" * (2 * 1024 * 1024 + 1))

    bad = client.post("/lab/results/", {"text": CSV.replace("2026-03-08", "soon", 1), **asked})
    big = client.post("/lab/results/", {"file": large, **asked})
    none = client.post("/lab/results/", asked)

    assert (bad.status_code, big.status_code, none.status_code) == (400, 400, 400)
    assert '<th scope="row" class="num">5</th><td>Date</td>' in tight(bad.content.decode())
    assert "The file is larger than 2048 kB. Split it." in text(big.content.decode())
    assert "The file has no rows." in text(none.content.decode())


def test_the_planner_names_the_best_tables_and_safer_ones(client: Client) -> None:
    organizer(client, played())
    asked = {"heads": "16", "preferred": "4", "low_1": "3", "high_1": "5"}

    page = text(client.get(f"/lab/tables/?{urlencode(asked)}").content.decode())

    assert "4 + 4 + 4 + 4 These tables take 12 to 20 players." in page


def test_the_planner_refuses_what_it_cannot_read_at_the_field(client: Client) -> None:
    organizer(client, played())
    asked = {"heads": "many", "preferred": "4", "low_1": "5", "high_1": "3"}

    answer = client.get(f"/lab/tables/?{urlencode(asked)}")

    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="id_heads_error"' in page
    assert 'id="id_high_1_error"' in page
