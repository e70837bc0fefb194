"""Reading records: what stands at a table, how it came about, what is still missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Prefetch
from django.utils.translation import gettext

from league import permissions
from league.core.actions import Action
from league.core.enums import (
    STANDING_STATES,
    EventState,
    RecordState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.errors import NotFound
from league.models import Event, MatchRecord, Round, Seat, Seating, SeatScore, Table
from league.queries.people import rosters
from league.queries.play import table_plays
from league.words import game_identity, names

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor
    from league.queries.play.table_plays import TablePlay

AWAITED = frozenset({"waiting", "playing", "reported"})


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a table with what its standing record says of it.

    ``side`` is empty where everybody plays alone, or all together; ``is_won`` where they do not
    play together.
    """

    seat_id: int
    position: int
    entry_id: int
    player_id: int
    name: str
    is_claimed: bool
    place: int | None = None
    points: Fraction | None = None
    side: int | None = None
    is_won: bool | None = None
    is_filler: bool = False

    @property
    def marked(self) -> str:
        return names.marked(self.name, is_filler=self.is_filler)

    @property
    def place_shown(self) -> int | str | None:
        """Where all won or lost together nobody has a place before anybody."""
        return place_shown(self.place, is_won=self.is_won)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a round and how far its result has come.

    ``state``: waiting (the event has not begun, or a fixture
    has no result yet), playing, reported, disputed (also a counting
    result with an open objection), confirmed, missing (closed without a result).
    ``reminded_at``: when the desk asked for a result, until the table has answered. ``play``: its
    match in the browser, for those who may be told of results here. ``short``: the game's title
    for narrow places; ``box``: its number on the shelf.
    """

    table_id: int
    number: int
    round_id: int
    round_number: int
    is_rolling: bool
    mode: str
    game: str
    short: str
    box: int
    state: str
    version: int
    record_id: int | None
    seats: tuple[SeatRow, ...]
    reminded_at: datetime | None = None
    play: TablePlay | None = None
    plays_here: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there, as a line of text says it."""
        return tuple(seat.marked for seat in self.seats)

    @property
    def is_settled(self) -> bool:
        return self.state == "confirmed"

    @property
    def is_missing(self) -> bool:
        """Whether nobody has reported a result."""
        return self.state in {"waiting", "playing", "missing"}

    @property
    def ranked(self) -> tuple[SeatRow, ...]:
        """The seats by place once the result counts, in their order at the table before."""
        return by_place(self.seats) if self.is_settled else self.seats

    @property
    def is_awaited(self) -> bool:
        """Whether it is the table's turn: to report, or to look at what was reported."""
        return self.state in AWAITED

    @property
    def round_title(self) -> str:
        """The round as people call it."""
        return round_title(self.round_number, is_rolling=self.is_rolling, mode=self.mode)

    @property
    def is_fixture(self) -> bool:
        """Whether its people agree on a day of their own."""
        return self.mode == StageMode.FIXTURES


def by_place(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat.place or 0, seat.side or 0, seat.position)))


def round_title(number: int, *, is_rolling: bool, mode: str) -> str:
    """A round as people call it: those of open play and of fixtures have no number for them."""
    if mode == StageMode.FIXTURES:
        return gettext("Fixtures")
    return gettext("Open play") if is_rolling else gettext("Round %(n)s") % {"n": number}


# --- finding ----------------------------------------------------------------------------


def table(*, viewer: Actor, slug: str, table_id: int) -> Table:
    """A table of the event; those of drafts exist for its organizers alone. Raises NotFound."""
    found = (
        permissions.visible(Table.objects.filter(pk=table_id), viewer)
        .filter(seating__round__stage__event__slug=slug)
        .select_related("seating__round__stage__event__club", "ruleset__club_game", "link")
        .first()
    )
    if found is None:
        raise NotFound("not_found")
    if found.seating.state != SeatingState.PUBLISHED and not permissions.can(
        viewer, Action.MANAGE_EVENT, found
    ):
        raise NotFound("not_found")
    return found


def record(*, viewer: Actor, record_id: int) -> MatchRecord:
    """A version of a record. Before it ever counted it exists for its table and staff alone,
    once its seating is withdrawn for the organizers, and of a withheld round for table and
    staff. Raises NotFound.
    """
    found = (
        permissions.visible(MatchRecord.objects.filter(pk=record_id), viewer)
        .select_related("table__seating__round__stage__event__club", "table__ruleset__club_game")
        .first()
    )
    if found is None:
        raise NotFound("not_found")
    is_shown = found.table.seating.state == SeatingState.PUBLISHED or permissions.can(
        viewer, Action.MANAGE_EVENT, found
    )
    is_told = permissions.sees_results(viewer, found.table)
    is_shown = is_shown and (found.confirmed_at is not None or sees_reports(viewer, found.table))
    if not is_shown or not is_told:
        raise NotFound("not_found")
    return found


def seat(seat_id: int) -> Seat | None:
    """A seat with its table; who may act for it is the caller's business."""
    rows = Seat.objects.select_related(
        "entry__player",
        "table__seating__round__stage__event__club",
        "table__ruleset__club_game",
        "table__link",
    )
    return rows.filter(pk=seat_id).first()


def current(table: Table) -> MatchRecord | None:
    """The newest version that is neither superseded nor voided."""
    return table.records.filter(state__in=STANDING_STATES).order_by("-version").first()


def sees_reports(viewer: Actor, table: Table) -> bool:
    """Whether the viewer sees what is reported before it counts: the table and the staff."""
    event = table.seating.round.stage.event
    return (
        permissions.can(viewer, Action.SUBMIT_RECORD, event)
        or permissions.seat_of(viewer, table) is not None
    )


# --- tables of a round ------------------------------------------------------------------


def tables_of(*, viewer: Actor, round_: Round, reported: bool = False) -> tuple[TableRow, ...]:
    """The published tables of a round with their states; scores of confirmed records only.

    Args:
        reported: also the scores that wait for a second look; for the staff of the event.
    """
    tables = _with_records(
        Table.objects.filter(seating__round=round_, seating__state=SeatingState.PUBLISHED)
    )
    event = round_.stage.event
    reported = reported and permissions.can(viewer, Action.SUBMIT_RECORD, event)
    return _table_rows(viewer, event, tables, reported=reported)


def tables_in(
    *, viewer: Actor, event: Event, rounds: Collection[Round] | None = None
) -> tuple[TableRow, ...]:
    """The published tables of an event (or of some of its rounds), by stage and round."""
    tables = Table.objects.filter(
        seating__round__stage__event=event, seating__state=SeatingState.PUBLISHED
    )
    if rounds is not None:
        tables = tables.filter(seating__round__in=rounds)
    return _table_rows(viewer, event, _with_records(tables))


def open_tables(*, viewer: Actor, round_: Round) -> tuple[TableRow, ...]:
    """Tables of a round whose result does not count yet (or is disputed)."""
    return tuple(row for row in tables_of(viewer=viewer, round_=round_) if not row.is_settled)


def table_row(*, viewer: Actor, table: Table) -> TableRow:
    """One table as ``tables_of`` has it."""
    tables = _with_records(Table.objects.filter(pk=table.pk))
    return _table_rows(viewer, table.seating.round.stage.event, tables)[0]


def _with_records(tables: Iterable[Table]) -> list[Table]:
    seats = Seat.objects.select_related("entry__player").order_by("position", "id")
    standing = (
        MatchRecord.objects.filter(state__in=STANDING_STATES)
        .order_by("version")
        .prefetch_related(Prefetch("scores", SeatScore.objects.order_by("position")))
    )
    assert hasattr(tables, "select_related")  # a queryset, narrowed by the caller
    return list(
        tables.select_related("seating__round__stage", "ruleset__club_game")
        .prefetch_related(Prefetch("seats", seats), Prefetch("records", standing, "standing"))
        .order_by("seating__round__stage__number", "seating__round__number", "number")
    )


def _table_rows(
    viewer: Actor, event: Event, tables: Sequence[Table], *, reported: bool = False
) -> tuple[TableRow, ...]:
    shown = rosters.names_in(viewer, event)
    told = permissions.told_at(viewer, event, tables)
    plays = table_plays.of_tables(told)
    return tuple(
        _table_row(row, event, shown, plays, reported=reported, told=row.pk in told)
        for row in tables
    )


def _table_row(
    table: Table,
    event: Event,
    shown: Mapping[int, names.Shown],
    plays: Mapping[int, TablePlay],
    *,
    reported: bool,
    told: bool,
) -> TableRow:
    standing: list[MatchRecord] = table.standing  # type: ignore[attr-defined]  # prefetched
    found = standing[-1] if standing else None
    scores: dict[int, SeatScore] = {}
    if found is not None and told and (reported or found.state == RecordState.CONFIRMED):
        scores = {score.entry_id: score for score in found.scores.all()}
    state = state_of(table, event, found)
    return TableRow(
        table_id=table.pk,
        number=table.number,
        round_id=table.seating.round_id,
        round_number=table.seating.round.number,
        is_rolling=table.seating.round.is_rolling,
        mode=table.seating.round.stage.mode,
        game=(box := table.ruleset.club_game).title,
        short=game_identity.short_title(box.game, box.title, box.short_title),
        box=box.pk,
        state=state,
        version=table.record_version,
        record_id=found.pk if found and told else None,
        seats=tuple(
            _seat_row(seat, shown, scores.get(seat.entry_id), found) for seat in table.seats.all()
        ),
        reminded_at=_unanswered(table, found, state),
        play=plays.get(table.pk),
        plays_here=table_plays.may_play_here(table),
    )


def _unanswered(table: Table, found: MatchRecord | None, state: str) -> datetime | None:
    """The reminder that nothing has answered since: no sheet, and nobody's second look."""
    at = table.reminded_at
    if at is None or state not in AWAITED:
        return None
    return at if found is None or found.reported_at < at else None


def _seat_row(
    seat: Seat,
    shown: Mapping[int, names.Shown],
    score: SeatScore | None,
    record: MatchRecord | None,
) -> SeatRow:
    scale = 0 if record is None else int(record.outcome.get("scale", 0))
    points = None if score is None or score.points is None else score.points
    return SeatRow(
        seat_id=seat.pk,
        position=seat.position or 0,
        entry_id=seat.entry_id,
        player_id=seat.entry.player_id,
        name=shown[seat.entry.player_id].name,
        is_claimed=bool(seat.claim),
        place=None if score is None else score.place,
        points=None if points is None else Fraction(points, 10**scale),
        side=None if score is None or record is None else side_of(score, record),
        is_won=None if score is None or record is None else is_won(record),
        is_filler=seat.entry.is_filler,
    )


def place_shown(place: int | None, *, is_won: bool | None) -> int | str | None:
    """The place, or a word for a table that won or lost together."""
    if is_won is None:
        return place
    return gettext("won") if is_won else gettext("lost")


def won_together(sides: Collection[object], *, is_drawn: bool) -> bool | None:
    """Whether a table that plays together won; None where it does not."""
    return not is_drawn if len(set(sides)) == 1 else None


def won_at(tables: Collection[int]) -> dict[int, bool]:
    """Of these tables those that play together, and whether they won."""
    found = MatchRecord.objects.filter(table__in=tables, state=RecordState.CONFIRMED)
    return {row.table_id: won for row in found if (won := is_won(row)) is not None}


def is_won(record: MatchRecord) -> bool | None:
    """Whether the table won together; None where people played against each other."""
    outcome = record.outcome
    return won_together(outcome.get("sides") or (), is_drawn=bool(outcome["drawn"]))


def side_of(score: SeatScore, record: MatchRecord) -> int | None:
    sides = record.outcome.get("sides") or ()
    return score.side if len(set(sides)) > 1 else None


def state_of(table: Table, event: Event, found: MatchRecord | None) -> str:
    if found is not None:
        return "disputed" if found.dispute_reason else str(found.state)
    if table.seating.round.state == RoundState.CLOSED or event.state == EventState.FINISHED:
        return "missing"
    if event.state in {EventState.PLANNED, EventState.OPEN}:
        return "waiting"
    if table.seating.round.stage.mode == StageMode.FIXTURES:
        return "waiting"  # for its day; nobody says when it begins
    return "playing"


# --- what the pages ask -----------------------------------------------------------------


def own_reports(viewer: Actor, event: Event) -> frozenset[int]:
    """The versions that the viewer reported and may not confirm as well; organizers may all."""
    if permissions.can(viewer, Action.CORRECT_RECORD, event):
        return frozenset()
    rows = MatchRecord.objects.filter(
        stage__event=event, state=RecordState.REPORTED, reporter_key=viewer.key
    )
    return frozenset(rows.values_list("pk", flat=True))


def rounds_with_tables(*, viewer: Actor, event: Event) -> list[Round]:
    """Rounds of the event that have published tables, the newest first."""
    seatings = Seating.objects.filter(state=SeatingState.PUBLISHED, round__stage__event=event)
    return list(
        Round.objects.filter(pk__in=seatings.values("round"))
        .select_related("stage__event__club")
        .order_by("-stage__number", "-number")
    )


def has_agreed(record: MatchRecord, seat: Seat | None) -> bool:
    """Whether this seat has already confirmed the version (events that ask all seats)."""
    return seat is not None and record.confirmations.filter(seat=seat).exists()


def stamp(table: Table) -> str:
    """A short text that changes whenever something happens to the table's record."""
    found = current(table)
    played = table.plays.order_by("-pk").first()
    if played is not None:
        here = played.seats.filter(joined_at__isnull=False).count()
        played_stamp = f"-{played.pk}{played.state}{here}{played.kept_out}"
    else:
        played_stamp = ""
    if found is None:
        return f"{table.record_version}{played_stamp}"
    seen = found.confirmations.count()
    disputed = "d" if found.dispute_reason else ""
    return f"{table.record_version}-{found.pk}-{found.state}-{seen}{disputed}{played_stamp}"


def by_id(ids: Iterable[int]) -> dict[int, Table]:
    """Tables with what their sheets need; which ones is the caller's business."""
    rows = Table.objects.select_related("ruleset__club_game", "link")
    return rows.in_bulk(list(ids))
