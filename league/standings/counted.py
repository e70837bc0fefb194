"""What a rule counts of one player's results, and why the rest is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from league.standings.account import Account, Missed, Played, Slot
from league.standings.award import SeatAward
from league.standings.contract import Term, Why
from league.standings.counting import Worth, dropped, scaled_up, why_dropped
from league.standings.exact import exact_sum
from league.standings.rules import SeasonRule
from league.standings.table import Cell
from league.standings.types import EventId

ONE = Fraction(1)
NOTHING = Fraction(0)


class EveningResult(NamedTuple):
    """A player's rank on one evening and what it is worth."""

    event: EventId
    rank: int
    points: Fraction
    weight: Fraction


class Item(NamedTuple):
    """What can be dropped as one: a match, a round without one, or an evening."""

    worth: Worth
    slots: tuple[Slot, ...]
    evening: EveningResult | None = None


@dataclass(slots=True, eq=False)
class Counted:
    """The sums after the rule.

    `total` is what counts of the results, `every` what all of them would give, both weighted;
    `points` is the total with everything that is never dropped (`extras`).
    """

    items: Sequence[Item]
    out: frozenset[int]
    why: Why
    total: Fraction
    every: Fraction
    points: Fraction
    average: Fraction | None
    divisor: Fraction | None
    extras: tuple[Term, ...]

    @property
    def best(self) -> tuple[Fraction, ...]:
        """The counted results, best first."""
        kept = [item.worth.weighted for at, item in enumerate(self.items) if at not in self.out]
        scaled = scaled_up(kept)
        order = sorted(range(len(kept)), key=scaled.__getitem__, reverse=True)
        return tuple([kept[at] for at in order])

    def reasons(self) -> dict[int, Why]:
        """For each match or round that does not count, by its identity, the reason."""
        return {id(slot): self.why for at in self.out for slot in self.items[at].slots}

    def results(self, account: Account) -> tuple[Term, ...]:
        """Every result as an addend of the points."""
        if any(item.evening is not None for item in self.items):
            return tuple(
                Term(
                    value=item.worth.weighted,
                    kind="evening",
                    event=item.evening.event,
                    place=item.evening.rank,
                    weight=item.evening.weight,
                    why=self.why if at in self.out else "",
                )
                for at, item in enumerate(self.items)
                if item.evening is not None
            )
        reasons = self.reasons()
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
    items = _items(account, rule, evenings)
    out = dropped([item.worth for item in items], rule)
    kept = [item.worth for at, item in enumerate(items) if at not in out]
    total = exact_sum([worth.weighted for worth in kept])
    every = exact_sum([item.worth.weighted for item in items]) if out else total
    sums = account.sums
    average, divisor = None, None
    if rule.by_average:
        divisor = exact_sum([worth.mass for worth in kept]) + rule.c
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
    return Counted(items, out, why_dropped(rule), total, every, points, average, divisor, extras)


def _items(account: Account, rule: SeasonRule, evenings: Sequence[EveningResult]) -> list[Item]:
    if rule.kind == "evening_places":
        return [
            Item(Worth(one.points, one.points * one.weight, one.weight), (), one)
            for one in evenings
        ]
    slots: Sequence[Slot] = account.played
    if account.byes and not rule.by_average:
        slots = account.slots
    single: list[Item] = []
    known: dict[SeatAward, Worth] = {}
    for slot in slots:
        if isinstance(slot, Played):
            award = slot.award
            if award is None or award.points is None:
                continue
            weight = slot.scored.book.weight
            if weight == 1:
                worth = known.get(award)
                if worth is None:
                    worth = known[award] = Worth(award.points, award.points, ONE)
            else:
                worth = Worth(award.points, award.points * weight, weight)
            single.append(Item(worth, (slot,)))
        elif slot.points:
            single.append(
                Item(Worth(slot.points, slot.points * slot.book.weight, NOTHING), (slot,))
            )
    return single if rule.unit == "matches" else _by_evening(single)


def _by_evening(single: Sequence[Item]) -> list[Item]:
    bundles: dict[EventId, list[Item]] = {}
    for item in single:
        slot = item.slots[0]
        event = slot.scored.where if isinstance(slot, Played) else slot.book.where
        bundles.setdefault(event, []).append(item)
    return [
        Item(
            Worth(
                exact_sum(item.worth.raw for item in bundle),
                exact_sum(item.worth.weighted for item in bundle),
                exact_sum(item.worth.mass for item in bundle),
            ),
            tuple(item.slots[0] for item in bundle),
        )
        for bundle in bundles.values()
    ]


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
    reasons = counted.reasons()
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
