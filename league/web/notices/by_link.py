"""Links out of messages, and messages for whoever has a place but no account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from league.channels import register
from league.core.errors import BadInput, LeagueError, NotFound
from league.core.notices import NoticeKind, meant
from league.forms.faults import attach
from league.forms.notices.choices import MailForm
from league.queries.evening import check_ins as door
from league.queries.notices import links, mine, of_entries, sent
from league.services.notices import by_link
from league.web.device import address_of, private
from league.web.evening import my_evening
from league.web.notices import cards, devices
from league.web.office.office import absolute
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.sent_once import key_of

if TYPE_CHECKING:
    from league.forms.notices.choices import ChoiceForm
    from league.models import Event, NoticeAddress
    from league.web.notices.cards import Card, SentLine
    from league.web.notices.devices import DevicePart


@dataclass(frozen=True, slots=True)
class StopPage:
    """What a link stops, and whether it has; ``kinds`` are those that come back after a stop."""

    what: str
    where: str
    is_stopped: bool
    hears_nothing: bool
    kinds: tuple[str, ...]
    choose: str


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """The address that a link confirms."""

    where: str


@dataclass(frozen=True, slots=True)
class ChoosePage:
    """One address with its choices, for whoever holds its link."""

    one: Card
    sent: tuple[SentLine, ...]


@dataclass(frozen=True, slots=True)
class PlaceNoticesPage:
    """The addresses of somebody's place in an event, each with the page of its choices.

    No ``rows`` for the browser of the evening: whoever stands at the door may hold it.
    """

    event: Event
    rows: tuple[tuple[str, str], ...]
    mail_form: MailForm | None
    device: DevicePart
    back: str


@csrf_exempt  # mail programs press it for their reader (RFC 8058): the link is the right
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def stop(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    """A button that stops messages of one kind; a press of a mail program stops them at once."""
    if request.POST.get("List-Unsubscribe") == "One-Click":
        by_link.stop(kind=kind, code=code)
        return private(HttpResponse(status=200))
    return _stop_by_button(request, kind, code)


@csrf_protect
def _stop_by_button(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    row = links.of_code(code, links.stop_purpose(kind))
    if request.method == "POST":
        kinds = sorted(meant(kind).intersection(request.POST.getlist("kinds")))
        if request.POST.get("do") == "again":
            by_link.start_again(kind=kind, code=code, stopped=kinds)
        else:
            by_link.stop(kind=kind, code=code, everything=request.POST.get("do") == "all")
        return private(redirect(f"{request.path}?{urlencode({'kinds': kinds}, doseq=True)}"))
    wanted = meant(kind).intersection(row.wanted)
    context = StopPage(
        what=str(NoticeKind(kind).label),
        where=cards.name_of(row),
        is_stopped=not wanted,
        hears_nothing=not row.wanted,
        kinds=tuple(sorted(wanted or meant(kind).intersection(request.GET.getlist("kinds")))),
        choose=reverse("choose_notices", args=[links.code_of(row, links.CHOOSE)]),
    )
    return private(page(request, "league/notices/stop.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """A button that says: this address is mine. Mail programs open links by themselves."""
    row = links.of_code(code, links.CONFIRM)
    if request.method == "POST":
        by_link.confirm(code=code)
    elif row.confirmed_at is None:
        return private(
            page(request, "league/notices/confirm.html", ConfirmPage(where=cards.name_of(row)))
        )
    return private(redirect("choose_notices", links.code_of(row, links.CHOOSE)))


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """What this one address is told of. ``do``: ``save``, ``test``, ``remove``."""
    row = links.of_code(code, links.CHOOSE)
    form = cards.form_of(row, mine.kinds_of(row))
    status = 200
    if request.method == "POST":
        what = request.POST.get("do", "")
        if what == "save":
            form = cards.form_of(row, mine.kinds_of(row), request.POST)
            status = 400
        if what != "save" or form.is_valid():
            return private(_chosen(request, code, what, form))
    context = ChoosePage(one=cards.card(row, form), sent=cards.lines([row]))
    with timezone.override(cards.zone_of([row])):
        return private(page(request, "league/notices/choose.html", context, status=status))


def _chosen(request: HttpRequest, code: str, what: str, form: ChoiceForm) -> HttpResponse:
    match what:
        case "save":
            by_link.choose(
                code=code,
                wanted=form.cleaned_data["wanted"],
                quiet=form.quiet,
                weekly=form.weekly,
            )
            messages.success(request, _("Saved."))
        case "test":
            by_link.send_test(code=code, key=key_of(request))
            messages.success(request, _("A test message is on its way."))
        case "remove":
            by_link.remove(code=code)
            messages.success(request, _("Removed. Nothing more is sent there."))
            return redirect("home")
        case _:
            raise BadInput("unknown_choice", field="do", choice=what[:40])
    return redirect("choose_notices", code)


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_place(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Messages about one's place, by the link that one keeps."""
    return _of_entry(request, slug, code, reverse("place", args=[slug, code]))


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the browser that checked somebody in, without what was given before."""
    token = request.COOKIES.get(my_evening.COOKIE, "")
    return _of_entry(request, slug, token, reverse("my_evening", args=[slug]))


def _of_entry(request: HttpRequest, slug: str, code: str, back: str) -> HttpResponse:
    event = door.evening(slug)
    entry = of_entries.entry_of(event, code) if event is not None else None
    if event is None or entry is None:
        raise NotFound("not_found")
    is_kept = of_entries.is_kept(event, code)
    form, status = MailForm(), 200
    if request.method == "POST":
        form, status = MailForm(request.POST), 400
        if form.is_valid():
            pressed_at = timezone.now()
            try:
                row = by_link.add(
                    event=event,
                    code=code,
                    address=form.cleaned_data["address"],
                    language=translation.get_language() or "en",
                    site=absolute(request, "/"),
                    asked_from=address_of(request),
                )
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                if row.confirmed_at is None and sent.has_asked(row, since=pressed_at):
                    text = _("We sent a message to this address. Open the link in it.")
                    messages.info(request, text)
                return private(redirect(request.path))
    context = PlaceNoticesPage(
        event=event,
        rows=tuple(_choices(row) for row in of_entries.of_entry(entry)) if is_kept else (),
        mail_form=form if register.WAYS["mail"].is_offered() else None,
        device=devices.part_of(of_entries.of_entry(entry), f"{request.path}device/"),
        back=back,
    )
    return private(page(request, "league/notices/of_place.html", context, status=status))


def _choices(row: NoticeAddress) -> tuple[str, str]:
    """An address and the page of its choices; before it is confirmed it has none."""
    if row.confirmed_at is None:
        return cards.name_of(row), ""
    return cards.name_of(row), reverse("choose_notices", args=[links.code_of(row, links.CHOOSE)])
