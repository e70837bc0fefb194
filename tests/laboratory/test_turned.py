from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from league.seating.fixtures import draw
from league.seating.fixtures.task import Task, shape_of
from league.seating.schedule import library
from tests.laboratory import turned
from tests.league.seating.fixtures.checker import faults, meetings_range, price

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None, reason="the offline search needs a C compiler"
)


def test_circles_find_twenty_people_thirty_tables_of_four_without_a_repeat() -> None:
    shape = shape_of(Task(n=20, matches=6, low=4, high=4))

    boards = (turned.attempt(20, 4, shape, number, 0) for number in range(400))
    board = next(board for board in boards if board and turned.price(board) == 0)

    assert faults(20, 6, [4], board) == []
    assert meetings_range(20, board) == (0, 1)


def test_an_attempt_depends_on_its_number_alone() -> None:
    shape = shape_of(Task(n=10, matches=4, low=5, high=5))

    one, again = (turned.attempt(10, 5, shape, 8, 0) for _ in range(2))

    assert one == again
    assert one is not None
    assert faults(10, 4, [5], one) == []


def test_what_is_found_is_written_and_read_by_the_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fixtures.json").write_text('{"entries": {}}')
    (tmp_path / "designs.json").write_text('{"entries": {}}')
    monkeypatch.setattr(library, "DATA", tmp_path)
    monkeypatch.setattr(turned, "DATA", tmp_path)
    monkeypatch.setattr(draw, "STEPS", 100)
    library.stored.cache_clear()

    said = turned.improve(18, 3, 8, seconds=20, first=0)
    library.stored.cache_clear()
    found = draw.fixtures(Task(n=18, matches=8, low=3, high=3))
    library.stored.cache_clear()

    assert said is not None
    assert (found.found_by, price(18, found.tables)) == ("stored", 0)
