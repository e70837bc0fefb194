"""Names with a day in them move with their event."""

from __future__ import annotations

from datetime import date

import pytest

from league.words import dated_names

BEFORE, AFTER = date(2026, 3, 1), date(2026, 4, 12)
MOVED = {
    "Night 2026-03-01": "Night 2026-04-12",
    "Spieleabend 01.03.2026": "Spieleabend 12.04.2026",
    "Spieleabend 1.3.2026": "Spieleabend 12.4.2026",
    "Abend am 1.3.": "Abend am 12.4.",
    "Soirée 01/03/2026": "Soirée 12/04/2026",
    "Night of 1 March 2026": "Night of 12 April 2026",
    "Abend, 1. März 2026": "Abend, 12. April 2026",
    "Soirée du 1er mars 2026": "Soirée du 12 avril 2026",
    "Soirée du 1 mars": "Soirée du 12 avril",
    "Night (2026-03-01)": "Night (2026-04-12)",
}
KEPT = ["Night", "Night 7", "Night 2026-03-08", "Night 12026-03-01", "11.3.2026", "Cup 2026"]


@pytest.mark.parametrize(("before", "after"), MOVED.items())
def test_a_day_in_a_name_is_that_of_the_moved_event_in_the_same_writing(
    before: str, after: str
) -> None:
    assert dated_names.moved(before, BEFORE, AFTER) == after


@pytest.mark.parametrize("name", KEPT)
def test_whatever_is_not_the_day_of_the_event_stays_in_its_name(name: str) -> None:
    assert dated_names.moved(name, BEFORE, AFTER) == name
