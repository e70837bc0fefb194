"""The buttons of the seating, drawn or planned, and of a round that is being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import PlanState, RoundEntryState, RoundState, SeatingState
from league.core.errors import BadInput, Refused
from league.lists.whole_numbers import whole
from league.queries.evening.desk import PLAY, ROLL, SEATING
from league.queries.office import rules
from league.queries.seating import drafts, seatings
from league.services.evening import reminders, rounds
from league.services.seating import plans
from league.services.seating import seatings as services
from league.web.evening.desk_press import Call, Done, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Seating


def _draw(call: Call) -> Done:
    seating = _drawn(call, services.draw)
    return Done(SEATING, "drawn", (seating.pk, seating.round.number))


def _next(call: Call) -> Done:
    """Closes what is played, draws, and publishes."""
    seating = _drawn(call, services.draw_and_publish)
    return Done(PLAY, "published", (seating.round_id, seating.round.number))


def _drawn(call: Call, draw: Callable[..., Seating]) -> Seating:
    """The next round by one of the services that draw, as the form asks for it."""
    return draw(
        by=call.actor,
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


def _redraw(call: Call) -> Done:
    services.redraw(
        by=call.actor,
        seating=call.seating(),
        method=call.text("method") or None,
        sizes=_sizes(call),
    )
    return _changed(call, "redrawn")


def _draw_again(call: Call) -> Done:
    """``draw_again:round:seating``: a published round anew, after the standings were corrected."""
    seating = services.draw_again(by=call.actor, round_=call.round())
    return Done(SEATING, "drawn_again", (seating.round_id, call.seating(1).pk))


def _take_old(call: Call) -> Done:
    """``take_old:round:seating``: the seating that was there before it was drawn again."""
    services.take_old(by=call.actor, round_=call.round(), seating=call.seating(1))
    return Done(SEATING)


def _changed(call: Call, did: str = "changed") -> Done:
    """A draft was changed: it can be put back as it stood before."""
    line = drafts.last_change(call.stage())
    return Done(ROLL if did == "discarded" else SEATING, did if line else "", (line,))


def _put_back(call: Call) -> Done:
    """``put_back:line``: the draft as it stood before the change which that line tells."""
    services.put_back(by=call.actor, stage=call.stage(), line_id=call.id(0))
    return Done(SEATING)


def _plan_rounds(call: Call) -> Done:
    """Plans so many rounds at once; a large plan is searched for in the background."""
    count = whole(call.text("count")) or 0
    row = plans.plan_rounds(by=call.actor, stage=call.stage(), count=count)
    return Done(ROLL, "planned" if row.state == PlanState.DONE else "", (row.count,))


def _drop_plan(call: Call) -> Done:
    gone = plans.drop(by=call.actor, stage=call.stage())
    return Done(ROLL, "plan_dropped", (gone,))


def _take_up_plan(call: Call) -> Done:
    """``take_up_plan:plan``: the plan holds again that was just put away."""
    row = plans.take_up(by=call.actor, stage=call.stage(), plan_id=call.id(0))
    return Done(ROLL, "planned", (row.count,))


def _stop_plan(call: Call) -> Done:
    plans.stop(by=call.actor, stage=call.stage())
    return Done(ROLL)


def _discard(call: Call) -> Done:
    services.discard(by=call.actor, seating=call.seating())
    return _changed(call, "discarded")


def _publish(call: Call) -> Done:
    seating = services.publish(by=call.actor, seating=call.seating(), expected_version=call.id(1))
    return Done(PLAY, "published", (seating.round_id, seating.round.number, 1))


def _unpublish(call: Call) -> Done:
    """``unpublish:round``: its seating is the draft again that it was."""
    services.withdraw(by=call.actor, round_=call.round(), keep_draft=True)
    return Done(SEATING)


def _withdraw(call: Call) -> Done:
    round_ = services.withdraw(by=call.actor, round_=call.round(), accept_records=call.accepts)
    return Done(SEATING, "withdrawn", (round_.pk, round_.number))


def _restore(call: Call) -> Done:
    seating = services.restore(by=call.actor, round_=call.round())
    return Done(PLAY, "published", (seating.round_id, seating.round.number))


def _lock(call: Call) -> Done:
    table = call.table()
    services.set_lock(by=call.actor, seating=table.seating, table=table, locked=True)
    return Done(SEATING)


def _unlock(call: Call) -> Done:
    table = call.table()
    services.set_lock(by=call.actor, seating=table.seating, table=table, locked=False)
    return Done(SEATING)


def _hold(call: Call) -> Done:
    services.set_lock(by=call.actor, seating=call.seating(), entry=call.entry(1), locked=True)
    return Done(SEATING)


def _free(call: Call) -> Done:
    services.set_lock(by=call.actor, seating=call.seating(), entry=call.entry(1), locked=False)
    return Done(SEATING)


def _move(call: Call) -> Done:
    """``move:seating:entry:version:table`` (table 0: a bye), undone by moving back."""
    seating, entry = call.seating(), call.entry(1)
    before = seatings.place_of(seating, entry)
    table = call.table(3) if call.id(3) else None
    services.move(
        by=call.actor,
        seating=seating,
        entry=entry,
        table=table,
        expected_version=call.id(2),
    )
    return _moved(call, before)


def _moved(call: Call, before: int | None) -> Done:
    """Somebody got another place: they go back to the one before, if they had any."""
    if before is None:
        return _changed(call)
    return Done(SEATING, "moved", (call.id(0), call.id(1), before))


def _sits_out(call: Call) -> Done:
    before = seatings.place_of(call.seating(), call.entry(1))
    services.give_bye(
        by=call.actor,
        seating=call.seating(),
        entry=call.entry(1),
        state=RoundEntryState.SITS_OUT,
    )
    return _changed(call) if call.seating().state == SeatingState.DRAFT else _moved(call, before)


def _unmove(call: Call) -> Done:
    """``unmove:seating:entry:table`` (table 0: a bye)."""
    table = call.table(2) if call.id(2) else None
    services.move(by=call.actor, seating=call.seating(), entry=call.entry(1), table=table)
    return Done(SEATING)


def _swap(call: Call) -> Done:
    """``swap:seating:entry:entry:version``, undone by doing it again."""
    version = call.ids[3] if len(call.ids) > 3 else None
    services.swap(
        by=call.actor,
        seating=call.seating(),
        entry_a=call.entry(1),
        entry_b=call.entry(2),
        expected_version=version,
    )
    return Done(SEATING, "swapped", call.ids[:3])


def _late(call: Call) -> Done:
    entry = call.entry(1)
    seating = services.add_late(by=call.actor, seating=call.seating(), entry=entry)
    for table in seatings.board(call.actor, seating).tables:
        if any(seat.entry_id == entry.pk for seat in table.seats):
            line = drafts.last_change(call.stage())
            return Done(SEATING, "placed", (table.number, line, seating.round_id, entry.pk))
    return Done(SEATING)


def _seats(call: Call) -> Done:
    """``seats:table`` with two chosen seats, or ``seats:table:seat:seat``; undone by itself."""
    table = call.table()
    chosen = call.ids[1:3] or _two_seats(call)
    services.swap_seats(by=call.actor, table=table, position_a=chosen[0], position_b=chosen[-1])
    return Done(PLAY, "seats", (table.pk, chosen[0], chosen[-1]))


def _two_seats(call: Call) -> tuple[int, int]:
    a, b = whole(call.text("seat_a")), whole(call.text("seat_b"))
    if not a or not b:
        raise BadInput("value_missing", field="seat_a")
    if a == b:
        raise Refused("swap_with_oneself", field="seat_b")
    return a, b


def _absent(call: Call) -> Done:
    return _marked(call, RoundEntryState.ABSENT)


def _no_show(call: Call) -> Done:
    return _marked(call, RoundEntryState.NO_SHOW)


def _marked(call: Call, state: RoundEntryState) -> Done:
    """``absent:round:entry``: whoever had a seat there; undone by seating them again."""
    round_, entry = call.round(), call.entry(1)
    seating = seatings.seating_of_round(round_, SeatingState.PUBLISHED)
    before = seatings.place_of(seating, entry) if seating else None
    rounds.mark(by=call.actor, round_=round_, entry=entry, state=state)
    if seating is None or not before or round_.state != RoundState.PUBLISHED:
        return Done(PLAY, "noted")
    return Done(PLAY, "marked", (seating.pk, entry.pk, before))


def _game(call: Call) -> Done:
    table = call.table()
    chosen = whole(call.text(f"game-{table.pk}")) or 0
    ruleset = rules.ruleset(call.actor, call.event.club, chosen)
    services.set_ruleset(by=call.actor, table=table, ruleset=ruleset)
    return _changed(call)


def _add_table(call: Call) -> Done:
    services.add_table(by=call.actor, seating=call.seating())
    return _changed(call)


def _remove_table(call: Call) -> Done:
    services.remove_table(by=call.actor, table=call.table())
    return _changed(call)


def _remind(call: Call) -> Done:
    table = reminders.remind(by=call.actor, table=call.table())
    return Done(PLAY, "reminded", (table.pk,))


def _not_reminded(call: Call) -> Done:
    reminders.take_back(by=call.actor, table=call.table())
    return Done(PLAY)


PRESSES: dict[str, Press] = {
    "draw": _draw,
    "next": _next,
    "redraw": _redraw,
    "draw_again": _draw_again,
    "take_old": _take_old,
    "put_back": _put_back,
    "plan_rounds": _plan_rounds,
    "drop_plan": _drop_plan,
    "take_up_plan": _take_up_plan,
    "stop_plan": _stop_plan,
    "discard": _discard,
    "publish": _publish,
    "unpublish": _unpublish,
    "withdraw": _withdraw,
    "restore": _restore,
    "lock": _lock,
    "unlock": _unlock,
    "hold": _hold,
    "free": _free,
    "move": _move,
    "unmove": _unmove,
    "sits_out": _sits_out,
    "swap": _swap,
    "late": _late,
    "seats": _seats,
    "absent": _absent,
    "no_show": _no_show,
    "game": _game,
    "add_table": _add_table,
    "remove_table": _remove_table,
    "remind": _remind,
    "not_reminded": _not_reminded,
}
