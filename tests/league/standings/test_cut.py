# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from dataclasses import replace

import pytest

from league.standings.compute import stage_table
from league.standings.cut import (
    CutDecision,
    CutQuestion,
    Through,
    cut,
    overall,
    require_last_word,
)
from league.standings.errors import StandingsError
from league.standings.points import Linear7
from league.standings.table import Table
from league.standings.types import Lot
from tests.league.standings.results import (
    GAME_POINTS,
    letter,
    match,
    player,
    results,
)


def main_stage(**scores: int) -> Table:
    """A stage in which everybody has so many points."""
    played = [
        match(number, {name: 1}, scores=[points])
        for number, (name, points) in enumerate(scores.items(), start=1)
    ]
    return stage_table(results(*played), GAME_POINTS, ("points",))


EIGHT = main_stage(A=8, B=7, C=6, D=5, E=4, F=3, G=2, H=1)
LEVEL = main_stage(A=9, B=7, C=7, D=7, E=1)


def names(*through: Through) -> str:
    return "".join(letter(one.player) for one in through)


def test_the_best_by_rank_go_on() -> None:
    through = cut(EIGHT, 4).through

    assert names(*through) == "ABCD"
    assert [(one.rank, one.how, one.replaces) for one in through] == [
        (1, "rank", None),
        (2, "rank", None),
        (3, "rank", None),
        (4, "rank", None),
    ]


def test_a_tie_across_the_line_is_a_question_with_names() -> None:
    answer = cut(LEVEL, 3)

    assert names(*answer.through) == "A"
    assert answer.question == CutQuestion(tuple(map(player, "BCD")), 2)
    assert set(answer.question.choices) == {"lot", "play_off", "widen"}


def test_a_tie_that_ends_at_the_line_is_no_question() -> None:
    assert cut(LEVEL, 4).question is None
    assert names(*cut(LEVEL, 1).through) == "A"
    assert cut(LEVEL, 1).question is None


@pytest.mark.parametrize("choice", ["lot", "play_off"])
def test_a_lot_or_a_play_off_fills_the_places_in_the_order_that_was_told(choice: str) -> None:
    decided = CutDecision("lot" if choice == "lot" else "play_off", tuple(map(player, "DBC")))

    answer = cut(LEVEL, 3, decided=decided)

    assert answer.question is None
    assert names(*answer.through) == "ADB"
    assert [one.how for one in answer.through] == ["rank", choice, choice]


def test_a_widened_final_takes_all_who_are_level() -> None:
    answer = cut(LEVEL, 3, decided=CutDecision("widen"))

    assert names(*answer.through) == "ABCD"
    assert [one.how for one in answer.through] == ["rank", "widen", "widen", "widen"]


def test_a_lot_must_name_everybody_who_is_level() -> None:
    with pytest.raises(StandingsError) as caught:
        cut(LEVEL, 3, decided=CutDecision("lot", (player("B"), player("C"))))

    assert (caught.value.code, caught.value.field) == ("cut_order", "order")
    assert caught.value.params == {"players": 3}


def test_a_recorded_lot_in_the_chain_leaves_no_question() -> None:
    tied = results(match(1, {"A": 1, "B": 2, "C": 2, "D": 2}))
    lot = Lot(tuple(map(player, "CDB")))

    table = stage_table(replace(tied, lots=(lot,)), Linear7(), ("points", "lot"))

    assert cut(table, 2).question is None
    assert names(*cut(table, 2).through) == "AC"


def test_a_chain_without_a_last_word_is_refused_where_a_cut_needs_one() -> None:
    require_last_word(("points", "lot"))

    with pytest.raises(StandingsError) as caught:
        require_last_word(("points", "wins"), "stages.0.chain")
    assert (caught.value.code, caught.value.field) == (
        "chain_without_last_word",
        "stages.0.chain",
    )


def test_a_replacement_names_whom_it_replaces_and_ranks_stay() -> None:
    through = cut(EIGHT, 4, declined=[player("B")]).through

    assert names(*through) == "ACDE"
    assert [one.rank for one in through] == [1, 3, 4, 5]
    assert [one.replaces for one in through] == [None, None, None, player("B")]
    assert [row.rank for row in EIGHT.rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_replacement_who_declines_too_is_passed_over() -> None:
    through = cut(EIGHT, 4, declined=[player("B"), player("E"), player("A")]).through

    assert names(*through) == "CDFG"
    assert [one.replaces for one in through] == [None, None, player("B"), player("A")]


def test_winners_go_on_first_and_two_at_one_table_cost_a_wild_card() -> None:
    winners = [player("E"), player("G")]

    one = cut(EIGHT, 4, winners=winners)
    two = cut(EIGHT, 4, winners=[*winners, player("H")])

    assert [(letter(each.player), each.how) for each in one.through] == [
        ("E", "winner"),
        ("G", "winner"),
        ("A", "wild_card"),
        ("B", "wild_card"),
    ]
    assert names(*two.through) == "EGHA"


def test_too_many_level_winners_are_a_question_among_the_winners() -> None:
    answer = cut(LEVEL, 1, winners=[player("B"), player("C")])

    assert answer.question == CutQuestion((player("B"), player("C")), 1)


def test_a_final_of_nobody_is_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        cut(EIGHT, 0)

    assert (caught.value.code, caught.value.field) == ("cut_size", "size")


def test_the_final_alone_decides_its_places_and_a_tie_goes_by_the_main_stage() -> None:
    main = main_stage(P=140, Q=120, R=110, S=100, T=95, U=50)
    final = stage_table(
        results(match(99, {"S": 1, "Q": 2, "R": 2, "P": 4})), Linear7(), ("points",)
    )

    by_main = overall([main, final])
    shared = overall([main, final], level_by_earlier=False)

    assert [(letter(one.player), one.rank) for one in by_main] == [
        ("S", 1),
        ("Q", 2),
        ("R", 3),
        ("P", 4),
        ("T", 5),
        ("U", 6),
    ]
    assert [(one.rank, one.tied) for one in shared][:4] == [
        (1, False),
        (2, True),
        (2, True),
        (4, False),
    ]
    assert [one.stage for one in by_main] == [1, 1, 1, 1, 0, 0]


def test_a_finalist_who_left_stands_directly_after_the_final() -> None:
    final = stage_table(
        results(match(99, {"C": 1, "A": 2, "D": 3, "E": 4})), Linear7(), ("points",)
    )

    order = [letter(one.player) for one in overall([EIGHT, final])]

    assert order == list("CADEBFGH")
