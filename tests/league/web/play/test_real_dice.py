"""Dice Devils with real dice on one device, over plain forms: questions, faults, what is told."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from league.models import Play
from league.queries.play import transcripts
from tests.league.web.play.test_real_table import chosen, opened, shown

pytestmark = pytest.mark.django_db


def entered(client: Client, address: str, *values: object) -> tuple[int, str]:
    """Fills in the boxes of the question and sends it: the status, and the page after it."""
    page = shown(client, address).partition('class="card real-draw"')[2]
    hidden = dict(re.findall(r'type="hidden" name="(key|seen|boxes)" value="([^"]*)"', page))
    assert hidden["boxes"] == str(len(values))
    sent = {f"values.{at}": json.dumps(value) for at, value in enumerate(values)}
    answer = client.post(address, {"do": "enter", **sent, **hidden})
    return answer.status_code, unescape(answer.content.decode() or shown(client, address))


def question(client: Client, address: str) -> str:
    found = re.search(r'<h2 id="turn"[^>]*>(.*?)</h2>', shown(client, address), re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_dice_are_asked_for_once_they_are_shown_and_are_nowhere_before() -> None:
    client = Client()
    address = opened(client, "dice-devils")
    for name in ("Bo", "Cleo"):
        client.post(address, {"do": "seat_here", "name": name})
    client.post(address, {"do": "begin"})
    asked = [question(client, address)]
    _, ranks = entered(client, address)
    asked.append(question(client, address))
    twice, said = entered(client, address, 1, 1, 6)
    entered(client, address, 4, 1, 6)
    asked.append(question(client, address))
    _, turned_up = entered(client, address, "bed", "grill")
    for slot in (1, 0, 1):
        page = shown(client, address)
        assert chosen(client, address, page, f'{{"t":"place","slot":{slot}}}') == 302
    asked.append(question(client, address))
    cups = shown(client, address)
    before = json.dumps([row.action for row in Play.objects.get().actions.all()])
    impossible, _ = entered(client, address, 6, 5, 2, 5, 1)
    entered(client, address, 6, 5, 2, 4, 1)
    after = shown(client, address)

    assert asked == [
        "Are all items mixed and face down?",
        "Which rank did each player draw?",
        "Cleo turns up items. Which ones?",
        "Cups up! What do the dice show?",
    ]
    assert "Yes, go on" not in ranks
    assert len(re.findall(r"values\.\d[^>]* checked>", said)) == 3, "what was chosen stays"
    assert (twice, "These are not exactly the ranks in play (rule 3)." in said) == (409, True)
    assert "Bed (6 left)" not in turned_up
    assert cups.count('class="fallen is-short"') == 5, "a row for each die that is shown"
    assert [f"{name}, die 1" in cups for name in ("Ada", "Bo", "Cleo")] == [False, True, True]
    assert "roll" not in before
    assert (impossible, "Bo shows 6, 5, 2 and has 11." in after) == (422, True)
    assert transcripts.header(Play.objects.get()).is_by_hand
