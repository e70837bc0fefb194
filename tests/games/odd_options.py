"""Options no box is sold with, for tests of what holds whatever a club writes down."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from games.core.forms import from_form
from games.core.package import GamePackage
from games.core.sheet import Cell, CellKind
from games.core.types import JSON
from games.dice_devils.devils import ITEM_LABELS
from games.free_form.options import MOST_DECIMALS, Counts
from games.teufel_teufel.options import (
    COLOURS,
    FEWEST_LETTERS,
    MOST_CARDS,
    MOST_DEVIL_CARDS,
    MOST_LETTERS,
    MOST_MARKED,
)

_FACES = st.sampled_from([5, 10, 15, 20, 30, 50, 60, 100, 250, 500, 1000])
_COAL = st.dictionaries(_FACES.map(str) | st.just("devil"), st.integers(0, 9))
_COUNTS = st.integers(0, 99)
_KEYS = st.sampled_from(tuple(ITEM_LABELS))
_SIDES = st.integers(4, 8)


@st.composite
def _dice_devils(draw: st.DrawFn) -> JSON:
    counts = draw(st.dictionaries(_KEYS, st.integers(0, 12)))
    kinds: dict[str, JSON] = {key: [n, draw(st.integers(0, 9))] for key, n in counts.items()}
    pieces: dict[str, JSON] = {
        key: draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)) for key, n in counts.items()
    }
    data: dict[str, JSON] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "grey_die_faces": st.lists(st.integers(1, 6), min_size=6, max_size=6),
                "variant_custom_ranks": st.none()
                | st.lists(st.integers(1, 6), min_size=3, max_size=6, unique=True),
                "variant_more_fights": st.booleans(),
                "rank_sets": st.just({"3": [5, 2, 3], "4": [1, 5, 3, 2]}),
                "open_items": st.fixed_dictionaries({}, optional={"6": st.integers(1, 5)}),
                "end_item_count": st.integers(1, 15),
                "triple_size": st.integers(2, 12),
                "triple_bonus": st.integers(0, 20),
                "spiel_window": st.sampled_from(["after_reveal", "any_evaluation"]),
                "spring_wins_end_tie": st.booleans(),
                "collections_public": st.booleans(),
                "tie_break": st.sampled_from(["rank", "shared"]),
                "item_refill": st.sampled_from(["top_up", "add_fixed_number"]),
            },
        )
    )
    split = draw(st.booleans())
    return {**data, "item_types": kinds, "item_values_by_piece": pieces if split else None}


@st.composite
def _the_devil_with_it(draw: st.DrawFn) -> JSON:
    unit = draw(st.sampled_from([1, 5, 10, 25]))
    steps = draw(st.lists(st.integers(2, 40), max_size=6, unique=True))
    chips: dict[str, JSON] = {str(unit * step): draw(_COUNTS) for step in steps}
    each = draw(st.integers(1, 12))
    capital = unit * each
    track = sorted({capital, *draw(st.lists(st.integers(0, 5_000), max_size=12))})
    data: dict[str, JSON] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "players": st.sampled_from([[2, 2], [2, 4], [3, 6], [6, 6]]),
                "coal": _COAL,
                "allow_zero_bet": st.booleans(),
                "end_tie": st.sampled_from(["shared", "extra_round"]),
                "holdings_secret": st.booleans(),
                "track_chip_faces": st.booleans(),
                "bank_limited": st.booleans(),
                "first_starter": st.just("random") | st.integers(0, 5),
                "max_rounds": st.none() | st.integers(1, 200),
                "oven_mouth_capacity": st.integers(0, 30),
                "entry_level": st.sampled_from(["FINAL", "FINAL_CHIPS", "LEDGER"]),
            },
        )
    )
    return {
        **data,
        "chips": {**chips, str(unit): 6 * each},
        "start_chips": {str(unit): each},
        "start_capital": capital,
        "track": track,
        "bonus_amount": unit * draw(st.integers(0, 40)),
        "bonus_count": unit * draw(st.integers(0, 40)),
        "pact_payment": unit * draw(st.integers(0, 40)),
        "end_threshold": capital + unit * draw(st.integers(1, 200)),
    }


@st.composite
def _teufel_teufel(draw: st.DrawFn) -> JSON:
    rows, cols = draw(_SIDES), draw(_SIDES)
    fields = [[row + 1, col + 1] for row in range(rows) for col in range(cols)]
    devil_field = draw(st.sampled_from(fields))
    rest = draw(st.permutations([field for field in fields if field != devil_field]))
    marked = rest[: draw(st.integers(max(1, len(rest) - MOST_CARDS), MOST_MARKED))]
    cards = len(rest) - len(marked)
    letters = draw(
        st.lists(
            st.sampled_from("ABCDEFGXYZ"),
            min_size=min(FEWEST_LETTERS, cards // COLOURS),
            max_size=min(MOST_LETTERS, cards // COLOURS),
            unique=True,
        )
    )
    beside = cards - COLOURS * len(letters)
    devil = draw(st.integers(0, min(MOST_DEVIL_CARDS, beside)))
    data: dict[str, JSON] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "turn_limit": st.none() | st.integers(0, 5_000),
                "devils": st.integers(2, 6),
                "allow_pass": st.booleans(),
                "start_lookahead": st.booleans(),
                "max_discs_per_field": st.integers(2, 6),
                "shuffle_cards": st.sampled_from([[1, 1], [2, 6], [3, 4]]),
                "finished_flips": st.integers(1, 4),
                "daybreak_places": st.sampled_from(["shared_last", "shared_average"]),
                "first_player": st.sampled_from(["oldest", "random", "seat"]),
            },
        )
    )
    return {
        **data,
        "players": draw(st.sampled_from([[2, 2], [2, 3], [3, 4], [2, 6]])),
        "start_distance": draw(st.integers(1, 2)),
        "letters": list(letters),
        "cards": {"letters": COLOURS * len(letters), "devil": devil, "tower": beside - devil},
        "board": {
            "rows": rows,
            "cols": cols,
            "devil_field": devil_field,
            "marked": [list(field) for field in marked],
        },
    }


@st.composite
def _free_form(draw: st.DrawFn) -> JSON:
    decimals = draw(st.integers(0, MOST_DECIMALS))
    return {
        "title": draw(st.text(max_size=80)),
        "seats": sorted([draw(st.integers(1, 12)), draw(st.integers(1, 12))]),
        "counts": draw(st.sampled_from([each.value for each in Counts])),
        "higher_wins": draw(st.booleans()),
        "decimals": decimals,
        "negatives": draw(st.booleans()),
        "target": draw(st.none() | st.integers(1, 10**6)),
        "fixed_total": draw(st.none() | st.integers(-(10**6), 10**6)),
        "cooperative": draw(st.booleans()),
    }


_ODD: Mapping[str, st.SearchStrategy[JSON]] = {
    "dice-devils": _dice_devils(),
    "free-form": _free_form(),
    "teufel-teufel": _teufel_teufel(),
    "the-devil-with-it": _the_devil_with_it(),
}


def odd_options(game: GamePackage) -> st.SearchStrategy[JSON]:
    """Options of this game. Some of them exclude each other, and are refused.

    Where none are thought out above, the boxes of the form are filled in somehow.
    """
    thought_out = _ODD.get(game.key)
    return typed_options(game) if thought_out is None else thought_out


def typed_options(game: GamePackage) -> st.SearchStrategy[JSON]:
    """Options as somebody might type them into the form."""
    cells = game.sheet.option_fields(None)
    typed = st.fixed_dictionaries({cell.name: _typed(cell) for cell in cells})
    return typed.map(lambda texts: from_form(texts, cells).data)


def _typed(cell: Cell) -> st.SearchStrategy[str]:
    if cell.kind is CellKind.BOOL:
        return st.sampled_from(["true", ""])
    if cell.choices:
        return st.sampled_from([each.text for each in cell.choices])
    if cell.kind is CellKind.TEXT:
        return st.text(max_size=20)
    low = 0 if cell.minimum is None else cell.minimum
    number = st.integers(low, low + 99 if cell.maximum is None else cell.maximum).map(str)
    if cell.kind is CellKind.NUMBERS:
        return st.lists(number, max_size=6).map(", ".join)
    return number | st.just("")
