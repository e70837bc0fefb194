# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
"""Tables and totals that leagues and tournaments have published, worked out again."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from league.standings.compute import stage_standing, stage_table
from league.standings.exact import shown
from league.standings.points import Linear7, scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_table
from league.standings.settings import StageSettings, fixed
from league.standings.types import (
    ByeResult,
    Entrant,
    EventId,
    MatchId,
    Results,
    SeatResult,
    TableResult,
)
from tests.league.standings.results import (
    GAME_POINTS,
    bye,
    in_order,
    letter,
    listing,
    match,
    player,
    points,
    ranks,
    results,
    row_of,
    scored,
)


def test_a_board_game_grand_prix_ranks_three_level_players_second() -> None:
    """The first three of six get 6, 4 and 2 points; totals 11, 9, 9, 9, 6 and 5."""
    assert scheme_from_json({"key": "podium", "points": [6, 4, 2]}).row(6) == (6, 4, 2, 0, 0, 0)
    totals = dict(zip("ABCDEF", (11, 9, 9, 9, 6, 5), strict=True))
    played = [scored(n, {name: own}) for n, (name, own) in enumerate(totals.items(), start=1)]

    table = stage_table(results(*played), GAME_POINTS, ("points",))

    assert ranks(table) == ["1", "2=", "2=", "2=", "5", "6"]


def test_a_catan_qualifier_ranks_wins_then_victory_points_then_weaker_opponents() -> None:
    """The player with most victory points of the four comes last, for want of a win."""

    def against(number: int, name: str, own: int, rivals: int, *, won: bool) -> TableResult:
        rival = chr(ord("a") + number)
        order = (name, rival) if won else (rival, name)
        places = {order[0]: 1, order[1]: 2}
        return match(number, places, scores=[own if each == name else rivals for each in places])

    played = [
        against(1, "P", 10, 6, won=True),
        against(2, "P", 10, 7, won=True),
        against(3, "P", 7, 10, won=False),
        against(4, "Q", 10, 9, won=True),
        against(5, "Q", 10, 9, won=True),
        against(6, "Q", 5, 10, won=False),
        against(7, "R", 10, 4, won=True),
        against(8, "R", 10, 5, won=True),
        against(9, "R", 5, 10, won=False),
        against(10, "S", 10, 9, won=True),
        against(11, "S", 9, 10, won=False),
        against(12, "S", 9, 10, won=False),
    ]

    table = stage_table(results(*played), GAME_POINTS, ("wins", "score", "share_total"))

    order = [name for name in listing(table) if name in "PQRS"]
    assert order == ["P", "R", "Q", "S"]
    assert [row_of(table, name).points for name in "PQRS"] == [27, 25, 25, 28]


@pytest.mark.parametrize(
    ("ratings", "total"),
    [
        (("62.24", "100.00", "83.66"), "245.90"),
        (("118.64", "57.52", "65.42"), "241.58"),
        (("73.45", "65.42", "90.12"), "228.99"),
        (("91.48", "68.19", "67.12"), "226.79"),
        (("64.85", "62.53", "60.55"), "187.93"),
        (("86.15", "17.82", "73.70"), "177.67"),
    ],
)
def test_the_ratings_of_three_rounds_of_a_games_expo_add_up_exactly(
    ratings: tuple[str, ...], total: str
) -> None:
    played = [
        TableResult(
            MatchId(number),
            (SeatResult(player("A"), 1, Fraction(rating)),),
            round=number,
        )
        for number, rating in enumerate(ratings, start=1)
    ]

    table = stage_table(results(*played), GAME_POINTS)

    assert row_of(table, "A").points == Fraction(total)
    assert shown(row_of(table, "A").points) == total


def meeting(number: int, place: int, name: str = "P") -> Evening:
    rivals = iter(chr(ord("a") + 3 * number + k) for k in range(3))
    names = "".join(name if at == place else next(rivals) for at in range(1, 5))
    return Evening(
        EventId(number), results(match(number, in_order(names))), Linear7(), order=number
    )


def test_a_pinball_league_counts_the_best_eight_of_ten_and_lists_guests_from_four_on() -> None:
    won = [meeting(n, place) for n, place in enumerate((1, 1, 2, 2, 3, 3, 4, 4, 1), start=1)]
    guest = [meeting(20 + n, 1, name="G") for n in range(3)]
    rule = SeasonRule("best_n", n=8, unit="evenings", guest_minimum=4)
    entered = [Entrant(player("P")), Entrant(player("G"), guest=True)]

    table = season_table([*won, *guest], entrants=entered, rule=rule)

    assert row_of(table, "P").points == 38
    row = row_of(table, "G")
    assert (row.points, row.rank, row.have, row.need) == (21, None, 3, 4)


def test_an_evening_of_a_grand_prix_with_a_bye_a_no_show_and_a_guest() -> None:
    """Rows of the Newport grand prix: a bye is worth 2, a no-show 0, a stand-in has no rank."""
    played = match(1, {"A": 1, "B": 1, "X": 3}, guests="X")
    missing = ByeResult(player("D"), 1, "no_show")

    table = stage_table(
        results(played, byes=(bye("C"), missing), names="ABCD"),
        scheme_from_json({"key": "newport"}),
        settings=StageSettings(bye=fixed(2)),
    )

    assert points(table) == {"A": 8, "B": 8, "C": 2, "D": 0, "X": 2}
    assert row_of(table, "X").unranked == "guest"


GROUP_OF_SEVEN = ("DEFG", "BCFG", "BCDE", "ACEG", "ACDF", "ABEF", "ABDG")


def test_in_a_group_of_seven_everybody_plays_four_times_and_meets_everybody_twice() -> None:
    played = [match(number, in_order(names)) for number, names in enumerate(GROUP_OF_SEVEN, 1)]

    standing = stage_standing(results(*played), Linear7(), ("points", "opponents"))

    assert {row.matches for row in standing.table.rows} == {4}
    met = {
        (letter(row.player), letter(other)): times
        for row in standing.table.rows
        for other, times in standing.ledger.meetings(row.player).items()
    }
    assert met == {
        pair: 2 for one in combinations("ABCDEFG", 2) for pair in (one, (one[1], one[0]))
    }
    total = sum(points(standing.table).values())
    for row in standing.table.rows:
        assert row.values[1] == 2 * (total - row.points)


def test_leaving_a_group_early_keeps_or_voids_ones_results_and_never_those_of_others() -> None:
    """Seven play each other at seven tables; one leaves after the first of four."""
    played = (match(1, in_order("GDEF")), match(2, in_order("BCDE")))

    def table(*, void: bool) -> dict[str, Fraction]:
        left = Entrant(player("G"), state="disqualified" if void else "dropped", void=void)
        return points(stage_table(Results(tables=played, entrants=(left,)), Linear7()))

    assert table(void=False) == {"G": 7, "B": 7, "C": 5, "D": 8, "E": 4, "F": 1}
    assert table(void=True) == {"G": 0, "B": 7, "C": 5, "D": 8, "E": 4, "F": 1}
