"""Importing played matches into a season: looked at first, then stored as a whole or not at all.

Each day becomes one evening with one rolling round. The same match is recognised by season,
game, day and number, so that importing a file again, or a longer one, adds what is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInputs
from league.journal import lock_season
from league.models import Event, MatchRecord, Season
from league.services.records.result_games import USUAL_MAX_SEATS
from league.services.records.result_plan import ImportResult, Plan, Preview, key_prefix

if TYPE_CHECKING:
    from league.core.actors import Actor


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
) -> Preview:
    """What importing ``data`` would do; writes nothing.

    Args:
        game: title of a game of the club, for matches of which the file names none; a
            new one is put on the shelf.
        max_seats: matches with more players are named by line.
        skip_larger: loads the rest without them.
        create_players: makes guests of the club of names that nobody bears.
        encoding, delimiter, columns: as ``csv_reading`` has them; guessed when empty.

    Raises:
        BadInput: for a file that cannot be read at all, or a wrong game or size.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    plan = Plan(by, season, game, max_seats, skip_larger, create_players)
    return plan.read(data, encoding, delimiter, columns)


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
) -> ImportResult:
    """Imports ``data`` as ``preview`` shows it, all or nothing.

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
        found = plan.read(data, encoding, delimiter, columns)
        if found.bad and not (skip_bad and found.new):
            raise BadInputs([one.error for one in found.bad])
        return plan.store(found)


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
