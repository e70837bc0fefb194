from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.core.places import places_by, places_from_points, renumbered


@given(points=st.lists(st.integers(-5, 5), min_size=1, max_size=12), higher=st.booleans())
def test_a_place_is_one_plus_the_number_of_seats_strictly_better(
    points: list[int], higher: bool
) -> None:
    places = places_from_points(points, higher_wins=higher)

    assert list(places) == [
        1 + sum(1 for other in points if (other > mine if higher else other < mine))
        for mine in points
    ]


def test_dense_places_get_the_gaps_they_lack() -> None:
    assert renumbered([1, 2, 2, 3]) == (1, 2, 2, 4)


def test_pairs_are_compared_step_by_step() -> None:
    assert places_by([(-20, 2), (-20, 1), (-25, 6), (-20, 2)]) == (3, 2, 1, 3)
