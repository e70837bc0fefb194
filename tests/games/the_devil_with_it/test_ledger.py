"""The ledger: what follows from the rounds, and which box is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.forms import from_form, to_form
from games.core.sheet import CellKind
from games.core.types import JSON
from games.the_devil_with_it.money import RoundEnd
from games.the_devil_with_it.sheet.ledger import ledger
from tests.games.the_devil_with_it.tables import RULES, book, found, one_round, warned

EARLY: dict[str, JSON] = {"early_end_allowed": True}
FEW: dict[str, JSON] = {  # 100, 50, 10 and two devils: an oven that is soon empty
    **EARLY,
    "coal": {"100": 1, "50": 1, "10": 1, "devil": 2},
    "oven_mouth_capacity": 1,
}


def stopped(*rounds: Any, options: JSON = None) -> Any:
    """A ledger of a match that was stopped after its last round."""
    return book(*rounds, options=EARLY if options is None else options, ended_early=True)


def test_the_first_round_the_rules_tell_at_length() -> None:
    """TD R1, R5, R8, R9, R14: bets, coal, and what everybody owns afterwards."""
    sheet = stopped(
        one_round((60, 4, 50), (100, "devil"), (120, 3, 135), (140, "devil"), starter=1)
    )

    (facts,) = ledger(sheet).rounds

    assert facts.before == (200, 200, 200, 200)
    assert facts.pacts == (False, False, False, False)
    assert facts.payments == ()
    assert (facts.settlement.best_amount, facts.settlement.most_pieces) == (135, 4)
    assert facts.after == (310, 300, 370, 60)
    assert facts.positions == (5, 4, 5, 1)
    assert facts.end is RoundEnd.GOES_ON


def test_a_devil_pays_the_pacts_before_stakes_are_settled() -> None:
    """TD R20, R21, R23: seat 2 is alone last after the first round and gets 50 from each devil."""
    sheet = stopped(
        one_round((60, 4, 50), (100, 1, 100), (200, "devil"), starter=0),
        one_round((10, 1, 10), (300, "devil"), (None, "devil"), starter=1),
    )

    second = ledger(sheet).rounds[1]

    assert second.before == (310, 350, 0)
    assert second.pacts == (False, False, True)
    # 50 are left beside the stake of 300, and they go to the partner of the devil
    assert second.payments == ((1, 2, 50, False),)
    assert second.after == (310 + 10 + 100, 0, 50)
    assert found(sheet) == []


def test_the_order_of_the_devils_decides_who_can_pay() -> None:
    """TD R23, R24: whoever is paid first can pay the next one."""
    first = one_round((200, "devil"), (200, "devil"), (10, 1, 10), starter=0)
    after = {
        starter: ledger(
            stopped(
                one_round(*first[0], starter=starter),
                one_round((None, "devil"), (None, "devil"), (220, 1, 10)),
            )
        )
        .rounds[1]
        .payments
        for starter in (2, 0)
    }

    # the second round begins with seat 0, then with seat 1
    assert after[2] == ((0, 1, 50, True), (1, 0, 50, False))
    assert after[0] == ((1, 0, 50, True), (0, 1, 50, False))


def test_numbers_alone_mean_that_coal_was_laid_down() -> None:
    row: JSON = {"rounds": [{"bet": 10, "pieces": 1, "amount": 50}]}
    data: JSON = {"level": "LEDGER", "seats": [row, row], "rounds": [{"starter": 0}]}

    sheet = RULES.parse(data, seats=2, options=RULES.default_options())

    assert found(sheet) == [("nobody_finished", "seats")]
    assert ledger(sheet).rounds[0].after == (320, 320)


@pytest.mark.parametrize(
    ("turn", "verdict"),
    [
        pytest.param((None, 1, 10), [("bet_missing", "bet")], id="everybody-bets"),
        pytest.param((0, 1, 10), [("bet_out_of_range", "bet")], id="an-empty-fist"),
        pytest.param((-10, 1, 10), [("bet_out_of_range", "bet")], id="less-than-nothing"),
        pytest.param((210, 1, 10), [("bet_out_of_range", "bet")], id="more-than-one-owns"),
        pytest.param((15, 1, 10), [("not_a_sum_of_chips", "bet")], id="no-sum-of-chips"),
        pytest.param((10, 0, 0), [("pieces_out_of_range", "pieces")], id="no-piece"),
        pytest.param((10, 40, 1270), [("pieces_out_of_range", "pieces")], id="too-many-pieces"),
        pytest.param((10, 2, 205), [("amount_out_of_range", "amount")], id="too-high"),
        pytest.param((10, 2, 10), [("amount_out_of_range", "amount")], id="too-low"),
        pytest.param((10, 3, 56), [("amount_unreachable", "amount")], id="no-multiple-of-five"),
        pytest.param((10, 1, None), [("amount_missing", "amount")], id="amount-missing"),
        pytest.param((10, None, 50), [("pieces_missing", "pieces")], id="pieces-missing"),
        pytest.param((10, "devil", 0, 0), [], id="a-devil-at-once"),
        pytest.param((10, "devil", 2, 110), [], id="a-devil-after-110"),
        pytest.param((10, "devil", 1, 15), [("amount_unreachable", "amount")], id="no-such-piece"),
        pytest.param((10, "devil", None, 50), [("pieces_missing", "pieces")], id="how-many"),
    ],
)
def test_a_wrong_turn_is_named_at_its_box(turn: Any, verdict: list[tuple[str, str]]) -> None:
    """TD R1, R2, R7, R8."""
    sheet = stopped(one_round((10, 1, 10), turn, starter=0))

    assert found(sheet) == [(code, f"seats.1.rounds.0.{name}") for code, name in verdict]


def test_an_empty_fist_may_be_a_bet() -> None:
    """TD R2."""
    options = {**EARLY, "allow_zero_bet": True}

    assert found(stopped(one_round((0, 1, 10), (10, 1, 10), starter=0), options=options)) == []


def test_whoever_has_no_chips_must_not_bet_but_draws() -> None:
    """TD R3."""
    lost = one_round((200, 1, 10), (10, 2, 30), starter=0)

    with_bet = stopped(lost, one_round((10, 1, 10), (10, 1, 10)))
    without = stopped(lost, one_round((None, 1, 10), (10, 1, 10)))

    assert found(with_bet) == [("bet_without_chips", "seats.0.rounds.1.bet")]
    assert found(without) == []
    assert ledger(without).rounds[1].after[0] == 100


def test_after_a_wrong_bet_nothing_is_judged_by_chips_nobody_had() -> None:
    sheet = stopped(
        one_round((500, 1, 100), (10, 1, 10), starter=0), one_round((900, 1, 10), (5, 1, 10))
    )

    assert found(sheet) == [
        ("bet_out_of_range", "seats.0.rounds.0.bet"),
        ("bet_too_small", "seats.1.rounds.1.bet"),
    ]
    assert RULES.computed(sheet) == {}


def test_an_unfinished_round_is_forgiven_while_the_table_writes() -> None:
    begun = book(one_round((60, None, None), (None, 1, 10)))

    assert found(begun, final=False) == []
    assert found(begun) == [
        ("starter_missing", "rounds.0.starter"),
        ("bet_missing", "seats.1.rounds.0.bet"),
        ("pieces_missing", "seats.0.rounds.0.pieces"),
    ]


def test_a_ledger_without_rounds_is_asked_for_them() -> None:
    row: JSON = {}
    sheet = RULES.parse(
        {"level": "LEDGER", "seats": [row, row]}, seats=2, options=RULES.default_options()
    )

    assert found(sheet) == [("rounds_missing", "rounds.0.starter")]
    assert found(sheet, final=False) == []


def test_the_starter_moves_one_seat_to_the_left() -> None:
    """TD R42."""
    level = ((10, "devil"), (10, "devil"), (10, "devil"))

    right = stopped(*(one_round(*level, starter=starter) for starter in (2, 0, 1)))
    wrong = stopped(one_round(*level, starter=2), one_round(*level, starter=1))

    assert found(right) == []
    assert found(wrong) == [("starter_not_next", "rounds.1.starter")]


def test_any_round_may_say_who_began() -> None:
    level = ((10, "devil"), (10, "devil"), (10, "devil"))

    sheet = stopped(one_round(*level), one_round(*level, starter=0))

    assert found(sheet) == []
    assert [each.starter for each in ledger(sheet).rounds] == [2, 0]


def test_a_starter_must_have_a_seat() -> None:
    sheet = stopped(one_round((10, 1, 10), (10, 1, 10), starter=5))

    assert ("starter_unknown", "rounds.0.starter") in found(sheet)


def test_a_starter_other_than_the_house_one_is_doubted() -> None:
    sheet = stopped(
        one_round((10, 1, 10), (10, 1, 10), starter=1), options={**EARLY, "first_starter": 0}
    )

    assert (found(sheet), warned(sheet)) == ([], [("other_first_starter", "rounds.0.starter")])


def test_all_coal_is_there_once_between_two_resets() -> None:
    """TD R39, R40: two pieces of 100 are in the box."""
    three = one_round((10, 1, 100), (10, 1, 100), (10, 1, 100), starter=0)

    assert found(stopped(three)) == [("not_together", "seats.2.rounds.0.amount")]


def test_a_reset_brings_all_coal_back() -> None:
    """TD R40."""
    turns = ((10, 1, 100), (10, 1, 100))
    more = one_round((10, 1, 50), (10, 1, 100))

    assert found(stopped(one_round(*turns, starter=0, reset=True), more)) == []
    assert found(stopped(one_round(*turns, starter=0), more)) == [
        ("not_together", "seats.1.rounds.1.amount")
    ]


def test_no_more_pieces_and_no_more_value_than_the_box_has() -> None:
    """TD R39."""
    many = one_round((10, 20, 445), (10, 20, 445), starter=0)
    rich = one_round((10, 18, 900), (10, 18, 900), starter=0)

    assert found(stopped(many)) == [("coal_used_up", "seats.1.rounds.0.pieces")]
    assert found(stopped(rich)) == [("value_used_up", "seats.1.rounds.0.amount")]


def test_pieces_before_a_devil_count_where_somebody_counted_them() -> None:
    """TD R9: they are at the edge as well."""
    turns = ((10, "devil", 2, 200), (10, 1, 100))

    assert found(stopped(one_round(*turns, starter=0))) == [
        ("not_together", "seats.1.rounds.0.amount")
    ]


def test_a_forced_stop_with_the_last_piece_counts_and_the_others_have_no_turn() -> None:
    """TD R11, R12."""
    sheet = stopped(
        one_round((10, "devil", 0, 0), (10, "devil", 1, 50), (10, "devil", 1, 10), starter=0),
        options={**FEW, "coal": {"100": 1, "50": 1, "10": 1, "20": 1, "devil": 3}},
    )
    rest = one_round((10, "no_turn"), (10, 2, 120), (10, "no_turn"))

    data = RULES.to_json(sheet)
    assert isinstance(data, dict)
    rows: Any = data["seats"]
    for row, turn in zip(rows, rest[0], strict=True):
        numbers = {"pieces": turn[1], "amount": turn[2]} if turn[1] != "no_turn" else {}
        result = "laid" if numbers else "no_turn"
        row["rounds"].append({"bet": turn[0], "result": result, **numbers})
    again = RULES.parse(data, seats=3, options=sheet.options)

    assert found(again) == []
    assert ledger(again).rounds[1].settlement.best_amount == 120
    # seats 0 and 2 laid down nothing, so there is no bonus for them
    assert ledger(again).rounds[1].settlement.amount_bonuses == (0, 50, 0)


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        pytest.param(
            (one_round((10, 3, 160), (10, "no_turn"), (10, "devil"), starter=0),),
            [("turn_after_no_turn", "seats.1.rounds.0.result")],
            id="in-between",
        ),
        pytest.param(
            (one_round((10, 1, 100), (10, "devil", 0, 0), (10, "no_turn"), starter=0),),
            [("oven_not_empty", "seats.2.rounds.0.result")],
            id="coal-was-left",
        ),
        pytest.param(
            (one_round((10, 3, 160), (10, "devil", 0, 0), (10, "no_turn"), starter=0),),
            [("oven_not_empty", "seats.2.rounds.0.result")],
            id="a-devil-was-left",
        ),
        pytest.param(
            (one_round((10, "devil"), (10, "devil"), (10, "no_turn"), starter=0),),
            [],
            id="nobody-counted-before-the-devils",
        ),
        pytest.param(
            (one_round((10, "no_turn"), (10, "devil"), (10, "devil"), starter=None),),
            [
                ("starter_missing", "rounds.0.starter"),
                ("starter_needed", "rounds.0.starter"),
            ],
            id="who-began",
        ),
        pytest.param(
            (one_round((10, "devil"), (10, "devil"), (10, "no_turn", 1, 10), starter=0),),
            [("numbers_without_turn", "seats.2.rounds.0.pieces")],
            id="numbers-without-turn",
        ),
        pytest.param(
            (
                one_round((10, "devil"), (10, "devil"), (10, "no_turn"), starter=0),
                one_round((10, 1, 10), (10, 1, 50), (10, 1, 100)),
            ),
            [("reset_needed", "rounds.0.reset")],
            id="all-coal-went-back",
        ),
        pytest.param(
            (
                one_round((10, "devil", 0, 0), (10, "devil", 1, 10), (10, 2, 150), starter=0),
                one_round((10, 1, 10), (10, 1, 50), (10, 1, 100)),
            ),
            [
                ("reset_needed", "rounds.0.reset"),
                ("coal_used_up", "seats.1.rounds.1.pieces"),
            ],
            id="empty-though-everybody-had-a-turn",
        ),
    ],
)
def test_only_an_empty_oven_leaves_somebody_without_a_turn(
    rounds: Any, verdict: list[tuple[str, str]]
) -> None:
    """TD R6, R11, R12, R40."""
    assert found(stopped(*rounds, options=FEW)) == verdict


WON = one_round((200, 1, 100), (10, 2, 150), starter=0)
"""Seat 0 loses everything, and seat 1 owns 310."""


def test_the_first_round_with_the_amount_is_the_last_one() -> None:
    """TD R43."""
    options: JSON = {"end_threshold": 300}

    assert found(book(WON, options=options)) == []
    assert found(book(WON, one_round((None, 1, 10), (10, 1, 10)), options=options)) == [
        ("round_after_end", "rounds.1.starter")
    ]


def test_an_early_end_that_was_none_is_named() -> None:
    sheet = stopped(WON, options={"end_threshold": 300, **EARLY})

    assert found(sheet) == [("not_early", "ended_early")]


def test_extra_rounds_follow_while_the_first_place_is_level() -> None:
    """TD R45."""
    options: JSON = {"end_threshold": 300, "end_tie": "extra_round"}
    level = one_round((10, 1, 50), (10, 1, 50), starter=0)  # both own 320
    parted = one_round((10, 1, 50), (320, 1, 100))  # and now 330 and 100

    assert warned(book(level, options=options)) == [("extra_round_due", "seats")]
    assert (found(book(level, parted, options=options)), ledger(book(level, parted)).is_whole) == (
        [],
        True,
    )
    assert found(book(level, parted, one_round((10, 1, 50), (10, 1, 50)), options=options)) == [
        ("round_after_end", "rounds.2.starter")
    ]


def test_a_limit_of_rounds_is_the_end() -> None:
    level = one_round((10, "devil"), (10, "devil"), starter=0)
    more = one_round((10, "devil"), (10, "devil"))
    options: JSON = {"max_rounds": 2}

    early = book(level, more, options=options, ended_early=True)

    assert (found(early), warned(early)) == ([], [])
    assert RULES.settle(early).reason == "early_end"
    assert found(book(level, more, options=options)) == [("nobody_finished", "seats")]
    assert found(book(level, more, more, options=options, ended_early=True)) == [
        ("rounds_too_many", "rounds.2.starter")
    ]


def test_totals_beside_the_rounds_are_compared() -> None:
    """TD R44, R46."""
    sheet = book(WON, options={"end_threshold": 300}, totals=[90, 310])

    assert found(sheet) == [("total_differs", "seats.0.total")]


def test_a_limited_bank_cannot_pay_more_than_the_box() -> None:
    """TD R35 with ``bank_limited``."""
    options: JSON = {
        **EARLY,
        "bank_limited": True,
        "chips": {"10": 6, "20": 12, "50": 6, "100": 6},  # 1,200: what six players start with
    }
    rich = one_round(*[(200, 2, 200)] + [(10, "devil")] * 5, starter=0)

    sheet = book(rich, options=options, ended_early=True)

    # every stake is won, and nothing is in the bank to pay with
    assert ledger(sheet).rounds[0].after == (200,) * 6


def test_a_form_grows_with_the_rounds_that_are_filled_in() -> None:
    options = RULES.default_options()
    sheet = stopped(*[one_round((10, "devil"), (10, "devil"), starter=0)])
    data = RULES.to_json(sheet)

    rows = RULES.rows_in(data)
    cells = RULES.growing_layout(2, options, "LEDGER", rows)

    assert rows == 1
    assert max(cell.row or 0 for cell in cells) == 13
    assert {cell.row for cell in RULES.layout(2, options, "LEDGER")} == {None, *range(1, 16)}
    reading = from_form(to_form(data, cells), cells)
    assert RULES.parse(reading.data, seats=2, options=sheet.options) == sheet
    boxes = {cell.path for cell in cells if cell.kind is CellKind.COMPUTED}
    assert set(RULES.computed(sheet)) <= boxes


@pytest.mark.parametrize(
    "data",
    [None, 3, [], {}, {"rounds": 7, "seats": [{"rounds": "x"}, 3]}, {"rounds": [{}, None, {}]}],
)
def test_where_nothing_is_written_there_are_no_rounds(data: JSON) -> None:
    assert RULES.rows_in(data) == 0


def test_a_form_shows_no_more_rounds_than_the_ruleset_allows() -> None:
    options = RULES.options_from_json({"max_rounds": 2})

    cells = RULES.growing_layout(3, options, "LEDGER", 1)

    assert max(cell.row or 0 for cell in cells) == 2
