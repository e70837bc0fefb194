# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
"""One golden case with its source for every line of every registry of this room.

What is published stands with its address or its name; the rest was worked out by hand on paper,
and the comment says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

import pytest

from league.ratings.registry import ENGINES, engine
from league.standings.byes import bye_points
from league.standings.compute import stage_table
from league.standings.contract import TIE_RULES, Value
from league.standings.cut import CHOICES, Choice, CutDecision, cut
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.rules import RULE_KINDS, rule_from_json
from league.standings.season import Evening, season_table
from league.standings.settings import StageSettings
from league.standings.texts import (
    BYE_NAMES,
    BYE_TEXTS,
    CUT_TEXTS,
    SCHEME_NAMES,
    SCHEME_TEXTS,
    TIE_TEXTS,
)
from league.standings.tiebreaks import CRITERIA
from league.standings.types import (
    BYE_KINDS,
    BYE_RULES,
    JSON,
    ByeRule,
    ByeValue,
    EventId,
    Lot,
    TableResult,
)
from league.standings.words import rule_sentences
from tests.league.standings.results import (
    FOUR_TWO_ONE,
    GAME_POINTS,
    in_order,
    letter,
    match,
    penalty,
    player,
    results,
    row_of,
    scored,
)

NEWPORT = "http://www.newportpagnell-boardgames.org.uk/?p=322"
HALESOWEN = "http://halesowenboardgamers.org.uk/expotournaments/2016/overall.htm"
DICE_HAVEN = "http://dicehaven.com/musings/board-game-grand-prix-2/"
CARNAGE = "https://github.com/UEWBot/dipvis (test_carnage.py)"
COMMANDER = "https://howayte.com/blogs/news/commander-tournaments-structure-point-system"
PINBALL = "https://sfpins.org/rules/"
BY_HAND = "worked out by hand"


def fractions(*told: int | str) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in told)


def table(*places: int, drawn: bool = False) -> TableResult:
    return match(1, dict(zip("ABCDEFG"[: len(places)], places, strict=True)), drawn=drawn)


def of_scores(*scores: int) -> TableResult:
    return scored(1, dict(zip("ABCDEFG", scores, strict=False)))


@dataclass(frozen=True)
class Paid:
    """What a table paid under a scheme, and who says so."""

    source: str
    spec: dict[str, JSON]
    result: TableResult
    points: tuple[Fraction, ...]


def paid(source: str, result: TableResult, *points: int | str, **spec: JSON) -> Paid:
    return Paid(source, spec, result, fractions(*points))


SCHEMES_GOLDEN: Mapping[str, Paid] = {
    "linear7": paid(PINBALL, table(1, 2, 3, 4), 7, 5, 3, 1),
    # (n - place) / (n - 1), the mean of 2nd and 3rd for the tie.
    "beaten": paid("Newport Pagnell league, by hand", table(1, 2, 2, 4), 1, "1/2", "1/2", 0),
    "podium": paid(DICE_HAVEN, table(1, 2, 3, 4, 5, 6), 6, 4, 2, 0, 0, 0, points=[6, 4, 2]),
    "custom": paid(DICE_HAVEN, table(1, 2, 2, 2), 4, 1, 1, 1, rows={"4": [4, 2, 1, 0]}),
    "vtes36": paid("V:TES multi-deck leagues", table(1, 2, 3, 4, 5), 60, 48, 36, 24, 12),
    "pinburgh": paid("Pinburgh, groups of three", table(1, 2, 3), 3, "3/2", 0),
    "papa": paid(HALESOWEN, table(1, 2, 3, 3), 4, 2, "1/2", "1/2"),
    "paderborn": paid("Spieleclub Paderborn", table(1, 2, 3, 4, 5), 6, 4, 3, 2, 1),
    "newport": paid(NEWPORT, table(1, 2, 2, 2, 5), 12, "16/3", "16/3", "16/3", 2),
    "bga": paid("Board Game Arena", table(1, 2, 3, 4, 5), 8, 6, 4, 2, 0),
    # 30 points by 3 : 2 : 1.
    "pool10": paid("NemeStats, by hand", table(1, 2, 3), 15, 10, 5),
    "winner": paid("Commander leagues", table(1, 1, 1, 1, drawn=True), 1, 1, 1, 1),
    "game_points": paid(BY_HAND, of_scores(12, 9, 4), 10, 9, 4, cap=10),
    # 24 points at the table; a fourth seat would have brought 8 more.
    "table_share": paid(BY_HAND, of_scores(10, 6, 8), "5/16", "3/16", "1/4", full_size=4),
    # (score - 30000) / 1000 and 15, 5, -5, -15.
    "raw_bonus": paid(
        "European riichi rules, by hand",
        of_scores(41_900, 28_300, 21_300, 8_500),
        "26.9",
        "3.3",
        "-13.7",
        "-36.5",
    ),
    "place_plus_score": paid(
        CARNAGE,
        of_scores(5, 4, 5, 5, 4, 5, 4),
        5505,
        2004,
        5505,
        5505,
        2004,
        5505,
        2004,
        places={"key": "custom", "rows": {"7": [1000 * n for n in range(7, 0, -1)]}},
    ),
    "win_bonus": paid(BY_HAND, table(1, 2, 3, 4), 5, 2, 1, 0, scheme={"key": "pinburgh"}, bonus=2),
}

# 3-2-1-0 with the two middle seats tied.
TIES_GOLDEN: Mapping[str, tuple[str, tuple[Fraction, ...]]] = {
    "share": (HALESOWEN, fractions(3, "3/2", "3/2", 0)),
    "full": (BY_HAND, fractions(3, 2, 2, 0)),
    "low": (BY_HAND, fractions(3, 1, 1, 0)),
    "share_up": (COMMANDER, fractions(3, 2, 2, 0)),
}

# A: 4 of four and 1 of three; B: 1.5 and 2, and one point taken off; E: 4 of three.
TOLD = results(
    scored(1, {"A": 9, "B": 7, "C": 7, "D": 1}),
    scored(2, {"A": 3, "B": 5, "E": 8}),
    adjustments=(penalty("B", -1),),
)
A_HAS: Mapping[str, Value] = {
    "points": Fraction(5),
    "average": Fraction(5, 2),
    "wins": Fraction(1),
    "places": (1, 0, 1, 0),
    "best": fractions(4, 1),
    "counted_total": Fraction(5),
    "all_total": Fraction(5),
    "score": Fraction(12),
    "score_average": Fraction(6),
    "share_mean": (Fraction(9, 24) + Fraction(3, 16)) / 2,
    "share_total": Fraction(12, 40),
    "winner_share": (1 + Fraction(3, 8)) / 2,
    "margin": Fraction(2),
    "beaten": Fraction(3, 5),
    "opponents": fractions("2.5")[0] + fractions("1.5")[0] + 0 + fractions("2.5")[0] + 4,
    "opponents_average": fractions("1.25")[0] / 5 * 2 + (fractions("1.5")[0] + 0 + 4) / 5,
    # B of one table of two, C and D none of one, E all of one.
    "opponents_wins": Fraction(1, 5),
    # B has met A twice, C, D and E; C and D have met A, B and one another; E has met A and B.
    "opponents_opponents": ((2 * Fraction(1, 2) + 1) / 5 * 2 + Fraction(1, 6) * 2 + Fraction(1, 4))
    / 5,
    "matches": Fraction(2),
    # Above the mean of a seat: 7/4 at four, 7/3 at three.
    "seat_adjusted": (4 - Fraction(7, 4)) + (1 - Fraction(7, 3)),
}
# Whoever stands first of the level ones, and who says so: these two look at a tie alone.
TIES_PARTED: Mapping[str, tuple[str, str]] = {"head_to_head": (NEWPORT, "A"), "lot": (BY_HAND, "B")}

# Evenings of 5, 1 and 3 points; what the rule makes of them.
RULES_GOLDEN: Mapping[str, tuple[str, dict[str, JSON], Fraction]] = {
    "sum": (BY_HAND, {}, Fraction(9)),
    "best_n": (PINBALL, {"n": 2}, Fraction(8)),
    "drop_worst_k": (BY_HAND, {"k": 1}, Fraction(8)),
    "average": (BY_HAND, {}, Fraction(3)),
    "shrunk_average": (BY_HAND, {"c": 3}, Fraction(3, 2)),
    "evening_places": (BY_HAND, {"n": 2}, Fraction(50)),
}

BYES_GOLDEN: Mapping[str, tuple[str, Fraction]] = {
    "fixed": (NEWPORT, Fraction(2)),
    "mean": (BY_HAND, Fraction(7, 4)),
    "zero": (NEWPORT, Fraction(0)),
    "own_average": (BY_HAND, Fraction(5, 2)),
}

# B and C are level behind A, and two go on.
CUTS_GOLDEN: Mapping[Choice, tuple[str, str]] = {
    "lot": (BY_HAND, "AC"),
    "play_off": (BY_HAND, "AC"),
    "widen": (BY_HAND, "ABC"),
}

# Two newcomers, the first of whom wins: the new ratings.
ENGINES_GOLDEN: Mapping[str, tuple[str, dict[str, float], tuple[float, float]]] = {
    "plackett_luce": (
        "openskill 6.2.0",
        {"beta": 25 / 6},
        (27.635389493140497, 22.364610506859503),
    ),
    "elo_pairs": ("Elo's rule for two, by hand", {"k": 32.0}, (1016.0, 984.0)),
}


def test_every_line_of_every_registry_has_a_golden_case() -> None:
    assert set(SCHEMES_GOLDEN) == {scheme.key for scheme in SCHEMES}
    assert set(TIES_GOLDEN) == set(TIE_RULES)
    assert set(A_HAS) | set(TIES_PARTED) == {one.key for one in CRITERIA}
    assert set(RULES_GOLDEN) == set(RULE_KINDS)
    assert set(BYES_GOLDEN) == set(BYE_RULES)
    assert set(CUTS_GOLDEN) == set(CHOICES)
    assert set(ENGINES_GOLDEN) == {one.key for one in ENGINES}


def test_every_line_of_every_registry_has_a_sentence() -> None:
    schemes = {one.key for one in SCHEMES}
    assert schemes == set(SCHEME_TEXTS) == set(SCHEME_NAMES)
    assert all(one.name and one.sentence for one in CRITERIA)
    assert set(TIE_RULES) == set(TIE_TEXTS)
    assert set(BYE_RULES) == set(BYE_TEXTS)
    assert set(BYE_KINDS) == set(BYE_NAMES)
    assert set(CHOICES) <= set(CUT_TEXTS)
    for kind in RULE_KINDS:
        for unit in ("matches", "evenings"):
            rule = rule_from_json({"kind": kind, "n": 3, "k": 2, "c": 1, "unit": unit})
            assert all(text % params for text, params in rule_sentences(rule))
    assert all(one.sentence.endswith(".") for one in ENGINES)


@pytest.mark.parametrize("key", SCHEMES_GOLDEN)
def test_a_scheme_pays_what_its_source_says(key: str) -> None:
    golden = SCHEMES_GOLDEN[key]

    assert scheme_from_json({"key": key, **golden.spec}).award(golden.result) == golden.points


@pytest.mark.parametrize("rule", TIES_GOLDEN)
def test_a_rule_for_ties_pays_what_its_source_says(rule: str) -> None:
    scheme = scheme_from_json({"key": "pinburgh", "ties": rule})

    assert scheme.award(table(1, 2, 2, 4)) == TIES_GOLDEN[rule][1]


@pytest.mark.parametrize("key", A_HAS)
def test_a_criterion_has_the_value_worked_out_by_hand(key: str) -> None:
    row = row_of(stage_table(TOLD, FOUR_TWO_ONE, (key,)), "A")

    assert row.values == (A_HAS[key],)


@pytest.mark.parametrize("key", TIES_PARTED)
def test_a_criterion_that_looks_at_a_tie_puts_the_right_one_first(key: str) -> None:
    level = results(
        match(1, in_order("ABCD")),
        match(2, in_order("BEFG")),
        match(3, {"A": 2, "H": 1, "I": 3, "J": 4}),
        match(4, {"B": 4, "K": 1, "L": 2, "M": 3}),
    )
    drawn = (Lot((player("B"), player("A"))),)
    told = type(level)(tables=level.tables, lots=drawn if key == "lot" else ())

    rows = stage_table(told, FOUR_TWO_ONE, ("points", key)).rows

    assert letter(rows[0].player) == TIES_PARTED[key][1]
    assert [row.points for row in rows[:2]] == [6, 6]
    assert [row.rank for row in rows[:2]] == [1, 2]


@pytest.mark.parametrize("kind", RULES_GOLDEN)
def test_a_counting_rule_makes_of_three_evenings_what_was_worked_out(kind: str) -> None:
    _, more, total = RULES_GOLDEN[kind]
    evenings = [
        Evening(
            EventId(number),
            results(match(number, {"P": 1, chr(ord("Q") + number): 2}, scores=[own, 0])),
            GAME_POINTS,
            order=number,
        )
        for number, own in enumerate((5, 1, 3), start=1)
    ]
    rule = rule_from_json({"kind": kind, **more})
    key = "average" if rule.by_average else "points"

    (value, *_) = row_of(season_table(evenings, rule=rule, chain=(key,)), "P").values

    assert value == total


@pytest.mark.parametrize("rule", BYE_RULES)
def test_a_round_without_a_match_is_worth_what_its_rule_says(rule: ByeRule) -> None:
    told = ByeValue(rule, Fraction(2) if rule == "fixed" else Fraction(0))

    worth = bye_points(told, FOUR_TWO_ONE, StageSettings(), lambda: Fraction(5, 2))

    assert worth == BYES_GOLDEN[rule][1]


@pytest.mark.parametrize("choice", get_args(Choice))
def test_each_answer_to_a_tie_across_the_line_sends_the_right_ones_on(choice: Choice) -> None:
    played = [
        match(n, {name: 1}, scores=[own])
        for n, (name, own) in enumerate(zip("ABCD", (9, 7, 7, 1), strict=True), 1)
    ]
    stage = stage_table(results(*played), GAME_POINTS, ("points",))
    order = () if choice == "widen" else (player("C"), player("B"))

    assert cut(stage, 2).question is not None
    through = cut(stage, 2, decided=CutDecision(choice, order)).players

    assert "".join(map(letter, through)) == CUTS_GOLDEN[choice][1]


@pytest.mark.parametrize("key", ENGINES_GOLDEN)
def test_an_engine_rates_a_first_game_of_two_as_its_source_does(key: str) -> None:
    _, settings, expected = ENGINES_GOLDEN[key]
    maker = engine(key, settings)

    after = maker.rate((1, 2), (maker.start(), maker.start()))

    assert [state[0] for state in after] == pytest.approx(expected, rel=1e-12)
