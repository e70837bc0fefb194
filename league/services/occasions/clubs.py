"""Clubs: founding and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict, Unpack

from django.conf import settings
from django.db import transaction

from league import journal, permissions
from league.core import colours
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, NameLevel, Role, Visibility
from league.core.errors import BadInput, BadInputs, Conflict, LeagueError
from league.core.facts import Fact
from league.lists import person
from league.models import Account, Club, Season, Stage
from league.queries.people import account_actors
from league.services.office import rules
from league.services.people import access
from league.times import wall_time
from league.words import names

NAME_MOST, DESCRIPTION_MOST, SLUG_MOST = 120, 4000, 60
ADDRESS_MOST, CONTACT_MOST, JOINING_MOST = 200, 400, 2000
IMPRINT_MOST, PRIVACY_MOST = 8000, 16_000
# What is written about a club, how each is read, and how long it may be.
_TEXTS: tuple[tuple[str, Callable[[str, str, int], str], int], ...] = (
    ("description", person.prose, DESCRIPTION_MOST),
    ("address", person.text, ADDRESS_MOST),
    ("contact", person.text, CONTACT_MOST),
    ("joining", person.prose, JOINING_MOST),
    ("imprint", person.prose, IMPRINT_MOST),
    ("privacy", person.prose, PRIVACY_MOST),
)
# Words that stand where a club's address would.
_TAKEN_SLUGS = frozenset({"new"})


class Settings(TypedDict, total=False):
    """What can be set of a club besides its name."""

    description: str
    accent: str
    address: str
    contact: str
    joining: str
    imprint: str
    privacy: str
    time_zone: str
    language: str
    visibility: str
    name_level: str
    rates_casual: bool
    free_talk: bool


class NewClub(Settings):
    """What founds a club: a name at least."""

    name: str


class Changes(Settings, total=False):
    """What can be changed of a club."""

    name: str


def create(*, by: Actor, **fields: Unpack[NewClub]) -> Club:
    """Founds a club, with the games of the catalogue on its shelf; its address stays.

    The person who founds it is its first admin, so that it is among their own clubs.
    """
    permissions.require(by, Action.CREATE_CLUB, None)
    with transaction.atomic():
        club = Club(seq=0)
        _fill(club, fields)
        club.slug = _free_slug(club.name)
        found(by, club)
        rules.stock(by=by, club=club)
    club.refresh_from_db()
    return club


def found(by: Actor, club: Club) -> None:
    """Stores a new club with its first line and its first admin."""
    club.save()
    journal.append(Fact.CLUB_CREATED, by=by, club=club, payload={"name": club.name})
    if by.kind in {ActorKind.PERSON, ActorKind.TOKEN} and by.account_id is not None:
        founder = Account.objects.get(pk=by.account_id)
        # A token never gives roles; this one is its owner's, who may found clubs.
        giver = account_actors.person(founder)
        access.grant(by=giver, account=founder, role=Role.CLUB_ADMIN, scope=club)


def change(*, by: Actor, club: Club, expected_version: int, **fields: Unpack[Changes]) -> Club:
    """Changes the settings of a club; its address stays.

    Raises:
        Conflict: ``changed_meanwhile`` when somebody saved since ``expected_version``.
        BadInputs: every fault, each with its field.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    with transaction.atomic():
        row = journal.lock_club(club.pk)
        if row.version != expected_version:
            raise Conflict("changed_meanwhile")
        before: dict[str, object] = dict(_data(row))
        _fill(row, fields)
        changed = sorted(key for key, value in _data(row).items() if before[key] != value)
        if not changed:
            return row
        row.version += 1
        row.save(update_fields=[*changed, "search_key", "sort_key", "version"])
        # Names, the word for a hidden one, and which day a match belongs to.
        in_standings = bool({"name_level", "language", "time_zone"} & set(changed))
        journal.append(
            Fact.CLUB_CHANGED,
            by=by,
            club=row,
            payload={"fields": list(changed)},
            stale_stages=_ids(row, Stage) if in_standings else (),
            stale_seasons=_ids(row, Season) if in_standings else (),
        )
    row.refresh_from_db()
    return row


@transaction.atomic
def renew_door(*, by: Actor, club: Club) -> Club:
    """Gives the club's door a new code: the one before opens nothing any more."""
    permissions.require(by, Action.INVITE, club)
    row = journal.lock_club(club.pk)
    row.door_number += 1
    row.version += 1
    row.save(update_fields=["door_number", "version"])
    journal.append(Fact.CLUB_CHANGED, by=by, club=row, payload={"fields": ["door_number"]})
    return row


def _ids(club: Club, of: type[Stage] | type[Season]) -> list[int]:
    if of is Stage:
        return list(Stage.objects.filter(event__club=club).values_list("pk", flat=True))
    return list(Season.objects.filter(club=club).values_list("pk", flat=True))


def _fill(club: Club, fields: Changes | NewClub) -> None:
    """Puts checked fields into the row; refuses with every fault at once."""
    faults: list[LeagueError] = []
    given: dict[str, object] = dict(fields)
    try:
        if "name" in fields:
            club.name = person.text(fields["name"], "name", NAME_MOST)
            club.search_key = club.sort_key = names.fold(club.name)[:160]
            if not club.name:
                faults.append(BadInput("name_missing", field="name"))
    except BadInput as fault:
        faults.append(fault)
    faults += _fill_texts(club, given)
    if "time_zone" in fields:
        club.time_zone = fields["time_zone"].strip()
        if not wall_time.is_zone(club.time_zone):
            value = names.clean(club.time_zone)[:64]
            faults.append(BadInput("bad_time_zone", field="time_zone", value=value))
    for setting in ("rates_casual", "free_talk"):
        if setting in given:
            setattr(club, setting, bool(given[setting]))
    for field, choices in (
        ("language", [code for code, _ in settings.LANGUAGES]),
        ("visibility", Visibility.values),
        ("name_level", NameLevel.values),
    ):
        if field in given:
            value = str(given[field])
            if value in choices:
                setattr(club, field, value)
            else:
                shown = names.clean(value)[:40]
                faults.append(BadInput("bad_choice", field=field, value=shown))
    if faults:
        raise BadInputs(faults)


def _fill_texts(club: Club, given: Mapping[str, object]) -> list[BadInput]:
    """Puts what is written about the club, and its colour, into the row; returns the faults."""
    faults: list[BadInput] = []
    for field, read, most in (*_TEXTS, ("accent", _accent, 7)):
        if field in given:
            try:
                setattr(club, field, read(str(given[field]), field, most))
            except BadInput as fault:
                faults.append(fault)
    return faults


def _accent(written: str, field: str, most: int) -> str:
    """A colour that can be read as text on the pages of both themes; empty: the usual one."""
    if not written.strip():
        return ""
    colour = colours.read(written)
    if colour is None:
        raise BadInput("accent_unreadable", field=field, value=names.clean(written)[: most + 9])
    if not colours.is_readable(colour):
        better = colours.nearest(colour)
        raise BadInput("accent_too_light", field=field, value=colour, better=better)
    return colour


def _free_slug(name: str) -> str:
    for slug in person.slugs(name, SLUG_MOST, fallback="club"):
        if slug not in _TAKEN_SLUGS and not Club.objects.filter(slug=slug).exists():
            return slug
    raise AssertionError("slugs do not end")


def _data(club: Club) -> Changes:
    return {
        "name": club.name,
        "description": club.description,
        "accent": club.accent,
        "address": club.address,
        "contact": club.contact,
        "joining": club.joining,
        "imprint": club.imprint,
        "privacy": club.privacy,
        "time_zone": club.time_zone,
        "language": club.language,
        "visibility": club.visibility,
        "name_level": club.name_level,
        "rates_casual": club.rates_casual,
        "free_talk": club.free_talk,
    }
