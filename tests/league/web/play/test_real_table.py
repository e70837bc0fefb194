"""A match with real coal on one device, over plain forms."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import Play
from tests.league.web.play.test_tables import CHOICE, HIDDEN

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

FALLEN = re.compile(r'name="(values\.[0-9]+)" required\s+id="[^"]+"\s+value="([^"]*)"')
OPENED = {
    "size": "3",
    "bots": "0",
    "by_hand": "on",
    "access": "lobby",
    "pace": "together",
    "days": "3",
    "name": "Ada",
}


def opened(client: Client, game: str = "the-devil-with-it") -> str:
    """The address of a table that is opened with the form as it comes."""
    path = f"/play/open/?game={game}"
    form = client.get(path).content.decode()
    boxes = dict(re.findall(r'<input type="[a-z]+" name="(rules-[^"]+)" value="([^"]*)"', form))
    chosen = re.findall(r'<select name="(rules-[^"]+)".*?value="([^"]*)" selected', form, re.DOTALL)
    ticked = re.findall(r'type="checkbox" name="(rules-[^"]+)"[^>]*checked', form)
    rules = {name: text for name, text in boxes.items() if "checkbox" not in text}
    sent = {**rules, **dict(chosen), **dict.fromkeys(ticked, "on"), **OPENED}
    answer = client.post(path, sent)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def shown(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def entered(client: Client, address: str, value: str) -> HttpResponse:
    page = shown(client, address).partition('class="card real-draw"')[2]
    hidden = dict(re.findall(r'type="hidden" name="(key|seen|boxes)" value="([^"]*)"', page))
    offered = {unescape(each) for _, each in FALLEN.findall(page)}
    assert value in offered
    sent = {"do": "enter", "values.0": value, **hidden}
    return client.post(address, sent)  # type: ignore[return-value]


def chosen(client: Client, address: str, page: str, action: str) -> int:
    """Presses one of the choices of a page that was shown."""
    assert action in {unescape(each) for each in CHOICE.findall(page)}
    hidden = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
    seat = re.search(r'name="seat" value="([0-9])"', page)
    sent = {"do": "act", "action": action, **hidden, **({"seat": seat[1]} if seat else {})}
    return client.post(address, sent).status_code


def test_a_round_is_played_on_one_device_by_forms_alone() -> None:
    client = Client()
    address = opened(client)
    for name in ("Bo", "Cleo"):
        client.post(address, {"do": "seat_here", "name": name})
    client.post(address, {"do": "begin"})

    assert "Who draws coal first?" in shown(client, address)
    entered(client, address, "1")
    table = shown(client, address)
    for seat, name in enumerate(("Ada", "Bo", "Cleo")):
        own = client.post(address, {"do": f"look:{seat}"}).content.decode()
        assert f"{name}, what do you do?" in own
        assert chosen(client, address, own, '{"t":"bet","amount":10}') == 302
    assert chosen(client, address, shown(client, address), '{"t":"draw"}') == 302
    page = shown(client, address)
    answer = entered(client, address, "50")

    assert CHOICE.findall(table) == [], "what is chosen behind a hand is behind a press"
    assert [f"I'm {name}: show me" in table for name in ("Ada", "Bo", "Cleo")] == [True] * 3
    assert "Bo draws a piece of coal. Which one is it?" in page
    assert "50 (7 left)" in page
    assert answer.status_code == 302
    assert "Bo, what do you do?" in shown(client, address)
    assert Play.objects.get().actions.order_by("-seq")[0].entered_by == 0


def test_a_draw_without_a_choice_is_refused_with_what_may_have_come_up() -> None:
    client = Client()
    address = opened(client)
    for name in ("Bo", "Cleo"):
        client.post(address, {"do": "seat_here", "name": name})
    client.post(address, {"do": "begin"})

    answer = client.post(address, {"do": "enter", "seen": "0", "boxes": "1"})

    assert answer.status_code == 422
    said = answer.content.decode()
    assert "This can&#x27;t have come up here. Choose one of these: 0, 1, 2." in said
    assert Play.objects.get().seq == 0


def test_a_game_with_secret_draws_says_why_it_has_no_real_table() -> None:
    client = Client()

    cards, oven = (
        client.get(f"/play/open/?game={game}").content.decode()
        for game in ("teufel-teufel", "the-devil-with-it")
    )

    assert 'name="by_hand"' not in cards
    assert "The cards lie face down" in cards
    assert 'name="by_hand"' in oven
