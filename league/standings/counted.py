"""What a rule counts of one player's results, and why the rest is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from league.standings.account import Account, Missed, Played, Slot
from league.standings.contract import Term, Why
from league.standings.counting import Worth, dropped, scaled_up, scaled_worths, why_dropped
from league.standings.exact import NOTHING, exact_sum
from league.standings.rules import SeasonRule
from league.standings.settings import ONE
from league.standings.table import Cell
from league.standings.types import EventId


class EveningResult(NamedTuple):
    """A player's rank on one evening and what it is worth."""

    event: EventId
    rank: int
    points: Fraction
    weight: Fraction


@dataclass(slots=True, eq=False)
class Counted:
    """The sums after the rule.

    `total` is what counts of the results, `every` what all of them would give, both weighted;
    `points` is the total with everything that is never dropped (`extras`). `out` are the
    positions in `worths` that do not count.
    """

    rule: SeasonRule
    worths: Sequence[Worth]
    out: frozenset[int]
    evenings: Sequence[EveningResult]
    total: Fraction
    every: Fraction
    points: Fraction
    average: Fraction | None
    divisor: Fraction | None
    extras: tuple[Term, ...]

    @property
    def best(self) -> tuple[Fraction, ...]:
        """The counted results, best first."""
        kept = [worth.weighted for at, worth in enumerate(self.worths) if at not in self.out]
        scaled = scaled_up(kept)
        order = sorted(range(len(kept)), key=scaled.__getitem__, reverse=True)
        return tuple([kept[at] for at in order])

    def reasons(self, account: Account) -> dict[int, Why]:
        """For each match or round that does not count, by its identity, the reason."""
        if not self.out or self.rule.kind == "evening_places":
            return {}
        why = why_dropped(self.rule)
        bundles = _bundles(account, self.rule)
        return {id(slot): why for at in self.out for slot in bundles[at]}

    def results(self, account: Account) -> tuple[Term, ...]:
        """Every result as an addend of the points."""
        if self.rule.kind == "evening_places":
            return tuple(
                Term(
                    value=one.points * one.weight,
                    kind="evening",
                    event=one.event,
                    place=one.rank,
                    weight=one.weight,
                    why=why_dropped(self.rule) if at in self.out else "",
                )
                for at, one in enumerate(self.evenings)
            )
        reasons = self.reasons(account)
        return tuple(
            _term(slot, reasons.get(id(slot), ""))
            for slot in account.slots
            if isinstance(slot, Missed) or slot.award is not None
        )


def _term(slot: Slot, why: Why) -> Term:
    if isinstance(slot, Played):
        table = slot.scored.table
        weight = slot.scored.book.weight
        award = slot.scored.awards[slot.at]
        return Term(
            value=(award.points or NOTHING) * weight,
            match=table.match,
            event=slot.scored.where,
            round=table.round,
            place=award.place,
            weight=weight,
            why=why,
        )
    return Term(
        value=(slot.points or NOTHING) * slot.book.weight,
        kind="bye",
        event=slot.book.where,
        round=slot.bye.round,
        weight=slot.book.weight,
        why=why,
    )


def count(account: Account, rule: SeasonRule | None, evenings: Sequence[EveningResult]) -> Counted:
    """Apply a season's rule; None is the rule of a stage, in which everything counts."""
    rule = rule or SeasonRule()
    worths = _worths(account, rule, evenings)
    scaled, shared = scaled_worths(worths)
    out = dropped(worths, rule, scaled)
    whole = sum(scaled)
    every = Fraction(whole, shared)
    total = Fraction(whole - sum(scaled[at] for at in out), shared) if out else every
    sums = account.sums
    average, divisor = None, None
    if rule.by_average:
        kept = [worth.mass for at, worth in enumerate(worths) if at not in out]
        divisor = exact_sum(kept) + rule.c
        if sums.matches and divisor:
            average = (total + sums.adjusted) / divisor
        byes = exact_sum(
            one.points * one.book.weight for one in account.missed if one.points is not None
        )
        total, every = total + byes, every + byes
    elif sums.matches:
        divisor = Fraction(sums.matches)
        average = (sums.match_points + sums.adjusted) / sums.matches
    extras = _extras(account, rule)
    points = total + exact_sum([term.value for term in extras]) if extras else total
    return Counted(rule, worths, out, evenings, total, every, points, average, divisor, extras)


def _worths(
    account: Account, rule: SeasonRule, evenings: Sequence[EveningResult]
) -> Sequence[Worth]:
    if rule.kind == "evening_places":
        return [Worth(one.points, one.points * one.weight, one.weight) for one in evenings]
    if rule.unit == "matches":
        if not account.byes or rule.by_average:
            return [_of_award(seat) for seat in account.played if seat.award is not None]
        return [_worth(slot) for slot in _scoring(account, rule)]
    return [
        Worth(
            exact_sum([worth.raw for worth in parts]),
            exact_sum([worth.weighted for worth in parts]),
            exact_sum([worth.mass for worth in parts]),
        )
        for parts in ([_worth(slot) for slot in bundle] for bundle in _bundles(account, rule))
    ]


def _scoring(account: Account, rule: SeasonRule) -> list[Slot]:
    """Matches that count for the player, and rounds that brought points without one.

    An average is over matches alone.
    """
    return [
        slot
        for slot in (account.played if rule.by_average else account.slots)
        if (slot.award is not None if isinstance(slot, Played) else slot.points)
    ]


def _bundles(account: Account, rule: SeasonRule) -> Sequence[Sequence[Slot]]:
    """What can be dropped as one: single results, or those of an evening."""
    slots = _scoring(account, rule)
    if rule.unit == "matches":
        return [(slot,) for slot in slots]
    bundles: dict[EventId, list[Slot]] = {}
    for slot in slots:
        event = slot.scored.where if isinstance(slot, Played) else slot.book.where
        bundles.setdefault(event, []).append(slot)
    return list(bundles.values())


def _worth(slot: Slot) -> Worth:
    if isinstance(slot, Played):
        return _of_award(slot)
    points = slot.points or NOTHING
    return Worth(points, points * slot.book.weight, NOTHING)


def _of_award(seat: Played) -> Worth:
    award, weight = seat.scored.awards[seat.at], seat.scored.book.weight
    # A whole weight of one is by far the most frequent: it shares the worth of its award.
    if weight is ONE or weight == ONE:
        return award.worth
    return Worth(award.worth.raw, award.worth.raw * weight, weight)


def _extras(account: Account, rule: SeasonRule) -> tuple[Term, ...]:
    found = [Term(one.points, "carried") for one in account.carried]
    # Under this rule the penalty of an evening has already done its work in the evening's rank.
    ranked = account.of_evenings if rule.kind == "evening_places" else ()
    found.extend(
        Term(one.points, "adjustment", reason=one.reason)
        for one in account.adjustments
        if one not in ranked
    )
    if rule.attendance:
        found.extend(
            Term(rule.attendance, "attendance", event=event) for event in evenings_of(account)
        )
    if rule.sit_out:
        found.extend(
            Term(rule.sit_out, "sit_out", event=one.book.where, round=one.bye.round)
            for one in account.missed
            if one.bye.kind == "sits_out" and one.points is not None
        )
    return tuple(found)


def evenings_of(account: Account) -> list[EventId]:
    """The events in which the player has a match that counts, in order."""
    return list(
        dict.fromkeys(seat.scored.where for seat in account.played if seat.award is not None)
    )


def cells(account: Account, counted: Counted) -> tuple[Cell, ...]:
    """What every match and every round without one gave, in order."""
    reasons = counted.reasons(account)
    return tuple([_cell(slot, reasons.get(id(slot), "")) for slot in account.slots])


def _cell(slot: Slot, why: Why) -> Cell:
    if isinstance(slot, Missed):
        return Cell(
            slot.bye.kind,
            slot.book.where,
            slot.bye.round,
            slot.points,
            counted=not why,
            note=slot.note,
            why=why,
            weight=slot.book.weight,
        )
    scored, index, award = slot
    table = scored.table
    told = scored.awards[index]
    seat = table.seats[index]
    return Cell(
        "match",
        scored.where,
        table.round,
        None if award is None else award.points,
        table.match,
        len(table.seats),
        told.place,
        told.tied,
        table.drawn,
        seat.score,
        not why,
        "" if award is not None else "void" if scored.ranked[index] else "guest",
        why,
        scored.book.weight,
    )
