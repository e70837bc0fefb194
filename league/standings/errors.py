"""The one family of errors of this room."""

from __future__ import annotations


class StandingsError(ValueError):
    """Says that a scheme, chain, rule or result cannot be used.

    `code` is stable and has a sentence in `texts.py`; `params` fill that sentence.
    `field` is a dotted path into the JSON that was read, for the mark in a form.
    """

    def __init__(self, code: str, field: str = "", **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params: dict[str, str | int] = params

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code} {self.field} {told}".strip()
