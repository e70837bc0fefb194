"""The coach: for whoever plays against bots alone, and nothing counts."""

from __future__ import annotations

import pytest

from games.core.coach import Verdict
from league.core.actors import ANONYMOUS, Actor
from league.core.errors import LeagueError, NotAllowed, Refused, TooMany
from league.models import Play
from league.queries.play import coach
from league.queries.play import plays as reading
from league.services.play import play_endings
from tests.factories.plays import at_table, begun, guest, sat_at, sat_down

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "TRIALS", 30)


def refused(viewer: Actor, play: Play) -> tuple[type[LeagueError], str]:
    with pytest.raises(LeagueError) as caught:
        coach.shown(viewer=viewer, play=play)
    return type(caught.value), caught.value.code


@pytest.mark.parametrize("game", ["dice-devils", "teufel-teufel", "the-devil-with-it"])
def test_the_best_choices_come_in_the_words_in_which_they_are_offered(game: str) -> None:
    play = begun(game, people=1, bots=2)
    offered = reading.shown(viewer=guest("Ada"), play=play, since=play.seq).choices

    found = coach.shown(viewer=guest("Ada"), play=play)

    words = {str(choice.action): choice.words for choice in offered}
    assert [words[str(one.action)] for one in found.choices] == [one.words for one in found.choices]
    assert (found.seq, found.legal, 1 <= len(found.choices) <= 3) == (play.seq, len(offered), True)
    assert all(0 <= one.chance <= 1000 and one.spread > 0 for one in found.choices)
    assert found.trials >= 5
    assert found.verdict in Verdict


def test_it_says_the_same_again_without_thinking_and_one_decision_is_thought_of_at_a_time() -> None:
    play, other = begun(people=1, bots=2), begun(people=1, bots=3)
    first = coach.shown(viewer=guest("Ada"), play=play)

    with coach._thinking:  # as while somebody else's decision is tried out
        again = coach.shown(viewer=guest("Ada"), play=play)
        beside = refused(guest("Ada"), other)

    assert again == first
    assert beside == (TooMany, "play_coach_busy")
    assert coach.shown(viewer=guest("Ada"), play=other).seq == other.seq


def test_nobody_is_advised_against_people_nor_where_a_result_counts() -> None:
    against_people = begun(people=2, bots=1)
    of_evening, (ada, *_) = sat_at(at_table())

    assert refused(guest("Ada"), against_people) == (Refused, "play_coach_alone")
    assert refused(ada, of_evening) == (Refused, "play_coach_counts")


def test_a_bot_that_plays_on_for_a_person_makes_nobody_alone() -> None:
    play = begun(people=2)
    play_endings.resign(by=guest("Bo"), play=play)

    assert refused(guest("Ada"), Play.objects.get(pk=play.pk)) == (Refused, "play_coach_alone")


def test_only_whoever_is_to_decide_in_a_match_that_goes_on_is_advised() -> None:
    waiting, running = sat_down(people=1, bots=2), begun(people=1, bots=2)
    for viewer in (ANONYMOUS, guest("Bo")):
        assert refused(viewer, running) == (NotAllowed, "play_not_seated")
    assert refused(guest("Ada"), waiting) == (Refused, "play_is_open")

    over = play_endings.agree_to_stop(by=guest("Ada"), play=running)

    assert refused(guest("Ada"), over) == (Refused, "play_is_stopped")
