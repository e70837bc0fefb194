"""Public pages of one event: find my table, rounds, standings, and both on paper."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league import permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, EntryState, EventState, RoundState, StageMode
from league.lists.whole_numbers import whole
from league.queries.evening import entries as line
from league.queries.occasions import events as known
from league.queries.people import viewer
from league.queries.public import pages
from league.queries.records import records
from league.queries.standings import endings
from league.queries.standings import standings as standing
from league.web import fragment_cache, paths
from league.web.actor import actor_of
from league.web.evening import clock_cards, open_play
from league.web.local_time import when
from league.web.occasions import coming, sign_up_by_name
from league.web.occasions import sign_up as signing
from league.web.office.office import absolute
from league.web.public import event_standings, link_cards, linked_data, podium, table_cards
from league.web.ranked_table import RankedTable
from league.web.refusals import guarded
from league.web.rendering import page, part
from league.web.standings import ranking

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from league.models import Club, Entry, Event, TableLink
    from league.queries.public.pages import EventView, Place, RoundView
    from league.queries.standings.standings import Shown as Standing
    from league.web.evening.clock_cards import RoundClocks
    from league.web.local_time import When
    from league.web.occasions.coming import Coming
    from league.web.occasions.sign_up import SignUp
    from league.web.occasions.sign_up_by_name import ByName
    from league.web.paths import Crumb
    from league.web.public.link_cards import LinkCard
    from league.web.public.podium import Podium
    from league.web.standings.ranking import Note

REFRESH_S = 15


# --- the event ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody by name, with their page and a mark; for ``components/_player.html``."""

    name: str
    url: str
    mark: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of the page that change as the evening goes on, and what is asked of them."""

    inner: str
    stamp: str
    places: tuple[Place, ...] = ()
    list_of_places: str = ""
    people: tuple[Named, ...] = ()
    waiting: tuple[Named, ...] = ()
    signed_up: int = 0


@dataclass(frozen=True, slots=True)
class EventLive:
    """The part of an event that a page fetches again and again."""

    event: Event
    inner: SafeString
    stamp: str
    poll: str
    watched: bool
    refresh: int


@dataclass(frozen=True, slots=True)
class EventPage(EventLive):
    """One event for everybody; what follows ``inner`` stays as it is while one looks."""

    club: Club
    when: When
    until: When | None
    crumbs: list[Crumb]
    places: tuple[Place, ...]
    list_of_places: str
    words: str
    found: tuple[Place, ...]
    own_place: Place | None
    own_link: TableLink | None
    doors: list[dict[str, str]]
    people: tuple[Named, ...]
    waiting: tuple[Named, ...]
    sign_up: SignUp | None
    by_name: ByName | None
    is_listed: bool
    link_card: LinkCard | None
    linked_data: SafeString | None
    address: str


@vary_on_headers("HX-Request")
@require_safe
@guarded
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One event for everybody: where do I sit, who leads, what was played."""
    actor = actor_of(request)
    row = known.get(actor, slug)
    is_fragment = bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
    key = fragment_cache.mark("event", row, actor, *asked_round(request))
    if is_fragment and fragment_cache.stamp(key) == request.GET.get("stamp", "-"):
        return fragment_cache.shared(HttpResponse(status=204), actor)
    parts = fragment_cache.find(key, Shown) or _parts(request, actor, row, key)
    context = EventLive(
        event=row,
        inner=mark_safe(parts.inner),  # rendered by a template
        stamp=parts.stamp,
        poll=poll_of(request),
        watched=row.state not in {EventState.FINISHED, EventState.CANCELLED},
        refresh=REFRESH_S if row.state == EventState.RUNNING else 0,
    )
    if is_fragment:
        if request.GET.get("stamp") == parts.stamp:
            return fragment_cache.shared(HttpResponse(status=204), actor)
        answer = page(request, "league/public/_event_live.html", context)
        return fragment_cache.shared(answer, actor)
    words = request.GET.get("name", "")[:100]
    return page(
        request,
        "league/public/event.html",
        EventPage(
            event=row,
            inner=context.inner,
            stamp=context.stamp,
            poll=context.poll,
            watched=context.watched,
            refresh=context.refresh,
            club=row.club,
            when=when(row.starts_at, row),
            until=when(row.ends_at, row) if row.ends_at else None,
            crumbs=crumbs(row),
            places=parts.places,
            list_of_places=_list_of_places(request, parts, words),
            words=words,
            found=pages.find(parts.places, words),
            own_place=own_place(parts.places, actor),
            own_link=viewer.open_table(actor, row),
            doors=doors(actor, row),
            people=parts.people,
            waiting=parts.waiting,
            sign_up=signing.sign_up(actor, row),
            by_name=sign_up_by_name.offered(request, row),
            is_listed=link_cards.is_for_all(row.club),
            link_card=link_cards.of_event(request, row, signed_up=parts.signed_up),
            linked_data=linked_data.of_event(request, row),
            address=absolute(request, reverse("event", args=[row.slug])),
        ),
    )


def _parts(request: HttpRequest, actor: Actor, row: Event, key: str) -> Shown:
    """Renders what the page shows of the evening, and keeps what others can use.

    For somebody with a name only the stamp is kept: one page each would fill the memory.
    """
    view = pages.event_view(actor, row, asked=asked_round(request))
    inner = part("league/public/_event_round.html", live_context(request, actor, view), request)
    places = view.current.places if view.current else ()
    parts = Shown(
        inner=inner,
        stamp=stamp_of(inner),
        places=places,
        list_of_places=_places_html(request, places, (), ""),
        people=() if view.current else tuple(people(view, actor)),
        waiting=() if view.current else tuple(waiting(view)),
    )
    fragment_cache.put_stamp(key, parts.stamp)
    if actor.kind == ActorKind.ANONYMOUS:
        # For the card that visitors alone are given.
        parts = replace(parts, signed_up=pages.sign_ups([row]).get(row.pk, 0))
        fragment_cache.put(key, parts)
    return parts


def _list_of_places(request: HttpRequest, parts: Shown, words: str) -> str:
    if not words:
        return mark_safe(parts.list_of_places)  # rendered by a template
    return _places_html(request, parts.places, pages.find(parts.places, words), words)


@dataclass(frozen=True, slots=True)
class PlacesPart:
    """Where everybody sits; with ``words`` only those who were asked for."""

    places: tuple[Place, ...]
    found: tuple[Place, ...]
    words: str


def _places_html(
    request: HttpRequest, places: tuple[Place, ...], found: tuple[Place, ...], words: str
) -> str:
    """Everybody's place, for the filter of the page; without it those who were asked for."""
    context = PlacesPart(places=places, found=found, words=words)
    return part("league/public/_list_of_places.html", context, request)


def poll_of(request: HttpRequest) -> str:
    query = {key: request.GET[key] for key in ("stage", "round") if key in request.GET}
    return f"{request.path}?{urlencode(query)}"


def stamp_of(html: str) -> str:
    """A short sign by which a page knows whether what it shows is still what there is."""
    return hashlib.sha256(html.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class LivePage:
    """What changes while people look: the round, its results, the standings."""

    event: Event
    chosen: RoundView | None
    clocks: RoundClocks
    round_title: str
    tabs: list[paths.Tab]
    tables: list[table_cards.TableCard]
    shown: Standing | None
    is_played: bool
    as_of: When | None
    standings: RankedTable | None
    notes: list[Note]
    room: open_play.RoomShown | None
    coming: Coming | None
    final: RankedTable | None
    podium: Podium | None
    links: list[dict[str, str]]
    seating_print: str
    matches: str


def live_context(request: HttpRequest, actor: Actor, view: EventView) -> LivePage:
    """What changes while people look: the round, its results, the standings."""
    row, chosen = view.event, view.chosen
    stage = chosen.stage if chosen else view.stages[0] if view.stages else None
    shown = standing.payload(stage, actor) if stage else None
    ranked = endings.final_ranking(row, actor)
    return LivePage(
        event=row,
        chosen=chosen,
        clocks=clock_cards.of_round(
            actor, row, chosen.round if chosen else None, chosen.tables if chosen else ()
        ),
        round_title=round_title(view, chosen) if chosen else "",
        tabs=round_tabs(view, chosen),
        tables=table_cards.cards(chosen.tables, actor, row) if chosen else [],
        shown=shown,
        is_played=shown is not None and ranking.is_played(shown.payload),
        as_of=when(shown.computed_at, row) if shown and shown.computed_at else None,
        standings=event_standings.stage_table(actor, view, stage, shown)
        if stage and shown
        else None,
        notes=ranking.notes(shown.payload) if shown else [],
        room=_room(view, chosen) if chosen is view.current else None,
        coming=coming.coming(view),
        final=event_standings.final_table(actor, row, ranked),
        podium=podium.of_event(actor, row, ranked),
        links=event_standings.stage_links(stage) if stage else [],
        seating_print=reverse("event_seating", args=[row.slug])
        + (f"?{round_query(view, chosen)}" if chosen else ""),
        matches=_matches(chosen),
    )


def _matches(chosen: RoundView | None) -> str:
    """Where the people of fixtures find their days."""
    if chosen is None or chosen.stage.mode != StageMode.FIXTURES:
        return ""
    return f"{reverse('matches', args=[chosen.stage.event.slug])}?stage={chosen.stage.number}"


def _room(view: EventView, chosen: RoundView | None) -> open_play.RoomShown | None:
    """Who waits and who plays until when, while tables form one by one."""
    if chosen is None or not chosen.round.is_rolling or chosen.round.state == RoundState.CLOSED:
        return None
    if chosen.stage.mode == StageMode.FIXTURES:
        return None
    shown = open_play.room(chosen.stage, view.shown)
    return replace(shown, awaited=open_play.awaited(chosen.stage))


def asked_round(request: HttpRequest) -> tuple[int | None, int | None]:
    """The numbers of the round and the stage that the address names."""
    return whole(request.GET.get("round", "")), whole(request.GET.get("stage", ""))


def round_query(view: EventView, chosen: RoundView) -> str:
    query = {"round": chosen.round.number}
    if len(view.stages) > 1:
        query["stage"] = chosen.stage.number
    return urlencode(query)


def round_title(view: EventView, chosen: RoundView) -> str:
    row = chosen.round
    title = records.round_title(row.number, is_rolling=row.is_rolling, mode=chosen.stage.mode)
    return f"{chosen.stage} · {title}" if len(view.stages) > 1 else title


def round_tabs(view: EventView, chosen: RoundView | None) -> list[paths.Tab]:
    if len(view.rounds) < 2:
        return []
    return [
        paths.Tab(
            label=round_title(view, found),
            href=f"?{round_query(view, found)}",
            current=found is chosen,
        )
        for found in view.rounds
    ]


def link_of(event: Event) -> ranking.Link:
    return ranking.players_of(event.club)


def own_place(places: tuple[Place, ...], actor: Actor) -> Place | None:
    if actor.player_id is None:
        return None
    return next((place for place in places if place.player_id == actor.player_id), None)


def people(view: EventView, actor: Actor) -> list[Named]:
    """Who takes part, by name; guests and those who left are marked."""
    url = link_of(view.event)
    words = {
        EntryState.DROPPED: _("left"),
        EntryState.DISQUALIFIED: _("disqualified"),
    }
    return [
        Named(
            name=view.shown[entry.player_id].name,
            url=url(entry.player_id),
            mark=words.get(EntryState(entry.state), _role(entry)),
        )
        for entry in view.entries
        if entry.state != EntryState.WAITING and (entry.state != EntryState.DROPPED or view.rounds)
    ]


def _role(entry: Entry) -> str:
    if entry.is_filler:
        return _("filler")
    return _("guest") if entry.is_guest else ""


def waiting(view: EventView) -> list[Named]:
    """Who waits for a place, in the order of their turn."""
    url = link_of(view.event)
    there = {entry.pk: entry for entry in view.entries}
    return [
        Named(name=view.shown[entry.player_id].name, url=url(entry.player_id), mark="")
        for pk in line.turns(view.event)
        if (entry := there.get(pk)) is not None
    ]


def doors(actor: Actor, event: Event) -> list[dict[str, str]]:
    """Where the people who run the event go from here."""
    found = []
    if permissions.can(actor, Action.CALL_ROLL, event):
        found.append({"label": _("To the desk"), "href": paths.at("desk", event.slug)})
    if permissions.can(actor, Action.SUBMIT_RECORD, event):
        is_over = event.state in {EventState.FINISHED, EventState.CANCELLED}
        label = _("See results") if is_over else _("Enter results")
        found.append({"label": label, "href": paths.at("results", event.slug)})
    if permissions.can(actor, Action.MANAGE_EVENT, event):
        found.append(
            {"label": _("Are all results in?"), "href": paths.at("event_check", event.slug)}
        )
        found.append({"label": _("Settings"), "href": paths.at("event_settings", event.slug)})
    return [door for door in found if door["href"]]


def crumbs(event: Event) -> list[Crumb]:
    found = [paths.to_club(event.club)]
    if event.season is not None:
        event.season.club = event.club
        found.append(paths.to_season(event.season))
    return [*found, paths.here(event.name)]
