from __future__ import annotations

import doctest
from pathlib import Path

ROOM = Path(__file__).resolve().parents[2] / "games"


def test_the_page_on_adding_a_game_runs() -> None:
    results = doctest.testfile(str(ROOM / "README.md"), module_relative=False)

    assert results.attempted > 5
    assert results.failed == 0


def test_every_folder_of_a_game_says_what_is_in_it() -> None:
    folders = [each for each in ROOM.iterdir() if (each / "sheet.py").exists()]

    games = sorted(each.name for each in folders if each.name != "core")

    assert games == ["dice_devils", "free_form"]
    for name in games:
        text = (ROOM / name / "README.md").read_text(encoding="utf-8")
        modules = {file.name for file in (ROOM / name).glob("*.py")} - {"__init__.py"}
        assert [module for module in sorted(modules) if f"`{module}`" not in text] == []
