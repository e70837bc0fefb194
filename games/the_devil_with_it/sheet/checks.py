"""Everything that can be wrong with a sheet of The Devil With It.

Limits are never written down here: they come from ``limits.py`` and ``coal.py``, which derive
them from the options.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.sheet import Issue, Level
from games.core.types import Path
from games.the_devil_with_it.options import EndTie, EntryLevel
from games.the_devil_with_it.sheet.case import Case
from games.the_devil_with_it.sheet.filled import DevilSheet
from games.the_devil_with_it.sheet.layout import levels
from games.the_devil_with_it.sheet.limits import first_end, most_after, most_ever, unusual_total
from games.the_devil_with_it.sheet.oven import check_oven
from games.the_devil_with_it.sheet.rounds import check_last_round, check_rounds


def check(sheet: DevilSheet, *, final: bool) -> tuple[Issue, ...]:
    """Every problem of the sheet at once."""
    options, seats = sheet.options, len(sheet.rows)
    if seats not in options.seats:
        # no limit is known for such a table
        sizes = {"least": options.seats[0], "most": options.seats[-1], "found": seats}
        return (Issue("the_devil_with_it.wrong_seat_count", ("seats",), params=sizes),)
    case = Case(sheet, final=final)
    return (
        *_entry(case),
        *_chips(case),
        *_ledger(case),
        *_missing(case),
        *_totals(case),
        *_together(case),
        *_number_of_rounds(case),
        *_end(case),
    )


def _entry(case: Case) -> Iterator[Issue]:
    sheet, options = case.sheet, case.options
    if sheet.level.value not in levels(options):
        yield Issue("the_devil_with_it.level_too_short", ("level",))
    if not sheet.ended_early or options.early_end_allowed:
        return
    # whoever plays a fixed number of rounds has foreseen an end after so many
    if options.max_rounds is None or case.rounds not in (None, options.max_rounds):
        yield Issue("the_devil_with_it.early_end_unforeseen", ("ended_early",), Level.WARNING)


def _ledger(case: Case) -> Iterator[Issue]:
    """The rounds in their order, so that the first thing said is the first thing wrong."""
    if case.sheet.level is not EntryLevel.LEDGER:
        return
    issues = [*check_rounds(case), *check_oven(case.sheet, final=case.final)]
    yield from sorted(issues, key=_round_of)
    yield from check_last_round(case)


def _round_of(issue: Issue) -> int:
    return int(issue.path[3] if issue.path[0] == "seats" else issue.path[1])


def _chips(case: Case) -> Iterator[Issue]:
    """The chips of each face against the box, and against the total (V7, V8)."""
    if case.sheet.level is not EntryLevel.FINAL_CHIPS:
        return
    for place, (face, supply) in enumerate(case.options.chips):
        together, is_said = 0, False
        for seat, row in enumerate(case.sheet.rows):
            count = row.chips[place]
            path: Path = ("seats", seat, "chips", str(face))
            if count is None:
                continue
            if count < 0:
                yield Issue("the_devil_with_it.negative_count", path)
                continue
            together += count
            if together > supply and not is_said:
                is_said = True
                params = {"face": face, "found": together, "most": supply}
                yield Issue("the_devil_with_it.more_than_the_box", path, params=params)
    for seat, row in enumerate(case.sheet.rows):
        counted = case.counted[seat]
        if row.total is not None and counted is not None and row.total != counted:
            params = {"computed": counted}
            yield Issue("the_devil_with_it.total_differs", case.total_path(seat), params=params)


def _missing(case: Case) -> Iterator[Issue]:
    if not case.final:
        return
    for seat, row in enumerate(case.sheet.rows):
        if case.sheet.level is EntryLevel.FINAL and row.total is None:
            yield Issue("the_devil_with_it.total_missing", case.total_path(seat))
        elif case.sheet.level is EntryLevel.FINAL_CHIPS and case.totals[seat] is None:
            face = case.options.chips[0][0]
            path: Path = ("seats", seat, "chips", str(face))
            if not any(count is not None and count < 0 for count in row.chips):
                yield Issue("the_devil_with_it.chips_missing", path)


def _totals(case: Case) -> Iterator[Issue]:
    """Totals nobody can have (V2, V4, V6), and totals seldom seen."""
    options, seats, rounds = case.options, case.seats, case.rounds
    ever = most_ever(options, seats)
    by_rounds = None if rounds is None or rounds < 0 else most_after(rounds, options, seats)
    for seat, total in enumerate(case.totals):
        path = case.total_path(seat)
        if total is None:
            continue
        if total < 0 or total % options.bet_unit:
            params = {"unit": options.bet_unit}
            yield Issue("the_devil_with_it.not_a_sum_of_chips", path, params=params)
        elif ever is not None and total > ever:
            yield Issue("the_devil_with_it.total_impossible", path, params={"most": ever})
        elif by_rounds is not None and rounds is not None and total > by_rounds:
            params = {"rounds": rounds, "most": by_rounds}
            yield Issue("the_devil_with_it.beyond_rounds", path, params=params)
        elif total > unusual_total(options):
            params = {"found": total}
            yield Issue("the_devil_with_it.unusual_total", path, Level.WARNING, params)


def _together(case: Case) -> Iterator[Issue]:
    """All totals against the money in the box (V5)."""
    together = sum(total for total in case.totals if total is not None)
    if together > case.options.chip_value:
        level = Level.ERROR if case.options.bank_limited else Level.WARNING
        params = {"found": together, "most": case.options.chip_value}
        yield Issue("the_devil_with_it.more_money_than_the_box", ("seats",), level, params)


def _number_of_rounds(case: Case) -> Iterator[Issue]:
    """The number of rounds, where it is written down (V6)."""
    rounds, options = case.sheet.rounds_played, case.options
    if case.sheet.level is EntryLevel.LEDGER or rounds is None:
        return
    path: Path = ("rounds_played",)
    least = 0 if case.sheet.ended_early else first_end(options, case.seats)
    if rounds < 0 or (rounds < least and case.final):
        params = {"found": rounds, "least": least}
        yield Issue("the_devil_with_it.rounds_too_few", path, params=params)
    elif options.max_rounds is not None and rounds > options.max_rounds:
        params = {"found": rounds, "most": options.max_rounds}
        yield Issue("the_devil_with_it.rounds_too_many", path, params=params)


def _end(case: Case) -> Iterator[Issue]:
    """Whether the match was over (V3, V18), and whether it was over for good (R45).

    A ledger knows its end round by round; ``check_rounds`` speaks of it.
    """
    known = [total for total in case.totals if total is not None]
    if case.sheet.level is EntryLevel.LEDGER or len(known) < case.seats:
        return
    options, best = case.options, max(known)
    with_extra_rounds = options.end_tie is EndTie.EXTRA_ROUND
    params = {"end": options.end_threshold}
    if case.sheet.ended_early:
        if best >= options.end_threshold:
            yield Issue("the_devil_with_it.not_early", ("ended_early",), params=params)
    elif best < options.end_threshold:
        if case.final:
            # after an extra round the best may own less than the end amount again
            level = Level.WARNING if with_extra_rounds else Level.ERROR
            yield Issue("the_devil_with_it.nobody_finished", ("seats",), level, params)
    elif with_extra_rounds and known.count(best) > 1 and case.final and not case.is_out_of_time:
        yield Issue("the_devil_with_it.extra_round_due", ("seats",), Level.WARNING)
