"""Public pages above the single event: home, clubs, search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from league import permissions
from league.core.actions import Action
from league.core.enums import ActorKind, EventState, PictureKind
from league.core.errors import NotFound
from league.queries.occasions import clubs, seasons
from league.queries.occasions import events as occasions
from league.queries.office import pictures
from league.queries.people import access, claims
from league.queries.public import pages
from league.queries.public import search as finding
from league.queries.records.records import place_shown
from league.queries.standings import standings as standing
from league.queries.standings import troubles
from league.web import discs, paths
from league.web.actor import actor_of
from league.web.local_time import When, when
from league.web.occasions import calendars, first_steps
from league.web.occasions import sign_up as signing
from league.web.public import (
    club_records,
    event_lines,
    feeds,
    link_cards,
    linked_data,
    oembed,
    shelf,
)
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking, uncounted

if TYPE_CHECKING:
    from fractions import Fraction

    from django.utils.safestring import SafeString

    from league.core.actors import Actor
    from league.models import Club, Event, Season
    from league.queries.public.pages import Result
    from league.queries.public.search import Found, FoundPlayer
    from league.web.occasions.first_steps import Way
    from league.web.occasions.sign_up import SignUp
    from league.web.paths import Crumb
    from league.web.public.club_records import RecordLine
    from league.web.public.event_lines import Day, EventLine
    from league.web.public.feeds import Link
    from league.web.public.link_cards import LinkCard
    from league.web.public.shelf import GameTile
    from league.web.ranked_table import RankedTable
    from league.web.standings.uncounted import Line

NEXT = 8  # evenings on the first page and on a club's
TOP = 10  # ranks of the running season on the club's page
CLUBS = 60
PAST = 8


@dataclass(frozen=True, slots=True)
class HomePage:
    """What is on now, what comes next, and whose tables these are."""

    tonight: EventLine | None
    live: list[EventLine]
    days: list[Day]
    clubs: list[Club]
    has_more_clubs: bool
    is_new: bool
    may_found: bool
    founding: str
    uncounted: list[Line]
    link_card: LinkCard | None


@require_safe
@guarded
def home(request: HttpRequest) -> HttpResponse:
    """What is on now, what comes next, and whose tables these are.

    Where everybody finds one club, and whoever looks knows of no other, that club is at home here.
    """
    actor = actor_of(request)
    listed = list(clubs.listed(viewer=actor)[: CLUBS + 1])
    if len(listed) == 1 and link_cards.is_for_all(listed[0]):
        return _club(request, actor, listed[0], is_home=True)
    live = event_lines.lines(actor, occasions.live(actor)[:NEXT])
    upcoming = event_lines.lines(actor, occasions.upcoming(actor)[:NEXT])
    return page(
        request,
        "league/public/home.html",
        HomePage(
            tonight=event_lines.tonight(live, upcoming),
            live=live,
            days=event_lines.by_day(upcoming),
            clubs=listed[:CLUBS],
            has_more_clubs=len(listed) > CLUBS,
            is_new=not listed and not access.has_accounts(),
            may_found=permissions.can(actor, Action.CREATE_CLUB, None),
            founding=paths.at("club_new"),
            uncounted=uncounted.lines(troubles.everywhere(actor)),
            link_card=link_cards.of_site(request),
        ),
    )


@dataclass(frozen=True, slots=True)
class LatestResult:
    """A table that was played, with when and where its people ended."""

    result: Result
    seats: list[SeatShown]
    when: When


@dataclass(frozen=True, slots=True)
class ClubPage:
    """Who we are, when we play next, who leads, what was played last."""

    club: Club
    is_home: bool
    founding: str
    uncounted: list[Line]
    logo: str
    cover: str
    crumbs: list[Crumb]
    tonight: EventLine | None
    live: list[EventLine]
    upcoming: list[EventLine]
    sign_up: SignUp | None
    open_to_sign_up: Event | None
    season: Season | None
    top: RankedTable | None
    seasons: list[Season]
    shelf: list[GameTile]
    results: list[LatestResult]
    past: list[EventLine]
    cancelled: list[EventLine]
    doors: list[dict[str, str]]
    way: Way | None
    records: list[RecordLine] | None
    calendar: dict[str, str] | None
    feeds: list[Link]
    oembed: str
    linked_data: SafeString | None
    is_listed: bool
    link_card: LinkCard | None


@require_safe
@guarded
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Who we are, when we play next, who leads, what was played last."""
    actor = actor_of(request)
    row = clubs.by_slug(viewer=actor, slug=slug)
    if row is None:
        raise NotFound("not_found")
    return _club(request, actor, row)


def _club(request: HttpRequest, actor: Actor, row: Club, *, is_home: bool = False) -> HttpResponse:
    """A club's page; on the first page of the service with the ways that start there."""
    running = seasons.running(actor, row)
    shown = standing.payload(running, actor) if running else None
    coming = list(occasions.upcoming(actor, club=row)[:NEXT])
    live = event_lines.lines(actor, occasions.live(actor, club=row)[:NEXT], with_club=False)
    upcoming = event_lines.lines(actor, coming, with_club=False)
    may_found = is_home and permissions.can(actor, Action.CREATE_CLUB, None)
    link = ranking.players_of(row)
    uploaded = pictures.of_club(row)
    return page(
        request,
        "league/public/club.html",
        ClubPage(
            club=row,
            logo=discs.address(uploaded.get(PictureKind.LOGO, ""), "large"),
            cover=discs.address(uploaded.get(PictureKind.COVER, ""), "large"),
            is_home=is_home,
            founding=paths.at("club_new") if may_found else "",
            uncounted=uncounted.lines(troubles.everywhere(actor)) if is_home else [],
            crumbs=[] if is_home else [paths.here(row.name)],
            tonight=event_lines.tonight(live, upcoming),
            live=live,
            upcoming=upcoming,
            sign_up=next_sign_up(actor, coming),
            open_to_sign_up=next((one for one in coming if one.state == EventState.OPEN), None)
            if actor.kind == ActorKind.ANONYMOUS
            else None,
            season=running,
            top=ranking.table(
                shown.payload,
                caption=_("Standings"),
                url=link,
                own=actor.player_id,
                most=TOP,
                criteria=1,
            )
            if running and shown and shown.payload["rows"]
            else None,
            seasons=list(seasons.of_club(actor, row)[:20]),
            shelf=shelf.tiles(actor, row),
            results=[
                LatestResult(
                    result=result,
                    seats=seats_shown(result, link),
                    when=when(result.event.starts_at, row),
                )
                for result in pages.latest_results(actor, row)
            ],
            past=event_lines.lines(actor, occasions.past(actor, club=row)[:PAST], with_club=False),
            cancelled=event_lines.lines(
                actor, occasions.cancelled(actor, club=row), with_club=False
            ),
            doors=doors(actor, row),
            way=first_steps.way(actor, row),
            records=club_records.best(actor, row),
            calendar=calendars.of_club(request, row),
            feeds=feeds.of_club(request, row),
            oembed=oembed.link(request, row, paths.at("club", row.slug)),
            linked_data=linked_data.of_club(request, row, coming),
            is_listed=link_cards.is_for_all(row),
            link_card=link_cards.of_club(request, row),
        ),
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
        told = ngettext("%(n)s account claim", "%(n)s account claims", waiting)
        found.insert(
            0, {"label": told % {"n": waiting}, "href": paths.at("club_same_person", row.slug)}
        )
    return [door for door in found if door["href"]]


# --- search -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundPlayerLine:
    """A player who was found, and their page."""

    row: FoundPlayer
    url: str


@dataclass(frozen=True, slots=True)
class FoundEventLine:
    """An event that was found."""

    event: Event
    when: When
    club: Club


@dataclass(frozen=True, slots=True)
class SearchPage:
    """What has the words that were asked for."""

    found: Found
    players: list[FoundPlayerLine]
    events: list[FoundEventLine]
    crumbs: list[Crumb]


@require_safe
@guarded
def search(request: HttpRequest) -> HttpResponse:
    """Players, clubs and events by a part of their name."""
    actor = actor_of(request)
    found = finding.everywhere(actor, request.GET.get("q", ""))
    return page(
        request,
        "league/public/search.html",
        SearchPage(
            found=found,
            players=[
                FoundPlayerLine(row=row, url=ranking.player_url()(row.player_id))
                for row in found.players
            ],
            events=[
                FoundEventLine(event=event, when=when(event.starts_at, event), club=event.club)
                for event in found.events
            ],
            crumbs=[paths.here(_("Search"))],
        ),
    )
