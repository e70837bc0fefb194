"""Ledgers of played matches are believed; a ledger with one wrong box is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.core.types import JSON
from games.the_devil_with_it.sheet.ledger import ledger
from games.the_devil_with_it.sheet.limits import most_after
from tests.games.the_devil_with_it.matches import House, Played, play
from tests.games.the_devil_with_it.tables import RULES, found

HOUSES = st.builds(
    House,
    seats=st.integers(2, 6),
    threshold=st.sampled_from([400, 800, 1600]),
    track=st.sampled_from(
        [(50, 200, 300, 500, 800, 1200, 1600), (200,), (0, 200, 210, 220, 230, 240, 250, 1000)]
    ),
    capacity=st.sampled_from([0, 7, 19, 48]),
    zero_bet=st.booleans(),
    extra_round=st.booleans(),
    max_rounds=st.none() | st.integers(1, 12),
)
SEEDS = st.integers(0, 10**6)


def _sheet(played: Played, house: House, **changes: Any) -> Any:
    # Any: SheetRules in the catalogue is open in the type of its sheets
    data = json.loads(json.dumps({**played.sheet, **changes}))
    return RULES.parse(data, seats=house.seats, options=RULES.options_from_json(house.options()))


@given(HOUSES, SEEDS, st.booleans())
def test_the_ledger_of_a_played_match_is_believed_and_comes_to_the_same_chips(
    house: House, seed: int, counted: bool
) -> None:
    """TD R38, R39, R42, R46, R47: what is on the paper is enough to follow every chip."""
    played = play(house, seed, counts_before_devils=counted)

    sheet = _sheet(played, house)

    assert found(sheet) == []
    facts = ledger(sheet).rounds
    assert [list(each.after) for each in facts] == played.holdings
    assert [list(each.pacts) for each in facts] == played.pacts
    settled = RULES.settle(sheet)
    assert list(settled.points or ()) == played.totals
    assert settled.places == tuple(
        1 + sum(other > total for other in played.totals) for total in played.totals
    )


@given(HOUSES, SEEDS)
def test_nobody_in_a_played_match_is_richer_than_the_bounds_allow(house: House, seed: int) -> None:
    """TD R48, R49."""
    options = RULES.options_from_json(house.options())

    played = play(house, seed)

    for number, holdings in enumerate(played.holdings, start=1):
        assert max(holdings) <= most_after(number, options, house.seats)


@given(HOUSES, SEEDS)
def test_totals_and_chips_of_a_played_match_are_believed(house: House, seed: int) -> None:
    played = play(house, seed)
    # after extra rounds the sheet does not tell where the end was reached
    rows: list[JSON] = [{"total": total} for total in played.totals]
    data: JSON = {
        "level": "FINAL",
        "seats": rows,
        "rounds_played": len(played.holdings),
        "ended_early": played.is_early,
    }

    options = RULES.options_from_json(house.options())
    sheet = RULES.parse(data, seats=house.seats, options=options)

    assert found(sheet) == []


@given(HOUSES, SEEDS, st.data())
def test_one_changed_box_is_found_out_or_changes_the_result_openly(
    house: House, seed: int, data: st.DataObject
) -> None:
    """Whatever box is changed: an error names it or a later one, or every chip is where it was.

    Without totals to compare, a changed box may tell another match that could have been; then the
    computed chips say so. With the totals of the table beside it, it cannot go unnoticed.
    """
    played = play(house, seed)
    truth = list(played.totals)
    changed = deepcopy(played)
    place = data.draw(st.integers(0, len(played.holdings) - 1))
    seat = data.draw(st.integers(0, house.seats - 1))
    rows = json.loads(json.dumps(played.sheet["seats"]))
    turn = rows[seat]["rounds"][place]
    name = data.draw(st.sampled_from(sorted(turn)))
    turn[name] = data.draw(
        st.sampled_from(["laid", "devil", "no_turn"]) if name == "result" else st.integers(-10, 700)
    )
    for row, total in zip(rows, truth, strict=True):
        row["total"] = total
    changed.sheet["seats"] = rows

    sheet = _sheet(changed, house)
    honest = ledger(_sheet(played, house)).rounds

    wrong = found(sheet)
    if wrong:
        # nothing is said of the rounds before the changed box, and they are computed as they were
        named = [
            int(re.findall(r"rounds\.([0-9]+)", path)[0]) for _, path in wrong if "round" in path
        ]
        assert [number for number in named if number < place] == []
        assert ledger(sheet).rounds[:place] == honest[:place]
    else:
        assert list(ledger(sheet).rounds[-1].after) == truth


@given(HOUSES, SEEDS, st.data())
def test_a_bet_nobody_could_make_is_found_at_its_box(
    house: House, seed: int, data: st.DataObject
) -> None:
    """TD R1, R2."""
    played = play(house, seed)
    place = data.draw(st.integers(0, len(played.holdings) - 1))
    seat = data.draw(st.integers(0, house.seats - 1))
    before = ([[200] * house.seats, *played.holdings])[place][seat]
    bad = data.draw(
        st.integers(1, 40).map(lambda step: before + 10 * step)
        | st.just(-10)
        | st.integers(0, before // 10).map(lambda step: 10 * step + 5)
    )
    rows = json.loads(json.dumps(played.sheet["seats"]))
    rows[seat]["rounds"][place]["bet"] = bad

    wrong = found(_sheet(played, house, seats=rows))

    assert [path for code, path in wrong] == [f"seats.{seat}.rounds.{place}.bet"]


@given(HOUSES, SEEDS, st.data())
def test_a_cut_off_ledger_is_not_over(house: House, seed: int, data: st.DataObject) -> None:
    """TD R43: without its last round a finished match is unfinished."""
    played = play(house, seed)
    rounds = played.sheet["rounds"]
    assert isinstance(rounds, list)
    if played.is_early or len(rounds) == 1:
        return
    cut = data.draw(st.integers(1, len(rounds) - 1))
    short: Mapping[str, Any] = {  # Any: JSON
        "rounds": rounds[:cut],
        "seats": [
            {"rounds": line["rounds"][:cut]}
            for line in json.loads(json.dumps(played.sheet["seats"]))
        ],
    }

    sheet = _sheet(played, house, **short)
    running = found(sheet, final=False)
    codes = [code for code, _ in found(sheet)] + [
        issue.code.split(".")[1] for issue in RULES.check(sheet)
    ]

    assert running == []
    assert "nobody_finished" in codes or "extra_round_due" in codes
