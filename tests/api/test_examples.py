"""The examples beside the API's document do what they say, on an installation as it is run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import api
from tests.flows import club as clubs
from tests.flows.conftest import Site
from tests.flows.visitors import Visitor
from tests.installation import Installation

EVENING = Path(api.__file__).parent / "examples" / "evening_of_17.py"
LINES_MOST = 60


def test_a_short_script_plays_an_evening_of_17_from_founding_a_club_to_the_standings(
    prepared: Installation,
) -> None:
    site = Site(prepared, is_larger=False)
    founder = Visitor(site.base)
    founder.open(site.setup_path())
    founder.press("Create account", {"email": clubs.EMAIL, "password": clubs.PASSWORD})
    token = clubs.token(founder)

    ran = subprocess.run(
        [sys.executable, "-I", str(EVENING), site.base, token],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    lines = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [line.partition(", byes: ")[0] for line in lines[:2]] == [
        "Round 1: 4 tables",
        "Round 2: 4 tables",
    ]
    assert "none" not in "".join(lines[:2])  # 16 of 17 sit at tables of four
    assert lines[2].startswith("Standings as_of ")
    assert len(lines[3:]) == 17
    assert len(EVENING.read_text(encoding="utf-8").splitlines()) <= LINES_MOST
