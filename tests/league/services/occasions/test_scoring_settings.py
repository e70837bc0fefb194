"""How stages and seasons score, changed after results are there: stored, followed, told."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.actors import system
from league.core.enums import CountingRule, CountingUnit, Role
from league.core.errors import BadInput
from league.core.facts import Fact
from league.models import JournalLine, Season, Stage
from league.queries.standings import previews
from league.queries.standings import standings as read
from league.services.occasions import seasons, stages
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db
BY = system("test")


def played_season(evenings: int = 2, **fields: Any) -> tuple[Season, list[Stage]]:
    """Ada, Bo, Cy and Di on some evenings; whoever won the one before comes last in the next."""
    season = factories.season(**fields)
    people = [factories.player(name) for name in ("Ada", "Bo", "Cy", "Di")]
    made = []
    for n in range(evenings):
        stage = factories.stage(factories.event(season=season))
        entries = [factories.entry(stage.event, who) for who in people]
        table = factories.table(factories.round_(stage), entries)
        factories.played(table, [(place + n) % 4 + 1 for place in range(4)])
        made.append(stage)
    standings.catch_up(season.club)
    return Season.objects.select_related("club").get(pk=season.pk), made


def points(season: Season) -> dict[str, str]:
    shown = read.payload(season, BY).payload
    found = {}
    for row in shown["rows"]:
        value = row["values"]["points"]
        assert isinstance(value, dict)
        found[row["name"]] = value["exact"]
    return found


def settled(season: Season) -> None:
    standings.catch_up(season.club)
    assert standings.check(season.club) == ()


def test_a_weight_given_after_the_results_counts_in_the_season_and_not_in_the_evening() -> None:
    season, (first, _) = played_season()
    assert points(season) == {"Bo": "8", "Ada": "12", "Cy": "4", "Di": "8"}

    stages.change(by=BY, stage=first, expected_version=1, scoring={"weight": "1/2"})

    settled(season)
    assert points(season) == {"Ada": "17/2", "Bo": "11/2", "Cy": "5/2", "Di": "15/2"}
    evening = read.payload(Stage.objects.select_related("event__club").get(pk=first.pk), BY)
    assert [row["values"]["points"] for row in evening.payload["rows"]] == [
        {"exact": n, "shown": n} for n in ("7", "5", "3", "1")
    ]


def test_the_same_settings_are_stored_without_what_is_usual() -> None:
    _, (stage, _) = played_season()

    row = stages.change(
        by=BY,
        stage=stage,
        expected_version=1,
        scoring={"weight": "2/2", "shared_win": "share", "bye_limit": 1, "dropped": "last"},
    )

    assert row.scoring == {"shared_win": "share", "bye_limit": 1}


@pytest.mark.parametrize(
    ("scoring", "code", "field"),
    [
        ({"weight": "-1"}, "weight_negative", "weight"),
        ({"carry": "101"}, "percent_out_of_range", "carry"),
        ({"bye_limit": True}, "count_expected", "bye_limit"),
        ({"absent": {"kind": "often"}}, "unknown_choice", "absent"),
        ({"colour": "blue"}, "unknown_key", "colour"),
        ([], "object_expected", "scoring"),
    ],
)
def test_a_setting_that_means_nothing_is_refused_at_its_field(
    scoring: Any, code: str, field: str
) -> None:
    _, (stage, _) = played_season()

    with pytest.raises(BadInput) as refused:
        stages.change(by=BY, stage=stage, expected_version=1, scoring=scoring)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert Stage.objects.get(pk=stage.pk).scoring == {}


def test_a_season_in_which_nothing_has_weight_is_refused() -> None:
    _, (first, second) = played_season()
    stages.change(by=BY, stage=first, expected_version=1, scoring={"weight": "0"})

    with pytest.raises(BadInput) as refused:
        stages.change(by=BY, stage=second, expected_version=1, scoring={"weight": "0"})

    assert (refused.value.code, refused.value.field) == ("weights_all_zero", "weight")


RULES: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"counting": CountingRule.SUM}, {"Ada": "12", "Bo": "8", "Di": "8", "Cy": "4"}),
    (
        {"counting": CountingRule.BEST_N, "counting_n": 1},
        {"Ada": "7", "Di": "7", "Bo": "5", "Cy": "3"},
    ),
    (
        {"counting": CountingRule.DROP_WORST_K, "counting_n": 1},
        {"Ada": "7", "Di": "7", "Bo": "5", "Cy": "3"},
    ),
    (
        {"counting": CountingRule.SHRUNK_AVERAGE, "counting_n": 2},
        {"Ada": "12", "Bo": "8", "Di": "8", "Cy": "4"},
    ),
    (
        {"counting": CountingRule.EVENING_PLACES, "counting_more": {"places": ["4", "2", "1"]}},
        {"Ada": "6", "Di": "4", "Bo": "3", "Cy": "1"},
    ),
    (
        {"counting": CountingRule.SUM, "counting_more": {"attendance": "1/2"}},
        {"Ada": "13", "Bo": "9", "Di": "9", "Cy": "5"},
    ),
]


@pytest.mark.parametrize(("rule", "expected"), RULES)
def test_every_counting_rule_may_be_chosen_after_the_results_and_is_followed(
    rule: dict[str, Any], expected: dict[str, str]
) -> None:
    season, _ = played_season()

    seasons.change(by=BY, season=season, expected_version=1, **rule)

    settled(season)
    assert points(Season.objects.select_related("club").get(pk=season.pk)) == expected


@pytest.mark.parametrize(
    ("rule", "code", "field"),
    [
        ({"counting": CountingRule.DROP_WORST_K}, "count_expected", "counting_n"),
        ({"counting_more": {"attendance": "-1"}}, "negative_number", "attendance"),
        ({"counting_more": {"judged": "never"}}, "unknown_choice", "judged"),
        ({"counting_more": {"kind": "sum"}}, "unknown_key", "kind"),
        ({"counting_more": {"minimum": 3}}, "unknown_key", "minimum"),
    ],
)
def test_a_rule_that_means_nothing_is_refused_at_its_field(
    rule: dict[str, Any], code: str, field: str
) -> None:
    season, _ = played_season()

    with pytest.raises(BadInput) as refused:
        seasons.change(by=BY, season=season, expected_version=1, **rule)

    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_changed_rule_is_previewed_as_it_then_happens_and_told_with_old_and_new() -> None:
    season, _ = played_season()
    organizer = factories.actor(Role.ORGANIZER, season.club)
    fields: seasons.SeasonFields = {
        "counting": CountingRule.BEST_N,
        "counting_n": 1,
        "counting_unit": CountingUnit.EVENINGS,
        "counting_more": {"attendance": "1"},
    }

    shifts = previews.change(organizer, season, seasons.as_stored(season, fields))
    seasons.change(by=BY, season=season, expected_version=1, **fields)

    settled(season)
    assert [(one.name, one.before, one.after) for one in shifts] == [
        ("Di", "2=", "2"),
        ("Bo", "2=", "3"),
    ]
    line = JournalLine.objects.filter(kind=Fact.SEASON_CHANGED).latest("id")
    assert line.payload["changed"] == {
        "counting": {"old": "sum", "new": "best_n"},
        "counting_n": {"old": None, "new": 1},
        "counting_unit": {"old": "matches", "new": "evenings"},
        "counting_more": {"old": {}, "new": {"attendance": "1"}},
    }
