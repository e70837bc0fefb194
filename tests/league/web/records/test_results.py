"""The desk's pages of results: one table, all tables from paper, one record, paper itself."""

from __future__ import annotations

import re
from html import unescape
from typing import Protocol

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.core.enums import Confirmation, Role, RoundState
from league.models import Event, JournalLine, MatchRecord, Round, Table
from league.services.records import links, records
from tests import factories

pytestmark = pytest.mark.django_db


class Page(Protocol):
    """What a test reads of an answer."""

    @property
    def content(self) -> bytes: ...


def an_event(**options: object) -> Event:
    """A running event with two published tables of three."""
    event = factories.event(confirmation=Confirmation.OTHER_SEAT)
    ruleset = factories.free_game(event.club, name="Lantern Bay", **options)
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    for people in (
        ("Ada Ahorn", "Ben Buche", "Cleo Zeder"),
        ("Dan Dorn", "Eva Erle", "Fay Flieder"),
    ):
        factories.table(round_, [factories.entry(event, name) for name in people])
    return event


def signed_in(role: Role, event: Event) -> Client:
    client = Client()
    account = factories.account()
    factories.grant(account, role, event)
    client.force_login(account)
    return client


def tables() -> list[Table]:
    return list(Table.objects.order_by("number"))


def sheet(table: Table, *points: object, version: int = 0, prefix: str = "") -> dict[str, str]:
    fields = {f"{prefix}seats.{seat}.points": str(value) for seat, value in enumerate(points)}
    return {**fields, f"{prefix}version": str(version)}


def paper(table: Table, *points: object, version: int = 0) -> dict[str, str]:
    return sheet(table, *points, version=version, prefix=f"t{table.pk}.")


def words(response: Page) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(text).split())


def states() -> list[tuple[int, int, str]]:
    rows = MatchRecord.objects.order_by("table__number", "version")
    return list(rows.values_list("table__number", "version", "state"))


def reported(table: Table) -> MatchRecord:
    ada = links.claim(code=table.link.code, position=1, device="phone")
    data = {"seats": [{"points": 5}, {"points": 3}, {"points": 1}]}
    return records.submit(by=ada, table=table, data=data, expected_version=0)


# --- one form for all tables ------------------------------------------------------------


def test_all_tables_of_a_round_are_entered_from_paper_in_one_go() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()

    answer = boss.post(f"/e/{event.slug}/results/", paper(one, 5, 3, 1) | paper(two, 2, 2, 0))
    after = words(boss.get(answer["Location"]))

    assert answer.status_code == 302
    assert states() == [(1, 1, "confirmed"), (2, 1, "confirmed")]
    assert "2 results saved." in after
    assert "All results are in." in after


def test_tables_without_a_result_come_first_in_the_form_from_paper() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()
    boss.post(f"/e/{event.slug}/results/", paper(one, 5, 3, 1))

    page = boss.get(f"/e/{event.slug}/results/").content.decode()

    assert page.index(f'id="table-{two.pk}"') < page.index(f'id="table-{one.pk}"')


def test_the_right_tables_are_saved_while_the_wrong_one_is_marked_and_kept() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()

    answer = boss.post(f"/e/{event.slug}/results/", paper(one, 5, 3, 1) | paper(two, 2, "x", 0))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert states() == [(1, 1, "confirmed")]
    assert "1 table was not saved. Table 1 was saved. Table 2" in words(answer)
    assert f'href="#table-{two.pk}"' in page
    assert f'name="t{two.pk}.seats.1.points" value="x"' in page
    assert f'id="box-t{two.pk}-seats-1-points-note"' in page
    assert f'name="t{one.pk}.seats.1.points"' not in page


def test_the_paper_form_of_a_large_evening_holds_every_box_of_every_table() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()
    # thirty more tables with long sheets, nothing filled in
    blank = {f"t{10_000 + n}.seats.{box}.items": "" for n in range(30) for box in range(70)}

    answer = boss.post(
        f"/e/{event.slug}/results/", paper(one, 5, 3, 1) | paper(two, 2, 2, 0) | blank
    )

    assert answer.status_code == 302
    assert states() == [(1, 1, "confirmed"), (2, 1, "confirmed")]


def test_a_table_left_empty_stays_as_it_is() -> None:
    event = an_event(target=10)
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()
    fields = paper(one, 5, 3, 1) | paper(two, "", "", "") | {f"t{two.pk}.target": "10"}

    answer = boss.post(f"/e/{event.slug}/results/", fields)

    assert answer.status_code == 302
    assert states() == [(1, 1, "confirmed")]


def test_a_doubtful_table_is_saved_after_a_tick_and_a_reason() -> None:
    event = an_event(fixed_total=10)
    boss = signed_in(Role.ORGANIZER, event)
    one, _two = tables()
    ticked = {f"t{one.pk}.accept": "on", f"t{one.pk}.reason": "Counted twice"}

    asked = boss.post(f"/e/{event.slug}/results/", paper(one, 5, 3, 1))
    saved = boss.post(f"/e/{event.slug}/results/", paper(one, 5, 3, 1) | ticked)

    assert (asked.status_code, saved.status_code) == (422, 302)
    assert "It's correct anyway" in words(asked)
    assert MatchRecord.objects.get().reason == "Counted twice"


def test_what_a_table_reported_meanwhile_is_not_overwritten_from_paper() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, _two = tables()
    reported(one)

    answer = boss.post(f"/e/{event.slug}/results/", paper(one, 9, 3, 1))

    assert answer.status_code == 422
    assert "Someone else saved first." in words(answer)
    assert states() == [(1, 1, "reported")]


def test_reported_tables_are_confirmed_from_the_same_page() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    record = reported(tables()[0])

    page = boss.get(f"/e/{event.slug}/results/")
    answer = boss.post(f"/e/{event.slug}/results/", {f"confirm.{record.pk}": "on"})

    assert f'name="confirm.{record.pk}"' in page.content.decode()
    (row,) = [one.row for one in page.context["entered"] if one.row.state == "reported"]
    assert [seat.place for seat in row.seats] == record.outcome["places"]
    assert [seat.points for seat in row.seats] == record.outcome["points"]
    assert "None" not in page.content.decode()
    assert answer.status_code == 302
    assert states() == [(1, 1, "confirmed")]


def test_the_paper_form_sent_twice_saves_once_and_complains_of_nothing() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    fields = paper(tables()[0], 5, 3, 1) | {"idempotency_key": "form"}

    answers = [boss.post(f"/e/{event.slug}/results/", fields).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert states() == [(1, 1, "confirmed")]


def test_the_director_sees_whether_what_is_shown_is_what_counts() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, two = tables()
    reported(one)

    page = words(boss.get(f"/e/{event.slug}/results/"))

    assert "confirmed results 0" in page
    assert "waiting for a second look 1" in page
    assert "without a sheet 1" in page
    assert two.records.count() == 0


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (["", ""], "2 results still to come: tables 1, 2"),
        (
            ["", "reported"],
            "1 result still to come: table 1 · 1 result waiting for a second look: table 2",
        ),
        (["confirmed", ""], "1 result still to come: table 2"),
        (["reported", "reported"], "2 results waiting for a second look: tables 1, 2"),
    ],
)
def test_desk_and_results_say_in_the_same_words_what_a_round_waits_for(
    states: list[str], said: str
) -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    for table, state in zip(tables(), states, strict=True):
        if state == "confirmed":
            factories.played(table, [1, 2, 3], points=[5, 3, 1])
        elif state == "reported":
            reported(table)

    desk = boss.get(f"/e/{event.slug}/desk/").context["next"].missing
    results = words(boss.get(f"/e/{event.slug}/results/"))

    assert desk == said
    assert f"Results of round 1 {said}" in results


def test_a_closed_round_still_takes_the_late_sheet_from_the_desk() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    Round.objects.update(state=RoundState.CLOSED)

    boss.post(f"/e/{event.slug}/results/", paper(tables()[0], 5, 3, 1))

    assert states() == [(1, 1, "confirmed")]
    line = JournalLine.objects.filter(kind="record_confirmed").get()
    assert line.payload["late"] is True


# --- who may ----------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["results", "sheets", "cards", "tables"])
def test_desk_pages_are_for_the_staff(which: str) -> None:
    event = an_event()
    path = f"tables/{tables()[0].pk}" if which == "tables" else which
    member = Client()
    member.force_login(factories.account(player=factories.member(event.club)))
    foreign = signed_in(Role.ORGANIZER, factories.event())

    answers = [client.get(f"/e/{event.slug}/{path}/") for client in (Client(), member, foreign)]

    assert [answer.status_code for answer in answers] == [302, 403, 403]
    assert answers[0]["Location"].startswith("/account/login/")
    for role in (Role.SCOREKEEPER, Role.ORGANIZER):
        assert signed_in(role, event).get(f"/e/{event.slug}/{path}/").status_code == 200


def test_an_event_of_a_hidden_club_is_not_found() -> None:
    event = an_event()
    event.club.visibility = "members"
    event.club.save()
    foreign = signed_in(Role.ORGANIZER, factories.event())

    statuses = [
        foreign.get(f"/e/{event.slug}/{path}/").status_code
        for path in ("results", "sheets", "cards", f"tables/{tables()[0].pk}")
    ]

    assert statuses == [404] * 4


def test_a_table_is_not_reached_through_another_event() -> None:
    event = an_event()
    table = tables()[0]
    other = factories.event()
    boss = signed_in(Role.ORGANIZER, other)

    assert boss.get(f"/e/{other.slug}/tables/{table.pk}/").status_code == 404
    assert event.slug != other.slug


# --- one table and its record -----------------------------------------------------------


def test_an_organizer_corrects_a_result_with_a_reason_and_the_page_shows_both() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    address = f"/e/{event.slug}/tables/{table.pk}/"
    boss.post(address, sheet(table, 5, 3, 1) | {"action": "save"})

    no_reason = boss.post(address, sheet(table, 1, 3, 5, version=1) | {"action": "save"})
    corrected = boss.post(
        address, sheet(table, 1, 3, 5, version=1) | {"action": "save", "reason": "Swapped rows"}
    )
    page = words(boss.get(address))

    assert (no_reason.status_code, corrected.status_code) == (400, 302)
    assert 'aria-describedby="reason-error"' in no_reason.content.decode()
    assert states() == [(1, 1, "superseded"), (1, 2, "confirmed")]
    assert "Version 2" in page
    assert "Version 1" in page
    assert "Swapped rows" in page


def test_two_organizers_with_the_same_form_one_is_shown_what_stands() -> None:
    event = an_event()
    first, second = signed_in(Role.ORGANIZER, event), signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    address = f"/e/{event.slug}/tables/{table.pk}/"
    first.post(address, sheet(table, 5, 3, 1) | {"action": "save"})

    answer = second.post(address, sheet(table, 1, 3, 5) | {"action": "save"})

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Current result" in words(answer)
    assert "1 Ada Ahorn 5" in words(answer)
    assert 'name="seats.2.points" value="5"' in page
    assert 'name="version" value="1"' in page
    assert states() == [(1, 1, "confirmed")]


def test_errors_stand_by_a_tick_and_a_reason_of_the_organizer() -> None:
    event = an_event(counts="places")
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    address = f"/e/{event.slug}/tables/{table.pk}/"
    places = {"seats.0.place": "1", "seats.1.place": "1", "seats.2.place": "2", "version": "0"}

    asked = boss.post(address, places | {"action": "save"})
    saved = boss.post(address, places | {"action": "save", "accept": "on", "reason": "House rule"})

    assert (asked.status_code, saved.status_code) == (422, 302)
    assert "Accept it despite the errors" in words(asked)
    assert MatchRecord.objects.get().outcome["places"] == [1, 1, 3]


def test_a_record_is_voided_with_a_reason_and_brought_back() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    record = reported(table)
    address = f"/e/{event.slug}/records/{record.pk}/"

    empty = boss.post(address, {"action": "void", "reason": ""})
    boss.post(address, {"action": "void", "reason": "Wrong game"})
    voided = states()
    page = words(boss.get(address))
    boss.post(address, {"action": "restore"})

    assert empty.status_code == 400
    assert voided == [(1, 1, "voided")]
    assert "Wrong game" in page
    assert states() == [(1, 1, "voided"), (1, 2, "reported")]


def test_a_sheet_that_never_counted_is_not_public_but_a_result_and_its_versions_are() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    record = reported(table)
    address = f"/e/{event.slug}/records/{record.pk}/"

    before = Client().get(address)
    boss.post(address, {"action": "confirm"})
    after = Client().get(address)

    assert before.status_code == 404
    assert after.status_code == 200
    assert "1 Ada Ahorn 5" in words(after)
    assert "@" not in words(after)


def test_a_visitor_cannot_void_a_record() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    record = reported(tables()[0])
    address = f"/e/{event.slug}/records/{record.pk}/"
    boss.post(address, {"action": "confirm"})
    member = Client()
    member.force_login(factories.account(player=factories.member(event.club)))

    answer = member.post(address, {"action": "void", "reason": "x"})

    assert answer.status_code == 403
    assert states() == [(1, 1, "confirmed")]


def test_a_revoked_link_is_gone_and_a_new_one_is_shown() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    old = table.link.code
    address = f"/e/{event.slug}/tables/{table.pk}/"

    boss.post(address, {"action": "revoke"})
    gone = Client().get(f"/t/{old}/").status_code
    boss.post(address, {"action": "renew"})
    new = Table.objects.get(pk=table.pk).link.code
    page = boss.get(address).content.decode()

    assert gone == 410
    assert Client().get(f"/t/{old}/").status_code == 404
    assert f"/t/{new}/" in page


# --- paper ------------------------------------------------------------------------------


def test_blank_sheets_have_a_page_per_table_with_names_boxes_and_the_code() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)

    page = boss.get(f"/e/{event.slug}/sheets/").content.decode()

    assert page.count('<section class="sheet"') == 2
    assert page.count('class="qr" src="data:image/svg+xml') == 2
    assert "Ada Ahorn" in page
    assert all(f"/t/{table.link.code}/" in page for table in tables())


def test_only_the_chosen_tables_are_printed() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[1]

    page = words(boss.get(f"/e/{event.slug}/cards/?tables={table.pk},x"))

    assert "Table 2" in page
    assert "Table 1" not in page


def test_codes_printed_from_this_computer_say_how_to_open_the_room() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)

    local = words(boss.get(f"/e/{event.slug}/cards/", headers={"host": "127.0.0.1:8000"}))
    room = words(boss.get(f"/e/{event.slug}/cards/"))

    assert "serve --lan" in local
    assert "serve --lan" not in room


def test_the_results_page_asks_as_often_for_six_tables_as_for_two() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    address = f"/e/{event.slug}/results/"
    few = _queries(boss, address)
    round_ = Round.objects.get()
    for n in range(4):
        names = [f"Guest {n}{letter}" for letter in "abc"]
        factories.table(round_, [factories.entry(event, name) for name in names])

    many = _queries(boss, address)

    assert many == few


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_a_result_confirmed_while_an_organizer_edits_is_shown_with_who_confirmed_it() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    address = f"/e/{event.slug}/tables/{table.pk}/"
    ada = links.claim(code=table.link.code, position=1, device="phone")
    data = {"seats": [{"points": 5}, {"points": 3}, {"points": 1}]}
    record = records.submit(by=ada, table=table, data=data, expected_version=0)
    seen = re.search(r'name="seen" value="(\w+)"', boss.get(address).content.decode())
    assert seen is not None
    ben = links.claim(code=table.link.code, position=2, device="other")
    records.confirm(by=ben, record=record)
    typed = sheet(table, 1, 3, 5, version=1) | {"action": "save", "reason": "Swapped rows"}

    answer = boss.post(address, typed | {"seen": seen.group(1)})
    again = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert again is not None
    stored = states()
    saved = boss.post(address, typed | {"seen": again.group(1)})

    assert (answer.status_code, stored) == (409, [(1, 1, "confirmed")])
    assert "This was confirmed in the meantime." in words(answer)
    assert "Confirmed by Ben Buche at" in words(answer)
    assert "1 Ada Ahorn 5" in words(answer)
    assert 'name="seats.2.points" value="5"' in answer.content.decode()
    assert saved.status_code == 302
    assert states() == [(1, 1, "superseded"), (1, 2, "confirmed")]


def test_tables_that_are_done_say_what_their_numbers_are() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    one, _two = tables()
    boss.post(f"/e/{event.slug}/tables/{one.pk}/", sheet(one, 5, 3, 1) | {"action": "save"})

    page = words(boss.get(f"/e/{event.slug}/results/"))

    assert "Place Player Points 1 Ada Ahorn 5 2 Ben Buche 3 3 Cleo Zeder 1" in page


def test_the_history_tells_time_as_the_other_pages_do_by_the_clock_of_the_event() -> None:
    event = an_event()
    event.time_zone = "Asia/Tokyo"
    event.save()
    table = tables()[0]
    record = factories.played(table, [1, 2, 3], points=[5, 3, 1])

    page = signed_in(Role.ORGANIZER, event).get(f"/e/{event.slug}/records/{record.pk}/")

    year = "" if timezone.now().year == 2026 else " 2026"
    assert f"Wed 4 November{year}, 04:00" in words(page)
    assert 'datetime="2026-11-03T19:00:00+00:00"' in page.content.decode()


def test_the_desk_sees_what_is_wrong_while_it_still_types_and_nothing_is_stored() -> None:
    event = an_event()
    boss = signed_in(Role.ORGANIZER, event)
    table = tables()[0]
    address = f"/e/{event.slug}/tables/{table.pk}/preview/"

    said = boss.post(address, sheet(table, 5, "x", 1))
    stranger = Client().post(address, sheet(table, 5, 3, 1))

    assert said.status_code == 200
    assert "Ben Buche" in words(said)
    assert stranger.status_code == 302
    assert (
        f'hx-post="{address}"' in boss.get(f"/e/{event.slug}/tables/{table.pk}/").content.decode()
    )
    assert not MatchRecord.objects.exists()
