"""Totals and counted chips: what can be wrong with them, and where it is said."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import MalformedSheet
from games.core.types import JSON, Path
from tests.games.the_devil_with_it.tables import RULES, counted, final, found, warned

EARLY = {"early_end_allowed": True}


def test_seven_players_are_too_many() -> None:
    assert found(final([1600] + [0] * 6)) == [("wrong_seat_count", "seats")]


def test_a_missing_total_is_asked_for_at_the_end_and_forgiven_before() -> None:
    sheet = final([1600, None])

    assert found(sheet) == [("total_missing", "seats.1.total")]
    assert found(sheet, final=False) == []


def test_nobody_owns_less_than_nothing() -> None:
    """TD R47."""
    assert found(final([1600, -10])) == [("not_a_sum_of_chips", "seats.1.total")]


def test_an_early_end_with_a_winner_is_none() -> None:
    """TD R43: who owns the end amount has ended the match."""
    assert found(final([1600, 10], EARLY, ended_early=True)) == [("not_early", "ended_early")]


def test_an_early_end_must_be_foreseen() -> None:
    assert warned(final([900, 10], ended_early=True)) == [("early_end_unforeseen", "ended_early")]
    assert warned(final([900, 10], EARLY, ended_early=True)) == []


@pytest.mark.parametrize(
    ("rounds", "remarks"), [(None, []), (8, []), (7, [("early_end_unforeseen", "ended_early")])]
)
def test_a_limit_of_rounds_foresees_an_end_after_so_many(
    rounds: int | None, remarks: list[tuple[str, str]]
) -> None:
    sheet = final([900, 10], {"max_rounds": 8}, ended_early=True, rounds_played=rounds)

    assert warned(sheet) == remarks


def test_more_rounds_than_the_ruleset_allows_are_refused() -> None:
    sheet = final([1600, 10], {"max_rounds": 8}, rounds_played=9)

    assert found(sheet) == [("rounds_too_many", "rounds_played")]


def test_together_players_seldom_own_more_than_the_box() -> None:
    rich = [2200] * 4 + [2000]

    assert warned(final(rich)) == [("more_money_than_the_box", "seats")]
    assert found(final(rich, {"bank_limited": True})) == [("more_money_than_the_box", "seats")]


def test_with_extra_rounds_a_level_first_place_is_doubted() -> None:
    """TD R45."""
    options: JSON = {"end_tie": "extra_round", "max_rounds": 9}

    assert warned(final([1700, 1700, 0], options)) == [("extra_round_due", "seats")]
    assert warned(final([1700, 1650, 0], options)) == []
    assert warned(final([1700, 1700, 0], options, rounds_played=9)) == []


def test_after_extra_rounds_the_best_may_own_less_than_the_end_amount() -> None:
    """TD R45."""
    sheet = final([1500, 1400], {"end_tie": "extra_round"})

    assert (found(sheet), warned(sheet)) == ([], [("nobody_finished", "seats")])


def test_less_than_the_ruleset_asks_for_is_refused() -> None:
    assert found(final([1600, 0], {"entry_level": "FINAL_CHIPS"})) == [("level_too_short", "level")]


def test_counted_chips_make_the_total() -> None:
    """TD R46."""
    sheet = counted([{1000: 1, 500: 1, 100: 1}, {50: 1, 10: 2}, {10: 0}])

    computed = RULES.computed(sheet)

    assert found(sheet) == []
    assert computed == {
        ("seats", 0, "sum"): 1600,
        ("seats", 1, "sum"): 70,
        ("seats", 2, "sum"): 0,
    }
    assert RULES.settle(sheet).points == (1600, 70, 0)


def test_a_total_beside_counted_chips_is_compared() -> None:
    sheet = counted([{1000: 1, 500: 1, 100: 1, 0: 1610}, {10: 7, 0: 70}])

    assert found(sheet) == [("total_differs", "seats.0.total")]


def test_chips_nobody_counted_are_asked_for_unless_the_total_is_nothing() -> None:
    sheet = counted([{1000: 2}, {}, {0: 0}])

    assert found(sheet) == [("chips_missing", "seats.1.chips.10")]
    assert found(sheet, final=False) == []


def test_a_negative_count_is_named_once() -> None:
    assert found(counted([{1000: 2}, {10: -1}])) == [("negative_count", "seats.1.chips.10")]


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ([], "json.not_object", ()),
        ({"seats": [{}]}, "json.wrong_length", ("seats",)),
        ({"seats": "ab"}, "json.not_list", ("seats",)),
        ({"level": "ALL", "seats": [{}, {}]}, "json.unknown_choice", ("level",)),
        ({"seats": [{"chips": {}}, {}]}, "json.unknown_field", ("seats", 0)),
        ({"seats": [{}, {}], "rounds": []}, "json.unknown_field", ()),
        (
            {"level": "FINAL_CHIPS", "seats": [{"chips": {"30": 1}}, {}]},
            "json.unknown_field",
            ("seats", 0, "chips"),
        ),
        (
            {"level": "LEDGER", "seats": [{"rounds": [{"result": "angel"}]}, {}]},
            "json.unknown_choice",
            ("seats", 0, "rounds", 0, "result"),
        ),
        (
            {"level": "LEDGER", "seats": [{}, {}], "rounds": [{}] * 2001},
            "the_devil_with_it.too_many_rounds",
            ("rounds",),
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(MalformedSheet) as caught:
        RULES.parse(data, seats=2, options=RULES.default_options())

    assert (caught.value.code, caught.value.path) == (code, path)


@pytest.mark.parametrize("level", ["FINAL", "FINAL_CHIPS", "LEDGER"])
def test_every_remark_stands_at_a_box_or_at_the_table(level: str) -> None:
    options = RULES.default_options()
    paths = {cell.path for cell in RULES.layout(2, options, level)} | {("seats",)}
    rows: JSON = [{"rounds": [{"bet": 7}]}, {}] if level == "LEDGER" else [{}, {}]
    sheet: Any = RULES.parse({"level": level, "seats": rows}, seats=2, options=options)

    issues = RULES.check(sheet)

    assert issues
    assert [issue.path for issue in issues if issue.path not in paths] == []
