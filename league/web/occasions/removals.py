"""Removing what was made by mistake, with what goes along told before, and the way back after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState
from league.core.errors import Conflict, NotAllowed, NotFound, Refused
from league.lists.whole_numbers import whole
from league.queries import by_id
from league.queries.occasions import events as occasions
from league.queries.occasions import removals as read
from league.queries.occasions import seasons
from league.queries.office import journal
from league.services.occasions import events, removals
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.refusals import guarded
from league.web.rendering import page
from league.words import sentences

if TYPE_CHECKING:
    from league.models import Club, JournalLine
    from league.queries.occasions.removals import Going, Thing
    from league.web.local_time import When
    from league.web.paths import Crumb


@guarded
@require_http_methods(["GET", "POST"])
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks whether an event is to go, and removes it."""
    row = occasions.get(actor_of(request), slug)
    crumbs = [paths.to_club(row.club), paths.to_event(row)]
    may_cancel = EventState.CANCELLED in events.STEPS[EventState(row.state)]
    return _asked(request, row, row.club.slug, crumbs, may_cancel=may_cancel)


@guarded
@require_http_methods(["GET", "POST"])
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Asks whether a season is to go with its events, and removes it."""
    row = seasons.get(actor_of(request), slug, season_slug)
    crumbs = [paths.to_club(row.club), paths.to_season(row)]
    return _asked(request, row, slug, crumbs)


@guarded
@require_http_methods(["GET", "POST"])
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks whether a club is to go with everything in it, and removes it."""
    row = by_id.club(actor_of(request), slug)
    return _asked(request, row, slug, [paths.to_club(row)])


@dataclass(frozen=True, slots=True)
class RemovedPage:
    """What was removed, to be brought back."""

    club: Club
    said: str
    may_see_journal: bool
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, slug: str, line_id: int) -> HttpResponse:
    """What was removed, and the press that brings it back."""
    actor = actor_of(request)
    row = by_id.club(actor, slug)
    line = journal.removal(viewer=actor, club=row, line_id=line_id)
    thing = read.thing_of(line) if line is not None else None
    if line is None or thing is None:
        raise NotFound("not_found")
    if request.method == "POST":
        removals.restore(by=actor, line=line)
        messages.success(request, _("%(name)s is back, just as it was.") % {"name": thing.name})
        return redirect(_settings(thing, slug))
    context = RemovedPage(
        club=row,
        said=_("%(name)s has been removed.") % {"name": thing.name},
        may_see_journal=permissions.can(actor, Action.SEE_JOURNAL, row),
        crumbs=[paths.to_club(row), paths.here(_("Removed"))],
    )
    return page(request, "league/occasions/removed.html", context)


@dataclass(frozen=True, slots=True)
class RemovedClub:
    """A club that was removed, and the line that brings it back."""

    line: JournalLine
    club: Club
    when: When


@dataclass(frozen=True, slots=True)
class RemovedClubsPage:
    """The clubs that were removed from this installation."""

    rows: list[RemovedClub]
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def removed_clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that were removed from this installation, each with its way back."""
    actor = actor_of(request)
    permissions.require(actor, Action.CREATE_CLUB, None)
    rows = read.clubs(actor)
    if request.method == "POST":
        line = next(
            (line for line, _row in rows if line.pk == whole(request.POST.get("line", ""))), None
        )
        if line is None:
            raise NotFound("not_found")
        thing = removals.restore(by=actor, line=line)
        messages.success(request, _("%(name)s is back, just as it was.") % {"name": thing.name})
        return redirect("club", thing.slug)
    context = RemovedClubsPage(
        rows=[RemovedClub(line=line, club=row, when=when(line.at, row)) for line, row in rows],
        crumbs=[paths.here(_("Removed clubs"))],
    )
    return page(request, "league/occasions/removed_clubs.html", context)


@dataclass(frozen=True, slots=True)
class RemovePage:
    """What would go along with a thing, or why it cannot go."""

    thing: Thing
    is_club: bool
    going: Going
    refusal: str
    may_cancel: bool
    back: str
    crumbs: list[Crumb]


def _asked(
    request: HttpRequest, thing: Thing, slug: str, crumbs: list[Crumb], *, may_cancel: bool = False
) -> HttpResponse:
    """The question with what goes along; sent, the thing is removed."""
    actor = actor_of(request)
    action, subject = read.needed(thing)
    if not permissions.can(actor, action, subject):
        raise NotAllowed("not_allowed", action=action.name.lower())
    status, refusal = 200, ""
    if request.method == "POST":
        version = whole(request.POST.get("version", ""))
        try:
            line = removals.remove(by=actor, thing=thing, expected_version=version)
        except (Conflict, Refused) as error:
            status, refusal = error.status, sentences.sentence(error)
        else:
            if line.club_id is None:
                messages.success(request, _("%(name)s has been removed.") % {"name": thing.name})
                return redirect("removed_clubs")
            return redirect("removal_undo", slug, line.pk)
    going = read.going(thing)
    if going.has_results:
        refusal = sentences.sentence(Refused(f"{read.word(thing)}_has_results"))
    context = RemovePage(
        thing=thing,
        is_club=read.word(thing) == "club",
        going=going,
        refusal=refusal,
        may_cancel=may_cancel,
        back=_settings(thing, slug),
        crumbs=[*crumbs, paths.here(_("Remove"))],
    )
    return page(request, "league/occasions/remove.html", context, status=status)


def _settings(thing: Thing, club_slug: str) -> str:
    """The page of the thing's settings, where its removal is offered."""
    if read.word(thing) == "event":
        return paths.at("event_settings", thing.slug)
    if read.word(thing) == "season":
        return paths.at("season_settings", club_slug, thing.slug)
    return paths.at("club_settings", club_slug)
