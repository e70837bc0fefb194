"""All rounds planned at once: made, drawn from, made anew when people come and go, put away."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from league import tasks
from league.core.actors import Actor
from league.core.enums import PlanState, Role, RoundState
from league.core.errors import BadInput, NotAllowed, Refused
from league.models import Entry, Round, RoundsPlan, Seating, Stage
from league.queries.seating import round_plans
from league.services.evening import entries
from league.services.seating import apart, plans, seatings
from tests import factories
from tests.league.services.seating.test_seatings import exactly, play, setting, sizes
from tests.league.services.seating.test_wishes import prefer, table_of, wish

pytestmark = pytest.mark.django_db


def next_round(by: Actor, stage: Stage) -> Seating:
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    play(by, seating)
    return seating


def tables_of(seating: Seating) -> list[list[int]]:
    """Entries in seat order, table by table."""
    return [
        list(table.seats.order_by("position").values_list("entry", flat=True))
        for table in seating.tables.order_by("number")
    ]


def planned(stage: Stage, number: int) -> list[list[int]]:
    row = RoundsPlan.objects.get(stage=stage, is_current=True)
    found: list[list[int]] = row.rounds[number - row.first_round]["tables"]
    return found


def test_each_next_draw_takes_its_round_and_its_seats_from_the_plan() -> None:
    stage, _, by = exactly(4, 4, 16)

    plan = plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    drawn = [tables_of(next_round(by, stage)) for _ in range(4)]

    assert (plan.state, plan.first_round, plan.count) == (PlanState.DONE, 1, 4)
    assert drawn == [plan_round["tables"] for plan_round in plan.rounds]
    met = [tuple(sorted(p)) for tables in drawn for t in tables for p in combinations(t, 2)]
    assert len(met) == len(set(met)) == 96
    assert plan.figures["repeats"] == 0
    seats = [
        sorted(t.index(entry) for tables in drawn for t in tables if entry in t)
        for entry in drawn[0][0]
    ]
    assert seats == [[0, 1, 2, 3]] * 4


def test_after_the_last_planned_round_the_stage_draws_as_usual() -> None:
    stage, _, by = exactly(4, 4, 8)
    plans.plan_rounds(by=by, stage=stage, count=1, seed=7)

    methods = [next_round(by, stage).method for _ in range(2)]

    assert methods == ["fixed", "random"]


def test_who_sits_out_takes_turns_over_the_planned_rounds() -> None:
    stage, people, by = exactly(4, 4, 9)
    plans.plan_rounds(by=by, stage=stage, count=9, seed=3)

    out = [next_round(by, stage).seats.get(table__isnull=True).entry_id for _ in range(9)]

    assert sorted(out) == sorted(entry.pk for entry in people)


def test_somebody_who_comes_late_makes_the_rest_be_planned_anew() -> None:
    stage, _, by = exactly(3, 5, 12)
    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    next_round(by, stage)
    late = factories.entry(stage.event)

    second = next_round(by, stage)

    plan = RoundsPlan.objects.get(stage=stage, is_current=True)
    assert (plan.first_round, plan.count) == (2, 3)
    assert tables_of(second) == planned(stage, 2)
    assert [entry for table in tables_of(second) for entry in table].count(late.pk) == 1
    assert RoundsPlan.objects.filter(stage=stage).count() == 2


def test_a_requested_bye_is_heeded_for_the_next_round_alone() -> None:
    stage, people, by = exactly(3, 4, 12)
    plans.plan_rounds(by=by, stage=stage, count=3, seed=7)
    entries.request_bye(by=by, entry=people[4], wants=True)

    first, second = next_round(by, stage), next_round(by, stage)

    assert list(first.seats.filter(table__isnull=True).values_list("entry", "state")) == [
        (people[4].pk, "requested_bye")
    ]
    assert not second.seats.filter(table__isnull=True).exists()


def test_a_round_changed_by_hand_makes_the_rest_be_planned_from_what_was_played() -> None:
    stage, _, by = exactly(4, 4, 12)
    plans.plan_rounds(by=by, stage=stage, count=3, seed=7)
    seating = seatings.draw(by=by, stage=stage)
    one, two = (table.seats.first() for table in seating.tables.order_by("number")[:2])
    assert one is not None
    assert two is not None
    seatings.swap(by=by, seating=seating, entry_a=one.entry, entry_b=two.entry)
    seating.refresh_from_db()
    play(by, seatings.publish(by=by, seating=seating))

    next_round(by, stage)

    plan = RoundsPlan.objects.get(stage=stage, is_current=True)
    assert (plan.first_round, plan.count) == (2, 2)


def test_people_kept_apart_never_share_a_table_of_the_plan() -> None:
    stage, people, by = exactly(4, 4, 12)
    apart.keep(by=by, club=stage.event.club, player=people[0].player, other=people[1].player)

    plan = plans.plan_rounds(by=by, stage=stage, count=5, seed=7)

    together = [
        table
        for plan_round in plan.rounds
        for table in plan_round["tables"]
        if {people[0].pk, people[1].pk} <= set(table)
    ]
    assert together == []


def test_somebody_kept_apart_from_everybody_is_named_and_no_plan_is_left() -> None:
    stage, people, by = exactly(4, 4, 4)
    for other in people[1:]:
        apart.keep(by=by, club=stage.event.club, player=people[0].player, other=other.player)

    with pytest.raises(Refused) as refused:
        plans.plan_rounds(by=by, stage=stage, count=2, seed=7)

    assert refused.value.code in {"seating_apart_from_all", "seating_apart_impossible"}
    assert people[0].player.name in str(refused.value.params)
    assert not RoundsPlan.objects.exists()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_people_are_told_so(count: int) -> None:
    stage, _, by = exactly(3, 4, count)

    with pytest.raises(Refused) as refused:
        plans.plan_rounds(by=by, stage=stage, count=3)

    assert refused.value.code == ("seating_too_few" if count else "seating_nobody")
    assert not RoundsPlan.objects.exists()


@pytest.mark.parametrize("count", [0, 41])
def test_a_number_of_rounds_out_of_range_is_refused(count: int) -> None:
    stage, _, by = exactly(4, 4, 8)

    with pytest.raises(BadInput) as refused:
        plans.plan_rounds(by=by, stage=stage, count=count)

    assert (refused.value.code, refused.value.field) == ("number_out_of_range", "count")


def test_a_plan_put_away_leaves_the_next_draw_to_the_method() -> None:
    stage, _, by = exactly(4, 4, 8)
    plans.plan_rounds(by=by, stage=stage, count=3)

    plans.drop(by=by, stage=stage)

    assert round_plans.current(by, stage) is None
    assert next_round(by, stage).method == "random"


def test_another_method_or_other_sizes_set_the_plan_aside_for_this_draw() -> None:
    stage, _, by = exactly(3, 4, 12)
    plans.plan_rounds(by=by, stage=stage, count=3)

    other = seatings.draw(by=by, stage=stage, sizes=[3, 3, 3, 3])

    assert (other.method, sizes(other)) == ("random", [3, 3, 3, 3])


def test_a_draft_from_the_plan_can_be_drawn_again_by_the_usual_method() -> None:
    stage, _, by = exactly(4, 4, 12)
    plans.plan_rounds(by=by, stage=stage, count=3)
    draft = seatings.draw(by=by, stage=stage)

    again = seatings.redraw(by=by, seating=draft)

    assert (draft.method, again.method) == ("fixed", "random")


def big(count: int) -> tuple[Stage, Actor]:
    """So many people that a plan of some rounds goes to the worker."""
    stage, _, by = exactly(4, 4, count)
    return stage, by


def test_a_large_plan_is_searched_for_by_the_worker_and_holds_no_page_up(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    stage, by = big(80)

    with django_capture_on_commit_callbacks() as callbacks:
        waiting = plans.plan_rounds(by=by, stage=stage, count=4, seed=5)
    before = round_plans.current(by, stage)
    tasks.plan_rounds(waiting.pk)

    assert (waiting.state, len(callbacks)) == (PlanState.WAITING, 1)
    assert before is not None
    assert before.is_busy
    after = round_plans.current(by, stage)
    assert after is not None
    assert (after.state, after.repeats, after.left) == (PlanState.DONE, 0, 4)


def test_a_lost_message_costs_the_time_until_the_next_sweep() -> None:
    stage, by = big(80)
    waiting = plans.plan_rounds(by=by, stage=stage, count=4)

    tasks.sweep()

    waiting.refresh_from_db()
    assert waiting.state == PlanState.DONE


def test_a_plan_is_searched_for_once_however_often_the_worker_is_woken() -> None:
    stage, by = big(80)
    waiting = plans.plan_rounds(by=by, stage=stage, count=4)

    done = [plans.work(waiting.pk) for _ in range(2)]

    assert done == [True, False]


def test_a_search_that_was_given_up_is_not_begun() -> None:
    stage, by = big(80)
    waiting = plans.plan_rounds(by=by, stage=stage, count=4)

    plans.drop(by=by, stage=stage)

    assert plans.work(waiting.pk) is False
    assert round_plans.current(by, stage) is None


def test_stopping_a_search_takes_the_best_so_far() -> None:
    # 21 tables of 4 and one of 3 with a history: nothing ready-made fits.
    stage, people, by = exactly(3, 4, 83)
    next_round(by, stage)
    waiting = plans.plan_rounds(by=by, stage=stage, count=20)
    plans.stop(by=by, stage=stage)

    plans.work(waiting.pk)

    found = round_plans.current(by, stage)
    assert found is not None
    assert found.state == PlanState.DONE
    assert found.left == 20
    assert len(people) == 83


def test_a_draw_while_a_plan_is_searched_for_uses_the_method() -> None:
    stage, by = big(80)
    plans.plan_rounds(by=by, stage=stage, count=4)

    drawn = seatings.draw(by=by, stage=stage)

    assert drawn.method == "random"


def test_the_next_rounds_are_planned_after_what_was_played() -> None:
    stage, _, by = exactly(4, 4, 16)
    first = tables_of(next_round(by, stage))

    plan = plans.plan_rounds(by=by, stage=stage, count=3, seed=2)

    assert plan.first_round == 2
    met = {frozenset(p) for t in first for p in combinations(t, 2)}
    again = {
        frozenset(p)
        for plan_round in plan.rounds
        for t in plan_round["tables"]
        for p in combinations(t, 2)
    }
    assert met & again == set()


def test_only_organizers_plan_and_look_at_plans() -> None:
    stage, _, by = setting(8)
    plans.plan_rounds(by=by, stage=stage, count=2)
    stranger = factories.actor(Role.ORGANIZER, factories.club())

    for ask in (
        lambda: plans.plan_rounds(by=stranger, stage=stage, count=2),
        lambda: plans.drop(by=stranger, stage=stage),
        lambda: plans.stop(by=stranger, stage=stage),
        lambda: round_plans.current(stranger, stage),
    ):
        with pytest.raises(NotAllowed):
            ask()


def test_a_withdrawn_round_comes_from_the_plan_again() -> None:
    stage, _, by = exactly(4, 4, 12)
    plans.plan_rounds(by=by, stage=stage, count=3, seed=7)
    first = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    seatings.withdraw(by=by, round_=Round.objects.get(pk=first.round_id))

    again = seatings.draw(by=by, stage=stage)

    assert (again.method, tables_of(again)) == ("fixed", planned(stage, 1))
    assert Round.objects.get(stage=stage).state == RoundState.DRAFT
    assert Entry.objects.count() == 12


def test_seven_players_at_one_table_of_four_meet_each_other_exactly_twice() -> None:
    stage, people, by = exactly(4, 4, 7)

    plan = plans.plan_rounds(by=by, stage=stage, count=7, seed=1)

    met = Counter(
        frozenset(p)
        for plan_round in plan.rounds
        for table in plan_round["tables"]
        for p in combinations(table, 2)
    )
    assert [len(plan_round["tables"]) for plan_round in plan.rounds] == [1] * 7
    assert (len(met), set(met.values())) == (21, {2})
    games = Counter(entry for r in plan.rounds for entry in r["tables"][0])
    assert set(games.values()) == {4}
    assert len(people) == 7


def test_who_needs_a_step_free_table_has_it_in_every_planned_round() -> None:
    stage, people, by = exactly(4, 4, 16)
    for place in (3, 7, 11, 15):
        wish(by, people[place], step_free=True)
    stage = prefer(by, stage, step_free=[2, 3])

    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    drawn = [next_round(by, stage) for _ in range(4)]

    assert [row.method for row in drawn] == ["fixed"] * 4
    tables = {table_of(row, people[place]) for row in drawn for place in (3, 7, 11, 15)}
    assert tables == {2, 3}
    found = RoundsPlan.objects.get(stage=stage, is_current=True)
    assert found.count == 4


def test_a_need_that_is_told_after_planning_is_heeded_by_planning_anew() -> None:
    stage, people, by = exactly(4, 4, 16)
    stage = prefer(by, stage, step_free=[2])
    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    for place in (3, 7):
        wish(by, people[place], step_free=True)

    drawn = seatings.draw(by=by, stage=stage)

    assert (drawn.method, [table_of(drawn, people[place]) for place in (3, 7)]) == ("fixed", [2, 2])


def test_more_people_than_the_step_free_tables_seat_are_told_before_anything_is_planned() -> None:
    stage, people, by = exactly(4, 4, 12)
    for entry in people[:5]:
        wish(by, entry, step_free=True)
    stage = prefer(by, stage, step_free=[1])

    with pytest.raises(Refused) as refused:
        plans.plan_rounds(by=by, stage=stage, count=3, seed=7)

    assert refused.value.code == "seating_no_table_left"
    assert refused.value.params["player"] in {entry.player.name for entry in people[:5]}
    assert not RoundsPlan.objects.exists()


def test_a_plan_says_how_it_ended_in_words_about_all_its_rounds() -> None:
    stage, _, by = exactly(4, 4, 16)
    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)

    found = round_plans.current(by, stage)

    assert found is not None
    assert found.ended == "No plan of these rounds can be better."


def test_a_plan_heeds_the_prices_of_table_sizes() -> None:
    stage, _, by = exactly(3, 6, 12)
    stage = prefer(by, stage, weights={"4": 300, "6": 0})

    plan = plans.plan_rounds(by=by, stage=stage, count=1, seed=7)

    assert [len(table) for table in plan.rounds[0]["tables"]] == [6, 6]


def game_of(seating: Seating, entry: Entry) -> int:
    table = seating.seats.get(entry=entry).table
    assert table is not None
    return table.ruleset_id


def test_nobody_plays_a_refused_game_in_any_planned_round() -> None:
    stage, people, by = exactly(4, 4, 16)
    other = factories.free_game(stage.event.club, name="Tin Lanterns", seats=[4, 4])
    stage.rulesets.add(other)
    for place in (0, 1, 2, 5, 9):
        wish(by, people[place], refuses=(other.pk,))
    for place in (3, 4, 6, 7, 12, 13):
        wish(by, people[place], wants=(other.pk,))

    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    drawn = [next_round(by, stage) for _ in range(4)]

    assert [row.method for row in drawn] == ["fixed"] * 4
    assert {game_of(row, people[place]) for row in drawn for place in (0, 1, 2, 5, 9)} == {
        stage.ruleset_id
    }
    assert all(tables_of(row) == planned(stage, number) for number, row in enumerate(drawn, 1))
    assert any(game_of(row, people[3]) == other.pk for row in drawn)


def test_friends_and_liked_tables_are_heeded_in_every_planned_round() -> None:
    stage, people, by = exactly(4, 4, 16)
    wish(by, people[0], near=(people[9].pk,))
    wish(by, people[4], tables=(2,))
    stage = prefer(by, stage, rooms={"Hall": [1, 2], "Library": [3, 4]})

    plan = plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    drawn = [next_round(by, stage) for _ in range(4)]

    for row in drawn:
        assert len({table_of(row, people[place]) > 2 for place in (0, 9)}) == 1
        assert table_of(row, people[4]) == 2
    assert (plan.figures["repeats"], plan.figures["unmet"]) == (0, 0)


def test_a_plan_says_how_many_wishes_it_leaves() -> None:
    stage, people, by = exactly(4, 4, 8)
    for entry in people[:5]:
        wish(by, entry, tables=(1,))

    plans.plan_rounds(by=by, stage=stage, count=1, seed=7)

    found = round_plans.current(by, stage)
    assert found is not None
    assert found.ended.endswith("1 wish for a game, room or table could not be met.")


def test_a_refusal_that_is_told_after_planning_is_heeded_by_planning_anew() -> None:
    stage, people, by = exactly(4, 4, 16)
    other = factories.free_game(stage.event.club, name="Tin Lanterns", seats=[4, 4])
    stage.rulesets.add(other)
    for entry in people[:8]:
        wish(by, entry, wants=(other.pk,))
    plans.plan_rounds(by=by, stage=stage, count=4, seed=7)
    first = next_round(by, stage)
    lover = next(entry for entry in people[:8] if game_of(first, entry) == other.pk)
    wish(by, lover, refuses=(other.pk,))

    drawn = [next_round(by, stage) for _ in range(3)]

    assert [row.method for row in drawn] == ["fixed"] * 3
    assert all(game_of(row, lover) != other.pk for row in drawn)


def test_refusals_that_leave_no_games_are_told_before_anything_is_planned() -> None:
    stage, people, by = exactly(4, 4, 8)
    game = stage.ruleset
    other = factories.free_game(stage.event.club, name="Tin Lanterns", seats=[4, 4])
    stage.rulesets.add(other)
    for place, entry in enumerate(people):
        wish(by, entry, refuses=((game if place < 3 else other).pk,))

    with pytest.raises(Refused) as refused:
        plans.plan_rounds(by=by, stage=stage, count=3, seed=7)

    assert refused.value.code == "seating_refusal_not_found"
    assert not RoundsPlan.objects.exists()
