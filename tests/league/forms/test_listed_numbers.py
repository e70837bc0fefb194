"""Lists of numbers as people type them."""

from __future__ import annotations

import pytest

from league.forms.chosen import listed_numbers


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("5 3 1 0", ["5", "3", "1", "0"]),
        ("5, 3, 1, 0", ["5", "3", "1", "0"]),
        ("5 ,3 , 1,", ["5", "3", "1"]),
        ("5,5 3,5 1", ["5.5", "3.5", "1"]),
        ("5,5, 3, -1", ["5.5", "3", "-1"]),
        ("16/3 4 8/3", ["16/3", "4", "8/3"]),
        ("16/3 / 4 / 8/3", ["16/3", "4", "8/3"]),
        ("5;3;1", ["5", "3", "1"]),
        (" ", []),
    ],
)
def test_a_sign_between_two_numbers_parts_them_unless_it_belongs_to_one(
    typed: str, read: list[str]
) -> None:
    assert listed_numbers(typed) == read
