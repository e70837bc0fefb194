"""One person, one record: likely pairs, the preview of a merge, taking it back, claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, LeagueError, NotFound
from league.core.person_fields import BY_NAME, TELL_APART
from league.lists.whole_numbers import chosen, whole
from league.queries.people import claims as asked
from league.queries.people import merges as read
from league.queries.people import players as known
from league.queries.people import rosters
from league.services.people import claims, merges
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded, shown
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django_stubs_ext import StrPromise

    from league.core.actors import Actor
    from league.models import Player
    from league.queries.people.claims import Waiting
    from league.queries.people.merges import Done, Likely, Preview
    from league.queries.people.rosters import PersonInClub


@dataclass(frozen=True, slots=True)
class SamePersonPage(office.OfficePage):
    """Who may be one person, who says who they are, and what was merged."""

    claims: tuple[Waiting, ...]
    pairs: tuple[Likely, ...]
    may_merge: bool
    people: list[PersonInClub]
    done: tuple[Done, ...]


@require_GET
@guarded
def same_person(request: HttpRequest, slug: str) -> HttpResponse:
    """Claims that wait, pairs that may be one person, two to choose, and what was merged."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    may_merge = permissions.can(actor, Action.MERGE_PEOPLE, club)
    context = SamePersonPage(
        **office.top(actor, club, "club_same_person", _("Duplicates")),
        claims=asked.waiting(viewer=actor, club=club),
        pairs=read.likely(viewer=actor, club=club),
        may_merge=may_merge,
        people=sorted(rosters.of_club(actor, club), key=lambda row: (row.sort_key, row.player_id))
        if may_merge
        else [],
        done=read.of_club(viewer=actor, club=club),
    )
    return _private(page(request, "league/people/same_person.html", context))


@dataclass(frozen=True, slots=True)
class Compared:
    """A field that tells people apart, of both records."""

    label: StrPromise
    kept: object
    gone: object


@dataclass(frozen=True, slots=True)
class MergePage(office.OfficePage):
    """What merging two records would do."""

    preview: Preview
    reasons: list[str]
    taken: list[str]
    compared: list[Compared]
    error: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """What merging two records would do; sent, it does."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MERGE_PEOPLE)
    given = request.POST if request.method == "POST" else request.GET
    kept = _chosen(actor, given, "kept")
    gone = _chosen(actor, given, "gone")
    status, error = 200, ""
    if request.method == "POST":
        try:
            row = merges.merge(
                by=actor,
                club=club,
                kept=kept,
                gone=gone,
                expected_version=whole(given.get("version", "")),
            )
        except LeagueError as refused:
            status, error = refused.status, sentence(refused)
        else:
            messages.success(
                request,
                _("%(gone)s and %(kept)s are now one person: no. %(number)s.")
                % {"gone": row.gone.name, "kept": row.kept.name, "number": row.kept_id},
            )
            return redirect("club_same_person", club.slug)
    found = read.preview(viewer=actor, club=club, kept=kept, gone=gone)
    if found is None:
        raise NotFound("not_found")
    context = MergePage(
        **office.top(actor, club, "club_same_person", _("Duplicates")),
        preview=found,
        reasons=[sentence(reason) for reason in found.refusals],
        taken=[str(BY_NAME[name].mention) for name in found.taken],
        compared=[
            Compared(
                label=field.label,
                kept=getattr(found.kept, field.name),
                gone=getattr(found.gone, field.name),
            )
            for field in TELL_APART
            if not field.of_membership
        ],
        error=error if not found.refusals else "",
    )
    return _private(page(request, "league/people/merge.html", context, status=status))


@require_POST
@guarded
def undo(request: HttpRequest, slug: str, merge_id: int) -> HttpResponse:
    """Tells two merged records apart again."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MERGE_PEOPLE)
    row = read.by_id(viewer=actor, club=club, merge_id=merge_id)
    if row is None:
        raise NotFound("not_found")
    merges.undo(by=actor, merge=row)
    messages.success(
        request,
        _("%(gone)s and %(kept)s are two people again.")
        % {"gone": row.gone.name, "kept": row.kept.name},
    )
    return redirect("club_same_person", club.slug)


@require_POST
@guarded
def ask(request: HttpRequest, player_id: int) -> HttpResponse:
    """Somebody signed in says: this player is me."""
    actor = actor_of(request)
    player = known.by_id(viewer=actor, player_id=player_id)
    if player is None:
        raise NotFound("not_found")
    clubs = {club.slug: club for club in asked.askable(viewer=actor, player=player)}
    club = clubs.get(request.POST.get("club", "")) or next(iter(clubs.values()), None)
    if club is None:
        raise NotFound("not_found")
    try:
        claims.ask(by=actor, club=club, player=player, note=request.POST.get("note", ""))
    except BadInput as error:  # the note alone can be at fault
        return shown(request, error)
    messages.success(request, _("An organizer of %(club)s will confirm it.") % {"club": club.name})
    return redirect("player", player.pk)


@require_POST
@guarded
def decide(request: HttpRequest, slug: str, claim_id: int) -> HttpResponse:
    """Approves a claim, or (``action=decline``) declines it."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    row = asked.by_id(viewer=actor, club=club, claim_id=claim_id)
    if row is None:
        raise NotFound("not_found")
    if request.POST.get("action") == "decline":
        claims.decline(by=actor, claim=row)
        messages.success(request, _("Declined."))
    else:
        claims.approve(by=actor, claim=row)
        messages.success(request, _("%(name)s has an account now.") % {"name": row.player.name})
    return redirect("club_same_person", club.slug)


def _chosen(actor: Actor, given: Mapping[str, str], field: str) -> Player:
    player = known.by_id(viewer=actor, player_id=chosen(given, field))
    if player is None:
        raise BadInput("bad_choice", field=field, value=given[field])
    return player


def _private(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "private, no-store"
    return response
