"""Two people never at one table: added and lifted on a person's page of the office."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.actions import Action
from league.core.errors import NotFound
from league.lists.whole_numbers import chosen
from league.queries.people import players as known
from league.services.seating import apart
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Player


@require_POST
@guarded
def change(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Keeps a person apart from another one, or (``action=lift``) no longer."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    player = _player(actor, player_id)
    other = _player(actor, chosen(request.POST, "other"))
    told = {"name": player.name, "other": other.name}
    if request.POST.get("action") == "lift":
        apart.lift(by=actor, club=club, player=player, other=other)
        messages.success(request, _("%(name)s and %(other)s may share a table again.") % told)
    else:
        apart.keep(by=actor, club=club, player=player, other=other)
        messages.success(request, _("%(name)s and %(other)s never share a table.") % told)
    return redirect("player_edit", player.pk)


def _player(actor: Actor, player_id: int) -> Player:
    player = known.by_id(viewer=actor, player_id=player_id)
    if player is None:
        raise NotFound("not_found")
    return player
