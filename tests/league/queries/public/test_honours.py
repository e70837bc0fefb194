"""Streaks and badges are counted from results and name the match that earned them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from league.models import Event
from league.queries.people.profiles import Match
from league.queries.public import honours

START = datetime(2026, 1, 1, tzinfo=UTC)


def matches(*places: int, size: int = 4, seat: int = 1, shared: bool = False) -> list[Match]:
    """Matches in the order they were played, given back the latest first, as pages have them."""
    found = [
        Match(
            event=f"Night {n}",
            event_slug=f"night-{n}",
            occasion=Event(),
            game="Kettle",
            at=START + timedelta(days=n),
            round_number=1,
            place=place,
            is_shared=shared,
            size=size,
            points=None,
            seat=seat,
        )
        for n, place in enumerate(places)
    ]
    return found[::-1]


def told(found: honours.Honours) -> list[tuple[str, int, str]]:
    return [(one.code, one.count, one.match.event) for one in found.badges]


def test_nobody_without_a_match_has_honours() -> None:
    assert honours.of([]) == honours.Honours(0, 0, ())


@pytest.mark.parametrize(
    ("places", "longest", "running"),
    [
        ([1, 1, 2, 1], 2, 1),
        ([2, 3], 0, 0),
        ([1, 1, 1], 3, 3),
        ([1, 1, 1, 4], 3, 0),
    ],
)
def test_wins_in_a_row_are_counted(places: list[int], longest: int, running: int) -> None:
    found = honours.of(matches(*places))

    assert (found.longest, found.running) == (longest, running)


def test_a_shared_first_place_is_no_win() -> None:
    assert told(honours.of(matches(1, 1, 1, shared=True))) == []


def test_badges_name_the_match_that_earned_them_the_latest_first() -> None:
    found = honours.of(matches(2, 1, 1, 1, *[2] * 6))

    assert told(found) == [
        ("matches", 10, "Night 9"),
        ("in_a_row", 3, "Night 3"),
        ("first_win", 1, "Night 1"),
    ]


def test_winning_at_three_sizes_is_a_badge() -> None:
    won = [*matches(1, size=3), *matches(1, size=4), *matches(1, size=5)]

    assert ("won_sizes", 3) in [(code, count) for code, count, _ in told(honours.of(won))]


@given(some.lists(some.integers(1, 4), max_size=40))
def test_the_running_row_is_never_longer_than_the_longest(places: list[int]) -> None:
    found = honours.of(matches(*places))

    assert 0 <= found.running <= found.longest <= places.count(1)
