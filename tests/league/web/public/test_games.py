"""The pages of the games: every rule can be read and linked to."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.catalogue import all_games, rules_text

WITH_RULES = [game.key for game in all_games() if rules_text(game.key)]


def page(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_the_list_leads_to_every_game_with_rules() -> None:
    listed = re.findall(r'href="/games/([a-z-]+)/"', page("/games/"))

    assert listed == WITH_RULES


@pytest.mark.django_db
@pytest.mark.parametrize("key", WITH_RULES)
def test_every_rule_stands_on_the_page_under_its_number(key: str) -> None:
    written = re.findall(r"\*\*(R[0-9]+)\*\*", rules_text(key))

    anchors = re.findall(r'<strong id="(R[0-9]+)">', page(f"/games/{key}/"))

    assert anchors == written
    assert len(set(anchors)) == len(anchors) >= 45


@pytest.mark.django_db
@pytest.mark.parametrize("key", WITH_RULES)
def test_the_page_of_rules_leaves_no_markdown_unread(key: str) -> None:
    html = page(f"/games/{key}/")
    article = html[html.index('<article class="rules"') : html.index("</article>")]

    assert re.findall(r"\*\*|^#|^\||`", re.sub(r"<[^>]+>", "", article), re.MULTILINE) == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["free-form", "chess"])
def test_a_game_without_rules_has_no_page(key: str) -> None:
    assert Client().get(f"/games/{key}/").status_code == 404
