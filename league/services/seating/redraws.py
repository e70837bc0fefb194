"""A draft drawn again: other companies where there are any as good, and a word where not."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import SeatingState
from league.core.errors import BadInput, Refused
from league.core.facts import Fact
from league.queries.seating import drafts, seating_fields, seating_plans
from league.seating import penalties
from league.seating.again import Standing, chosen_of, companies_of
from league.seating.contract import plan
from league.seating.methods import METHODS, aim_of
from league.seating.types import Split
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Seating
    from league.seating.types import Field, Plan

MOST_TRIES = 12
SECONDS = 2.0  # for all tries but the first: somebody waits


def redraw(
    *,
    by: Actor,
    seating: Seating,
    expected_version: int | None = None,
    method: str | None = None,
    seed: int | None = None,
    sizes: Sequence[int] | None = None,
) -> Seating:
    """Draws a draft again for whoever is here now; locked tables and seats stay as they are.

    Where nothing better is found, companies that this round has not had yet and that are as good
    come instead; without any the draft stays. What happened is a remark of the seating. With a
    ``seed`` it is that very draw.
    """
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        found = seating_rows.changeable(by, seating, expected_version)
        stage, round_, seating = found.stage, found.round, found.seating
        if seating.state != SeatingState.DRAFT:
            raise Refused("not_a_draft")
        tables = seating_plans.tables_of(seating)
        key = method or method_of(seating.method, stage.method)
        field = seating_fields.collect(stage, before=round_, with_strength=aim_of(key) == "level")
        here = frozenset(player.id for player in field.players)
        kept = seating_plans.locks(tables, present=here)
        field = replace(
            field,
            kept=kept,
            pinned=seating_plans.pins(tables, present=here),
            split=Split(tuple(sizes), Fraction(0)) if sizes else None,
        )
        locked = {seat.entry_id for table in tables for seat in table.seats.all() if seat.is_locked}
        if seed is None:
            now = _standing(seating, field, key) if key == seating.method else None
            seen = drafts.companies_had(stage, round_.number)
            made, news = chosen_of(_tries(field, key), now, seen)
        else:
            made, news = planned(field, key, seed), ""
        if made is not None:
            seating.seats.all().delete()
            seating.tables.all().delete()
            seating_rows.fill(seating, made.tables, made.byes)
            seating.tables.filter(number__in=[lock.number for lock in kept]).update(is_locked=True)
            seating.seats.filter(entry__in=locked, table__isnull=False).update(is_locked=True)
            seating.method, seating.seed = made.method, str(made.seed)
            seating.explanation = seating_plans.explanation(made, field)
        seating.explanation = {**seating.explanation, "again": news}
        after = seating_plans.tables_of(seating)
        seating.version += 1
        seating.save(update_fields=["method", "seed", "explanation", "version"])
        seating_rows.log(
            Fact.SEATING_DRAWN,
            by,
            stage,
            seating=seating.pk,
            round=round_.number,
            tables=[len(table.players) for table in seating_plans.planned(after) if table.players],
            byes=seating.seats.filter(table__isnull=True).count(),
            seed=seating.seed,
            again=True,
            before=found.before,
        )
    return seating


def _tries(field: Field, method: str) -> Iterator[Plan]:
    """Draws by ever new numbers, as many as somebody waits for."""
    until = time.monotonic() + SECONDS
    for turn in range(MOST_TRIES):
        if turn and time.monotonic() > until:
            return
        yield planned(field, method, None)


def _standing(seating: Seating, field: Field, method: str) -> Standing | None:
    """The draft as it would be judged now; None where it is of other people or other tables, or
    could not be drawn any more.
    """
    rows = seating_plans.tables_of(seating)
    tables = seating_plans.planned(rows)
    outside = seating_plans.seats_without_table(seating)
    people = {player for table in tables for player in table.players}
    people |= {seat.entry_id for seat in outside}
    sizes = sorted((len(table.players) for table in tables), reverse=True)
    asked = sorted(field.split.sizes, reverse=True) if field.split else sizes
    if people != {player.id for player in field.players} or sizes != asked:
        return None
    byes = seating_plans.byes(outside)
    most = field.sizes.max_tables
    if (
        {bye.player for bye in byes if bye.reason == "requested"} != field.requested_byes
        or (most is not None and len(tables) > most)
        or seating_rows.objections(rows, byes, field)
    ):
        return None
    costs = penalties.costs_of(penalties.explain(tables, replace(field, aim=aim_of(method)), byes))
    return Standing(companies_of(tables), sum(costs.values()) - costs.get("seats", 0))


def method_of(method: str, usual: str) -> str:
    """The method to draw a draft again by; a plan made before says nothing about the rest."""
    if method != "fixed":
        return method
    return usual if usual != "fixed" else "random"


def planned(field: Field, method: str, seed: int | None) -> Plan:
    """A plan of the round by one of the methods; what stands against it is refused."""
    known = {row.key: row for row in METHODS}
    if method not in known:
        raise BadInput("unknown_choice", field="method", choice=method[:40])
    return seating_rows.asked(
        lambda: plan(field, known[method], seed=seating_rows.fresh_seed(seed))
    )
