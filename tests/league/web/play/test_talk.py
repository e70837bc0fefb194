"""Table talk on the page of a match: by forms, and as the answer to a press."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from league.core.enums import Role, TalkPhrase
from league.models import Account, Club, Event, Play, PlayTalk
from league.queries.people import account_actors
from league.services.play import play_seats, plays, talk
from tests import factories
from tests.factories.plays import at_table, guest, sat_at
from tests.flows.visitors import Reader
from tests.league.web.play.test_leaks import given

pytestmark = pytest.mark.django_db

WORDS = "<b>Mine</b> & 'yours'"
SHOWN = "&lt;b&gt;Mine&lt;/b&gt; &amp; &#x27;yours&#x27;"


@pytest.fixture
def play() -> Play:
    """A match of Ada, Bo and a guest in a club that lets adults write; it has begun."""
    club = factories.club(free_talk=True)
    people = [factories.account(player=factories.member(club, name)) for name in ("Ada", "Bo")]
    ada, bo = map(account_actors.person, people)
    play = plays.open_table(by=ada, game="dice-devils", size=3, club=club)
    play_seats.sit(by=bo, play=play)
    play_seats.sit(by=guest("Cleo"), play=play, name="Cleo")
    return plays.begin(by=ada, play=play)


def signed_in(number: int) -> Client:
    client = Client()
    client.force_login(Account.objects.order_by("pk")[number])
    return client


def key_of(page: str) -> str:
    found = re.search(r'form="talk-write" name="key" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_words_come_to_the_others_as_text_and_a_form_sent_twice_says_them_once(play: Play) -> None:
    ada, bo = signed_in(0), signed_in(1)
    address = f"/play/{play.code}/"
    form = {"do": "say", "words": WORDS, "key": key_of(ada.get(address).content.decode())}

    answers = [ada.post(f"{address}talk/", form) for _ in range(2)]

    assert {answer["Location"] for answer in answers} == {f"{address}#talk"}
    assert PlayTalk.objects.count() == 1
    page = bo.get(address, headers={"HX-Request": "true"}).content.decode()
    assert page.count(f"<q>{SHOWN}</q>") == 1  # beside whose turn it is
    assert page.partition("hx-swap-oob")[2].count(SHOWN) == 2  # in the talk, and to report it
    assert "<b>Mine" not in page


def test_to_whoever_watches_a_match_with_free_talk_is_the_same_to_the_byte(play: Play) -> None:
    by, address = account_actors.person(Account.objects.earliest("pk")), f"/play/{play.code}/"
    member = Client()
    club = Club.objects.get()
    member.force_login(factories.account(player=factories.member(club, "Eli")))
    viewers = [Client(), member]

    before = [given(viewer, address) for viewer in viewers]
    talk.say(by=by, play=play, words=WORDS)
    after = [given(viewer, address) for viewer in viewers]
    talk.say(by=by, play=play, phrase="hello")

    assert before == after
    assert [given(viewer, address) for viewer in viewers] != after


def test_a_page_is_told_of_what_it_hears_alone(play: Play) -> None:
    ada = account_actors.person(Account.objects.earliest("pk"))
    viewers = {"bo": signed_in(1), "nobody": Client()}
    address = f"/play/{play.code}/"
    seen = {
        name: str(
            re.findall(r'hx-get="([^"]+seen=[^"]+)"', viewer.get(address).content.decode())[0]
        )
        for name, viewer in viewers.items()
    }

    talk.say(by=ada, play=play, words=WORDS)

    looks = {name: viewer.get(seen[name]).status_code for name, viewer in viewers.items()}
    assert looks == {"bo": 200, "nobody": 204}


def test_a_refusal_stands_beside_the_talk_with_and_without_scripts(play: Play) -> None:
    Club.objects.update(free_talk=False)
    ada, address = signed_in(0), f"/play/{play.code}/talk/"
    form = {"do": "say", "words": WORDS}

    plain = ada.post(address, form)
    part = ada.post(address, form, headers={"HX-Request": "true"})

    assert (plain.status_code, part.status_code) == (422, 422)
    for answer in (plain, part):
        said = answer.content.decode().partition('id="talk-said"')[2]
        assert "You can&#x27;t write freely at this table. Choose one of the phrases." in said
    assert part.content.decode().lstrip().startswith("<div")


def test_an_organizer_reads_a_report_at_the_office_mutes_the_seat_and_marks_it_done(
    play: Play,
) -> None:
    club = Club.objects.get()
    ada, bo = (account_actors.person(row) for row in Account.objects.order_by("pk")[:2])
    number = talk.say(by=ada, play=play, words=WORDS).number
    talk.report(by=bo, play=play, number=number)
    boss = Client()
    account = factories.account("boss@club.example")
    factories.grant(account, Role.ORGANIZER, club)
    boss.force_login(account)
    address = f"/c/{club.slug}/office/talk/"

    page = boss.get(address).content.decode()
    assert (SHOWN in page, "Table talk (1)" in page) == (True, True)
    for press in ("mute:0", f"settle:{number}"):
        assert boss.post(address, {"code": play.code, "do": press}).status_code == 302

    page = boss.get(address).content.decode()
    assert (SHOWN in page, "Table talk (1)" in page) == (False, False)
    assert play.seats.get(number=0).is_muted
    assert signed_in(1).get(address).status_code == 403


def test_times_on_the_page_of_a_match_are_by_the_clock_of_its_evening_or_its_club(
    play: Play,
) -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    Club.objects.update(time_zone="Asia/Tokyo")
    ada, address = signed_in(0), f"/play/{play.code}/"
    key = key_of(ada.get(address).content.decode())
    htmx = {"HX-Request": "true"}
    ada.post(f"{address}talk/", {"do": "say", "words": "Well", "key": key})
    table, people = sat_at(at_table())
    Event.objects.update(time_zone="America/Bogota")
    talk.say(by=people[0], play=table, phrase=TalkPhrase.values[0])
    PlayTalk.objects.update(at=noon)
    Play.objects.update(opened_at=noon)

    of_club = [
        ada.get(address),
        ada.get(address, headers=htmx),
        ada.post(f"{address}talk/", {"do": "nothing"}, headers=htmx),
    ]
    of_evening = ada.get(f"/play/{table.code}/")
    lobby = Reader(ada.get("/play/").content.decode()).words

    assert [said_at(answer.content) for answer in of_club] == [["21:00"]] * 3
    assert said_at(of_evening.content) == ["07:00"]
    assert ("21:00" in lobby, "12:00" in lobby) == (True, False)


def said_at(page: bytes) -> list[str]:
    return re.findall(r'<span class="soft small">([\d:]+)</span>', page.decode())
