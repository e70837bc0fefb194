"""Sitting down at the match of an evening's table."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, as_guest
from league.core.enums import PlayState, Role
from league.core.errors import LeagueError, NotAllowed, Refused
from league.models import Account, JournalLine, Play, Seat, Table
from league.queries.people import account_actors
from league.queries.play import plays as reading
from league.services.play import play_endings, play_seats, plays, table_plays
from league.services.records import links
from tests import factories
from tests.factories import plays as make

pytestmark = pytest.mark.django_db


def refusal(by: object, table: Table) -> str:
    with pytest.raises(LeagueError) as caught:
        table_plays.sit_down(by=by, table=table)  # type: ignore[arg-type]
    return caught.value.code


def test_the_last_to_sit_down_begins_and_everybody_has_the_seat_of_the_table() -> None:
    table = make.at_table()
    states = []
    for position in (2, 3, 1):
        by = make.seated(table, position)
        states.append(table_plays.sit_down(by=by, table=table).state)

    play = Play.objects.get()
    assert states == ["open", "open", "running"]
    assert [seat.name for seat in play.seats.order_by("number")] == ["Ada", "Bo", "Cleo"]
    assert (play.ruleset, play.options) == (table.ruleset, table.ruleset.options)
    assert reading.shown(viewer=make.seated(table, 2), play=play).mine == 1


def test_a_signed_in_player_sits_by_account_and_the_same_device_twice_is_one() -> None:
    table = make.at_table()
    player = table.seats.get(position=1).entry.player
    account = factories.account(player=player)
    by = account_actors.person(account)

    first = table_plays.sit_down(by=by, table=table)
    second = table_plays.sit_down(by=by, table=table)

    assert first.pk == second.pk
    assert [seat.account_id for seat in first.seats.order_by("number")] == [account.pk, None, None]


def test_a_guest_of_the_evening_plays_like_everybody_else() -> None:
    table = make.at_table()
    event = table.seating.round.stage.event
    guest = factories.entry(event, "Gus Guest", is_guest=True)
    Seat.objects.filter(table=table, position=3).update(entry=guest)

    play, _ = make.sat_at(table)

    assert (play.state, play.seats.get(number=2).player) == (PlayState.RUNNING, guest.player)


def test_only_people_of_the_table_sit_down_and_only_where_the_desk_lets_them() -> None:
    table, room = make.at_table(), make.at_table(is_here=False)
    other = make.seated(make.at_table(), 1)
    boss = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)

    told = [
        refusal(other, table),
        refusal(as_guest(ANONYMOUS, "a passer-by"), table),
        refusal(boss, table),
        refusal(make.seated(room, 1), room),
    ]

    assert told == ["not_allowed", "not_allowed", "play_not_seated", "play_not_here"]
    assert Play.objects.count() == 0


def test_the_desk_lets_one_table_play_in_the_browser_and_takes_it_back() -> None:
    table = make.at_table(is_here=False)
    boss = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)

    table_plays.allow(by=boss, table=table, plays_here=True)
    table_plays.sit_down(by=make.seated(table, 1), table=table)
    table_plays.allow(by=boss, table=table, plays_here=False)

    lines = JournalLine.objects.filter(kind="table_plays_here").order_by("pk")
    assert [line.payload["plays_here"] for line in lines] == [True, False]
    # whoever sits there already goes on
    assert table_plays.sit_down(by=make.seated(table, 2), table=table).state == "open"


def test_a_game_that_has_no_match_in_the_browser_stays_in_the_room() -> None:
    stage = factories.stage(plays_here=True)
    entries = [factories.entry(stage.event) for _ in range(3)]
    table = factories.table(factories.round_(stage), entries)
    boss = factories.actor(Role.ORGANIZER, stage.event.club)

    with pytest.raises(Refused) as caught:
        table_plays.allow(by=boss, table=table, plays_here=True)

    assert caught.value.code == "play_not_for_this_table"
    assert refusal(make.seated(table, 1), table) == "play_not_for_this_table"


def test_people_who_change_before_the_start_get_a_match_of_their_own() -> None:
    table = make.at_table()
    first = table_plays.sit_down(by=make.seated(table, 1), table=table)
    newcomer = factories.entry(table.seating.round.stage.event, "Nora Quill")
    Seat.objects.filter(table=table, position=3).update(entry=newcomer, claim="")

    play, _ = make.sat_at(table)

    first.refresh_from_db()
    assert (first.state, play.state) == (PlayState.STOPPED, PlayState.RUNNING)
    assert [seat.name for seat in play.seats.order_by("number")] == ["Ada", "Bo", "Nora Quill"]


def test_people_who_change_during_the_match_are_told() -> None:
    table = make.at_table()
    make.sat_at(table)
    newcomer = factories.entry(table.seating.round.stage.event, "Nora Quill")
    Seat.objects.filter(table=table, position=3).update(entry=newcomer, claim="")

    assert refusal(make.seated(table, 3), table) == "play_other_people"


def test_a_phone_that_took_a_seat_over_plays_on_with_it_and_the_old_one_watches() -> None:
    table = make.at_table()
    play, _ = make.sat_at(table)
    boss = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)
    links.release(by=boss, seat=table.seats.get(position=2))
    new = as_guest(links.claim(code=table.link.code, position=2, device="new phone"), "new phone")

    table_plays.sit_down(by=new, table=table)

    assert reading.shown(viewer=new, play=play).mine == 1
    assert reading.shown(viewer=as_guest(ANONYMOUS, "phone of Bo"), play=play).mine is None


def test_one_device_holds_one_seat_of_the_match() -> None:
    table = make.at_table()
    table_plays.sit_down(by=make.seated(table, 1), table=table)
    same = links.claim(code=table.link.code, position=2, device="another cookie")

    assert refusal(as_guest(same, "phone of Ada"), table) == "play_one_seat_each"


def test_leaving_before_the_start_keeps_the_seat_for_its_player() -> None:
    table = make.at_table()
    ada, bo = make.seated(table, 1), make.seated(table, 2)
    table_plays.sit_down(by=ada, table=table)
    play = table_plays.sit_down(by=bo, table=table)

    play_seats.leave(by=ada, play=play)

    seat = play.seats.get(number=0)
    assert (seat.name, seat.is_person, seat.is_here) == ("Ada", True, False)
    assert table_plays.sit_down(by=ada, table=table).pk == play.pk


def test_no_stranger_sits_down_starts_or_plays_again_at_a_tables_match() -> None:
    table = make.at_table()
    ada = make.seated(table, 1)
    play = table_plays.sit_down(by=ada, table=table)
    told = []
    for verb in (
        lambda: play_seats.sit(by=make.guest("Zed"), play=play, name="Zed"),
        lambda: plays.begin(by=ada, play=play),
        lambda: play_endings.again(by=ada, play=play),
    ):
        with pytest.raises(LeagueError) as caught:
            verb()
        told.append(caught.value.code)

    assert told == ["play_is_full", "play_seats_free", "play_is_open"]


def test_a_tables_match_is_played_once() -> None:
    play, people = make.sat_at(make.at_table(early_end_allowed=True))
    for by in people:
        play = play_endings.agree_to_stop(by=by, play=play)

    with pytest.raises(Refused) as caught:
        play_endings.again(by=people[0], play=play)

    assert caught.value.code == "play_of_a_table"


def test_a_person_without_a_browsers_key_is_asked_for_cookies() -> None:
    table = make.at_table()
    by = links.claim(code=table.link.code, position=1, device="no cookies here")

    with pytest.raises(NotAllowed) as caught:
        table_plays.sit_down(by=by, table=table)

    assert (caught.value.code, Account.objects.count()) == ("play_needs_a_key", 0)
