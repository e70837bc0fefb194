"""What balanced tables share out: ratings where most have one, else the season so far."""

from __future__ import annotations

from fractions import Fraction

import pytest

from league.core.enums import RatingKind
from league.models import Entry, Rating, RatingScope, Stage
from league.queries.seating import seating_fields, strengths
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import exactly

pytestmark = pytest.mark.django_db


def rate(stage: Stage, people: list[Entry], values: list[float]) -> None:
    scope, _ = RatingScope.objects.get_or_create(
        kind=RatingKind.CLUB_GAME,
        club_game=stage.ruleset.club_game,
        defaults={"engine": "elo"},
    )
    for entry, value in zip(people, values, strict=False):
        Rating.objects.create(
            scope=scope, player=entry.player, value=value, deviation=50.0, matches=12
        )


def test_balanced_tables_share_the_ratings_out() -> None:
    stage, people, by = exactly(4, 4, 8, method="balanced")
    values = [2000.4, 1800.0, 1600.0, 1400.0, 1390.0, 1210.0, 1000.0, 810.0]
    rate(stage, people, values)

    seating = seatings.draw(by=by, stage=stage)

    value = dict(zip([entry.pk for entry in people], values, strict=True))
    sums = [
        sum(value[pk] for pk in table.seats.values_list("entry", flat=True))
        for table in seating.tables.all()
    ]
    assert abs(sums[0] - sums[1]) < 50


def test_ratings_count_where_half_of_the_room_has_one() -> None:
    stage, people, _ = exactly(4, 4, 8)
    rate(stage, people[:4], [1500.0, 1400.6, 1300.0, 1200.0])
    everybody = [entry.player_id for entry in people]

    half = strengths.of_stage(stage, everybody)
    fewer = strengths.of_stage(stage, [*everybody, factories.player().pk])

    assert half[people[1].player_id] == 1401
    assert (len(half), fewer) == (4, {})


def test_without_ratings_places_in_the_season_count_and_one_win_makes_no_champion() -> None:
    season = factories.season()
    event = factories.event(season=season)
    stage = factories.stage(event)
    people = [factories.entry(event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])

    found = strengths.of_stage(stage, [entry.player_id for entry in people])

    assert [found[entry.player_id] for entry in people] == [
        Fraction(200, 3),
        50,
        Fraction(100, 3),
    ]


def test_other_methods_ask_for_no_strength() -> None:
    stage, people, _ = exactly(4, 4, 8)
    rate(stage, people, [1500.0] * 8)

    plain = seating_fields.collect(stage, before=None)
    level = seating_fields.collect(stage, before=None, with_strength=True)

    assert {player.strength for player in plain.players} == {None}
    assert {player.strength for player in level.players} == {Fraction(1500)}
