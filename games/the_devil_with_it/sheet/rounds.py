"""Whether the rounds of a ledger follow from each other: who began, stakes, the end."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.sheet import Issue, Level
from games.core.types import Path
from games.the_devil_with_it.money import RoundEnd
from games.the_devil_with_it.sheet.case import Case
from games.the_devil_with_it.sheet.filled import Turn
from games.the_devil_with_it.sheet.ledger import first_starter
from games.the_devil_with_it.sheet.oven import turn_path


def check_rounds(case: Case) -> Iterator[Issue]:
    """Starters and bets of a ledger (V9, V17)."""
    if not case.sheet.rounds and case.final and not case.sheet.ended_early:
        yield Issue("the_devil_with_it.rounds_missing", starter_path(0))
        return
    yield from _starters(case)
    for place, each in enumerate(case.sheet.rounds):
        before = case.ledger.before(place, case.options, case.seats)
        for seat, turn in enumerate(each.turns):
            holdings = None if before is None else before[seat]
            yield from _bet(case, turn, holdings, turn_path(place, seat, "bet"))


def check_last_round(case: Case) -> Iterator[Issue]:
    """The end and the totals of a ledger (V15, V16, V18)."""
    yield from _end(case)
    yield from _final_totals(case)


def starter_path(place: int) -> Path:
    """The box that says who began a round; remarks on the round as a whole stand there."""
    return ("rounds", place, "starter")


def _starters(case: Case) -> Iterator[Issue]:
    """The starter moves one seat to the left each round (V17)."""
    first, house = first_starter(case.sheet), case.options.first_starter
    if first is None and case.sheet.rounds and case.final:
        yield Issue("the_devil_with_it.starter_missing", starter_path(0))
    for place, each in enumerate(case.sheet.rounds):
        if each.starter is None:
            continue
        if not 0 <= each.starter < case.seats:
            params = {"most": case.seats}
            yield Issue("the_devil_with_it.starter_unknown", starter_path(place), params=params)
        elif first is not None and each.starter != (first + place) % case.seats:
            params = {"expected": (first + place) % case.seats + 1}
            yield Issue("the_devil_with_it.starter_not_next", starter_path(place), params=params)
    if house is not None and first is not None and first != house:
        params = {"expected": house + 1}
        yield Issue("the_devil_with_it.other_first_starter", starter_path(0), Level.WARNING, params)


def _bet(case: Case, turn: Turn, holdings: int | None, path: Path) -> Iterator[Issue]:
    """A stake against the chips its owner had (V9); None are holdings nobody can know."""
    options, bet = case.options, turn.bet
    if bet is None:
        if case.final and holdings:
            yield Issue("the_devil_with_it.bet_missing", path, params={"most": holdings})
        return
    if holdings == 0:
        yield Issue("the_devil_with_it.bet_without_chips", path)
    elif bet < options.least_bet or (holdings is not None and bet > holdings):
        if holdings is None:
            params = {"least": options.least_bet}
            yield Issue("the_devil_with_it.bet_too_small", path, params=params)
        else:
            params = {"least": options.least_bet, "most": holdings}
            yield Issue("the_devil_with_it.bet_out_of_range", path, params=params)
    elif bet % options.bet_unit:
        params = {"unit": options.bet_unit}
        yield Issue("the_devil_with_it.not_a_sum_of_chips", path, params=params)


def _end(case: Case) -> Iterator[Issue]:
    """The first round that ends the match is the last one (V15, V18)."""
    options, sheet, book = case.options, case.sheet, case.ledger
    most = options.max_rounds
    if most is not None and len(sheet.rounds) > most:
        params = {"found": len(sheet.rounds), "most": most}
        yield Issue("the_devil_with_it.rounds_too_many", starter_path(most), params=params)
    over = next(
        (each.number for each in book.rounds if each.end in (RoundEnd.OVER, RoundEnd.OVER_EARLY)),
        None,
    )
    if over is not None and over < len(sheet.rounds) and over != most:
        yield Issue("the_devil_with_it.round_after_end", starter_path(over), params={"over": over})
    reached = any(max(each.after) >= options.end_threshold for each in book.rounds)
    params = {"end": options.end_threshold}
    if sheet.ended_early and reached:
        yield Issue("the_devil_with_it.not_early", ("ended_early",), params=params)
    if not book.is_whole or not case.final or sheet.ended_early or not book.rounds:
        return
    last = book.rounds[-1].end
    if last is RoundEnd.EXTRA_ROUND:
        yield Issue("the_devil_with_it.extra_round_due", ("seats",), Level.WARNING)
    elif not reached:
        yield Issue("the_devil_with_it.nobody_finished", ("seats",), params=params)


def _final_totals(case: Case) -> Iterator[Issue]:
    """Totals the table added up itself (V16)."""
    for seat, (row, computed) in enumerate(zip(case.sheet.rows, case.totals, strict=True)):
        if row.total is not None and computed is not None and row.total != computed:
            params = {"computed": computed}
            yield Issue("the_devil_with_it.total_differs", case.total_path(seat), params=params)
