"""Choosing by trying: which action is found, and that the same numbers find the same."""

from __future__ import annotations

from games.core.rng import QuickRng
from games.core.search import Question, World, compared, searched


def noisy(worths: dict[str, float], noise: float) -> list[str]:
    """What is chosen with each of twenty seeds, where luck shifts all actions alike or not."""

    def world(number: int) -> World[str]:
        def turns_out(action: str) -> float:
            luck = QuickRng(number + len(action)).below(1000) / 1000
            return worths[action] + noise * luck

        return turns_out

    return [searched(list(worths), world, 400, QuickRng(seed)) for seed in range(20)]


def test_the_best_of_many_actions_is_found_through_noise() -> None:
    worths = {"a" * length: length / 100 for length in range(1, 30)} | {"best": 0.6}

    assert set(noisy(worths, noise=1.0)) == {"best"}


def test_luck_that_meets_all_alike_decides_nothing() -> None:
    worlds: list[int] = []

    def world(number: int) -> World[int]:
        worlds.append(number)
        return lambda action: number % 1000 + action

    assert searched(range(3), world, 4, QuickRng(1)) == 2
    assert len(worlds) == 2


def test_the_first_of_equals_is_taken_and_a_guess_parts_them() -> None:
    def world(number: int) -> World[str]:
        return lambda action: 0.5

    assert searched(["a", "b", "c"], world, 30, QuickRng(1)) == "a"
    assert searched(["a", "b"], world, 30, QuickRng(1), worths=[0.1, 0.2], trust=5) == "b"


def test_the_same_numbers_give_the_same_choice() -> None:
    worths = {"a": 0.5, "bb": 0.5, "ccc": 0.5}

    assert noisy(worths, noise=1.0) == noisy(worths, noise=1.0)


def test_the_best_few_are_compared_in_worlds_that_did_not_choose_them() -> None:
    choosing: list[int] = []
    comparing: list[int] = []

    def world(number: int) -> World[int]:
        def turns_out(action: int) -> float:
            (comparing if action in (7, 8, 9) else choosing).append(number)
            return action / 10 + (number % 7) / 100

        return turns_out

    found = compared(Question(range(10), world, 1), 3, 300, QuickRng(1))

    assert [action for action, _ in found] == [9, 8, 7]
    assert {len(outcomes) for _, outcomes in found} == {50}
    assert len(set(comparing) - set(choosing)) >= 50
    assert compared(Question(["a"], lambda number: lambda action: 0.5, 1), 3, 4, QuickRng(1)) == [
        ("a", [0.5] * 4)
    ]
