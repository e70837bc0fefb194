"""What a link shows elsewhere: a card and a picture of what everybody may see, nothing else."""

from __future__ import annotations

import re
import struct
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client

from league.core.enums import NameLevel, Visibility
from league.models import Club, Event, Play, Player, Round
from league.services.standings import standings
from league.web.public import link_pictures
from league.web.public.link_pictures import OF
from tests import factories
from tests.factories import plays
from tests.practice import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.practice.addresses import Site

pytestmark = pytest.mark.django_db

# Every page for everybody, and the picture that goes with it.
PAGES = {
    "home": "home_card",
    "club": "club_card",
    "season": "season_card",
    "event": "event_card",
    "event_standings": "event_card",
    "player": "player_card",
    "play_table": "play_card",
    "play_replay": "play_card",
}
META = re.compile(
    r'<meta (?:property|name)="(og:[a-z_:]+|twitter:card|description)" content="([^"]*)">'
)


@pytest.fixture(scope="module")
def there(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """Made once: whatever a test does to it is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        factories.club()  # one club alone would be at home on the first page
        yield addresses.site(level=NameLevel.FULL)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _nothing_drawn() -> Iterator[None]:
    link_pictures.forget()
    yield
    link_pictures.forget()


def card(path: str, client: Client | None = None, **headers: str) -> dict[str, str]:
    """What the head of a page says about a link to it."""
    answer = (client or Client()).get(path, headers=headers)
    assert answer.status_code == 200, path
    head = answer.content.decode().partition("</head>")[0]
    return {name: unescape(value) for name, value in META.findall(head)}


def only_the_name(there: Site, page: str) -> bool:
    """Whether a page says no more than whose service it is, or is not there at all."""
    answer = Client().get(there.path_of(page))
    head = answer.content.decode().partition("</head>")[0]
    return META.findall(head) == [("og:site_name", "Stammtisch")]


def hide_names(there: Site) -> None:
    Club.objects.filter(pk=there.club.pk).update(name_level=NameLevel.HIDDEN)
    standings.recompute_all()


def test_every_page_for_everybody_has_a_card_with_a_picture_of_its_own(there: Site) -> None:
    for page, picture in PAGES.items():
        path, told = there.path_of(page), card(there.path_of(page))
        at = urlsplit(told["og:image"])
        drawn = Client().get(told["og:image"])
        again = Client().get(told["og:image"], headers={"If-None-Match": drawn.headers["ETag"]})

        assert told["og:url"] == f"http://testserver{path}", page
        assert (at.path, at.query) == (there.path_of(picture), "lang=en"), page
        assert told["og:title"], page
        assert told["og:description"] == told["description"] != "", page
        assert told["twitter:card"] == "summary_large_image"
        assert drawn.headers["Content-Type"] == "image/png"
        assert drawn.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", drawn.content[16:24]) == (1200, 630), page
        assert (again.status_code, again.content) == (304, b""), page


def test_a_card_says_who_when_and_where_in_the_readers_language_or_else_in_the_clubs(
    there: Site,
) -> None:
    Club.objects.filter(pk=there.club.pk).update(language="de")
    path = there.path_of("event")

    silent, french = card(path), card(path, accept_language="fr")
    season = card(there.path_of("season"), accept_language="en")
    match = card(there.path_of("play_table"), accept_language="en")

    assert (silent["og:locale"], french["og:locale"]) == ("de_DE", "fr_FR")
    assert [told["og:image"][-7:] for told in (silent, french)] == ["lang=de", "lang=fr"]
    assert silent["og:title"].strip() == "First night · Tin Owl"
    assert "Back room" in silent["og:description"]
    assert season["og:description"].startswith("1 Ida Brand (")
    assert "A guest" in match["og:description"]


def test_where_not_everybody_finds_the_page_there_is_neither_card_nor_picture(there: Site) -> None:
    pages = ["club", "season", "event", "event_standings", "player"]
    pictures = ["club_card", "season_card", "event_card", "player_card"]

    def is_quiet(pages: list[str], pictures: list[str]) -> bool:
        asked = {Client().get(there.path_of(one)).status_code for one in pictures}
        return all(only_the_name(there, one) for one in pages) and asked == {404}

    assert not is_quiet(pages, pictures)
    for visibility in (Visibility.UNLISTED, Visibility.MEMBERS):
        Club.objects.filter(pk=there.club.pk).update(visibility=visibility)
        assert is_quiet(pages, pictures), visibility
    Club.objects.filter(pk=there.club.pk).update(visibility=Visibility.PUBLIC)
    Event.objects.filter(pk=there.event.pk).update(is_announced=False)
    assert is_quiet(["event", "event_standings"], ["event_card"])
    Player.objects.filter(pk=there.person.pk).update(is_minor=True)
    assert is_quiet(["player"], ["player_card"])


def test_a_match_of_a_club_that_not_everybody_finds_has_no_card_either(there: Site) -> None:
    code = there.values["play_code"]
    seen = []

    for visibility in Visibility:
        Club.objects.filter(pk=there.club.pk).update(visibility=visibility)
        Play.objects.filter(code=code).update(club=there.club)
        quiet = only_the_name(there, "play_table"), only_the_name(there, "play_replay")
        seen.append((*quiet, Client().get(there.path_of("play_card")).status_code))
    running = plays.begun().code

    assert seen == [(False, False, 200), (True, True, 404), (True, True, 404)]
    assert Client().get(f"/play/{running}/card.png").status_code == 404


def test_who_is_signed_in_gets_no_card_for_the_public_reads_other_names(there: Site) -> None:
    hide_names(there)

    seen = card(there.path_of("season"), there.owner())
    told = card(there.path_of("season"))

    assert seen == {"og:site_name": "Stammtisch"}
    assert "1 Player" in told["og:description"]
    assert "Ida" not in told["og:description"]


def test_a_picture_says_nothing_of_what_is_withheld_and_nobodys_hidden_name(there: Site) -> None:
    hide_names(there)
    event, season = OF["event"], OF["season"]
    ours = (there.club.slug, there.season.slug)

    before = [event(there.event.slug), season(*ours)]
    Round.objects.filter(stage=there.stage).update(is_withheld=True)
    standings.recompute_all()
    after = [event(there.event.slug), season(*ours)]

    assert [len(said.lines) > 2 for said in before] == [True, True]
    assert before[0].facts[1:] == ("Back room", "8 players", "Round 1 · 2 tables")
    assert "Brand" not in repr(before)
    assert [(said.lines, said.heading) for said in after] == [((), "")] * 2


def test_a_picture_is_drawn_once_for_what_it_says_and_only_so_many_are_drawn_a_minute(
    there: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_pictures, "DRAWN_A_MINUTE", 2)

    def asked(page: str, lang: str) -> int:
        return Client().get(f"{there.path_of(page)}?lang={lang}").status_code

    first = [asked("event_card", lang) for lang in ("de", "fr", "de", "fr")]
    other = [asked("season_card", "de"), asked("event_card", "de"), asked("event_card", "xx")]
    link_pictures.forget()
    Event.objects.filter(pk=there.event.pk).update(place="Cellar")
    anew = Client().get(f"{there.path_of('event_card')}?lang=de")

    assert first == [200] * 4
    assert other == [429, 200, 400]
    assert anew.status_code == 200


def test_a_match_of_an_evening_tells_of_its_evening_until_its_round_is_withheld() -> None:
    table = plays.at_table()
    play, people = plays.sat_at(table)
    play = plays.played_out(play, people, Random(1))
    event, path = play.event, f"/play/{play.code}/"

    said = OF["play"](play.code)
    told = card(path)
    Round.objects.filter(stage__event=event).update(is_withheld=True)
    statuses = [Client().get(address).status_code for address in (path, f"{path}card.png")]

    assert event is not None
    assert (said.over, said.facts[0]) == (event.club.name, event.name)
    assert [line.rank for line in said.lines] == ["1", "2", "3"]
    assert told["og:description"].count(" · ") == 2
    assert all(line.name in told["og:description"] for line in said.lines)
    assert statuses == [404, 404]
