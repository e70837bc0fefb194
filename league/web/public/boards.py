"""The projector: slides that nobody touches, always with public names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.after_commit import live
from league.core.actors import Actor
from league.core.enums import EventState, RoundState, StageMode
from league.core.errors import Gone, NotFound
from league.lists.whole_numbers import whole
from league.queries.occasions import events as known
from league.queries.people import access
from league.queries.play import table_plays
from league.queries.public import pages
from league.queries.standings import standings as standing
from league.times import wall_time
from league.web import discs, fragment_cache, paths
from league.web.actor import actor_of
from league.web.club_face import ClubFace, face_of
from league.web.evening import clock_cards, open_play
from league.web.local_time import when
from league.web.office.office import absolute, is_local
from league.web.public import (
    evening,
    event_standings,
    play_slides,
    podium,
    table_cards,
    wall_pages,
)
from league.web.public.slides import (
    CallSlide,
    ClockSlide,
    NamesSlide,
    PlaySlide,
    PodiumSlide,
    ResultsSlide,
    RoomSlide,
    SeatingSlide,
    SeatResult,
    Slide,
    Slides,
    StandingsSlide,
    TableResult,
)
from league.web.refusals import guarded
from league.web.rendering import page, part
from league.web.standings import ranking
from league.web.standings.moments import played_words

if TYPE_CHECKING:
    from datetime import datetime

    from django.utils.safestring import SafeString

    from league.models import Event
    from league.queries.public.pages import EventView, RoundView
    from league.web.discs import GameShown


ALL_SLIDES = (
    *("welcome", "clock", "seating", "names", "room"),
    *("play", "results", "podium", "standings", "next"),
)
SLIDES = ALL_SLIDES[1:]
SLIDES_AFTER = ("podium", "standings", "results", "next")  # nobody looks for a table any more
SECONDS, FEWEST_SECONDS, MOST_SECONDS = 12, 3, 120
REFRESH_S = 5
SALT = "league.board-device"
DEVICE_DAYS_S = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Board:
    """How a screen shows its slides: from where, how long, by whose clock, in which colours."""

    url: str
    seconds: int
    refresh: int
    live: str
    zone: str
    theme: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The projector's page with the slides of now in it."""

    inner: SafeString
    title: str
    place: str
    as_of: datetime
    board: Board
    face: ClubFace


@vary_on_headers("HX-Request")
@require_safe
@guarded
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Seating by table and by name, results as they come, standings, one after the other.

    ``slides=`` chooses and orders them, ``seconds=`` says how long each stays, ``theme=``
    whether it is light or dark. ``device=`` lets a screen in that belongs to nobody.
    """
    if "device" in request.GET:
        return admit(request, slug)
    viewer = viewer_of(request, slug)
    row = known.get(viewer, slug)
    matches = table_plays.moved(row) if _has_matches(row) else ""
    inner = _inner(request, row, chosen_slides(request, row), matches)
    tag = f'"board-{evening.stamp_of(inner)}"'
    if request.headers.get("HX-Request"):
        answer: HttpResponse
        if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
            answer = HttpResponseNotModified()
        else:
            answer = HttpResponse(inner)
        answer["ETag"] = tag
        return fragment_cache.shared(answer, viewer)
    told = _told(row) if matches else []
    return page(
        request,
        "league/public/board.html",
        BoardPage(
            inner=inner,
            title=row.name,
            place=row.place or row.club.name,
            as_of=when(timezone.now(), row).wall,
            board=Board(
                url=request.get_full_path(),
                seconds=seconds_of(request),
                refresh=REFRESH_S,
                live=live.address(live.of_event(row.pk), *map(live.of_play, told)),
                zone=wall_time.zone_of(row).key,
                theme=theme_of(request),
            ),
            face=_face(row),
        ),
    )


def _face(row: Event) -> ClubFace:
    """Kept while no line is written in the club: of every picture there is one."""
    key = f"face:{row.club_id}:{row.club.seq}:{get_language()}"
    face = fragment_cache.find(key, ClubFace)
    if face is None:
        face = face_of(row.club, with_logo=True)
        fragment_cache.put(key, face)
    return face


def _told(row: Event) -> list[str]:
    """The matches whose every step a screen shows at once: those that a wall may tell of."""
    return table_plays.running(viewer=wall_pages.wall_viewer(row), event=row)


def _has_matches(row: Event) -> bool:
    """Whether the event has matches in the browser; one without is asked again in a minute."""
    key = f"board-matches:{row.pk}:{row.created_at.timestamp()}"
    found = fragment_cache.find(key, bool)
    if found is None:
        found = bool(table_plays.moved(row))
        fragment_cache.put(key, found)
    return found


def _inner(request: HttpRequest, row: Event, slides: tuple[str, ...], matches: str) -> SafeString:
    """The slides, rendered once for all screens until something changes."""
    origin = "" if is_local(request) else absolute(request, "/").removesuffix("/")
    key = fragment_cache.mark("board", row, None, slides, origin, matches)
    inner = fragment_cache.find(key, str)
    if inner is None:
        context = slides_of(row, slides, origin)
        inner = part("league/public/_slides.html", context, request)
        fragment_cache.put(key, str(inner))
    return mark_safe(inner)  # rendered by a template


# --- who looks ----------------------------------------------------------------------------


def admit(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the device's token out of the address and into a cookie of this page alone."""
    secret = request.GET.get("device", "")[:200]
    if device(secret, slug) is None:
        raise Gone("bad_token")
    response = redirect(paths.here_with(request, "device"))
    response.set_signed_cookie(
        cookie_name(slug),
        secret,
        salt=SALT,
        max_age=DEVICE_DAYS_S,
        path=request.path,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response


def device(secret: str, slug: str) -> Actor | None:
    """The device behind a token, if it was made for this event; a person's token is none."""
    actor = access.actor_by_token(secret) if secret else None
    if actor is None or actor.account_id is not None or actor.event_id is None:
        return None
    try:
        row = known.get(actor, slug)
    except NotFound:
        return None
    return actor if row.pk == actor.event_id else None


def cookie_name(slug: str) -> str:
    return f"board-{slug}"


def viewer_of(request: HttpRequest, slug: str) -> Actor:
    """The screen's own right where it has one, else that of whoever is signed in."""
    secret = request.get_signed_cookie(
        cookie_name(slug), default="", salt=SALT, max_age=DEVICE_DAYS_S
    )
    return device(secret or "", slug) or actor_of(request)


# --- what is shown ------------------------------------------------------------------------


def chosen_slides(request: HttpRequest, row: Event) -> tuple[str, ...]:
    """The slides asked for; else what is of use before or after the end of the event."""
    usual = SLIDES_AFTER if row.state == EventState.FINISHED else SLIDES
    asked = [word.strip() for word in request.GET.get("slides", "").split(",")]
    return tuple(dict.fromkeys(word for word in asked if word in ALL_SLIDES)) or usual


def seconds_of(request: HttpRequest) -> int:
    """As the address says, within bounds: a screen on the wall shows something in any case."""
    seconds = whole(request.GET.get("seconds", ""), low=0, high=9999)
    return SECONDS if seconds is None else min(MOST_SECONDS, max(FEWEST_SECONDS, seconds))


def theme_of(request: HttpRequest) -> str:
    asked = request.GET.get("theme", "")
    return asked if asked in {"light", "dark"} else ""


def slides_of(row: Event, slides: tuple[str, ...], origin: str) -> Slides:
    """The slides that have something to show; a welcome where none has.

    Args:
        origin: scheme and host that phones in the room can reach, for the QR codes; empty
            where they reach none.
    """
    wall = wall_pages.wall_viewer(row)
    view = pages.event_view(wall, row, public_names=True)
    found: list[Slide] = []
    for key in slides:
        if key == "play":
            found += _plays(view, wall)
        elif (slide := _slide(key, view, wall, origin)) is not None:
            found.append(slide)
    return Slides(slides=found or [_welcome(view, origin)])


def _slide(key: str, view: EventView, wall: Actor, origin: str) -> Slide | None:
    if key == "welcome":
        return _welcome(view, origin)
    if key == "podium":
        return _podium(view.event, wall)
    current = view.current
    if current is None:
        return None
    title = evening.round_title(view, current)
    if key == "clock":
        clocks = clock_cards.of_round(wall, view.event, current.round, current.tables)
        if clocks.card is None and not clocks.tables:
            return None
        return ClockSlide(key=key, title=_("Time left"), part=title, clocks=clocks)
    if key == "seating" and current.tables:
        cards = table_cards.cards(current.tables, wall, view.event, wall=True)
        return SeatingSlide(
            key=key, title=title, tables=[replace(drawn, status="") for drawn in cards]
        )
    if key == "names" and current.places:
        return NamesSlide(key=key, title=_("Find your table"), part=title, names=current.places)
    if key == "room" and _has_room(current):
        return RoomSlide(
            key=key,
            title=_("Who's waiting, who's playing"),
            part=title,
            room=open_play.room(current.stage, view.shown),
        )
    if key == "results":
        tables, last = _results(view), view.last_with_results
        if not tables or last is None:
            return None
        return ResultsSlide(
            key=key,
            title=_("Results"),
            part=evening.round_title(view, last),
            results=tables,
        )
    if key == "standings":
        shown = standing.payload(current.stage, wall)
        if not ranking.is_played(shown.payload):
            return None
        return StandingsSlide(
            key=key,
            title=event_standings.standings_title(view, current.stage),
            part=played_words(current.stage, shown),
            standings=ranking.table(shown.payload, caption=_("Standings"), plain=True, criteria=2),
        )
    if key == "next":
        return _next(view, current, wall, origin)
    return None


def _plays(view: EventView, wall: Actor) -> list[Slide]:
    """One for each table that plays in the browser."""
    tables = view.current.tables if view.current is not None else ()
    return [
        PlaySlide(
            key="play",
            title=_("Table %(n)s") % {"n": watched.number},
            part=watched.game,
            watched=watched,
        )
        for watched in play_slides.running(wall, tables)
    ]


def _welcome(view: EventView, origin: str) -> Slide:
    """The evening's name, and its page as a code for phones."""
    event = view.event
    return CallSlide(
        key="welcome",
        title=_("Welcome"),
        say=event.name,
        is_cancelled=event.state == EventState.CANCELLED,
        when=when(event.starts_at, event),
        count=sum(entry.state == "registered" for entry in view.entries),
        here=sum(entry.state == "registered" and entry.is_present for entry in view.entries),
        logo=_face(event).logo,
        games=_games(view),
        qr=_code(origin, event),
        invites=event.state == EventState.OPEN,
    )


def _games(view: EventView) -> tuple[GameShown, ...]:
    """What is played, each game once."""
    titles = pages.games([view.event]).get(view.event.pk, {})
    return tuple(discs.of_games(titles).values())


def _has_room(current: RoundView) -> bool:
    """Whether people wait in the room for their next table."""
    round_ = current.round
    is_open = round_.is_rolling and round_.state != RoundState.CLOSED
    return is_open and current.stage.mode != StageMode.FIXTURES


def _podium(event: Event, wall: Actor) -> Slide | None:
    found = podium.of_event(wall, event)
    if found is None:
        return None
    return PodiumSlide(key="podium", title=_("Podium"), part=event.name, podium=found)


def _next(view: EventView, current: RoundView, wall: Actor, origin: str) -> Slide | None:
    """What comes after what is over: the next round of tonight, or the next evening."""
    event = view.event
    if event.state == EventState.FINISHED:
        coming = known.upcoming(wall, club=event.club).first()
        if coming is None:
            return None
        return CallSlide(
            key="next",
            title=_("Next evening"),
            say=coming.name,
            when=when(coming.starts_at, coming),
            qr=_code(origin, coming),
            invites=coming.state == EventState.OPEN,
        )
    round_ = current.round
    is_over = round_.state == RoundState.CLOSED or (
        bool(current.tables) and all(table.is_settled for table in current.tables)
    )
    if round_.is_rolling or not is_over:
        return None
    return CallSlide(
        key="next",
        title=_("Next"),
        say=_("The next round"),
        text=_("The seating appears here as soon as it's out, and on your phone:"),
        qr=_code(origin, event),
    )


def _code(origin: str, event: Event) -> str:
    """The event's page as a QR code, drawn as an image that needs no other request."""
    if not origin:
        return ""
    address = origin + reverse("event", args=[event.slug])
    return str(segno.make(address, micro=False).svg_data_uri(scale=8, border=2, light="#fff"))


def _results(view: EventView) -> list[TableResult]:
    """Confirmed tables of the newest round that has one, the winner first."""
    rounds = view.last_with_results
    if rounds is None:
        return []
    return [
        TableResult(
            number=table.number,
            seats=[
                SeatResult(
                    rank=seat.place_shown,
                    tied=seat.is_won is None
                    and [other.place for other in table.seats].count(seat.place) > 1,
                    name=seat.name,
                    is_filler=seat.is_filler,
                    points=seat.points,
                )
                for seat in sorted(table.seats, key=lambda seat: (seat.place or 99, seat.position))
            ],
        )
        for table in rounds.tables
        if table.is_settled
    ]
