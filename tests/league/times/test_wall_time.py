"""The clock on the wall, and the moments it stands for."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from league.times import wall_time

BERLIN = ZoneInfo("Europe/Berlin")


def test_a_day_of_the_room_ends_at_its_own_midnight() -> None:
    assert wall_time.span(date(2026, 1, 1), date(2026, 1, 31), BERLIN) == (
        datetime(2025, 12, 31, 23, 0, tzinfo=UTC),
        datetime(2026, 1, 31, 23, 0, tzinfo=UTC),
    )


def test_a_time_left_out_by_a_clock_change_is_the_moment_it_would_have_been() -> None:
    at = wall_time.moment(datetime(2026, 3, 29, 2, 30), BERLIN)  # noqa: DTZ001

    assert at == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    at = wall_time.moment(datetime(2026, 10, 25, 2, 30), BERLIN)  # noqa: DTZ001

    assert at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_an_evening_moved_across_a_clock_change_ends_at_the_same_hour() -> None:
    moved = wall_time.moved(
        datetime(2025, 10, 25, 17, 0, tzinfo=UTC),
        datetime(2025, 10, 25, 21, 0, tzinfo=UTC),
        datetime(2025, 11, 1, 18, 0, tzinfo=UTC),
        BERLIN,
    )

    assert moved == (
        datetime(2025, 11, 1, 18, 0, tzinfo=UTC),
        datetime(2025, 11, 1, 22, 0, tzinfo=UTC),
    )


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    st.sampled_from(["Europe/Berlin", "America/St_Johns", "Pacific/Auckland", "UTC"]),
)
def test_whatever_moment_a_wall_time_gives_lies_within_an_hour_of_what_the_wall_shows(
    wall: datetime, name: str
) -> None:
    zone = ZoneInfo(name)

    shown = wall_time.wall(wall_time.moment(wall, zone), zone)

    assert abs((shown - wall).total_seconds()) in {0, 3600}
