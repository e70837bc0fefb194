"""The page on which an organizer notes what somebody wishes of the coming draws."""

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
from league.forms.faults import attach
from league.forms.seating.seating import WishesForm
from league.queries.evening import desk
from league.queries.evening import entries as people
from league.queries.occasions import events
from league.queries.people import rosters
from league.queries.seating import seating_fields, seating_wishes
from league.services.seating import wishes
from league.web import paths
from league.web.actor import actor_of
from league.web.evening.commands import rounds
from league.web.evening.commands.press import address
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Event
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class WishesPage:
    """The form of somebody's wishes."""

    event: Event
    name: str
    form: WishesForm
    back: str
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.CALL_ROLL, event)
    row = people.entry(actor, event, entry_id)
    rulesets = {
        ruleset.pk: ruleset
        for view in events.stages(actor, event)
        for ruleset in seating_fields.rulesets_of(view.stage)
    }
    roll = people.roll(actor, event)
    form = WishesForm(
        request.POST if request.method == "POST" else None,
        rulesets=rulesets.values(),
        people=[(one.entry_id, one.name) for one in roll.rows if one.entry_id != row.pk],
        initial=WishesForm.initial_of(seating_wishes.of(row)),
    )
    back = reverse("desk", args=[event.slug])
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                wishes.set_wishes(by=actor, entry=row, wishes=form.wishes())
            except (BadInput, Refused) as error:
                attach(form, error)
                status = error.status
            else:
                return redirect(address(event, desk.ROLL, rounds.noted()))
    context = WishesPage(
        event=event,
        name=rosters.names_in(actor, event)[row.player_id].name,
        form=form,
        back=back,
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            {"label": _("Desk"), "href": back},
            paths.here(_("Wishes")),
        ],
    )
    return page(request, "league/seating/wishes.html", context, status=status)
