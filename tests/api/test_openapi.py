"""The document of the API: as the views describe it, and kept by every answer."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from league.config.middleware import CONTENT_POLICY
from league.core.enums import Role, Visibility
from tests import factories
from tests.api import doors
from tests.api.test_walls import World
from tests.tiers import examples

SCHEMA = schemathesis.openapi.from_dict(copy.deepcopy(doors.document()))
OPERATIONS = [
    found.ok()  # type: ignore[union-attr]  # a broken document may break the run
    for found in SCHEMA.get_all_operations()
]


def test_the_committed_document_is_what_the_views_say(tmp_path: Path) -> None:
    """When this fails: ``python manage.py spectacular --file api/openapi.yaml``."""
    made = tmp_path / "openapi.yaml"

    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))

    assert made.read_text(encoding="utf-8") == doors.DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_the_document_is_served_as_it_is_committed() -> None:
    answer = doors.visitor().get("/api/openapi.yaml")

    assert (answer.status_code, answer.content) == (200, doors.DOCUMENT.read_bytes())


@pytest.mark.django_db
def test_the_page_that_draws_it_needs_nothing_from_elsewhere() -> None:
    answer = doors.visitor().get("/api/docs/")

    text = answer.content.decode()
    assert answer.status_code == 200
    assert [word for word in ("http://", "https://", "<style", "onload=") if word in text] == []
    assert answer.headers["Content-Security-Policy"] == CONTENT_POLICY


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once: whatever a request does to it is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World.make(Visibility.PUBLIC)
        transaction.set_rollback(True)


@pytest.fixture
def _connection_kept() -> Iterator[None]:
    """Requests see the test's own transaction, which a server would end between two of them."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def check_answers(operation: Any, world: World, headers: dict[str, str], examples: int) -> None:
    """Sends generated requests; each is undone, so that one never depends on another."""
    application = get_wsgi_application()
    asked = (
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    )

    @seed(20261103)
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(), is_hit=st.booleans(), version=st.sampled_from("012"))
    def send(case: Any, is_hit: bool, version: str) -> None:
        for name in case.path_parameters or {}:
            if is_hit:
                case.path_parameters[name] = world.ids[name]
        if "If-Match" in (case.headers or {}) and is_hit:
            case.headers["If-Match"] = f'"{version}"'
        with transaction.atomic():
            case.call_and_validate(
                base_url="http://localhost", app=application, checks=asked, headers=headers
            )
            transaction.set_rollback(True)

    send()


@pytest.mark.django_db
@pytest.mark.usefixtures("_connection_kept")
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
@pytest.mark.parametrize("who", ["organizer", pytest.param("visitor", marks=pytest.mark.gates)])
def test_every_answer_is_one_that_the_document_describes(
    operation: Any, who: str, world: World, request: pytest.FixtureRequest
) -> None:
    random.seed(20261103)
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, world.club)
    headers = {}
    if who == "organizer":
        headers["Authorization"] = f"Bearer {doors.with_token(account).secret}"

    check_answers(operation, world, headers, 60 if request.config.option.slow else examples(6))
