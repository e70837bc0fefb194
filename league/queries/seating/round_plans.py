"""Plans of all rounds of a stage: whether they still hold, and what the desk shows of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from league import permissions
from league.core.actions import Action
from league.core.enums import PlanState, RoundState, SeatingState
from league.models import Round, RoundsPlan, Seat, Stage
from league.queries.seating.seating_plans import repeat_costs
from league.seating.texts import OBJECTIONS, REMARKS

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event
    from league.seating.types import Field


@dataclass(frozen=True, slots=True)
class Note:
    """How far a search had come: after how many milliseconds and swaps, at what cost.

    The cost is in thousandths of one meeting again.
    """

    after_ms: int
    steps: int
    cost: int


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan of all rounds as the desk shows it; ``left`` counts rounds not seated yet."""

    plan_id: int
    state: PlanState
    first_round: int
    count: int
    left: int
    repeats: int
    repeat_cost: int
    lower_bound: int
    least_cost: int
    most_meetings: int
    short_spread: int
    seat_deviation: str
    byes: int
    players: int
    sizes: tuple[int, ...]
    seed: str
    ended: str
    refusal: str
    notes: tuple[Note, ...]
    wants_stop: bool

    @property
    def last_round(self) -> int:
        return self.first_round + self.count - 1

    @property
    def is_busy(self) -> bool:
        return self.state in {PlanState.WAITING, PlanState.WORKING}


def current(viewer: Actor, stage: Stage) -> PlanView | None:
    """The plan that holds for a stage, for its organizers; None without one."""
    permissions.require(viewer, Action.MANAGE_EVENT, stage)
    row = RoundsPlan.objects.filter(stage=stage, is_current=True).first()
    if row is None:
        return None
    figures = row.figures
    coming = coming_number(stage)
    cost, least = repeat_costs(figures)
    source = OBJECTIONS.get(str(row.refusal.get("code", "")), "")
    return PlanView(
        plan_id=row.pk,
        state=PlanState(row.state),
        first_round=row.first_round,
        count=row.count,
        left=max(0, min(row.count, row.first_round + row.count - coming)),
        repeats=int(figures.get("repeats", 0)),
        repeat_cost=cost,
        lower_bound=int(figures.get("lower_bound", 0)),
        least_cost=least,
        most_meetings=int(figures.get("most_meetings", 0)),
        short_spread=int(figures.get("short_spread", 0)),
        seat_deviation=str(figures.get("seat_deviation", "")),
        byes=int(figures.get("byes", 0)),
        players=int(figures.get("players", 0)),
        sizes=tuple(sorted((len(table) for table in row.rounds[0]["tables"]), reverse=True))
        if row.rounds
        else (),
        seed=row.seed,
        ended=_told(str(figures.get("stopped_by", "")), int(figures.get("unmet", 0))),
        refusal=gettext(source) % row.refusal.get("params", {}) if source else "",
        notes=tuple(Note(int(row_[0]), int(row_[1]), int(row_[2])) for row_ in row.progress),
        wants_stop=row.wants_stop,
    )


def _told(ended: str, unmet: int) -> str:
    """How the search ended, and how many wishes it left."""
    code = "ideal_plan" if ended == "ideal" else ended
    told = [gettext(REMARKS[code])] if code in REMARKS else []
    if unmet:
        told.append(
            ngettext(
                "%(count)s wish for a game, room or table could not be met.",
                "%(count)s wishes for a game, room or table could not be met.",
                unmet,
            )
            % {"count": unmet}
        )
    return " ".join(told)


def notes_so_far(event: Event) -> int:
    """How many notes the running searches of an event have made; 0 while nothing is searched."""
    rows = RoundsPlan.objects.filter(
        stage__event=event, is_current=True, state__in=[PlanState.WAITING, PlanState.WORKING]
    )
    return sum(len(notes) + 1 for notes in rows.values_list("progress", flat=True))


def coming_number(stage: Stage) -> int:
    """The number of the round that the next draw seats."""
    last = stage.rounds.filter(is_rolling=False).order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.state == RoundState.DRAFT else last.number + 1


def draft_round(stage: Stage) -> Round | None:
    """The round that is being seated, whose own seating is no history."""
    last = stage.rounds.filter(is_rolling=False).order_by("-number").first()
    return last if last is not None and last.state == RoundState.DRAFT else None


def played_tables(stage: Stage) -> list[list[tuple[int, ...]]]:
    """The published tables of the event, round by round, entries in seat order."""
    rows = (
        Seat.objects.filter(
            seating__round__stage__event=stage.event_id,
            seating__state=SeatingState.PUBLISHED,
            seating__round__is_rolling=False,
            table__isnull=False,
        )
        .order_by(
            "seating__round__stage__number", "seating__round__number", "table__number", "position"
        )
        .values_list("seating__round", "table", "entry")
    )
    rounds: dict[int, dict[int, list[int]]] = {}
    for round_id, table, entry in rows:
        rounds.setdefault(round_id, {}).setdefault(table or 0, []).append(entry)
    return [[tuple(table) for table in tables.values()] for tables in rounds.values()]


def still_holds(row: RoundsPlan, stage: Stage, number: int, field: Field) -> bool:
    """Whether a plan can go on: the same people, and its earlier rounds played as planned."""
    today = row.rounds[number - row.first_round]
    planned = {entry for table in today["tables"] for entry in table}
    here = {player.id for player in field.players}
    if planned | set(today["out"]) != here or planned & field.requested_byes:
        return False
    games = today.get("games", ())
    refuses = {player.id: player.refuses for player in field.players if player.refuses}
    for table, game in zip(today["tables"], games, strict=bool(games)):
        choice = field.game(game)
        if choice is None or not choice.low <= len(table) <= choice.high:
            return False
        if any(game in refuses.get(entry, ()) for entry in table):
            return False
    needs = {player.id: player.needs for player in field.players if player.needs}
    for table_number, table in enumerate(today["tables"], start=1):
        if any(table_number not in needs.get(entry, {table_number}) for entry in table):
            return False
    bans = {frozenset(key) for key in field.apart}
    if any(ban <= set(table) for table in today["tables"] for ban in bans):
        return False
    if number == row.first_round:
        return True
    played = {
        found: {frozenset(table) for table in tables}
        for found, tables in _tables_by_number(stage).items()
    }
    return all(
        played.get(earlier)
        == {frozenset(table) for table in row.rounds[earlier - row.first_round]["tables"]}
        for earlier in range(row.first_round, number)
    )


def _tables_by_number(stage: Stage) -> dict[int, list[set[int]]]:
    rows = Seat.objects.filter(
        seating__round__stage=stage,
        seating__state=SeatingState.PUBLISHED,
        table__isnull=False,
    ).values_list("seating__round__number", "table", "entry")
    found: dict[int, dict[int, set[int]]] = {}
    for number, table, entry in rows:
        found.setdefault(number, {}).setdefault(table or 0, set()).add(entry)
    return {number: list(tables.values()) for number, tables in found.items()}
