"""My turns, the next table in one press, and a table with everything that one may settle."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from rest_framework.serializers import ChoiceField

from api.v1.play_talk import VERBS
from api.v1.plays import DoInput
from games import catalogue
from league.models import ClubGame, Play, PlayPause, PlaySeat, Ruleset
from tests import factories
from tests.league.web.play.test_tables import decide_once, opened, play, press

pytestmark = pytest.mark.django_db

ASKED = {"size": 3, "bots": 2, "access": "link", "pace": "turns", "days": 2, "name": "Ada"}


def open_by_turns(client: Client, game: str = "teufel-teufel", **fields: object) -> str:
    """A table against bots by turns that has begun; its address."""
    form = client.get(f"/play/open/?game={game}").content.decode()
    options = dict(re.findall(r'name="(rules-[^"]+)"[^>]*value="([^"]*)"', form))
    answer = client.post(f"/play/open/?game={game}", {**options, **ASKED, **fields})
    assert answer.status_code == 302, answer.content.decode()
    press(client, answer["Location"], "begin")
    return str(answer["Location"])


def title_of(client: Client, address: str) -> str:
    found = re.search(r"<title>(.*?)</title>", client.get(address).content.decode(), re.DOTALL)
    assert found
    return " ".join(found[1].split())


def test_a_table_is_opened_with_a_pace_who_may_join_and_the_options_of_its_game() -> None:
    open_by_turns(Client(), "dice-devils", **{"rules-end_item_count": "5"})

    found = play()
    assert (found.pace, found.days, found.access) == ("turns", 2, "link")
    assert found.options["end_item_count"] == 5


def test_an_option_that_the_game_refuses_is_said_at_its_field() -> None:
    answer = Client().post(
        "/play/open/?game=dice-devils", {**ASKED, "rules-end_item_count": "many"}
    )

    assert answer.status_code == 422
    assert 'id="id_rules-end_item_count_error"' in answer.content.decode()
    assert not Play.objects.exists()


def test_members_open_tables_for_their_club_by_its_rules() -> None:
    club = factories.club()
    account = factories.account(player=factories.member(club, "Ida Brand"))
    box = ClubGame.objects.create(club=club, game="dice-devils", title="Dice Devils")
    options = catalogue.get("dice-devils").sheet
    ruleset = Ruleset.objects.create(
        club=club,
        club_game=box,
        name="Short",
        seats_min=3,
        seats_max=6,
        options=options.options_to_json(options.default_options()),
    )
    client = Client()
    client.force_login(account)

    client.post(
        "/play/open/?game=dice-devils",
        {**ASKED, "access": f"club:{club.slug}", "ruleset": ruleset.pk},
    )

    assert (play().access, play().club, play().ruleset) == ("club", club, ruleset)


def test_the_count_of_waiting_tables_stands_in_every_title_and_one_press_leads_on() -> None:
    client = Client()
    first, second = open_by_turns(client), open_by_turns(client)
    Play.objects.filter(code=second.split("/")[2]).update(days=9)

    assert title_of(client, "/play/turns/").startswith("(2) ")
    assert title_of(client, first).startswith("(2) ")
    assert title_of(client, "/play/").startswith("(2) ")
    assert client.get("/play/next/")["Location"] == first
    assert client.get(f"/play/next/?after={first.split('/')[2]}")["Location"] == second
    assert Client().get("/play/next/")["Location"] == "/play/turns/"


def test_the_part_that_is_asked_for_anew_brings_the_title_along() -> None:
    client = Client()
    address = open_by_turns(client)

    part = client.get(address, headers={"HX-Request": "true"}).content.decode()

    assert re.search(r"</p>\s*<title>\s*\(1\) [^<]*</title>\s*$", part)


def test_days_off_are_taken_and_ended_by_a_press() -> None:
    client = Client()
    address = open_by_turns(client)

    refused = client.post("/play/turns/", {"do": "pause", "days": "99"})
    client.post("/play/turns/", {"do": "pause", "days": "5"})
    off = client.get(address).content.decode()
    client.post("/play/turns/", {"do": "end"})

    assert (refused.status_code, "days off" in off) == (422, True)
    assert not PlayPause.objects.filter(until__gt=timezone.now()).exists()


def test_the_host_sees_that_the_time_has_run_out_and_chooses_what_follows() -> None:
    host, other = Client(), Client()
    address = opened(host, game="the-devil-with-it", name="Ada", size=3, bots=1)
    press(other, address, "sit", name="Bo")
    press(host, address, "begin")
    decide_once(host, address)
    Play.objects.update(pace="turns", days=1)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        shown = host.get(address).content.decode()
        others = other.get(address).content.decode()
        press(host, address, "stop")

    assert Play.objects.get().state == "stopped"
    assert re.findall(r'value="give_time:(\d)"', shown) == ["1"]
    assert ("time has run out" in others, "give_time" in others) == (True, False)


def test_the_buttons_of_a_table_use_the_words_of_the_api() -> None:
    host, other = Client(), Client()
    address = opened(host, game="the-devil-with-it", name="Ada", size=2)
    press(other, address, "sit", name="Bo")
    press(host, address, "begin")
    decide_once(host, address)
    Play.objects.update(pace="turns", days=1)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        shown = host.get(address).content.decode()
        press(other, address, "agree_to_stop")
        after = other.get(address).content.decode()
        press(other, address, "agree_to_stop", agreed="false")

    words = set(re.findall(r'name="do" value="(\w+)', shown + after)) - {"act", "close_help"}
    words -= {"say", "hide"}
    assert words == {"give_time", "stop", "agree_to_stop", "resign", "take_back", "take_over"}
    do = DoInput().fields["do"]
    assert isinstance(do, ChoiceField)
    assert words <= set(do.choices)
    assert {"say", "hide"} <= set(VERBS)
    assert not PlaySeat.objects.filter(wants_stop=True).exists()
