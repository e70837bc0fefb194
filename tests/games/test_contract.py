"""What holds for every game that can be played: the contract, tried on each of the catalogue."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import sentences
from games.core.errors import GameError, IllegalAction, MalformedAction, NotYourTurn
from games.core.levels import LEVELS
from games.core.lines import from_lines, redacted, to_lines
from games.core.package import GamePackage
from games.core.playouts import match_seed, player
from games.core.recorder import Recorder, lowest, play_match, play_on
from games.core.rng import Drawn, KeyedRng, QuickRng, SeededRng, seat_of
from games.core.sheet import Level
from games.core.transcript import replay
from games.core.types import CHANCE, JSON, Actor, Audience, Outcome, Seat
from games.core.verification import verify
from games.core.words import render
from tests.games import toy
from tests.games.kit import any_json
from tests.games.planted import MARKERS, PLANTED, planted
from tests.games.walks import (
    PLAYED,
    Walk,
    leaves,
    named,
    play_of,
    rulesets,
    tables,
    texts,
    through_json,
    viewers,
    walk,
    walks,
)

ROOM = Path(__file__).resolve().parents[2] / "games"
GAMES = pytest.mark.parametrize("package", PLAYED, ids=lambda package: package.key)
SENTENCES = {**sentences(), **toy.TEXTS}
MOST_CHOICES = 1000
SECRET = bytes(range(32))

pytestmark = pytest.mark.timeout(900)  # the long tier plays thousands of whole matches


# ---------------------------------------------------------------- 1, 2: records


@GAMES
@given(data=st.data())
def test_a_record_replays_to_the_same_states_through_real_json(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    seed = data.draw(st.binary(min_size=32, max_size=32))
    record = play_match(package, seats=seats, options=options, bots=["random"] * seats, secret=seed)

    again = from_lines("\n".join(to_lines(record)).split("\n"))

    assert list(to_lines(again)) == list(to_lines(record))
    assert verify(package, again) is True
    assert [step.after for step in replay(package, again)] == [
        step.after for step in replay(package, record)
    ]


@GAMES
@given(data=st.data())
def test_every_action_is_read_back_equal_from_its_record(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))

    for step in found.steps:
        written = through_json(found.play.action_to_json(step.action))
        assert found.play.action_from_json(written) == step.action
        assert (written["t"] == "chance") is (step.actor is CHANCE)
        assert {"n", "p"} & set(written) == set()


@GAMES
@pytest.mark.parametrize("bots", ["random", "smart"])
def test_the_same_seed_gives_the_same_record(package: GamePackage, bots: str) -> None:
    seats = package.seats[0]
    options = package.sheet.default_options()

    def record(seed: bytes) -> list[str]:
        match = play_match(package, seats=seats, options=options, bots=[bots] * seats, secret=seed)
        return list(to_lines(match))

    assert record(bytes(32)) == record(bytes(32))
    assert record(bytes(32)) != record(bytes([1] * 32))


@GAMES
@given(data=st.data())
def test_a_match_goes_on_from_its_lines_as_if_nobody_had_left(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    secret, *added = data.draw(
        st.lists(st.binary(max_size=40), min_size=seats + 1, max_size=seats + 1)
    )
    record = play_match(
        package,
        seats=seats,
        options=options,
        bots=["random"] * seats,
        secret=secret,
        contributions=added,
    )
    kept = data.draw(st.integers(0, len(record.lines)))
    beginning = "\n".join(islice(to_lines(record), kept + 1)).split("\n")

    resumed = Recorder.resumed(package, from_lines(beginning), secret=secret)

    again = Recorder.resumed(package, from_lines(beginning), secret=secret, state=resumed.state)
    for recorder in (resumed, again):
        assert list(to_lines(play_on(recorder))) == list(to_lines(record))


@GAMES
@given(data=st.data())
def test_a_match_with_real_dice_is_the_same_match_without_a_proof(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=80))
    recorder = Recorder(
        package,
        seats=found.seats,
        options=found.options,
        bots=[None] * found.seats,
        secret=None,
    )

    for step in found.steps:
        if isinstance(step.actor, int):
            recorder.act(step.actor, step.action)
        else:
            recorder.enter(step.action)
    record = from_lines(to_lines(recorder.left()))

    assert [step.after for step in replay(package, record)] == [step.after for step in found.steps]
    assert (record.header.commitment, record.header.contributions) == (None, None)
    assert {line.drawn for line in record.lines} == {None}
    assert verify(package, record) is False


# ---------------------------------------------------------------- 2a: names of draws


@GAMES
@given(data=st.data())
def test_no_two_draws_of_a_match_have_one_name(package: GamePackage, data: st.DataObject) -> None:
    seats, options = data.draw(tables(package))
    found = walk(package, seats, options, data.draw(st.integers(0, 2**32)))
    play, names = play_of(package), set[str]()

    for step in found:
        if step.actor is CHANCE:
            drawn = named(play, step.before)
            assert drawn
            assert names & set(drawn) == set()
            assert {seat_of(name) for name in drawn} <= {None, *range(seats)}
            names |= set(drawn)


@GAMES
@given(data=st.data())
def test_names_of_draws_tell_nobody_anything(package: GamePackage, data: st.DataObject) -> None:
    found: Walk = data.draw(walks(package))
    play, rng = found.play, QuickRng(data.draw(st.integers(0, 2**32)))
    before = data.draw(st.sampled_from([step.before for step in found.steps]))

    if CHANCE in play.to_act(before):
        for viewer in viewers(found.seats):
            assert named(play, play.resample(before, viewer, rng)) == named(play, before)


@GAMES
@given(data=st.data())
def test_the_same_seed_draws_the_same_however_a_match_is_played(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    seed = data.draw(st.binary(min_size=32, max_size=32))
    drawn: list[Drawn] = []
    for match in data.draw(st.lists(st.integers(0, 2**32), min_size=2, max_size=2)):
        drawn.append({})
        for step in walk(package, seats, options, match, 300):
            if step.actor is CHANCE:
                rng = KeyedRng(seed)
                play_of(package).chance(step.before, rng)
                drawn[-1] |= rng.drawn()
    one, other = drawn

    assert {name for name in one if seat_of(name) is None} & set(other)
    for name in set(one) & set(other):
        for mine, yours in zip(one[name], other[name], strict=False):
            if mine[0] != yours[0]:
                break  # other dice, or fewer cards
            assert mine == yours


@GAMES
@given(data=st.data())
def test_no_method_changes_the_state_it_is_given(package: GamePackage, data: st.DataObject) -> None:
    found: Walk = data.draw(walks(package, most=120))
    play, step = found.play, found.steps[-1]
    before = repr(step.before)

    play.apply(step.before, step.actor, step.action)
    for viewer in viewers(found.seats):
        play.view(step.before, viewer)
        play.redact(step.before, step.actor, step.action, viewer)
        play.resample(step.before, viewer, QuickRng(1))
    for seat in range(found.seats):
        play.legal(step.before, Seat(seat))
    if step.actor is CHANCE:
        play.chance(step.before, QuickRng(1))
    play.adjudicate(step.before)

    assert repr(step.before) == before
    assert play.apply(step.before, step.actor, step.action) == step.after


# ---------------------------------------------------------------- 3, 4: whose turn, what is legal


@GAMES
@given(data=st.data())
def test_those_who_are_to_act_have_choices_and_nobody_else_has(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))
    play = found.play

    for state in [found.steps[0].before, *(step.after for step in found.steps)]:
        actors = play.to_act(state)
        assert len(set(actors)) == len(actors)
        if CHANCE in actors:
            assert len(actors) == 1
        assert (play.outcome(state) is None) is bool(actors)
        for seat in map(Seat, range(found.seats)):
            legal = play.legal(state, seat)
            assert bool(legal) is (seat in actors)
            assert len(legal) <= MOST_CHOICES
            assert len(set(legal)) == len(legal)
            assert list(play.legal(state, seat)) == list(legal)


@GAMES
@given(data=st.data())
def test_every_choice_is_accepted_and_draws_are_possible(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=150))
    play, state = found.play, found.state

    for actor in play.to_act(state):
        if actor is CHANCE:
            actions = [play.chance(state, QuickRng(seed)) for seed in range(20)]
        else:
            assert isinstance(actor, int)
            actions = list(play.legal(state, Seat(actor)))
        for action in actions:
            assert play.objection(state, actor, action) is None
            assert play.apply(state, actor, action) is not None


@cache
def _pool(key: str) -> tuple[JSON, ...]:
    """Actions of all kinds, from whole matches of every ruleset."""
    package = next(each for each in PLAYED if each.key == key)
    play = play_of(package)
    kinds: dict[str, list[JSON]] = {}
    for options in rulesets(package):
        for seed, seats in enumerate(package.sheet.seats(options)):
            for step in walk(package, seats, options, seed, 600):
                written = through_json(play.action_to_json(step.action))
                kind = json.dumps([written["t"], written.get("what"), sorted(written)])
                kinds.setdefault(kind, []).append(written)
    return tuple(action for many in kinds.values() for action in many[:12])


def _bent(draw: Any, action: JSON) -> JSON:
    """An action with one of its numbers or texts changed, well formed most of the time."""
    assert isinstance(action, dict)
    field = draw(st.sampled_from(sorted(action)))
    value = action[field]
    if isinstance(value, list) and value:
        at = draw(st.integers(0, len(value) - 1))
        other = draw(st.integers(-2, 60) | st.sampled_from(value))
        return {**action, field: [*value[:at], other, *value[at + 1 :]]}
    if isinstance(value, bool) or value is None:
        return {**action, field: draw(st.sampled_from([True, False, None]))}
    if isinstance(value, int):
        return {**action, field: draw(st.integers(-2, 60) | st.just(value * 1000))}
    return action


@GAMES
@given(data=st.data())
def test_whatever_is_no_choice_is_refused_by_a_rule_and_nothing_else_happens(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=200))
    play = found.play
    state = data.draw(st.sampled_from([step.before for step in found.steps]))
    for _ in range(12):
        written = data.draw(st.sampled_from(_pool(package.key)))
        if data.draw(st.booleans()):
            written = _bent(data.draw, written)
        try:
            action = play.action_from_json(written)
        except MalformedAction:
            continue
        actors: list[Actor] = [*map(Seat, range(found.seats)), CHANCE]
        for actor in actors:
            _refused_or_legal(package, state, actor, action)


def _refused_or_legal(package: GamePackage, state: Any, actor: Actor, action: Any) -> None:
    play = play_of(package)
    if actor not in play.to_act(state):
        with pytest.raises(NotYourTurn):
            play.apply(state, actor, action)
        return
    refused = play.objection(state, actor, action)
    if isinstance(actor, int):
        assert (refused is None) is (action in play.legal(state, actor)), action
    if refused is None:
        assert play.apply(state, actor, action) is not None
        return
    assert isinstance(refused, IllegalAction)
    assert str(refused.params["rule"]).startswith(f"{package.prefix} R")
    _spoken(refused)
    with pytest.raises(IllegalAction):
        play.apply(state, actor, action)


def _spoken(error: GameError) -> None:
    """Fails where a code has no sentence, or the sentence asks for more than the params hold."""
    assert (SENTENCES[error.code] % error.params).endswith((".", "?"))


@GAMES
@given(data=st.data())
def test_a_draw_that_cannot_have_happened_is_refused(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))
    play = found.play
    draws = [step for step in found.steps if step.actor is CHANCE]
    if not draws:
        return
    step = data.draw(st.sampled_from(draws))
    drawn = through_json(play.action_to_json(step.action))
    values = drawn["values"]
    at = data.draw(st.integers(0, len(values) - 1))
    for wrong in (
        [*values[:at], 98_765, *values[at + 1 :]],
        [*values[:at], -3, *values[at + 1 :]],
        [*values[:at], "planted", *values[at + 1 :]],
        [*values, values[at]],
        values[:at] + values[at + 1 :],
    ):
        with pytest.raises((MalformedAction, IllegalAction)) as caught:
            play.apply(step.before, CHANCE, play.action_from_json({**drawn, "values": wrong}))
        _spoken(caught.value)


# ---------------------------------------------------------------- 5: any JSON


@GAMES
@given(data=st.data())
def test_any_json_is_an_action_or_is_refused_with_a_sentence(
    package: GamePackage, data: st.DataObject
) -> None:
    pool = _pool(package.key)
    words = sorted({leaf for leaf in leaves(pool) if isinstance(leaf, str)})
    state = data.draw(walks(package, most=60)).state
    for _ in range(8):
        known = data.draw(st.sampled_from(pool))
        assert isinstance(known, dict)
        field = data.draw(st.sampled_from(sorted(known)))
        odd = data.draw(any_json(words))
        without = {name: value for name, value in known.items() if name != field}
        _read_or_refused(package, state, without)
        for found in (odd, {**known, field: odd}, {**known, "odd": odd}):
            _read_or_refused(package, state, found)


def _read_or_refused(package: GamePackage, state: Any, found: JSON) -> None:
    play = play_of(package)
    try:
        action = play.action_from_json(found)
    except MalformedAction as error:
        _spoken(error)
        return
    written = through_json(play.action_to_json(action))
    assert play.action_from_json(written) == action
    for actor in play.to_act(state):
        _refused_or_legal(package, state, actor, action)


# ---------------------------------------------------------------- 6, 7: who knows what


@GAMES
@given(data=st.data())
def test_a_viewer_cannot_tell_a_resampled_state_from_the_real_one(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))
    play = found.play
    state = found.state
    rng = QuickRng(data.draw(st.integers(0, 2**32)))

    for viewer in viewers(found.seats):
        other = play.resample(state, viewer, rng)
        assert play.view(other, viewer) == play.view(state, viewer)
        assert play.view_to_json(play.view(other, viewer)) == play.view_to_json(
            play.view(state, viewer)
        )
        assert set(play.to_act(other)) == set(play.to_act(state))
        assert (play.outcome(other) is None) is (play.outcome(state) is None)
        if isinstance(viewer, int):
            assert list(play.legal(other, viewer)) == list(play.legal(state, viewer))
        if viewer is Audience.REFEREE:
            assert other == state


@GAMES
def test_resampling_really_exchanges_what_is_hidden(package: GamePackage) -> None:
    play = play_of(package)
    seats = package.seats[0]
    states = [step.after for step in walk(package, seats, package.sheet.default_options(), 4, 200)]

    for viewer in viewers(1)[:2]:
        differing = [
            state
            for index, state in enumerate(states)
            if play.resample(state, viewer, QuickRng(index)) != state
        ]
        assert differing != [], viewer


@GAMES
@given(data=st.data())
def test_a_match_can_be_played_on_from_a_resampled_state(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))
    play = found.play
    rng = QuickRng(data.draw(st.integers(0, 2**32)))
    viewer = data.draw(st.sampled_from(viewers(found.seats)))
    state = play.resample(found.state, viewer, rng)
    bot = package.bots["random"]()

    for _ in range(60):
        actors = play.to_act(state)
        if not actors:
            break
        actor = next(iter(actors))
        if actor is CHANCE:
            state = play.apply(state, CHANCE, play.chance(state, rng))
        else:
            seat = lowest(actors)
            choice = bot.choose(play.view(state, seat), play.legal(state, seat), rng)
            state = play.apply(state, seat, choice)

    _placed(package, play.adjudicate(state), found.seats)


@GAMES
@given(data=st.data())
def test_nothing_that_only_the_state_knows_is_seen_in_a_view_or_a_line(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))
    play, state = found.play, found.state

    for viewer in viewers(found.seats):
        secret = planted(package.key, state, viewer)
        shown = play.view_to_json(play.view(secret, viewer))
        assert [leaf for leaf in leaves(shown) if leaf in MARKERS] == []
        assert shown == play.view_to_json(play.view(state, viewer))
        for actor in play.to_act(state):
            if isinstance(actor, int) and actor == viewer:
                for action in play.legal(state, Seat(actor))[:20]:
                    line = play.redact(secret, actor, action, viewer)
                    assert line == play.redact(state, actor, action, viewer)


@GAMES
def test_what_is_hidden_is_planted_somewhere(package: GamePackage) -> None:
    seats = package.seats[0]
    states = [step.after for step in walk(package, seats, package.sheet.default_options(), 4, 200)]

    assert package.key in PLANTED
    assert [s for s in states if planted(package.key, s, Audience.PUBLIC) != s] != []


@GAMES
@given(data=st.data())
def test_what_a_viewer_cannot_tell_apart_reads_the_same_in_the_record(
    package: GamePackage, data: st.DataObject
) -> None:
    """Two draws, or two of the choices all make at once in secret, after which a viewer sees the
    same: so must the lines be. (Of an open choice between hidden things everybody sees which.)
    """
    found: Walk = data.draw(walks(package))
    play, before = found.play, data.draw(st.sampled_from([s.before for s in found.steps]))
    actors = play.to_act(before)
    for actor in actors if len(actors) > 1 or CHANCE in actors else ():
        if isinstance(actor, int):
            actions = list(play.legal(before, Seat(actor)))[:12]
        else:
            actions = [play.chance(before, QuickRng(seed)) for seed in range(60)]
        after = [play.advance(before, actor, action) for action in actions]
        for viewer in viewers(found.seats):
            if viewer in (actor, Audience.REFEREE):
                continue
            seen: dict[str, tuple[JSON, Any]] = {}
            for action, state in zip(actions, after, strict=True):
                line = play.redact(before, actor, action, viewer)
                look = json.dumps(play.view_to_json(play.view(state, viewer)))
                first, there = seen.setdefault(look, (line, state))
                assert line == first or state == there, (viewer, action)


@GAMES
@given(data=st.data())
def test_numbers_behind_a_draw_are_shown_where_nothing_of_it_is_hidden_and_nowhere_else(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    recorder = Recorder(
        package, seats=seats, options=options, bots=["random"] * seats, secret=SECRET
    )
    for _ in range(data.draw(st.integers(1, 60))):
        if CHANCE in recorder.owing():
            recorder.draw()
        elif recorder.owing():
            recorder.ask_bot(lowest(recorder.owing()))
    record = recorder.left()
    whole = [json.loads(line) for line in to_lines(record)]

    for viewer in viewers(seats)[:-1]:
        shown = [through_json(line) for line in redacted(package, record, viewer)]
        for line, full in zip(shown[1:-1], whole[1:-1], strict=True):
            told = {name: value for name, value in line.items() if name != "drawn"}
            hides = told != {name: value for name, value in full.items() if name != "drawn"}
            assert line.get("drawn") == (None if hides else full.get("drawn"))
        assert shown[-1]["secret"] is None
        assert {SECRET.hex(), whole[-1]["digest"]} & set(leaves(shown)) == set()


@GAMES
@given(data=st.data())
def test_an_unknown_viewer_sees_what_the_public_sees(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=120))
    play, step = found.play, found.steps[-1]
    public = play.view_to_json(play.view(step.after, Audience.PUBLIC))
    line = play.redact(step.before, step.actor, step.action, Audience.PUBLIC)

    strangers: list[Any] = [Seat(found.seats), Seat(99), Seat(-1), True, False, 1.0, "0", None]
    for nobody in strangers:
        assert play.view_to_json(play.view(step.after, nobody)) == public
        assert play.redact(step.before, step.actor, step.action, nobody) == line


@GAMES
@given(data=st.data())
def test_every_view_and_every_line_is_json(package: GamePackage, data: st.DataObject) -> None:
    found: Walk = data.draw(walks(package, most=150))
    play, step = found.play, found.steps[-1]

    for viewer in viewers(found.seats):
        through_json(play.view_to_json(play.view(step.after, viewer)))
        line = through_json(play.redact(step.before, step.actor, step.action, viewer))
        assert isinstance(line["t"], str)
    whole = through_json(play.redact(step.before, step.actor, step.action, Audience.REFEREE))
    assert whole == through_json(play.action_to_json(step.action))


# ---------------------------------------------------------------- 8: the sheet


@GAMES
@given(data=st.data())
def test_a_played_match_writes_a_sheet_without_errors_that_settles_the_same(
    package: GamePackage, data: st.DataObject
) -> None:
    play, rules = play_of(package), package.sheet
    seats, options = data.draw(tables(package))
    seed = data.draw(st.integers(0, 2**32))
    state = list(walk(package, seats, options, seed))[-1].after
    outcome = play.outcome(state)

    sheet = rules.parse(through_json(play.sheet(state)), seats=seats, options=options)
    errors = [issue for issue in rules.check(sheet) if issue.level is Level.ERROR]

    assert outcome is not None
    assert errors == []
    assert rules.settle(sheet) == outcome


# ---------------------------------------------------------------- 9, 10: simulation


@GAMES
@given(data=st.data())
def test_the_fast_path_plays_the_same_matches_as_the_engine(
    package: GamePackage, data: st.DataObject
) -> None:
    seats, options = data.draw(tables(package))
    seed = data.draw(st.integers(0, 2**32))
    bots = ("random",) * seats

    assert package.fast is not None
    fast = player(package, seats, options, bots)(seed)
    slow = player(replace(package, fast=None), seats, options, bots)(seed)

    assert fast == slow


@GAMES
@pytest.mark.parametrize(
    "matches", [60, pytest.param(1000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_of_a_thousand_random_matches_at_most_one_is_cut(
    package: GamePackage, matches: int
) -> None:
    options = package.sheet.default_options()
    cut = 0
    for seats in package.sheet.seats(options):
        play = player(package, seats, options, ("random",) * seats)
        for index in range(matches):
            match = play(match_seed(seats, index))
            cut += match.cut
            _placed(package, match.outcome, seats)
            assert len(match.starts) == seats

    assert cut <= matches * len(package.sheet.seats(options)) // 1000


def _placed(package: GamePackage, outcome: Outcome, seats: int) -> None:
    """Every seat has a place, equal ones share it, and nobody is behind one with worse points."""
    assert len(outcome.places) == seats
    assert sorted(outcome.places)[0] == 1
    for place in outcome.places:
        assert place == 1 + sum(other < place for other in outcome.places)
    if outcome.points is not None:
        rules = package.sheet
        sign = 1 if rules.higher_wins(rules.default_options()) else -1
        ranked = sorted(zip(outcome.places, outcome.points, strict=True))
        assert [sign * points for _, points in ranked] == sorted(
            (sign * points for points in outcome.points), reverse=True
        )


@GAMES
@given(data=st.data())
def test_a_match_stopped_anywhere_counts_for_everybody(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package))

    _placed(package, found.play.adjudicate(found.state), found.seats)
    assert found.play.length(found.state) >= found.play.length(found.steps[0].before) == 0


@GAMES
@pytest.mark.parametrize("name", ["random", "smart"])
@given(data=st.data())
def test_a_bot_chooses_among_the_legal_actions_and_draws_nothing_for_one(
    package: GamePackage, name: str, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=150))
    play, state = found.play, found.state

    for actor in play.to_act(state):
        if isinstance(actor, int):
            seat = Seat(actor)
            legal = play.legal(state, seat)
            choice = package.bots[name]().choose(play.view(state, seat), legal, SeededRng(b"1"))
            assert choice in legal
            untouched = _Untouchable()
            assert (
                package.bots[name]().choose(play.view(state, seat), legal[:1], untouched)
                == legal[0]
            )


class _Untouchable:
    """A generator nobody may ask."""

    def below(self, n: int) -> int:
        raise AssertionError("a bot with one choice draws nothing")


# ---------------------------------------------------------------- 11: words


@cache
def _marked() -> frozenset[str]:
    """Every text of the room that is marked for translation."""
    found = set()
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "gettext_noop"
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    return frozenset(found)


@GAMES
@given(data=st.data())
def test_every_step_position_and_choice_is_put_into_marked_words(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=150))
    play, step = found.play, found.steps[-1]
    names = [f"P{seat}" for seat in range(found.seats)]
    phrases = []

    for viewer in viewers(found.seats):
        before, after = play.view(step.before, viewer), play.view(step.after, viewer)
        line = through_json(play.redact(step.before, step.actor, step.action, viewer))
        phrases += [*play.tell(before, step.actor, line, after), *play.describe(after)]
        if isinstance(viewer, int):
            phrases += [play.offer(after, action) for action in play.legal(step.after, viewer)]

    for phrase in phrases:
        assert "%(" not in render(phrase, names)
    if package.key != "toy":
        used = {text for phrase in phrases for text in texts(phrase)}
        wordy = {text for text in used if any(letter.isalpha() for letter in _bare(text))}
        assert wordy - _marked() == set()


def _bare(text: str) -> str:
    """A text without its placeholders."""
    return "".join(
        part.partition(")")[2][1:] if at else part for at, part in enumerate(text.split("%("))
    )


@GAMES
@given(data=st.data())
def test_two_choices_of_one_player_are_never_offered_in_the_same_words(
    package: GamePackage, data: st.DataObject
) -> None:
    found: Walk = data.draw(walks(package, most=150))
    play, state = found.play, found.state
    names = [f"P{seat}" for seat in range(found.seats)]

    for actor in play.to_act(state):
        if isinstance(actor, int):
            view = play.view(state, Seat(actor))
            offered = [
                render(play.offer(view, action), names) for action in play.legal(state, Seat(actor))
            ]
            assert len(set(offered)) == len(offered)


@GAMES
def test_a_game_with_play_says_what_it_counts_and_has_bots_by_level(package: GamePackage) -> None:
    assert package.prefix
    assert package.length_unit
    assert {"random", "smart"} <= package.bots.keys()
    assert list(package.bots) == [level for level in LEVELS if level in package.bots]
