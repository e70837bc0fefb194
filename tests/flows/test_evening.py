"""A whole evening with seventeen people over HTTP, as the people would play it."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.flows import club as clubs
from tests.flows import room, sheets
from tests.flows.conftest import Site, eventually
from tests.flows.sheets import Ledger, turned
from tests.flows.visitors import Page, Visitor

if TYPE_CHECKING:
    from tests.flows.club import Club
    from tests.flows.room import TableCard

MOST_TAPS = 32
TOTALS = [row[4] for row in sheets.DEVILS]
GUEST, LATE, GONE = "Wendelin Krug", "Zora Brandt", "Birk Quendel"


def points_of(table: TableCard) -> list[int]:
    """What this table scores; every table begins with another place."""
    rows = sheets.LANTERNS if table.game == clubs.LANTERNS else TOTALS
    size = len(table.names)
    # The winner of a Dice Devils table has the items that end the match.
    return turned(rows, table.number, size)


def test_seventeen_people_play_an_evening_from_the_roll_call_to_the_standings(site: Site) -> None:
    club = clubs.found(site.base, site.setup_path())
    ledger = Ledger(guests={GUEST, LATE})
    organizer = Visitor(site.base)

    organizer.open(f"/e/{club.event}/desk/")
    organizer.press("Sign in", {"login": clubs.EMAIL, "password": clubs.PASSWORD})
    first_round(organizer, club, ledger)
    second_round(organizer, club, ledger)
    page = organizer.press("Close round and finish event")

    assert "The event is finished" in page.words
    standings_are_everywhere_the_same(club, ledger)
    the_journal_tells_the_evening(club)
    print(f"organizer's taps, from sign-in to the last standings: {len(organizer.taps)}")
    assert len(organizer.taps) <= MOST_TAPS
    assert "Traceback" not in site.said()
    assert "locked" not in site.said()


def first_round(organizer: Visitor, club: Club, ledger: Ledger) -> None:
    organizer.press("Mark all signed-up here")
    organizer.press("Add and check in", {"name": GUEST})
    organizer.open(f"/e/{club.event}/desk/")
    page = organizer.press("Start event and draw a draft")
    assert "5 + 4 + 4 + 4" in page.words
    form, change = page.button("Change", near="game:")
    assert form.choices
    box = f"game-{change.value.removeprefix('game:')}"
    organizer.press("Change", {box: page.choice(box, clubs.LANTERNS)}, near=change.value)
    organizer.press("Publish round 1")
    tables = cards(organizer)
    assert room.sizes(tables) == [5, 4, 4, 4]
    assert sorted({table.game for table in tables}) == [clubs.BOX, clubs.LANTERNS]
    for table in tables:
        table.sit_down(club.base)

    organizer.open(f"/e/{club.event}/desk/?step=roll")
    organizer.press("Add and check in", {"name": LATE})
    organizer.open(organizer.page.link("Seating"))
    organizer.press("Seat where they fit best")
    organizer.open(f"/e/{club.event}/desk/?step=play")
    tables = seated_again(tables, cards(organizer), club)
    assert sum(room.sizes(tables)) == 18

    first, *others = [table for table in tables if table.game == clubs.BOX]
    second, third = others[:2]
    lanterns = next(table for table in tables if table.game == clubs.LANTERNS)
    for table, level in ((first, "FULL"), (second, "SHORT"), (third, "TOTAL"), (lanterns, "")):
        ledger.put(f"1/{table.number}", table.names, points_of(table))
        wrong = list(reversed(points_of(table)))
        if table is second:
            page = table.report(wrong, level=level)
            assert "Waiting for a second look" in page.words
            table.phones[1].open(table.path)
            page = table.phones[1].press("Send objection", {"reason": "The columns are swapped"})
            assert "The columns are swapped" in page.words
            continue
        table.report(wrong if table is third else points_of(table), level=level)
        assert "The result counts" in table.confirm().words

    # The objection is decided, and a result that counts already is corrected.
    organizer.open(f"/e/{club.event}/desk/")
    organizer.open(organizer.page.link(f"Review table {second.number}"))
    corrects(organizer, second, "SHORT")
    organizer.open(f"/e/{club.event}/desk/?step=seating")
    organizer.open(organizer.page.link(f"Open table {third.number}"))
    corrects(organizer, third, "TOTAL")


def corrects(organizer: Visitor, table: TableCard, level: str) -> None:
    """On the table's own page: the sheet anew, with a reason."""
    form, save = organizer.page.button("Save")
    assert save.words in {"Save result", "Save correction"}
    typed = room.boxes([name for name, _ in form.fields], points_of(table), level)
    if "reason" in form.names:
        typed["reason"] = "Read from the paper sheet"
    page = organizer.press(save.words, typed)
    assert "Saved: this result counts." in page.words


def second_round(organizer: Visitor, club: Club, ledger: Ledger) -> None:
    organizer.open(f"/e/{club.event}/desk/?step=roll")
    _, leaves = organizer.page.button("Mark as left", near=f"leave:{entry_of(club, GONE)}")
    organizer.press("Mark as left", near=leaves.value)
    organizer.press("Close, draw and publish round 2")
    tables = cards(organizer)
    assert room.sizes(tables) == [5, 4, 4, 4]
    assert GONE not in {name for table in tables for name in table.names}

    by_phone, *on_paper = tables
    by_phone.sit_down(club.base)
    for table in tables:
        ledger.put(f"2/{table.number}", table.names, points_of(table))
    by_phone.report(points_of(by_phone), level="TOTAL" if by_phone.game == clubs.BOX else "")
    by_phone.confirm()
    organizer.open(f"/e/{club.event}/desk/")
    page = organizer.open(organizer.page.link("Enter results"))
    form, _ = page.button("Save all")
    prefixes = sorted({name.split(".")[0] for name in form.names if name.startswith("t")})
    assert len(prefixes) == len(on_paper)
    # In the order in which the page shows the tables.
    shown = list(dict.fromkeys(n.split(".")[0] for n, _ in form.fields if n.startswith("t")))
    typed = {
        f"{prefix}.seats.{seat}.{'points' if table.game == clubs.LANTERNS else 'total'}": str(value)
        for prefix, table in zip(shown, on_paper, strict=True)
        for seat, value in enumerate(points_of(table))
    }
    page = organizer.press("Save all", typed)
    assert "3 results saved." in page.words
    organizer.open(f"/e/{club.event}/desk/")


def cards(organizer: Visitor) -> list[TableCard]:
    return room.cards(organizer.open(organizer.page.link("Print QR cards for tables…")))


def seated_again(before: list[TableCard], after: list[TableCard], club: Club) -> list[TableCard]:
    """The cards as they are now; phones that hold a seat keep it, the late one takes hers."""
    for old, new in zip(before, after, strict=True):
        assert new.names[: len(old.names)] == old.names
        new.phones = old.phones
        new.sit_down(club.base)
    return after


def entry_of(club: Club, name: str) -> int:
    rows = club.program.get(f"/events/{club.event_id}/entries/?limit=100").json()["results"]
    return next(int(row["id"]) for row in rows if row["name"] == name)


# --- the same numbers everywhere ------------------------------------------------------------


def standings_are_everywhere_the_same(club: Club, ledger: Ledger) -> None:
    """Page, event page, projector, spreadsheet and API agree with the sheets."""
    visitor = Visitor(club.base)
    eventually(lambda: counted(club) == ledger.points(), within_s=15)
    sheets.check(ledger, of_api(club.program.get(f"/stages/{club.stage_id}/standings/")))
    page = visitor.open(f"/e/{club.event}/")
    sheet = visitor.open(page.link("CSV"))

    wanted = ranks_of_api(club)
    assert ranks_of_table(page) == wanted
    assert ranks_of_csv(sheet) == wanted
    assert ranks_of_table(visitor.open(f"/e/{club.event}/standings/")) == wanted
    assert ranks_of_table(visitor.open(f"/e/{club.event}/board/?slides=standings")) == wanted
    tabular = club.program.get(f"/stages/{club.stage_id}/standings/", Accept="text/csv")
    assert ranks_of_csv(tabular) == wanted


def of_api(page: Page) -> dict[str, tuple[int | None, Fraction]]:
    return {
        row["name"]: (row["rank"], Fraction(row["values"]["points"]["exact"]))
        for row in page.json()["rows"]
    }


def counted(club: Club) -> dict[str, Fraction]:
    page = club.program.get(f"/stages/{club.stage_id}/standings/")
    return {name: points for name, (_, points) in of_api(page).items() if name in clubs.EVERYBODY}


def ranks_of_api(club: Club) -> dict[str, str]:
    rows = club.program.get(f"/stages/{club.stage_id}/standings/").json()["rows"]
    return {row["name"]: "" if row["rank"] is None else str(row["rank"]) for row in rows}


def bare(rank: str) -> str:
    """``=3.`` and ``3`` are the third rank, a dash is none."""
    return "".join(sign for sign in rank if sign.isdigit())


def ranks_of_table(page: Page) -> dict[str, str]:
    found = [table for table in page.read.tables if table and table[0][:1] == ["Rank"]]
    assert len(found) == 1, page.url
    head, *rows = found[0]
    who = head.index("Player")
    known = clubs.EVERYBODY | {GUEST, LATE}
    return {next(name for name in known if row[who].startswith(name)): bare(row[0]) for row in rows}


def ranks_of_csv(page: Page) -> dict[str, str]:
    rows = list(csv.DictReader(io.StringIO(page.body.decode("utf-8-sig")), delimiter=";"))
    return {row["name"]: bare(row["rank"]) for row in rows}


def the_journal_tells_the_evening(club: Club) -> None:
    words = journal(club)
    told = {
        "Seating published": 2,
        "Result reported": 9,  # eight tables, and the one that was disputed once more
        "Result confirmed": 8,
        "Result disputed": 1,
        "Result corrected": 1,
        "reason: The columns are swapped": 1,
        "reason: Read from the paper sheet": 1,
        "Left the event": 1,
        "Round closed": 2,
    }
    assert {line: words.count(line) for line in told} == told


def journal(club: Club) -> str:
    """All pages of the club's journal."""
    page = club.founder.open(f"/c/{club.slug}/office/journal/")
    words = page.words
    while any(label == "Next page" for label, _ in page.read.links):
        page = club.founder.open(page.link("Next page"))
        words += page.words
    return words
