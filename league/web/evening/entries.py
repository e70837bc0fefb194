"""The page on which somebody is disqualified: what it does stands there before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, Refused
from league.forms.evening.entries import KEEP, DisqualifyForm
from league.forms.faults import attach
from league.queries.evening import desk
from league.queries.evening import entries as people
from league.queries.occasions import events
from league.queries.people import rosters
from league.queries.standings import previews
from league.services.evening import dropouts
from league.web import paths
from league.web.actor import actor_of
from league.web.evening.commands import roll
from league.web.evening.commands.press import address
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Event
    from league.queries.standings.previews import Effect
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class DisqualifyPage:
    """The form, and beside it who would move if the results counted no longer."""

    event: Event
    name: str
    form: DisqualifyForm
    back: str
    effects: tuple[Effect, ...]
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def disqualify(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.MANAGE_EVENT, event)
    entry = people.entry(actor, event, entry_id)
    form = DisqualifyForm(
        request.POST if request.method == "POST" else None, initial={"results": KEEP}
    )
    back = reverse("desk", args=[event.slug])
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                dropouts.disqualify(
                    by=actor,
                    entry=entry,
                    keep_results=form.keeps,
                    reason=form.cleaned_data["reason"],
                )
            except (BadInput, Refused) as error:
                attach(form, error)
                status = error.status
            else:
                return redirect(address(event, desk.ROLL, roll.disqualified(entry.pk)))
    context = DisqualifyPage(
        event=event,
        name=rosters.names_in(actor, event)[entry.player_id].name,
        form=form,
        back=back,
        effects=previews.voiding(actor, entry),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            {"label": _("Desk"), "href": back},
            paths.here(_("Disqualify")),
        ],
    )
    return page(request, "league/evening/disqualify.html", context, status=status)
