"""A club's leagues over spans of days: made, changed, begun and finished."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from django.db import transaction
from django.utils.text import slugify

from league import permissions
from league.core.actions import Action
from league.core.enums import CountingRule, CountingUnit, SeasonState
from league.core.errors import BadInput, Conflict, Refused
from league.core.facts import Fact
from league.journal import append, lock_club, lock_season
from league.models import Club, Ruleset, Season
from league.queries.occasions.season_rule import NUMBERS, rule_spec
from league.services.changes import applied, filled, told
from league.services.office import rules
from league.services.seating.seating_preferences import preferences_spec
from league.standings.errors import StandingsError
from league.standings.points import DEFAULT_SCHEME
from league.standings.rules import rule_from_json, rule_to_json
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN
from league.times import days, periods
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.standings.types import JSON as SpecJSON

LONGEST_NAME = 120
LONGEST_DAYS = 3660

# Each state's neighbours: a season may go on and step back.
STEPS: Final[Mapping[SeasonState, frozenset[SeasonState]]] = {
    SeasonState.PLANNED: frozenset({SeasonState.RUNNING}),
    SeasonState.RUNNING: frozenset({SeasonState.PLANNED, SeasonState.FINISHED}),
    SeasonState.FINISHED: frozenset({SeasonState.RUNNING}),
}
# What of a season never reaches its standing.
_HARMLESS = frozenset({"name", "ruleset", "seating", "periods"})


class SeasonFields(TypedDict, total=False):
    """What can be said about a season; whatever is left out keeps its value.

    ``counting_n`` is the number that goes with ``counting``: best n, worst k, matches added to
    an average. ``counting_more`` holds further keys of ``league.standings.rules``, ``periods``
    the turns of ``league.times.periods``.
    """

    name: str
    starts_on: date
    ends_on: date
    counting: CountingRule
    counting_n: int | None
    counting_unit: CountingUnit
    min_matches: int
    counting_more: Mapping[str, SpecJSON]
    periods: Mapping[str, object]
    rank_guests: bool
    scheme: Mapping[str, SpecJSON]
    chain: Sequence[str]
    seating: Mapping[str, object]
    ruleset: Ruleset | None
    auto_publish: bool


@transaction.atomic
def create(
    *,
    by: Actor,
    club: Club,
    state: SeasonState = SeasonState.RUNNING,
    **fields: Unpack[SeasonFields],
) -> Season:
    """A new season of the club; its days are days of the club's zone, both included."""
    permissions.require(by, Action.MANAGE_SEASON, club)
    lock_club(club.pk)  # addresses are unique within the club
    defaults: SeasonFields = {
        "counting": CountingRule.SUM,
        "counting_n": None,
        "counting_unit": CountingUnit.MATCHES,
        "min_matches": 0,
        "counting_more": {},
        "periods": {},
        "rank_guests": False,
        "scheme": DEFAULT_SCHEME.to_json(),
        "chain": DEFAULT_SEASON_CHAIN,
        "seating": {},
        "ruleset": None,
        "auto_publish": True,
    }
    for needed in ("name", "starts_on", "ends_on"):
        if needed not in fields:
            raise BadInput("value_missing", field=needed)
    row = Season(club=club, state=state)
    filled(row, _read(club, {**defaults, **fields}))
    _check(row)
    row.slug = free_slug(club, row.name)
    row.save()
    append(
        Fact.SEASON_CREATED,
        by=by,
        club=club,
        payload={"season": row.pk, "name": row.name, "slug": row.slug},
        stale_seasons=[row.pk],
    )
    row.refresh_from_db(fields=["stale_at"])
    return row


@transaction.atomic
def change(
    *, by: Actor, season: Season, expected_version: int, **fields: Unpack[SeasonFields]
) -> Season:
    """Changes a season; what its standing rests on is journalled with old and new.

    Raises Conflict when somebody saved since ``expected_version`` was read.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    row = lock_season(season)
    if row.version != expected_version:
        raise Conflict("changed_meanwhile", version=row.version)
    before = row.counting_more
    changed = applied(row, _read(row.club, fields))
    if not changed:
        return row
    _check(row)
    # The rule is stored as it is understood: what another kind does not use is gone.
    changed.pop("counting_more", None)
    if row.counting_more != before:
        changed["counting_more"] = {"old": told(before), "new": told(row.counting_more)}
    if not changed:
        return row
    row.version += 1
    row.save(update_fields=[*changed, "version"])
    append(
        Fact.SEASON_CHANGED,
        by=by,
        club=row.club,
        payload={"season": row.pk, "changed": changed},
        stale_seasons=[row.pk] if changed.keys() - _HARMLESS else [],
    )
    row.refresh_from_db(fields=["stale_at"])
    return row


@transaction.atomic
def set_state(*, by: Actor, season: Season, state: SeasonState) -> Season:
    """Begins or finishes a season, or takes one step back. Results stay as they are."""
    permissions.require(by, Action.MANAGE_SEASON, season)
    row = lock_season(season)
    old = SeasonState(row.state)
    if state == old:
        return row
    if state not in STEPS[old]:
        raise Refused("season_step", old=old.value, new=state.value)
    row.state = state
    row.version += 1
    row.save(update_fields=["state", "version"])
    append(
        Fact.SEASON_CHANGED,
        by=by,
        club=row.club,
        payload={
            "season": row.pk,
            "changed": {"state": {"old": old.value, "new": state.value}},
        },
    )
    return row


def as_stored(season: Season, fields: SeasonFields) -> dict[str, object]:
    """The fields as ``change`` would store them, for a preview; faults are refused at theirs."""
    row = copy.copy(season)
    read = _read(season.club, fields)
    filled(row, read)
    _check(row)
    return {**read, "counting_more": row.counting_more}


def free_slug(club: Club, name: str) -> str:
    """A readable address that no other season of the club has."""
    wanted = slugify(names.fold(name).replace("/", "-"))[:50].strip("-") or "season"
    taken = set(club.seasons.filter(slug__startswith=wanted).values_list("slug", flat=True))
    slug, count = wanted, 1
    while slug in taken:
        count += 1
        slug = f"{wanted}-{count}"
    return slug


def _read(club: Club, fields: SeasonFields) -> dict[str, object]:
    """The fields as they are stored, each one checked by itself."""
    read: dict[str, object] = dict(fields)
    if "name" in fields:
        name = names.clean(fields["name"])
        if not name:
            raise BadInput("name_missing", field="name")
        if len(name) > LONGEST_NAME:
            raise BadInput("too_long", field="name", most=LONGEST_NAME)
        read["name"] = name
    if "scheme" in fields:
        read["scheme"] = rules.scheme_spec(fields["scheme"], field="scheme")
    if "chain" in fields:
        read["chain"] = rules.chain_spec(fields["chain"])
    if "seating" in fields:
        read["seating"] = preferences_spec(fields["seating"], field="seating")
    if "periods" in fields:
        read["periods"] = _turns(fields["periods"]).to_json()
    ruleset = fields.get("ruleset")
    if ruleset is not None:
        rules.check_playable(ruleset, club)
    return read


def _turns(spec: Mapping[str, object]) -> periods.Turns:
    try:
        return periods.turns_from_json(spec)
    except BadInput as error:
        raise BadInput(error.code, field=f"periods.{error.field}", **error.params) from error


def _check(row: Season) -> None:
    """What must hold between the fields of one season."""
    days.require("starts_on", row.starts_on)
    days.require("ends_on", row.ends_on)
    if row.ends_on < row.starts_on:
        raise BadInput("season_ends_before_start", field="ends_on")
    if (row.ends_on - row.starts_on).days > LONGEST_DAYS:
        raise BadInput("season_too_long", field="ends_on")
    for day in periods.turns_of(row).days:
        if not row.starts_on <= day <= row.ends_on:
            first, last = row.starts_on.isoformat(), row.ends_on.isoformat()
            raise BadInput(
                "day_outside_season",
                field="periods.days",
                day=day.isoformat(),
                first=first,
                last=last,
            )
    if row.counting == CountingRule.BEST_N and not row.counting_n:
        raise BadInput("best_n_needs_n", field="counting_n")
    taken = row.counting_more.keys() & {"kind", "unit", "minimum", NUMBERS.get(row.counting, "")}
    if taken:
        name = min(taken)
        raise BadInput("unknown_key", field=name, key=name)
    try:
        rule = rule_from_json(rule_spec(row))
    except StandingsError as error:
        number = NUMBERS.get(row.counting)
        field = {number: "counting_n", "minimum": "min_matches", "kind": "counting"}.get(
            error.field, error.field.split(".")[0]
        )
        raise BadInput(error.code, field=field, **error.params) from error
    written = rule_to_json(rule)
    columns = {"kind", "unit", "minimum", NUMBERS.get(row.counting, "")}
    row.counting_more = {
        key: value for key, value in written.items() if key not in columns and value is not None
    }
