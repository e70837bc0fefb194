"""Results for a seating that somebody took back meanwhile: told so, and never counted unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.errors import Gone, LeagueError, NotFound
from league.models import MatchRecord, Table
from league.queries.records import records as reading
from league.queries.standings import standings
from league.services.evening import rounds
from league.services.records import records, voids
from league.services.seating import seatings
from tests.league.services.seating.test_seatings import play, round_of, setting

pytestmark = pytest.mark.django_db

SHEET = {"seats": [{"points": 4}, {"points": 3}, {"points": 2}, {"points": 1}]}


def taken_back() -> tuple[Actor, Table, MatchRecord]:
    """A withdrawn round of one table, whose result was voided by that."""
    stage, _, by = setting(4)
    seating = round_of(by, stage)
    play(by, seating)
    record = MatchRecord.objects.get()
    seatings.withdraw(by=by, round_=seating.round, accept_records=True)
    table = Table.objects.select_related("seating__round__stage__event").get()
    return by, table, record


def test_a_result_for_a_withdrawn_seating_is_refused_to_organizers_too() -> None:
    by, table, record = taken_back()
    version = table.record_version
    told: list[LeagueError] = []

    late_ones: tuple[Callable[[], object], ...] = (
        lambda: records.submit(
            by=by, table=table, data=SHEET, expected_version=version, reason="from paper"
        ),
        lambda: records.correct(
            by=by, table=table, data=SHEET, expected_version=version, reason="from paper"
        ),
        lambda: voids.restore(by=by, record=record),
    )
    for late in late_ones:
        with pytest.raises(Gone) as gone:
            late()
        told.append(gone.value)

    assert [error.code for error in told] == ["seating_withdrawn"] * 3
    assert [row.state for row in MatchRecord.objects.all()] == ["voided"]


def test_the_seating_comes_back_with_its_results_after_a_late_sheet_was_refused() -> None:
    by, table, _ = taken_back()
    with pytest.raises(Gone):
        records.submit(
            by=by,
            table=table,
            data=SHEET,
            expected_version=table.record_version,
            reason="from paper",
        )

    seatings.restore(by=by, round_=table.seating.round)

    stage = table.seating.round.stage
    stage.refresh_from_db()
    payload = standings.payload(stage, by).payload
    assert MatchRecord.objects.order_by("-version")[0].state == "confirmed"
    assert sum(row["rank"] is not None for row in payload["rows"]) == 4


def test_a_record_of_a_withdrawn_seating_exists_for_organizers_alone() -> None:
    stage, _, by = setting(4)
    seating = round_of(by, stage)
    play(by, seating)
    record = MatchRecord.objects.get()
    before = reading.record(viewer=ANONYMOUS, record_id=record.pk)

    seatings.withdraw(by=by, round_=seating.round, accept_records=True)

    assert before == record
    assert reading.record(viewer=by, record_id=record.pk) == record
    with pytest.raises(NotFound):
        reading.record(viewer=ANONYMOUS, record_id=record.pk)


def test_a_closed_round_still_takes_the_organizers_correction() -> None:
    stage, _, by = setting(4)
    seating = round_of(by, stage)
    play(by, seating)
    rounds.close(by=by, round_=seating.round)

    table = Table.objects.select_related("seating__round__stage__event").get()
    corrected = records.correct(
        by=by,
        table=table,
        data=SHEET,
        expected_version=table.record_version,
        reason="two rows mixed up",
    )

    assert corrected.state == "confirmed"
