"""What can be said of a season or a stage is said alike by service, API and page."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework import serializers

from api.v1 import presets, seasons, stages
from league.forms.occasions.seasons import SeasonForm
from league.queries.standings.stage_scoring import SETTINGS
from league.services.occasions.seasons import SeasonFields
from league.services.occasions.stages import StageFields

SEASON, STAGE = set(SeasonFields.__annotations__), set(StageFields.__annotations__)
# Of a season: usual seating is said on its page alone, further settings box by box.
SAID_ON_THE_PAGE = {"seating"}
BOX_BY_BOX = {"seating", "counting_more", "chain"}
# Of a stage: what it is from the start, the games, which other doors change, the room's clock.
SAID_ELSEWHERE = {"kind", "name", "mode", "ruleset", "rulesets", "source"}
SAID_ELSEWHERE |= {"round_minutes", "clock_starts"}


def names(serializer: type[serializers.Serializer[Any]]) -> set[str]:
    return set(serializer().fields)


def test_a_season_is_made_and_changed_by_the_fields_that_the_service_knows() -> None:
    made, changed = names(seasons.SeasonInput), names(seasons.SeasonPatch)

    assert (made, changed) == (SEASON - SAID_ON_THE_PAGE, SEASON - SAID_ON_THE_PAGE)
    assert changed - names(seasons.OneSeasonOutput) == set()
    assert (SEASON - BOX_BY_BOX) - set(SeasonForm.base_fields) == set()


def test_a_stage_is_changed_by_the_fields_that_the_service_and_its_scoring_know() -> None:
    scoring = set(SETTINGS)
    changed = names(stages.StagePatch)

    assert changed == (STAGE - SAID_ELSEWHERE - {"scoring"}) | scoring
    assert changed - names(stages.StageSettingsOutput) == set()


def test_a_preset_holds_fields_of_a_stage_and_of_a_season() -> None:
    assert names(presets.PresetStageInput) - STAGE == set()
    assert names(presets.PresetSeasonInput) - SEASON == set()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (seasons.SeasonPatch, seasons.OneSeasonOutput),
        (seasons.SeasonInput, seasons.OneSeasonOutput),
        (seasons.SeasonPatch, presets.PresetSeasonInput),
        (stages.StagePatch, stages.StageSettingsOutput),
        (stages.StagePatch, presets.PresetStageInput),
    ],
    ids=lambda each: each.__name__,
)
def test_a_field_of_one_name_is_of_one_kind_with_the_same_choices(
    sent: type[serializers.Serializer[Any]], told: type[serializers.Serializer[Any]]
) -> None:
    one, other = sent().fields, told().fields
    shared = sorted(set(one) & set(other))

    def kind(field: Any) -> tuple[object, ...]:  # of any value
        is_list = isinstance(field, serializers.ListField)
        is_group = isinstance(field, serializers.Serializer)
        choices = tuple(getattr(field, "choices", ()))
        return "group" if is_group else "list" if is_list else type(field), choices

    assert shared
    assert {name: kind(one[name]) for name in shared} == {
        name: kind(other[name]) for name in shared
    }
