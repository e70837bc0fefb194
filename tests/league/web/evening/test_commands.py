"""The register of the desk's commands: what a form spells is what is done and taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.core.errors import BadInput
from league.web.evening.commands.register import (
    BUTTONS,
    OUTCOMES,
    Button,
    Command,
    Done,
    Outcome,
    read_command,
    read_done,
)

ROOT = Path(__file__).parents[4]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
OTHER_PAGES = {  # their buttons are read by their own pages
    *("own_data.html", "one_record.html", "player.html", "adjustments.html", "called.html"),
    *("clock.html", "_clock_buttons.html", "webhook.html", "picture.html"),
}
OTHER_ROOMS = {"notices", "play"}
CHOICE = re.compile(r"""{{ [\w.]+\|yesno:['"](\w+),(\w+)['"] }}""")
CHOSEN = re.compile(r"{% if [^%]*%}(\w+){% else %}(\w+){% endif %}")
# Their effect is what the page shows next, beside the button that does the contrary.
SEEN = {
    *("here", "away", "bye", "no_bye", "room", "lock", "unlock", "hold", "free"),
    *("auto", "manual", "form_tables", "free_again", "pause", "stop_plan", "step_back"),
}


def commands(button: Button[...], word: str) -> Iterator[Command]:
    """The commands of a word: with all its numbers, and with as few as it may have."""
    count = len(button.parameters) - (len(button.words) > 1)
    least = [n for n in range(count + 1) if button.values(word, (7,) * n) is not None]
    for n in {least[0], count}:
        values = button.values(word, tuple(range(11, 11 + n)))
        assert values is not None
        yield Command(button, values)


def done(outcome: Outcome[...]) -> Iterator[Done]:
    for first in (0, 11):
        ids = tuple(first and first + n for n in range(len(outcome.parameters)))
        yield Done(outcome, ids)


def spelled() -> dict[str, set[int]]:
    """The words of the buttons as the desk's templates write them, with how many numbers."""
    found: dict[str, set[int]] = {}
    for path in TEMPLATES:
        if path.name in OTHER_PAGES or path.parent.name in OTHER_ROOMS:
            continue
        text = path.read_text()
        sides = [rf"\{side}" for side in (1, 2)]
        texts = "".join(CHOICE.sub(side, CHOSEN.sub(side, text)) for side in sides)
        values = re.findall(r'name="do"\s+value="([^"]*)"', texts)
        assert len(values) == texts.count('name="do"'), path
        for value in values:
            word, *ids = value.split(":")
            if word != "{{ who.do }}":
                found.setdefault(word, set()).add(len(ids))
    return found


def sources() -> str:
    """The code that offers buttons besides the templates: pages, and the board's script."""
    pages = sorted((ROOT / "league" / "web").rglob("*.py"))
    return "\n".join(path.read_text() for path in pages if path.parent.name != "commands")


@pytest.mark.parametrize("word", BUTTONS)
def test_a_command_is_read_as_it_is_spelled(word: str) -> None:
    for command in commands(BUTTONS[word], word):
        assert str(command).split(":")[0] == word
        assert read_command(str(command)) == command


@pytest.mark.parametrize("word", BUTTONS)
def test_a_command_with_a_number_too_many_or_none_at_all_is_refused(word: str) -> None:
    longest = max((str(one) for one in commands(BUTTONS[word], word)), key=len)

    for text in (f"{longest}:1", f"{longest}:", f"{longest}:-1", f"{longest}:x", f"{word}x", ""):
        with pytest.raises(BadInput) as refused:
            read_command(text)
        assert (refused.value.code, refused.value.field) == ("unknown_choice", "do")


@pytest.mark.parametrize("word", OUTCOMES)
def test_what_was_done_is_read_from_an_address_as_it_was_written(word: str) -> None:
    for one in done(OUTCOMES[word]):
        ids = tuple(int(part) for part in one.ids.split("-") if part)

        assert (one.word, read_done(one.word, ids)) == (word, one)


@pytest.mark.parametrize("word", [word for word, one in OUTCOMES.items() if one.back])
def test_the_way_back_is_a_command_that_can_be_pressed(word: str) -> None:
    for one in done(OUTCOMES[word]):
        undo = one.undo()

        assert undo is not None
        assert read_command(str(undo)) == undo


def test_every_press_says_what_it_did_or_is_seen_or_is_a_way_back() -> None:
    back = {str(one.undo()).split(":")[0] for kind in OUTCOMES.values() for one in done(kind)}
    silent = {
        word
        for word, button in BUTTONS.items()
        if button.function.__annotations__["return"] == "None"
    }

    assert silent - back == SEEN


def test_every_button_of_the_templates_is_a_command_with_that_many_numbers() -> None:
    unknown = {
        (word, count)
        for word, counts in spelled().items()
        for count in counts
        if word not in BUTTONS or BUTTONS[word].values(word, (1,) * count) is None
    }

    assert unknown == set()


def test_no_command_is_without_a_button_and_nothing_can_be_done_that_no_command_does() -> None:
    back = {str(one.undo()).split(":")[0] for kind in OUTCOMES.values() for one in done(kind)}
    offered = {*spelled(), *back}
    modules = "|".join(
        path.stem for path in (ROOT / "league" / "web" / "evening" / "commands").glob("*.py")
    )
    called = set(re.findall(rf"\b(?:{modules})\.(\w+)\(|\b(step_back)\(", sources()))
    in_code = {name for pair in called for name in pair if name}
    rooms = "\n".join(
        path.read_text() for path in (ROOT / "league" / "web" / "evening" / "commands").glob("*.py")
    )

    dead = {
        word
        for word, button in BUTTONS.items()
        if word not in offered and button.function.__name__ not in in_code
    }
    never = {
        word
        for word, outcome in OUTCOMES.items()
        if len(re.findall(rf"\b{outcome.function.__name__}\b", rooms)) < 2
        and outcome.function.__name__ not in in_code
    }

    assert (dead, never) == (set(), set())
