"""Who may say what at a table in the browser, and who hears it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from league.core.actors import ANONYMOUS, Actor, system
from league.core.enums import PlayState, Role
from league.core.errors import BadInput, LeagueError, NotAllowed, NotFound, Refused, TooMany
from league.models import Club, Play, Player, PlaySeat, PlayTalk
from league.queries.people import account_actors, own_data
from league.queries.play import talk as hearing
from league.services.people import erasure
from league.services.play import abandoned, play_seats, plays, talk
from tests import factories
from tests.factories.plays import guest

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

WORDS = "A word of mine"


@dataclass
class Hall:
    """A table of a club that lets adults write: Ada and Bo, the child Cleo, and the guest Dee."""

    club: Club
    play: Play
    ada: Actor
    bo: Actor
    child: Actor
    dee: Actor
    organizer: Actor
    member: Actor

    @property
    def everybody(self) -> dict[str, Actor]:
        names = ("ada", "bo", "child", "dee", "member", "organizer")
        return {name: getattr(self, name) for name in names} | {"nobody": ANONYMOUS}

    def hears(self, viewer: Actor) -> list[str]:
        play = Play.objects.get(pk=self.play.pk)
        return [remark.text for remark in hearing.at_table(viewer=viewer, play=play).remarks]


def person(club: Club, name: str, *, is_minor: bool = False) -> Actor:
    account = factories.account(player=factories.member(club, name, is_minor=is_minor))
    return account_actors.person(account)


@pytest.fixture
def hall() -> Hall:
    club = factories.club(free_talk=True)
    ada, bo, child = person(club, "Ada"), person(club, "Bo"), person(club, "Cleo", is_minor=True)
    play = plays.open_table(by=ada, game="dice-devils", size=4, club=club)
    for by in (bo, child):
        play_seats.sit(by=by, play=play)
    play_seats.sit(by=guest("Dee"), play=play, name="Dee")
    member, organizer = person(club, "Eli"), factories.actor(Role.ORGANIZER, club)
    play = Play.objects.select_related("club").get(pk=play.pk)
    return Hall(club, play, ada, bo, child, guest("Dee"), organizer, member)


def refusal(do: Callable[..., object], by: Actor, **about: object) -> str:
    try:
        do(by=by, **about)
    except LeagueError as error:
        return error.code
    return ""


def test_words_of_ones_own_are_for_grown_ups_at_the_table_whom_the_club_knows(hall: Hall) -> None:
    said = {
        name: refusal(talk.say, by, play=hall.play, words=f"{WORDS}, {by.key}")
        for name, by in hall.everybody.items()
    }

    only = "play_talk_phrases_only"
    outside = "play_not_seated"
    assert said == {
        "ada": "", "bo": "", "child": only, "dee": only,
        "member": outside, "organizer": outside, "nobody": outside,
    }  # fmt: skip
    both = [f"{WORDS}, {hall.ada.key}", f"{WORDS}, {hall.bo.key}"]
    heard = {name: hall.hears(by) for name, by in hall.everybody.items()}
    assert {name for name, words in heard.items() if words} == {"ada", "bo"}
    assert heard["ada"] == heard["bo"] == both

    Play.objects.update(state=PlayState.STOPPED, ended_at=timezone.now())
    heard = {name: hall.hears(by) for name, by in hall.everybody.items()}
    assert {name for name, words in heard.items() if words} == {"ada", "bo", "member", "organizer"}


def test_a_phrase_is_for_everybody(hall: Hall) -> None:
    for by in (hall.child, hall.dee):
        talk.say(by=by, play=hall.play, phrase="good_luck")

    assert {tuple(hall.hears(by)) for by in hall.everybody.values()} == {("Good luck!",) * 2}


def club_says_no(hall: Hall) -> None:
    Club.objects.update(free_talk=False)


def is_known_to_be_a_minor(hall: Hall) -> None:
    Player.objects.filter(pk__in=hall.ada.players).update(is_minor=True)


def plays_for_a_minor(hall: Hall) -> None:
    child = Player.objects.get(pk__in=hall.child.players)
    PlaySeat.objects.filter(account=hall.ada.account_id).update(player=child)


def left_the_club(hall: Hall) -> None:
    yesterday = timezone.now().date() - timedelta(days=1)
    hall.club.memberships.filter(player=hall.ada.player_id).update(until=yesterday)


def nobodys(hall: Hall) -> None:
    Play.objects.update(club=None)


@pytest.mark.parametrize(
    "change",
    [club_says_no, is_known_to_be_a_minor, plays_for_a_minor, left_the_club, nobodys],
)
def test_who_may_no_longer_write_no_longer_reads_either(
    hall: Hall, change: Callable[[Hall], None]
) -> None:
    talk.say(by=hall.bo, play=hall.play, words=WORDS)
    assert hall.hears(hall.ada) == [WORDS]

    change(hall)

    play = Play.objects.select_related("club").get()
    assert hall.hears(hall.ada) == []
    with pytest.raises(NotAllowed, match="play_talk_phrases_only"):
        talk.say(by=hall.ada, play=play, words=WORDS)


def test_what_a_minor_wrote_before_it_was_known_is_heard_by_nobody(hall: Hall) -> None:
    talk.say(by=hall.ada, play=hall.play, words=WORDS)
    is_known_to_be_a_minor(hall)

    assert hall.hears(hall.bo) == []


def test_an_organizer_mutes_a_seat_and_takes_it_back(hall: Hall) -> None:
    talk.say(by=hall.ada, play=hall.play, words=WORDS)
    refused = {
        name: refusal(talk.mute, by, play=hall.play, number=0)
        for name, by in hall.everybody.items()
    }

    assert refused.pop("organizer") == ""
    assert set(refused.values()) == {"not_allowed"}
    assert (hall.hears(hall.bo), hall.hears(hall.ada)) == ([], [WORDS])
    with pytest.raises(NotAllowed, match="play_talk_muted"):
        talk.say(by=hall.ada, play=hall.play, phrase="hello")
    seen = hearing.at_table(viewer=hall.organizer, play=hall.play)
    assert (seen.muted, "mute" in seen.may) == ((0,), True)

    talk.mute(by=hall.organizer, play=hall.play, number=0, muted=False)
    assert hall.hears(hall.bo) == [WORDS]


def test_a_report_reaches_the_organizers_and_whoever_leaves_does_not_take_it_along(
    hall: Hall,
) -> None:
    row = talk.say(by=hall.bo, play=hall.play, words=WORDS)
    talk.say(by=hall.bo, play=hall.play, words="unheard")
    for by in (hall.child, hall.dee, hall.bo):
        with pytest.raises(NotFound, match="play_no_such_remark"):
            talk.report(by=by, play=hall.play, number=row.number)

    talk.report(by=hall.ada, play=hall.play, number=row.number)
    play_seats.leave(by=hall.bo, play=hall.play)

    (told,) = hearing.reports(viewer=hall.organizer, club=hall.club)
    assert (told.words, told.name, told.seat) == (WORDS, "Bo", None)
    assert hearing.reports(viewer=hall.ada, club=hall.club) == ()
    assert (hall.hears(hall.ada), PlayTalk.objects.count()) == ([], 1)
    with pytest.raises(NotAllowed):
        talk.settle(by=hall.ada, play=hall.play, number=row.number)
    talk.settle(by=hall.organizer, play=hall.play, number=row.number)
    assert hearing.reports(viewer=hall.organizer, club=hall.club) == ()


def test_a_seat_that_hides_the_talk_hears_nothing_until_it_shows_it_again(hall: Hall) -> None:
    talk.hide(by=hall.ada, play=hall.play)
    talk.say(by=hall.bo, play=hall.play, phrase="hello")

    hidden = hearing.at_table(viewer=hall.ada, play=hall.play)
    assert (hidden.remarks, sorted(hidden.may)) == ((), ["show"])
    talk.hide(by=hall.ada, play=hall.play, hidden=False)
    assert hall.hears(hall.ada) == ["Hello!"]


def test_nobody_floods_a_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(talk.AT_ONCE):
            talk.say(by=hall.ada, play=hall.play, phrase="hello")
        with pytest.raises(TooMany, match="play_talk_too_fast") as fault:
            talk.say(by=hall.ada, play=hall.play, phrase="hello")
        talk.say(by=hall.bo, play=hall.play, phrase="hello")

        clock.shift(int(fault.value.params["seconds"]))
        talk.say(by=hall.ada, play=hall.play, phrase="hello")
        monkeypatch.setattr(talk, "MOST", talk.AT_ONCE + 1)
        clock.shift(3600)
        with pytest.raises(Refused, match="play_talk_enough"):
            talk.say(by=hall.ada, play=hall.play, phrase="hello")


def test_what_cannot_be_said_is_refused_with_its_reason(hall: Hall) -> None:
    by, play = hall.ada, hall.play
    for words, code in (
        ("", "play_talk_empty"),
        (" \u200b ", "play_talk_empty"),
        ("x" * 201, "too_long"),
        ("\x07", "control_signs"),
    ):
        with pytest.raises(BadInput, match=code):
            talk.say(by=by, play=play, words=words)
    with pytest.raises(BadInput, match="bad_choice"):
        talk.say(by=by, play=play, phrase="no such phrase")
    long_ago = timezone.now() - timedelta(days=hearing.AFTER_DAYS, minutes=1)
    Play.objects.update(state=PlayState.STOPPED, ended_at=long_ago)
    with pytest.raises(Refused, match="play_talk_over"):
        talk.say(by=by, play=play, phrase="hello")


def test_talk_goes_with_whoever_is_erased_and_some_time_after_the_match(hall: Hall) -> None:
    talk.say(by=hall.ada, play=hall.play, words=WORDS)
    talk.say(by=hall.bo, play=hall.play, words="Bo's own")
    talk.say(by=hall.child, play=hall.play, phrase="hello")
    written = own_data.export(hall.ada)["written_at_tables"]
    assert isinstance(written, list)
    assert [row["written"] for row in written if isinstance(row, dict)] == [WORDS]

    admin = factories.actor(Role.CLUB_ADMIN, hall.club)
    erasure.erase(by=admin, player=Player.objects.get(pk__in=hall.ada.players))
    assert [row.written for row in PlayTalk.objects.all()] == ["Bo's own", ""]

    Play.objects.update(state=PlayState.STOPPED, ended_at=timezone.now() - timedelta(days=91))
    abandoned.forget_guests(by=system("test"))
    assert not PlayTalk.objects.exists()
