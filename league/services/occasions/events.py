"""Occasions: evenings and tournaments are made, copied, changed and taken through their states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from league import permissions
from league.core.actions import Action
from league.core.enums import (
    AsksEmail,
    Confirmation,
    EventKind,
    EventState,
    RecordState,
    SeatingState,
)
from league.core.errors import BadInput, Conflict, Refused
from league.core.facts import Fact
from league.journal import append, lock_club, lock_event, lock_season
from league.models import Club, Event, Ruleset, Season, Stage, Table
from league.queries.evening import entries
from league.services.changes import applied, filled
from league.services.evening import waiting_list
from league.services.occasions import stages
from league.services.occasions.stages import StageFields
from league.services.standings import standings
from league.times import days, wall_time
from league.words import dated_names, names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor

LONGEST_NAME, LONGEST_PLACE, LONGEST_NOTES, LONGEST_FEE = 120, 200, 4000, 80
MOST_PEOPLE = 2000
MOST_HOURS = 24 * 14  # an offer of a place
MOST_WEEKS = 60
_ADDRESS_ATTEMPTS = 3
LONGEST_EVENT = timedelta(days=31)

# The life cycle, with a way back from every step.
STEPS: Final[Mapping[EventState, frozenset[EventState]]] = {
    EventState.PLANNED: frozenset({EventState.OPEN, EventState.RUNNING, EventState.CANCELLED}),
    EventState.OPEN: frozenset({EventState.PLANNED, EventState.RUNNING, EventState.CANCELLED}),
    EventState.RUNNING: frozenset(
        {EventState.PLANNED, EventState.OPEN, EventState.FINISHED, EventState.CANCELLED}
    ),
    EventState.FINISHED: frozenset({EventState.RUNNING}),
    EventState.CANCELLED: frozenset({EventState.PLANNED, EventState.OPEN, EventState.RUNNING}),
}
# What standings show or rest on, of the event's stages and of its season.
_IN_STAGES = frozenset({"rank_guests", "is_announced"})
_IN_SEASON = frozenset({"name", "starts_at", "season", "rank_guests", "time_zone", "is_announced"})


class EventFields(TypedDict, total=False):
    """What can be said about an event; whatever is left out keeps its value."""

    name: str
    starts_at: datetime
    ends_at: datetime | None
    time_zone: str
    place: str
    notes: str
    season: Season | None
    kind: EventKind
    confirmation: Confirmation
    capacity: int | None
    offer_hours: int | None
    last_entry_round: int | None
    by_name: bool
    needs_code: bool
    asks_email: AsksEmail
    fee: str
    rank_guests: bool
    is_announced: bool


@transaction.atomic
def create(
    *,
    by: Actor,
    club: Club,
    stage: StageFields | None = None,
    state: EventState = EventState.PLANNED,
    **fields: Unpack[EventFields],
) -> Event:
    """A new event with one stage.

    Args:
        stage: settings of the stage; what is left out comes from the season, else from the
            club's newest ruleset and the usual defaults.
    """
    season = fields.get("season")
    permissions.require(by, Action.CREATE_EVENT, season or club)
    if season is not None and season.club_id != club.pk:
        raise BadInput("season_of_other_club", field="season")
    for needed in ("name", "starts_at"):
        if needed not in fields:
            raise BadInput("value_missing", field=needed)
    club = lock_club(club.pk)
    if season is not None:
        season = fields["season"] = lock_season(season)
    row = Event(club=club, state=state)
    filled(row, _read(club, fields))
    _check(row)
    _save_under_a_free_address(row)
    append(
        Fact.EVENT_CREATED,
        by=by,
        event=row,
        payload={"event": row.pk, "name": row.name, "slug": row.slug},
        stale_seasons=[season.pk] if season else [],
    )
    stages.add(by=by, event=row, fields=stage or {})
    return row


@transaction.atomic
def change(
    *, by: Actor, event: Event, expected_version: int, **fields: Unpack[EventFields]
) -> Event:
    """Changes an event; its address stays. Raises Conflict when somebody saved meanwhile.

    With more places those who wait move up.
    """
    row = _changed(by=by, event=event, expected_version=expected_version, fields=fields)
    waiting_list.move_up(by, row)
    return row


def _changed(*, by: Actor, event: Event, expected_version: int, fields: EventFields) -> Event:
    permissions.require(by, Action.MANAGE_EVENT, event)
    row = lock_event(event.pk)
    if row.version != expected_version:
        raise Conflict("changed_meanwhile", version=row.version)
    season = fields.get("season")
    if season is not None and season.pk != row.season_id:
        if season.club_id != row.club_id:
            raise BadInput("season_of_other_club", field="season")
        permissions.require(by, Action.CREATE_EVENT, season)
        fields = {**fields, "season": lock_season(season)}
    seasons = [row.season_id]
    changed = applied(row, _read(row.club, fields))
    if not changed:
        return row
    _check(row)
    row.version += 1
    row.save(update_fields=[*changed, "version"])
    seasons.append(row.season_id)
    append(
        Fact.EVENT_CHANGED,
        by=by,
        event=row,
        payload={"event": row.pk, "changed": changed},
        stale_stages=_stage_ids(row) if changed.keys() & _IN_STAGES else [],
        stale_seasons=[pk for pk in seasons if pk] if changed.keys() & _IN_SEASON else [],
    )
    if "is_announced" in changed and not row.is_announced and row.season is not None:
        finals = Stage.objects.filter(source_season=row.season).order_by("pk")
        standings.take_out([row.season, *finals])
    return row


def announce(*, by: Actor, event: Event, is_announced: bool = True) -> Event:
    """Lets everybody know of an event whom its club lets, or takes that back."""
    with transaction.atomic():
        permissions.require(by, Action.MANAGE_EVENT, event)
        row = lock_event(event.pk)
        fields: EventFields = {"is_announced": is_announced}
        return _changed(by=by, event=row, expected_version=row.version, fields=fields)


@transaction.atomic
def make_room(*, by: Actor, event: Event) -> Event:
    """Raises the number of places by one where all are taken; else changes nothing.

    The place is for whom the desk makes it: the waiting list does not move.
    """
    permissions.require(by, Action.MANAGE_EVENT, event)
    row = lock_event(event.pk)
    held = entries.places_held(row)
    if row.capacity is None or row.capacity > held:
        return row
    more: EventFields = {"capacity": held + 1}
    return _changed(by=by, event=row, expected_version=row.version, fields=more)


@transaction.atomic
def copy(
    *,
    by: Actor,
    event: Event,
    starts_at: datetime,
    season: Season | Literal["same"] | None = "same",
    name: str = "",
    ruleset: Ruleset | None = None,
) -> Event:
    """The same occasion at another time: everything but people, rounds and results.

    Left out, its name is that of the original; a day that this says is that of the copy.

    Its length on the clock of the room is kept, also across a clock change.

    Args:
        season: the season of the copy, None for none; left out, it is that of the original.
        ruleset: what its first stage plays instead.
    """
    zone = wall_time.zone_of(event)
    starts_at, ends_at = wall_time.moved(event.starts_at, event.ends_at, starts_at, zone)
    originals = list(event.stages.order_by("number"))
    was, now = (wall_time.day_of(at, zone) for at in (event.starts_at, starts_at))
    first = stages.settings_of(originals[0]) if originals else {}
    if ruleset is not None:
        first |= {"ruleset": ruleset}
        first["rulesets"] = [row for row in first.get("rulesets", ()) if row != ruleset]
    made = create(
        by=by,
        club=event.club,
        season=event.season if season == "same" else season,
        kind=EventKind(event.kind),
        name=name or dated_names.moved(event.name, was, now),
        place=event.place,
        notes=event.notes,
        starts_at=starts_at,
        ends_at=ends_at,
        time_zone=event.time_zone,
        confirmation=Confirmation(event.confirmation),
        capacity=event.capacity,
        offer_hours=event.offer_hours,
        last_entry_round=event.last_entry_round,
        by_name=event.by_name,
        needs_code=event.needs_code,
        asks_email=AsksEmail(event.asks_email),
        fee=event.fee,
        rank_guests=event.rank_guests,
        is_announced=event.is_announced,
        stage=first,
    )
    for stage in originals[1:]:
        stages.add(by=by, event=made, fields=stages.settings_of(stage))
    return made


@transaction.atomic
def series(
    *, by: Actor, event: Event, weeks: int | None = None, dates: Iterable[date] = ()
) -> tuple[Event, ...]:
    """Copies of ``event`` on further days, always at the same time of the room's clock.

    A day that already has this event (same name, same time) is left alone, so asking twice
    makes nothing twice. All copies are made, or none.

    Args:
        weeks: how many further weeks, one copy each; or name the ``dates``.
    """
    permissions.require(by, Action.CREATE_EVENT, event.season or event.club)
    if weeks is not None and not 1 <= weeks <= MOST_WEEKS:
        raise BadInput("weeks_out_of_range", field="weeks", low=1, high=MOST_WEEKS)
    zone = wall_time.zone_of(event)
    first = wall_time.wall(event.starts_at, zone)
    days = sorted(set(dates)) or [
        first.date() + timedelta(weeks=count) for count in range(1, (weeks or 0) + 1)
    ]
    if len(days) > MOST_WEEKS:
        raise BadInput("weeks_out_of_range", field="dates", low=1, high=MOST_WEEKS)
    made: list[Event] = []
    for day in days:
        starts_at = wall_time.moment(datetime.combine(day, first.time()), zone)
        name = dated_names.moved(event.name, first.date(), day)
        same = Event.objects.filter(club=event.club, name=name, starts_at=starts_at)
        if same.filter(removed_at__isnull=True).exists():
            continue
        made.append(copy(by=by, event=event, starts_at=starts_at))
    return tuple(made)


@transaction.atomic
def set_state(
    *,
    by: Actor,
    event: Event,
    state: EventState,
    accept_open_tables: bool = False,
    remembered: Mapping[str, JSON] | None = None,
) -> Event:
    """Takes the event one step of its life cycle on, or back.

    Finishing is refused while tables have no confirmed result, naming them, unless the
    organizer accepts them as they are; they get no result by that. ``remembered`` is
    what else the journal is to know of the step, so that it can be taken back.
    """
    permissions.require(by, Action.MANAGE_EVENT, event)
    row = lock_event(event.pk)
    old = EventState(row.state)
    if state == old:
        return row
    if state not in STEPS[old]:
        raise Refused("event_step", old=old.value, new=state.value)
    left = open_tables(row) if state == EventState.FINISHED else ()
    if left and not accept_open_tables:
        told = ", ".join(f"{table.seating.round.number}/{table.number}" for table in left)
        raise Refused("open_tables", count=len(left), tables=told)
    row.state = state
    row.version += 1
    row.save(update_fields=["state", "version"])
    counts_again = EventState.CANCELLED in {old, state}
    append(
        Fact.EVENT_STATE_CHANGED,
        by=by,
        event=row,
        payload={
            "event": row.pk,
            "old": old.value,
            "new": state.value,
            "open_tables": [table.pk for table in left],
            **(remembered or {}),
        },
        stale_stages=_stage_ids(row) if counts_again else [],
        stale_seasons=[row.season_id] if counts_again and row.season_id else [],
    )
    return row


def open_tables(event: Event) -> tuple[Table, ...]:
    """Published tables that have neither a confirmed result nor a voided one."""
    tables = Table.objects.filter(
        seating__round__stage__event=event, seating__state=SeatingState.PUBLISHED
    ).select_related("seating__round__stage")
    settled = tables.filter(records__state__in=[RecordState.CONFIRMED, RecordState.VOIDED]).exclude(
        records__state__in=[RecordState.REPORTED, RecordState.DISPUTED]
    )
    return tuple(
        tables.exclude(pk__in=settled.values("pk")).order_by(
            "seating__round__stage__number", "seating__round__number", "number"
        )
    )


def free_slug(name: str, day: date) -> str:
    """A readable address such as ``tuesday-2026-11-03`` that no other event has."""
    words = slugify(names.fold(name).replace("/", "-"))[:60].strip("-") or "event"
    wanted = words if words.endswith(day.isoformat()) else f"{words}-{day.isoformat()}"
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    slug, count = wanted, 1
    while slug in taken:
        count += 1
        slug = f"{wanted}-{count}"
    return slug


def _save_under_a_free_address(row: Event) -> None:
    """Another club may take the same address at the same moment: then the next one is tried."""
    day = wall_time.day_of(row.starts_at, wall_time.zone_of(row))
    for attempt in range(1, _ADDRESS_ATTEMPTS + 1):
        row.slug = free_slug(row.name, day)
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError:
            if attempt == _ADDRESS_ATTEMPTS:
                raise
        else:
            return


def _stage_ids(event: Event) -> Sequence[int]:
    return list(event.stages.values_list("pk", flat=True))


def _read(club: Club, fields: EventFields) -> dict[str, object]:
    """The fields as they are stored, each one checked by itself."""
    read: dict[str, object] = dict(fields)
    if "name" in fields:
        read["name"] = _line(fields["name"], field="name", limit=LONGEST_NAME)
        if not read["name"]:
            raise BadInput("name_missing", field="name")
    if "place" in fields:
        read["place"] = _line(fields["place"], field="place", limit=LONGEST_PLACE)
    if "fee" in fields:
        read["fee"] = _line(fields["fee"], field="fee", limit=LONGEST_FEE)
    if "notes" in fields:
        notes = "\n".join(names.clean(line) for line in fields["notes"].splitlines()).strip()
        if len(notes) > LONGEST_NOTES:
            raise BadInput("too_long", field="notes", most=LONGEST_NOTES)
        read["notes"] = notes
    zone = fields.get("time_zone", "")
    if zone and not wall_time.is_zone(zone):
        raise BadInput("bad_time_zone", field="time_zone", value=zone[:64])
    if zone and zone == club.time_zone:
        read["time_zone"] = ""
    most = {"capacity": MOST_PEOPLE, "last_entry_round": MOST_PEOPLE, "offer_hours": MOST_HOURS}
    for name, high in most.items():
        value = read.get(name)
        if isinstance(value, int) and not 1 <= value <= high:
            raise BadInput("number_out_of_range", field=name, low=1, high=high)
    return read


def _line(text: str, *, field: str, limit: int) -> str:
    cleaned = names.clean(text)
    if len(cleaned) > limit:
        raise BadInput("too_long", field=field, most=limit)
    return cleaned


def _check(row: Event) -> None:
    """What must hold between the fields of one event and its season."""
    days.require("starts_at", row.starts_at)
    days.require("ends_at", row.ends_at)
    if row.ends_at is not None:
        if row.ends_at < row.starts_at:
            raise BadInput("event_ends_before_start", field="ends_at")
        if row.ends_at - row.starts_at > LONGEST_EVENT:
            raise BadInput("event_too_long", field="ends_at", days=LONGEST_EVENT.days)
    season = row.season
    if season is None:
        return
    first, end = wall_time.season_span(season)
    if not first <= row.starts_at < end:
        zone: ZoneInfo = wall_time.zone_of(season)
        raise BadInput(
            "event_outside_season",
            field="season",
            day=wall_time.day_of(row.starts_at, zone).isoformat(),
            season=season.name,
            first=season.starts_on.isoformat(),
            last=season.ends_on.isoformat(),
        )
