"""Messages to oneself: where, of what, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.channels import register
from league.core.errors import LeagueError
from league.core.notices import FOR_ORGANIZERS
from league.forms.faults import attach
from league.forms.notices.choices import MailForm
from league.lists.whole_numbers import chosen
from league.queries.notices import mine, sent
from league.queries.people import access as known
from league.services.notices import addresses
from league.web import rendering
from league.web.actor import actor_of
from league.web.notices import card_presses, cards, devices
from league.web.office.office import absolute
from league.web.refusals import guarded

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.core.notices import NoticeKind
    from league.models import NoticeAddress
    from league.web.notices.cards import Card, SentLine
    from league.web.notices.devices import DevicePart


@dataclass(frozen=True, slots=True)
class OwnNoticesPage:
    """Every address with its choices, one more by ``mail_form``, and what was sent."""

    cards: tuple[Card, ...]
    mail_form: MailForm | None
    device: DevicePart
    sent: tuple[SentLine, ...]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def page(request: HttpRequest) -> HttpResponse:
    """``do``: ``add``, or for an ``address``: ``save``, ``test``, ``remove``."""
    actor = actor_of(request)
    refused: Card | None = None
    mail_form = MailForm(initial={"address": _suggested(actor)})
    if request.method == "POST":
        if request.POST.get("do") == "add":
            mail_form = MailForm(request.POST)
            if mail_form.is_valid() and _added(request, actor, mail_form):
                return redirect("own_notices")
        else:
            refused = _pressed(request, actor)
            if refused is None:
                return redirect("own_notices")
    rows = mine.of(actor)
    kinds = {row.pk: _kinds(actor, row) for row in rows}
    shown = [cards.card(row, cards.form_of(row, kinds[row.pk])) for row in rows]
    context = OwnNoticesPage(
        cards=tuple(refused if refused and refused.pk == one.pk else one for one in shown),
        mail_form=mail_form if register.WAYS["mail"].is_offered() else None,
        device=devices.part_of(rows, reverse("own_device")),
        sent=cards.lines(rows),
    )
    status = 400 if request.method == "POST" else 200
    with timezone.override(cards.zone_of(rows)):
        return rendering.page(request, "league/notices/own.html", context, status=status)


def _added(request: HttpRequest, actor: Actor, form: MailForm) -> bool:
    """Keeps a new address and says what comes next; false where it was refused."""
    pressed_at = timezone.now()
    try:
        row = addresses.add(
            by=actor,
            owner=mine.owner(actor),
            way="mail",
            address=form.cleaned_data["address"],
            language=translation.get_language() or "en",
            site=absolute(request, "/"),
        )
    except LeagueError as error:
        attach(form, error)
        return False
    if row.confirmed_at is None:
        if sent.has_asked(row, since=pressed_at):
            messages.info(request, _("We sent a message to this address. Open the link in it."))
    else:
        messages.success(request, _("Saved. Choose what you want to hear about."))
    return True


def _pressed(request: HttpRequest, actor: Actor) -> Card | None:
    row = mine.one_of(actor, chosen(request.POST, "address") or 0)
    return card_presses.pressed(request, actor, row, _kinds(actor, row))


def _kinds(actor: Actor, row: NoticeAddress) -> tuple[NoticeKind, ...]:
    """What can be chosen: organizers' things only where somebody organizes."""
    kinds = mine.kinds_of(row)
    if mine.organizes(actor):
        return kinds
    return tuple(kind for kind in kinds if kind not in FOR_ORGANIZERS)


def _suggested(actor: Actor) -> str:
    account = known.account_of(viewer=actor)
    if account is None or any(row.way == "mail" for row in mine.of(actor)):
        return ""
    return account.email
