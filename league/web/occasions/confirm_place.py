"""The page behind the mail of a sign-up: looked at it changes nothing, one press confirms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core import actors
from league.core.errors import NotFound
from league.queries.evening import check_ins, sign_up_mail, sign_ups
from league.queries.people import rosters
from league.services.evening import sign_up_mail as services
from league.web.device import private
from league.web.local_time import when
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Event
    from league.web.local_time import When


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One of the sign-ups with this address; ``until``: its place is held no longer than that."""

    name: str
    address: str
    state: str
    until: When | None


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """Everybody who was signed up with one address, and whether its owner has said so."""

    event: Event
    when: When
    places: tuple[OwnPlace, ...]
    is_confirmed: bool


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def confirm(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Mail programs open links by themselves: only the button confirms."""
    event = check_ins.evening(slug)
    if event is None:
        raise NotFound("link_unknown")
    if request.method == "POST":
        entry = services.confirm(event=event, code=code)
        messages.success(request, _("Thanks. Your e-mail address is confirmed."))
        return private(redirect("place", slug, sign_ups.code_of(entry)))
    rows = sign_up_mail.of_code(event, code)
    shown = rosters.names_in(actors.ANONYMOUS, event)
    own = [row.entry for row in rows if row.entry is not None]
    context = ConfirmPage(
        event=event,
        when=when(event.starts_at, event),
        places=tuple(
            OwnPlace(
                name=shown[entry.player_id].name,
                address=reverse("place", args=[slug, sign_ups.code_of(entry)]),
                state=str(entry.state),
                until=when(until, event) if (until := sign_up_mail.held_until(entry)) else None,
            )
            for entry in own
        ),
        is_confirmed=all(row.confirmed_at is not None for row in rows),
    )
    return private(page(request, "league/occasions/confirm_place.html", context))
