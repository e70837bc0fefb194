"""The cut by script: everything that the desk can do, said with its field where it goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.enums import EventState, Role, RoundState, StageKind
from league.models import Entry, JournalLine, Qualifier, Round, Stage
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus", "Hal")


def a_stage(first: tuple[int, ...] = (1, 2, 3, 4), second: tuple[int, ...] = (1, 2, 3, 4)) -> Stage:
    """One closed round of two tables of four."""
    event = factories.event(factories.club("Tin Owl"), state=EventState.RUNNING)
    stage = factories.stage(event, chain=["points", "wins"])
    people = [factories.entry(event, factories.member(event.club, name)) for name in NAMES]
    round_ = factories.round_(stage)
    factories.played(factories.table(round_, people[:4]), list(first))
    factories.played(factories.table(round_, people[4:]), list(second))
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    standings.catch_up()
    return stage


def number(stage: Stage, name: str) -> int:
    return stage.event.entries.get(player__name=name).player_id


def entry(stage: Stage, name: str) -> Entry:
    return stage.event.entries.get(player__name=name)


def playing(cut: dict[str, Any]) -> list[str]:
    return sorted(one["name"] for one in cut["next"]["called"] if not one["declined"])


def stored() -> tuple[list[Any], int]:
    rows: list[Any] = [*Stage.objects.values(), *Qualifier.objects.values()]
    return rows, JournalLine.objects.count()


def test_who_would_go_on_is_read_before_anything_is_made() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    before = stored()

    cut = asker.get(f"/stages/{stage.pk}/cut/?size=3").json()

    assert [(one["name"], one["rank_text"], one["how"]) for one in cut["through"]] == [
        ("Ada", "1=", "rank"),
        ("Eva", "1=", "rank"),
    ]
    assert [one["name"] for one in cut["question"]["players"]] == ["Bo", "Fay"]
    assert (cut["question"]["places"], cut["question"]["choices"]) == (
        1,
        ["lot", "play_off", "widen"],
    )
    assert (cut["size"], cut["open_rounds"], cut["next"]) == (3, [], None)
    assert stored() == before


def test_without_a_size_it_is_one_table_or_what_the_cut_there_has() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)

    first = asker.get(f"/stages/{stage.pk}/cut/").json()["size"]
    asker.post(f"/stages/{stage.pk}/cut/", {"size": 2})

    assert (first, asker.get(f"/stages/{stage.pk}/cut/").json()["size"]) == (4, 2)


def test_a_cut_without_a_tie_is_made_and_told_with_its_stage() -> None:
    stage = a_stage()

    answer = doors.organizer(stage.event).post(
        f"/stages/{stage.pk}/cut/", {"size": 4, "kind": "semi_final"}
    )

    made = Stage.objects.get(source=stage)
    cut = answer.json()
    assert answer.status_code == 201
    assert (cut["next"]["stage"], cut["next"]["kind"], cut["next"]["is_open"]) == (
        made.pk,
        StageKind.SEMI_FINAL.value,
        True,
    )
    assert playing(cut) == ["Ada", "Bo", "Eva", "Fay"]
    assert JournalLine.objects.filter(kind="cut_made").count() == 1


def test_a_tie_is_asked_and_each_answer_does_what_it_says() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    order = [number(stage, "Fay"), number(stage, "Bo")]

    asked = asker.post(address, {"size": 3})
    widened = asker.post(address, {"size": 3, "choice": "widen"}).json()
    played = asker.post(address, {"size": 3, "choice": "play_off", "order": order}).json()
    drawn = asker.post(address, {"size": 3, "choice": "lot"}).json()

    assert (asked.status_code, asked.json()["code"], asked.json()["field"]) == (
        409,
        "cut_undecided",
        "choice",
    )
    assert "Bo, Fay" in asked.json()["message"]
    assert playing(widened) == ["Ada", "Bo", "Eva", "Fay"]
    assert playing(played) == ["Ada", "Eva", "Fay"]
    assert len(playing(drawn)) == 3
    stage.refresh_from_db()
    assert [sorted(lot["entries"]) for lot in stage.lots] == [
        sorted([entry(stage, "Bo").pk, entry(stage, "Fay").pk])
    ]


def test_winners_of_tables_go_on_first_where_it_is_asked() -> None:
    stage = a_stage(second=(1, 1, 3, 4))
    asker = doors.organizer(stage.event)

    cut = asker.get(f"/stages/{stage.pk}/cut/?size=2&winners_first=true").json()

    assert [(one["name"], one["how"]) for one in cut["through"]] == [("Ada", "winner")]
    assert [one["name"] for one in cut["question"]["players"]] == ["Eva", "Fay"]


def test_who_declines_is_replaced_and_comes_back_and_the_cut_is_taken_back() -> None:
    stage = a_stage((1, 2, 3, 4), (1, 2, 4, 3))
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    asker.post(address, {"size": 2})
    ada = {"entry": entry(stage, "Ada").pk}

    declined = asker.post(f"{address}decline/", ada).json()
    accepted = asker.post(f"{address}accept/", ada).json()
    undone = asker.delete(address)

    came = next(one for one in declined["next"]["called"] if one["how"] == "replacement")
    assert (playing(declined), came["replaces"]) == (["Bo", "Eva"], "Ada")
    assert playing(accepted) == ["Ada", "Eva"]
    assert (undone.status_code, undone.json()["next"]) == (200, None)
    assert list(stage.event.stages.all()) == [stage]


def test_a_repeat_under_one_key_draws_one_lot() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    told = {"size": 3, "choice": "lot"}

    answers = [
        asker.post(f"/stages/{stage.pk}/cut/", told, Idempotency_Key="once").json()
        for _ in range(2)
    ]

    stage.refresh_from_db()
    assert answers[0] == answers[1]
    assert len(stage.lots) == 1


@pytest.mark.parametrize(
    ("told", "status", "code", "field"),
    [
        ({}, 400, "value_missing", "size"),
        ({"size": 1}, 400, "too_small", "size"),
        ({"size": 501}, 400, "too_large", "size"),
        ({"size": 4, "kind": "main"}, 400, "bad_choice", "kind"),
        ({"size": 3, "choice": "coin"}, 400, "bad_choice", "choice"),
        ({"size": 3, "choice": "play_off"}, 400, "cut_order", "order"),
        ({"size": 3, "choice": "play_off", "order": [1, 1]}, 400, "cut_order", "order"),
        ({"size": 3, "choice": "lot", "order": [1, 2]}, 400, "order_without_play_off", "order"),
        ({"size": 4, "choice": "widen"}, 409, "cut_not_asked", "choice"),
        ({"size": 4, "seed": 1}, 400, "unknown_field", "seed"),
    ],
)
def test_a_cut_that_cannot_be_is_refused_at_its_field(
    told: dict[str, Any], status: int, code: str, field: str
) -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    before = stored()

    answer = asker.post(f"/stages/{stage.pk}/cut/", told)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        status,
        code,
        field,
    )
    assert stored() == before


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("size=1", "size"),
        ("size=x", "size"),
        ("size=999", "size"),
        ("winners_first=x", "winners_first"),
        ("kind=main", "kind"),
        ("byes=-1", "byes"),
        ("size=4&kind=semi_final&byes=3", "byes"),
        ("size=4&byes=1", "byes"),
        ("size=3&choice=lot", "choice"),
        ("size=3&choice=luck", "choice"),
        ("size=3&choice=widen&order=1,2", "order"),
        ("size=3&choice=play_off&order=1,x", "order"),
        ("size=3&choice=play_off&order=1,2", "order"),
        ("size=3&choice=play_off", "order"),
    ],
)
def test_a_question_that_cannot_be_is_refused_at_its_field(query: str, field: str) -> None:
    stage = a_stage()

    answer = doors.organizer(stage.event).get(f"/stages/{stage.pk}/cut/?{query}")

    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_after_the_final_has_a_round_nothing_is_cut_answered_or_taken_back() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    asker.post(address, {"size": 4})
    seatings.draw(
        by=factories.actor(Role.ORGANIZER, stage.event.club), stage=Stage.objects.get(source=stage)
    )
    before = stored()

    answers = [
        asker.post(address, {"size": 2}),
        asker.post(f"{address}decline/", {"entry": entry(stage, "Ada").pk}),
        asker.delete(address),
    ]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (409, "final_has_rounds")
    ] * 3
    assert asker.get(address).json()["next"]["is_open"] is False
    assert stored() == before


def test_where_no_cut_was_made_nobody_answers_and_nothing_is_taken_back() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    ada = {"entry": entry(stage, "Ada").pk}

    answers = [
        asker.post(f"{address}decline/", ada),
        asker.post(f"{address}accept/", ada),
        asker.delete(address),
    ]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [(409, "no_cut")] * 3


def test_an_entry_of_another_event_does_not_answer() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    asker.post(f"/stages/{stage.pk}/cut/", {"size": 4})
    foreign = factories.entry(factories.event(stage.event.club))

    answer = asker.post(f"/stages/{stage.pk}/cut/decline/", {"entry": foreign.pk})

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "unknown_entry",
        "entry",
    )


def test_a_scorekeeper_neither_reads_nor_makes_a_cut() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event, Role.SCOREKEEPER)
    address = f"/stages/{stage.pk}/cut/"
    before = stored()

    statuses = [
        asker.get(address).status_code,
        asker.post(address, {"size": 4}).status_code,
        asker.delete(address).status_code,
    ]

    assert statuses == [403, 403, 403]
    assert stored() == before


def test_what_a_cut_would_do_is_read_first_with_the_words_that_then_make_it() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    before = stored()

    seen = asker.get(f"{address}?size=6&kind=semi_final&byes=2").json()
    unchanged = stored()
    made = asker.post(address, {"size": 6, "kind": "semi_final", "byes": 2}).json()
    later = asker.get(address).json()

    assert [(one["name"], one["how"]) for one in seen["through"]] == [
        *(("Ada", "bye"), ("Eva", "bye")),
        *((name, "rank") for name in ("Bo", "Fay", "Cy", "Gus")),
    ]
    told = ("size", "kind", "byes", "winners_first", "through", "question")
    assert unchanged == before
    assert [{name: cut[name] for name in told} for cut in (made, later)] == [
        {name: seen[name] for name in told}
    ] * 2


def test_an_answer_to_a_tie_is_tried_out_before_it_is_given() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)
    address = f"/stages/{stage.pk}/cut/"
    bo, fay = number(stage, "Bo"), number(stage, "Fay")
    before = stored()

    widened, played = (
        asker.get(f"{address}?size=3&choice={answer}").json()
        for answer in ("widen", f"play_off&order={fay},{bo}")
    )

    assert [
        ([one["name"] for one in cut["through"]], cut["question"]) for cut in (widened, played)
    ] == [(["Ada", "Eva", "Bo", "Fay"], None), (["Ada", "Eva", "Fay"], None)]
    assert stored() == before


def test_the_first_ranks_go_straight_into_the_final_where_it_is_asked() -> None:
    stage = a_stage()
    asker = doors.organizer(stage.event)

    made = asker.post(f"/stages/{stage.pk}/cut/", {"size": 6, "kind": "semi_final", "byes": 2})
    wrong = asker.post(f"/stages/{stage.pk}/cut/", {"size": 4, "kind": "final", "byes": 1})

    how = dict(Qualifier.objects.values_list("entry__player__name", "how"))
    assert made.status_code == 201, made.json()
    assert {name for name, why in how.items() if why == "bye"} == {"Ada", "Eva"}
    assert (wrong.status_code, wrong.json()["code"]) == (400, "byes_without_final")
