"""The race of a season, and what it must not tell."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import dateparse

from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, Role
from league.core.errors import Uncountable
from league.models import Season
from league.queries.standings import counting, season_race
from league.queries.standings import standings as standing
from league.queries.standings.counting import Moment
from league.services.evening import rounds
from league.services.standings import standings
from league.web.standings import ranking
from tests import factories

pytestmark = pytest.mark.django_db
NAMES = ("Ada Quill", "Bruno Salt", "Cleo Marsh", "Secret Sam")
RESULTS = ([1, 2, 3, 4], [3, 1, 2, 4], [4, 1, 3, 2])


def raced(**fields: object) -> Season:
    """Three evenings of the same four, one of whom is hidden."""
    season = factories.season(factories.club("Tin Owl"), **fields)
    people = [
        factories.member(
            season.club,
            name,
            name_level=NameLevel.HIDDEN if name == "Secret Sam" else NameLevel.FULL,
        )
        for name in NAMES
    ]
    for month, places in enumerate(RESULTS, start=3):
        at = datetime(2026, month, 3, 18, 30, tzinfo=UTC)
        event = factories.event(season.club, season=season, starts_at=at, name=f"Night {month}")
        entries = [factories.entry(event, player) for player in people]
        round_ = factories.round_(factories.stage(event))
        factories.played(factories.table(round_, entries, played_at=at), places)
    standings.recompute_season(season.pk, force=True)
    return Season.objects.get(pk=season.pk)


def pages(client: Client, season: Season) -> dict[str, str]:
    address = f"/c/{season.club.slug}/s/{season.slug}/"
    return {
        part: client.get(f"{address}{part}").content.decode()
        for part in ("", "race/", "statistics/")
    }


def organizer(season: Season) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    client = Client()
    client.force_login(account)
    return client


def columns(page: str) -> list[str]:
    head = page.split("Rank after each evening</caption>")[1].split("</thead>")[0]
    return re.findall(r'title="(Night \d)"', head)


def test_every_step_is_the_standing_as_of_that_day() -> None:
    season = raced(counting="best_n", counting_n=2)
    shown = standing.payload(season, ANONYMOUS)

    steps = season_race.of_season(season, shown)

    assert [step.name for step in steps] == ["Night 3", "Night 4", "Night 5"]
    for step in steps:
        then = standing.payload(season, ANONYMOUS, Moment(day=step.day))
        assert step.ranks == ranking.ranks(then.payload)


def test_the_line_of_the_reader_is_theirs_alone_and_the_table_says_the_same(
    client: Client,
) -> None:
    season = raced()
    bruno = season.events.first().entries.get(player__name="Bruno Salt").player  # type: ignore[union-attr]
    client.force_login(factories.account(player=bruno))

    found = pages(client, season)["race/"]

    assert re.findall(r'class="way seat-\d mine">\s*<title>(.*?)</title>', found) == [
        "1 Bruno Salt"
    ]
    assert found.count("<polyline") == 4
    row = found.split('class="mine ')[1].split("</tr>")[0]
    assert re.findall(r'<td class="num"[^>]*>\s*(\S+)\s*</td>', row) == ["1", "1", "2"]
    assert 'class="way seat-1"' in pages(Client(), season)["race/"]


def test_who_hides_is_called_by_no_name_but_for_organizers(client: Client) -> None:
    season = raced()

    assert all("Secret Sam" not in page for page in pages(client, season).values())
    assert "Secret Sam" in pages(organizer(season), season)["race/"]


def test_a_withheld_round_moves_nobody_but_for_organizers(client: Client) -> None:
    season = raced()
    last = season.events.get(name="Night 5").stages.get().rounds.get()

    rounds.withhold(by=factories.actor(Role.CLUB_ADMIN, season.club), round_=last)
    standings.recompute_season(season.pk)

    assert columns(pages(client, season)["race/"]) == ["Night 4", "Night 3"]
    assert "Night 5" not in pages(client, season)["statistics/"]
    assert columns(pages(organizer(season), season)["race/"]) == ["Night 5", "Night 4", "Night 3"]


def test_a_standing_that_is_held_back_has_no_race(client: Client) -> None:
    season = raced(auto_publish=False)

    for page in pages(client, season).values():
        assert "<polyline" not in page
        assert "Ada Quill" not in page
    assert "<polyline" in pages(organizer(season), season)["race/"]


def test_the_past_is_folded_and_what_is_to_come_stands_first(client: Client) -> None:
    season = factories.season(factories.club())
    for month in range(1, 12):
        at = dateparse.parse_datetime(f"2026-{month:02}-03T18:30:00Z")
        state = "finished" if month < 11 else "planned"
        factories.event(
            season.club, season=season, starts_at=at, name=f"Night {month}", state=state
        )

    page = pages(client, season)[""].split('id="evenings"')[1]

    at_once, folded = page.split("<summary>Earlier evenings</summary>")
    assert re.findall(r"<bdi>Night (\d+)</bdi>", at_once) == [str(n) for n in range(11, 3, -1)]
    assert re.findall(r"<bdi>Night (\d+)</bdi>", folded) == ["3", "2", "1"]


def test_a_race_that_cannot_be_counted_is_not_tried_for_every_visitor(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, tried = raced(), []

    def fails(*_: object, **__: object) -> None:
        tried.append(1)
        raise Uncountable(counting.FAULT)

    monkeypatch.setattr(season_race, "ranks_by_event", fails)

    for _ in range(2):
        assert client.get(f"/c/{season.club.slug}/s/{season.slug}/race/").status_code == 200

    assert len(tried) == 1
