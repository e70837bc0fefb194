"""What entries wish of the coming draws: games, places, company."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState
from league.core.errors import BadInput, Refused
from league.core.facts import Fact
from league.journal import append, lock_event
from league.models import Entry, Stage
from league.queries.seating import seating_fields
from league.queries.seating.seating_wishes import PARTS, Wishes
from league.seating.preferences import MOST_TABLE
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor

LONGEST_TEAM = 80
MOST_NEAR = 12


@transaction.atomic
def set_wishes(*, by: Actor, entry: Entry, wishes: Wishes) -> Entry:
    """Notes what an entry wishes of the coming draws; what was wished before gives way.

    Raises:
        BadInput: ``unknown_choice`` for a ruleset, table or part that does not exist,
            ``unknown_entry`` for company that is not in the event, ``too_long`` for the team.
    """
    permissions.require(by, Action.CALL_ROLL, entry.event)
    event = lock_event(entry.event_id)
    if event.state in {EventState.FINISHED, EventState.CANCELLED}:
        raise Refused("event_over", event=event.name)
    row = Entry.objects.select_related("event").get(pk=entry.pk)
    read = _read(row, wishes)
    told: dict[str, JSON] = read.to_json()
    if told == row.wishes:
        return row
    append(
        Fact.ENTRY_CHANGED,
        by=by,
        event=event,
        payload={"entry": row.pk, "wishes": {"old": row.wishes, "new": told}},
    )
    row.wishes = told
    row.save(update_fields=["wishes"])
    return row


def _read(entry: Entry, wishes: Wishes) -> Wishes:
    offered = {
        ruleset.pk
        for stage in Stage.objects.filter(event=entry.event_id).select_related("ruleset")
        for ruleset in seating_fields.rulesets_of(stage)
    }
    _known("wants", wishes.wants, offered)
    _known("refuses", wishes.refuses, offered)
    _known("tables", wishes.tables, range(1, MOST_TABLE + 1))
    if wishes.part not in PARTS:
        raise BadInput("unknown_choice", field="part", choice=str(wishes.part)[:40])
    others = set(Entry.objects.filter(event=entry.event_id).values_list("pk", flat=True))
    strangers = set(wishes.near) - (others - {entry.pk})
    if strangers or len(wishes.near) > MOST_NEAR:
        raise BadInput("unknown_entry", field="near")
    team = names.clean(wishes.team)
    if len(team) > LONGEST_TEAM:
        raise BadInput("too_long", field="team", most=LONGEST_TEAM)
    return Wishes(
        wants=tuple(sorted(set(wishes.wants) - set(wishes.refuses))),
        refuses=tuple(sorted(set(wishes.refuses))),
        tables=tuple(sorted(set(wishes.tables))),
        near=tuple(sorted(set(wishes.near))),
        step_free=wishes.step_free,
        part=wishes.part,
        team=team,
    )


def _known(field: str, chosen: Collection[int], known: Collection[int]) -> None:
    for value in chosen:
        if value not in known:
            raise BadInput("unknown_choice", field=field, choice=str(value)[:40])
