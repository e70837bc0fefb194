"""The settings of a stage: how it seats, how it scores, what a round without a match is worth."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import StageKind, StageMode
from league.core.errors import BadInput, Conflict, Refused
from league.core.facts import Fact
from league.journal import append, hold, lock_event
from league.models import Club, Event, Ruleset, Season, Stage
from league.queries.standings.stage_scoring import scoring_from_json, scoring_to_json
from league.seating.methods import METHODS
from league.services.changes import applied, filled, told
from league.services.occasions import stage_fit
from league.services.office import rules
from league.services.play import table_clocks
from league.services.seating.seating_preferences import preferences_spec
from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.points import DEFAULT_SCHEME
from league.standings.tiebreaks import DEFAULT_STAGE_CHAIN
from league.standings.types import BYE_RULES
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.standings.types import JSON as SpecJSON

LONGEST_NAME = 120
MOST_SEATS = 12
MOST_TABLES = 500
LONGEST_ROUND_MIN = 600
# What never reaches a standing.
_HARMLESS = frozenset(
    {
        *("name", "method", "ruleset", "size_min", "size_max", "max_tables", "seating"),
        *("round_minutes", "clock_starts", "plays_here", *table_clocks.FIELDS),
    }
)


class StageFields(TypedDict, total=False):
    """What can be said about a stage; whatever is left out keeps its value.

    ``bye``, ``late`` and ``no_show`` are value rules: ``{"kind": "mean"}``, ``"zero"``,
    ``"own_average"``, or ``{"kind": "fixed", "points": "5/2"}``. ``seating`` holds those
    preferences of ``league.seating.preferences`` that are not the usual ones, ``scoring`` the
    settings of ``league.queries.standings.stage_scoring``. ``source`` or ``source_season`` is
    where a final's people come from: a stage of the event before it, or a season of the club.
    With a season as its source a stage is a final, unless told otherwise.
    """

    kind: StageKind
    name: str
    mode: StageMode
    method: str
    scheme: Mapping[str, SpecJSON]
    chain: Sequence[str]
    ruleset: Ruleset
    rulesets: Sequence[Ruleset]
    size_preferred: int
    size_min: int | None
    size_max: int | None
    max_tables: int | None
    seating: Mapping[str, object]
    bye: Mapping[str, str]
    late: Mapping[str, str]
    no_show: Mapping[str, str]
    scoring: Mapping[str, SpecJSON]
    source: Stage | None
    source_season: Season | None
    auto_publish: bool
    round_minutes: int | None
    clock_starts: bool
    plays_here: bool
    play_reserve: int | None
    play_increment: int | None


@transaction.atomic
def add(*, by: Actor, event: Event, fields: StageFields) -> Stage:
    """One more stage of the event, its number after the last."""
    permissions.require(
        by, Action.MANAGE_EVENT if event.stages.exists() else Action.CREATE_EVENT, event
    )
    event = lock_event(event.pk)
    given: StageFields = {**_defaults(event), **_final(fields), **fields}
    if "ruleset" not in given:
        raise BadInput("ruleset_missing", field="ruleset")
    offered = given.pop("rulesets", ())
    last = event.stages.order_by("-number").first()
    row = Stage(event=event, number=last.number + 1 if last else 1)
    if last is not None and given["kind"] != StageKind.MAIN and "source_season" not in given:
        given.setdefault("source", last)  # a final follows the stage before it
    filled(row, _read(event.club, given))
    _check(row)
    _check_weights(row)
    for ruleset in (row.ruleset, *offered):
        rules.check_playable(ruleset, event.club)
    rules.check_not_retired(row.ruleset)
    _check_fit(row, [row.ruleset, *offered])
    row.save()
    row.rulesets.set(offered)
    append(
        Fact.STAGE_CREATED,
        by=by,
        event=event,
        payload={"stage": row.pk, "number": row.number, "scheme": told(row.scheme)},
        stale_stages=[row.pk],
    )
    row.refresh_from_db(fields=["stale_at"])
    return row


@transaction.atomic
def change(
    *, by: Actor, stage: Stage, expected_version: int, **fields: Unpack[StageFields]
) -> Stage:
    """Changes a stage. Scheme and chain may change after the first result, with old and new in
    the journal, unless the scheme cannot score a match that is already there.

    Raises Conflict when somebody saved since ``expected_version`` was read.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    hold(lock_event(stage.event_id).club_id)
    row = Stage.objects.select_related(
        "event__club", "ruleset__club_game", "source", "source_season"
    ).get(pk=stage.pk)
    if row.version != expected_version:
        raise Conflict("changed_meanwhile", version=row.version)
    given: StageFields = {**_final(fields), **fields}
    offered = given.pop("rulesets", None)
    old_mode = row.mode
    changed = applied(row, _read(row.event.club, given))
    _check_change(row, old_mode, changed)
    if "ruleset" in changed:
        rules.check_playable(row.ruleset, row.event.club)
        rules.check_not_retired(row.ruleset)
    if offered is not None:
        before = sorted(row.rulesets.values_list("pk", flat=True))
        for ruleset in offered:
            rules.check_playable(ruleset, row.event.club, field="rulesets")
        after = sorted(ruleset.pk for ruleset in offered)
        if before != after:
            row.rulesets.set(offered)
            changed["rulesets"] = {"old": list(before), "new": list(after)}
    if not changed:
        return row
    if changed.keys() & stage_fit.FIELDS:
        _check_fit(row, [row.ruleset, *row.rulesets.select_related("club_game")])
    row.version += 1
    row.save(update_fields=[*(changed.keys() - {"rulesets"}), "version"])
    if changed.keys() & table_clocks.FIELDS:
        table_clocks.follow(row)
    counts = bool(changed.keys() - _HARMLESS - {"rulesets"})
    season = row.event.season_id
    append(
        Fact.STAGE_CHANGED,
        by=by,
        event=row.event,
        payload={"stage": row.pk, "changed": changed},
        stale_stages=[row.pk] if counts else [],
        stale_seasons=[season] if counts and season else [],
    )
    row.refresh_from_db(fields=["stale_at"])
    return row


@transaction.atomic
def remove_empty(*, by: Actor, stage: Stage) -> Event:
    """Takes away a stage in which nothing was drawn or given yet.

    Raises:
        Refused: ``stage_in_use``; ``last_stage`` for the only one.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    event = lock_event(stage.event_id)
    row = Stage.objects.get(pk=stage.pk)
    if row.rounds.exists() or row.adjustments.exists() or row.qualifiers.exists():
        raise Refused("stage_in_use")
    if not event.stages.exclude(pk=row.pk).exists():
        raise Refused("last_stage")
    append(
        Fact.STAGE_REMOVED,
        by=by,
        event=event,
        payload={"stage": row.pk, "number": row.number},
    )
    row.snapshots.all().delete()
    row.delete()
    return event


def settings_of(stage: Stage) -> StageFields:
    """Everything a copy of the stage takes over; a retired ruleset gives way to its successor."""
    return {
        "kind": StageKind(stage.kind),
        "name": stage.name,
        "mode": StageMode(stage.mode),
        "method": stage.method,
        "scheme": stage.scheme,
        "chain": stage.chain,
        "ruleset": _newest(stage.ruleset),
        "rulesets": [_newest(ruleset) for ruleset in stage.rulesets.all()],
        "size_preferred": stage.size_preferred,
        "size_min": stage.size_min,
        "size_max": stage.size_max,
        "max_tables": stage.max_tables,
        "seating": stage.seating,
        "bye": stage.bye,
        "late": stage.late,
        "no_show": stage.no_show,
        "scoring": stage.scoring,
        "auto_publish": stage.auto_publish,
        "round_minutes": stage.round_minutes,
        "clock_starts": stage.clock_starts,
        "plays_here": stage.plays_here,
        "play_reserve": stage.play_reserve,
        "play_increment": stage.play_increment,
    }


def as_stored(stage: Stage, fields: StageFields) -> dict[str, object]:
    """The fields as ``change`` would store them, for a preview; faults are refused at theirs."""
    read = _read(stage.event.club, {**_final(fields), **fields})
    read.pop("rulesets", None)
    row = copy.copy(stage)
    changed = applied(row, read)
    _check_change(row, stage.mode, changed)
    if changed.keys() & stage_fit.FIELDS:
        _check_fit(row, [row.ruleset, *stage.rulesets.select_related("club_game")])
    return read


def value_rule(spec: Mapping[str, str], *, field: str = "") -> dict[str, str]:
    """A value rule as it is stored, or a refusal at ``field``."""
    kind = spec.get("kind", "")
    if kind not in BYE_RULES:
        raise BadInput("unknown_choice", field=field, choice=str(kind)[:40])
    if kind != "fixed":
        return {"kind": kind}
    try:
        points = fraction_from_json(spec.get("points"), field)
    except StandingsError as error:
        raise BadInput(error.code, field=field, **error.params) from error
    return {"kind": kind, "points": exact_text(points)}


def scoring_spec(spec: SpecJSON) -> dict[str, SpecJSON]:
    """The settings beyond scheme and chain as they are stored, or a refusal at their field."""
    try:
        return scoring_to_json(scoring_from_json(spec))
    except StandingsError as error:
        raise BadInput(error.code, field=error.field or "scoring", **error.params) from error


def _defaults(event: Event) -> StageFields:
    season = event.season
    defaults: StageFields = {
        "kind": StageKind.MAIN,
        "mode": StageMode.ROUNDS,
        "method": "random",
        "scheme": season.scheme if season else DEFAULT_SCHEME.to_json(),
        "seating": season.seating if season else {},
        "chain": DEFAULT_STAGE_CHAIN,
        "bye": {"kind": "mean"},
        "late": {"kind": "zero"},
        "no_show": {"kind": "zero"},
        "scoring": {},
        "auto_publish": season.auto_publish if season else True,
    }
    ruleset = season.ruleset if season and season.ruleset_id else None
    if ruleset is None:
        choices = event.club.rulesets.filter(is_retired=False, club_game__is_retired=False)
        ruleset = choices.order_by("pk").first()
    if ruleset is not None:
        defaults["ruleset"] = _newest(ruleset)
    return defaults


def _newest(ruleset: Ruleset) -> Ruleset:
    """The version to use from now on in place of a retired one."""
    if not ruleset.is_retired:
        return ruleset
    return (
        Ruleset.objects.filter(club=ruleset.club_id, name=ruleset.name, is_retired=False)
        .order_by("-version")
        .first()
    ) or ruleset


def _final(fields: StageFields) -> StageFields:
    """What else is so of a stage that a season is made the source of."""
    if fields.get("source_season") is None:
        return {}
    return {"kind": StageKind.FINAL, "source": None}


def _check_change(row: Stage, old_mode: str, changed: Collection[str]) -> None:
    """What must hold of a stage after a change of these fields, beside what is there already."""
    _check(row)
    if "scoring" in changed:
        _check_weights(row)
    if row.mode != old_mode and row.rounds.exists():
        raise Refused("mode_fixed_by_rounds", field="mode")
    objection = stage_fit.scheme_objection(row, row.scheme) if "scheme" in changed else None
    if objection is not None:
        raise objection


def _check_fit(row: Stage, rulesets: Collection[Ruleset]) -> None:
    """Refuses settings under which a table could be played that cannot be scored."""
    objection = stage_fit.objection(row, rulesets)
    if objection is not None:
        raise objection


def _read(club: Club, fields: StageFields) -> dict[str, object]:
    """The fields as they are stored, each one checked by itself."""
    read: dict[str, object] = dict(fields)
    if "name" in fields:
        read["name"] = names.clean(fields["name"])[:LONGEST_NAME]
    if "method" in fields and fields["method"] not in {method.key for method in METHODS}:
        raise BadInput("unknown_choice", field="method", choice=fields["method"][:40])
    if "scheme" in fields:
        read["scheme"] = rules.scheme_spec(fields["scheme"], field="scheme")
    if "chain" in fields:
        read["chain"] = rules.chain_spec(fields["chain"])
    if "seating" in fields:
        read["seating"] = preferences_spec(fields["seating"], field="seating")
    for name in ("bye", "late", "no_show"):
        if name in fields:
            read[name] = value_rule(fields[name], field=name)
    if "scoring" in fields:
        read["scoring"] = scoring_spec(fields["scoring"])
    return read


def _check_weights(row: Stage) -> None:
    """Refuses that nothing at all counts in a season."""
    season = row.event.season_id
    if season is None or scoring_from_json(row.scoring).weight:
        return
    others = Stage.objects.filter(event__season=season).exclude(pk=row.pk)
    specs = others.values_list("scoring", flat=True)
    if not any(spec.get("weight", "1") != "0" for spec in specs):
        raise BadInput("weights_all_zero", field="weight")


def _check(row: Stage) -> None:
    """What must hold between the fields of one stage."""
    for name in ("size_preferred", "size_min", "size_max"):
        value = getattr(row, name)
        if value is not None and not 1 <= value <= MOST_SEATS:
            raise BadInput("number_out_of_range", field=name, low=1, high=MOST_SEATS)
    if row.size_min and row.size_max and row.size_max < row.size_min:
        raise BadInput("sizes_reversed", field="size_max")
    if row.source is not None and row.source_season is not None:
        raise BadInput("one_source", field="source_season")
    if row.source is not None and (
        row.source.event_id != row.event_id or row.source.number >= row.number
    ):
        raise BadInput("source_not_before", field="source")
    if row.source_season is not None and row.source_season.club_id != row.event.club_id:
        raise BadInput("season_of_other_club", field="source_season")
    if row.round_minutes is not None and not 1 <= row.round_minutes <= LONGEST_ROUND_MIN:
        raise BadInput("number_out_of_range", field="round_minutes", low=1, high=LONGEST_ROUND_MIN)
    if row.max_tables is not None and not 1 <= row.max_tables <= MOST_TABLES:
        raise BadInput("number_out_of_range", field="max_tables", low=1, high=MOST_TABLES)
    table_clocks.require_known(row)
