"""What a seat can work out from its view: what hidden cards may be, and how far away things are."""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush

from games.teufel_teufel.play.cards import (
    DEVIL,
    EMPTY,
    HIDDEN,
    TOWER,
    colour_of,
    letter_of,
)
from games.teufel_teufel.play.state import NOWHERE
from games.teufel_teufel.play.views import TeufelView

FAR = 9.0
"""Turns to something that cannot be reached."""

_WAY_OVER_A_DEVIL = 4.0
_WAY_OVER_A_HIDDEN_CARD = 1.2


class Outlook:
    """The table from the chair of ``seat``; made anew for each decision."""

    def __init__(self, view: TeufelView, seat: int) -> None:
        ground = view.ground
        self.view, self.ground, self.seat = view, ground, seat
        self.at = view.discs[seat]
        self.letters = view.letters[seat]
        self.devil = bool(view.devils >> seat & 1)
        self.cards = list(view.cards)  # hidden cards that are known for certain included
        self.hidden = [field for field, card in enumerate(view.cards) if card == HIDDEN]
        self.crowd = [0] * ground.fields
        for other, field in enumerate(view.discs):
            if field != NOWHERE and other != seat:
                self.crowd[field] += 1
        self.odds: dict[int, tuple[tuple[int, float], ...]] = {}
        self._read_groups()
        self.missing = [
            letter
            for letter in range(len(ground.options.letters))
            if not self.letters >> letter & 1
        ]
        places = {card: field for field, card in enumerate(self.cards) if 0 <= card < DEVIL}
        own = {letter: places.get(seat * 6 + letter) for letter in self.missing}
        self.wanted = {letter: field for letter, field in own.items() if field is not None}
        self.unknown = len(self.missing) - len(self.wanted)
        self._ways: dict[tuple[int, bool], list[float]] = {}
        self._rid: list[float] = []

    def _read_groups(self) -> None:
        """The chances of what each hidden card is: all cards of its group that are not known."""
        known = dict(self.view.known)
        for group in self.view.groups:
            there = Counter(group.cards)
            there.subtract(known[field] for field in group.fields if field in known)
            total = sum(there.values())
            chances = tuple(
                (card, number / total) for card, number in sorted(there.items()) if number
            )
            for field in group.fields:
                if field in known:
                    self.odds[field] = ((known[field], 1.0),)
                else:
                    self.odds[field] = chances
                if len(self.odds[field]) == 1:
                    self.cards[field] = self.odds[field][0][0]

    def is_pass(self, field: int) -> bool:
        """Whether an open letter card lets this disc go on."""
        card = self.view.cards[field]
        return 0 <= card < DEVIL and bool(self.letters >> letter_of(card) & 1)

    def _delay(self, field: int, devil: bool) -> float | None:
        """The turns it takes to get over a field on the way to another; None if there is no way."""
        crowd = self.crowd[field]
        if crowd >= self.ground.most_discs:
            return None
        if field == self.ground.devil_field:
            return None if self.view.mid else 0.0
        if crowd:
            return 0.0 if devil and crowd == 1 else 1.0
        card = self.view.cards[field]
        if card == HIDDEN:
            return 0.0 if devil else _WAY_OVER_A_HIDDEN_CARD
        if card == EMPTY or self.is_pass(field):
            return 0.0
        return _WAY_OVER_A_DEVIL if card == DEVIL else 1.0

    def ways_to(self, target: int, devil: bool) -> list[float]:
        """For each field, the turns that a disc standing there needs to enter ``target``."""
        known = self._ways.get((target, devil))
        if known is None:
            known = self._ways[target, devil] = self._search(target, devil)
        return known

    def _search(self, target: int, devil: bool) -> list[float]:
        turns = [FAR] * self.ground.fields
        if self.crowd[target] >= self.ground.most_discs:
            return turns
        neighbours = self.ground.neighbours
        queue: list[tuple[float, int]] = []
        for field in neighbours[target]:
            turns[field] = 1.0
            queue.append((1.0, field))
        while queue:
            reached, field = heappop(queue)
            if reached > turns[field]:
                continue
            delay = self._delay(field, devil)
            if delay is None:
                continue
            total = reached + delay
            for onward in neighbours[field]:
                if total < turns[onward]:
                    turns[onward] = total
                    heappush(queue, (total, onward))
        return turns

    def turns_to_be_rid(self, at: int) -> float:
        """The turns until the devil is given away or laid down at a tower, from ``at``."""
        if not self._rid:
            self._rid = [FAR] * self.ground.fields
            for field, crowd in enumerate(self.crowd):
                card = self.cards[field]
                if (crowd == 1 and card < DEVIL and card != HIDDEN) or card == TOWER:
                    self._rid = list(map(min, self._rid, self.ways_to(field, devil=True)))
        return self._rid[at]

    def can_be_swapped(self, field: int, at: int) -> bool:
        """Whether this seat, standing on ``at``, may exchange the card of a field."""
        if self.crowd[field] or field == at:
            return False
        card = self.view.cards[field]
        return card == HIDDEN or (0 <= card < DEVIL and colour_of(card) == self.seat)
