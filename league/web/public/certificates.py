"""Certificates as PDF: the places of an event over all its stages, or of a season.

Names and places are those that whoever prints it sees on the page of the standings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.documents.certificates import Certificate, certificates
from league.lists.whole_numbers import asked
from league.queries.occasions import events as known
from league.queries.occasions import seasons
from league.queries.standings import endings
from league.queries.standings import standings as standing
from league.times import wall_time
from league.web.actor import actor_of
from league.web.club_face import on_paper
from league.web.office.office import paper_of, pdf_answer
from league.web.refusals import guarded
from league.words.dates import date_format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.documents.typesetting import Document
    from league.models import Club, Event, Season
    from league.queries.standings.counting import Scope

TOP = 3
MOST = 99_999


@dataclass(frozen=True, slots=True)
class Honoured:
    """Somebody with a rank."""

    name: str
    rank: int
    tied: bool


@require_safe
@guarded
def of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The places of an event; ``?top=`` of how many ranks, three when left out."""
    actor = actor_of(request)
    event = known.get(actor, slug)
    day = date_format(wall_time.wall(event.starts_at, wall_time.zone_of(event)), "DATE_FORMAT")
    ranked = event_places(actor, event)
    if not ranked:
        return redirect("event_paper", slug)
    document = _printed(request, ranked, club=event.club, title=event.name, day=day)
    return pdf_answer(document, f"{slug}-certificates.pdf")


@require_safe
@guarded
def of_season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The places of a season; ``?top=`` of how many ranks, three when left out."""
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    days = (date_format(day, "DATE_FORMAT") for day in (season.starts_on, season.ends_on))
    ranked = season_places(actor, season)
    if not ranked:
        return redirect("season_paper", slug, season_slug)
    document = _printed(request, ranked, club=season.club, title=season.name, day=" – ".join(days))
    return pdf_answer(document, f"{slug}-{season_slug}-certificates.pdf")


def event_places(viewer: Actor, event: Event) -> tuple[Honoured, ...]:
    """Who was what in the end: over all stages, or in the one that was played; else the last."""
    ended = endings.ended(event, viewer)
    if ended:
        return tuple(Honoured(row.name, row.rank, row.tied) for row in ended)
    stages = standing.stages_of(viewer, event)
    return _places(viewer, stages[-1]) if stages else ()


def season_places(viewer: Actor, season: Season) -> tuple[Honoured, ...]:
    return _places(viewer, season)


def _places(viewer: Actor, scope: Scope) -> tuple[Honoured, ...]:
    return tuple(
        Honoured(row["name"], row["rank"], row["tied"])
        for row in standing.payload(scope, viewer).payload["rows"]
        if row["rank"] is not None
    )


def _printed(
    request: HttpRequest, ranked: Sequence[Honoured], *, club: Club, title: str, day: str
) -> Document:
    top, count = asked(request.GET, "top", low=1, high=MOST, usual=TOP), len(ranked)
    of_how_many = ngettext("of %(n)s player", "of %(n)s players", count) % {"n": count}
    return certificates(
        [
            Certificate(one.name, place_words(one.rank, tied=one.tied), of_how_many)
            for one in ranked
            if one.rank <= top
        ],
        heading=_("Certificate"),
        club=club.name,
        title=title,
        day=day,
        signatures=(_("For the club"), _("Organizer")),
        lang=get_language() or "en",
        paper=paper_of(request),
        face=on_paper(club),
    )


def place_words(rank: int, *, tied: bool) -> str:
    """ "Second place", and whether it is shared."""
    first = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    words = first.get(rank) or _("Place %(n)s") % {"n": rank}
    return _("%(place)s, shared") % {"place": words} if tied else words
