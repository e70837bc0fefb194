from __future__ import annotations

import pytest

from league.seating.schedule.bounds import bounds
from league.seating.schedule.choice import instance_for
from league.seating.schedule.instance import pairs_of
from league.seating.schedule.library import SIGNS, design, read, schedule_entry, stored, written
from league.seating.schedule.measures import measure
from tests.laboratory.find import sizes_of
from tests.league.seating.schedule.cases import plain


def test_a_round_is_read_as_it_was_written() -> None:
    rounds = [[[0, 5, 63], [64, 127]], [[127, 0, 1], [2, 3]]]

    lines = written(rounds)

    assert [read(line, (3, 2)) for line in lines] == rounds
    assert len(set(SIGNS)) == 128


def test_every_stored_schedule_is_what_it_claims_to_be() -> None:
    for key in stored("schedules"):
        sizes, rounds = sizes_of(key)
        entry = schedule_entry(sizes, rounds)
        assert entry is not None
        instance = plain(sizes, rounds)
        made = [read(line, sizes) for line in entry.lines]
        for tables in made:
            assert sorted(p for table in tables for p in table) == list(range(instance.n)), key
        figures = measure(instance, made)
        real = (figures.repeats, figures.repeat_cost, figures.most_meetings)
        assert real == (entry.repeats, entry.cost, entry.most), key
        assert figures.repeat_cost >= bounds(instance).cost, key
        assert figures.repeats >= bounds(instance).repeats, key


def test_every_stored_design_has_everybody_once_a_round_and_no_repeat() -> None:
    for key in stored("designs"):
        size, tables = (int(part) for part in key.split("x"))
        lines = stored("designs")[key]["rounds"]
        assert isinstance(lines, list)
        rounds = design(size, tables, len(lines))
        assert rounds is not None
        assert design(size, tables, len(lines) + 1) is None
        for round_ in rounds:
            assert sorted(p for t in round_ for p in t) == list(range(size * tables)), key
        assert set(pairs_of(rounds).values()) == {1}, key


@pytest.mark.parametrize(
    ("size", "tables", "rounds"),
    [(3, 5, 7), (3, 7, 10), (4, 7, 9), (4, 9, 11), (4, 10, 13), (4, 13, 17), (4, 15, 19)],
)
def test_everybody_meets_nearly_everybody_in_the_longest_designs(
    size: int, tables: int, rounds: int
) -> None:
    assert design(size, tables, rounds) is not None
    assert rounds == (size * tables - 1) // (size - 1)


def test_the_split_is_chosen_with_the_schedule() -> None:
    # One table of five forces somebody to meet again in every round; five smaller ones do not.
    assert instance_for(17, 5).sizes == ((4, 4, 3, 3, 3),) * 5
    assert instance_for(17, 1).sizes == ((5, 4, 4, 4),)
    assert instance_for(10, 5).sizes == ((4, 3, 3),) * 5
    assert instance_for(24, 6).sizes == ((4,) * 6,) * 6
