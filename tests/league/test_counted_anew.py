"""What an earlier version has counted is counted again after the update."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from league.models import Snapshot, Stage
from league.services.standings import standings
from tests import factories as make

pytestmark = pytest.mark.django_db


def counted(*, auto_publish: bool) -> Stage:
    stage = make.stage(auto_publish=auto_publish)
    entries = [make.entry(stage.event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    make.played(make.table(make.round_(stage), entries), [1, 2, 3, 4])
    standings.recompute_stage(stage.pk)
    return stage


def bodies(stage: Stage) -> dict[str, bytes]:
    rows = Snapshot.objects.filter(stage=stage)
    return {row.audience: bytes(row.body) for row in rows}


@pytest.mark.parametrize("auto_publish", [True, False])
def test_standings_of_an_earlier_version_are_counted_anew_but_for_those_published_by_hand(
    auto_publish: bool,
) -> None:
    stage = counted(auto_publish=auto_publish)
    right = bodies(stage)
    Snapshot.objects.filter(stage=stage).update(body=b"{}")

    import_module("league.migrations.0023_counted_anew").let_all_be_counted(apps, None)
    standings.catch_up()

    by_hand = {} if auto_publish else {key: b"{}" for key in right if key != "live"}
    assert bodies(stage) == {**right, **by_hand}
