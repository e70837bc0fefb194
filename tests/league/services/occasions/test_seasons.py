"""Seasons: made, changed, begun, finished."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from league.core.enums import CountingRule, Role, SeasonState, Visibility
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound, Refused
from league.models import JournalLine, Season
from league.queries.occasions import seasons as read
from league.services.occasions import seasons
from league.services.occasions.seasons import SeasonFields
from tests import factories

pytestmark = pytest.mark.django_db

WINTER: SeasonFields = {
    "name": "Winter 2026",
    "starts_on": date(2026, 1, 1),
    "ends_on": date(2026, 1, 31),
}


def test_the_last_day_of_a_season_belongs_to_it_in_the_zone_of_the_club() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    season = seasons.create(by=factories.actor(Role.ORGANIZER, club), club=club, **WINTER)

    start, end = read.span(season)

    last_evening = datetime(2026, 1, 31, 22, 30, tzinfo=UTC)  # 23:30 in the room
    after_midnight = datetime(2026, 1, 31, 23, 30, tzinfo=UTC)  # 00:30 on 1 February
    assert (start <= last_evening < end, start <= after_midnight < end) == (True, False)


def test_a_season_starts_with_the_usual_rules_and_a_readable_address() -> None:
    club = factories.club()
    organizer = factories.actor(Role.ORGANIZER, club)

    first = seasons.create(by=organizer, club=club, **WINTER)
    second = seasons.create(by=organizer, club=club, **WINTER)

    assert (first.slug, second.slug) == ("winter-2026", "winter-2026-2")
    assert first.scheme == {"key": "linear7", "ties": "share", "drawn": None}
    assert list(first.chain) == ["points", "average"]
    assert (first.state, first.counting) == (SeasonState.RUNNING, CountingRule.SUM)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"name": " \x00 "}, "name_missing", "name"),
        ({"ends_on": date(2025, 12, 31)}, "season_ends_before_start", "ends_on"),
        ({"counting": CountingRule.BEST_N}, "best_n_needs_n", "counting_n"),
        ({"chain": ["points", "luck"]}, "unknown_criterion", "chain"),
        (
            {"scheme": {"key": "custom", "rows": {"3": ["1", "2", "3"]}}},
            "row_rises",
            "scheme.rows.3.1",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    fields: SeasonFields, code: str, field: str
) -> None:
    club = factories.club()
    wrong: SeasonFields = {**WINTER, **fields}

    with pytest.raises(BadInput) as caught:
        seasons.create(by=factories.actor(Role.ORGANIZER, club), club=club, **wrong)

    assert (caught.value.code, caught.value.field) == (code, field)
    assert Season.objects.count() == 0


def test_a_changed_chain_is_told_in_old_and_new_and_makes_the_standing_stale() -> None:
    season = factories.season()
    organizer = factories.actor(Role.ORGANIZER, season.club)

    changed = seasons.change(
        by=organizer, season=season, expected_version=1, chain=["average", "points"]
    )

    line = JournalLine.objects.get(kind="season_changed")
    assert line.payload["changed"] == {
        "chain": {"old": ["points", "average"], "new": ["average", "points"]}
    }
    assert (changed.version, changed.stale_at) == (2, line.seq)


def test_a_new_name_alone_leaves_the_standing_as_it_is() -> None:
    season = factories.season()
    organizer = factories.actor(Role.ORGANIZER, season.club)

    changed = seasons.change(by=organizer, season=season, expected_version=1, name="Spring")

    assert (changed.name, changed.slug, changed.stale_at) == ("Spring", season.slug, 0)


def test_of_two_organizers_who_save_at_once_the_second_is_told() -> None:
    season = factories.season()
    organizer = factories.actor(Role.ORGANIZER, season.club)
    seasons.change(by=organizer, season=season, expected_version=1, name="First")

    with pytest.raises(Conflict) as caught:
        seasons.change(by=organizer, season=season, expected_version=1, name="Second")

    season.refresh_from_db()
    assert (caught.value.code, season.name) == ("changed_meanwhile", "First")


def test_a_finished_season_may_go_on_but_does_not_jump_back_to_planned() -> None:
    season = factories.season()
    organizer = factories.actor(Role.ORGANIZER, season.club)

    seasons.set_state(by=organizer, season=season, state=SeasonState.FINISHED)
    with pytest.raises(Refused) as caught:
        seasons.set_state(by=organizer, season=season, state=SeasonState.PLANNED)
    again = seasons.set_state(by=organizer, season=season, state=SeasonState.RUNNING)

    assert (caught.value.code, again.state) == ("season_step", SeasonState.RUNNING)
    assert JournalLine.objects.filter(kind="season_changed").count() == 2


def test_another_clubs_people_and_rulesets_stay_outside() -> None:
    season = factories.season()
    stranger = factories.actor(Role.CLUB_ADMIN, factories.club())
    organizer = factories.actor(Role.ORGANIZER, season.club)
    foreign = factories.free_game(factories.club())

    with pytest.raises(NotAllowed):
        seasons.change(by=stranger, season=season, expected_version=1, name="Mine now")
    with pytest.raises(BadInput) as caught:
        seasons.change(by=organizer, season=season, expected_version=1, ruleset=foreign)

    season.refresh_from_db()
    assert (caught.value.code, season.version) == ("ruleset_of_other_club", 1)


def test_a_season_of_a_members_club_does_not_exist_for_a_stranger() -> None:
    season = factories.season(factories.club(visibility=Visibility.MEMBERS))
    stranger = factories.actor(Role.CLUB_ADMIN, factories.club())
    organizer = factories.actor(Role.ORGANIZER, season.club)

    with pytest.raises(NotFound):
        seasons.change(by=stranger, season=season, expected_version=1, name="Mine now")
    with pytest.raises(NotFound):
        read.get(stranger, season.club.slug, season.slug)

    assert read.get(organizer, season.club.slug, season.slug) == season


def test_the_running_season_is_the_one_that_has_the_day_in_it() -> None:
    club = factories.club()
    spring = factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 6, 30))
    autumn = factories.season(club, starts_on=date(2026, 7, 1), ends_on=date(2026, 12, 31))
    viewer = factories.actor()

    found = [read.running(viewer, club, on=day) for day in (date(2026, 6, 30), date(2026, 7, 1))]

    assert found == [spring, autumn]
