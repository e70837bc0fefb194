"""Days end at the club's midnight."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from league.core.enums import Role
from league.core.errors import LeagueError
from league.models import Season
from league.queries.occasions import seasons
from league.queries.people import profiles
from league.services.occasions import events
from league.services.records import import_results, result_plan
from league.services.standings import standings
from league.web.local_time import when
from tests import factories
from tests.practice.evenings import html, of_api, ranking

pytestmark = pytest.mark.django_db


def january() -> Season:
    club = factories.club(time_zone="Europe/Berlin")
    return factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31))


def test_an_evening_of_the_last_day_is_in_the_season_and_the_next_morning_is_not() -> None:
    season = january()
    by = factories.actor(Role.ORGANIZER, season.club)
    game = factories.free_game(season.club)

    def event(name: str, at: datetime) -> object:
        return events.create(
            by=by, club=season.club, season=season, name=name, starts_at=at, stage={"ruleset": game}
        )

    event("Last night", datetime(2026, 1, 31, 22, 30, tzinfo=UTC))  # 23:30 in Berlin
    with pytest.raises(LeagueError) as refused:
        event("Too late", datetime(2026, 1, 31, 23, 30, tzinfo=UTC))  # 00:30 in Berlin

    assert refused.value.code == "event_outside_season"
    assert list(season.events.values_list("name", flat=True)) == ["Last night"]
    assert seasons.span(season)[1] == datetime(2026, 1, 31, 23, 0, tzinfo=UTC)


def test_a_match_after_midnight_counts_for_no_viewer_whatever_the_clock_there() -> None:
    season = january()
    event = factories.event(season=season, starts_at=datetime(2026, 1, 31, 19, tzinfo=UTC))
    round_ = factories.round_(factories.stage(event), is_rolling=True)
    ada, bo = (factories.entry(event, factories.member(season.club, n)) for n in ("Ada", "Bo"))
    for hour, winners_first in ((22, [ada, bo]), (23, [bo, ada])):  # 23:30 and 00:30 in Berlin
        at = datetime(2026, 1, 31, hour, 30, tzinfo=UTC)
        factories.played(factories.table(round_, winners_first, played_at=at), [1, 2])
    standings.catch_up()
    wanted = [("1", "Ada", "7"), ("2", "Bo", "1")]
    path = f"/c/{season.club.slug}/s/{season.slug}/"

    here = ranking(html(Client(), path))
    far_away = Client(headers={"Time-Zone": "Pacific/Auckland", "Accept-Language": "en-NZ"})
    there = ranking(html(far_away, path))

    assert (here, there, of_api(season)) == (wanted, wanted, wanted)


@pytest.mark.parametrize("hours", [5, 12, 60], ids=["past-midnight", "next-morning", "later"])
def test_a_drawn_round_of_the_last_evening_counts_whenever_it_is_played_or_written_down(
    hours: int,
) -> None:
    season = january()
    event = factories.event(season=season, starts_at=datetime(2026, 1, 31, 19, tzinfo=UTC))
    round_ = factories.round_(factories.stage(event))
    ada, bo = (factories.entry(event, factories.member(season.club, n)) for n in ("Ada", "Bo"))
    late = event.starts_at + timedelta(hours=hours)
    factories.played(factories.table(round_, [ada, bo], played_at=late), [1, 2])
    standings.catch_up()

    shown = ranking(html(Client(), f"/c/{season.club.slug}/s/{season.slug}/"))

    assert shown == of_api(season) == [("1", "Ada", "7"), ("2", "Bo", "1")]


def test_an_imported_match_of_the_last_day_counts_and_one_of_the_next_is_refused() -> None:
    season = january()
    by = factories.actor(Role.CLUB_ADMIN, season.club)
    rows = ["1,2026-01-31,Ada,9", "1,2026-01-31,Bo,4"]
    late = ["2,2026-02-01,Ada,1", "2,2026-02-01,Bo,5"]

    def preview(*lines: str) -> result_plan.Preview:
        data = "\n".join(["match,date,player,points", *lines]).encode()
        return import_results.preview(
            by=by, season=season, data=data, game="Copper Kettle", create_players=True
        )

    assert list(preview(*rows).bad) == []
    bad = [(note.line, note.error.code) for note in preview(*rows, *late).bad]
    assert bad == [(4, "day_outside_season"), (5, "day_outside_season")]


def test_a_weekly_club_night_keeps_its_hours_on_the_wall_across_the_clock_change() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    by = factories.actor(Role.ORGANIZER, club)
    first = events.create(
        by=by,
        club=club,
        name="Club night",
        starts_at=datetime(2025, 10, 18, 17, tzinfo=UTC),
        ends_at=datetime(2025, 10, 18, 21, tzinfo=UTC),
        stage={"ruleset": factories.free_game(club)},
    )

    events.series(by=by, event=first, weeks=2)
    copied = events.copy(by=by, event=first, starts_at=datetime(2025, 11, 8, 18, tzinfo=UTC))

    hours = [
        (row.starts_at.astimezone(UTC).hour, row.ends_at.astimezone(UTC).hour)
        for row in club.events.order_by("starts_at")
        if row.ends_at is not None
    ]
    assert hours == [(17, 21), (17, 21), (18, 22), (18, 22)]
    assert copied.ends_at == datetime(2025, 11, 8, 22, tzinfo=UTC)


def matches_of(page: str) -> str:
    """The table of matches on a player's page."""
    return page.split('class="rows matches"')[1].split("</table>")[0]


def test_a_match_is_stored_once_and_shown_by_the_clock_of_the_room_for_every_viewer() -> None:
    season = factories.season(factories.club(time_zone="Europe/Berlin"))
    event = factories.event(
        season=season,
        time_zone="America/New_York",
        starts_at=datetime(2026, 3, 3, 22, tzinfo=UTC),
    )
    round_ = factories.round_(factories.stage(event), is_rolling=True)
    ada, bo = (factories.entry(event, factories.member(season.club, n)) for n in ("Ada", "Bo"))
    late = datetime(2026, 3, 4, 2, 22, tzinfo=UTC)  # 21:22 on the third in the room
    factories.played(factories.table(round_, [ada, bo], played_at=late), [1, 2])
    early = datetime(2026, 3, 3, 23, tzinfo=UTC)
    factories.played(factories.table(round_, [bo, ada], played_at=early), [1, 2])

    here, there = (
        re.findall(r"<time\s[^>]*>[^<]*</time>", matches_of(html(viewer, f"/p/{ada.player_id}/")))
        for viewer in (Client(), Client(headers={"Time-Zone": "Pacific/Auckland"}))
    )
    found = profiles.profile(factories.actor(), ada.player_id)

    assert len(here) == 2
    assert here == there
    assert found is not None
    assert [match.at for match in found.matches] == [late, early]
    shown = [when(match.at, match.occasion).wall for match in found.matches]
    assert [at.strftime("%d %H:%M") for at in shown] == ["03 21:22", "03 18:00"]


def told(path: str, **client: dict[str, str]) -> list[str]:
    """What the matches of a player's page say of their time, the latest first, and the note."""
    page = html(Client(**client), path)  # type: ignore[arg-type]  # Django's client takes headers
    cells = re.findall(
        r'<span class="soft small">\s*(<time\s.*?)</span>\s*</td>', matches_of(page), re.S
    )
    note = re.findall(r"All times are local [(]([^)]*)[)]", page)
    return [" ".join(re.sub(r"<[^>]+>", "", cell).split()) for cell in cells] + note


@time_machine.travel(datetime(2026, 2, 1, 12, tzinfo=UTC))
def test_a_players_page_says_day_hour_and_zone_of_the_room_to_every_viewer() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    people = [factories.member(club, name) for name in ("Ada", "Bo")]
    path = f"/p/{people[0].pk}/"
    told_so_far = []

    for zone, at in (
        ("", datetime(2025, 7, 1, 19, 22, tzinfo=UTC)),
        ("America/New_York", datetime(2025, 12, 4, 2, 22, tzinfo=UTC)),
        ("America/Sao_Paulo", datetime(2025, 12, 5, 2, 22, tzinfo=UTC)),
    ):
        event = factories.event(club, time_zone=zone, starts_at=at - timedelta(hours=2))
        round_ = factories.round_(factories.stage(event), is_rolling=True)
        seats = [factories.entry(event, player) for player in people]
        factories.played(factories.table(round_, seats, played_at=at), [1, 2])
        told_so_far.append(told(path))

    assert told_so_far[0] == ["Tue 1 July 2025, 21:22", "Europe/Berlin"]
    assert told_so_far[2] == [
        "Thu 4 December 2025, 23:22 UTC-03",
        "Wed 3 December 2025, 21:22 EST",
        "Tue 1 July 2025, 21:22 CEST",
    ]
    assert told(path, headers={"Time-Zone": "Pacific/Auckland"}) == told_so_far[2]


@time_machine.travel(datetime(2026, 2, 1, 12, tzinfo=UTC))
def test_results_that_know_no_hour_are_told_by_their_day_alone() -> None:
    season = january()
    by = factories.actor(Role.CLUB_ADMIN, season.club)
    data = b"match,date,player,points\n1,2026-01-30,Ada,9\n1,2026-01-30,Bo,4\n"
    import_results.run(by=by, season=season, data=data, game="Copper Kettle", create_players=True)
    ada = season.club.memberships.get(player__name="Ada").player_id

    assert told(f"/p/{ada}/")[0] == "Fri 30 January"
