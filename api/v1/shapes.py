"""The answers of version 1 as JSON, built from rows of the queries. No field but these leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from api.v1 import table_plays
from league.queries.records import sheets
from league.queries.seating import seating_fields, seating_plans
from league.queries.standings.stage_scoring import scoring_from_json, value_to_json
from league.standings.exact import exact_text
from league.standings.payload import number
from league.words.sentences import sentence

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.errors import LeagueError
    from league.models import ApiToken, Club, Event, Round, Season, Seating, Stage, Table
    from league.queries.people.rosters import (
        ClubOfPlayer,
        EntryRow,
        PersonInClub,
        PlannedTable,
        Unseated,
    )
    from league.queries.records.record_versions import VersionRow
    from league.queries.records.records import SeatRow, TableRow
    from league.queries.standings.previews import Shift

Shape = dict[str, "JSON"]

# What a stage stores about its tables beside its preferences.
SEATING = ("method", "size_preferred", "size_min", "size_max", "max_tables")
# What it says of tables that play in the browser.
IN_BROWSER = ("plays_here", "play_reserve", "play_increment")


def moment(at: datetime | None) -> str | None:
    """UTC in ISO 8601."""
    return None if at is None else at.isoformat().replace("+00:00", "Z")


def exact(value: Fraction | None) -> JSON:
    if value is None:
        return None
    told = number(value)
    return {"exact": told["exact"], "shown": told["shown"]}


def club(row: Club) -> Shape:
    return {
        "id": row.pk,
        "slug": row.slug,
        "name": row.name,
        "description": row.description,
        "accent": row.accent,
        "address": row.address,
        "contact": row.contact,
        "joining": row.joining,
        "imprint": row.imprint,
        "privacy": row.privacy,
        "language": row.language,
        "time_zone": row.time_zone,
        "visibility": row.visibility,
        "rates_casual": row.rates_casual,
        "name_level": row.name_level,
        "free_talk": row.free_talk,
        "version": row.version,
    }


def person(row: PersonInClub) -> Shape:
    return {"id": row.player_id, "name": row.name, "kind": row.kind.value if row.kind else None}


def club_of_player(row: ClubOfPlayer) -> Shape:
    return {
        "slug": row.slug,
        "club": row.club,
        "name": row.name,
        "kind": row.kind.value if row.kind else None,
    }


def season(row: Season) -> Shape:
    return {
        "id": row.pk,
        "club": row.club.slug,
        "slug": row.slug,
        "name": row.name,
        "starts_on": row.starts_on.isoformat(),
        "ends_on": row.ends_on.isoformat(),
        "state": row.state,
        "counting": row.counting,
        "counting_n": row.counting_n,
        "counting_unit": row.counting_unit,
        "min_matches": row.min_matches,
        "scheme": row.scheme,
        "chain": list(row.chain),
    }


def event(row: Event) -> Shape:
    return {
        "id": row.pk,
        "club": row.club.slug,
        "season": row.season_id,
        "slug": row.slug,
        "kind": row.kind,
        "name": row.name,
        "place": row.place,
        "starts_at": moment(row.starts_at),
        "ends_at": moment(row.ends_at),
        "time_zone": row.time_zone or row.club.time_zone,
        "state": row.state,
        "confirmation": row.confirmation,
        "capacity": row.capacity,
        "offer_hours": row.offer_hours,
        "last_entry_round": row.last_entry_round,
        "by_name": row.by_name,
        "needs_code": row.needs_code,
        "asks_email": row.asks_email,
        "fee": row.fee,
        "rank_guests": row.rank_guests,
        "is_announced": row.is_announced,
        "version": row.version,
    }


def stage(row: Stage) -> Shape:
    return {
        "id": row.pk,
        "number": row.number,
        "kind": row.kind,
        "name": row.name,
        "mode": row.mode,
        "method": row.method,
        "scheme": row.scheme,
        "chain": list(row.chain),
        "game": row.ruleset.club_game.title,
        "ruleset": row.ruleset_id,
    }


def stage_settings(row: Stage) -> Shape:
    """What a stage says about points, rank, seating and play, with what is usual said too."""
    told = scoring_from_json(row.scoring)
    requested = told.requested_bye
    return {
        "id": row.pk,
        "event": row.event_id,
        "number": row.number,
        "kind": row.kind,
        "name": row.name,
        "version": row.version,
        "scheme": row.scheme,
        "chain": list(row.chain),
        **{name: getattr(row, name) or {"kind": "zero"} for name in ("bye", "late", "no_show")},
        "requested_bye": None if requested is None else value_to_json(requested),
        "absent": value_to_json(told.absent),
        "sits_out": value_to_json(told.sits_out),
        "bye_limit": told.bye_limit,
        "guests_hold_places": told.guests_hold_places,
        "filler_points": _exact(told.filler_points),
        "shared_win": told.shared_win,
        "dropped": told.dropped,
        "cooperative_won": _exact(told.cooperative_won),
        "cooperative_lost": _exact(told.cooperative_lost),
        "side_points": told.side_points,
        "full_size": told.full_size,
        "opponents_floor": exact_text(told.opponents_floor),
        "weight": exact_text(told.weight),
        "carry": exact_text(told.carry),
        "level_by_earlier": told.level_by_earlier,
        "source_season": row.source_season_id,
        "auto_publish": row.auto_publish,
        **{name: getattr(row, name) for name in (*IN_BROWSER, *SEATING)},
        "seating": _preferences(row),
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else exact_text(value)


def _preferences(row: Stage) -> Shape:
    """How the stage seats; what is not set is said as it is usual."""
    told = seating_fields.preferences_of(row)
    return {
        **{part.name: getattr(told, part.name) for part in fields(told)},
        "weights": {str(size): price for size, price in told.weights},
        "rooms": {name: list(tables) for name, tables in told.rooms},
        "step_free": list(told.step_free),
    }


def season_settings(row: Season) -> Shape:
    """A season with everything that can be said about how it counts."""
    return {
        **season(row),
        "version": row.version,
        "counting_more": dict(row.counting_more),
        "periods": dict(row.periods),
        "rank_guests": row.rank_guests,
        "ruleset": row.ruleset_id,
        "auto_publish": row.auto_publish,
    }


def shift(one: Shift) -> Shape:
    """Somebody whose rank would change."""
    return {"player": one.player_id, "name": one.name, "before": one.before, "after": one.after}


def remark(one: LeagueError) -> Shape:
    """Something worth knowing about an input that is accepted."""
    return {
        "code": one.code,
        "path": one.field.split(".") if one.field else [],
        "level": "warning",
        "message": sentence(one),
    }


def entry(row: EntryRow) -> Shape:
    return {
        "id": row.entry_id,
        "event": row.event_id,
        "player": row.player_id,
        "name": row.name,
        "state": row.state.value,
        "is_guest": row.is_guest,
        "is_filler": row.is_filler,
        "is_present": row.is_present,
        "wants_bye": row.wants_bye,
        "joined_round": row.joined_round,
        "dropped_round": row.dropped_round,
        "queue_number": row.turn,
        "offered_until": moment(row.offered_until),
        "fee_paid": row.fee_paid,
        "held_until": moment(row.held_until),
        "email": row.email,
    }


def round_(row: Round) -> Shape:
    return {
        "id": row.pk,
        "event": row.stage.event_id,
        "stage": row.stage_id,
        "number": row.number,
        "is_rolling": row.is_rolling,
        "state": row.state,
        "is_withheld": row.is_withheld,
        "published_at": moment(row.published_at),
        "closed_at": moment(row.closed_at),
    }


def round_with_tables(
    row: Round, seating_id: int | None, tables: Iterable[TableRow], without: Iterable[Unseated]
) -> Shape:
    return {
        **round_(row),
        "seating": seating_id,
        "tables": [table(one) for one in tables],
        "without_table": [unseated(one) for one in without],
    }


def table(row: TableRow) -> Shape:
    return {
        "id": row.table_id,
        "number": row.number,
        "round": row.round_number,
        "round_id": row.round_id,
        "round_number": row.round_number,
        "game": row.game,
        "state": row.state,
        "version": row.version,
        "record": row.record_id,
        "plays_here": row.plays_here,
        "play": table_plays.shape(row.play),
        "seats": [seat(one) for one in row.seats],
    }


def one_table(found: Table, row: TableRow) -> Shape:
    stage = found.seating.round.stage
    return {
        **table(row),
        "event": stage.event_id,
        "stage": stage.pk,
        "seating": found.seating_id,
        "ruleset": found.ruleset_id,
        "played_at": moment(found.played_at),
    }


def seat(row: SeatRow) -> Shape:
    return {
        "position": row.position,
        "entry": row.entry_id,
        "player": row.player_id,
        "name": row.name,
        "is_filler": row.is_filler,
        "place": row.place if row.is_won is None else None,
        "is_won": row.is_won,
        "points": exact(row.points),
        "side": row.side,
    }


def unseated(row: Unseated) -> Shape:
    return {
        "entry": row.entry_id,
        "player": row.player_id,
        "name": row.name,
        "is_filler": row.is_filler,
        "state": row.state.value,
    }


def seating(
    row: Seating,
    tables: Iterable[PlannedTable],
    without: Iterable[Unseated],
    notes: Iterable[JSON],
    explanation: Mapping[str, Any],  # JSON as it is stored
) -> Shape:
    return {
        "id": row.pk,
        "round": row.round_id,
        "round_number": row.round.number,
        "stage": row.round.stage_id,
        "event": row.round.stage.event_id,
        "number": row.number,
        "draw": row.number,
        "state": row.state,
        "method": row.method,
        "seed": row.seed,
        "version": row.version,
        "tables": [
            {
                "id": one.table_id,
                "number": one.number,
                "game": one.game,
                "ruleset": one.ruleset_id,
                "is_locked": one.is_locked,
                "seats": [
                    {
                        "position": place.position,
                        "entry": place.entry_id,
                        "player": place.player_id,
                        "name": place.name,
                        "is_filler": place.is_filler,
                        "is_locked": place.is_locked,
                    }
                    for place in one.seats
                ],
            }
            for one in tables
        ],
        "without_table": [unseated(one) for one in without],
        "penalties": list(notes),
        "remarks": seating_plans.remark_sentences(explanation),
        "costs": [
            {"criterion": name, "name": words, "cost": cost}
            for name, words, cost in seating_plans.costs_named(explanation)
        ],
        "repeats": int(explanation.get("repeats", 0)),
        "repeat_cost": seating_plans.repeat_costs(explanation)[0],
        "lower_bound": int(explanation.get("lower_bound", 0)),
        "least_cost": seating_plans.repeat_costs(explanation)[1],
        "stopped_by": str(explanation.get("stopped_by", "")),
    }


def record(row: VersionRow, table_id: int) -> Shape:
    return {
        "id": row.record_id,
        "table": table_id,
        "version": row.version,
        "state": row.state.value,
        "reported_by": row.author,
        "reported_at": moment(row.reported_at),
        "confirmed_by": row.confirmers,
        "confirmed_at": moment(row.confirmed_at),
        "disputed_by": row.disputer,
        "dispute_reason": row.dispute_reason,
        "reason": row.reason,
        "closed_by": row.closed_by,
        "closed_at": moment(row.closed_at),
        "closed_reason": row.closed_reason,
        "sheet": row.sheet,
        "outcome": {"sides": None, **row.outcome},
        "issues": [_issue(one) for one in row.issues],
        "seats": [seat(one) for one in row.rows],
    }


def _issue(stored: Mapping[str, JSON]) -> Shape:
    found = sheets.issue_of(stored)
    return {
        "code": found.code,
        "path": list(found.path),
        "level": found.level.value,
        "message": sheets.sentence(found),
    }


def token(row: ApiToken) -> Shape:
    return {
        "id": row.pk,
        "kind": row.kind,
        "name": row.name,
        "scopes": list(row.scopes),
        "event": row.event_id,
        "created_at": moment(row.created_at),
        "last_used_on": row.last_used_on.isoformat() if row.last_used_on else None,
        "expires_at": moment(row.expires_at),
    }
