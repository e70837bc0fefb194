"""The pages of the games: every rule can be read in the reader's language, and linked to."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

from games.catalogue import all_games, get, rules_text

WITH_RULES = [game.key for game in all_games() if rules_text(game.key)]
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"Accept-Language": language}).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def article(key: str, language: str) -> str:
    html = page(f"/games/{key}/", language)
    return html[html.index('<article class="rules"') : html.index("</article>")]


@pytest.mark.django_db
def test_the_list_leads_to_every_game_with_rules() -> None:
    listed = re.findall(r'href="/games/([a-z-]+)/"', page("/games/"))

    assert listed == WITH_RULES


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WITH_RULES)
def test_every_rule_stands_on_the_page_under_its_number(key: str, language: str) -> None:
    written = re.findall(r"\*\*(R[0-9]+)\*\*", rules_text(key))

    anchors = re.findall(r'<strong id="(R[0-9]+)">', article(key, language))

    assert anchors == written
    assert len(set(anchors)) == len(anchors) >= 45


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WITH_RULES)
def test_the_rules_are_in_the_language_of_whoever_reads(key: str, language: str) -> None:
    title = rules_text(key, language).partition("\n")[0].removeprefix("# ")

    shown = article(key, language)

    assert f'<article class="rules" lang="{language}">' in shown
    assert f"<h2>{title}</h2>" in shown


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WITH_RULES)
def test_the_rules_call_a_setting_as_its_form_does(key: str, language: str) -> None:
    shown = article(key, language)

    named = re.findall(r"<em>([^<]+)</em>", shown)

    assert re.findall(r"<code>[a-z]+_[a-z_]+</code>", shown) == []
    with override(language):
        cells = get(key).sheet.option_fields()
        assert {gettext(cell.label) for cell in cells} & {unescape(name) for name in named}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WITH_RULES)
def test_the_page_of_rules_leaves_no_markdown_unread(key: str, language: str) -> None:
    text = re.sub(r"<[^>]+>", "", article(key, language))

    assert re.findall(r"\*\*|^#|^\||`", text, re.MULTILINE) == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["free-form", "chess"])
def test_a_game_without_rules_has_no_page(key: str) -> None:
    assert Client().get(f"/games/{key}/").status_code == 404
