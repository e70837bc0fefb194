"""BG Stats, the app that many keep their plays in: a play as a link that saves it there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from games.core.types import JSON

SOURCE: Final = "Stammtisch"
_CREATE: Final = "https://app.bgstatsapp.com/createPlay.html?data="


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """One seat of a play. ``rank`` is empty where all won or lost together."""

    player: str
    name: str
    is_winner: bool
    begins: bool
    rank: int | None = None
    score: Fraction | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A finished match; ``key``, ``game`` and ``player`` are ids that hold everywhere.

    ``higher_wins`` is empty where no points are compared.
    """

    key: str
    ended_at: datetime
    game: str
    title: str
    higher_wins: bool | None
    place: str
    seats: Sequence[PlayedSeat]
    minutes: int | None = None
    comments: str = ""


def link(play: Play) -> str:
    """The address that opens the app, or its page, with the play filled in."""
    text = json.dumps(_told(play), ensure_ascii=False, separators=(",", ":"))
    return _CREATE + quote(text, safe="")


def _told(play: Play) -> Mapping[str, object]:
    has_points = any(seat.score is not None for seat in play.seats)
    told: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.key,
        "playDate": play.ended_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": play.title,
            "sourceGameId": play.game,
            "highestWins": play.higher_wins is not False,
            "noPoints": not has_points,
        },
        "players": [_seat(seat) for seat in play.seats],
    }
    if play.place:
        told["location"] = play.place
    if play.minutes:
        told["durationMin"] = play.minutes
    if play.comments:
        told["comments"] = play.comments
    return told


def _seat(seat: PlayedSeat) -> Mapping[str, JSON | float]:
    # The app on Android takes no play in which a seat does not say these two.
    told: dict[str, JSON | float] = {
        "name": seat.name,
        "sourcePlayerId": seat.player,
        "startPlayer": seat.begins,
        "winner": seat.is_winner,
    }
    if seat.rank is not None:
        told["rank"] = seat.rank
    if seat.score is not None:
        told["score"] = score(seat.score)
    if seat.role:
        told["role"] = seat.role
    return told


def score(points: Fraction) -> int | float:
    """A score as the app reads it: a whole number where it is one."""
    return points.numerator if points.denominator == 1 else float(points)
