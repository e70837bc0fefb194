"""Matches in the browser at the tables of an evening: which may, and how far they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Q, Sum
from django.utils.translation import gettext

from games import catalogue
from league.core.enums import STANDING_STATES, PlayState
from league.core.errors import NotFound
from league.models import Event, Play, PlaySeat, Table
from league.queries.play import reach
from league.queries.play.transcripts import ENDED
from league.queries.records import sheets, table_ends

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from league.core.actors import Actor

# What may be stored as the reason why a result was kept out: its words need the table alone.
KEPT_OUT = frozenset(
    {
        "event_cancelled",
        "event_finished",
        "play_kept_out",
        "play_left",
        "play_other_people",
        "play_other_rules",
        "play_sheet_refused",
        "play_stopped_unforeseen",
        "play_table_gone",
        "play_table_has_record",
        "round_closed",
    }
)
# The longest queue that one round of the sweeper works off.
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class TablePlay:
    """The newest match of a table, for those who may know of its result.

    Attributes:
        here: how many of its ``size`` people have come to their seats.
        length: how far it has come, in ``unit``.
        owing: who is to decide.
        by_hand: whether with real dice or cards.
        record_id: the version of the table's record that it handed in.
        kept_out: the code of what kept its result out.
    """

    code: str
    state: PlayState
    here: int
    size: int
    length: int
    unit: str
    owing: tuple[str, ...]
    moved_at: datetime
    record_id: int | None
    kept_out: str
    by_hand: bool

    @property
    def is_going_on(self) -> bool:
        return self.state in {PlayState.OPEN, PlayState.RUNNING}

    @property
    def has_ended(self) -> bool:
        return not self.is_going_on

    @property
    def is_on_its_way(self) -> bool:
        """Whether it is over and its result is still to be handed in."""
        return self.has_ended and self.record_id is None and not self.kept_out


def may_play_here(table: Table) -> bool:
    """Whether the desk lets this table play in the browser."""
    return table.plays_here or table.seating.round.stage.plays_here


def is_playable(table: Table, size: int) -> bool:
    """Whether the table's game can be played in the browser by so many."""
    rules = sheets.rules_of(table.ruleset)
    return rules.package.play is not None and size in rules.seats


def is_of_ruleset(play: Play, table: Table) -> bool:
    """Whether the match follows the very rules by which the table's sheet is judged."""
    rules = sheets.rules_of(table.ruleset)
    options = rules.package.sheet.options_to_json(rules.options)
    return (play.game, play.options) == (rules.package.key, options)


def obstacle(play: Play) -> str:
    """The code of what keeps a match of an evening from being its table's result; empty for none.

    How it ended is not asked here.
    """
    table = play.table
    if table is None:
        return "play_table_gone"
    late = table_ends.over_at(table)
    if late is not None:
        return "play_table_gone" if late.code == "seating_withdrawn" else late.code
    if table.records.filter(state__in=STANDING_STATES).exists():
        return "play_table_has_record"
    return disagreement(play, table)


def disagreement(play: Play, table: Table) -> str:
    """The code of what else the table is by now than it was when its match began."""
    if not is_of_ruleset(play, table):
        return "play_other_rules"
    before = [seat.player_id for seat in play.seats.all()]
    now = table.seats.values_list("entry__player", flat=True)
    if Counter(before) != Counter(now):
        return "play_other_people"
    return ""


def kept_out_by(code: str) -> str:
    """The code under which a result that ``code`` stands in the way of is kept out."""
    return code if code in KEPT_OUT else "play_kept_out"


def newest(table: Table) -> TablePlay | None:
    """The match of one table."""
    return of_tables([table.pk]).get(table.pk)


def moved(event: Event) -> str:
    """A short text that changes with whatever is shown of the event's matches; often empty."""
    found = Play.objects.filter(event=event).aggregate(
        *(Count("pk"), Count("began_at"), Count("ended_at"), Count("record")),
        *(Sum("seq"), Max("moved_at")),
        kept_out=Count("pk", filter=~Q(kept_out="")),
    )
    if not found["pk__count"]:
        return ""
    seats = PlaySeat.objects.filter(play__event=event)
    came = seats.aggregate(Count("joined_at"), Max("joined_at"))
    return " ".join(str(value) for value in (*found.values(), *came.values()))


def running(*, viewer: Actor, event: Event) -> list[str]:
    """The codes of the event's running matches that the viewer may know of."""
    rows = reach.visible(viewer).filter(event=event, state=PlayState.RUNNING)
    return list(rows.order_by("pk").values_list("code", flat=True))


def due() -> list[int]:
    """The numbers of matches that are over and whose result is still to be handed in.

    As many as are handed in in one go.
    """
    rows = Play.objects.filter(
        event__isnull=False,
        state__in=ENDED,
        began_at__isnull=False,
        record__isnull=True,
        kept_out="",
    )
    return list(rows.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])


def of_code(*, viewer: Actor, table: Table, code: str) -> Play:
    """The match of the table with this code, where the viewer may know of it. Raises NotFound."""
    play = reach.visible(viewer).filter(table=table, code=code).first()
    if play is None:
        raise NotFound("not_found")
    return play


def of_tables(tables: Collection[int]) -> Mapping[int, TablePlay]:
    """The newest match of each of these tables: the last one counts, for no other goes on.

    One that was closed before it began is none.
    """
    rows = Play.objects.filter(table__in=tables).prefetch_related("seats")
    closed = Q(state=PlayState.STOPPED, began_at__isnull=True)
    return {
        play.table_id: _shown(play)
        for play in rows.exclude(closed).order_by("pk")
        if play.table_id is not None
    }


def _shown(play: Play) -> TablePlay:
    seats = list(play.seats.all())
    package = catalogue.get(play.game)
    return TablePlay(
        code=play.code,
        state=PlayState(play.state),
        here=sum(seat.is_here for seat in seats),
        size=play.size,
        length=play.length,
        unit=gettext(package.length_unit),
        owing=tuple(seat.name for seat in seats if seat.owes_since is not None),
        moved_at=play.moved_at,
        record_id=play.record_id,
        kept_out=play.kept_out,
        by_hand=play.by_hand,
    )
