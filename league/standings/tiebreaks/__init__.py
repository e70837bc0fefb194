"""Tie-break criteria: one file each, listed in `CRITERIA`."""

from __future__ import annotations

from league.standings.tiebreaks.registry import (
    BY_KEY,
    CRITERIA,
    DEFAULT_SEASON_CHAIN,
    DEFAULT_STAGE_CHAIN,
    FULL_SEASON_CHAIN,
    FULL_STAGE_CHAIN,
    Chain,
    chain_from_json,
    criterion,
)

__all__ = [
    "BY_KEY",
    "CRITERIA",
    "DEFAULT_SEASON_CHAIN",
    "DEFAULT_STAGE_CHAIN",
    "FULL_SEASON_CHAIN",
    "FULL_STAGE_CHAIN",
    "Chain",
    "chain_from_json",
    "criterion",
]
