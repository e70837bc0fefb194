"""A club's messages: what did not arrive, for who runs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.channels.register import WAYS
from league.core.actions import Action
from league.queries.notices import sent
from league.web import rendering
from league.web.actor import actor_of
from league.web.office import office
from league.web.office.office import OfficePage
from league.web.refusals import guarded

if TYPE_CHECKING:
    from datetime import datetime

    from league.queries.notices.sent import Undelivered


@dataclass(frozen=True, slots=True)
class Missed:
    """Who was not told of what."""

    name: str
    what: str
    way: str
    event: str
    slug: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClubNoticesPage(OfficePage):
    missed: tuple[Missed, ...]


@require_safe
@guarded
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What did not arrive in the last days, and whom it was for."""
    club = office.club_or_404(request, slug, Action.MANAGE_EVENT)
    actor = actor_of(request)
    context = ClubNoticesPage(
        **office.top(actor, club, "club_notices", _("Messages")),
        missed=tuple(_missed(row) for row in sent.undelivered_in(actor, club)),
    )
    return rendering.in_zone(request, club, "league/notices/club.html", context)


def _missed(row: Undelivered) -> Missed:
    way = WAYS.get(row.notice.address.way)
    event = row.notice.event
    return Missed(
        name=row.name,
        what=str(row.notice.get_kind_display()),
        way=str(way.name) if way else "",
        event=event.name if event else "",
        slug=event.slug if event else "",
        at=row.notice.done_at or row.notice.made_at,
    )
