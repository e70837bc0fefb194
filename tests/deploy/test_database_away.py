"""PostgreSQL is away for a minute: pages say so and come back, the worker goes on afterwards."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from tests.flows.conftest import eventually
from tests.installation import Installation
from tests.prepared import make_tables
from tests.services import MissingService, Server, absent, create_database, database_url
from tests.services import start_postgresql as start

pytestmark = [pytest.mark.services, pytest.mark.gates]
SWEEP = "from celery import current_app; current_app.send_task('league.tasks.sweep', retry=False)"


@pytest.fixture
def server() -> Iterator[Server]:
    """A PostgreSQL of this test's own, to be ended and begun again."""
    try:
        started = start()
    except MissingService as missing:
        absent(missing)
        raise
    yield started
    started.stop()


@pytest.fixture
def alone(
    request: pytest.FixtureRequest, tmp_path: Path, server: Server, redis_url: str
) -> Iterator[Installation]:
    installation = Installation(
        tmp_path / "away",
        {
            "DATABASE_URL": create_database(database_url(server.port), "away"),
            "REDIS_URL": redis_url,
            "LEAGUE_SECRET_KEY": "a key of these tests, long enough to be no key of anybody's",
        },
    )
    make_tables(request.config, installation)
    yield installation
    installation.close()


def ask(url: str, data: bytes | None = None, **headers: str) -> tuple[int, Message, str]:
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, refused.read().decode()


def test_pages_come_back_by_themselves_and_the_worker_goes_on(
    alone: Installation, server: Server
) -> None:
    web, worker = alone.web(), alone.worker()
    alone.manage("shell", "--verbosity", "0", "-c", SWEEP)
    worker.wait_for_line(" succeeded in ")
    assert ask(web.url + "/")[0] == 200

    server.halt()
    page_status, page, text = ask(web.url + "/?q=1")
    session = ask(web.url + "/me/", Cookie="sessionid=abcdefghijklmnopqrstuvwxyz012345")
    sent = ask(web.url + "/account/login/", b"login=a", Referer=web.url + "/account/login/")
    api_status, api, problem = ask(web.url + "/api/v1/clubs/")
    alone.manage("shell", "--verbosity", "0", "-c", SWEEP)
    worker.wait_for_line("OperationalError")
    server.resume()

    assert (page_status, page["Retry-After"], page["Cache-Control"]) == (503, "10", "no-store")
    assert re.findall(r'http-equiv="refresh" content="([^"]*)"', text) == ["10;url=/?q=1"]
    assert (session[0], sent[0]) == (503, 403)
    assert (api_status, api["Retry-After"]) == (503, "10")
    assert sorted(json.loads(problem)) == ["code", "message", "params"]
    assert json.loads(problem)["code"] == "database_away"
    eventually(lambda: ask(web.url + "/")[0] == 200, within_s=30)
    assert "Traceback" not in web.output()
    succeeded = worker.output().count(" succeeded in ")
    alone.manage("shell", "--verbosity", "0", "-c", SWEEP)
    eventually(lambda: worker.output().count(" succeeded in ") > succeeded, within_s=60)
    assert worker.process.poll() is None
