"""The ranks of a season's evenings, for the rule that counts these."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from league.standings.book import Book
from league.standings.counted import EveningResult
from league.standings.ledger import Ledger
from league.standings.points.place_rows import place_points
from league.standings.ranking import rank_players
from league.standings.rules import SeasonRule
from league.standings.tiebreaks import DEFAULT_STAGE_CHAIN
from league.standings.types import EventId, PlayerId


def evening_results(ledger: Ledger, rule: SeasonRule) -> Mapping[PlayerId, list[EveningResult]]:
    """What the ranks of each evening are worth to everybody who played there.

    Matches of the main stage rank the evening; whoever also played a later stage stands above
    the rest, by that stage alone. Level ranks share what they cover.
    """
    events: dict[EventId, list[Book]] = {}
    for book in sorted(ledger.books, key=lambda book: book.order):
        events.setdefault(book.where, []).append(book)
    found: dict[PlayerId, list[EveningResult]] = {}
    for event, books in events.items():
        ranks = evening_ranks(books)
        if not ranks:
            continue
        order = sorted(ranks.values())
        row = (*rule.places, *((Fraction(0),) * len(order)))[: len(order)]
        paid = dict(zip(order, place_points(row, order, "share"), strict=True))
        for player in sorted(ranks, key=lambda one: (ranks[one], one)):
            rank = ranks[player]
            result = EveningResult(event, rank, paid[rank], books[0].weight)
            found.setdefault(player, []).append(result)
    return found


def evening_ranks(books: list[Book]) -> dict[PlayerId, int]:
    """Ranks of one evening over its stages; who has no match that counts has none."""
    ranks: dict[PlayerId, int] = {}
    for stage in sorted({book.stage for book in books}, reverse=True):
        part = Ledger()
        for book in books:
            if book.stage == stage:
                part.adopt(book)
        players = [
            player for player in part.accounts if player not in ranks and part.matches(player)
        ]
        chain = next((book.chain for book in books if book.chain), DEFAULT_STAGE_CHAIN)
        above = len(ranks)
        for one in rank_players(players, chain, part, lambda player: ("", player)).ranked:
            ranks[one.player] = above + one.rank
    return ranks
