"""The evening of one table, as its phones see it."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Protocol

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.core.enums import Confirmation, EventState, Role, RoundState
from league.models import (
    Club,
    ClubGame,
    Entry,
    Event,
    JournalLine,
    MatchRecord,
    Round,
    Ruleset,
    Table,
)
from league.services.records import links
from tests import factories

pytestmark = pytest.mark.django_db


class Page(Protocol):
    """What a test reads of an answer."""

    @property
    def content(self) -> bytes: ...


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def a_table(
    *names: str, confirmation: Confirmation = Confirmation.OTHER_SEAT, **options: object
) -> Table:
    event = factories.event(confirmation=confirmation)
    ruleset = factories.free_game(event.club, name="Lantern Bay", **options)
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    people = names or ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    return factories.table(round_, [factories.entry(event, name) for name in people])


def url(table: Table) -> str:
    return f"/t/{table.link.code}/"


def phone(table: Table, position: int) -> Client:
    """A phone of its own that has taken the seat at ``position``."""
    client = Client()
    answer = client.post(url(table), {"action": "claim", "position": str(position)})
    assert answer.status_code == 302
    return client


def typed(*points: object, version: int = 0, key: str = "form-1", **more: object) -> dict[str, str]:
    fields = {f"seats.{seat}.points": str(value) for seat, value in enumerate(points)}
    return {
        **fields,
        "version": str(version),
        "idempotency_key": key,
        **{name: str(value) for name, value in more.items()},
    }


def send(client: Client, table: Table, *points: object, **more: object) -> HttpResponse:
    fields = typed(*points, **{"action": "send", **more})  # type: ignore[arg-type]
    return client.post(url(table), fields)  # type: ignore[return-value]  # the client's own kind


def words(response: Page) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(text).split())


def test_a_table_plays_its_evening_from_the_first_tap_to_the_standings() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)

    echo = ada.post(url(table), typed(12, 9, 9, 4, action="check"))
    nothing_yet = MatchRecord.objects.count()
    sent = send(ada, table, 12, 9, 9, 4)
    waiting = words(ada.get(url(table)))
    asked = words(ben.get(url(table)))
    record = MatchRecord.objects.get()
    agreed = ben.post(url(table), {"action": "confirm", "record": str(record.pk)})
    final = words(ada.get(url(table)))

    assert echo.status_code == 200
    assert "Is this correct?" in words(echo)
    assert nothing_yet == 0
    assert sent.status_code == 302
    assert "Waiting for a second look" in waiting
    assert "Ada Ahorn reports" in asked
    assert agreed.status_code == 302
    assert "The result counts" in final
    record.refresh_from_db()
    assert (record.state, record.outcome["places"]) == ("confirmed", [1, 2, 2, 4])


def test_an_error_is_told_at_its_cell_and_what_was_typed_stays() -> None:
    table = a_table()
    ada = phone(table, 1)

    answer = ada.post(url(table), typed(12, "nine", "", 4, action="check"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="box-seats-1-points" name="seats.1.points" value="nine"' in page
    assert 'aria-describedby="box-seats-1-points-note"' in page
    assert "Ben Buche, Points Please enter a whole number." in words(answer)
    assert 'value="form-1"' in page
    assert not MatchRecord.objects.exists()


def test_dice_devils_with_twelve_items_is_told_at_the_player_s_items() -> None:
    event = factories.event()
    box = ClubGame.objects.create(club=event.club, game="dice-devils", title="Dice Devils")
    ruleset = Ruleset.objects.create(
        club=event.club, club_game=box, name="Dice Devils", options={}, seats_min=3, seats_max=6
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    table = factories.table(
        round_, [factories.entry(event, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    )
    ada = phone(table, 1)
    form = ada.get(url(table)).content.decode()
    boxes = re.findall(r'name="(seats\.\d\.items\.[^"]+)"', form)
    first = {
        seat: [name for name in boxes if name.startswith(f"seats.{seat}.")] for seat in range(4)
    }
    fields = dict.fromkeys(boxes, "0")
    for count, name in zip((6, 6), first[0], strict=False):
        fields[name] = str(count)
    fields |= {first[seat][5]: "3" for seat in (1, 2, 3)}

    answer = ada.post(url(table), {**fields, "action": "check", "version": "0"})

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Ada, Number of items 12 items are too many" in words(answer)
    assert 'aria-describedby="box-seats-0-n-note">12</output>' in page
    assert re.search(r'id="box-seats-0-n-note"[^>]*>\s*12 items are too many', page) is not None
    assert f'name="{first[0][0]}" value="6"' in page
    assert not MatchRecord.objects.exists()


def test_running_totals_come_from_the_server_while_the_sheet_is_half_typed() -> None:
    table = a_table(fixed_total=100)
    ada = phone(table, 1)

    half = ada.post(f"{url(table)}preview/", typed(60, 10, "", ""))
    whole = ada.post(f"{url(table)}preview/", typed(60, 10, 10, 10))

    assert (half.status_code, words(half)) == (200, "")
    assert "10" in words(whole)
    assert "The table as a whole" in words(whole)


def test_the_read_back_says_places_and_keeps_what_was_typed_for_the_way_back() -> None:
    table = a_table()
    ada = phone(table, 1)

    echo = ada.post(url(table), typed(12, 9, 9, 4, action="check"))
    back = ada.post(url(table), typed(12, 9, 9, 4, action="edit"))

    assert "1 Ada Ahorn 12 2 Ben Buche 9 2 Cleo Zeder 9 4 Dan Dorn 4" in words(echo)
    assert 'name="seats.1.points" value="9"' in echo.content.decode()
    assert 'name="seats.1.points" value="9"' in back.content.decode()
    assert not MatchRecord.objects.exists()


def test_a_minus_typed_on_any_phone_and_a_decimal_comma_are_understood() -> None:
    table = a_table(negatives=True, decimals=1)
    ada = phone(table, 1)

    form = ada.get(url(table)).content.decode()
    send(ada, table, "\u221212", "-3,5", "7,0", "0")

    record = MatchRecord.objects.get()
    assert list(record.scores.values_list("points", flat=True)) == [-120, -35, 70, 0]
    assert "inputmode" not in form
    assert 'data-number="signed"' in form


def test_the_number_pad_is_asked_for_only_where_no_minus_can_be_needed() -> None:
    table = a_table()

    form = phone(table, 1).get(url(table)).content.decode()

    assert form.count('inputmode="numeric"') == 4


def test_a_doubtful_total_is_sent_only_after_a_tick_and_a_reason() -> None:
    table = a_table(fixed_total=100)
    ada = phone(table, 1)

    echo = ada.post(url(table), typed(60, 10, 10, 10, action="check"))
    refused = send(ada, table, 60, 10, 10, 10)
    no_reason = send(ada, table, 60, 10, 10, 10, accept_warnings="on")
    sent = send(ada, table, 60, 10, 10, 10, accept_warnings="on", reason="A chip was lost")

    assert "It's correct anyway." in words(echo)
    assert (refused.status_code, no_reason.status_code, sent.status_code) == (422, 400, 302)
    assert "Enter a reason." in words(no_reason)
    assert MatchRecord.objects.get().reason == "A chip was lost"


def test_the_same_form_sent_twice_is_one_record_and_the_same_answer() -> None:
    table = a_table()
    ada = phone(table, 1)

    answers = [send(ada, table, 12, 9, 9, 4) for _ in range(2)]

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, url(table)),
        (302, url(table)),
    ]
    assert MatchRecord.objects.count() == 1


def test_two_phones_with_the_same_empty_form_see_both_sheets_side_by_side() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0, key="a")

    late = send(ben, table, 8, 10, 1, 0, key="b")

    assert late.status_code == 409
    assert "Saved: Ada Ahorn" in words(late)
    assert "Yours, just now" in words(late)
    assert "1 Ada Ahorn 10 2 Ben Buche 8" in words(late)
    assert "Points 8 10 1 0" in words(late)
    assert MatchRecord.objects.get().outcome["points"] == [10, 8, 1, 0]


def test_the_second_phone_may_confirm_the_same_sheet_or_object_to_another() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0, key="a")
    record = MatchRecord.objects.get()

    same = send(ben, table, 10, 8, 1, 0, key="b")
    objected = ben.post(
        url(table), {"action": "dispute", "record": str(record.pk), "reason": "I had 10."}
    )
    seen = words(ada.get(url(table)))

    assert (same.status_code, objected.status_code) == (409, 302)
    assert "The same result is already here" in words(same)
    assert "Ben Buche objects I had 10." in seen


def test_an_objection_without_words_is_asked_for_its_reason() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0)
    record = MatchRecord.objects.get()

    answer = ben.post(url(table), {"action": "dispute", "record": str(record.pk), "reason": " "})

    assert answer.status_code == 400
    assert 'aria-describedby="dispute-error"' in answer.content.decode()
    assert MatchRecord.objects.get().state == "reported"


def test_a_corrected_sheet_says_which_boxes_differ_to_whoever_confirms_it() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0)
    first = ben.get(url(table))

    send(ada, table, 10, 8, 3, 0, version=1, key="again")
    second = ben.get(url(table))

    assert "Different from version" not in words(first)
    assert "Different from version 1 Cleo Zeder , Points: 1 → 3 " in words(second)
    changes = second.content.decode().split('id="changes"')[1].split("</section>")[0]
    assert changes.count("<li>") == 1


def test_a_player_who_reports_over_a_confirmed_result_gets_an_objection_instead() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0)
    record = MatchRecord.objects.get()
    ben.post(url(table), {"action": "confirm", "record": str(record.pk)})

    again = send(ada, table, 1, 8, 1, 0, version=1, key="again")

    assert again.status_code == 403
    assert "If it is wrong, object to it." in words(again)
    assert MatchRecord.objects.count() == 1


def test_who_is_not_at_the_table_gets_403() -> None:
    table, other = a_table(), a_table()
    stranger = phone(other, 1)
    member = Client()
    member.force_login(
        factories.account(player=factories.member(table.seating.round.stage.event.club))
    )

    for client in (Client(), stranger, member):
        assert send(client, table, 10, 8, 1, 0).status_code == 403

    assert not MatchRecord.objects.exists()


def test_another_table_s_record_cannot_be_confirmed_through_this_link() -> None:
    table, other = a_table(), a_table()
    send(phone(other, 1), other, 10, 8, 1, 0)
    record = MatchRecord.objects.get()

    answer = phone(table, 1).post(url(table), {"action": "confirm", "record": str(record.pk)})

    assert answer.status_code == 404
    assert MatchRecord.objects.get().state == "reported"


def test_a_signed_in_player_of_the_table_needs_no_link_cookie() -> None:
    table = a_table()
    player = table.seats.get(position=2).entry.player
    ben = Client()
    ben.force_login(factories.account(player=player))
    send(phone(table, 1), table, 10, 8, 1, 0)
    record = MatchRecord.objects.get()

    answer = ben.post(url(table), {"action": "confirm", "record": str(record.pk)})

    assert answer.status_code == 302
    assert MatchRecord.objects.get().state == "confirmed"


def test_a_seat_of_another_device_is_not_given_twice() -> None:
    table = a_table()
    phone(table, 1)

    answer = Client().post(url(table), {"action": "claim", "position": "1"})

    assert answer.status_code == 409
    assert "Another device took seat 1." in words(answer)


@pytest.mark.parametrize("position", ["", "0", "5", "x", "\u0661", "1" * 500])
def test_a_seat_that_does_not_exist_is_not_taken(position: str) -> None:
    table = a_table()

    answer = Client().post(url(table), {"action": "claim", "position": position})

    assert answer.status_code == 404
    assert not table.seats.exclude(claim="").exists()


def test_a_closed_round_s_link_is_gone_and_says_so() -> None:
    table = a_table()
    ada = phone(table, 1)
    table.seating.round.state = RoundState.CLOSED
    table.seating.round.save()

    seen, sent = Client().get(url(table)), send(ada, table, 10, 8, 1, 0)

    assert (seen.status_code, sent.status_code) == (410, 410)
    assert "Round 1 is closed. Late results go to the organizer." in words(sent)
    assert "Find my table" in words(seen)
    assert not MatchRecord.objects.exists()


def test_a_link_that_is_over_leads_to_the_event_those_who_may_see_it() -> None:
    table = a_table()
    event = table.seating.round.stage.event
    table.seating.round.state = RoundState.CLOSED
    table.seating.round.save()

    open_club = Client().get(url(table)).content.decode()
    event.club.visibility = "members"
    event.club.save()
    hidden = Client().get(url(table))

    assert f'href="/e/{event.slug}/"' in open_club
    assert hidden.status_code == 410
    assert event.slug not in hidden.content.decode()


def test_a_finished_event_s_link_is_gone() -> None:
    table = a_table()
    ada = phone(table, 1)
    Event.objects.update(state=EventState.FINISHED)

    assert send(ada, table, 10, 8, 1, 0).status_code == 410


def test_a_table_page_is_not_indexed_not_cached_and_tells_no_other_site_its_address() -> None:
    table = a_table()

    answers = [phone(table, 1).get(url(table)), Client().get("/t/wrongwrong/")]

    assert [
        (answer["X-Robots-Tag"], answer["Cache-Control"], answer["Referrer-Policy"])
        for answer in answers
    ] == [("noindex, nofollow", "no-store", "same-origin")] * 2


def test_wrong_codes_are_counted_per_address() -> None:
    statuses = [
        Client().get(f"/t/wrong{n}/", REMOTE_ADDR="10.1.1.1").status_code
        for n in range(links.GUESSES + 1)
    ]

    assert statuses == [404] * links.GUESSES + [429]
    assert Client().get("/t/wrong/", REMOTE_ADDR="10.1.1.2").status_code == 404


def test_names_are_text_whatever_they_contain() -> None:
    hostile = '<script>alert("x")</script>'
    table = a_table(hostile, "Ben Buche", "=1+1", "Dan Dorn")
    ada, ben = phone(table, 1), phone(table, 2)
    form = ada.get(url(table))
    echo = ada.post(url(table), typed(4, 3, 2, 1, action="check"))
    send(ada, table, 4, 3, 2, 1)
    record = MatchRecord.objects.get()
    ben.post(
        url(table),
        {"action": "dispute", "record": str(record.pk), "reason": "<img src=x onerror=y>"},
    )

    pages = [Client().get(url(table)), form, echo, ada.get(url(table)), ben.get(url(table))]

    for page in pages:
        text = page.content.decode()
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in text


def test_hidden_players_are_shown_at_their_table_as_the_public_sees_them() -> None:
    table = a_table()
    seat = table.seats.get(position=2)
    seat.entry.player.name_level = "hidden"
    seat.entry.player.save()

    page = words(phone(table, 1).get(url(table)))

    assert "Buche" not in page
    assert "Player" in page


def test_a_waiting_page_hears_when_something_happens() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0)
    found = re.search(r'state/\?seen=([^"]+)"', ada.get(url(table)).content.decode())
    assert found is not None
    address = f"{url(table)}state/?seen={found.group(1)}"

    quiet = ada.get(address)
    record = MatchRecord.objects.get()
    ben.post(url(table), {"action": "confirm", "record": str(record.pk)})
    changed = ada.get(address)

    assert (quiet.status_code, changed.status_code) == (204, 200)
    assert changed["HX-Refresh"] == "true"


def test_who_is_typing_is_told_and_not_interrupted() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    send(ada, table, 10, 8, 1, 0)

    news = ben.get(f"{url(table)}state/?typing=1&seen=0")

    assert not news.has_header("HX-Refresh")
    assert "Something has changed at this table." in words(news)


def test_the_draft_of_a_sheet_is_dropped_only_where_it_was_stored() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)
    form = ada.get(url(table)).content.decode()
    send(ada, table, 10, 8, 1, 0)

    mine, theirs = (client.get(url(table)).content.decode() for client in (ada, ben))

    assert f'data-draft="table-{table.pk}"' in form
    assert f'data-draft-done="table-{table.pk}"' in mine
    assert "data-draft-done" not in theirs


def test_looking_at_a_table_writes_nothing() -> None:
    table = a_table()
    ada = phone(table, 1)
    lines = JournalLine.objects.count()

    for address in (url(table), f"{url(table)}?edit=1", f"{url(table)}state/?seen=x"):
        ada.get(address)

    assert JournalLine.objects.count() == lines


def test_the_organizer_frees_a_seat_that_was_taken_wrongly() -> None:
    table = a_table()
    phone(table, 1)
    event = Event.objects.get()
    boss = Client()
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event)
    boss.force_login(account)
    seat = table.seats.get(position=1)

    answer = boss.post(
        f"/e/{event.slug}/tables/{table.pk}/", {"action": "release", "seat": str(seat.pk)}
    )
    again = Client().post(url(table), {"action": "claim", "position": "1"})

    assert (answer.status_code, again.status_code) == (302, 302)


def close_round(table: Table) -> None:
    table.seating.round.state = RoundState.CLOSED
    table.seating.round.save()


def next_table(table: Table) -> Table:
    """A second round, with the players of ``table`` in the opposite order."""
    stage = table.seating.round.stage
    entries = [seat.entry for seat in table.seats.order_by("-position")]
    return factories.table(factories.round_(stage), entries)


def test_a_phone_follows_its_player_to_the_next_table_with_one_tap() -> None:
    table = a_table()
    ada = phone(table, 1)
    close_round(table)
    before = ada.get(url(table))
    polled = [ada.get(f"{url(table)}state/?seen=waiting").status_code]
    new = next_table(table)

    polled.append(ada.get(f"{url(table)}state/?seen=waiting").status_code)
    after = ada.get(url(table))
    looked = JournalLine.objects.count()
    opened = ada.post(f"{url(table)}follow/")
    there = words(ada.get(url(new)))

    assert (before.status_code, after.status_code) == (200, 200)
    assert "The next round isn't out yet" in words(before)
    assert polled == [204, 200]
    assert "Round 2: you are at table 1, seat 4" in words(after)
    assert looked == 1
    assert (opened.status_code, opened.headers["Location"]) == (302, url(new))
    assert "Score sheet" in there
    assert new.seats.get(position=4).claim


def test_a_strange_phone_is_not_told_where_anybody_sits() -> None:
    table = a_table()
    phone(table, 1)
    close_round(table)
    new = next_table(table)
    stranger = Client()

    seen = stranger.get(url(table))
    tried = stranger.post(f"{url(table)}follow/")

    assert (seen.status_code, tried.status_code) == (410, 410)
    assert new.link.code not in seen.content.decode() + tried.content.decode()
    assert not new.seats.exclude(claim="").exists()


def test_a_seat_taken_by_another_phone_is_said_without_the_way_in() -> None:
    table = a_table()
    ada = phone(table, 1)
    close_round(table)
    new = next_table(table)
    phone(new, 4)

    seen = ada.get(url(table))
    tried = ada.post(f"{url(table)}follow/")

    assert "Another device took this seat." in words(seen)
    assert tried.status_code == 409
    assert new.link.code not in seen.content.decode() + tried.content.decode()


def test_a_hidden_club_s_phone_follows_without_a_link_to_the_event() -> None:
    table = a_table()
    ada = phone(table, 1)
    close_round(table)
    new = next_table(table)
    club = table.seating.round.stage.event.club
    club.visibility = "members"
    club.save()

    seen = ada.get(url(table)).content.decode()

    assert "you are at table 1, seat 4" in seen
    assert f'href="/e/{new.seating.round.stage.event.slug}/"' not in seen


def account_of(table: Table, position: int) -> Client:
    """The signed-in player of a seat, whose phone has taken none."""
    client = Client()
    client.force_login(factories.account(player=table.seats.get(position=position).entry.player))
    return client


def test_a_signed_in_player_is_led_to_the_next_table_as_any_phone_is() -> None:
    table = a_table()
    ada = account_of(table, 1)
    close_round(table)
    before = ada.get(url(table))
    polled = [ada.get(f"{url(table)}state/?seen=waiting").status_code]
    new = next_table(table)

    polled.append(ada.get(f"{url(table)}state/?seen=waiting").status_code)
    after = ada.get(url(table))
    opened = ada.post(f"{url(table)}follow/")

    assert (before.status_code, after.status_code) == (200, 200)
    assert "The next round isn't out yet" in words(before)
    assert polled == [204, 200]
    assert "Round 2: you are at table 1, seat 4" in words(after)
    assert (opened.status_code, opened.headers["Location"]) == (302, url(new))
    assert "Score sheet" in words(ada.get(url(new)))
    assert new.seats.get(position=4).claim == "", "the account took a seat from the devices"


def test_a_phone_whose_player_has_gone_is_told_that_the_round_is_over() -> None:
    table = a_table()
    ada = phone(table, 1)
    close_round(table)
    Entry.objects.filter(pk=table.seats.get(position=1).entry_id).update(state="dropped")

    answer = ada.get(url(table))

    assert answer.status_code == 200
    assert "This round is over" in words(answer)
    assert "no longer valid" not in words(answer)


def finished(*, auto_publish: bool = True) -> Table:
    """A table of an evening that is over: Ada came first of four, and another evening is next."""
    table = a_table()
    factories.played(table, [1, 2, 3, 4], points=[40, 30, 20, 10])
    close_round(table)
    event = table.seating.round.stage.event
    event.stages.update(auto_publish=auto_publish)
    Event.objects.update(state=EventState.FINISHED)
    factories.event(
        event.club,
        name="Night of the Comet",
        state=EventState.OPEN,
        starts_at=timezone.now() + timedelta(days=7),
    )
    return table


def test_after_the_evening_the_link_thanks_and_says_the_own_rank_and_what_is_next() -> None:
    table = finished()
    ada = phone_of_before(table, 1)

    told = [words(one.get(url(table))) for one in (ada, account_of(table, 2), Client())]

    assert ["Your rank: 1 of 4" in told[0], "Your rank: 2 of 4" in told[1]] == [True, True]
    assert "Thank you for playing, Ada" in told[0]
    assert ("Thank you for playing!" in told[2], "Your rank" in told[2]) == (True, False)
    assert ["Night of the Comet" in one for one in told] == [True] * 3
    assert ada.get(url(table)).status_code == Client().get(url(table)).status_code == 200


def test_a_rank_that_is_kept_back_is_not_told_after_the_evening() -> None:
    table = finished(auto_publish=False)

    told = words(phone_of_before(table, 1).get(url(table)))

    assert ("Thank you for playing, Ada" in told, "Your rank" in told) == (True, False)


def test_whoever_may_not_see_the_event_is_thanked_without_its_name() -> None:
    table = finished()
    event = table.seating.round.stage.event
    Club.objects.update(visibility="members")

    stranger, ada = (one.get(url(table)) for one in (Client(), phone_of_before(table, 1)))

    assert "Thank you for playing!" in words(stranger)
    page = stranger.content.decode()
    assert [text in page for text in (event.name, event.slug, "Night of the Comet")] == [False] * 3
    assert ("Your rank: 1 of 4" in words(ada), event.slug in ada.content.decode()) == (True, False)


def phone_of_before(table: Table, position: int) -> Client:
    """A phone that took its seat while the evening ran."""
    client = Client()
    client.get(url(table))
    Round.objects.filter(pk=table.seating.round_id).update(state=RoundState.PUBLISHED)
    Event.objects.filter(stages__rounds=table.seating.round).update(state=EventState.RUNNING)
    answer = client.post(url(table), {"action": "claim", "position": str(position)})
    assert answer.status_code == 302
    Round.objects.filter(pk=table.seating.round_id).update(state=RoundState.CLOSED)
    Event.objects.filter(stages__rounds=table.seating.round).update(state=EventState.FINISHED)
    return client
