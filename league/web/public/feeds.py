"""Feeds of a club and of a season for readers of news: Atom (RFC 4287) and JSON Feed 1.1.

Always what the public sees, whoever looks. ``?lang=`` says in which language; without it, the
reader's own.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.actors import ANONYMOUS
from league.core.enums import EventState, Visibility
from league.queries import by_id
from league.queries.occasions import seasons
from league.queries.public import news
from league.web import tagged
from league.web.local_time import when
from league.web.office.office import absolute
from league.web.public import embed
from league.web.refusals import guarded
from league.words.dates import date_format
from league.words.labels import labelled

if TYPE_CHECKING:
    from datetime import datetime

    from league.models import Club, Event, Season
    from league.queries.public.news import Item, Sources

ATOM, JSON = "application/atom+xml", "application/feed+json"
KEPT_S = 600
# What no XML can hold, whoever wrote it.
_CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Link:
    """A feed in the head of a page, for programs that look for one."""

    href: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of news in the reader's language; ``address`` is the page about it."""

    uid: str
    kind: str
    title: str
    text: str
    address: str
    at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Feed:
    """Everything that both formats say; ``begun_at`` is when there was nothing to tell yet."""

    uid: str
    title: str
    language: str
    author: str
    home: str
    address: str
    begun_at: datetime
    entries: tuple[Entry, ...]


class _Atom(Atom1Feed):
    """Django's, which calls a feed without entries new at every moment."""

    begun_at: datetime

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.begun_at


@require_safe
@guarded
def club(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """What a club has to tell."""
    row = by_id.club(ANONYMOUS, slug)
    home = absolute(request, reverse("club", args=[slug]))
    uid = news.uid("feed of club", row, row.pk)
    return _answer(request, kind, news.of_club(row), uid=uid, title=row.name, home=home)


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str, kind: str) -> HttpResponse:
    """What a season has to tell."""
    row = seasons.get(ANONYMOUS, slug, season_slug)
    home = absolute(request, reverse("season", args=[slug, season_slug]))
    uid = news.uid("feed of season", row.club, row.pk)
    title = labelled(row.club.name, row.name)
    return _answer(request, kind, news.of_season(row), uid=uid, title=title, home=home)


# --- what pages say about them ----------------------------------------------------------------


def of_club(request: HttpRequest, row: Club) -> list[Link]:
    """None for a club of which the public knows nothing."""
    return _links(request, row, row.name, "club_feed", row.slug)


def of_season(request: HttpRequest, row: Season) -> list[Link]:
    title = labelled(row.club.name, row.name)
    return _links(request, row.club, title, "season_feed", row.club.slug, row.slug)


def _links(request: HttpRequest, row: Club, title: str, name: str, *args: str) -> list[Link]:
    if row.visibility == Visibility.MEMBERS:
        return []
    query = urlencode({"lang": _reading()})
    return [
        Link(f"{absolute(request, reverse(each, args=args))}?{query}", kind, title)
        for each, kind in ((name, ATOM), (f"{name}_json", JSON))
    ]


# --- the words --------------------------------------------------------------------------------


def _entry(request: HttpRequest, item: Item) -> Entry:
    if item.event is not None:
        path = reverse("event", args=[item.event.slug])
    else:
        assert item.season is not None
        path = reverse("season", args=[item.season.club.slug, item.season.slug])
    title, text = _said(item)
    return Entry(
        uid=item.uid,
        kind=item.kind,
        title=_CONTROL.sub("", title),
        text=_CONTROL.sub("", text),
        address=absolute(request, path),
        at=item.at,
        changed_at=item.changed_at,
    )


def _said(item: Item) -> tuple[str, str]:
    """The headline and what follows."""
    if item.event is None:
        title = labelled(item.season, _("season finished"))
        return title, _won(item) or title
    title = _dated(item.event)
    if item.kind == "results":
        title = labelled(_("Results"), title)
        return title, _won(item) or title
    if item.event.state == EventState.CANCELLED:
        title = labelled(_("Cancelled"), title)
    return title, _told(item.event)


def _won(item: Item) -> str:
    if not item.winners:
        return ""
    word = _("First place") if len(item.winners) == 1 else _("First place, shared")
    return labelled(word, ", ".join(item.winners))


def _dated(event: Event) -> str:
    day = date_format(when(event.starts_at, event).wall, "DATE_FORMAT")
    return _("%(event)s, %(day)s") % {"event": event.name, "day": day}


def _told(event: Event) -> str:
    """When and where, and what its organizers say about it."""
    starts = when(event.starts_at, event)
    at = f"{date_format(starts.wall, 'DATE_FORMAT')}, {formats.time_format(starts.wall)}"
    line = " · ".join(part for part in (f"{at} {starts.zone}", event.place) if part)
    return "\n\n".join(part for part in (line, event.notes) if part)


# --- bytes ------------------------------------------------------------------------------------


def _answer(
    request: HttpRequest, kind: str, sources: Sources, *, uid: str, title: str, home: str
) -> HttpResponse:
    """The feed's bytes, made once for every position of what it tells of."""
    language = embed.asked_language(request) or _reading()
    address = f"{absolute(request, request.path)}?{urlencode({'lang': language})}"
    mark = repr((sources.position, uid, title, home, address))
    key = f"feed:{hashlib.sha256(mark.encode()).hexdigest()[:40]}"
    body: bytes | None = cache.get(key)
    if body is None:
        with translation.override(language):
            feed = Feed(
                uid=uid,
                title=_CONTROL.sub("", title),
                language=language,
                author=sources.club.name,
                home=home,
                address=address,
                begun_at=sources.club.created_at,
                entries=tuple(_entry(request, item) for item in news.items(sources)),
            )
        body = (_json if kind == JSON else _atom)(feed)
        cache.set(key, body, KEPT_S)
    response = tagged.answer(request, body, f"{kind}; charset=utf-8")
    response.headers["Content-Language"] = language
    if sources.club.visibility != Visibility.PUBLIC:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def _reading() -> str:
    return (translation.get_language() or settings.LANGUAGE_CODE).partition("-")[0]


def _atom(feed: Feed) -> bytes:
    made = _Atom(
        title=feed.title,
        link=feed.home,
        description=None,
        language=feed.language,
        author_name=feed.author,
        author_link=feed.home,
        feed_url=feed.address,
        feed_guid=feed.uid,
    )
    made.begun_at = feed.begun_at
    for one in feed.entries:
        made.add_item(
            title=one.title,
            link=one.address,
            description=linebreaks(one.text, autoescape=True),
            pubdate=one.at,
            updateddate=one.changed_at,
            unique_id=one.uid,
            categories=[one.kind],
        )
    return made.writeString("utf-8").encode()


def _json(feed: Feed) -> bytes:
    data = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.home,
        "feed_url": feed.address,
        "language": feed.language,
        "authors": [{"name": feed.author, "url": feed.home}],
        "items": [
            {
                "id": one.uid,
                "url": one.address,
                "title": one.title,
                "content_text": one.text,
                "date_published": one.at.isoformat(),
                "date_modified": one.changed_at.isoformat(),
                "tags": [one.kind],
            }
            for one in feed.entries
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
