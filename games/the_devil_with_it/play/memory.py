"""What anybody knows who kept count: stakes, winnings and pact money all lie open (TD R5, R21-R33).

Purses are hidden on a screen, but everybody began with the same chips and saw all that came and
went since.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.the_devil_with_it.play.state import Payment, Phase
from games.the_devil_with_it.play.views import View


def counted(view: View) -> list[int] | None:
    """What every seat owns at this moment, its stake included; None where rounds are missing."""
    if len(view.rounds) != view.number - (view.phase is not Phase.END):
        return None
    purses = [view.table.options.start_capital] * view.table.seats
    for facts in view.rounds:
        _pay(purses, facts.payments)
        for seat, gain in enumerate(facts.gains):
            purses[seat] += gain + facts.amount_bonuses[seat] + facts.count_bonuses[seat]
    _pay(purses, view.payments)
    return purses


def _pay(purses: list[int], payments: Sequence[Payment]) -> None:
    for paid in payments:
        purses[paid.receiver] += paid.amount
        if not paid.by_bank:
            purses[paid.payer] -= paid.amount
