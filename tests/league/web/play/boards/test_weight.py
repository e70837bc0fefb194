"""How much of a match goes over the air with each answer."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from games import catalogue
from league.models import Play
from tests.league.web.play.test_tables import opened, press

if TYPE_CHECKING:
    from django.test import Client

    from games.core.types import JSON

pytestmark = pytest.mark.django_db

MOST = 8_000
RICH: JSON = {
    "chips": {"10": 54, "100": 30, "1000": 6},
    "start_chips": {"10": 9, "100": 5, "1000": 1},
    "start_capital": 1590,
    "track": [50, 200, 300, 500, 800, 1200, 1590],
}


def test_the_answer_with_the_most_to_choose_from_stays_small(client: Client) -> None:
    address = opened(client, game="the-devil-with-it", size=6, bots=5)
    sheet = catalogue.get("the-devil-with-it").sheet
    Play.objects.update(options=sheet.options_to_json(sheet.options_from_json(RICH)))
    press(client, address, "begin")

    answer = client.get(address, headers={"HX-Request": "true"}).content

    assert answer.count(b'class="press"') > 159
    assert len(gzip.compress(answer, 6)) <= MOST
