"""Events: made, copied, changed, taken through their states."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from league.core.enums import EventState, RecordState, Role, RoundState, StageMode
from league.core.errors import BadInput, Conflict, NotAllowed, Refused
from league.models import Event, JournalLine, MatchRecord, Season
from league.queries.occasions import events as read
from league.services.occasions import events, stages
from league.standings.types import JSON
from tests import factories

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
EIGHTEENTH = datetime(2025, 10, 18, 17, 0, tzinfo=UTC)  # 19:00 in Berlin


def weekly(season: Season | None = None) -> Event:
    """An evening from 19:00 to 23:00 by the club's clock on 18 October 2025."""
    club = season.club if season else factories.club(time_zone="Europe/Berlin")
    event = factories.event(
        club,
        season=season,
        name="Club night",
        starts_at=EIGHTEENTH,
        ends_at=datetime(2025, 10, 18, 21, 0, tzinfo=UTC),
        state=EventState.FINISHED,
    )
    factories.stage(event)
    return event


def test_a_weekly_evening_keeps_its_hours_through_a_clock_change() -> None:
    event = weekly()
    organizer = factories.actor(Role.ORGANIZER, event.club)

    made = events.series(by=organizer, event=event, weeks=2)

    assert [(each.starts_at, each.ends_at) for each in made] == [
        (datetime(2025, 10, 25, 17, tzinfo=UTC), datetime(2025, 10, 25, 21, tzinfo=UTC)),
        (datetime(2025, 11, 1, 18, tzinfo=UTC), datetime(2025, 11, 1, 22, tzinfo=UTC)),
    ]
    assert {each.starts_at.astimezone(BERLIN).hour for each in made} == {19}


def test_a_copy_across_a_clock_change_begins_and_ends_when_the_original_does() -> None:
    event = weekly()
    organizer = factories.actor(Role.ORGANIZER, event.club)

    made = events.copy(
        by=organizer, event=event, starts_at=datetime(2025, 11, 1, 19, 0, tzinfo=BERLIN)
    )

    assert made.starts_at == datetime(2025, 11, 1, 18, 0, tzinfo=UTC)
    assert made.ends_at == datetime(2025, 11, 1, 22, 0, tzinfo=UTC)


def test_the_day_in_the_name_of_an_event_is_that_of_each_copy() -> None:
    event = weekly()
    event.name = "Night 2025-10-18"
    event.save()
    organizer = factories.actor(Role.ORGANIZER, event.club)

    once = events.copy(by=organizer, event=event, starts_at=datetime(2025, 12, 1, 18, tzinfo=UTC))
    weeks = [events.series(by=organizer, event=event, weeks=2) for _ in range(2)]

    assert once.name == "Night 2025-12-01"
    assert [[row.name for row in made] for made in weeks] == [
        ["Night 2025-10-25", "Night 2025-11-01"],
        [],
    ]


def test_a_copy_takes_the_settings_along_but_no_people_and_no_state() -> None:
    event = weekly()
    organizer = factories.actor(Role.ORGANIZER, event.club)
    factories.entry(event)
    original = event.stages.get()
    stages.change(
        by=organizer,
        stage=original,
        expected_version=1,
        size_preferred=5,
        chain=["wins", "points"],
        rulesets=[factories.free_game(event.club, name="Second Game")],
    )

    made = events.copy(by=organizer, event=event, starts_at=datetime(2025, 11, 1, 18, tzinfo=UTC))

    stage = made.stages.get()
    assert (made.state, made.entries.count()) == (EventState.PLANNED, 0)
    assert (stage.size_preferred, stage.chain) == (5, ["wins", "points"])
    assert [ruleset.name for ruleset in stage.rulesets.all()] == ["Second Game"]


def test_asking_twice_for_the_same_weeks_makes_nothing_twice() -> None:
    event = weekly()
    organizer = factories.actor(Role.ORGANIZER, event.club)
    events.series(by=organizer, event=event, weeks=2)

    made = events.series(by=organizer, event=event, weeks=3)

    assert [each.slug for each in made] == ["club-night-2025-11-08"]
    assert Event.objects.count() == 4


def test_a_series_that_leaves_the_season_makes_no_evening_at_all() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    season = factories.season(
        club, starts_on=date(2025, 10, 1), ends_on=date(2025, 11, 2), name="Autumn"
    )
    event = weekly(season)

    with pytest.raises(BadInput) as caught:
        events.series(by=factories.actor(Role.ORGANIZER, club), event=event, weeks=3)

    assert (caught.value.code, caught.value.params["day"]) == (
        "event_outside_season",
        "2025-11-08",
    )
    assert Event.objects.count() == 1


def test_the_last_evening_of_a_season_may_begin_just_before_midnight() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    organizer = factories.actor(Role.ORGANIZER, club)
    factories.free_game(club)
    season = factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31))

    made = events.create(
        by=organizer,
        club=club,
        season=season,
        name="Last night",
        starts_at=datetime(2026, 1, 31, 23, 30, tzinfo=BERLIN),
    )
    with pytest.raises(BadInput) as caught:
        events.create(
            by=organizer,
            club=club,
            season=season,
            name="Too late",
            starts_at=datetime(2026, 2, 1, 0, 30, tzinfo=BERLIN),
        )

    assert made.slug == "last-night-2026-01-31"
    assert caught.value.code == "event_outside_season"


def test_a_new_event_takes_from_its_season_what_is_not_said() -> None:
    club = factories.club()
    game = factories.free_game(club)
    season = factories.season(club, ruleset=game, scheme={"key": "beaten"}, auto_publish=False)

    made = events.create(
        by=factories.actor(Role.ORGANIZER, season),
        club=club,
        season=season,
        name="Tuesday",
        starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
    )

    stage = made.stages.get()
    assert (made.slug, stage.ruleset, stage.auto_publish) == ("tuesday-2026-11-03", game, False)
    assert (stage.scheme["key"], stage.chain) == (
        "beaten",
        ["points", "wins", "places", "head_to_head"],
    )
    assert (stage.bye, stage.late) == ({"kind": "mean"}, {"kind": "zero"})


def test_a_club_without_a_game_is_told_to_put_one_on_its_shelf() -> None:
    club = factories.club()

    with pytest.raises(BadInput) as caught:
        events.create(
            by=factories.actor(Role.ORGANIZER, club),
            club=club,
            name="Tuesday",
            starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        )

    assert (caught.value.code, Event.objects.count()) == ("ruleset_missing", 0)


def test_two_directors_who_save_at_once_are_not_merged() -> None:
    event = factories.event()
    organizer = factories.actor(Role.ORGANIZER, event.club)
    events.change(by=organizer, event=event, expected_version=1, place="Back room")

    with pytest.raises(Conflict) as caught:
        events.change(by=organizer, event=event, expected_version=1, name="Renamed")

    event.refresh_from_db()
    assert caught.value.params == {"version": 2}
    assert (event.place, event.version) == ("Back room", 2)
    assert event.name != "Renamed"


def test_an_event_never_moves_into_another_clubs_season() -> None:
    event = factories.event()
    foreign = factories.season()
    organizer = factories.actor(Role.ORGANIZER, event.club)

    with pytest.raises(BadInput) as caught:
        events.change(by=organizer, event=event, expected_version=1, season=foreign)

    event.refresh_from_db()
    assert (caught.value.code, event.season) == ("season_of_other_club", None)


def test_the_organizer_of_another_club_changes_no_event_and_no_stage() -> None:
    stage = factories.stage()
    stranger = factories.actor(Role.ORGANIZER, factories.club())

    for attempt in (
        lambda: events.change(by=stranger, event=stage.event, expected_version=1, name="Mine"),
        lambda: events.set_state(by=stranger, event=stage.event, state=EventState.FINISHED),
        lambda: events.copy(by=stranger, event=stage.event, starts_at=EIGHTEENTH),
        lambda: events.series(by=stranger, event=stage.event, weeks=1),
        lambda: stages.change(by=stranger, stage=stage, expected_version=1, name="Mine"),
    ):
        with pytest.raises(NotAllowed):
            attempt()

    assert (Event.objects.count(), JournalLine.objects.count()) == (1, 0)


def test_moving_an_event_to_another_season_makes_both_standings_stale() -> None:
    club = factories.club()
    spring, autumn = factories.season(club), factories.season(club)
    event = factories.event(club, season=spring)

    events.change(
        by=factories.actor(Role.ORGANIZER, club), event=event, expected_version=1, season=autumn
    )

    line = JournalLine.objects.get(kind="event_changed")
    assert list(Season.objects.values_list("stale_at", flat=True)) == [line.seq, line.seq]


def test_finishing_with_open_tables_is_refused_and_names_them() -> None:
    stage = factories.stage()
    event = stage.event
    organizer = factories.actor(Role.ORGANIZER, event.club)
    round_ = factories.round_(stage)
    people = [factories.entry(event) for _ in range(9)]
    factories.played(factories.table(round_, people[:3]), [1, 2, 3])
    factories.table(round_, people[3:6])
    reported = factories.played(factories.table(round_, people[6:]), [1, 2, 3])
    MatchRecord.objects.filter(pk=reported.pk).update(state=RecordState.REPORTED)

    with pytest.raises(Refused) as caught:
        events.set_state(by=organizer, event=event, state=EventState.FINISHED)
    event.refresh_from_db()
    state_after_refusal = event.state
    done = events.set_state(
        by=organizer, event=event, state=EventState.FINISHED, accept_open_tables=True
    )

    assert (caught.value.code, caught.value.params) == (
        "open_tables",
        {"count": 2, "tables": "1/2, 1/3"},
    )
    assert (state_after_refusal, done.state) == (EventState.RUNNING, EventState.FINISHED)


def test_an_event_with_every_result_finishes_and_may_be_reopened() -> None:
    stage = factories.stage()
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)
    people = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])

    events.set_state(by=organizer, event=stage.event, state=EventState.FINISHED)
    again = events.set_state(by=organizer, event=stage.event, state=EventState.RUNNING)

    told = JournalLine.objects.filter(kind="event_state_changed").order_by("id")
    assert again.state == EventState.RUNNING
    assert [(line.payload["old"], line.payload["new"]) for line in told] == [
        ("running", "finished"),
        ("finished", "running"),
    ]


def test_a_finished_event_is_never_cancelled() -> None:
    event = factories.event(state=EventState.FINISHED)

    with pytest.raises(Refused) as caught:
        events.set_state(
            by=factories.actor(Role.ORGANIZER, event.club),
            event=event,
            state=EventState.CANCELLED,
        )

    assert caught.value.code == "event_step"


def test_a_scheme_changed_after_the_first_result_is_told_in_old_and_new() -> None:
    stage = factories.stage(factories.event(season=factories.season()))
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)
    people = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])

    changed = stages.change(by=organizer, stage=stage, expected_version=1, scheme={"key": "podium"})

    line = JournalLine.objects.get(kind="stage_changed")
    scheme = line.payload["changed"]["scheme"]
    assert (scheme["old"]["key"], scheme["new"]["key"]) == ("linear7", "podium")
    season = stage.event.season
    assert season is not None
    season.refresh_from_db()
    assert (changed.stale_at, season.stale_at) == (line.seq, line.seq)


@pytest.mark.parametrize(
    ("scheme", "code"),
    [
        ({"key": "custom", "rows": {"4": ["3", "2", "1", "0"]}}, "size_not_covered"),
        ({"key": "game_points"}, "scores_needed"),
    ],
)
def test_a_scheme_that_cannot_score_a_match_already_played_is_refused(
    scheme: Mapping[str, JSON], code: str
) -> None:
    stage = factories.stage()
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)
    people = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])

    with pytest.raises(BadInput) as caught:
        stages.change(
            by=organizer,
            stage=stage,
            expected_version=1,
            scheme=scheme,
        )

    stage.refresh_from_db()
    assert (caught.value.code, caught.value.field) == (code, "scheme")
    assert stage.scheme == {"key": "linear7"}


def test_the_kind_of_play_stays_once_there_are_rounds() -> None:
    stage = factories.stage()
    factories.round_(stage)

    with pytest.raises(Refused) as caught:
        stages.change(
            by=factories.actor(Role.ORGANIZER, stage.event.club),
            stage=stage,
            expected_version=1,
            mode=StageMode.OPEN_PLAY,
        )

    assert caught.value.code == "mode_fixed_by_rounds"


def test_a_fixed_value_of_a_bye_is_kept_exactly() -> None:
    stage = factories.stage()

    changed = stages.change(
        by=factories.actor(Role.ORGANIZER, stage.event.club),
        stage=stage,
        expected_version=1,
        bye={"kind": "fixed", "points": "2.5"},
    )

    assert changed.bye == {"kind": "fixed", "points": "5/2"}


def test_draft_rounds_are_for_the_organizers_alone() -> None:
    stage = factories.stage()
    factories.round_(stage)
    factories.round_(stage, state=RoundState.DRAFT)
    visitor, organizer = factories.actor(), factories.actor(Role.ORGANIZER, stage.event.club)

    seen = [
        [row.number for row in read.stages(viewer, stage.event)[0].rounds]
        for viewer in (visitor, organizer)
    ]

    assert seen == [[1], [1, 2]]
