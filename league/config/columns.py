"""Columns that are hashed by their names.

Every query with an order looks its columns up among those that it selects. Django hashes each by
the signature of its constructor, which is a fiftieth of all that a page costs.
"""

from __future__ import annotations

from django.db.models.expressions import Col


def _by_name(column: Col) -> int:
    """The same for columns that are equal, which have one table and one name."""
    return hash((column.alias, column.target.column))


def hash_by_name() -> None:
    Col.__hash__ = _by_name  # type: ignore[method-assign,assignment]  # the library's own class
