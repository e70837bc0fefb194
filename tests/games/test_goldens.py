"""Golden records: one short match per game, edition and format that must replay for ever.

``pytest tests/games/test_goldens.py --update-golden`` plays them anew; read the difference, and
``manage.py replay`` on it, before you keep it. A record of an old edition stays as it is for as
long as its rules are there, one of an old format for ever.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from games.catalogue import all_games
from games.core.lines import from_lines, to_lines
from games.core.package import GamePackage
from games.core.recorder import play_match
from games.core.retelling import retold
from games.core.transcript import FORMAT, ONE_STREAM, PLAYED
from games.core.types import Audience
from games.core.verification import verify
from tests.services import ROOT

FOLDER = ROOT / "tests" / "data" / "games"
GAMES = pytest.mark.parametrize(
    "package",
    [package for package in all_games() if package.play is not None],
    ids=lambda package: package.key,
)


FORMATS = pytest.mark.parametrize("format", [ONE_STREAM, FORMAT])


class Golden(NamedTuple):
    """How a record is played: chosen to be short and to hold much of the rules."""

    name: str
    bots: tuple[str, ...]
    secret: str
    contributions: tuple[bytes, ...]


GOLDENS = {
    "dice-devils": Golden(
        "four-seats", ("random",) * 4, "6b" + "00" * 31, (b"north", b"", b"south", b"\x00\xff")
    ),
    "the-devil-with-it": Golden(
        "four-seats", ("smart", "random") * 2, "0d" + "00" * 31, (b"", b"1", b"22", b"333")
    ),
    "teufel-teufel": Golden("three-seats", ("random",) * 3, "16" + "00" * 31, (b"a", b"b", b"")),
}


def _file(package: GamePackage, format: int = FORMAT) -> Path:
    name = GOLDENS[package.key].name
    written = "" if format == ONE_STREAM else f"-f{format}"
    return FOLDER / package.key / f"e{package.edition}-{name}{written}.jsonl"


@pytest.fixture(scope="module", autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    """Plays the records anew where that was asked for."""
    if not request.config.getoption("--update-golden", default=False):
        return
    for package in all_games():
        if package.play is not None:
            golden, file = GOLDENS[package.key], _file(package)
            record = play_match(
                package,
                seats=len(golden.bots),
                options=package.sheet.default_options(),
                bots=golden.bots,
                secret=bytes.fromhex(golden.secret),
                contributions=golden.contributions,
            )
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in to_lines(record)), encoding="utf-8")


@GAMES
@FORMATS
def test_the_golden_record_replays_to_its_outcome(package: GamePackage, format: int) -> None:
    text = _file(package, format).read_text(encoding="utf-8")

    record = from_lines(text.splitlines())

    assert record.header.format == format
    assert record.footer is not None
    assert record.footer.end == PLAYED
    assert verify(package, record) is True
    assert "".join(f"{line}\n" for line in to_lines(record)) == text


@GAMES
def test_the_golden_record_is_short_enough_to_be_read(package: GamePackage) -> None:
    record = from_lines(_file(package).read_text(encoding="utf-8").splitlines())

    told = [line for line in retold(package, record, Audience.REFEREE) if line.phrases]

    assert len(record.lines) <= 200
    assert len(told) > len(record.lines) // 2


def test_no_golden_record_is_without_a_game() -> None:
    games = {package.key: package for package in all_games()}

    strangers = [
        str(file.relative_to(FOLDER))
        for file in FOLDER.glob("*/e*.jsonl")
        if file.parent.name not in games or file.stat().st_size == 0
    ]

    assert strangers == []
