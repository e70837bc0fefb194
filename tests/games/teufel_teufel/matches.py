"""Matches of Teufel, Teufel! that can have happened, seen through what a sheet tells of them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from games.core.types import JSON
from tests.games.teufel_teufel.tables import STAYED

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
Sheet = dict[str, Any]  # Any: JSON that tests change in place


@dataclass(frozen=True)
class Match:
    """A finished match: the honest sheet, and what must come out of it."""

    seats: int
    options: dict[str, JSON]
    left: tuple[int, ...]
    end: str
    places: tuple[int, ...]
    sheet: Sheet


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Plays letters and devils turn by turn; what happens on single fields does not matter here."""
    seats = draw(st.integers(2, 6))
    letters, devils, turns = [0] * seats, [False] * seats, [0] * seats
    left: list[int] = []
    first, rounds = draw(st.integers(0, seats - 1)), 0
    planned = draw(st.integers(0, 12))
    while rounds < planned and len(left) < seats - 1:
        rounds += 1
        for step in range(seats):
            seat = (first + step) % seats
            if seat in left:
                continue
            turns[seat] += 1
            happens = draw(st.sampled_from(["letter", "letter", "devil", "drop", "nothing"]))
            if happens == "letter":
                letters[seat] = min(6, letters[seat] + 1)
            elif happens == "drop":
                devils[seat] = False
            elif happens == "devil" and devils[seat]:
                devils[seat], letters[seat] = False, max(0, letters[seat] - 2)
            elif happens == "devil" and sum(devils) < 4:
                devils[seat] = True
            if letters[seat] == 6 and not devils[seat]:
                left.append(seat)
            if len(left) == seats - 1:
                break
    caught = [seat for seat in range(seats) if seat not in left]
    options = _options(draw)
    end = "last_one" if len(caught) == 1 else draw(st.sampled_from(["day_break", "stopped"]))
    sheet = _sheet(draw, left, letters, devils, turns, end, bool(options.get("losers_tiebreak")))
    if draw(st.booleans()):
        sheet["rounds"] = rounds
    if draw(st.booleans()):
        sheet["first_player"] = first + 1
    return Match(seats, options, tuple(left), end, _places(left, letters, seats, options), sheet)


def _options(draw: st.DrawFn) -> dict[str, JSON]:
    options: dict[str, JSON] = {"early_end_allowed": True}
    if draw(st.booleans()):
        options["losers_tiebreak"] = "letters"
    if draw(st.booleans()):
        options["daybreak_places"] = "shared_average"
    return options


def _sheet(
    draw: st.DrawFn,
    left: list[int],
    letters: list[int],
    devils: list[bool],
    turns: list[int],
    end: str,
    letters_count: bool,
) -> Sheet:
    rows = []
    for seat, number in enumerate(letters):
        row: dict[str, JSON] = {"left": left.index(seat) + 1 if seat in left else STAYED}
        if letters_count or draw(st.booleans()):
            # six letters without a word about the devil would mean that the player has left
            row |= {"letters": number, "devil": devils[seat]}
        if draw(st.booleans()):
            row["turns"] = turns[seat]
        if draw(st.booleans()):
            row["colour"] = COLOURS[seat]
        rows.append(row)
    sheet: Sheet = {"seats": rows, "end": end}
    if draw(st.booleans()):
        least = 1 if end == "stopped" else 0
        sheet["hidden_cards"] = 0 if end == "day_break" else draw(st.integers(least, 42))
    return sheet


def _places(
    left: list[int], letters: list[int], seats: int, options: dict[str, JSON]
) -> tuple[int, ...]:
    """1 + the number of seats that are better, one pair of seats after the other."""
    parted = options.get("losers_tiebreak") == "letters" and bool(left)

    def is_better(one: int, other: int) -> bool:
        if one in left:
            return other not in left or left.index(one) < left.index(other)
        return parted and other not in left and letters[one] > letters[other]

    return tuple(1 + sum(is_better(other, seat) for other in range(seats)) for seat in range(seats))


Corruption = Callable[[Match, Sheet, Callable[[list[int]], int]], set[str]]


def _second_twin(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    """One who stayed is said to have left together with another."""
    seat = pick([seat for seat in range(match.seats) if seat not in match.left])
    sheet["seats"][seat]["left"] = pick(list(range(1, len(match.left) + 1)))
    return {"left_twice"}


def _forgotten(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    """One who left is said to have stayed; the last one's place leaves no gap."""
    seat = pick(list(match.left))
    sheet["seats"][seat]["left"] = STAYED
    # a day-break with one fewer gone is as good a sheet, unless something else speaks against it
    row = sheet["seats"][seat]
    if seat == match.left[-1] and match.end != "last_one" and row.get("letters") is None:
        sheet["seats"][seat]["left"] = None
        return {"left_missing"}
    return {"left_gap", "not_all_but_one", "must_have_left"}


def _late(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    """A place nobody can have."""
    sheet["seats"][pick(list(range(match.seats)))]["left"] = pick([0, -1, match.seats])
    return {"left_impossible"}


def _other_end(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    if match.end == "last_one":
        sheet["end"] = ("day_break", "stopped")[pick([0, 1])]
        return {"no_day_break", "not_stopped"}
    sheet["end"] = "last_one"
    return {"not_all_but_one"}


def _letters(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    seat = pick(list(range(match.seats)))
    sheet["seats"][seat]["letters"] = pick([-1, 7])
    return {"letters_impossible"}


def _lost_letter(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    sheet["seats"][pick(list(match.left))]["letters"] = pick([0, 3, 5])
    return {"leaver_without_letters"}


def _devil(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    sheet["seats"][pick(list(match.left))]["devil"] = True
    return {"leaver_with_devil"}


def _complete(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    seat = pick([seat for seat in range(match.seats) if seat not in match.left])
    sheet["seats"][seat] |= {"letters": 6, "devil": False}
    return {"must_have_left"}


def _turns(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    sheet["seats"][pick(list(match.left))]["turns"] = pick([0, 5])
    return {"too_few_turns"}


def _rounds(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    pick(list(match.left))
    sheet["rounds"] = pick([0, 5])
    return {"too_few_rounds"}


def _hidden(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    wrong = {"last_one": [-1, 43], "day_break": [-1, 1, 42], "stopped": [0, 43]}
    sheet["hidden_cards"] = pick(wrong[match.end])
    return {"hidden_impossible", "hidden_at_day_break", "day_has_broken"}


def _same_colour(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    seat = pick(list(range(1, match.seats)))
    sheet["seats"][0]["colour"] = sheet["seats"][seat]["colour"] = "black"
    return {"colour_twice"}


def _empty(match: Match, sheet: Sheet, pick: Callable[[list[int]], int]) -> set[str]:
    sheet["seats"][pick(list(range(match.seats)))]["left"] = None
    return {"left_missing"}


CORRUPTIONS: dict[str, Corruption] = {
    "two who left at once": _second_twin,
    "one who left and is said to have stayed": _forgotten,
    "a place nobody can have": _late,
    "another end": _other_end,
    "too many letters or too few": _letters,
    "one who left with a letter missing": _lost_letter,
    "one who left with a devil": _devil,
    "one with everything who stayed": _complete,
    "one who left too soon": _turns,
    "too few rounds": _rounds,
    "hidden cards that do not fit the end": _hidden,
    "two of one colour": _same_colour,
    "one forgotten": _empty,
}


class _Nobody(Exception):
    """There is nothing to pick from."""


def corrupted(match: Match, name: str, data: st.DataObject) -> tuple[Sheet, set[str]] | None:
    """The sheet with one thing wrong, and the codes of which one has to be reported.

    None where this match offers nothing that could be wrong in this way.
    """

    def pick(among: list[int]) -> int:
        if not among:
            raise _Nobody
        return data.draw(st.sampled_from(among))

    sheet = deepcopy(match.sheet)
    try:
        return sheet, CORRUPTIONS[name](match, sheet, pick)
    except _Nobody:
        return None
