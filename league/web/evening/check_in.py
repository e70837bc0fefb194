"""Checking in by phone: the page behind the code at the door, and the poster that carries it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from league import permissions
from league.core import actors
from league.core.actions import Action
from league.core.errors import BadInput, Conflict, Refused
from league.lists.whole_numbers import whole
from league.queries.evening import check_ins as door
from league.queries.occasions import events
from league.queries.people import rosters, viewer
from league.services.evening import check_ins
from league.web import discs, paths
from league.web.actor import actor_of
from league.web.device import forget_entry, private, remember_entry
from league.web.evening import my_evening
from league.web.local_time import when
from league.web.office.office import absolute, is_local
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Entry, Event
    from league.web.local_time import When
    from league.web.paths import Crumb
    from league.words.names import Shown


@dataclass(frozen=True, slots=True)
class Expected:
    """Somebody on the list at the door."""

    entry_id: int
    shown: Shown


@dataclass(frozen=True, slots=True)
class CheckInPage:
    """Who is expected, or a word of welcome; ``mine`` is the entry of one's own account."""

    event: Event
    code: str
    when: When
    rows: tuple[Expected, ...]
    mine: Entry | None
    here: str
    has_own_page: bool
    is_waiting: bool
    token: str
    typed: str
    problem: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def check_in(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One tap on the own name. The list shows names as the club shows them to everybody."""
    event = door.find(slug=slug, code=code)
    problem, status = "", 200
    if request.method == "POST":
        try:
            token = _pressed(request, slug, code)
        except (BadInput, Refused, Conflict) as error:
            problem, status = sentence(error), error.status
        else:
            answer = redirect(f"{request.path}?done={token}" if token else request.path)
            arrived = door.just_now(event, token)
            if arrived is not None:
                my_evening.remember(answer, event, arrived)
                remember_entry(answer, door.own_token(arrived))
            else:
                my_evening.forget(answer, event)
                forget_entry(answer)
            return private(answer)
    rows = door.expected(event)
    shown = rosters.names_in(actors.ANONYMOUS, event)
    mine = viewer.entry(actor_of(request), event)
    here = door.just_now(event, request.GET.get("done", ""))
    context = CheckInPage(
        event=event,
        code=code,
        when=when(event.starts_at, event),
        rows=tuple(
            Expected(row.pk, shown[row.player_id])
            for row in sorted(rows, key=lambda row: shown[row.player_id].sort_key)
        ),
        mine=mine if mine in rows else None,
        here=shown[here.player_id].name if here else "",
        has_own_page=my_evening.stage_of(event) is not None,
        is_waiting=bool(here and not here.is_present),
        token=request.GET.get("done", "") if here else "",
        typed=request.POST.get("name", ""),
        problem=problem,
    )
    return private(page(request, "league/evening/check_in.html", context, status=status))


def _pressed(request: HttpRequest, slug: str, code: str) -> str:
    """The token that takes it back; empty after taking it back."""
    if token := request.POST.get("undo", ""):
        check_ins.take_back(slug=slug, code=code, token=token)
        return ""
    entry_id = whole(request.POST.get("entry", "")) or 0
    if entry_id:
        entry = check_ins.check_in(slug=slug, code=code, entry_id=entry_id)
    else:
        entry = check_ins.arrive(slug=slug, code=code, name=request.POST.get("name", ""))
    return door.undo_token(entry)


@dataclass(frozen=True, slots=True)
class PosterPage:
    """The code of the check-in page; where phones cannot open it, a word of that."""

    event: Event
    address: str
    logo: str
    qr: str
    is_local: bool
    crumbs: list[Crumb]


@require_safe
@guarded
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The code to print and hang at the door."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.CALL_ROLL, event)
    address = absolute(request, reverse("check_in", args=[slug, door.code_of(event)]))
    context = PosterPage(
        event=event,
        address=address,
        logo=discs.logo(event.club),
        qr=segno.make(address, micro=False).svg_data_uri(scale=8, border=2, light="#fff"),
        is_local=is_local(request),
        crumbs=[*paths.to_desk(actor, event), paths.here(gettext("Check in by phone"))],
    )
    return private(page(request, "league/evening/poster.html", context))
