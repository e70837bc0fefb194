from __future__ import annotations

import re
from pathlib import Path

import league.seating
from league.seating.contract import plan
from league.seating.penalties import CRITERIA
from league.seating.texts import CHANGES, OBJECTIONS, PENALTIES
from tests.league.seating.fields import RANDOM, Event

ROOM = Path(league.seating.__file__).parent


def codes(name: str) -> set[str]:
    pattern = re.compile(rf'{name}\(\s*"(\w+)"')
    return {code for path in ROOM.rglob("*.py") for code in pattern.findall(path.read_text())}


def test_every_code_of_this_room_has_exactly_one_sentence() -> None:
    # By a condition in the code, or by the penalty that no draw may have.
    chosen_elsewhere = {"too_few", "no_tables", "apart_not_found", "needs_not_found"}

    assert codes("Penalty") == set(PENALTIES) == set(CRITERIA)
    assert codes("Objection") | chosen_elsewhere == set(OBJECTIONS)
    assert codes("ChangeRefused") == set(CHANGES)


def test_the_sentences_can_be_filled_from_what_a_penalty_carries() -> None:
    event = Event(13, 3, 6)
    for _ in range(6):
        event.play(RANDOM)
    made = plan(event.field(), RANDOM, seed=1)

    sentences = {
        penalty.code: PENALTIES[penalty.code]
        % {**penalty.params, "players": penalty.players, "table": penalty.table}
        for penalty in made.penalties
        if penalty.code in ("met_event", "off_size_again")
    }

    assert sorted(sentences) == ["met_event", "off_size_again"]
    assert not any("%(" in sentence for sentence in sentences.values())
