"""The standings of an event: a stage, what moved in it, and the ranking over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import gettext as _

from league.queries.standings import standings as standing
from league.queries.standings.counting import Moment
from league.web import paths
from league.web.ranked_table import Cell, Column, RankedTable, Row
from league.web.standings import ranking
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Stage
    from league.queries.public.pages import EventView
    from league.queries.standings.counting import Scope
    from league.queries.standings.endings import FinalRow
    from league.queries.standings.standings import Shown as Standing

_MOVES_KEPT_S = 600


def stage_links(stage: Stage) -> list[dict[str, str]]:
    """The same standing for the curious, for spreadsheets and programs."""
    slug = stage.event.slug
    found = [
        {"label": _("See scoring"), "href": paths.at("stage_scoring", slug, stage.number)},
        {"label": _("Changes"), "href": paths.at("stage_moves", slug, stage.number)},
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
        {"label": _("Download…"), "href": paths.at("event_downloads", slug)},
    ]
    return [link for link in found if link["href"]]


def standings_title(view: EventView, stage: Stage) -> str:
    """The heading of a stage's standings; of an evening with several it says which."""
    if len(view.stages) == 1:
        return _("Standings")
    return labelled(_("Standings"), stage)


def stage_table(actor: Actor, view: EventView, stage: Stage, shown: Standing) -> RankedTable | None:
    if not shown.payload["rows"]:
        return None
    return ranking.table(
        shown.payload,
        caption=standings_title(view, stage),
        url=ranking.players_of(view.event.club),
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


def final_table(actor: Actor, event: Event, rows: Sequence[FinalRow]) -> RankedTable | None:
    """The ranking over all stages as a table, where a final has been played; else nothing."""
    if not rows:
        return None
    link = ranking.players_of(event.club)
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
