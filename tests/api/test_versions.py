"""Every operation that says which version it was made from is refused without it and when stale.

The operations are those of the committed document; a new one is asked by itself.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import URLPattern

from league.core.enums import Role, RoundState, Visibility
from league.services.seating import seatings
from tests import factories
from tests.api import doors
from tests.api.test_walls import READS, WRITES, World, everything

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

# Where the version is read, for what is not read under its own address.
READ_FROM = {
    "membership_end": "membership",
    "record_correct": "table",
    "seating_publish": "seating",
    "seating_redraw": "seating",
    "table_records": "table",
    "club_merges": "merge_preview",
}


def declared() -> set[tuple[str, str]]:
    """Method and address of every operation that names the header in the document."""
    return {
        (method, re.sub(r"\{\w+\}", "{}", path))
        for path, operations in doors.document()["paths"].items()
        for method, operation in operations.items()
        if any(
            (one["in"], one["name"]) == ("header", "If-Match")
            for one in operation.get("parameters", [])
        )
    }


def address(pattern: URLPattern) -> str:
    return "/" + re.sub(r"<\w+:\w+>", "{}", str(pattern.pattern))


DECLARED = declared()
OPERATIONS = [
    (pattern, method)
    for pattern, method in WRITES
    if (method, f"{doors.V1}{address(pattern)}") in DECLARED
]


def world_of(pattern: URLPattern) -> World:
    world = World.make(Visibility.PUBLIC)
    if pattern.name in {"event", "season"}:  # what has results is not removed
        event = factories.event(season=factories.season(world.club))
        world.ids |= {"event_id": event.pk, "season_id": event.season_id}
    if "seating_id" in pattern.pattern.converters:  # what is drawn may be changed and published
        stage = world.event.stages.get()
        stage.rounds.update(state=RoundState.CLOSED)
        draft = seatings.draw(by=factories.actor(Role.ORGANIZER, world.club), stage=stage)
        world.ids["seating_id"] = draft.pk
    return world


def fresh_tag(asker: doors.Asker, world: World, pattern: URLPattern, body: Any) -> str:  # any JSON
    name = READ_FROM.get(str(pattern.name), pattern.name)
    found = next(row for row, _ in [*WRITES, *READS] if row.name == name)
    path = world.path(found)
    answer = asker.post(path, body) if name == "merge_preview" else asker.get(path)
    assert answer.status_code == 200, answer.content
    return str(answer.headers["ETag"])


@pytest.mark.parametrize(
    ("pattern", "method"),
    OPERATIONS,
    ids=[f"{method} {pattern.name}" for pattern, method in OPERATIONS],
)
def test_nothing_changes_without_the_version_or_with_a_stale_one(
    pattern: URLPattern, method: str
) -> None:
    world = world_of(pattern)
    asker = doors.organizer(world.club, Role.CLUB_ADMIN)
    path, body = world.path(pattern), world.body((str(pattern.name), method))
    fresh = fresh_tag(asker, world, pattern, body)
    before = everything()
    tried: tuple[dict[str, str], ...] = ({}, {"If_Match": "early"}, {"If_Match": '"99"'})

    refused = [asker.send(method.upper(), path, body, **headers) for headers in tried]
    unchanged = everything() == before
    taken = asker.send(method.upper(), path, body, If_Match=fresh)

    assert [(one.status_code, one.json().get("field")) for one in refused[:2]] == [
        (428, "If-Match"),
        (400, "If-Match"),
    ]
    assert refused[2].status_code == 409
    assert unchanged
    assert (taken.status_code // 100, everything() != before) == (2, True), taken.content


def view_class(pattern: URLPattern) -> type:
    view: Any = pattern.callback  # a function that knows its class
    return view.cls  # type: ignore[no-any-return]


def called(view: Callable[..., object]) -> Iterator[Callable[..., object]]:
    """What a view calls by the name of its module, such as ``stages.change``."""
    for module, name in re.findall(r"\b(\w+)\.(\w+)\(", inspect.getsource(view)):
        found = getattr(view.__globals__.get(module), name, None)
        if inspect.isfunction(found):
            yield found


def test_every_operation_whose_service_asks_for_a_version_asks_for_it_too() -> None:
    asking = {
        (pattern, method)
        for pattern, method in WRITES
        for service in called(inspect.unwrap(getattr(view_class(pattern), method)))
        if "expected_version" in inspect.signature(service).parameters
    }

    assert len(asking) > 7
    assert {(method, row.name) for row, method in asking - set(OPERATIONS)} == {
        ("post", "club_schemes")  # a new one has no version yet
    }
