"""How numbers stand in addresses."""

from __future__ import annotations

from django.urls import register_converter


class Id:
    """The number of a row; larger ones than a row can have are no address."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Id, "id")
