from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from league.seating.history import faded
from league.seating.ledger import PlayedRound, ledger

EIGHT = (
    PlayedRound(((1, 2, 3, 4), (5, 6, 7, 8))),
    PlayedRound(((5, 1, 6, 2), (7, 3, 8, 4))),
)


def test_a_line_holds_what_a_player_got_and_could_have_got() -> None:
    line = ledger(EIGHT).line(1)

    assert line is not None
    assert (line.games, line.opponents, line.reachable) == (2, 5, 6)
    assert (line.again, line.forced, line.most_met) == (1, 0, 2)
    assert line.sizes == {4: 2}
    assert [share.times for share in line.seats] == [1, 1, 0, 0]
    assert [share.fair for share in line.seats] == [Fraction(1, 2)] * 4
    assert (line.starts.best, line.starts.most, line.starts.is_fair) == (0, 1, True)


def test_the_whole_counts_repeats_and_how_many_nobody_could_spare() -> None:
    book = ledger(EIGHT)

    assert (book.rounds, book.meetings, book.repeats, book.most_met) == (2, 24, 4, 2)
    assert book.forced == 0
    thrice = ledger((*EIGHT, *EIGHT[:1]))
    # 36 meetings of 28 pairs: eight must repeat.
    assert (thrice.repeats, thrice.forced) == (16, 8)
    # Four pairs met three times, eight twice: 4 · 3 + 8 · 1, where 8 · 1 would do.
    assert (book.repeat_cost, thrice.repeat_cost, thrice.forced_cost) == (4, 20, 8)


def test_sitting_out_and_short_tables_are_measured_against_an_equal_share() -> None:
    rounds = (
        PlayedRound(((1, 2, 3, 4), (5, 6, 7)), frozenset({8, 9})),
        PlayedRound(((8, 9, 1, 2), (3, 4, 5)), frozenset({6, 7})),
        PlayedRound(((6, 7, 8, 9), (1, 2, 3)), frozenset({6})),
    )

    book = ledger(rounds[:2])

    out = {line.player: line.sat_out for line in book.lines}
    assert {player: share.times for player, share in out.items()} == {
        **dict.fromkeys(range(1, 6), 0),
        **dict.fromkeys(range(6, 10), 1),
    }
    assert {share.fair for share in out.values()} == {Fraction(4, 9)}
    unusual = {line.player: line.unusual for line in book.lines}
    assert (unusual[5].times, unusual[5].fair) == (2, Fraction(6, 7))
    assert not unusual[5].is_fair
    assert (unusual[8].times, unusual[8].fair) == (0, Fraction(3, 7))


def test_somebody_who_never_came_has_no_line() -> None:
    assert ledger(EIGHT).line(99) is None
    assert ledger(()).lines == ()


@given(data=st.data())
def test_the_ledger_agrees_with_counting_by_hand(data: st.DataObject) -> None:
    rounds = []
    for _ in range(data.draw(st.integers(1, 4))):
        order = data.draw(st.permutations(range(1, 10)))
        cut = data.draw(st.sampled_from([(4, 4), (3, 3, 3), (5, 4), (4, 3)]))
        tables, start = [], 0
        for size in cut:
            tables.append(tuple(order[start : start + size]))
            start += size
        rounds.append(PlayedRound(tuple(tables), frozenset(order[start:])))

    book = ledger(rounds)

    met: dict[tuple[int, int], int] = {}
    for one in rounds:
        for table in one.tables:
            for a, b in combinations(sorted(table), 2):
                met[a, b] = met.get((a, b), 0) + 1
    assert book.repeats == sum(times - 1 for times in met.values())
    assert book.repeat_cost == sum(times * (times - 1) // 2 for times in met.values())
    assert book.forced <= book.repeats
    assert book.forced_cost <= book.repeat_cost
    for line in book.lines:
        mine = [times for key, times in met.items() if line.player in key]
        assert (line.opponents, line.again) == (len(mine), sum(mine) - len(mine))
        assert sum(share.times for share in line.seats) == line.games
        assert sum((share.fair for share in line.seats), Fraction(0)) == line.games
    shares = [line.sat_out for line in book.lines]
    assert sum(s.times for s in shares) == sum((s.fair for s in shares), Fraction(0))


def test_meetings_of_earlier_evenings_fade_with_every_evening() -> None:
    evenings: list[list[tuple[int, ...]]] = [[(1, 2, 3)], [(2, 1)], [(1, 2), (3, 4)]]

    past = faded(evenings, Fraction(1, 2))

    assert past.times == {(1, 2): 3, (1, 3): 1, (2, 3): 1, (3, 4): 1}
    assert past.weights == {
        (1, 2): Fraction(7, 4),
        (1, 3): 1,
        (2, 3): 1,
        (3, 4): Fraction(1, 4),
    }
    assert faded(evenings, Fraction(0)).weights[(3, 4)] == 0
    assert faded(evenings, Fraction(1)).weights[(1, 2)] == 3
