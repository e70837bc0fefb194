"""What hangs on the wall: seating and standings made for paper, with public names for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.actors import Actor
from league.core.enums import ActorKind, Audience
from league.lists.whole_numbers import whole
from league.queries.occasions import events as known
from league.queries.public import pages
from league.queries.standings import moments
from league.queries.standings import standings as standing
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.public import evening, link_cards, table_cards
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.web.standings.moments import played_words, round_choices, stage_words

if TYPE_CHECKING:
    from league.models import Event
    from league.queries.public.pages import RoundView
    from league.queries.standings.standings import Shown
    from league.web.local_time import When
    from league.web.paths import Crumb, Tab
    from league.web.public.link_cards import LinkCard
    from league.web.ranked_table import RankedTable
    from league.web.standings.ranking import Note


_BY = frozenset({"name", "table"})


def wall_viewer(event: Event) -> Actor:
    """Who reads what hangs on a wall: sees this event, and nobody's hidden name."""
    return Actor(
        kind=ActorKind.TOKEN,
        key=f"wall:{event.pk}",
        scopes=frozenset({"read"}),
        event_id=event.pk,
    )


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """The seating of a round for the wall."""

    event: Event
    crumbs: list[Crumb]
    chosen: RoundView | None
    title: str
    by_name: bool
    by_table: bool
    tables: list[table_cards.TableCard]
    tabs: list[Tab]


@require_safe
@guarded
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """The seating of a round for the wall: by name, by table, or both one after the other.

    Public names, whoever prints it: the sheet hangs where everybody passes.
    """
    actor = actor_of(request)
    row = known.get(actor, slug)
    moments.require_round(row, request.GET)
    view = pages.event_view(
        wall_viewer(row), row, public_names=True, asked=evening.asked_round(request)
    )
    chosen = view.chosen
    by = request.GET.get("by", "")
    tail = f"&{evening.round_query(view, chosen)}" if chosen else ""
    return page(
        request,
        "league/public/seating.html",
        SeatingPage(
            event=row,
            crumbs=[*evening.crumbs(row)[:-1], paths.to_event(row), paths.here(_("Seating"))],
            chosen=chosen,
            title=evening.round_title(view, chosen) if chosen else "",
            by_name=by != "table",
            by_table=by != "name",
            tables=table_cards.cards(chosen.tables, actor, row, wall=True) if chosen else [],
            tabs=[
                paths.Tab(label=_("Both"), href=f"?{tail[1:]}", current=by not in _BY),
                paths.Tab(label=_("By name"), href=f"?by=name{tail}", current=by == "name"),
                paths.Tab(label=_("By table"), href=f"?by=table{tail}", current=by == "table"),
                paths.Tab(
                    label="PDF",
                    href=f"{paths.at('event_seating_pdf', slug)}?"
                    f"{'by=table' if by == 'table' else ''}{tail}".replace("?&", "?"),
                    current=False,
                ),
            ],
        ),
    )


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of a stage, made for paper; ``is_own``: for the organizers alone."""

    event: Event
    crumbs: list[Crumb]
    standings: RankedTable | None
    notes: list[Note]
    shown: Shown
    is_own: bool
    moment: str
    asked: str
    choices: list[dict[str, str]]
    as_of: When | None
    after: str
    link_card: LinkCard | None


@require_safe
@guarded
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a stage, made for paper; with public names for the wall.

    Where they are not published, organizers have their own to read out.
    """
    actor = actor_of(request)
    row = known.get(actor, slug)
    stage = standing.stage_of(actor, row, whole(request.GET.get("stage", "")))
    reader = wall_viewer(row)
    moment = moments.of_stage(stage, request.GET)
    shown = standing.payload(stage, reader, moment)
    is_own = not shown.is_published and standing.audience_of(stage, actor) == Audience.LIVE
    if is_own:
        reader = actor
        shown = standing.payload(stage, reader, moment)
    asked = request.GET.get(moments.FIELD, "")
    table = (
        ranking.table(shown.payload, caption=_("Standings"), plain=True)
        if shown.payload["rows"]
        else None
    )
    return page(
        request,
        "league/standings/standings.html",
        StandingsPage(
            event=row,
            crumbs=[*evening.crumbs(row)[:-1], paths.to_event(row), paths.here(_("Standings"))],
            standings=table,
            notes=ranking.notes(shown.payload),
            shown=shown,
            is_own=is_own,
            moment=stage_words(moment, stage, shown),
            asked=asked,
            choices=round_choices(standing.payload(stage, reader) if asked else shown),
            as_of=when(shown.computed_at, row) if shown.computed_at else None,
            after=played_words(stage, shown),
            link_card=link_cards.of_event(request, row, "event_standings"),
        ),
    )


def stage_shown(request: HttpRequest, slug: str, number: int) -> tuple[Event, Shown, str]:
    """A stage for the wall at the moment asked for: its event, the standing, how far it goes."""
    actor = actor_of(request)
    event = known.get(actor, slug)
    stage = known.stage(actor, event, number)
    moment = moments.of_stage(stage, request.GET)
    shown = standing.payload(stage, wall_viewer(event), moment)
    return event, shown, stage_words(moment, stage, shown) or played_words(stage, shown)
