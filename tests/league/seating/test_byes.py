from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.contract import plan
from league.seating.errors import SeatingRefused
from league.seating.split import check, check_field, is_feasible, staggered
from league.seating.types import FieldPlayer
from tests.league.seating.fields import RANDOM, SWISS, Event, all_pairs, field, players


def out(n: int, **changes: FieldPlayer) -> list[tuple[int, str]]:
    some = tuple(changes.get(f"p{p.id}", p) for p in players(n))
    made = plan(field(n, low=4, high=4, players=some), RANDOM, seed=2)
    return sorted((bye.player, bye.reason) for bye in made.byes)


def test_a_filler_sits_out_before_anybody_else() -> None:
    filler = FieldPlayer(id=3, part="filler", byes=4, sat_out_last=True)

    assert out(9, p3=filler) == [(3, "rotation")]
    assert out(8, p3=filler) == []


def test_a_standby_plays_only_when_the_number_fits_better() -> None:
    standby = FieldPlayer(id=3, part="standby")

    assert out(9, p3=standby) == [(3, "standby")]
    assert out(8, p3=standby) == []


def test_nobody_gets_more_byes_than_the_limit_while_others_can_sit_out() -> None:
    some = tuple(FieldPlayer(id=i, byes=2 if i < 9 else 3) for i in range(1, 10))
    rested = tuple(replace(p, byes=0, sat_out_last=True) if p.id == 5 else p for p in some)

    limited = plan(field(9, low=4, high=4, players=some, bye_limit=3), RANDOM, seed=1)
    all_at_limit = plan(field(9, low=4, high=4, players=rested, bye_limit=2), RANDOM, seed=1)

    assert limited.byes[0].player != 9
    assert [bye.player for bye in all_at_limit.byes] == [5]
    assert [p.code for p in limited.penalties] == ["bye_again"]


def test_somebody_over_the_limit_is_named() -> None:
    some = tuple(FieldPlayer(id=i, byes=2) for i in range(1, 10))

    made = plan(field(9, low=4, high=4, players=some, bye_limit=2), RANDOM, seed=1)

    assert [(p.code, p.params) for p in made.penalties] == [
        ("bye_again", {"times": 2}),
        ("bye_over_limit", {"times": 2, "limit": 2}),
    ]


def test_byes_go_round_before_anybody_has_a_second() -> None:
    event = Event(10, 4, 4)

    for _ in range(5):
        event.play(SWISS)

    assert [len(rounds) for rounds in event.byes.values()] == [1] * 10


@pytest.mark.parametrize(
    ("n", "outs", "expected"),
    [
        (7, [3], (7, 4)),
        (6, [2], (3, 2)),
        (5, [1], (5, 4)),
        (5, [1, 2], (3, 2)),
        (9, [1, 5], (5, 4)),
        (2, [], None),
        (3, [3], None),
    ],
)
def test_rounds_in_which_everybody_plays_equally_often(
    n: int, outs: list[int], expected: tuple[int, int] | None
) -> None:
    assert staggered(n, outs) == expected


@given(n=st.integers(2, 24), low=st.integers(2, 5), wide=st.integers(0, 2))
def test_staggered_rounds_are_the_fewest_and_add_up(n: int, low: int, wide: int) -> None:
    outs = [n - m for m in range(1, n) if is_feasible(m, low, low + wide)]

    found = staggered(n, outs)

    if found is None:
        assert outs == []
    else:
        rounds, games = found
        reach = [{0}]
        for _ in range(rounds):
            reach.append({total + o for total in reach[-1] for o in outs})
        assert n * (rounds - games) in reach[rounds]
        assert not any(
            total % n == 0 and total < r * n for r in range(1, rounds) for total in reach[r]
        )


def test_an_impossible_number_is_told_every_way_out() -> None:
    found = check(7, 4, 5)

    assert found is not None
    assert (found.ways_out.byes, found.ways_out.wider, found.ways_out.near) == (
        2,
        ((3, 5), (3, 6), (2, 5)),
        (5, 8),
    )
    assert found.ways_out.staggered == (3, 2)
    in_field = check_field(7, field(7, low=4, high=5))
    assert in_field is not None
    assert in_field.ways_out.staggered == (3, 2)


def test_everybody_apart_from_everybody_is_refused_at_once() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(12, apart=all_pairs(range(1, 13))), RANDOM, seed=1)

    assert refused.value.code == "apart_from_all"
    assert len(refused.value.objections) == 1


def test_scores_of_fractions_choose_the_lowest() -> None:
    some = tuple(FieldPlayer(id=i, score=Fraction(i, 3)) for i in range(1, 10))

    made = plan(field(9, low=4, high=4, players=some), SWISS, seed=1)

    assert [bye.player for bye in made.byes] == [1]
