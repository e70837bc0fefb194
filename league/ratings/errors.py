"""Refusals of this room: a stable code and what it speaks of."""

from __future__ import annotations


class RatingSettingsError(ValueError):
    """A setting that no engine can work with; ``field`` names it."""

    def __init__(self, code: str, *, field: str, **params: str | int | float) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params
