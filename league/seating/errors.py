"""What this room raises: a stable code with parameters, never a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.seating.types import Objection, Param


class SeatingError(Exception):
    """The family of this room's errors."""

    def __init__(self, code: str, params: Mapping[str, Param]) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params)


class SeatingRefused(SeatingError):
    """No plan can be made; `objections` names every reason found, the first is also `code`."""

    def __init__(self, objections: tuple[Objection, ...]) -> None:
        super().__init__(objections[0].code, objections[0].params)
        self.objections = objections


class ChangeRefused(SeatingError):
    """A change by hand would break what must hold."""
