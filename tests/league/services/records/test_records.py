"""What may happen to a record, step by step and role by role."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import ActorKind, Confirmation, EventState, RecordState, Role, RoundState
from league.core.errors import (
    BadInput,
    Conflict,
    Gone,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    SheetRejected,
)
from league.models import Event, JournalLine, MatchRecord, Seat, Stage, Table
from league.queries.people import account_actors
from league.services.records import links, records, voids
from tests import factories

pytestmark = pytest.mark.django_db

SHEET = {"seats": [{"points": 12}, {"points": 9}, {"points": 9}, {"points": 4}]}
OTHER = {"seats": [{"points": 12}, {"points": 19}, {"points": 9}, {"points": 4}]}


def a_table(confirmation: Confirmation = Confirmation.OTHER_SEAT, **options: object) -> Table:
    """A published table of four; ``options`` change its free-form ruleset."""
    event = factories.event(confirmation=confirmation)
    ruleset = factories.free_game(event.club, name="Lantern Bay", **options)
    stage = factories.stage(event, ruleset=ruleset)
    round_ = factories.round_(stage)
    people = ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    return factories.table(round_, [factories.entry(event, name) for name in people])


def event_of(table: Table) -> Event:
    return table.seating.round.stage.event


def seat(table: Table, position: int) -> Actor:
    """The device that sits at ``position`` by the table's link."""
    return links.claim(code=table.link.code, position=position, device=f"phone {position}")


def organizer(table: Table) -> Actor:
    return factories.actor(Role.ORGANIZER, event_of(table))


def scorekeeper(table: Table) -> Actor:
    return factories.actor(Role.SCOREKEEPER, event_of(table))


def states(table: Table) -> list[tuple[int, str]]:
    return list(table.records.order_by("version").values_list("version", "state"))


def facts(table: Table) -> list[str]:
    lines = JournalLine.objects.filter(event=event_of(table), payload__has_key="record")
    return list(lines.order_by("id").values_list("kind", flat=True))


def code_of(error: pytest.ExceptionInfo[LeagueError]) -> str:
    return error.value.code


def report(by: Actor, table: Table, data: object = SHEET, version: int = 0) -> MatchRecord:
    return records.submit(by=by, table=table, data=data, expected_version=version)  # type: ignore[arg-type]


# --- report and second look -------------------------------------------------------------


def test_a_seat_reports_and_another_seat_makes_it_count() -> None:
    table = a_table()
    ada, ben = seat(table, 1), seat(table, 2)

    record = report(ada, table)
    before = Stage.objects.get().stale_at
    records.confirm(by=ben, record=record)

    stored = MatchRecord.objects.get()
    assert (stored.state, stored.version, stored.reported_by) == ("confirmed", 1, ada.key)
    assert stored.outcome["places"] == [1, 2, 2, 4]
    assert list(stored.scores.values_list("position", "place", "points")) == [
        (1, 1, 12),
        (2, 2, 9),
        (3, 2, 9),
        (4, 4, 4),
    ]
    assert facts(table) == ["record_reported", "record_confirmed"]
    assert before == 0
    assert Stage.objects.get().stale_at == stored.from_seq == event_of(table).club.journal.count()
    assert not Seat.objects.filter(is_open=True).exists()


def test_the_device_that_reported_cannot_confirm() -> None:
    table = a_table()
    ada = seat(table, 1)
    record = report(ada, table)

    with pytest.raises(NotAllowed) as refused:
        records.confirm(by=ada, record=record)

    assert code_of(refused) == "own_report"
    assert states(table) == [(1, "reported")]


def test_the_reporter_cannot_confirm_with_the_own_account_either() -> None:
    table = a_table()
    ada = Seat.objects.get(table=table, position=1).entry.player
    account = account_actors.person(factories.account(player=ada))
    record = report(seat(table, 1), table)

    with pytest.raises(NotAllowed) as refused:
        records.confirm(by=account, record=record)

    assert code_of(refused) == "own_report"


def test_a_player_of_another_table_can_neither_report_nor_confirm() -> None:
    table, other = a_table(), a_table()
    record = report(seat(table, 1), table)
    stranger = seat(other, 1)

    with pytest.raises(NotAllowed):
        records.submit(by=stranger, table=table, data=SHEET, expected_version=1)
    with pytest.raises(NotAllowed):
        records.confirm(by=stranger, record=record)

    assert states(table) == [(1, "reported")]


def test_visitors_and_outsiders_change_nothing() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    outsider = factories.actor(Role.ORGANIZER, factories.event())

    for by in (ANONYMOUS, outsider):
        with pytest.raises(NotAllowed):
            records.submit(by=by, table=table, data=SHEET, expected_version=1)
        with pytest.raises(NotAllowed):
            records.confirm(by=by, record=record)
        with pytest.raises(NotAllowed):
            records.dispute(by=by, record=record, reason="no")
        with pytest.raises(NotAllowed):
            records.correct(by=by, table=table, data=SHEET, expected_version=1, reason="because")
        with pytest.raises(NotAllowed):
            voids.void(by=by, record=record, reason="because")
        with pytest.raises(NotAllowed):
            voids.restore(by=by, record=record)

    assert states(table) == [(1, "reported")]


def test_a_table_of_a_hidden_club_does_not_exist_for_outsiders() -> None:
    table = a_table()
    club = event_of(table).club
    club.visibility = "members"
    club.save()

    with pytest.raises(NotFound):
        report(ANONYMOUS, table)


def test_an_organizer_s_report_counts_at_once() -> None:
    table = a_table()

    record = report(organizer(table), table)

    assert (record.state, facts(table)) == (
        "confirmed",
        ["record_reported", "record_confirmed"],
    )


def test_a_scorekeeper_s_report_waits_for_somebody_else() -> None:
    table = a_table()
    keeper = scorekeeper(table)

    record = report(keeper, table)
    with pytest.raises(NotAllowed):
        records.confirm(by=keeper, record=record)
    records.confirm(by=seat(table, 3), record=record)

    assert states(table) == [(1, "confirmed")]


def test_without_a_second_look_a_seat_s_report_counts_at_once() -> None:
    table = a_table(Confirmation.NONE)

    report(seat(table, 1), table)

    assert states(table) == [(1, "confirmed")]


def test_where_the_organizer_confirms_neither_seat_nor_scorekeeper_can() -> None:
    table = a_table(Confirmation.ORGANIZER)
    record = report(seat(table, 1), table)

    for by in (seat(table, 2), scorekeeper(table)):
        with pytest.raises(NotAllowed) as refused:
            records.confirm(by=by, record=record)
        assert code_of(refused) == "organizer_confirms"
    records.confirm(by=organizer(table), record=record)

    assert states(table) == [(1, "confirmed")]


def test_where_all_seats_confirm_the_last_one_makes_it_count() -> None:
    table = a_table(Confirmation.ALL_SEATS)
    record = report(seat(table, 1), table)

    after = []
    for position in (2, 3, 3, 4):
        records.confirm(by=seat(table, position), record=record)
        after.append(MatchRecord.objects.get().state)

    assert after == ["reported", "reported", "reported", "confirmed"]
    assert facts(table) == [
        "record_reported",
        "record_agreed",
        "record_agreed",
        "record_agreed",
        "record_confirmed",
    ]


def test_confirming_twice_is_confirming_once() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    ben = seat(table, 2)

    records.confirm(by=ben, record=record)
    records.confirm(by=ben, record=record)

    assert facts(table) == ["record_reported", "record_confirmed"]


# --- sheets -----------------------------------------------------------------------------


def test_a_sheet_that_cannot_be_is_refused_with_the_path_of_each_cell() -> None:
    table = a_table()
    data = {"seats": [{"points": 12}, {}, {"points": -3}, {"points": 4}]}

    with pytest.raises(SheetRejected) as refused:
        report(seat(table, 1), table, data)

    assert [(issue.code, issue.name) for issue in refused.value.issues] == [
        ("free_form.points_missing", "seats.1.points"),
        ("free_form.points_negative", "seats.2.points"),
    ]
    assert not MatchRecord.objects.exists()


def test_a_sheet_of_another_shape_is_refused_even_for_the_organizer() -> None:
    table = a_table()
    data = {"seats": [{"points": 12}]}

    with pytest.raises(SheetRejected) as refused:
        records.submit(
            by=organizer(table),
            table=table,
            data=data,
            expected_version=0,
            accept_errors=True,
            reason="we were tired",
        )

    assert code_of(refused) == "sheet_unreadable"


def test_a_total_that_is_short_is_stored_only_with_a_reason() -> None:
    table = a_table(fixed_total=100000)
    short = {"seats": [{"points": p} for p in (38000, 27000, 20000, 14000)]}
    ada = seat(table, 1)

    with pytest.raises(SheetRejected) as refused:
        report(ada, table, short)
    with pytest.raises(BadInput) as no_reason:
        records.submit(by=ada, table=table, data=short, expected_version=0, accept_warnings=True)
    record = records.submit(
        by=ada,
        table=table,
        data=short,
        expected_version=0,
        accept_warnings=True,
        reason="A stick was lost under the table.",
    )

    assert code_of(refused) == "sheet_doubtful"
    assert [(i.code, dict(i.params)) for i in refused.value.issues] == [
        (
            "free_form.total_missing",
            {"found": "99000", "expected": "100000", "amount": "1000"},
        )
    ]
    assert (code_of(no_reason), no_reason.value.field) == ("reason_missing", "reason")
    assert [issue["code"] for issue in record.issues] == ["free_form.total_missing"]


def test_two_wrong_scores_with_the_right_sum_are_disputed_and_corrected_with_a_trace() -> None:
    table = a_table(fixed_total=100000)
    wrong = {"seats": [{"points": p} for p in (58000, 18000, 14000, 10000)]}
    right = {"seats": [{"points": p} for p in (38000, 38000, 14000, 10000)]}
    record = report(seat(table, 1), table, wrong)

    records.dispute(by=seat(table, 2), record=record, reason="I had 38,000.")
    disputed = states(table)
    records.correct(
        by=organizer(table),
        table=table,
        data=right,
        expected_version=1,
        reason="Checked against the paper.",
    )

    assert disputed == [(1, "disputed")]
    assert states(table) == [(1, "superseded"), (2, "confirmed")]
    assert MatchRecord.objects.get(version=2).outcome["places"] == [1, 1, 3, 4]
    assert facts(table) == [
        "record_reported",
        "record_disputed",
        "record_reported",
        "record_confirmed",
    ]
    assert Stage.objects.get().stale_at == MatchRecord.objects.get(version=2).from_seq


def test_errors_stand_only_by_an_organizer_s_reason_and_only_where_all_have_a_place() -> None:
    table = a_table(counts="places")
    odd = {"seats": [{"place": p} for p in (1, 2, 2, 3)]}
    holes = {"seats": [{"place": 1}, {}, {"place": 2}, {"place": 3}]}
    boss = organizer(table)

    for by, data, reason in (
        (scorekeeper(table), odd, "we know"),
        (seat(table, 1), odd, "we know"),
        (boss, holes, "we know"),
    ):
        with pytest.raises(SheetRejected):
            records.submit(
                by=by,
                table=table,
                data=data,
                expected_version=0,
                accept_errors=True,
                reason=reason,
            )
    with pytest.raises(BadInput):
        records.submit(by=boss, table=table, data=odd, expected_version=0, accept_errors=True)
    record = records.submit(
        by=boss,
        table=table,
        data=odd,
        expected_version=0,
        accept_errors=True,
        reason="The club counts like this.",
    )

    assert (record.state, record.reason) == ("confirmed", "The club counts like this.")
    assert [issue["level"] for issue in record.issues] == ["error"]


def test_the_lowest_score_is_first_where_low_is_good() -> None:
    table = a_table(higher_wins=False)

    record = report(organizer(table), table, {"seats": [{"points": p} for p in (12, 25, 7, 30)]})

    assert record.outcome["places"] == [2, 3, 1, 4]


def test_two_winners_are_both_first_and_nobody_is_second() -> None:
    table = a_table()

    record = report(organizer(table), table, {"seats": [{"points": p} for p in (10, 10, 8, 5)]})

    assert list(record.scores.values_list("place", flat=True)) == [1, 1, 3, 4]


def test_the_rules_of_the_table_judge_not_those_of_the_sheet() -> None:
    table = a_table()
    data = {**SHEET, "options": {"higher_wins": False}}

    with pytest.raises(SheetRejected) as refused:
        report(seat(table, 1), table, data)

    assert [issue.code for issue in refused.value.issues] == ["json.unknown_field"]


# --- versions and conflicts -------------------------------------------------------------


def test_a_second_device_with_an_old_form_gets_what_stands() -> None:
    table = a_table()
    first = report(seat(table, 1), table)

    with pytest.raises(Conflict) as refused:
        report(seat(table, 2), table, OTHER)

    assert code_of(refused) == "changed_meanwhile"
    assert refused.value.current == first
    assert states(table) == [(1, "reported")]


def test_another_seat_cannot_replace_a_report_that_waits() -> None:
    table = a_table()
    first = report(seat(table, 1), table)

    with pytest.raises(Conflict) as refused:
        report(seat(table, 2), table, OTHER, version=1)

    assert (code_of(refused), refused.value.current) == ("already_reported", first)
    assert states(table) == [(1, "reported")]


def test_the_reporter_may_replace_the_own_report() -> None:
    table = a_table()
    ada = seat(table, 1)
    report(ada, table)

    second = report(ada, table, OTHER, version=1)

    assert states(table) == [(1, "superseded"), (2, "reported")]
    assert second.outcome["places"] == [2, 1, 3, 4]


def test_who_confirms_a_replaced_report_is_told_of_the_new_one() -> None:
    table = a_table()
    ada, ben = seat(table, 1), seat(table, 2)
    first = report(ada, table)
    second = report(ada, table, OTHER, version=1)

    with pytest.raises(Conflict) as refused:
        records.confirm(by=ben, record=first)

    assert refused.value.current == second
    assert states(table) == [(1, "superseded"), (2, "reported")]


def test_a_seat_cannot_report_over_a_confirmed_result_but_object_to_it() -> None:
    table = a_table()
    record = report(organizer(table), table)
    ben = seat(table, 2)

    with pytest.raises(NotAllowed) as refused:
        report(ben, table, OTHER, version=1)
    records.dispute(by=ben, record=record, reason="I had 19.")

    record.refresh_from_db()
    assert code_of(refused) == "already_confirmed"
    assert (record.state, record.dispute_reason, record.to_seq) == ("confirmed", "I had 19.", None)


def test_an_organizer_settles_an_objection_by_confirming() -> None:
    table = a_table()
    boss = organizer(table)
    record = report(boss, table)
    records.dispute(by=seat(table, 2), record=record, reason="I had 19.")

    records.confirm(by=boss, record=record, reason="The paper says 9.")

    record.refresh_from_db()
    assert (record.state, record.dispute_reason) == ("confirmed", "")
    assert facts(table)[-2:] == ["record_disputed", "record_confirmed"]


def test_a_disputed_sheet_needs_the_organizer() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    records.dispute(by=seat(table, 2), record=record, reason="no")

    with pytest.raises(NotAllowed) as refused:
        records.confirm(by=seat(table, 3), record=record)
    records.confirm(by=organizer(table), record=record)

    assert code_of(refused) == "dispute_needs_organizer"
    assert states(table) == [(1, "confirmed")]


def test_after_a_dispute_the_table_may_report_again_and_both_stay_until_one_counts() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    ben = seat(table, 2)
    records.dispute(by=ben, record=record, reason="no")

    second = report(ben, table, OTHER, version=1)
    beside = states(table)
    records.confirm(by=seat(table, 1), record=second)

    assert beside == [(1, "disputed"), (2, "reported")]
    assert states(table) == [(1, "superseded"), (2, "confirmed")]


def test_a_dispute_needs_a_reason_and_happens_once() -> None:
    table = a_table()
    record = report(seat(table, 1), table)

    with pytest.raises(BadInput) as empty:
        records.dispute(by=seat(table, 2), record=record, reason="  ")
    records.dispute(by=seat(table, 2), record=record, reason="no")
    with pytest.raises(Refused) as twice:
        records.dispute(by=seat(table, 3), record=record, reason="me too")

    assert (empty.value.field, code_of(twice)) == ("reason", "already_disputed")


def test_a_correction_does_not_lose_the_first_record() -> None:
    table = a_table()
    boss = organizer(table)
    first = report(boss, table)

    with pytest.raises(BadInput):
        records.correct(by=boss, table=table, data=OTHER, expected_version=1, reason="")
    second = records.correct(
        by=boss, table=table, data=OTHER, expected_version=1, reason="Typing error"
    )

    first.refresh_from_db()
    assert states(table) == [(1, "superseded"), (2, "confirmed")]
    assert first.outcome["places"] == [1, 2, 2, 4]
    assert (first.to_seq, first.closed_reason) == (second.from_seq, "Typing error")
    assert facts(table)[-1] == "record_corrected"
    table.refresh_from_db()
    assert table.record_version == 2


def test_an_organizer_s_second_sheet_over_a_result_needs_a_reason() -> None:
    table = a_table()
    boss = organizer(table)
    report(boss, table)

    with pytest.raises(BadInput) as refused:
        report(boss, table, OTHER, version=1)

    assert code_of(refused) == "reason_missing"


def test_a_scorekeeper_cannot_correct_or_void() -> None:
    table = a_table()
    record = report(organizer(table), table)
    keeper = scorekeeper(table)

    with pytest.raises(NotAllowed):
        report(keeper, table, OTHER, version=1)
    with pytest.raises(NotAllowed):
        records.correct(by=keeper, table=table, data=OTHER, expected_version=1, reason="x")
    with pytest.raises(NotAllowed):
        voids.void(by=keeper, record=record, reason="x")

    assert states(table) == [(1, "confirmed")]


# --- void and back ----------------------------------------------------------------------


def test_a_voided_result_stops_counting_and_the_table_may_report_again() -> None:
    table = a_table()
    record = report(organizer(table), table)

    voids.void(by=organizer(table), record=record, reason="Wrong game")
    open_again = Seat.objects.filter(is_open=True).count()
    report(seat(table, 1), table, OTHER, version=1)

    record.refresh_from_db()
    assert record.to_seq is not None
    assert (record.state, record.closed_reason, open_again) == ("voided", "Wrong game", 4)
    assert states(table) == [(1, "voided"), (2, "reported")]


def test_a_voided_result_comes_back_as_a_new_version_with_the_same_scores() -> None:
    table = a_table()
    boss = organizer(table)
    record = report(boss, table)
    voids.void(by=boss, record=record, reason="Wrong table")

    back = voids.restore(by=boss, record=record)

    record.refresh_from_db()
    assert states(table) == [(1, "voided"), (2, "confirmed")]
    assert list(back.scores.values_list("entry", "place", "points")) == list(
        record.scores.values_list("entry", "place", "points")
    )
    assert back.from_seq is not None
    assert record.to_seq is not None
    assert back.from_seq > record.to_seq


def test_a_voided_version_does_not_come_back_beside_another() -> None:
    table = a_table()
    boss = organizer(table)
    record = report(boss, table)
    voids.void(by=boss, record=record, reason="Wrong")
    second = report(seat(table, 1), table, OTHER, version=1)

    with pytest.raises(Conflict) as refused:
        voids.restore(by=boss, record=record)

    assert refused.value.current == second


def test_a_withdrawn_round_takes_its_records_along_and_brings_back_just_those() -> None:
    table = a_table()
    round_ = table.seating.round
    event = event_of(table)
    other = factories.table(round_, [factories.entry(event, n) for n in ("Eva", "Fay", "Gus")])
    boss = organizer(table)
    early = report(boss, other, {"seats": [{"points": p} for p in (1, 2, 3)]})
    voids.void(by=boss, record=early, reason="By hand, before")
    report(boss, table)

    voided = voids.void_all(by=boss, round_=round_, reason="Round withdrawn")
    gone = (states(table), states(other))
    restored = [voids.restore(by=boss, record=record) for record in voided]

    assert [record.table_id for record in voided] == [table.pk]
    assert gone == ([(1, "voided")], [(1, "voided")])
    assert [record.table_id for record in restored] == [table.pk]
    assert (states(table), states(other)) == (
        [(1, "voided"), (2, "confirmed")],
        [(1, "voided")],
    )


def test_a_disputed_sheet_and_its_answer_go_and_come_back_together() -> None:
    table = a_table()
    boss = organizer(table)
    first = report(seat(table, 1), table)
    records.dispute(by=seat(table, 2), record=first, reason="no")
    report(seat(table, 2), table, OTHER, version=1)

    for record in voids.void_all(by=boss, round_=table.seating.round, reason="Round withdrawn"):
        voids.restore(by=boss, record=record)

    assert states(table) == [(1, "voided"), (2, "voided"), (3, "disputed"), (4, "reported")]
    assert MatchRecord.objects.get(version=3).dispute_reason == "no"


def test_only_a_voided_version_is_brought_back() -> None:
    table = a_table()
    boss = organizer(table)
    record = report(boss, table)

    with pytest.raises(Refused) as refused:
        voids.restore(by=boss, record=record)

    assert code_of(refused) == "not_voided"


def test_voiding_a_rolling_match_leaves_who_plays_elsewhere_where_they_are() -> None:
    event = factories.event()
    round_ = factories.round_(factories.stage(event), is_rolling=True)
    people = [factories.entry(event, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    first = factories.table(round_, people[:3])
    boss = factories.actor(Role.ORGANIZER, event)
    record = report(boss, first, {"seats": [{"points": p} for p in (3, 2, 1)]})
    second = factories.table(round_, [people[0], people[3]])

    voids.void(by=boss, record=record, reason="Wrong")

    open_seats = Seat.objects.filter(is_open=True).values_list("table", "entry__player__name")
    assert sorted(open_seats) == sorted(
        [
            (second.pk, "Ada"),
            (second.pk, "Dan"),
            (first.pk, "Ben"),
            (first.pk, "Cleo"),
        ]
    )


# --- seats that were swapped ------------------------------------------------------------


def test_scores_stay_with_the_players_when_seats_are_swapped_after_the_result() -> None:
    table = a_table()
    boss = organizer(table)
    report(boss, table)
    before = {s.entry.player.name: s.points for s in MatchRecord.objects.get().scores.all()}
    Seat.objects.filter(table=table, position=2).update(position=12)
    Seat.objects.filter(table=table, position=1).update(position=2)
    Seat.objects.filter(table=table, position=12).update(position=1)

    record = records.follow_swap(by=boss, table=table)

    assert record is not None
    after = {s.entry.player.name: s.points for s in record.scores.all()}
    assert after == before
    assert [row["points"] for row in record.sheet["seats"]] == [9, 12, 9, 4]
    assert record.outcome["places"] == [2, 1, 2, 4]
    assert states(table) == [(1, "superseded"), (2, "confirmed")]
    assert facts(table)[-1] == "record_corrected"


def test_players_exchanged_with_another_table_do_not_inherit_a_result() -> None:
    table = a_table()
    boss = organizer(table)
    report(boss, table)
    moved = Seat.objects.get(table=table, position=4)
    moved.entry = factories.entry(event_of(table), "Eva Erle")
    moved.save()

    with pytest.raises(Refused) as refused:
        records.follow_swap(by=boss, table=table)

    assert code_of(refused) == "record_names_others"


# --- too late ---------------------------------------------------------------------------


def test_a_late_result_is_told_so_by_link_and_stored_and_marked_by_the_organizer() -> None:
    table = a_table()
    ada = seat(table, 1)
    round_ = table.seating.round
    round_.state = RoundState.CLOSED
    round_.save()
    table = Table.objects.get(pk=table.pk)

    with pytest.raises(Gone) as refused:
        report(ada, table)
    record = report(organizer(table), table)

    assert code_of(refused) == "round_closed"
    assert record.state == RecordState.CONFIRMED
    lines = JournalLine.objects.filter(payload__has_key="record").order_by("id")
    assert [line.payload.get("late") for line in lines] == [True, True]


def test_a_phone_cannot_report_after_the_event_is_finished() -> None:
    table = a_table()
    ada = seat(table, 1)
    Event.objects.update(state=EventState.FINISHED)

    with pytest.raises(Gone) as refused:
        report(ada, Table.objects.get(pk=table.pk))

    assert code_of(refused) == "event_finished"
    assert not MatchRecord.objects.exists()


def test_nobody_reports_at_a_table_of_a_draft() -> None:
    table = a_table()
    table.seating.state = "draft"
    table.seating.save()

    with pytest.raises(Refused) as refused:
        report(organizer(table), Table.objects.get(pk=table.pk))

    assert code_of(refused) == "seating_not_published"


# --- several at once --------------------------------------------------------------------


def test_of_several_sheets_the_right_ones_are_saved_and_the_wrong_ones_told() -> None:
    table = a_table()
    event = event_of(table)
    other = factories.table(
        table.seating.round, [factories.entry(event, name) for name in ("Eva", "Fay", "Gus")]
    )
    sheets = [
        records.TableSheet(table.pk, SHEET, 0),
        records.TableSheet(other.pk, {"seats": [{"points": 1}, {}, {"points": 3}]}, 0),
        records.TableSheet(987654, SHEET, 0),
    ]

    answers = records.submit_many(by=organizer(table), event=event, sheets=sheets, key="paper")

    assert [(a.table_id, a.record is not None, a.error and a.error.code) for a in answers] == [
        (table.pk, True, None),
        (other.pk, False, "sheet_rejected"),
        (987654, False, "not_found"),
    ]
    assert MatchRecord.objects.count() == 1


def test_the_paper_form_sent_twice_stores_each_table_once() -> None:
    table = a_table()
    boss = organizer(table)
    sheets = [records.TableSheet(table.pk, SHEET, 0)]

    first = records.submit_many(by=boss, event=event_of(table), sheets=sheets, key="paper")
    second = records.submit_many(by=boss, event=event_of(table), sheets=sheets, key="paper")

    assert [a.record for a in first] == [a.record for a in second] == [MatchRecord.objects.get()]


def test_the_actor_of_a_seat_says_nothing_of_the_device_it_is() -> None:
    table = a_table()

    actor = seat(table, 1)

    assert actor.kind == ActorKind.SEAT
    assert "phone 1" not in repr(actor)
