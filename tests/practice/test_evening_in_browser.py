"""An evening of seventeen with two tables in the browser: the standings are those of a ledger."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.core.enums import Role
from league.models import Play
from league.queries.play.verbs import QUIET_S
from league.services.play import hand_ins
from league.services.records import records
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.factories import plays as make
from tests.flows.sheets import Ledger, check
from tests.league.web.play.test_table_door import phone_at, pressed
from tests.league.web.play.test_tables import CHOICE, HIDDEN
from tests.practice.evenings import Evening, html, of_api, organizer, ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Table

pytestmark = pytest.mark.django_db

TABLES = (
    ("Ada", "Bo", "Cleo", "Dee", "Eli"),
    ("Fay", "Gus", "Hal", "Ida"),
    ("Jo", "Kim", "Lou", "Max"),
    ("Nell", "Oda", "Pip", "Quin"),
)
ON_PAPER = {0: (4, 1, 2, 0, 3), 1: (1, 3, 0, 2)}
IN_BROWSER = (2, 3)


def evening() -> Evening:
    season = factories.season()
    event = factories.event(season.club, season=season)
    ruleset = make.rules(season.club, entry_level="TOTAL")
    stage = factories.stage(event, ruleset=ruleset)
    people = {
        name: factories.entry(event, factories.member(season.club, name))
        for names in TABLES
        for name in names
    }
    return Evening(stage, factories.actor(Role.ORGANIZER, season.club), people)


class Match:
    """A table in the browser with a phone on every seat."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.chance = table, Random(seed)
        self.phones = [phone_at(table, position) for position in range(1, table.seats.count() + 1)]
        (self.address,) = {pressed(phone, table) for phone in self.phones}

    @property
    def play(self) -> Play:
        return Play.objects.get(table=self.table)

    def owing(self) -> list[int]:
        rows = self.play.seats.filter(owes_since__isnull=False, bot="").order_by("number")
        return list(rows.values_list("number", flat=True))

    def press(self, number: int, *, times: int = 1) -> list[tuple[int, int]]:
        """One of the buttons on this seat's page, pressed so often: each answer's status, and how
        far the match is then.
        """
        page = html(self.phones[number], self.address)
        fields = dict(HIDDEN.findall(page.partition('class="choices"')[2]))
        fields["action"] = unescape(self.chance.choice(CHOICE.findall(page)))
        reached = []
        for _ in range(times):
            answer = self.phones[number].post(self.address, {"do": "act", **fields})
            reached.append((answer.status_code, self.play.seq))
        return reached

    def go_on(self, *, without: int | None = None, rounds: int = 100) -> None:
        """Everybody presses until nobody can but ``without``, or until so many rounds began."""
        while self.play.length < rounds:
            able = [number for number in self.owing() if number != without]
            if not able:
                return
            self.press(self.chance.choice(able))

    def result(self) -> tuple[list[str], list[int]]:
        """Names, and what they are by place, as a passer-by reads it once it is over."""
        told = doors.visitor().get(f"/plays/{self.play.code}/").json()
        assert told["state"] == "over"
        return [seat["name"] for seat in told["seats"]], [-seat["place"] for seat in told["seats"]]


def written(night: Evening, table: Table, names: Sequence[str], totals: Sequence[int]) -> None:
    """The organizer types in a sheet of paper."""
    total = dict(zip(names, totals, strict=True))
    called = {entry.pk: name for name, entry in night.entries.items()}
    seats = [called[seat.entry_id] for seat in table.seats.order_by("position")]
    records.submit(
        by=night.by,
        table=table,
        data={"level": "TOTAL", "seats": [{"total": total[name]} for name in seats]},
        expected_version=0,
        accept_warnings=True,
    )


def test_seventeen_people_at_two_tables_on_paper_and_two_in_the_browser_stand_as_they_played() -> (
    None
):
    night, ledger = evening(), Ledger()
    desk, visitor = organizer(night), Client()
    seating = night.seat(*TABLES)
    tables = [night.table(seating, names[0]) for names in TABLES]
    for at in IN_BROWSER:
        desk.post(f"/e/{night.event.slug}/desk/", {"do": f"play_here:{tables[at].pk}"})
    for at, totals in ON_PAPER.items():
        written(night, tables[at], TABLES[at], totals)
        ledger.put(str(at), TABLES[at], totals)

    with time_machine.travel(timezone.now()) as clock:
        first, second = (Match(tables[at], seed=at) for at in IN_BROWSER)
        # The network of one was cut right after the press: the phone sends it again.
        again = first.press(first.owing()[0], times=2)
        first.go_on(rounds=2)
        watching = html(visitor, first.address)  # somebody comes by late
        first.go_on()
        # One goes to the door for a while; a bot plays on until they are back.
        away = second.owing()[-1]
        second.go_on(without=away)
        clock.shift(QUIET_S + 1)
        neighbour = second.phones[away - 1]
        offered = f"take_over:{away}"
        asked = html(neighbour, second.address)
        neighbour.post(second.address, {"do": offered})
        second.go_on(without=away, rounds=2)
        second.phones[away].post(second.address, {"do": "come_back"})
        second.go_on()
    hand_ins.catch_up()
    standings.catch_up()
    for match in (first, second):
        ledger.put(match.address, *match.result())

    assert again[0] == again[1]
    assert again[0][0] == 302
    assert "Waiting for" in watching
    assert CHOICE.findall(watching) == []
    assert offered in asked
    helped = second.play.actions.exclude(bot="").values_list("seat", flat=True)
    assert set(helped) == {away}
    reasons = [match.table.records.get().reason for match in (first, second)]
    assert reasons[0] == ""
    assert re.fullmatch(r"A bot stood in for \w+ for a while\.", reasons[1])
    api = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]
    shown = {row["name"]: (row["rank"], Fraction(row["values"]["points"]["exact"])) for row in api}
    assert len(shown) == 17
    check(ledger, shown)
    lines = of_api(night.stage)
    event = f"/e/{night.event.slug}/"
    for page in (event, f"{event}standings/", f"{event}board/?slides=standings"):
        assert (page, ranking(html(visitor, page))) == (page, lines)
