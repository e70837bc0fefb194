"""Dice Devils with real dice and items: what lies hidden is told once everybody sees it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get
from games.core.by_hand import Asked, entered
from games.core.chances import measured
from games.core.coach import advice
from games.core.errors import IllegalAction, MalformedAction
from games.core.lines import from_lines, to_lines
from games.core.recorder import Recorder, lowest
from games.core.rng import QuickRng
from games.core.transcript import replay
from games.core.types import CHANCE, JSON, Audience, Seat, Viewer
from games.core.verification import verify
from tests.games.walks import tables

DEVILS = get("dice-devils")
SECRET = bytes(range(32))


class Both:
    """One match twice: drawn from a seed, and with real dice that fall in the same way."""

    def __init__(self, seats: int, options: Any) -> None:
        self.seeded, self.real = (
            Recorder(DEVILS, seats=seats, options=options, bots=[None] * seats, secret=secret)
            for secret in (SECRET, None)
        )
        self.play = self.real.play
        self.viewers: list[Viewer] = [Audience.PUBLIC, Audience.REFEREE, *map(Seat, range(seats))]
        self.rolled: dict[int, tuple[tuple[int, ...], ...]] = {}
        self.again: list[JSON] = []

    def go_on(self) -> None:
        """Everything up to the next decision, in both."""
        while CHANCE in self.seeded.owing():
            line = self.play.action_to_json(self.seeded.draw().action)
            assert isinstance(line, dict)
            if line["what"] == "roll":
                self.rolled[self.seeded.state.round] = self.seeded.state.dice
            elif line["what"] in ("forced_reroll", "tie_reroll"):
                self.again.append(line["values"])
        while CHANCE in self.real.owing():
            questions = [self.play.asks(self.view(viewer)) for viewer in self.viewers]
            asked = questions[0]
            assert asked is not None
            assert all(each == asked for each in questions), "one question for everybody"
            values = self.fell(asked)
            assert isinstance(values, list)
            assert len(values) == len(asked.boxes)
            self.real.enter(self.play.action_from_json(entered(asked, values)), Seat(0))

    def fell(self, asked: Asked) -> JSON:
        """What the seed drew for this question."""
        state = self.real.state
        match asked.what:
            case "shuffle":
                return []
            case "ranks":
                return list(self.seeded.state.first_ranks)
            case "items":
                return list(self.seeded.state.open[len(state.open) :])
            case "show":
                seats = self.view(Audience.PUBLIC).to_show
                return [face for seat in seats for face in self.rolled[state.round][seat]]
        return self.again.pop(0)

    def view(self, viewer: Viewer) -> Any:
        return self.play.view(self.real.state, viewer)

    def are_alike(self) -> bool:
        """Whether everybody sees the same in both, but for what lies under the own cup."""
        seeded, real = (
            [
                self._without_own_dice(play.view_to_json(play.view(recorder.state, viewer)))
                for viewer in self.viewers
                if viewer is not Audience.REFEREE
            ]
            for recorder in (self.seeded, self.real)
            for play in (recorder.play,)
        )
        return seeded == real

    @staticmethod
    def _without_own_dice(data: JSON) -> JSON:
        assert isinstance(data, dict)
        dice, shown = data["dice"], data["shown"]
        assert isinstance(dice, list)
        assert isinstance(shown, list)
        own = [
            one if is_shown or not one else None for one, is_shown in zip(dice, shown, strict=True)
        ]
        return {**data, "dice": own}


@given(data=st.data())
def test_real_dice_that_fall_as_a_seed_draws_make_the_same_match(data: st.DataObject) -> None:
    both = Both(*data.draw(tables(DEVILS)))
    play, chance = both.play, Random(data.draw(st.integers(0, 999)))
    both.go_on()
    while (owing := both.seeded.owing()) and both.seeded.count < 300:
        seat = lowest(owing)
        assert both.real.owing() == owing
        assert both.are_alike()
        assert all(play.asks(both.view(viewer)) is None for viewer in both.viewers)
        action = chance.choice(play.legal(both.seeded.state, seat))
        assert action in play.legal(both.real.state, seat)
        both.seeded.act(seat, action)
        both.real.act(seat, action)
        both.go_on()
    record = from_lines(to_lines(both.real.left()))

    assert [step.after for step in replay(DEVILS, record)][-1] == both.real.state
    assert verify(DEVILS, record) is False, "no seed made these draws"
    assert not both.again
    if play.outcome(both.seeded.state) is not None:
        assert play.outcome(both.real.state) == play.outcome(both.seeded.state)
        assert play.sheet(both.real.state) == play.sheet(both.seeded.state)


def real(seats: int, *, bots: tuple[str | None, ...] = (), **options: JSON) -> Recorder:
    """A match with real dice before its first draw."""
    return Recorder(
        DEVILS,
        seats=seats,
        options=DEVILS.sheet.options_from_json(options),
        bots=bots or [None] * seats,
        secret=None,
    )


def asked_at(match: Recorder) -> Asked:
    asked = match.play.asks(match.play.view(match.state, Audience.PUBLIC))
    assert asked is not None
    return asked


@given(data=st.data())
def test_what_is_chosen_in_the_boxes_is_taken_but_for_more_than_there_are(
    data: st.DataObject,
) -> None:
    seats, options = data.draw(tables(DEVILS))
    match = Recorder(DEVILS, seats=seats, options=options, bots=["random"] * seats, secret=None)
    play, chance = match.play, Random(data.draw(st.integers(0, 999)))
    for _ in range(data.draw(st.integers(0, 80))):
        if not (owing := match.owing()):
            break
        if CHANCE not in owing:
            match.ask_bot(lowest(owing))
            continue
        asked = asked_at(match)
        values: list[JSON] = [chance.choice(box.values).value for box in asked.boxes]
        draw = play.action_from_json(entered(asked, values))
        left = Counter(
            match.state.table.ranks
            if asked.what == "ranks"
            else play.view(match.state, Audience.PUBLIC).face_down
        )
        is_counted = asked.what in ("ranks", "items")
        refused = play.objection(match.state, CHANCE, draw)
        assert (refused is not None) is bool(is_counted and Counter(values) - left)
        match.enter(draw if refused is None else play.chance(match.state, QuickRng(1)))


def entered_in(match: Recorder, *values: JSON) -> None:
    asked = asked_at(match)
    match.enter(match.play.action_from_json(entered(asked, values)))


def test_a_draw_that_cannot_be_is_refused_at_its_die_or_by_its_rule() -> None:
    match = real(3, item_types={"iron": [1, 3], "bed": [12, 1]})
    entered_in(match)
    with pytest.raises(IllegalAction, match="not_the_ranks") as twice:
        entered_in(match, 1, 1, 6)
    entered_in(match, 1, 4, 6)
    with pytest.raises(IllegalAction, match="not_face_down") as two_irons:
        entered_in(match, "iron", "iron")
    with pytest.raises(MalformedAction, match="not_possible") as no_item:
        entered_in(match, "bed", "shoe")
    entered_in(match, "iron", "bed")
    for seat in range(3):
        match.act(Seat(seat), match.play.action_from_json({"t": "place", "slot": 0}))
    with pytest.raises(MalformedAction, match="not_possible") as grey_six:
        entered_in(match, 6, 6, 6, 5, 6, 4, 6)
    rules = [refused.value.params["rule"] for refused in (twice, two_irons)]

    assert rules == ["DD R3", "DD R4"]
    assert [no_item.value.path, grey_six.value.path] == [("values", 1), ("values", 6)]


def test_bots_claim_without_a_look_at_their_dice_and_are_advised_so_too() -> None:
    bots = ("random", "easy", "smart", "strong")
    match = real(4, bots=bots, end_item_count=3)
    play, rng, advised = match.play, QuickRng(4), 0
    entered_in(match)
    while owing := match.owing():
        if CHANCE in owing:
            match.enter(play.chance(match.state, rng), Seat(0))
            continue
        seat = lowest(owing)
        if not any(match.state.shown):
            assert set(match.state.dice) == {()}
            if not advised:
                advised = advice(DEVILS, match.state, seat, seed=1, trials=30).legal
        match.ask_bot(seat)
    record = from_lines(to_lines(match.transcript()))
    ticks = iter(range(10_000))
    chances = measured(DEVILS, record, seconds=3, clock=lambda: next(ticks))

    assert advised == 3
    assert {line.action["what"] for line in record.lines if line.actor is CHANCE} >= {
        *("shuffle", "ranks", "items", "show"),
    }
    assert "roll" not in {line.action.get("what") for line in record.lines}
    assert len(chances.steps) > 1
