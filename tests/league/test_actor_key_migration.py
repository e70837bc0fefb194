"""Rows from before kept an address or a name of whoever acted: each becomes that actor's key."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from league.core.actors import system
from league.core.facts import Fact
from league.journal import append
from league.models import (
    Adjustment,
    ApiToken,
    Invitation,
    MatchRecord,
    Merge,
    Player,
    Stage,
)
from tests import factories as make

pytestmark = pytest.mark.django_db
LONG = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 40}.example"


def line(actor: str, key: str, kind: Fact = Fact.CLUB_CHANGED, **payload: int) -> None:
    row = append(kind, by=system("before"), club=None, payload=payload)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE league_journalline SET actor = %s, actor_key = %s WHERE id = %s",
            [actor, key, row.pk],
        )


def with_labels() -> None:
    """The journal's column of labels, as it was before."""
    connection.check_constraints()  # PostgreSQL changes no table that still has checks to come
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE league_journalline ADD COLUMN actor varchar(200) NOT NULL DEFAULT ''"
        )


def migrated() -> None:
    migration = import_module("league.migrations.0018_actor_keys")
    before = MigrationLoader(connection).project_state(("league", "0017_sides"))
    migration.keep_keys(before.apps, None)


def test_every_kind_of_actor_is_found_by_the_label_that_was_stored() -> None:
    stage = make.stage()
    entries = [make.entry(stage.event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    record = make.played(make.table(make.round_(stage), entries), [1, 2, 3, 4])
    long, boss = make.account(LONG), make.account("boss@club.example")
    token = ApiToken.objects.create(account=boss, name="My script", secret_hash="x")
    gone = make.player("Former player 7", erased_at=timezone.now())
    with_labels()
    line("Ada", "seat:1:aa")
    line("Ada", "seat:2:bb", Fact.RECORD_CONFIRMED, record=record.pk)
    line("Ada", "seat:3:cc", Fact.RECORD_DISPUTED, record=record.pk)
    line("import_results", "system:import_results")
    line("old@club.example", "person:4711")
    MatchRecord.objects.update(
        reported_by="import_results",
        reporter_key="import:1:2:3",
        confirmed_by="Ada",
        disputed_by="Ada",
        closed_by="My script",
    )
    Adjustment.objects.create(
        stage=stage, player=entries[0].player, points_num=1, reason="Cake", author=LONG[:200]
    )
    Merge.objects.create(
        kept=gone, gone=make.player(), made_by="old@club.example", made_at=timezone.now()
    )
    for n, who in enumerate(("set-up", "Nobody at all", gone.name)):
        Invitation.objects.create(secret_hash=n, created_by=who, expires_at=timezone.now())
    Stage.objects.update(lots=[{"entries": [], "drawn_by": "boss@club.example"}])

    migrated()

    fields = ("reported_by", "confirmed_by", "disputed_by", "closed_by")
    assert MatchRecord.objects.values_list(*fields).get() == (
        "system:import_results",
        "seat:2:bb",
        "seat:3:cc",
        f"token:{token.pk}",
    )
    assert Adjustment.objects.get().author == f"person:{long.pk}"
    assert Merge.objects.get().made_by == "person:4711"
    assert list(Invitation.objects.order_by("pk").values_list("created_by", flat=True)) == [
        "system:set-up",
        "unknown",
        f"player:{gone.pk}",
    ]
    assert Stage.objects.get().lots == [{"entries": [], "drawn_by": f"person:{boss.pk}"}]
    assert Player.objects.get(pk=gone.pk).name == "Former player 7"


def test_whoever_closed_a_version_is_looked_for_at_its_own_table_first() -> None:
    stage, other = make.stage(), make.stage()
    here = [make.entry(stage.event, name) for name in ("Max Muster", "Bo")]
    there = [make.entry(other.event, name) for name in ("Max Maier", "Cy")]
    far, table = make.table(make.round_(other), there), make.table(make.round_(stage), here)
    record = make.played(table, [1, 2])
    far_seat, seat = far.seats.get(position=1), table.seats.get(position=1)
    with_labels()
    line("Max M.", f"seat:{far_seat.pk}:aa", Fact.RECORD_REPORTED, record=999, table_id=far.pk)
    line(
        *("Max M.", f"seat:{seat.pk}:bb", Fact.RECORD_REPORTED), record=record.pk, table_id=table.pk
    )
    MatchRecord.objects.update(
        reported_by="Max M.", reporter_key=f"seat:{seat.pk}:bb", closed_by="Max M."
    )

    migrated()

    assert MatchRecord.objects.values_list("closed_by", flat=True).get() == f"seat:{seat.pk}:bb"
