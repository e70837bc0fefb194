"""Two people press the same button at the same moment: one wins, the other is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from league.core.errors import LeagueError
from league.models import Entry, Event, Player, Round, Seat, Seating
from league.services.evening import dropouts, entries, rounds
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import play, round_of, setting

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Runs the calls in parallel; what each came to: ``done`` or the code of its refusal."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> str:
        barrier.wait(10)
        try:
            call()
        except LeagueError as error:
            return error.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(run, calls))


def test_two_draws_of_the_same_round_make_one() -> None:
    stage, people, by = setting(12)
    play(by, round_of(by, stage))

    answers = at_once(*[lambda: seatings.draw(by=by, stage=stage, number=2) for _ in range(2)])

    assert answers == ["already_drawn", "done"]
    seating = Seating.objects.get(round__number=2)
    assert Round.objects.count() == 2
    assert sorted(Seat.objects.filter(seating=seating).values_list("entry", flat=True)) == [
        entry.pk for entry in people
    ]


def test_two_publications_of_one_draft_publish_once() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)

    answers = at_once(*[lambda: seatings.publish(by=by, seating=draft) for _ in range(2)])

    assert answers == ["already_published", "done"]


def test_closing_a_round_twice_at_once_closes_it_once() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    play(by, seating)

    answers = at_once(*[lambda: rounds.close(by=by, round_=seating.round) for _ in range(2)])

    assert answers == ["done", "round_closed_already"]


def test_one_player_entered_ten_times_at_once_is_entered_once() -> None:
    stage, _, by = setting(0)
    player = factories.member(stage.event.club)

    answers = at_once(
        *[lambda: entries.register(by=by, event=stage.event, player=player) for _ in range(10)]
    )

    assert answers == ["already_entered"] * 9 + ["done"]
    assert Entry.objects.count() == 1


def test_ten_players_and_one_free_place_make_one_entry() -> None:
    stage, _, by = setting(1)
    Event.objects.update(capacity=2)
    players = [factories.member(stage.event.club) for _ in range(10)]

    def enter(player: Player) -> Callable[[], object]:
        return lambda: entries.register(by=by, event=stage.event, player=player)

    answers = at_once(*[enter(player) for player in players])

    assert answers == ["done"] + ["event_full"] * 9
    assert Entry.objects.count() == 2


def test_a_place_that_comes_free_while_others_press_goes_to_the_first_in_line() -> None:
    stage, people, by = setting(2)
    Event.objects.update(capacity=2)
    joined = [factories.member(stage.event.club) for _ in range(2)]
    line = [
        entries.register(by=by, event=stage.event, player=player, waiting=True) for player in joined
    ]
    late = [factories.member(stage.event.club) for _ in range(4)]

    def join(player: Player) -> Callable[[], object]:
        return lambda: entries.register(by=by, event=stage.event, player=player, waiting=True)

    answers = at_once(
        lambda: dropouts.drop(by=by, entry=people[0]),
        lambda: dropouts.drop(by=by, entry=people[1]),
        *[join(player) for player in late],
    )

    assert answers == ["done"] * 6
    taken = Entry.objects.filter(state="registered").order_by("pk").values_list("pk", flat=True)
    assert list(taken) == [row.pk for row in line]
    assert Entry.objects.filter(state="waiting", player__in=late).count() == 4
