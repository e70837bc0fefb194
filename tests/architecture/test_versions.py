"""Whatever changes what people edit raises its version: nobody saves over it unseen."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.db import transaction

from league.core.actors import system
from tests.architecture.test_services import ASKED, VERBS, arguments, world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Model

    Rows = dict[tuple[str, int], dict[str, object]]

# What hangs on a row and is in nobody's form: numbers of the journal, marks, what was computed.
BESIDE = {"version", "seq", "stale_at", "counted_at", "removed_at", "erased_at", "ends_at"}
BESIDE |= {"has_webhooks"}


# What is as it was under that version, before it was removed.
AS_BEFORE = {"removals.restore": {"Event.state"}}
# Their versions are rows of their own.
IN_ROWS = {"Ruleset", "MatchRecord"}


def versioned() -> Iterator[type[Model]]:
    for model in apps.get_app_config("league").get_models():
        names = {one.name for one in model._meta.concrete_fields}
        if "version" in names and model.__name__ not in IN_ROWS:
            yield model


def rows() -> Rows:
    return {
        (model.__name__, row.pop("id")): row
        for model in versioned()
        for row in model._default_manager.values()
    }


def unseen(before: Rows, after: Rows) -> set[str]:
    """The kinds of rows that say something else under the version of before."""
    found = set()
    for key, row in after.items():
        was = before.get(key, row)
        changed = {name for name in row if row[name] != was[name]} - BESIDE
        if changed and row["version"] == was["version"]:
            found.add(f"{key[0]}.{', '.join(sorted(changed))}")
    return found


@pytest.mark.django_db
def test_a_verb_that_changes_what_people_edit_raises_its_version() -> None:
    things, found, changing = world().things, {}, 0
    before = rows()

    for name in ASKED:
        given = arguments(VERBS[name], things)
        parameters = inspect.signature(VERBS[name]).parameters
        if any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
            given["name"] = "Another Quill"
        if "kind" in parameters:
            given.setdefault("kind", "guest")
        with transaction.atomic():
            try:
                VERBS[name](by=system("test"), **given)
            except Exception:  # of random arguments
                after = before
            else:
                after = rows()
            transaction.set_rollback(True)
        changing += after != before
        if told := unseen(before, after):
            found[name] = told

    assert changing > 25
    assert found == AS_BEFORE
