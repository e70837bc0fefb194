"""The same button twice, two devices at one table, and a process that dies in between."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence

import pytest
from django.db import connections
from django.test import Client

from league.core.enums import EventState, Role, StageMode
from league.models import Entry, Event, JournalLine, MatchRecord, Player, Round, Seat, SeatScore
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.league.services.seating.test_seatings import setting
from tests.practice.evenings import Evening, evening, html, of_api, organizer, signed_in
from tests.practice.test_seating import broken

EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]


def at_once(*calls: Callable[[], int]) -> list[int]:
    """What parallel requests were answered with, sorted."""
    barrier = threading.Barrier(len(calls))
    answers: list[int] = []

    def run(call: Callable[[], int]) -> None:
        barrier.wait(20)
        try:
            answers.append(call())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def posts(client: Client, path: str, bodies: Sequence[dict[str, str]]) -> list[int]:
    """Parallel posts of one signed-in browser: each thread has a client of its own."""

    def call(body: dict[str, str]) -> Callable[[], int]:
        twin = Client()
        for name, morsel in client.cookies.items():
            twin.cookies[name] = morsel.value
        return lambda: twin.post(path, body).status_code

    return at_once(*[call(body) for body in bodies])


def seated(*, confirmation: str = "other_seat") -> tuple[Evening, str]:
    """Two tables of four; the address of the second one's link."""
    night = evening(EIGHT, seats=(4, 4))
    Event.objects.filter(pk=night.event.pk).update(confirmation=confirmation)
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    return night, f"/t/{night.table(seating, 'Eve').link.code}/"


def phone(path: str, position: int) -> Client:
    client = Client()
    assert client.post(path, {"action": "claim", "position": str(position)}).status_code == 302
    return client


def sheet(*points: int, key: str) -> dict[str, str]:
    return {
        **{f"seats.{at}.points": str(value) for at, value in enumerate(points)},
        "version": "0",
        "idempotency_key": key,
        "action": "send",
    }


@pytest.mark.django_db(transaction=True)
def test_a_result_sent_twice_at_once_is_stored_once_and_both_get_the_page() -> None:
    _, path = seated(confirmation="none")

    answers = posts(phone(path, 1), path, [sheet(9, 7, 5, 3, key="tap")] * 2)

    assert answers == [302, 302]
    assert MatchRecord.objects.get().state == "confirmed"
    assert SeatScore.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_somebody_who_signs_up_twice_at_once_has_one_entry() -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)
    ada = factories.member(event.club, "Ada")

    answers = posts(signed_in(player=ada), f"/e/{event.slug}/enter/", [{"action": "enter"}] * 2)

    assert answers == [302, 302]
    assert list(Entry.objects.values_list("player", "state")) == [(ada.pk, "registered")]
    assert JournalLine.objects.filter(kind="entry_added").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_player_added_twice_at_once_is_one_player() -> None:
    club = factories.club()
    form = {"name": "Ada Quill", "kind": "member", "key": "form-1"}

    answers = posts(signed_in(Role.ORGANIZER, club), f"/c/{club.slug}/office/people/", [form] * 2)

    assert answers == [302, 302]
    assert list(Player.objects.values_list("name", flat=True)) == ["Ada Quill"]


@pytest.mark.django_db(transaction=True)
def test_the_next_round_pressed_twice_at_once_is_one_round_with_everybody_once() -> None:
    night = evening(EIGHT, seats=(4, 4))
    night.play(EIGHT[:4], EIGHT[4:])

    answers = posts(
        organizer(night),
        f"/e/{night.event.slug}/desk/",
        [{"do": "next", "number": "2", "stage": "1"}] * 2,
    )

    assert answers == [302, 409]
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    seats = Seat.objects.filter(seating__round__number=2).values_list("entry", flat=True)
    assert sorted(seats) == sorted(entry.pk for entry in night.entries.values())


@pytest.mark.django_db(transaction=True)
def test_the_second_press_is_told_that_the_round_exists() -> None:
    night = evening(EIGHT, seats=(4, 4))
    night.play(EIGHT[:4], EIGHT[4:])
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"
    boss.post(desk, {"do": "draw", "number": "2", "stage": "1"})

    drawn_again = boss.post(desk, {"do": "draw", "number": "2", "stage": "1"})
    by_api = doors.organizer(night.club).post(f"/stages/{night.stage.pk}/seatings/", {})

    assert drawn_again.status_code == 409
    assert "Round 2 has already been drawn." in drawn_again.content.decode()
    assert (by_api.status_code, by_api.json()["code"]) == (409, "already_drawn")


@pytest.mark.django_db
def test_a_second_device_is_shown_both_sheets_with_who_and_when_and_nothing_is_mixed() -> None:
    night, path = seated()
    one, two = phone(path, 1), phone(path, 2)
    names = [
        seat.entry.player.name
        for seat in Seat.objects.filter(table__link__code=path.split("/")[2]).order_by("position")
    ]
    one.post(path, sheet(10, 8, 1, 0, key="one"))

    late = two.post(path, sheet(8, 10, 1, 0, key="two"))

    page = late.content.decode()
    assert late.status_code == 409
    assert re.search(rf"Saved: {names[0]}, \d\d:\d\d\s*<", page) is not None
    stored = MatchRecord.objects.get()
    points = stored.scores.order_by("position").values_list("points", flat=True)
    assert list(points) == [10, 8, 1, 0]
    assert of_api(night.stage)[0][0] == "–"  # nothing counts before a second look


@pytest.mark.django_db
def test_two_directors_of_one_event_are_not_merged_field_by_field() -> None:
    night = evening(EIGHT)
    path = f"/e/{night.event.slug}/settings/"
    one, two = organizer(night), organizer(night)

    def form(client: Client, **changed: str) -> dict[str, object]:
        found = next(form for form in Reader(html(client, path)).forms if "name" in form.names)
        return dict(found.filled(changed))

    first, second = form(one, name="Winter night"), form(two, place="Back room")
    saved, late = one.post(path, first), two.post(path, second)

    night.event.refresh_from_db()
    assert (saved.status_code, late.status_code) == (302, 409)
    assert (night.event.name, night.event.place) == ("Winter night", "")
    assert "Winter night" in late.content.decode()
    assert "Back room" in late.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "where",
    ["league_matchrecord", "league_seatscore", "league_journalline", "league_idempotencykey"],
)
def test_a_result_whose_storing_breaks_off_is_not_stored_at_all_and_can_be_sent_again(
    where: str,
) -> None:
    night, path = seated(confirmation="none")
    client = phone(path, 1)
    client.raise_request_exception = False
    lines = JournalLine.objects.count()

    with broken(f'INSERT INTO "{where}"'):
        failed = client.post(path, sheet(9, 7, 5, 3, key="tap"))
    left = (MatchRecord.objects.count(), SeatScore.objects.count(), JournalLine.objects.count())
    standings.catch_up()
    nothing = of_api(night.stage)
    again = client.post(path, sheet(9, 7, 5, 3, key="tap"))
    standings.catch_up()

    assert (failed.status_code, left) == (500, (0, 0, lines))
    assert {rank for rank, _, _ in nothing} == {"–"}
    assert again.status_code == 302
    assert MatchRecord.objects.get().state == "confirmed"
    assert [rank for rank, _, _ in of_api(night.stage)][:4] == ["1", "2", "3", "4"]


@pytest.mark.django_db
def test_a_confirmation_that_breaks_off_leaves_the_sheet_waiting_and_listed() -> None:
    night, path = seated()
    one, two = phone(path, 1), phone(path, 2)
    two.raise_request_exception = False
    one.post(path, sheet(9, 7, 5, 3, key="tap"))
    record = MatchRecord.objects.get()
    confirm = {"action": "confirm", "record": str(record.pk)}

    with broken('INSERT INTO "league_journalline"'):
        failed = two.post(path, confirm)
    record.refresh_from_db()
    state = record.state
    boss = organizer(night)
    listed = html(boss, f"/e/{night.event.slug}/check/")
    desk = html(boss, f"/e/{night.event.slug}/desk/?step=results")
    again = two.post(path, confirm)
    standings.catch_up()
    checked = html(boss, f"/e/{night.event.slug}/check/")

    assert (failed.status_code, state, again.status_code) == (500, "reported", 302)
    table = f"/e/{night.event.slug}/tables/{record.table_id}/"
    assert table in listed
    assert table in desk
    assert table not in checked


@pytest.mark.django_db(transaction=True)
def test_a_sheet_confirmed_while_the_standing_is_read_is_whole_or_not_there() -> None:
    night, path = seated()
    phone(path, 1).post(path, sheet(9, 7, 5, 3, key="tap"))
    record = MatchRecord.objects.get()
    two = phone(path, 2)
    seen: list[list[tuple[str, str, str]]] = []

    def confirm() -> int:
        return two.post(path, {"action": "confirm", "record": str(record.pk)}).status_code

    def read() -> int:
        for _ in range(5):
            seen.append(of_api(night.stage))
        return 200

    answers = at_once(confirm, read)
    standings.catch_up()

    final = of_api(night.stage)
    before = [("–", name, "0") for name in EIGHT]
    assert answers == [200, 302]
    assert [points for _, _, points in final[:4]] == ["7", "5", "3", "1"]
    assert [one for one in seen if one not in (before, final)] == []


@pytest.mark.django_db
def test_a_draw_that_breaks_off_tells_the_organizer_and_leaves_the_button() -> None:
    night = evening(EIGHT, seats=(4, 4))
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"
    boss.raise_request_exception = False

    with broken('INSERT INTO "league_tablelink"'):
        failed = boss.post(desk, {"do": "next", "number": "1", "stage": "1"})
    rounds = Round.objects.count()
    again = boss.post(desk, {"do": "next", "number": "1", "stage": "1"})

    assert (failed.status_code, rounds, again.status_code) == (500, 0, 302)


@pytest.mark.django_db(transaction=True)
def test_two_who_accept_overlapping_proposals_at_once_seat_nobody_twice() -> None:
    stage, people, _ = setting(6, mode=StageMode.OPEN_PLAY)
    game = stage.ruleset_id
    ids = [row.pk for row in people]
    ways = [f"{game}:{'-'.join(map(str, chosen))}" for chosen in (ids[:4], ids[2:])]

    answers = posts(
        signed_in(Role.ORGANIZER, stage.event.club),
        f"/e/{stage.event.slug}/desk/",
        [{"do": "form_proposed", "tables": way, "stage": "1"} for way in ways],
    )

    assert sorted(answers) == [302, 409]
    seats = list(Seat.objects.filter(is_open=True).values_list("entry", flat=True))
    assert len(seats) == len(set(seats)) == 4
