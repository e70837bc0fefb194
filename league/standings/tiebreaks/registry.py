"""All tie-break criteria, and how a stored chain is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from league.standings.contract import Criterion
from league.standings.errors import StandingsError
from league.standings.tiebreaks.all_total import AllTotal
from league.standings.tiebreaks.average import Average
from league.standings.tiebreaks.beaten import Beaten
from league.standings.tiebreaks.best import Best
from league.standings.tiebreaks.counted_total import CountedTotal
from league.standings.tiebreaks.head_to_head import HeadToHead
from league.standings.tiebreaks.lot import Lot
from league.standings.tiebreaks.margin import Margin
from league.standings.tiebreaks.matches import Matches
from league.standings.tiebreaks.opponents import Opponents
from league.standings.tiebreaks.opponents_average import OpponentsAverage
from league.standings.tiebreaks.opponents_opponents import OpponentsOpponents
from league.standings.tiebreaks.opponents_wins import OpponentsWins
from league.standings.tiebreaks.places import Places
from league.standings.tiebreaks.points import Points
from league.standings.tiebreaks.score import Score
from league.standings.tiebreaks.score_average import ScoreAverage
from league.standings.tiebreaks.seat_adjusted import SeatAdjusted
from league.standings.tiebreaks.share_mean import ShareMean
from league.standings.tiebreaks.share_total import ShareTotal
from league.standings.tiebreaks.winner_share import WinnerShare
from league.standings.tiebreaks.wins import Wins
from league.standings.types import JSON

Chain: TypeAlias = tuple[str, ...]

CRITERIA: tuple[Criterion, ...] = (
    Points(),
    Average(),
    Wins(),
    Places(),
    Best(),
    CountedTotal(),
    AllTotal(),
    Score(),
    ScoreAverage(),
    ShareMean(),
    ShareTotal(),
    WinnerShare(),
    Margin(),
    Beaten(),
    HeadToHead(),
    Opponents(),
    OpponentsAverage(),
    OpponentsWins(),
    OpponentsOpponents(),
    Matches(),
    SeatAdjusted(),
    Lot(),
)
BY_KEY = {known.key: known for known in CRITERIA}

DEFAULT_STAGE_CHAIN: Chain = ("points", "wins", "places", "head_to_head")
DEFAULT_SEASON_CHAIN: Chain = ("points", "average")

FULL_STAGE_CHAIN: Chain = (
    "points",
    "wins",
    "places",
    "share_mean",
    "beaten",
    "head_to_head",
    "opponents_average",
)
FULL_SEASON_CHAIN: Chain = ("points", "best", "average", "matches")


def criterion(key: str) -> Criterion:
    """The criterion of this key, or StandingsError `unknown_criterion`."""
    known = BY_KEY.get(key)
    if known is None:
        raise StandingsError("unknown_criterion", "chain", key=key[:40])
    return known


def chain_from_json(spec: JSON) -> Chain:
    """Read a chain such as `["points", "wins"]`; empty, repeated or unknown keys are refused."""
    if not isinstance(spec, Sequence) or isinstance(spec, str):
        raise StandingsError("list_expected", "chain")
    if not spec:
        raise StandingsError("chain_empty", "chain")
    chain: list[str] = []
    for index, key in enumerate(spec):
        if not isinstance(key, str) or key not in BY_KEY:
            raise StandingsError("unknown_criterion", f"chain.{index}", key=str(key)[:40])
        if key in chain:
            raise StandingsError("criterion_twice", f"chain.{index}", key=key)
        chain.append(key)
    return tuple(chain)
