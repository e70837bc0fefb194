"""Records of matches: written, read, replayed, verified and shown to those who may read them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import sentences
from games.core.errors import GameError, IllegalAction, MalformedTranscript, UnknownBot
from games.core.lines import from_lines, redacted, to_lines
from games.core.recorder import Recorder, play_match
from games.core.rng import commitment, seat_of, seed_of
from games.core.transcript import Transcript, replay
from games.core.types import CHANCE, Audience, Seat
from games.core.verification import verify
from tests.games.kit import any_json, sealed
from tests.games.toy import TEXTS, TOY, Draw, Lay, ToyOptions

SEED = bytes(range(32))


def _match(secret: bytes = SEED, contributions: Sequence[bytes] = ()) -> Transcript:
    return play_match(
        TOY,
        seats=3,
        options=ToyOptions(rounds=1, cards=9),
        bots=["random", "random", "smart"],
        secret=secret,
        contributions=contributions,
    )


def _lines() -> list[str]:
    return list(to_lines(_match()))


def _changed(number: int, **fields: object) -> list[str]:
    """The record with fields of one line replaced; a field of None is left out."""
    lines = _lines()
    data = {**json.loads(lines[number - 1]), **fields}
    lines[number - 1] = json.dumps({key: value for key, value in data.items() if value is not None})
    return sealed(lines)


def _refused(lines: Sequence[str]) -> tuple[str, object]:
    """The code and the line of a refusal, wherever in the way of a record it happens."""
    with pytest.raises(MalformedTranscript) as caught:
        verify(TOY, from_lines(lines))
    spoken = {**sentences(), **TEXTS}[caught.value.code] % caught.value.params
    assert spoken.endswith(".")
    return caught.value.code, caught.value.params["line"]


def test_a_record_is_a_header_a_line_per_action_and_an_end() -> None:
    record = _match()

    header, *lines, footer = (json.loads(line) for line in to_lines(record))

    assert header == {
        "format": 2,
        "game": "toy",
        "edition": 1,
        "seats": 3,
        "bots": ["random", "random", "smart"],
        "commitment": hashlib.sha256(b"stammtisch match seed" + SEED).hexdigest(),
        "contributions": ["", "", ""],
        "options": {"rounds": 1, "bonus": [1, 2, 3], "cards": 9},
    }
    assert [(line["n"], line.get("p"), line["t"]) for line in lines] == [
        (1, None, "chance"),
        (2, None, "chance"),
        (3, None, "chance"),
        (4, 0, "lay"),
        (5, 1, "lay"),
        (6, 2, "lay"),
        (7, 1, "give"),
    ]
    assert [list(line["drawn"]) for line in lines[:3]] == [
        ["deck"],
        ["first player"],
        ["round 1, bonus"],
    ]
    assert lines[1]["drawn"] == {"first player": [[3, *lines[1]["values"]]]}
    assert footer["end"] == "played"
    assert footer["secret"] == SEED.hex()


def test_a_record_read_back_is_the_same_record() -> None:
    record = _match()

    again = from_lines(to_lines(record))

    assert list(to_lines(again)) == list(to_lines(record))
    assert [step.after for step in replay(TOY, again)] == [
        step.after for step in replay(TOY, record)
    ]
    assert verify(TOY, again) is True


def test_the_same_seed_gives_the_same_record_and_another_seed_another() -> None:
    assert _match() == _match()
    assert _match().lines != _match(bytes(32)).lines


def test_a_bot_that_thinks_longer_changes_no_draw() -> None:
    options = ToyOptions(rounds=2)

    def draws(bots: list[str]) -> list[object]:
        record = play_match(TOY, seats=3, options=options, bots=bots, secret=SEED)
        return [line.action for line in record.lines if line.actor is CHANCE]

    assert draws(["random"] * 3) == draws(["smart"] * 3)


def test_whatever_any_seat_adds_changes_the_draws_and_is_in_the_header() -> None:
    added = [b"", b"my own words", bytes([255])]

    record = _match(contributions=added)

    assert json.loads(next(to_lines(record)))["contributions"] == ["", b"my own words".hex(), "ff"]
    assert verify(TOY, from_lines(to_lines(record))) is True
    others = [_match(contributions=[*added[:seat], b"x", *added[seat + 1 :]]) for seat in range(3)]
    decks = {str(each.lines[0].action["values"]) for each in [record, *others]}
    assert len(decks) == 4


def test_what_is_committed_to_does_not_depend_on_what_the_seats_add() -> None:
    commitments = [
        _match(contributions=added).header.commitment for added in ([], [b"1", b"2", b"3"])
    ]

    assert commitments == [commitment(SEED)] * 2


@given(
    one=st.tuples(st.binary(max_size=3), st.lists(st.binary(max_size=3), max_size=3)),
    other=st.tuples(st.binary(max_size=3), st.lists(st.binary(max_size=3), max_size=3)),
)
def test_two_seeds_are_the_same_only_where_every_part_is(
    one: tuple[bytes, list[bytes]], other: tuple[bytes, list[bytes]]
) -> None:
    assert (seed_of(*one) == seed_of(*other)) is (one == other)


@pytest.mark.parametrize(
    ("name", "seat"),
    [("deck", None), ("round 3, seat 2, roll", 2), ("seat 10, turn 4, shuffle", 10)],
)
def test_a_draw_belongs_to_the_seat_in_its_name_or_to_the_table(name: str, seat: int) -> None:
    assert seat_of(name) == seat


@pytest.mark.parametrize("until", [0, 1, 4, 7, 8, 100])
def test_a_replay_stops_where_it_is_told_to(until: int) -> None:
    record = _match()

    steps = list(replay(TOY, record, until))

    assert [step.number for step in steps] == list(range(1, min(until, 7) + 1))
    assert [step.before for step in steps[1:]] == [step.after for step in steps[:-1]]


def test_a_match_with_real_dice_is_replayed_but_not_proved() -> None:
    lines = _changed(1, commitment=None, contributions=None)
    for at, text in enumerate(lines):
        data = json.loads(text)
        data.pop("drawn", None)
        lines[at] = json.dumps({**data, "secret": None} if "end" in data else data)

    assert verify(TOY, from_lines(sealed(lines))) is False


def test_a_match_without_an_end_is_still_being_played() -> None:
    record = from_lines(_lines()[:5])

    assert record.footer is None
    assert len(record.lines) == 4
    assert verify(TOY, record) is False


def test_a_match_that_reaches_the_limit_of_steps_is_cut_and_adjudicated() -> None:
    short = replace(TOY, max_steps=5)
    record = play_match(short, seats=3, options=ToyOptions(), bots=["random"] * 3, secret=SEED)

    assert record.footer is not None
    assert (record.footer.end, len(record.lines)) == ("cut", 5)
    assert record.footer.outcome is not None
    assert record.footer.outcome.reason == "stopped"
    assert verify(short, from_lines(to_lines(record))) is True


def test_a_match_that_was_left_has_a_seed_and_no_outcome() -> None:
    recorder = Recorder(
        TOY, seats=3, options=ToyOptions(), secret=SEED, bots=[None] * 3, names=["A", "B", "C"]
    )
    recorder.draw()

    record = from_lines(to_lines(recorder.left()))

    assert record.footer is not None
    assert (record.footer.end, record.footer.outcome, record.footer.secret) == ("left", None, SEED)
    assert record.header.names == ("A", "B", "C")
    assert verify(TOY, record) is True


def test_a_recorder_refuses_what_the_rules_refuse_and_keeps_nothing_of_it() -> None:
    recorder = Recorder(TOY, seats=3, options=ToyOptions(), secret=SEED, bots=[None] * 3)
    for _ in range(3):
        recorder.draw()
    before = recorder.state

    with pytest.raises(IllegalAction) as caught:
        recorder.act(Seat(0), Lay(99))

    assert caught.value.params["rule"] == "TOY R2"
    assert recorder.state == before
    assert len(recorder.transcript().lines) == 3


def test_draws_come_from_the_seed_or_from_the_real_table_and_never_from_both() -> None:
    drawn = Recorder(TOY, seats=3, options=ToyOptions(), secret=SEED, bots=[None] * 3)
    real = Recorder(TOY, seats=3, options=ToyOptions(), secret=None, bots=[None] * 3)
    deal = drawn.draw().action

    with pytest.raises(GameError, match="draws_from_seed"):
        drawn.enter(Draw("first", (0,)))
    with pytest.raises(GameError, match="draws_by_hand"):
        real.draw()
    real.enter(deal)
    with pytest.raises(IllegalAction) as caught:
        real.enter(Draw("first", (3,)))

    assert caught.value.params["rule"] == "TOY R1"
    assert (len(drawn.lines), len(real.lines)) == (1, 1)


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(UnknownBot) as caught:
        play_match(TOY, seats=3, options=ToyOptions(), bots=["random", "clever", "x"], secret=SEED)

    assert caught.value.params == {"name": "clever", "known": "random, smart"}


def _with(number: int, text: str) -> list[str]:
    lines = _lines()
    lines[number - 1] = text
    return sealed(lines)


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ([], "transcript.empty", 1),
        (["", ""], "transcript.empty", 1),
        (["[" * 100_000], "transcript.not_json", 1),
        (["9" * 5000], "transcript.not_json", 1),
        (["{}"], "transcript.no_header", 1),
        (["7"], "transcript.no_header", 1),
        (_changed(1, format=3), "transcript.wrong_format", 1),
        (_changed(1, format=True), "transcript.wrong_format", 1),
        (_changed(1, extra=1), "json.unknown_field", 1),
        (_changed(1, seats="3"), "json.not_whole", 1),
        (_changed(1, seats=10**9), "game.wrong_seats", 1),
        (
            _changed(1, seats=6, bots=["random"] * 6, contributions=[""] * 6)[:3],
            "game.wrong_seats",
            1,
        ),
        (_changed(1, bots=["random"]), "json.wrong_length", 1),
        (_changed(1, names=["A", "\x1b[2J", "C"]), "transcript.unprintable", 1),
        (_changed(1, names=["A", "\ud800", "C"]), "transcript.unprintable", 1),
        (_changed(1, commitment="xyz"), "transcript.not_hex", 1),
        (_changed(1, commitment=""), "transcript.not_hex", 1),
        (_changed(1, commitment="00"), "transcript.wrong_seed", 9),
        (_changed(1, commitment=None), "transcript.half_a_seed", 1),
        (_changed(1, commitment=None, contributions=None), "transcript.half_a_seed", 9),
        (_changed(1, contributions=["", ""]), "json.wrong_length", 1),
        (_changed(1, contributions=["", "", "0"]), "transcript.not_hex", 1),
        (_changed(1, contributions=["", "", "00" * 257]), "json.too_long", 1),
        (_changed(1, contributions=["", "", "00"]), "transcript.other_draw", 2),
        (_changed(1, game="chess"), "transcript.wrong_game", 1),
        (_changed(1, edition=2), "transcript.wrong_edition", 1),
        (_changed(1, options={"rounds": 9}), "toy.rounds", 1),
        (_changed(1, options=None), "json.not_object", 1),
        (_changed(1, options={}), "toy.draw", 2),
        (_changed(1, viewer=0), "transcript.redacted", 1),
        (_with(2, ""), "transcript.empty_line", 3),
        (_with(3, '{"n": 2, "t": NaN}'), "json.not_whole", 3),
        (_with(3, '{"n": 2.0, "t": "keep"}'), "json.not_whole", 3),
        (_with(3, "{"), "transcript.not_json", 3),
        (_with(3, "[]"), "json.not_object", 3),
        (_changed(3, n=7), "transcript.wrong_number", 3),
        (_changed(3, n=None), "json.not_whole", 3),
        (_changed(3, t="jump"), "action.unknown", 3),
        (_changed(3, values=[7]), "toy.draw", 3),
        (_changed(2, values=[1, 2, 3, 4, 5, 6, 7, 8, 9]), "transcript.other_draw", 2),
        (_changed(2, drawn=None), "transcript.no_numbers", 2),
        (_changed(2, drawn={"deck": [[9, 1, 1]]}), "json.wrong_length", 2),
        (_changed(2, drawn={"deck": [[9, 1]]}), "transcript.other_numbers", 2),
        (_changed(5, p=3), "transcript.no_such_seat", 5),
        (_changed(5, p=True), "json.not_whole", 5),
        (_changed(5, p=None, drawn={}), "game.not_your_turn", 5),
        (_changed(6, p=0), "game.not_your_turn", 6),
        (_changed(5, card=99), "toy.not_now", 5),
        ([*_lines(), _lines()[-1]], "transcript.after_end", 10),
        ([*_lines()[:-1], _lines()[-1].replace("played", "cut")], "transcript.other_digest", 9),
        ([_lines()[0] + " ", *_lines()[1:]], "transcript.other_digest", 9),
        (_changed(9, end="won"), "json.unknown_choice", 9),
        (_changed(9, end="left"), "transcript.outcome_and_end", 9),
        (_changed(9, outcome=None), "transcript.outcome_and_end", 9),
        (_changed(9, secret="0"), "transcript.not_hex", 9),
        (_changed(9, secret="00"), "transcript.wrong_seed", 9),
        (sealed([*_lines()[:-2], _lines()[-1]]), "transcript.not_over", 8),
        (
            _changed(9, outcome={"points": [9, 9, 9], "places": [1, 1, 1], "reason": "rounds"}),
            "transcript.other_outcome",
            9,
        ),
        (_changed(9, outcome={"places": [1], "reason": "rounds"}), "json.wrong_length", 9),
    ],
)
def test_what_is_no_record_is_refused_with_its_line_and_a_sentence(
    lines: list[str], code: str, line: int
) -> None:
    assert _refused(lines) == (code, line)


@given(data=st.data())
def test_any_json_in_any_line_is_read_or_refused(data: st.DataObject) -> None:
    lines = _lines()
    words = [
        "n",
        "p",
        "t",
        "chance",
        "values",
        "drawn",
        "end",
        "secret",
        "seats",
        "outcome",
        "places",
    ]
    number = data.draw(st.integers(0, len(lines) - 1))
    written = json.loads(lines[number])
    key = data.draw(st.sampled_from(sorted(written)))
    found = data.draw(any_json(words))
    lines[number] = json.dumps(data.draw(st.sampled_from([found, {**written, key: found}])))
    if data.draw(st.booleans()):
        lines = sealed(lines)

    said = None
    try:
        verify(TOY, from_lines(lines))
    except MalformedTranscript as error:
        said = error.params["line"]

    assert said is None or said in range(1, len(lines) + 1)


def test_a_seat_reads_its_own_cards_and_nobody_elses() -> None:
    record = _match()
    dealt = record.lines[0].action["values"]
    assert isinstance(dealt, tuple | list)

    shown = list(redacted(TOY, record, Seat(1)))

    assert shown[0]["viewer"] == 1
    assert shown[1]["values"] == [None, dealt[1], *[None] * 7]
    assert shown[4:7] == [
        {"n": 4, "p": 0, "t": "lay"},
        {"n": 5, "p": 1, "t": "lay", "card": dealt[1]},
        {"n": 6, "p": 2, "t": "lay"},
    ]
    assert shown[-1]["secret"] is None


def test_the_public_reads_no_hidden_card_and_the_referee_reads_all() -> None:
    record = _match()

    public = list(redacted(TOY, record, Audience.PUBLIC))
    referee = list(redacted(TOY, record, Audience.REFEREE))

    assert public[1]["values"] == [None] * 9
    assert (public[0]["viewer"], public[-1]["secret"]) == ("public", None)
    assert json.loads(json.dumps(referee)) == [json.loads(line) for line in to_lines(record)]


def test_a_game_without_play_has_no_records() -> None:
    with pytest.raises(GameError) as caught:
        play_match(
            replace(TOY, play=None), seats=3, options=ToyOptions(), bots=["x"] * 3, secret=SEED
        )

    assert caught.value.code == "game.no_play"
