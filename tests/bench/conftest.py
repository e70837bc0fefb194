"""The option and the file of the measurements."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.bench.houses import KINDS, House

RESULTS = Path(__file__).parent / "results.md"
Row = tuple[str, str, str]
Report = Callable[[str, Sequence[Row]], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("stammtisch").addoption(
        "--write-results", action="store_true", help="put the measured figures into results.md"
    )


@pytest.fixture(params=[KINDS[0], pytest.param(KINDS[1], marks=pytest.mark.services)])
def house(request: pytest.FixtureRequest) -> House:
    """Each kind of installation, up and without any club; its fixture ends the processes."""
    is_larger = request.param == KINDS[1]
    return House(request.getfixturevalue("larger" if is_larger else "embedded"), is_larger)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Prints rows (what, measured, goal) under a heading; with the option, keeps them."""
    keeps = bool(request.config.getoption("--write-results"))

    def put(heading: str, rows: Sequence[Row]) -> None:
        lines = [
            f"## {heading}\n",
            f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}.\n",
            "| what | measured | goal |",
            "| --- | --- | --- |",
            *(f"| {' | '.join(row)} |" for row in rows),
        ]
        print("\n" + "\n".join(lines))
        if keeps:
            text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Measured\n"
            RESULTS.write_text(replaced(text, heading, "\n".join(lines)), encoding="utf-8")

    return put


def replaced(text: str, heading: str, section: str) -> str:
    """``text`` with the section under ``heading`` in the place of the last one, or at the end."""
    before, _, rest = text.partition(f"## {heading}\n")
    _, mark, after = rest.partition("\n## ")
    tail = f"\n## {after}" if mark else ""
    return f"{before.rstrip()}\n\n{section}\n{tail}"
