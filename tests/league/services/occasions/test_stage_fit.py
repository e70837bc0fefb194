"""Settings under which a table could be played that cannot be scored are refused at their field."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.actors import system
from league.core.enums import Confirmation, Role
from league.core.errors import BadInput, Refused
from league.models import MatchRecord, Stage
from league.services.occasions import stages
from league.services.records import records
from league.standings.types import JSON
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db
BY = system("test")
THREE_AND_FOUR: dict[str, JSON] = {
    "key": "custom",
    "rows": {"3": ["2", "1", "0"], "4": ["3", "2", "1", "0"]},
}
NO_PLACES = {"guests_hold_places": False}


def refusal(stage: Stage, **fields: Any) -> tuple[str, str, dict[str, int | str]]:
    with pytest.raises(BadInput) as refused:
        stages.change(by=BY, stage=stage, expected_version=stage.version, **fields)
    return refused.value.field, refused.value.code, dict(refused.value.params)


def test_guests_without_places_are_refused_where_the_scheme_lacks_a_row_for_the_rest() -> None:
    stage = factories.stage(scheme=THREE_AND_FOUR)
    lenient = factories.stage(scoring=NO_PLACES)

    answer = doors.organizer(stage.event.club).patch(
        f"/stages/{stage.pk}/", {"guests_hold_places": False}, If_Match='"1"'
    )

    told = ("guests_hold_places", "guests_without_rows", {"sizes": "2"})
    assert refusal(stage, scoring=NO_PLACES) == told
    assert refusal(lenient, scheme=THREE_AND_FOUR) == told
    assert (answer.status_code, answer.json()["code"]) == (400, "guests_without_rows")


def test_guests_without_places_are_fine_where_every_smaller_size_has_a_row() -> None:
    rows: dict[str, JSON] = {"2": ["1", "0"], "3": ["2", "1", "0"], "4": ["3", "2", "1", "0"]}
    stage = factories.stage(scheme={"key": "custom", "rows": rows}, size_max=4)

    changed = stages.change(by=BY, stage=stage, expected_version=1, scoring=NO_PLACES)

    assert changed.scoring == NO_PLACES


def test_a_scheme_of_points_is_refused_for_a_game_that_only_asks_for_places() -> None:
    event = factories.event()
    places = factories.free_game(event.club, counts="places")
    stage = factories.stage(event, ruleset=places)
    lowest = factories.stage(
        event, ruleset=factories.free_game(event.club, name="Low Tide", higher_wins=False)
    )

    assert refusal(stage, scheme={"key": "game_points"}) == ("scheme", "scores_needed", {})
    assert refusal(lowest, scheme={"key": "table_share"}) == ("scheme", "wrong_direction", {})


def test_a_table_that_is_published_keeps_its_row_also_before_its_result() -> None:
    stage = factories.stage()
    factories.table(factories.round_(stage), [factories.entry(stage.event) for _ in range(5)])

    assert refusal(stage, scheme=THREE_AND_FOUR) == ("scheme", "size_not_covered", {"size": 5})


def test_a_drawn_table_without_points_is_refused_where_points_are_what_counts() -> None:
    event = factories.event(confirmation=Confirmation.NONE)
    game = factories.free_game(event.club, may_be_drawn=True)
    told = []

    for scheme in ({"key": "game_points"}, {"key": "game_points", "drawn": "3"}):
        stage = factories.stage(event, ruleset=game, scheme=scheme)
        table = factories.table(factories.round_(stage), [factories.entry(event) for _ in range(2)])
        try:
            records.submit(
                by=factories.actor(Role.ORGANIZER, event.club),
                table=table,
                data={"seats": [{}, {}], "drawn": True},
                expected_version=0,
            )
            told.append("stored")
        except Refused as refused:
            told.append(refused.code)

    assert told == ["scores_needed", "stored"]
    assert MatchRecord.objects.count() == 1
