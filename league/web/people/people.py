"""The list of a club's people, somebody new, and the list as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import LeagueError, Refused
from league.forms.faults import attach
from league.forms.people.people import NewPersonForm
from league.lists.files import Kind
from league.queries.people import own_data, people_list
from league.queries.people import players as known
from league.services.people import players
from league.web import sent_once
from league.web.actor import actor_of
from league.web.occasions import first_steps
from league.web.office import office
from league.web.records import downloads
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Player
    from league.queries.people.players import Likeness, PersonRow
    from league.web.occasions.first_steps import Way


@dataclass(frozen=True, slots=True)
class PeoplePage(office.OfficePage):
    """The people of a club, and the form for one more."""

    rows: tuple[PersonRow, ...]
    words: str
    with_past: bool
    form: NewPersonForm
    similar: tuple[Likeness, ...]
    asking: tuple[Player, ...]
    may_erase: bool
    way: Way | None


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of people and one form to add somebody."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    form = NewPersonForm(
        request.POST if request.method == "POST" else None,
        initial={"key": sent_once.fresh_key(), "kind": "member"},
    )
    status = 200
    similar: tuple[known.Likeness, ...] = ()
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                player = _add(request, actor, club, form)
            except LeagueError as error:
                status = error.status
                if isinstance(error, Refused) and error.code == "similar_player":
                    similar = known.similar(
                        viewer=actor,
                        club=club,
                        name=_name(form),
                        birth_year=form.cleaned_data["birth_year"],
                    )
                attach(form, error)
            else:
                messages.success(request, _("%(name)s added.") % {"name": player})
                return redirect("club_people", club.slug)
    if status == 400 and request.headers.get("HX-Request"):
        status = 422  # which fragments show, while 400 is a fault
    words = request.GET.get("q", "")
    with_past = "past" in request.GET
    context = PeoplePage(
        **office.top(actor, club, "club_people", _("People")),
        rows=known.people(viewer=actor, club=club, words=words, with_past=with_past),
        words=words,
        with_past=with_past,
        form=form,
        similar=similar,
        asking=own_data.asking_to_go(viewer=actor, club=club),
        may_erase=permissions.can(actor, Action.MANAGE_CLUB, club),
        way=first_steps.way(actor, club, at=first_steps.PEOPLE),
    )
    response = page(request, "league/people/people.html", context, status=status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _add(request: HttpRequest, actor: Actor, club: Club, form: NewPersonForm) -> str:
    """Adds the person once, however often the form is sent; answers with the name."""
    data = form.cleaned_data

    def do() -> dict[str, int | str]:
        player = players.add(
            by=actor,
            club=club,
            kind=data["kind"],
            since=data["since"],
            allow_similar=data["allow_similar"],
            **form.written(),
        )
        return {"player": player.pk, "name": player.name}

    sent: dict[str, JSON] = {name: str(value) for name, value in data.items() if name != "key"}
    answer = sent_once.once(request, by=actor, about=("player", club.pk, sent), do=do)
    return str(answer["name"])


def _name(form: NewPersonForm) -> str:
    data = form.cleaned_data
    return str(data["name"] or f"{data['given']} {data['family']}".strip())


# --- export --------------------------------------------------------------------------------


@require_GET
@guarded
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's current people as a file that can be imported again."""
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    listed = people_list.listed(actor_of(request), club)
    return downloads.answer(listed, Kind.CSV, club.slug)
