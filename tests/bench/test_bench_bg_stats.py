"""How long ten thousand plays from a file of BG Stats take, from the file to the last row."""

from __future__ import annotations

import random
import time
from datetime import date, datetime, timedelta

import pytest

from league.core.actors import system
from league.models import MatchRecord
from league.services.records import bg_stats_import
from league.services.records.bg_stats_import import Choices
from tests import factories
from tests.bench.conftest import Report
from tests.factories import bg_stats

pytestmark = [pytest.mark.bench, pytest.mark.django_db, pytest.mark.timeout(600)]
PLAYS, PEOPLE, GAMES = 10_000, 400, 150


def big_file() -> bytes:
    rng = random.Random(1)
    told = bg_stats.file(
        [f"Guest {number}" for number in range(PEOPLE)],
        [{"name": f"Game {number}", "cooperative": number % 10 == 0} for number in range(GAMES)],
    )
    start = datetime(2026, 1, 1, 18)  # noqa: DTZ001  (what the app writes has no zone)
    for number in range(PLAYS):
        game = rng.randrange(GAMES)
        together, evening = rng.random() < 0.5, number % 300 * 4 % PEOPLE
        scores = [
            {
                "playerRefId": who + 1,
                "score": "" if game % 10 == 0 else str(rng.randrange(100)),
                "winner": together if game % 10 == 0 else False,
            }
            for who in rng.sample([(evening + n) % PEOPLE for n in range(20)], 4)
        ]
        at = start + timedelta(days=number % 300, minutes=number // 300 * 5)
        bg_stats.add(told, f"play {number}", *scores, game=game + 1, at=str(at))
    return bg_stats.zipped(bg_stats.data(told))


def test_ten_thousand_plays_come_in_within_seconds(report: Report) -> None:
    season = factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    by, data = system("bench"), big_file()
    choices = Choices(create_players=True, create_games=True)

    started = time.process_time()
    found = bg_stats_import.preview(by=by, season=season, data=data, choices=choices)
    looked = time.process_time()
    bg_stats_import.run(by=by, season=season, data=data, choices=choices)
    stored = time.process_time()
    bg_stats_import.run(by=by, season=season, data=data, choices=choices)
    again = time.process_time()

    assert found.bad == ()
    assert MatchRecord.objects.count() == PLAYS
    report(
        f"{PLAYS:,} plays as a file of BG Stats (processor)",
        [
            ("looked at", f"{looked - started:.1f} s", "–"),
            ("stored", f"{stored - looked:.1f} s", "–"),
            ("both", f"{stored - started:.1f} s", "≤ 10 s"),
            ("the same file again", f"{again - stored:.1f} s", "–"),
        ],
    )
