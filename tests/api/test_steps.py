"""Drafts, rounds, standings and the journal through the API, step by step."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from league.core.enums import EventState, Role, RoundState
from league.models import Event, Stage
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """Seven people of a club who are here, and a draft for them."""

    event: Event
    stage: Stage
    asker: doors.Asker
    seating: int
    tables: list[int]


@pytest.fixture
def evening() -> Evening:
    event = factories.event(state=EventState.RUNNING)
    stage = factories.stage(event)
    for _ in range(7):
        factories.entry(event, factories.member(event.club))
    asker = doors.organizer(event.club)
    drawn = asker.post(f"/stages/{stage.pk}/seatings/", {"sizes": [4, 3]}).json()
    return Evening(event, stage, asker, drawn["id"], [one["id"] for one in drawn["tables"]])


def test_a_draft_is_held_drawn_again_given_a_table_and_thrown_away(evening: Evening) -> None:
    asker, path = evening.asker, f"/seatings/{evening.seating}/"

    held = asker.post(f"{path}lock/", {"table": evening.tables[0], "locked": True}).json()
    both = asker.post(f"{path}lock/", {"table": 1, "entry": 1, "locked": True})
    again = asker.post(f"{path}redraw/", {}, If_Match=f'"{held["version"]}"')
    more = asker.post(f"{path}tables/", {}).json()
    empty = more["tables"][-1]["id"]
    gone = [asker.delete(f"/tables/{pk}/").status_code for pk in (empty, evening.tables[0])]
    discarded = asker.delete(path)

    def company(seating: dict[str, object]) -> list[int]:
        tables = seating["tables"]
        assert isinstance(tables, list)
        return sorted(seat["entry"] for seat in tables[0]["seats"])

    assert held["tables"][0]["is_locked"] is True
    assert (both.status_code, both.json()["code"]) == (400, "one_change_at_a_time")
    assert company(again.json()) == company(held)
    assert (len(more["tables"]), gone) == (3, [204, 409])
    assert (discarded.status_code, asker.get(path).status_code) == (204, 404)


def test_a_round_is_marked_filled_up_withdrawn_and_brought_back(evening: Evening) -> None:
    asker, path = evening.asker, f"/seatings/{evening.seating}/"
    version = asker.get(path).json()["version"]
    seating = asker.post(f"{path}publish/", {}, If_Match=f'"{version}"').json()
    entry = seating["tables"][0]["seats"][0]["entry"]
    round_ = f"/rounds/{seating['round']}/"

    marked = asker.post(f"{round_}marks/", {"entry": entry, "state": "absent"}).json()
    seated = asker.post(f"{path}late/", {"entry": entry, "table": evening.tables[0]}).json()
    swapped = asker.patch(f"/tables/{evening.tables[0]}/", {"swap_seats": [1, 2]}).json()
    reminded = asker.post(f"/tables/{evening.tables[0]}/reminder/")
    asker.post(f"{path}withdraw/", {})
    back = asker.post(f"{round_}restore/", {})
    again = asker.post(f"{round_}draw-again/", {})

    assert [(one["entry"], one["state"]) for one in marked["without_table"]] == [(entry, "absent")]
    assert entry in {one["entry"] for one in seated["tables"][0]["seats"]}
    assert len(swapped["seats"]) == 4
    assert (reminded.status_code, back.json()["id"]) == (200, evening.seating)
    assert (again.status_code, again.json()["id"] != evening.seating) == (200, True)
    assert evening.stage.rounds.get().state == RoundState.PUBLISHED


def test_points_are_given_with_a_reason_listed_and_taken_back(evening: Evening) -> None:
    path = f"/stages/{evening.stage.pk}/adjustments/"
    player = evening.event.entries.all()[0].player_id
    body = {"player": player, "points": "-5/2", "reason": "Late again."}

    made = evening.asker.post(path, body, Idempotency_Key="k")
    evening.asker.post(path, body, Idempotency_Key="k")
    unsaid = evening.asker.post(path, {**body, "reason": ""})
    gone = evening.asker.delete(f"{path}{made.json()['id']}/")
    listed = evening.asker.get(path).json()["results"]

    assert (made.status_code, made.json()["points"]["exact"]) == (201, "-5/2")
    assert (unsaid.status_code, gone.status_code) == (400, 204)
    assert [(one["reason"], one["is_revoked"]) for one in listed] == [("Late again.", True)]
    assert doors.visitor().get(path).json()["results"] == []


def test_standings_are_hidden_and_shown_and_a_season_takes_its_steps() -> None:
    season = factories.season()
    asker = doors.organizer(season.club)
    told = []

    for word in ("hide", "publish", "at_once", "by_hand"):
        answer = asker.post(f"/seasons/{season.pk}/standings/publishing/", {"do": word}).json()
        told.append((answer["auto_publish"], answer["is_public"]))
    states = [
        asker.post(f"/seasons/{season.pk}/state/", {"state": state}).status_code
        for state in ("running", "finished", "over")
    ]

    assert told[0] == (False, False)
    assert [one[0] for one in told[1:]] == [False, True, False]
    assert told[1] == (False, True)
    assert states == [200, 200, 400]


def test_the_journal_is_read_on_from_a_position_and_brings_back_what_was_removed() -> None:
    event = factories.event(state=EventState.PLANNED)
    factories.stage(event)
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/journal/"

    asker.patch(f"/events/{event.pk}/", {"place": "Hall"}, If_Match='"1"')
    first = asker.get(path).json()
    nothing = asker.get(f"{path}?after={first['last']}").json()
    asker.post(f"/events/{event.pk}/guests/", {"name": "Wendelin Krug"})
    more = asker.get(f"{path}?after={first['last']}&limit=1").json()
    version = asker.get(f"/events/{event.pk}/").json()["version"]
    Event.objects.filter(pk=event.pk).update(version=version)
    removed = asker.send("DELETE", f"/events/{event.pk}/", If_Match=f'"{version}"')
    line = asker.get(f"/clubs/{event.club.slug}/journal/").json()["results"][-1]
    back = asker.post(f"/clubs/{event.club.slug}/journal/{line['id']}/restore/")

    assert [one["kind"] for one in first["results"]] == ["event_changed"]
    assert (nothing["results"], nothing["last"]) == ([], first["last"])
    assert len(more["results"]) == 1
    assert more["results"][0]["position"] == more["last"] > first["last"]
    assert (removed.status_code, line["kind"], back.status_code) == (204, "event_removed", 200)
    assert doors.organizer(event.club, Role.CLUB_ADMIN).get(f"/events/{event.pk}/").json()
    assert doors.player(factories.member(event.club)).get(path).status_code == 403
