"""A table's match in the browser through the API: sitting down, and how far it is."""

from __future__ import annotations

from random import Random

import pytest

from league.core.actors import PLAYED_HERE
from league.core.enums import Role
from league.services.evening import rounds
from league.services.play import hand_ins
from tests import factories
from tests.api import doors
from tests.factories import plays as make

pytestmark = pytest.mark.django_db


def test_players_sit_down_by_their_tokens_and_the_last_begins() -> None:
    table = make.at_table()
    seats = table.seats.select_related("entry__player").order_by("position")
    people = [doors.player(seat.entry.player) for seat in seats]

    answers = [by.post(f"/tables/{table.pk}/play/", {"contribution": "words"}) for by in people]

    found = [(answer.status_code, answer.json()["state"]) for answer in answers]
    assert found == [(200, "open"), (200, "open"), (200, "running")]
    assert [answer.json()["mine"] for answer in answers] == [0, 1, 2]


def test_who_sits_elsewhere_and_a_table_of_the_room_are_refused() -> None:
    table, room = make.at_table(), make.at_table(is_here=False)
    stranger = doors.player(factories.player("Zed"))
    own = doors.player(room.seats.get(position=1).entry.player)

    told = [
        stranger.post(f"/tables/{table.pk}/play/", {}).json()["code"],
        own.post(f"/tables/{room.pk}/play/", {}).json()["code"],
        doors.visitor().post(f"/tables/{table.pk}/play/", {}).status_code,
    ]

    assert told == ["not_allowed", "play_not_here", 403]


def test_a_table_tells_of_its_match_unless_its_round_is_kept_back() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    before = doors.visitor().get(f"/tables/{table.pk}/").json()["play"]
    play = make.played_out(play, people, Random(1))
    record = hand_ins.hand_in(by=PLAYED_HERE, play=play)
    after = doors.visitor().get(f"/tables/{table.pk}/").json()["play"]
    boss = doors.organizer(table.seating.round.stage.event)
    rounds.withhold(
        by=factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club),
        round_=table.seating.round,
    )

    assert record is not None
    assert (before["state"], before["here"], before["record"]) == ("running", 3, None)
    assert (after["state"], after["record"], after["kept_out"]) == ("over", record.pk, "")
    assert doors.visitor().get(f"/tables/{table.pk}/").json()["play"] is None
    assert boss.get(f"/tables/{table.pk}/").json()["play"]["code"] == play.code


def test_a_caller_opens_a_tables_match_with_real_cards_and_seats_others_at_their_device() -> None:
    table = make.at_table(game="the-devil-with-it")
    ada = doors.player(table.seats.get(position=1).entry.player)

    play = ada.post(f"/tables/{table.pk}/play/", {"by_hand": True}).json()
    for number in (1, 2):
        body = {"do": "seat_here", "number": number}
        begun = ada.post(f"/plays/{play['code']}/do/", body).json()
    told = doors.visitor().get(f"/tables/{table.pk}/").json()["play"]

    assert (play["by_hand"], "seat_here" in play["may"]) == (True, True)
    assert (begun["state"], begun["held"]) == ("running", [0, 1, 2])
    assert told["by_hand"]
