"""House rules that reach every branch of the engine, for tests that hold under all of them."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.types import JSON

SMALL_BOARD: Mapping[str, JSON] = {
    "letters": "ABC",
    "cards": {"letters": 18, "devil": 5, "tower": 3},
    "board": {"rows": 5, "cols": 6, "devil_field": [3, 3], "marked": [[1, 1], [2, 2], [5, 6]]},
    "start_distance": 2,
}

ODD_RULES: tuple[Mapping[str, JSON], ...] = (
    {},
    {"allow_revisit": False, "devils": 2},
    {"jump_any_card": False, "allow_pass": True, "first_player": "random"},
    {"devils": 2, "max_steps_per_move": 3},
    {"devils": 3, "max_discs_per_field": 3, "start_distance": 1},
    {"shuffle_cards": [1, 6], "shuffle_occupied_cards": False},
    {"letters_lost_with_two_devils": 0, "devils": 2},
    {"letters_lost_with_two_devils": 4, "flip_start_card": True},
    {"resolve_last_card": False, "finished_flips": 1},
    {"turn_limit": 50, "losers_tiebreak": "letters"},
    {"turn_limit": None, "daybreak_places": "shared_average"},
    {"start_lookahead": False},
    {**SMALL_BOARD, "devils": 3},
    {
        "letters": "AB",
        "cards": {"letters": 12, "devil": 12, "tower": 6},
        "board": {
            "rows": 6,
            "cols": 6,
            "devil_field": [3, 3],
            "marked": [[1, 1], [2, 2], [4, 4], [5, 6], [6, 6]],
        },
        "start_distance": 2,
        "allow_revisit": False,
    },
)
