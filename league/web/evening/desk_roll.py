"""The buttons of the roll call: who is here, comes, waits, leaves, comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league.core.enums import EntryState
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.evening import entries as reading
from league.queries.evening import entry_steps
from league.queries.evening.desk import ROLL
from league.services.evening import entries, rolls
from league.services.evening import entry_steps as steps
from league.services.occasions import events
from league.web.evening.desk_press import Call, Done, Press

if TYPE_CHECKING:
    from league.models import Entry


def _here(call: Call) -> Done:
    entries.set_present(by=call.actor, event=call.event, entries=[call.id(0)], present=True)
    return Done(ROLL)


def _away(call: Call) -> Done:
    entries.set_present(by=call.actor, event=call.event, entries=[call.id(0)], present=False)
    return Done(ROLL)


def _all_here(call: Call) -> Done:
    return _everybody(call, present=True)


def _none_here(call: Call) -> Done:
    return _everybody(call, present=False)


def _everybody(call: Call, *, present: bool) -> Done:
    found = rolls.everybody(by=call.actor, event=call.event, present=present)
    return (
        Done(ROLL, "called", (found.line_id, found.marked, int(present))) if found else Done(ROLL)
    )


def _members_here(call: Call) -> Done:
    found = rolls.members_here(by=call.actor, event=call.event)
    return Done(ROLL, "members", (found.line_id, found.entered, found.left_out))


def _not_called(call: Call) -> Done:
    """``not_called:line``: takes back what that line of the journal says."""
    rolls.take_back(by=call.actor, event=call.event, line_id=call.id(0))
    return Done(ROLL)


def _enter(call: Call) -> Done:
    if call.accepts:
        entry = entries.register(
            by=call.actor, event=call.event, player=call.player(), present=True, waiting=True
        )
        return _arrived(entry)
    entries.call_roll(by=call.actor, event=call.event, players=[call.player()], present=True)
    return Done(ROLL)


def _guest(call: Call) -> Done:
    entry = entries.add_guest(
        by=call.actor,
        event=call.event,
        name=call.text("name"),
        waiting=call.accepts,
        allow_similar=call.text("new") == "yes",
    )
    return _arrived(entry)


def _arrived(entry: Entry) -> Done:
    return _step("waits" if entry.state == EntryState.WAITING else "entered", entry)


def _step(did: str, entry: Entry) -> Done:
    """What was done to an entry, and the line of the journal by which it is taken back."""
    return Done(ROLL, did, (entry.pk, entry_steps.last(entry)))


def _not_left(call: Call) -> Done:
    """Takes back that they left, or that they were disqualified."""
    entry = call.entry()
    line = entry_steps.line_of_leaving(entry)
    if line is None:
        entries.reinstate(by=call.actor, entry=entry)
    else:
        steps.take_back(by=call.actor, event=call.event, line_id=line)
    return Done(ROLL)


def _not_done(call: Call) -> Done:
    """``not_done:line``: takes back the step of an entry which that line tells."""
    steps.take_back(by=call.actor, event=call.event, line_id=call.id(0))
    return Done(ROLL)


def _bye(call: Call) -> Done:
    entries.request_bye(by=call.actor, entry=call.entry(), wants=True)
    return Done(ROLL)


def _no_bye(call: Call) -> Done:
    entries.request_bye(by=call.actor, entry=call.entry(), wants=False)
    return Done(ROLL)


def _filler(call: Call) -> Done:
    entry = entries.mark_filler(by=call.actor, entry=call.entry(), is_filler=True)
    return _step("filler", entry)


def _no_filler(call: Call) -> Done:
    entry = entries.mark_filler(by=call.actor, entry=call.entry(), is_filler=False)
    return _step("no_filler", entry)


def _leave(call: Call) -> Done:
    entry = entries.drop(by=call.actor, entry=call.entry())
    return _step("left", entry)


def _leave_after(call: Call) -> Done:
    entry = call.entry()
    coming = reading.next_round_number(call.event)
    entry = entries.drop(by=call.actor, entry=entry, round_number=coming)
    return _step("left", entry)


def _back(call: Call) -> Done:
    entry = entries.reinstate(by=call.actor, entry=call.entry())
    return _step("back", entry)


def _promote(call: Call) -> Done:
    entry = entries.promote_waiting(by=call.actor, entry=call.entry())
    return _arrived(entry)


def takes_a_place(pressed: str) -> bool:
    """Whether this button gives one person a place of the event."""
    return pressed.partition(":")[0] in {"enter", "guest", "promote", "back", "not_left"}


def with_room(call: Call, then: Press) -> Done:
    """Makes room for one more where all places are taken, and does what was refused for it."""
    with transaction.atomic():
        events.make_room(by=call.actor, event=call.event)
        return then(call)


def _room(call: Call) -> Done:
    """``capacity``: how many there is room for; empty: for everybody."""
    text = call.text("capacity").strip()
    places = whole(text, high=events.MOST_PEOPLE)
    if text and places is None:
        raise BadInput("number_out_of_range", field="capacity", low=1, high=events.MOST_PEOPLE)
    event = call.event
    events.change(by=call.actor, event=event, expected_version=event.version, capacity=places)
    return Done(ROLL)


PRESSES: dict[str, Press] = {
    "here": _here,
    "away": _away,
    "all_here": _all_here,
    "none_here": _none_here,
    "members_here": _members_here,
    "not_called": _not_called,
    "enter": _enter,
    "guest": _guest,
    "bye": _bye,
    "no_bye": _no_bye,
    "filler": _filler,
    "no_filler": _no_filler,
    "leave": _leave,
    "leave_after": _leave_after,
    "back": _back,
    "not_left": _not_left,
    "not_done": _not_done,
    "promote": _promote,
    "room": _room,
}
