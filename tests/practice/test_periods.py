"""Weeks and months of a season: what belongs to each, as every door shows it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client

from league.core.enums import Role
from league.models import Adjustment, Season
from league.queries.standings.counting import in_period
from league.queries.standings.moments import of_season
from league.queries.standings.standing_payload import build
from league.services.standings import adjustments, standings
from tests import factories
from tests.api import doors
from tests.league.lists.test_xlsx_writing import read as workbook
from tests.league.web.occasions.test_occasions import fields
from tests.practice.evenings import OWN_POINTS, Line, html, of_csv, ranking, signed_in
from tests.practice.reading import read

pytestmark = pytest.mark.django_db

NEW_YORK = ZoneInfo("America/New_York")
WEDNESDAYS = {"kind": "week", "weekday": 3, "time": "20:30", "zone": "America/New_York"}
TURNS = [
    WEDNESDAYS,
    {"kind": "month", "day": 31, "time": "21:00", "zone": ""},
    {"kind": "days", "days": ["2023-03-08", "2023-03-15"], "time": "20:00", "zone": "Asia/Tokyo"},
]


def season(zone: str = "Europe/Berlin", **fields: object) -> Season:
    spring = {"starts_on": date(2023, 3, 3), "ends_on": date(2023, 5, 31), "periods": WEDNESDAYS}
    return factories.season(factories.club(time_zone=zone), **{**spring, **fields})


def evening(of: Season, *moments: datetime, withheld: bool = False, **points: int) -> None:
    """An evening with a table at each of these moments, and the same points at each."""
    event = factories.event(season=of, starts_at=moments[0])
    stage = factories.stage(event, scheme=OWN_POINTS)
    people = []
    for name in points:
        known = of.club.memberships.filter(player__name=name).first()
        who = known.player if known else factories.member(of.club, name)
        people.append(factories.entry(event, who))
    order = sorted(points.values(), reverse=True)
    places = [1 + order.index(made) for made in points.values()]
    for at in moments:
        table = factories.table(factories.round_(stage, is_withheld=withheld), people)
        table.played_at = at
        table.save(update_fields=["played_at"])
        factories.played(table, places, points=list(points.values()))


def in_new_york(day: int, hour: int, minute: int) -> datetime:
    return datetime(2023, 3, day, hour, minute, tzinfo=NEW_YORK)


def three_evenings(zone: str = "Europe/Berlin") -> Season:
    found = season(zone)
    evening(found, in_new_york(8, 20, 45), Ada=5, Bo=1)
    evening(found, in_new_york(15, 20, 15), Ada=3, Bo=2)
    evening(found, in_new_york(15, 20, 45), Bo=9, Cy=4)
    standings.catch_up()
    return found


def number_of(found: Season, at: datetime) -> int:
    listed = doors.visitor().get(f"/seasons/{found.pk}/periods/").json()["periods"]
    (number,) = (
        int(one["number"])
        for one in listed
        if datetime.fromisoformat(one["starts_at"]) <= at < datetime.fromisoformat(one["ends_at"])
    )
    return number


def at_every_door(found: Season, number: int, client: Client | None = None) -> list[Line]:
    """The table of a period by page, CSV and API, which agree; the others name the same people."""
    client = client or Client()
    page = f"/c/{found.club.slug}/s/{found.slug}/"
    told = ranking(html(client, f"{page}?period={number}"))
    answer = client.get(f"/api/v1/seasons/{found.pk}/standings/?period={number}").json()
    assert told == of_csv(client.get(f"{page}standings.csv?period={number}").content)
    assert told == [
        (row["rank_text"], row["name"], row["values"]["points"]["shown"]) for row in answer["rows"]
    ]
    book = workbook(client.get(f"{page}standings.xlsx?period={number}").content)
    pdf = read(client.get(f"{page}standings.pdf?period={number}"))
    names = [name for _rank, name, _points in told]
    (column,) = (key for key, head in book[0].items() if head == "name")
    assert [line[column] for line in book[1:]] == names
    assert {name for name in ("Ada", "Bo", "Cy") if name in pdf} == set(names)
    return told


@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin", "Pacific/Auckland"])
def test_a_week_turns_on_its_own_clock_wherever_the_club_is(zone: str) -> None:
    found = three_evenings(zone)

    first, second, third = (
        number_of(found, at)
        for at in (in_new_york(8, 20, 45), in_new_york(15, 20, 15), in_new_york(15, 20, 45))
    )

    assert (second, third) == (first, first + 1)
    assert at_every_door(found, first) == [("1", "Ada", "8"), ("2", "Bo", "3")]
    assert at_every_door(found, third) == [("1", "Bo", "9"), ("2", "Cy", "4")]


def test_the_page_of_a_season_lists_its_weeks_and_marks_the_one_that_runs() -> None:
    found = three_evenings()
    page = f"/c/{found.club.slug}/s/{found.slug}/"

    with time_machine.travel(in_new_york(15, 20, 15)):
        before = html(Client(), page)
        listed = doors.visitor().get(f"/seasons/{found.pk}/periods/").json()
    with time_machine.travel(in_new_york(15, 20, 45)):
        after = html(Client(), page)

    for told, running in ((before, 2), (after, 3)):
        lines = re.findall(r"<li class=\"event-line\">.*?</li>", told, re.DOTALL)
        weeks = [line for line in lines if "?period=" in line]
        assert [re.search(r"\?period=(\d+)", line).group(1) for line in weeks] == [  # type: ignore[union-attr]
            str(n) for n in range(running, 0, -1)
        ]
        assert ["running" in line for line in weeks] == [True] + [False] * (running - 1)
    assert [one["number"] for one in listed["periods"] if one["is_running"]] == [2]


def test_a_month_is_told_by_its_first_and_its_last_day() -> None:
    months = {"kind": "month", "day": 1, "time": "00:00", "zone": ""}
    found = season(periods=months)

    with time_machine.travel(in_new_york(15, 12, 0)):
        page = html(Client(), f"/c/{found.club.slug}/s/{found.slug}/?period=1")

    assert "3 March 2023 to 31 March 2023" in page


def test_what_somebody_has_in_a_week_is_explained_by_the_matches_of_that_week_alone() -> None:
    found = three_evenings()
    ada = found.club.memberships.get(player__name="Ada").player
    page = f"/c/{found.club.slug}/s/{found.slug}/"

    shown = html(Client(), f"{page}?period=2")
    why = html(Client(), f"{page}standings/{ada.pk}/?period=2")
    told = doors.visitor().get(f"/seasons/{found.pk}/standings/players/{ada.pk}/?period=2").json()

    assert f"{page}standings/{ada.pk}/?period=2" in shown
    assert "of week 2 (8 March 2023, 20:30 to 15 March 2023, 20:30, America/New_York)" in why
    assert (told["period"], told["is_exact"]) == (2, True)
    assert [one["points"]["shown"] for one in told["results"]] == ["5", "3"]


def test_the_scoring_lab_asks_nothing_about_weeks() -> None:
    found = three_evenings()
    page = html(signed_in(Role.ORGANIZER, found.club), f"/lab/?season={found.pk}")

    assert re.findall(r'name="((?:turn_|periods)[a-z_]*)"', page) == []


@pytest.mark.parametrize("turns", TURNS, ids=lambda turns: str(turns["kind"]))
def test_what_everybody_has_in_the_parts_of_a_season_is_what_they_have_in_it(
    turns: dict[str, object],
) -> None:
    found = season(periods=turns)
    for day in range(3, 31, 4):
        evening(found, in_new_york(day, 19, 0), in_new_york(day, 20, 45), Ada=day, Bo=7, Cy=-day)
    by = factories.actor(Role.ORGANIZER, found.club)
    ada = found.club.memberships.get(player__name="Ada").player
    for at, given in (
        (datetime(2023, 1, 1, tzinfo=UTC), "1/3"),
        (in_new_york(12, 12, 0), "-2"),
        (datetime(2024, 1, 1, tzinfo=UTC), "10"),
    ):
        made = adjustments.make(by=by, scope=found, player=ada, points=given, reason="For cake")
        Adjustment.objects.filter(pk=made.pk).update(created_at=at)
    stage = found.events.first().stages.get()  # type: ignore[union-attr]
    adjustments.make(by=by, scope=stage, player=ada, points="5", reason="For tea")
    standings.catch_up()

    found.refresh_from_db()
    whole = points_in(found, None)
    known = doors.visitor().get(f"/seasons/{found.pk}/periods/").json()["periods"]
    summed: dict[str, Fraction] = {}
    for one in known:
        for name, points in points_in(found, one["number"]).items():
            summed[name] = summed.get(name, Fraction(0)) + points

    assert len(known) > 2
    assert summed == whole


def points_in(found: Season, number: int | None) -> dict[str, Fraction]:
    moment = of_season(found, {"period": str(number)} if number else {})
    table = build(found, as_of=found.stale_at, moment=moment)
    return {table.names[row.player]: row.points for row in table.table.rows}


def test_a_minimum_of_the_season_keeps_nobody_from_a_rank_of_the_week() -> None:
    found = three_evenings()
    found.min_matches = 3
    found.save(update_fields=["min_matches"])
    standings.recompute_season(found.pk, force=True)
    page = f"/c/{found.club.slug}/s/{found.slug}/"

    assert [rank for rank, _name, _points in ranking(html(Client(), page))] == ["1", "–", "–"]
    assert [rank for rank, *_ in at_every_door(found, 2)] == ["1", "2"]
    assert "Matches needed for a rank: 3." in html(Client(), page)
    assert "needed for a rank:" not in html(Client(), f"{page}?period=2")


def test_nor_does_a_minimum_for_guests() -> None:
    found = three_evenings()
    found.rank_guests, found.counting_more = True, {"guest_minimum": 5}
    found.save(update_fields=["rank_guests", "counting_more"])

    assert in_period(found, None).counting_more == {"guest_minimum": 5}
    week = in_period(found, of_season(found, {"period": "1"}).period)
    assert (week.counting_more, week.rank_guests) == ({}, True)
    assert found.counting_more == {"guest_minimum": 5}


def test_what_is_kept_back_is_in_no_week_of_those_who_may_not_see_it() -> None:
    found = three_evenings()
    evening(found, in_new_york(14, 20, 0), withheld=True, Cy=50, Bo=1)
    standings.recompute_season(found.pk, force=True)

    assert at_every_door(found, 2) == [
        ("1", "Ada", "8"),
        ("2", "Bo", "3"),
        ("–", "Cy", "0"),  # entered, as everybody sees
    ]
    assert at_every_door(found, 2, signed_in(Role.ORGANIZER, found.club)) == [
        ("1", "Cy", "50"),
        ("2", "Ada", "8"),
        ("3", "Bo", "4"),
    ]


def test_a_week_of_standings_that_are_hidden_shows_nobody() -> None:
    found = three_evenings()
    standings.hide(by=factories.actor(Role.ORGANIZER, found.club), scope=found)
    page = f"/c/{found.club.slug}/s/{found.slug}/"

    told = html(Client(), f"{page}?period=2")
    answer = doors.visitor().get(f"/seasons/{found.pk}/standings/?period=2").json()

    assert "Not published at the moment" in told
    assert "Ada" not in told
    assert answer["rows"] == []


@pytest.mark.parametrize(("periods", "asked"), [(WEDNESDAYS, "99"), (WEDNESDAYS, "x"), ({}, "1")])
def test_a_period_that_there_is_none_of_is_refused_by_every_door(
    periods: dict[str, object], asked: str
) -> None:
    found = season(periods=periods)
    page = f"/c/{found.club.slug}/s/{found.slug}/"

    statuses = [
        Client().get(f"{path}?period={asked}").status_code
        for path in (page, f"{page}standings.csv", f"/api/v1/seasons/{found.pk}/standings/")
    ]

    assert statuses == [400, 400, 400]


@pytest.mark.parametrize("turns", [{}, *TURNS], ids=lambda turns: str(turns.get("kind")))
def test_when_a_season_turns_is_kept_by_an_untouched_form(turns: dict[str, object]) -> None:
    found = season(periods=turns)
    client = signed_in(Role.CLUB_ADMIN, found.club)
    address = f"/c/{found.club.slug}/s/{found.slug}/settings/"

    answer = client.post(address, fields(html(client, address)))

    found.refresh_from_db()
    assert (answer.status_code, found.periods) == (302, turns)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"periods": "week", "turn_weekday": "5"}, {"kind": "week", "weekday": 5}),
        ({"periods": "month", "turn_day": "15"}, {"kind": "month", "day": 15}),
        ({"periods": "days", "turn_days": "2023-05-01, 2023-04-01\r\n"}, {"kind": "days"}),
    ],
)
def test_when_a_season_turns_is_stored_as_it_is_typed(
    typed: dict[str, str], stored: dict[str, object]
) -> None:
    found = season(periods={})
    client = signed_in(Role.CLUB_ADMIN, found.club)
    address = f"/c/{found.club.slug}/s/{found.slug}/settings/"
    clock = {"turn_time": "20:30", "turn_zone": "America/New_York"}

    answer = client.post(address, {**fields(html(client, address)), **clock, **typed})

    found.refresh_from_db()
    same = {"time": "20:30", "zone": "America/New_York"}
    days = {"days": ["2023-04-01", "2023-05-01"]} if typed["periods"] == "days" else {}
    assert (answer.status_code, found.periods) == (302, {**stored, **same, **days})


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"turn_zone": "Europe/Nowhere"}, "turn_zone"),
        ({"periods": "month", "turn_day": "32"}, "turn_day"),
        ({"turn_time": "25:00"}, "turn_time"),
        ({"periods": "days", "turn_days": ""}, "turn_days"),
        ({"periods": "days", "turn_days": "soon"}, "turn_days"),
        ({"periods": "days", "turn_days": "2022-01-01"}, "turn_days"),
    ],
)
def test_a_turn_that_cannot_be_is_refused_at_its_field(wrong: dict[str, str], field: str) -> None:
    found = season()
    client = signed_in(Role.CLUB_ADMIN, found.club)
    address = f"/c/{found.club.slug}/s/{found.slug}/settings/"

    answer = client.post(address, {**fields(html(client, address)), **wrong})

    found.refresh_from_db()
    errors = answer.context["form"].errors
    assert (answer.status_code, list(errors), found.periods) == (400, [field], WEDNESDAYS)
