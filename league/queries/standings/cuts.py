"""Who goes on to a final: the line through a table, the question at it, and who was called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from django.db.models import Count

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundState, StageKind
from league.core.errors import BadInput, Refused
from league.models import Entry, Qualifier, Round, Stage
from league.queries.standings import counting
from league.standings.cut import Through
from league.standings.cut import cut as cut_table
from league.standings.errors import StandingsError
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from league.core.actors import Actor
    from league.models import Player, Season
    from league.queries.standings.counting import Counted
    from league.standings.cut import Cut, CutDecision
    from league.standings.table import Table

MOST = 500
BYE: Final = "bye"
_MAY_PLAY = frozenset({EntryState.REGISTERED.value, EntryState.WAITING.value})


@dataclass(frozen=True, slots=True)
class Line:
    """A cut as an organizer sees it before it is made.

    Attributes:
        cut: who goes on, and the question where people are level across the line.
        names: of everybody in the table, by player.
        people: their records.
        entries: the entry of each of them who has one in the event.
        open_rounds: numbers of rounds of the stage that are not closed.
    """

    stage: Stage
    size: int
    table: Table
    cut: Cut
    names: Mapping[int, str]
    people: Mapping[int, Player]
    entries: Mapping[int, Entry]
    open_rounds: tuple[int, ...]

    @property
    def seated(self) -> int:
        """How many play in the next stage: those who go on, without who goes past it."""
        places = self.cut.question.places if self.cut.question is not None else 0
        return places + sum(one.how != BYE for one in self.cut.through)


@dataclass(frozen=True, slots=True)
class Called:
    """Somebody who goes on, or would have: ``declined``, or not ``is_present``.

    ``replaces`` is the name of whom they came in for, ``replaces_entry`` their entry.
    """

    entry_id: int
    player_id: int
    name: str
    rank: int | None
    how: str
    replaces: str
    replaces_entry: int | None
    declined: bool
    is_present: bool


def line(
    viewer: Actor,
    stage: Stage,
    size: int,
    *,
    winners_first: bool = False,
    byes: int = 0,
    decided: CutDecision | None = None,
) -> Line:
    """The best ``size`` of a stage as it stands now, or of the season that a final comes from.

    Those who left this event do not go on. With ``winners_first`` whoever won a table goes on
    before all others, who get what is left by rank (wild cards). The first ``byes`` ranks go past
    the next stage, straight into the one after it; who came past this stage goes on first.

    Raises:
        BadInput: ``number_out_of_range`` (size, byes), ``cut_order`` (order).
    """
    permissions.require(viewer, Action.MANAGE_EVENT, stage)
    if not 2 <= size <= MOST:
        raise BadInput("number_out_of_range", field="size", low=2, high=MOST)
    if not 0 <= byes <= size - 2:
        raise BadInput("number_out_of_range", field="byes", low=0, high=size - 2)
    season = season_before(stage)
    counted = counting.count(season or stage, as_of=stage.event.club.seq)
    table = counting.ranked(counted)
    entries = {
        row.player_id: row
        for row in Entry.objects.filter(event=stage.event_id).select_related("player")
    }
    gone = [
        row.player
        for row in table.rows
        if not may_be_called(entries.get(row.player), of_season=season is not None)
    ]
    past = came_past(stage) if season is None else ()
    if size <= len(past):
        raise BadInput("number_out_of_range", field="size", low=len(past) + 1, high=MOST)
    found = cut_at(
        table,
        size - len(past),
        gone,
        decided,
        winners=_winners(counted) if winners_first else (),
        byes=byes,
    )
    people = {**counted.people, **{row.entry.player_id: row.entry.player for row in past}}
    rounds = (
        stage.rounds.exclude(state=RoundState.CLOSED) if season is None else Round.objects.none()
    )
    return Line(
        stage=stage,
        size=size,
        table=table,
        cut=replace(found, through=(*map(_past, past), *found.through)),
        names={
            pk: one.name
            for pk, one in names.shown(people.values(), counted.club, full=True).items()
        },
        people=people,
        entries=entries,
        open_rounds=tuple(rounds.order_by("number").values_list("number", flat=True)),
    )


def season_before(stage: Stage) -> Season | None:
    """The season whose best play in this stage; None for a stage that others come out of.

    A semi-final with a round is cut to the final, whoever it came from.
    """
    if stage.kind == StageKind.SEMI_FINAL and stage.rounds.exists():
        return None
    return stage.source_season if stage.kind != StageKind.MAIN else None


def came_past(stage: Stage) -> tuple[Qualifier, ...]:
    """Who goes past this stage, straight into the next one, by rank; none who has left since."""
    rows = Qualifier.objects.filter(
        stage=stage, how=BYE, declined=False, entry__state__in=_MAY_PLAY
    )
    return tuple(rows.select_related("entry__player").order_by("rank", "pk"))


# Ids of players are numbers of their own to the pure room.
def _past(row: Qualifier) -> Through:
    return Through(row.entry.player_id, row.rank or 0, "straight")  # type: ignore[arg-type]


def may_be_called(entry: Entry | None, *, of_season: bool) -> bool:
    """Whether somebody with this entry in the event, or none, may go on.

    Who comes from a season is entered by being called; who left the event is not called.
    """
    return of_season if entry is None else entry.state in _MAY_PLAY


def _winners(counted: Counted) -> frozenset[int]:
    """Who won at least one table; whoever shares a win has won too, and a drawn table nobody."""
    found: set[int] = set()
    for evening in counted.evenings:
        for table in evening.results.tables:
            first = [seat.player for seat in table.seats if seat.place == 1]
            if not table.drawn and not (table.low_tie and len(first) > 1):
                found.update(first)
    return frozenset(found)


# Ids of players are numbers of their own to the pure room.
def cut_at(
    table: Table,
    size: int,
    declined: Sequence[int],
    decided: CutDecision | None = None,
    winners: Collection[int] = (),
    byes: int = 0,
) -> Cut:
    """The pure cut, its faults as those of a form."""
    try:
        return cut_table(
            table,
            size,
            winners=winners,  # type: ignore[arg-type]
            declined=declined,  # type: ignore[arg-type]
            decided=decided,
            byes=byes,
        )
    except StandingsError as error:
        raise BadInput(error.code, field=error.field, **error.params) from error


def chosen(stage: Stage) -> frozenset[int]:
    """The players whom a cut called to this stage, whether or not they play; no replacements."""
    rows = Qualifier.objects.filter(stage=stage, replaces__isnull=True)
    return frozenset(rows.values_list("entry__player", flat=True))


def called(viewer: Actor, stage: Stage) -> tuple[Called, ...]:
    """Who goes on to this stage, by rank, with who declined; nobody where there was no cut."""
    permissions.require(viewer, Action.MANAGE_EVENT, stage)
    rows = list(
        Qualifier.objects.filter(stage=stage)
        .select_related("entry__player", "replaces__player")
        .order_by("rank", "pk")
    )
    people = {row.entry.player for row in rows}
    people |= {row.replaces.player for row in rows if row.replaces is not None}
    shown = names.shown(people, stage.event.club, full=True)
    return tuple(
        Called(
            entry_id=row.entry_id,
            player_id=row.entry.player_id,
            name=shown[row.entry.player_id].name,
            rank=row.rank,
            how=row.how,
            replaces=shown[row.replaces.player_id].name if row.replaces is not None else "",
            replaces_entry=row.replaces_id,
            declined=row.declined,
            is_present=row.entry.is_present and row.entry.state == EntryState.REGISTERED,
        )
        for row in rows
    )


def going_on(stage: Stage) -> frozenset[int] | None:
    """The entries that may play in this stage, none that goes past it; None where all may."""
    if stage.kind == StageKind.MAIN:
        return None
    rows = list(Qualifier.objects.filter(stage=stage).values_list("entry", "declined", "how"))
    if not rows:
        return None
    return frozenset(entry for entry, declined, how in rows if not declined and how != BYE)


def after(stage: Stage) -> Stage | None:
    """The stage that the people of this one go on to; itself for who comes from a season."""
    if season_before(stage) is not None:
        return stage if stage.qualifiers.exists() else None
    return (
        Stage.objects.filter(source=stage)
        .annotate(size=Count("qualifiers"))
        .filter(size__gt=0)
        .order_by("-number")
        .first()
    )


def usual_size(stage: Stage, following: Stage | None) -> int:
    """How many go on: as many as in the cut there is, else one table."""
    made = following.qualifiers.exclude(how="replacement").count() if following is not None else 0
    return made or min(stage.ruleset.seats_max, max(2, stage.size_preferred))


def usual_byes(following: Stage | None) -> int:
    """How many go past a semi-final: as many as in the cut there is, else nobody."""
    if following is None or following.kind != StageKind.SEMI_FINAL:
        return 0
    return following.qualifiers.filter(how=BYE).count()


def is_played(stage: Stage) -> bool:
    """Whether the stage has a round, so that who plays in it is settled."""
    return stage.rounds.exists()


def require_last(stage: Stage) -> None:
    """Refuses a cut where the next stage is being played already."""
    following = after(stage)
    if following is not None and following.rounds.exists():
        raise Refused("final_has_rounds")
