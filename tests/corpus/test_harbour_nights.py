"""An invented club's results with the traps of real ones: for everybody who has the project."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from league.core.actors import ANONYMOUS, system
from league.core.enums import RatingKind
from league.models import RatingScope, Season
from league.queries.standings import standings as read
from league.services.records import import_results
from league.services.standings import ratings, standings
from tests import factories
from tests.corpus import rated
from tests.corpus.published import differing_averages, published, recomputed

DATA = Path(__file__).parents[1] / "data"
MATCHES = (DATA / "harbour_nights.csv").read_bytes()
pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return factories.season(
        starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31), scheme={"key": "beaten"}
    )


def test_a_table_of_seven_is_named_by_line_and_the_rest_loads_when_agreed(season: Season) -> None:
    options = {"by": system("test"), "season": season, "data": MATCHES, "game": "Harbour Nights"}

    preview = import_results.preview(**options, create_players=True)  # type: ignore[arg-type]
    result = import_results.run(**options, create_players=True, skip_larger=True)  # type: ignore[arg-type]

    assert [(note.line, note.error.code) for note in preview.bad] == [(21, "match_too_large")]
    assert (result.matches, result.evenings, result.skipped) == (7, 5, 1)


def test_counts_and_averages_of_the_clubs_own_table_follow_from_what_is_stored(
    season: Season,
) -> None:
    theirs = published(DATA / "harbour_nights_published.csv")

    import_results.run(
        by=system("test"),
        season=season,
        data=MATCHES,
        game="Harbour Nights",
        max_seats=7,
        create_players=True,
    )

    ours = recomputed(season)
    assert ours.lines == theirs.lines
    assert differing_averages(ours, theirs) == []


def test_places_decide_where_points_are_level_and_gaps_are_put_back(season: Season) -> None:
    import_results.run(
        by=system("test"),
        season=season,
        data=MATCHES,
        game="Harbour Nights",
        max_seats=7,
        create_players=True,
    )
    standings.catch_up()

    first = season.events.order_by("starts_at")[0]
    records = first.stages.get().records.order_by("table__number")
    assert [record.outcome["places"] for record in records] == [[1, 2, 3, 4], [1, 2, 2, 4, 5]]
    rows = read.payload(season, ANONYMOUS).payload["rows"]
    assert len(rows) == 7


def test_ratings_follow_from_the_rows_over_all_tables_and_size_by_size() -> None:
    theirs = rated.expected(DATA / "harbour_nights_ratings.csv", "rating")

    ours = rated.from_file(DATA / "harbour_nights.csv", match="match", place="place")

    assert ours == pytest.approx(theirs, abs=1e-6)


def reversed_by_match(data: bytes) -> bytes:
    """The same file with the newest match first; the rows of a match stay together."""
    head, *lines = data.decode().splitlines()
    blocks: dict[str, list[str]] = {}
    for line in lines:
        blocks.setdefault(line.split(",")[0], []).append(line)
    newest_first = [line for block in reversed(blocks.values()) for line in block]
    return "\n".join([head, *newest_first, ""]).encode()


@pytest.mark.parametrize("data", [MATCHES, reversed_by_match(MATCHES)], ids=["oldest", "newest"])
def test_ratings_are_the_same_whether_the_file_begins_with_the_oldest_or_newest_match(
    season: Season, data: bytes
) -> None:
    theirs = rated.expected(DATA / "harbour_nights_ratings.csv", "rating")
    import_results.run(
        by=system("test"),
        season=season,
        data=data,
        game="Harbour Nights",
        max_seats=7,
        create_players=True,
    )
    ratings.catch_up()
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)

    ratings.change(
        by=system("test"),
        scope=scope,
        expected_version=scope.version,
        engine_key="elo_pairs",
        settings=rated.SETTINGS,
        provisional=3,
        include_guests=True,
    )
    for _ in range(5):
        ratings.recompute_all()
        all_sizes = {key: value for key, value in theirs.items() if key[0] == "All"}
        assert rated.from_service() == pytest.approx(all_sizes, abs=1e-6)
    assert ratings.check() == ()
