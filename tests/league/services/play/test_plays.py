"""A match in the browser from the first seat to the last decision."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import catalogue
from games.core.lines import from_lines
from games.core.verification import verify
from league.core.actors import ANONYMOUS
from league.core.enums import PlayAccess, PlayState, Visibility
from league.core.errors import (
    BadInput,
    Conflict,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    TooMany,
)
from league.models import Club, ClubGame, Play, PlayAction, Ruleset
from league.queries.people import account_actors
from league.queries.play import lists, transcripts
from league.queries.play import plays as reading
from league.services.play import play_endings, play_seats, plays
from tests import factories
from tests.factories.plays import begun, guest, move, owing, sat_down
from tests.tiers import examples

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

GAMES = ("dice-devils", "teufel-teufel", "the-devil-with-it")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_from_the_first_seat_to_an_end_that_everybody_can_check(game: str) -> None:
    play, chance = begun(game, bots=1), Random(1)

    for _ in range(examples(40)):
        if play.state == PlayState.RUNNING:
            play = move(play, chance)
    for name in ("Ada", "Bo"):
        if play.state == PlayState.RUNNING:
            play = play_endings.resign(by=guest(name), play=play)

    numbers = list(PlayAction.objects.filter(play=play).values_list("seq", flat=True))
    assert numbers == list(range(1, play.seq + 1))
    assert (play.state, play.end) == (PlayState.OVER, "played")
    record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))
    assert verify(catalogue.get(game), record)


# --- seats ---------------------------------------------------------------------------------


def test_who_sits_down_twice_has_one_seat() -> None:
    play = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")

    first = play_seats.sit(by=guest("Bo"), play=play, name="Bo")
    second = play_seats.sit(by=guest("Bo"), play=play, contribution="four of hearts")

    assert (first.pk, second.name) == (second.pk, "Bo")
    assert bytes.fromhex(second.contribution) == b"four of hearts"
    assert sum(seat.is_person for seat in play.seats.all()) == 2


def test_an_account_sits_under_the_name_by_which_the_public_knows_its_player() -> None:
    person = factories.member(factories.club(), "Ida Brand")
    by = account_actors.person(factories.account(player=person))

    play = plays.open_table(by=by, game="dice-devils", size=3)

    assert [seat.name for seat in play.seats.all()] == [
        reading.usual_name(by),
        "",
        "",
    ]
    assert reading.usual_name(by) != ""


def test_a_club_s_table_is_opened_by_its_members_and_played_by_its_rules() -> None:
    club = factories.club(visibility=Visibility.PUBLIC)
    box = ClubGame.objects.create(club=club, game="dice-devils", title="Dice Devils")
    options = catalogue.get("dice-devils").sheet.default_options()
    ruleset = Ruleset.objects.create(
        club=club, club_game=box, name="Ours", seats_min=3, seats_max=6,
        options=catalogue.get("dice-devils").sheet.options_to_json(options),
    )  # fmt: skip
    member = factories.account(player=factories.member(club, "Ida Brand"))
    with pytest.raises(NotAllowed):
        plays.open_table(by=guest("Ada"), ruleset=ruleset, size=3, name="Ada")

    play = plays.open_table(by=account_actors.person(member), ruleset=ruleset, size=3)

    assert (play.club, play.ruleset, play.options) == (club, ruleset, ruleset.options)
    assert [row.code for row in lists.lobby(viewer=ANONYMOUS)] == [play.code]
    Club.objects.update(visibility=Visibility.MEMBERS)
    assert lists.lobby(viewer=ANONYMOUS) == ()
    with pytest.raises(NotFound):
        play_seats.sit(by=guest("Ada"), play=play, name="Ada")


def test_a_table_for_whoever_has_its_link_is_not_in_the_lobby_and_an_old_one_neither() -> None:
    usual = {"game": "dice-devils", "size": 3, "name": "Ada"}
    plays.open_table(by=guest("Ada"), access=PlayAccess.LINK, **usual)  # type: ignore[arg-type]
    listed = plays.open_table(by=guest("Ada"), **usual)  # type: ignore[arg-type]
    later = listed.opened_at + timedelta(hours=lists.LISTED_HOURS, seconds=1)

    now = [row.code for row in lists.lobby(viewer=ANONYMOUS)]
    with time_machine.travel(later, tick=False):
        afterwards = lists.lobby(viewer=ANONYMOUS)

    assert (now, afterwards) == ([listed.code], ())
    assert len(lists.mine(viewer=guest("Ada"))) == 2


def test_tables_by_rules_that_are_no_longer_here_leave_the_lobby_to_the_others() -> None:
    plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")
    begun()
    Play.objects.update(edition=0)
    new = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")

    assert [row.code for row in lists.lobby(viewer=guest("Bo"))] == [new.code]
    assert [row.code for row in lists.mine(viewer=guest("Ada"))] == [new.code]


@pytest.mark.parametrize("count", [1, 3])
def test_a_longer_lobby_asks_no_more_questions(
    count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        begun()
        plays.open_table(by=guest("Bo"), game="dice-devils", size=3, name="Bo")

    with django_assert_max_num_queries(2):
        lists.lobby(viewer=guest("Ada"))
    with django_assert_max_num_queries(2):
        lists.mine(viewer=guest("Ada"))


def test_a_name_that_nobody_can_see_is_none() -> None:
    play = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")

    with pytest.raises(BadInput, match="play_name_missing"):
        play_seats.sit(by=guest("Bo"), play=play, name="\u200b")


def test_a_seat_asked_for_by_two_is_the_first_ones() -> None:
    play = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")
    play_seats.sit(by=guest("Bo"), play=play, name="Bo", number=2)

    with pytest.raises(Refused, match="play_seat_taken"):
        play_seats.sit(by=guest("Cleo"), play=play, name="Cleo", number=2)

    assert play_seats.sit(by=guest("Cleo"), play=play, name="bo").name == "bo 2"
    with pytest.raises(Refused, match="play_is_full"):
        play_seats.sit(by=guest("Dee"), play=play, name="Dee")


def test_the_host_who_leaves_hands_the_table_on_and_the_last_one_closes_it() -> None:
    play = sat_down(people=2)

    play = play_seats.leave(by=guest("Ada"), play=play)

    assert (play.host, play.state) == (1, PlayState.OPEN)
    assert play_seats.leave(by=guest("Bo"), play=play).state == PlayState.STOPPED


def test_a_bot_adds_nothing_to_the_seed_and_the_host_may_once_the_commitment_is_known() -> None:
    play = sat_down(people=1, bots=2)
    play_seats.sit(by=guest("Ada"), play=play, contribution="ab")

    play = plays.begin(by=guest("Ada"), play=play, contribution="cd")

    assert [seat.contribution for seat in play.seats.all()] == ["cd", "", ""]


def test_nobody_changes_what_they_brought_once_they_know_what_the_others_did() -> None:
    play = sat_down(people=2, bots=1)
    for name, words in (("Ada", "ab"), ("Bo", "cd"), ("Ada", "ef"), ("Bo", "01")):
        play_seats.sit(by=guest(name), play=play, contribution=words)

    play = plays.begin(by=guest("Ada"), play=play, contribution="23")

    assert [seat.contribution for seat in play.seats.all()] == ["ab", "cd", ""]


def test_a_match_begins_once_all_seats_are_taken_and_by_the_host_alone() -> None:
    play = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")
    play_seats.sit(by=guest("Bo"), play=play, name="Bo")
    with pytest.raises(Refused, match="play_seats_free"):
        plays.begin(by=guest("Ada"), play=play)
    play_seats.add_bot(by=guest("Ada"), play=play, bot="smart")
    with pytest.raises(NotAllowed, match="play_host_only"):
        plays.begin(by=guest("Bo"), play=play)

    play = plays.begin(by=guest("Ada"), play=play)

    assert play.state == PlayState.RUNNING
    with pytest.raises(Refused, match="play_is_running"):
        play_seats.sit(by=guest("Cleo"), play=play, name="Cleo")


def test_one_address_opens_as_many_tables_as_a_club_needs_and_no_more() -> None:
    def open_one() -> None:
        plays.open_table(
            by=guest("Ada"), game="dice-devils", size=3, name="Ada", address="192.0.2.7"
        )

    for _ in range(plays.OPENED):
        open_one()

    with pytest.raises(TooMany, match="play_too_many_opened"):
        open_one()


# --- what cannot be opened, what cannot be done ---------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "bad_choice"),
        ({"game": "free-form"}, "play_game_has_none"),
        ({"size": 99}, "play_wrong_size"),
        ({"bots": ["smart"] * 3}, "play_too_many_bots"),
        ({"bots": ["clever"]}, "game.unknown_bot"),
        ({"options": {"nonsense": 1}}, "json.unknown_field"),
        ({"name": ""}, "play_name_missing"),
        ({"name": "x" * 99}, "too_long"),
        ({"contribution": "x" * 99}, "too_long"),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_its_field(
    fields: dict[str, object], code: str
) -> None:
    usual = {"game": "dice-devils", "size": 3, "name": "Ada"}

    with pytest.raises(BadInput) as refused:
        plays.open_table(by=guest("Ada"), **{**usual, **fields})  # type: ignore[arg-type]

    assert refused.value.code == code
    assert refused.value.field.split(".")[0] in {*fields, "bot"}


def test_who_has_neither_account_nor_key_cannot_sit_down() -> None:
    with pytest.raises(NotAllowed, match="play_needs_a_key"):
        plays.open_table(by=ANONYMOUS, game="dice-devils", size=2, name="Ada")


def test_a_press_made_from_an_older_page_is_refused_and_so_is_the_same_press_again() -> None:
    play = begun()
    by = owing(play)[0]
    found = reading.shown(viewer=by, play=play)
    action = found.choices[0].action
    plays.act(by=by, play=play, seen=found.seq, action=action)

    with pytest.raises(Conflict, match="play_moved_on"):
        plays.act(by=by, play=play, seen=found.seq, action=action)


def test_a_seat_in_two_browsers_of_one_account_is_one_seat_that_goes_on_in_either() -> None:
    account = factories.account()
    phone, desk = account_actors.person(account), account_actors.person(account)
    play = plays.open_table(by=phone, game="dice-devils", size=3, bots=["random"] * 2, name="Ada")
    play_seats.sit(by=desk, play=play)
    play = plays.begin(by=phone, play=play)
    page = reading.shown(viewer=desk, play=play)

    plays.act(by=desk, play=play, seen=page.seq, action=page.choices[0].action)

    with pytest.raises(Conflict, match="play_moved_on"):
        plays.act(by=phone, play=play, seen=page.seq, action=page.choices[0].action)
    assert [seat.name for seat in play.seats.all()] == ["Ada", "", ""]


def test_what_others_decide_behind_their_hands_makes_no_press_stale() -> None:
    play = begun("the-devil-with-it", people=3)
    first, *others = owing(play)
    pages = {by.key: reading.shown(viewer=by, play=play) for by in (first, *others)}

    for by in (*others, first):
        page = pages[by.key]
        play = plays.act(by=by, play=play, seen=page.seq, action=page.choices[0].action)

    bets = [row.action["t"] for row in play.actions.exclude(seat=None)[:3]]
    assert bets == ["bet", "bet", "bet"]


def test_it_is_shown_who_has_decided_and_not_what() -> None:
    play = begun("the-devil-with-it", people=3)
    first, second, _third = owing(play)
    page = reading.shown(viewer=first, play=play)
    plays.act(by=first, play=play, seen=page.seq, action=page.choices[-1].action)
    play.refresh_from_db()

    found = reading.shown(viewer=second, play=play)

    assert [(seat.owes, seat.has_decided) for seat in found.seats] == [
        (False, True),
        (True, False),
        (True, False),
    ]
    assert found.lines[-1].line == {"t": "bet"}


def refusal(play: object, by: object, action: object) -> LeagueError:
    with pytest.raises(LeagueError) as refused:
        plays.act(by=by, play=play, seen=play.seq, action=action)  # type: ignore[arg-type, attr-defined]
    return refused.value


def test_a_decision_that_is_not_ones_own_is_refused() -> None:
    play = begun()
    by = owing(play)[0]
    other = next(guest(name) for name in ("Ada", "Bo") if guest(name) != by)
    action = reading.shown(viewer=by, play=play).choices[0].action

    assert refusal(play, other, action).code == "play_not_your_turn"
    assert refusal(play, guest("a stranger"), action).code == "play_not_seated"
    assert refusal(play, ANONYMOUS, action).code == "play_not_seated"


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        {},
        {"t": "place"},
        {"t": "place", "slot": "1"},
        {"t": "place", "slot": 1, "field": 2},
        {"t": "place", "slot": 10**40},
        {"t": "chance", "what": "roll", "values": [6]},
        {"t": "x" * 100_000},
    ],
)
def test_an_action_made_by_hand_is_refused_and_changes_nothing(action: object) -> None:
    play = begun()

    found = refusal(play, owing(play)[0], action)

    assert found.status in {400, 409}
    assert PlayAction.objects.filter(play=play).count() == play.seq


def test_an_illegal_action_is_refused_with_the_rule_that_forbids_it() -> None:
    play = begun("the-devil-with-it", people=3)

    found = refusal(play, owing(play)[0], {"t": "bet", "amount": 10**9})

    assert (found.code, found.params["rule"]) == ("the_devil_with_it.play_beyond_chips", "TD R1")


def test_a_page_of_the_future_is_refused() -> None:
    play = begun()
    by = owing(play)[0]

    with pytest.raises(BadInput, match="play_seen_unknown"):
        plays.act(by=by, play=play, seen=play.seq + 1, action={})


def test_a_decision_does_not_read_the_whole_match_again() -> None:
    play, chance = begun("teufel-teufel", people=2), Random(1)
    for _ in range(12):
        play = move(play, chance)
    with CaptureQueriesContext(connection) as asked:
        play = move(play, chance)

    found = [one["sql"] for one in asked.captured_queries if "league_playaction" in one["sql"]]
    read = [sql for sql in found if sql.startswith("SELECT")]
    assert play.seq > 10
    assert [sql for sql in read if '"seq" >=' not in sql] == []
