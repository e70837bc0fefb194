"""A match that ended under an older edition of its rules still says how it ended."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Play
from league.services.play import play_endings
from tests.factories.plays import begun, guest

pytestmark = pytest.mark.django_db


def ended() -> Play:
    play = begun(people=2, bots=1)
    for name in ("Ada", "Bo"):
        play_endings.agree_to_stop(by=guest(name), play=play)
    Play.objects.update(edition=0)
    return Play.objects.get(pk=play.pk)


def test_a_match_of_an_older_edition_shows_names_places_points_and_its_record() -> None:
    play = ended()

    answer = Client().get(f"/play/{play.code}/")

    assert play.outcome is not None
    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("Ada" in page, "Bot 3" in page, f"/play/{play.code}/record.jsonl" in page) == (
        True,
        True,
        True,
    )
    for place, points in zip(play.outcome["places"], play.outcome["points"], strict=True):
        assert (f"Place {place}" in page, f'<span class="num">{points}<' in page) == (True, True)


def test_options_that_today_s_rules_cannot_read_cost_the_points_alone() -> None:
    play = ended()
    Play.objects.update(options={"of": "another time"})

    answer = Client().get(f"/play/{play.code}/")

    assert (answer.status_code, "Place 1" in answer.content.decode()) == (200, True)
