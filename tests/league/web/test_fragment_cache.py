"""What is kept of an event's pages: never too long, never for the wrong eyes."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.enums import NameLevel, Role
from league.models import Event
from league.services.people import players
from league.services.standings import standings
from league.web import fragment_cache
from tests import factories

pytestmark = pytest.mark.django_db

NAMES = ("Ada Quill", "Bruno Salt", "Cleo Marsh", "Dario Fenn")
HX = {"HX-Request": "true"}


def evening(**club: object) -> Event:
    """An evening with one table that has played, and its standing."""
    home = factories.club(**club)  # type: ignore[arg-type]
    stage = factories.stage(factories.event(home))
    entries = [factories.entry(stage.event, factories.member(home, name)) for name in NAMES]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    standings.recompute_stage(stage.pk)
    return stage.event


def asked(client: Client, path: str, **headers: str) -> tuple[int, str, int]:
    """Status, text, and how much the database was asked."""
    with CaptureQueriesContext(connection) as found:
        answer = client.get(path, headers=headers)
    # every answer has its own token and its own moment, outside of what is kept
    text = re.sub(
        r'name="csrfmiddlewaretoken" value="[^"]*"|data-now="\d+"', "", answer.content.decode()
    )
    return answer.status_code, text, len(found)


@pytest.mark.parametrize("tail", ["", "board/"])
def test_the_second_visitor_gets_the_same_bytes_for_two_questions(
    client: Client, tail: str
) -> None:
    path = f"/e/{evening().slug}/{tail}"

    first, again = asked(client, path), asked(client, path)
    fragment_cache.forget()
    anew = asked(client, path)

    assert (first[0], again[:2], anew[:2]) == (200, first[:2], first[:2])
    assert (again[2], anew[2] > 2) == (2, True)


@pytest.mark.parametrize("tail", ["", "board/"])
def test_a_result_and_a_new_name_are_there_at_once(client: Client, tail: str) -> None:
    event = evening()
    path = f"/e/{event.slug}/{tail}"
    by = factories.actor(Role.ORGANIZER, event.club)
    before = asked(client, path)[1]
    player = event.entries.get(player__name="Cleo Marsh").player

    players.change(by=by, player=player, expected_version=player.version, name="Cleo Winter")
    named = asked(client, path)[1]
    factories.table(factories.round_(event.stages.get()), list(event.entries.all()[:2]))
    factories.played(
        factories.table(factories.round_(event.stages.get()), list(event.entries.all())),
        [4, 3, 2, 1],
    )
    played = asked(client, path)[1]
    standings.recompute_stage(event.stages.get().pk)
    counted = asked(client, path)[1]

    assert ("Cleo Winter" in before, "Cleo Winter" in named) == (False, True)
    assert len({before, named, played, counted}) == 4


def test_a_page_made_for_the_organizer_is_never_given_to_a_visitor(client: Client) -> None:
    event = evening(name_level=NameLevel.INITIAL)
    organizer, account = Client(), factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    organizer.force_login(account)
    path = f"/e/{event.slug}/"

    seen = [asked(each, path)[1] for each in (organizer, client, organizer, client)]

    assert ["Bruno Salt" in html for html in seen] == [True, False, True, False]
    assert ["Bruno S." in html for html in seen] == [False, True, False, True]


def test_everybody_reads_their_own_language_and_their_own_round(client: Client) -> None:
    event = evening()
    factories.played(
        factories.table(factories.round_(event.stages.get()), list(event.entries.all())),
        [4, 3, 2, 1],
    )
    path = f"/e/{event.slug}/"

    english = asked(client, path)[1]
    german = asked(client, path, **{"Accept-Language": "de"})[1]
    first = asked(client, f"{path}?round=1")[1]

    assert ["<h2>Round 2</h2>" in html for html in (english, german, first)] == [True, False, False]
    assert ["<h2>Runde 2</h2>" in html for html in (english, german, first)] == [False, True, False]
    assert "<h2>Round 1</h2>" in first


def test_a_player_who_is_signed_in_sees_the_own_table_marked_and_polls_for_little() -> None:
    event = evening()
    ada, visitor = Client(), Client()
    ada.force_login(factories.account(player=event.entries.get(player__name="Ada Quill").player))
    path = f"/e/{event.slug}/"
    plain = asked(visitor, path)[1]
    own = asked(ada, path)[1]
    stamp = own.split("stamp=")[1].split('"')[0]

    status, _, questions = asked(ada, f"{path}?stamp={stamp}", **HX)
    fragment = ada.get(path, headers=HX).content.decode()
    fragment_cache.forget()
    late = asked(ada, f"{path}?stamp={stamp}", **HX)

    assert ('class="card table-card mine"' in plain, 'class="card table-card mine"' in own) == (
        False,
        True,
    )
    assert (status, late[0]) == (204, 204)
    assert questions < late[2]
    assert "csrfmiddlewaretoken" not in fragment


def test_a_name_is_looked_for_among_what_is_kept(client: Client) -> None:
    path = f"/e/{evening().slug}/"
    plain = asked(client, path)[1]

    found = asked(client, f"{path}?name=bruno")
    none = asked(client, f"{path}?name=zora")[1]

    assert found[2] == 2
    assert plain.count("your-table") == 0
    assert found[1].count("your-table") == 1
    assert "“zora” has no seat in this round." in none
