"""What a bot would do: asked for on the page of a match, with and without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.core.transcript import State, played
from games.core.types import Seat
from league.models import Play, PlayAction
from league.queries.play import coach, states
from tests.league.web.play.test_tables import CHOICE, opened, play, press, seated

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a role="button"[^>]*href="([^"]*/coach/)"')
BUTTON = re.compile(r'<button type="submit" form="choose" name="action" value="([^"]*)"')
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "TRIALS", 30)


def alone(game: str) -> tuple[Client, str]:
    """Somebody in a match against bots; and its address."""
    ada = Client()
    address = opened(ada, game=game, size=3, bots=2)
    press(ada, address, "begin")
    return ada, address


def test_it_is_offered_to_whoever_plays_against_bots_and_a_choice_of_its_can_be_pressed() -> None:
    ada, address = alone("dice-devils")
    page = ada.get(address).content.decode()

    part = ada.get(f"{address}coach/", headers=HTMX).content.decode()
    whole = ada.get(f"{address}coach/").content.decode()

    assert LINK.findall(page) == [f"{address}coach/"]
    assert BUTTON.findall(part) == BUTTON.findall(whole) != []
    assert set(BUTTON.findall(part)) <= set(CHOICE.findall(page))
    assert len(re.findall(r"\d+%\s*<span class=\"soft\">± \d+", part)) == len(BUTTON.findall(part))
    assert "<html" not in part
    hidden = dict(re.findall(r'<input type="hidden" name="(do|seen|key)" value="([^"]*)"', whole))
    before = play().seq
    answer = ada.post(address, {**hidden, "action": unescape(BUTTON.findall(whole)[0])})
    assert (answer.status_code, play().seq > before) == (302, True)


def test_it_is_neither_offered_nor_given_where_somebody_else_plays() -> None:
    address, (ada, _) = seated("Ada", "Bo")
    press(ada, address, "begin")

    page = ada.get(address).content.decode()
    part = ada.get(f"{address}coach/", headers=HTMX)
    whole = ada.get(f"{address}coach/")

    assert LINK.findall(page) == []
    assert (part.status_code, "no one else plays but bots" in part.content.decode()) == (200, True)
    assert (whole.status_code, BUTTON.findall(part.content.decode())) == (409, [])


# --- what it knows -------------------------------------------------------------------------


def _items(state: State, action: dict[str, Any]) -> None:
    """What lies at the bottom lies there in another order."""
    values = action["values"]
    at = next(at for at in range(len(values) - 2, 0, -1) if values[at] != values[-1])
    values[at], values[-1] = values[-1], values[at]


def _cards(state: State, action: dict[str, Any]) -> None:
    """Two hidden cards change places."""
    values, fields = action["values"], state.ground.card_fields
    first, *down = (at for at, field in enumerate(fields) if state.hidden >> field & 1)
    other = next(at for at in down if values[at] != values[first])
    values[first], values[other] = values[other], values[first]


def _stake(state: State, action: dict[str, Any]) -> None:
    """A bot has something else behind its hand."""
    action["amount"] = 20 if action["amount"] != 20 else 30


HIDDEN: dict[str, tuple[dict[str, str], Callable[[State, dict[str, Any]], None]]] = {
    "dice-devils": ({"action__what": "shuffle"}, _items),
    "teufel-teufel": ({"action__what": "deal"}, _cards),
    "the-devil-with-it": ({"action__t": "bet"}, _stake),
}


@pytest.mark.parametrize("game", HIDDEN)
def test_every_byte_of_it_is_the_same_whatever_lies_hidden(game: str) -> None:
    ada, address = alone(game)
    which, alter = HIDDEN[game]
    row = PlayAction.objects.filter(**which).order_by("seq").first()
    assert row is not None
    rules = played(states.package_of(play()))

    def told() -> tuple[State, bytes]:
        states.kept.clear()
        states.late.clear()
        coach._kept.clear()
        answer = ada.get(f"{address}coach/", headers=HTMX)
        assert answer.status_code == 200
        return states.newest(Play.objects.get()), answer.content

    real, said = told()
    alter(real, row.action)
    row.save()
    other, said_then = told()

    assert other != real
    assert rules.view(other, Seat(0)) == rules.view(real, Seat(0))
    assert said_then == said
    assert BUTTON.findall(said.decode()) != []
