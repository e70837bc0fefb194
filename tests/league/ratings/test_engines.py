"""The engines: against another implementation, and what holds whatever the numbers."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings.contract import RatingEngine, State
from league.ratings.elo_pairs import EloPairs
from league.ratings.errors import RatingSettingsError
from league.ratings.plackett_luce import PlackettLuce
from league.ratings.registry import ENGINES, engine
from league.ratings.replay import Match, canonical, play, seats_of, undo, unpacked

ALL: list[RatingEngine] = [PlackettLuce(), EloPairs(), EloPairs(provisional=True)]
STATES = st.lists(
    st.tuples(st.floats(-50, 100), st.floats(0.5, 9), st.integers(0, 500)), min_size=2, max_size=8
)


def values(states: list[State]) -> list[float]:
    return [state[0] for state in states]


# --- against another implementation ---------------------------------------------------------


@given(before=STATES, beta=st.floats(2, 20))
def test_tables_without_a_tie_are_rated_as_openskill_rates_them(
    before: list[State], beta: float
) -> None:
    models = pytest.importorskip("openskill.models")
    oracle = models.PlackettLuce(beta=beta)
    places = list(range(1, len(before) + 1))
    teams = [[oracle.rating(mu=state[0], sigma=state[1])] for state in before]

    ours = PlackettLuce().rate(places, before, beta)

    theirs = [team[0] for team in oracle.rate(teams, ranks=[float(place) for place in places])]
    assert [state[0] for state in ours] == pytest.approx(
        [row.mu for row in theirs], rel=1e-12, abs=1e-12
    )
    assert [state[1] for state in ours] == pytest.approx([row.sigma for row in theirs], rel=1e-9)


@given(
    before=st.lists(
        st.tuples(st.floats(0, 50), st.floats(0.5, 9), st.integers(0, 500)), min_size=6, max_size=6
    ),
    sides=st.sampled_from([(1, 1, 2, 2), (2, 1, 1, 1), (1, 1, 1, 2), (1, 1, 3, 3, 2, 2)]),
    beta=st.floats(2, 20),
)
def test_sides_are_rated_as_openskill_rates_teams(
    before: list[State], sides: tuple[int, ...], beta: float
) -> None:
    models = pytest.importorskip("openskill.models")
    oracle = models.PlackettLuce(beta=beta)
    before = before[: len(sides)]
    order = list(dict.fromkeys(sides))
    places = [1 + sum(order.index(other) < order.index(side) for other in sides) for side in sides]
    teams = [
        [
            oracle.rating(mu=state[0], sigma=state[1])
            for state, own in zip(before, sides, strict=True)
            if own == side
        ]
        for side in order
    ]

    ours = PlackettLuce().rate(places, before, beta, sides)

    theirs = [row for team in oracle.rate(teams, ranks=list(range(len(teams)))) for row in team]
    assert [state[0] for state in ours] == pytest.approx([row.mu for row in theirs], rel=1e-9)
    assert [state[1] for state in ours] == pytest.approx([row.sigma for row in theirs], rel=1e-9)


def test_sides_of_one_are_rated_like_people_who_play_alone() -> None:
    before = [(25.0 + 3 * n, 8.0 - n, 5) for n in range(4)]

    for maker in ALL:
        alone = maker.rate([1, 2, 2, 4], before)
        assert [
            value
            for state in maker.rate([1, 2, 2, 4], before, None, (1, 2, 3, 4))
            for value in state
        ] == pytest.approx([value for state in alone for value in state], rel=1e-12)


def test_elo_counts_the_pairs_across_sides_and_gives_what_it_takes() -> None:
    before = [(1100.0, 0.0, 1), (900.0, 0.0, 1), (1000.0, 0.0, 1), (1000.0, 0.0, 1)]

    after = EloPairs(k=32).rate([1, 1, 3, 3], before, None, (1, 1, 2, 2))

    gained = [new[0] - old[0] for old, new in zip(before, after, strict=True)]
    expected = 1 / (1 + 10 ** (-100 / 400))
    assert gained == pytest.approx(
        [
            32 / 3 * 2 * (1 - expected),
            32 / 3 * 2 * expected,
            -32 / 3,
            -32 / 3,
        ]
    )
    assert sum(gained) == pytest.approx(0)


def test_a_kept_match_keeps_its_sides() -> None:
    match = Match(1, None, (7, 8, 9), (1, 2, 2), None, (2, 1, 1))  # type: ignore[arg-type]

    ((_, body),) = play(ALL[0], [match], {})

    assert seats_of(body) == ((7, 8, 9), (1, 2, 2), (2, 1, 1))
    assert [change.place for change in unpacked(body)] == [1, 2, 2]


@pytest.mark.parametrize("places", [[1, 1, 3], [1, 2, 2, 4], [1, 1, 1, 4], [1, 2, 2, 2, 5]])
def test_a_tie_is_the_mean_over_every_order_of_those_who_share_a_place(places: list[int]) -> None:
    before = [(25.0 + 3 * n, 8.0 - n, 5) for n in range(len(places))]
    maker = PlackettLuce()

    shared = values(maker.rate(places, before))

    expected = [0.0] * len(places)
    orders = [
        order
        for order in permutations(range(len(places)))
        if [places[seat] for seat in order] == places
    ]
    for order in orders:
        after = maker.rate(range(1, len(places) + 1), [before[seat] for seat in order])
        for seat, state in zip(order, after, strict=True):
            expected[seat] += state[0] / len(orders)
    assert shared == pytest.approx(expected, rel=1e-13)


def test_elo_by_hand() -> None:
    maker = EloPairs(k=60.0)
    before = [(1000.0, 0.0, 1), (1000.0, 0.0, 1), (1400.0, 0.0, 1)]

    after = values(maker.rate([1, 2, 3], before))

    # 30 per pair: ½ of it between equals, 10/11 of it against somebody 400 points above.
    assert after == pytest.approx(
        [1000 + 15 + 300 / 11, 1000 - 15 + 300 / 11, 1400 - 600 / 11], rel=1e-14
    )


def test_a_provisional_stake_falls_from_60_to_14_over_the_first_matches() -> None:
    maker = EloPairs(provisional=True, k_matches=10)

    gains = [
        maker.rate([1, 2], [(1000.0, 0.0, matches), (1000.0, 0.0, 50)])[0][0] - 1000
        for matches in (0, 5, 10, 11)
    ]

    assert gains == [30.0, 18.5, 7.0, 7.0]


# --- what always holds ----------------------------------------------------------------------


@pytest.mark.parametrize("maker", ALL, ids=lambda maker: maker.key)
@pytest.mark.parametrize("places", [[1, 1, 3, 4, 5], [1, 2, 2, 4, 5], [1, 2, 2, 4, 5, 6, 7, 8]])
def test_among_new_players_a_better_place_never_ends_with_a_lower_rating(
    maker: RatingEngine, places: list[int]
) -> None:
    after = values(maker.rate(places, [maker.start()] * len(places)))

    for at in range(1, len(places)):
        if places[at] == places[at - 1]:
            assert after[at] == pytest.approx(after[at - 1], rel=1e-13)
        else:
            assert after[at] < after[at - 1]


@pytest.mark.parametrize("maker", ALL, ids=lambda maker: maker.key)
@given(sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_with_equal_ratings_places_decide_whatever_ties_there_are(
    maker: RatingEngine, sizes: list[int]
) -> None:
    places = [1 + sum(sizes[:at]) for at, size in enumerate(sizes) for _ in range(size)]
    if len(places) < 2:
        return

    after = values(maker.rate(places, [(30.0, 5.0, 9)] * len(places)))

    for at in range(1, len(places)):
        if places[at] != places[at - 1]:
            assert after[at] < after[at - 1]


@given(before=STATES, data=st.data())
def test_elo_takes_from_one_what_it_gives_to_another(
    before: list[State], data: st.DataObject
) -> None:
    ties = data.draw(st.lists(st.booleans(), min_size=len(before), max_size=len(before)))
    places = [1]
    for at in range(1, len(before)):
        places.append(places[-1] if ties[at] else at + 1)

    after = EloPairs().rate(places, before)

    assert math.fsum(values(after)) == pytest.approx(math.fsum(values(before)), abs=1e-9)


@pytest.mark.parametrize("maker", ALL, ids=lambda maker: maker.key)
def test_seats_entered_in_another_order_give_the_same_bits(maker: RatingEngine) -> None:
    seats = [(11, 3), (12, 1), (13, 4), (14, 2)]
    results = []
    for order in permutations(seats):
        states: dict[int, State] = {}
        players, places = canonical(order)
        list(play(maker, [Match(1, None, players, places)], states))  # type: ignore[arg-type]
        results.append(states)

    assert all(states == results[0] for states in results)
    gains = {player: state[0] - maker.start()[0] for player, state in results[0].items()}
    assert max(gains, key=gains.__getitem__) == 12
    assert min(gains, key=gains.__getitem__) == 13


@pytest.mark.parametrize("maker", ALL, ids=lambda maker: maker.key)
def test_a_huge_gap_and_300_wins_in_a_row_stay_finite_numbers(maker: RatingEngine) -> None:
    upset = maker.rate([1, 2], [(-300.0, 0.01, 9), (3000.0, 0.01, 9)])
    far = maker.rate([1, 1, 3], [(-1e9, 0.01, 9), (-1e9, 0.01, 9), (1e9, 0.01, 9)])
    winner, loser = maker.start(), maker.start()
    for _ in range(300):
        winner, loser = maker.rate([1, 2], [winner, loser])

    for state in (*upset, *far, winner, loser):
        assert math.isfinite(state[0])
        assert math.isfinite(state[1])
    assert winner[0] > loser[0]


@pytest.mark.parametrize("maker", ALL, ids=lambda maker: maker.key)
@given(
    tables=st.lists(
        st.lists(st.integers(1, 9), min_size=2, max_size=6, unique=True), min_size=1, max_size=12
    ),
    back=st.integers(0, 11),
)
def test_taking_matches_back_leads_to_the_very_bits_before_them(
    maker: RatingEngine, tables: list[list[int]], back: int
) -> None:
    states: dict[int, State] = {}
    matches = [
        Match(n, None, *canonical(zip(players, range(1, 9), strict=False)))  # type: ignore[arg-type]
        for n, players in enumerate(tables)
    ]
    snapshots, bodies = [dict(states)], []
    for match in matches:
        bodies += [body for _, body in play(maker, [match], states)]
        snapshots.append(dict(states))
    back = min(back, len(bodies))

    undo(bodies[len(bodies) - back :][::-1], states)

    assert states == snapshots[len(bodies) - back]


def test_what_is_kept_of_a_match_is_before_and_after_of_every_seat() -> None:
    maker = PlackettLuce()
    states: dict[int, State] = {7: (31.5, 4.25, 12)}

    ((_, body),) = play(maker, [Match(1, None, (7, 8), (1, 2))], states)  # type: ignore[arg-type]

    first, second = unpacked(body)
    assert (first.player, first.place, first.before) == (7, 1, (31.5, 4.25, 12))
    assert (second.player, second.place, second.before) == (8, 2, maker.start())
    assert {first.player: first.after, second.player: second.after} == states


# --- settings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "settings", "code", "field"),
    [
        ("glicko", {}, "rating_unknown_engine", "engine"),
        ("plackett_luce", {"beta": 0}, "rating_out_of_range", "beta"),
        ("plackett_luce", {"sigma": math.nan}, "rating_not_a_number", "sigma"),
        ("plackett_luce", {"k": 32}, "rating_unknown_setting", "k"),
        ("elo_pairs", {"k": True}, "rating_not_a_number", "k"),
        ("elo_pairs", {"k_matches": 2.5}, "rating_not_a_number", "k_matches"),
        ("elo_pairs", {"provisional": 1}, "rating_not_yes_or_no", "provisional"),
    ],
)
def test_a_setting_that_no_engine_can_work_with_is_refused_by_its_name(
    key: str, settings: dict[str, float], code: str, field: str
) -> None:
    with pytest.raises(RatingSettingsError) as refused:
        engine(key, settings)

    assert (refused.value.code, refused.value.field) == (code, field)


def test_settings_are_read_back_as_they_are_stored() -> None:
    for made in ENGINES:
        stored = engine(made.key, {}).settings()
        assert engine(made.key, stored).settings() == stored
