"""Processes die again and again while messages and webhooks go out: each arrives, and once.

On the larger installation PostgreSQL and Redis are restarted in between. ``NOTICE_CAUSES`` says how
many messages are caused, ``NOTICE_SLICE`` after how many of them everything may come to rest.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import threading
import time
from collections import Counter
from email import message_from_bytes
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from aiosmtpd.controller import Controller

from tests.bench.houses import KINDS, House
from tests.installation import Installation
from tests.prepared import make_tables
from tests.services import (
    MissingService,
    absent,
    create_database,
    database_url,
    free_port,
    start_postgresql,
    start_redis,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from aiosmtpd.smtp import SMTP, Envelope, Session

    from tests.bench.conftest import Report
    from tests.services import Server

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]

CAUSES = int(os.environ.get("NOTICE_CAUSES", "1000"))
PEOPLE = 20
SLICE = int(os.environ.get("NOTICE_SLICE", "200"))
# So long a message stays with whoever took it and died; the sweep comes once a minute.
LEFT_S = 600
# On a busy machine a process is given so long to answer once before it is killed again.
PATIENCE_S = 60
STILL_OPEN = (
    "SELECT count(*) FROM league_notice WHERE state IN ('waiting', 'sending')",
    "SELECT count(*) FROM league_delivery WHERE state = 'waiting'",
)

# A club whose people have addresses, and whose programs are told of every seating.
FOUND = """
import json
from django.utils import timezone
from league.core.actors import system
from league.core import keys
from league.models import Account, Club, NoticeAddress, Player
from league.queries.people import account_actors
from league.services.occasions import clubs
from league.services.people import accounts, players
from league.services.office import webhooks
from league.core.enums import Role
from league.models import Grant

account = Account.objects.create(email="founder@owl.example", is_active=True)
Grant.objects.create(account=account, role=Role.SITE_ADMIN)
by = account_actors.person(account)
club = clubs.create(by=by, name="Tin Owl")
ids = []
for number in range({people}):
    player = players.add(by=by, club=club, name=f"Player {{number}}", allow_similar=True)
    ids.append(player.pk)
    NoticeAddress.objects.create(
        player=player, way="mail", address=f"p{{number}}@owl.example", wanted=["seating"],
        fingerprint=keys.digest(f"mail:p{{number}}@owl.example"), confirmed_at=timezone.now(),
        site="http://127.0.0.1",
    )
webhooks.add(by=by, club=club, address="{hook}", types=["seating_published"])
_, secret = accounts.make_token(
    by=by, name="bench", scopes=["read", "records", "organize", "clubs"]
)
print("FOUND", json.dumps({{"token": secret, "club": club.slug, "players": ids}}))
"""

Row: TypeAlias = "tuple[Any, ...]"


class Mails:
    """A mail server: whom it was sent a message for, by the message's own identifier."""

    def __init__(self) -> None:
        self.came: Counter[tuple[str, str]] = Counter()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        mail = message_from_bytes(envelope.original_content or b"")
        for receiver in envelope.rcpt_tos:
            self.came[str(mail["Message-ID"]), receiver] += 1
        return "250 OK"


class Hooks(BaseHTTPRequestHandler):
    """A program of somebody else's: which numbers it was told."""

    came: Counter[str] = Counter()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.came[self.headers["webhook-id"]] += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def mails() -> Iterator[tuple[Mails, int]]:
    handler, port = Mails(), free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, port
    controller.stop()


@pytest.fixture
def hook() -> Iterator[str]:
    Hooks.came = Counter()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hooks)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()
    server.server_close()


@pytest.fixture
def stores() -> Iterator[dict[str, Server]]:
    """A PostgreSQL and a Redis of this measurement's own, to be ended and begun again."""
    started: dict[str, Server] = {}
    try:
        started["PostgreSQL"] = start_postgresql()
        started["Redis"] = start_redis()
    except MissingService as missing:
        absent(missing)
        raise
    yield started
    for server in started.values():
        server.stop()


@pytest.fixture
def upset_larger(
    request: pytest.FixtureRequest, tmp_path: Path, stores: dict[str, Server]
) -> Iterator[Installation]:
    """A larger installation whose database and broker can be restarted."""
    installation = Installation(
        tmp_path / "upset",
        {
            "DATABASE_URL": create_database(database_url(stores["PostgreSQL"].port), "upset"),
            "REDIS_URL": f"redis://127.0.0.1:{stores['Redis'].port}/0",
            "LEAGUE_SECRET_KEY": "a key of this measurement, long enough to be nobody's",
        },
    )
    make_tables(request.config, installation)
    yield installation
    installation.close()


@pytest.fixture(params=[KINDS[0], pytest.param(KINDS[1], marks=pytest.mark.services)])
def house(request: pytest.FixtureRequest, mails: tuple[Mails, int]) -> House:
    """Each kind of installation, with a mail server; the larger one has its clock too."""
    is_larger = request.param == KINDS[1]
    name = "upset_larger" if is_larger else "embedded"
    installation: Installation = request.getfixturevalue(name)
    installation.variables["EMAIL_URL"] = f"smtp://127.0.0.1:{mails[1]}"
    installation.variables["LEAGUE_ALLOW_PRIVATE_ADDRESSES"] = "1"
    made = House(installation, is_larger)
    if is_larger:
        made.stores.update(request.getfixturevalue("stores"))
        installation.beat()
    return made


class Organizer:
    """A program that seats round after round, and asks again what was not answered."""

    def __init__(self, house: House, token: str) -> None:
        self.house, self.token = house, token
        self.answers = 0

    def ask(self, method: str, path: str, body: object = None, version: int = 0) -> Any:
        key, ends = str(uuid4()), time.monotonic() + 240
        while True:
            headers = {
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "Idempotency-Key": key,
                "If-Match": f'"{version}"',
            }
            data = json.dumps(body).encode() if body is not None else None
            address = f"{self.house.doors[0]}/api/v1{path}"
            try:
                with urlopen(Request(address, data, headers, method=method), timeout=20) as answer:
                    told = json.load(answer)
                    self.answers += 1
                    return told
            except HTTPError as refused:
                if refused.code < 500:
                    raise AssertionError((path, refused.code, refused.read())) from None
            except (URLError, OSError, HTTPException):
                pass
            assert time.monotonic() < ends, path
            time.sleep(0.2)


def rows(installation: Installation, query: str) -> list[Row]:
    if url := installation.variables.get("DATABASE_URL"):
        import psycopg  # optional: only measurements of larger installations need the driver

        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()
    with sqlite3.connect(installation.folder / "data" / "league.sqlite3") as connection:
        return connection.execute(query).fetchall()


def found(installation: Installation, hook: str) -> dict[str, Any]:
    said = installation.manage("shell", "-c", FOUND.format(people=PEOPLE, hook=hook))
    told: dict[str, Any] = json.loads(said.partition("FOUND ")[2].splitlines()[0])
    return told


class Killer(threading.Thread):
    """Ends and begins processes at random; never twice without an answer in between."""

    def __init__(self, house: House, organizer: Organizer) -> None:
        super().__init__(daemon=True)
        self.house, self.organizer, self.chance = house, organizer, random.Random(1)
        self.kills: Counter[str] = Counter()
        self.is_over, self.is_whole = threading.Event(), False
        self.works = threading.Event()
        self.works.set()
        self.is_at_rest = threading.Event()

    def run(self) -> None:
        while not self.is_over.is_set():
            before, ends = self.organizer.answers, time.monotonic() + PATIENCE_S
            while self.organizer.answers == before and time.monotonic() < ends:
                if self.is_over.is_set() or not self.works.is_set():
                    break
                time.sleep(0.02)
            self.is_over.wait(self.chance.uniform(0, 3))
            self.is_at_rest.set()
            self.works.wait()
            self.is_at_rest.clear()
            if not self.is_over.is_set():
                self.kills[self.house.upset(self.chance)] += 1
        self.is_whole = True  # else something did not come back

    def pause(self) -> None:
        """Returns when everything runs, and stays so until ``works`` is set."""
        self.works.clear()
        self.is_at_rest.clear()
        self.is_at_rest.wait(PATIENCE_S * 2)
        assert self.is_alive(), "something did not come back"


def seated(organizer: Organizer, told: dict[str, Any], killer: Killer, mails: Mails) -> int:
    """Rounds, one after the other, each published and closed, a slice of them in each event."""
    club, players = told["club"], told["players"]
    shelf = organizer.ask("GET", f"/clubs/{club}/rulesets/")["results"]
    game = next(row["id"] for row in shelf if row["game"] == "dice-devils")
    left = -(-CAUSES // PEOPLE)
    count = 0
    while left:
        rounds = min(left, max(1, SLICE // PEOPLE), 40)  # as many as an event takes
        evening = {
            "name": f"Evening {count}",
            "starts_at": "2026-11-30T18:00:00Z",
            "confirmation": "none",
            "stage": {"ruleset": game, "size_min": 4, "size_max": 4},
        }
        event = organizer.ask("POST", f"/clubs/{club}/events/", evening)
        stage = event["stages"][0]["id"]
        organizer.ask("POST", f"/events/{event['id']}/roll/", {"players": players, "present": True})
        for _ in range(rounds):
            before, ends = mails.came.total(), time.monotonic() + 10
            draft = organizer.ask("POST", f"/stages/{stage}/seatings/")
            path = f"/seatings/{draft['id']}/publish/"
            organizer.ask("POST", path, version=draft["version"])
            while mails.came.total() < before + PEOPLE and time.monotonic() < ends:
                time.sleep(0.1)
            organizer.ask("POST", f"/rounds/{draft['round']}/close/", {"accept_missing": True})
        count, left = count + rounds, left - rounds
        killer.pause()
        settle(killer.house.installation)
        print(f"{count * PEOPLE} caused, {killer.kills.total()} ended", flush=True)
        killer.works.set()
    return count


def settle(installation: Installation) -> None:
    ends = time.monotonic() + LEFT_S
    while any(rows(installation, query)[0][0] for query in STILL_OPEN):
        assert time.monotonic() < ends
        time.sleep(2)


def test_every_message_and_webhook_arrives_once_however_often_processes_die(
    house: House, mails: tuple[Mails, int], hook: str, report: Report
) -> None:
    server, _ = mails
    told = found(house.installation, hook)
    organizer = Organizer(house, told["token"])
    killer = Killer(house, organizer)
    killer.start()
    count = seated(organizer, told, killer, server)
    killer.is_over.set()
    killer.join()
    assert killer.is_whole
    settle(house.installation)

    kills = killer.kills
    restarts = Counter({name: kills[name] for name in house.stores})
    causes = rows(
        house.installation,
        "SELECT line_id, address_id, count(*) FROM league_notice WHERE kind = 'seating'"
        " GROUP BY line_id, address_id",
    )
    states = Counter(row[0] for row in rows(house.installation, "SELECT state FROM league_notice"))
    deliveries = Counter(
        row[0] for row in rows(house.installation, "SELECT state FROM league_delivery")
    )
    report(
        f"{PEOPLE * count} messages and {count} webhooks, {house.kind} killed at random",
        [
            ("processes killed meanwhile", str(kills.total() - restarts.total()), "–"),
            *((f"restarts of {name} meanwhile", str(restarts[name]), "–") for name in house.stores),
            ("causes without a row, or with two", str(PEOPLE * count - len(causes)), "0"),
            ("messages sent", str(states["sent"]), "–"),
            ("too late to be of use, and not sent", str(states["dropped"]), "–"),
            ("mails of them that never came", str(states["sent"] - len(server.came)), "0"),
            ("mails that came twice, under one identifier", str(_twice(server.came)), "–"),
            ("most often one mail came", str(max(server.came.values())), "≤ 2"),
            ("webhooks sent", str(deliveries["sent"]), str(count)),
            ("webhooks that never came", str(count - len(Hooks.came)), "0"),
            ("webhooks that came twice, under one number", str(_twice(Hooks.came)), "–"),
        ],
    )
    assert {row[2] for row in causes} == {1}
    assert len(causes) == PEOPLE * count
    assert set(states) <= {"sent", "dropped"}
    assert len(server.came) >= states["sent"]
    assert max(server.came.values()) <= 2
    assert (deliveries, len(Hooks.came)) == ({"sent": count}, count)


def _twice(came: Counter[Any]) -> int:
    return sum(times > 1 for times in came.values())
