"""The desk: one page with five steps, the next thing to do on top."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.core.enums import EntryState, EventState
from league.core.errors import BadInput, BadInputs, Conflict, LeagueError, Refused
from league.lists.whole_numbers import whole
from league.queries.evening import desk as reading
from league.queries.evening import entries as people
from league.queries.evening.desk import PLAY, ROLL, SEATING, STANDINGS, STEPS, Desk
from league.queries.occasions import events
from league.queries.people import players as known
from league.queries.seating import earlier_draws, seating_options, seatings
from league.queries.standings import cuts, moments, troubles
from league.queries.standings import standings as standing
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.evening import clocks, desk_words, open_play
from league.web.evening.commands import roll
from league.web.evening.commands.event import finish
from league.web.evening.commands.press import WayBack, press
from league.web.evening.commands.press import address as answer_of
from league.web.evening.commands.register import Call, Command, Done, read_command, read_done
from league.web.evening.next_action import next_action, with_proposal
from league.web.office.office import is_local
from league.web.public import evening, event_standings
from league.web.refusals import guarded
from league.web.rendering import in_zone
from league.web.standings import ranking, uncounted
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Event, Stage
    from league.queries.records.records import TableRow
    from league.queries.seating.earlier_draws import EarlierDraw
    from league.queries.seating.seating_options import Options
    from league.queries.standings.standings import Shown
    from league.web.evening.next_action import NextAction
    from league.web.paths import Crumb
    from league.web.ranked_table import RankedTable

REFRESH_S = 5


@dataclass(frozen=True, slots=True)
class Nearly:
    """Somebody whom a new name may mean, and how they come into the room instead."""

    name: str
    do: Command


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a press was refused, and how to go on all the same where that is possible."""

    texts: tuple[str, ...]
    field: str = ""
    typed: str = ""
    again: tuple[tuple[str, str], ...] = ()
    label: str = ""
    makes_room: bool = False
    nearly: tuple[Nearly, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The desk at one step, or the part of it that asks for itself anew.

    ``more`` is the table whose rarer buttons were asked for, ``pick`` where somebody chosen on the
    board could go; ``worths`` say what the round counts for whoever does not play it.
    """

    desk: Desk
    event: Event
    step: str
    address: str
    poll: str
    refresh: int
    steps: list[desk_words.StepLink]
    next: NextAction
    round_tabs: list[desk_words.Tab]
    uncounted: list[uncounted.Line]
    clock: clocks.Panel | None
    earlier: EarlierDraw | None
    proposals: open_play.Proposed | None
    room: open_play.RoomShown | None
    shown: Shown | None
    standings: RankedTable | None
    notes: list[ranking.Note]
    files: list[dict[str, str]]
    crumbs: list[Crumb]
    stage_tabs: list[desk_words.Tab]
    methods: list[tuple[str, str]]
    is_local: bool
    problem: Problem | None = None
    more: TableRow | None = None
    pick: Options | None = None
    worths: tuple[str, ...] = ()
    undo: WayBack | None = None
    said: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole evening of an event, for its organizers."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    if request.method == "POST":
        return _pressed(request, actor, event)
    if request.GET.get("part") == "live":
        return _live(request, actor, event)
    return _page(request, actor, event)


def _pressed(request: HttpRequest, actor: Actor, event: Event) -> HttpResponse:
    reading.stage_of(actor, event, None)  # the right to be here, before anything is looked up
    command = None
    try:
        command = read_command(request.POST.get("do", ""))
        done = press(command, Call(request, actor, event))
    except (Refused, BadInput, BadInputs, Conflict) as error:
        status = error.status
        if status == 400 and request.headers.get("HX-Request"):
            status = 422  # which fragments show, while 400 is a fault
        event = events.get(actor, event.slug)
        return _page(request, actor, event, _problem(request, actor, event, error, command), status)
    stage = whole(request.POST.get("stage", ""))
    return HttpResponseRedirect(answer_of(event, command.button.then, done, stage))


def _problem(
    request: HttpRequest, actor: Actor, event: Event, error: LeagueError, command: Command | None
) -> Problem:
    errors = error.errors if isinstance(error, BadInputs) else (error,)
    full = command.button if command and error.code == "event_full" else None
    label = desk_words.go_on(
        error.code,
        can_wait=full is not None and full.can_wait,
        finishes=command is not None and command.button is finish,
    )
    makes_room = full is not None and full.takes_a_place
    is_similar = error.code == "similar_player"
    again: list[tuple[str, str]] = []
    if label or makes_room or is_similar:
        kept = {name: request.POST[name] for name in request.POST if name != "csrfmiddlewaretoken"}
        kept["key"] = sent_once.fresh_key()
        again = list(kept.items())
    return Problem(
        texts=tuple(sentence(one) for one in errors),
        field=error.field,
        typed=request.POST.get("name", ""),
        again=tuple(again),
        label=label,
        makes_room=makes_room,
        nearly=_nearly(actor, event, request.POST.get("name", "")) if is_similar else (),
    )


def _nearly(actor: Actor, event: Event, name: str) -> tuple[Nearly, ...]:
    found = known.similar(viewer=actor, club=event.club, name=name)
    entered = {row.player_id: row for row in event.entries.all()}
    return tuple(
        Nearly(likeness.player.name, _comes(likeness.player.pk, entered)) for likeness in found
    )


def _comes(player: int, entered: dict[int, Entry]) -> Command:
    """How somebody known comes into the room: entered anew, back, or marked as here."""
    entry = entered.get(player)
    if entry is None:
        return roll.enter(player)
    if entry.state == EntryState.DROPPED:
        return roll.come_back(entry.pk)
    return roll.mark(True, entry.pk)


def _page(
    request: HttpRequest,
    actor: Actor,
    event: Event,
    problem: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = _desk(request, actor, event)
    if request.method != "POST":
        moments.require_round(event, request.GET, shown.stage)
    step = request.GET.get("step", "") or request.POST.get("step", "")
    step = step if step in STEPS else shown.step.place
    more, pick = _opened(request, shown, step), _picked(request, actor, shown, step)
    context = replace(
        _context(request, actor, shown, step),
        problem=problem,
        more=more,
        pick=pick,
        worths=desk_words.worths(shown.stage, step) if more or pick else (),
    )
    if problem is None:
        said, undo = _told(read_done(request.GET.get("did", ""), _ids(request)), shown)
        if shown.forms_tables and step == PLAY:
            names = {row.entry_id: row.name for row in (*shown.roll.rows, *shown.roll.gone)}
            undo = open_play.last_done(shown.stage, names)
        context = replace(context, said=said, undo=undo)
    return in_zone(request, event, "league/evening/desk.html", context, status=status)


def _live(request: HttpRequest, actor: Actor, event: Event) -> HttpResponse:
    """What changes by itself; nothing at all while nobody wrote anything."""
    asked = request.GET.get("step", "")
    stage = reading.stage_of(actor, event, whole(request.GET.get("stage", "")))
    payload = standing.payload(stage, actor) if asked == STANDINGS else None
    if request.GET.get("stamp") == _stamp(reading.stamp(event), payload, stage):
        return HttpResponse(status=204)
    shown = _desk(request, actor, event)
    step = asked if asked in STEPS else shown.step.place
    context = _context(request, actor, shown, step)
    return in_zone(request, event, "league/evening/_poll.html", context)


def _stamp(written: str, payload: Shown | None, stage: Stage) -> str:
    """What must be the same for the page to be the same; standings are counted a moment later."""
    return f"{written}-{payload.etag}" if payload else f"{written}{open_play.minute_of(stage)}"


def _desk(request: HttpRequest, actor: Actor, event: Event) -> Desk:
    asked = request.POST if request.method == "POST" else request.GET
    return reading.desk(
        actor,
        event,
        stage_number=whole(asked.get("stage", "")),
        round_number=whole(asked.get("round", "")),
    )


def _context(request: HttpRequest, actor: Actor, shown: Desk, step: str) -> DeskPage:
    event = shown.event
    address = reverse("desk", args=[event.slug])
    base = {"stage": str(shown.stage.number)} if len(shown.stages) > 1 else {}
    if whole(request.GET.get("round", "")) and shown.round:
        base["round"] = str(shown.round.number)
    payload = standing.payload(shown.stage, actor) if step == STANDINGS else None
    live = {
        **base,
        "part": "live",
        "step": step,
        "stamp": _stamp(shown.stamp, payload, shown.stage),
    }
    proposals = open_play.proposals(actor, shown.stage) if shown.forms_tables else None
    return DeskPage(
        desk=shown,
        event=event,
        step=step,
        address=address,
        poll=f"{address}?{urlencode(live)}",
        refresh=0 if shown.is_over and step != STANDINGS else REFRESH_S,
        steps=desk_words.steps(shown, step, address, base),
        next=_next(shown, address, proposals),
        round_tabs=desk_words.round_tabs(shown, address, step),
        uncounted=uncounted.lines(troubles.of_event(actor, event)),
        clock=clocks.panel(actor, event, shown.round, shown.tables),
        earlier=_earlier(actor, shown, step),
        proposals=proposals,
        room=open_play.room(shown.stage) if shown.forms_tables and step == PLAY else None,
        shown=payload,
        standings=_ranked(actor, shown, payload),
        notes=ranking.notes(payload.payload) if payload else [],
        files=event_standings.stage_files(shown.stage) if payload else [],
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(desk_words.title()),
        ],
        stage_tabs=desk_words.stage_tabs(shown, address, step),
        methods=desk_words.methods(),
        is_local=step == ROLL and event.state != EventState.RUNNING and is_local(request),
    )


def _next(shown: Desk, address: str, proposals: open_play.Proposed | None) -> NextAction:
    """In open play the button on top starts what is proposed first."""
    action = next_action(shown, address)
    if proposals is None or shown.step.code != "form":
        return action
    return with_proposal(action, proposals)


def _earlier(actor: Actor, shown: Desk, step: str) -> EarlierDraw | None:
    """Whether the seating was drawn before a correction; what it would be stands beside it."""
    if shown.board is None or shown.is_over:
        return None
    seating = seatings.seating(actor, shown.event, shown.board.seating_id)
    return earlier_draws.of_seating(actor, seating, with_tables=step == SEATING)


def _ranked(actor: Actor, shown: Desk, payload: Shown | None) -> RankedTable | None:
    """The standings with what moved, and with the line of the cut once it is made."""
    if payload is None or not payload.payload["rows"]:
        return None
    stage = shown.stage
    table = ranking.table(
        payload.payload,
        caption=desk_words.standings_caption(shown),
        url=evening.link_of(shown.event),
        why=ranking.stage_why(stage),
        before=event_standings.ranks_before(actor, stage, reading.with_results(stage), payload),
    )
    if shown.following is None:
        return table
    above = cuts.chosen(shown.following)
    return ranking.with_line(table, payload.payload, above, desk_words.cut_line(shown.following))


def _picked(request: HttpRequest, actor: Actor, shown: Desk, step: str) -> Options | None:
    """Somebody was selected on the board: where they could go."""
    pick = whole(request.GET.get("pick", ""))
    if step != "seating" or pick is None or shown.board is None or shown.is_over:
        return None
    seating = seatings.seating(actor, shown.event, shown.board.seating_id)
    entry = people.entry(actor, shown.event, pick)
    return seating_options.of_entry(actor, seating, entry)


def _opened(request: HttpRequest, shown: Desk, step: str) -> TableRow | None:
    """The table whose rarer buttons were asked for."""
    asked = whole((request.POST if request.method == "POST" else request.GET).get("more", ""))
    if step != PLAY or shown.is_over:
        return None
    return next((row for row in shown.tables if row.table_id == asked), None)


def _ids(request: HttpRequest) -> tuple[int, ...]:
    parts = request.GET.get("ids", "").split("-")
    return tuple(found for part in parts if (found := whole(part, low=0)) is not None)


def _told(done: Done | None, shown: Desk) -> tuple[str, WayBack | None]:
    """What was just done: alone, or with the button that takes it back where one does."""
    text = done.said(shown) if done else ""
    command = done.undo() if done and text else None
    if done is None or command is None:
        return text, None
    return "", WayBack(text, {"stage": shown.stage.number, "do": command}, done.outcome.label)
