"""A press is stale only where its seat might choose otherwise after what it has not seen yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import catalogue
from league.core.errors import Conflict
from league.queries.play import plays as reading
from league.services.play import play_seats, plays
from tests.factories.plays import guest, owing

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Play

pytestmark = pytest.mark.django_db

OPEN_CHIPS: dict[str, JSON] = {"track_chip_faces": True, "holdings_secret": False}
# Once two have what they start with, the box holds two coins of 10.
LITTLE_MONEY: dict[str, JSON] = {"10": 4, "20": 4, "50": 2, "100": 2}


def betting(options: dict[str, JSON]) -> Play:
    """Two people who are to bet by these house rules."""
    sheet = catalogue.get("the-devil-with-it").sheet
    play = plays.open_table(
        by=guest("Ada"),
        game="the-devil-with-it",
        size=2,
        options=sheet.options_to_json(sheet.options_from_json(options)),
        name="Ada",
    )
    play_seats.sit(by=guest("Bo"), play=play, name="Bo")
    return plays.begin(by=guest("Ada"), play=play)


def changed(play: Play) -> Play:
    """The first seat changes chips with the bank, for all to see."""
    by = owing(play)[0]
    page = reading.shown(viewer=by, play=play)
    change = next(row.action for row in page.choices if row.words.startswith("Change"))
    return plays.act(by=by, play=play, seen=page.seq, action=change)


def test_a_press_stands_though_another_has_openly_done_what_leaves_its_choices_as_they_were() -> (
    None
):
    play = betting(OPEN_CHIPS)
    bo = owing(play)[1]
    page = reading.shown(viewer=bo, play=play)

    play = changed(play)
    play = plays.act(by=bo, play=play, seen=page.seq, action=page.choices[0].action)

    after = reading.shown(viewer=bo, play=play)
    assert after.lines[-2].line != {"t": "change"}  # nobody hid it
    assert play.actions.get(seq=play.seq).seat == 1


def test_a_press_is_stale_once_another_has_openly_changed_what_its_seat_may_choose() -> None:
    play = betting({**OPEN_CHIPS, "bank_limited": True, "chips": LITTLE_MONEY, "players": [2, 2]})
    bo = owing(play)[1]
    page = reading.shown(viewer=bo, play=play)

    play = changed(play)

    assert reading.shown(viewer=bo, play=play).choices != page.choices
    with pytest.raises(Conflict, match="play_moved_on"):
        plays.act(by=bo, play=play, seen=page.seq, action=page.choices[0].action)


def test_a_press_is_stale_after_an_own_change_from_another_window() -> None:
    play = betting(OPEN_CHIPS)
    ada = owing(play)[0]
    page = reading.shown(viewer=ada, play=play)

    play = changed(play)

    with pytest.raises(Conflict, match="play_moved_on"):
        plays.act(by=ada, play=play, seen=page.seq, action=page.choices[0].action)
