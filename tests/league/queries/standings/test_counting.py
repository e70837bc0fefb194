"""What counts is read while the evening goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from league.core.enums import RoundEntryState
from league.models import RoundEntry, Stage
from league.queries.standings import counting
from tests import factories

pytestmark = pytest.mark.django_db


def test_somebody_entered_while_a_standing_is_counted_does_not_upset_it() -> None:
    made = factories.stage()
    first = [factories.entry(made.event, name) for name in ("Ada", "Bo")]
    round_ = factories.round_(made)
    factories.played(factories.table(round_, first), [1, 2])
    stage = Stage.objects.select_related("event__club").get(pk=made.pk)
    late: list[int] = []

    # The framework's wrapper of statements takes and gives what it likes.
    def meanwhile(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if 'FROM "league_roundentry"' in sql and not late:
            late.append(0)
            entry = factories.entry(stage.event, "Cy")
            RoundEntry.objects.create(round=round_, entry=entry, state=RoundEntryState.BYE)
            late[0] = entry.player_id
        return execute(sql, *more)

    with connection.execute_wrapper(meanwhile):
        counted = counting.count(stage, as_of=stage.event.club.seq)

    results = counted.evenings[0].results
    assert late
    assert [len(table.seats) for table in results.tables] == [2]
    assert results.byes == ()
    assert [bye.player for bye in counting.count(stage, as_of=99).evenings[0].results.byes] == late
