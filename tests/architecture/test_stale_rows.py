"""Whoever acts on a row as it was is answered like whoever holds the row as it is.

Two organizers look at the same page and press one after the other. A verb that trusts the row in
its hands does the second press on what is no more; one that reads it anew under its lock does, or
refuses, the same as for somebody who loaded the page again.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from django.db.models import Model

from league.core.actors import system
from league.core.errors import LeagueError
from league.models import JournalLine
from tests.architecture.test_services import ASKED, VERBS, arguments, world

if TYPE_CHECKING:
    from collections.abc import Iterable

# Answers that may differ, each with its reason.
TOLD_OTHERWISE: dict[str, str] = {}


def anew(value: object) -> object:
    """The row as it is now; what is gone stays as it was, for nobody can load it."""
    if not isinstance(value, Model):
        return value
    return type(value)._default_manager.filter(pk=value.pk).first() or value


def answer(name: str, given: dict[str, object]) -> object:
    """What comes of a verb: the kinds of its lines, or why it is refused."""
    last = JournalLine.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    try:
        with transaction.atomic():
            VERBS[name](by=system("test"), **given)
    except LeagueError as refused:
        return refused.code
    except Exception as error:  # of random arguments
        return type(error).__name__
    lines = JournalLine.objects.filter(pk__gt=last).order_by("pk")
    return list(lines.values_list("kind", flat=True))


def answers(names: Iterable[str]) -> dict[str, tuple[object, object]]:
    """For each verb that does anything: the second answer to a stale row and to the row of now."""
    things, found = world().things, {}
    for name in names:
        before = arguments(VERBS[name], things)
        told = []
        for is_stale in (True, False):
            with transaction.atomic():
                stale = copy.deepcopy(before)
                if isinstance(answer(name, copy.deepcopy(before)), list):
                    now = {key: anew(value) for key, value in before.items()}
                    told.append(answer(name, stale if is_stale else now))
                transaction.set_rollback(True)
        if told:
            found[name] = (told[0], told[1])
    return found


@pytest.mark.django_db
def test_a_row_of_before_is_answered_like_the_row_of_now() -> None:
    found = answers(ASKED)

    differing = {name: pair for name, pair in found.items() if pair[0] != pair[1]}

    assert len(found) > 50
    assert differing == {name: found.get(name) for name in TOLD_OTHERWISE}
