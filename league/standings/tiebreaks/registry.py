"""All tie-break criteria, and how a stored chain is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from league.standings.contract import Criterion
from league.standings.errors import StandingsError
from league.standings.tiebreaks.average import Average
from league.standings.tiebreaks.head_to_head import HeadToHead
from league.standings.tiebreaks.places import Places
from league.standings.tiebreaks.points import Points
from league.standings.tiebreaks.wins import Wins
from league.standings.types import JSON

Chain: TypeAlias = tuple[str, ...]

CRITERIA: tuple[Criterion, ...] = (Points(), Average(), Wins(), Places(), HeadToHead())

DEFAULT_STAGE_CHAIN: Chain = ("points", "wins", "places", "head_to_head")
DEFAULT_SEASON_CHAIN: Chain = ("points", "average")


def criterion(key: str) -> Criterion:
    """The criterion of this key, or StandingsError `unknown_criterion`."""
    for known in CRITERIA:
        if known.key == key:
            return known
    raise StandingsError("unknown_criterion", "chain", key=key[:40])


def chain_from_json(spec: JSON) -> Chain:
    """Read a chain such as `["points", "wins"]`; empty, repeated or unknown keys are refused."""
    if not isinstance(spec, Sequence) or isinstance(spec, str):
        raise StandingsError("list_expected", "chain")
    if not spec:
        raise StandingsError("chain_empty", "chain")
    chain: list[str] = []
    for index, key in enumerate(spec):
        if not isinstance(key, str) or key not in {known.key for known in CRITERIA}:
            raise StandingsError("unknown_criterion", f"chain.{index}", key=str(key)[:40])
        if key in chain:
            raise StandingsError("criterion_twice", f"chain.{index}", key=key)
        chain.append(key)
    return tuple(chain)
