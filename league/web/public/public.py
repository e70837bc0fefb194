"""Public pages above the single event: home, clubs, seasons, search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from league import permissions
from league.core.actions import Action
from league.core.enums import ActorKind, EventState, Visibility
from league.core.errors import NotFound
from league.queries.occasions import clubs, seasons
from league.queries.occasions import events as occasions
from league.queries.occasions.season_rule import rule_of
from league.queries.people import access, claims
from league.queries.public import pages
from league.queries.public import search as finding
from league.queries.records.records import place_shown
from league.queries.standings import moments, troubles
from league.queries.standings import standings as standing
from league.queries.standings.counting import Moment, in_period
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import When, when
from league.web.occasions import calendars, season_periods
from league.web.occasions import sign_up as signing
from league.web.public import club_records, embed, evening
from league.web.refusals import guarded
from league.web.standings import ranking, scoring_words, uncounted
from league.web.standings.moments import day_choices, played_days, words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from league.core.actors import Actor
    from league.models import Club, Event, Season
    from league.queries.standings.standings import Shown

NEXT = 8  # evenings on the first page and on a club's
TOP = 10  # ranks of the running season on the club's page
CLUBS = 60
PAST = 8
MATRIX_ROWS, MATRIX_EVENINGS = 40, 20  # a larger matrix is shown to those who ask for it


@require_safe
@guarded
def home(request: HttpRequest) -> HttpResponse:
    """What is on now, what comes next, and whose tables these are."""
    actor = actor_of(request)
    listed = list(clubs.listed(viewer=actor)[: CLUBS + 1])
    return render(
        request,
        "league/public/home.html",
        {
            "live": lines(actor, occasions.live(actor)[:NEXT]),
            "upcoming": lines(actor, occasions.upcoming(actor)[:NEXT]),
            "clubs": listed[:CLUBS],
            "has_more_clubs": len(listed) > CLUBS,
            "is_new": not listed and not access.has_accounts(),
            "may_found": permissions.can(actor, Action.CREATE_CLUB, None),
            "founding": paths.at("club_new"),
            "uncounted": uncounted.lines(troubles.everywhere(actor)),
        },
    )


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list; ``desk`` is empty for whoever does not run it today."""

    event: Event
    when: When
    club: Club | None
    count: int
    desk: str


def lines(actor: Actor, events: Iterable[Event], *, with_club: bool = True) -> list[EventLine]:
    """Events for a list, with what the clock in their room shows and how many have a place.

    Whoever runs today's evening gets to its desk from here.
    """
    rows = list(events)
    counts = pages.sign_ups(rows) if rows else {}
    return [
        EventLine(
            event=row,
            when=(at := when(row.starts_at, row)),
            club=row.club if with_club else None,
            count=counts.get(row.pk, 0),
            desk=paths.at("desk", row.slug) if _runs(actor, row, is_today=at.is_today) else "",
        )
        for row in rows
    ]


def _runs(actor: Actor, event: Event, *, is_today: bool) -> bool:
    return (
        (is_today or event.state == EventState.RUNNING)
        and event.state not in {EventState.FINISHED, EventState.CANCELLED}
        and permissions.can(actor, Action.CALL_ROLL, event)
    )


@require_safe
@guarded
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Who we are, when we play next, who leads, what was played last."""
    actor = actor_of(request)
    row = clubs.by_slug(viewer=actor, slug=slug)
    if row is None:
        raise NotFound("not_found")
    running = seasons.running(actor, row)
    shown = standing.payload(running, actor) if running else None
    coming = list(occasions.upcoming(actor, club=row)[:NEXT])
    link = ranking.players_of(row)
    return render(
        request,
        "league/public/club.html",
        {
            "club": row,
            "crumbs": [paths.here(row.name)],
            "live": lines(actor, occasions.live(actor, club=row)[:NEXT], with_club=False),
            "upcoming": lines(actor, coming, with_club=False),
            "sign_up": next_sign_up(actor, coming),
            "open_to_sign_up": next((one for one in coming if one.state == EventState.OPEN), None)
            if actor.kind == ActorKind.ANONYMOUS
            else None,
            "season": running,
            "top": ranking.table(
                shown.payload,
                caption=_("Standings"),
                url=link,
                own=actor.player_id,
                most=TOP,
                criteria=1,
            )
            if running and shown and shown.payload["rows"]
            else None,
            "seasons": list(seasons.of_club(actor, row)[:20]),
            "results": [
                {
                    "result": result,
                    "seats": seats_shown(result, link),
                    "when": when(result.event.starts_at, row),
                }
                for result in pages.latest_results(actor, row)
            ],
            "past": lines(actor, occasions.past(actor, club=row)[:PAST], with_club=False),
            "cancelled": lines(actor, occasions.cancelled(actor, club=row), with_club=False),
            "doors": doors(actor, row),
            "records": club_records.best(actor, row),
            "calendar": calendars.of_club(request, row),
            "is_listed": row.visibility == Visibility.PUBLIC,
        },
    )


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a result in a list."""

    rank: int | str | None  # a word where all won or lost together
    tied: bool
    name: str
    url: str
    points: Fraction | None
    mark: str = ""


def seats_shown(result: pages.Result, link: ranking.Link) -> list[SeatShown]:
    places = [seat.place for seat in result.seats]
    return [
        SeatShown(
            rank=place_shown(seat.place, is_won=result.is_won),
            tied=result.is_won is None and places.count(seat.place) > 1,
            name=seat.name,
            url=link(seat.player_id),
            points=seat.points,
            mark=_("filler") if seat.is_filler else "",
        )
        for seat in result.seats
    ]


def next_sign_up(actor: Actor, coming: list[Event]) -> signing.SignUp | None:
    """The first event that one can sign up for by oneself."""
    for event in coming:
        if event.state == EventState.OPEN:
            return signing.sign_up(actor, event)
    return None


def doors(actor: Actor, row: Club) -> list[dict[str, str]]:
    """The rooms behind the counter, for those who may enter them."""
    rooms = (
        (Action.CREATE_EVENT, "event_new", pgettext("button", "New evening")),
        (Action.MANAGE_PEOPLE, "club_people", _("People")),
        (Action.MANAGE_CLUB, "club_games", _("Games and points")),
        (Action.MANAGE_SEASON, "season_new", _("New season")),
        (Action.INVITE, "club_roles", _("Roles")),
        (Action.SEE_JOURNAL, "club_journal", _("Journal")),
        (Action.MANAGE_CLUB, "club_settings", _("Settings")),
    )
    found = [
        {"label": str(label), "href": paths.at(name, row.slug)}
        for action, name, label in rooms
        if permissions.can(actor, action, row)
    ]
    if waiting := claims.count_waiting(viewer=actor, club=row):
        told = ngettext("%(n)s says who they are", "%(n)s say who they are", waiting)
        found.insert(
            0, {"label": told % {"n": waiting}, "href": paths.at("club_same_person", row.slug)}
        )
    return [door for door in found if door["href"]]


# --- a season -----------------------------------------------------------------------------


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The standings of a season, its evenings, and what each evening gave to whom."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    moment = moments.of_season(row, request.GET)
    shown = standing.payload(row, actor, moment)
    asked = request.GET.get(moments.FIELD, "")
    link = ranking.players_of(row.club)
    query = urlencode(moments.query(moment))
    why = ranking.season_why(row, f"?{query}" if query else "")
    events = list(occasions.of_season(actor, row))
    if moment.period is not None:
        told = {one["event"] for one in shown.payload["evenings"]}
        events = [one for one in events if one.pk in told or moment.period.has(one.starts_at)]
    whens = {event.pk: when(event.starts_at, event) for event in events}
    day_form = pgettext("short day, letters as in the date filter", "j M")
    has_rows = bool(shown.payload["rows"])
    has_matrix = has_rows and bool(shown.payload["evenings"])
    is_small = (
        len(shown.payload["rows"]) <= MATRIX_ROWS
        and len(shown.payload["evenings"]) <= MATRIX_EVENINGS
    )
    return render(
        request,
        "league/public/season.html",
        {
            "season": row,
            "club": row.club,
            "crumbs": [paths.to_club(row.club), paths.here(row.name)],
            "shown": shown,
            "uncounted": uncounted.lines([shown.uncounted] if shown.uncounted else [])
            if permissions.can(actor, Action.MANAGE_SEASON, row)
            else [],
            "as_of": when(shown.computed_at, row.club) if shown.computed_at else None,
            "standings": ranking.table(
                shown.payload,
                caption=_("Standings"),
                url=link,
                why=why,
                own=actor.player_id,
                before=_before_last_evening(actor, row, shown) if is_small and not query else None,
            )
            if has_rows
            else None,
            "notes": ranking.notes(shown.payload),
            "rule": scoring_words.counting(rule_of(in_period(row, moment.period))),
            "matrix": ranking.matrix(
                shown.payload,
                caption=_("Evening by evening"),
                days={pk: dateformat.format(at.wall, day_form) for pk, at in whens.items()},
                url=link,
                why=why,
                own=actor.player_id,
            )
            if has_matrix and (is_small or "matrix" in request.GET)
            else None,
            "has_matrix": has_matrix,
            "has_struck": has_struck(shown),
            "events": [
                {"event": event, "when": whens[event.pk]}
                for event in events
                if event.state != EventState.CANCELLED
            ],
            "cancelled": [
                {"event": event, "when": whens[event.pk]}
                for event in events
                if event.state == EventState.CANCELLED
            ],
            "links": links(row, query),
            "query": query,
            "period": moment.period,
            "parts": season_periods.parts(row, moment.period),
            "moment": words(moment, row.club),
            "asked": asked,
            "choices": day_choices(standing.payload(row, actor) if asked else shown),
            "doors": season_doors(actor, row),
            "calendar": calendars.of_season(request, row.club, row.slug),
            "snippets": embed.snippets(request, row),
            "is_listed": row.club.visibility == Visibility.PUBLIC,
        },
    )


def _before_last_evening(actor: Actor, row: Season, shown: Shown) -> dict[int, int | None] | None:
    """Ranks as they stood before the last day that has a result; None where there is one alone."""
    days = played_days(shown)
    return evening.ranks_at(actor, row, Moment(day=days[1]), shown) if len(days) > 1 else None


def has_struck(shown: Shown) -> bool:
    return any(
        not points["counted"]
        for evening_ in shown.payload["evenings"]
        for points in evening_["points"].values()
    )


def links(row: Season, query: str) -> list[dict[str, str]]:
    """The same standing, of the same moment, for spreadsheets, programs and the curious."""
    tail = f"?{query}" if query else ""
    found = [
        {
            "label": _("How this is scored"),
            "href": paths.at("season_scoring", row.club.slug, row.slug),
        },
        {
            "label": _("How fair the seating is"),
            "href": paths.at("season_fairness", row.club.slug, row.slug),
        },
        {"label": _("What do I need?"), "href": paths.at("season_need", row.club.slug, row.slug)},
        {"label": _("Guests"), "href": paths.at("season_guests", row.club.slug, row.slug)},
        {"label": _("What moved"), "href": paths.at("season_moves", row.club.slug, row.slug)},
        {"label": "PDF", "href": paths.at("season_standings_pdf", row.club.slug, row.slug) + tail},
        {"label": _("Print…"), "href": paths.at("season_paper", row.club.slug, row.slug)},
        {"label": "CSV", "href": paths.at("season_standings_csv", row.club.slug, row.slug) + tail},
        {
            "label": "XLSX",
            "href": paths.at("season_standings_xlsx", row.club.slug, row.slug) + tail,
        },
        {"label": "JSON", "href": paths.at("v1:season_standings", row.pk) + tail},
    ]
    return [link for link in found if link["href"]]


def season_doors(actor: Actor, row: Season) -> list[dict[str, str]]:
    if not permissions.can(actor, Action.MANAGE_SEASON, row):
        return []
    rooms = (
        ("season_settings", _("Settings")),
        ("season_adjustments", _("Penalties and bonuses")),
        ("season_import_results", _("Import results")),
    )
    found = [
        {"label": label, "href": paths.at(name, row.club.slug, row.slug)} for name, label in rooms
    ]
    evening = paths.at("event_new", row.club.slug)
    if evening and permissions.can(actor, Action.CREATE_EVENT, row):
        found.insert(
            0, {"label": pgettext("button", "New evening"), "href": f"{evening}?season={row.pk}"}
        )
    return [door for door in found if door["href"]]


# --- search -------------------------------------------------------------------------------


@require_safe
@guarded
def search(request: HttpRequest) -> HttpResponse:
    """Players, clubs and events by a part of their name."""
    actor = actor_of(request)
    found = finding.everywhere(actor, request.GET.get("q", ""))
    return render(
        request,
        "league/public/search.html",
        {
            "found": found,
            "players": [
                {"row": row, "url": ranking.player_url()(row.player_id)} for row in found.players
            ],
            "events": [
                {"event": event, "when": when(event.starts_at, event), "club": event.club}
                for event in found.events
            ],
            "crumbs": [paths.here(_("Search"))],
        },
    )
