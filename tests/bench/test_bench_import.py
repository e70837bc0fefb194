"""How long ten thousand matches take, from the file to the last row."""

from __future__ import annotations

import random
import time
from datetime import date

import pytest

from league.core.actors import system
from league.lists import files
from league.lists.files import Kind
from league.models import MatchRecord
from league.queries.office import file_lists
from league.queries.office.file_lists import What
from league.services.records import import_results
from league.services.standings import standings
from tests import factories
from tests.bench.conftest import Report

pytestmark = [pytest.mark.bench, pytest.mark.django_db, pytest.mark.timeout(1800)]
MATCHES, EVENTS, ROUNDS, PEOPLE = 10_000, 100, 5, 400


def big_list() -> bytes:
    rng = random.Random(1)
    lines = ["event,date,round,table,seat,game,player,points"]
    for event in range(EVENTS):
        day = date(2026, 1 + event % 12, 1 + event // 12)
        people = rng.sample(range(PEOPLE), MATCHES * 4 // EVENTS // ROUNDS)
        for number in range(1, ROUNDS + 1):
            rng.shuffle(people)
            lines += [
                f"open-{event},{day},{number},{n // 4 + 1},{n % 4 + 1},Harbour Lights,"
                f"Guest {player},{rng.randrange(100)}"
                for n, player in enumerate(people)
            ]
    return "\n".join(lines).encode()


def test_ten_thousand_matches_come_in_and_go_out_within_seconds(report: Report) -> None:
    season = factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    by, data = system("bench"), big_list()

    started = time.perf_counter()
    found = import_results.preview(by=by, season=season, data=data, create_players=True)
    looked = time.perf_counter()
    import_results.run(by=by, season=season, data=data, create_players=True)
    stored = time.perf_counter()
    standings.catch_up()
    took = {}
    for kind in Kind:
        begun = time.perf_counter()
        body = files.written(file_lists.listed(by, season, What.RESULTS), kind)
        assert not isinstance(body, bytes)
        body.close()
        took[kind] = time.perf_counter() - begun

    assert found.bad == ()
    assert MatchRecord.objects.count() == MATCHES
    report(
        f"{MATCHES:,} matches as a file of results",
        [
            ("looked at", f"{looked - started:.1f} s", "–"),
            ("stored", f"{stored - looked:.1f} s", "–"),
            ("both", f"{stored - started:.1f} s", "≤ 10 s"),
            *(
                (f"out as {kind.upper()}", f"{seconds:.1f} s", "–")
                for kind, seconds in took.items()
            ),
        ],
    )
