"""How an event ended: the ranking over all its stages, or that of the one that was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.enums import Audience, StageKind
from league.core.errors import Uncountable
from league.models import Stage
from league.queries.standings import counting, stage_settings, standings
from league.standings.cut import overall

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Event
    from league.queries.standings.standings import Shown

    Show = Callable[[Stage], Shown]


@dataclass(frozen=True, slots=True)
class FinalRow:
    """One row of the ranking over all stages: who was in the final stands above the rest."""

    player_id: int
    name: str
    rank: int
    tied: bool
    stage: str


def final_ranking(event: Event, viewer: Actor) -> tuple[FinalRow, ...]:
    """Everybody of the event over all its stages, as the viewer may see them.

    The places of a final stand above the rest; nothing while no final has a result, or where the
    standing of a stage that has rounds is held back or cannot be counted.
    """
    return _final(event, _seen(event, viewer), _shown_to(viewer))


def ended(
    event: Event, viewer: Actor, final: Sequence[FinalRow] | None = None
) -> tuple[FinalRow, ...]:
    """Who was what in the end: over all stages, or in the one that was played.

    A final that was set up and never played takes nobody's place away. Several stages without a
    final have no one ranking.

    Args:
        final: the ranking over all stages, where it is known already.
    """
    stages, show = _seen(event, viewer), _shown_to(viewer)
    if final is None:
        final = _final(event, stages, show)
    return tuple(final) or _only(stages, show)


def ended_for_all(event: Event) -> tuple[FinalRow, ...]:
    """The same as it was published: what everybody reads who may see the event."""
    stages = Stage.objects.filter(event=event)
    return _final(event, stages, standings.published) or _only(stages, standings.published)


def _seen(event: Event, viewer: Actor) -> QuerySet[Stage]:
    return permissions.visible(Stage.objects.all(), viewer).filter(event=event)


def _shown_to(viewer: Actor) -> Show:
    return lambda stage: standings.payload(stage, viewer)


def _in_order(stages: QuerySet[Stage]) -> list[Stage]:
    rows = stages.select_related("event__club", "event__season", "ruleset__club_game")
    return list(rows.order_by("number"))


def _final(event: Event, rows: QuerySet[Stage], show: Show) -> tuple[FinalRow, ...]:
    before = Stage.objects.filter(event=event, source__isnull=False).values("source")
    # A season's best are called to a stage of their own, unless a final comes out of it.
    stages = _in_order(rows.filter(Q(source_season__isnull=True) | Q(pk__in=before)))
    if all(stage.kind == StageKind.MAIN for stage in stages):
        return ()
    tables, told = [], {}
    for stage in stages:
        shown = show(stage)
        if not shown.is_published and stage.rounds.exists():
            return ()
        if not shown.payload["rows"] or not shown.payload["rounds"]:
            continue
        public = shown.audience == Audience.PUBLIC
        try:
            table = counting.ranked(counting.count(stage, as_of=shown.as_of, public=public))
        except Uncountable:
            return ()
        tables.append((stage, table))
        told.update({row["player"]: row["name"] for row in shown.payload["rows"]})
    if not tables or tables[-1][0].kind == StageKind.MAIN:
        return ()
    return tuple(
        FinalRow(
            player_id=row.player,
            name=told.get(row.player, ""),
            rank=row.rank,
            tied=row.tied,
            stage=str(tables[row.stage][0]),
        )
        for row in overall(
            [table for _, table in tables],
            level_by_earlier=[
                stage_settings.scoring_of(stage).level_by_earlier for stage, _ in tables
            ],
        )
    )


def _only(rows: QuerySet[Stage], show: Show) -> tuple[FinalRow, ...]:
    """The places of the one stage that was played; nothing where what another played is secret."""
    played = []
    for stage in _in_order(rows):
        shown = show(stage)
        if not shown.is_published and stage.rounds.exists():
            return ()
        if shown.payload["rows"] and shown.payload["rounds"]:
            played.append((stage, shown))
    if len(played) != 1:
        return ()
    stage, shown = played[0]
    return tuple(
        FinalRow(row["player"], row["name"], row["rank"], row["tied"], str(stage))
        for row in shown.payload["rows"]
        if row["rank"] is not None
    )
