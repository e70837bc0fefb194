from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.contract import plan
from league.seating.errors import SeatingError
from league.seating.preferences import (
    Preferences,
    preferences_from_json,
    rooms_from_text,
    rooms_text,
    tables_from_text,
    tables_text,
    weights_from_text,
    weights_text,
)
from league.seating.remarks import about_repeats, remarks
from league.seating.rotation import pool, rotation
from league.seating.types import FieldPlayer, GameChoice, pair
from tests.league.seating.fields import RANDOM, all_pairs, field, players


@given(tables=st.sets(st.integers(1, 500), max_size=30))
def test_table_numbers_written_out_are_read_back(tables: set[int]) -> None:
    assert tables_from_text(tables_text(sorted(tables)), "tables") == tuple(sorted(tables))


def test_rooms_are_written_one_a_line_and_read_back() -> None:
    rooms = (("Hall", (1, 2, 3)), ("Library: old", (7,)))

    assert rooms_text(rooms[:1]) == "Hall: 1-3"
    assert rooms_from_text("Hall: 1-3\n\n Attic : 4; 6\n") == {"Hall": [1, 2, 3], "Attic": [4, 6]}


@pytest.mark.parametrize("text", ["Hall", ": 1", "Hall: x", "Hall: 1-99999"])
def test_a_line_that_is_no_room_is_refused(text: str) -> None:
    with pytest.raises(SeatingError):
        rooms_from_text(text)


def test_preferences_travel_as_what_is_not_usual() -> None:
    prefers = Preferences(fading=50, rooms=(("Hall", (1, 2)),), step_free=(1,), bye_limit=0)

    assert preferences_from_json(prefers.to_json()) == prefers
    assert Preferences().to_json() == {}
    assert preferences_from_json({}) == Preferences()


@pytest.mark.parametrize(
    ("weights", "sizes"),
    [("", (5, 4, 4, 4)), ("5: 900, 3: 10", (4, 4, 3, 3, 3)), ("4: 500, 6: 0, 5: 0", (6, 6, 5))],
)
def test_table_sizes_can_be_priced_one_by_one(weights: str, sizes: tuple[int, ...]) -> None:
    prefers = preferences_from_json({"weights": weights_from_text(weights)})
    some = field(17)

    made = plan(
        replace(
            some, sizes=prefers.size_rule(4, None), games=(GameChoice(ruleset=1, low=3, high=6),)
        ),
        RANDOM,
        seed=1,
    )

    assert made.split is not None
    assert made.split.sizes == sizes
    assert weights_from_text(weights_text(prefers.weights)) == prefers.to_json().get("weights", {})


@pytest.mark.parametrize("text", ["5", "5: x", "one: 3", "1: 50", "5: 10001", "21: 5", "-3: 5"])
def test_a_price_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(SeatingError) as refused:
        weights_from_text(text)

    assert refused.value.params["part"] == "weights"


def test_hard_clubs_are_bans_and_soft_bans_are_wishes() -> None:
    some = field(
        6,
        players=tuple(replace(p, groups=frozenset({p.id % 3})) for p in players(6)),
        apart=frozenset({(1, 2)}),
    )

    hard = Preferences(clubs="hard").applied(some)
    soft = Preferences(apart="soft", clubs="off").applied(some)

    assert hard.apart == {(1, 2), (1, 4), (2, 5), (3, 6)}
    assert len(soft.apart) == 0
    assert soft.rather_apart == {(1, 2)}
    assert {p.groups for p in soft.players} == {frozenset()}


def test_the_price_of_a_club_is_told_beside_a_repeat() -> None:
    some = field(3, players=tuple(replace(p, groups=frozenset({p.id > 1})) for p in players(3)))

    made = plan(Preferences(club_price=50).applied(some), RANDOM, seed=1)

    assert made.costs["groups"] == 500


def test_who_sits_out_goes_round_with_the_fewest_byes_first() -> None:
    tired = FieldPlayer(id=9, byes=3)

    rounds = rotation((*players(8), tired), [1] * 8, seed=4)

    assert sorted(p for out in rounds for p in out) == list(range(1, 9))


def test_nobody_sits_out_twice_running_and_fillers_do_first() -> None:
    filler = FieldPlayer(id=5, part="filler")

    alternating = rotation(players(4), [2, 2, 2], seed=1)
    filled = rotation((*players(4), filler), [1, 1], seed=1)

    assert alternating[0] & alternating[1] == alternating[1] & alternating[2] == frozenset()
    assert filled == (frozenset({5}), frozenset({5}))


@given(
    byes=st.lists(st.integers(0, 4), min_size=2, max_size=9),
    out=st.integers(1, 4),
    seed=st.integers(0, 1000),
)
def test_nobody_sits_out_twice_running_however_few_byes_they_had(
    byes: list[int], out: int, seed: int
) -> None:
    some = [FieldPlayer(id=number, byes=had) for number, had in enumerate(byes, 1)]

    rounds = rotation(some, [min(out, len(some) // 2)] * 5, seed=seed)

    assert all(not one & two for one, two in pairwise(rounds))


def test_whoever_is_absent_is_not_chosen_to_sit_out() -> None:
    away = frozenset({1, 2, 3})

    rounds = rotation(players(4), [1], seed=1, absent=[away])

    assert rounds == (frozenset({4}),)


def test_a_plan_says_what_was_unavoidable() -> None:
    met = dict.fromkeys(all_pairs(range(1, 5)) | all_pairs(range(5, 10)), 1)
    some = field(9, low=4, high=4, met=met, apart=frozenset({pair(1, 9)}))

    made = plan(some, RANDOM, seed=1)
    told = {remark.code: remark.params for remark in remarks(made, some)}

    assert told["byes_forced"] == {"out": 1, "players": 9}
    assert set(told) >= {"byes_forced", made.stopped_by}
    if made.repeats == made.lower_bound:
        assert told["repeats_forced"] == {
            "repeats": made.repeats,
            "bound": made.lower_bound,
            "players": 8,
        }


@pytest.mark.parametrize(
    ("repeats", "bound", "cost", "least", "code"),
    [
        (0, 0, 0, 0, "no_repeat"),
        (4, 4, 4, 4, "repeats_forced"),
        (5, 4, 5, 4, "repeats_above"),
        (5, 0, 5, 0, "repeats_open"),
        (10, 4, 10, 10, "repeats_cheapest"),
        (8, 4, 10, 10, "repeats_cheapest"),
        (8, 4, 11, 10, "repeats_dear"),
    ],
)
def test_repeats_are_told_with_their_cost_where_somebody_meets_a_third_time_or_fewer_cost_as_much(
    repeats: int, bound: int, cost: int, least: int, code: str
) -> None:
    told = about_repeats(repeats, bound, 17, cost=cost, least=least)

    assert told.code == code
    assert told.params.get("cost", cost) == cost


def test_a_plan_without_repeats_says_so() -> None:
    some = field(16, low=4, high=4, season_weight=Fraction(0))
    made = plan(some, RANDOM, seed=1)

    assert [remark.code for remark in remarks(made, some)] == ["no_repeat", "ideal"]


@pytest.mark.parametrize("seed", range(8))
def test_a_pool_of_seven_meets_everybody_exactly_twice(seed: int) -> None:
    rounds = pool(players(7), 4, 7, seed=seed)

    tables = [[p for p in range(1, 8) if p not in out] for out in rounds]
    met = Counter(key for table in tables for key in combinations(table, 2))
    assert set(met.values()) == {2}
    assert len(met) == 21
    assert set(Counter(p for table in tables for p in table).values()) == {4}


@pytest.mark.parametrize(("n", "most"), [(5, 3), (6, 3)])
def test_other_pools_are_as_even_as_they_can_be(n: int, most: int) -> None:
    rounds = pool(players(n), 4, n, seed=3)

    met = Counter(
        key
        for out in rounds
        for key in combinations([p for p in range(1, n + 1) if p not in out], 2)
    )
    assert max(met.values()) - min(met.values()) <= 1
    assert max(met.values()) == most
