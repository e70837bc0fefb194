"""Finished matches for BG Stats, the app in which many keep their plays: a link, or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from league.lists import bg_stats as app
from league.lists.whole_numbers import whole
from league.queries import by_id
from league.queries.records import bg_stats, bg_stats_out
from league.web.actor import actor_of
from league.web.refusals import guarded

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Table


def link_of(request: HttpRequest, actor: Actor, table: Table) -> str:
    """The address that saves the table's match there; empty while its result does not count."""
    play = bg_stats.of_table(viewer=actor, table=table, site=request.get_host())
    return "" if play is None else app.link(play)


@require_safe
@guarded
def club_bg_stats(request: HttpRequest, slug: str) -> JsonResponse:
    """The club's matches as a file of the app; with ``player`` those of one person."""
    actor = actor_of(request)
    club = by_id.club(actor, slug)
    player = None
    if (asked := request.GET.get("player")) is not None:
        player = by_id.player_of(actor, club, whole(asked) or 0)
    told = bg_stats_out.of_club(actor, club, player)
    response = JsonResponse(told, json_dumps_params={"ensure_ascii": False})
    name = f"{slug}-bg-stats.json" if player is None else f"{slug}-{player.pk}-bg-stats.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
