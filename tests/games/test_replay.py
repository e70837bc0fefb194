"""The command that prints a recorded match in words."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import get
from games.core.lines import to_lines
from games.core.recorder import Recorder, play_match, play_on
from tests.games.test_goldens import FOLDER

SEED = bytes(range(32))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short match of Dice Devils in a file."""
    package = get("dice-devils")
    options = package.sheet.options_from_json({"end_item_count": 3})
    match = play_match(package, seats=3, options=options, bots=["random"] * 3, secret=SEED)
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(to_lines(match)) + "\n", encoding="utf-8")
    return file


def _said(*words: object, **options: object) -> list[str]:
    out = io.StringIO()
    call_command("replay", *words, **options, stdout=out)
    return out.getvalue().splitlines()


def test_a_match_is_told_from_the_first_draw_to_the_places(record: Path) -> None:
    said = _said(record)

    assert said[:3] == ["Dice Devils (dice-devils/1)", "Bot 1, Bot 2, Bot 3", ""]
    lines = len(record.read_text(encoding="utf-8").splitlines()) - 2
    numbers = [int(line[:5]) for line in said if line[:5].strip().isdecimal()]
    assert (numbers[0], numbers[-1]) == (1, lines)
    assert sorted(numbers) == numbers
    assert [line for line in said if line.startswith("Place 1: ")] != []
    assert said[-1] == "Every draw follows from the seed fixed before the match."


def test_the_first_lines_alone_end_with_the_position(record: Path) -> None:
    said = _said(record, until="3")

    assert [int(line[:5]) for line in said if line[:5].strip().isdecimal()] == [1, 2, 3]
    assert [line for line in said if line.startswith("Place 1: ")] == []
    assert said[-1].startswith(("Bot", "Dice"))


def test_a_seat_reads_what_it_could_know_and_the_referee_reads_more(record: Path) -> None:
    def rollers(**who: str) -> set[str]:
        told = [line.strip() for line in _said(record, **who) if " rolled " in line]
        return {line.partition(" rolled ")[0][-5:] for line in told}

    assert rollers(as_seat="0") == {"Bot 1"}
    assert rollers(as_seat="2") == {"Bot 3"}
    assert rollers() == {"Bot 1", "Bot 2", "Bot 3"}


def test_the_words_come_in_the_language_asked_for(record: Path) -> None:
    english = _said(record)
    german = _said(record, language="de")

    assert len(german) == len(english)


def test_a_match_that_was_left_says_so_and_shows_where_it_stood(tmp_path: Path) -> None:
    package = get("dice-devils")
    recorder = Recorder(
        package,
        seats=3,
        options=package.sheet.default_options(),
        secret=SEED,
        bots=[None] * 3,
        names=["Ann", "Bob", "Cleo"],
    )
    recorder.draw()
    file = tmp_path / "left.jsonl"
    file.write_text("\n".join(to_lines(recorder.left())), encoding="utf-8")

    said = _said(file)

    assert said[1] == "Ann, Bob, Cleo"
    assert said[-2] == "The match was abandoned."


def test_what_was_checked_is_said_point_by_point(tmp_path: Path) -> None:
    recorder = Recorder(
        get("dice-devils"),
        seats=3,
        options=get("dice-devils").sheet.default_options(),
        secret=SEED,
        contributions=[b"my words", b"\xff\x00", b""],
        bots=["random"] * 3,
        names=["Ann", "Bob", "Cleo"],
    )
    play_on(recorder)
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(to_lines(recorder.transcript())), encoding="utf-8")
    draws = sum("drawn" in line for line in file.read_text(encoding="utf-8").splitlines()[1:-1])
    decisions = len(recorder.lines) - draws

    assert _said(file, verify=True) == [
        "Dice Devils (dice-devils/1)",
        "Ann, Bob, Cleo",
        "",
        "The secret revealed at the end fits the commitment made before the match.",
        "The seed is made of this secret and of what each seat added.",
        f"{draws} draws: each follows from the seed.",
        f"{decisions} decisions: the rules allow each of them.",
        "The outcome is the one that the rules give.",
        "Nothing in the record has changed since its last line was written.",
        "",
        "Compare this with what you saw before the first draw:",
        f"Commitment of the seed: {recorder.header.commitment}",
        "Ann added: my words",
        "Bob added: ff00",
        "Cleo added nothing.",
    ]


def test_of_a_match_that_goes_on_only_the_rules_are_checked(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(lines[:6]), encoding="utf-8")

    assert _said(record, verify=True)[3:] == [
        "The draws can't be proven: the record has no commitment or no seed.",
        "3 draws: each is possible where it stands.",
        "2 decisions: the rules allow each of them.",
        "The match is not over.",
    ]


def test_an_old_record_is_checked_and_says_that_no_one_else_added_to_its_seed() -> None:
    said = _said(FOLDER / "dice-devils" / "e1-four-seats.jsonl", verify=True)

    assert "The seed is the service's secret alone: no one else added to it." in said
    assert "The outcome is the one that the rules give." in said


def test_a_match_that_goes_on_has_no_proof_yet(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(lines[:6]), encoding="utf-8")

    assert _said(record)[-2:] == [
        "The match is not over.",
        "The draws can't be proven: the record has no commitment or no seed.",
    ]


def test_what_is_no_record_is_refused_with_its_line_and_its_rule(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if '"t":"place"' in line)
    lines[at] = json.dumps({**json.loads(lines[at]), "slot": 9})
    record.write_text("\n".join(lines), encoding="utf-8")

    with pytest.raises(CommandError) as caught:
        _said(record)

    said = str(caught.value)
    assert said.startswith(f"{record}: Line {at + 1}: ")
    assert said.endswith("Only a face-up item can be claimed (rule 9).")


def test_a_bad_line_behind_the_last_one_asked_for_does_not_matter(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[-2] = json.dumps({**json.loads(lines[-2]), "t": "jump"})
    record.write_text("\n".join(lines), encoding="utf-8")

    assert _said(record, until="2")[0] == "Dice Devils (dice-devils/1)"
    with pytest.raises(CommandError):
        _said(record)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file or directory"),
        (b"", "Line 1: This record is empty."),
        (b"\xff\xfe\x00", "This file is not UTF-8 text."),
        (b"hello\n", "Line 1: This line is not JSON."),
        (b'{"format": 1, "game": "go"}', "Line 1: "),
        (
            b'{"format":1,"game":"go","edition":1,"seats":1,"bots":[null],"options":{}}',
            "There is no game with the key",
        ),
        (
            b'{"format":1,"game":"free-form","edition":1,"seats":1,"bots":[null],"options":{}}',
            "Line 1: “free-form” only has a score sheet and can't be played here.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    content: bytes | None, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "odd.jsonl"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CommandError) as caught:
        _said(file)

    assert str(caught.value).startswith(f"{file}: {said}")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"as_seat": "3"}, "--as-seat: a number from 0 to 2 is expected."),
        ({"as_seat": "-1"}, "--as-seat: a number from 0 to 2 is expected."),
        ({"as_seat": "me"}, "--as-seat: a number from 0 to 2 is expected."),
        ({"until": "-1"}, "--until: a whole number is expected."),
        ({"until": "9" * 5000}, "--until: a whole number is expected."),
    ],
)
def test_an_argument_that_cannot_be_used_is_named(
    record: Path, options: dict[str, str], said: str
) -> None:
    with pytest.raises(CommandError) as caught:
        _said(record, **options)

    assert str(caught.value) == said
