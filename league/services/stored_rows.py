"""Rows kept as JSON, from which they can be made again with number and times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.core import serializers

if TYPE_CHECKING:
    from django.db.models import Model

    from games.core.types import JSON


def stored(row: Model) -> dict[str, JSON]:
    """The row as JSON."""
    (found,) = json.loads(serializers.serialize("json", [row]))
    return dict(found)


def restore(row: dict[str, JSON]) -> None:
    """Writes a stored row as it was."""
    for found in serializers.deserialize("json", json.dumps([row])):
        found.save()
