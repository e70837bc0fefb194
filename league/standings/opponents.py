"""What everybody's opponents add up to, kept until a result changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from league.standings.around import Around
from league.standings.exact import exact_sum

if TYPE_CHECKING:
    from league.standings.account import Account
    from league.standings.ledger import Ledger
    from league.standings.types import PlayerId


class Opponents:
    """The sums of opponents in a ledger; whatever changes a result has to `forget` them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._points: Around | None = None
        self._means: Around | None = None
        self._wins: dict[PlayerId, Fraction | None] = {}

    def forget(self) -> None:
        """Let everything be added up again when it is asked for."""
        self._points = self._means = None
        self._wins.clear()

    def points(self, account: Account) -> tuple[Fraction, int]:
        """The points of all opponents at all tables, and how many there were."""
        if self._points is None:
            ledger = self._ledger
            self._points = Around.of({one: ledger.points(one) for one in ledger.accounts})
        return self._points.of_rivals(account)

    def means(self, account: Account) -> tuple[Fraction, int]:
        """The opponents' points per match, and how many of them have played any."""
        if self._means is None:
            ledger = self._ledger
            means = {one: ledger.mean_per_match(one) for one in ledger.accounts}
            self._means = Around.of({one: mean for one, mean in means.items() if mean is not None})
        return self._means.of_rivals(account)

    def wins(self, player: PlayerId) -> Fraction | None:
        """The mean share of matches that the opponents have won, no share under its floor."""
        if player not in self._wins:
            shares = [
                max(share, seat.opponents_floor)
                for seat in self._ledger.seats(player)
                for rival in seat.rivals
                if (share := self._ledger.win_share(rival)) is not None
            ]
            self._wins[player] = exact_sum(shares) / len(shares) if shares else None
        return self._wins[player]
