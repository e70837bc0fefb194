"""Every example in the code and the documents of the room runs."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.services import ROOT

ROOM = ROOT / "games"
MODULES = sorted(file for file in ROOM.rglob("*.py") if ">>> " in file.read_text(encoding="utf-8"))
DOCUMENTS = sorted(
    file for file in ROOM.rglob("*.md") if ">>> " in file.read_text(encoding="utf-8")
)


def _name(file: Path) -> str:
    return file.relative_to(ROOM).as_posix()


@pytest.mark.parametrize("file", MODULES, ids=_name)
def test_the_examples_of_a_module_run(file: Path) -> None:
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))

    results = doctest.testmod(module)

    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("file", DOCUMENTS, ids=_name)
def test_the_examples_of_a_document_run(file: Path) -> None:
    results = doctest.testfile(str(file), module_relative=False)

    assert results.attempted > 0
    assert results.failed == 0
