"""What search engines are told: which pages there are for them, and which are nobody's business.

Always what the public sees, whoever looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.catalogue import all_games, how_to_play, rules_text
from league.core.actors import ANONYMOUS
from league.lists.whole_numbers import whole
from league.queries.occasions import clubs
from league.queries.occasions import events as occasions
from league.queries.public import last_changes, listed
from league.web import tagged
from league.web.office.office import absolute
from league.web.rendering import part
from league.words.handbook.pages import PAGES as HANDBOOK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    Page = tuple[str, datetime | None]
    _Sitemap = Sitemap[Page]
else:
    _Sitemap = Sitemap  # which types alone may be asked of

# Rooms behind the counter, what is one's own, and whatever has a key in its address.
NOT_FOR_ROBOTS = (
    *("/account/", "/me/", "/i/", "/n/", "/t/", "/play/", "/site/", "/lab/"),
    *("/api/", "/live/", "/i18n/", "/search/", "/offline/"),
    *("/c/new/", "/c/*/office/", "/c/*/door/"),
    *("/c/*/s/*/settings/", "/c/*/s/*/state/", "/c/*/s/*/remove/", "/c/*/s/*/guests/"),
    *("/c/*/s/*/import-results/", "/c/*/s/*/import-bg-stats/"),
    *("/c/*/s/*/publishing/", "/c/*/s/*/adjustments/"),
    *("/c/*/s/*/certificates.pdf", "/ratings/*/settings/"),
    *("/e/*/desk/", "/e/*/here/", "/e/*/mine/", "/e/*/poster/", "/e/*/enter/", "/e/*/entries/"),
    *("/e/*/place/", "/e/*/mail/"),
    *("/e/*/settings/", "/e/*/state/", "/e/*/remove/", "/e/*/copy/", "/e/*/check/"),
    *("/e/*/stages/", "/e/*/tables/", "/e/*/results/", "/e/*/records/", "/e/*/sheets/"),
    *("/e/*/cards/", "/e/*/tables.pdf", "/e/*/sheets.pdf", "/e/*/name-tags.pdf"),
    "/e/*/certificates.pdf",
    *("/p/*/calendar/", "/p/*/claim/", "/p/*/edit/", "/p/*/picture/"),
)

# They fetch what somebody has sent to somebody else, and show a picture of it.
PREVIEWS = ("facebookexternalhit", "LinkedInBot", "Twitterbot")


class PublicPages(_Sitemap):
    """The pages that want to be found, of the installation at ``home``."""

    def __init__(self, home: str) -> None:
        self.protocol, _, self.host = home.rstrip("/").partition("://")
        self.pages = list(_pages())

    def items(self) -> list[Page]:
        return self.pages

    def location(self, item: Page) -> str:
        return item[0]

    def lastmod(self, item: Page) -> datetime | None:
        return item[1]

    def get_domain(self, site: object = None) -> str:
        return self.host


@dataclass(frozen=True, slots=True)
class Listed:
    """One list of pages, for Django's template."""

    urlset: list[dict[str, object]]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a list that is too long, for Django's template."""

    sitemaps: list[dict[str, str]]


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The public pages; where they are too many for one list, the addresses of its parts."""
    pages = PublicPages(absolute(request, "/"))
    asked, count = request.GET.get("p", ""), pages.paginator.num_pages
    if count > 1 and not asked:
        here = absolute(request, reverse("sitemap"))
        parts = [{"location": f"{here}?p={number}"} for number in range(1, count + 1)]
        text = part("sitemap_index.xml", Parts(sitemaps=parts))
    else:
        number = whole(asked or "1")
        if number is None or number > count:
            raise Http404
        text = part("sitemap.xml", Listed(urlset=pages.get_urls(page=number)))
    return tagged.answer(request, text.encode(), "application/xml; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What robots leave alone, and where the rest is listed."""
    rules = [f"Disallow: {path}" for path in NOT_FOR_ROBOTS]
    shown = [rule for rule in rules if rule != "Disallow: /play/"]
    lines = ["User-agent: *", *rules, "", *(f"User-agent: {one}" for one in PREVIEWS), *shown, ""]
    lines.append(f"Sitemap: {absolute(request, reverse('sitemap'))}")
    body = "".join(f"{line}\n" for line in lines)
    return tagged.answer(request, body.encode(), "text/plain; charset=utf-8")


def _pages() -> Iterator[Page]:
    """Each with the moment at which what the public sees there last changed, where it is known."""
    changed = last_changes.of_all()
    found = list(clubs.listed(viewer=ANONYMOUS).values_list("pk", "slug"))
    # One club alone is at home on the first page, and has an address of its own.
    yield from ((path, None) for path in _of_the_house() if path != "/" or len(found) != 1)
    for pk, slug in found:
        yield reverse("club", args=[slug]), changed.clubs.get(pk)
    for pk, *names in listed.seasons(ANONYMOUS).values_list("pk", "club__slug", "slug"):
        yield reverse("season", args=names), changed.seasons.get(pk)
    for pk, slug in occasions.listed(ANONYMOUS).values_list("pk", "slug"):
        yield reverse("event", args=[slug]), changed.events.get(pk)
    for pk, slug in listed.with_standings(ANONYMOUS).values_list("pk", "slug"):
        yield reverse("event_standings", args=[slug]), changed.standings.get(pk)
    for pk in listed.players(ANONYMOUS):
        yield reverse("player", args=[pk]), None


def _of_the_house() -> Iterator[str]:
    """What comes with the software."""
    yield from map(reverse, ("home", "games", "handbook"))
    yield from (reverse("game", args=[one.key]) for one in all_games() if rules_text(one.key))
    told = (one.key for one in all_games() if how_to_play(one.key))
    yield from (reverse("how_to_play", args=[key]) for key in told)
    yield from (reverse("help", args=[name]) for name in HANDBOOK)
