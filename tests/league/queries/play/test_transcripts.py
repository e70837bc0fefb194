"""The record of a match, for those who take it away."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games import catalogue
from games.core.errors import MalformedTranscript
from games.core.lines import from_lines
from games.core.verification import verify
from league.core.actors import ANONYMOUS, Actor
from league.models import Play, PlayAction
from league.queries.play import plays as reading
from league.queries.play import transcripts
from league.services.play import play_endings, play_seats, plays
from tests.factories.plays import begun, guest

pytestmark = pytest.mark.django_db


def stopped(play: Play) -> Play:
    for seat in play.seats.exclude(name=""):
        play = play_endings.agree_to_stop(by=guest(seat.name), play=play)
    return play


def read(play: Play, viewer: Actor = ANONYMOUS) -> list[dict[str, object]]:
    return [json.loads(line) for line in transcripts.lines(viewer=viewer, play=play)]


def test_a_name_with_signs_that_nobody_sees_leaves_a_record_that_can_be_read() -> None:
    name = "A\u200dda"
    play = plays.open_table(
        by=guest(name), game="dice-devils", size=3, bots=["random"] * 2, name=name
    )
    play = stopped(plays.begin(by=guest(name), play=play))

    record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))

    assert record.header.names == ("Ada", "Bot 2", "Bot 3")


def test_what_every_seat_brought_along_goes_into_the_draws() -> None:
    play = plays.open_table(
        by=guest("Ada"), game="dice-devils", size=3, bots=["random"], name="Ada"
    )
    play_seats.sit(by=guest("Bo"), play=play, name="Bo", contribution="four of hearts")
    play = stopped(plays.begin(by=guest("Ada"), play=play))
    package = catalogue.get("dice-devils")
    record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))
    ada, _, bot = record.header.contributions or ()
    other = replace(record.header, contributions=(ada, b"five of hearts", bot))

    assert verify(package, record)
    with pytest.raises(MalformedTranscript, match="other_"):
        verify(package, replace(record, header=other))


def test_a_running_match_is_told_without_what_its_reader_may_not_know() -> None:
    play = begun("the-devil-with-it", people=3)
    bet = reading.shown(viewer=guest("Ada"), play=play).choices[0].action
    play = plays.act(by=guest("Ada"), play=play, seen=play.seq, action=bet)

    own, public = read(play, guest("Ada"))[-1], read(play)[-1]

    assert own == {"n": play.seq, "p": 0, **dict(bet)}  # type: ignore[arg-type]  # an object
    assert public == {"n": play.seq, "p": 0, "t": "bet"}
    assert (read(play, guest("Ada"))[0]["viewer"], read(play)[0]["viewer"]) == (0, "public")


def test_a_draw_that_somebody_changed_in_the_tables_is_found() -> None:
    play = begun()
    draw = PlayAction.objects.filter(play=play, action__what="roll").first()
    assert draw is not None
    values = [6 - value + 1 for value in draw.action["values"]]
    PlayAction.objects.filter(pk=draw.pk).update(action={**draw.action, "values": values})
    play = stopped(play)

    with pytest.raises(MalformedTranscript):
        verify(
            catalogue.get("dice-devils"),
            from_lines(transcripts.lines(viewer=ANONYMOUS, play=play)),
        )
