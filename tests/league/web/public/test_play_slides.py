"""The projector shows the running matches of an evening as everybody may know them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.core.enums import Role
from league.services.evening import rounds
from tests import factories
from tests.factories import plays as make

if TYPE_CHECKING:
    from league.models import Table

pytestmark = pytest.mark.django_db


def wall(table: Table) -> str:
    event = table.seating.round.stage.event
    return Client().get(f"/e/{event.slug}/board/", {"slides": "play"}).content.decode()


def test_the_wall_tells_whose_turn_it_is_and_changes_with_every_step() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    before, waits = wall(table), play.seats.filter(owes_since__isnull=False).order_by("number")
    owing = ", ".join(waits.values_list("name", flat=True))

    make.decided(play, people, Random(1))

    assert f"Waiting for {owing}" in before
    assert 'data-key="play-1"' in before
    assert wall(table) != before


def test_nobody_presses_anything_on_the_wall() -> None:
    table = make.at_table()
    make.sat_at(table)

    assert 'name="action"' not in wall(table)


def test_the_wall_tells_nothing_of_a_match_that_is_kept_back() -> None:
    table = make.at_table()
    play, _ = make.sat_at(table)
    round_ = table.seating.round
    by = factories.actor(Role.ORGANIZER, round_.stage.event.club)
    rounds.withhold(by=by, round_=round_)

    shown = wall(table)

    assert ("play-1" in shown, play.code in shown) == (False, False)
