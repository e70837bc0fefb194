"""One page tells all that was measured of the bots, as it is kept."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from games import ladder
from games.core.levels import LEVELS
from league.web.play.bot_words import bot_words

pytestmark = pytest.mark.django_db


def text(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def test_the_page_shows_every_figure_that_is_kept_and_no_other(client: Client) -> None:
    kept = json.loads(ladder.FILE.read_text(encoding="utf-8"))

    page = client.get("/play/bots/").content.decode()

    for key, found in kept.items():
        section = page.partition(f'<section id="{key}"')[2].partition("</section>")[0]
        rows = section.partition("<tbody>")[2].split("</tr>")[:-1]
        cells = [[text(cell) for cell in re.split("</t[dh]>", row)[:-1]] for row in rows]
        expected = [
            [
                str(one["size"]),
                f"{bot_words(one['level'])} Against: {bot_words(one['below'])}",
                f"{round(100 * one['share'])} "
                f"({round(100 * one['low'])}–{round(100 * one['high'])})",
                str(one["matches"]),
            ]
            for one in found["pairs"]
        ]
        assert sorted(cells) == sorted(expected)
        alone = re.findall(r"won (\d+) of 100", text(section))
        assert alone == ([str(round(100 * found["strong"]["share"]))] if "strong" in found else [])
    assert page.count("<dt>") == page.count("<dd>") == len(LEVELS)


@pytest.mark.parametrize("path", ["/play/", "/games/", "/games/dice-devils/"])
def test_the_lobby_and_the_pages_of_games_lead_there(client: Client, path: str) -> None:
    assert b'href="/play/bots/' in client.get(path).content
