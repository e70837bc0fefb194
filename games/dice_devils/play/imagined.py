"""The table as it may be: what a view leaves open, filled in from what the others did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.game import Bot
from games.core.rng import Rng, shuffled
from games.core.types import Seat
from games.dice_devils.play.actions import Action, Place
from games.dice_devils.play.choices import placings
from games.dice_devils.play.state import NOBODY, NOWHERE, Phase, State
from games.dice_devils.play.table import Dice, table_for
from games.dice_devils.play.views import View

UNLIKELY = 6
"""A fall with which a rival would have claimed another item is so many times less likely."""


class Imagined:
    """States that one view may be of; ``reader`` is how rivals are taken to claim."""

    def __init__(self, view: View, reader: Bot[View, Action]) -> None:
        self.view = view
        table = view.table
        # where all is filled in, dice and items are as good as drawn from a seed
        self.table = table_for(table.seats, table.options)
        rest = Counter(table.box)
        rest.subtract(self._lying())
        for row in view.collections:
            for item, number in zip(table.items, row, strict=True):
                rest[item] -= number
        self.hidden = [item for item in table.items for _ in range(rest[item])]
        self.falls: list[Sequence[Dice]] = [
            table.throws[view.rank_round[seat]] if dice is None else (dice,)
            for seat, dice in enumerate(view.dice)
        ]
        if view.phase is Phase.PLACE:
            for seat in view.order:
                if view.claims[seat] != NOWHERE and view.dice[seat] is None:
                    self.falls[seat] = self._read(seat, reader)

    def state(self, rng: Rng) -> State:
        """One of them."""
        view = self.view
        return State(
            self.table,
            view.phase,
            view.round,
            view.first_ranks,
            view.rank_round,
            view.rank_now,
            shuffled(rng, self.hidden),
            view.open,
            view.collections,
            tuple(
                [
                    falls[rng.below(len(falls))] if len(falls) > 1 else falls[0]
                    for falls in self.falls
                ]
            ),
            view.shown,
            view.claims,
            view.spiel_used,
            view.fights,
            view.candidates,
            NOBODY if view.winner is None else view.winner,
        )

    def _lying(self) -> list[str]:
        """The open items nobody has: those won stay in the view until the round is over."""
        view = self.view
        pending = view.fights if view.winner is None else view.fights[1:]
        return [
            item
            for slot, item in enumerate(view.open)
            if slot not in view.claims or slot in pending or view.phase is Phase.PLACE
        ]

    def _read(self, seat: Seat, reader: Bot[View, Action]) -> Sequence[Dice]:
        """The falls of a rival's dice, those more often that go with its claim."""
        view, before = self.view, True
        claims = list(view.claims)
        for other in view.order:
            before = before and other != seat
            if not before:
                claims[other] = NOWHERE
        seen = view._replace(viewer=seat, decider=seat, claims=tuple(claims))
        nothing: tuple[Dice | None, ...] = tuple(
            dice if shown else None for dice, shown in zip(view.dice, view.shown, strict=True)
        )
        claim, legal = Place(view.claims[seat]), placings(len(view.open))
        found: list[Dice] = []
        told: dict[tuple[int, ...], bool] = {}
        for fall in view.table.throws[view.rank_round[seat]]:
            alike = tuple(sorted(fall))
            if alike not in told:
                dice = (*nothing[:seat], alike, *nothing[seat + 1 :])
                told[alike] = reader.choose(seen._replace(dice=dice), legal, _NO_RNG) == claim
            found.extend([fall] * (UNLIKELY if told[alike] else 1))
        return found


class _Never:
    """What is never asked: the reader draws nothing."""

    def below(self, n: int) -> int:
        raise AssertionError(n)


_NO_RNG = _Never()
