"""Undoing a move by the presses of two pages, without JavaScript."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import Play
from tests.league.web.play.test_tables import HIDDEN, decide, opened, press, seated
from tests.league.web.play.test_turns import open_by_turns

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

BACK = 'name="do" value="take_back"'


def shown(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def took(client: Client, address: str) -> HttpResponse:
    form = re.findall(r"<form.*?</form>", shown(client, address), re.DOTALL)
    hidden = next(dict(HIDDEN.findall(each)) for each in form if BACK in each)
    return press(client, address, "take_back", **hidden)


def test_a_bet_is_taken_back_by_one_press_and_leaves_a_line_for_everybody() -> None:
    address, (ada, bo) = seated("Ada", "Bo", game="the-devil-with-it")
    press(ada, address, "begin")
    assert BACK not in shown(ada, address)
    decide(ada, address, Random(1))
    assert BACK not in shown(bo, address)

    answer = took(ada, address)

    assert answer.status_code == 302
    assert Play.objects.get().actions.filter(seat__isnull=False).count() == 0
    assert BACK not in shown(ada, address)
    assert "Ada undid a move." in shown(bo, address)
    assert decide(ada, address, Random(2)) == 302
    assert decide(bo, address, Random(1)) == 302


def test_whoever_plays_against_bots_alone_is_not_told_that_a_bet_can_be_changed() -> None:
    address, (ada, _) = seated("Ada", "Bo", game="the-devil-with-it")
    press(ada, address, "begin")
    among_people = shown(ada, address)
    alone = Client()
    address = opened(alone, game="the-devil-with-it", size=3, bots=2)
    press(alone, address, "begin")
    against_bots = [shown(alone, address)]
    for number in range(4):
        decide(alone, address, Random(number))
        against_bots.append(shown(alone, address))

    usual, only_bots = "You can change your bet", "neither a bet nor stopping can be undone"
    assert (usual in among_people, only_bots in among_people) == (True, False)
    assert [(usual in page, only_bots in page, BACK in page) for page in against_bots] == [
        (False, True, False)
    ] * len(against_bots)


def test_whoever_saw_a_move_is_asked_and_answers_by_one_press() -> None:
    address, people = seated("Ada", "Bo", "Cleo", game="dice-devils")
    press(people[0], address, "begin")
    first = next(each for each in people if 'class="choices"' in shown(each, address))
    decide(first, address, Random(1))
    second, third = (each for each in people if each is not first)
    seq = Play.objects.get().seq

    took(first, address)

    asked = [re.search(r'value="(grant_back:\d+)"', shown(each, address)) for each in people]
    assert [each is not None for each in asked] == [each is not first for each in people]
    assert "wants to undo a move" in shown(Client(), address)
    number = next(each[1] for each in asked if each)
    assert press(second, address, number).status_code == 302
    assert press(third, address, number).status_code == 302
    assert Play.objects.get().seq == seq - 1
    refused = press(third, address, number.replace("grant", "refuse"))
    assert refused.status_code == 409
    assert "waiting for your answer" in refused.content.decode()


def test_whoever_opens_a_table_can_let_every_move_stay() -> None:
    for ticked, chosen in (("", False), ("on", True)):
        open_by_turns(Client(), takes_back=ticked)

        assert Play.objects.latest("pk").takes_back is chosen
