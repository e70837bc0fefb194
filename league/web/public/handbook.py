"""The handbook for organizers: its pages, and a search in all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.web import paths
from league.web.rendering import page
from league.words.handbook import pages

if TYPE_CHECKING:
    from league.web.paths import Crumb

MOST = 80  # letters of what is looked for


@dataclass(frozen=True, slots=True)
class Handbook:
    """All pages, and those in which what was asked for occurs."""

    asked: str
    found: list[pages.Found]
    pages: list[pages.Page]
    language: str
    crumbs: list[Crumb]


@dataclass(frozen=True, slots=True)
class HandbookPage:
    """One page, with the one that follows."""

    shown: pages.Page
    following: pages.Page | None
    language: str
    crumbs: list[Crumb]


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """All pages; ``?q=`` looks in them."""
    language = pages.reading()
    asked = " ".join(request.GET.get("q", "")[:MOST].replace("\0", "").split())
    shown = Handbook(
        asked=asked,
        found=pages.find(asked, language),
        pages=[pages.page(name, language) for name in pages.PAGES],
        language=language,
        crumbs=[{"label": _("Home"), "href": paths.at("home")}, {"label": _("Help"), "href": ""}],
    )
    return page(request, "league/public/handbook.html", shown)


@require_safe
def handbook_page(request: HttpRequest, topic: str) -> HttpResponse:
    """One page of the handbook."""
    if topic not in pages.PAGES:
        raise Http404
    language = pages.reading()
    one = pages.page(topic, language)
    after = pages.PAGES[pages.PAGES.index(topic) + 1 :]
    shown = HandbookPage(
        shown=one,
        following=pages.page(after[0], language) if after else None,
        language=language,
        crumbs=[
            {"label": _("Home"), "href": paths.at("home")},
            {"label": _("Help"), "href": paths.at("handbook")},
            {"label": one.title, "href": ""},
        ],
    )
    return page(request, "league/public/handbook_page.html", shown)
