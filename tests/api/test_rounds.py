"""Rounds and seatings through the API: drawn, changed, published, withdrawn, closed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from league.core.enums import RoundEntryState
from league.models import Event, Round, RoundEntry, Seating, Stage
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class Room:
    event: Event
    stage: Stage
    organizer: doors.Asker

    def draw(self, **body: object) -> dict[str, object]:
        answer = self.organizer.post(f"/stages/{self.stage.pk}/seatings/", body)
        assert answer.status_code == 201, answer.content
        found: dict[str, object] = answer.json()
        return found


@pytest.fixture
def room() -> Room:
    stage = factories.stage()
    for n in range(9):
        factories.entry(stage.event, factories.member(stage.event.club, f"Guest {n}"))
    return Room(stage.event, stage, doors.organizer(stage.event.club))


def test_a_draft_is_drawn_for_whoever_is_present_and_only_the_organizers_see_it(
    room: Room,
) -> None:
    drawn = room.draw(seed=7)

    sizes = sorted(len(table["seats"]) for table in drawn["tables"])  # type: ignore[attr-defined]
    seen = [
        asker.get(f"/seatings/{drawn['id']}/").status_code
        for asker in (room.organizer, doors.visitor())
    ]
    assert (drawn["state"], drawn["version"], sizes) == ("draft", 1, [4, 5])
    assert seen == [200, 404]


def test_drawing_twice_under_one_key_draws_once(room: Room) -> None:
    path = f"/stages/{room.stage.pk}/seatings/"

    first = room.organizer.post(path, {}, Idempotency_Key="tap")
    second = room.organizer.post(path, {}, Idempotency_Key="tap")
    third = room.organizer.post(path, {})

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()
    assert (third.status_code, third.json()["code"]) == (409, "already_drawn")
    assert Seating.objects.count() == 1


def test_two_entries_are_swapped_and_a_stale_change_is_refused(room: Room) -> None:
    drawn = room.draw()
    path = f"/seatings/{drawn['id']}/"
    tag = room.organizer.get(path).headers["ETag"]
    first, second = (table["seats"][0]["entry"] for table in drawn["tables"])  # type: ignore[attr-defined]

    swapped = room.organizer.patch(path, {"swap": {"entries": [first, second]}}, If_Match=tag)
    stale = room.organizer.patch(path, {"swap": {"entries": [first, second]}}, If_Match=tag)
    blind = room.organizer.patch(path, {"swap": {"entries": [first, second]}})

    tables = swapped.json()["tables"]
    assert (swapped.status_code, swapped.json()["version"]) == (200, 2)
    assert [table["seats"][0]["entry"] for table in tables] == [second, first]
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert (blind.status_code, blind.json()["code"]) == (428, "if_match_missing")


def test_an_entry_is_moved_off_its_table(room: Room) -> None:
    drawn = room.draw()
    large = max(drawn["tables"], key=lambda table: len(table["seats"]))  # type: ignore[call-overload]
    entry = large["seats"][0]["entry"]

    answer = room.organizer.patch(
        f"/seatings/{drawn['id']}/", {"move": {"entry": entry, "table": None}}, If_Match='"1"'
    )

    assert answer.status_code == 200
    assert [(row["entry"], row["state"]) for row in answer.json()["without_table"]] == [
        (entry, "bye")
    ]


def test_a_published_round_is_seen_by_all_with_tables_and_byes(room: Room) -> None:
    drawn = room.draw()
    published = room.organizer.post(f"/seatings/{drawn['id']}/publish/", If_Match='"1"')
    round_ = Round.objects.get()
    absent = factories.entry(room.event, factories.member(room.event.club, "Late Larsen"))
    RoundEntry.objects.create(round=round_, entry=absent, state=RoundEntryState.ABSENT)

    answer = doors.visitor().get(f"/rounds/{round_.pk}/").json()
    listed = doors.visitor().get(f"/events/{room.event.pk}/rounds/").json()["results"]

    assert (published.status_code, published.json()["state"]) == (200, "published")
    assert (answer["state"], answer["number"], answer["seating"]) == ("published", 1, drawn["id"])
    assert [table["state"] for table in answer["tables"]] == ["playing", "playing"]
    assert sum(len(table["seats"]) for table in answer["tables"]) == 9
    assert [(row["name"], row["state"]) for row in answer["without_table"]] == [
        ("Late Larsen", "absent")
    ]
    assert [row["id"] for row in listed] == [round_.pk]


def test_a_withdrawal_of_a_round_with_results_asks_first_and_names_them(room: Room) -> None:
    drawn = room.draw()
    room.organizer.post(f"/seatings/{drawn['id']}/publish/", If_Match='"1"')
    table = Seating.objects.get(pk=str(drawn["id"])).tables.order_by("number")[0]
    factories.played(table, range(1, table.seats.count() + 1))

    asked = room.organizer.post(f"/seatings/{drawn['id']}/withdraw/")
    sure = room.organizer.post(
        f"/seatings/{drawn['id']}/withdraw/", {"accept_records": True, "reason": "Wrong round."}
    )

    assert (asked.status_code, asked.json()["code"]) == (409, "withdraw_has_records")
    assert asked.json()["params"]["tables"] == "1"
    assert sure.status_code == 200
    assert [record.state for record in table.records.all()] == ["voided"]


def test_a_round_is_closed_without_results_only_when_the_organizer_says_so(room: Room) -> None:
    drawn = room.draw()
    room.organizer.post(f"/seatings/{drawn['id']}/publish/", If_Match='"1"')
    path = f"/rounds/{drawn['round']}"

    asked = room.organizer.post(f"{path}/close/")
    sure = room.organizer.post(f"{path}/close/", {"accept_missing": True})
    back = room.organizer.post(f"{path}/reopen/")

    assert (asked.status_code, asked.json()["code"]) == (409, "results_missing")
    assert (sure.status_code, sure.json()["state"]) == (200, "closed")
    assert (back.status_code, back.json()["state"]) == (200, "published")


def test_too_few_people_for_a_table_are_refused_with_a_reason() -> None:
    stage = factories.stage()
    factories.entry(stage.event)

    answer = doors.organizer(stage.event.club).post(f"/stages/{stage.pk}/seatings/", {})

    assert answer.status_code == 409
    assert answer.json()["message"] != ""
    assert Round.objects.count() == 0
