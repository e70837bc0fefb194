"""From the page of an evening's table to a match with real cards, played on one phone."""

from __future__ import annotations

import re
import uuid

import pytest

from league.core.enums import PlayState
from league.models import Play
from tests.factories import plays as make
from tests.league.web.play.test_table_door import phone_at

pytestmark = pytest.mark.django_db

REAL = "Play here with real dice or cards"


def test_one_phone_opens_the_match_with_real_cards_and_seats_everybody_at_it() -> None:
    table = make.at_table(game="the-devil-with-it")
    phone = phone_at(table, 1)
    path = f"/t/{table.link.code}/"
    page = phone.get(path).content.decode()
    token = re.search(r'name="seat" value="([^"]+)"', page)
    assert token is not None
    sent = {"seat": token[1], "key": uuid.uuid4().hex, "with": "real"}
    address = phone.post("/play/at-table/", sent).headers["Location"]
    waiting = phone.get(address).content.decode()
    after = phone.get(path).content.decode()

    for number in (1, 2):
        phone.post(address, {"do": f"seat_here:{number}"}, headers={"HX-Request": "true"})

    play = Play.objects.get()
    assert (REAL in page, REAL in after) == (True, False)
    assert re.findall(r"(\w+) plays on this device", waiting) == ["Bo", "Cleo"]
    assert "Add the player" not in waiting
    assert (play.by_hand, play.state) == (True, PlayState.RUNNING)
    assert "What happened at your table?" in phone.get(address).content.decode()


def test_a_table_whose_game_draws_hidden_things_is_offered_no_real_ones() -> None:
    table = make.at_table(game="teufel-teufel")

    assert REAL not in phone_at(table, 1).get(f"/t/{table.link.code}/").content.decode()
