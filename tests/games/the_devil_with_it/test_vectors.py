"""The worked examples of the score sheet: sheets with their verdict."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.the_devil_with_it.tables import (
    RULES,
    Written,
    book,
    counted,
    final,
    found,
    one_round,
    warned,
)

EARLY = {"early_end_allowed": True}
FIRST_ROUND = one_round((60, 4, 50), (100, "devil"), (120, 3, 135), (140, "devil"), starter=1)
SIX_DEVILS: tuple[Written, ...] = ((10, "devil"),) * 6


@pytest.mark.parametrize(
    ("sheet", "verdict"),
    [
        pytest.param(final([1640, 900, 0]), [], id="ss-1"),
        pytest.param(final([1590, 1200]), [("nobody_finished", "seats")], id="ss-2"),
        pytest.param(final([1645, 1200]), [("not_a_sum_of_chips", "seats.0.total")], id="ss-3"),
        pytest.param(final([4500, 0]), [("total_impossible", "seats.0.total")], id="ss-4"),
        pytest.param(
            final([1600, 0], rounds_played=1),
            [("beyond_rounds", "seats.0.total"), ("rounds_too_few", "rounds_played")],
            id="ss-5",
        ),
        pytest.param(
            final([2210, 0], rounds_played=2), [("beyond_rounds", "seats.0.total")], id="ss-6"
        ),
        pytest.param(
            final([480, 370, 310], EARLY, rounds_played=1, ended_early=True), [], id="ss-14"
        ),
        pytest.param(final([4300, 1990], {"end_threshold": 2000}), [], id="ss-15"),
        pytest.param(
            book(one_round((200, "no_turn"), (200, 2, 200), starter=0)),
            [
                ("starter_without_turn", "seats.0.rounds.0.result"),
                ("nobody_finished", "seats"),
            ],
            id="ss-16",
        ),
        pytest.param(
            counted([{1000: 2}, {1000: 3}]),
            [("more_than_the_box", "seats.1.chips.1000")],
            id="ss-7",
        ),
        pytest.param(
            book(one_round((10, 1, 30), (10, "devil"), starter=0), ended_early=True, options=EARLY),
            [("amount_unreachable", "seats.0.rounds.0.amount")],
            id="ss-8",
        ),
        pytest.param(
            book(one_round((10, 2, 25), (10, "devil"), starter=0), ended_early=True, options=EARLY),
            [("amount_unreachable", "seats.0.rounds.0.amount")],
            id="ss-9",
        ),
        pytest.param(book(FIRST_ROUND, options=EARLY, ended_early=True), [], id="ss-10"),
        pytest.param(
            book(
                one_round(*SIX_DEVILS, starter=0),
                one_round(*SIX_DEVILS),
                options=EARLY,
                ended_early=True,
            ),
            [("too_many_devils", "seats.4.rounds.1.result")],
            id="ss-11",
        ),
        pytest.param(final([1700, 1700, 1650]), [], id="ss-13"),
    ],
)
def test_a_sheet_gets_its_verdict(sheet: Any, verdict: list[tuple[str, str]]) -> None:
    assert found(sheet) == verdict


def test_a_ledger_computes_chips_and_pacts() -> None:
    """TD R14, R16: after the first round Lucy alone is last and has a pact in the second."""
    sheet = book(FIRST_ROUND, one_round(*[(10, "devil")] * 4), options=EARLY, ended_early=True)

    computed = RULES.computed(sheet)

    assert found(sheet) == []
    assert [computed["seats", seat, "rounds", 0, "chips"] for seat in range(4)] == [
        310,
        300,
        370,
        60,
    ]
    assert [computed["seats", seat, "rounds", 0, "pawn"] for seat in range(4)] == [
        "300–500",
        "300",
        "300–500",
        "50–200",
    ]
    with_pact = [seat for seat in range(4) if ("seats", seat, "rounds", 1, "pact") in computed]
    assert with_pact == [3]


def test_two_players_share_the_first_place() -> None:
    settled = RULES.settle(final([1700, 1700, 1650]))

    assert settled.places == (1, 1, 3)
    assert settled.points == (1700, 1700, 1650)


def test_a_very_high_total_is_a_warning() -> None:
    assert warned(final([2500, 0])) == []
    assert warned(final([2510, 0])) == [("unusual_total", "seats.0.total")]
