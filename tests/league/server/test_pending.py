"""A command on a database that was never brought up to date."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from league.server import pending

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("command", ["remove_demo", "seed_demo", "recompute_standings"])
def test_a_command_says_in_one_sentence_what_to_run_first(command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env={**os.environ, "LEAGUE_NO_BOOTSTRAP": "1", "LEAGUE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines()[-1] == pending.SENTENCE
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_waits_for_nothing() -> None:
    assert not pending.is_behind()
