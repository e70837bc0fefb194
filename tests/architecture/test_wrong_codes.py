"""A wrong code is wrong at every run: its last sign is one that no code ends with."""

from __future__ import annotations

import re
from pathlib import Path

from league.core.keys import ALPHABET

TESTS = Path(__file__).parents[1]
BY_LUCK = re.compile(rf"\[:-\d+\](?:\}}| \+ f?[\"'])[{ALPHABET}]")


def test_no_test_ends_a_wrong_code_as_a_right_one_may_end() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{number}: end it with a vowel, which no code has"
        for path in sorted(TESTS.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if BY_LUCK.search(line)
    ]

    assert found == []
    assert BY_LUCK.search("{code[:-1]}" + "x")
    assert BY_LUCK.search("at[:-10] +" + ' "x/notices/"')
    assert not BY_LUCK.search("{code[:-1]}" + "a")
