"""Taking lists along: one page of what there is, and the files themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from league.core.errors import NotFound
from league.lists import files
from league.lists.files import Kind
from league.queries.occasions import events, seasons
from league.queries.office import file_lists
from league.queries.office.file_lists import What
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from league.core.actors import Actor
    from league.lists.files import Column
    from league.queries.office.file_lists import Scope
    from league.web.paths import Crumb

_WORDS: dict[What, tuple[StrPromise, StrPromise]] = {
    What.RESULTS: (
        gettext_lazy("Results"),
        gettext_lazy("Every match, one row per seat, with the points it gave."),
    ),
    What.ATTENDANCE: (gettext_lazy("Attendance"), gettext_lazy("Who was there. Organizers only.")),
    What.ADJUSTMENTS: (
        gettext_lazy("Penalties and bonuses"),
        gettext_lazy("Points given or taken away, with the reason."),
    ),
    What.JOURNAL: (
        gettext_lazy("Journal"),
        gettext_lazy("What was decided, by whom and when. Organizers only."),
    ),
}


@dataclass(frozen=True, slots=True)
class Link:
    """One file: ``label`` is its format, ``about`` says it to those who hear links alone."""

    label: str
    about: str
    href: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One list: what it is, its files, and what its columns mean."""

    name: str
    title: StrPromise
    about: StrPromise
    links: list[Link]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class DownloadsPage:
    """The lists that the viewer may take along."""

    where: str
    offers: list[Offer]
    bg_stats: str
    crumbs: list[Crumb]


@require_safe
@guarded
def event_downloads(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    event = events.get(actor, slug)
    trail = [paths.to_club(event.club), paths.to_event(event)]
    return _page(request, actor, event, trail, _Address("event_download", [slug]))


@require_safe
@guarded
def season_downloads(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    trail = [paths.to_club(season.club), paths.to_season(season)]
    address = _Address("season_download", [slug, season_slug])
    return _page(request, actor, season, trail, address)


@require_safe
@guarded
def event_download(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    actor = actor_of(request)
    return _file(request, actor, events.get(actor, slug), Kind(kind), slug)


@require_safe
@guarded
def season_download(request: HttpRequest, slug: str, season_slug: str, kind: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    return _file(request, actor, season, Kind(kind), f"{slug}-{season_slug}")


@dataclass(frozen=True, slots=True)
class _Address:
    """Where the files of an event or a season are."""

    route: str
    args: list[str]

    def of(self, what: What, kind: Kind) -> str:
        return f"{reverse(f'{self.route}_{kind}', args=self.args)}?what={what}"


def _page(
    request: HttpRequest, actor: Actor, scope: Scope, trail: list[Crumb], address: _Address
) -> HttpResponse:
    context = DownloadsPage(
        where=scope.name,
        offers=[_offer(what, address) for what in file_lists.offered(actor, scope)],
        bg_stats=paths.at("club_bg_stats", scope.club.slug),
        crumbs=[*trail, paths.here(_("Download"))],
    )
    return page(request, "league/records/downloads.html", context)


def _offer(what: What, address: _Address) -> Offer:
    title, about = _WORDS[what]
    links = [
        Link(
            label=kind.upper(),
            about=f"{title}, {kind.upper()}",
            href=address.of(what, kind),
        )
        for kind in Kind
    ]
    return Offer(what, title, about, links, tuple(file_lists.ALL_COLUMNS[what]))


def _file(request: HttpRequest, actor: Actor, scope: Scope, kind: Kind, start: str) -> HttpResponse:
    try:
        what = What(request.GET.get("what", What.RESULTS))
    except ValueError:
        raise NotFound("not_found") from None
    return answer(file_lists.listed(actor, scope, what), kind, start)


def answer(listed: files.Listed, kind: Kind, start: str) -> HttpResponse:
    """A large file in pieces, never as a whole in memory; in nobody's cache."""
    body = files.written(listed, kind)
    response = (
        HttpResponse(body, content_type=kind.media)
        if isinstance(body, bytes)
        # Django has no common type for a page and a stream.
        else cast("HttpResponse", FileResponse(body, content_type=kind.media))
    )
    name = get_valid_filename(listed.file_name(start, kind))
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
