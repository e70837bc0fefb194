"""Real dice, real cards: people around one table enter the draws, on one device or several."""

from __future__ import annotations

import io
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from games.catalogue import get
from games.core.lines import from_lines, to_lines
from games.core.recorder import Recorder
from games.core.types import CHANCE, Seat
from league.core import actors
from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput, Conflict, LeagueError, NotAllowed, Refused
from league.models import Play, PlayAction, PlaySeat, PlaySecret
from league.queries.play import lists, states, transcripts
from league.queries.play import plays as reading
from league.services.play import (
    abandoned,
    play_endings,
    play_seats,
    plays,
    real_table,
    take_backs,
)
from tests.factories import plays as make

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.queries.play.plays import Shown

pytestmark = pytest.mark.django_db

ADA, BO, DEE = make.guest("Ada"), make.guest("Bo"), make.guest("Dee")


def begun(*others: str, bots: int = 0) -> Play:
    return plays.begin(by=ADA, play=make.at_real_table(*others, bots=bots))


def look(play: Play, by: Actor = ADA, seat: int | None = None) -> Shown:
    return reading.shown(viewer=by, play=play, since=play.seq, seat=seat)


def entered(play: Play, value: object, by: Actor = ADA) -> Play:
    return real_table.enter(by=by, play=play, seen=play.seq, values=[value])  # type: ignore[list-item]


def bet(play: Play, seat: int, amount: int = 10) -> Play:
    action: JSON = {"t": "bet", "amount": amount}
    return plays.act(by=ADA, play=play, seen=play.seq, action=action, seat=seat)


def to_the_oven() -> Play:
    """Bo and Cleo at Ada's device; all have bet, and Bo's piece of coal is to be entered."""
    play = entered(begun("Bo", "Cleo"), 1)
    for seat in range(3):
        play = bet(play, seat)
    return plays.act(by=ADA, play=play, seen=play.seq, action={"t": "draw"}, seat=1)


def corrected(play: Play, by: Actor = ADA) -> Play:
    return take_backs.correct_draw(by=by, play=play, seen=play.seq, back=play.taken_back)


def chain(play: Play) -> list[tuple[object, ...]]:
    return list(play.actions.values_list("seq", "seat", "bot", "action", "drawn", "entered_by"))


def refusal(error: pytest.ExceptionInfo[LeagueError]) -> tuple[str, str]:
    return error.value.code, error.value.field


def test_a_match_on_one_device_is_that_of_its_draws_and_decisions_to_the_end(
    tmp_path: Path,
) -> None:
    """The same as when a seed had drawn it, with a record that says whose hand entered what."""
    package, chance = get("the-devil-with-it"), Random(5)
    options = package.sheet.options_from_json({"max_rounds": 2})
    seeded = Recorder(package, seats=3, options=options, bots=[None] * 3, secret=bytes(32))
    play = plays.begin(by=ADA, play=make.at_real_table("Bo", "Cleo", max_rounds=2))
    while owing := seeded.owing():
        if CHANCE in owing:
            draw = seeded.play.action_to_json(seeded.draw().action)
            assert isinstance(draw, dict)
            play = entered(play, draw["values"][0])
        else:
            seat = min(seat for seat in owing if isinstance(seat, int))
            action = chance.choice(seeded.play.legal(seeded.state, seat)[:30])
            seeded.act(Seat(seat), action)
            sent = seeded.play.action_to_json(action)
            play = plays.act(by=ADA, play=play, seen=play.seq, action=sent, seat=seat)
        assert states.newest(play) == seeded.state
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(to_lines(transcripts.record(play))) + "\n", encoding="utf-8")
    out = io.StringIO()
    call_command("replay", file, verify=True, stdout=out)

    play = Play.objects.get()
    assert (play.state, play.end, play.seed, play.commitment) == ("over", "played", "", "")
    footer = seeded.footer()
    assert footer is not None
    assert footer.outcome is not None
    assert (play.outcome or {})["places"] == list(footer.outcome.places)
    assert not PlaySecret.objects.exists()
    record = from_lines(file.read_text(encoding="utf-8").splitlines())
    assert {line.entered for line in record.lines if line.actor is CHANCE} == {0}
    said = out.getvalue()
    assert "entered by hand: no seed made them" in said
    assert "draws entered by hand: each is possible where it stands." in said
    assert "follows from the seed" not in said


def test_a_shared_device_shows_what_everybody_knows_until_somebody_asks_for_their_own() -> None:
    play = bet(entered(begun("Bo", "Cleo"), 1), 0, 70)

    table, stranger = look(play), look(play, make.guest("Zoe"))
    bo = look(play, seat=1)

    assert (table.view, table.description) == (stranger.view, stranger.description)
    assert (table.choices, table.real.closed) == ((), (1, 2))
    assert bo.choices
    assert (bo.real.looks, bo.real.acting) == (1, 1)
    assert look(play, make.guest("Zoe"), seat=1).choices == ()
    assert bo.view["stakes"][0] is None  # type: ignore[index, call-overload]


def test_what_a_seat_decides_openly_is_offered_on_a_shared_device_at_once() -> None:
    play = entered(to_the_oven(), 50)

    seen = look(play)

    assert (seen.real.looks, seen.real.acting, seen.real.closed) == (None, 1, ())
    assert [choice.action for choice in seen.choices] == [{"t": "draw"}, {"t": "stop"}]


@pytest.mark.parametrize("value", [4, 0.5, "devil", None, 99, True])
def test_a_draw_that_cannot_have_been_is_refused_with_those_that_can(value: object) -> None:
    play = to_the_oven()

    with pytest.raises(BadInput) as error:
        entered(play, value)

    assert refusal(error) == ("draw.not_possible", "values.0")
    asked = look(play).real.asked
    assert asked is not None
    known = ", ".join(str(each.value) for each in asked.boxes[0].values)
    assert error.value.params == {"known": known}
    assert Play.objects.get().seq == play.seq


def test_only_the_host_and_whoever_draws_may_enter_and_only_the_draw_they_were_asked_for() -> None:
    play = make.at_real_table("Cleo")
    play_seats.sit(by=BO, play=play, name="Bo")
    play = plays.begin(by=ADA, play=Play.objects.get())
    with pytest.raises(NotAllowed) as not_bo_s:
        entered(play, 2, BO)
    with pytest.raises(NotAllowed) as unseated:
        entered(play, 2, DEE)
    play = entered(play, 2)
    with pytest.raises(Refused) as nothing:
        entered(play, 2)
    play = bet(bet(play, 0), 1)
    play = plays.act(by=BO, play=play, seen=play.seq, action={"t": "bet", "amount": 10})
    with pytest.raises(NotAllowed) as other_device:
        bet(play, 2)
    play = plays.act(by=BO, play=play, seen=play.seq, action={"t": "draw"})
    before = play.seq
    play = entered(play, 50, BO)
    with pytest.raises(Conflict):
        real_table.enter(by=ADA, play=play, seen=before, values=[50])

    assert not_bo_s.value.code == "play_not_yours_to_enter"
    assert unseated.value.code == "play_not_seated"
    assert nothing.value.code == "play_nothing_to_enter"
    assert other_device.value.code == "play_not_at_this_device"
    assert PlayAction.objects.get(seq=before + 1).entered_by == 2


def test_a_match_with_a_corrected_draw_is_the_one_in_which_it_was_entered_right() -> None:
    right = entered(to_the_oven(), 25)
    wrong = entered(to_the_oven(), 50)
    assert "correct_draw" in look(wrong).may
    page, seen, back = look(wrong).seq, wrong.seq, wrong.taken_back

    again = corrected(wrong)
    twice = take_backs.correct_draw(by=ADA, play=again, seen=seen, back=back)
    asked = look(twice).real.asked
    play = entered(twice, 25)

    assert asked is not None
    assert (asked.seat, asked.may_enter) == (1, True)
    assert (again.seq, twice.seq, play.seq, play.taken_back) == (page - 1, page - 1, page, 1)
    assert chain(play) == chain(right)
    assert look(play).view == look(right).view
    assert [seat.owes for seat in look(play).seats] == [seat.owes for seat in look(right).seats]
    assert [back.seat for back in look(play).backs] == [0]


def test_what_bots_answered_to_a_draw_goes_with_it() -> None:
    play = begun(bots=2)
    first = entered(play, 1)
    bots = [row for row in chain(first) if row[2]]

    play = corrected(first)
    assert chain(play) == []
    play = entered(play, 2)

    assert bots
    assert [row[3] for row in chain(play) if row[1] is None] == [
        {"t": "chance", "what": "starter", "values": [2]}
    ]


def test_a_draw_stays_once_somebody_has_decided_and_for_who_may_not_enter_it() -> None:
    play = make.at_real_table("Cleo")
    play_seats.sit(by=BO, play=play, name="Bo")
    play = entered(plays.begin(by=ADA, play=Play.objects.get()), 2)
    with pytest.raises(Refused) as not_bo_s:
        corrected(play, BO)
    with pytest.raises(NotAllowed) as unseated:
        corrected(play, DEE)
    offered = [verb for by in (BO, DEE) for verb in look(play, by).may if verb == "correct_draw"]
    page = play.seq
    play = bet(play, 0)
    with pytest.raises(Refused) as decided:
        corrected(play)
    with pytest.raises(Refused) as of_a_seed:
        corrected(make.begun("the-devil-with-it"))

    assert offered == []
    assert "correct_draw" not in look(play).may
    assert (play.seq, play.taken_back) == (page + 1, 0)
    assert not_bo_s.value.code == decided.value.code == "play_nothing_to_correct"
    assert unseated.value.code == "play_not_seated"
    assert of_a_seed.value.code == "play_draws_from_seed"


def test_bots_at_a_real_table_wait_for_the_draws_that_people_enter_for_them() -> None:
    play = begun(bots=2)

    play = entered(play, 1)
    play = plays.act(by=ADA, play=play, seen=play.seq, action={"t": "bet", "amount": 10})

    asked = look(play).real.asked
    assert asked is not None
    assert (asked.seat, asked.may_enter) == (1, True)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "teufel-teufel"}, ("play_by_hand_not_offered", "by_hand")),
        ({"pace": PlayPace.TURNS}, ("play_by_hand_together", "pace")),
        ({"by_hand": False, "here": ["Bo"]}, ("play_here_by_hand", "here")),
        ({"here": ["Bo", ""]}, ("play_name_missing", "name")),
        ({"here": ["Bo", "Cleo", "Dee"]}, ("play_too_many_bots", "bots")),
    ],
)
def test_a_real_table_that_cannot_be_is_refused_at_its_field(
    fields: dict[str, object], code: tuple[str, str]
) -> None:
    usual = {"game": "the-devil-with-it", "size": 3, "by_hand": True, "name": "Ada"}

    with pytest.raises(BadInput) as error:
        plays.open_table(by=ADA, **{**usual, **fields})  # type: ignore[arg-type]

    assert refusal(error) == code


def test_nobody_s_device_is_a_real_table_s_without_their_host_and_no_stranger_finds_it() -> None:
    play = make.at_real_table("Bo")

    listed = lists.lobby(viewer=DEE)
    real_table.seat_here(by=ADA, play=play, name="Bo")
    with pytest.raises(NotAllowed):
        real_table.seat_here(by=BO, play=play, name="Bo")
    play_seats.free_seat(by=ADA, play=play, number=2)
    again = [(seat.name, seat.at_host, seat.is_free) for seat in play.seats.all()]
    play_seats.leave(by=ADA, play=play)

    assert listed == ()
    assert again == [("Ada", False, False), ("Bo", True, False), ("", False, True)]
    assert Play.objects.get().state == PlayState.STOPPED


def test_a_rematch_has_the_same_people_at_the_same_device() -> None:
    play = make.at_real_table("Cleo")
    play_seats.sit(by=BO, play=play, name="Bo")
    play = plays.begin(by=ADA, play=Play.objects.get())
    for by in (ADA, BO):
        play_endings.agree_to_stop(by=by, play=play)
    over = Play.objects.get()

    new = play_endings.again(by=BO, play=over)

    assert over.state == PlayState.STOPPED, "the host's word is that of their device"
    assert [(seat.name, seat.at_host) for seat in new.seats.all()] == [
        ("Ada", False),
        ("Cleo", True),
        ("Bo", False),
    ]
    assert new.host == 0, "whose device it is"
    assert plays.begin(by=ADA, play=new).by_hand


def test_names_at_a_shared_device_are_forgotten_like_those_of_guests() -> None:
    play = begun("Bo", "Cleo")
    play_endings.agree_to_stop(by=ADA, play=play)
    long_ago = timezone.now() - timedelta(days=settings.PLAY_GUEST_DAYS + 1)
    Play.objects.update(ended_at=long_ago)

    assert abandoned.forget_guests(by=actors.system("test")) == 3
    assert set(PlaySeat.objects.values_list("name", flat=True)) == {""}
    assert abandoned.forget_guests(by=actors.system("test")) == 0


def test_in_a_match_of_a_seed_nobody_enters_a_draw() -> None:
    play = make.begun("the-devil-with-it")

    with pytest.raises(Refused) as error:
        entered(play, 1)

    assert error.value.code == "play_draws_from_seed"


def may_enter(play: Play) -> list[bool]:
    found = [look(play, by).real.asked for by in (ADA, BO, DEE)]
    return [asked is not None and asked.may_enter for asked in found]


def test_whoever_shows_dice_enters_all_that_are_shown_on_a_device_of_their_own() -> None:
    play = make.at_real_table(game="dice-devils")
    for by, name in ((BO, "Bo"), (DEE, "Dee")):
        play_seats.sit(by=by, play=play, name=name)
    play = plays.begin(by=ADA, play=play)
    play = real_table.enter(by=ADA, play=play, seen=0, values=[])
    play = real_table.enter(by=DEE, play=play, seen=1, values=[4, 6, 1])
    at_items = may_enter(play)
    play = real_table.enter(by=BO, play=play, seen=2, values=["bed", "grill"])
    for by, slot in ((DEE, 0), (ADA, 1), (BO, 0)):
        action: JSON = {"t": "place", "slot": slot}
        play = plays.act(by=by, play=play, seen=play.seq, action=action)
    at_dice = may_enter(play)
    play = real_table.enter(by=BO, play=play, seen=play.seq, values=[6, 5, 1, 4, 4])

    assert at_items == [True, True, False], "the host, and little Satan who turns them up"
    assert at_dice == [True, True, True], "the host, and the two who fight"
    assert look(play).real.asked is None
    assert states.newest(play).dice == ((), (4, 4), (6, 5, 1)), "nobody saw Ada's"
