"""From the page of an evening's table to its match, to the result; and who may know of it."""

from __future__ import annotations

import re
import uuid
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.core.actors import PLAYED_HERE
from league.core.enums import Confirmation, Role
from league.models import Event, Play, Seat
from league.queries.evening import desk as reading
from league.queries.play import table_plays as moves
from league.services.evening import rounds
from league.services.play import hand_ins, play_seats, table_plays
from league.services.seating import seatings
from tests import factories
from tests.factories import plays as make

if TYPE_CHECKING:
    from league.models import Table

pytestmark = pytest.mark.django_db


def phone_at(table: Table, position: int) -> Client:
    """A browser whose owner tapped their name on the table's page."""
    client = Client()
    client.post(f"/t/{table.link.code}/", {"action": "claim", "position": str(position)})
    return client


def pressed(client: Client, table: Table) -> str:
    """Presses "Play here"; where that leads."""
    page = client.get(f"/t/{table.link.code}/").content.decode()
    token = re.search(r'name="seat" value="([^"]+)"', page)
    assert token is not None
    key = uuid.uuid4().hex
    answer = client.post("/play/at-table/", {"seat": token[1], "key": key})
    return str(answer.headers.get("Location", answer.status_code))


def boss(table: Table, role: Role = Role.ORGANIZER) -> Client:
    account, event = factories.account(), table.seating.round.stage.event
    factories.grant(account, role, event if role == Role.SCOREKEEPER else event.club)
    client = Client()
    client.force_login(account)
    return client


def over(table: Table) -> Play:
    play, people = make.sat_at(table)
    play = make.played_out(play, people, Random(1))
    hand_ins.hand_in(by=PLAYED_HERE, play=play)
    return Play.objects.get(pk=play.pk)


def test_three_phones_press_play_here_and_the_match_begins_with_their_own_seats() -> None:
    table = make.at_table()
    phones = [phone_at(table, position) for position in (1, 2, 3)]

    addresses = {pressed(phone, table) for phone in phones}

    play = Play.objects.get()
    assert addresses == {f"/play/{play.code}/"}
    assert play.state == "running"
    owing = play.seats.filter(owes_since__isnull=False).values_list("number", flat=True)
    asked = [
        number
        for number, phone in enumerate(phones)
        if b'name="action"' in phone.get(f"/play/{play.code}/").content
    ]
    assert asked == sorted(owing)


def test_a_signed_in_player_needs_no_phone_of_the_table() -> None:
    table = make.at_table()
    client = Client()
    client.force_login(factories.account(player=table.seats.get(position=2).entry.player))

    address = pressed(client, table)

    assert b"Bo" in client.get(address).content
    assert b"Waiting for Ada, Cleo" in client.get(address).content


@pytest.mark.parametrize("token", ["", "nonsense", "WzEsICIiXQ:1:1"])
def test_a_token_of_nobody_seats_nobody(token: str) -> None:
    make.at_table()

    answer = Client().post("/play/at-table/", {"seat": token, "key": "k" * 32})

    assert (answer.status_code in {302, 403}, Play.objects.count()) == (True, 0)


def test_a_token_of_a_seat_that_was_freed_seats_nobody() -> None:
    table = make.at_table()
    phone = phone_at(table, 1)
    page = phone.get(f"/t/{table.link.code}/").content.decode()
    token = re.search(r'name="seat" value="([^"]+)"', page)
    assert token is not None
    Seat.objects.filter(table=table, position=1).update(claim="another device")

    phone.post("/play/at-table/", {"seat": token[1], "key": "k" * 32})

    assert Play.objects.count() == 0


def test_a_table_that_stays_in_the_room_has_no_such_button() -> None:
    table = make.at_table(is_here=False)

    page = phone_at(table, 1).get(f"/t/{table.link.code}/").content

    assert b"/play/at-table/" not in page


def test_the_desk_tells_tables_in_the_browser_from_those_in_the_room_and_how_far_they_are() -> None:
    table = make.at_table(is_here=False)
    event, client = table.seating.round.stage.event, boss(table)
    desk = f"/e/{event.slug}/desk/"
    said = client.post(desk, {"do": f"play_here:{table.pk}"}, follow=True).content.decode()
    _, people = make.sat_at(table)
    running = client.get(desk, {"step": "play"}).content.decode()
    stamp = re.search(r"stamp=(\d+)", running)
    play = make.played_out(Play.objects.get(), people, Random(1), rounds=2)
    asked = {"part": "live", "step": "play", "stamp": stamp[1] if stamp else ""}
    later = client.get(desk, asked).content.decode()

    assert f"Table {table.number} may play in the browser" in said
    assert f"/play/{play.code}/" in running
    assert "rounds: 1" in re.sub(r"\s+", " ", running)
    assert "rounds: 2" in re.sub(r"\s+", " ", later)


def test_the_result_leads_to_the_replay_from_record_table_and_phone() -> None:
    table = make.at_table()
    play = over(table)
    event, client = table.seating.round.stage.event, boss(table)
    replay = f"/play/{play.code}/replay/"

    pages = [
        client.get(f"/e/{event.slug}/desk/", {"step": "results"}),
        client.get(f"/e/{event.slug}/tables/{table.pk}/"),
        client.get(f"/e/{event.slug}/records/{play.record_id}/"),
        Client().get(f"/e/{event.slug}/records/{play.record_id}/"),
        Client().get(f"/e/{event.slug}/"),
    ]

    assert [replay in page.content.decode() for page in pages] == [True] * 5
    assert b"The match in the browser" in pages[3].content


def test_an_organizer_reads_why_a_result_is_out_and_takes_it_over_with_a_reason() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    play = make.played_out(play, people, Random(1))
    round_ = table.seating.round
    event = round_.stage.event
    rounds.close(by=factories.actor(Role.ORGANIZER, event.club), round_=round_, accept_missing=True)
    hand_ins.hand_in(by=PLAYED_HERE, play=play)
    client, address = boss(table), f"/e/{event.slug}/tables/{table.pk}/"

    told = client.get(address).content.decode()
    shown = re.search(r'name="play" value="([^"]+)"', told)
    assert shown is not None
    form = {"action": "use_result", "play": shown[1]}
    without = client.post(address, {**form, "reason": ""})
    client.post(address, {**form, "reason": "They were a minute late"})

    assert "Round 1 is closed" in told
    assert (without.status_code, b"take-over-error" in without.content) == (400, True)
    assert list(table.records.values_list("state", "reason")) == [
        ("confirmed", "They were a minute late")
    ]


def test_a_result_that_was_kept_out_can_be_used_after_somebody_opened_a_match_and_left() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    play = make.played_out(play, people, Random(1))
    Play.objects.update(kept_out="play_kept_out")
    opened = table_plays.sit_down(by=people[0], table=table)
    play_seats.leave(by=people[0], play=opened)
    address = f"/e/{table.seating.round.stage.event.slug}/tables/{table.pk}/"
    form = {"action": "use_result", "play": play.code, "reason": "They agree"}

    client = boss(table)
    told = client.get(address).content.decode()
    client.post(address, form)

    assert f'name="play" value="{play.code}"' in told
    assert list(table.records.values_list("state", "play")) == [("confirmed", play.pk)]


def test_a_result_that_organizers_are_to_confirm_waits_on_phone_and_desk() -> None:
    table = make.at_table()
    event, client, phone = table.seating.round.stage.event, boss(table), Client()
    phone.force_login(factories.account(player=table.seats.get(position=1).entry.player))
    Event.objects.update(confirmation=Confirmation.ORGANIZER)
    play = over(table)
    address = f"/e/{event.slug}/tables/{table.pk}/"

    seen = phone.get(f"/t/{table.link.code}/").content.decode()
    desk = client.get(address).content.decode()
    client.post(address, {"action": "confirm", "record": str(play.record_id)})

    assert ("The organizer confirms" in seen, 'value="confirm"' in seen) == (True, False)
    assert 'value="confirm"' in desk
    assert list(table.records.values_list("state", flat=True)) == ["confirmed"]


@pytest.mark.parametrize("code", ["play_other_edition", "round_closed", "nothing_known"])
@pytest.mark.parametrize("is_table_there", [True, False])
def test_whatever_kept_a_result_out_every_page_that_says_so_is_there(
    code: str, is_table_there: bool
) -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    phone, desk = phone_at(table, 1), boss(table)
    make.played_out(play, people, Random(1))
    Play.objects.update(kept_out=code)
    event = table.seating.round.stage.event
    pages = [(desk, f"/play/{play.code}/")]
    if is_table_there:
        pages.append((phone, f"/t/{table.link.code}/"))
        pages.append((desk, f"/e/{event.slug}/tables/{table.pk}/"))
    else:
        table.delete()

    told = [client.get(address).status_code for client, address in pages]

    assert told == [200] * len(pages)


def doors(play: Play) -> list[str]:
    code = play.code
    return [
        f"/play/{code}/",
        f"/play/{code}/replay/",
        f"/play/{code}/record.jsonl",
        f"/api/v1/plays/{code}/",
        f"/api/v1/plays/{code}/transcript/",
    ]


def statuses(client: Client, play: Play) -> list[int]:
    return [client.get(door).status_code for door in doors(play)]


def test_the_match_of_a_withheld_table_is_there_for_the_table_and_its_staff_alone() -> None:
    table = make.at_table()
    play = over(table)
    round_ = table.seating.round
    public = statuses(Client(), play)
    rounds.withhold(by=factories.actor(Role.ORGANIZER, round_.stage.event.club), round_=round_)
    at_table = Client()
    at_table.force_login(factories.account(player=table.seats.get(position=1).entry.player))
    event = round_.stage.event
    wall = Client().get(f"/e/{event.slug}/").content + Client().get("/play/").content

    told = {
        "stranger": statuses(Client(), play),
        "staff": statuses(boss(table, Role.SCOREKEEPER), play),
        "at the table": statuses(at_table, play),
    }

    assert public == [200] * 5
    assert told == {"stranger": [404] * 5, "staff": [200] * 5, "at the table": [200] * 5}
    assert play.code.encode() not in wall


def test_the_match_of_a_table_that_was_withdrawn_is_there_for_its_people_and_staff_alone() -> None:
    table = make.at_table()
    play, _ = make.sat_at(table)
    at_table = Client()
    at_table.force_login(factories.account(player=table.seats.get(position=1).entry.player))
    by = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)
    seatings.withdraw(by=by, round_=table.seating.round)

    told = [client.get(f"/play/{play.code}/") for client in (Client(), boss(table), at_table)]

    assert [answer.status_code for answer in told] == [404, 200, 200]
    assert b"drawn again" in told[2].content


def test_the_match_of_an_event_that_is_not_announced_is_no_ones_business() -> None:
    table = make.at_table()
    play, _ = make.sat_at(table)
    event = table.seating.round.stage.event
    event.is_announced = False
    event.save(update_fields=["is_announced"])

    assert statuses(Client(), play)[0] == 404
    assert statuses(boss(table), play)[0] == 200


def test_the_desk_hears_of_who_sits_down_of_every_step_and_of_what_was_kept_out() -> None:
    table = make.at_table(people=3)
    desk, event = boss(table), table.seating.round.stage.event

    def is_news(stamp: str) -> bool:
        page = f"/e/{event.slug}/desk/?part=live&step=play&stamp={stamp}"
        return desk.get(page).status_code == 200

    told = []
    stamps = [reading.stamp(event)]
    for position in (1, 2, 3):
        play = table_plays.sit_down(by=make.seated(table, position), table=table)
        told.append(is_news(stamps[-1]))
        stamps.append(reading.stamp(event))
    make.decided(play, [make.seated(table, position) for position in (1, 2, 3)], Random(1))
    told.append(is_news(stamps[-1]))
    stamps.append(reading.stamp(event))
    Play.objects.update(kept_out="play_other_people")
    told.append(is_news(stamps[-1]))

    assert told == [True] * 5
    assert not is_news(reading.stamp(event))


def test_the_wall_is_drawn_anew_when_somebody_sits_down_or_a_result_is_kept_out() -> None:
    table = make.at_table()
    event = table.seating.round.stage.event
    told = [moves.moved(event)]
    for position in (1, 2):
        table_plays.sit_down(by=make.seated(table, position), table=table)
        told.append(moves.moved(event))
    Play.objects.update(kept_out="play_other_people")
    told.append(moves.moved(event))

    assert len(set(told)) == 4
