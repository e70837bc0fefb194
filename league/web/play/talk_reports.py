"""What was reported at a club's tables in the browser, for its organizers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.play import plays as reading
from league.queries.play import talk as hearing
from league.services.play import talk
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.queries.play.talk import Reported


@dataclass(frozen=True, slots=True)
class ReportsPage(office.OfficePage):
    """Reports that no one has seen to, the oldest first."""

    reports: tuple[Reported, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def reports(request: HttpRequest, slug: str) -> HttpResponse:
    """What was reported; muting who said it, or putting the report aside."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.CREATE_EVENT)
    if request.method == "POST":
        _did(request)
        return HttpResponseRedirect(reverse("club_talk", args=[club.slug]))
    context = ReportsPage(
        **office.top(actor, club, "club_talk", _("Table talk")),
        reports=hearing.reports(viewer=actor, club=club),
    )
    return page(request, "league/play/talk_reports.html", context)


def _did(request: HttpRequest) -> None:
    by = actor_of(request)
    play = reading.by_code(viewer=by, code=request.POST.get("code", ""))
    verb, _colon, about = request.POST.get("do", "").partition(":")
    number = whole(about, low=0)
    if number is None or verb not in {"settle", "mute", "unmute"}:
        raise BadInput("bad_choice", field="do", value=verb[:20])
    if verb == "settle":
        talk.settle(by=by, play=play, number=number)
    else:
        talk.mute(by=by, play=play, number=number, muted=verb == "mute")
