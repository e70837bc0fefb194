"""After a match: how likely each seat was to win is worked out, once."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from games.dice_devils.play.game import DiceDevils
from league import tasks
from league.after_commit.processes import processes
from league.core.actors import system
from league.core.enums import PlayState, TroubleKind
from league.models import Play, PlayAction, PlayChances, Trouble
from league.queries.play import chances as reading
from league.services.play import chances, play_endings
from league.services.standings import troubles
from tests.api.doors import visitor
from tests.factories.plays import begun, guest, move

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

BY = system("chances")


@pytest.fixture(autouse=True)
def _one_second(settings: Settings) -> None:
    settings.PLAY_CHANCES_SECONDS = 1


def stopped(seed: int = 1) -> Play:
    """A match with somebody ahead, stopped by its only player."""
    play, chance = begun("dice-devils", people=1, bots=2), Random(seed)
    for _ in range(6):
        if play.state == PlayState.RUNNING:
            play = move(play, chance)
    if play.state == PlayState.RUNNING:
        play = play_endings.agree_to_stop(by=guest("Ada"), play=play)
    return play


def test_chances_are_worked_out_once_and_never_before_the_end() -> None:
    running = begun("dice-devils", people=1, bots=2)
    assert (reading.due(), chances.work_next(by=BY)) == ([], False)
    assert reading.shown(play=running) == reading.ChancesShown(
        is_ready=False, is_coming=False, bot="", names=("Ada", "Bot 2", "Bot 3"), steps=(), turns=()
    )
    play = stopped()

    tasks.count_chances(0)
    first = PlayChances.objects.get()
    tasks.count_chances(0)

    found = reading.shown(play=play)
    assert (first.play_id, PlayChances.objects.get().finished_at) == (play.pk, first.finished_at)
    assert (found.is_ready, found.steps[0].seq, found.steps[-1].seq) == (True, 0, play.seq)
    page = Client().get(f"/play/{play.code}/replay/").content.decode()
    lines = re.findall(r'<g class="way seat-(\d)">', page)
    answer = visitor().get(f"/plays/{play.code}/chances/").json()
    assert lines == ["1", "2", "3"]
    assert [step["seq"] for step in answer["steps"]] == [step.seq for step in found.steps]


def test_one_match_at_a_time_and_one_left_halfway_is_taken_up_again() -> None:
    halfway, play = stopped(1), stopped(2)
    row = PlayChances.objects.create(play=halfway, started_at=timezone.now())

    beside = chances.work_next(by=BY)
    row.started_at = reading.forgotten_before()
    row.save()
    after = chances.work_next(by=BY)

    assert (beside, after) == (False, True)
    assert list(PlayChances.objects.values_list("play", flat=True)) == [play.pk]
    assert reading.due() == [halfway.pk]


def test_a_match_that_cannot_be_worked_out_holds_up_no_other() -> None:
    play, broken = stopped(1), stopped(2)
    PlayAction.objects.filter(play=broken, seq=2).update(action={"t": "nonsense"})

    for _ in range(3):
        tasks.count_chances(0)

    found = Trouble.objects.filter(kind=TroubleKind.CHANCES).values_list("subject", flat=True)
    assert list(found) == [broken.pk]
    assert list(PlayChances.objects.values_list("play", flat=True)) == [play.pk]
    coming = [reading.shown(play=one).is_coming for one in (play, broken)]
    assert coming == [False, False]


def test_what_fails_again_pauses_longer_though_the_sweeper_came_while_it_was_tried() -> None:
    broken = stopped()
    PlayAction.objects.filter(play=broken, seq=2).update(action={"t": "nonsense"})
    tasks.count_chances(0)
    troubles.retry(TroubleKind.CHANCES, [broken.pk])
    row = PlayChances.objects.create(play=broken, started_at=timezone.now())

    troubles.forget_gone()
    row.delete()
    tasks.count_chances(0)

    found = Trouble.objects.get(kind=TroubleKind.CHANCES)
    assert (found.subject, found.tries) == (broken.pk, 2)
    assert found.again_at - timezone.now() > troubles.FIRST_PAUSE


def test_what_the_end_of_the_service_interrupts_is_no_trouble_and_is_taken_up_again(
    settings: Settings,
) -> None:
    settings.PLAY_CHANCES_SECONDS = 60
    play = stopped()

    with processes.ended():
        was_done = chances.work_next(by=BY)

    assert (was_done, reading.due()) == (False, [play.pk])
    assert not PlayChances.objects.exists()
    assert not Trouble.objects.exists()


def test_a_match_whose_rules_are_gone_is_not_said_to_get_chances() -> None:
    play = stopped()
    before = reading.shown(play=play).is_coming
    play.edition = 99
    play.save()

    assert (before, reading.shown(play=play).is_coming) == (True, False)


@pytest.mark.parametrize(("minutes", "is_free"), [(29, False), (61, True)])
def test_a_match_counts_as_forgotten_only_after_the_time_that_bots_have(
    settings: Settings, minutes: int, is_free: bool
) -> None:
    settings.PLAY_CHANCES_SECONDS = 1800
    play = stopped()
    began = timezone.now() - timedelta(minutes=minutes)
    PlayChances.objects.create(play=play, started_at=began)

    assert reading.due() == ([play.pk] if is_free else [])


def test_only_the_turns_that_are_told_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_into: list[int] = []
    resample = DiceDevils.resample

    def counted(self: DiceDevils, *given: Any) -> Any:
        looked_into.append(1)
        return resample(self, *given)

    monkeypatch.setattr(DiceDevils, "resample", counted)
    play = stopped()
    shares = [[900, 50, 50], [50, 900, 50]]
    steps = [[seq, 1000, shares[seq % 2]] for seq in range(play.seq + 1)]
    now = timezone.now()
    PlayChances.objects.create(play=play, started_at=now, finished_at=now, bot="smart", steps=steps)

    turns = reading.shown(play=play).turns

    assert play.seq > reading.MOST_TURNS * 3
    assert len(turns) == reading.MOST_TURNS
    assert len(looked_into) <= reading.MOST_TURNS * reading.TRIES


def test_an_installation_may_do_without(settings: Settings) -> None:
    settings.PLAY_CHANCES_SECONDS = 0
    play = stopped()

    tasks.count_chances(0)

    assert not PlayChances.objects.exists()
    assert "chances-title" not in Client().get(f"/play/{play.code}/replay/").content.decode()
