# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
"""What somebody needs: asked of the season's own table, with the results that would come."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings import need
from league.standings.counting import Worth
from league.standings.exact import exact_sum
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_standing
from league.standings.types import Adjustment, EventId, Results
from tests.league.standings.results import GAME_POINTS, match, penalty, player

A = player("A")
RULES = (
    SeasonRule(),
    SeasonRule("best_n", n=3, unit="evenings"),
    SeasonRule("best_n", n=3, unit="matches"),
    SeasonRule("drop_worst_k", k=2, unit="evenings"),
    SeasonRule("drop_worst_k", k=1, unit="matches", attendance=Fraction(1, 2)),
    SeasonRule("average"),
    SeasonRule("average", k=1),
    SeasonRule("shrunk_average", c=3),
)


def evenings(values: list[list[int]], *, first: int = 1) -> list[Evening]:
    """One evening for each list: A meets X in a match for each score."""
    found, number = [], first * 100
    for event, scores in enumerate(values, start=first):
        tables = []
        for score in scores:
            number += 1
            tables.append(match(number, {"A": 1, "X": 2}, scores=[score, 0], round_=number))
        found.append(Evening(EventId(event), Results(tuple(tables)), GAME_POINTS, order=event))
    return found


def outlook(
    values: list[list[int]],
    rule: SeasonRule,
    left: int,
    matches: int,
    adjustments: tuple[Adjustment, ...] = (),
) -> need.Outlook:
    ledger = season_standing(evenings(values), rule=rule, adjustments=adjustments).ledger
    return need.outlook(
        ledger.counted(A),
        adjusted=exact_sum(one.points for one in ledger.adjustments(A)),
        evenings=left,
        matches=matches,
    )


def measured(
    values: list[list[int]], rule: SeasonRule, adjustments: tuple[Adjustment, ...] = ()
) -> Fraction:
    ledger = season_standing(evenings(values), rule=rule, adjustments=adjustments).ledger
    found = ledger.average(A) if rule.by_average else ledger.points(A)
    assert found is not None
    return found


@given(
    values=st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=2), min_size=1, max_size=5),
    rule=st.sampled_from(RULES),
    left=st.integers(1, 3),
    matches=st.integers(1, 2),
    score=st.integers(0, 40),
    fine=st.integers(-4, 0),
)
def test_what_is_told_is_what_the_season_would_compute(
    values: list[list[int]], rule: SeasonRule, left: int, matches: int, score: int, fine: int
) -> None:
    fines = (penalty("A", fine),) if fine else ()
    of = outlook(values, rule, left, matches, fines)
    per_unit = score if rule.counted_unit == "matches" else score * matches

    told = of.value(Fraction(per_unit))

    assert told == measured([*values, *[[score] * matches] * left], rule, fines)


@given(
    held=st.lists(st.integers(0, 30), max_size=6),
    rule=st.sampled_from(RULES),
    left=st.integers(1, 4),
    goal=st.fractions(0, 120, max_denominator=6),
)
def test_the_least_reaches_the_goal_and_nothing_less_does(
    held: list[int], rule: SeasonRule, left: int, goal: Fraction
) -> None:
    worths = tuple(Worth(Fraction(value), Fraction(value), Fraction(1)) for value in held)
    of = need.Outlook(rule, worths, Fraction(0), left, 1)

    found = need.least(of, goal)

    if found is None:
        assert of.value(Fraction(10**6)) < goal
    else:
        assert of.value(found) >= goal
        assert found == 0 or of.value(found - Fraction(1, 1000)) < goal
        assert found == 0 or of.value(found) == goal


def test_a_dropped_result_is_replaced_and_not_added() -> None:
    best_three = SeasonRule("best_n", n=3, unit="evenings")
    of = outlook([[10], [8], [6], [2]], best_three, 1, 1)

    assert of.value(Fraction(2)) == 24
    assert of.value(Fraction(9)) == 27
    assert need.least(of, Fraction(26)) == 8


def test_what_no_number_of_points_reaches_is_said() -> None:
    all_but_two = SeasonRule("drop_worst_k", k=2, unit="evenings")
    of = need.Outlook(all_but_two, (), Fraction(0), 2, 1)

    assert need.least(of, Fraction(1)) is None


def test_weights_make_it_unsteady_and_then_no_least_is_told() -> None:
    heavy = Worth(Fraction(4), Fraction(8), Fraction(2))
    of = need.Outlook(SeasonRule("best_n", n=1, judged="before"), (heavy,), Fraction(0), 1, 1)

    assert of.value(Fraction(3)) == 8
    assert of.value(Fraction(5)) == 5
    assert not of.is_steady
    with pytest.raises(ValueError, match="make less"):
        need.least(of, Fraction(9))
