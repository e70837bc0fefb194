"""However many choices there are, each is there once, and few lie open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from league.queries.play.plays import Choice
from league.web.play.choice_groups import FEW, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.web.play.choice_groups import ChoiceGroup


def choices(*words: str) -> tuple[Choice, ...]:
    return tuple(Choice({"n": number}, text) for number, text in enumerate(words))


def all_words(group: ChoiceGroup) -> Iterator[str]:
    yield from (choice.words for choice in group.choices)
    for inner in group.groups:
        yield from all_words(inner)


def test_few_choices_lie_open_in_their_order() -> None:
    found = grouped(choices("Reveal a piece of coal", "Stop with 85"))

    assert (found.title, found.groups) == ("", ())
    assert [(choice.value, choice.words) for choice in found.choices] == [
        ('{"n":0}', "Reveal a piece of coal"),
        ('{"n":1}', "Stop with 85"),
    ]


def test_choices_that_differ_in_their_last_word_alone_are_one_group_however_many() -> None:
    found = grouped(choices(*(f"Bet {10 * number}" for number in range(1, 41))))

    assert (len(found.choices), found.groups, found.is_short) == (40, (), True)


def test_hundreds_of_a_kind_are_folded_by_what_they_begin_with() -> None:
    fields = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 8)]
    pairs = [(one, two) for one in fields for two in fields if one < two]
    swaps = [f"Exchange the cards on {one} and {two}" for one, two in pairs]

    found = grouped(choices("Go to r1c1", "Go to r1c2", *swaps))

    assert [choice.words for choice in found.choices] == ["Go to r1c1", "Go to r1c2"]
    (exchange,) = found.groups
    assert (exchange.title, exchange.count) == ("Exchange the cards on", len(swaps))
    assert exchange.groups[0].title == "Exchange the cards on r1c1 and"
    assert len(exchange.groups[0].choices) == len(fields) - 1


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4), max_size=90))
def test_every_choice_is_there_once_and_no_fold_is_empty(texts: list[list[str]]) -> None:
    words = [" ".join(text) for text in texts]

    found = grouped(choices(*words))

    assert sorted(all_words(found)) == sorted(words)
    assert found.count == len(words)
    assert len(words) > FEW or not found.groups
    waiting = list(found.groups)
    while waiting:
        group = waiting.pop()
        waiting += group.groups
        assert group.count == sum(1 for _ in all_words(group)) > 0
