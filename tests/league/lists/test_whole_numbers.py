"""Whole numbers of addresses and forms: what is one, what is none, and that all doors agree."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as some

from league.core.errors import BadInput
from league.lists.whole_numbers import LARGEST, asked, chosen, whole
from league.services.standings import standings
from tests import factories
from tests.services import ROOT

NONE = [
    *("", " ", "x", "1x", "-1", "+1", " 1", "1 ", "1.0", "1,0", "1_000", "0x10", "1e3", "½", "²"),
    *("٣", "３", "०", "1\n", "1\0", "NaN", "1" * 10, "9" * 5000, "0" * 400 + "1"),
]
# Where each is asked for, and its bounds: the address without a value, the field, low, high.
ASKED = [
    ("/games/dice-devils/sheet.pdf?seats=", "seats", 3, 6),
    ("/e/first-night/certificates.pdf?top=", "top", 1, 99999),
    ("/e/first-night/name-tags.pdf?per=", "per", 8, 10),
    ("/embed/c/corner/s/spring/standings/?rows=", "rows", 1, 100),
    ("/embed/c/corner/s/spring/standings.json?rows=", "rows", 1, 100),
    ("/api/v1/clubs/?limit=", "limit", 1, 200),
]


@given(some.integers(0, LARGEST))
def test_digits_are_the_number_that_they_write(number: int) -> None:
    assert whole(str(number), low=0) == number


@given(some.text(max_size=12))
def test_whatever_is_a_number_is_written_in_digits_alone(text: str) -> None:
    number = whole(text, low=0)

    assert (number is not None) == (re.fullmatch("[0-9]{1,9}", text) is not None)
    assert number is None or number == int(text)


@pytest.mark.parametrize("text", NONE)
def test_a_sign_a_blank_another_script_and_too_many_digits_make_no_number(text: str) -> None:
    assert whole(text, low=0) is None


def test_bounds_belong_to_the_numbers() -> None:
    assert [whole(text, low=3, high=5) for text in "234567"] == [None, 3, 4, 5, None, None]
    assert (whole("0"), whole("000000001")) == (None, 1)


@pytest.mark.parametrize("text", [one for one in NONE if one] + ["0", "7"])
def test_an_address_that_asks_for_none_is_refused_with_field_and_bounds(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked({"rows": text}, "rows", low=1, high=6, usual=4)

    error = refused.value
    assert (error.code, error.field) == ("number_out_of_range", "rows")
    assert error.params == {"low": 1, "high": 6}


@pytest.mark.parametrize("fields", [{}, {"rows": ""}])
def test_an_address_that_asks_for_nothing_gets_the_usual(fields: dict[str, str]) -> None:
    assert asked(fields, "rows", low=1, high=6, usual=4) == 4


@pytest.mark.parametrize("text", [*NONE, "0"])
def test_a_form_that_names_no_row_is_refused_at_its_field(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        chosen({"other": text}, "other")

    assert (refused.value.code, refused.value.field) == ("bad_choice", "other")


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "field", "low", "high"), ASKED)
def test_every_door_reads_numbers_alike(address: str, field: str, low: int, high: int) -> None:
    season = factories.season(factories.club(slug="corner"), slug="spring")
    event = factories.event(season=season, slug="first-night")
    stage = factories.stage(event)
    people = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3, 4])
    standings.catch_up()
    client = Client()

    def answer(text: str) -> int:
        path, _, query = address.partition("?")
        return client.get(path, {query.rstrip("="): text}).status_code

    known = {text: answer(text) for text in ("", str(low), str(high))}
    refused = {
        text: answer(text)
        for text in (*NONE, str(low - 1), str(high + 1), f"+{low}", f"-{low}")
        if text
    }

    assert known == dict.fromkeys(known, 200)
    assert refused == dict.fromkeys(refused, 400)


def test_no_door_reads_numbers_by_itself() -> None:
    own = re.compile(r"\.is(?:digit|decimal|numeric)\(\)")
    found = {
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in ("api", "league/web", "league/forms")
        for path in (ROOT / room).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if own.search(line) and "labels" not in line  # how grid headings look is no number asked
    }

    assert found == set()
