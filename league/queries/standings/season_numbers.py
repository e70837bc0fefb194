"""What everything is called in a season's file, whatever its number here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from league.standings.contract import PointsScheme

WRAPPED: Final = ("scheme", "places")  # a scheme inside another one
SIZES: Final = range(2, 13)
# One row of the file: fields of many types.
Row = dict[str, Any]


def renumbered(body: bytes | Mapping[str, Any], numbers: Numbers) -> Row:  # Any: stored JSON
    """A standing with the numbers and names of the file in place of those of the installation."""
    found: Row = json.loads(body) if isinstance(body, bytes) else dict(body)
    for row in found["rows"]:
        row["name"] = numbers.names[row["player"]]
        row["player"] = numbers.players[row["player"]]
        for given in row["adjustments"]:
            given["reason"] = numbers.adjustments[given["reason"]]
    for one in found["rounds"]:
        one["event"] = numbers.events[one["event"]]
    for one in found["evenings"]:
        one["event"] = numbers.events[one["event"]]
        one["points"] = {
            str(numbers.players[int(player)]): points for player, points in one["points"].items()
        }
    return {**found, "id": 1}


def told_scheme(scheme: PointsScheme) -> Row:
    """A scheme with what it pays by place for each size, also where its name says that already."""
    found: Row = dict(scheme.to_json())
    for name in WRAPPED:
        if name in found:
            found[name] = told_scheme(getattr(scheme, name))
    told = {str(size): scheme.row(size) for size in SIZES}
    if any(told.values()):
        found["rows"] = {size: [str(one) for one in row] for size, row in told.items() if row}
    return found


class Numbers:
    """What everything is called in the file, by its number here."""

    def __init__(
        self,
        *,
        names: Mapping[int, str],
        events: Iterable[int],
        rulesets: Iterable[int],
        games: Iterable[int],
        matches: Iterable[int],
        adjustments: Iterable[int],
    ) -> None:
        self.names = names
        self.players = _in_order(names)
        self.events = _in_order(events)
        self.rulesets = _in_order(rulesets)
        self.games = _in_order(games)
        self.matches = _in_order(matches)
        self.adjustments = _in_order(adjustments)


def _in_order(ids: Iterable[int]) -> Mapping[int, int]:
    return {pk: number for number, pk in enumerate(sorted(ids), start=1)}
