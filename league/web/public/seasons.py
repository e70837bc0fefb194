"""The public page of a season."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState
from league.queries.occasions import events as occasions
from league.queries.occasions import seasons
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import moments
from league.queries.standings import standings as standing
from league.queries.standings.counting import LATEST, Moment, in_period
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import When, when
from league.web.occasions import calendars, season_periods
from league.web.public import (
    embed,
    event_standings,
    feeds,
    link_cards,
    oembed,
    podium,
    season_race,
    season_tabs,
)
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking, scoring_words, uncounted
from league.web.standings.moments import day_choices, played_days, words
from league.words.dates import short_day

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, Event, Season
    from league.queries.standings.standings import Shown
    from league.times.periods import Period
    from league.web.occasions.season_periods import Parts
    from league.web.paths import Crumb, Tab
    from league.web.public.feeds import Link
    from league.web.public.link_cards import LinkCard
    from league.web.public.podium import Podium
    from league.web.public.season_race import Race
    from league.web.ranked_table import RankedTable
    from league.web.standings.ranking import Note

MATRIX_ROWS, MATRIX_EVENINGS = 40, 20  # a larger matrix is shown to those who ask for it
AT_ONCE = 8  # evenings; the earlier ones are folded


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of the season."""

    event: Event
    when: When


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The standings of a season, its evenings, and what each of them gave to whom."""

    season: Season
    club: Club
    crumbs: list[Crumb]
    shown: Shown
    uncounted: list[uncounted.Line]
    as_of: When | None
    standings: RankedTable | None
    notes: list[Note]
    rule: tuple[str, ...]
    matrix: RankedTable | None
    has_matrix: bool
    has_struck: bool
    tabs: list[Tab]
    podium: Podium | None
    race: Race | None
    events: list[EveningLine]
    past: list[EveningLine]
    cancelled: list[EveningLine]
    links: list[dict[str, str]]
    files: list[dict[str, str]]
    need: str
    query: str
    period: Period | None
    parts: Parts | None
    moment: str
    asked: str
    choices: list[dict[str, str]]
    doors: list[dict[str, str]]
    calendar: dict[str, str] | None
    feeds: list[Link]
    oembed: str
    snippets: list[dict[str, str]]
    is_listed: bool
    link_card: LinkCard | None


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
    evenings = _evenings(actor, row, shown, moment.period)
    listed = _newest_first(evenings)
    has_rows, has_evenings = bool(shown.payload["rows"]), bool(shown.payload["evenings"])
    is_small = (
        len(shown.payload["rows"]) <= MATRIX_ROWS
        and len(shown.payload["evenings"]) <= MATRIX_EVENINGS
    )
    return page(
        request,
        "league/public/season.html",
        SeasonPage(
            season=row,
            club=row.club,
            crumbs=[paths.to_club(row.club), paths.here(row.name)],
            shown=shown,
            uncounted=_uncounted(actor, row, shown),
            as_of=when(shown.computed_at, row.club) if shown.computed_at else None,
            standings=ranking.table(
                shown.payload,
                caption=_("Standings"),
                url=link,
                why=why,
                own=actor.player_id,
                before=_before_last_evening(actor, row, shown) if is_small and not query else None,
            )
            if has_rows
            else None,
            notes=ranking.notes(shown.payload),
            rule=scoring_words.counting(rule_of(in_period(row, moment.period))),
            matrix=_matrix(shown, evenings, link=link, why=why, own=actor.player_id)
            if has_rows and has_evenings and (is_small or "matrix" in request.GET)
            else None,
            has_matrix=has_rows and has_evenings,
            has_struck=has_struck(shown),
            tabs=season_tabs.tabs(row, "season"),
            podium=podium.of_season(row, shown) if moment == LATEST else None,
            race=season_race.race(row, shown, actor.player_id)
            if is_small and moment == LATEST
            else None,
            events=listed[:AT_ONCE],
            past=listed[AT_ONCE:],
            cancelled=[one for one in evenings if one.event.state == EventState.CANCELLED],
            links=links(row),
            files=files(row, query),
            need=paths.at("season_need", row.club.slug, row.slug),
            query=query,
            period=moment.period,
            parts=season_periods.parts(row, moment.period),
            moment=words(moment, row.club),
            asked=asked,
            choices=day_choices(standing.payload(row, actor) if asked else shown),
            doors=season_doors(actor, row),
            calendar=calendars.of_season(request, row.club, row.slug),
            feeds=feeds.of_season(request, row),
            oembed=oembed.link(request, row.club, paths.at("season", row.club.slug, row.slug)),
            snippets=embed.snippets(request, row),
            is_listed=link_cards.is_for_all(row.club),
            link_card=link_cards.of_season(request, row, shown.payload),
        ),
    )


def _evenings(actor: Actor, row: Season, shown: Shown, period: Period | None) -> list[EveningLine]:
    """The evenings of the season; of a ``period`` those that lie or count in it."""
    events = list(occasions.of_season(actor, row))
    if period is not None:
        told = {one["event"] for one in shown.payload["evenings"]}
        events = [one for one in events if one.pk in told or period.has(one.starts_at)]
    return [EveningLine(event=event, when=when(event.starts_at, event)) for event in events]


def _newest_first(evenings: list[EveningLine]) -> list[EveningLine]:
    """What is to come and what runs, the next first; then what is over, the latest first."""
    told = [one for one in evenings if one.event.state != EventState.CANCELLED]
    over = [one for one in told if one.event.state == EventState.FINISHED]
    return [*(one for one in told if one not in over), *reversed(over)]


def _uncounted(actor: Actor, row: Season, shown: Shown) -> list[uncounted.Line]:
    """What could not be counted, for those who can do something about it."""
    if shown.uncounted is None or not permissions.can(actor, Action.MANAGE_SEASON, row):
        return []
    return uncounted.lines([shown.uncounted])


def _matrix(
    shown: Shown,
    evenings: list[EveningLine],
    *,
    link: ranking.Link,
    why: ranking.Link,
    own: int | None,
) -> RankedTable:
    """What each evening gave to whom."""
    return ranking.matrix(
        shown.payload,
        caption=_("Evening by evening"),
        days={one.event.pk: short_day(one.when.wall) for one in evenings},
        url=link,
        why=why,
        own=own,
    )


def _before_last_evening(actor: Actor, row: Season, shown: Shown) -> dict[int, int | None] | None:
    """Ranks as they stood before the last day that has a result; None where there is one alone."""
    days = played_days(shown)
    return (
        event_standings.ranks_at(actor, row, Moment(day=days[1]), shown) if len(days) > 1 else None
    )


def has_struck(shown: Shown) -> bool:
    return any(
        not points["counted"]
        for evening_ in shown.payload["evenings"]
        for points in evening_["points"].values()
    )


def links(row: Season) -> list[dict[str, str]]:
    """What explains the standing."""
    found = [
        {
            "label": _("See scoring"),
            "href": paths.at("season_scoring", row.club.slug, row.slug),
        },
        {"label": _("Changes"), "href": paths.at("season_moves", row.club.slug, row.slug)},
    ]
    return [link for link in found if link["href"]]


def files(row: Season, query: str) -> list[dict[str, str]]:
    """The same standing, of the same moment, on paper, for spreadsheets and programs."""
    tail = f"?{query}" if query else ""
    found = [
        {"label": "PDF", "href": paths.at("season_standings_pdf", row.club.slug, row.slug) + tail},
        {"label": _("Print…"), "href": paths.at("season_paper", row.club.slug, row.slug)},
        {"label": "CSV", "href": paths.at("season_standings_csv", row.club.slug, row.slug) + tail},
        {
            "label": "XLSX",
            "href": paths.at("season_standings_xlsx", row.club.slug, row.slug) + tail,
        },
        {"label": "JSON", "href": paths.at("v1:season_standings", row.pk) + tail},
        {"label": _("Season file"), "href": paths.at("season_file", row.club.slug, row.slug)},
        {"label": _("Download…"), "href": paths.at("season_downloads", row.club.slug, row.slug)},
    ]
    return [link for link in found if link["href"]]


def season_doors(actor: Actor, row: Season) -> list[dict[str, str]]:
    if not permissions.can(actor, Action.MANAGE_SEASON, row):
        return []
    rooms = (
        ("season_settings", _("Settings")),
        ("season_adjustments", _("Penalties and bonuses")),
        ("season_import_results", _("Import results")),
        ("season_import_bg_stats", _("Import from BG Stats")),
    )
    found = [
        {"label": label, "href": paths.at(name, row.club.slug, row.slug)} for name, label in rooms
    ]
    whole = paths.at("season_file", row.club.slug, row.slug)
    found.append({"label": _("Season file with full names"), "href": f"{whole}?names=full"})
    evening = paths.at("event_new", row.club.slug)
    if evening and permissions.can(actor, Action.CREATE_EVENT, row):
        found.insert(
            0, {"label": pgettext("button", "New evening"), "href": f"{evening}?season={row.pk}"}
        )
    return [door for door in found if door["href"]]
