"""Whatever a club makes of the options, sheets are drawn, read and checked without an accident."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import sentences
from games.core.errors import BadOptions
from games.core.types import JSON
from games.dice_devils.devils import ITEM_LABELS
from tests.games.dice_devils.tables import RULES
from tests.tiers import examples

KEYS = tuple(ITEM_LABELS)
PAIRS = st.tuples(st.integers(0, 6), st.integers(0, 9)).map(list)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "item_types": st.dictionaries(st.sampled_from(KEYS), PAIRS),
        "item_values_by_piece": st.dictionaries(
            st.sampled_from(KEYS), st.lists(st.integers(0, 3), min_size=3, max_size=6)
        ),
        "variant_custom_ranks": st.lists(st.integers(1, 6), min_size=3, max_size=6, unique=True),
        "end_item_count": st.integers(1, 15),
        "triple_size": st.integers(2, 6),
        "triple_bonus": st.integers(0, 5),
        "item_refill": st.sampled_from(["top_up", "add_fixed_number"]),
        "tie_break": st.sampled_from(["rank", "shared"]),
        "entry_level": st.sampled_from(["FULL", "SHORT", "TOTAL"]),
        "early_end_allowed": st.booleans(),
    },
)
NUMBERS = st.none() | st.integers(-1, 40)


@settings(max_examples=examples(150), deadline=None)
@given(options=OPTIONS, seats=st.integers(3, 6), data=st.data())
def test_every_sheet_under_every_ruleset_is_checked(
    options: dict[str, JSON], seats: int, data: st.DataObject
) -> None:
    try:
        chosen = RULES.options_from_json(options)
    except BadOptions:
        return
    seats = seats if seats in RULES.seats(chosen) else RULES.seats(chosen)[0]
    level = data.draw(st.sampled_from(RULES.levels(chosen)))
    cells = RULES.layout(seats, chosen, level)
    rows: list[JSON] = []
    for seat in range(seats):
        row: dict[str, JSON] = {}
        for cell in cells:
            if cell.seat == seat and cell.path[-1] not in ("sum", "final_rank", *KEYS):
                row[str(cell.path[-1])] = data.draw(NUMBERS)
        if level == "FULL":
            row["items"] = dict.fromkeys(KEYS, 0) | data.draw(
                st.dictionaries(st.sampled_from(KEYS), st.integers(0, 6))
            )
        rows.append(row)
    table: JSON = {
        "level": level,
        "seats": rows,
        "rounds": data.draw(NUMBERS),
        "ended_early": data.draw(st.booleans()),
    }

    sheet = RULES.parse(table, seats=seats, options=chosen)
    issues = RULES.check(sheet)

    for issue in issues:
        assert sentences()[issue.code] % issue.params
    if all(issue.level.value == "warning" for issue in issues):
        assert len(RULES.settle(sheet).places) == seats
    for cell in cells:
        assert cell.maximum is None or cell.maximum >= 0
