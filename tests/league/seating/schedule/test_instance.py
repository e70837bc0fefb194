from __future__ import annotations

from itertools import combinations

import pytest

from league.seating.errors import SeatingRefused
from league.seating.schedule.choice import instance_for
from league.seating.schedule.draw import schedule
from league.seating.schedule.files import Json, instance_from
from league.seating.schedule.instance import Instance
from league.seating.texts import OBJECTIONS
from tests.league.seating.schedule.cases import plain


def refusal(instance: Instance) -> list[tuple[str, object]]:
    with pytest.raises(SeatingRefused) as caught:
        schedule(instance, seed=1)
    return [(o.code, dict(o.params)) for o in caught.value.objections]


def code_of(data: Json) -> tuple[str, object]:
    with pytest.raises(SeatingRefused) as caught:
        instance_from(data)
    return caught.value.code, caught.value.params.get("field")


@pytest.mark.parametrize(
    ("players", "code"), [(0, "nobody"), (1, "too_few"), (2, "too_few"), (-3, "nobody")]
)
def test_too_few_players_are_refused_at_once(players: int, code: str) -> None:
    with pytest.raises(SeatingRefused) as caught:
        instance_for(players, 5)

    assert caught.value.code == code


def test_a_number_that_cannot_be_split_is_refused_with_the_ways_out() -> None:
    with pytest.raises(SeatingRefused) as caught:
        instance_for(7, 3, low=4, high=5)

    assert caught.value.code == "impossible_count"
    assert caught.value.params["byes"] == 2
    assert caught.value.params["near"] == (5, 8)


def test_no_rounds_make_no_schedule() -> None:
    with pytest.raises(SeatingRefused) as caught:
        instance_for(12, 0)

    assert caught.value.code == "no_rounds"
    assert refusal(Instance(n=8, sizes=())) == [("no_rounds", {"rounds": 0})]


def test_tables_for_another_number_of_players_are_refused() -> None:
    planned_for_16 = Instance(n=20, sizes=((4, 4, 4, 4),) * 3)

    assert refusal(planned_for_16) == [("split_does_not_fit", {"players": 20, "seats": 16})]


def test_everybody_apart_from_everybody_is_refused() -> None:
    everybody = Instance(n=8, sizes=((4, 4),) * 2, apart=frozenset(combinations(range(8), 2)))

    assert refusal(everybody) == [("apart_from_all", {"player": 0})]


def test_more_enemies_than_tables_are_refused_by_name() -> None:
    three = Instance(n=8, sizes=((4, 4),) * 2, apart=frozenset(combinations((1, 3, 5), 2)))

    assert refusal(three) == [("apart_impossible", {"players": (1, 3, 5), "tables": 2})]


def test_locks_that_contradict_each_other_are_refused() -> None:
    crowd = Instance(n=6, sizes=((3, 3),), fixed={(0, p): 1 for p in range(4)})
    nowhere = Instance(n=6, sizes=((3, 3),), fixed={(0, 2): 2})
    enemies = Instance(
        n=6, sizes=((3, 3),), fixed={(0, 1): 0, (0, 2): 0}, apart=frozenset({(1, 2)})
    )

    assert refusal(crowd) == [("table_full", {"table": 2, "size": 3, "players": 4})]
    assert refusal(nowhere) == [("no_such_table", {"table": 3, "tables": 2})]
    assert [code for code, _ in refusal(enemies)] == ["apart_impossible"]


def test_a_lock_on_two_tables_of_one_round_is_refused() -> None:
    locks = [{"round": 0, "table": t, "player": 1} for t in (0, 1)]

    with pytest.raises(SeatingRefused) as caught:
        instance_from({"n": 6, "rounds": 1, "sizes": [3, 3], "fixed": locks})

    assert caught.value.objections[0].code == "player_twice"


def test_strangers_and_doubles_are_refused() -> None:
    absent = Instance(n=6, sizes=((3,),), present=((0, 1, 9),))
    double = Instance(n=6, sizes=((3,),), present=((0, 1, 1),))
    history = Instance(n=6, sizes=((3, 3),), history=(((0, 1, 7), (2, 3, 4)),))

    assert refusal(absent) == [("player_unknown", {"player": 9})]
    assert refusal(double) == [("player_twice", {"player": 1})]
    assert refusal(history) == [("player_unknown", {"player": 7})]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], "instance"),
        ({"rounds": 2, "sizes": [3, 3]}, "n"),
        ({"n": True, "rounds": 2, "sizes": [3, 3]}, "n"),
        ({"n": 6, "rounds": 2, "sizes": "3,3"}, "sizes"),
        ({"n": 6, "rounds": 2, "sizes": [3, "3"]}, "sizes"),
        ({"n": 6, "rounds": 2, "sizes": [[3, 3]]}, "rounds"),
        ({"n": 6, "rounds": 1, "sizes": [3, 3], "apart": [[1, 1]]}, "apart"),
        ({"n": 6, "rounds": 1, "sizes": [3, 3], "club": [1, 2]}, "club"),
        ({"n": 6, "rounds": 1, "sizes": [3, 3], "fixed": [3]}, "fixed"),
        ({"n": 6, "rounds": 1, "sizes": [3, 3], "history": ["abc"]}, "history"),
    ],
)
def test_an_unreadable_description_names_its_field(data: Json, field: str) -> None:
    assert code_of(data) == ("bad_instance", field)


def test_a_locked_player_gets_a_table_of_the_preferred_size() -> None:
    instance = instance_from(
        {
            "n": 11,
            "rounds": 1,
            "sizes": [3, 4, 4],
            "preferred": 4,
            "fixed": [{"round": 0, "table": 0, "player": 5}],
        }
    )

    assert instance.sizes == ((4, 4, 3),)


def test_every_refusal_has_a_sentence() -> None:
    for instance in (plain((), 0), Instance(n=6, sizes=((3, 3),), fixed={(0, 2): 2})):
        with pytest.raises(SeatingRefused) as caught:
            schedule(instance, seed=1)
        for objection in caught.value.objections:
            assert "%(" not in OBJECTIONS[objection.code] % objection.params
