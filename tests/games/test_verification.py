"""Draws checked by the service's verification and by the script that needs nothing of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import all_games
from games.core.errors import GameError
from games.core.lines import from_lines, to_lines
from games.core.package import GamePackage
from games.core.recorder import Recorder, lowest, play_match
from games.core.types import CHANCE
from games.core.verification import verify
from games.verify_draws import check
from tests.games.kit import sealed
from tests.games.test_goldens import FOLDER
from tests.games.toy import TOY, ToyOptions
from tests.games.walks import tables
from tests.services import ROOT

SCRIPT = ROOT / "games" / "verify_draws.py"
GAMES = pytest.mark.parametrize(
    "package",
    [package for package in all_games() if package.play is not None],
    ids=lambda package: package.key,
)


def _text(record: Recorder) -> str:
    return "".join(f"{line}\n" for line in to_lines(record.left()))


def _verified(package: GamePackage, text: str) -> bool:
    """Whether the service holds the draws of this record for proved."""
    try:
        return verify(package, from_lines(text.split("\n")))
    except GameError:
        return False


def _checked(text: str) -> bool:
    """Whether the script does."""
    try:
        check(text)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        return False
    return True


@GAMES
@given(data=st.data())
def test_the_script_and_the_service_agree_on_any_record(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    secret = data.draw(st.binary(min_size=1, max_size=40))
    added = data.draw(st.lists(st.binary(max_size=40), min_size=seats, max_size=seats))
    recorder = Recorder(
        package,
        seats=seats,
        options=options,
        bots=["random"] * seats,
        secret=secret,
        contributions=added,
    )
    for _ in range(data.draw(st.integers(1, 40))):
        owing = recorder.owing()
        if CHANCE in owing:
            recorder.draw()
        elif owing:
            recorder.ask_bot(lowest(owing))
    text = _text(recorder)
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from('0123456789abcdef,:"]} \n'))
    changed = text[:at] + sign + text[at + 1 :]

    assert (_verified(package, text), _checked(text)) == (True, True)
    assert _verified(package, changed) is _checked(changed) is (changed == text)


def test_one_changed_byte_anywhere_is_refused_by_both() -> None:
    record = play_match(
        TOY,
        seats=3,
        options=ToyOptions(rounds=1, cards=9),
        bots=["random"] * 3,
        secret=bytes(32),
        contributions=[b"a", b"", b"c"],
    )
    text = "".join(f"{line}\n" for line in to_lines(record))

    accepted = [
        at
        for at, sign in enumerate(text)
        for changed in [text[:at] + chr(ord(sign) ^ 1) + text[at + 1 :]]
        if _verified(TOY, changed) or _checked(changed)
    ]

    assert (_verified(TOY, text), _checked(text)) == (True, True)
    assert accepted == []


def _lines() -> list[str]:
    recorder = Recorder(TOY, seats=3, options=ToyOptions(), bots=[None] * 3, secret=bytes(32))
    for _ in range(3):
        recorder.draw()
    return list(to_lines(recorder.left()))


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [
        (1, "commitment", "00" * 32),
        (1, "contributions", ["", "", "00"]),
        (3, "drawn", {}),
        (3, "drawn", {"first player": [[3, 1]]}),
        (3, "drawn", {"first player": [[3, 3]]}),
        (3, "drawn", {"first player": [[0, 0]]}),
        (3, "drawn", {"second player": [[3, 0]]}),
        (5, "secret", "01" * 32),
        (5, "secret", None),
    ],
)
def test_one_who_changes_a_record_and_seals_it_again_is_found_out(
    number: int, field: str, value: object
) -> None:
    lines = _lines()
    data = json.loads(lines[number - 1])
    lines[number - 1] = json.dumps({**data, field: value})

    text = "\n".join(sealed(lines))

    assert data[field] != value
    assert not _verified(TOY, text)
    assert not _checked(text) or value == {}


@pytest.mark.parametrize("name", ["e1-four-seats-f2", "e1-four-seats"])
def test_the_script_runs_alone_and_proves_only_what_is_drawn_by_name(
    name: str, tmp_path: Path
) -> None:
    alone = tmp_path / SCRIPT.name
    alone.write_bytes(SCRIPT.read_bytes())
    record = FOLDER / "dice-devils" / f"{name}.jsonl"

    ran = subprocess.run(
        [sys.executable, "-I", alone, record], cwd=tmp_path, capture_output=True, text=True
    )

    proved = name.endswith("-f2")
    assert (ran.returncode == 0) is proved
    assert ran.stdout.startswith("Commitment, seed and all 47 draws fit: 4714") is proved
    assert ("draws by name" in ran.stderr) is not proved


def test_a_service_that_uses_a_name_twice_to_draw_again_is_found_out() -> None:
    lines = _lines()
    again = [*lines[:4], json.dumps({**json.loads(lines[3]), "n": 4}), lines[4]]

    assert _checked("\n".join(lines))
    assert not _checked("\n".join(sealed(again)))
