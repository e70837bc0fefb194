"""How fast a plan of all rounds heeds wishes; run with ``pytest -m bench tests/bench``."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from league.core.enums import PlanState, Role
from league.models import Entry, Player, RoundsPlan, Ruleset, Stage
from league.queries.seating.seating_wishes import Wishes
from league.services.seating import plans
from tests import factories
from tests.bench.conftest import Report

if TYPE_CHECKING:
    from games.core.types import JSON

pytestmark = [pytest.mark.bench, pytest.mark.django_db, pytest.mark.timeout(300)]

PLAYERS, ROUNDS, ROOMS, TABLES_OF_A_ROOM = 1000, 8, 10, 26


def a_large_hall() -> Stage:
    """Three games and ten rooms; of a thousand people every second one wishes for something."""
    event = factories.event()
    names = ("Copper Kettle", "Lantern Harbour", "Owl Post")
    games = [factories.free_game(event.club, name=name, seats=[3, 6]) for name in names]
    rooms = {
        f"Room {n + 1}": list(range(1 + n * TABLES_OF_A_ROOM, 1 + (n + 1) * TABLES_OF_A_ROOM))
        for n in range(ROOMS)
    }
    step_free = list(range(1, 2 * TABLES_OF_A_ROOM + 1))
    stage = factories.stage(
        event, ruleset=games[0], seating={"rooms": rooms, "step_free": step_free}
    )
    stage.rulesets.set(games[1:])
    people = Player.objects.bulk_create(
        Player(name=f"Person {n}", search_key=f"person {n}", sort_key=f"person {n:04}")
        for n in range(PLAYERS)
    )
    rows = Entry.objects.bulk_create(
        Entry(event=event, player=player, is_present=True) for player in people
    )
    lot = random.Random(7)
    for row in rows:
        row.wishes = wishes(row, rows, games, lot)
    Entry.objects.bulk_update(rows, ["wishes"], batch_size=200)
    return stage


def wishes(
    row: Entry, rows: list[Entry], games: list[Ruleset], lot: random.Random
) -> dict[str, JSON]:
    kind = lot.randrange(20)
    some = Wishes()
    if kind < 3:
        some = Wishes(wants=(lot.choice(games).pk,))
    elif kind < 5:
        some = Wishes(refuses=(lot.choice(games).pk,))
    elif kind == 5:
        some = Wishes(tables=tuple(sorted(lot.sample(range(1, 240), 5))))
    elif kind < 9:
        some = Wishes(near=(lot.choice([other for other in rows if other != row]).pk,))
    elif kind == 9:
        some = Wishes(step_free=True)
    return some.to_json()


def test_a_thousand_people_with_wishes_are_planned_for_eight_rounds(report: Report) -> None:
    stage = a_large_hall()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    waiting = plans.plan_rounds(by=by, stage=stage, count=ROUNDS, seed=1)
    wishing = stage.event.entries.exclude(wishes={}).count()
    started = time.process_time()

    plans.work(waiting.pk)

    spent = time.process_time() - started
    row = RoundsPlan.objects.get(pk=waiting.pk)
    assert row.state == PlanState.DONE, row.refusal
    figures = row.figures
    met = 1 - figures["unmet"] / (wishing * ROUNDS)
    report(
        f"A plan of {ROUNDS} rounds for {PLAYERS} people, {wishing} of them with wishes",
        [
            ("processor time from the stored entries to the plan", f"{spent:.2f} s", "≤ 2 s"),
            ("refusals and needs that are broken", "none", "none"),
            ("places without a wish unmet, of those who wish", f"{met:.1%}", "≥ 90 %"),
            ("repeats, of the pair that meets most", _repeats(figures), "≤ 10"),
        ],
    )
    assert (spent <= 2, met >= 0.9, figures["repeats"] <= 10) == (True, True, True)


def _repeats(figures: dict[str, int]) -> str:
    return f"{figures['repeats']}, {figures['most_meetings']} meetings"
