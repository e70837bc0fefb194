"""Pictures of a game's statistics: where dots, intervals and boxes stand."""

from __future__ import annotations

from fractions import Fraction

from league.queries.public.game_statistics import PlacePoints, place_points
from league.web.public.game_charts import boxes, shares

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_a_share_is_a_dot_on_its_interval_and_bots_a_diamond_where_they_are_known() -> None:
    chart = shares([("Seat 1", HALF, 0.25, 0.75, THIRD), ("Seat 2", HALF, 0.2, 0.8, None)], HALF)

    looks = [mark.look for mark in chart.marks]
    assert looks == ["guides", "equal", "share", "bots", "share"]
    equal, first = chart.marks[1], chart.marks[2]
    assert equal.path.split()[0] == f"M{first.dots[0].x}"  # a share as large as the fair one
    assert [tick.label for tick in chart.ticks] == ["0%", "20%", "40%", "60%", "80%"]
    assert chart.words == "Won, from the first to the last: Seat 1 50%, Seat 2 50%"


def test_the_axis_of_shares_holds_the_widest_interval_and_ends_at_all() -> None:
    chart = shares([("Seat 1", Fraction(1), 0.4, 1.0, None)], HALF)

    assert chart.ticks[-1].label == "100%"
    assert float(chart.marks[2].dots[0].x) == chart.frame.right


def test_a_box_is_the_middle_half_and_what_lies_far_beyond_is_a_dot() -> None:
    ordered = [Fraction(n) for n in (10, 11, 12, 13, 14, 15, 100)]
    row = place_points(1, ordered)

    assert row == PlacePoints(
        1,
        tuple(map(Fraction, ("10", "23/2", "13", "29/2", "100"))),
        (Fraction(10), Fraction(15)),
        (Fraction(100),),
    )
    box = boxes([row], ["1st"]).marks[2]
    assert (box.look, len(box.dots), box.title) == ("box", 1, "1st: 13")


def test_points_that_are_all_alike_or_below_nothing_are_drawn_too() -> None:
    alike, below = place_points(1, [Fraction(7)]), place_points(2, [Fraction(-9), Fraction(-2)])

    chart = boxes([alike, below], ["1st", "2nd"])

    assert [tick.label for tick in chart.ticks] == ["−10", "−5", "0", "5", "10"]
    assert chart.words == "Half of the points by place: 1st 7, 2nd −5.50 or less"


def test_thousands_of_outliers_are_thinned() -> None:
    ordered = sorted([Fraction(0)] * 9_000 + [Fraction(n) for n in range(1, 2_000)])

    assert len(boxes([place_points(1, ordered)], ["1st"]).marks[2].dots) == 40


def test_no_whisker_turns_back_into_its_box() -> None:
    row = place_points(1, [Fraction(n) for n in (0, 0, 0, 100)])

    whiskers = next(mark for mark in boxes([row], ["1st"]).marks if mark.look == "whiskers")

    assert row.spread[3] > row.usual[1]
    starts = [(part.split(" ")[0], part.split("H")[1]) for part in whiskers.path.split("M")[1:3]]
    assert all(float(start) <= float(part.split("V")[0]) for start, part in starts)
