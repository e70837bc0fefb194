"""A season file that comes into a club that exists: looked at and decided first, then stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.journal import lock_club
from league.lists import season_file as files
from league.lists import season_references
from league.models import Club, Season, SeasonImport
from league.services.occasions import _season_people as persons
from league.services.occasions import _season_rules as shelf
from league.services.occasions._season_into import RowsInto, check_events, compare
from league.services.occasions._season_people import NEW, PersonRow
from league.services.occasions._season_rules import RulesRow, SchemeRow
from league.services.occasions.season_files import Imported, believe, unfit

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.core.errors import LeagueError
    from league.lists.season_file import SeasonFile

__all__ = ["NEW", "PersonRow", "Preview", "RulesRow", "SchemeRow", "preview", "run"]


@dataclass(frozen=True, slots=True)
class Preview:
    """What importing the file would do; ``there`` is the season that it became before.

    ``faults`` have to be decided or mended first.
    """

    club: str
    season: str
    starts_on: date
    ends_on: date
    events: int
    matches: int
    people: tuple[PersonRow, ...]
    rulesets: tuple[RulesRow, ...]
    schemes: tuple[SchemeRow, ...]
    faults: tuple[LeagueError, ...]
    there: Season | None


def preview(
    *,
    by: Actor,
    club: Club,
    data: bytes,
    trust: str = "",
    people: Mapping[str, str] | None = None,
) -> Preview:
    """What importing the file into the club would do; writes nothing.

    Args:
        trust: the fingerprint of a key not known yet, to which the organizer says yes.
        people: who is who, by the number in the file: a number of the club's people, or ``new``.

    Raises:
        BadInput: at ``file``, with what is wrong about it; at ``people``, for a choice that
            cannot be.
    """
    _require(by, club)
    file = files.read(data)
    believe(by, file, trust, keep=False)
    with unfit():
        return _planned(by, club, file, people or {})


def run(
    *,
    by: Actor,
    club: Club,
    data: bytes,
    trust: str = "",
    people: Mapping[str, str] | None = None,
) -> Imported:
    """Imports the file into the club as ``preview`` shows it, all or nothing.

    A file that was taken in before is recognised, and nothing happens.

    Raises:
        BadInput: as ``preview``.
        BadInputs: for what has to be decided first.
    """
    _require(by, club)
    file = files.read(data)  # before anything is locked
    with unfit(), transaction.atomic():
        believe(by, file, trust)
        row = lock_club(club.pk)
        if (there := _taken_before(row, file)) is not None:
            return Imported(there, is_new=False)
        found = _planned(by, row, file, people or {})
        if found.faults:
            raise BadInputs(found.faults)
        rows = RowsInto(by, file.season, row, found.people)
        season = rows.store()
        SeasonImport.objects.create(season=season, digest=file.digest, key=file.key)
        compare(rows, file, found.people)
    return Imported(season, is_new=True)


def _require(by: Actor, club: Club) -> None:
    permissions.require(by, Action.MANAGE_SEASON, club)
    permissions.require(by, Action.MANAGE_PEOPLE, club)


def _planned(by: Actor, club: Club, file: SeasonFile, choices: Mapping[str, str]) -> Preview:
    season_references.check(file.season)
    told: files.Told = file.season
    own, there = told["season"], _taken_before(club, file)
    if there is None:
        check_events(club, told["events"])
    people = persons.rows(club, told, choices)
    rulesets = shelf.rulesets(club, told)
    faults = persons.faults(people)
    if not permissions.can(by, Action.MANAGE_CLUB, club):
        faults += [
            BadInput("season_file_rules", field="file", game=row.title, ruleset=row.name)
            for row in rulesets
            if row.ruleset is None
        ]
    stages = [stage for event in told["events"] for stage in event["stages"]]
    return Preview(
        club=str(told["club"]["name"]),
        season=str(own["name"]),
        starts_on=date.fromisoformat(own["starts_on"]),
        ends_on=date.fromisoformat(own["ends_on"]),
        events=len(told["events"]),
        matches=sum(len(one["tables"]) for stage in stages for one in stage["rounds"]),
        people=people,
        rulesets=rulesets,
        schemes=shelf.schemes(club, told),
        faults=() if there is not None else tuple(faults),
        there=there,
    )


def _taken_before(club: Club, file: SeasonFile) -> Season | None:
    """The season that the file became in this club.

    Raises:
        BadInput: where it was removed since: it comes back from the journal.
    """
    rows = SeasonImport.objects.filter(digest=file.digest, season__club=club)
    row = rows.select_related("season__club").first()
    if row is None:
        return None
    if row.season.removed_at is not None:
        raise BadInput("season_file_removed", field="file", season=row.season.name, club=club.name)
    return row.season
