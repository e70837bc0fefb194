"""Help in somebody's first match of a game: told by the server, closed for good by a press."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Play
from tests.league.web.play.test_tables import opened, press

pytestmark = pytest.mark.django_db

HELP, CLOSE = 'id="first-match"', 'value="close_help"'


def begun(client: Client, game: str = "dice-devils") -> str:
    address = opened(client, game=game, size=3, bots=2)
    press(client, address, "begin")
    return address


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_first_match_tells_how_a_turn_goes_to_whoever_plays_it() -> None:
    ada = Client()
    address = begun(ada)

    body = page(ada, address)

    assert (HELP in body, CLOSE in body, "Everyone rolls in secret." in body) == (True,) * 3
    assert HELP not in page(Client(), address)


def test_help_that_was_closed_stays_closed_in_every_match_of_that_game() -> None:
    ada = Client()
    address = begun(ada)

    went = ada.post(address, {"do": "close_help"}, headers={"HX-Request": "true"})

    assert (went.status_code, HELP in went.content.decode()) == (200, False)
    assert HELP not in page(ada, address)
    assert HELP not in page(ada, begun(ada))
    assert HELP in page(ada, begun(ada, "the-devil-with-it"))


def test_help_is_closed_without_a_script_too() -> None:
    ada = Client()
    address = begun(ada)

    went = ada.post(address, {"do": "close_help"}, follow=True)

    assert (went.status_code, HELP in went.content.decode()) == (200, False)


def test_whoever_has_played_a_game_to_its_end_needs_no_help() -> None:
    ada = Client()
    begun(ada)
    Play.objects.update(state="over")

    assert HELP not in page(ada, begun(ada))
