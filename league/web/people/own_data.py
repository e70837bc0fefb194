"""The own data: another address, a copy of everything, leaving a club, being erased."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from league.core.errors import LeagueError, NotFound
from league.forms.faults import attach
from league.forms.people.people import AddressForm
from league.lists.whole_numbers import chosen
from league.queries.people import access as known
from league.queries.people import own_data, viewer
from league.services.people import accounts, memberships
from league.services.people import own_data as verbs
from league.web import rendering
from league.web.actor import actor_of
from league.web.refusals import guarded

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import Account, Membership, Player


@dataclass(frozen=True, slots=True)
class OwnDataPage:
    """The address, the clubs, and whether the data are about to be erased."""

    account: Account | None
    form: AddressForm
    player: Player | None
    memberships: tuple[Membership, ...]
    due: datetime | None
    days: int


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def page(request: HttpRequest) -> HttpResponse:
    """``do``: ``email``, ``leave`` (with ``membership``), ``erase`` or ``keep``."""
    actor = _oneself(actor_of(request))
    what = request.POST.get("do", "") if request.method == "POST" else ""
    form = AddressForm(request.POST if what == "email" else None)
    status = 200
    if what == "email":
        status = 400
        if form.is_valid():
            try:
                accounts.change_email(by=actor, **form.cleaned_data)
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("Saved. From now on you sign in with this address."))
                return redirect("own_data")
    elif what:
        messages.success(request, _done(actor, what, request))
        return redirect("own_data")
    player = viewer.player(actor)
    asked = player.erasure_asked_at if player is not None else None
    context = OwnDataPage(
        account=known.account_of(viewer=actor),
        form=form,
        player=player,
        memberships=own_data.memberships(actor),
        due=asked + timedelta(days=verbs.DAYS) if asked is not None else None,
        days=verbs.DAYS,
    )
    return rendering.page(request, "account/own_data.html", context, status=status)


def _oneself(actor: Actor) -> Actor:
    """Whoever signs in is meant, whomever they speak for at the moment."""
    return replace(actor, player_id=viewer.player_id(actor))


def _done(actor: Actor, what: str, request: HttpRequest) -> str:
    """Does what the button says, and says what follows."""
    if what == "leave":
        pk = chosen(request.POST, "membership")
        row = next((each for each in own_data.memberships(actor) if each.pk == pk), None)
        if row is None:
            raise NotFound("not_found")
        memberships.end(by=actor, membership=row, expected_version=row.version)
        return _("You have left %(club)s. Your results stay.") % {"club": row.club.name}
    if what == "erase":
        verbs.ask_erasure(by=actor)
        return _("Your request is noted. Your club can see it.")
    if what == "keep":
        verbs.withdraw_erasure(by=actor)
        return _("Nothing will be erased.")
    raise NotFound("not_found")


@require_GET
@never_cache
@login_required
@guarded
def download(request: HttpRequest) -> HttpResponse:
    """All that is held of the signed-in person, as a file."""
    return JsonResponse(
        own_data.export(actor_of(request)),
        headers={"Content-Disposition": 'attachment; filename="my-data.json"'},
        json_dumps_params={"ensure_ascii": False, "indent": 2},
    )
