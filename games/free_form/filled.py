"""A free-form sheet as it was filled in."""

from __future__ import annotations

from dataclasses import dataclass

from games.free_form.options import FreeFormOptions


@dataclass(frozen=True, slots=True)
class FreeFormRow:
    """One seat. ``points`` are scaled by ``10 ** decimals``; None is a box left empty."""

    points: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class FreeFormSheet:
    """The whole table. ``own_target`` is the target this match was played to, if it differs."""

    options: FreeFormOptions
    rows: tuple[FreeFormRow, ...]
    own_target: int | None = None
    drawn: bool = False
    won: bool | None = None
    dense_places: bool = False

    @property
    def target(self) -> int | None:
        """The target that holds for this match, scaled; None where there is none."""
        return self.options.target if self.own_target is None else self.own_target
