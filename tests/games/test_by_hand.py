"""Real dice, real cards: draws that people enter, in every game that says it can be played so."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get, playable, sentences
from games.core.by_hand import Asked, Box, Fallen, entered
from games.core.errors import GameError, IllegalAction, MalformedAction
from games.core.lines import from_lines, to_lines
from games.core.package import GamePackage
from games.core.recorder import Recorder, lowest
from games.core.transcript import replay
from games.core.types import CHANCE, JSON, Audience, Seat, Viewer
from games.core.verification import verify
from games.core.words import Phrase
from tests.games.walks import tables

REAL = [package for package in playable() if package.by_hand]
OPEN = [package for package in REAL if package.key != "dice-devils"]
"""Nothing of theirs is drawn that not everybody sees at once; the others have a test of their own.
"""
SECRET = bytes(range(32))
DICE = Asked(
    "roll",
    Phrase("Which numbers fell?"),
    tuple(
        Box(Phrase("Die"), tuple(Fallen(face, Phrase(str(face))) for face in range(1, sides)))
        for sides in (5, 7)
    ),
)


def test_a_game_is_played_by_hand_or_says_why_it_is_not() -> None:
    assert [package.key for package in REAL] == ["dice-devils", "the-devil-with-it"]
    for package in playable():
        assert package.by_hand is not bool(package.hidden_draws), package.key


@pytest.mark.parametrize("package", OPEN, ids=lambda package: package.key)
@given(data=st.data())
def test_the_draws_of_a_seed_entered_by_hand_make_the_same_match(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    chance = Random(data.draw(st.integers(0, 999)))
    seeded, by_hand = (
        Recorder(package, seats=seats, options=options, bots=[None] * seats, secret=secret)
        for secret in (SECRET, None)
    )
    play, asked_for = seeded.play, 0
    viewers: list[Viewer] = [Audience.PUBLIC, *map(Seat, range(seats))]
    while (owing := seeded.owing()) and seeded.count < 300:
        if CHANCE in owing:
            before = seeded.state
            questions = [play.asks(play.view(before, viewer)) for viewer in viewers]
            asked = questions[0]
            assert asked is not None
            assert all(each == asked for each in questions), "one question for everybody"
            step = seeded.draw()
            line = play.action_to_json(step.action)
            assert play.redact(before, CHANCE, step.action, Audience.PUBLIC) == line
            assert isinstance(line, dict)
            assert entered(asked, line["values"]) == line
            by_hand.enter(play.action_from_json(line), Seat(seats - 1))
            asked_for += 1
        else:
            assert all(play.asks(play.view(seeded.state, viewer)) is None for viewer in viewers)
            seat = lowest(owing)
            action = chance.choice(play.legal(seeded.state, seat))
            seeded.act(seat, action)
            by_hand.act(seat, action)
        assert by_hand.state == seeded.state
    record = from_lines(to_lines(by_hand.left()))

    assert asked_for == sum(line.entered == seats - 1 for line in record.lines)
    assert [step.after for step in replay(package, record)][-1] == seeded.state
    assert verify(package, record) is False, "no seed made these draws"
    if play.outcome(seeded.state) is not None:
        assert play.sheet(by_hand.state) == play.sheet(seeded.state)


@pytest.mark.parametrize("package", OPEN, ids=lambda package: package.key)
@given(data=st.data())
def test_whatever_a_question_offers_can_have_come_up_and_nothing_else(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    match = Recorder(package, seats=seats, options=options, bots=["random"] * seats, secret=None)
    play, chance = match.play, Random(data.draw(st.integers(0, 999)))
    for _ in range(data.draw(st.integers(0, 60))):
        if not (owing := match.owing()):
            break
        if CHANCE not in owing:
            match.ask_bot(lowest(owing))
            continue
        asked = play.asks(play.view(match.state, Audience.PUBLIC))
        assert asked is not None
        offered = [each.value for each in asked.boxes[0].values]
        wanted: list[JSON] = [*range(-1, 7), 10, 15, 20, 25, 50, 75, 100, 101]
        for value in wanted:
            draw = {"t": "chance", "what": asked.what, "values": [value]}
            assert (value in offered) is _is_possible(match, draw), value
        match.enter(play.action_from_json(entered(asked, [chance.choice(offered)])))


def _is_possible(match: Recorder, draw: JSON) -> bool:
    try:
        action = match.play.action_from_json(draw)
    except MalformedAction:
        return False
    return match.play.objection(match.state, CHANCE, action) is None


@pytest.mark.parametrize(
    ("values", "path"),
    [
        ([5, 1], ("values", 0)),
        ([1, 7], ("values", 1)),
        ([True, 1], ("values", 0)),
        (["1", 1], ("values", 0)),
        ([None, 1], ("values", 0)),
        ([[1], 1], ("values", 0)),
        ([1], ("values",)),
        ([1, 1, 1], ("values",)),
    ],
)
def test_what_cannot_have_fallen_is_refused_at_its_die_with_what_can(
    values: list[JSON], path: tuple[str | int, ...]
) -> None:
    with pytest.raises(MalformedAction) as refused:
        entered(DICE, values)

    assert refused.value.path == path
    said = sentences()[refused.value.code] % refused.value.params
    assert said.endswith((": 1, 2, 3, 4.", ": 1, 2, 3, 4, 5, 6.", "not 1.", "not 3."))
    assert entered(DICE, [4, 6]) == {"t": "chance", "what": "roll", "values": [4, 6]}


def test_a_record_without_the_mark_is_read_and_a_mark_of_nobody_is_not() -> None:
    game = get("the-devil-with-it")
    options = game.sheet.default_options()
    match = Recorder(game, seats=3, options=options, bots=[None] * 3, secret=None)
    match.enter(match.play.action_from_json({"t": "chance", "what": "starter", "values": [1]}))
    lines = list(to_lines(match.transcript()))
    marked = lines[1].replace('"values":[1]', '"values":[1],"entered":%s')

    assert from_lines(lines).lines[0].entered is None
    assert from_lines([lines[0], marked % 2]).lines[0].entered == 2
    with pytest.raises(GameError) as refused:
        from_lines([lines[0], marked % 3])
    assert (refused.value.code, refused.value.path) == ("transcript.no_such_seat", ("entered",))


def test_a_seed_and_a_hand_never_draw_in_one_match() -> None:
    game = get("the-devil-with-it")
    options = game.sheet.default_options()
    seeded = Recorder(game, seats=3, options=options, bots=[None] * 3, secret=SECRET)
    by_hand = Recorder(game, seats=3, options=options, bots=[None] * 3, secret=None)
    draw = seeded.play.action_from_json({"t": "chance", "what": "starter", "values": [1]})

    with pytest.raises(GameError, match="draws_from_seed"):
        seeded.enter(draw)
    with pytest.raises(GameError, match="draws_by_hand"):
        by_hand.draw()
    with pytest.raises(IllegalAction):
        by_hand.enter(seeded.play.action_from_json({"t": "chance", "what": "piece", "values": [0]}))
