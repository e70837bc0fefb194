"""Paper for the tables: blank sheets, and cards with the QR code of each table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league import permissions
from league.core.actions import Action
from league.documents.score_sheets import BlankSheet, score_sheets
from league.documents.slips import Slip, table_slips
from league.forms.records import record as sheet_forms
from league.lists.whole_numbers import whole
from league.queries.occasions import events
from league.queries.records import records as reading
from league.queries.records import sheets
from league.web import paths
from league.web.actor import actor_of
from league.web.office.office import absolute, is_local, paper_of, pdf_answer
from league.web.public import blank_sheets
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Event, Table
    from league.queries.records.records import TableRow
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed for one table."""

    row: TableRow
    sheet: sheet_forms.SheetForm
    url: str
    qr: str


@require_safe
@guarded
def sheets_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Empty score sheets with the players' names, one page per table; ``?level=`` how deep."""
    context = _printed(request, slug, _("Blank score sheets"))
    return _kept_private(page(request, "league/records/sheets.html", context))


@require_safe
@guarded
def sheets_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a PDF; where there are no tables the page says so."""
    event, pages = _pages(request, slug)
    if not pages:
        return redirect("sheets", slug)
    document = score_sheets(
        [
            BlankSheet(
                heading=_("Table %(n)s") % {"n": page.row.number},
                detail=f"{page.row.game} · {event.name} · {page.row.round_title}",
                grids=blank_sheets.grids(page.sheet),
                url=page.url,
            )
            for page in pages
        ],
        title=event.name,
        lang=get_language() or "en",
        paper=paper_of(request),
    )
    return _kept_private(pdf_answer(document, f"{event.slug}-sheets.pdf"))


@require_safe
@guarded
def table_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Cards with the link of each table as a QR code."""
    context = _printed(request, slug, _("Table cards"))
    return _kept_private(page(request, "league/records/cards.html", context))


@require_safe
@guarded
def table_slips_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """A PDF with one page per table: its QR code and its seats; ``?paper=letter`` for Letter."""
    event, pages = _pages(request, slug)
    slips = [_slip(one) for one in pages]
    document = table_slips(
        slips,
        title=event.name,
        lang=get_language() or "en",
        paper=paper_of(request),
    )
    return _kept_private(pdf_answer(document, f"{event.slug}-tables.pdf"))


def _slip(page: Page) -> Slip:
    row = page.row
    return Slip(
        heading=_("Table %(n)s") % {"n": row.number},
        detail=f"{row.game} · {row.round_title}",
        seats=row.names,
        url=page.url,
    )


@dataclass(frozen=True, slots=True)
class TablesPage:
    """A sheet for each table."""

    event: Event
    pages: list[Page]
    is_local: bool
    crumbs: list[Crumb]


def _printed(request: HttpRequest, slug: str, title: str) -> TablesPage:
    event, pages = _pages(request, slug)
    return TablesPage(
        event=event,
        pages=pages,
        is_local=is_local(request),
        crumbs=[*paths.to_desk(actor_of(request), event), paths.here(title)],
    )


def _pages(request: HttpRequest, slug: str) -> tuple[Event, list[Page]]:
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.SUBMIT_RECORD, event)
    rows = _chosen(request, event, reading.tables_in(viewer=actor, event=event))
    tables = reading.by_id(row.table_id for row in rows)
    return event, [_page(request, row, tables[row.table_id]) for row in rows]


def _kept_private(response: HttpResponse) -> HttpResponse:
    """Neither stored nor indexed: the links on the paper are keys."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = "no-store"
    return response


def _chosen(request: HttpRequest, event: Event, rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """``?tables=1,2`` by id, else ``?round=`` by id, else the newest round."""
    wanted = {whole(text) for text in request.GET.get("tables", "").split(",")} - {None}
    if wanted:
        return tuple(row for row in rows if row.table_id in wanted)
    rounds = reading.rounds_with_tables(viewer=actor_of(request), event=event)
    round_id = whole(request.GET.get("round", "")) or (rounds[0].pk if rounds else 0)
    return tuple(row for row in rows if row.round_id == round_id)


def _page(request: HttpRequest, row: TableRow, table: Table) -> Page:
    link = getattr(table, "link", None)
    url = ""
    if link is not None and link.revoked_at is None:
        url = absolute(request, reverse("table_link", args=[link.code]))
    return Page(
        row=row,
        sheet=blank_sheets.drawn(
            sheets.rules_of(table.ruleset), row.names, request.GET.get("level", "")
        ),
        url=url,
        qr=segno.make(url, micro=False).svg_data_uri(scale=4, light="#fff") if url else "",
    )
