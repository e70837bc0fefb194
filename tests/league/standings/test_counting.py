# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from league.standings.compute import stage_table
from league.standings.cut import carry_over
from league.standings.errors import StandingsError
from league.standings.explain import explain
from league.standings.points import Linear7, scheme_from_json
from league.standings.rules import EVENING_PLACES, SeasonRule, rule_from_json, rule_to_json
from league.standings.season import Evening, season_standing, season_table
from league.standings.settings import StageSettings, fixed
from league.standings.table import Table
from league.standings.texts import DROPPED_TEXTS, TERM_TEXTS
from league.standings.types import JSON, ByeResult, EventId, Results, TableResult
from league.standings.words import rule_sentences
from tests.league.standings.results import (
    GAME_POINTS,
    bye,
    in_order,
    listing,
    match,
    penalty,
    player,
    points,
    ranks,
    results,
    row_of,
)


def game(number: int, name: str, own: int) -> TableResult:
    """A match in which only one player's points matter."""
    rival = chr(ord("a") + number)
    return match(number, {name: 1, rival: 1}, scores=[own, 0])


def evening(
    number: int, *tables: TableResult, weight: int | Fraction = 1, stage: int = 0
) -> Evening:
    return Evening(
        EventId(number),
        results(*tables),
        GAME_POINTS,
        order=number,
        weight=Fraction(weight),
        stage=stage,
    )


def weighted(*told: tuple[int, int]) -> list[Evening]:
    return [
        evening(number, game(number, "P", own), weight=weight)
        for number, (own, weight) in enumerate(told, start=1)
    ]


def counted(table: Table, name: str) -> list[bool]:
    return [cell.counted for cell in row_of(table, name).cells]


@pytest.mark.parametrize(
    ("judged", "average", "kept"),
    [
        ("best", Fraction(775), [True, False, True]),
        ("before", Fraction(5700, 9), [False, True, True]),
        ("after", Fraction(5700, 9), [False, True, True]),
    ],
)
def test_the_rule_says_which_of_weighted_results_is_the_worst(
    judged: str, average: Fraction, kept: list[bool]
) -> None:
    rule = rule_from_json({"kind": "average", "k": 1, "judged": judged})

    table = season_table(weighted((400, 1), (500, 6), (900, 3)), rule=rule)

    assert row_of(table, "P").average == average
    assert counted(table, "P") == kept


@pytest.mark.parametrize("judged", ["best", "before", "after"])
def test_an_average_always_keeps_a_match_however_many_it_may_leave_out(judged: str) -> None:
    rule = rule_from_json({"kind": "average", "k": 2, "judged": judged})

    averages = [
        row_of(season_table(weighted(*told), rule=rule), "P").average
        for told in ([(10, 1)], [(10, 1), (30, 1)], [(10, 1), (30, 1), (20, 1)])
    ]

    assert averages == [10, 30, 30]


def test_before_and_after_weighting_can_drop_different_results() -> None:
    told = weighted((10, 3), (20, 1))

    before = season_table(told, rule=SeasonRule("best_n", n=1, judged="before"))
    after = season_table(told, rule=SeasonRule("best_n", n=1, judged="after"))

    assert (row_of(before, "P").points, counted(before, "P")) == (20, [False, True])
    assert (row_of(after, "P").points, counted(after, "P")) == (30, [True, False])


def test_all_but_the_worst_count_and_the_dropped_ones_tell_why() -> None:
    told = [evening(1, *(game(n, "P", own) for n, own in enumerate((5, 9, 2, 7), start=1)))]

    table = season_table(told, rule=SeasonRule("drop_worst_k", k=2))

    row = row_of(table, "P")
    assert row.points == 16
    assert [(cell.counted, cell.why) for cell in row.cells] == [
        (False, "worst"),
        (True, ""),
        (False, "worst"),
        (True, ""),
    ]


def test_a_result_beyond_the_best_tells_why() -> None:
    told = [evening(1, *(game(n, "P", own) for n, own in enumerate((70, 80, 40, 30), start=1)))]

    table = season_table(told, rule=SeasonRule("best_n", n=3))

    row = row_of(table, "P")
    assert row.points == 190
    assert [cell.why for cell in row.cells] == ["", "", "", "beyond_best"]


def test_the_worst_evenings_are_dropped_as_a_whole() -> None:
    told = [
        evening(1, game(1, "P", 5), game(2, "P", 5)),
        evening(2, game(3, "P", 9)),
        evening(3, game(4, "P", 1)),
    ]

    table = season_table(told, rule=SeasonRule("drop_worst_k", k=1, unit="evenings"))

    assert row_of(table, "P").points == 19
    assert counted(table, "P") == [True, True, True, False]


def test_an_average_that_is_shrunk_keeps_a_lucky_single_match_from_the_top() -> None:
    told = [
        evening(1, game(1, "P", 100)),
        evening(2, *(game(n, "Q", 70) for n in range(2, 12))),
    ]

    table = season_table(told, rule=SeasonRule("shrunk_average", c=5))

    assert row_of(table, "P").average == Fraction(100, 6)
    assert row_of(table, "Q").average == Fraction(700, 15)
    assert listing(table)[0] == "Q"
    assert table.chain == ("average", "points")


def place_evening(number: int, names: str, *, stage: int = 0, order: int = 1) -> Evening:
    table = match(10 * number + stage, in_order(names))
    return Evening(EventId(number), results(table), Linear7(), order=order, stage=stage)


def test_the_places_of_evenings_are_paid_and_the_best_count() -> None:
    told = [place_evening(1, "ABCD"), place_evening(2, "BACD"), place_evening(3, "BCDA")]

    everything = season_table(told, rule=SeasonRule("evening_places"))
    best_two = season_table(told, rule=SeasonRule("evening_places", n=2))

    assert points(everything) == {"A": 25 + 20 + 13, "B": 20 + 25 + 25, "C": 52, "D": 42}
    assert points(best_two) == {"A": 45, "B": 50, "C": 36, "D": 29}


def test_level_places_of_an_evening_share_what_they_cover() -> None:
    told = Evening(EventId(1), results(match(1, {"A": 1, "B": 2, "C": 2, "D": 4})), Linear7())

    table = season_table([told], rule=SeasonRule("evening_places"))

    assert points(table) == {"A": 25, "B": 18, "C": 18, "D": 13}


def test_a_final_of_the_evening_stands_above_the_rest_of_it() -> None:
    told = [place_evening(1, "ABCD"), place_evening(1, "CA", stage=2)]

    table = season_table(told, rule=SeasonRule("evening_places"))

    assert points(table) == {"C": 25, "A": 20, "B": 16, "D": 13}


def test_a_penalty_of_an_evening_costs_its_place_and_not_points_of_the_season() -> None:
    fined = results(match(1, in_order("ABCD")), adjustments=(penalty("A", -3),))

    table = season_table(
        [Evening(EventId(1), fined, Linear7())],
        rule=SeasonRule("evening_places"),
        adjustments=(penalty("D", -1, 2),),
    )

    assert points(table) == {"B": 25, "A": 20, "C": 16, "D": 12}


def test_the_places_of_evenings_are_terms_of_the_points() -> None:
    told = [place_evening(1, "AB", order=1), place_evening(2, "BA", order=2)]

    standing = season_standing(
        told, rule=SeasonRule("evening_places", n=1, attendance=Fraction(2)), chain=("points",)
    )

    (why,) = explain(standing, player("A"))
    assert [(term.kind, term.event, term.place, term.value, term.why) for term in why.terms] == [
        ("evening", 1, 1, 25, ""),
        ("evening", 2, 2, 20, "beyond_best"),
        ("attendance", 1, None, 2, ""),
        ("attendance", 2, None, 2, ""),
    ]
    assert why.value == 29


def test_coming_and_sitting_out_bring_points_that_are_never_dropped() -> None:
    first = Evening(
        EventId(1),
        results(
            match(1, in_order("AB")), match(2, in_order("AB")), byes=(ByeResult(player("C"), 1),)
        ),
        Linear7(),
        StageSettings(bye=fixed(0)),
        order=1,
    )
    out = ByeResult(player("A"), 2, "sits_out")
    second = Evening(EventId(2), results(match(3, in_order("BC")), byes=(out,)), Linear7(), order=2)
    rule = SeasonRule("best_n", n=1, attendance=Fraction(1, 2), sit_out=Fraction(2))

    table = season_table([first, second], rule=rule)

    assert points(table) == {"A": 7 + Fraction(1, 2) + 2, "B": 8, "C": Fraction(3, 2)}
    assert [term.kind for term in row_of(table, "A").extras] == ["attendance", "sit_out"]


def test_a_minimum_of_evenings_can_go_with_results_counted_by_match() -> None:
    told = [evening(1, game(1, "P", 9), game(2, "P", 9)), evening(2, game(3, "Q", 1))]
    rule = SeasonRule("best_n", n=5, minimum=2, minimum_unit="evenings")

    table = season_table([*told, evening(3, game(4, "Q", 1))], rule=rule)

    row = row_of(table, "P")
    assert (row.rank, row.unranked, row.have, row.need) == (None, "below_minimum", 1, 2)
    assert row_of(table, "Q").rank == 1


def test_weights_of_nothing_for_all_evenings_are_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        season_table(weighted((4, 0), (5, 0)))
    assert (caught.value.code, caught.value.field) == ("weights_all_zero", "weight")

    with pytest.raises(StandingsError) as caught:
        season_table(weighted((4, 1), (5, -1)))
    assert (caught.value.code, caught.value.field) == ("weight_negative", "weight")


def test_an_evening_of_no_weight_counts_nothing_and_is_still_played() -> None:
    table = season_table(weighted((4, 0), (5, 2)))

    assert (row_of(table, "P").points, row_of(table, "P").matches) == (10, 2)


def test_a_second_bye_in_the_season_is_worth_nothing() -> None:
    settings = StageSettings(bye=fixed(2), bye_limit=1)
    grand_prix = scheme_from_json({"key": "newport"})
    told = [
        Evening(
            EventId(number),
            results(match(number, in_order("ABC")), byes=(bye("D", 1),)),
            grand_prix,
            settings,
            order=number,
        )
        for number in (1, 2)
    ]

    row = row_of(season_table(told), "D")

    assert row.points == 2
    assert [(cell.points, cell.note) for cell in row.cells] == [(2, ""), (0, "over_limit")]


def test_points_brought_along_into_a_final_are_shown_and_count() -> None:
    main = stage_table(results(match(1, in_order("ABCD"))), Linear7())
    brought = carry_over(main, [player("A"), player("D")], Fraction(50))
    final = replace(results(match(2, in_order("DA"))), carried=brought)

    table = stage_table(final, Linear7())

    assert points(table) == {"D": 7 + Fraction(1, 2), "A": 1 + Fraction(7, 2)}
    assert [(term.kind, term.value) for term in row_of(table, "A").extras] == [
        ("carried", Fraction(7, 2))
    ]


@pytest.mark.parametrize("percent", [-1, 101])
def test_only_a_part_of_the_points_can_be_brought_along(percent: int) -> None:
    with pytest.raises(StandingsError) as caught:
        carry_over(stage_table(Results(), Linear7()), [], Fraction(percent))

    assert (caught.value.code, caught.value.field) == ("percent_out_of_range", "percent")


@pytest.mark.parametrize(("setting", "paid"), [("last", [7, 5, 3, 1]), ("zero", [7, 5, 3, 0])])
def test_who_leaves_after_publication_keeps_the_last_place_or_gets_nothing(
    setting: str, paid: Sequence[int]
) -> None:
    told = match(1, in_order("ABCD"))
    left = replace(told, seats=(*told.seats[:3], replace(told.seats[3], dropped=True)))
    settings = StageSettings(dropped="zero" if setting == "zero" else "last")

    table = stage_table(Results((left,)), Linear7(), settings=settings)

    assert [row.points for row in table.rows] == paid
    assert ranks(table) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "spec",
    [
        {"kind": "drop_worst_k", "unit": "evenings", "minimum": 0, "guest_minimum": None, "k": 2},
        {"kind": "shrunk_average", "unit": "matches", "minimum": 4, "guest_minimum": 2, "c": 5},
        {
            "kind": "average",
            "unit": "matches",
            "minimum": 0,
            "guest_minimum": None,
            "k": 1,
            "judged": "best",
        },
        {
            "kind": "evening_places",
            "unit": "matches",
            "minimum": 3,
            "guest_minimum": None,
            "n": 8,
            "minimum_unit": "evenings",
            "attendance": "1/2",
            "sit_out": "2",
            "places": ["10", "11/2", "0"],
        },
    ],
)
def test_every_setting_of_a_rule_is_read_back_unchanged(spec: dict[str, JSON]) -> None:
    assert rule_to_json(rule_from_json(spec)) == spec


@pytest.mark.parametrize(
    ("spec", "code", "field"),
    [
        ({"kind": "drop_worst_k"}, "count_expected", "k"),
        ({"kind": "shrunk_average", "c": 0}, "count_expected", "c"),
        ({"kind": "sum", "judged": "never"}, "unknown_choice", "judged"),
        ({"kind": "sum", "minimum_unit": "years"}, "unknown_choice", "minimum_unit"),
        ({"kind": "sum", "attendance": -1}, "negative_number", "attendance"),
        ({"kind": "sum", "sit_out": "x"}, "number_malformed", "sit_out"),
        ({"kind": "evening_places", "places": []}, "list_empty", "places"),
        ({"kind": "evening_places", "places": [5, 7]}, "list_row_rises", "places.1"),
        ({"kind": "evening_places", "places": [5, -1]}, "list_row_rises", "places.2"),
        ({"kind": "evening_places", "places": [5, None]}, "list_place_missing", "places.1"),
        ({"kind": "evening_places", "places": [1] * 201}, "list_too_long", "places"),
    ],
)
def test_a_wrong_rule_is_refused_by_the_field_it_stands_in(
    spec: JSON, code: str, field: str
) -> None:
    with pytest.raises(StandingsError) as caught:
        rule_from_json(spec)

    assert (caught.value.code, caught.value.field) == (code, field)


def test_the_places_of_an_evening_have_a_default_row() -> None:
    assert EVENING_PLACES[:7] == (25, 20, 16, 13, 11, 10, 9)
    assert rule_from_json({"kind": "evening_places"}).places == EVENING_PLACES


@pytest.mark.parametrize(
    ("spec", "sentences"),
    [
        ({"kind": "sum"}, ["Everything counts."]),
        (
            {"kind": "drop_worst_k", "k": 2, "judged": "before"},
            [
                "Everything counts but the worst 2 matches.",
                "The worst results are picked before weights apply.",
            ],
        ),
        (
            {"kind": "average", "k": 1, "minimum": 4, "guest_minimum": 6},
            [
                "The average per match decides; the worst 1 matches are left out.",
                "Matches needed for a rank: 4.",
                "Matches guests need for a rank: 6.",
            ],
        ),
        (
            {"kind": "evening_places", "n": 8, "attendance": "1/2"},
            [
                "The places of each evening earn points, and the best 8 evenings count.",
                "Points for every evening played: 0.50.",
            ],
        ),
    ],
)
def test_a_rule_is_told_in_sentences(spec: JSON, sentences: list[str]) -> None:
    told = [text % params for text, params in rule_sentences(rule_from_json(spec))]

    assert told == sentences


def test_every_reason_and_every_kind_of_term_has_a_word() -> None:
    assert set(DROPPED_TEXTS) == {"beyond_best", "worst"}
    assert set(TERM_TEXTS) >= {"match", "bye", "evening", "attendance", "sit_out", "carried"}
