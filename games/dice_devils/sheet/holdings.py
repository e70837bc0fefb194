"""Whether the players can hold what the sheet says they hold (V2, V3, V11-V13)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.sheet import Issue, Level
from games.dice_devils.options import EntryLevel
from games.dice_devils.scoring import counts_of
from games.dice_devils.sheet.case import Case
from games.dice_devils.sheet.dealing import Want, can_be_dealt
from games.dice_devils.sheet.limits import added, kind_sums
from games.dice_devils.sheet.rounds import most_items


def holdings(case: Case) -> Iterator[Issue]:
    """Issues about items, their values and triples; nothing where only totals are known."""
    if case.sheet.level is EntryLevel.FULL:
        yield from _counts(case)
        yield from _stolen_item(case)
        yield from _entered_values(case)
        yield from _entered_sums(case)
    elif case.sheet.level is EntryLevel.SHORT:
        faults = list(_triples_of_numbers(case))
        yield from faults
        if case.complete:
            yield from _box(case, dealable=not faults)


def _counts(case: Case) -> Iterator[Issue]:
    """Items that the box does not hold, for one player or for all of them."""
    for place, kind in enumerate(case.options.item_types):
        owners, blamed = [], False
        for seat, row in enumerate(case.sheet.rows):
            count = row.items[place]
            path = ("seats", seat, "items", kind.key)
            if count is None or count == 0:
                continue
            if count < 0:
                yield Issue("dice_devils.negative", path)
            elif count > kind.count:
                blamed = True
                amounts = {"found": count, "most": kind.count}
                yield Issue("dice_devils.more_than_supply", path, params=amounts)
            else:
                owners.append((seat, count))
        together = sum(count for _, count in owners)
        if together > kind.count and not blamed:
            path = ("seats", owners[-1][0], "items", kind.key)
            amounts = {"found": together, "most": kind.count}
            yield Issue("dice_devils.more_than_supply_together", path, params=amounts)


def _stolen_item(case: Case) -> Iterator[Issue]:
    """Whoever has one more than the end must own an item that could be stolen."""
    end = case.options.end_item_count
    for seat, row in enumerate(case.sheet.rows):
        counts = counts_of(row)
        if case.items[seat] != end + 1 or counts is None:
            continue
        if not any(
            count and 1 in values for count, values in zip(counts, case.options.pieces, strict=True)
        ):
            amounts = {"found": end + 1}
            yield Issue("dice_devils.nothing_stolen", case.items_path(seat), params=amounts)


def _entered_values(case: Case) -> Iterator[Issue]:
    """Where equal items differ in value, the sums written down must be possible."""
    if not case.options.values_differ_within_a_kind:
        return
    for seat, row in enumerate(case.sheet.rows):
        counts = counts_of(row)
        if row.v is None or counts is None:
            continue
        if row.v < 0:
            yield Issue("dice_devils.negative", ("seats", seat, "v"))
            continue
        if any(
            not 0 <= count <= kind.count
            for count, kind in zip(counts, case.options.item_types, strict=True)
        ):
            continue
        sums = 1
        for count, values in zip(counts, case.options.pieces, strict=True):
            plain, stealable = kind_sums(values)[count]
            sums = added(sums, plain | stealable)
        if not sums >> row.v & 1:
            yield Issue("dice_devils.value_impossible", ("seats", seat, "v"))
    yield _not_derivable()


def _entered_sums(case: Case) -> Iterator[Issue]:
    """Sums the table wrote beside the items, against the ones computed (V13)."""
    for seat, (row, held) in enumerate(zip(case.sheet.rows, case.held, strict=True)):
        for name in ("n", "v", "t", "total"):
            entered, computed = getattr(row, name), getattr(held, name)
            if entered is not None and computed is not None and entered != computed:
                amounts = {"found": entered, "expected": computed}
                yield Issue("dice_devils.sum_differs", ("seats", seat, name), params=amounts)


def _triples_of_numbers(case: Case) -> Iterator[Issue]:
    """Items, values and triples of one player that no collection has (V11)."""
    limits, options = case.limits, case.options
    for seat, row in enumerate(case.sheet.rows):
        for name in ("n", "v", "t", "total"):
            number = getattr(row, name)
            if number is not None and number < 0:
                yield Issue("dice_devils.negative", ("seats", seat, name))
        n, v, t, total = row.n, row.v, row.t, row.total
        if n is None or v is None or t is None or min(n, v, t) < 0:
            continue
        # more items than anybody can have are reported by their number alone
        if n <= most_items(case.seats, options) and not limits.possible(n, v, t):
            params = {"n": n, "v": v, "t": t}
            yield Issue("dice_devils.no_such_collection", ("seats", seat, "v"), params=params)
        expected = v + options.triple_bonus * t
        if total is not None and total >= 0 and total != expected:
            amounts = {"found": total, "expected": expected}
            yield Issue("dice_devils.total_differs", ("seats", seat, "total"), params=amounts)


def _box(case: Case, *, dealable: bool) -> Iterator[Issue]:
    """The whole table against the whole box (V12)."""
    wants: list[Want] = []
    for held in case.held:
        if held.n is None or held.v is None or held.t is None:
            return
        wants.append((held.n, held.v, held.t))
    together, values, sets = (sum(numbers) for numbers in zip(*wants, strict=True))
    limits, options = case.limits, case.options
    if together > limits.supply:
        return
    fits = True
    if not limits.least_value[together] <= values <= limits.most_value[together]:
        fits = False
        params = {
            "items": together,
            "found": values,
            "least": limits.least_value[together],
            "most": limits.most_value[together],
        }
        yield Issue("dice_devils.values_impossible", ("seats",), params=params)
    if sets > limits.supply_of_sets:
        fits = False
        params = {"found": sets, "most": limits.supply_of_sets}
        yield Issue("dice_devils.triples_impossible", ("seats",), params=params)
    if options.values_differ_within_a_kind:
        yield _not_derivable()
        return
    if not (fits and dealable) or max(n for n, _, _ in wants) > options.end_item_count + 1:
        return
    kinds = [(len(pieces), pieces[0]) for pieces in options.pieces if pieces]
    one_needed = [n > options.end_item_count for n, _, _ in wants]
    possible = can_be_dealt(kinds, options.triple_size, wants, one_needed)
    if possible is None:
        yield _not_derivable()
    elif not possible:
        yield Issue("dice_devils.cannot_be_dealt", ("seats",))


def _not_derivable() -> Issue:
    return Issue("dice_devils.not_derivable", ("seats",), Level.WARNING)
