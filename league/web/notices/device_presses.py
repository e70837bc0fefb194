"""Presses on the device in somebody's hand: tell me here, stop here; and what a worker renews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.channels import push
from league.core.errors import BadInput, LeagueError, NotAllowed, NotFound
from league.queries.evening import check_ins as door
from league.queries.notices import mine
from league.services.notices import addresses
from league.services.notices import devices as service
from league.web.actor import actor_of
from league.web.device import address_of, private
from league.web.evening import my_evening
from league.web.notices import devices
from league.web.office.office import absolute
from league.web.redirects import safe_next
from league.web.refusals import guarded
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Event


@require_POST
@login_required
@guarded
def own(request: HttpRequest) -> HttpResponse:
    """``do``: ``add``, ``stop``; ``address``: what the browser gave."""
    actor = actor_of(request)

    def add() -> None:
        addresses.add(
            by=actor,
            owner=mine.owner(actor),
            way=service.WAY,
            address=request.POST.get("address", ""),
            label=devices.name_of(request),
            language=translation.get_language() or "en",
            site=absolute(request, "/"),
        )

    def stop() -> None:
        mark = push.mark_of(request.POST.get("address", ""))
        for row in mine.of(actor):
            if row.fingerprint == mark:
                addresses.remove(by=actor, address=row)

    _press(request, add, stop)
    return private(redirect(safe_next(request, reverse("own_notices"))))


@require_POST
@guarded
def of_place(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The same for one's place in an event, by the link that one keeps."""
    _of_entry(request, _event(slug), code)
    return private(redirect("place_notices", slug, code))


@require_POST
@guarded
def of_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the browser that checked somebody in."""
    _of_entry(request, _event(slug), request.COOKIES.get(my_evening.COOKIE, ""))
    return private(redirect("my_evening", slug))


@csrf_exempt  # a worker has no page, and so no token: the old address is the right
@require_POST
@guarded
def renewed(request: HttpRequest) -> HttpResponse:
    """The browser has been given another address: what it was told of, it is told of there."""
    try:
        service.renew(
            old=request.POST.get("old", ""),
            address=request.POST.get("address", ""),
            asked_from=address_of(request),
        )
    except NotAllowed:  # no worker signs in
        return private(HttpResponse(status=403))
    return private(HttpResponse(status=204))


def _of_entry(request: HttpRequest, event: Event, code: str) -> None:
    address = request.POST.get("address", "")

    def add() -> None:
        service.give(
            event=event,
            code=code,
            address=address,
            label=devices.name_of(request),
            language=translation.get_language() or "en",
            site=absolute(request, "/"),
            asked_from=address_of(request),
        )

    _press(request, add, lambda: service.stop(event=event, code=code, address=address))


def _press(request: HttpRequest, add: Callable[[], None], stop: Callable[[], None]) -> None:
    """Does what was pressed, and says it on the page that comes next."""
    what = request.POST.get("do", "")
    if what not in {"add", "stop"}:
        raise BadInput("unknown_choice", field="do", choice=what[:40])
    try:
        if what == "add":
            add()
            messages.success(request, _("Messages arrive on this device from now on."))
        else:
            stop()
            messages.success(request, _("No more messages on this device."))
    except NotFound:
        raise
    except LeagueError as error:
        messages.error(request, sentence(error))


def _event(slug: str) -> Event:
    event = door.evening(slug)
    if event is None:
        raise NotFound("not_found")
    return event
