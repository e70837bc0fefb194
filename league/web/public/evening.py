"""Public pages of one event: find my table, rounds, standings, and both on paper."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league import permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, EntryState, EventState, RoundState, Visibility
from league.lists.whole_numbers import whole
from league.queries.evening import entries as line
from league.queries.occasions import events as known
from league.queries.people import viewer
from league.queries.public import pages
from league.queries.records import records
from league.queries.standings import cuts
from league.queries.standings import standings as standing
from league.queries.standings.counting import Moment
from league.templatetags.league import number_shown
from league.web import fragment_cache, paths
from league.web.actor import actor_of
from league.web.evening import clock_cards, open_play
from league.web.local_time import when
from league.web.occasions import coming
from league.web.occasions import sign_up as signing
from league.web.ranked_table import Cell, Column, RankedTable, Row
from league.web.refusals import guarded
from league.web.standings import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Entry, Event, Stage
    from league.queries.public.pages import EventView, Place, RoundView
    from league.queries.records.records import TableRow
    from league.queries.standings.counting import Scope
    from league.queries.standings.standings import Shown as Standing

REFRESH_S = 15
_MOVES_KEPT_S = 600


# --- the event ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of the page that change as the evening goes on, and what is asked of them."""

    inner: str
    stamp: str
    places: tuple[Place, ...] = ()
    list_of_places: str = ""
    people: tuple[dict[str, object], ...] = ()
    waiting: tuple[dict[str, object], ...] = ()


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
    context = {
        "event": row,
        "inner": mark_safe(parts.inner),  # rendered by a template
        "stamp": parts.stamp,
        "poll": poll_of(request),
        "watched": row.state not in {EventState.FINISHED, EventState.CANCELLED},
        "refresh": REFRESH_S if row.state == EventState.RUNNING else 0,
    }
    if is_fragment:
        if request.GET.get("stamp") == parts.stamp:
            return fragment_cache.shared(HttpResponse(status=204), actor)
        answer = render(request, "league/public/_event_live.html", context)
        return fragment_cache.shared(answer, actor)
    words = request.GET.get("name", "")[:100]
    return render(
        request,
        "league/public/event.html",
        {
            **context,
            "club": row.club,
            "when": when(row.starts_at, row),
            "until": when(row.ends_at, row) if row.ends_at else None,
            "crumbs": crumbs(row),
            "places": parts.places,
            "list_of_places": _list_of_places(request, parts, words),
            "words": words,
            "found": pages.find(parts.places, words),
            "own_place": own_place(parts.places, actor),
            "own_link": viewer.open_table(actor, row),
            "doors": doors(actor, row),
            "people": parts.people,
            "waiting": parts.waiting,
            "sign_up": signing.sign_up(actor, row),
            "is_listed": row.club.visibility == Visibility.PUBLIC,
        },
    )


def _parts(request: HttpRequest, actor: Actor, row: Event, key: str) -> Shown:
    """Renders what the page shows of the evening, and keeps what others can use.

    For somebody with a name only the stamp is kept: one page each would fill the memory.
    """
    view = pages.event_view(actor, row, asked=asked_round(request))
    inner = render_to_string(
        "league/public/_event_round.html", live_context(request, actor, view), request
    )
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
        fragment_cache.put(key, parts)
    return parts


def _list_of_places(request: HttpRequest, parts: Shown, words: str) -> str:
    if not words:
        return mark_safe(parts.list_of_places)  # rendered by a template
    return _places_html(request, parts.places, pages.find(parts.places, words), words)


def _places_html(
    request: HttpRequest, places: tuple[Place, ...], found: tuple[Place, ...], words: str
) -> str:
    """Everybody's place, for the filter of the page; without it those who were asked for."""
    context = {"places": places, "found": found, "words": words}
    return render_to_string("league/public/_list_of_places.html", context, request)


def poll_of(request: HttpRequest) -> str:
    query = {key: request.GET[key] for key in ("stage", "round") if key in request.GET}
    return f"{request.path}?{urlencode(query)}"


def stamp_of(html: str) -> str:
    """A short sign by which a page knows whether what it shows is still what there is."""
    return hashlib.sha256(html.encode()).hexdigest()[:16]


def live_context(request: HttpRequest, actor: Actor, view: EventView) -> dict[str, object]:
    """What changes while people look: the round, its results, the standings."""
    row, chosen = view.event, view.chosen
    stage = chosen.stage if chosen else view.stages[0] if view.stages else None
    shown = standing.payload(stage, actor) if stage else None
    return {
        "event": row,
        "chosen": chosen,
        "is_current": chosen is view.current,
        "clocks": clock_cards.of_round(
            actor, row, chosen.round if chosen else None, chosen.tables if chosen else ()
        ),
        "round_title": round_title(view, chosen) if chosen else "",
        "tabs": round_tabs(view, chosen),
        "tables": [card(table, actor, row) for table in chosen.tables] if chosen else [],
        "shown": shown,
        "is_played": shown is not None and ranking.is_played(shown.payload),
        "as_of": when(shown.computed_at, row) if shown and shown.computed_at else None,
        "standings": stage_table(actor, view, stage, shown) if stage and shown else None,
        "notes": ranking.notes(shown.payload) if shown else [],
        "room": _room(view, chosen) if chosen is view.current else None,
        "coming": coming.coming(view),
        "final": final_table(actor, row),
        "links": stage_links(stage) if stage else [],
        "seating_print": reverse("event_seating", args=[row.slug])
        + (f"?{round_query(view, chosen)}" if chosen else ""),
    }


def _room(view: EventView, chosen: RoundView | None) -> dict[str, object] | None:
    """Who waits and who plays until when, while tables form one by one."""
    if chosen is None or not chosen.round.is_rolling or chosen.round.state == RoundState.CLOSED:
        return None
    shown = open_play.room(chosen.stage, view.shown)
    return {**shown, "awaited": open_play.awaited(chosen.stage)}


def stage_links(stage: Stage) -> list[dict[str, str]]:
    """The same standing for the curious, for spreadsheets and programs."""
    slug = stage.event.slug
    found = [
        {"label": _("How this is scored"), "href": paths.at("stage_scoring", slug, stage.number)},
        {"label": _("What moved"), "href": paths.at("stage_moves", slug, stage.number)},
    ]
    return [*(link for link in found if link["href"]), *stage_files(stage)]


def stage_files(stage: Stage) -> list[dict[str, str]]:
    """The same standing to take along."""
    slug = stage.event.slug
    found = [
        {"label": "PDF", "href": paths.at("stage_standings_pdf", slug, stage.number)},
        {"label": "CSV", "href": paths.at("stage_standings_csv", slug, stage.number)},
        {"label": "XLSX", "href": paths.at("stage_standings_xlsx", slug, stage.number)},
        {"label": "JSON", "href": paths.at("v1:stage_standings", stage.pk)},
    ]
    return [link for link in found if link["href"]]


def standings_title(view: EventView, stage: Stage) -> str:
    """The heading of a stage's standings; of an evening with several it says which."""
    if len(view.stages) == 1:
        return _("Standings")
    return _("%(label)s: %(text)s") % {"label": _("Standings"), "text": stage}


def stage_table(actor: Actor, view: EventView, stage: Stage, shown: Standing) -> RankedTable | None:
    if not shown.payload["rows"]:
        return None
    return ranking.table(
        shown.payload,
        caption=standings_title(view, stage),
        url=link_of(view.event),
        why=ranking.stage_why(stage),
        own=actor.player_id,
        before=ranks_before(
            actor,
            stage,
            [
                rounds.round.number
                for rounds in view.rounds
                if rounds.stage.pk == stage.pk and rounds.has_results
            ],
            shown,
        ),
    )


def link_of(event: Event) -> ranking.Link:
    return ranking.players_of(event.club)


def final_table(actor: Actor, event: Event) -> RankedTable | None:
    """The ranking over all stages, where a final has been played; else nothing."""
    rows = cuts.final_ranking(event, actor)
    if not rows:
        return None
    link = link_of(event)
    return RankedTable(
        _("Final ranking"),
        (Column(_("Decided by"), kind=""),),
        tuple(
            Row(
                row.rank,
                row.tied,
                row.name,
                (Cell(row.stage),),
                url=link(row.player_id),
                mine=row.player_id == actor.player_id,
            )
            for row in rows
        ),
    )


def ranks_before(
    actor: Actor, stage: Stage, played: Sequence[int], shown: Standing
) -> dict[int, int | None] | None:
    """Ranks as they stood before the last round that has a result; None in the first one.

    Args:
        played: numbers of the stage's rounds that have a result.
    """
    if len(played) < 2:
        return None
    last = max(number for number in played if number < max(played))
    return ranks_at(actor, stage, Moment(round=last), shown)


def ranks_at(actor: Actor, scope: Scope, moment: Moment, shown: Standing) -> dict[int, int | None]:
    """Ranks as they stood at an earlier moment of what is shown now; kept for a while."""
    whose = f"{scope._meta.model_name}-{scope.pk}:{shown.audience}:{shown.as_of}"
    key = f"ranks-at:{whose}:{moment.round or moment.day}"
    kept: dict[int, int | None] | None = cache.get(key)
    if kept is None:
        kept = ranking.ranks(standing.payload(scope, actor, moment).payload)
        cache.set(key, kept, _MOVES_KEPT_S)
    return kept


def card(table: TableRow, actor: Actor, event: Event, *, wall: bool = False) -> dict[str, object]:
    """The context of ``components/_table_card.html``."""
    url = None if wall else link_of(event)
    works = not wall and permissions.can(actor, Action.SUBMIT_RECORD, event)
    return {
        "number": table.number,
        "anchor": "" if wall else f"table-{table.number}",
        "ruleset": table.game,
        "status": table.state,
        "mine": not wall and any(seat.player_id == actor.player_id for seat in table.seats),
        "href": paths.at("table", event.slug, table.table_id) if works else "",
        # templates look long for what is not there
        "locked": False,
        "penalties": (),
        "seats": [
            {
                "position": seat.position,
                "name": seat.name,
                "hint": "",
                "mark": _("filler") if seat.is_filler else "",
                "locked": False,
                "url": url(seat.player_id) if url else "",
                "place": seat.place if seat.is_won is None else None,
                "word": "" if seat.is_won is None else seat.place_shown,
                "points": number_shown(seat.points, 3) if seat.points is not None else None,
                "you": not wall and seat.player_id == actor.player_id,
            }
            for seat in table.seats
        ],
    }


def asked_round(request: HttpRequest) -> tuple[int | None, int | None]:
    """The numbers of the round and the stage that the address names."""
    return whole(request.GET.get("round", "")), whole(request.GET.get("stage", ""))


def round_query(view: EventView, chosen: RoundView) -> str:
    query = {"round": chosen.round.number}
    if len(view.stages) > 1:
        query["stage"] = chosen.stage.number
    return urlencode(query)


def round_title(view: EventView, chosen: RoundView) -> str:
    title = records.round_title(chosen.round.number, is_rolling=chosen.round.is_rolling)
    return f"{chosen.stage} · {title}" if len(view.stages) > 1 else title


def round_tabs(view: EventView, chosen: RoundView | None) -> list[dict[str, object]]:
    if len(view.rounds) < 2:
        return []
    return [
        {
            "label": round_title(view, found),
            "href": f"?{round_query(view, found)}",
            "current": found is chosen,
        }
        for found in view.rounds
    ]


def own_place(places: tuple[Place, ...], actor: Actor) -> Place | None:
    if actor.player_id is None:
        return None
    return next((place for place in places if place.player_id == actor.player_id), None)


def people(view: EventView, actor: Actor) -> list[dict[str, object]]:
    """Who takes part, by name; guests and those who left are marked."""
    url = link_of(view.event)
    words = {
        EntryState.DROPPED: _("left"),
        EntryState.DISQUALIFIED: _("disqualified"),
    }
    return [
        {
            "name": view.shown[entry.player_id].name,
            "url": url(entry.player_id),
            "mark": words.get(EntryState(entry.state), _role(entry)),
        }
        for entry in view.entries
        if entry.state != EntryState.WAITING and (entry.state != EntryState.DROPPED or view.rounds)
    ]


def _role(entry: Entry) -> str:
    if entry.is_filler:
        return _("filler")
    return _("guest") if entry.is_guest else ""


def waiting(view: EventView) -> list[dict[str, object]]:
    """Who waits for a place, in the order of their turn."""
    url = link_of(view.event)
    there = {entry.pk: entry for entry in view.entries}
    return [
        {"name": view.shown[entry.player_id].name, "url": url(entry.player_id), "mark": ""}
        for pk in line.turns(view.event)
        if (entry := there.get(pk)) is not None
    ]


def doors(actor: Actor, event: Event) -> list[dict[str, str]]:
    """Where the people who run the event go from here."""
    found = []
    if permissions.can(actor, Action.CALL_ROLL, event):
        found.append({"label": _("To the desk"), "href": paths.at("desk", event.slug)})
    if permissions.can(actor, Action.SUBMIT_RECORD, event):
        found.append({"label": _("Enter results"), "href": paths.at("results", event.slug)})
    if permissions.can(actor, Action.MANAGE_EVENT, event):
        found.append({"label": _("Check the results"), "href": paths.at("event_check", event.slug)})
        found.append({"label": _("Settings"), "href": paths.at("event_settings", event.slug)})
    return [door for door in found if door["href"]]


def crumbs(event: Event) -> list[dict[str, str]]:
    found = [paths.to_club(event.club)]
    if event.season is not None:
        event.season.club = event.club
        found.append(paths.to_season(event.season))
    return [*found, paths.here(event.name)]
