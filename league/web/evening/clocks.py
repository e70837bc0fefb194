"""The organizer's hand at the clock: for a round, and for each of its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundState, StageMode
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.lists.whole_numbers import whole
from league.queries import by_id
from league.queries.evening import clocks as reading
from league.queries.occasions import events
from league.queries.people import rosters
from league.queries.records import records
from league.services.evening import clocks
from league.web import paths
from league.web.actor import actor_of
from league.web.evening import clock_cards
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Round, Table
    from league.queries.records.records import TableRow
    from league.web.evening.clock_cards import ClockCard
    from league.web.paths import Crumb

USUAL_MIN = 60
STEP_MIN = 5


@dataclass(frozen=True, slots=True)
class Handle:
    """A clock with what its buttons need. ``table`` is an id, ``number`` what stands on it.

    A table that ``follows`` its round has that one's clock, and buttons of its own.
    """

    round_id: int
    card: ClockCard | None
    version: int
    minutes: int | None = None
    table: int | None = None
    number: int | None = None
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """The clock on the desk: the round's, and the tables that have something of their own."""

    general: Handle
    others: tuple[ClockCard, ...]
    page: str


def panel(
    viewer: Actor, event: Event, round_: Round | None, rows: Sequence[TableRow]
) -> Panel | None:
    """The desk's clock for a round that is being played; nothing for any other."""
    if round_ is None or round_.state != RoundState.PUBLISHED:
        return None
    if round_.stage.mode == StageMode.FIXTURES:
        return None  # each table plays on its own day
    found = reading.of_round(viewer, round_)
    drawn = clock_cards.drawn(found, event, rows)
    query = urlencode({"round": round_.pk})
    return Panel(
        general=Handle(
            round_.pk,
            drawn.card,
            found.version,
            # In open play no clock is everybody's.
            None if round_.is_rolling else round_.stage.round_minutes,
        ),
        others=drawn.tables,
        page=f"{reverse('desk_clock', args=[event.slug])}?{query}",
    )


@dataclass(frozen=True, slots=True)
class ClockPage:
    """All clocks of a round, with their buttons; no round is nothing to show."""

    event: Event
    round: Round | None
    general: Handle | None
    tables: tuple[Handle, ...]
    step: int
    address: str
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def desk_clock(request: HttpRequest, slug: str) -> HttpResponse:
    """All clocks of a round that is being played, with their buttons."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.MANAGE_EVENT, event)
    asked = request.POST if request.method == "POST" else request.GET
    round_ = _round(actor, event, asked.get("round", ""))
    if request.method == "POST" and round_ is not None:
        return _pressed(request, actor, event, round_)
    if round_ is not None and round_.state != RoundState.PUBLISHED:
        round_ = None
    general, tables = _clocks(actor, event, round_) if round_ is not None else (None, ())
    context = ClockPage(
        event=event,
        round=round_,
        general=general,
        tables=tables,
        step=STEP_MIN,
        address=reverse("desk_clock", args=[slug]),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            {"label": _("Desk"), "href": reverse("desk", args=[slug])},
            paths.here(_("Clock")),
        ],
    )
    return page(request, "league/evening/clock.html", context)


def _clocks(actor: Actor, event: Event, round_: Round) -> tuple[Handle, tuple[Handle, ...]]:
    """The clock of the round, and those of its tables."""
    found = reading.of_round(actor, round_)
    minutes = round_.stage.round_minutes
    rows = [row for row in records.tables_of(viewer=actor, round_=round_) if row.seats]

    def handle(row: TableRow) -> Handle:
        face = found.of(row.table_id)
        return Handle(
            round_.pk,
            clock_cards.card(face, event),
            found.version_of(row.table_id),
            minutes,
            row.table_id,
            row.number,
            follows=face == found.face,
        )

    general = Handle(
        round_.pk, clock_cards.card(found.face, event), found.version, minutes or USUAL_MIN
    )
    return general, tuple(handle(row) for row in rows)


def _round(actor: Actor, event: Event, asked: str) -> Round | None:
    """The round asked for, else the last one that is being played."""
    number = whole(asked)
    if number is not None:
        found = by_id.round_(actor, number)
        if found.stage.event_id != event.pk:
            raise NotFound("not_found")
        return found
    playing = [row for row in rosters.rounds_of(actor, event) if row.state == RoundState.PUBLISHED]
    return by_id.round_(actor, playing[-1].pk) if playing else None


def _table(actor: Actor, asked: str) -> Table | None:
    if not asked:
        return None
    number = whole(asked)
    if number is None:
        raise NotFound("not_found")
    return by_id.table(actor, number)


def _pressed(request: HttpRequest, actor: Actor, event: Event, round_: Round) -> HttpResponse:
    table = _table(actor, request.POST.get("table", ""))
    try:
        _do(request, actor, round_, table)
    except (BadInput, Conflict, Refused) as error:
        messages.error(request, sentence(error))
    if request.POST.get("back") == "desk":
        query = urlencode({"step": request.POST.get("step", "play"), "stage": round_.stage.number})
        return redirect(f"{reverse('desk', args=[event.slug])}?{query}")
    return redirect(f"{reverse('desk_clock', args=[event.slug])}?round={round_.pk}")


def _do(request: HttpRequest, by: Actor, round_: Round, table: Table | None) -> None:
    verb = request.POST.get("do", "")
    version = _number(request.POST.get("version", ""))
    if verb == "start":
        minutes = _number(request.POST.get("minutes", ""))
        clocks.start(by=by, round_=round_, table=table, minutes=minutes, expected_version=version)
    elif verb == "hold":
        clocks.hold(by=by, round_=round_, table=table, expected_version=version)
    elif verb == "resume":
        clocks.resume(by=by, round_=round_, table=table, expected_version=version)
    elif verb == "reset":
        clocks.reset(by=by, round_=round_, table=table, expected_version=version)
    elif verb in {"more", "fewer"}:
        step = STEP_MIN if verb == "more" else -STEP_MIN
        clocks.extend(by=by, round_=round_, table=table, minutes=step, expected_version=version)
    else:
        raise BadInput("unknown_choice", field="do", choice=verb[:40])


def _number(text: str) -> int | None:
    """A whole number; None where nothing was said."""
    text = text.strip()
    if not text:
        return None
    number = whole(text, low=0)
    if number is None:
        raise BadInput("number_out_of_range", field="minutes", low=1, high=clocks.LONGEST_MIN)
    return number
