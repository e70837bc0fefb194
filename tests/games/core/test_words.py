"""What a game says in words."""

from __future__ import annotations

import pytest

from games.catalogue import sentences
from games.core.errors import GameError, IllegalAction
from games.core.words import refusal


def test_a_refusal_names_its_rule_as_people_at_a_table_do() -> None:
    error = IllegalAction("toy.too_far", rule="TT R12", most=3)

    said = refusal(error, "At most %(most)s steps (%(rule)s).")

    assert said == "At most 3 steps (rule 12)."


def test_what_no_rule_forbids_is_said_as_it_stands() -> None:
    assert refusal(GameError("toy.empty"), "This record is empty.") == "This record is empty."


@pytest.mark.parametrize("code", ["dice_devils.no_such_slot", "teufel_teufel.not_now"])
def test_the_sentence_of_a_refusal_names_the_rule_once(code: str) -> None:
    said = refusal(IllegalAction(code, rule="DD R9"), sentences()[code])

    assert said.count("rule 9") == 1
