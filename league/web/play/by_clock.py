"""Pages of a match, by the clock of its evening, else of its club, else of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.web.rendering import in_zone, page

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from django.http import HttpRequest, HttpResponse

    from league.models import Play


def by_clock(
    request: HttpRequest,
    play: Play,
    template: str,
    context: DataclassInstance,
    *,
    status: int = 200,
) -> HttpResponse:
    room = play.event or play.club
    if room is None:
        return page(request, template, context, status=status)
    return in_zone(request, room, template, context, status=status)
