from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.utils import translation

from league.queries.decimals import hundredths
from league.queries.seating import seating_plans
from league.seating.texts import PENALTIES

if TYPE_CHECKING:
    from games.core.types import JSON

NAMES = {1: "Ada", 2: "Bo"}


@pytest.mark.parametrize("code", sorted(PENALTIES))
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_penalty_is_told_even_where_its_numbers_are_fractions(
    code: str, language: str
) -> None:
    params: dict[str, JSON] = dict.fromkeys(re.findall(r"%\((\w+)\)s", PENALTIES[code]), "16/3")
    penalty: dict[str, JSON] = {
        "code": code,
        "players": [1, 2],
        "table": 3,
        "params": params,
        "cost": 1,
    }
    with translation.override(language):
        told = seating_plans.penalty_sentence(penalty, NAMES)
    assert "16/3" not in told
    assert "%(" not in told


def test_tables_by_standings_name_mean_scores_as_the_reader_spells_numbers() -> None:
    penalty: dict[str, JSON] = {
        "code": "score_gap",
        "players": [1, 2],
        "table": 3,
        "params": {"high": "16/3", "low": "5"},
        "cost": 1,
    }
    with translation.override("en"):
        assert "from 5 to 5.33" in seating_plans.penalty_sentence(penalty, NAMES)
    with translation.override("de"):
        assert "5,33" in seating_plans.penalty_sentence(penalty, NAMES)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0.00"),
        (Fraction(16, 3), "5.33"),
        (Fraction(-1, 2), "-0.50"),
        (Fraction(-5, 3), "-1.67"),
        (Fraction(7), "7.00"),
    ],
)
def test_an_exact_number_is_shown_with_two_decimals(value: Fraction, shown: str) -> None:
    with translation.override("en"):
        assert hundredths(value) == shown
