"""The code at a club's door, for signing up without an account: its poster, and who scans it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.actions import Action
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.evening import sign_ups as reading
from league.services.evening import sign_ups
from league.services.occasions import clubs
from league.web import discs, paths
from league.web.actor import actor_of
from league.web.device import address_of, private
from league.web.office.office import absolute, club_or_404, is_local
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Club
    from league.web.paths import Crumb

COOKIE = "door-code"
DAYS_180 = 180 * 24 * 3600


@dataclass(frozen=True, slots=True)
class DoorPage:
    """The code to print and hang up; ``code`` has a gap in its middle, to be read aloud."""

    club: Club
    code: str
    address: str
    logo: str
    qr: str
    is_local: bool
    crumbs: list[Crumb]


@require_safe
@guarded
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's code, large, with the picture that phones read."""
    club = club_or_404(request, slug, Action.INVITE)
    code = reading.door_code(club)
    address = absolute(request, reverse("door", args=[slug, code]))
    half = len(code) // 2
    context = DoorPage(
        club=club,
        code=f"{code[:half]} {code[half:]}",
        address=address,
        logo=discs.logo(club),
        qr=segno.make(address, micro=False).svg_data_uri(scale=8, border=2, light="#fff"),
        is_local=is_local(request),
        crumbs=[paths.to_club(club), paths.here(_("Poster for the door"))],
    )
    return private(page(request, "league/occasions/door.html", context))


@require_POST
@guarded
def renew(request: HttpRequest, slug: str) -> HttpResponse:
    """Ends the code that hangs there, and shows the next one."""
    club = club_or_404(request, slug, Action.INVITE)
    clubs.renew_door(by=actor_of(request), club=club)
    messages.success(request, _("This is the new code. Print it, and take the old poster down."))
    return redirect("door_poster", slug)


@require_safe
@guarded
def enter(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who scans the poster needs to type nothing: this browser has read the code."""
    club = by_id.club(actor_of(request), slug)
    try:
        sign_ups.require_door_code(club=club, typed=code, address=address_of(request))
    except BadInput:
        raise NotFound("link_unknown") from None
    coming = reading.open_by_name(club)
    if len(coming) == 1:
        answer = redirect("sign_up_by_name", coming[0].slug)
    else:
        answer = redirect("club", slug)
    answer.set_cookie(
        COOKIE,
        code,
        max_age=DAYS_180,
        path="/e/",
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
    return private(answer)


def code_read(request: HttpRequest, club: Club) -> str:
    """The code that this browser has read at the club's door; empty without the right one."""
    code = request.COOKIES.get(COOKIE, "")
    return code if reading.is_door_code(club, code) else ""
