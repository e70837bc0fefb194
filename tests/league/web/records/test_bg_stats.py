from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from league.core.enums import NameLevel, Visibility
from league.models import MatchRecord, SeatScore
from tests import factories

pytestmark = pytest.mark.django_db
_LINK = re.compile(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"')


def play_on(page: str) -> Any:  # Any: JSON
    """What the link on a page hands over; None where there is none."""
    found = _LINK.search(page)
    if found is None:
        return None
    query = urlsplit(unescape(found[1])).query
    return json.loads(parse_qs(query, strict_parsing=True)["data"][0])


@pytest.fixture
def record() -> MatchRecord:
    club = factories.club("Tavern & Co", name_level=NameLevel.FULL)
    event = factories.event(club, name="Autumn cup", place="Back room")
    stage = factories.stage(event, ruleset=factories.free_game(club, name="Harbour Lights"))
    table = factories.table(
        factories.round_(stage),
        [
            factories.entry(event, factories.player("Zoë “Z” O'Hara")),
            factories.entry(event, factories.player("Bo Lind", name_level=NameLevel.HIDDEN)),
        ],
        played_at=datetime(2026, 11, 3, 17, 30, tzinfo=UTC),
    )
    return factories.played(table, [2, 1], points=[-3, 12])


def address(record: MatchRecord) -> str:
    return f"/e/{record.stage.event.slug}/records/{record.pk}/"


def test_a_finished_table_has_a_link_that_hands_its_match_to_bg_stats(
    record: MatchRecord, client: Client
) -> None:
    ada, bo = record.table.seats.order_by("position")
    table, game = record.table_id, record.ruleset.club_game_id

    play = play_on(client.get(address(record)).content.decode())

    assert play == {
        "sourceName": "Stammtisch",
        "sourcePlayId": f"testserver/tables/{table}",
        "playDate": "2026-11-03 19:00:00",
        "durationMin": 90,
        "location": "Back room",
        "comments": "Autumn cup · Round 1",
        "game": {
            "name": "Harbour Lights",
            "sourceGameId": f"testserver/games/{game}",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Zoë “Z” O'Hara",
                "sourcePlayerId": f"testserver/players/{ada.entry.player_id}",
                "startPlayer": False,
                "winner": False,
                "rank": 2,
                "score": -3,
            },
            {
                "name": "Player",
                "sourcePlayerId": f"testserver/players/{bo.entry.player_id}",
                "startPlayer": False,
                "winner": True,
                "rank": 1,
                "score": 12,
            },
        ],
    }


def test_all_who_won_together_are_winners_and_have_no_rank(
    record: MatchRecord, client: Client
) -> None:
    record.outcome |= {"sides": [1, 1], "points": None}
    record.save()
    SeatScore.objects.filter(record=record).update(side=1, place=1, points=None)

    play = play_on(client.get(address(record)).content.decode())

    assert [(one["winner"], "rank" in one, "score" in one) for one in play["players"]] == [
        (True, False, False),
        (True, False, False),
    ]
    assert play["game"]["noPoints"] is True


def test_what_does_not_count_or_is_kept_back_is_handed_to_nobody(
    record: MatchRecord, client: Client
) -> None:
    link = f"/t/{record.table.link.code}/"
    assert play_on(client.get(address(record)).content.decode()) is not None

    record.table.seating.round.is_withheld = True
    record.table.seating.round.save()

    for page in (address(record), link):
        assert "bgstats" not in client.get(page).content.decode()


def test_the_file_of_a_club_or_of_one_person_says_what_its_pages_say(
    record: MatchRecord, client: Client
) -> None:
    club = record.stage.event.club
    seated = list(record.table.seats.order_by("position"))
    home = f"/c/{club.slug}/bg-stats.json"

    whole = client.get(home)
    hers = client.get(f"{home}?player={seated[0].entry.player_id}").json()
    nobodys = client.get(f"{home}?player={factories.member(club).pk}").json()
    missing = [client.get(f"{home}?player={value}").status_code for value in ("0", "x", "987654")]
    private = factories.club(visibility=Visibility.MEMBERS)

    assert whole.headers["Content-Disposition"] == (
        f'attachment; filename="{club.slug}-bg-stats.json"'
    )
    told = whole.json()
    assert [one["name"] for one in told["players"]] == ["Zoë “Z” O'Hara", "Player"]
    assert [one["name"] for one in told["locations"]] == ["Back room"]
    (play,) = told["plays"]
    assert play["playDate"] == "2026-11-03 18:30:00"
    assert [(seat["score"], seat["rank"]) for seat in play["playerScores"]] == [
        ("-3", 2),
        ("12", 1),
    ]
    assert (len(hers["plays"]), nobodys["plays"]) == (1, [])
    assert missing == [404, 404, 404]
    assert client.get(f"/c/{private.slug}/bg-stats.json").status_code == 404
