from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.bounds import repeats_bound
from league.seating.contract import Budget, SeatingMethod, plan
from league.seating.errors import SeatingRefused
from league.seating.methods import METHODS
from league.seating.penalties import CRITERIA, explain
from league.seating.types import (
    Bye,
    Field,
    FieldPlayer,
    Objection,
    Pair,
    Plan,
    PlannedTable,
    Split,
    TableLock,
    pair,
)
from tests.league.seating.fields import (
    BALANCED,
    FIXED,
    RANDOM,
    SNAKE,
    SWISS,
    Event,
    all_pairs,
    everyone,
    field,
    game,
    players,
    sizes,
)

DRAWN: tuple[SeatingMethod, ...] = (RANDOM, SWISS, BALANCED, SNAKE)
SMALL = Budget(steps=600)


@st.composite
def fields(draw: st.DrawFn, most: int = 22) -> Field:
    n = draw(st.integers(3, most))
    ids = draw(st.lists(st.integers(1, 500), min_size=n, max_size=n, unique=True))
    low = draw(st.integers(2, 4))
    high = draw(st.integers(max(low, 3), 6))
    pairs = sorted(all_pairs(ids))
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 4), max_size=40))
    season = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 9), max_size=20))
    asked = draw(st.sets(st.sampled_from(ids), max_size=2))
    return Field(
        players=tuple(
            FieldPlayer(
                id=i,
                score=Fraction(draw(st.integers(0, 9)), 2),
                byes=draw(st.integers(0, 2)),
                sat_out_last=draw(st.booleans()),
                off_size=draw(st.integers(0, 3)),
                seats=tuple(draw(st.lists(st.integers(0, 3), max_size=6))),
                groups=frozenset(draw(st.sets(st.integers(1, 3), max_size=2))),
            )
            for i in ids
        ),
        games=(game(low, high),),
        met=met,
        met_season=season,
        requested_byes=frozenset(asked),
    )


def planned(given_field: Field, method: SeatingMethod, seed: int = 3) -> Plan | None:
    try:
        return plan(given_field, method, seed=seed, budget=SMALL)
    except SeatingRefused as refusal:
        codes = {o.code for o in refusal.objections}
    if codes <= {"too_few", "nobody", "no_tables"}:
        return None
    raise AssertionError(codes)


@given(some=fields(), method=st.sampled_from(DRAWN))
def test_every_present_player_has_exactly_one_seat_or_bye(
    some: Field, method: SeatingMethod
) -> None:
    made = planned(some, method)

    if made is not None:
        assert everyone(made) == sorted(p.id for p in some.players)
        asked = {bye.player for bye in made.byes if bye.reason == "requested"}
        assert asked == some.requested_byes
        low, high = some.games[0].low, some.games[0].high
        assert [s for s in sizes(made.tables) if not low <= s <= high] == []
        assert [t.number for t in made.tables] == list(range(1, len(made.tables) + 1))


@given(some=fields(), method=st.sampled_from(DRAWN), seed=st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_plan_in_whatever_order_the_input_comes(
    some: Field, method: SeatingMethod, seed: int
) -> None:
    shuffler = random.Random(seed)
    mixed = list(some.players)
    shuffler.shuffle(mixed)
    met = list(some.met.items())
    shuffler.shuffle(met)
    season = list(some.met_season.items())
    shuffler.shuffle(season)
    other = replace(some, players=tuple(mixed), met=dict(met), met_season=dict(season))

    assert planned(some, method, seed) == planned(other, method, seed)


@given(some=fields(), method=st.sampled_from(DRAWN))
def test_the_penalties_account_for_every_repeat_and_every_cost(
    some: Field, method: SeatingMethod
) -> None:
    made = planned(some, method)

    if made is not None:
        together = [pair(a, b) for table in made.tables for a, b in combinations(table.players, 2)]
        repeated = {key: some.met[key] for key in together if key in some.met}
        named = {p.players: p.params["times"] for p in made.penalties if p.code == "met_event"}
        assert named == repeated
        assert made.repeats == len(repeated)
        assert made.lower_bound <= made.repeats
        only_season = {k for k in together if k in some.met_season and k not in some.met}
        assert {p.players for p in made.penalties if p.code == "met_season"} == only_season
        assert made.cost == sum(p.cost for p in made.penalties) == sum(made.costs.values())
        assert {p.code for p in made.penalties} <= set(CRITERIA)


@given(data=st.data(), method=st.sampled_from(DRAWN))
def test_kept_tables_and_pinned_players_stay_where_they_are(
    data: st.DataObject, method: SeatingMethod
) -> None:
    n = data.draw(st.integers(11, 24))
    number = data.draw(st.integers(1, 3))
    kept = TableLock(
        number=number, ruleset=1, players=tuple(data.draw(st.permutations(range(1, n + 1)))[:4])
    )
    loose = [i for i in range(1, n + 1) if i not in kept.players]
    free = [t for t in (1, 2, 3) if t != number]
    tables = len(plan(field(n, kept=(kept,)), method, seed=1, budget=SMALL).tables)
    pins = {loose[0]: free[0], loose[1]: free[0]}
    if tables > free[1] - 1 and free[1] <= tables:
        pins[loose[2]] = free[1]
    some = field(n, kept=(kept,), pinned=pins, met=dict.fromkeys(all_pairs(loose[:3]), 2))

    made = plan(some, method, seed=1, budget=SMALL)

    seat_of = {player: table.number for table in made.tables for player in table.players}
    assert PlannedTable(number, 1, kept.players) in made.tables
    assert {player: seat_of[player] for player in pins} == pins
    assert everyone(made) == list(range(1, n + 1))


def brute_least_repeats(ids: list[int], table_sizes: tuple[int, ...], met: set[Pair]) -> int:
    if not table_sizes:
        return 0
    first, rest_sizes = table_sizes[0], table_sizes[1:]
    least = 10**6
    for table in combinations(ids, first):
        own = sum(key in met for key in combinations(table, 2))
        if own < least:
            rest = [i for i in ids if i not in table]
            least = min(least, own + brute_least_repeats(rest, rest_sizes, met))
    return least


@given(data=st.data())
def test_a_small_draw_has_as_few_repeats_as_trying_everything(data: st.DataObject) -> None:
    n = data.draw(st.integers(6, 9))
    pairs = sorted(all_pairs(range(1, n + 1)))
    met = data.draw(st.sets(st.sampled_from(pairs), max_size=len(pairs)))
    some = field(n, met=dict.fromkeys(met, 1))

    made = plan(some, RANDOM, seed=5)

    split = made.split
    assert split is not None
    best = brute_least_repeats(list(range(1, n + 1)), split.sizes, met)
    assert made.repeats == best
    assert repeats_bound(range(1, n + 1), split.sizes, some) <= best


def test_a_split_the_organizer_chose_is_used() -> None:
    chosen = Split((5, 4, 3, 3), Fraction(0))

    made = plan(field(17, split=chosen), RANDOM, seed=1)

    assert sorted(sizes(made.tables)) == [3, 3, 4, 5]
    assert len(made.byes) == 2
    with pytest.raises(SeatingRefused) as refused:
        plan(field(14, split=chosen), RANDOM, seed=1)
    assert refused.value.objections == (
        Objection("split_does_not_fit", {"players": 14, "seats": 15}),
    )


def test_each_table_has_a_game_for_its_size_within_the_copies() -> None:
    games = (game(3, 5, ruleset=1, copies=2), game(2, 4, ruleset=2, copies=3))

    made = plan(field(17, games=games), RANDOM, seed=1)

    assert sorted((t.ruleset, len(t.players)) for t in made.tables) == [
        (1, 4),
        (1, 5),
        (2, 4),
        (2, 4),
    ]


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.key)
def test_an_empty_room_is_refused(method: SeatingMethod) -> None:
    with pytest.raises(SeatingRefused):
        plan(field(0), method, seed=1)


@pytest.mark.parametrize("method", DRAWN, ids=lambda m: m.key)
@pytest.mark.parametrize("n", [1, 2])
def test_too_few_players_are_told_so(method: SeatingMethod, n: int) -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(n), method, seed=1)

    assert refused.value.code == "too_few"
    assert (refused.value.params["players"], refused.value.params["low"]) == (n, 3)


def test_when_everybody_asked_to_sit_out_nobody_is_seated() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(5, requested_byes=frozenset(range(1, 6))), RANDOM, seed=1)

    assert refused.value.objections == (Objection("nobody", {"byes": 5}),)


def test_two_players_can_play_where_a_game_allows_two() -> None:
    made = plan(field(2, low=2), SWISS, seed=1)

    assert sizes(made.tables) == [2]


def test_all_contradictions_of_a_field_are_named_at_once() -> None:
    some = field(
        9,
        pinned={1: 2, 77: 1},
        requested_byes=frozenset({1}),
        kept=(
            TableLock(number=3, ruleset=1, players=(2, 3, 4)),
            TableLock(number=3, ruleset=1, players=(4, 5, 6)),
        ),
    )

    with pytest.raises(SeatingRefused) as refused:
        plan(some, RANDOM, seed=1)

    assert refused.value.objections == (
        Objection("player_twice", {"player": 4}),
        Objection("player_unknown", {"player": 77}),
        Objection("bye_and_seat", {"player": 1}),
        Objection("table_twice", {"table": 3}),
    )


def test_a_pin_to_a_table_that_will_not_exist_is_refused() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(8, pinned={1: 3}), RANDOM, seed=1)

    assert refused.value.objections == (Objection("no_such_table", {"table": 3, "tables": 2}),)


def test_more_pins_than_seats_move_the_larger_table_or_are_refused() -> None:
    five = dict.fromkeys(range(1, 6), 4)

    made = plan(field(17, pinned=five), RANDOM, seed=1)

    assert sorted(made.tables[3].players) == [1, 2, 3, 4, 5]
    with pytest.raises(SeatingRefused) as refused:
        plan(field(17, pinned=dict.fromkeys(range(1, 8), 4)), RANDOM, seed=1)
    assert refused.value.code == "table_full"


def test_a_schedule_for_sixteen_is_refused_for_twenty_naming_both_numbers() -> None:
    schedule = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))

    with pytest.raises(SeatingRefused) as refused:
        plan(field(20, prescribed=schedule), FIXED, seed=1)

    assert refused.value.objections == (
        Objection("schedule_players", {"planned": 16, "present": 20}),
    )


def test_a_schedule_seats_players_by_their_draw() -> None:
    schedule = ((1, 4, 6), (2, 3, 5))
    drawn = tuple(replace(p, draw=7 - p.id) for p in players(6))

    by_draw = plan(field(6, players=drawn, prescribed=schedule), FIXED, seed=1)
    by_id = plan(field(6, prescribed=schedule), FIXED, seed=1)

    assert [sorted(t.players) for t in by_draw.tables] == [[1, 3, 6], [2, 4, 5]]
    assert [sorted(t.players) for t in by_id.tables] == [[1, 4, 6], [2, 3, 5]]


def test_a_schedule_leaves_kept_tables_alone() -> None:
    kept = (TableLock(number=1, ruleset=1, players=(2, 4, 6)),)
    some = field(9, kept=kept, prescribed=((1, 3, 5), (2, 4, 6)))

    made = plan(some, FIXED, seed=1)

    assert [(t.number, sorted(t.players)) for t in made.tables] == [
        (1, [2, 4, 6]),
        (2, [1, 5, 8]),
        (3, [3, 7, 9]),
    ]


def test_with_a_short_history_the_top_four_sit_together_and_the_short_table_is_the_lower() -> None:
    scores = dict(zip(range(1, 8), (4, 4, 2, 2, 1, 1, 0), strict=True))

    made = plan(field(7, players=players(7, scores)), SWISS, seed=1)

    assert [sorted(t.players) for t in made.tables] == [[1, 2, 3, 4], [5, 6, 7]]


def test_among_equal_scores_those_with_fewer_short_tables_take_the_short_one() -> None:
    scores = dict.fromkeys(range(1, 8), 0)
    some = tuple(replace(p, off_size=int(p.id in (2, 4, 6, 7))) for p in players(7, scores))

    made = plan(field(7, players=some), SWISS, seed=1)

    assert [sorted(t.players) for t in made.tables] == [[2, 4, 6, 7], [1, 3, 5]]


@pytest.mark.parametrize("seed", range(5))
def test_by_standings_the_best_sit_at_the_first_of_equal_tables(seed: int) -> None:
    scores = {i: 100 - i for i in range(1, 13)}
    # Everybody of a third has met one of the two other thirds: the search has to begin anew.
    met = dict.fromkeys([pair(a, b) for a in (1, 5, 9) for b in (2, 6, 10)], 1)

    made = plan(field(12, players=players(12, scores), low=4, high=4, met=met), SWISS, seed=seed)

    sums = [sum(scores[player] for player in table.players) for table in made.tables]
    assert sums == sorted(sums, reverse=True)
    assert [table.number for table in made.tables] == [1, 2, 3]


def test_standings_give_way_to_repeats() -> None:
    scores = {i: 100 - i for i in range(1, 9)}
    met = dict.fromkeys([*all_pairs((1, 2)), *all_pairs((7, 8))], 1)

    made = plan(field(8, players=players(8, scores), met=met), SWISS, seed=1)

    assert made.repeats == 0
    # 1 and 2 part, 7 and 8 part: the cheapest way to do so leaves the rest in order.
    tables = [set(t.players) for t in made.tables]
    assert sum({1, 2} <= t or {7, 8} <= t for t in tables) == 0


def test_seventeen_players_meet_almost_nobody_twice_in_three_rounds() -> None:
    event = Event(17, 3, 6)

    made = [event.play(RANDOM) for _ in range(3)]

    # Five players spread over four tables must repeat one pair of every earlier round, and it had
    # better not be the same pair again.
    assert [(one.repeats, one.repeat_cost) for one in made] == [(0, 0), (1, 1), (2, 2)]
    assert [made.lower_bound for made in event.rounds] == [0, 1, 1]


def test_eight_players_get_seven_rounds_and_no_pair_meets_more_than_four_times() -> None:
    event = Event(8, 3, 6)

    for _ in range(7):
        event.play(RANDOM)

    assert [sizes(made.tables) for made in event.rounds] == [[4, 4]] * 7
    assert max(event.met.values()) <= 4


def test_a_hundred_players_meet_nobody_twice_in_nine_rounds() -> None:
    event = Event(100, 3, 6)

    repeats = [event.play(RANDOM).repeats for _ in range(9)]

    assert repeats == [0] * 9
    assert [made.stopped_by for made in event.rounds] == ["ideal"] * 9


def test_everybody_has_each_seat_about_once_in_four_rounds() -> None:
    event = Event(16, 4, 4)

    for _ in range(4):
        event.play(RANDOM)

    assert max(count for seats in event.seats.values() for count in seats) <= 2
    assert {sum(seats) for seats in event.seats.values()} == {4}


def test_the_seats_of_one_table_are_the_fairest_of_all_orders() -> None:
    counts = {1: (2, 0, 1, 0), 2: (2, 1, 0, 0), 3: (0, 2, 2, 2), 4: (1, 1, 1, 3)}
    some = tuple(FieldPlayer(id=i, seats=seats) for i, seats in counts.items())

    made = plan(field(4, players=some), RANDOM, seed=1)

    def unfairness(order: tuple[int, ...]) -> int:
        return sum(4 * counts[p][q] - sum(counts[p]) for q, p in enumerate(order))

    order = made.tables[0].players
    assert unfairness(order) == min(unfairness(o) for o in permutations(counts))


def test_club_mates_are_parted_as_far_as_tables_allow() -> None:
    some = tuple(replace(p, groups=frozenset({p.id % 3, 99})) for p in players(12))
    siblings = frozenset({pair(1, 2)})

    made = plan(field(12, players=some, apart=siblings), RANDOM, seed=1)

    # Four of a club over three tables: one pair each. The group of everybody parts nobody.
    assert [p.code for p in made.penalties] == ["same_group"] * 3
    assert sorted(p.params["groups"] for p in made.penalties) == [(0,), (1,), (2,)]
    assert not any({1, 2} <= set(t.players) for t in made.tables)


def test_a_season_meeting_weighs_less_than_one_in_the_event() -> None:
    chain = {pair(1, 2): 1, pair(1, 3): 1, pair(2, 3): 1}
    tables = (PlannedTable(1, 1, (1, 2, 4)), PlannedTable(2, 1, (3, 5, 6)))

    in_event = explain(tables, field(6, met=chain))
    in_season = explain(tables, field(6, met_season=chain))

    assert [(p.code, p.players, p.cost) for p in in_event if p.table == 1][:1] == [
        ("met_event", (1, 2), 1000)
    ]
    assert [(p.code, p.players, p.cost) for p in in_season if p.code == "met_season"] == [
        ("met_season", (1, 2), 250)
    ]


def test_further_meetings_cost_more_each_time() -> None:
    table = (PlannedTable(1, 1, (1, 2, 3, 4)),)

    costs = [
        [p.cost for p in explain(table, field(4, met={pair(1, 2): times})) if p.players == (1, 2)]
        for times in (1, 2, 3, 4)
    ]

    assert costs == [[1000], [2050], [3150], [4300]]


def test_nine_players_with_two_requested_byes_play_four_and_three() -> None:
    first = plan(field(9, low=3, high=4, requested_byes=frozenset({1, 2})), RANDOM, seed=1)
    second = plan(field(9, low=3, high=4), RANDOM, seed=2)

    assert first.byes == (Bye(1, "requested"), Bye(2, "requested"))
    assert [(t.number, len(t.players)) for t in first.tables] == [(1, 4), (2, 3)]
    assert (sizes(second.tables), second.byes) == ([3, 3, 3], ())


@pytest.mark.parametrize(("n", "out"), [(9, 1), (10, 2)])
@pytest.mark.parametrize("method", DRAWN, ids=lambda m: m.key)
def test_in_five_rounds_nobody_sits_out_twice_and_the_lowest_go_first(
    n: int, out: int, method: SeatingMethod
) -> None:
    event = Event(n, 4, 4)

    sat_out = [[bye.player for bye in event.play(method).byes] for _ in range(5)]

    everybody = [player for byes in sat_out for player in byes]
    assert len(everybody) == len(set(everybody)) == 5 * out
    # After the first round the last of the standings is always the highest id left.
    for later in range(1, 5):
        rested = {player for byes in sat_out[:later] for player in byes}
        lowest = [i for i in range(n, 0, -1) if i not in rested][:out]
        assert sorted(sat_out[later]) == sorted(lowest)


def test_nobody_sits_out_twice_in_a_row_where_it_can_be_avoided() -> None:
    some = tuple(replace(p, byes=0 if p.id == 5 else 2, sat_out_last=p.id == 5) for p in players(5))

    made = plan(field(5, players=some, low=4, high=4), RANDOM, seed=1)

    assert [bye.player for bye in made.byes] != [5]
    assert len(made.byes) == 1


def test_byes_can_be_switched_off() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(9, low=4, high=4, byes_allowed=False), RANDOM, seed=1)

    assert refused.value.code == "impossible_count"
    assert refused.value.params["near"] == (8, 12)


def test_an_interrupted_search_says_so_and_still_seats_everybody() -> None:
    event = Event(17, 3, 6)
    for _ in range(4):
        event.play(SWISS)
    some = event.field()

    out_of_time = plan(some, SWISS, seed=1, budget=Budget(steps=10**6, seconds=0.0))
    out_of_steps = plan(some, SWISS, seed=1, budget=SMALL)

    assert (out_of_time.stopped_by, out_of_time.steps) == ("time", 0)
    assert (out_of_steps.stopped_by, out_of_steps.steps) == ("steps", 600)
    assert everyone(out_of_time) == everyone(out_of_steps) == list(range(1, 18))


def test_at_equal_scores_the_lower_rank_sits_out() -> None:
    scores = dict.fromkeys(range(1, 6), 3)
    some = tuple(replace(p, rank=(p.id + 2) % 5 + 1) for p in players(5, scores))

    made = plan(field(5, players=some, low=4, high=4), SWISS, seed=1)

    # Ranks are 4, 5, 1, 2, 3.
    assert made.byes == (Bye(2, "rotation"),)


def test_a_listener_hears_of_better_seatings() -> None:
    heard: list[Plan] = []

    made = plan(Event(16, 4, 4).field(), SWISS, seed=1, progress=heard.append)

    assert [everyone(step) for step in heard] == [everyone(made)]


def test_the_methods_have_distinct_keys() -> None:
    assert [method.key for method in METHODS] == [
        "random",
        "swiss",
        "balanced",
        "snake",
        "fixed",
    ]


@pytest.mark.parametrize("method", DRAWN, ids=lambda m: m.key)
def test_when_all_tables_are_kept_they_are_the_plan(method: SeatingMethod) -> None:
    kept = (TableLock(number=4, ruleset=1, players=(3, 1, 2)),)

    made = plan(field(4, kept=kept, requested_byes=frozenset({4})), method, seed=1)

    assert made.tables == (PlannedTable(4, 1, (3, 1, 2)),)
    assert made.byes == (Bye(4, "requested"),)
