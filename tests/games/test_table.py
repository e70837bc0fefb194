"""The terminal table: people read their part of a match and nothing else."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from games import table
from games.catalogue import get
from games.core.lines import from_lines
from games.core.recorder import Recorder
from games.core.transcript import replay
from games.core.types import Seat
from games.core.verification import verify
from tests.games.toy import TOY, ToyOptions

SEED = "00" * 32
RULES = """# Toy

## Cards

- **R1** All get
  hidden `cards`.
- **R2** Lay one.

## End

The end.
"""


def _played(*typed: str, bots: int = 2, seats: int = 3) -> tuple[str, Recorder]:
    """What the screen showed while somebody typed these lines, and the match."""
    names: list[str | None] = [None] * (seats - bots) + ["smart"] * bots
    recorder = Recorder(
        TOY, seats=seats, options=ToyOptions(), secret=bytes.fromhex(SEED), bots=names
    )
    screen = io.StringIO()
    table.Table(
        recorder,
        [Seat(seat) for seat in range(seats - bots)],
        names=["Ann", "Bob", "Cleo"],
        translate=str,
        rules=RULES,
        read=io.StringIO("".join(f"{line}\n" for line in typed)),
        write=screen,
    ).play()
    return screen.getvalue(), recorder


def test_a_person_sees_the_own_cards_and_never_those_of_bots() -> None:
    shown, recorder = _played("q")

    (dealt,) = replay(TOY, recorder.transcript(), 1)
    own, *others = dealt.after.hands
    assert f"In hand: {own[0]}, {own[1]}\n" in shown
    numbers = set(map(int, re.findall(r"[0-9]+", shown.partition("Ann decides:")[0])))
    # 0 and the bonus are public
    assert numbers - {0, recorder.state.bonus, *own} == set()
    assert len({card for hand in others for card in hand} - numbers) >= 3


def test_a_match_goes_to_its_end_with_typed_lines_alone() -> None:
    shown, recorder = _played("1", "1", "1", "1", "1")

    record = recorder.transcript()
    assert record.footer is not None
    assert record.footer.end == "played"
    assert "Ann decides:" in shown
    assert "Bob lays a card." in shown


def test_leaving_by_word_or_by_the_end_of_the_input_keeps_what_was_played() -> None:
    _, by_word = _played("q")
    _, by_end = _played()

    for recorder in (by_word, by_end):
        assert recorder.transcript().footer is None
        assert len(recorder.transcript().lines) == 5  # three draws and what the bots laid


def test_what_is_no_choice_is_asked_again() -> None:
    shown, recorder = _played("0", "9", "x", "-1", "1.5", "²", "", "q")

    assert shown.count("Please type the number of a choice.") == 6
    assert len(recorder.transcript().lines) == 5


def test_rules_can_be_looked_up_while_deciding() -> None:
    shown, _ = _played("?", "?2", "?r1", "?R9", "?99", "q")

    answers = shown.split("> ")
    assert answers[1].splitlines()[:3] == [
        "?3 shows section 3 of the rules, ?R7 shows rule 7:",
        "   1  Cards",
        "   2  End",
    ]
    assert answers[2].splitlines()[:3] == ["End", "", "The end."]
    assert answers[3].splitlines()[:2] == ["- R1 All get", "  hidden cards."]
    assert answers[4].splitlines()[0] == "The rules have nothing under “R9”."
    assert answers[5].splitlines()[0] == "The rules have nothing under “99”."


def test_the_position_is_shown_again_on_demand() -> None:
    once, _ = _played("q")
    twice, _ = _played("v", "q")

    assert (once.count("In hand:"), twice.count("In hand:")) == (1, 2)


def test_choices_can_be_searched_and_keep_their_numbers() -> None:
    shown, recorder = _played("/card", "/nothing", "/", "2", "q")

    assert "Choices with “card”: 2" in shown
    assert "Choices with “nothing”: 0" in shown
    mine = [line for line in recorder.transcript().lines if line.actor == 0]
    choices = re.findall(r"^ +2  Lay card ([0-9]+)$", shown, re.MULTILINE)
    assert [line.action["card"] for line in mine] == [int(choices[0])]


def test_long_lists_come_in_pages_and_begin_again() -> None:
    screen = io.StringIO()

    table.main(
        ["teufel-teufel", "--seats", "2", "--seed", SEED, "--strength", "random"],
        read=io.StringIO("\n" * 3 + "q\n"),
        write=screen,
    )

    shown = [
        tuple(map(int, found))
        for found in re.findall(r"Shown: (\d+) to (\d+) of (\d+)\.", screen.getvalue())
    ]
    count = shown[0][2]
    pages = [(1, 20), (21, min(40, count)), (41, count)][: -(-count // 20)]
    assert count > 20
    assert shown == [(*page, count) for page in (pages * 3)[:4]]


def test_several_people_hand_the_screen_over_and_see_no_foreign_cards() -> None:
    shown, recorder = _played("", "1", "", "1", "q", bots=1)

    parts = shown.split("press Enter when no one else sees the screen.")
    (dealt,) = replay(TOY, recorder.transcript(), 1)
    ann, bob, _ = dealt.after.hands
    assert len(parts) == 4  # the winner, if a person, or the next round's first
    assert (parts[0][-5:], parts[1][-5:]) == ("Ann, ", "Bob, ")
    assert f"In hand: {ann[0]}, {ann[1]}\n" in parts[1]
    assert f"In hand: {bob[0]}, {bob[1]}\n" in parts[2]
    assert [card for card in bob if f"card {card}\n" in parts[1]] == []
    assert [card for card in ann if f"card {card}\n" in parts[2]] == []
    assert "Ann lays a card." in parts[2]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_wiped_between_two_people() -> None:
    recorder = Recorder(
        TOY, seats=3, options=ToyOptions(), secret=bytes(32), bots=[None, None, "smart"]
    )
    screen = _Terminal()

    table.Table(
        recorder,
        [Seat(0), Seat(1)],
        names=["Ann", "Bob", "Cleo"],
        translate=str,
        rules="",
        read=io.StringIO("\n1\n\nq\n"),
        write=screen,
    ).play()

    assert screen.getvalue().count(table.WIPE) == 4


def test_the_record_that_is_kept_replays_to_its_outcome(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    screen = io.StringIO()
    words = ["dice-devils", "--seats", "3", "--seed", SEED, "--strength", "random"]

    code = table.main([*words, "--save", str(file)], read=io.StringIO("1\n" * 500), write=screen)

    record = from_lines(file.read_text(encoding="utf-8").splitlines())
    shown = screen.getvalue().splitlines()
    assert code == 0
    assert record.footer is not None
    assert record.footer.end == "played"
    assert verify(get("dice-devils"), record) is True
    assert shown[1] == f"Commitment of the seed: {record.header.commitment}"
    assert shown[-2:] == [f"Seed: {SEED}", f"The record is in {file}."]


def test_a_match_that_was_left_is_said_to_be_and_kept_as_such(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    screen = io.StringIO()

    table.main(["dice-devils", "--save", str(file)], read=io.StringIO("q\n"), write=screen)

    last = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
    assert (last["end"], last["outcome"]) == ("left", None)
    assert "The match was abandoned." in screen.getvalue().splitlines()


def test_two_matches_without_a_seed_differ() -> None:
    def commitment() -> str:
        screen = io.StringIO()
        table.main(["dice-devils"], read=io.StringIO(), write=screen)
        return screen.getvalue().splitlines()[1]

    assert commitment() != commitment()


def test_the_table_speaks_the_languages_of_the_service() -> None:
    text = "Please enter a whole number."

    spoken = [table.translator(language)(text) for language in table.LANGUAGES]

    assert spoken[0] == text
    assert spoken[1] == "Bitte eine ganze Zahl eingeben."
    assert len(set(spoken)) == 3


def test_a_text_without_a_translation_stays_as_it_is() -> None:
    assert table.translator("de")("No catalogue has this.") == "No catalogue has this."


BAD = [
    (["chess"], "GAME: There is no game with the key “chess”."),
    (["free-form"], "GAME: “free-form” only has a score sheet"),
    (["dice-devils", "--seats", "9"], "--seats: 9 is not between 3 and 6."),
    (["dice-devils", "--bots", "4"], "--bots: 4 is not between 0 and 3."),
    (["dice-devils", "--bots", "two"], "--bots: “two” is not a whole number."),
    (["dice-devils", "--strength", "wise"], "--strength: “wise” is none of these bots"),
    (["dice-devils", "--seed", "12"], "--seed: "),
    (["dice-devils", "--language", "it"], "--language: one of en, de, fr is expected."),
    (["dice-devils", "--save", "/nowhere/at/all"], "--save: There is no folder for"),
    (["dice-devils", "--options", "/nowhere"], "--options: /nowhere: "),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_cannot_be_used_is_named_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = table.main(words, read=io.StringIO(), write=io.StringIO())

    shown = capsys.readouterr()
    assert (code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert shown.err.startswith(f"python -m games.table: {said}")
