# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from league.standings import texts
from league.standings.compute import stage_table
from league.standings.diff import Move, moves
from league.standings.errors import StandingsError
from league.standings.payload import grid, number, to_json, with_names
from league.standings.points import SCHEMES, Linear7
from league.standings.tiebreaks import CRITERIA, chain_from_json
from league.standings.types import JSON, ReasonId
from tests.league.standings.results import (
    FOUR_TWO_ONE,
    in_order,
    match,
    penalty,
    player,
    results,
    rows,
)

ROOM = Path(__file__).resolve().parents[3] / "league" / "standings"
NAMES = {player("A"): "Ada", player("B"): "Ben", player("C"): "Cleo", player("D"): "Dov"}


def test_ranks_ties_and_numbers_read_the_same_in_payload_and_grid() -> None:
    played = results(
        match(1, {"A": 1, "B": 2, "C": 2}), names="ABCD", adjustments=(penalty("C", -1, 5),)
    )
    scheme = rows(_3=("16/3", 4, 3))

    payload = to_json(
        stage_table(played, scheme, ("points", "places", "head_to_head")),
        names=NAMES,
        reasons={ReasonId(5): "Came without shoes"},
    )

    assert [row["rank_text"] for row in payload["rows"]] == ["1", "2", "3", "\u2013"]
    assert payload["rows"][0]["values"] == {
        "points": {"exact": "16/3", "shown": "5.33"},
        "places": [1, 0, 0],
        "head_to_head": None,
        "matches": 1,
    }
    assert payload["rows"][2]["adjustments"] == [
        {"reason": 5, "points": {"exact": "-1", "shown": "-1"}, "text": "Came without shoes"}
    ]
    assert grid(payload) == [
        [
            "rank",
            "name",
            "points",
            "points_exact",
            "places",
            "head_to_head",
            "head_to_head_exact",
            "matches",
            "state",
            "unranked",
            "have",
            "need",
        ],
        ["1", "Ada", "5.33", "16/3", "1-0-0", "\u2013", "", "1", "registered", "", "", ""],
        ["2", "Ben", "3.50", "7/2", "0-1-0", "\u2013", "", "1", "registered", "", "", ""],
        ["3", "Cleo", "2.50", "5/2", "0-1-0", "\u2013", "", "1", "registered", "", "", ""],
        ["\u2013", "Dov", "0", "0", "0-0-0", "\u2013", "", "0", "registered", "no_match", "", ""],
    ]


def test_a_shared_rank_is_marked_as_one() -> None:
    payload = to_json(stage_table(results(match(1, {"A": 1, "B": 1, "C": 3})), Linear7()))

    assert [row["rank_text"] for row in payload["rows"]] == ["1=", "1=", "3"]
    assert [line[0] for line in grid(payload)[1:]] == ["1=", "1=", "3"]


def test_the_same_results_in_another_order_give_the_same_bytes() -> None:
    tables = (match(1, in_order("ABCD")), match(2, in_order("DCBA")))
    one = to_json(stage_table(results(*tables, names="ABCD"), FOUR_TWO_ONE), names=NAMES)
    two = to_json(stage_table(results(*tables[::-1], names="DCBA"), FOUR_TWO_ONE), names=NAMES)

    assert json.dumps(one) == json.dumps(two)


def test_a_payload_survives_storage() -> None:
    payload = to_json(stage_table(results(match(1, in_order("ABCD"))), Linear7()), names=NAMES)

    assert json.loads(json.dumps(payload)) == payload
    assert grid(json.loads(json.dumps(payload))) == grid(payload)


def test_other_names_are_laid_over_without_touching_anything_else() -> None:
    table = stage_table(results(match(1, in_order("ABCD"))), Linear7())

    public = to_json(table, names={player("A"): "Player"})
    private = with_names(public, NAMES)

    assert [row["name"] for row in public["rows"]] == ["Player", "", "", ""]
    assert private == to_json(table, names=NAMES)


def test_every_criterion_of_the_chain_is_a_column_in_its_order() -> None:
    payload = to_json(
        stage_table(results(match(1, in_order("AB"))), Linear7(), ("wins", "average"))
    )

    assert [(column["key"], column["criterion"]) for column in payload["columns"]] == [
        ("rank", None),
        ("name", None),
        ("wins", 1),
        ("average", 2),
        ("points", None),
        ("matches", None),
    ]
    assert set(payload["rows"][0]["values"]) == {"wins", "average", "points", "matches"}


def test_single_results_can_be_left_out() -> None:
    table = stage_table(results(match(1, in_order("AB"))), Linear7())

    assert [len(row["cells"]) for row in to_json(table)["rows"]] == [1, 1]
    assert [row["cells"] for row in to_json(table, cells=False)["rows"]] == [[], []]


def test_a_cell_tells_the_place_the_points_and_the_score() -> None:
    table = stage_table(results(match(8, {"A": 1, "B": 1}, scores=[9, 9], round_=3)), Linear7())

    assert to_json(table)["rows"][0]["cells"] == [
        {
            "kind": "match",
            "event": 0,
            "round": 3,
            "match": 8,
            "size": 2,
            "place": 1,
            "tied": True,
            "drawn": False,
            "points": number(Linear7().award(match(1, {"A": 1, "B": 1}))[0]),
            "score": {"exact": "9", "shown": "9"},
            "counted": True,
            "note": "",
            "why": "",
        }
    ]


def test_a_changed_scheme_is_previewed_as_who_moves_where() -> None:
    played = results(
        match(1, in_order("ABCD")), match(2, in_order("BCDA")), match(3, in_order("CXYA"))
    )
    before = stage_table(played, FOUR_TWO_ONE, ("points",))
    after = stage_table(played, rows(_4=(10, 1, 0, 0)), ("points",))

    # Before: C 7, B 6, A 4, ... afterwards: B 11, C 11, A 10, ...
    assert moves(before, after)[:2] == (
        Move(player("B"), 2, 1, False, True),
        Move(player("C"), 1, 1, False, True),
    )
    assert moves(before, before) == ()


def test_who_is_no_longer_listed_is_named_in_the_preview() -> None:
    before = stage_table(results(match(1, in_order("AB"))), Linear7())
    after = stage_table(results(match(1, in_order("AC"))), Linear7())

    assert moves(before, after) == (
        Move(player("C"), None, 2, False, False),
        Move(player("B"), 2, None, False, False),
    )


@pytest.mark.parametrize(
    ("spec", "code", "field"),
    [
        ([], "chain_empty", "chain"),
        ("points", "list_expected", "chain"),
        (["points", "luck"], "unknown_criterion", "chain.1"),
        (["points", 3], "unknown_criterion", "chain.1"),
        (["points", "wins", "points"], "criterion_twice", "chain.2"),
    ],
)
def test_a_wrong_chain_is_refused(spec: JSON, code: str, field: str) -> None:
    with pytest.raises(StandingsError) as caught:
        chain_from_json(spec)

    assert (caught.value.code, caught.value.field) == (code, field)


def test_every_scheme_and_criterion_has_a_name_and_a_sentence() -> None:
    schemes = {scheme.key for scheme in SCHEMES}

    assert set(texts.SCHEME_NAMES) == set(texts.SCHEME_TEXTS) == schemes
    assert all(one.name and one.sentence for one in CRITERIA)


def test_every_error_code_has_a_sentence_and_every_sentence_a_code() -> None:
    raised: set[str] = set()
    for source in ROOM.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        raised.update(re.findall(r"StandingsError\(\s*\"([a-z_]+)\"", text))
        for code in re.findall(r"_wrong\(\"([a-z_]+)\"", text):
            raised |= {code, f"list_{code}"}
        raised.update(
            re.findall(r"(?:return|code =) \"([a-z_]+_(?:needed|direction|covered|zero))\"", text)
        )

    assert raised == set(texts.ERROR_TEXTS)
