"""Importing played matches into a season: looked at first, then stored as a whole or not at all.

Each day becomes one evening with one rolling round. The same match is recognised by season,
game, day and number, so that importing a file again, or a longer one, adds what is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.journal import lock_season
from league.lists import csv_reading, match_list, round_list
from league.models import Event, MatchRecord, Season
from league.queries import known_columns as remembered
from league.services import known_columns
from league.services.records.result_games import USUAL_MAX_SEATS
from league.services.records.result_plan import ImportResult, Plan, Preview, key_prefix

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club


def preview(
    *,
    by: Actor,
    season: Season,
    data: bytes,
    game: str = "",
    max_seats: int = USUAL_MAX_SEATS,
    skip_larger: bool = False,
    create_players: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    columns: Mapping[str, int | None] | None = None,
    headings: Mapping[str, str] | None = None,
) -> Preview:
    """What importing ``data`` would do; writes nothing.

    Args:
        game: title of a game of the club, for matches of which the file names none; a
            new one is put on the shelf.
        max_seats: matches with more players are named by line.
        skip_larger: loads the rest without them.
        create_players: makes guests of the club of names that nobody bears.
        encoding, delimiter, columns: as ``csv_reading`` has them; guessed when empty, the columns
            by their headings, by what the club has said of headings, and by ``headings``: which
            one holds which field.

    Raises:
        BadInput: for a file that cannot be read at all, or a wrong game or size;
            ``unknown_choice``: ``headings`` names something else than the file does.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    plan = Plan(by, season, game, max_seats, skip_larger, create_players)
    table = match_list.table_of(data, encoding, delimiter)
    if columns is None:
        columns = _proposed(season.club, table, headings)
    return plan.read(table, columns)


def run(
    *,
    by: Actor,
    season: Season,
    data: bytes,
    game: str = "",
    max_seats: int = USUAL_MAX_SEATS,
    skip_larger: bool = False,
    skip_bad: bool = False,
    create_players: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    columns: Mapping[str, int | None] | None = None,
    headings: Mapping[str, str] | None = None,
) -> ImportResult:
    """Imports ``data`` as ``preview`` shows it, all or nothing; the club remembers its columns.

    Args:
        skip_bad: stores the good matches; one with a bad line is left out as a whole.

    Raises:
        BadInput: for a file that cannot be read at all, or a wrong game or size.
        BadInputs: one error per bad line, each with ``line`` among its parameters.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    with transaction.atomic():
        hold(season)
        plan = Plan(by, season, game, max_seats, skip_larger, create_players)
        table = match_list.table_of(data, encoding, delimiter)
        if columns is None:
            columns = _proposed(season.club, table, headings)
        found = plan.read(table, columns)
        if found.bad and not (skip_bad and found.new):
            raise BadInputs([one.error for one in found.bad])
        done = plan.store(found)
        if done.matches:
            known_columns.remember(
                season.club,
                remembered.RESULTS,
                header=found.header,
                columns=found.columns,
                usual=_usual(table),
            )
        return done


def _proposed(
    club: Club, table: csv_reading.Table, headings: Mapping[str, str] | None
) -> Mapping[str, int | None] | None:
    """The columns by what is said of their headings; None where they speak for themselves."""
    said = known_columns.said(headings or {}, table.header.cells, match_list.ALIASES)
    known = {**remembered.of(club, remembered.RESULTS), **said}
    if known.keys().isdisjoint(map(csv_reading.plain, table.header.cells)):
        return None
    with suppress(BadInput):  # two that are headed alike: told when it is read
        return dict(match_list.columns_of(table, known))
    return None


def _usual(table: csv_reading.Table) -> Mapping[str, int]:
    with suppress(BadInput):  # which of two that are headed alike it is had to be said
        if round_list.has_rounds(table):
            return round_list.columns_of(table, None)
        return match_list.columns_of(table)
    return {}


def hold(season: Season) -> None:
    """Locks the evenings of earlier imports, which may grow, then the club and the season.

    Who reports a result locks in the same order. Where another import has made an evening
    meanwhile, everything is let go and taken anew.
    """
    while True:
        with transaction.atomic():
            held = list(_imported(season).select_for_update(of=("self",)))
            lock_season(season)
            if set(_imported(season)) <= set(held):
                return
            transaction.set_rollback(True)


def _imported(season: Season) -> QuerySet[Event]:
    """The evenings of the season that hold imported matches, in the order in which they are
    locked.
    """
    records = MatchRecord.objects.filter(
        version=1, reporter_key__startswith=key_prefix(season), stage__event=OuterRef("pk")
    )
    return Event.objects.filter(Exists(records)).order_by("pk")
