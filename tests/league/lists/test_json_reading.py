"""JSON that is no list of results: said so, whatever it is."""

from __future__ import annotations

import pytest

from league.core.errors import BadInput
from league.lists import json_reading


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"7", b"null", b'"rows"', b"{}", b'{"columns": [1], "rows": []}', b"[" * 100_000],
)
def test_json_of_another_shape_is_refused_as_unreadable(data: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        json_reading.read(data, max_bytes=1_000_000, max_rows=10)

    assert refused.value.code == "json_list_unreadable"
