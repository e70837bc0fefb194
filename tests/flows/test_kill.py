"""Processes that die at the worst moment: nothing that was acknowledged is lost."""

from __future__ import annotations

import signal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flows import club as clubs
from tests.flows import room, sheets
from tests.flows.conftest import Site, eventually
from tests.flows.sheets import Ledger, turned
from tests.installation import Installation
from tests.prepared import make_tables
from tests.services import start_redis

if TYPE_CHECKING:
    from tests.flows.club import Club
    from tests.flows.room import TableCard

SWEEP_S = 60
TOTALS = [row[4] for row in sheets.DEVILS]
pytestmark = pytest.mark.gates


def tables_of_tonight(club: Club) -> list[TableCard]:
    """Sixteen people at four published tables, two phones at each."""
    organizer = club.founder
    organizer.open(f"/e/{club.event}/desk/")
    organizer.press("Mark all signed-up here")
    organizer.press("Draw and publish round 1")
    tables = room.cards(organizer.open(organizer.page.link("Print QR cards for tables…")))
    assert room.sizes(tables) == [4, 4, 4, 4]
    for table in tables:
        table.phones = [room.phone(club.base, table, position) for position in (1, 2)]
    return tables


def points_of(table: TableCard) -> list[int]:
    return turned(TOTALS, table.number, len(table.names))


def standing(club: Club) -> dict[str, tuple[int | None, Fraction]]:
    page = club.program.get(f"/stages/{club.stage_id}/standings/")
    assert page.status == 200, page.words
    return {
        row["name"]: (row["rank"], Fraction(row["values"]["points"]["exact"]))
        for row in page.json()["rows"]
        if row["rank"] is not None
    }


def is_counted(club: Club, ledger: Ledger) -> bool:
    return {name: points for name, (_, points) in standing(club).items()} == ledger.points()


def come_back(site: Site, club: Club, tables: list[TableCard]) -> None:
    """Starts what has died; the same browsers go on where they were."""
    site.start()
    club.moved_to(site.base)
    for table in tables:
        for visitor in table.phones:
            visitor.restarted_at(site.base)


def states(table: TableCard) -> list[str]:
    """What both phones of the table are told."""
    return [
        next(
            words
            for words in (
                "The result counts",
                "Waiting for a second look",
                "reports",
                "Who are you?",
                "Score sheet",
            )
            if words in phone.open(table.path).words
        )
        for phone in table.phones
    ]


@pytest.mark.timeout(400)
def test_every_acknowledged_result_survives_a_power_cut_right_after_it(site: Site) -> None:
    club = clubs.found(site.base, site.setup_path())
    tables = tables_of_tonight(club)
    ledger = Ledger()

    for table in tables:
        table.report(points_of(table), level="TOTAL", follow=False)
        if table is tables[0]:
            site.web.kill()
            come_back(site, club, tables)
            assert states(table) == ["Waiting for a second look", "reports"]
        table.confirm(follow=False)
        site.web.kill()
        if table is tables[1] and site.worker is not None:
            site.worker.kill()
        ledger.put(str(table.number), table.names, points_of(table))
        come_back(site, club, tables)
        assert states(table) == ["The result counts", "The result counts"]

    took = eventually(lambda: is_counted(club, ledger), within_s=SWEEP_S + 15)
    print(f"after the last power cut the standing was right within {took:.1f} s")
    sheets.check(ledger, standing(club))
    assert [states(table) for table in tables] == [["The result counts"] * 2] * 4
    said = site.installation.manage("recompute_standings", "--check")
    assert said == "All standings are up to date.\n"


@pytest.mark.services
@pytest.mark.timeout(400)
def test_results_come_in_while_redis_dies_and_comes_back_empty(
    request: pytest.FixtureRequest, tmp_path: Path, postgresql_url: str
) -> None:
    broker = start_redis()
    installation = Installation(
        tmp_path / "larger",
        {
            "DATABASE_URL": postgresql_url,
            "REDIS_URL": f"redis://127.0.0.1:{broker.port}/0",
            "LEAGUE_SECRET_KEY": "a key of these tests, long enough to be no key of anybody's",
        },
    )
    try:
        make_tables(request.config, installation)
        site = Site(installation, is_larger=True)
        club = clubs.found(site.base, site.setup_path())
        tables = tables_of_tonight(club)
        ledger = Ledger()
        for table in tables:
            table.report(points_of(table), level="TOTAL")
            if table is tables[1]:
                broker.process.send_signal(signal.SIGKILL)
                broker.process.wait(10)
            assert "The result counts" in table.confirm().words
            ledger.put(str(table.number), table.names, points_of(table))
        broker.stop()
        broker = start_redis(broker.port)

        took = eventually(lambda: is_counted(club, ledger), within_s=SWEEP_S + 30)
        print(f"after Redis came back empty the standing was right within {took:.1f} s")
        sheets.check(ledger, standing(club))
    finally:
        installation.close()
        broker.stop()
