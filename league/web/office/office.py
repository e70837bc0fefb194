"""What the office pages of a club share: who gets in, their tabs, links shown once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from league import permissions
from league.core.actions import Action
from league.core.errors import NotFound
from league.queries.occasions import clubs
from league.queries.office import webhooks
from league.queries.people import claims
from league.queries.play import talk
from league.web import paths
from league.web.actor import actor_of
from league.web.paths import Tab

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from league.core.actors import Actor
    from league.documents.typesetting import Document, Paper
    from league.models import Club
    from league.web.paths import Crumb

_FRESH = "fresh_link"
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def club_for(viewer: Actor, slug: str, action: Action) -> Club:
    """The club at ``slug``, if ``viewer`` may do ``action`` there.

    Raises:
        NotFound: also for a club that is hidden from the viewer.
        NotAllowed: for one that the viewer sees.
    """
    club = clubs.by_slug(viewer=viewer, slug=slug)
    if club is None:
        raise NotFound("not_found")
    permissions.require(viewer, action, club)
    return club


def club_or_404(request: HttpRequest, slug: str, action: Action) -> Club:
    """The same for whoever asks."""
    return club_for(actor_of(request), slug, action)


@dataclass(frozen=True, slots=True)
class OfficePage:
    """What stands on every page of a club's office."""

    club: Club
    tabs: list[Tab]
    crumbs: list[Crumb]


class Top(TypedDict):
    """The same, to be handed on."""

    club: Club
    tabs: list[Tab]
    crumbs: list[Crumb]


@dataclass(frozen=True, slots=True)
class Theirs:
    """A field that somebody else has saved meanwhile."""

    label: str | StrPromise | None
    now: object
    typed: object


def tabs(actor: Actor, club: Club, current: str) -> list[Tab]:
    """The office pages that the actor may open; ``current`` is a route's name."""
    pages = (
        ("club_people", _("People"), Action.MANAGE_PEOPLE),
        ("club_import_players", _("Import"), Action.MANAGE_PEOPLE),
        ("club_same_person", _("Duplicates"), Action.MANAGE_PEOPLE),
        ("club_games", _("Games and rules"), Action.MANAGE_CLUB),
        ("club_roles", _("Roles"), Action.INVITE),
        ("club_tokens", _("Tokens"), Action.MANAGE_EVENT),
        ("club_webhooks", _("Webhooks"), Action.MANAGE_CLUB),
        ("club_talk", _("Table talk"), Action.CREATE_EVENT),
        ("club_notices", _("Messages"), Action.MANAGE_EVENT),
        ("club_chats", _("Chats"), Action.MANAGE_CLUB),
        ("club_journal", _("Journal"), Action.SEE_JOURNAL),
        ("club_settings", _("Settings"), Action.MANAGE_CLUB),
        ("club_face", _("Look and contact"), Action.MANAGE_CLUB),
    )
    found: list[Tab] = []
    for name, label, action in pages:
        if not permissions.can(actor, action, club):
            continue
        try:
            href = reverse(name, args=[club.slug])
        except NoReverseMatch:
            continue  # a page of a part that this installation leaves out
        if name == "club_same_person" and (
            waiting := claims.count_waiting(viewer=actor, club=club)
        ):
            label = f"{label} ({waiting})"
        if name == "club_webhooks" and (off := webhooks.count_off(viewer=actor, club=club)):
            label = f"{label} ({off})"
        if name == "club_talk":
            reported = talk.waiting(viewer=actor, club=club).count()
            if not (reported or club.free_talk):
                continue
            label = f"{label} ({reported})" if reported else label
        found.append(Tab(label=label, href=href, current=name == current))
    return found


def top(actor: Actor, club: Club, current: str, label: str) -> Top:
    """The fields that every ``OfficePage`` begins with; ``current`` is a route's name."""
    return {
        "club": club,
        "tabs": tabs(actor, club, current),
        "crumbs": [paths.to_club(club), paths.here(label)],
    }


def absolute(request: HttpRequest, path: str) -> str:
    """The address of ``path`` for others: the configured one, else the one asked for."""
    if settings.LEAGUE_URL:
        return str(settings.LEAGUE_URL) + path
    return request.build_absolute_uri(path)


def is_local(request: HttpRequest) -> bool:
    """Whether addresses made by ``absolute`` open on this computer alone, and on no phone."""
    return urlsplit(absolute(request, "/")).hostname in _LOCAL


def paper_of(request: HttpRequest) -> Paper:
    """The paper that ``?paper=`` asks for: A4, or Letter."""
    return "us-letter" if request.GET.get("paper") == "letter" else "a4"


def pdf_answer(document: Document, name: str) -> HttpResponse:
    """A document as PDF, to look at or to save under ``name``; for whoever asked alone."""
    response = HttpResponse(document.pdf(), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def keep_fresh(request: HttpRequest, words: str, value: str) -> None:
    """Keeps a secret for the next page, which shows it once."""
    request.session[_FRESH] = {"words": words, "value": value}


def take_fresh(request: HttpRequest) -> dict[str, str] | None:
    fresh: dict[str, str] | None = request.session.pop(_FRESH, None)
    return fresh
