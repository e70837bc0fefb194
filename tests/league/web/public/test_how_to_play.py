"""How each game is played: a short page for the table, with drawings, in every language."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from games.catalogue import all_games, how_to_play, rules_text
from league.web.public.how_to_play import told
from tests import factories
from tests.factories import plays as make
from tests.services import ROOT

TOLD = [game.key for game in all_games() if how_to_play(game.key)]
LANGUAGES = [code for code, _ in settings.LANGUAGES]
MOST_WORDS = 500
SPRITES = ROOT / "league" / "static" / "league" / "img"
EVERY = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in TOLD for language in LANGUAGES]
)


def test_every_game_with_rules_is_told_for_players_too() -> None:
    assert [game.key for game in all_games() if rules_text(game.key)] == TOLD


@EVERY
def test_it_is_short_and_names_no_rule_and_no_setting(key: str, language: str) -> None:
    page = told(key, language)
    text = unescape(re.sub(r"<[^>]+>", "", page.html))

    assert page.language == language
    assert len(text.split()) <= MOST_WORDS
    assert re.findall(r"\bR[0-9]+\b|`|\*|_|piece:", text) == []


@EVERY
def test_every_piece_it_names_is_drawn(key: str, language: str) -> None:
    named = re.findall(r"!\[\]\(piece://(\w+)/", how_to_play(key, language))
    html = told(key, language).html

    drawn = re.findall(r'<(?:svg|span) class="(?:die|devil|pawn|coal|chip|thing|tt)\b', html)
    shapes = {path.partition("#") for path in re.findall(r'href="[^"]*/img/([^"]+)"', html)}

    assert "<img" not in html
    assert len(drawn) == len(named) > 5
    for file, _sign, shape in shapes:
        # A folder that collects static files adds a hash to the name.
        name = re.sub(r"\.[0-9a-f]{12}(?=\.svg$)", "", file)
        assert f'id="{shape}"' in (SPRITES / name).read_text(encoding="utf-8")


@pytest.mark.django_db
def test_people_come_there_from_the_games_the_rules_and_their_table() -> None:
    event = factories.event()
    stage = factories.stage(event, ruleset=make.rules(event.club))
    table = factories.table(factories.round_(stage), [factories.entry(event) for _ in range(4)])
    client, link = Client(), 'href="/games/dice-devils/how-to-play/"'

    for path in ("/games/", "/games/dice-devils/", f"/t/{table.link.code}/"):
        assert link in client.get(path).content.decode(), path
    page = client.get("/games/dice-devils/how-to-play/").content.decode()
    assert 'href="/games/dice-devils/"' in page
    assert client.get("/games/free-form/how-to-play/").status_code == 404
    assert client.get("/games/chess/how-to-play/").status_code == 404
