# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.exact import exact_sum, fraction_from_json, percent, shown


@pytest.mark.parametrize(
    ("share", "seen"),
    [
        (Fraction(62, 125), "50"),
        (Fraction(109, 250), "44"),
        (Fraction(17, 250), "7"),
        (Fraction(88, 90), "98"),
        (Fraction(1, 8), "13"),
        (Fraction(10, 16), "63"),
        (Fraction(6, 16), "38"),
    ],
)
def test_each_percentage_is_rounded_half_up_on_its_own(share: Fraction, seen: str) -> None:
    assert percent(share) == seen


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (Fraction(8), "8"),
        (Fraction(16, 3), "5.33"),
        (Fraction(11, 2), "5.50"),
        (Fraction(200, 3), "66.67"),
        (Fraction(333, 5), "66.60"),
        (Fraction(1, 200), "0.01"),
        (Fraction(-1, 200), "-0.01"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(-26, 5), "-5.20"),
        (Fraction(5999, 1000), "6.00"),
    ],
)
def test_numbers_are_shown_with_two_decimals_unless_whole(value: Fraction, seen: str) -> None:
    assert shown(value) == seen


@given(st.lists(st.fractions(max_denominator=60)))
def test_the_fast_sum_is_the_sum(values: list[Fraction]) -> None:
    assert exact_sum(values) == sum(values, Fraction(0))


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6))
def test_every_written_number_is_read_back(value: Fraction) -> None:
    assert fraction_from_json(str(value)) == value


@pytest.mark.parametrize(
    ("told", "value"),
    [(" 7 ", Fraction(7)), ("5.5", Fraction(11, 2)), ("\u22123", Fraction(-3)), (0, Fraction(0))],
)
def test_numbers_are_read_as_people_write_them(told: str | int, value: Fraction) -> None:
    assert fraction_from_json(told) == value
