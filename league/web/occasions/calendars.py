"""Calendars to subscribe to: a club's, a season's, and everybody's own."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.enums import Visibility
from league.core.errors import BadInput, NotAllowed, NotFound
from league.documents import calendar
from league.queries.occasions import calendars as read
from league.queries.occasions import clubs, seasons
from league.queries.people import viewer
from league.services.occasions import calendars
from league.web import tagged
from league.web.actor import actor_of
from league.web.office.office import absolute
from league.web.refusals import guarded
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from league.documents.calendar import Occasion
    from league.models import Club, Event

TYPE = "text/calendar; charset=utf-8"
KEPT_S = 600


@require_safe
@guarded
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """All evenings of a club."""
    actor = actor_of(request)
    row = clubs.by_slug(viewer=actor, slug=slug)
    if row is None:
        raise NotFound("not_found")
    home = absolute(request, reverse("club", args=[slug]))
    title = row.name

    def occasions() -> list[Occasion]:
        return read.occasions(read.of_club(actor, row), address=_page(request))

    return _answer(
        request,
        _kept((row.created_at, row.seq, actor.event_id), occasions, title, home),
        f"{slug}.ics",
    )


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """All evenings of a season."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    home = absolute(request, reverse("season", args=[slug, season_slug]))
    title = labelled(row.club.name, row.name)

    def occasions() -> list[Occasion]:
        return read.occasions(read.of_season(actor, row), address=_page(request))

    body = _kept((row.club.created_at, row.club.seq, actor.event_id), occasions, title, home)
    return _answer(request, body, f"{slug}-{season_slug}.ics")


@require_safe
@guarded
def player(request: HttpRequest, player_id: int, code: str) -> HttpResponse:
    """The evenings in which somebody has a place, for whoever has the address; nobody's name."""
    if not 0 < player_id < 2**63:
        raise NotFound("not_found")
    person = read.find(player_id, code)
    entered = read.of_player(person)
    occasions = read.occasions(entered, address=_page(request), entries=entered, player_id=person)
    with translation.override(viewer.language(person)):
        title = _("My evenings")
    home = absolute(request, reverse("home"))
    answer = _answer(
        request, calendar.written(occasions, title=title, address=home), "evenings.ics"
    )
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@require_POST
@guarded
def own_address(request: HttpRequest, player_id: int) -> HttpResponse:
    """Makes the own address, makes it anew, or ends it."""
    actor = actor_of(request)
    person = viewer.player(actor)
    if person is None or person.pk != player_id:
        raise NotAllowed("not_allowed", action="edit_profile")
    match request.POST.get("do", ""):
        case "renew":
            calendars.renew(by=actor, player=person)
            messages.success(request, _("This is your calendar link. Keep it to yourself."))
        case "end":
            calendars.end(by=actor, player=person)
            messages.success(request, _("The link is turned off."))
        case other:
            raise BadInput("unknown_choice", field="do", choice=other[:40])
    return redirect(f"{reverse('player', args=[player_id])}#calendar")


# --- what pages say about it ------------------------------------------------------------------


def links(request: HttpRequest, path: str) -> dict[str, str]:
    """The context of ``components/_subscribe.html``: for programs that ask, and to open at once."""
    address = absolute(request, path)
    return {"https": address, "webcal": f"webcal:{address.split(':', 1)[1]}"}


def of_club(request: HttpRequest, row: Club) -> dict[str, str] | None:
    """None where a calendar program, which signs in nowhere, would find nothing."""
    if row.visibility == Visibility.MEMBERS:
        return None
    return links(request, reverse("club_calendar", args=[row.slug]))


def of_season(request: HttpRequest, row: Club, season_slug: str) -> dict[str, str] | None:
    if row.visibility == Visibility.MEMBERS:
        return None
    return links(request, reverse("season_calendar", args=[row.slug, season_slug]))


def of_viewer(request: HttpRequest, player_id: int) -> dict[str, str]:
    """The own address; empty values where there is none yet."""
    code = read.code_of(actor_of(request))
    if not code:
        return {"https": "", "webcal": ""}
    return links(request, reverse("player_calendar", args=[player_id, code]))


# --- bytes ------------------------------------------------------------------------------------


def _page(request: HttpRequest) -> Callable[[Event], str]:
    return lambda event: absolute(request, reverse("event", args=[event.slug]))


def _kept(
    what: Sequence[object], occasions: Callable[[], list[Occasion]], title: str, home: str
) -> bytes:
    """The calendar's bytes, made once for every position of the club's journal and every day."""
    mark = repr((*what, title, home, timezone.now().date()))
    key = f"calendar:{hashlib.sha256(mark.encode()).hexdigest()[:40]}"
    body: bytes | None = cache.get(key)
    if body is None:
        body = calendar.written(occasions(), title=title, address=home)
        cache.set(key, body, KEPT_S)
    return body


def _answer(request: HttpRequest, body: bytes, name: str) -> HttpResponse:
    response = tagged.answer(request, body, TYPE)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
