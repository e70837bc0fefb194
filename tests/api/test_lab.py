"""The scoring lab through the API."""

from __future__ import annotations

import pytest

from league.core.enums import Role
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.api.test_walls import everything
from tests.league.web.standings.test_lab import CSV, played

pytestmark = pytest.mark.django_db


def test_a_season_is_counted_in_another_way_and_nothing_is_written() -> None:
    season = played()
    asker = doors.organizer(season.club, Role.CLUB_ADMIN)
    before = everything()

    answer = asker.post("/lab/standings/", {"season": season.pk, "scheme": {"key": "winner"}})

    body = answer.json()
    assert answer.status_code == 200
    assert everything() == before
    assert (body["matches"], body["moved"], body["tied_before"], body["tied_after"]) == (2, 3, 0, 5)
    assert body["top"] == {"size": 5, "stay": 5, "keep": 2}
    assert [row for row in body["worths"] if row["place"] is None] == [
        {
            "size": 3,
            "place": None,
            "seats": 3,
            "before": {"exact": "4", "shown": "4"},
            "after": {"exact": "5/3", "shown": "1.67"},
        },
        {
            "size": 4,
            "place": None,
            "seats": 4,
            "before": {"exact": "4", "shown": "4"},
            "after": {"exact": "5/4", "shown": "1.25"},
        },
    ]
    first = body["placings"][0]
    assert (first["name"], first["before"]["rank"], first["after"]["rank_text"]) == ("Ada", 2, "1=")


def test_results_come_along_and_people_of_a_list_have_no_number() -> None:
    season = played()
    asker = doors.organizer(season.club, Role.CLUB_ADMIN)

    body = asker.post("/lab/standings/", {"csv": CSV, "chain": ["points"]}).json()

    assert [
        (row["player"], row["name"], row["before"]["rank"], row["after"]["rank"], row["risen"])
        for row in body["placings"]
    ] == [(None, "Ben", 1, 1, 0), (None, "Ada", 2, 2, 0), (None, "Cleo", 3, 3, 0)]


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        ({}, "bad_value", "season"),
        ({"season": 1, "csv": CSV}, "bad_value", "season"),
        ({"csv": "\n"}, "empty_file", "csv"),
        ({"csv": CSV, "scheme": {"key": "nothing"}}, "unknown_scheme", "scheme.key"),
        ({"csv": CSV, "scheme": {"key": "vtes36", "ties": "x"}}, "unknown_choice", "scheme.ties"),
        ({"csv": CSV, "chain": ["height"]}, "unknown_criterion", "chain.0"),
        ({"csv": CSV, "rule": {"kind": "luck"}}, "unknown_rule", "rule.kind"),
        (
            {"csv": CSV, "scheme": {"key": "custom", "rows": {"4": [3, 2, 1, 0]}}},
            "size_not_covered",
            "scheme",
        ),
    ],
)
def test_a_fault_is_named_by_its_path(sent: dict[str, object], code: str, field: str) -> None:
    asker = doors.organizer(played().club, Role.CLUB_ADMIN)

    answer = asker.post("/lab/standings/", sent)

    body = answer.json()
    assert (answer.status_code, body["code"], body["field"]) == (400, code, field)


def test_the_lab_is_for_who_runs_seasons_and_of_their_own() -> None:
    season = played()
    other = factories.season(factories.club())
    asker = doors.organizer(season.club, Role.CLUB_ADMIN)

    assert doors.visitor().post("/lab/standings/", {"season": season.pk}).status_code == 403
    assert doors.visitor().post("/lab/standings/", {"csv": CSV}).status_code == 403
    assert asker.post("/lab/standings/", {"season": other.pk}).status_code == 403


def test_what_was_tried_is_what_stands_once_it_is_saved() -> None:
    season = played()
    asker = doors.organizer(season.club, Role.CLUB_ADMIN)
    tried = asker.post(
        "/lab/standings/",
        {"season": season.pk, "rule": {"kind": "average", "minimum": 2}, "chain": ["average"]},
    ).json()

    season.counting, season.min_matches, season.chain = "average", 2, ["average"]
    season.save()
    standings.recompute_all()
    saved = asker.get(f"/seasons/{season.pk}/standings/").json()

    assert [(row["player"], row["after"]["rank_text"]) for row in tried["placings"]] == [
        (row["player"], row["rank_text"]) for row in saved["rows"]
    ]


def test_bad_lines_of_a_list_are_all_told() -> None:
    asker = doors.organizer(played().club, Role.CLUB_ADMIN)
    wrong = CSV.replace("2026-03-08", "soon")

    body = asker.post("/lab/standings/", {"csv": wrong}).json()

    assert (body["code"], [issue["code"] for issue in body["issues"]]) == (
        "bad_inputs",
        ["bad_date", "bad_date", "bad_date"],
    )
