"""A file holds one noun, and a function can be read at a glance.

How many ways lead through one function is asked by ruff (`C901` in `pyproject.toml`).
"""

from __future__ import annotations

import ast

from tests.architecture.test_imports import sources

LONGEST_FILE = 450
LONGEST_FUNCTION = 80

ROOMS = ("api", "games", "league")
# Files that may be longer, each with its reason.
LONG_FILES = {
    "games/teufel_teufel/play/fast.py": "a whole match in one function, measured by its bench",
    "league/migrations/0001_initial.py": "the tables as they were at first",
}
# Functions that may be longer, each with its reason.
LONG_FUNCTIONS = {
    "games/dice_devils/play/fast.py:_player": "a whole match without a call, measured by its bench",
    "games/dice_devils/play/fast.py:play": "a whole match without a call, measured by its bench",
    "games/teufel_teufel/play/fast.py:_player": "a whole match without a call, as above",
    "games/teufel_teufel/play/fast.py:play": "a whole match without a call, as above",
    "games/the_devil_with_it/play/fast.py:_quick_player": "a whole match without a call, as above",
    "games/the_devil_with_it/play/fast.py:play": "a whole match without a call, as above",
    "league/seating/schedule/anneal.py:_walk": "the inner loop of a search, measured by its bench",
}


def test_no_file_is_longer_than_one_noun_needs() -> None:
    long = {
        name for name, path in sources(*ROOMS) if len(path.read_text().splitlines()) > LONGEST_FILE
    }

    assert long == set(LONG_FILES)


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{name}:{node.name}"
        for name, path in sources(*ROOMS)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LONGEST_FUNCTION
    }

    assert long == set(LONG_FUNCTIONS)
