"""Small pages for a club's own site, in an iframe, and the same as JSON.

Always what the public sees, whoever looks: nothing here reads a cookie or sets one. These are the
only pages that another site may frame. ``?theme=light`` or ``dark`` (else the reader's system),
``?lang=`` (else the club's), ``?rows=`` for the standings.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.core.actors import ANONYMOUS
from league.core.enums import Visibility
from league.core.errors import BadInput, LeagueError, NotFound
from league.lists.whole_numbers import asked
from league.queries import by_id
from league.queries.occasions import events as occasions
from league.queries.occasions import seasons
from league.queries.public import pages
from league.queries.standings import standings as standing
from league.times import wall_time
from league.web import tagged
from league.web.club_face import ClubFace, face_of
from league.web.local_time import when
from league.web.office.office import absolute
from league.web.rendering import part
from league.web.standings import ranking
from league.words.labels import labelled
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from league.models import Club, Event, Season
    from league.queries.standings.standings import Shown
    from league.web.local_time import When
    from league.web.ranked_table import RankedTable

    Page = Callable[..., HttpResponse]


POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors *"
)
THEMES = ("light", "dark")
ROWS, MOST_ROWS = 10, 100
STANDINGS_HIGH, NEXT_HIGH = 420, 190  # frames, in pixels
KEPT_S = 60


def for_other_sites(page: Page) -> Page:
    """What all answers here have in common, refusals too: framed by anybody, kept for a minute."""

    @require_safe
    @xframe_options_exempt
    @wraps(page)
    def answer(request: HttpRequest, **names: str) -> HttpResponse:
        try:
            response = page(request, **names)
            response.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
        except LeagueError as error:
            response = _refused(request, error)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    return answer


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page for other sites shows; ``address`` is where its title leads, ``face``
    the accent and the logo of the club.
    """

    title: str
    theme: str
    address: str
    face: ClubFace | None


@dataclass(frozen=True, slots=True)
class StandingsFrame(Frame):
    """The first ranks of a season."""

    club: Club
    table: RankedTable | None
    is_published: bool
    as_of: When | None


@for_other_sites
def standings(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The standings of a season, the first ranks."""
    row = seasons.get(ANONYMOUS, slug, season_slug)
    most = _rows(request)
    with translation.override(language_of(request, row.club)):
        shown = standing.payload(row, ANONYMOUS)
        table = ranking.table(
            shown.payload,
            caption=_("Standings"),
            url=_player_link(request, row.club),
            most=most,
            criteria=1,
            plain=True,
        )
        as_of = when(shown.computed_at, row.club) if shown.computed_at else None
        context = StandingsFrame(
            theme=_choice(request, "theme", THEMES),
            title=row.name,
            club=row.club,
            address=_season_address(request, row),
            face=face_of(row.club, with_logo=True),
            table=table if table.rows else None,
            is_published=shown.is_published,
            as_of=as_of,
        )
        return _page(request, part("league/public/embed_standings.html", context))


@for_other_sites
def standings_json(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The same ranks as JSON; the whole standing is ``/api/v1/seasons/…/standings/``."""
    row = seasons.get(ANONYMOUS, slug, season_slug)
    most = _rows(request)
    with translation.override(language_of(request, row.club)):
        shown = standing.payload(row, ANONYMOUS)
    return _json(
        request,
        {
            "club": row.club.name,
            "season": row.name,
            "url": _season_address(request, row),
            "is_published": shown.is_published,
            "computed_at": shown.computed_at.isoformat() if shown.computed_at else None,
            "rows": _ranks(request, row.club, shown, most),
        },
    )


@dataclass(frozen=True, slots=True)
class NextFrame(Frame):
    """When a club plays next."""

    event: Event | None
    when: When | None
    count: int


@for_other_sites
def next_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """When the club plays next, and how many have a place."""
    club = by_id.club(ANONYMOUS, slug)
    event, count = _next(club)
    with translation.override(language_of(request, club)):
        context = NextFrame(
            face=face_of(club, with_logo=True),
            theme=_choice(request, "theme", THEMES),
            title=club.name,
            event=event,
            when=when(event.starts_at, event) if event else None,
            count=count,
            address=absolute(request, reverse("event", args=[event.slug]))
            if event
            else absolute(request, reverse("club", args=[slug])),
        )
        return _page(request, part("league/public/embed_next.html", context))


@for_other_sites
def next_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The next evening as JSON, in UTC, with the room's time zone; null where none is planned."""
    club = by_id.club(ANONYMOUS, slug)
    language_of(request, club)
    event, count = _next(club)
    return _json(
        request,
        {
            "club": club.name,
            "url": absolute(request, reverse("club", args=[slug])),
            "next": {
                "name": event.name,
                "starts_at": event.starts_at.isoformat(),
                "ends_at": event.ends_at.isoformat() if event.ends_at else None,
                "time_zone": str(wall_time.zone_of(event)),
                "place": event.place,
                "state": event.state,
                "players": count,
                "url": absolute(request, reverse("event", args=[event.slug])),
            }
            if event
            else None,
        },
    )


# --- the snippet to copy ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Framed:
    """The frame that another site pastes."""

    address: str
    title: str
    height: int


def snippets(request: HttpRequest, row: Season) -> list[dict[str, str]]:
    """What the organizer of another site pastes there; nothing for a club that only members see."""
    club = row.club
    if club.visibility == Visibility.MEMBERS:
        return []
    language = translation.get_language() or club.language
    found = []
    for label, name, args, height in (
        (_("Standings"), "embed_standings", [club.slug, row.slug], STANDINGS_HIGH),
        (_("Next evening"), "embed_next", [club.slug], NEXT_HIGH),
    ):
        address = absolute(request, reverse(name, args=args))
        html = framed(address, labelled(club.name, label), height=height, language=language)
        json_address = absolute(request, reverse(f"{name}_json", args=args))
        found.append({"label": label, "html": html, "page": address, "json": json_address})
    return found


def framed(address: str, title: str, *, height: int, language: str) -> str:
    """The frame on one line, for editors that break a line in two."""
    query = urlencode({"lang": language, "theme": "light"})
    shown = Framed(address=f"{address}?{query}", title=title, height=height)
    return " ".join(part("league/public/_embed_frame.html", shown).split())


# --- pieces -----------------------------------------------------------------------------------


def _next(club: Club) -> tuple[Event | None, int]:
    """What is on now, else what comes next."""
    event = (
        occasions.live(ANONYMOUS, club=club).first()
        or occasions.upcoming(ANONYMOUS, club=club).first()
    )
    return event, pages.sign_ups([event]).get(event.pk, 0) if event else 0


def _ranks(request: HttpRequest, club: Club, shown: Shown, most: int) -> list[dict[str, object]]:
    link = _player_link(request, club)
    return [
        {
            "rank": row["rank"],
            "tied": row["tied"],
            "name": row["name"],
            "points": row["values"]["points"],
            "matches": row["values"]["matches"],
            "url": link(row["player"]),
        }
        for row in ranking.first_ranks(shown.payload["rows"], most)
    ]


def _season_address(request: HttpRequest, row: Season) -> str:
    return absolute(request, reverse("season", args=[row.club.slug, row.slug]))


def _player_link(request: HttpRequest, club: Club) -> ranking.Link:
    link = ranking.players_of(club)
    return lambda player: absolute(request, link(player))


def asked_language(request: HttpRequest) -> str:
    """One of ours, as ``?lang=`` says; empty where it says nothing.

    Raises:
        BadInput: ``unknown_choice``.
    """
    return _choice(request, "lang", tuple(dict(settings.LANGUAGES)))


def language_of(request: HttpRequest, club: Club) -> str:
    return asked_language(request) or club.language


def _choice(request: HttpRequest, field: str, choices: tuple[str, ...]) -> str:
    word = request.GET.get(field, "")
    if word and word not in choices:
        raise BadInput("unknown_choice", field=field, choice=word[:40])
    return word


def _rows(request: HttpRequest) -> int:
    return asked(request.GET, "rows", low=1, high=MOST_ROWS, usual=ROWS)


def _page(request: HttpRequest, html: str) -> HttpResponse:
    """The bytes of a page made without the request, so that nothing of a session gets into it."""
    response = tagged.answer(request, html.encode(), "text/html; charset=utf-8")
    response.headers["Content-Language"] = translation.get_language()
    return response


def _json(request: HttpRequest, data: Mapping[str, object]) -> HttpResponse:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return tagged.answer(request, body, "application/json")


@dataclass(frozen=True, slots=True)
class RefusedFrame(Frame):
    """Why there is nothing to show."""

    text: str
    field: str


def _refused(request: HttpRequest, error: LeagueError) -> HttpResponse:
    missing = isinstance(error, NotFound)
    text = _("There is no such page.") if missing else sentence(error)
    field = getattr(error, "field", "")
    if request.path.endswith(".json"):
        body = json.dumps({"code": error.code, "field": field, "detail": text})
        return HttpResponse(body, content_type="application/json", status=error.status)
    context = RefusedFrame(
        address="",
        face=None,
        title="Stammtisch",
        text=text,
        field=field,
        theme="",
    )
    return HttpResponse(part("league/public/embed_refused.html", context), status=error.status)
