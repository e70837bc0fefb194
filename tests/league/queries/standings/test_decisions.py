"""What was decided between two moments: counted apart, or said to hold on both sides."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import EventState, Role
from league.models import Event, Player, Season, Stage
from league.queries.people import account_actors
from league.queries.standings import moves
from league.queries.standings.counting import Moment
from league.services.evening import entries
from league.services.occasions import events, seasons, stages
from league.services.people import claims, merges
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db
OWN_POINTS = {"key": "game_points"}


def moment(day: int, hour: int = 12) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def a_season() -> tuple[Stage, Actor]:
    """An evening on the third: Ada came first with few points, Bo second with more."""
    with time_machine.travel(moment(3), tick=False):
        season = factories.season(chain=["points"])
        event = factories.event(season=season, starts_at=moment(3))
        stage = factories.stage(event, chain=["points"])
        people = [
            factories.entry(event, factories.member(season.club, name)) for name in ("Ada", "Bo")
        ]
        table = factories.table(factories.round_(stage), people, played_at=moment(3))
        factories.played(table, [1, 2], points=[4, 9])
        standings.catch_up()
    return stage, factories.actor(Role.CLUB_ADMIN, season.club)


def another_scheme(stage: Stage, by: Actor, day: int) -> None:
    with time_machine.travel(moment(day), tick=False):
        stage.refresh_from_db()
        stages.change(by=by, stage=stage, expected_version=stage.version, scheme=dict(OWN_POINTS))
        standings.catch_up()


def season_of(stage: Stage) -> Season:
    assert stage.event.season is not None
    return Season.objects.select_related("club").get(pk=stage.event.season.pk)


def told(found: moves.Comparison) -> tuple[dict[str, list[tuple[str, str]]], list[str]]:
    """Per mover the kinds of reasons, and what was decided for both sides."""
    return (
        {
            found.names[one.move.player]: [(cause.kind, cause.fact.kind) for cause in one.causes]
            for one in found.moves
        },
        [one.kind for one in found.decisions],
    )


@pytest.mark.parametrize("of", ["stage", "season"])
def test_another_scheme_is_the_reason_of_the_moves_since_an_earlier_hour(of: str) -> None:
    stage, by = a_season()
    another_scheme(stage, by, 5)
    stage.refresh_from_db()
    scope = stage if of == "stage" else season_of(stage)

    found = moves.between(scope, ANONYMOUS, before=Moment(at=moment(4)))

    assert told(found) == (
        {"Bo": [("everybody", "scheme")], "Ada": [("everybody", "scheme")]},
        [],
    )
    (ada,) = [one for one in found.moves if found.names[one.move.player] == "Ada"]
    assert (ada.move.before, ada.move.after) == (1, 2)


def test_what_was_known_at_an_hour_is_counted_with_the_rules_of_that_hour() -> None:
    stage, by = a_season()
    another_scheme(stage, by, 5)
    season = season_of(stage)

    rows = {
        at: [
            (row["name"], row["values"]["points"]["exact"])
            for row in doors.visitor()
            .get(f"/seasons/{season.pk}/standings/?as_of={at}")
            .json()["rows"]
        ]
        for at in ("2026-11-04T12:00", "2026-11-06T12:00")
    }

    assert rows == {
        "2026-11-04T12:00": [("Ada", "7"), ("Bo", "1")],
        "2026-11-06T12:00": [("Bo", "9"), ("Ada", "4")],
    }


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"chain": ["points", "wins"]}, "chain"),
        ({"counting": "best_n", "counting_n": 1}, "rule"),
        ({"rank_guests": True}, "guests"),
    ],
)
def test_rules_of_the_season_are_reasons_too(fields: dict[str, object], kind: str) -> None:
    stage, by = a_season()
    season = season_of(stage)
    with time_machine.travel(moment(5), tick=False):
        seasons.change(by=by, season=season, expected_version=season.version, **fields)  # type: ignore[arg-type]
        standings.catch_up()
    season = season_of(stage)

    hour = moves.between(season, ANONYMOUS, before=Moment(at=moment(4)))
    day = moves.between(season, ANONYMOUS, before=Moment(day=date(2026, 11, 4)))

    assert [one.kind for one in hour.decisions] == []
    assert [one.kind for one in day.decisions] == [kind]
    assert (hour.moves, day.moves) == ((), ())


def test_between_two_days_both_sides_have_todays_rules_and_page_and_api_say_so() -> None:
    stage, by = a_season()
    another_scheme(stage, by, 5)
    season = season_of(stage)
    asked = "?before=2026-11-04&after=2026-11-06"

    page = Client().get(f"/c/{season.club.slug}/s/{season.slug}/moves/{asked}").content.decode()
    api = doors.visitor().get(f"/seasons/{season.pk}/standings/moves/{asked}").json()
    later = doors.visitor().get(f"/seasons/{season.pk}/standings/moves/?before=2026-11-06").json()

    words = " ".join(Reader(page).words.split())
    assert "Both sides use today's settings" in words
    assert "The points scheme was changed on 5 November 2026 at 13:00" in words
    assert api["moves"] == []
    assert [(one["fact"], one["event"], one["by"]) for one in api["decisions"]] == [
        ("scheme", stage.event_id, "")
    ]
    assert later["decisions"] == []


def test_merges_and_evenings_that_went_are_told_as_holding_on_both_sides() -> None:
    stage, by = a_season()
    season = season_of(stage)
    ada = Player.objects.get(name="Ada")
    with time_machine.travel(moment(5), tick=False):
        twin = factories.member(season.club, "Adda")
        merges.merge(by=by, club=season.club, kept=ada, gone=twin)
        other = factories.event(season=season, name="Thursday", starts_at=moment(4))
        entries.register(by=by, event=other, player=ada)
        row = Event.objects.select_related("club", "season").get(pk=other.pk)
        events.set_state(by=by, event=row, state=EventState.CANCELLED)
        standings.catch_up()

    found = moves.between(season, ANONYMOUS, before=Moment(day=date(2026, 11, 4)))
    page = (
        Client()
        .get(f"/c/{season.club.slug}/s/{season.slug}/moves/?before=2026-11-04")
        .content.decode()
    )

    assert told(found) == ({}, ["merged", "cancelled"])
    assert "Two records of Ada were merged" in page
    assert "Thursday" in page


def test_who_claimed_a_record_is_told_to_organizers_alone() -> None:
    stage, by = a_season()
    season = season_of(stage)
    with time_machine.travel(moment(5), tick=False):
        account = factories.account("ada@club.example")
        claim = claims.ask(
            by=account_actors.person(account),
            club=season.club,
            player=Player.objects.get(name="Ada"),
            note="",
        )
        claims.approve(by=by, claim=claim)
    season = season_of(stage)
    before = Moment(day=date(2026, 11, 4))

    assert told(moves.between(season, by, before=before)) == ({}, ["claimed"])
    assert told(moves.between(season, ANONYMOUS, before=before)) == ({}, [])
