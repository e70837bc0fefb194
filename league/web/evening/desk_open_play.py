"""The buttons of open play at the desk: tables form, people pause, come back or go home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.evening import entries as people
from league.queries.evening import entry_steps
from league.queries.evening.desk import PLAY
from league.queries.office import rules
from league.services.evening import entries
from league.services.seating import seatings as services
from league.web.evening.desk_press import Done

if TYPE_CHECKING:
    from league.models import Entry, Ruleset
    from league.web.evening.desk_press import Call, Press

# More tables than any proposal has, more people than any table.
MOST_TABLES, MOST_SEATS = 100, 12


def _form_tables(call: Call) -> Done:
    services.form_tables(by=call.actor, stage=call.stage())
    return Done(PLAY)


def _form_table(call: Call) -> Done:
    ids = [found for text in call.request.POST.getlist("entry") if (found := whole(text))]
    if not ids:
        raise BadInput("value_missing", field="entry")
    table = services.form_table(
        by=call.actor,
        stage=call.stage(),
        entries=[people.entry(call.actor, call.event, pk) for pk in ids[:MOST_SEATS]],
    )
    return Done(PLAY, "formed", (table.pk, table.number))


def _form_proposed(call: Call) -> Done:
    """Forms what the page proposed: ``tables`` is ``ruleset:entry-entry,ruleset:entry-entry``."""
    tables = services.form_proposed(
        by=call.actor,
        stage=call.stage(),
        tables=[_proposed(call, part) for part in call.text("tables").split(",")[:MOST_TABLES]],
    )
    last = tables[-1]
    return Done(PLAY, "formed", (last.pk, last.number))


def _proposed(call: Call, text: str) -> tuple[Ruleset, list[Entry]]:
    game, _, seats = text.partition(":")
    ruleset, ids = (
        whole(game, low=0),
        [whole(part, low=0) for part in seats.split("-")[:MOST_SEATS]],
    )
    if ruleset is None or None in ids:
        raise BadInput("unknown_choice", field="tables", choice=text[:40])
    found = [people.entry(call.actor, call.event, pk) for pk in ids if pk is not None]
    return rules.ruleset(call.actor, call.event.club, ruleset), found


def _disband(call: Call) -> Done:
    services.disband(by=call.actor, table=call.table())
    return Done(PLAY)


def _step_back(call: Call) -> Done:
    """``step_back:line``: the latest thing done, as the page showed it."""
    services.step_back(by=call.actor, stage=call.stage(), line=call.id(0))
    return Done(PLAY)


def _pause(call: Call) -> Done:
    entries.set_present(
        by=call.actor, event=call.event, entries=[call.id(0)], present=False, pauses=True
    )
    return Done(PLAY)


def _free_again(call: Call) -> Done:
    entries.set_present(by=call.actor, event=call.event, entries=[call.id(0)], present=True)
    return Done(PLAY)


def _goes_home(call: Call) -> Done:
    entry = entries.drop(by=call.actor, entry=call.entry())
    return Done(PLAY, "left", (entry.pk, entry_steps.last(entry)))


PRESSES: dict[str, Press] = {
    "form_tables": _form_tables,
    "form_table": _form_table,
    "form_proposed": _form_proposed,
    "disband": _disband,
    "step_back": _step_back,
    "pause": _pause,
    "free_again": _free_again,
    "goes_home": _goes_home,
}
