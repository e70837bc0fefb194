"""Entries through the API: who takes part."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from league.core.enums import EntryState, EventState, NameLevel
from league.models import Entry, JournalLine
from tests import factories
from tests.api import doors


@pytest.mark.django_db
def test_an_organizer_enters_a_player_of_the_club() -> None:
    event = factories.event()
    row = factories.member(event.club, "Ida Brand")

    answer = doors.organizer(event.club).post(
        f"/events/{event.pk}/entries/", {"player": row.pk, "present": True}
    )

    entry = Entry.objects.get(event=event)
    assert answer.status_code == 201
    assert answer.json() == {
        "id": entry.pk,
        "event": event.pk,
        "player": row.pk,
        "name": "Ida Brand",
        "state": "registered",
        "is_guest": False,
        "is_filler": False,
        "is_present": True,
        "wants_bye": False,
        "joined_round": 1,
        "dropped_round": None,
        "queue_number": None,
        "offered_until": None,
        "fee_paid": False,
        "held_until": None,
        "email": None,
    }
    assert JournalLine.objects.filter(event=event, kind="entry_added").count() == 1


@pytest.mark.django_db
def test_a_player_enters_oneself_and_nobody_else() -> None:
    event = factories.event(state=EventState.OPEN)
    me = factories.member(event.club, "Ida Brand")
    other = factories.member(event.club, "Mara Kern")
    asker = doors.player(me)

    mine = asker.post(f"/events/{event.pk}/entries/", {"player": me.pk})
    others = asker.post(f"/events/{event.pk}/entries/", {"player": other.pk})

    assert (mine.status_code, others.status_code) == (201, 403)
    assert list(event.entries.values_list("player", flat=True)) == [me.pk]


@pytest.mark.django_db
def test_a_stranger_to_the_club_cannot_be_entered_and_so_be_made_known() -> None:
    event = factories.event()
    stranger = factories.member(factories.club(), "Ida Brand")

    answer = doors.organizer(event.club).post(
        f"/events/{event.pk}/entries/", {"player": stranger.pk}
    )

    assert (answer.status_code, answer.json()["code"]) == (400, "not_a_player_of_club")
    assert event.entries.count() == 0


@pytest.mark.django_db
def test_a_full_event_refuses_or_keeps_a_waiting_list() -> None:
    event = factories.event(capacity=1)
    factories.entry(event)
    row = factories.member(event.club)
    asker = doors.organizer(event.club)

    refused = asker.post(f"/events/{event.pk}/entries/", {"player": row.pk})
    waiting = asker.post(f"/events/{event.pk}/entries/", {"player": row.pk, "waiting": True})

    assert (refused.status_code, refused.json()["code"]) == (409, "event_full")
    assert (waiting.status_code, waiting.json()["state"]) == (201, "waiting")


@pytest.mark.django_db
def test_who_waits_has_a_number_and_takes_the_place_that_is_offered() -> None:
    starts = timezone.now() + timedelta(days=3)
    event = factories.event(capacity=1, offer_hours=12, state=EventState.OPEN, starts_at=starts)
    first = factories.entry(event)
    asker = doors.organizer(event.club)
    path = f"/events/{event.pk}/entries/"
    people = [factories.member(event.club) for _ in range(2)]
    rows = [asker.post(path, {"player": one.pk, "waiting": True}).json() for one in people]

    asker.post(f"/entries/{first.pk}/drop/", {})
    offered = asker.get(f"/entries/{rows[0]['id']}/").json()
    taken = asker.post(path, {"player": people[0].pk}).json()

    assert [row["queue_number"] for row in rows] == [1, 2]
    assert (offered["state"], offered["offered_until"] is not None) == ("waiting", True)
    assert (taken["state"], taken["queue_number"]) == ("registered", None)
    assert asker.get(f"/entries/{rows[1]['id']}/").json()["queue_number"] == 1
    assert asker.get(f"/events/{event.pk}/").json()["offer_hours"] == 12


@pytest.mark.django_db
def test_a_repeat_under_the_same_key_gets_the_first_answer() -> None:
    event = factories.event()
    row = factories.member(event.club)
    asker = doors.organizer(event.club)
    path, body = f"/events/{event.pk}/entries/", {"player": row.pk}

    first = asker.post(path, body, Idempotency_Key="k1")
    second = asker.post(path, body, Idempotency_Key="k1")
    without = asker.post(path, body)
    other = asker.post(path, {**body, "present": True}, Idempotency_Key="k1")

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()
    assert (without.status_code, without.json()["code"]) == (409, "already_entered")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


@pytest.mark.django_db
def test_a_key_belongs_to_one_method_address_version_and_body() -> None:
    """Whatever else is sent under it is another request, and not answered with the first one's."""
    season = factories.season()
    other = factories.season(season.club)
    asker = doors.organizer(season.club)
    path, body = f"/seasons/{season.pk}/", {"min_matches": 3}
    sent = {"Idempotency_Key": "k1", "If_Match": '"1"'}

    first = asker.patch(path, body, **sent)
    others = {
        "address": asker.patch(f"/seasons/{other.pk}/", body, **sent),
        "version": asker.patch(path, body, **{**sent, "If_Match": '"2"'}),
        "body": asker.patch(path, {"min_matches": 4}, **sent),
    }

    told = {name: (one.status_code, one.json().get("code")) for name, one in others.items()}
    assert first.status_code == 200
    assert asker.patch(path, body, **sent).json() == first.json()
    assert told == dict.fromkeys(others, (409, "key_reused"))


@pytest.mark.django_db
def test_presence_and_a_bye_are_changed_one_at_a_time() -> None:
    event = factories.event()
    entry = factories.entry(event, is_present=False)
    asker = doors.organizer(event.club)
    path = f"/entries/{entry.pk}/"

    present = asker.patch(path, {"is_present": True})
    bye = asker.patch(path, {"wants_bye": True})
    both = asker.patch(path, {"wants_bye": False, "is_present": False})
    neither = asker.patch(path, {})

    assert (present.status_code, present.json()["is_present"]) == (200, True)
    assert (bye.status_code, bye.json()["wants_bye"]) == (200, True)
    assert [answer.status_code for answer in (both, neither)] == [400, 400]
    assert both.json()["code"] == "one_change_at_a_time"
    entry.refresh_from_db()
    assert (entry.is_present, entry.wants_bye) == (True, True)


@pytest.mark.django_db
def test_dropping_and_coming_back_leave_the_entry() -> None:
    event = factories.event()
    entry = factories.entry(event)
    asker = doors.organizer(event.club)

    too_late = asker.post(f"/entries/{entry.pk}/drop/", {"round": 2})
    dropped = asker.post(f"/entries/{entry.pk}/drop/", {"round": 1})
    again = asker.post(f"/entries/{entry.pk}/drop/")
    back = asker.post(f"/entries/{entry.pk}/reinstate/")

    assert (too_late.status_code, too_late.json()["code"]) == (400, "leaves_too_late")
    assert too_late.json()["field"] == "round"
    assert (dropped.json()["state"], dropped.json()["dropped_round"]) == ("dropped", 1)
    assert (again.status_code, again.json()["code"]) == (409, "not_registered")
    assert (back.json()["state"], back.json()["dropped_round"]) == ("registered", None)


@pytest.mark.django_db
def test_disqualifying_asks_for_a_reason_and_is_taken_back_by_reinstating() -> None:
    event = factories.event()
    entry = factories.entry(event)
    asker = doors.organizer(event.club)
    path, body = f"/entries/{entry.pk}/disqualify/", {"keep_results": False, "reason": "Cheating"}

    without = asker.post(path, {"keep_results": False})
    unsaid = asker.post(path, {"reason": "Cheating"})
    done = asker.post(path, body)
    entry.refresh_from_db()
    state = (entry.state, entry.keeps_results)
    again = asker.post(path, body)
    back = asker.post(f"/entries/{entry.pk}/reinstate/")

    entry.refresh_from_db()
    assert (without.status_code, unsaid.status_code) == (400, 400)
    assert (done.status_code, done.json()["state"], state) == (
        200,
        "disqualified",
        ("disqualified", False),
    )
    assert (again.status_code, again.json()["code"]) == (409, "already_disqualified")
    assert (back.json()["state"], entry.keeps_results) == ("registered", True)
    line = JournalLine.objects.get(event=event, kind="entry_disqualified")
    assert line.payload["reason"] == "Cheating"


@pytest.mark.django_db
def test_entries_are_listed_by_the_names_that_the_asker_may_know() -> None:
    club = factories.club(name_level=NameLevel.NICKNAME)
    event = factories.event(club)
    b = factories.entry(event, factories.member(club, "Ida Brand", nickname="Zorro"))
    a = factories.entry(event, factories.member(club, "Mara Kern", nickname="Alma"))

    seen = doors.visitor().get(f"/events/{event.pk}/entries/").json()["results"]
    known = doors.organizer(club).get(f"/events/{event.pk}/entries/").json()["results"]

    assert [(row["id"], row["name"]) for row in seen] == [(a.pk, "Alma"), (b.pk, "Zorro")]
    assert [(row["id"], row["name"]) for row in known] == [(b.pk, "Ida Brand"), (a.pk, "Mara Kern")]


def _at_once(askers: list[doors.Asker], path: str, bodies: list[dict[str, int]]) -> list[int]:
    """The statuses of one POST per asker, all sent at once."""

    def send(asker: doors.Asker, body: dict[str, int]) -> int:
        try:
            return asker.post(path, body).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(askers)) as pool:
        return sorted(pool.map(send, askers, bodies))


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_enter_one_player_once() -> None:
    event = factories.event()
    row = factories.member(event.club)
    account = doors.organizer(event.club)

    statuses = _at_once(
        [doors.Asker(account.secret) for _ in range(10)],
        f"/events/{event.pk}/entries/",
        [{"player": row.pk}] * 10,
    )

    assert statuses == [201] + [409] * 9
    assert event.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_get_one_free_place_once() -> None:
    event = factories.event(capacity=1, state=EventState.OPEN)
    people = [factories.member(event.club) for _ in range(10)]

    statuses = _at_once(
        [doors.player(row) for row in people],
        f"/events/{event.pk}/entries/",
        [{"player": row.pk} for row in people],
    )

    assert statuses == [201] + [409] * 9
    assert event.entries.filter(state=EntryState.REGISTERED).count() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_under_one_key_all_get_the_one_answer() -> None:
    event = factories.event()
    row = factories.member(event.club)
    secret = doors.organizer(event.club).secret

    def send(_: int) -> tuple[int, int]:
        try:
            answer = doors.Asker(secret).post(
                f"/events/{event.pk}/entries/", {"player": row.pk}, Idempotency_Key="one"
            )
            return answer.status_code, answer.json().get("id", 0)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        answers = set(pool.map(send, range(10)))

    assert answers == {(201, event.entries.get().pk)}
