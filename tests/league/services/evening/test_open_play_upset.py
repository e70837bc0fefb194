"""Open play when things go otherwise: moves that belong to rounds, people who go, a late look."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.core.enums import RoundEntryState, RoundState, StageMode
from league.core.errors import Refused
from league.models import Entry, Seat, Seating, Table
from league.services.evening import dropouts, rounds
from league.services.records import voids
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter, setting

pytestmark = pytest.mark.django_db


def seats() -> list[tuple[int | None, int, int | None]]:
    return list(Seat.objects.order_by("pk").values_list("table", "entry", "position"))


def people_at(table: Table) -> list[Entry]:
    return [seat.entry for seat in table.seats.order_by("position")]


def test_moves_of_rounds_are_refused_and_no_seat_of_a_played_table_is_lost() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    enter(by, first)
    second = seatings.form_table(by=by, stage=stage, entries=people[2:6])
    seating = Seating.objects.get()
    late = factories.entry(stage.event)
    before = seats()

    codes = []
    changes: tuple[Callable[[], object], ...] = (
        lambda: seatings.move(by=by, seating=seating, entry=people[6], table=second),
        lambda: seatings.move(by=by, seating=seating, entry=people[4], table=None),
        lambda: seatings.give_bye(
            by=by, seating=seating, entry=people[7], state=RoundEntryState.SITS_OUT
        ),
        lambda: seatings.swap(by=by, seating=seating, entry_a=people[0], entry_b=people[4]),
        lambda: seatings.add_late(by=by, seating=seating, entry=late),
    )
    for change in changes:
        with pytest.raises(Refused) as refused:
            change()
        codes.append(refused.value.code)

    assert codes == ["mode_is_open_play"] * 5
    assert seats() == before
    assert people_at(first) == people[:4]


def test_who_goes_after_a_finished_match_frees_the_seat_of_the_next_one() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    enter(by, first)
    second = seatings.form_table(by=by, stage=stage, entries=people[2:6])

    dropouts.drop(by=by, entry=people[2])

    assert people_at(first) == people[:4]
    assert people_at(second) == people[3:6]


def test_a_round_opened_again_leaves_people_at_the_table_they_went_on_to() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    record = enter(by, first)
    second = seatings.form_table(by=by, stage=stage, entries=people[2:6])
    voids.void(by=by, record=record, reason="wrong sheet")
    round_ = rounds.close(by=by, round_=second.seating.round, accept_missing=True)

    rounds.reopen(by=by, round_=round_)

    round_.refresh_from_db()
    assert round_.state == RoundState.PUBLISHED
    # a seat at two tables was closed, so each player is open at one table at most
    opened = Seat.objects.filter(is_open=True).values_list("entry", flat=True)
    assert sorted(opened) == sorted(row.pk for row in people[:6])
