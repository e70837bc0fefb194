from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from league.seating.__main__ import main
from league.seating.schedule.measures import measure
from tests.league.seating.schedule.cases import FOLDER, stored

ROOT = Path(__file__).parents[4]


def facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_a_process_without_django_prints_schedule_and_figures() -> None:
    program = (
        "import runpy, sys; sys.argv = ['x', *sys.argv[1:]]\n"
        "try:\n    runpy.run_module('league.seating', run_name='__main__')\n"
        "finally:\n    assert 'django' not in sys.modules\n"
    )
    arguments = ["--players", "100", "--sizes", "3-6", "--prefer", "4", "--rounds", "8", "--json"]

    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    answer = json.loads(done.stdout)
    assert (answer["repeats"], answer["lower_bound"], answer["stopped_by"]) == (0, 0, "ideal")
    assert [len(tables) for tables in answer["schedule"]] == [25] * 8
    for tables in answer["schedule"]:
        assert sorted(p for table in tables for p in table) == list(range(100))
    assert answer["seconds"] >= 0


def test_an_instance_is_read_from_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    answer = facts(capsys, "--instance", str(FOLDER / "con-60-r6.json"), "--seed", "5")

    instance = stored("con-60-r6")
    schedule = answer["schedule"]
    assert isinstance(schedule, list)
    figures = measure(instance, schedule)
    assert (answer["repeats"], answer["apart_broken"], answer["club_meetings"]) == (0, 0, 0)
    assert (figures.repeats, figures.apart_broken, figures.club_meetings) == (0, 0, 0)
    assert (answer["seed"], answer["method"]) == (5, "schedule")


def test_a_round_with_scores_is_drawn_by_standings(capsys: pytest.CaptureFixture[str]) -> None:
    answer = facts(capsys, "--instance", str(FOLDER / "swiss-40-6.json"))

    assert (answer["method"], answer["repeats"], answer["lower_bound"]) == ("swiss", 0, 0)


@pytest.mark.parametrize("method", ["random", "swiss"])
def test_several_rounds_can_be_drawn_in_turn(
    method: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = facts(capsys, "--players", "24", "--rounds", "3", "--method", method)

    schedule = answer["schedule"]
    assert isinstance(schedule, list)
    assert [sorted(p for table in tables for p in table) for tables in schedule] == [
        list(range(24))
    ] * 3
    assert answer["repeats"] == 0


def test_repeats_are_told_with_what_they_cost(capsys: pytest.CaptureFixture[str]) -> None:
    answer = facts(capsys, "--players", "9", "--rounds", "4", "--sizes", "4-5")

    assert (answer["repeats"], answer["repeat_cost"], answer["least_cost"]) == (32, 36, 36)


def test_the_same_seed_prints_the_same_schedule(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--players", "23", "--rounds", "5", "--steps", "4000")

    first = facts(capsys, *arguments, "--seed", "9")
    again = facts(capsys, *arguments, "--seed", "9")
    other = facts(capsys, *arguments, "--seed", "10")

    assert first["schedule"] == again["schedule"]
    assert first["schedule"] != other["schedule"]


def test_people_can_read_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--players", "7", "--rounds", "2"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("7 players, 2 rounds, method schedule, seed 1: ")
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", "0"], "nobody"),
        (["--players", "2"], "too_few"),
        (["--players", "7", "--sizes", "4-5"], "impossible_count"),
        (["--players", "12", "--rounds", "0"], "no_rounds"),
        (["--players", "12", "--sizes", "a-b"], "bad_instance"),
        (["--players", "12", "--method", "astrology"], "bad_instance"),
        (["--instance", "/nowhere/at/all.json"], "bad_instance"),
        ([], "bad_instance"),
    ],
)
def test_what_cannot_be_drawn_is_answered_at_once_with_a_reason(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--json"]) == 2

    (reason,) = json.loads(capsys.readouterr().out)["error"]
    assert reason["code"] == code
    assert "%(" not in reason["text"]


def test_sizes_are_priced_one_by_one_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    usual = facts(capsys, "--players", "17")
    priced = facts(capsys, "--players", "17", "--weights", "5:900,3:10")

    assert (usual["sizes"], priced["sizes"]) == ([[5, 4, 4, 4]], [[4, 4, 3, 3, 3]])
    assert main(["--players", "17", "--weights", "much"]) == 2
