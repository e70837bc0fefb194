"""The larger installation as its processes: web, worker and clock on PostgreSQL and Redis."""

from __future__ import annotations

import pytest
import redis

from tests.installation import Installation

pytestmark = [pytest.mark.services, pytest.mark.gates]


def test_web_answers_and_stops_with_the_signal_of_containers(larger: Installation) -> None:
    web = larger.web()

    assert web.wait_for_page() == b"ok\n"
    assert web.stop() == 0
    assert "Traceback" not in web.output()


def test_the_clock_wakes_the_worker_through_a_real_broker(
    larger: Installation, redis_url: str
) -> None:
    worker = larger.worker()

    send = (
        "from celery import current_app; current_app.send_task('league.tasks.sweep', retry=False)"
    )
    larger.manage("shell", "--verbosity", "0", "-c", send)

    worker.wait_for_line("Task league.tasks.sweep[", patience_s=30)
    worker.wait_for_line(" succeeded in ", patience_s=30)
    with redis.Redis.from_url(redis_url) as broker:
        assert broker.llen("celery") == 0


def test_a_worker_finishes_and_ends_on_the_signal_of_containers(larger: Installation) -> None:
    worker = larger.worker()
    beat = larger.beat()

    assert worker.stop() == 0
    assert beat.stop() == 0


def test_a_key_that_would_not_last_is_refused(larger: Installation) -> None:
    del larger.variables["LEAGUE_SECRET_KEY"]

    said = larger.manage(
        "check", "--deploy", "--tag", "security", "--fail-level", "ERROR", expect=1
    )

    assert "No secret key: sessions and links would end with this process." in said
