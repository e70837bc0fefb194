"""What an organizer should hear about settings that may be saved as they are."""

from __future__ import annotations

from league.core.enums import EventKind, RecordState, StageKind
from league.core.errors import BadInput
from league.models import Stage
from league.queries import what_counts
from league.queries.office.rules import missing_sizes
from league.queries.standings.stage_scoring import scoring_from_json
from league.standings.cut import require_last_word
from league.standings.errors import StandingsError

Remark = BadInput  # its field, its code and its sentence; nothing is refused


def of_stage(stage: Stage) -> tuple[Remark, ...]:
    """Of a stage as it is, or as it would be: nothing is stored.

    ``chain_without_last_word`` (chain) where a cut follows and only a lot can part who is level;
    ``sizes_not_covered`` (scheme) where a table may be seated that the scheme has no row for;
    ``weights_zero_so_far`` (weight) where nothing that was played in the season counts yet.
    """
    found: list[Remark] = []
    if _is_cut(stage):
        try:
            require_last_word(stage.chain)
        except StandingsError as error:
            found.append(Remark(error.code, field=error.field))
    low = max(stage.size_min or 0, stage.ruleset.seats_min)
    high = min(stage.size_max or stage.ruleset.seats_max, stage.ruleset.seats_max)
    sizes = missing_sizes(stage.scheme, low, high)
    if sizes:
        told = ", ".join(str(size) for size in sizes)
        found.append(Remark("sizes_not_covered", field="scheme", sizes=told))
    if _counts_nothing_yet(stage):
        found.append(Remark("weights_zero_so_far", field="weight"))
    return tuple(found)


def _counts_nothing_yet(stage: Stage) -> bool:
    """Whether every evening of the season that has results is of no weight, this one included."""
    season = stage.event.season_id
    if season is None or scoring_from_json(stage.scoring).weight:
        return False
    played = Stage.objects.filter(
        what_counts.taking_place("event__"),
        event__season=season,
        records__state=RecordState.CONFIRMED,
    )
    specs = dict(played.values_list("pk", "scoring"))
    mine = specs.pop(stage.pk, None)
    others = [scoring_from_json(spec).weight for spec in specs.values()]
    return not any(others) and (bool(others) or mine is not None)


def _is_cut(stage: Stage) -> bool:
    """Whether the best of this stage go on to another one, there or to be expected."""
    if stage.kind == StageKind.FINAL or stage.source_season_id is not None:
        return False
    if stage.kind == StageKind.SEMI_FINAL or stage.event.kind == EventKind.TOURNAMENT:
        return True
    return Stage.objects.filter(source__isnull=False, source=stage.pk).exists()
