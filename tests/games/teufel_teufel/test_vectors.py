"""The worked examples of the rules: sheets with their verdict and their places."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import Outcome
from tests.games.teufel_teufel.tables import RULES, STAYED, found, table, warned

# Seats are Red, Blue, Green, Yellow, White, Black.
SS_1 = table("last_one", [2, 1, 3, STAYED])
SS_2 = table("day_break", [2, 1, STAYED, STAYED])
SS_4 = table("day_break", [STAYED, STAYED])


@pytest.mark.parametrize(
    ("sheet", "verdict"),
    [
        pytest.param(SS_1, [], id="ss-1"),
        pytest.param(SS_2, [], id="ss-2"),
        pytest.param(
            table("last_one", [2, 1, STAYED, STAYED]), [("not_all_but_one", "end")], id="ss-3"
        ),
        pytest.param(SS_4, [], id="ss-4"),
        pytest.param(table("day_break", [1, 2, STAYED]), [("no_day_break", "end")], id="ss-5"),
        pytest.param(
            table("day_break", [1, STAYED, STAYED], rows={1: {"letters": 6}}),
            [("must_have_left", "seats.1.letters")],
            id="ss-6",
        ),
        pytest.param(
            table(
                "day_break",
                [1, *[STAYED] * 5],
                rows={seat: {"devil": True} for seat in range(1, 6)},
            ),
            [("too_many_devils", "seats")],
            id="ss-7",
        ),
        pytest.param(
            table("day_break", [1, STAYED, STAYED], rows={0: {"letters": 5}}),
            [("leaver_without_letters", "seats.0.letters")],
            id="ss-8",
        ),
        pytest.param(
            table("day_break", [1, STAYED, STAYED], hidden_cards=3),
            [("hidden_at_day_break", "hidden_cards")],
            id="ss-9",
        ),
        pytest.param(
            table("day_break", [1, STAYED, STAYED], rows={0: {"turns": 5}}),
            [("too_few_turns", "seats.0.turns")],
            id="ss-10",
        ),
    ],
)
def test_sheets_get_their_verdict(sheet: Any, verdict: list[tuple[str, str]]) -> None:
    assert found(sheet) == verdict


@pytest.mark.parametrize(
    ("sheet", "outcome"),
    [
        pytest.param(SS_1, Outcome(None, (2, 1, 3, 4), "last_one"), id="ss-1"),
        pytest.param(SS_2, Outcome(None, (2, 1, 3, 3), "day_break", low_tie=True), id="ss-2"),
        pytest.param(SS_4, Outcome(None, (1, 1), "day_break", drawn=True, low_tie=True), id="ss-4"),
    ],
)
def test_sheets_are_settled_by_the_order_of_leaving(sheet: Any, outcome: Outcome) -> None:
    assert RULES.settle(sheet) == outcome


def test_a_day_break_before_anybody_has_left_is_doubted() -> None:
    assert warned(SS_4) == [("nobody_left", "seats")]
    assert warned(SS_2) == []


def test_the_form_shows_the_places_as_they_are_shared() -> None:
    assert RULES.computed(SS_2) == {
        ("seats", 0, "place"): 2,
        ("seats", 1, "place"): 1,
        ("seats", 2, "place"): "3–4",
        ("seats", 3, "place"): "3–4",
    }
