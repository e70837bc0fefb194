"""What an entry wishes of a draw, read from its row; unknown or outdated parts are left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Entry
    from league.seating.types import Pair, Part

PARTS: tuple[Part, ...] = ("player", "filler", "standby")


@dataclass(frozen=True, slots=True)
class Wishes:
    """Rulesets wanted and refused, tables liked, company near by, and the part one plays.

    ``team`` is a club, a household, a school class: people of one team are kept apart as the
    stage prefers.
    """

    wants: tuple[int, ...] = ()
    refuses: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    step_free: bool = False
    part: Part = "player"
    team: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Wishes()

    def to_json(self) -> dict[str, JSON]:
        """What is wished, without what is not."""
        told: dict[str, JSON] = {}
        for name in ("wants", "refuses", "tables", "near"):
            ids: tuple[int, ...] = getattr(self, name)
            if ids:
                told[name] = list(ids)
        if self.step_free:
            told["step_free"] = True
        if self.part != "player":
            told["part"] = self.part
        if self.team:
            told["team"] = self.team
        return told


def of(entry: Entry) -> Wishes:
    """The wishes of an entry."""
    stored: Mapping[str, JSON] = entry.wishes
    part = stored.get("part")
    return Wishes(
        wants=_ids(stored.get("wants")),
        refuses=_ids(stored.get("refuses")),
        tables=_ids(stored.get("tables")),
        near=_ids(stored.get("near")),
        step_free=stored.get("step_free") is True,
        part=next((known for known in PARTS if known == part), "player"),
        team=str(stored.get("team", "")),
    )


def _ids(value: JSON) -> tuple[int, ...]:
    return tuple(part for part in value if isinstance(part, int)) if isinstance(value, list) else ()


def teams(entries: Iterable[Entry]) -> dict[int, frozenset[int]]:
    """The team of every entry that has one, as a number that its name stands for."""
    names = {row.pk: of(row).team.casefold() for row in entries}
    numbers = {name: place for place, name in enumerate(sorted(set(names.values()) - {""}), 1)}
    return {pk: frozenset({numbers[name]}) for pk, name in names.items() if name}


def near_pairs(entries: Iterable[Entry]) -> frozenset[Pair]:
    """Pairs of these entries of whom at least one wants to be near the other."""
    wished = {row.pk: of(row).near for row in entries}
    return frozenset(
        (min(pk, other), max(pk, other))
        for pk, others in wished.items()
        for other in others
        if other in wished and other != pk
    )
