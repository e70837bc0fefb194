"""What an error says to people."""

from __future__ import annotations

from django.utils import translation

from league.core.errors import LeagueError
from league.words.sentences import sentence


def test_a_refusal_of_play_names_its_rule_as_people_at_a_table_do() -> None:
    with translation.override("en"):
        said = sentence(LeagueError("dice_devils.no_such_slot", rule="DD R9"))

    assert said == "Only a face-up item can be claimed (rule 9)."
