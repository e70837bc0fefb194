"""Whatever scheme, criterion or chain is chosen, every page of a standing can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from league.core.enums import EventState
from league.models import Event, Season, Stage
from league.services.standings import standings
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.tiebreaks import CRITERIA
from tests import factories

pytestmark = pytest.mark.django_db
KEYS = [scheme.key for scheme in SCHEMES if scheme.key != "custom"]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """Two rounds of three tables, with a drop and a bye, in a season; made once for all."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = factories.event(season=factories.season(factories.club()), state=EventState.RUNNING)
        stage = factories.stage(event)
        people = [factories.entry(event) for _ in range(10)]
        for number in (1, 2):
            round_ = factories.round_(stage, number=number)
            for at in range(0, 9, 3):
                table = factories.table(round_, people[at : at + 3])
                factories.played(table, [1, 2, 2], points=[12, 7, 7])
        yield event.pk
        transaction.set_rollback(True)


def _under(made: int, scheme: str = "linear7", chain: tuple[str, ...] = ("points",)) -> Event:
    """The evening and its season under the same rules."""
    rules = {"scheme": scheme_from_json({"key": scheme}).to_json(), "chain": list(chain)}
    Stage.objects.filter(event=made).update(**rules)
    Season.objects.filter(events=made).update(**rules)
    event = Event.objects.select_related("club", "season").get(pk=made)
    assert standings.recompute_all(event.club) == 2
    return event


def _pages(event: Event) -> list[str]:
    stage = Stage.objects.get(event=event)
    season = f"/c/{event.club.slug}/s/{event.season.slug}"  # type: ignore[union-attr]  # it has one
    own = f"/e/{event.slug}/stages/{stage.number}"
    return [
        f"/e/{event.slug}/",
        f"/e/{event.slug}/standings/",
        f"/e/{event.slug}/board/",
        f"{own}/scoring/",
        f"{own}/standings.csv",
        f"{season}/",
        f"{season}/scoring/",
        f"{season}/standings.csv",
        f"/api/v1/stages/{stage.pk}/standings/",
        f"/api/v1/seasons/{event.season_id}/standings/",
    ]


def _statuses(event: Event) -> dict[str, int]:
    return {path: Client().get(path).status_code for path in _pages(event)}


@pytest.mark.parametrize("key", KEYS)
def test_every_scheme_has_all_its_pages(made: int, key: str) -> None:
    event = _under(made, scheme=key)

    assert set(_statuses(event).values()) == {200}, _statuses(event)


@pytest.mark.parametrize("key", [criterion.key for criterion in CRITERIA])
def test_every_criterion_has_all_its_pages(made: int, key: str) -> None:
    event = _under(made, chain=("points", key) if key != "points" else ("points",))

    assert set(_statuses(event).values()) == {200}, _statuses(event)
