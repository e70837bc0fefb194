"""The document of the API says what everything is: fields, parameters, answers, a first evening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from drf_spectacular.generators import SchemaGenerator

from api import field_words


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """As the views say it now, whatever is committed."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]  # untyped library
    return cast("dict[str, Any]", generator.get_schema(request=None, public=True))


def test_every_field_parameter_and_answer_is_described(described: dict[str, Any]) -> None:
    assert sorted(_silent(described)) == []


def test_no_words_are_left_over_for_fields_that_are_gone(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    fields = {field for schema in schemas.values() for field in schema.get("properties", {})}
    bodies = {field_words.body_of(name) for name in schemas}

    assert set(field_words.FIELDS) - fields == set()
    assert {key for key in field_words.SPECIAL if key.partition(".")[0] not in bodies} == set()


def test_the_introduction_names_calls_that_there_are(described: dict[str, Any]) -> None:
    there = {
        f"{method.upper()} {re.sub(r'{[a-z_]+}', '{}', path.removeprefix('/api/v1'))}"
        for path, methods in described["paths"].items()
        for method in methods
    }
    text = described["info"]["description"]
    named = re.findall(r"`(GET|POST|PATCH|DELETE) (/[^`\s]*)", text)

    wanted = {f"{method} {re.sub(r'{[a-z_]+}', '{}', path)}" for method, path in named}
    assert len(wanted) > 10
    assert wanted - there == set()


def _silent(described: dict[str, Any]) -> Iterator[str]:
    for name, schema in described["components"]["schemas"].items():
        for field, told in schema.get("properties", {}).items():
            if not told.get("description"):
                yield f"{name}.{field}"
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for one in operation.get("parameters", ()):
                if not one.get("description"):
                    yield f"{method} {path}: {one['name']}"
            for status, answer in operation["responses"].items():
                if not answer.get("description"):
                    yield f"{method} {path}: {status}"


def test_every_value_of_a_closed_set_has_its_words(described: dict[str, Any]) -> None:
    sets = list(_closed_sets(described))

    assert len(sets) > 150
    assert (
        sorted(
            f"{where}: {value}"
            for where, text, values in sets
            for value in values
            if not _said(text, "null" if value is None else value or '""')
        )
        == []
    )


def _closed_sets(described: dict[str, Any]) -> Iterator[tuple[str, str, list[Any]]]:
    """Where a set is used, what is said there, and its values."""
    for name, schema in described["components"]["schemas"].items():
        for field, told in schema.get("properties", {}).items():
            for values in _enums(told):
                yield f"{name}.{field}", told.get("description", ""), values
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for one in operation.get("parameters", ()):
                for values in _enums(one["schema"]):
                    yield f"{method} {path}: {one['name']}", one["description"], values


def _enums(told: object) -> Iterator[list[Any]]:
    if isinstance(told, dict):
        if isinstance(told.get("enum"), list):
            yield told["enum"]
        for below in told.values():
            yield from _enums(below)
    elif isinstance(told, list):
        for below in told:
            yield from _enums(below)


def _said(text: str, value: str) -> bool:
    """Whether there is a line for the value, with other words than the value, below a sentence."""
    whole, _, lines = text.partition("\n\n* ")
    found = re.search(rf"^(?:\* )?`{re.escape(value)}` - (.+)$", lines, re.MULTILINE)
    return bool(whole.strip()) and found is not None and found[1] != value
