"""An invented club's results with the traps of real ones: for everybody who has the project."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from league.actors import ANONYMOUS, system
from league.models import Season
from league.queries import standings as read
from league.services import import_results, standings
from tests import factories
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
