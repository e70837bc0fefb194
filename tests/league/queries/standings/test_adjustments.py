"""Whom a penalty is told, and until when."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, system
from league.core.enums import Role
from league.models import Stage
from league.queries.standings import adjustments as read
from league.services.standings import adjustments, standings
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("auto_publish", [True, False])
def test_a_penalty_taken_back_is_told_to_who_keeps_the_standings_alone(auto_publish: bool) -> None:
    stage = factories.stage(auto_publish=auto_publish)
    entries = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3])
    by = system("test")
    holds, gone = (
        adjustments.make(by=by, scope=stage, player=entries[0].player, points="-2", reason=why)
        for why in ("Late", "By mistake")
    )
    adjustments.revoke(by=by, adjustment=gone)
    standings.catch_up()
    if not auto_publish:
        standings.publish(by=by, scope=Stage.objects.get(pk=stage.pk))
    stage = Stage.objects.select_related("event__club").get(pk=stage.pk)
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)

    told = {
        name: [(row.reason, row.is_revoked) for row in read.of_scope(stage, viewer)]
        for name, viewer in {"public": ANONYMOUS, "organizer": organizer}.items()
    }

    assert told == {
        "public": [(holds.reason, False)],
        "organizer": [(holds.reason, False), (gone.reason, True)],
    }
