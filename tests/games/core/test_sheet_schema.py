"""Sheets for programs: a schema that takes what the rules take, and an example of each."""

from __future__ import annotations

from typing import Any, cast

import jsonschema  # type: ignore[import-untyped]
import pytest

from games import catalogue
from games.core.package import GamePackage
from games.core.sheet_schema import example_of, schema_of

OPTIONS = [
    pytest.param(package, given, id=f"{package.key}-{'starter' if given else 'usual'}")
    for package in catalogue.all_games()
    for given in ([dict(package.starter), {}] if package.starter else [{}])
]


@pytest.mark.parametrize(("package", "given"), OPTIONS)
def test_every_game_has_an_example_without_a_fault_that_its_schema_takes(
    package: GamePackage, given: dict[str, Any]
) -> None:
    options = package.sheet.options_from_json(given)

    for seats in (package.sheet.seats(options)[0], package.sheet.seats(options)[-1]):
        example = cast("dict[str, Any]", example_of(package, options, seats=seats))
        level = example.get("level", "")
        schema = schema_of(package.sheet.layout(seats, options, level), seats=seats)
        sheet = package.sheet.parse(example, seats=seats, options=options)

        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(example, schema)
        assert not package.sheet.check(sheet)
        assert example_of(package, options, seats=seats) == example


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        ({"seats": [{"total": 12}, {"total": 8}]}, "too short"),
        ({"seats": [{"total": 12}, {"total": 8}, {"total": 99}]}, "maximum"),
        ({"seats": [{"total": 12}, {"total": 8}, {}]}, "required"),
        ({"seats": [{"total": 12}, {"total": 8}, {"total": 9, "points": 1}]}, "Additional"),
    ],
)
def test_a_schema_refuses_what_no_sheet_of_the_table_can_say(
    sheet: dict[str, Any], word: str
) -> None:
    package = catalogue.get("dice-devils")
    options = package.sheet.options_from_json(dict(package.starter))
    schema = schema_of(package.sheet.layout(3, options), seats=3)

    with pytest.raises(jsonschema.ValidationError, match=word):
        jsonschema.validate(sheet, schema)
