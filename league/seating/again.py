"""Which of several draws to take where one is there already: better, or other and as good."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from league.seating.types import Plan, PlannedTable

News = Literal["", "other_as_good", "no_other"]
Companies = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True)
class Standing:
    """A seating that is there: who sits together, and what that costs."""

    companies: Companies
    price: int


def companies_of(tables: Iterable[PlannedTable]) -> Companies:
    """Who sits together, at whatever table."""
    return frozenset(frozenset(table.players) for table in tables if table.players)


def price_of(made: Plan) -> int:
    """What a plan costs but for the order at its tables, which any company can change."""
    return made.cost - made.costs.get("seats", 0)


def chosen_of(
    tries: Iterable[Plan], now: Standing | None, seen: Collection[Companies]
) -> tuple[Plan | None, News]:
    """The draw to take, None to keep what is there, and what there is to say of it.

    A better one is taken whatever it is; of those as good the first whose companies were not
    ``seen``. Without a seating to compare with, the first draw is taken.
    """
    for made in tries:
        if now is None or price_of(made) < now.price:
            return made, ""
        companies = companies_of(made.tables)
        if price_of(made) == now.price and companies not in {now.companies, *seen}:
            return made, "other_as_good"
    return None, "no_other"
