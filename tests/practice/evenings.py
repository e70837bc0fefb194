"""Evenings set up with the real services, and what each door shows of their standings."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.test import Client

from league.core.enums import Role
from league.models import Entry, MatchRecord, Table
from league.services.records import records
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, Event, Player, Season, Seating, Stage
    from league.standings.types import JSON

FOUR_TWO_ONE: dict[str, JSON] = {"key": "podium", "points": [4, 2, 1, 0]}
OWN_POINTS = {"key": "game_points"}
Line = tuple[str, str, str]  # rank, name, points: each as it is shown


@dataclass
class Evening:
    """A stage with people in the room who are called by their names, and its organizer."""

    stage: Stage
    by: Actor
    entries: dict[str, Entry]

    @property
    def event(self) -> Event:
        return self.stage.event

    @property
    def club(self) -> Club:
        return self.stage.event.club

    @property
    def season(self) -> Season:
        season = self.stage.event.season
        assert season is not None
        return season

    def player(self, name: str) -> Player:
        return self.entries[name].player

    def draft(self, *tables: Sequence[str]) -> Seating:
        """The next round, drawn by a ready-made plan; everybody in the room is in it."""
        order = [entry.pk for entry in sorted(self.entries.values(), key=lambda row: row.pk)]
        here = set(
            Entry.objects.filter(event=self.event, state="registered", is_present=True).values_list(
                "pk", flat=True
            )
        )
        order = [pk for pk in order if pk in here]
        schedule = [[order.index(self.entries[name].pk) + 1 for name in row] for row in tables]
        return seatings.draw(by=self.by, stage=self.stage, method="fixed", schedule=schedule)

    def seat(self, *tables: Sequence[str]) -> Seating:
        return seatings.publish(by=self.by, seating=self.draft(*tables))

    def table(self, seating: Seating, name: str) -> Table:
        """The table at which somebody sits, as it is now."""
        rows = Table.objects.select_related("seating__round__stage__event__club", "link")
        return rows.get(seating=seating, seats__entry=self.entries[name])

    def score(self, seating: Seating, **points: int) -> MatchRecord:
        """The organizer writes down what everybody at one table scored."""
        table = self.table(seating, next(iter(points)))
        return records.submit(
            by=self.by,
            table=table,
            data=self.sheet(table, **points),
            expected_version=table.record_version,
        )

    def sheet(self, table: Table, **points: int) -> dict[str, Any]:  # any JSON
        seats = table.seats.order_by("position").select_related("entry__player")
        names = {entry.pk: name for name, entry in self.entries.items()}
        return {"seats": [{"points": points[names[seat.entry_id]]} for seat in seats]}

    def finish(self, seating: Seating, order: Sequence[str]) -> MatchRecord:
        """Everybody at one table ends in this order, nobody level with anybody."""
        return self.score(
            seating, **{name: 10 * (len(order) - at) for at, name in enumerate(order)}
        )

    def play(self, *orders: Sequence[str]) -> Seating:
        """A whole round: who sits together, in the order in which they end."""
        seating = self.seat(*orders)
        for order in orders:
            self.finish(seating, order)
        standings.catch_up()
        return seating


# Free fields of the stage, as the factory takes them.
def evening(names: Sequence[str], *, seats: tuple[int, int] = (2, 6), **fields: Any) -> Evening:
    """An evening of a season with ``names`` in the room; ``fields`` are the stage's."""
    season = factories.season()
    event = factories.event(season.club, season=season)
    game = factories.free_game(season.club, name="Copper Kettle", seats=list(seats), negatives=True)
    stage = factories.stage(event, **{"ruleset": game, **fields})
    people = {name: factories.entry(event, factories.member(season.club, name)) for name in names}
    return Evening(stage, factories.actor(Role.ORGANIZER, season.club), people)


def signed_in(
    role: Role | None = None, on: object = None, *, player: Player | None = None
) -> Client:
    account = factories.account(player=player)
    if role is not None:
        factories.grant(account, role, on)  # type: ignore[arg-type]  # whatever a role is given on
    client = Client()
    client.force_login(account)
    return client


def organizer(of: Evening) -> Client:
    return signed_in(Role.ORGANIZER, of.club)


def html(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def standing(page: str) -> list[list[str]]:
    """The first standing on a page, its head first; a race has days for its columns."""
    return next(
        table
        for table in Reader(page).tables
        if table and table[0][:1] == ["Rank"] and not {"Points", "Average"}.isdisjoint(table[0])
    )


def ranking(page: str) -> list[Line]:
    """The first standing on a page: rank, name and points of every row."""
    table = standing(page)
    who, points = table[0].index("Player"), table[0].index("Points")
    return [(row[0], row[who], row[points].removesuffix("*")) for row in table[1:]]


def of_csv(body: bytes) -> list[Line]:
    rows = csv.DictReader(io.StringIO(body.decode("utf-8-sig")), delimiter=";")
    return [(row["rank"], row["name"], row["points"]) for row in rows]


def of_api(of: Stage | Season, asker: doors.Asker | None = None) -> list[Line]:
    kind = type(of).__name__.casefold()
    answer = (asker or doors.visitor()).get(f"/{kind}s/{of.pk}/standings/")
    return [
        (row["rank_text"], row["name"], row["values"]["points"]["shown"])
        for row in answer.json()["rows"]
    ]
