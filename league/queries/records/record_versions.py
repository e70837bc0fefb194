"""The versions of a table's record: who said what when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Prefetch
from django.utils.translation import gettext

from league import permissions
from league.core.actors import PLAYED_HERE
from league.core.enums import ActorKind, RecordState
from league.core.facts import Fact
from league.models import Event, JournalLine, MatchRecord, Seat, SeatScore, Table
from league.queries.people import actor_names, rosters
from league.queries.records import sheets
from league.queries.records.records import SeatRow, by_place, is_won, sees_reports, side_of
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One stored version of a table's record, as one viewer sees it.

    ``author``, ``confirmers`` and ``disputer`` are names the viewer may see, or say in general
    who it was. ``rows`` are the seats in the order of the sheet, ``play`` the code of the match in
    the browser that it comes from.
    """

    record_id: int
    version: int
    state: RecordState
    author: str
    author_seat_id: int | None
    reported_at: datetime
    confirmers: str
    confirmed_at: datetime | None
    disputer: str
    dispute_reason: str
    reason: str
    closed_by: str
    closed_at: datetime | None
    closed_reason: str
    sheet: JSON
    text: sheets.SheetText
    outcome: Mapping[str, JSON]
    issues: tuple[Mapping[str, JSON], ...]
    rows: tuple[SeatRow, ...]
    play: str = ""

    @property
    def names(self) -> list[str]:
        return [row.marked for row in self.rows]

    @property
    def ranked(self) -> tuple[SeatRow, ...]:
        """The seats by place once the result counts, in the order of the sheet before."""
        return by_place(self.rows) if self.state == RecordState.CONFIRMED else self.rows


def versions(*, viewer: Actor, table: Table) -> tuple[VersionRow, ...]:
    """The versions of a table's record, newest first; uncounted and withheld ones for table
    and staff.
    """
    event = table.seating.round.stage.event
    if not permissions.sees_results(viewer, table):
        return ()
    records = with_people(table.records.order_by("-version"))
    if not sees_reports(viewer, table):
        records = records.filter(confirmed_at__isnull=False)
    return as_seen(viewer, event, list(records))


def with_people(records: QuerySet[MatchRecord]) -> QuerySet[MatchRecord]:
    """The records with what ``as_seen`` reads of them."""
    return records.select_related(
        "reporter_seat__entry__player", "ruleset__club_game", "play"
    ).prefetch_related(
        "confirmations__seat__entry__player",
        Prefetch("scores", SeatScore.objects.select_related("entry__player").order_by("position")),
    )


def as_seen(viewer: Actor, event: Event, rows: Sequence[MatchRecord]) -> tuple[VersionRow, ...]:
    """Records of one event that exist for the viewer, with the names that they may see."""
    full = permissions.sees_names(viewer, event)
    shown = rosters.names_in(viewer, event)
    found = disputers(rows)
    actors = _actors(rows, event.club) if full else {}
    return tuple(_version(row, shown, actors, found.get(row.pk)) for row in rows)


def _actors(rows: Sequence[MatchRecord], club: Club) -> dict[str, str]:
    fields = [(r.reported_by, r.confirmed_by, r.disputed_by, r.closed_by) for r in rows]
    return actor_names.of_keys((key for keys in fields for key in keys), club)


def disputers(records: Sequence[MatchRecord]) -> dict[int, Seat]:
    """Who disputed from a seat, by record: the line of the journal knows the seat."""
    disputed = [record.pk for record in records if record.dispute_reason]
    if not disputed:
        return {}
    lines = JournalLine.objects.filter(
        kind=Fact.RECORD_DISPUTED.value, payload__record__in=disputed, payload__has_key="seat"
    ).order_by("id")
    seat_by_record = {line.payload["record"]: line.payload["seat"] for line in lines}
    seats = Seat.objects.select_related("entry__player").in_bulk(list(seat_by_record.values()))
    return {record: seats[seat] for record, seat in seat_by_record.items() if seat in seats}


def _version(
    row: MatchRecord,
    shown: Mapping[int, names.Shown],
    actors: Mapping[str, str],
    disputer: Seat | None,
) -> VersionRow:
    def of(seat: Seat | None, key: str) -> str:
        if seat is not None and seat.entry.player_id in shown:
            return shown[seat.entry.player_id].name
        return general(key)

    def general(key: str) -> str:
        if key == PLAYED_HERE.key:
            return actor_names.played_here()
        return actors.get(key) or gettext("Organizer")

    seen = [of(confirmation.seat, "") for confirmation in row.confirmations.all()]
    scale = int(row.outcome.get("scale", 0))
    author = of(row.reporter_seat, row.reported_by)
    is_import = row.reporter_kind == ActorKind.SYSTEM and row.reported_by != PLAYED_HERE.key
    if is_import and not actors:
        author = gettext("Import")
    return VersionRow(
        record_id=row.pk,
        version=row.version,
        state=RecordState(row.state),
        author=author,
        author_seat_id=row.reporter_seat_id,
        reported_at=row.reported_at,
        confirmers=", ".join(seen) or (general(row.confirmed_by) if row.confirmed_by else ""),
        confirmed_at=row.confirmed_at,
        disputer=of(disputer, row.disputed_by) if row.dispute_reason else "",
        dispute_reason=row.dispute_reason,
        reason=row.reason,
        closed_by=general(row.closed_by) if row.closed_by else "",
        closed_at=row.closed_at,
        closed_reason=row.closed_reason,
        sheet=row.sheet,
        text=sheets.text_of(
            sheets.rules_of(row.ruleset), row.sheet, seats=len(row.outcome["places"])
        ),
        outcome=row.outcome,
        issues=tuple(row.issues),
        rows=tuple(
            SeatRow(
                seat_id=0,
                position=score.position,
                entry_id=score.entry_id,
                player_id=score.entry.player_id,
                name=shown[score.entry.player_id].name,
                is_claimed=False,
                place=score.place,
                points=None if score.points is None else Fraction(score.points, 10**scale),
                side=side_of(score, row),
                is_won=is_won(row),
                is_filler=score.entry.is_filler,
            )
            for score in row.scores.all()
        ),
        play=row.play.code if hasattr(row, "play") else "",
    )
