"""Columns chosen in the form that reads a list: numbers of columns, or none."""

from __future__ import annotations

import pytest

from league.forms import uploads
from league.forms.people import people
from league.forms.standings import standings


@pytest.mark.parametrize("form", [people.ReadingForm, standings.ReadingForm])
def test_a_column_is_a_small_number_and_anything_else_is_no_column(
    form: type[uploads.ReadingForm],
) -> None:
    first, second, third, *rest = form.words

    chosen = form.columns_from(
        {
            f"column_{first}": "3",
            f"column_{second}": "",
            f"column_{third}": "9" * 5000,
            **{f"column_{name}": "٣" for name in rest},
        }
    )

    assert chosen == {first: 3, second: None, third: None, **dict.fromkeys(rest)}


@pytest.mark.parametrize("form", [people.ReadingForm, standings.ReadingForm])
def test_a_form_without_columns_leaves_the_choice_to_the_headings(
    form: type[uploads.ReadingForm],
) -> None:
    assert form.columns_from({"encoding": "utf-8"}) is None
