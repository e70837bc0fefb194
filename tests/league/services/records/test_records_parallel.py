"""Two at once: one wins, the other is told, and nothing is stored twice."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from league.core.actors import Actor
from league.core.enums import Confirmation
from league.core.errors import Conflict, LeagueError
from league.models import IdempotencyKey, JournalLine, MatchRecord, SeatScore, Table
from league.services import idempotency
from league.services.records import links, records
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = {"seats": [{"points": 12}, {"points": 9}, {"points": 4}]}
OTHER = {"seats": [{"points": 2}, {"points": 9}, {"points": 4}]}


def a_table(confirmation: Confirmation = Confirmation.OTHER_SEAT) -> Table:
    event = factories.event(confirmation=confirmation)
    round_ = factories.round_(factories.stage(event))
    return factories.table(round_, [factories.entry(event, n) for n in ("Ada", "Ben", "Cleo")])


def seat(table: Table, position: int) -> Actor:
    return links.claim(code=table.link.code, position=position, device=f"phone {position}")


def together(*calls: Callable[[], object]) -> list[object]:
    """What each call gave or raised, all of them started at the same moment."""
    barrier = threading.Barrier(len(calls))
    answers: list[object] = [None] * len(calls)

    def run(place: int) -> None:
        barrier.wait()
        try:
            answers[place] = calls[place]()
        except LeagueError as error:
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def submit(by: Actor, table: Table, data: object) -> MatchRecord:
    return records.submit(by=by, table=table, data=data, expected_version=0)  # type: ignore[arg-type]


def test_a_form_sent_twice_in_parallel_is_one_record_and_one_answer() -> None:
    table = a_table()
    ada = seat(table, 1)

    def send() -> object:
        return idempotency.once(
            by=ada, key="form", digest="d", do=lambda: submit(ada, table, SHEET).pk
        )

    answers = together(send, send, send)

    record = MatchRecord.objects.get()
    assert answers == [record.pk] * 3
    assert IdempotencyKey.objects.count() == 1
    assert SeatScore.objects.count() == 3


def test_two_devices_at_one_table_are_one_record_and_one_conflict() -> None:
    table = a_table()
    ada, ben = seat(table, 1), seat(table, 2)

    answers = together(lambda: submit(ada, table, SHEET), lambda: submit(ben, table, OTHER))

    record = MatchRecord.objects.get()
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [answer for answer in answers if isinstance(answer, MatchRecord)] == [record]
    assert [conflict.current for conflict in refused] == [record]


def test_two_seats_confirming_at_once_confirm_once() -> None:
    table = a_table()
    record = submit(seat(table, 1), table, SHEET)
    ben, cleo = seat(table, 2), seat(table, 3)

    together(
        lambda: records.confirm(by=ben, record=record),
        lambda: records.confirm(by=cleo, record=record),
    )

    assert MatchRecord.objects.get().state == "confirmed"
    assert JournalLine.objects.filter(kind="record_confirmed").count() == 1


def test_two_devices_cannot_take_one_seat() -> None:
    table = a_table()

    def claim(device: str) -> object:
        return links.claim(code=table.link.code, position=1, device=device)

    answers = together(lambda: claim("one"), lambda: claim("two"))

    codes = [answer.code for answer in answers if isinstance(answer, LeagueError)]
    assert codes == ["seat_taken"]
    assert JournalLine.objects.filter(kind="seat_claimed").count() == 1
