"""Clocks at a table: chosen when it is opened, told without JavaScript, run out by a look."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from api.v1 import play_shapes
from league.core.actors import ANONYMOUS
from league.models import Play, PlaySeat
from league.queries.play import plays as reading
from league.services.play import plays
from tests.factories.plays import guest
from tests.league.services.play.test_running_out import timed
from tests.league.web.play.test_tables import play, press

pytestmark = pytest.mark.django_db

ASKED = {"size": 3, "bots": 1, "access": "link", "pace": "together", "name": "Ada"}


def opened(game: str, **fields: object) -> tuple[str, Client, Client]:
    """A table of Ada, Bo and a bot with everything that one may settle, begun; who plays there."""
    ada, bo = Client(), Client()
    form = ada.get(f"/play/open/?game={game}").content.decode()
    options = dict(re.findall(r'name="(rules-[^"]+)"[^>]*value="([^"]*)"', form))
    answer = ada.post(f"/play/open/?game={game}", {**options, **ASKED, **fields})
    assert answer.status_code == 302, answer.content.decode()
    address = str(answer["Location"])
    assert ("Clock: " in bo.get(address).content.decode()) == ("clock" in fields)
    press(bo, address, "sit", name="Bo")
    press(ada, address, "begin")
    return address, ada, bo


def text(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode()).split())


def test_without_a_choice_there_is_no_clock() -> None:
    address, ada, _ = opened("dice-devils")

    assert (play().reserve, play().increment) == (None, None)
    assert "play_clock.js" not in ada.get(address).content.decode()


def test_the_page_tells_what_is_left_and_a_look_alone_notices_the_end() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        address, ada, bo = opened("the-devil-with-it", clock="180+10")
        page = ada.get(address)
        stamp = re.search(rb"\?seen=(\w+)", page.content)
        assert stamp
        ends = round((timezone.now() + timedelta(seconds=180)).timestamp() * 1000)
        clock.shift(timedelta(seconds=50))
        middle = bo.get(address)
        clock.shift(timedelta(seconds=115))
        low = bo.get(address)
        nothing_new = ada.get(address, {"seen": stamp[1].decode()})
        clock.shift(timedelta(seconds=15))
        news = ada.get(address, {"seen": stamp[1].decode()})
        over = bo.get(address)

    assert f'data-ends="{ends}"'.encode() in page.content
    assert "about 3 min left" in text(page.content)
    assert "about 2 min left" in text(middle.content)
    assert "about 20 s left then a bot decides for you" in text(low.content)
    assert (nothing_new.status_code, news.status_code) == (204, 200)
    assert "Your time ran out, so a bot (plays well) decided for you, this once." in text(
        over.content
    )
    assert "Ada time ran out; a bot (plays well) decided once" in text(over.content)
    assert list(
        play().actions.exclude(bot="").filter(seat__lt=2).values_list("seat", flat=True)
    ) == [
        0,
        1,
    ]


def test_whoever_let_time_run_out_twice_is_back_by_one_press_on_top_of_the_page() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        address, ada, bo = opened("the-devil-with-it", clock="180+10")
        PlaySeat.objects.filter(name="Ada").update(ran_out=True)
        clock.shift(timedelta(seconds=180))
        away = text(ada.get(address).content)
        others = text(bo.get(address).content)
        press(ada, address, "come_back")

    assert "Your time ran out twice in a row: a bot (plays well) plays on for you" in away
    assert away.count("I'm back: let me play") == 1
    assert "Ada away; a bot plays on Bot, plays well" in others
    assert play().seats.get(name="Ada").bot == ""


def test_clocks_tell_others_that_somebody_decided_behind_their_hand_and_never_what() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        match = timed("the-devil-with-it")
        clock.shift(timedelta(seconds=7))
        by, others = guest("Ada"), (guest("Bo"), ANONYMOUS)
        page = reading.shown(viewer=by, play=match)
        told = set()
        for choice in page.choices:
            with transaction.atomic():
                now = plays.act(by=by, play=match, seen=page.seq, action=choice.action)
                told.add(
                    repr(
                        [
                            play_shapes.shape(viewer, Play.objects.get(pk=now.pk))["seats"]
                            for viewer in others
                        ]
                    )
                )
                transaction.set_rollback(True)

    assert len(page.choices) > 1
    assert len(told) == 1
