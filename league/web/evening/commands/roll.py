"""Commands of the roll call: who is here, comes, waits, leaves, comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.core.enums import EntryState
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.evening import entries as reading
from league.queries.evening import entry_steps
from league.queries.evening.desk import PLAY, ROLL
from league.services.evening import dropouts, entries, rolls
from league.services.evening import entry_steps as steps
from league.services.occasions import events
from league.web.evening.commands.register import command, name_of, outcome, told

if TYPE_CHECKING:
    from league.models import Entry
    from league.queries.evening.desk import Desk
    from league.web.evening.commands.register import Call, Command, Done


# --- what was done, and the way back ----------------------------------------------------


@command("not_called", then=ROLL, is_once=True)
def not_called(call: Call, line: int) -> None:
    """Takes back what was done to all at once, as that line of the journal says."""
    rolls.take_back(by=call.by, event=call.event, line_id=line)


@command("not_done", then=ROLL, is_once=True)
def not_done(call: Call, line: int) -> None:
    """Takes back the step of an entry which that line of the journal tells."""
    steps.take_back(by=call.by, event=call.event, line_id=line)


@command("not_left", then=ROLL, is_once=True, takes_a_place=True)
def not_left(call: Call, entry: int) -> None:
    """Takes back that they left, or that they were disqualified."""
    row = call.entry(entry)
    line = entry_steps.line_of_leaving(row)
    if line is None:
        dropouts.reinstate(by=call.by, entry=row)
    else:
        steps.take_back(by=call.by, event=call.event, line_id=line)


@outcome("entered", back=not_done)
def entered(desk: Desk, entry: int, line: int) -> str:
    is_here = any(row.entry_id == entry and row.is_present for row in desk.roll.rows)
    words = _("%(name)s is signed up and here.") if is_here else _("%(name)s is signed up.")
    said = told(words, name=name_of(desk, entry))
    if said and desk.running and desk.in_rounds:
        hint = _("You can seat them in this round under “Seating”.")
        said = f"{said} {hint}"
    return said


@outcome("waits", back=not_done)
def waits(desk: Desk, entry: int, line: int) -> str:
    found = (row.name for row in desk.roll.waiting if row.entry_id == entry)
    return told(_("%(name)s is on the waiting list."), name=next(found, None))


@outcome("back", back=not_done)
def came_back(desk: Desk, entry: int, line: int) -> str:
    return told(_("%(name)s is back."), name=name_of(desk, entry))


@outcome("filler", back=not_done)
def now_filler(desk: Desk, entry: int, line: int) -> str:
    name = _named(desk, entry, is_filler=True)
    return told(_("%(name)s is a filler now, and is not ranked."), name=name)


@outcome("no_filler", back=not_done)
def no_filler(desk: Desk, entry: int, line: int) -> str:
    name = _named(desk, entry, is_filler=False)
    return told(_("%(name)s is no longer a filler."), name=name)


def _not_paid(entry: int) -> Command:
    return mark_paid(False, entry)


def _is_paid(entry: int) -> Command:
    return mark_paid(True, entry)


@outcome("has_paid", back=_not_paid)
def has_paid(desk: Desk, entry: int) -> str:
    return told(_("%(name)s has paid."), name=_payer(desk, entry, is_paid=True))


@outcome("has_not_paid", back=_is_paid)
def has_not_paid(desk: Desk, entry: int) -> str:
    return told(_("%(name)s hasn't paid."), name=_payer(desk, entry, is_paid=False))


def _payer(desk: Desk, entry: int, *, is_paid: bool) -> str | None:
    stands = any(row.entry_id == entry and row.fee_paid == is_paid for row in desk.roll.rows)
    return name_of(desk, entry) if stands else None


def _named(desk: Desk, entry: int, *, is_filler: bool) -> str | None:
    fills = any(row.entry_id == entry and row.is_filler for row in desk.roll.rows)
    return name_of(desk, entry) if fills == is_filler else None


@outcome("left", back=not_left)
def left(desk: Desk, entry: int, line: int = 0, next_in_line: int = 0) -> str:
    said = told(_("%(name)s has left."), name=name_of(desk, entry))
    if not said or not next_in_line:
        return said
    got = told(_("%(name)s was next in line and has the place."), name=name_of(desk, next_in_line))
    return f"{said} {got}".strip()


@outcome("leaves_after", back=not_left)
def leaves_after(desk: Desk, entry: int, line: int) -> str:
    """They still play the round that is running."""
    if not desk.running:
        return left(entry, line).said(desk)
    return told(_("%(name)s leaves after this round."), name=name_of(desk, entry))


@outcome("disqualified", back=not_left)
def disqualified(desk: Desk, entry: int) -> str:
    return told(_("%(name)s is disqualified."), name=name_of(desk, entry))


@outcome("called", back=not_called)
def called(desk: Desk, line: int, marked: int, present: int) -> str:
    if present:
        said = ngettext("%(n)s person marked here.", "%(n)s people marked here.", marked)
    else:
        said = ngettext("%(n)s person unchecked.", "%(n)s people unchecked.", marked)
    return told(said, n=marked)


@outcome("members", back=not_called)
def members_came(desk: Desk, line: int, entered: int, left_out: int) -> str:
    said = ngettext(
        "%(n)s member signed up, and everyone marked here.",
        "%(n)s members signed up, and everyone marked here.",
        entered,
    )
    if not left_out:
        return told(said, n=entered)
    missing = ngettext("%(n)s did not fit.", "%(n)s did not fit.", left_out)
    return f"{told(said, n=entered)} {told(missing, n=left_out)}"


def _arrived(entry: Entry) -> Done:
    found = waits if entry.state == EntryState.WAITING else entered
    return found(entry.pk, entry_steps.last(entry))


# --- the buttons ------------------------------------------------------------------------


@command("here", "away", then=ROLL, is_once=True)
def mark(call: Call, is_here: bool, entry: int) -> None:
    entries.set_present(by=call.by, event=call.event, entries=[entry], present=is_here)


@command("all_here", "none_here", then=ROLL, is_once=True)
def mark_all(call: Call, are_here: bool) -> Done | None:
    found = rolls.everybody(by=call.by, event=call.event, present=are_here)
    return called(found.line_id, found.marked, int(are_here)) if found else None


@command("members_here", then=ROLL, is_once=True)
def members_here(call: Call) -> Done:
    found = rolls.members_here(by=call.by, event=call.event)
    return members_came(found.line_id, found.entered, found.left_out)


@command("enter", then=ROLL, is_once=True, takes_a_place=True, can_wait=True)
def enter(call: Call, player: int) -> Done | None:
    """Somebody whom the club knows is here and takes part."""
    who = call.player(player)
    if not call.accepts:
        entries.call_roll(by=call.by, event=call.event, players=[who], present=True)
        return None
    return _arrived(
        entries.register(by=call.by, event=call.event, player=who, present=True, waiting=True)
    )


@command("guest", then=ROLL, is_once=True, takes_a_place=True, can_wait=True)
def add_guest(call: Call) -> Done:
    """Somebody new, by the name that was typed."""
    entry = entries.add_guest(
        by=call.by,
        event=call.event,
        name=call.text("name"),
        waiting=call.accepts,
        allow_similar=call.text("new") == "yes",
    )
    return _arrived(entry)


@command("promote", then=ROLL, is_once=True, takes_a_place=True)
def promote(call: Call, entry: int) -> Done:
    """Somebody of the waiting list gets a place."""
    return _arrived(entries.promote_waiting(by=call.by, entry=call.entry(entry)))


@command("bye", "no_bye", then=ROLL, is_once=True)
def ask_bye(call: Call, wants: bool, entry: int) -> None:
    """Somebody wants to sit out the next round, or to play it after all."""
    entries.request_bye(by=call.by, entry=call.entry(entry), wants=wants)


@command("filler", "no_filler", then=ROLL, is_once=True)
def mark_filler(call: Call, is_filler: bool, entry: int) -> Done:
    """Whether somebody only fills a table, and is not ranked."""
    row = entries.mark_filler(by=call.by, entry=call.entry(entry), is_filler=is_filler)
    found = now_filler if is_filler else no_filler
    return found(row.pk, entry_steps.last(row))


@command("paid", "unpaid", then=ROLL, is_once=True)
def mark_paid(call: Call, is_paid: bool, entry: int) -> Done:
    """Whether somebody has paid the fee."""
    row = entries.mark_paid(by=call.by, entry=call.entry(entry), is_paid=is_paid)
    return has_paid(row.pk) if is_paid else has_not_paid(row.pk)


def _leave(call: Call, row: Entry) -> Done:
    row = dropouts.drop(by=call.by, entry=row)
    line = entry_steps.last(row)
    return left(row.pk, line, entry_steps.next_in_line(line))


@command("leave", then=ROLL, is_once=True)
def leave(call: Call, entry: int) -> Done:
    return _leave(call, call.entry(entry))


@command("goes_home", then=PLAY)
def go_home(call: Call, entry: int) -> Done:
    """Somebody leaves open play: the desk stays where tables form."""
    return _leave(call, call.entry(entry))


@command("leave_after", then=ROLL, is_once=True)
def leave_after(call: Call, entry: int) -> Done:
    """Somebody leaves once the round is over that is being played."""
    coming = reading.next_round_number(call.event)
    row = dropouts.drop(by=call.by, entry=call.entry(entry), round_number=coming)
    return leaves_after(row.pk, entry_steps.last(row))


@command("back", then=ROLL, is_once=True, takes_a_place=True)
def come_back(call: Call, entry: int) -> Done:
    row = dropouts.reinstate(by=call.by, entry=call.entry(entry))
    return came_back(row.pk, entry_steps.last(row))


@command("room", then=ROLL, is_once=True)
def set_capacity(call: Call) -> None:
    """How many there is room for, as it was typed; nothing: for everybody."""
    text = call.text("capacity").strip()
    places = whole(text, high=events.MOST_PEOPLE)
    if text and places is None:
        raise BadInput("number_out_of_range", field="capacity", low=1, high=events.MOST_PEOPLE)
    event = call.event
    events.change(by=call.by, event=event, expected_version=event.version, capacity=places)
