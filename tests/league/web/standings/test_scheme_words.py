"""What the scoring page tells of each scheme: an example per table size, and every setting."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.models import Stage
from league.queries.standings.stage_settings import settings_of
from league.standings.byes import usual_mean
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.types import JSON
from tests import factories
from tests.flows.visitors import Reader
from tests.league.web.standings.test_scoring_forms import SETTINGS

pytestmark = pytest.mark.django_db
WARNING_ONLY = {("raw_bonus", "zero_sum")}


def stage_under(spec: dict[str, JSON]) -> Stage:
    return factories.stage(scheme=scheme_from_json(spec).to_json())


def scoring_page(stage: Stage) -> Reader:
    path = f"/e/{stage.event.slug}/stages/{stage.number}/scoring/"
    return Reader(Client().get(path).content.decode())


def spec_of(key: str) -> dict[str, JSON]:
    return {"key": key, **SETTINGS.get(key, {})}


@pytest.mark.parametrize("key", [scheme.key for scheme in SCHEMES])
def test_every_scheme_has_a_worked_example_for_each_table_size_it_pays(key: str) -> None:
    stage = stage_under(spec_of(key))
    scheme = scheme_from_json(spec_of(key))

    (rows,) = [table[1:] for table in scoring_page(stage).tables if table[0][0] == "Table of"]

    sizes = range(stage.ruleset.seats_min, stage.ruleset.seats_max + 1)
    assert [row[0] for row in rows] == [str(size) for size in sizes if scheme.covers(size)]
    assert all(" · " in row[1] for row in rows)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (key, name)
        for key, settings in SETTINGS.items()
        for name in settings
        if (key, name) not in WARNING_ONLY and key != "custom"
    ],
)
def test_the_page_tells_every_setting_that_changes_what_is_paid(key: str, name: str) -> None:
    stage = stage_under(spec_of(key))
    told = scoring_page(stage).words

    stage.scheme = scheme_from_json(
        {each: value for each, value in spec_of(key).items() if each != name}
    ).to_json()
    stage.save()

    assert scoring_page(stage).words != told


@pytest.mark.parametrize("key", [scheme.key for scheme in SCHEMES])
def test_a_bye_of_the_mean_is_told_as_what_it_is_worth_under_the_scheme(key: str) -> None:
    stage = stage_under(spec_of(key))
    scheme = scheme_from_json(stage.scheme)
    stage.bye = {"kind": "mean"}
    stage.save()

    words = scoring_page(stage).words

    mean = usual_mean(scheme, settings_of(stage))
    told = re.search(r"Bye: worth the average of a table of (\d+)\.", words)
    if mean is None:
        assert "Bye: worth the average of the player's own other rounds." in words
        assert told is None
    else:
        assert told is not None
        assert scheme.mean_per_seat(int(told[1])) == mean
