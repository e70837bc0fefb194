"""Tables that win or lose together, under every points scheme."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from league.standings.award import Awarder, SeatAward
from league.standings.compute import objections, stage_table
from league.standings.contract import PointsScheme
from league.standings.points import SCHEMES, Linear7, scheme_from_json
from league.standings.settings import SidePoints, StageSettings
from league.standings.types import JSON, Results, TableResult
from tests.league.standings.results import letter, match

# What a scheme needs to be read beside its key.
NEEDED: dict[str, dict[str, JSON]] = {"custom": {"rows": {"4": [9, 6, 3, 1]}}}
ALL = [scheme_from_json({"key": one.key, **NEEDED.get(one.key, {})}) for one in SCHEMES]
BY_ROW = [scheme for scheme in ALL if scheme.row(4) is not None]
WITHOUT_ROW = [scheme for scheme in ALL if scheme.row(4) is None]


def together(*, won: bool) -> TableResult:
    table = match(1, dict.fromkeys("ABCD", 1), scores=[7, 7, 7, 7], drawn=not won)
    seats = tuple(replace(seat, side=1) for seat in table.seats)
    return replace(table, seats=seats, higher_wins=None)


def awards(scheme: PointsScheme, settings: StageSettings, *, won: bool) -> tuple[SeatAward, ...]:
    return Awarder(scheme, settings).awards(together(won=won), (True,) * 4)


def points(scheme: PointsScheme, settings: StageSettings, *, won: bool) -> list[Fraction | None]:
    return [award.points for award in awards(scheme, settings, won=won)]


@pytest.mark.parametrize("scheme", BY_ROW, ids=lambda scheme: scheme.key)
def test_won_together_pays_the_first_of_the_row_and_lost_the_last(scheme: PointsScheme) -> None:
    row = scheme.row(4)
    assert row is not None

    assert points(scheme, StageSettings(), won=True) == [row[0]] * 4
    assert points(scheme, StageSettings(), won=False) == [row[-1]] * 4
    assert row[0] > row[-1]


@pytest.mark.parametrize("scheme", ALL, ids=lambda scheme: scheme.key)
def test_the_values_of_the_stage_go_before_any_scheme(scheme: PointsScheme) -> None:
    settings = StageSettings(cooperative_won=Fraction(5, 2), cooperative_lost=Fraction(1))

    assert points(scheme, settings, won=True) == [Fraction(5, 2)] * 4
    assert points(scheme, settings, won=False) == [Fraction(1)] * 4
    assert objections(Results(tables=(together(won=True),)), scheme, settings) == ()


@pytest.mark.parametrize("scheme", WITHOUT_ROW, ids=lambda scheme: scheme.key)
def test_a_scheme_without_a_row_asks_what_winning_together_is_worth(scheme: PointsScheme) -> None:
    found = objections(Results(tables=(together(won=True),)), scheme)

    assert [one.code for one in found] == ["cooperative_values_needed"]


@pytest.mark.parametrize("won", [True, False])
def test_together_is_a_whole_win_for_each_or_none_and_nobody_is_beaten(won: bool) -> None:
    settings = StageSettings(shared_win="share")

    found = awards(ALL[0], settings, won=won)

    assert {(one.win, one.tied, one.decided, one.beaten, one.faced) for one in found} == {
        (Fraction(won), False, False, 0, 0)
    }


def sided(places: dict[str, int], sides: str) -> TableResult:
    table = match(1, places)
    seats = (replace(seat, side=int(side)) for seat, side in zip(table.seats, sides, strict=True))
    return replace(table, seats=tuple(seats))


@pytest.mark.parametrize(
    ("rule", "places", "sides", "paid"),
    [
        ("share", (1, 1, 3, 3), "1122", (6, 6, 2, 2)),
        ("full", (1, 1, 3, 3), "1122", (7, 7, 3, 3)),
        ("share", (1, 2, 2, 2), "1222", (7, 3, 3, 3)),
        ("full", (1, 2, 2, 2), "1222", (7, 5, 5, 5)),
        ("full", (4, 1, 1, 1), "2111", (1, 7, 7, 7)),
        ("share", (1, 1, 1, 1), "1122", (4, 4, 4, 4)),
        ("full", (1, 1, 1, 1), "1122", (6, 6, 6, 6)),
    ],
)
def test_members_share_what_their_places_pay_or_each_get_all(
    rule: SidePoints, places: tuple[int, ...], sides: str, paid: tuple[int, ...]
) -> None:
    table = sided(dict(zip("ABCD", places, strict=True)), sides)

    found = Awarder(Linear7(), StageSettings(side_points=rule)).awards(table, (True,) * 4)

    assert tuple(award.points for award in found) == paid


def test_a_side_wins_for_each_of_its_members_and_beats_the_others_alone() -> None:
    table = sided({"A": 1, "B": 3, "C": 1, "D": 3}, "1212")

    found = Awarder(Linear7(), StageSettings(shared_win="share")).awards(table, (True,) * 4)

    assert [(int(one.win), one.tied, one.beaten, one.faced) for one in found] == [
        (1, False, 2, 2),
        (0, False, 0, 2),
        (1, False, 2, 2),
        (0, False, 0, 2),
    ]


def test_partners_are_no_opponents() -> None:
    results = Results(tables=(sided({"A": 1, "B": 1, "C": 3, "D": 3}, "1122"),))

    table = stage_table(results, Linear7(), ("points", "opponents"))

    rows = {letter(row.player): row.values[1] for row in table.rows}
    assert rows == {"A": 4, "B": 4, "C": 12, "D": 12}
