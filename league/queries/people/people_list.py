"""A club's people as a file that an import reads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league import permissions
from league.core.actions import Action
from league.core.person_fields import IN_LISTS
from league.lists.files import Column, Listed
from league.queries.people import players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.core.actors import Actor
    from league.lists.files import Cell
    from league.models import Club

COLUMNS = (
    *(Column(field.name, field.label) for field in IN_LISTS),
    Column("kind", _("Member or guest")),
    Column("since", _("Member since")),
    Column("club", _("Club")),
)


def listed(viewer: Actor, club: Club) -> Listed:
    """The club's current people, for those who manage them.

    Raises:
        NotAllowed: for everybody else.
    """
    permissions.require(viewer, Action.MANAGE_PEOPLE, club)
    return Listed("people", COLUMNS, _rows(viewer, club))


def _rows(viewer: Actor, club: Club) -> Iterator[list[Cell]]:
    for row in players.people(viewer=viewer, club=club):
        yield [
            *(
                getattr(row.membership if field.of_membership else row.player, field.name)
                for field in IN_LISTS
            ),
            row.membership.kind,
            row.membership.since.isoformat(),
            club.name,
        ]
