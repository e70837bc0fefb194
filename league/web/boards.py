"""The projector: slides that nobody touches, always with public names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league import wall_time
from league.actors import Actor
from league.enums import EventState
from league.errors import Gone, NotFound
from league.queries import access, pages
from league.queries import events as known
from league.queries import standings as standing
from league.web import evening, kept, ranking, walls
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.when import when

if TYPE_CHECKING:
    from league.models import Event
    from league.queries.pages import EventView, RoundView

SLIDES = ("seating", "names", "results", "standings")
SLIDES_AFTER = ("standings", "results")  # nobody looks for a table any more
SECONDS, FEWEST_SECONDS, MOST_SECONDS = 12, 3, 120
REFRESH_S = 5
SALT = "league.board-device"
DEVICE_DAYS_S = 30 * 24 * 3600


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
    inner = _inner(request, row, chosen_slides(request, row))
    tag = f'"board-{evening.stamp_of(inner)}"'
    if request.headers.get("HX-Request"):
        answer: HttpResponse
        if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
            answer = HttpResponseNotModified()
        else:
            answer = HttpResponse(inner)
        answer["ETag"] = tag
        return answer
    return render(
        request,
        "league/boards/board.html",
        {
            "event": row,
            "inner": inner,
            "title": row.name,
            "place": row.place or row.club.name,
            "as_of": when(timezone.now(), row).wall,
            "board": {
                "url": request.get_full_path(),
                "seconds": seconds_of(request),
                "refresh": REFRESH_S,
                "zone": wall_time.zone_of(row).key,
                "theme": theme_of(request),
            },
        },
    )


def _inner(request: HttpRequest, row: Event, slides: tuple[str, ...]) -> str:
    """The slides, rendered once for all screens until something changes."""
    key = kept.mark("board", row, None, slides)
    inner = kept.find(key, str)
    if inner is None:
        inner = render_to_string("league/boards/_slides.html", slides_of(row, slides), request)
        kept.put(key, str(inner))
    return mark_safe(inner)  # rendered by a template


# --- who looks ----------------------------------------------------------------------------


def admit(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the device's token out of the address and into a cookie of this page alone."""
    secret = request.GET.get("device", "")[:200]
    if device(secret, slug) is None:
        raise Gone("bad_token")
    query = request.GET.copy()
    del query["device"]
    tail = f"?{query.urlencode()}" if query else ""
    response = redirect(f"{request.path}{tail}")
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
    return tuple(dict.fromkeys(word for word in asked if word in SLIDES)) or usual


def seconds_of(request: HttpRequest) -> int:
    asked = request.GET.get("seconds", "")
    if not asked.isdecimal() or len(asked) > 4:
        return SECONDS
    return min(MOST_SECONDS, max(FEWEST_SECONDS, int(asked)))


def theme_of(request: HttpRequest) -> str:
    asked = request.GET.get("theme", "")
    return asked if asked in {"light", "dark"} else ""


def slides_of(row: Event, slides: tuple[str, ...]) -> dict[str, object]:
    """The slides that have something to show; a welcome where none has."""
    wall = walls.wall_viewer(row)
    view = pages.event_view(wall, row, public_names=True)
    current = view.current
    found: list[dict[str, object]] = []
    for key in slides:
        slide = _slide(key, view, current, wall)
        if slide is not None:
            found.append({"key": key, **slide})
    return {
        "event": row,
        "slides": found,
        "when": when(row.starts_at, row),
        "count": sum(entry.state == "registered" for entry in view.entries),
    }


def _slide(
    key: str, view: EventView, current: RoundView | None, wall: Actor
) -> dict[str, object] | None:
    if current is None:
        return None
    title = evening.round_title(view, current)
    if key == "seating" and current.tables:
        cards = [evening.card(table, wall, view.event, wall=True) for table in current.tables]
        for drawn in cards:
            drawn["status"] = ""
        return {"title": title, "tables": cards}
    if key == "names" and current.places:
        return {"title": _("Find your table"), "part": title, "names": current.places}
    if key == "results":
        tables, last = _results(view), view.last_with_results
        if not tables or last is None:
            return None
        return {
            "title": _("Results"),
            "part": evening.round_title(view, last),
            "results": tables,
        }
    if key == "standings":
        shown = standing.payload(current.stage, wall)
        if not shown.payload["rows"] or not shown.payload["rounds"]:
            return None
        return {
            "title": _("Standings"),
            "part": walls.played_rounds(shown),
            "standings": ranking.table(
                shown.payload, caption=_("Standings"), plain=True, criteria=2
            ),
        }
    return None


def _results(view: EventView) -> list[dict[str, object]]:
    """Confirmed tables of the newest round that has one, the winner first."""
    rounds = view.last_with_results
    if rounds is None:
        return []
    return [
        {
            "number": table.number,
            "seats": [
                {
                    "rank": seat.place,
                    "tied": [other.place for other in table.seats].count(seat.place) > 1,
                    "name": seat.name,
                    "points": seat.points,
                }
                for seat in sorted(table.seats, key=lambda seat: (seat.place or 99, seat.position))
            ],
        }
        for table in rounds.tables
        if table.is_settled
    ]
