"""Sheets through the API: report, second look, dispute, correction, void."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from league.core.enums import Role
from league.models import MatchRecord, Table
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """One published table of three, and who may ask."""

    table: Table
    organizer: doors.Asker
    seats: list[doors.Asker]


@pytest.fixture
def evening() -> Evening:
    event = factories.event()
    people = [factories.member(event.club, name) for name in ("Ida Brand", "Mara Kern", "Jo Lenz")]
    entries = [factories.entry(event, row) for row in people]
    table = factories.table(factories.round_(factories.stage(event)), entries)
    return Evening(
        table, doors.organizer(event.club), [doors.player(entry.player) for entry in entries]
    )


def sheet(*points: int) -> dict[str, object]:
    return {"sheet": {"seats": [{"points": number} for number in points]}}


def test_a_sheet_goes_from_one_seat_to_another_and_counts(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"

    reported = evening.seats[0].post(path, sheet(5, 9, 7), If_Match='"0"')
    own = evening.seats[0].post(f"/records/{reported.json()['id']}/confirm/")
    confirmed = evening.seats[1].post(f"/records/{reported.json()['id']}/confirm/")

    assert (reported.status_code, reported.json()["state"]) == (201, "reported")
    assert reported.headers["ETag"] == '"1"'
    assert (own.status_code, own.json()["code"]) == (403, "own_report")
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, "confirmed")
    assert [(row["name"], row["place"], row["points"]) for row in confirmed.json()["seats"]] == [
        ("Ida Brand", 3, {"exact": "5", "shown": "5"}),
        ("Mara Kern", 1, {"exact": "9", "shown": "9"}),
        ("Jo Lenz", 2, {"exact": "7", "shown": "7"}),
    ]


def test_a_report_says_which_version_it_was_made_from(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"

    missing = evening.organizer.post(path, sheet(5, 9, 7))
    unreadable = evening.organizer.post(path, sheet(5, 9, 7), If_Match='"latest"')
    first = evening.organizer.post(path, sheet(5, 9, 7), If_Match='"0"')
    stale = evening.organizer.post(path, sheet(6, 9, 7), If_Match='"0"')

    assert (missing.status_code, missing.json()["code"]) == (428, "if_match_missing")
    assert (unreadable.status_code, unreadable.json()["code"]) == (400, "if_match_unreadable")
    assert first.status_code == 201
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert stale.json()["current"] == first.json()
    assert evening.table.records.count() == 1


def test_the_tag_of_a_table_serves_as_the_version_of_a_report(evening: Evening) -> None:
    tag = evening.organizer.get(f"/tables/{evening.table.pk}/").headers["ETag"]

    answer = evening.organizer.post(
        f"/tables/{evening.table.pk}/records/", sheet(5, 9, 7), If_Match=tag
    )

    assert answer.status_code == 201


def test_a_sheet_that_cannot_be_is_refused_at_its_cells(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"

    short = evening.seats[0].post(path, sheet(5, 9), If_Match='"0"')
    wrong = evening.seats[0].post(
        path, {"sheet": {"seats": [{"points": "x"}, {"points": 1}, {"points": 2}]}}, If_Match='"0"'
    )

    assert (short.status_code, short.json()["code"]) == (422, "sheet_unreadable")
    assert [issue["path"] for issue in short.json()["issues"]] == [["seats"]]
    assert (wrong.status_code, wrong.json()["code"]) == (422, "sheet_unreadable")
    assert [issue["path"] for issue in wrong.json()["issues"]] == [["seats", 0, "points"]]
    assert evening.table.records.count() == 0


def test_a_repeat_of_a_report_is_the_same_report(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"

    first = evening.seats[0].post(path, sheet(5, 9, 7), If_Match='"0"', Idempotency_Key="tap")
    second = evening.seats[0].post(path, sheet(5, 9, 7), If_Match='"0"', Idempotency_Key="tap")

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()
    assert evening.table.records.count() == 1


def test_a_disputed_result_is_corrected_with_a_reason(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"
    pk = evening.seats[0].post(path, sheet(5, 9, 7), If_Match='"0"').json()["id"]

    silent = evening.seats[1].post(f"/records/{pk}/dispute/")
    disputed = evening.seats[1].post(f"/records/{pk}/dispute/", {"reason": "I had 8."})
    by_seat = evening.seats[1].post(
        f"/records/{pk}/correct/", {**sheet(5, 8, 7), "reason": "I had 8."}, If_Match='"1"'
    )
    silent_correction = evening.organizer.post(
        f"/records/{pk}/correct/", sheet(5, 8, 7), If_Match='"1"'
    )
    corrected = evening.organizer.post(
        f"/records/{pk}/correct/", {**sheet(5, 8, 7), "reason": "Counted again."}, If_Match='"1"'
    )

    assert (silent.status_code, silent.json()["field"]) == (400, "reason")
    assert (disputed.status_code, disputed.json()["state"]) == (200, "disputed")
    assert by_seat.status_code == 403
    assert (silent_correction.status_code, silent_correction.json()["field"]) == (400, "reason")
    assert (corrected.status_code, corrected.json()["state"]) == (201, "confirmed")
    assert corrected.json()["version"] == 2


def test_a_void_comes_back_as_a_new_version(evening: Evening) -> None:
    path = f"/tables/{evening.table.pk}/records/"
    pk = evening.organizer.post(path, sheet(5, 9, 7), If_Match='"0"').json()["id"]

    voided = evening.organizer.post(f"/records/{pk}/void/", {"reason": "Wrong table."})
    again = evening.organizer.post(f"/records/{pk}/void/", {"reason": "Wrong table."})
    back = evening.organizer.post(f"/records/{pk}/restore/")

    assert (voided.status_code, voided.json()["state"]) == (200, "voided")
    assert (again.status_code, again.json()["code"]) == (409, "changed_meanwhile")
    assert (back.status_code, back.json()["state"], back.json()["version"]) == (201, "confirmed", 2)


def test_what_does_not_count_yet_is_seen_by_the_table_and_the_staff_alone(
    evening: Evening,
) -> None:
    path = f"/tables/{evening.table.pk}/records/"
    pk = evening.seats[0].post(path, sheet(5, 9, 7), If_Match='"0"').json()["id"]

    seen = [asker.get(path).json()["results"] for asker in (evening.seats[2], evening.organizer)]
    hidden = doors.visitor().get(path).json()["results"]
    one = doors.visitor().get(f"/records/{pk}/").status_code

    assert [[row["id"] for row in rows] for rows in seen] == [[pk], [pk]]
    assert (hidden, one) == ([], 404)


def test_a_read_token_reads_and_writes_nothing(evening: Evening) -> None:
    event = evening.table.seating.round.stage.event
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event)
    asker = doors.with_token(account, "read")

    answer = asker.post(f"/tables/{evening.table.pk}/records/", sheet(5, 9, 7), If_Match='"0"')

    assert answer.status_code == 403
    assert MatchRecord.objects.count() == 0
