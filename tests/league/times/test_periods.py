"""Periods of a season: where the clock turns, and that no moment is lost or told twice."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from league.core.enums import PeriodKind
from league.core.errors import BadInput
from league.times import periods, wall_time
from league.times.periods import Turns

NEW_YORK = ZoneInfo("America/New_York")
# With a clock change of half an hour, one at midnight, and a day that was left out.
ZONES = ["America/New_York", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia", "UTC"]
DAYS = st.dates(date(2011, 11, 1), date(2026, 12, 31))
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))
TURNS = st.one_of(
    st.builds(Turns, st.just(PeriodKind.WEEK), TIMES, weekday=st.integers(1, 7)),
    st.builds(Turns, st.just(PeriodKind.MONTH), TIMES, day=st.integers(1, 31)),
    st.builds(
        Turns,
        st.just(PeriodKind.DAYS),
        TIMES,
        days=st.sets(DAYS, min_size=1, max_size=9).map(lambda found: tuple(sorted(found))),
    ),
)


@given(TURNS, st.sampled_from(ZONES).map(ZoneInfo), DAYS, st.integers(0, 500), st.data())
@example(
    Turns(PeriodKind.DAYS, time(20, 30), days=(date(2011, 12, 30), date(2011, 12, 31))),
    ZoneInfo("Pacific/Apia"),
    date(2011, 12, 1),
    60,
    None,
)
def test_every_moment_of_a_season_is_in_exactly_one_period_and_their_order_is_that_of_time(
    turns: Turns, zone: ZoneInfo, first_day: date, length: int, data: st.DataObject | None
) -> None:
    first, end = wall_time.span(first_day, first_day + timedelta(days=length), zone)

    found = periods.between(turns, zone, first, end)

    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert [one.is_last for one in found] == [False] * (len(found) - 1) + [True]
    assert (found[0].first, found[-1].end) == (first, end)
    assert all(one.first < one.end for one in found)
    assert all(one.end == other.first for one, other in pairwise(found))
    if data is not None:
        at = first + timedelta(
            seconds=data.draw(st.integers(0, int((end - first).total_seconds())))
        )
        assert [one for one in found if one.has(at)] == (
            [] if at == end else [periods.running(found, at)]
        )


def is_turn(turns: Turns, day: date) -> bool:
    if turns.kind == PeriodKind.WEEK:
        return day.isoweekday() == turns.weekday
    if turns.kind == PeriodKind.DAYS:
        return day in turns.days
    is_last_day = (day + timedelta(days=1)).day == 1
    return day.day == turns.day or (is_last_day and day.day < turns.day)


@given(TURNS, st.sampled_from(ZONES).map(ZoneInfo), DAYS, st.integers(0, 500))
def test_every_border_is_the_moment_at_which_the_clock_of_its_zone_shows_the_turn(
    turns: Turns, zone: ZoneInfo, first_day: date, length: int
) -> None:
    first, end = wall_time.span(first_day, first_day + timedelta(days=length), zone)

    borders = [one.first for one in periods.between(turns, zone, first, end)[1:]]

    for at in borders:
        shown = wall_time.wall(at, zone)
        meant = [
            day
            for day in (shown.date() - timedelta(days=1), shown.date())
            if is_turn(turns, day) and wall_time.moment(datetime.combine(day, turns.at), zone) == at
        ]
        assert meant
        # Only a time that the clock leaves out is shown as another one.
        wanted = datetime.combine(meant[-1], turns.at)
        assert shown == wanted or wall_time.wall(wall_time.moment(wanted, zone), zone) != wanted


def test_a_week_turns_at_the_hour_of_its_zone_before_and_after_a_clock_change() -> None:
    turns = Turns(PeriodKind.WEEK, time(20, 30), weekday=3)
    first, end = wall_time.span(date(2023, 3, 1), date(2023, 3, 31), NEW_YORK)

    found = periods.between(turns, NEW_YORK, first, end)

    assert [one.first.astimezone(UTC) for one in found[1:]] == [
        datetime(2023, 3, 2, 1, 30, tzinfo=UTC),
        datetime(2023, 3, 9, 1, 30, tzinfo=UTC),
        datetime(2023, 3, 16, 0, 30, tzinfo=UTC),
        datetime(2023, 3, 23, 0, 30, tzinfo=UTC),
        datetime(2023, 3, 30, 0, 30, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    ("day", "at", "border"),
    [
        (date(2023, 3, 12), time(2, 30), datetime(2023, 3, 12, 7, 30, tzinfo=UTC)),
        (date(2023, 11, 5), time(1, 30), datetime(2023, 11, 5, 5, 30, tzinfo=UTC)),
    ],
    ids=["an hour that is left out", "an hour that comes twice"],
)
def test_a_turn_in_a_changed_hour_is_one_border(day: date, at: time, border: datetime) -> None:
    first, end = wall_time.span(day - timedelta(days=5), day + timedelta(days=5), NEW_YORK)

    found = periods.between(Turns(PeriodKind.DAYS, at, days=(day,)), NEW_YORK, first, end)

    assert [one.first for one in found] == [first, border]


@given(TURNS, st.sampled_from(["", *ZONES]))
def test_turns_read_from_their_own_spelling_are_the_same(turns: Turns, zone: str) -> None:
    spec = {**turns.to_json(), "zone": zone}

    assert periods.turns_from_json(spec).to_json() == spec


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "year"}, "kind"),
        ({"kind": ["week"]}, "kind"),
        ({"kind": "week", "weekday": 0}, "weekday"),
        ({"kind": "week", "weekday": True}, "weekday"),
        ({"kind": "week"}, "weekday"),
        ({"kind": "month", "day": 32}, "day"),
        ({"kind": "week", "weekday": 3, "day": 1}, "day"),
        ({"kind": "week", "weekday": 3, "time": "24:00"}, "time"),
        ({"kind": "week", "weekday": 3, "time": "2030"}, "time"),
        ({"kind": "week", "weekday": 3, "time": 20}, "time"),
        ({"kind": "week", "weekday": 3, "zone": "Europe/Nowhere"}, "zone"),
        ({"kind": "week", "weekday": 3, "zone": None}, "zone"),
        ({"kind": "days", "days": []}, "days"),
        ({"kind": "days", "days": "2026-03-04"}, "days"),
        ({"kind": "days", "days": ["2026-02-30"]}, "days"),
        ({"kind": "days", "days": ["2026-03-04"] * 401}, "days"),
    ],
)
def test_what_cannot_be_a_turn_is_refused_where_it_stands(
    wrong: dict[str, object], field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        periods.turns_from_json(wrong)

    assert refused.value.field == field
