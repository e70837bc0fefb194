"""Pages with everything that can be printed: of an event, a season, a game, a ruleset.

``?paper=letter`` makes all links lead to Letter instead of A4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.catalogue import rules_text
from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, EventState, SeasonState
from league.documents import letters
from league.documents.name_tags import PER_PAGE
from league.queries.occasions import events as known
from league.queries.occasions import seasons
from league.queries.public import pages
from league.queries.records import sheets
from league.queries.standings import moments
from league.queries.standings import standings as standing
from league.web import paths
from league.web.actor import actor_of
from league.web.office.office import paper_of
from league.web.paths import Tab
from league.web.public import blank_sheets, certificates, evening, wall_pages
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Stage
    from league.queries.public.pages import EventView, RoundView
    from league.queries.records.sheets import Rules
    from league.web.paths import Crumb

LETTER = "us-letter"
MOST_BOXES = 20  # names that cannot be printed; of more the number


@dataclass(frozen=True, slots=True)
class Link:
    """One paper."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Section:
    """Papers that belong together; ``text`` where there is something to know of them."""

    title: str
    links: Sequence[Link]
    text: str = ""


@dataclass(frozen=True, slots=True)
class PaperPage:
    """All that can be printed; ``boxes`` are names with letters that no font here has."""

    title: str
    sections: Sequence[Section]
    crumbs: Sequence[Crumb]
    tabs: list[Tab]
    boxes: list[str]
    more_boxes: int


class _Desk:
    """Makes links to one kind of paper."""

    def __init__(self, request: HttpRequest) -> None:
        self.more = {"paper": "letter"} if paper_of(request) == LETTER else {}

    def link(self, label: str, name: str, *args: str | int, **query: str | int) -> Link:
        asked = urlencode({**query, **self.more})
        return Link(label=label, href=paths.at(name, *args) + (f"?{asked}" if asked else ""))


@require_safe
@guarded
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """What hangs on the wall, lies on the tables, is worn and is taken home."""
    actor = actor_of(request)
    row = known.get(actor, slug)
    moments.require_round(row, request.GET)
    view = pages.event_view(
        wall_pages.wall_viewer(row), row, public_names=True, asked=evening.asked_round(request)
    )
    desk = _Desk(request)
    has_places = bool(certificates.event_places(actor, row))
    sections = [
        *_of_round(desk, actor, row, view),
        *_of_rules(desk, row, view),
        *_of_stages(desk, row, view),
        _tags(desk, row, view),
        _certificates(
            desk,
            has_places,
            ""
            if row.state == EventState.FINISHED
            else _("The event is not finished: places may still change."),
            "event_certificates",
            slug,
        ),
    ]
    crumbs = [*evening.crumbs(row)[:-1], paths.to_event(row), paths.here(_("Print…"))]
    names = [view.shown[entry.player_id].name for entry in view.entries]
    return _page(request, row.name, sections, crumbs, names)


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Standings, cross-table and certificates of a season."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    desk, where = _Desk(request), (slug, season_slug)
    has_places = bool(certificates.season_places(actor, row))
    links = [
        desk.link(_("Standings"), "season_standings_pdf", *where),
        desk.link(_("Evening by evening"), "season_cross_table", *where),
    ]
    sections = [
        Section(_("Standings"), links),
        _certificates(
            desk,
            has_places,
            ""
            if row.state == SeasonState.FINISHED
            else _("The season is not finished: places may still change."),
            "season_certificates",
            *where,
        ),
    ]
    crumbs = [paths.to_club(row.club), paths.to_season(row), paths.here(_("Print…"))]
    names = [str(one["name"]) for one in standing.payload(row, actor).payload["rows"]]
    return _page(request, row.name, sections, crumbs, names)


@require_safe
@guarded
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Blank score sheets of a game as its box plays it."""
    rules = blank_sheets.rules_of_game(key)
    title = _(rules.package.title)
    crumbs = [
        {"label": _("Games"), "href": paths.at("games")},
        {"label": title, "href": paths.at("game", key) if rules_text(key) else ""},
        paths.here(_("Print…")),
    ]
    sections = _blank(_Desk(request), rules, "game_sheet", key)
    return _page(request, title, sections, crumbs)


@require_safe
@guarded
def ruleset(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Blank score sheets of a game as a club plays it."""
    row = blank_sheets.ruleset(request, slug, pk)
    crumbs = [paths.to_club(row.club), paths.here(row.name), paths.here(_("Print…"))]
    sections = _blank(_Desk(request), sheets.rules_of(row), "ruleset_sheet", slug, pk)
    return _page(request, row.club_game.title, sections, crumbs)


def _page(
    request: HttpRequest,
    title: str,
    sections: Sequence[Section],
    crumbs: Sequence[Crumb],
    names: Sequence[str] = (),
) -> HttpResponse:
    """The page; ``names`` are those that the papers say, to warn of what no font here has."""
    is_letter = paper_of(request) == LETTER
    boxes = [name for name in names if letters.unprintable(name)]
    context = PaperPage(
        title=title,
        sections=sections,
        crumbs=crumbs,
        tabs=[
            Tab("A4", paths.here_with(request, "paper"), current=not is_letter),
            Tab("Letter", paths.here_with(request, "paper", "letter"), current=is_letter),
        ],
        boxes=boxes[:MOST_BOXES],
        more_boxes=max(0, len(boxes) - MOST_BOXES),
    )
    return page(request, "league/public/paper.html", context)


# --- blank sheets -------------------------------------------------------------------------


def _blank(desk: _Desk, rules: Rules, name: str, *where: str | int) -> list[Section]:
    """A section per level of a game, a link per size of table."""
    levels = blank_sheets.drawn(rules, [""] * rules.seats[0]).levels
    title = _("Blank score sheets")
    return [
        Section(
            title if len(levels) == 1 else labelled(title, words),
            [
                desk.link(
                    ngettext("%(n)s player", "%(n)s players", seats) % {"n": seats},
                    name,
                    *where,
                    seats=seats,
                    level=level,
                )
                for seats in rules.seats
            ],
        )
        for level, words in levels
    ]


# --- an event -----------------------------------------------------------------------------


def _of_round(desk: _Desk, actor: Actor, row: Event, view: EventView) -> list[Section]:
    """What belongs to the round that is being played, or was last."""
    chosen = view.chosen
    if chosen is None:
        return []
    number = {"round": chosen.round.number}
    if len(view.stages) > 1:
        number["stage"] = chosen.stage.number
    links = [
        desk.link(_("Seating by name"), "event_seating_pdf", row.slug, **number),
        desk.link(_("Seating by table"), "event_seating_pdf", row.slug, **number, by="table"),
    ]
    found = [Section(evening.round_title(view, chosen), links)]
    if chosen.tables and permissions.can(actor, Action.SUBMIT_RECORD, row):
        by_id = {"round": chosen.round.pk}
        links.append(desk.link(_("Table cards"), "table_slips_pdf", row.slug, **by_id))
        links.extend(
            desk.link(label, "sheets_pdf", row.slug, **by_id, level=level)
            for label, level in _levels(chosen)
        )
    return found


def _levels(chosen: RoundView) -> list[tuple[str, str]]:
    """The depths in which the tables of a round may write, with the words of a link."""
    rules = sheets.rules_of(chosen.stage.ruleset)
    levels = blank_sheets.drawn(rules, [""] * rules.seats[0]).levels
    title = _("Score sheets with names")
    if len(levels) == 1:
        return [(title, levels[0][0])]
    return [(labelled(title, words), level) for level, words in levels]


def _of_rules(desk: _Desk, row: Event, view: EventView) -> list[Section]:
    """Where the blank sheets are of what is played here."""
    rulesets = {
        one.pk: one for stage in view.stages for one in (stage.ruleset, *stage.rulesets.all())
    }
    links = [
        desk.link(one.name, "ruleset_paper", row.club.slug, one.pk) for one in rulesets.values()
    ]
    return [Section(_("Blank score sheets"), links)] if links else []


def _of_stages(desk: _Desk, row: Event, view: EventView) -> list[Section]:
    wall = wall_pages.wall_viewer(row)
    return [
        Section(_stage_title(view, stage), _of_stage(desk, row, stage))
        for stage in view.stages
        if standing.payload(stage, wall).payload["rounds"]
    ]


def _stage_title(view: EventView, stage: Stage) -> str:
    title = _("Standings")
    if len(view.stages) == 1:
        return title
    return labelled(title, stage)


def _of_stage(desk: _Desk, row: Event, stage: Stage) -> list[Link]:
    where = (row.slug, stage.number)
    return [
        desk.link(_("Standings"), "stage_standings_pdf", *where),
        desk.link(_("Round by round"), "stage_cross_table", *where),
        desk.link(_("Who met whom"), "stage_cross_table", *where, by="player"),
    ]


def _tags(desk: _Desk, row: Event, view: EventView) -> Section:
    if not any(entry.state == EntryState.REGISTERED for entry in view.entries):
        return Section(_("Name tags"), [], _("No one is signed up yet."))
    return Section(
        _("Name tags"),
        [
            desk.link(_("%(n)s to a page") % {"n": count}, "event_name_tags", row.slug, per=count)
            for count in PER_PAGE
        ],
    )


def _certificates(desk: _Desk, has_places: bool, warning: str, name: str, *where: str) -> Section:
    if not has_places:
        return Section(_("Certificates"), [], _("No standings yet"))
    links = [
        desk.link(_("The first three"), name, *where),
        desk.link(_("Everyone"), name, *where, top=99999),
    ]
    return Section(_("Certificates"), links, warning)
