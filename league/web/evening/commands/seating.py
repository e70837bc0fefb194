"""Commands of the seating: drawn, planned, and changed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.core.enums import PlanState, RoundEntryState, SeatingState
from league.lists.whole_numbers import whole
from league.queries.evening.desk import PLAY, ROLL, SEATING
from league.queries.office import rules
from league.queries.seating import drafts, seatings
from league.services.seating import plans
from league.services.seating import seatings as services
from league.web.evening.commands import rounds
from league.web.evening.commands.register import command, name_of, outcome, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Seating
    from league.queries.evening.desk import Desk
    from league.queries.seating.seatings import Board
    from league.web.evening.commands.register import Call, Command, Done, Outcome


# --- a draft as a whole -----------------------------------------------------------------


@command("put_back", then=SEATING)
def put_back(call: Call, line: int) -> None:
    """The draft as it stood before the change which that line of the journal tells."""
    services.put_back(by=call.by, stage=call.stage(), line_id=line)


def _draft(desk: Desk) -> Board | None:
    is_draft = desk.board is not None and desk.board.state == SeatingState.DRAFT
    return desk.board if is_draft else None


@outcome("changed", back=put_back)
def changed(desk: Desk, line: int) -> str:
    return str(_("Draft changed.")) if _draft(desk) else ""


@outcome("redrawn", back=put_back)
def redrawn(desk: Desk, line: int) -> str:
    draft = _draft(desk)
    if draft is None:
        return ""
    return " ".join([told(_("Round %(n)s is drawn again."), n=draft.round_number), *draft.news])


@outcome("discarded", back=put_back)
def discarded(desk: Desk, line: int) -> str:
    return "" if _draft(desk) else str(_("Draft discarded."))


def _changed(call: Call, how: Outcome[[int]] = changed) -> Done | None:
    line = drafts.last_change(call.stage())
    return how(line) if line else None


@command("discard", then=ROLL)
def discard(call: Call, seating: int) -> Done | None:
    services.discard(by=call.by, seating=call.seating(seating))
    return _changed(call, discarded)


@command("redraw", then=SEATING)
def redraw(call: Call, seating: int) -> Done | None:
    """Draws a draft again, but for what is held."""
    services.redraw(
        by=call.by,
        seating=call.seating(seating),
        method=call.text("method") or None,
        sizes=_sizes(call),
    )
    return _changed(call, redrawn)


@outcome("drawn", back=discard, label=_("Discard draft"))
def drawn(desk: Desk, seating: int, number: int) -> str:
    draft = _draft(desk)
    n = draft.round_number if draft and draft.seating_id == seating else None
    return told(_("Round %(n)s drawn: no one sees it yet."), n=n)


@command("draw", then=SEATING)
def draw(call: Call) -> Done:
    """The next round as a draft, by the method and the tables that the form asks for."""
    seating = _drawn(call, services.draw)
    return drawn(seating.pk, seating.round.number)


@command("next", then=PLAY)
def draw_next(call: Call) -> Done:
    """Closes what is played, draws, and publishes."""
    seating = _drawn(call, services.draw_and_publish)
    return rounds.published(seating.round_id, seating.round.number)


def _drawn(call: Call, service: Callable[..., Seating]) -> Seating:
    return service(
        by=call.by,
        stage=call.stage(),
        method=call.text("method") or None,
        sizes=_sizes(call),
        number=whole(call.text("number"), low=0),
        accept_missing=call.accepts,
        key=call.text("key"),
    )


def _sizes(call: Call) -> list[int] | None:
    found = [size for part in call.text("sizes").split("-") if (size := whole(part))]
    return found or None


# --- its tables and seats ---------------------------------------------------------------


@command("lock", "unlock", then=SEATING)
def lock_table(call: Call, is_locked: bool, table: int) -> None:
    """Whether a table stays as it is when the rest is drawn again."""
    row = call.table(table)
    services.set_lock(by=call.by, seating=row.seating, table=row, locked=is_locked)


@command("hold", "free", then=SEATING)
def hold_seat(call: Call, is_held: bool, seating: int, entry: int) -> None:
    """Whether somebody stays at their table when the rest is drawn again."""
    services.set_lock(
        by=call.by, seating=call.seating(seating), entry=call.entry(entry), locked=is_held
    )


@command("game", then=SEATING)
def set_game(call: Call, table: int) -> Done | None:
    """The game of a table, as chosen in the form."""
    row = call.table(table)
    chosen = whole(call.text(f"game-{row.pk}")) or 0
    ruleset = rules.ruleset(call.by, call.event.club, chosen)
    services.set_ruleset(by=call.by, table=row, ruleset=ruleset)
    return _changed(call)


@command("add_table", then=SEATING)
def add_table(call: Call, seating: int) -> Done | None:
    services.add_table(by=call.by, seating=call.seating(seating))
    return _changed(call)


@command("remove_table", then=SEATING)
def remove_table(call: Call, table: int) -> Done | None:
    services.remove_table(by=call.by, table=call.table(table))
    return _changed(call)


@outcome("moved", back=rounds.move_back)
def moved(desk: Desk, seating: int, entry: int, table: int) -> str:
    """``table``: where they were before."""
    return told(_("%(name)s moved."), name=rounds.name_on_board(desk, seating, entry))


@command("move", then=SEATING)
def move(call: Call, seating: int, entry: int, version: int, table: int) -> Done | None:
    """Somebody gets a seat at another table; table 0: a bye."""
    row, who = call.seating(seating), call.entry(entry)
    before = seatings.place_of(row, who)
    there = call.table(table) if table else None
    services.move(by=call.by, seating=row, entry=who, table=there, expected_version=version)
    return _changed(call) if before is None else moved(seating, entry, before)


@command("sits_out", then=SEATING)
def sit_out(call: Call, seating: int, entry: int) -> Done | None:
    """Somebody plays no part in this round, and it is no bye either."""
    row, who = call.seating(seating), call.entry(entry)
    before = seatings.place_of(row, who)
    services.give_bye(by=call.by, seating=row, entry=who, state=RoundEntryState.SITS_OUT)
    if before is None or row.state == SeatingState.DRAFT:
        return _changed(call)
    return moved(seating, entry, before)


@command("swap", then=SEATING)
def swap(call: Call, seating: int, entry_a: int, entry_b: int, version: int | None = None) -> Done:
    """Two people change places; done again, they are back."""
    services.swap(
        by=call.by,
        seating=call.seating(seating),
        entry_a=call.entry(entry_a),
        entry_b=call.entry(entry_b),
        expected_version=version,
    )
    return swapped(seating, entry_a, entry_b)


@outcome("swapped", back=swap)
def swapped(desk: Desk, seating: int, entry_a: int, entry_b: int) -> str:
    return told(
        _("%(a)s and %(b)s swapped seats."),
        a=rounds.name_on_board(desk, seating, entry_a),
        b=name_of(desk, entry_b) or "?",
    )


def _no_place_again(line: int, round: int, entry: int) -> Command:
    return put_back(line) if line else rounds.mark_missing(False, round, entry)


@outcome("placed", back=_no_place_again)
def placed(desk: Desk, number: int, line: int, round: int, entry: int) -> str:
    """``line`` is 0 in a round that is being played."""
    return told(_("Seated at table %(n)s; everyone else stays put."), n=number)


@command("late", then=SEATING)
def seat_late(call: Call, seating: int, entry: int) -> Done | None:
    """Somebody without a place goes to the table where it costs least."""
    row = services.add_late(by=call.by, seating=call.seating(seating), entry=call.entry(entry))
    for table in seatings.board(call.by, row).tables:
        if any(seat.entry_id == entry for seat in table.seats):
            line = drafts.last_change(call.stage())
            return placed(table.number, line, row.round_id, entry)
    return None


# --- all rounds at once -----------------------------------------------------------------


@outcome("planned")
def planned(desk: Desk, count: int) -> str:
    return told(ngettext("%(n)s round planned.", "%(n)s rounds planned.", count), n=count)


@command("plan_rounds", then=ROLL)
def plan_rounds(call: Call) -> Done | None:
    """Plans so many rounds at once; a large plan is searched for in the background."""
    count = whole(call.text("count")) or 0
    row = plans.plan_rounds(by=call.by, stage=call.stage(), count=count)
    return planned(row.count) if row.state == PlanState.DONE else None


@command("stop_plan", then=ROLL)
def stop_plan(call: Call) -> None:
    """Ends the search: the best plan so far is taken."""
    plans.stop(by=call.by, stage=call.stage())


@command("take_up_plan", then=ROLL)
def take_up_plan(call: Call, plan: int) -> Done:
    """The plan holds again that was just put away."""
    return planned(plans.take_up(by=call.by, stage=call.stage(), plan_id=plan).count)


@outcome("plan_dropped", back=take_up_plan)
def plan_dropped(desk: Desk, plan: int) -> str:
    return "" if desk.plan else str(_("Plan discarded."))


@command("drop_plan", then=ROLL)
def drop_plan(call: Call) -> Done | None:
    gone = plans.drop(by=call.by, stage=call.stage())
    return plan_dropped(gone) if gone else None
