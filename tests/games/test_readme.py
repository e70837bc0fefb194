from __future__ import annotations

import doctest
from pathlib import Path

from games.catalogue import GAMES

ROOM = Path(__file__).resolve().parents[2] / "games"


def test_the_page_on_adding_a_game_runs() -> None:
    results = doctest.testfile(str(ROOM / "README.md"), module_relative=False)

    assert results.attempted > 5
    assert results.failed == 0


def test_every_folder_of_a_game_says_what_is_in_it() -> None:
    for name in (module.rpartition(".")[2] for module in GAMES):
        folder = ROOM / name
        text = (folder / "README.md").read_text(encoding="utf-8")
        modules = {file.relative_to(folder).as_posix() for file in folder.rglob("*.py")}
        named = {module for module in modules if not module.endswith("__init__.py")}
        assert [module for module in sorted(named) if f"`{module}`" not in text] == []
