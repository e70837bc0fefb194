"""Importing a file of BG Stats into a season: looked at first, then stored as a whole.

Each day becomes one evening with one rolling round, as with lists of results. People and plays
are remembered by the app's own ids, so that importing a file again, or a later one, adds what is
new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInputs
from league.lists import bg_stats_file
from league.services.records import import_results
from league.services.records._bg_stats_people import NEW, OUT, PersonRow
from league.services.records._bg_stats_plan import Choices, GameRow, Plan, Preview, Reason
from league.services.records.result_plan import ImportResult

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Season

__all__ = [
    "NEW",
    "OUT",
    "Choices",
    "GameRow",
    "PersonRow",
    "Preview",
    "Reason",
    "preview",
    "run",
]


def preview(*, by: Actor, season: Season, data: bytes, choices: Choices | None = None) -> Preview:
    """What importing ``data`` would do; writes nothing.

    Args:
        choices: who is who, which game is which, and what becomes of the others.

    Raises:
        BadInput: for a file that cannot be read at all, or a choice that cannot be.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    return Plan(by, season, choices or Choices()).read(bg_stats_file.read(data))


def run(
    *,
    by: Actor,
    season: Season,
    data: bytes,
    choices: Choices | None = None,
    skip_bad: bool = False,
) -> ImportResult:
    """Imports ``data`` as ``preview`` shows it, all or nothing.

    Args:
        skip_bad: stores the good plays where others are wrong.

    Raises:
        BadInput: for a file that cannot be read at all, or a choice that cannot be.
        BadInputs: one error per fault, each with ``line`` among its parameters.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    told = bg_stats_file.read(data)  # before anything is locked
    with transaction.atomic():
        import_results.hold(season)
        plan = Plan(by, season, choices or Choices())
        found = plan.read(told)
        if found.bad and not (skip_bad and found.new):
            raise BadInputs([one.error for one in found.bad])
        return plan.store(found)
