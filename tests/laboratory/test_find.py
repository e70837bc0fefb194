from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from league.seating.schedule import bounds as limits
from league.seating.schedule.instance import pairs_of
from tests.laboratory import find
from tests.laboratory.attempts import (
    Find,
    attempt,
    evened,
    instance_of,
    judged,
)
from tests.laboratory.cover import covered
from tests.laboratory.groups import developed

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None, reason="the offline search needs a C compiler"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of our own; the shipped one stays as it is, its proofs are not known here."""
    monkeypatch.setattr(find, "DATA", tmp_path)
    monkeypatch.setattr(limits, "proven_most", lambda *_: 1)
    monkeypatch.setattr(limits, "proven_spread", lambda *_: 0)
    return tmp_path


def test_the_same_attempt_finds_the_same() -> None:
    instance = instance_of((5, 5, 4), 4, 4)

    assert attempt(instance, 1).rounds == attempt(instance, 1).rounds
    assert attempt(instance, 1).rounds != attempt(instance, 2).rounds


def test_an_evening_walk_spreads_short_tables_without_a_repeat() -> None:
    instance = instance_of((5, 4, 4, 4, 4, 4, 4), 6, 4)

    found = min((evened(instance, [], number) for number in (1, 2, 4)), key=lambda one: one.key)

    assert (found.figures.repeats, found.figures.short_table_spread) == (0, 1)


@pytest.mark.parametrize(
    ("size", "tables", "rounds", "way"),
    [
        (4, 9, 11, "starter"),
        (4, 10, 13, "starter"),
        (3, 16, 23, "starter"),
        (3, 6, 8, "2 base round(s) under a cycle of 4"),
    ],
)
def test_a_group_turns_one_round_into_a_design(
    size: int, tables: int, rounds: int, way: str
) -> None:
    found = developed(size, tables, rounds, seconds=20)

    assert found is not None
    design, by = found
    assert by.startswith(way)
    assert len(design) == rounds
    for round_ in design:
        assert sorted(p for table in round_ for p in table) == list(range(size * tables))
    assert set(pairs_of(design).values()) == {1}


@pytest.mark.gates
def test_an_exact_cover_lets_everybody_meet_all_others_but_one() -> None:
    found = covered(4, 8, 10, seconds=60)

    assert found is not None
    design, _ = found
    for round_ in design:
        assert sorted(p for table in round_ for p in table) == list(range(32))
    met = pairs_of(design)
    assert set(met.values()) == {1}
    assert len(met) == 32 * 30 // 2


def test_an_exact_cover_is_only_looked_for_where_one_can_be() -> None:
    assert covered(4, 8, 9, seconds=60) is None
    assert covered(4, 7, 9, seconds=60) is None


def test_a_pair_that_meets_three_times_is_worse_than_pairs_that_meet_twice() -> None:
    instance = instance_of((3, 3, 3), 3, 3)
    rows = [[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[0, 3, 6], [1, 4, 7], [2, 5, 8]]]
    thrice = judged(
        instance, [rows[0], [[0, 1, 3], [4, 2, 6], [5, 7, 8]], [[0, 1, 4], [2, 5, 6], [3, 7, 8]]]
    )
    twice = judged(instance, [*rows, [[0, 1, 3], [2, 4, 6], [5, 7, 8]]])

    assert (thrice.figures.most_meetings, twice.figures.most_meetings) == (3, 2)
    assert twice.improves(thrice)
    assert not thrice.improves(twice)


def test_even_short_tables_are_worth_more_than_a_lower_price_of_as_cheap_repeats() -> None:
    instance = instance_of((5, 4, 4), 3, 4)
    figures = judged(instance, attempt(instance, 0).rounds).figures
    uneven = Find([], replace(figures, short_table_spread=3))
    even = Find([], replace(figures, short_table_spread=1, cost=figures.cost + 50))
    evener = Find([], replace(figures, short_table_spread=0, cost=figures.cost + 100))
    dear = replace(figures, short_table_spread=0, repeat_cost=figures.repeat_cost + 1)

    assert even.improves(uneven)
    assert not evener.improves(even)
    assert not Find([], dear).improves(uneven)


def test_a_search_for_even_tables_goes_on_where_it_stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "STRUCTURES", 0)
    monkeypatch.setattr(find, "EVENINGS", 0)
    arguments = ["schedules", "--key", "5-5-4-4|6", "--seconds", "0", "--level"]

    find.main([*arguments, "0"])
    uneven = find.load("schedules")["5-5-4-4|6"]
    monkeypatch.setattr(find, "_can_be_level", lambda _, one: one.figures.short_table_spread > 1)
    find.main([*arguments, "3"])  # an attempt takes a second at most
    even = find.load("schedules")["5-5-4-4|6"]

    assert (uneven["levels"], uneven["spread"] > 1) == (0, True)
    assert even["levels"] > 0
    assert (even["repeats"], even["most"]) <= (uneven["repeats"], uneven["most"])
    assert find.main(["check"]) == 0


def test_a_given_split_is_searched_for_beside_the_one_that_would_be_chosen() -> None:
    cases = list(find.nearest([17, 18], [5], [4], 3, 6))

    assert sorted(cases) == [
        ([(4, 4, 4, 3, 3)], 5, 4),
        ([(5, 4, 4, 4)], 5, 4),
        ([(5, 5, 4, 4)], 5, 4),
    ]


def test_a_search_goes_on_where_the_last_one_stopped(folder: Path) -> None:
    arguments = ["schedules", "--key", "5-5-4-4|5", "--seconds", "0.2"]

    find.main(arguments)
    first = find.load("schedules")["5-5-4-4|5"]
    find.main(arguments)
    second = find.load("schedules")["5-5-4-4|5"]

    assert second["tried"] > first["tried"] > 0
    assert second["cost"] <= first["cost"]
    assert find.main(["check"]) == 0


def test_a_proof_raises_the_bound_to_the_cost_or_finds_less(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "4-4-3-3|5"
    with monkeypatch.context() as unproven:
        unproven.setattr(limits, "proven", lambda *_: 0)
        unproven.setattr(limits, "proven_cost", lambda *_: 0)
        find.main(["schedules", "--key", key, "--seconds", "0.2", "--level", "0"])
        before = find.load("schedules")[key]
        find.main(["proofs", "--key", key, "--seconds", "20"])

    entry = find.load("schedules")[key]
    assert (before["cost"], before["bound"]) == (2, 0)
    assert (entry["cost"], entry["bound"], entry["proven_cost"]) == (2, 2, 2)
    assert find.main(["check"]) == 0


def test_a_proof_says_how_often_some_pair_must_meet(folder: Path) -> None:
    find.main(["schedules", "--key", "4-3-3|4", "--seconds", "0.1", "--level", "0"])

    find.main(["proofs", "--key", "4-3-3|4", "--seconds", "60"])

    entry = find.load("schedules")["4-3-3|4"]
    assert (entry["cost"], entry["most"], entry["proven_most"]) == (6, 3, 3)
    assert find.main(["check"]) == 0


def test_a_proof_says_how_unevenly_short_tables_must_be_spread(folder: Path) -> None:
    find.main(["schedules", "--key", "4-4-3|4", "--seconds", "0.1", "--level", "0"])

    find.main(["proofs", "--key", "4-4-3|4", "--seconds", "60"])

    entry = find.load("schedules")["4-4-3|4"]
    assert (entry["cost"], entry["spread"], entry["proven_spread"]) == (12, 3, 3)
    assert find.main(["check"]) == 0


def test_a_false_claim_is_found(folder: Path) -> None:
    find.main(["schedules", "--key", "5-5-4-4|5", "--seconds", "0.1"])
    entries = find.load("schedules")
    entries["5-5-4-4|5"]["repeats"] -= 1
    find.save("schedules", entries)

    with pytest.raises(SystemExit, match="is claimed"):
        find.main(["check"])
