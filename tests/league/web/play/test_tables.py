"""A match over plain forms, as a browser without JavaScript plays it."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import ladder
from league.core.actors import ANONYMOUS
from league.models import Play, PlaySeat
from league.queries.play import plays, states
from tests.flows.visitors import Reader

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

GAMES = ("dice-devils", "teufel-teufel", "the-devil-with-it")
HIDDEN = re.compile(
    r'<input type="hidden" (?:form="choose" )?name="(seen|key|back)" value="([^"]*)"'
)
CHOICE = re.compile(r'<button (?:type="submit" form="choose" )?name="action" value="([^"]*)"')


def opened(client: Client, **fields: object) -> str:
    """Opens a table in the lobby; its address."""
    usual = {"game": "dice-devils", "size": 3, "bots": 0, "access": "lobby", "name": "Ada"}
    response = client.post("/play/", {**usual, **fields})
    assert response.status_code == 302, response.content.decode()
    return str(response["Location"])


def press(client: Client, address: str, do: str, **fields: str) -> HttpResponse:
    return client.post(address, {"do": do, **fields})  # type: ignore[return-value]


def seated(*names: str, **fields: object) -> tuple[str, list[Client]]:
    """A table at which everybody has a browser of their own; the first one is its host."""
    clients = [Client() for _ in names]
    fields = {"game": "the-devil-with-it", **fields}
    address = opened(clients[0], name=names[0], size=len(names), **fields)
    for client, name in zip(clients[1:], names[1:], strict=True):
        press(client, address, "sit", name=name)
    return address, clients


def decide(client: Client, address: str, choose: Random) -> int:
    """One decision with the forms of the page; its status, 0 where there is nothing to decide."""
    page = client.get(address).content.decode()
    found = CHOICE.findall(page)
    if not found:
        return 0
    hidden = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
    action = unescape(choose.choice(found))
    return client.post(address, {"do": "act", "action": action, **hidden}).status_code


def decide_once(client: Client, address: str) -> int:
    """The same, by a chance that is always the same; whoever owes nothing decides nothing."""
    return decide(client, address, Random(1))


def play() -> Play:
    return Play.objects.get()


def test_a_match_goes_from_the_lobby_to_its_end_by_forms_alone() -> None:
    address, clients = seated("Ada", "Bo", "Cleo", game="dice-devils")
    choose = Random(3)

    press(clients[0], address, "begin")
    statuses = set()
    for _ in range(400):
        if play().state != "running":
            break
        statuses |= {decide(client, address, choose) for client in clients}

    assert statuses == {0, 302}
    assert (play().state, play().end) == ("over", "played")


def test_what_happened_is_told_in_the_order_of_time_up_to_the_end_of_the_match() -> None:
    address, clients = seated("Ada", "Bo", "Cleo", game="dice-devils")
    choose = Random(3)
    press(clients[0], address, "begin")
    while play().state == "running":
        for client in clients:
            decide(client, address, choose)

    lines = plays.shown(viewer=ANONYMOUS, play=play()).lines
    told = [" ".join(line.words) for line in lines if line.words][-20:]
    viewers = [*clients, Client()]
    parts = [
        client.get(address).content.decode().partition('id="happened">')[2].partition("</section>")
        for client in viewers
    ]

    assert "The match is over." in told[-1]
    # who plays reads the same of an open game, but for a line that only they may read
    assert Reader(parts[-1][0]).words.endswith(" ".join(told))
    assert [Reader(part[0]).words.endswith(told[-1]) for part in parts] == [True] * len(viewers)


def test_one_press_in_the_lobby_begins_a_match_against_bots_without_an_account() -> None:
    client = Client()

    response = client.post("/play/", {"quick": "dice-devils"})

    assert play().state == "running"
    assert [seat.bot for seat in play().seats.all()] == ["", "smart", "smart", "smart"]
    assert decide(client, response["Location"], Random(1)) == 302


def test_the_host_adds_to_the_draws_with_the_press_that_begins() -> None:
    client = Client()
    address = opened(client, bots=2)
    form = re.findall(r"<form.*?</form>", client.get(address).content.decode(), re.DOTALL)

    press(client, address, "begin", contribution="ab")

    begins = next(each for each in form if 'value="begin"' in each)
    assert 'name="contribution" data-random' in begins
    assert [seat.contribution for seat in play().seats.all()] == ["ab", "", ""]


def test_who_may_seat_bots_reads_how_well_each_was_measured_to_play() -> None:
    host = Client()
    address = opened(host, size=4)
    rungs = [rung for rung in ladder.rungs("dice-devils", 1) if rung.size == 4]

    page = host.get(address).content.decode()

    assert rungs
    for rung in rungs:
        assert f"{round(100 * rung.share)} <span" in page
    assert "<summary>How well the bots play" in page
    assert "<summary>How well the bots play" not in Client().get(address).content.decode()


def test_a_table_for_everybody_stands_in_the_lobby_and_one_by_link_does_not() -> None:
    opened(Client(), name="Ada")
    opened(Client(), name="Bruno", access="link")

    page = Client().get("/play/").content.decode()

    assert ("Ada" in page, "Bruno" in page) == (True, False)


def test_a_guest_is_seated_with_a_name_and_one_press_and_is_known_again() -> None:
    address = opened(Client())
    guest = Client()

    answer = press(guest, address, "sit", name="Bo", contribution="00ff")

    seat = PlaySeat.objects.get(number=1)
    assert (answer.status_code, seat.name, seat.contribution) == (302, "Bo", "00ff")
    assert 'name="do" value="leave"' in guest.get(address).content.decode()
    assert 'name="do" value="leave"' not in Client().get(address).content.decode()
    assert guest.cookies["play-guest"]["httponly"]


def test_a_guest_who_presses_twice_before_the_answer_has_one_seat() -> None:
    address = opened(Client(), size=4)
    form = dict(HIDDEN.findall(Client().get(address).content.decode()))

    for browser in (Client(), Client()):
        press(browser, address, "sit", name="Bo", **form)

    assert [seat.name for seat in play().seats.all()] == ["Ada", "Bo", "", ""]


def test_a_press_made_from_what_is_over_is_refused_with_the_table_as_it_is() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    page = {client: client.get(address).content.decode() for client in (ada, bo)}
    action = unescape(CHOICE.findall(page[ada])[0])
    seen = dict(HIDDEN.findall(page[ada].partition('class="choices"')[2]))["seen"]
    for client in (ada, bo):
        decide(client, address, Random(1))

    answer = press(ada, address, "act", action=action, seen=seen)

    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


def test_the_same_press_sent_twice_decides_once() -> None:
    address, (ada, _) = seated("Ada", "Bo")
    press(ada, address, "begin")
    page = ada.get(address).content.decode()
    hidden = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
    form = {"do": "act", "action": unescape(CHOICE.findall(page)[0]), **hidden}

    answers = [ada.post(address, form).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert play().actions.filter(seat=0).count() == 1


def test_somebody_who_watches_gets_no_choices_and_may_decide_nothing() -> None:
    address, (ada, _) = seated("Ada", "Bo")
    press(ada, address, "begin")
    action = unescape(CHOICE.findall(ada.get(address).content.decode())[0])
    before = play().seq

    watcher = Client()
    page = watcher.get(address).content.decode()
    answer = press(watcher, address, "act", action=action, seen=str(before))

    assert CHOICE.findall(page) == []
    assert (answer.status_code, play().seq) == (422, before)


@pytest.mark.parametrize(
    "form",
    [
        {"do": "act", "action": "no JSON", "seen": "1"},
        {"do": "act", "action": "[[" * 5000, "seen": "1"},
        {"do": "act", "action": "7", "seen": "99999"},
        {"do": "act"},
        {"do": "dance"},
        {"do": "take_over:"},
        {"do": "take_over:77"},
        {"do": "add_bot:1", "bot": "nobody"},
        {"do": "sit", "name": "x" * 500},
        {},
    ],
)
def test_what_cannot_be_read_is_said_on_the_page_and_changes_nothing(form: dict[str, str]) -> None:
    address, (ada, _) = seated("Ada", "Bo")
    press(ada, address, "begin")
    before = list(play().actions.values_list("seq", "action"))

    answer = ada.post(address, form)

    assert answer.status_code in {302, 409, 422}
    assert list(play().actions.values_list("seq", "action")) == before


def test_an_open_page_gets_its_part_alone_and_nothing_while_nothing_has_happened() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    headers = {"HX-Request": "true"}

    part = bo.get(address, headers=headers).content.decode()
    seen = re.search(r"seen=(\w+)", part)
    assert seen is not None
    quiet = bo.get(f"{address}?seen={seen[1]}", headers=headers)
    decide(ada, address, Random(1))
    news = bo.get(f"{address}?seen={seen[1]}", headers=headers)

    assert part.lstrip().startswith("<div")
    assert re.findall(r'id="(invite-\w+)" hx-swap-oob', part) == ["invite-words", "invite-text"]
    assert "Let others watch" in part  # the page was opened while seats were free
    assert (quiet.status_code, news.status_code) == (204, 200)


def test_choices_keep_their_place_while_others_decide_behind_their_hands() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    place = re.compile(r'class="choices" id="([^"]+)"')

    before = place.findall(bo.get(address).content.decode())
    decide(ada, address, Random(1))
    after = place.findall(bo.get(address).content.decode())

    assert (len(before), after) == (1, before)


def test_a_press_from_choices_that_stayed_says_what_was_seen_since() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    beside = re.compile(
        r'</section>\s*<input type="hidden" form="choose" name="seen" value="(\d+)">'
    )

    before = beside.findall(bo.get(address).content.decode())
    decide(ada, address, Random(1))
    after = beside.findall(bo.get(address).content.decode())

    assert [int(seq) for seq in before] == [play().seq - 1]
    assert [int(seq) for seq in after] == [play().seq]


def test_a_match_is_looked_at_again_step_by_step_only_once_it_is_over() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    early = ada.get(f"{address}replay/")
    for client in (ada, bo):
        press(client, address, "agree_to_stop")

    pages = [bo.get(f"{address}replay/?at={at}&as=1") for at in (0, 1, play().seq, 999)]
    record = bo.get(f"{address}record.jsonl")

    assert early.status_code == 409
    assert {page.status_code for page in pages} == {200}
    assert len(record.content.decode().splitlines()) == play().seq + 2


def test_the_replay_tells_of_a_number_only_where_a_player_brought_one() -> None:
    client = Client()
    address = opened(client, bots=2)
    press(client, address, "begin", contribution="ab")
    press(client, address, "agree_to_stop")

    page = client.get(f"{address}replay/").content.decode()

    brought = page.partition('id="check"')[2].partition("facts")[2].partition("</dl>")[0]
    assert re.findall(r"<code>(.*?)</code>", brought) == ["ab"]


def test_after_the_end_everybody_finds_the_same_next_table() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    for client in (ada, bo):
        press(client, address, "agree_to_stop")

    first, second = (press(client, address, "again") for client in (ada, bo))

    assert first["Location"] == second["Location"] != address
    assert [seat.name for seat in Play.objects.latest("pk").seats.all()] == ["Ada", "Bo"]


def test_the_host_frees_a_seat_by_a_press_beside_the_name_of_who_has_gone() -> None:
    address, (host, _, cleo) = seated("Ada", "Bo", "Cleo", game="dice-devils")
    shown = host.get(address).content.decode()

    press(host, address, "free_seat:1")

    assert [f'value="free_seat:{number}"' in shown for number in range(3)] == [False, True, True]
    assert "free_seat" not in cleo.get(address).content.decode()
    assert [seat.name for seat in PlaySeat.objects.all()] == ["Ada", "", "Cleo"]


def test_the_actions_are_read_once_for_everybody_who_looks_after_a_press() -> None:
    address, (ada, bo) = seated("Ada", "Bo")
    press(ada, address, "begin")
    states.kept.clear()
    states.late.clear()
    headers = {"HX-Request": "true"}

    with CaptureQueriesContext(connection) as first:
        part = bo.get(address, headers=headers).content.decode()
    seen = re.search(r"seen=(\w+)", part)
    assert seen is not None
    with CaptureQueriesContext(connection) as second:
        assert ada.get(address, headers=headers).status_code == 200
    with CaptureQueriesContext(connection) as quiet:
        assert bo.get(f"{address}?seen={seen[1]}", headers=headers).status_code == 204

    of_actions = [
        sum("league_playaction" in one["sql"] for one in each.captured_queries)
        for each in (first, second, quiet)
    ]
    assert of_actions == [1, 0, 0]
    assert len(quiet) < len(second)
