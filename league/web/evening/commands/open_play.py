"""Commands of open play: tables form one by one, people pause and are free again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.evening.desk import PLAY
from league.queries.office import rules
from league.services.evening import entries
from league.services.seating import seatings as services
from league.web.evening.commands.register import command, number_of, outcome, told

if TYPE_CHECKING:
    from league.models import Entry, Ruleset
    from league.queries.evening.desk import Desk
    from league.web.evening.commands.register import Call, Done

# More tables than any proposal has, more people than any table.
MOST_TABLES, MOST_SEATS = 100, 12


@command("disband", then=PLAY)
def disband(call: Call, table: int) -> None:
    """A table that has not played is no table, and its people are free."""
    services.disband(by=call.by, table=call.table(table))


@outcome("formed", back=disband)
def formed(desk: Desk, table: int, number: int) -> str:
    return told(_("Table %(n)s formed."), n=number_of(desk, table))


@command("form_tables", then=PLAY)
def form_tables(call: Call) -> None:
    """As many tables as those who are free fill."""
    services.form_tables(by=call.by, stage=call.stage())


@command("form_table", then=PLAY)
def form_table(call: Call) -> Done:
    """One table, of those who are ticked."""
    ids = call.ticked("entry")
    if not ids:
        raise BadInput("value_missing", field="entry")
    people = [call.entry(pk) for pk in ids[:MOST_SEATS]]
    table = services.form_table(by=call.by, stage=call.stage(), entries=people)
    return formed(table.pk, table.number)


@command("form_proposed", then=PLAY)
def form_proposed(call: Call) -> Done:
    """What the page proposed: ``tables`` is ``ruleset:entry-entry,ruleset:entry-entry``."""
    tables = services.form_proposed(
        by=call.by,
        stage=call.stage(),
        tables=[_proposed(call, part) for part in call.text("tables").split(",")[:MOST_TABLES]],
    )
    return formed(tables[-1].pk, tables[-1].number)


def _proposed(call: Call, text: str) -> tuple[Ruleset, list[Entry]]:
    game, _colon, seats = text.partition(":")
    ruleset = whole(game, low=0)
    ids = [whole(part, low=0) for part in seats.split("-")[:MOST_SEATS]]
    if ruleset is None or None in ids:
        raise BadInput("unknown_choice", field="tables", choice=text[:40])
    found = [call.entry(pk) for pk in ids if pk is not None]
    return rules.ruleset(call.by, call.event.club, ruleset), found


@command("step_back", then=PLAY)
def step_back(call: Call, line: int) -> None:
    """Takes back the latest thing done, as the page showed it: that line of the journal."""
    services.step_back(by=call.by, stage=call.stage(), line=line)


@command("free_again", "pause", then=PLAY)
def be_free(call: Call, is_free: bool, entry: int) -> None:
    """Somebody who is there wants no table just now, or wants one again."""
    entries.set_present(
        by=call.by, event=call.event, entries=[entry], present=is_free, pauses=not is_free
    )
