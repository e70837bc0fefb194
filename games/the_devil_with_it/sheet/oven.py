"""Whether the coal of a ledger can have come out of the oven (R5-R12, R39-R42).

Each reset puts all pieces back, so pieces are counted from one reset to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core.sheet import Issue
from games.core.types import Path
from games.the_devil_with_it.money import turn_order
from games.the_devil_with_it.sheet.coal import coal_of
from games.the_devil_with_it.sheet.filled import DevilSheet, LedgerRound, Result, Turn
from games.the_devil_with_it.sheet.ledger import first_starter


def turn_path(place: int, seat: int, name: str) -> Path:
    """The box of one player in one round."""
    return ("seats", seat, "rounds", place, name)


@dataclass(slots=True)
class _Out:
    """What is known to be out of the oven since the last reset."""

    devils: int = 0
    pieces: int = 0
    """Coal, whether its amount is known or not."""
    valued_pieces: int = 0
    amount: int = 0
    is_partial: bool = False
    """Some pieces are unknown: nobody counted them before a devil, or the box is wrong."""
    was_said: bool = False
    """What is wrong with the coal; the turns up to the reset would only repeat it."""


def check_oven(sheet: DevilSheet, *, final: bool) -> Iterator[Issue]:
    """The coal of every round, turn by turn (V10-V14)."""
    first = first_starter(sheet)
    seats = len(sheet.rows)
    out = _Out()
    for place, each in enumerate(sheet.rounds):
        order = turn_order(0 if first is None else (first + place) % seats, seats)
        for seat in order:
            wrong = tuple(_turn(sheet, each.turns[seat], place, seat, final=final))
            yield from wrong
            yield from _take(sheet, each.turns[seat], place, seat, out, is_right=not wrong)
        yield from _without_turn(sheet, each, place, order if first is not None else (), out)
        is_last = place == len(sheet.rounds) - 1
        if not (each.reset or is_last) and (_is_empty(sheet, out) or _somebody_waited(each)):
            yield Issue("the_devil_with_it.reset_needed", ("rounds", place, "reset"))
        if each.reset:
            out = _Out()


def _turn(sheet: DevilSheet, turn: Turn, place: int, seat: int, *, final: bool) -> Iterator[Issue]:
    """One turn by itself (V10)."""
    coal = coal_of(sheet.options.coal)
    pieces, amount, ended = turn.pieces, turn.amount, turn.ended
    pieces_path, amount_path = (turn_path(place, seat, name) for name in ("pieces", "amount"))
    if ended is None:
        if final:
            yield Issue("the_devil_with_it.result_missing", turn_path(place, seat, "result"))
        return
    if ended is Result.NO_TURN:
        if pieces is not None or amount is not None:
            path = pieces_path if pieces is not None else amount_path
            yield Issue("the_devil_with_it.numbers_without_turn", path)
        return
    least = 1 if ended is Result.LAID else 0
    if pieces is None:
        # before a devil nobody has to count, but an amount of unknown pieces says nothing
        if final and (amount is not None or ended is Result.LAID):
            yield Issue("the_devil_with_it.pieces_missing", pieces_path)
    elif not least <= pieces <= coal.pieces:
        limits = {"least": least, "most": coal.pieces}
        yield Issue("the_devil_with_it.pieces_out_of_range", pieces_path, params=limits)
    elif amount is None:
        if final and ended is Result.LAID:
            yield Issue("the_devil_with_it.amount_missing", amount_path)
    elif not coal.is_reachable(pieces, amount):
        smallest, largest = coal.amounts(pieces)
        if smallest <= amount <= largest:
            params = {"pieces": pieces, "amount": amount}
            yield Issue("the_devil_with_it.amount_unreachable", amount_path, params=params)
        else:
            params = {"pieces": pieces, "least": smallest, "most": largest}
            yield Issue("the_devil_with_it.amount_out_of_range", amount_path, params=params)


def _take(
    sheet: DevilSheet, turn: Turn, place: int, seat: int, out: _Out, *, is_right: bool
) -> Iterator[Issue]:
    """The turn's pieces leave the oven (V11-V13)."""
    options, coal = sheet.options, coal_of(sheet.options.coal)
    if turn.ended is Result.DEVIL:
        out.devils += 1
        if out.devils == options.devils + 1:
            path = turn_path(place, seat, "result")
            params = {"most": options.devils}
            yield Issue("the_devil_with_it.too_many_devils", path, params=params)
    if not is_right or (turn.pieces is None and turn.ended is not Result.NO_TURN):
        out.is_partial = True
        return
    if turn.pieces is None:
        return
    out.pieces += turn.pieces
    if turn.amount is not None:
        out.valued_pieces += turn.pieces
        out.amount += turn.amount
    if out.was_said:
        return
    code, name = "", ""
    counts: dict[str, int] = {}
    if out.pieces > coal.pieces:
        code, name = "the_devil_with_it.coal_used_up", "pieces"
        counts = {"found": out.pieces, "most": coal.pieces}
    elif out.amount > options.coal_value:
        code, name = "the_devil_with_it.value_used_up", "amount"
        counts = {"found": out.amount, "most": options.coal_value}
    elif not coal.is_reachable(out.valued_pieces, out.amount):
        code, name = "the_devil_with_it.not_together", "amount"
        counts = {"pieces": out.valued_pieces, "amount": out.amount}
    if code:
        out.was_said = True
        yield Issue(code, turn_path(place, seat, name), params=counts)


def _without_turn(
    sheet: DevilSheet, each: LedgerRound, place: int, order: tuple[int, ...], out: _Out
) -> Iterator[Issue]:
    """Who had no turn because the oven was empty (V14); ``order`` is empty where it is unknown."""
    if not _somebody_waited(each):
        return
    if not order:
        yield Issue("the_devil_with_it.starter_needed", ("rounds", place, "starter"))
        return
    ends = [each.turns[seat].ended for seat in order]
    step = ends.index(Result.NO_TURN)
    path = turn_path(place, order[step], "result")
    if step == 0:
        yield Issue("the_devil_with_it.starter_without_turn", path)
    elif any(end not in (None, Result.NO_TURN) for end in ends[step:]):
        yield Issue("the_devil_with_it.turn_after_no_turn", path)
    elif not out.was_said and not _can_be_empty(sheet, out):
        params = {"devils": out.devils, "pieces": out.pieces, "all": sheet.options.pieces}
        yield Issue("the_devil_with_it.oven_not_empty", path, params=params)


def _somebody_waited(each: LedgerRound) -> bool:
    return any(turn.ended is Result.NO_TURN for turn in each.turns)


def _is_empty(sheet: DevilSheet, out: _Out) -> bool:
    return not out.is_partial and out.pieces + out.devils == sheet.options.pieces


def _can_be_empty(sheet: DevilSheet, out: _Out) -> bool:
    """Whether all pieces can be out: every devil, and all coal or some that nobody counted."""
    if out.devils != sheet.options.devils:
        return False
    return out.is_partial or out.pieces == sheet.options.coal_pieces
