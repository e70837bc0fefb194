"""What a change would do, before it is saved."""

from __future__ import annotations

import pytest

from league.core.enums import Role
from league.core.errors import NotAllowed
from league.models import Entry, JournalLine, Stage
from league.queries.standings import previews, standings
from league.queries.standings.previews import Effect, Shift
from league.services.evening import dropouts
from league.services.occasions import stages
from league.standings.types import JSON
from tests import factories

pytestmark = pytest.mark.django_db

STEEP: dict[str, JSON] = {"key": "custom", "rows": {"3": ["9", "1", "0"]}}


def three_rounds() -> tuple[Stage, list[int]]:
    """Ada is first once and third twice, Bo always second, Cy third once and first twice."""
    season = factories.season()
    stage = factories.stage(factories.event(season=season))
    rows = [factories.entry(stage.event, name) for name in ("Ada", "Bo", "Cy")]
    for places in ([1, 2, 3], [3, 2, 1], [3, 2, 1]):
        factories.played(factories.table(factories.round_(stage), rows), places)
    return stage, [row.player_id for row in rows]


def test_a_changed_scheme_says_who_moves_and_writes_nothing() -> None:
    stage, (ada, bo, _) = three_rounds()
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)
    lines = JournalLine.objects.count()

    # Seven to one: Cy 15, Bo 12, Ada 9. With 9-1-0: Cy 18, Ada 9, Bo 3.
    shifts = previews.change(
        organizer,
        stage,
        {"scheme": STEEP},
    )

    stage.refresh_from_db()
    assert shifts == (Shift(ada, "Ada", "3", "2"), Shift(bo, "Bo", "2", "3"))
    assert (stage.scheme, JournalLine.objects.count()) == ({"key": "linear7"}, lines)


def test_a_change_that_moves_nobody_says_so() -> None:
    stage, _ = three_rounds()
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)

    assert previews.change(organizer, stage, {"scheme": {"key": "podium"}}) == ()


def test_a_new_counting_rule_of_a_season_says_who_falls_out_of_the_ranking() -> None:
    stage, (ada, bo, cy) = three_rounds()
    season = stage.event.season
    assert season is not None
    organizer = factories.actor(Role.ORGANIZER, season)

    shifts = previews.change(organizer, season, {"min_matches": 4})

    assert shifts == (
        Shift(cy, "Cy", "1", "–"),
        Shift(bo, "Bo", "2", "–"),
        Shift(ada, "Ada", "3", "–"),
    )


def test_what_was_previewed_and_then_saved_can_be_undone() -> None:
    stage, (ada, bo, _) = three_rounds()
    organizer = factories.actor(Role.ORGANIZER, stage.event.club)
    saved = stages.change(by=organizer, stage=stage, expected_version=1, scheme=STEEP)

    back = previews.change(organizer, saved, {"scheme": {"key": "linear7"}})
    undone = stages.change(by=organizer, stage=saved, expected_version=2, scheme={"key": "linear7"})

    assert back == (Shift(bo, "Bo", "3", "2"), Shift(ada, "Ada", "2", "3"))
    assert undone.scheme["key"] == "linear7"


def test_nobody_else_sees_a_preview() -> None:
    stage, _ = three_rounds()

    with pytest.raises(NotAllowed):
        previews.change(factories.actor(), stage, {"scheme": {"key": "podium"}})


def test_voiding_says_who_moves_in_stage_and_season_just_as_it_then_happens() -> None:
    stage, (ada, bo, cy) = three_rounds()
    season = stage.event.season
    assert season is not None
    organizer = factories.actor(Role.ORGANIZER, season.club)
    entry = Entry.objects.get(player=cy)
    lines = JournalLine.objects.count()

    # Seven to one: Cy 15, Bo 12, Ada 9.
    effects = previews.voiding(organizer, entry)

    moves = (Shift(bo, "Bo", "2", "1"), Shift(ada, "Ada", "3", "2"), Shift(cy, "Cy", "1", "–"))
    assert effects == (Effect(str(stage), moves), Effect(season.name, moves))
    assert JournalLine.objects.count() == lines
    dropouts.disqualify(by=organizer, entry=entry, keep_results=False, reason="Cheating")
    shown = standings.payload(stage, organizer).payload["rows"]
    assert [(row["name"], row["rank_text"]) for row in shown] == [
        ("Bo", "1"),
        ("Ada", "2"),
        ("Cy", "–"),
    ]


def test_who_runs_an_event_alone_is_told_nothing_of_its_season() -> None:
    stage, (_, _, cy) = three_rounds()
    helper = factories.actor(Role.ORGANIZER, stage.event)

    effects = previews.voiding(helper, Entry.objects.get(player=cy))

    assert [effect.title for effect in effects] == [str(stage)]


def test_what_voiding_would_do_is_for_organizers() -> None:
    stage, (_, _, cy) = three_rounds()

    with pytest.raises(NotAllowed):
        previews.voiding(
            factories.actor(Role.SCOREKEEPER, stage.event), Entry.objects.get(player=cy)
        )
