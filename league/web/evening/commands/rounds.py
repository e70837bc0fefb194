"""Commands of a round that was drawn: published, played, closed, its results told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.core.enums import RoundEntryState, RoundState, SeatingState
from league.core.errors import BadInput, NotFound, Refused
from league.lists.whole_numbers import whole
from league.queries.evening.desk import PLAY, RESULTS, SEATING, STANDINGS
from league.queries.records import records as sheets
from league.queries.seating import seatings
from league.services.evening import reminders, rounds
from league.services.play import table_plays
from league.services.records import records
from league.services.seating import seatings as services
from league.web.evening.commands.register import command, name_of, number_of, outcome, told

if TYPE_CHECKING:
    from league.queries.evening.desk import Desk
    from league.web.evening.commands.register import Call, Command, Done


def _number(desk: Desk, pk: int, state: RoundState) -> int | None:
    """The number of a round of the stage, if it is in this state."""
    return next((row.number for row in desk.rounds if (row.pk, row.state) == (pk, state)), None)


def name_on_board(desk: Desk, seating: int, entry: int) -> str | None:
    """Who takes part, while this seating is the one on show."""
    is_shown = desk.board is not None and desk.board.seating_id == seating
    return name_of(desk, entry) if is_shown else None


# --- published and withdrawn ------------------------------------------------------------


@command("unpublish", then=SEATING)
def unpublish(call: Call, round: int) -> None:
    """The seating of a round is the draft again that it was."""
    services.withdraw(by=call.by, round_=call.round(round), keep_draft=True)


@command("withdraw", then=SEATING)
def withdraw(call: Call, round: int) -> Done:
    row = services.withdraw(by=call.by, round_=call.round(round), accept_records=call.accepts)
    return withdrawn(row.pk, row.number)


def _not_published(round: int, was_draft: int) -> Command:
    return unpublish(round) if was_draft else withdraw(round)


@outcome("published", back=_not_published)
def published(desk: Desk, round: int, number: int, was_draft: int = 0) -> str:
    """``was_draft``: somebody looked at its seating first."""
    return told(_("Round %(n)s is published."), n=_number(desk, round, RoundState.PUBLISHED))


@command("publish", then=PLAY)
def publish(call: Call, seating: int, version: int) -> Done:
    row = services.publish(by=call.by, seating=call.seating(seating), expected_version=version)
    return published(row.round_id, row.round.number, 1)


@command("restore", then=PLAY)
def restore(call: Call, round: int) -> Done:
    """Brings a withdrawn round back."""
    seating = services.restore(by=call.by, round_=call.round(round))
    return published(seating.round_id, seating.round.number)


@outcome("withdrawn", back=restore)
def withdrawn(desk: Desk, round: int, number: int) -> str:
    return told(_("Round %(n)s is withdrawn."), n=_number(desk, round, RoundState.DRAFT))


@command("take_old", then=SEATING)
def take_old(call: Call, round: int, seating: int) -> None:
    """The seating that a round had before it was drawn again."""
    services.take_old(by=call.by, round_=call.round(round), seating=call.seating(seating))


@outcome("drawn_again", back=take_old)
def drawn_again(desk: Desk, round: int, seating: int) -> str:
    return told(_("Round %(n)s is drawn again."), n=_number(desk, round, RoundState.PUBLISHED))


@command("draw_again", then=SEATING)
def draw_again(call: Call, round: int, seating: int) -> Done:
    """A published round anew, after the standings were corrected."""
    row = services.draw_again(by=call.by, round_=call.round(round))
    return drawn_again(row.round_id, call.seating(seating).pk)


# --- while it is played -----------------------------------------------------------------


@command("seats", then=PLAY)
def swap_seats(call: Call, table: int, seat_a: int = 0, seat_b: int = 0) -> Done:
    """Two seats of a table change places: those named, else those chosen. Done again, undone."""
    row = call.table(table)
    a, b = (seat_a, seat_b) if seat_a else _two_seats(call)
    services.swap_seats(by=call.by, table=row, position_a=a, position_b=b)
    return seats_swapped(row.pk, a, b)


def _two_seats(call: Call) -> tuple[int, int]:
    a, b = whole(call.text("seat_a")), whole(call.text("seat_b"))
    if not a or not b:
        raise BadInput("value_missing", field="seat_a")
    if a == b:
        raise Refused("swap_with_oneself", field="seat_b")
    return a, b


@outcome("seats", back=swap_seats)
def seats_swapped(desk: Desk, table: int, seat_a: int, seat_b: int) -> str:
    said = _("Seats %(a)s and %(b)s at table %(n)s swapped.")
    return told(said, a=seat_a, b=seat_b, n=number_of(desk, table))


@command("unmove", then=SEATING)
def move_back(call: Call, seating: int, entry: int, table: int) -> None:
    """Somebody goes back to the table where they were; table 0: to a bye."""
    there = call.table(table) if table else None
    services.move(by=call.by, seating=call.seating(seating), entry=call.entry(entry), table=there)


@outcome("marked", back=move_back)
def marked(desk: Desk, seating: int, entry: int, table: int) -> str:
    """``table`` is no more where they were the last one there: nothing to go back to."""
    name, number = name_on_board(desk, seating, entry), number_of(desk, table)
    said = told(_("%(name)s has left table %(n)s."), name=name, n=number)
    if said and any(row.entry_id == entry and row.is_present for row in desk.roll.rows):
        hint = _(
            "They still count as here for the next round. "
            "If they have gone, uncheck them under “Check-in”."
        )
        said = f"{said} {hint}"
    return said


@outcome("noted")
def noted(desk: Desk) -> str:
    return str(_("Noted."))


@command("no_show", "absent", then=PLAY)
def mark_missing(call: Call, is_no_show: bool, round: int, entry: int) -> Done:
    """Somebody who was seated is not there: they never came, or they said so."""
    row, who = call.round(round), call.entry(entry)
    seating = seatings.seating_of_round(row, SeatingState.PUBLISHED)
    before = seatings.place_of(seating, who) if seating else None
    state = RoundEntryState.NO_SHOW if is_no_show else RoundEntryState.ABSENT
    rounds.mark(by=call.by, round_=row, entry=who, state=state)
    if seating is None or not before or row.state != RoundState.PUBLISHED:
        return noted()
    return marked(seating.pk, entry, before)


@command("not_reminded", then=PLAY)
def not_reminded(call: Call, table: int) -> None:
    reminders.take_back(by=call.by, table=call.table(table))


@outcome("reminded", back=not_reminded)
def reminded(desk: Desk, table: int) -> str:
    said = _("Table %(n)s reminded: the reminder is on the table's page.")
    return told(said, n=number_of(desk, table))


@command("remind", then=PLAY)
def remind(call: Call, table: int) -> Done:
    """Asks a table, on its page, for its result."""
    return reminded(reminders.remind(by=call.by, table=call.table(table)).pk)


def _back_to_room(table: int) -> Command:
    return play_here(False, table)


def _back_to_browser(table: int) -> Command:
    return play_here(True, table)


@outcome("in_browser", back=_back_to_room)
def plays_in_browser(desk: Desk, table: int) -> str:
    return told(_("Table %(n)s may play in the browser."), n=number_of(desk, table))


@outcome("in_room", back=_back_to_browser)
def plays_in_room(desk: Desk, table: int) -> str:
    return told(_("Table %(n)s plays in the room."), n=number_of(desk, table))


@command("play_here", "play_in_room", then=PLAY)
def play_here(call: Call, is_here: bool, table: int) -> Done:
    """Whether a table may play in the browser."""
    row = table_plays.allow(by=call.by, table=call.table(table), plays_here=is_here)
    return plays_in_browser(row.pk) if is_here else plays_in_room(row.pk)


# --- results and the end ----------------------------------------------------------------


@outcome("confirmed")
def confirmed(desk: Desk, count: int) -> str:
    return told(ngettext("%(n)s result confirmed.", "%(n)s results confirmed.", count), n=count)


@command("confirm", then=RESULTS)
def confirm(call: Call) -> Done:
    """Confirms the sheets that were read back, and only those."""
    ids = call.ticked("record")
    for pk in ids:
        record = sheets.record(viewer=call.by, record_id=pk)
        if record.stage.event_id != call.event.pk:
            raise NotFound("not_found")
        records.confirm(by=call.by, record=record)
    return confirmed(len(ids))


@command("reopen", then=RESULTS)
def reopen(call: Call, round: int) -> None:
    rounds.reopen(by=call.by, round_=call.round(round))


@outcome("closed", back=reopen)
def closed(desk: Desk, round: int, number: int) -> str:
    said = _("Open play has ended.") if desk.is_open_play else _("Round %(n)s is closed.")
    if desk.is_fixtures:
        said = _("The fixtures are closed.")
    return told(said, n=_number(desk, round, RoundState.CLOSED))


@command("close", then=STANDINGS)
def close(call: Call, round: int) -> Done:
    row = rounds.close(by=call.by, round_=call.round(round), accept_missing=call.accepts)
    return closed(row.pk, row.number)


@command("withhold", then=RESULTS)
def withhold(call: Call, round: int) -> Done:
    """The results of a round are kept back for now."""
    row = rounds.withhold(by=call.by, round_=call.round(round))
    return withheld(row.pk, row.number)


@command("tell", then=RESULTS)
def tell(call: Call, round: int) -> Done:
    """The results of a round that were kept back are there for everybody."""
    row = rounds.publish_results(by=call.by, round_=call.round(round))
    return results_told(row.pk, row.number)


@outcome("withheld", back=tell)
def withheld(desk: Desk, round: int, number: int) -> str:
    n = _told_number(desk, round, is_withheld=True)
    said = _("The results of round %(n)s are kept back.")
    return told(said if desk.in_rounds else _("The results are kept back."), n=n)


@outcome("told", back=withhold, label=_("Hide again"))
def results_told(desk: Desk, round: int, number: int) -> str:
    n = _told_number(desk, round, is_withheld=False)
    said = _("The results of round %(n)s are published.")
    return told(said if desk.in_rounds else _("The results are published."), n=n)


def _told_number(desk: Desk, pk: int, *, is_withheld: bool) -> int | None:
    """The number of a round of the stage, if its results are kept back, or are not."""
    found = (row.number for row in desk.rounds if (row.pk, row.is_withheld) == (pk, is_withheld))
    return next(found, None)
