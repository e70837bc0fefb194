"""Plans of all rounds through the API."""

from __future__ import annotations

import pytest

from league.models import RoundsPlan, Stage
from tests.api import doors
from tests.league.services.seating.test_seatings import exactly, play, round_of

pytestmark = pytest.mark.django_db


def room(count: int) -> tuple[Stage, doors.Asker]:
    stage, _, _ = exactly(4, 4, count)
    return stage, doors.organizer(stage.event.club)


def test_a_plan_is_made_looked_at_and_put_away() -> None:
    stage, organizer = room(16)
    path = f"/stages/{stage.pk}/plan/"

    made = organizer.post(path, {"count": 4, "seed": 9})
    seen = organizer.get(path)
    gone = organizer.delete(path)

    body = made.json()["plan"]
    assert (made.status_code, seen.status_code, gone.status_code) == (201, 200, 204)
    assert (body["state"], body["left"], body["seed"]) == ("done", 4, "9")
    assert (body["repeats"], body["most_meetings"], body["sizes"]) == (0, 1, [4, 4, 4, 4])
    assert seen.json() == {"stage": stage.pk, "plan": body}
    assert organizer.get(path).json() == {"stage": stage.pk, "plan": None}


def test_a_large_plan_waits_and_can_be_stopped() -> None:
    stage, organizer = room(80)
    path = f"/stages/{stage.pk}/plan/"

    made = organizer.post(path, {"count": 4})
    stopped = organizer.post(f"{path}stop/", {})

    assert (made.status_code, made.json()["plan"]["state"]) == (201, "waiting")
    assert stopped.status_code == 200
    assert RoundsPlan.objects.get().wants_stop


@pytest.mark.parametrize("body", [{}, {"count": 0}, {"count": 41}, {"count": "x"}, {"rounds": 3}])
def test_a_body_that_makes_no_sense_is_refused(body: dict[str, object]) -> None:
    stage, organizer = room(8)

    answer = organizer.post(f"/stages/{stage.pk}/plan/", body)

    assert answer.status_code == 400
    assert not RoundsPlan.objects.exists()


def test_too_few_people_have_no_plan() -> None:
    stage, organizer = room(2)

    answer = organizer.post(f"/stages/{stage.pk}/plan/", {"count": 3})

    assert (answer.status_code, answer.json()["code"]) == (409, "seating_too_few")


def test_a_visitor_neither_sees_nor_makes_plans() -> None:
    stage, organizer = room(8)
    path = f"/stages/{stage.pk}/plan/"
    organizer.post(path, {"count": 2})

    seen, made = doors.visitor().get(path), doors.visitor().post(path, {"count": 2})

    assert seen.json() == {"stage": stage.pk, "plan": None}
    assert made.status_code == 403


def test_a_seating_tells_what_it_costs_and_what_was_unavoidable() -> None:
    stage, _, by = exactly(4, 4, 8)
    play(by, round_of(by, stage))
    organizer = doors.organizer(stage.event.club)

    body = organizer.post(f"/stages/{stage.pk}/seatings/", {"accept_missing": True}).json()

    assert (body["repeats"], body["lower_bound"], body["stopped_by"]) == (4, 4, "ideal")
    assert body["costs"][0] == {
        "criterion": "repeats",
        "name": "Meeting again in this event",
        "cost": 4000,
    }
    assert (body["repeat_cost"], body["least_cost"]) == (4, 4)
    assert body["remarks"][0] == (
        "Repeats: 4. With 8 players at these tables, 4 or more are unavoidable."
    )
