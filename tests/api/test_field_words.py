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
