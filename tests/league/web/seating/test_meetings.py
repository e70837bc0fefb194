"""The picture of who met whom: its verdict, its squares, and how many people it can hold."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from league.queries.seating.fairness import Fairness, FairnessRow
from league.seating.ledger import PlayedRound, ledger
from league.web.charts import short
from league.web.seating.meetings import meetings

LONG = "Maximiliane " + "Ö" * 190
ARABIC = "محمد الأحمد الطويل"


def found(*tables: tuple[int, ...], names: dict[int, str] | None = None) -> Fairness:
    book = ledger([PlayedRound((table,)) for table in tables])
    rows = tuple(
        FairnessRow(line.player, (names or {}).get(line.player, f"P{line.player}"), "", line)
        for line in book.lines
    )
    return Fairness(rows, book)


@pytest.mark.parametrize(
    ("tables", "verdict"),
    [
        (((1, 2), (3, 4)), "No one met anyone twice; 4 of 6 pairs have not met."),
        (((1, 2, 3), (1, 2)), "No one met anyone more than twice; everyone has met everyone."),
        (
            ((1, 2, 3), (1, 2), (1, 2), (2, 3, 4)),
            "No one met anyone more than 3 times; 1 of 6 pairs has not met.",
        ),
    ],
)
def test_one_sentence_says_how_it_went(tables: tuple[tuple[int, ...], ...], verdict: str) -> None:
    shown = meetings(found(*tables), None)

    assert shown is not None
    assert (shown.verdict, shown.chart.words) == (verdict, verdict)


def test_somebody_alone_met_nobody_and_has_no_picture() -> None:
    assert meetings(found((1,)), None) is None


def test_each_two_have_a_square_on_both_sides_as_dark_as_often_they_met() -> None:
    shown = meetings(found((1, 2, 3), (1, 2)), own=2)

    assert shown is not None
    assert [row.cells for row in shown.rows] == [(None, 2, 1), (2, None, 1), (1, 1, None)]
    squares = {mark.look: mark.path.count("z") for mark in shown.chart.marks}
    assert squares == {
        "who": 0,
        "heat-1": 4,
        "heat-2": 2,
        **{f"heat-{tone} legend": 1 for tone in (0, 1, 2)},
    }
    assert [word.text for word in shown.chart.marks[0].words if word.look == "mine"][1:] == [
        "2"
    ] * 3


def test_many_meetings_share_five_tones_and_the_legend_says_which() -> None:
    shown = meetings(found(*[(1, 2)] * 62, (1, 3), (2, 3)), None)

    assert shown is not None
    legend = [mark for mark in shown.chart.marks if mark.look.endswith("legend")]
    assert [mark.words[0].text for mark in legend] == [
        *("0", "1–12", "13–24", "25–37", "38–49", "50–62"),
    ]


def test_sixty_people_have_squares_and_more_are_told_by_how_often_pairs_met() -> None:
    sixty, more = meetings(found(tuple(range(60))), None), meetings(found(tuple(range(61))), None)

    assert sixty is not None
    assert more is not None
    assert (len(sixty.rows), sixty.times, more.rows) == (60, (), ())
    assert [(row.times, row.pairs) for row in more.times] == [("1", 1830)]


def test_a_large_season_has_few_bars_and_none_of_its_pairs_is_lost() -> None:
    tables = [(n % 300, (n * 7 + 1) % 300) for n in range(18_000) if n % 300 != (n * 7 + 1) % 300]
    shown = meetings(found(*tables), None)

    assert shown is not None
    assert len(shown.times) <= 12
    assert sum(row.pairs for row in shown.times) == 300 * 299 // 2


def test_names_of_any_length_and_direction_stay_in_their_place() -> None:
    names = {1: LONG, 2: ARABIC, 3: "山田太郎山田太郎山田太郎", 4: "<b>Bo</b>"}
    shown = meetings(found((1, 2, 3, 4), names=names), None)
    assert shown is not None

    drawn = render_to_string("components/_chart.html", {"chart": shown.chart})
    table = render_to_string("league/seating/_met.html", {"met": shown})

    labels = re.findall(r'class="name">(.*?)</text>', drawn)
    assert [label.strip("\u2068\u2069") for label in labels] == [
        *("Maximiliane Ö…", "محمد الأحمد ا…", "山田太郎山田…", "&lt;b&gt;Bo&lt;/b&gt;"),
    ]
    assert all(label.startswith("\u2068") and label.endswith("\u2069") for label in labels)
    assert f"<bdi>{LONG}</bdi>" in table


def test_what_tells_namesakes_apart_stays_in_a_short_name() -> None:
    assert short("Jonas Feldspat (Spatz)", 14) == "Jonas (Spatz)"


def test_long_numbers_in_the_legend_do_not_run_into_the_next_square() -> None:
    shown = meetings(found(*[(1, 2)] * 62), None)

    assert shown is not None
    legend = [mark for mark in shown.chart.marks if mark.look.endswith("legend")]
    starts = [float(mark.path[1:].split(" ")[0]) for mark in legend]
    ends = [float(mark.words[0].x) + 7 * len(mark.words[0].text) for mark in legend]
    assert all(end < start for end, start in zip(ends, starts[1:], strict=False))
    assert starts[0] >= 0
    assert ends[-1] <= shown.chart.frame.width
