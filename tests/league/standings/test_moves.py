from __future__ import annotations

from league.standings.compute import stage_table
from league.standings.diff import Cause, ExplainedMove, Fact, Move, explained_moves, moves
from league.standings.points import Linear7
from league.standings.table import Table
from league.standings.types import MatchId, TableResult
from tests.league.standings.results import in_order, letter, match, penalty, player, results

FIRST = match(1, in_order("ABCD"))


def table(*played: TableResult, fined: str = "", chain: tuple[str, ...] = ("points",)) -> Table:
    fines = tuple(penalty(name, -5) for name in fined)
    return stage_table(results(*played, adjustments=fines), Linear7(), chain)


def test_a_corrected_match_is_the_reason_of_those_who_sat_at_it() -> None:
    after = table(match(1, in_order("BACD")))
    corrected = Fact(12, "corrected", tuple(map(player, "ABCD")), MatchId(1))

    told = explained_moves(table(FIRST), after, [corrected])

    assert told == (
        ExplainedMove(Move(player("B"), 2, 1, False, False), (Cause("own", corrected),)),
        ExplainedMove(Move(player("A"), 1, 2, False, False), (Cause("own", corrected),)),
    )


def test_who_was_passed_hears_by_whom_and_through_which_match() -> None:
    before = table(FIRST, match(2, in_order("EF")))
    after = table(FIRST, match(2, in_order("EF")), match(3, in_order("BE")))
    fact = Fact(7, "confirmed", (player("B"), player("E")), MatchId(3))

    told = {letter(one.move.player): one for one in explained_moves(before, after, [fact])}

    assert (told["A"].move.before, told["A"].move.after) == (1, 3)
    assert told["A"].causes == (Cause("passed", fact, (player("B"), player("E"))),)
    assert told["B"].causes == (Cause("own", fact),)


def test_who_gains_by_the_penalty_of_another_hears_of_it() -> None:
    fine = Fact(9, "adjusted", (player("A"),))

    told = {
        letter(one.move.player): one.causes
        for one in explained_moves(table(FIRST), table(FIRST, fined="A"), [fine])
    }

    assert told["B"] == (Cause("fell_back", fine, (player("A"),)),)
    assert told["A"] == (Cause("own", fine),)


def test_another_chain_concerns_everybody_who_moves() -> None:
    level = match(1, {"A": 1, "B": 1, "C": 3}, scores=[5, 7, 1])
    change = Fact(3, "chain")

    told = explained_moves(table(level), table(level, chain=("score",)), [change])

    assert [(letter(one.move.player), one.causes) for one in told] == [
        ("B", (Cause("everybody", change),)),
        ("A", (Cause("everybody", change),)),
    ]


def test_a_fact_that_has_nothing_to_do_with_a_move_is_not_its_reason() -> None:
    before = table(FIRST, match(2, in_order("EF")))
    after = table(match(1, in_order("BACD")), match(2, in_order("EF")))
    elsewhere = Fact(2, "corrected", (player("E"), player("F")), MatchId(2))

    told = explained_moves(before, after, [elsewhere])

    assert {one.causes for one in told} == {()}


def test_nobody_moves_between_equal_tables() -> None:
    assert moves(table(FIRST), table(FIRST)) == ()
