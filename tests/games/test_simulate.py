"""The command that plays many matches."""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command

from games import simulate
from games.core.game import Played
from games.core.tally import Tally
from tests.services import ROOT

if TYPE_CHECKING:
    from _typeshed import TraceFunction

TIMES = {"seconds", "matches_per_second", "actions_per_second", "workers"}
ASKED = {
    "game",
    "matches",
    "seats",
    "seed",
    "matches_per_second",
    "actions_per_second",
    "length",
    "points",
    "wins_by_seat",
    "mean_place_by_seat",
    "ties",
    "reasons",
    "wins_by_start",
    "mean_place_by_start",
    "cut",
    "bots",
    "options",
    "ruleset",
}


def _figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What the command says in JSON; values are of mixed kinds."""
    assert simulate.main([*words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in TIMES}


def test_the_figures_say_what_was_played_and_what_came_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = _figures(capsys, "dice-devils", "--seats", "4", "--matches", "60", "--seed", "3")

    assert ASKED - set(found) == set()
    assert (found["game"], found["seats"], found["matches"], found["seed"]) == (
        "dice-devils",
        4,
        60,
        3,
    )
    assert sum(found["wins_by_seat"]) == pytest.approx(60)
    assert sum(found["wins_by_start"].values()) == pytest.approx(60)
    assert sum(found["reasons"].values()) == 60
    assert sum(found["length"]["distribution"].values()) == 60
    assert sum(found["points"]["distribution"].values()) == 240
    low, high = found["by_seat"][0]["win_share_ci95"]
    assert low < found["by_seat"][0]["win_share"] < high


def test_any_number_of_workers_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("dice-devils", "--seats", "3", "--matches", "90", "--seed", "5")

    alone = _figures(capsys, *words)
    together = _figures(capsys, *words, "--workers", "3")

    assert _timeless(alone) == _timeless(together)


def test_another_seed_gives_other_figures(capsys: pytest.CaptureFixture[str]) -> None:
    one = _figures(capsys, "dice-devils", "--matches", "30", "--seed", "1")
    other = _figures(capsys, "dice-devils", "--matches", "30", "--seed", "2")

    assert one["points"] != other["points"]


def test_house_rules_come_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"end_item_count": 3}', encoding="utf-8")

    usual = _figures(capsys, "dice-devils", "--matches", "40")
    short = _figures(capsys, "dice-devils", "--matches", "40", "--options", str(rules))

    assert short["options"]["end_item_count"] == 3
    assert short["length"]["max"] < usual["length"]["min"]


def test_without_json_a_person_reads_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    code = simulate.main(["dice-devils", "--matches", "20"])

    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert code == 0
    assert lines[0] == "Dice Devils (dice-devils/1), 4 seats, seed 1"
    assert lines[2].startswith("20 matches in ")
    assert "A shared win counts as parts of one." in lines
    assert said.err == ""


BAD = [
    (["chess"], "GAME: "),
    (["free-form"], "GAME: "),
    (["dice-devils", "--seats", "9"], "--seats: 9 is not between 3 and 6."),
    (["dice-devils", "--seats", "four"], "--seats: “four” is not a whole number."),
    (["dice-devils", "--matches", "0"], "--matches: 0 is not between 1 and 1000000000."),
    (["dice-devils", "--matches", "9" * 5000], "--matches: “"),
    (["dice-devils", "--seed", "1.5"], "--seed: “1.5” is not a whole number."),
    (["dice-devils", "--workers", "-1"], "--workers: -1 is not between 1 and 256."),
    (["dice-devils", "--bots", "random,random"], "--bots: 4 seats need 4 bots, or one for all."),
    (["dice-devils", "--bots", "clever"], "--bots: This game has no bot named “clever”"),
    (["dice-devils", "--bots", ""], "--bots: This game has no bot named “”"),
    (["dice-devils", "--options", "/nowhere/rules.json"], "--options: /nowhere/rules.json: "),
    (["dice-devils", "--options", "/"], "--options: /: "),
    (["dice-devils", "--options", sys.executable], f"--options: {sys.executable} is not JSON."),
    (["dice-devils", "--options", "odd"], "--options: end_item_count: "),
    (["dice-devils", "--options", "list"], "--options: An object with named fields"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_cannot_be_used_is_named_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, text in (("odd", '{"end_item_count": -1}'), ("list", "[1.5]")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = [str(tmp_path / word) if word in ("odd", "list") else word for word in words]

    code = simulate.main(words)

    shown = capsys.readouterr()
    assert (code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert shown.err.startswith(f"python -m games.simulate: {said}")


@pytest.mark.parametrize("words", [[], ["dice-devils", "--unknown"], ["dice-devils", "--seats"]])
def test_a_command_line_that_cannot_be_read_is_refused_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        simulate.main(words)

    shown = capsys.readouterr()
    assert (caught.value.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_the_same_command_lives_in_manage_py() -> None:
    out = io.StringIO()

    call_command("simulate", "dice-devils", "--matches", "10", "--json", stdout=out)

    assert json.loads(out.getvalue())["matches"] == 10


def test_manage_py_refuses_what_cannot_be_used() -> None:
    with pytest.raises(CommandError) as caught:
        call_command("simulate", "dice-devils", "--seats", "9")

    assert (str(caught.value), caught.value.returncode) == (
        "--seats: 9 is not between 3 and 6.",
        2,
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_with_what_is_done_so_far(workers: str) -> None:
    words = ["dice-devils", "--matches", "100000000", "--workers", workers, "--json"]
    screen, terminal = os.openpty()
    command = subprocess.Popen(
        [sys.executable, "-m", "games.simulate", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        start_new_session=True,
        preexec_fn=_heed_interrupts,
    )
    os.close(terminal)
    try:
        shown = _until(screen, "of 100000000")  # the bar: matches are being played

        os.killpg(command.pid, signal.SIGINT)  # as a terminal does: to all its processes
        out, _ = command.communicate(timeout=30)
        shown += _until(screen, None)
    finally:
        os.close(screen)
        if command.poll() is None:
            os.killpg(command.pid, signal.SIGKILL)

    found = json.loads(out)
    assert (command.returncode, found["interrupted"]) == (130, True)
    assert 0 < found["matches"] < 100_000_000
    assert sum(found["wins_by_seat"]) == pytest.approx(found["matches"])
    assert shown.endswith("\r\x1b[K")
    assert "Traceback" not in shown


@pytest.mark.parametrize("line", range(1, 23))
def test_an_interrupt_while_a_match_is_counted_leaves_no_half_of_it(
    line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["dice-devils", "--seats", "4", "--matches", "50"]
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    wanted = simulate.study(parser.parse_args(words))
    add, counted = Tally.add, itertools.count(1)

    def interrupted_at(frame: FrameType, event: str, _: object) -> TraceFunction:
        if event == "line" and frame.f_lineno == add.__code__.co_firstlineno + line:
            signal.raise_signal(signal.SIGINT)
        return interrupted_at

    def add_one(tally: Tally, match: Played) -> None:
        if next(counted) == 3:
            sys.settrace(interrupted_at)
        try:
            add(tally, match)
        finally:
            sys.settrace(None)

    monkeypatch.setattr(Tally, "add", add_one)
    found: dict[str, Any] = simulate.run(wanted, quiet=True)

    assert found["matches"] == (3 if found["interrupted"] else 50)
    assert sum(found["wins_by_seat"]) == pytest.approx(found["matches"])


def _heed_interrupts() -> None:
    """As in a shell: where the tests run in the background, interrupts are ignored by heritage."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _until(screen: int, words: str | None) -> str:
    """What a terminal shows up to the words, or up to the end."""
    shown = ""
    while words is None or words not in shown:
        try:
            read = os.read(screen, 1000)
        except OSError:  # nobody holds the other end any more
            break
        if not read:
            break
        shown += read.decode()
    return shown
