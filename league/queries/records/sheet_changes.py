"""What one version of a table's sheet says otherwise than the one before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.queries.records.record_versions import VersionRow


@dataclass(frozen=True, slots=True)
class CellChange:
    """One box with what stood in it and what stands there now, empty for nothing.

    ``name`` is the player's, empty for what belongs to the whole table.
    """

    name: str
    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SheetChange:
    """The boxes that differ from ``version``; none where the two tell of different boxes."""

    version: int
    cells: tuple[CellChange, ...]


def latest(versions: Sequence[VersionRow]) -> SheetChange | None:
    """What the newest of ``versions`` (newest first) changed; None for a first version."""
    if len(versions) < 2:
        return None
    after, before = versions[0], versions[1]
    old, new = _cells(before), _cells(after)
    is_alike = _level(before) == _level(after) and sorted(before.names) == sorted(after.names)
    found = tuple(
        CellChange(name, label, old.get((label, name), ""), new.get((label, name), ""))
        for label, name in dict.fromkeys([*new, *old])
        if is_alike and old.get((label, name), "") != new.get((label, name), "")
    )
    return SheetChange(before.version, found)


def _cells(version: VersionRow) -> dict[tuple[str, str], str]:
    found = {
        (line.label, name): value
        for line in version.text.lines
        for name, value in zip(version.names, line.values, strict=False)
    }
    return found | {(label, ""): value for label, value in version.text.table}


def _level(version: VersionRow) -> object:
    return version.sheet.get("level") if isinstance(version.sheet, Mapping) else None
