"""Watching an evening: versions on the streams of a real server, at once and to nobody else."""

from __future__ import annotations

import time
import urllib.request

import pytest
import redis

from tests.flows import club as clubs
from tests.flows import room, sheets
from tests.flows.conftest import Site, eventually
from tests.flows.sheets import turned
from tests.flows.streams import Stream, address_on
from tests.flows.visitors import Visitor

TOTALS = [row[4] for row in sheets.DEVILS]
pytestmark = pytest.mark.gates


def part(base: str, path: str) -> str:
    """What a page of somebody without any cookie fetches by itself."""
    request = urllib.request.Request(base + path, headers={"HX-Request": "true"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert answer.headers["X-Shared"] is None
        return str(answer.read().decode())


@pytest.fixture
def streams_at(site: Site) -> str:
    """Where this installation serves its streams: itself, or the process beside it."""
    return site.installation.live().url if site.is_larger else site.base


def test_a_result_is_told_to_everybody_who_watches_within_a_second(
    site: Site, streams_at: str
) -> None:
    club = clubs.found(site.base, site.setup_path())
    organizer = club.founder
    organizer.open(f"/e/{club.event}/desk/")
    organizer.press("Mark all signed-up here")
    organizer.press("Draw and publish round 1")
    desk = organizer.open(f"/e/{club.event}/desk/")
    public = Visitor(site.base).open(f"/e/{club.event}/")
    tables = room.cards(organizer.open(desk.link("Print QR cards for tables…")))
    for table in tables[:2]:
        table.phones = [room.phone(site.base, table, seat) for seat in (1, 2)]
    one, other = tables[0], tables[1]
    watching = {
        "desk": Stream(streams_at, address_on(desk)),
        "public": Stream(streams_at, address_on(public)),
        "table": Stream(streams_at, address_on(one.phones[1].open(one.path))),
        "other table": Stream(streams_at, address_on(other.phones[1].open(other.path))),
    }
    time.sleep(0.5)  # what is only told because the pages are that new

    one.report(turned(TOTALS, one.number, len(one.names)), level="TOTAL")
    before = time.monotonic()
    one.confirm(follow=False)
    after = time.monotonic()
    told = ("desk", "public", "table")
    eventually(lambda: all(watching[who].since(before) for who in told), within_s=5)

    first = {who: stream.since(before) for who, stream in watching.items()}
    assert {who for who, found in first.items() if found} == set(told)
    assert max(first[who][0] for who in told) <= after - before + 1
    for stream in watching.values():
        stream.close()

    if site.is_larger:
        after_a_gap_of_redis_everybody_is_told(site, streams_at, address_on(public))


def after_a_gap_of_redis_everybody_is_told(site: Site, streams_at: str, address: str) -> None:
    stream = Stream(streams_at, address)
    cut = time.monotonic()
    with redis.Redis.from_url(site.installation.variables["REDIS_URL"]) as client:
        for row in client.client_list(_type="pubsub"):
            client.client_kill_filter(_id=row["id"])

    eventually(lambda: bool(stream.since(cut + 0.5)), within_s=10)
    stream.close()


def test_who_comes_late_is_told_and_a_stop_waits_for_nobody(alone: Site) -> None:
    club = clubs.found(alone.base, alone.setup_path())
    page = Visitor(alone.base).open(f"/e/{club.event}/")
    club.founder.open(f"/e/{club.event}/desk/")
    club.founder.press("Mark all signed-up here")

    early = [part(alone.base, f"/e/{club.event}/") for _ in range(3)]
    club.founder.press("Draw and publish round 1")
    after = [part(alone.base, f"/e/{club.event}/") for _ in range(3)]
    assert ["Round 1" in html for html in (*early, *after)] == [False] * 3 + [True] * 3

    late = Stream(alone.base, address_on(page))
    eventually(lambda: len(late.heard) == 1, within_s=5)

    streams = [late, *(Stream(alone.base, address_on(page)) for _ in range(20))]
    before = time.monotonic()
    code = alone.web.stop()
    took = time.monotonic() - before
    eventually(lambda: all(stream.is_over for stream in streams), within_s=5)
    for stream in streams:
        stream.close()
    assert (code, took < 10) == (0, True)
    assert "Traceback" not in alone.said()

    alone.start()
    back = Stream(alone.base, late.address, headers={"Last-Event-ID": str(late.heard[-1][1])})
    eventually(lambda: len(back.heard) == 1, within_s=5)
    back.close()
