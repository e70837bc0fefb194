"""The hook that CONTRIBUTING installs, asked as git asks it."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.services import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def answer(tmp_path: Path, message: str) -> int:
    path = tmp_path / "message"
    path.write_text(message, encoding="utf-8")
    hook = [str(ROOT / ".ci/hooks/commit-msg"), str(path)]
    return subprocess.run(hook, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("a" * 72, 0),
        ("a" * 73, 1),
        ("ä" * 72, 0),
        ("ä" * 73, 1),
        ("# a comment\n" + "a" * 73, 1),
        ("fixup! " + "a" * 99, 0),
        ("Merge two people " + "a" * 72, 1),
        ("Say why\n\n" + "a" * 99, 0),
        ("# a comment of git's that is longer than any subject may be, by quite a lot\nSay why", 0),
        ("Merge branch " + "a" * 99, 0),
    ],
)
def test_a_subject_has_at_most_72_signs(tmp_path: Path, message: str, code: int) -> None:
    assert answer(tmp_path, message) == code
