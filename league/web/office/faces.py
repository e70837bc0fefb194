"""A club's own face: its form, its accent as a style sheet, its legal texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.core import colours
from league.core.actions import Action
from league.core.errors import Conflict, LeagueError, NotFound
from league.forms.faults import attach
from league.forms.people.people import FaceForm
from league.queries import by_id
from league.services.occasions import clubs
from league.web import paths
from league.web.actor import actor_of
from league.web.office import office
from league.web.office.pictures import FOR_EVER
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import Club
    from league.web.paths import Crumb

_FIELDS = ("accent", "address", "contact", "joining", "imprint", "privacy")


@dataclass(frozen=True, slots=True)
class FacePage(office.OfficePage):
    """How a club looks and is reached, and what somebody else saved meanwhile."""

    form: FaceForm
    differences: list[tuple[str, str, str]] | None


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    stored = {name: getattr(club, name) for name in (*_FIELDS, "version")}
    form = FaceForm(request.POST if request.method == "POST" else None, initial=stored)
    status, differences = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            data = form.cleaned_data
            try:
                clubs.change(
                    by=actor,
                    club=club,
                    expected_version=data["version"] or 0,
                    accent=data["accent"],
                    address=data["address"],
                    contact=data["contact"],
                    joining=data["joining"],
                    imprint=data["imprint"],
                    privacy=data["privacy"],
                )
            except Conflict as error:
                status, differences = error.status, form.differences(stored)
                form.take_version(club.version)
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("Saved."))
                return redirect("club_face", club.slug)
    context = FacePage(
        **office.top(actor, club, "club_face", _("Look and contact")),
        form=form,
        differences=differences,
    )
    return page(request, "league/office/face.html", context, status=status)


@require_safe
@guarded
def accent(request: HttpRequest, colour: str) -> HttpResponse:
    """What an accent makes of both themes; the address is the colour, so it never changes."""
    found = colours.read(colour)
    if found is None or not colours.is_readable(found):
        raise NotFound("not_found")
    made = colours.palette(found)
    light, dark = _rules(made.light), _rules(made.dark)
    sheet = (
        f"@layer tokens {{ :root {{ {light} }}\n"
        f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ {dark} }} }}\n'
        f':root[data-theme="dark"] {{ {dark} }} }}\n'
    )
    answer = HttpResponse(sheet, content_type="text/css; charset=utf-8")
    answer.headers["Cache-Control"] = FOR_EVER
    return answer


def _rules(found: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in found.items())


@dataclass(frozen=True, slots=True)
class LegalPage:
    """One of the texts that the law asks for."""

    title: str
    text: str
    club: Club
    crumbs: list[Crumb]


@require_safe
@guarded
def imprint(request: HttpRequest, slug: str) -> HttpResponse:
    """Who answers for the club's pages."""
    club = by_id.club(actor_of(request), slug)
    return _legal(request, club, _("Imprint"), club.imprint)


@require_safe
@guarded
def privacy(request: HttpRequest, slug: str) -> HttpResponse:
    """What becomes of personal data."""
    club = by_id.club(actor_of(request), slug)
    return _legal(request, club, _("Privacy"), club.privacy)


def _legal(request: HttpRequest, club: Club, title: str, text: str) -> HttpResponse:
    if not text:
        raise NotFound("not_found")
    crumbs = [paths.to_club(club), paths.here(title)]
    return page(request, "league/public/legal.html", LegalPage(title, text, club, crumbs))
