"""Signing up by name, without an account, and the page by which one keeps one's place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from league.channels import mail
from league.core import actors
from league.core.enums import EventState
from league.core.errors import BadInput, LeagueError, NotFound, Refused
from league.forms import robots
from league.queries.evening import check_ins, sign_up_mail
from league.queries.evening import entries as line
from league.queries.evening import sign_ups as reading
from league.queries.occasions import events as known
from league.queries.people import own_places as joining
from league.queries.people import rosters
from league.services.evening import sign_ups
from league.services.people import own_places
from league.web.actor import actor_of
from league.web.device import address_of, private, remember_entry
from league.web.evening import my_evening
from league.web.local_time import when
from league.web.occasions import door
from league.web.occasions.sign_up import SignUp, sign_up_of
from league.web.office.office import absolute
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.sent_once import fresh_key, key_of, once
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.forms.robots import Trap
    from league.models import Event
    from league.web.local_time import When

COOKIE = "my-place"
DAYS_90 = 90 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ByName:
    """Where the page of an event leads whoever has no account."""

    address: str
    has_place: bool


@dataclass(frozen=True, slots=True)
class ByNamePage:
    """A name to enter; ``key`` is that of the form, which acts once. ``wrong`` names a field."""

    event: Event
    when: When
    is_full: bool
    key: str
    typed: str
    asks_code: bool
    code: str
    asks_email: str
    email: str
    trap: Trap
    problem: str
    wrong: str


@dataclass(frozen=True, slots=True)
class PlacePage:
    """What somebody without an account has signed up for, and their link to it.

    ``held_until``: the place is given up then, unless the link in the mail was used.
    ``waits_for_mail``: nobody has confirmed the address that was given. ``joins`` is what can be
    done to keep the place with one's account, as ``queries.people.own_places`` says.
    """

    event: Event
    when: When
    name: str
    sign_up: SignUp
    held_until: When | None
    waits_for_mail: bool
    joins: str
    sign_in: bool
    link: str
    has_evening: bool
    takes_names: bool
    notices: str
    problem: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def by_name(request: HttpRequest, slug: str) -> HttpResponse:
    """Signs somebody up who has no account; whoever has done so here is led to their place."""
    event = known.get(actor_of(request), slug)
    is_first = request.method != "POST" and not request.GET.get("another")
    if is_first and (own := own_place(request, event)):
        return private(redirect(own))
    if not reading.takes_names(event):
        return private(redirect("event", slug))
    typed, code, email = (request.POST.get(name, "") for name in ("name", "code", "email"))
    read = door.code_read(request, event.club)
    problem, wrong, status = "", "", 200
    form = f"sign-up {event.pk}"
    if request.method == "POST":
        try:
            robots.require_person(form, request.POST)
            own = once(
                request,
                by=sign_ups.PAGE,
                about=("sign up", event.pk, typed, email),
                do=lambda: reading.code_of(
                    sign_ups.sign_up(
                        event=event,
                        name=typed,
                        address=address_of(request),
                        code=code or read,
                        email=email,
                        language=get_language() or "",
                        site=absolute(request, "/"),
                    )
                ),
            )
        except LeagueError as error:
            problem, wrong, status = sentence(error), error.field or "name", error.status
        else:
            return _remembered(private(redirect("place", slug, own)), event, own)
    context = ByNamePage(
        event=event,
        when=when(event.starts_at, event),
        is_full=line.is_full(event),
        key=key_of(request) or fresh_key(),
        typed=typed,
        asks_code=event.needs_code and not read,
        code=code,
        asks_email=sign_up_mail.asked(event).value,
        email=email,
        trap=robots.trap(form, request.POST),
        problem=problem,
        wrong=wrong,
    )
    return private(page(request, "league/occasions/by_name.html", context, status=status))


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def place(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One's place in an event by the link: what it is, giving it up, taking it again."""
    event = check_ins.evening(slug)
    entry = reading.of_code(event, code) if event else None
    if event is None or entry is None:
        raise NotFound("not_found")
    problem, status = "", 200
    if request.method == "POST":
        try:
            _pressed(actor_of(request), request.POST.get("action", ""), event, code)
        except (BadInput, Refused) as error:
            problem, status = sentence(error), error.status
        else:
            return private(redirect("place", slug, code))
    address = reverse("place", args=[slug, code])
    sign_up, held = sign_up_of(event, entry, address), sign_up_mail.held_until(entry)
    has_evening = sign_up.may_leave and my_evening.stage_of(event) is not None
    context = PlacePage(
        event=event,
        when=when(event.starts_at, event),
        name=rosters.names_in(actors.ANONYMOUS, event)[entry.player_id].name,
        sign_up=sign_up,
        held_until=when(held, event) if held and sign_up.may_leave else None,
        waits_for_mail=sign_up_mail.has_address(entry) and not sign_up_mail.is_confirmed(entry),
        joins=joining.offered(actor_of(request), entry),
        sign_in=actor_of(request).account_id is None,
        link=absolute(request, address),
        has_evening=has_evening and event.state == EventState.RUNNING,
        takes_names=reading.takes_names(event),
        notices=reverse("place_notices", args=[slug, code]) if mail.is_offered() else "",
        problem=problem,
    )
    answer = private(page(request, "league/occasions/place.html", context, status=status))
    if has_evening:
        my_evening.remember(answer, event, entry)
    remember_entry(answer, check_ins.own_token(entry))
    return _remembered(answer, event, code)


def offered(request: HttpRequest, event: Event) -> ByName | None:
    """The place that this browser signed up for, else the way to one where names are taken."""
    if own := own_place(request, event):
        return ByName(own, has_place=True)
    if not reading.takes_names(event):
        return None
    return ByName(reverse("sign_up_by_name", args=[event.slug]), has_place=False)


def own_place(request: HttpRequest, event: Event) -> str:
    """The address of the place that this browser signed up for; empty without one."""
    code = request.COOKIES.get(COOKIE, "")
    if not code or reading.of_code(event, code) is None:
        return ""
    return reverse("place", args=[event.slug, code])


def _pressed(actor: Actor, action: str, event: Event, code: str) -> None:
    if action == "leave":
        sign_ups.leave(event=event, code=code)
    elif action == "enter":
        sign_ups.come_back(event=event, code=code)
    elif action == "join":
        own_places.join(by=actor, event=event, code=code)
    elif action == "part":
        own_places.part(by=actor, event=event, code=code)
    else:
        raise BadInput("unknown_choice", field="action", choice=action[:40])


def _remembered(response: HttpResponse, event: Event, code: str) -> HttpResponse:
    """From now on this browser knows its place in this event, on its pages only."""
    response.set_cookie(
        COOKIE,
        code,
        max_age=DAYS_90,
        path=reverse("event", args=[event.slug]),
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
