"""Sitting down at the match of an evening's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.core.actors import ANONYMOUS, as_guest, system
from league.core.enums import PlayState, Role, RoundState
from league.core.errors import LeagueError, NotAllowed, Refused
from league.models import Account, JournalLine, Play, Round, Ruleset, Seat, Seating, Table
from league.queries.people import account_actors
from league.queries.play import plays as reading
from league.services.people import erasure
from league.services.play import play_endings, play_seats, plays, table_plays
from league.services.records import links
from tests import factories
from tests.factories import plays as make

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.core.actors import Actor

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

    assert told == ["play_is_full", "play_seats_fixed", "play_is_open"]


@pytest.mark.parametrize(
    "verb",
    [
        lambda by, play: play_seats.add_bot(by=by, play=play, bot="smart"),
        lambda by, play: play_seats.remove_bot(by=by, play=play, number=1),
        lambda by, play: play_seats.free_seat(by=by, play=play, number=1),
        lambda by, play: plays.begin(by=by, play=play),
    ],
)
def test_whoever_came_first_to_an_evenings_table_decides_about_no_seat_and_no_start(
    verb: Callable[[Actor, Play], object],
) -> None:
    table = make.at_table()
    ada = make.seated(table, 1)
    table_plays.sit_down(by=ada, table=table)
    play = table_plays.sit_down(by=make.seated(table, 2), table=table)

    with pytest.raises(Refused, match="play_seats_fixed"):
        verb(ada, play)

    assert play.seats.get(number=1).is_here


def last_one_missing(table: Table) -> tuple[Play, Actor]:
    """A match that waits for the third alone, who is signed in."""
    for position in (1, 2):
        play = table_plays.sit_down(by=make.seated(table, position), table=table)
    account = factories.account(player=table.seats.get(position=3).entry.player)
    return Play.objects.get(pk=play.pk), account_actors.person(account)


def test_the_last_one_may_come_by_the_address_of_the_match_too() -> None:
    play, cleo = last_one_missing(make.at_table())

    seat = play_seats.sit(by=cleo, play=play)

    assert (seat.name, Play.objects.get().state) == ("Cleo", PlayState.RUNNING)


def other_people(table: Table) -> None:
    entry = factories.entry(table.seating.round.stage.event)
    Seat.objects.filter(table=table, position=1).update(entry=entry)


def other_rules(table: Table) -> None:
    other = make.rules(factories.club())
    Table.objects.filter(pk=table.pk).update(ruleset=other)
    Ruleset.objects.filter(pk=other.pk).update(options={**other.options, "end_item_count": 10})


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (make.written_by_hand, "play_table_has_record"),
        (lambda _table: Round.objects.update(state=RoundState.CLOSED), "round_closed"),
        (lambda _table: Seating.objects.update(state="withdrawn"), "seating_withdrawn"),
        (lambda table: Table.objects.filter(pk=table.pk).delete(), "play_table_gone"),
        (other_people, "play_other_people"),
        (other_rules, "play_other_rules"),
    ],
)
def test_the_address_of_a_match_leads_past_nothing_that_the_table_would_refuse(
    happens: Callable[[Table], object], code: str
) -> None:
    table = make.at_table()
    play, cleo = last_one_missing(table)
    happens(table)

    with pytest.raises(LeagueError) as caught:
        play_seats.sit(by=cleo, play=Play.objects.get(pk=play.pk))

    assert (caught.value.code, Play.objects.get().state) == (code, PlayState.OPEN)


def test_a_match_that_waits_does_not_begin_at_a_table_with_a_result() -> None:
    table = make.at_table()
    _, cleo = last_one_missing(table)
    make.written_by_hand(table)

    assert refusal(cleo, table) == "play_table_has_record"


def test_a_running_match_whose_player_was_deleted_is_one_of_other_people() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    play.seats.filter(number=2).update(player=None)

    assert refusal(people[0], table) == "play_other_people"


def test_the_seat_of_a_deleted_player_is_nobody_elses() -> None:
    table = make.at_table()
    play = table_plays.sit_down(by=make.seated(table, 1), table=table)
    seat = table.seats.get(position=3)
    cleo, former = seat.entry.player, seat.entry
    other = factories.entry(table.seating.round.stage.event, "Nora Quill")
    Seat.objects.filter(pk=seat.pk).update(entry=other)
    former.delete()

    erasure.delete(by=system("test"), player=cleo)

    play.refresh_from_db()
    left = play.seats.get(number=2)
    assert (play.state, left.name) == (PlayState.STOPPED, f"Former player {cleo.pk}")


def test_no_seat_of_an_evenings_match_is_ever_free_for_anyone() -> None:
    table = make.at_table()
    play = table_plays.sit_down(by=make.seated(table, 1), table=table)
    play.seats.filter(number=2).update(player=None, name="")
    zed = make.guest("Zed")

    may = reading.shown(viewer=zed, play=play).may
    with pytest.raises(Refused, match="play_is_full"):
        play_seats.sit(by=zed, play=play, name="Zed")

    assert "sit" not in may


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


def test_a_long_name_is_cut_to_what_a_seat_takes() -> None:
    table = make.at_table()
    entry = factories.entry(table.seating.round.stage.event, "Maximiliane " * 6 + "Quill")
    Seat.objects.filter(table=table, position=1).update(entry=entry)

    play = table_plays.sit_down(by=make.seated(table, 2), table=table)

    assert play.seats.get(number=0).name == ("Maximiliane " * 5)[:60]
