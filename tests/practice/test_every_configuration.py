"""Whatever settings can be saved can be played: refused at a field, or the evening counts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league.core.actors import ANONYMOUS, system
from league.core.enums import Confirmation
from league.core.errors import BadInput, LeagueError
from league.models import Stage, Table, Trouble
from league.queries.standings import standings as read
from league.services.occasions import stages
from league.services.records import records
from league.services.seating import seatings
from league.services.standings import standings
from league.standings.points import SCHEMES
from league.standings.tiebreaks import CRITERIA
from league.standings.types import JSON
from tests import factories
from tests.tiers import examples

BY = system("test")
SIZES = st.one_of(st.none(), st.integers(2, 6))
VALUES = st.sampled_from(
    [
        {"kind": "mean"},
        {"kind": "zero"},
        {"kind": "own_average"},
        {"kind": "fixed", "points": "5/2"},
    ]
)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, JSON]:
    sizes = draw(st.sets(st.integers(2, 6), min_size=1))
    return {str(size): [str(size - place) for place in range(size)] for size in sorted(sizes)}


@st.composite
def schemes(draw: st.DrawFn, *, inner: bool = False) -> dict[str, JSON]:
    keys = sorted(scheme.key for scheme in SCHEMES)
    spec: dict[str, JSON] = {"key": draw(st.sampled_from(keys))}
    if spec["key"] == "custom":
        spec["rows"] = draw(rows())
    if inner and spec["key"] in {"win_bonus", "place_plus_score"}:
        return {"key": "linear7"}
    if spec["key"] == "win_bonus":
        spec |= {"scheme": draw(schemes(inner=True)), "bonus": "2"}
    if spec["key"] == "place_plus_score":
        spec |= {"places": draw(schemes(inner=True)), "factor": draw(st.sampled_from(["1", "-1"]))}
    if draw(st.booleans()):
        spec["drawn"] = "1"
    return spec


@st.composite
def settings_of_a_stage(draw: st.DrawFn) -> dict[str, Any]:
    chain = st.lists(st.sampled_from([one.key for one in CRITERIA]), min_size=1, unique=True)
    return {
        "scheme": draw(schemes()),
        "chain": draw(chain),
        "size_preferred": draw(st.integers(2, 6)),
        "size_min": draw(SIZES),
        "size_max": draw(SIZES),
        "bye": draw(VALUES),
        "late": draw(VALUES),
        "no_show": draw(VALUES),
        "scoring": {
            "guests_hold_places": draw(st.booleans()),
            **draw(st.sampled_from([{}, {"filler_points": "-15"}])),
            "shared_win": draw(st.sampled_from(["one", "share"])),
            "dropped": draw(st.sampled_from(["last", "zero"])),
        },
    }


GAMES = st.fixed_dictionaries(
    {
        "counts": st.sampled_from(["points", "places", "both"]),
        "higher_wins": st.booleans(),
        "may_be_drawn": st.booleans(),
    }
)


class EveryConfiguration(TestCase):
    @settings(max_examples=examples(15))
    @given(settings_of_a_stage(), GAMES, st.integers(2, 9), st.integers(0, 3), st.integers(0, 99))
    def test_settings_are_refused_at_a_field_or_an_evening_of_random_tables_counts_through(
        self, chosen: dict[str, Any], game: dict[str, Any], people: int, guests: int, luck: int
    ) -> None:
        event = factories.event(season=factories.season(), confirmation=Confirmation.NONE)
        ruleset = factories.free_game(event.club, **game)
        fields: Any = {**chosen, "ruleset": ruleset}
        refused = refusal(lambda: stages.add(by=BY, event=event, fields=fields))
        if refused is not None:
            assert isinstance(refused, BadInput)
            assert refused.field
            return
        stage = Stage.objects.select_related("event__club").get(event=event)
        for at in range(people):
            factories.entry(event, is_guest=at < guests, is_filler=at < guests - 1)
        random = Random(luck)

        for _ in range(2):
            refused = refusal(lambda: draw_and_publish(stage))
            if refused is not None:
                assert refused.code.startswith("seating_")
                break
            for table in Table.objects.filter(seating__round__stage=stage, record_version=0):
                play(table, game, random)
        standings.catch_up()

        assert list(Trouble.objects.values_list("kind", "code", "fault")) == []
        assert standings.check() == ()
        stage.refresh_from_db()
        fillers = stage.event.entries.filter(is_filler=True).count()
        unlisted = 0 if "filler_points" in chosen["scoring"] else fillers
        assert len(read.payload(stage, ANONYMOUS).payload["rows"]) == people - unlisted


def refusal(do: Callable[[], object]) -> LeagueError | None:
    try:
        do()
    except LeagueError as error:
        return error
    return None


def draw_and_publish(stage: Stage) -> None:
    seatings.publish(by=BY, seating=seatings.draw(by=BY, stage=stage))


def play(table: Table, game: dict[str, Any], random: Random) -> None:
    """A random result of the table, drawn and without points where that may be."""
    seats = table.seats.count()
    places = random.sample(range(1, seats + 1), seats)
    data: dict[str, Any] = {"seats": [{} for _ in places]}
    for row, place in zip(data["seats"], places, strict=True):
        if game["counts"] != "places":
            row["points"] = 10 - place if game["higher_wins"] else place
        if game["counts"] != "points":
            row["place"] = place
    if game["may_be_drawn"] and random.random() < 0.3:
        data = {"seats": [{} for _ in places], "drawn": True}
    refused = refusal(lambda: records.submit(by=BY, table=table, data=data, expected_version=0))
    assert refused is None or refused.code == "scores_needed"
