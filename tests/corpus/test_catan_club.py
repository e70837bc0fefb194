"""A club's real results of seven years, where LEAGUE_CORPUS names the folder that holds them."""

from __future__ import annotations

import csv
import os
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from league.core.actors import system
from league.core.enums import RatingKind
from league.models import RatingScope, Season
from league.services.records import import_results, result_plan
from league.services.standings import ratings, standings
from tests import factories
from tests.corpus import rated
from tests.corpus.published import Line, differing_averages, published, recomputed

FOLDER = os.environ.get("LEAGUE_CORPUS", "")
MATCHES, TABLE = "catan_club_games.csv", "catan_club_published.csv"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not FOLDER, reason="LEAGUE_CORPUS names no folder with real results"),
]


@pytest.fixture
def season() -> Season:
    return factories.season(starts_on=date(2017, 1, 1), ends_on=date(2024, 12, 31))


def load(season: Season, **choices: object) -> result_plan.ImportResult:
    return import_results.run(
        by=system("test"),
        season=season,
        data=(Path(FOLDER) / MATCHES).read_bytes(),
        game="Catan",
        create_players=True,
        **choices,  # type: ignore[arg-type]
    )


def first_lines(least: int) -> list[int]:
    """The line in the file of every match with at least so many players."""
    with (Path(FOLDER) / MATCHES).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    seen: dict[str, int] = {}
    for line, row in enumerate(rows, start=2):
        if int(row["n_players"]) >= least:
            seen.setdefault(row["game_no"], line)
    return sorted(seen.values())


def test_matches_of_up_to_six_load_and_the_seven_larger_ones_are_named_by_line(
    season: Season,
) -> None:
    preview = import_results.preview(
        by=system("test"),
        season=season,
        data=(Path(FOLDER) / MATCHES).read_bytes(),
        game="Catan",
        create_players=True,
    )
    result = load(season, skip_larger=True)

    assert [note.line for note in preview.bad] == first_lines(7)
    assert len(preview.bad) == 7
    assert (result.matches, result.skipped, result.players) == (235, 7, 17)


def test_the_clubs_own_table_follows_from_what_is_stored(season: Season) -> None:
    theirs = published(Path(FOLDER) / TABLE)

    result = load(season, max_seats=8)

    ours = recomputed(season)
    assert result.matches == 242
    assert {key: ours.lines[key] for key in theirs.lines} == theirs.lines
    # Sizes at which the club prints nothing for a player are sizes that were not played enough.
    assert ours.lines.keys() >= theirs.lines.keys()
    assert differing_averages(ours, theirs) == []
    assert ours.lines["All", "Player 04"] == Line(152, 56, 54, 27)


def test_the_same_file_again_adds_nothing_and_a_wider_reading_adds_the_rest(
    season: Season,
) -> None:
    load(season, skip_larger=True)

    again = load(season, skip_larger=True)
    wider = load(season, max_seats=8)

    assert (again.matches, again.recognised, again.players) == (0, 235, 0)
    assert (wider.matches, wider.recognised, wider.players) == (7, 235, 0)


def test_the_season_page_shows_the_ranking(season: Season, client: Client) -> None:
    load(season, max_seats=8)
    standings.catch_up()

    page = client.get(f"/c/{season.club.slug}/s/{season.slug}/").content.decode()
    document = client.get(f"/c/{season.club.slug}/s/{season.slug}/standings.csv")

    lines = document.content.decode("utf-8-sig").splitlines()
    assert len(lines) == 18
    assert [name for name in (f"Player {n:02}" for n in range(1, 18)) if name not in page] == []


def test_the_clubs_ratings_follow_from_its_rows_over_all_tables_and_size_by_size() -> None:
    theirs = rated.expected(Path(FOLDER) / TABLE, "recomputed_rating_zero_sum_method")

    ours = rated.from_file(Path(FOLDER) / MATCHES, match="game_no", place="published_place_dense")

    assert len(theirs) > 17
    assert {key: ours[key] for key in theirs} == pytest.approx(theirs, abs=1e-6)


def test_the_clubs_ratings_follow_from_what_is_stored(season: Season) -> None:
    theirs = rated.expected(Path(FOLDER) / TABLE, "recomputed_rating_zero_sum_method")
    load(season, max_seats=8)
    ratings.catch_up()
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)

    ratings.change(
        by=system("test"),
        scope=scope,
        expected_version=scope.version,
        engine_key="elo_pairs",
        settings=rated.SETTINGS,
        provisional=10,
        include_guests=True,
    )
    ratings.catch_up()

    all_sizes = {key: value for key, value in theirs.items() if key[0] == "All"}
    assert rated.from_service() == pytest.approx(all_sizes, abs=1e-6)
    assert ratings.check() == ()
