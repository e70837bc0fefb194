"""Fixtures of a stage: who plays whom by when, drawing them, and how a table finds its day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Moment, Output, operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from league.queries import by_id
from league.queries.evening import appointments as reading
from league.queries.seating.fixtures import MOST_MATCHES
from league.services.evening import appointments
from league.services.seating import fixtures

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Stage, Table
    from league.queries.evening.appointments import Answers, Match
    from league.queries.seating.fixtures import Drawn


class MatchSeatOutput(Output):
    entry = serializers.IntegerField()
    name = serializers.CharField()


class MatchMomentOutput(Output):
    id = serializers.IntegerField(help_text="What answers name.")
    starts_at = serializers.DateTimeField(help_text="The time that somebody proposed.")
    suits = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries who can play then."
    )
    suits_not = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries who cannot."
    )
    silent = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries who have not answered."
    )


class FixtureOutput(Output):
    table = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the match in its stage, as people call it.")
    state = serializers.ChoiceField(
        choices=reading.STATES, help_text="How far its people are with it."
    )
    seats = MatchSeatOutput(many=True)
    due_on = serializers.DateField(
        allow_null=True, help_text="The last day to play it, in the event's zone; null: any day."
    )
    agreed_at = serializers.DateTimeField(
        allow_null=True, help_text="When they play; null: not agreed yet."
    )
    place = serializers.CharField(
        help_text="Where they play; empty for all but the table, scorekeepers and organizers."
    )
    moments = MatchMomentOutput(
        many=True,
        help_text="Times proposed; empty for all but the table, scorekeepers and organizers.",
    )
    is_late = serializers.BooleanField(help_text="Whether its last day is over without a result.")
    is_open = serializers.BooleanField(help_text="Whether a day can still be arranged.")


class FixturesOutput(Output):
    stage = serializers.IntegerField()
    fixtures = FixtureOutput(many=True, help_text="By number; empty: none are drawn.")


class DrawnFixtureOutput(Output):
    number = serializers.IntegerField(help_text="Of the match in its stage, as people call it.")
    ruleset = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class FixturesPreviewOutput(Output):
    stage = serializers.IntegerField()
    tables = DrawnFixtureOutput(many=True, help_text="New ones, with entries in seat order.")
    kept = serializers.IntegerField(help_text="Tables that stay as they are.")
    fewest = serializers.IntegerField(help_text="How often the pair that meets least meets.")
    most = serializers.IntegerField(help_text="How often the pair that meets most meets.")
    repeats = serializers.IntegerField()
    is_best = serializers.BooleanField(help_text="Whether it is proven that none repeat less.")
    seed = serializers.CharField()


class FixturesPreviewInput(Input):
    matches = serializers.IntegerField(
        min_value=1, max_value=MOST_MATCHES, help_text="How many everyone plays."
    )
    seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)


class FixturesInput(FixturesPreviewInput):
    due_on = serializers.DateField(
        required=False, allow_null=True, help_text="The last day for the new tables; null: any."
    )
    expected_kept = serializers.IntegerField(
        required=False, min_value=0, help_text="`kept` of the preview; refused if it has changed."
    )


class FixturesDueInput(Input):
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=500,
        help_text="Ids of tables.",
    )
    due_on = serializers.DateField(
        allow_null=True, help_text="The new last day, in the event's zone; null: any."
    )


class ProposedTimesInput(Input):
    moments = serializers.ListField(
        child=Moment(),
        min_length=1,
        max_length=appointments.MOST_MOMENTS,
        help_text="Times that suit the asker.",
    )


class TimeAnswerInput(Input):
    id = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Of the proposed time."
    )
    suits = serializers.BooleanField(help_text="Whether the asker can play then.")


class TimeAnswersInput(Input):
    answers = TimeAnswerInput(
        many=True, help_text="Times left out keep their answer; the first that suits all is fixed."
    )


class AppointmentInput(Input):
    at = Moment(required=False)
    place = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=appointments.LONGEST_PLACE,
        help_text="Where they play. Without `at` only the place of the day agreed on changes.",
    )


@operation("stage_fixtures", "The fixtures of a stage", answer=FixturesOutput)
def of_stage(request: Request, stage_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_fixtures(viewer, by_id.stage(viewer, stage_id)))


@operation(
    "stage_fixtures_draw",
    "Draws fixtures; matches with a day or a result stay",
    answer=FixturesOutput,
    status=201,
    sends=FixturesInput,
    writes=True,
)
def draw(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = FixturesInput.read(request)

    def do() -> dict[str, JSON]:
        fixtures.draw(
            by=by,
            stage=stage,
            matches=data["matches"],
            due_on=data.get("due_on"),
            seed=data.get("seed"),
            expected_tables=data.get("expected_kept"),
        )
        return _fixtures(by, stage)

    return once(request, do, status=201)


@operation("stage_fixtures_withdraw", "Takes all fixtures back", status=204, writes=True)
def withdraw(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    fixtures.withdraw(by=by, stage=by_id.stage(by, stage_id))
    return Response(status=204)


@operation(
    "stage_fixtures_preview",
    "What drawing fixtures would make; stores nothing",
    answer=FixturesPreviewOutput,
    sends=FixturesPreviewInput,
    also=(403, 409),
)
def preview(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = FixturesPreviewInput.read(request)
    found = fixtures.previewed(by=by, stage=stage, matches=data["matches"], seed=data.get("seed"))
    return Response(_preview(stage, found))


@operation(
    "stage_fixtures_due",
    "Gives open fixtures another last day",
    answer=FixturesOutput,
    sends=FixturesDueInput,
    writes=True,
)
def set_due(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = FixturesDueInput.read(request)

    def do() -> dict[str, JSON]:
        fixtures.set_due(by=by, stage=stage, tables=data["tables"], due_on=data["due_on"])
        return _fixtures(by, stage)

    return once(request, do)


@operation("table_fixture", "A fixture and the times proposed for it", answer=FixtureOutput)
def of_table(request: Request, table_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_match(reading.of_table(viewer, by_id.table(viewer, table_id))))


@operation(
    "table_fixture_propose",
    "Proposes times for a fixture; they suit the asker",
    answer=FixtureOutput,
    sends=ProposedTimesInput,
    writes=True,
)
def propose(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    data = ProposedTimesInput.read(request)

    def do() -> dict[str, JSON]:
        appointments.propose(by=by, table=table, moments=data["moments"])
        return _after(by, table)

    return once(request, do)


@operation(
    "table_fixture_answer",
    "Says which proposed times suit the asker's seat",
    answer=FixtureOutput,
    sends=TimeAnswersInput,
    writes=True,
)
def answer(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    data = TimeAnswersInput.read(request)

    def do() -> dict[str, JSON]:
        suits = {row["id"]: row["suits"] for row in data["answers"]}
        appointments.answer(by=by, table=table, suits=suits)
        return _after(by, table)

    return once(request, do)


@operation(
    "table_appointment_fix",
    "Fixes the day of a fixture, or its place alone",
    answer=FixtureOutput,
    sends=AppointmentInput,
    writes=True,
)
def fix(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    data = AppointmentInput.read(request)

    def do() -> dict[str, JSON]:
        place = data.get("place", "")
        if "at" in data:
            appointments.fix(by=by, table=table, at=data["at"], place=place)
        else:
            appointments.set_place(by=by, table=table, place=place)
        return _after(by, table)

    return once(request, do)


@operation(
    "table_appointment_lift",
    "Lifts the day of a fixture",
    status=204,
    writes=True,
)
def lift(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    appointments.lift(by=by, table=by_id.table(by, table_id))
    return Response(status=204)


def _after(by: Actor, table: Table) -> dict[str, JSON]:
    return _match(reading.of_table(by, by_id.table(by, table.pk)))


def _fixtures(viewer: Actor, stage: Stage) -> dict[str, JSON]:
    return {
        "stage": stage.pk,
        "fixtures": [_match(row) for row in reading.of_stage(viewer, stage)],
    }


def _match(row: Match) -> dict[str, JSON]:
    return {
        "table": row.table_id,
        "number": row.number,
        "state": row.state,
        "seats": [{"entry": seat.entry_id, "name": seat.name} for seat in row.seats],
        "due_on": row.due_on.isoformat() if row.due_on else None,
        "agreed_at": shapes.moment(row.agreed_at),
        "place": row.place,
        "moments": [_moment(one) for one in row.moments],
        "is_late": row.is_late,
        "is_open": row.is_open,
    }


def _moment(row: Answers) -> dict[str, JSON]:
    return {
        "id": row.moment_id,
        "starts_at": shapes.moment(row.starts_at),
        "suits": [seat.entry_id for seat in row.suits],
        "suits_not": [seat.entry_id for seat in row.suits_not],
        "silent": [seat.entry_id for seat in row.silent],
    }


def _preview(stage: Stage, found: Drawn) -> dict[str, JSON]:
    return {
        "stage": stage.pk,
        "tables": [
            {"number": row.number, "ruleset": row.ruleset, "entries": list(row.players)}
            for row in found.tables
        ],
        "kept": len(found.kept),
        "fewest": found.fewest,
        "most": found.most,
        "repeats": found.repeats,
        "is_best": found.is_best,
        "seed": str(found.seed),
    }
