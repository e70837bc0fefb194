"""The cut to a final: the line, ties at it, replacements, and the ranking over all stages."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import EntryState, EventState, Role, RoundState, StageKind
from league.core.errors import BadInput, NotAllowed, Refused
from league.models import Entry, JournalLine, Player, Qualifier, Round, Stage
from league.queries.standings import cuts as reading
from league.queries.standings import endings
from league.services.evening import entries
from league.services.seating import seatings
from league.services.standings import adjustments, cuts, standings
from tests import factories

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus", "Hal")


def main_stage(first: list[int], second: list[int]) -> Stage:
    """One closed round of two tables of four; nobody's entry has the number of the player."""
    event = factories.event(factories.club("Tin Owl"), state=EventState.RUNNING)
    stage = factories.stage(event, chain=["points", "wins"])
    players = [factories.player(name) for name in NAMES]
    people = [factories.entry(event, player) for player in reversed(players)][::-1]
    round_ = factories.round_(stage)
    factories.played(factories.table(round_, people[:4]), first)
    factories.played(factories.table(round_, people[4:]), second)
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    standings.catch_up()
    return stage


def boss(stage: Stage) -> Actor:
    return factories.actor(Role.ORGANIZER, stage.event.club)


def entry(stage: Stage, name: str) -> Entry:
    return stage.event.entries.get(player__name=name)


def playing(stage: Stage) -> list[str]:
    rows = Qualifier.objects.filter(stage=stage, declined=False).order_by("rank", "pk")
    return [row.entry.player.name for row in rows]


def test_the_best_go_on_and_nobody_else_is_seated() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)

    final = cuts.make(by=by, stage=stage, size=4)
    seating = seatings.draw(by=by, stage=final)

    assert (final.kind, final.source, final.number) == (StageKind.FINAL, stage, 2)
    assert sorted(playing(final)) == ["Ada", "Bo", "Eva", "Fay"]
    assert sorted(seat.entry.player.name for seat in seating.seats.all()) == [
        "Ada",
        "Bo",
        "Eva",
        "Fay",
    ]


def test_a_tie_across_the_line_is_asked_and_never_decided_silently() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])

    with pytest.raises(Refused, match="cut_undecided") as asked:
        cuts.make(by=boss(stage), stage=stage, size=3)

    assert asked.value.params == {"names": "Bo, Fay", "places": 1}
    assert stage.event.stages.count() == 1


def test_a_lot_is_drawn_and_recorded_with_seed_day_and_who() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)

    final = cuts.make(by=by, stage=stage, size=3, answer=cuts.Answer("lot"))

    stage.refresh_from_db()
    (lot,) = stage.lots
    assert {Entry.objects.get(pk=pk).player.name for pk in lot["entries"]} == {"Bo", "Fay"}
    assert (len(lot["seed"]), lot["drawn_by"]) == (16, by.key)
    winner = Entry.objects.get(pk=lot["entries"][0]).player.name
    assert sorted(playing(final)) == sorted(["Ada", "Eva", winner])


def test_a_play_off_is_told_by_its_order_and_widening_takes_all() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)
    order = (entry(stage, "Fay").player_id, entry(stage, "Bo").player_id)

    with pytest.raises(BadInput, match="cut_order"):
        cuts.make(by=by, stage=stage, size=3, answer=cuts.Answer("play_off", order[:1]))
    final = cuts.make(by=by, stage=stage, size=3, answer=cuts.Answer("play_off", order))
    by_order = sorted(playing(final))
    again = cuts.make(by=by, stage=stage, size=3, answer=cuts.Answer("widen"))

    assert by_order == ["Ada", "Eva", "Fay"]
    assert again == final
    assert sorted(playing(final)) == ["Ada", "Bo", "Eva", "Fay"]


def test_who_declines_is_replaced_by_the_next_and_may_come_back() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)

    cuts.decline(by=by, stage=final, entry=entry(stage, "Ada"))
    without_ada = sorted(playing(final))
    next_one = next(name for name in without_ada if name in {"Cy", "Gus"})
    cuts.decline(by=by, stage=final, entry=entry(stage, next_one))
    without_both = sorted(playing(final))
    told = [row for row in reading.called(by, final) if row.how == "replacement"]
    cuts.accept(by=by, stage=final, entry=entry(stage, "Ada"))

    assert len(without_ada) == len(without_both) == 4
    assert set(without_both) - set(without_ada) == {"Cy", "Gus"} - {next_one}
    assert {row.replaces for row in told if not row.declined} == {"Ada"}
    assert sorted(playing(final)) == ["Ada", "Bo", "Eva", "Fay"]


def test_somebody_who_left_does_not_go_on() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 3, 4])
    Entry.objects.filter(pk=entry(stage, "Ada").pk).update(state=EntryState.DROPPED)

    final = cuts.make(by=boss(stage), stage=stage, size=3)

    assert sorted(playing(final)) == ["Bo", "Eva", "Fay"]


def test_after_the_final_has_a_round_nothing_is_cut_again() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)
    seatings.draw(by=by, stage=final)

    with pytest.raises(Refused, match="final_has_rounds"):
        cuts.make(by=by, stage=stage, size=4)
    with pytest.raises(Refused, match="final_has_rounds"):
        cuts.decline(by=by, stage=final, entry=entry(stage, "Ada"))
    with pytest.raises(Refused, match="final_has_rounds"):
        cuts.undo(by=by, stage=final)


def test_a_cut_is_taken_back_with_its_stage() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)

    assert cuts.undo(by=by, stage=final) == stage
    assert stage.event.stages.count() == 1
    assert cuts.make(by=by, stage=stage, size=4).number == 2


def test_only_who_runs_the_event_cuts() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])

    with pytest.raises(NotAllowed):
        cuts.make(by=ANONYMOUS, stage=stage, size=4)


@pytest.mark.parametrize("size", [-1, 0, 1, 501])
def test_an_odd_size_is_refused_at_its_field(size: int) -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])

    with pytest.raises(BadInput) as refused:
        cuts.make(by=boss(stage), stage=stage, size=size)

    assert refused.value.field == "size"


def test_a_final_is_not_drawn_over_a_table_that_still_plays() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)
    late = [factories.entry(stage.event, name) for name in ("Ida", "Jan", "Kim")]
    factories.table(stage.rounds.get(), late)
    Round.objects.filter(stage=stage).update(state=RoundState.PUBLISHED)

    with pytest.raises(Refused, match="results_missing"):
        seatings.draw(by=by, stage=final)
    running = Round.objects.get(stage=stage).state
    seatings.draw(by=by, stage=final, accept_missing=True)

    assert running == RoundState.PUBLISHED
    assert Round.objects.get(stage=stage).state == RoundState.CLOSED


def test_the_places_of_the_final_stand_above_the_rest_and_earlier_ranks_stay() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)
    seating = seatings.draw_and_publish(by=by, stage=final)
    table = seating.tables.get()
    seats = [seat.entry.player.name for seat in table.seats.order_by("position")]
    places = {"Bo": 1, "Eva": 2, "Ada": 3, "Fay": 4}
    before = [(row.name, row.rank) for row in endings.final_ranking(stage.event, ANONYMOUS)]
    factories.played(table, [places[name] for name in seats])
    standings.catch_up()

    found = [(row.name, row.rank) for row in endings.final_ranking(stage.event, ANONYMOUS)]

    assert before == []
    assert found[:4] == [("Bo", 1), ("Eva", 2), ("Ada", 3), ("Fay", 4)]
    assert [rank for _, rank in found[4:]] == [5, 5, 7, 7]


def test_the_best_of_a_season_are_entered_for_its_final() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 3, 4])
    season = factories.season(stage.event.club, chain=["points", "wins"])
    stage.event.season = season
    stage.event.save(update_fields=["season"])
    event = factories.event(stage.event.club, state=EventState.OPEN)
    final = factories.stage(event, kind=StageKind.FINAL, source_season=season)
    by = boss(stage)

    made = cuts.make(by=by, stage=final, size=4)
    entered = sorted(row.player.name for row in event.entries.all())
    cuts.undo(by=by, stage=final)

    assert made == final
    assert entered == ["Ada", "Bo", "Eva", "Fay"]
    assert not Qualifier.objects.exists()
    assert event.stages.get() == final


def test_winners_of_tables_go_on_first_and_the_rest_by_rank() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    Stage.objects.filter(pk=stage.pk).update(chain=["points"])
    by = boss(stage)

    final = cuts.make(by=by, stage=stage, size=3, winners_first=True, answer=cuts.Answer("widen"))

    how = dict(Qualifier.objects.filter(stage=final).values_list("entry__player__name", "how"))
    assert how == {"Ada": "winner", "Eva": "winner", "Bo": "widen", "Fay": "widen"}


def test_two_who_share_a_table_both_go_on_as_winners_and_cost_a_wild_card() -> None:
    stage = main_stage([1, 1, 3, 4], [2, 1, 3, 4])
    drawn = [factories.entry(stage.event, name) for name in ("Ida", "Jan")]
    record = factories.played(factories.table(stage.rounds.get(), drawn), [1, 1])
    record.outcome["drawn"] = True
    record.save()

    final = cuts.make(by=boss(stage), stage=stage, size=4, winners_first=True)

    how = dict(Qualifier.objects.filter(stage=final).values_list("entry__player__name", "how"))
    assert how == {"Fay": "winner", "Ada": "winner", "Bo": "winner", "Eva": "wild_card"}


def season_final(capacity: int | None = None) -> Stage:
    """The final of a season in which Ada leads before Bo, Cy, Dee, Eva and Fay."""
    league = factories.season(chain=["points", "wins"])
    evening = factories.stage(factories.event(season=league))
    people = [factories.entry(evening.event, factories.member(league.club, n)) for n in NAMES[:6]]
    factories.played(factories.table(factories.round_(evening), people), [1, 2, 3, 4, 5, 6])
    event = factories.event(league.club, state=EventState.OPEN, capacity=capacity)
    return factories.stage(event, kind=StageKind.FINAL, source_season=league)


def called_in(stage: Stage) -> list[tuple[str, int | None, str]]:
    """Who comes in for whom, with the rank by which they are called."""
    return [
        (row.entry.player.name, row.rank, row.replaces.player.name)
        for row in Qualifier.objects.filter(stage=stage, how="replacement", declined=False)
        if row.replaces is not None
    ]


@pytest.mark.parametrize("capacity", [None, 3])
def test_the_next_of_the_season_is_called_up_and_entered_by_that(capacity: int | None) -> None:
    final = season_final(capacity)
    by = boss(final)
    cuts.make(by=by, stage=final, size=3)

    cuts.decline(by=by, stage=final, entry=entry(final, "Bo"))

    dee = entry(final, "Dee")
    line = JournalLine.objects.filter(kind="qualifier_answered").latest("pk")
    assert playing(final) == ["Ada", "Cy", "Dee"]
    assert called_in(final) == [("Dee", 4, "Bo")]
    assert (dee.state, dee.is_guest) == (EntryState.REGISTERED, False)
    assert line.payload["called"] == [
        {"entry": dee.pk, "player": dee.player_id, "rank": 4, "replaces": entry(final, "Bo").pk}
    ]


def test_replacements_of_a_season_s_final_are_called_in_the_order_of_its_ranking() -> None:
    final = season_final()
    by = boss(final)
    cuts.make(by=by, stage=final, size=3)
    factories.entry(final.event, Player.objects.get(name="Fay"))  # there already, and ranked last

    cuts.decline(by=by, stage=final, entry=entry(final, "Bo"))
    cuts.decline(by=by, stage=final, entry=entry(final, "Ada"))
    both = called_in(final)
    cuts.accept(by=by, stage=final, entry=entry(final, "Bo"))

    assert both == [("Dee", 4, "Ada"), ("Eva", 5, "Bo")]
    assert called_in(final) == [("Dee", 4, "Ada")]
    assert playing(final) == ["Bo", "Cy", "Dee"]


def test_who_left_the_event_of_the_final_or_declined_too_is_passed_over() -> None:
    final = season_final()
    by = boss(final)
    cuts.make(by=by, stage=final, size=3)
    factories.entry(final.event, Player.objects.get(name="Dee"), state=EntryState.DROPPED)

    cuts.decline(by=by, stage=final, entry=entry(final, "Bo"))
    first = called_in(final)
    cuts.decline(by=by, stage=final, entry=entry(final, "Eva"))
    second = called_in(final)
    cuts.decline(by=by, stage=final, entry=entry(final, "Fay"))

    assert (first, second) == ([("Eva", 5, "Bo")], [("Fay", 6, "Bo")])
    assert called_in(final) == []
    assert playing(final) == ["Ada", "Cy"]


def test_who_left_before_the_cut_is_named_by_who_comes_in() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    Entry.objects.filter(pk=entry(stage, "Ada").pk).update(state=EntryState.DROPPED)
    by = boss(stage)

    final = cuts.make(by=by, stage=stage, size=4, answer=cuts.Answer("widen"))

    told = {row.name: row.replaces for row in reading.called(by, final)}
    assert told == {"Bo": "", "Fay": "", "Eva": "", "Cy": "Ada", "Hal": ""}


def test_who_is_level_in_a_final_shares_the_rank_where_it_says_so() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    by = boss(stage)
    final = cuts.make(by=by, stage=stage, size=4)
    table = seatings.draw_and_publish(by=by, stage=final).tables.get()
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    places = {"Eva": 1, "Fay": 2, "Bo": 2, "Ada": 4}
    factories.played(table, [places[name] for name in names])
    standings.catch_up()

    def ranking() -> list[tuple[str, int]]:
        rows = endings.final_ranking(stage.event, ANONYMOUS)
        return [(row.name, row.rank) for row in rows[:4]]

    by_main = ranking()
    Stage.objects.filter(pk=final.pk).update(scoring={"level_by_earlier": False})

    assert by_main == [("Eva", 1), ("Fay", 2), ("Bo", 3), ("Ada", 4)]
    assert sorted(ranking()[1:3]) == [("Bo", 2), ("Fay", 2)]


def test_the_first_ranks_go_straight_into_the_final_and_play_no_semi_final() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    six = [factories.entry(stage.event, name) for name in ("Ida", "Jan", "Kim", "Leo")]
    factories.played(factories.table(stage.rounds.get(), six), [1, 2, 3, 4])
    Stage.objects.filter(pk=stage.pk).update(chain=["points"])
    for name, points in (("Ada", "3"), ("Fay", "2"), ("Ida", "1")):
        who = entry(stage, name).player
        adjustments.make(by=boss(stage), scope=stage, player=who, points=points, reason="Cake")
    by = boss(stage)

    semi = cuts.make(by=by, stage=stage, size=6, kind=StageKind.SEMI_FINAL, byes=2)
    seating = seatings.draw_and_publish(by=by, stage=semi)
    table = seating.tables.get()
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    places = {"Ida": 2, "Bo": 3, "Eva": 4, "Jan": 1}
    factories.played(table, [places[name] for name in names])
    standings.catch_up()
    final = cuts.make(by=by, stage=semi, size=4)
    finalists = {row.name: row.how for row in reading.called(by, final)}
    last = seatings.draw_and_publish(by=by, stage=final)

    assert dict(Qualifier.objects.filter(stage=semi).values_list("entry__player__name", "how")) == {
        **dict.fromkeys(["Ada", "Fay"], "bye"),
        **dict.fromkeys(["Ida", "Bo", "Eva", "Jan"], "rank"),
    }
    assert sorted(names) == ["Bo", "Eva", "Ida", "Jan"]
    assert finalists == {"Ada": "straight", "Fay": "straight", "Jan": "rank", "Ida": "rank"}
    assert sorted(seat.entry.player.name for seat in last.seats.all()) == sorted(finalists)


def test_who_is_level_across_the_line_of_the_byes_plays() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    by = boss(stage)

    semi = cuts.make(by=by, stage=stage, size=4, kind=StageKind.SEMI_FINAL, byes=1)

    assert sorted(playing(semi)) == ["Ada", "Bo", "Eva", "Fay"]
    assert not Qualifier.objects.filter(stage=semi, how="bye").exists()


def test_a_bye_that_is_declined_is_a_place_for_the_next_by_rank() -> None:
    semi = season_final()
    Stage.objects.filter(pk=semi.pk).update(kind=StageKind.SEMI_FINAL)
    semi.refresh_from_db()
    by = boss(semi)
    cuts.make(by=by, stage=semi, size=4, byes=1)

    cuts.decline(by=by, stage=semi, entry=entry(semi, "Ada"))
    entries.set_present(by=by, event=semi.event, entries="all", present=True)

    assert called_in(semi) == [("Eva", 5, "Ada")]
    seating = seatings.draw(by=by, stage=semi)
    seated = sorted(seat.entry.player.name for seat in seating.seats.all())
    assert seated == ["Bo", "Cy", "Dee", "Eva"]


def test_a_semi_final_of_a_season_leads_to_its_final() -> None:
    semi = season_final()
    Stage.objects.filter(pk=semi.pk).update(kind=StageKind.SEMI_FINAL)
    semi.refresh_from_db()
    by = boss(semi)
    cuts.make(by=by, stage=semi, size=5, byes=1)
    entries.set_present(by=by, event=semi.event, entries="all", present=True)
    table = seatings.draw_and_publish(by=by, stage=semi).tables.get()
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    places = {"Bo": 4, "Cy": 3, "Dee": 2, "Eva": 1}
    factories.played(table, [places[name] for name in names])
    standings.catch_up()

    final = cuts.make(by=by, stage=semi, size=3)
    table = seatings.draw_and_publish(by=by, stage=final).tables.get()
    names = [seat.entry.player.name for seat in table.seats.order_by("position")]
    places = {"Ada": 2, "Eva": 1, "Dee": 3}
    factories.played(table, [places[name] for name in names])
    standings.catch_up()

    rows = endings.final_ranking(semi.event, ANONYMOUS)
    assert [(row.rank, row.name) for row in rows] == [
        *((1, "Eva"), (2, "Ada"), (3, "Dee"), (4, "Cy"), (5, "Bo")),
    ]


@pytest.mark.parametrize(
    ("kind", "byes", "code"),
    [
        (StageKind.FINAL, 1, "byes_without_final"),
        (StageKind.SEMI_FINAL, 3, "number_out_of_range"),
        (StageKind.SEMI_FINAL, -1, "number_out_of_range"),
    ],
)
def test_byes_that_cannot_be_are_refused_at_their_field(
    kind: StageKind, byes: int, code: str
) -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])

    with pytest.raises(BadInput) as refused:
        cuts.make(by=boss(stage), stage=stage, size=4, kind=kind, byes=byes)

    assert (refused.value.code, refused.value.field) == (code, "byes")


@pytest.mark.parametrize("going_on", [5, 7, 8])
def test_the_sizes_of_the_stage_after_a_cut_fit_who_goes_on(going_on: int) -> None:
    event = factories.event(factories.club(), state=EventState.RUNNING)
    game = factories.free_game(event.club, seats=[2, 4])
    stage = factories.stage(
        event, chain=["points", "wins"], ruleset=game, size_preferred=3, size_min=3, size_max=3
    )
    people = [factories.entry(event) for _ in range(9)]
    round_ = factories.round_(stage)
    for at in (0, 3, 6):
        factories.played(factories.table(round_, people[at : at + 3]), [1, 2, 3])
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    lot = cuts.Answer("lot")

    final = cuts.make(by=boss(stage), stage=stage, size=going_on, answer=lot)
    seating = seatings.draw(by=boss(stage), stage=final)

    sizes = [table.seats.count() for table in seating.tables.all()]
    assert (sum(sizes), seating.seats.filter(table__isnull=True).count()) == (going_on, 0)
