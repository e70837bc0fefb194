"""What people wish of the draws, and what a stage prefers: stored, refused, heeded."""

from __future__ import annotations

from itertools import combinations

import pytest

from league.core.actors import Actor
from league.core.enums import EventState, Role
from league.core.errors import BadInput, NotAllowed, Refused
from league.core.facts import Fact
from league.models import Entry, JournalLine, Seating, Stage
from league.queries.seating import seating_fields
from league.queries.seating.seating_wishes import Wishes
from league.services.occasions import stages
from league.services.seating import seatings, wishes
from tests import factories
from tests.league.services.seating.test_seatings import exactly, round_of, setting

pytestmark = pytest.mark.django_db


def wish(by: Actor, entry: Entry, **wanted: object) -> Entry:
    return wishes.set_wishes(by=by, entry=entry, wishes=Wishes(**wanted))  # type: ignore[arg-type]


def prefer(by: Actor, stage: Stage, **seating: object) -> Stage:
    return stages.change(by=by, stage=stage, expected_version=stage.version, seating=seating)


def table_of(seating: Seating, entry: Entry) -> int:
    number = seating.seats.get(entry=entry).table
    assert number is not None
    return number.number


def test_wishes_are_stored_in_order_and_told_in_the_journal() -> None:
    _, people, by = setting(4)

    row = wish(by, people[0], tables=(3, 1), near=(people[1].pk,), team="  Reed  Club ")

    assert row.wishes == {"tables": [1, 3], "near": [people[1].pk], "team": "Reed Club"}
    line = JournalLine.objects.filter(kind=Fact.ENTRY_CHANGED).latest("pk")
    assert line.payload["wishes"] == {"old": {}, "new": row.wishes}


def test_the_same_wishes_twice_leave_one_line() -> None:
    _, people, by = setting(4)

    for _ in range(2):
        wish(by, people[0], tables=(2,))

    assert JournalLine.objects.filter(kind=Fact.ENTRY_CHANGED).count() == 1


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"wants": (999_999,)}, "wants"),
        ({"refuses": (999_999,)}, "refuses"),
        ({"tables": (0,)}, "tables"),
        ({"tables": (501,)}, "tables"),
        ({"near": (999_999,)}, "near"),
        ({"part": "king"}, "part"),
        ({"team": "x" * 81}, "team"),
    ],
)
def test_a_wish_for_what_is_not_there_is_refused_at_its_field(
    wanted: dict[str, object], field: str
) -> None:
    _, people, by = setting(4)

    with pytest.raises(BadInput) as refused:
        wish(by, people[0], **wanted)

    assert refused.value.field == field
    people[0].refresh_from_db()
    assert people[0].wishes == {}


def test_nobody_wishes_to_be_near_themselves() -> None:
    _, people, by = setting(4)

    with pytest.raises(BadInput):
        wish(by, people[0], near=(people[0].pk,))


def test_an_event_that_is_over_takes_no_wishes() -> None:
    stage, people, by = setting(4)
    stage.event.state = EventState.FINISHED
    stage.event.save()

    with pytest.raises(Refused) as refused:
        wish(by, people[0], tables=(1,))

    assert refused.value.code == "event_over"


def test_strangers_write_no_wishes() -> None:
    _, people, _ = setting(4)

    with pytest.raises(NotAllowed):
        wish(factories.actor(Role.ORGANIZER, factories.club()), people[0], tables=(1,))


def test_people_of_one_team_are_apart_as_the_stage_prefers() -> None:
    stage, people, by = exactly(4, 4, 12)
    for place, entry in enumerate(people):
        wish(by, entry, team=("Reed", "Moss", "Fern")[place % 3])

    soft = round_of(by, stage)
    same = [
        {people.index(seat.entry) % 3 for seat in table.seats.select_related("entry")}
        for table in soft.tables.all()
    ]

    # Three teams of four at three tables of four: one pair of a team at each is unavoidable.
    assert [len(teams) for teams in same] == [3, 3, 3]
    hard = prefer(by, Stage.objects.get(pk=stage.pk), clubs="hard")
    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=hard, accept_missing=True)
    assert refused.value.code == "seating_apart_impossible"


def test_clubs_that_do_not_matter_cost_nothing() -> None:
    stage, people, by = exactly(4, 4, 4)
    for entry in people[:3]:
        wish(by, entry, team="Reed")
    stage = prefer(by, stage, clubs="off")

    seating = seatings.draw(by=by, stage=stage)

    assert seating.explanation["costs"] == {}


def test_somebody_who_needs_no_steps_gets_such_a_table() -> None:
    stage, people, by = exactly(4, 4, 12)
    wish(by, people[7], step_free=True)
    stage = prefer(by, stage, step_free=[2])

    for seed in range(3):
        seating = seatings.draw(by=by, stage=stage, seed=seed)
        assert table_of(seating, people[7]) == 2
        seatings.discard(by=by, seating=seating)


def test_two_who_want_to_be_near_sit_in_one_room() -> None:
    stage, people, by = exactly(4, 4, 16)
    wish(by, people[0], near=(people[9].pk,))
    stage = prefer(by, stage, rooms={"Hall": [1, 2], "Library": [3, 4]})

    for seed in range(3):
        seating = seatings.draw(by=by, stage=stage, seed=seed)
        rooms = {table_of(seating, people[place]) > 2 for place in (0, 9)}
        assert len(rooms) == 1
        seatings.discard(by=by, seating=seating)


def test_a_standby_sits_out_without_a_bye_when_the_number_fits_without_them() -> None:
    stage, people, by = exactly(4, 4, 9)
    wish(by, people[3], part="standby")

    seating = round_of(by, stage)

    assert list(seating.seats.filter(table__isnull=True).values_list("entry", "state")) == [
        (people[3].pk, "sits_out")
    ]


def test_wishes_choose_the_games_of_the_tables() -> None:
    stage, people, by = exactly(4, 4, 8)
    other = factories.free_game(stage.event.club, name="Tin Lanterns", seats=[4, 4])
    stage.rulesets.add(other)
    for entry in people[:4]:
        wish(by, entry, wants=(other.pk,))
    for entry in people[4:]:
        wish(by, entry, refuses=(other.pk,))

    seating = seatings.draw(by=by, stage=stage)

    sitting = {
        table.ruleset_id: sorted(table.seats.values_list("entry", flat=True))
        for table in seating.tables.all()
    }
    assert sitting == {
        other.pk: [entry.pk for entry in people[:4]],
        stage.ruleset_id: [entry.pk for entry in people[4:]],
    }


def test_preferences_are_stored_without_what_is_usual() -> None:
    stage, _, by = setting(4)

    stage = prefer(by, stage, season=25, fading=50, clubs="soft", bye_limit=3)

    assert stage.seating == {"fading": 50, "bye_limit": 3}


@pytest.mark.parametrize(
    ("seating", "code", "part"),
    [
        ({"season": 101}, "preference_preference_range", "season"),
        ({"season": "much"}, "preference_bad_preference", "season"),
        ({"season": True}, "preference_bad_preference", "season"),
        ({"clubs": "maybe"}, "preference_bad_preference", "clubs"),
        ({"colour": "red"}, "preference_bad_preference", "colour"),
        ({"rooms": {"Hall": [1, 2], "Attic": [2]}}, "preference_room_twice", "rooms"),
        ({"rooms": {"Hall": [0]}}, "preference_preference_range", "rooms"),
        ({"step_free": "all"}, "preference_bad_preference", "step_free"),
    ],
)
def test_preferences_that_mean_nothing_are_refused_at_their_part(
    seating: dict[str, object], code: str, part: str
) -> None:
    stage, _, by = setting(4)

    with pytest.raises(BadInput) as refused:
        prefer(by, stage, **seating)

    assert (refused.value.code, refused.value.field) == (code, f"seating.{part}")


def test_a_new_stage_prefers_what_its_season_does() -> None:
    season = factories.season(seating={"fading": 10})
    event = factories.event(season=season)
    factories.free_game(event.club)
    by = factories.actor(Role.ORGANIZER, event.club)

    stage = stages.add(by=by, event=event, fields={})

    assert stage.seating == {"fading": 10}


def test_what_another_version_stored_counts_as_usual() -> None:
    stage, _, by = setting(8)
    stage.seating = {"colour": "red"}
    stage.save()

    assert seating_fields.preferences_of(stage).season == 25
    assert seatings.draw(by=by, stage=stage).state == "draft"


def season_evenings(count: int) -> tuple[Stage, list[Entry], Actor]:
    """One evening to seat after ``count`` at which the first four always sat together."""
    season = factories.season()
    club = season.club
    game = factories.free_game(club, seats=[4, 4])
    members = [factories.member(club, f"Member {n}") for n in range(8)]
    for _ in range(count):
        event = factories.event(season=season)
        at = factories.stage(event, ruleset=game)
        sitting = [factories.entry(event, who) for who in members[:4]]
        factories.table(factories.round_(at), sitting)
    event = factories.event(season=season)
    stage = factories.stage(event, ruleset=game)
    people = [factories.entry(event, who) for who in members]
    return stage, people, factories.actor(Role.ORGANIZER, club)


def test_meetings_of_the_season_weigh_less_the_further_back_they_are() -> None:
    stage, people, _ = season_evenings(3)
    stage.seating = {"fading": 50}

    field = seating_fields.collect(stage, before=None)

    key = (people[0].pk, people[1].pk)
    assert (field.met_season[key], str(field.faded[key])) == (3, "7/4")


def test_a_season_that_does_not_weigh_leaves_old_company_together() -> None:
    stage, people, by = season_evenings(2)
    old = {entry.pk for entry in people[:4]}

    heeded = seatings.draw(by=by, stage=stage, seed=1)
    apart = [
        len(old & set(table.seats.values_list("entry", flat=True))) for table in heeded.tables.all()
    ]
    seatings.discard(by=by, seating=heeded)
    stage = prefer(by, Stage.objects.get(pk=stage.pk), season=0)
    ignored = seatings.draw(by=by, stage=stage, seed=1)

    assert apart == [2, 2]
    assert ignored.explanation["costs"] == {}
    assert len(list(combinations(old, 2))) == 6


def test_a_player_with_an_open_seat_at_another_event_is_named() -> None:
    stage, people, by = exactly(4, 4, 4)
    other = factories.stage(factories.event(stage.event.club, state=EventState.RUNNING))
    elsewhere = [factories.entry(other.event, people[0].player)]
    elsewhere += [factories.entry(other.event) for _ in range(3)]
    factories.table(factories.round_(other), elsewhere)

    seating = seatings.draw(by=by, stage=stage)

    named = [
        penalty["players"]
        for penalty in seating.explanation["penalties"]
        if penalty["code"] == "plays_elsewhere"
    ]
    assert named == [[people[0].pk]]
