"""My evening: one's own phone says free, pause or gone home, and is called to the table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from league import permissions
from league.channels import mail
from league.core import actors
from league.core.enums import EntryState, StageMode
from league.core.errors import BadInput, LeagueError, NotFound, Refused
from league.queries.evening import check_ins as door
from league.queries.evening import entries as line
from league.queries.evening import open_play, waiting_room
from league.queries.notices import mine as own_notices
from league.queries.notices import of_entries
from league.queries.people import rosters, viewer
from league.services.evening import check_ins
from league.web.actor import actor_of
from league.web.device import private
from league.web.evening import open_play as desk
from league.web.local_time import when
from league.web.notices import devices
from league.web.records.at_table import arrived, refused
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Entry, Event, Seat, Stage, Table
    from league.web.local_time import When
    from league.web.notices.devices import DevicePart

COOKIE = "my-evening"


@dataclass(frozen=True, slots=True)
class MinePage:
    """Where somebody sits with whom, or waits for how long behind how many.

    ``awaited`` is the table for which the desk waits; ``turn`` a number on the waiting list;
    ``stamp`` is another one as soon as anything of this is. ``notices`` leads to messages.
    """

    event: Event
    entry: Entry
    name: str
    seat: Seat | None
    table: Table | None
    company: tuple[str, ...]
    before: int | None
    since: When | None
    awaited: int | None
    has_left: bool
    is_waiting_list: bool
    turn: int | None
    stamp: str
    notices: str
    device: DevicePart
    problem: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """Where I sit or wait, for the browser that checked me in, or for my account."""
    event = door.evening(slug)
    if event is None:
        raise NotFound("not_found")
    token = _token(request, event)
    entry = door.of_own_token(event, token)
    stage = stage_of(event)
    if entry is None and not permissions.can_see(actor_of(request), event):
        raise NotFound("not_found")
    if entry is None or stage is None:
        return private(redirect("event", slug))
    problem, status = "", 200
    if request.method == "POST":
        try:
            _pressed(request, event, token)
        except (BadInput, Refused) as error:
            problem, status = sentence(error), error.status
        else:
            return private(redirect("my_evening", slug))
    context = _context(
        stage, entry, problem, _notices(request, event), _device(request, event, entry)
    )
    if request.GET.get("seen"):
        return private(_news(request.GET["seen"] == context.stamp))
    return private(page(request, "league/evening/mine.html", context, status=status))


@require_POST
def from_table(request: HttpRequest, code: str) -> HttpResponse:
    """From a table's page, for the device that holds a seat there, to its player's evening."""
    try:
        here = arrived(request, code)
    except LeagueError as error:
        return private(refused(request, error, code))
    if here.seat is None:
        return private(redirect("table_link", code))
    answer = redirect("my_evening", here.event.slug)
    remember(answer, here.event, here.seat.entry)
    return private(answer)


def stage_of(event: Event) -> Stage | None:
    """The stage of open play, where the evening has one."""
    found: Stage | None = (
        event.stages.filter(mode=StageMode.OPEN_PLAY).select_related("event__club").last()
    )
    return found


def remember(response: HttpResponse, event: Event, entry: Entry) -> None:
    """From now on this browser speaks for this entry, on its page of this event only."""
    response.set_cookie(
        COOKIE,
        door.own_token(entry),
        max_age=door.OWN_SECONDS,
        path=reverse("my_evening", args=[event.slug]),
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, event: Event) -> None:
    """This browser speaks for nobody: it had tapped the wrong name."""
    response.delete_cookie(COOKIE, path=reverse("my_evening", args=[event.slug]), samesite="Lax")


def _token(request: HttpRequest, event: Event) -> str:
    """The browser's own word; without one that of the account's player."""
    kept = request.COOKIES.get(COOKIE, "")
    if kept and door.of_own_token(event, kept) is not None:
        return kept
    actor = actor_of(request)
    entry = viewer.entry(actor, event) if permissions.can_see(actor, event) else None
    return door.own_token(entry) if entry is not None else ""


def _pressed(request: HttpRequest, event: Event, token: str) -> None:
    action = request.POST.get("action", "")
    if action == "home":
        check_ins.go_home(event=event, token=token)
    elif action in {"free", "pause"}:
        check_ins.speak(event=event, token=token, present=action == "free")
    else:
        raise BadInput("unknown_choice", field="action", choice=action[:40])


def _news(is_same: bool) -> HttpResponse:
    if is_same:
        return HttpResponse(status=204)
    response = HttpResponse(status=200)
    response.headers["HX-Refresh"] = "true"
    return response


def _notices(request: HttpRequest, event: Event) -> str:
    """Where one chooses what to hear about: for this evening, or with the account for all."""
    if not mail.is_offered():
        return ""
    if door.of_own_token(event, request.COOKIES.get(COOKIE, "")) is None:
        return reverse("own_notices")
    return reverse("evening_notices", args=[event.slug])


def _device(request: HttpRequest, event: Event, entry: Entry) -> DevicePart:
    """This device hears of this evening, or with the account of all."""
    if door.of_own_token(event, request.COOKIES.get(COOKIE, "")) is not None:
        to = reverse("evening_device", args=[event.slug])
        return devices.part_of(of_entries.of_entry(entry), to)
    to = f"{reverse('own_device')}?next={reverse('my_evening', args=[event.slug])}"
    return devices.part_of(own_notices.of(actor_of(request)), to)


def _context(
    stage: Stage, entry: Entry, problem: str, notices: str, device: DevicePart
) -> MinePage:
    event = stage.event
    seat = waiting_room.seat_of(entry)
    table = seat.table if seat else None
    waiting = open_play.free(stage)
    before = next((at for at, row in enumerate(waiting) if row.entry.pk == entry.pk), None)
    others = waiting_room.company_of(seat) if seat else []
    shown = rosters.names_in(actors.ANONYMOUS, event)
    company = tuple(shown[row.player_id].name for row in others if row != entry)
    awaited = desk.awaited(stage) if before is not None else None
    turn = line.turns(event).get(entry.pk)
    at = (seat.pk, seat.position) if seat else None
    said = (entry.state, entry.is_present, before, at, company, awaited, turn)
    return MinePage(
        event=event,
        entry=entry,
        name=shown[entry.player_id].name,
        seat=seat,
        table=table,
        company=company,
        before=before,
        since=when(waiting[before].at, event) if before is not None else None,
        awaited=awaited,
        has_left=entry.state == EntryState.DROPPED,
        is_waiting_list=entry.state == EntryState.WAITING,
        turn=turn,
        stamp=hashlib.sha256(repr(said).encode()).hexdigest()[:16],
        notices=notices,
        device=device,
        problem=problem,
    )
