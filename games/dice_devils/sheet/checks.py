"""Everything that can be wrong with a sheet of Dice Devils.

Limits are never written down here: they come from ``limits.py`` and ``rounds.py``, which derive
them from the options.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.sheet import Issue, Level
from games.dice_devils.devils import RANK_LABELS
from games.dice_devils.options import EntryLevel, TieBreak, rank_set_fault
from games.dice_devils.scoring import seats_to_part
from games.dice_devils.sheet.case import Case
from games.dice_devils.sheet.filled import DiceDevilsSheet
from games.dice_devils.sheet.holdings import holdings
from games.dice_devils.sheet.layout import levels
from games.dice_devils.sheet.rounds import (
    most_items,
    most_items_together,
    most_taken_in_a_round,
    round_limits,
    theft_is_possible,
)

# Where the box is played with other numbers, "unusual" moves along: 30 of 36 points, 25 rounds
# to 10 items, 40 of 56 items.
_UNUSUAL_TOTAL = (5, 6)
_UNUSUAL_ROUNDS = (5, 2)
_MOST_OF_THE_BOX = (5, 7)


def check(sheet: DiceDevilsSheet, *, final: bool) -> tuple[Issue, ...]:
    """Every problem of the sheet at once."""
    options, seats = sheet.options, len(sheet.rows)
    if seats not in options.seats:
        # no limit is known for such a table
        sizes = {"least": options.seats[0], "most": options.seats[-1], "found": seats}
        return (Issue("dice_devils.wrong_seat_count", ("seats",), params=sizes),)
    case = Case(sheet, final=final)
    return (
        *_entry(case),
        *_missing(case),
        *holdings(case),
        *_end(case),
        *_totals(case),
        *_final_ranks(case),
        *(rounds := tuple(_rounds(case))),
        # What cannot be is not called unusual, too.
        *(issue for issue in _unusual(case) if issue.path not in {row.path for row in rounds}),
    )


def _entry(case: Case) -> Iterator[Issue]:
    sheet, options = case.sheet, case.options
    if sheet.level.value not in levels(options):
        yield Issue("dice_devils.level_too_short", ("level",))
    expected = options.ranks_in_play(case.seats)
    given = sheet.ranks_in_play
    if given is not None and tuple(sorted(given)) != expected:
        path = ("ranks_in_play",)
        fault = rank_set_fault(given)
        if any(rank not in RANK_LABELS for rank in given):
            yield Issue("dice_devils.rank_unknown", path)
        elif fault is not None:
            yield Issue(fault, path)
        elif len(given) != case.seats:
            sizes = {"expected": case.seats, "found": len(given)}
            yield Issue("dice_devils.rank_set_size", path, params=sizes)
        else:
            ranks = {"ranks": ", ".join(map(str, expected))}
            yield Issue("dice_devils.rank_set_differs", path, params=ranks)
    if sheet.ended_early and not options.early_end_allowed:
        yield Issue("dice_devils.early_end_unforeseen", ("ended_early",), Level.WARNING)


def _missing(case: Case) -> Iterator[Issue]:
    if not case.final:
        return
    needed: tuple[str, ...] = ("total",)
    if case.sheet.level is EntryLevel.SHORT:
        needed = ("n", "v", "t")
    elif case.sheet.level is EntryLevel.FULL:
        needed = ("v",) if case.options.values_differ_within_a_kind else ()
    for seat, row in enumerate(case.sheet.rows):
        if case.sheet.level is EntryLevel.FULL and all(count is None for count in row.items):
            first = case.options.item_types[0].key
            yield Issue("dice_devils.items_missing", ("seats", seat, "items", first))
            continue
        for name in needed:
            if getattr(row, name) is None:
                yield Issue("dice_devils.number_missing", ("seats", seat, name))


def _end(case: Case) -> Iterator[Issue]:
    """Who reached the end, and how many of them (V4-V10, V20)."""
    if case.sheet.level is EntryLevel.TOTAL:
        return
    options, seats, early = case.options, case.seats, case.sheet.ended_early
    end, known = options.end_item_count, [n for n in case.items if n is not None]
    finishers = [seat for seat, n in enumerate(case.items) if n is not None and n >= end]
    together, supply = sum(known), case.limits.supply
    if together > supply:
        amounts = {"found": together, "most": supply}
        yield Issue("dice_devils.more_than_the_box", ("seats",), params=amounts)
    if early:
        for seat in finishers:
            yield Issue("dice_devils.not_early", (*case.items_path(seat),), params={"end": end})
    elif case.complete:
        yield from _nobody_finished(case, finishers, together)
    yield from _thieves(case, finishers)
    taken = most_taken_in_a_round(seats, options)
    if len(finishers) > taken:
        amounts = {"found": len(finishers), "most": taken, "end": end}
        yield Issue("dice_devils.too_many_finishers", ("seats",), params=amounts)
    most = most_items_together(seats, options, ended_early=early)
    # an early end that was none is reported by itself, the finishers would only repeat it
    if most < together <= supply and not (early and finishers):
        amounts = {"found": together, "most": most}
        yield Issue("dice_devils.too_many_together", ("seats",), params=amounts)


def _nobody_finished(case: Case, finishers: list[int], together: int) -> Iterator[Issue]:
    end = case.options.end_item_count
    if not case.final or finishers:
        return
    # where the box can run dry first, nothing in the rules says how such a match ends
    can_run_dry = case.limits.supply <= (end - 1) * case.seats
    level = Level.WARNING if can_run_dry else Level.ERROR
    yield Issue("dice_devils.nobody_finished", ("seats",), level, {"end": end})
    if together < end:
        amounts = {"found": together, "least": end}
        yield Issue("dice_devils.too_few_together", ("seats",), params=amounts)


def _thieves(case: Case, finishers: list[int]) -> Iterator[Issue]:
    """One item more than a fight can bring must have been stolen in the last round."""
    options, seats = case.options, case.seats
    end = options.end_item_count
    most = most_items(seats, options)
    thieves = []
    for seat in finishers:
        n = case.items[seat]
        assert n is not None
        if n > end + 1:
            amounts = {"found": n, "most": most}
            yield Issue("dice_devils.too_many_items", case.items_path(seat), params=amounts)
        elif n > end:
            thieves.append(seat)
    if not theft_is_possible(seats, options):
        for seat in thieves:
            amounts = {"found": end + 1, "most": end}
            yield Issue("dice_devils.no_thief_in_play", case.items_path(seat), params=amounts)
        return
    for seat in thieves[1:]:
        amounts = {"found": end + 1}
        yield Issue("dice_devils.second_thief", case.items_path(seat), params=amounts)
    victims = [n for n in case.items if n is None or n <= end - 2]
    if thieves and not victims:
        amounts = {"found": end + 1, "most": end - 2}
        yield Issue("dice_devils.no_victim", case.items_path(thieves[0]), params=amounts)


def _totals(case: Case) -> Iterator[Issue]:
    """Totals alone: what nobody and no table can have (V14)."""
    if case.sheet.level is not EntryLevel.TOTAL:
        return
    options, seats, limits, early = case.options, case.seats, case.limits, case.sheet.ended_early
    most_n = most_items(seats, options, ended_early=early)
    possible = limits.totals(0, most_n)
    most = possible.bit_length() - 1
    points = [row.total for row in case.sheet.rows]
    for seat, total in enumerate(points):
        path = ("seats", seat, "total")
        if total is None:
            continue
        if not 0 <= total <= most:
            yield Issue("dice_devils.total_impossible", path, params={"most": most})
        elif not possible >> total & 1:
            yield Issue("dice_devils.total_unreachable", path, params={"total": total})
    known = [total for total in points if total is not None]
    finishing = limits.totals(options.end_item_count, most_n)
    least = (finishing & -finishing).bit_length() - 1
    if not early and case.final and len(known) == seats and max(known) < least:
        yield Issue("dice_devils.totals_too_low", ("seats",), params={"least": least})
    together = most_items_together(seats, options, ended_early=early)
    most_points = max(limits.most_points[: together + 1])
    if sum(known) > most_points:
        amounts = {"found": sum(known), "most": most_points}
        yield Issue("dice_devils.totals_too_high", ("seats",), params=amounts)


def _final_ranks(case: Case) -> Iterator[Issue]:
    """Ranks that part equal points: real, different, and there when needed (V15, V16)."""
    in_play = case.options.ranks_in_play(case.seats)
    ranks = [row.final_rank for row in case.sheet.rows]
    for seat, rank in enumerate(ranks):
        path = ("seats", seat, "final_rank")
        if rank is None:
            continue
        if rank not in in_play:
            yield Issue("dice_devils.rank_not_in_play", path)
        elif rank in ranks[:seat]:
            yield Issue("dice_devils.rank_twice", path)
    if not case.final:
        return
    absent = [seat for seat, rank in enumerate(ranks) if rank is None]
    if case.options.tie_break is TieBreak.SHARED:
        needed: tuple[int, ...] = ()
    else:
        points = [held.total for held in case.held]
        known = [total for total in points if total is not None]
        needed = seats_to_part(known, case.options) if len(known) == len(points) else ()
    for seat in absent:
        path = ("seats", seat, "final_rank")
        # all at once: nobody is asked for two ranks first and for the others afterwards
        if seat in needed and len(absent) == len(ranks):
            yield Issue("dice_devils.rank_needed", path)
        elif needed or len(absent) < len(ranks):
            yield Issue("dice_devils.ranks_incomplete", path)


def _rounds(case: Case) -> Iterator[Issue]:
    """The number of rounds against the items that were taken in them (V17)."""
    rounds = case.sheet.rounds
    if rounds is None:
        return
    known = [n for n in case.items if n is not None]
    least, most = round_limits(
        case.seats,
        case.options,
        ended_early=case.sheet.ended_early,
        items=known if case.complete and case.sheet.level is not EntryLevel.TOTAL else None,
    )
    if rounds < 0 or (rounds < least and case.final):
        params = {"found": rounds, "least": least}
        yield Issue("dice_devils.rounds_too_few", ("rounds",), params=params)
    elif rounds > most:
        params = {"found": rounds, "most": most}
        yield Issue("dice_devils.rounds_too_many", ("rounds",), params=params)


def _unusual(case: Case) -> Iterator[Issue]:
    """What can happen and seldom does (V18, V19)."""
    options, limits = case.options, case.limits
    end = options.end_item_count
    highest = limits.totals(0, end + 1).bit_length() - 1
    for seat, n in enumerate(case.items):
        if n is not None and n == end + 1:
            path = case.items_path(seat)
            yield Issue("dice_devils.unusual_items", path, Level.WARNING, {"found": n})
    for seat, held in enumerate(case.held):
        # above the highest possible total another check has spoken
        if held.total is not None and highest >= held.total > _part(highest, _UNUSUAL_TOTAL):
            path = case.total_path(seat)
            yield Issue("dice_devils.unusual_total", path, Level.WARNING, {"found": held.total})
    rounds = case.sheet.rounds
    if rounds is not None and rounds > _part(end, _UNUSUAL_ROUNDS):
        yield Issue("dice_devils.unusual_rounds", ("rounds",), Level.WARNING, {"found": rounds})
    yield from _untouched_kinds(case)


def _untouched_kinds(case: Case) -> Iterator[Issue]:
    if case.sheet.level is not EntryLevel.FULL or not case.complete or not case.final:
        return
    together = sum(n for n in case.items if n is not None)
    if together < _part(case.limits.supply, _MOST_OF_THE_BOX):
        return
    most = max(kind.count for kind in case.options.item_types)
    for place, kind in enumerate(case.options.item_types):
        if kind.count == most and not any(row.items[place] for row in case.sheet.rows):
            path = ("seats", 0, "items", kind.key)
            params = {"together": together}
            yield Issue("dice_devils.untouched_kind", path, Level.WARNING, params)


def _part(whole: int, share: tuple[int, int]) -> int:
    return whole * share[0] // share[1]
