"""What holds for the score sheet of every game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from games.catalogue import all_games, sentences
from games.core.errors import BadOptions, GameError, MalformedSheet
from games.core.forms import from_form, to_form
from games.core.package import GamePackage
from games.core.sheet import CellKind, Issue
from games.core.types import JSON
from tests.games.kit import any_json
from tests.games.odd_options import odd_options, typed_options

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)


def _words(game: GamePackage) -> list[str]:
    rules = game.sheet
    cells = [*rules.layout(4, rules.default_options()), *rules.option_fields()]
    return sorted({step for cell in cells for step in cell.path if isinstance(step, str)})


def _speak(error: GameError | Issue) -> None:
    """Fails where the code has no sentence, or the sentence asks for more than the params hold."""
    sentence = sentences()[error.code] % dict(error.params)
    assert sentence.endswith((".", "?", "”."))


@GAMES
@given(data=st.data())
def test_any_json_is_options_or_is_refused_with_a_sentence(
    game: GamePackage, data: st.DataObject
) -> None:
    found: JSON = data.draw(any_json(_words(game)))

    try:
        options = game.sheet.options_from_json(found)
    except BadOptions as error:
        _speak(error)
        return

    written = json.loads(json.dumps(game.sheet.options_to_json(options)))
    assert game.sheet.options_from_json(written) == options


@GAMES
@given(data=st.data())
def test_any_json_is_a_sheet_or_is_refused_with_a_sentence(
    game: GamePackage, data: st.DataObject
) -> None:
    rules = game.sheet
    words = _words(game)
    rows = st.lists(any_json(words) | st.just({}), min_size=3, max_size=4)
    shaped = st.fixed_dictionaries({"seats": rows})
    found: JSON = data.draw(any_json(words) | shaped)

    try:
        sheet = rules.parse(found, seats=3, options=rules.default_options())
    except MalformedSheet as error:
        _speak(error)
        return

    for final in (True, False):
        for issue in rules.check(sheet, final=final):
            _speak(issue)
    assert _again(rules, rules.to_json(sheet)) == sheet


@GAMES
@given(data=st.data())
def test_whatever_is_typed_into_a_sheet_the_sheet_is_checked_and_shown_again(
    game: GamePackage, data: st.DataObject
) -> None:
    rules = game.sheet
    options = rules.default_options()
    cells = rules.layout(3, options)
    texts = st.integers(-2, 12).map(str) | st.sampled_from(["", "on", "true"])
    typed = {cell.name: data.draw(texts, cell.name) for cell in cells}

    reading = from_form(typed, cells)
    sheet = rules.parse(reading.data, seats=3, options=options)

    rules.check(sheet)
    assert _again(rules, from_form(to_form(rules.to_json(sheet), cells), cells).data) == sheet
    computed = {cell.path for cell in cells if cell.kind is CellKind.COMPUTED}
    assert set(rules.computed(sheet)) <= computed


@GAMES
def test_the_settings_form_shows_the_options_and_reads_them_back(game: GamePackage) -> None:
    rules = game.sheet
    fields = rules.option_fields()
    options = rules.default_options()

    reading = from_form(to_form(rules.options_to_json(options), fields), fields)

    assert reading.issues == ()
    assert rules.options_from_json(reading.data) == options


@GAMES
@given(data=st.data())
def test_saving_an_untouched_settings_form_changes_no_options_whatever_they_are(
    game: GamePackage, data: st.DataObject
) -> None:
    rules = game.sheet
    try:
        options = rules.options_from_json(data.draw(odd_options(game)))
    except BadOptions:
        reject()
    fields = rules.option_fields(options)

    texts = to_form(rules.options_to_json(options), fields)
    reading = from_form(texts, fields)

    assert reading.issues == ()
    assert rules.options_from_json(reading.data) == options


@GAMES
@given(data=st.data())
def test_options_typed_into_any_box_are_kept_or_refused_by_name(
    game: GamePackage, data: st.DataObject
) -> None:
    typed = data.draw(typed_options(game))

    assert refusal_of(game, typed) in {"", *sentences()}


def refusal_of(game: GamePackage, typed: JSON) -> str:
    """The code by which options are refused; empty where they are read, and read back alike."""
    try:
        options = game.sheet.options_from_json(typed)
    except BadOptions as refused:
        return refused.code
    again = game.sheet.options_from_json(game.sheet.options_to_json(options))
    return "" if again == options else "changed"


@GAMES
def test_an_untouched_settings_form_gives_the_default_options(game: GamePackage) -> None:
    fields = game.sheet.option_fields()

    reading = from_form(to_form({}, fields), fields)

    assert game.sheet.options_from_json(reading.data) == game.sheet.default_options()


@GAMES
def test_every_box_has_a_name_of_its_own(game: GamePackage) -> None:
    rules = game.sheet
    options = rules.default_options()
    for seats in rules.seats(options):
        for level in rules.levels(options):
            names = [cell.name for cell in rules.layout(seats, options, level)]
            assert sorted(set(names)) == sorted(names)


def _again(rules: Any, data: JSON) -> object:  # Any: the sheet's type differs from game to game
    return rules.parse(json.loads(json.dumps(data)), seats=3, options=rules.default_options())
