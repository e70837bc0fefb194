"""Values for tests of games: any JSON, and Dice Devils matches that can have happened."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from hypothesis import strategies as st

from games.core.sheet import Issue, Level
from games.core.types import JSON
from games.dice_devils.devils import ITEM_LABELS
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.sheet.rounds import theft_is_possible

_LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=8)


def any_json(words: Sequence[str] = ()) -> st.SearchStrategy[JSON]:
    """Any value, with the given words among the names of its fields so that some of it fits."""
    names = st.sampled_from(words) | st.text(max_size=4) if words else st.text(max_size=4)
    return st.recursive(
        _LEAVES | st.sampled_from([*words, "12.5"]) if words else _LEAVES,
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(names, inner, max_size=6),
        max_leaves=20,
    )


def sealed(lines: list[str]) -> list[str]:
    """The lines with the digest that belongs to them in the last one, if that is an end."""
    end = json.loads(lines[-1])
    if not isinstance(end, dict) or "end" not in end:
        return lines
    end.pop("digest", None)
    start = json.dumps(end).removesuffix("}")
    whole = "\n".join([*lines[:-1], start])
    return [*lines[:-1], f'{start},"digest":"{hashlib.sha256(whole.encode()).hexdigest()}"}}']


def codes(issues: Sequence[Issue], level: Level = Level.ERROR) -> list[str]:
    """The codes of one level, without the name of the game, in order."""
    return [issue.code.split(".")[1] for issue in issues if issue.level is level]


@st.composite
def played_counts(
    draw: st.DrawFn, seats: int, options: DiceDevilsOptions
) -> tuple[list[dict[str, int]], int]:
    """Items as a match deals them, round by round, up to the end; and the number of rounds."""
    supply = [kind.key for kind in options.item_types for _ in range(kind.count)]
    supply = list(draw(st.permutations(supply)))
    held: list[dict[str, int]] = [dict.fromkeys(ITEM_LABELS, 0) for _ in range(seats)]
    ones = {kind.key for kind in options.item_types if kind.value == 1}
    rounds, lying = 0, 0
    while max(sum(row.values()) for row in held) < options.end_item_count:
        rounds += 1
        lying = min(options.open_target(seats), lying + len(supply))
        taken = draw(st.integers(1, lying))
        winners = draw(st.permutations(range(seats)))[:taken]
        for winner in winners:
            held[winner][supply.pop()] += 1
        losers = [seat for seat in range(seats) if seat not in winners]
        stealable = [(seat, key) for seat in losers for key in sorted(ones) if held[seat][key]]
        if stealable and theft_is_possible(seats, options) and draw(st.booleans()):
            victim, key = draw(st.sampled_from(stealable))
            held[victim][key] -= 1
            held[winners[0]][key] += 1
    return held, rounds
