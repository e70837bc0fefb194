"""Hundreds of choices: pressed on the board in halves, and listed only for who asks."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import PlayAction
from tests.league.web.play.test_tables import HIDDEN, decide_once, press, seated

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

HALF = re.compile(r'name="half" value="([^"]+)"')
REST = re.compile(r'name="rest" value="([^"]+)"')
LISTED = re.compile(r'<button name="action" value="([^"]*)"')


def in_its_first_turn() -> tuple[str, Client, Client]:
    """A match of two with both discs on the board; the address, who is to move, and who waits."""
    address, (ada, bo) = seated("Ada", "Bo", game="teufel-teufel")
    press(ada, address, "begin")
    decide_once(ada, address)
    decide_once(bo, address)
    return address, ada, bo


def sent(client: Client, address: str, **fields: str) -> HttpResponse:
    page = client.get(address).content.decode()
    hidden = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
    return client.post(address, {"do": "act", **hidden, **fields})  # type: ignore[return-value]


def test_two_halves_of_a_board_are_one_action() -> None:
    address, ada, _ = in_its_first_turn()
    page = ada.get(address).content.decode()
    first, other = unescape(HALF.findall(page)[7]), unescape(REST.findall(page)[3])

    answer = sent(ada, address, half=first, rest=other)

    done = PlayAction.objects.order_by("seq").last()
    assert answer.status_code == 302
    assert done is not None
    assert (done.action["t"], {tuple(done.action[end]) for end in "ab"}) == (
        "swap",
        {at_of(first), at_of(other)},
    )


def at_of(half: str) -> tuple[int, int]:
    row, col = re.findall(r"\d+", half)
    return int(row), int(col)


def test_one_half_alone_is_refused_and_nothing_happens() -> None:
    address, ada, _ = in_its_first_turn()
    rest = unescape(REST.findall(ada.get(address).content.decode())[0])
    before = PlayAction.objects.count()

    for half in ("", "[]", "7", "{"):
        answer = sent(ada, address, half=half, rest=rest)

        assert (half, answer.status_code, PlayAction.objects.count()) == (half, 422, before)


def test_a_page_with_a_board_sends_hundreds_of_choices_only_to_who_asks_for_the_list() -> None:
    address, ada, bo = in_its_first_turn()

    page = ada.get(address).content.decode()
    part = ada.get(f"{address}choices/", headers={"HX-Request": "true"}).content.decode()
    whole = ada.get(f"{address}choices/").content.decode()
    other = bo.get(f"{address}choices/")

    assert (LISTED.findall(page), f'href="{address}choices/"' in page) == ([], True)
    assert len(LISTED.findall(part)) == len(LISTED.findall(whole)) > 500
    assert "<html" not in part
    assert (other.status_code, other["Location"]) == (302, address)


def test_each_look_at_the_list_is_in_the_language_of_who_looks() -> None:
    address, ada, _ = in_its_first_turn()

    first, german, again = (
        ada.get(f"{address}choices/", headers={"Accept-Language": language}).content.decode()
        for language in ("en", "de", "en")
    )

    assert "Exchange the cards on" in first
    assert ("Exchange the cards on" in german, "Die Karten auf" in german) == (False, True)
    assert "Exchange the cards on" in again


def test_the_list_as_a_page_leads_back_to_the_table() -> None:
    address, ada, _ = in_its_first_turn()
    page = ada.get(f"{address}choices/").content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(do|seen|key)" value="([^"]*)"', page))

    answer = ada.post(address, {**hidden, "action": unescape(LISTED.findall(page)[-1])})

    done = PlayAction.objects.order_by("seq").last()
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert done is not None
    assert (done.seq, done.action["t"]) == (int(hidden["seen"]) + 1, "swap")


def test_an_answer_to_a_press_weighs_less_than_eight_kilobytes() -> None:
    address, ada, bo = in_its_first_turn()
    weights = []
    for number in range(8):
        mover = (ada, bo)[number % 2]
        page = mover.get(address).content.decode()
        hidden = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
        answer = mover.post(
            address,
            {
                "do": "act",
                **hidden,
                "half": unescape(HALF.findall(page)[number]),
                "rest": unescape(REST.findall(page)[number + 9]),
            },
            headers={"HX-Request": "true", "Accept-Encoding": "gzip"},
        )
        open_page = ada if mover is bo else bo
        part = open_page.get(address, headers={"HX-Request": "true", "Accept-Encoding": "gzip"})
        weights += [len(answer.content), len(part.content)]
        assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")

    assert max(weights) <= 8_000
