"""A season followed from stored sums is the season counted anew, byte for byte, whatever came."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as some

from league.core.enums import CountingRule
from league.models import Season, SeasonState
from league.queries.standings import incremental_sums
from league.queries.standings import standings as seen
from league.queries.standings.counting import Moment
from league.services.occasions import stages
from league.services.standings import standings
from tests import factories
from tests.practice.busy_club import CHAINS, RULES, BusyClub
from tests.tiers import examples

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_seasons_have_sums() -> Iterator[None]:
    least, incremental_sums.LEAST_MATCHES = incremental_sums.LEAST_MATCHES, 0
    yield
    incremental_sums.LEAST_MATCHES = least


STEPS = BusyClub.steps()


def catch_up(there: BusyClub) -> None:
    """Brings the club's seasons up to date; those of its evenings are asked elsewhere."""
    for season in (there.season, there.other):
        standings.recompute_season(season.pk)


def different(there: BusyClub) -> list[standings.Difference]:
    """Standings of the club's seasons that are not those counted anew."""
    return [one for season in (there.season, there.other) for one in standings.check(season)]


@settings(max_examples=examples(40), deadline=None)
@given(
    chain=some.sampled_from(CHAINS),
    rule=some.sampled_from(RULES),
    seed=some.integers(0, 10**6),
    steps=some.lists(
        some.one_of(some.sampled_from(["play", "correct", "round"]), some.sampled_from(STEPS)),
        min_size=3,
        max_size=9,
    ),
)
def test_whatever_happens_the_followed_season_is_the_one_counted_anew(
    chain: list[str], rule: tuple[CountingRule, int | None], seed: int, steps: list[str]
) -> None:
    there = BusyClub(chain, rule, seed)
    for _ in range(4):
        there.play()
    catch_up(there)
    for step in steps:
        there.attempt(step)
        catch_up(there)

        assert different(there) == [], step


@settings(max_examples=examples(15), deadline=None)
@given(
    chain=some.sampled_from(CHAINS),
    rule=some.sampled_from(RULES),
    seed=some.integers(0, 10**6),
    steps=some.lists(some.sampled_from(STEPS), min_size=2, max_size=6),
)
def test_whatever_happened_the_standing_as_known_at_last_is_that_of_now(
    chain: list[str], rule: tuple[CountingRule, int | None], seed: int, steps: list[str]
) -> None:
    there = BusyClub(chain, rule, seed)
    for _ in range(3):
        there.play()
    for step in steps:
        there.attempt(step)
    standings.catch_up()
    season = Season.objects.select_related("club").get(pk=there.season.pk)

    now = seen.payload(season, there.by).payload
    then = seen.payload(season, there.by, Moment(at=timezone.now())).payload

    assert then["rows"] == now["rows"]


def test_one_more_result_is_really_followed() -> None:
    there = BusyClub(["points"], RULES[0], 1)
    for _ in range(4):
        there.play()
    catch_up(there)
    before = SeasonState.objects.get(season=there.season)
    there.play()
    season = Season.objects.select_related("club").get(pk=there.season.pk)

    assert incremental_sums.follow(season, season.club.seq) is not None
    catch_up(there)
    after = SeasonState.objects.get(season=there.season)
    assert (after.run, after.position > before.position) == (before.run + 1, True)


def test_who_played_only_evenings_without_weight_stays_in_the_followed_season() -> None:
    there = BusyClub(["points"], RULES[0], 1)
    stage = there.events[0].stages.get()
    stages.change(by=there.by, stage=stage, expected_version=stage.version, scoring={"weight": "0"})
    seated = list(there.events[0].entries.order_by("pk")[:3])
    table = factories.table(stage.rounds.get(), seated)
    factories.played(table, [1, 2, 3])
    catch_up(there)
    again = factories.table(stage.rounds.get(), seated)
    factories.played(again, [3, 2, 1])
    season = Season.objects.select_related("club").get(pk=there.season.pk)

    assert incremental_sums.follow(season, season.club.seq) is not None
    catch_up(there)
    assert different(there) == []
