"""What a stage's tables ask of its points scheme: every table that may be played can be scored."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Count

from league.core.enums import RecordState, SeatingState
from league.core.errors import BadInput, Refused
from league.models import MatchRecord, Table
from league.queries.seating.seating_fields import sizes_allowed
from league.queries.standings import stage_settings
from league.services.office import rules
from league.standings.award import Awarder, needs_cooperative_values
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.types import MatchId, PlayerId, SeatResult, TableResult

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from games.core.types import Outcome
    from league.models import Ruleset, Stage
    from league.standings.types import JSON as SpecJSON

_MAY_COUNT = (RecordState.REPORTED, RecordState.DISPUTED, RecordState.CONFIRMED)
# What decides which tables are scored by which rows.
FIELDS = frozenset(
    {"scheme", "scoring", "size_preferred", "size_min", "size_max", "ruleset", "rulesets"}
)


def objection(stage: Stage, rulesets: Collection[Ruleset]) -> BadInput | None:
    """Why not every table of the stage could be scored, beside those it has; None if all can."""
    scheme = scheme_from_json(stage.scheme)
    settings = stage_settings.settings_of(stage)
    for row in rulesets:
        if rules.is_cooperative(row):
            if needs_cooperative_values(scheme, settings, settings.usual_size):
                return BadInput("cooperative_values_needed", field="scheme")
            continue
        more = rules.higher_wins(row)
        code = scheme.objection(has_scores=more is not None, higher_wins=more)
        if code is not None:
            return BadInput(code, field="scheme")
    if settings.guests_hold_places:
        return None
    # Any seat but two may be a guest's, so that any size from two on may be scored.
    sizes = [size for row in rulesets for size in sizes_allowed(row, stage, scheme)]
    largest = max([*sizes, *_seated_sizes(stage)], default=0)
    missing = [size for size in range(2, largest) if not scheme.covers(size)]
    if not missing:
        return None
    told = ", ".join(str(size) for size in missing)
    return BadInput("guests_without_rows", field="guests_hold_places", sizes=told)


def scheme_objection(stage: Stage, scheme: Mapping[str, SpecJSON]) -> BadInput | None:
    """Why this scheme cannot score the tables the stage already has; None if it can."""
    read = scheme_from_json(scheme)
    for size in _seated_sizes(stage):
        if not read.covers(size):
            return BadInput("size_not_covered", field="scheme", size=size)
    records = MatchRecord.objects.filter(stage=stage, state__in=_MAY_COUNT)
    for record in records.select_related("ruleset__club_game").order_by("pk"):
        if rules.is_cooperative(record.ruleset):
            continue
        code = read.objection(
            has_scores=record.outcome.get("points") is not None,
            higher_wins=rules.higher_wins(record.ruleset),
        )
        if code is not None:
            return BadInput(code, field="scheme")
    return None


def check_result(stage: Stage, ruleset: Ruleset, outcome: Outcome) -> None:
    """Refuses a result that the stage's scheme cannot score, before anything rests on it.

    Raises:
        Refused: ``scores_needed`` (a drawn table without its points), ``size_not_covered``.
    """
    points = outcome.points or (None,) * len(outcome.places)
    side = 1 if rules.is_cooperative(ruleset) else None
    seats = tuple(
        SeatResult(PlayerId(seat), place, None if score is None else Fraction(score), side=side)
        for seat, (place, score) in enumerate(zip(outcome.places, points, strict=True), start=1)
    )
    table = TableResult(MatchId(0), seats, drawn=outcome.drawn, low_tie=outcome.low_tie)
    try:
        awarder = Awarder(scheme_from_json(stage.scheme), stage_settings.settings_of(stage))
        awarder.awards(table, (True,) * table.size)
    except StandingsError as error:
        raise Refused(error.code, field="", **error.params) from error


def _seated_sizes(stage: Stage) -> list[int]:
    """The sizes of all tables that are published or played."""
    if stage._state.adding:
        return []
    tables = Table.objects.filter(
        seating__round__stage=stage, seating__state=SeatingState.PUBLISHED
    ).annotate(size=Count("seats"))
    return sorted({size for size in tables.values_list("size", flat=True) if size})
