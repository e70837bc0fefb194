"""What the results say about a game: shares with their interval, points by place, and no names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as some

from league.enums import Visibility
from league.models import Club
from league.queries import game_statistics
from tests import factories

pytestmark = pytest.mark.django_db
KEY = "free-form"


def played(club: Club, *results: tuple[list[int], list[int]]) -> None:
    stage = factories.stage(factories.event(club))
    for places, points in results:
        people = [factories.entry(stage.event, f"Somebody {n}") for n in range(len(places))]
        factories.played(factories.table(factories.round_(stage), people), places, points=points)


def test_wins_are_shared_out_by_seat_and_points_told_by_place() -> None:
    played(factories.club(), ([1, 2, 3], [9, 5, 1]), ([1, 1, 3], [7, 7, 2]), ([3, 1, 2], [0, 8, 4]))

    (found,) = game_statistics.of_game(KEY)

    assert (found.size, found.matches) == (3, 3)
    assert [row.wins for row in found.seats] == [Fraction(1, 2), Fraction(1, 2), Fraction(0)]
    assert [(row.place, int(row.spread[0]), int(row.spread[-1])) for row in found.places] == [
        (1, 7, 9),
        (2, 4, 5),
        (3, 0, 2),
    ]


def test_clubs_that_are_not_listed_tell_nothing() -> None:
    played(factories.club(visibility=Visibility.MEMBERS), ([1, 2], [3, 1]))
    played(factories.club(visibility=Visibility.UNLISTED), ([1, 2], [3, 1]))

    page = Client().get(f"/games/{KEY}/statistics/")

    assert game_statistics.of_game(KEY) == ()
    assert page.status_code == 200


def test_the_page_names_nobody() -> None:
    played(factories.club(), ([1, 2, 3], [9, 5, 1]))

    page = Client().get(f"/games/{KEY}/statistics/").content.decode()

    assert "Tables of 3: 1 match" in page
    assert "Somebody" not in page


@given(some.integers(1, 500).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_the_interval_holds_the_share_and_stays_between_none_and_all(
    counts: tuple[int, int],
) -> None:
    wins, matches = counts
    low, high = game_statistics.interval(wins, matches)

    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1
