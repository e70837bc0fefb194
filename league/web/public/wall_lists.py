"""Lists to hang on the wall as PDF: who sits where, and the standings; names as everybody sees
them. ``?paper=letter`` for Letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.documents.lists import Column, listed
from league.documents.wall_tables import WallTable, wall_tables
from league.queries.occasions import events as known
from league.queries.occasions import seasons
from league.queries.public import pages
from league.queries.standings import moments
from league.queries.standings import standings as standing
from league.templatetags.league import rank_shown, status_look
from league.web.actor import actor_of
from league.web.office.office import paper_of, pdf_answer
from league.web.public import evening, wall_pages
from league.web.refusals import guarded
from league.web.standings import ranking
from league.web.standings.moments import words
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.documents.typesetting import Document
    from league.models import Event
    from league.queries.public.pages import EventView
    from league.web.ranked_table import RankedTable

CRITERIA = 4  # columns of a chain that fit on paper


@require_safe
@guarded
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody of a round by name, with table and seat; ``?by=table`` has the tables instead."""
    row = known.get(actor_of(request), slug)
    moments.require_round(row, request.GET)
    view = pages.event_view(
        wall_pages.wall_viewer(row), row, public_names=True, asked=evening.asked_round(request)
    )
    chosen = view.chosen
    places = chosen.places if chosen else ()
    if request.GET.get("by") == "table":
        return pdf_answer(_by_table(request, row, view), f"{slug}-tables.pdf")
    document = listed(
        [
            Column(_("Player"), wide=True),
            Column(_("Table"), number=True, large=True),
            Column(_("Seat"), number=True),
        ],
        [
            (
                place.marked,
                str(place.table) if place.table else str(status_look(place.state).word),
                str(place.seat or ""),
            )
            for place in places
        ],
        title=row.name,
        detail=evening.round_title(view, chosen) if chosen else "",
        lang=get_language() or "en",
        paper=paper_of(request),
    )
    return pdf_answer(document, f"{slug}-seating.pdf")


def _by_table(request: HttpRequest, row: Event, view: EventView) -> Document:
    chosen = view.chosen
    return wall_tables(
        [
            WallTable(
                str(table.number),
                table.game,
                tuple((str(seat.position), seat.marked) for seat in table.seats),
            )
            for table in (chosen.tables if chosen else ())
        ],
        title=row.name,
        detail=evening.round_title(view, chosen) if chosen else "",
        outside=[
            (place.marked, str(status_look(place.state).word))
            for place in (chosen.without_table if chosen else ())
        ],
        outside_heading=_("Without a table"),
        lang=get_language() or "en",
        paper=paper_of(request),
    )


@require_safe
@guarded
def stage_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings of a stage, also as of a round."""
    event, shown, detail = wall_pages.stage_shown(request, slug, number)
    table = ranking.table(shown.payload, caption=_("Standings"), plain=True, criteria=CRITERIA)
    return pdf_answer(_ranked(request, table, event.name, detail), f"{slug}-standings.pdf")


@require_safe
@guarded
def season_standings(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The standings of a season, also as of a day; for organizers with full names."""
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    moment = moments.of_season(season, request.GET)
    shown = standing.payload(season, actor, moment)
    table = ranking.table(shown.payload, caption=_("Standings"), plain=True, criteria=CRITERIA)
    title = labelled(season.club.name, season.name)
    detail = words(moment, season.club)
    return pdf_answer(_ranked(request, table, title, detail), f"{slug}-{season_slug}.pdf")


def _ranked(request: HttpRequest, table: RankedTable, title: str, detail: str) -> Document:
    return listed(
        [
            Column(_("Rank"), number=True, large=True),
            Column(_("Player"), wide=True),
            *(Column(column.label, number=True) for column in table.columns),
        ],
        [
            (
                rank_shown(row.rank, row.tied),
                f"{row.name} ({row.mark})" if row.mark else row.name,
                *(cell.text for cell in row.cells),
            )
            for row in table.rows
        ],
        title=title,
        detail=detail,
        lang=get_language() or "en",
        paper=paper_of(request),
    )
