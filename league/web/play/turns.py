"""My turns: the tables that wait for me, the next of them in one press, and days off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.core.enums import PlayState
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.play import lists, reach
from league.queries.play import pauses as days_off
from league.services.play import pauses
from league.web.device import private
from league.web.play import guest
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from datetime import datetime

    from league.queries.play.lists import Listed


@dataclass(frozen=True, slots=True)
class TurnsPage:
    """The tables that wait for the viewer and those that wait for others, and the days off.

    Attributes:
        off_until: when the days off end that the viewer has now.
        days_left: how many they may take from now on.
    """

    due: tuple[Listed, ...]
    others: tuple[Listed, ...]
    my_turn: int
    may_pause: bool
    off_until: datetime | None
    days_left: int
    message: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def turns(request: HttpRequest) -> HttpResponse:
    """Where I am to decide, whatever is due first on top; days off are taken here."""
    message, status = "", 200
    if request.method == "POST":
        by = guest.player_of(request)
        try:
            if request.POST.get("do") == "end":
                pauses.end(by=by)
            else:
                pauses.pause(by=by, days=whole(request.POST.get("days", ""), low=0) or 0)
        except BadInput as error:
            message, status = sentence(error), 422
        else:
            return private(HttpResponseRedirect(reverse("play_turns")))
    viewer = guest.player_of(request)
    mine = [row for row in lists.mine(viewer=viewer) if row.state == PlayState.RUNNING]
    due = tuple(row for row in mine if row.owes)
    context = TurnsPage(
        due=due,
        others=tuple(row for row in mine if not row.owes),
        my_turn=len(due),
        may_pause=reach.of_person(viewer) is not None,
        off_until=days_off.until(viewer=viewer),
        days_left=days_off.days_left(viewer=viewer),
        message=message,
    )
    return private(page(request, "league/play/turns.html", context, status=status))


@require_safe
@guarded
def following(request: HttpRequest) -> HttpResponse:
    """On to the next table that waits for me, after the one named; to my turns without any."""
    viewer = guest.player_of(request)
    found = lists.following(viewer=viewer, after=request.GET.get("after", ""))
    to = reverse("play_turns") if found is None else reverse("play_table", args=[found])
    return private(HttpResponseRedirect(to))
