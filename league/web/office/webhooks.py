"""Office pages of a club's webhooks: adding one, what each was sent, its secret and its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core import hooks
from league.core.actions import Action
from league.core.enums import DeliveryState, WebhookRights
from league.core.errors import LeagueError, NotFound
from league.forms.faults import attach
from league.forms.office.webhooks import WebhookForm
from league.lists.whole_numbers import whole
from league.queries.office import webhooks as known
from league.services.office import webhooks
from league.web import paths, rendering
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded
from league.words.fact_phrases import FACTS
from league.words.reach_phrases import GROUPS
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.core.paginator import Page

    from league.core.actors import Actor
    from league.models import Club, Delivery, Webhook

PER_PAGE = 30
_KINDS = {fact.value: words for fact, words in FACTS.items()}


@dataclass(frozen=True, slots=True)
class Line:
    """One webhook: whom it tells, about what, and how it is doing."""

    pk: int
    host: str
    address: str
    rights: str
    about: list[str]
    word: str
    tone: str
    why: str


@dataclass(frozen=True, slots=True)
class WebhooksPage(office.OfficePage):
    """The webhooks of a club, and the form for one more."""

    form: WebhookForm
    lines: list[Line]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """Which programs are told what happens in the club; a new one is shown its secret next."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made, secret = webhooks.add(
                    by=actor,
                    club=club,
                    address=form.cleaned_data["address"],
                    types=form.types,
                    rights=WebhookRights(form.cleaned_data["rights"]),
                )
            except LeagueError as error:
                attach(form, error, {"types": "groups"})
                status = error.status
            else:
                _keep_secret(request, secret)
                return redirect("club_webhook", club.slug, made.pk)
    context = WebhooksPage(
        **office.top(actor, club, "club_webhooks", _("Webhooks")),
        form=form,
        lines=[_line(row) for row in known.of_club(viewer=actor, club=club)],
    )
    return rendering.page(request, "league/office/webhooks.html", context, status=status)


@dataclass(frozen=True, slots=True)
class Sent:
    """One line of the log: what, how far, and what came of the last try."""

    pk: int
    words: str
    kind: str
    number: str
    at: datetime
    word: str
    tone: str
    came: str
    took_ms: int | None
    tries: int
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class WebhookPage(office.OfficePage):
    """One webhook and what it was sent."""

    line: Line
    rests: bool
    former_until: datetime | None
    fresh: dict[str, str] | None
    page: Page[Delivery]
    sent: list[Sent]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def one(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """What one webhook was sent; its buttons."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    row = known.get(viewer=actor, club=club, pk=webhook_id)
    if request.method == "POST":
        return _pressed(request, actor, club, row)
    page = Paginator(known.deliveries_of(viewer=actor, webhook=row), PER_PAGE).get_page(
        request.GET.get("page")
    )
    top = office.top(actor, club, "club_webhooks", _("Webhooks"))
    line = _line(row)
    top["crumbs"] = [*top["crumbs"][:-1], _crumb(club), paths.here(line.host)]
    context = WebhookPage(
        **top,
        line=line,
        rests=row.paused_at is not None or row.off_at is not None,
        former_until=known.former_until(row),
        fresh=office.take_fresh(request),
        page=page,
        sent=[_sent(each) for each in page.object_list],
    )
    return rendering.in_zone(request, club, "league/office/webhook.html", context)


def _pressed(request: HttpRequest, actor: Actor, club: Club, row: Webhook) -> HttpResponse:
    do, _colon, number = request.POST.get("do", "").partition(":")
    if do == "rotate":
        _keep_secret(request, webhooks.rotate(by=actor, webhook=row)[1])
        return redirect("club_webhook", club.slug, row.pk)
    if do == "again" and (pk := whole(number)) is not None:
        delivery = known.delivery(viewer=actor, webhook=row, pk=pk)
        webhooks.send_again(by=actor, webhook=row, delivery=delivery)
        messages.success(request, _("On its way again. The list shows whether it arrives."))
        return redirect("club_webhook", club.slug, row.pk)
    press = _PRESSES.get(do)
    if press is None:
        raise NotFound("not_found")
    verb, said = press
    verb(by=actor, webhook=row)
    messages.success(request, said())
    if do == "remove":
        return redirect("club_webhooks", club.slug)
    return redirect("club_webhook", club.slug, row.pk)


_PRESSES: dict[str, tuple[Callable[..., object], Callable[[], str]]] = {
    "pause": (webhooks.pause, lambda: _("Paused.")),
    "resume": (webhooks.resume, lambda: _("Resumed.")),
    "test": (
        webhooks.send_test,
        lambda: _("A test is on its way. The list shows whether it arrives."),
    ),
    "remove": (webhooks.remove, lambda: _("The webhook is removed.")),
}


def _keep_secret(request: HttpRequest, secret: str) -> None:
    office.keep_fresh(request, _("The webhook's secret. You only see it this once:"), secret)


def _crumb(club: Club) -> paths.Crumb:
    return {"label": _("Webhooks"), "href": paths.at("club_webhooks", club.slug)}


def _line(row: Webhook) -> Line:
    groups = dict.fromkeys(hooks.group_of(kind) for kind in row.types)
    word, tone, why = _("Working"), "good", ""
    if row.off_at is not None:
        word, tone, why = _("Switched off"), "bad", str(row.get_off_why_display())
    elif row.paused_at is not None:
        word, tone = _("Paused"), "plain"
    elif row.failing_since is not None:
        word, tone = _("Failing"), "warn"
    return Line(
        pk=row.pk,
        host=known.host_of(row),
        address=row.address,
        rights=str(row.get_rights_display()),
        about=[str(GROUPS[group]) for group in GROUPS if group in groups],
        word=word,
        tone=tone,
        why=why,
    )


_TONES = {DeliveryState.SENT: "good", DeliveryState.FAILED: "bad", DeliveryState.WAITING: "warn"}


def _sent(row: Delivery) -> Sent:
    is_waiting = row.state == DeliveryState.WAITING
    came = str(row.answered) if row.answered is not None else ""
    if row.reason:
        came = sentence(LeagueError(f"address_{row.reason}"))
    return Sent(
        pk=row.pk,
        words=str(_KINDS[row.line.kind]) if row.line is not None else _("Test"),
        kind=row.line.kind if row.line is not None else known.TEST,
        number="" if row.line is None else str(row.line.seq),
        at=row.created_at,
        word=str(row.get_state_display()),
        tone=_TONES.get(DeliveryState(row.state), "plain"),
        came=came,
        took_ms=row.took_ms,
        tries=row.tries,
        next_at=row.next_at if is_waiting and row.tries else None,
    )
