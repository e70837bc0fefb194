"""The badges of Dice Devils: what a match tells, and what a sheet tells as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from games.core.badges import Badge, BadgeRules, Earned, found, winners
from games.core.text import gettext_noop
from games.core.types import Outcome
from games.dice_devils.devils import OBER, SATAN, SPIEL
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play.actions import Spiel, Steal
from games.dice_devils.play.ending import counts_by_kind, is_complete
from games.dice_devils.play.fights import leaders
from games.dice_devils.play.state import NOBODY, State
from games.dice_devils.play.table import result
from games.dice_devils.scoring import counts_of, holding, triples_of, with_nothing
from games.dice_devils.sheet.filled import DiceDevilsSheet

if TYPE_CHECKING:
    from games.core.transcript import Step

FOURTEEN = 14
TRIPLES = 3
CROWD = 4  # so many in one fight are a crowd
OPPONENTS = 2  # so many that reroll


class DiceDevilsBadges(BadgeRules[DiceDevilsSheet]):
    """What is told of somebody's devils, and of the warm things they brought home."""

    badges: ClassVar[tuple[Badge, ...]] = (
        Badge(
            "fourteen",
            gettext_noop("Fourteen"),
            gettext_noop("Won a fight as Little Satan with 14, the most there is."),
            "die",
        ),
        Badge(
            "robbed_and_won",
            gettext_noop("Robbed and still won"),
            gettext_noop("Lost an item to a theft and won the match."),
            "hand",
        ),
        Badge(
            "second_throw",
            gettext_noop("The second throw"),
            gettext_noop(
                "Was behind as the gambling devil, made two or more reroll and won the fight."
            ),
            "arrows",
        ),
        Badge(
            "whole_table",
            gettext_noop("Against the whole table"),
            gettext_noop("Won a fight of four or more in which everyone took part."),
            "swords",
        ),
        Badge(
            "climber",
            gettext_noop("From bottom to top"),
            gettext_noop("Began with the lowest rank in play, ended with the highest and won."),
            "ladder",
        ),
        Badge(
            "fewer_items",
            gettext_noop("Less is more"),
            gettext_noop("Won with fewer items than it takes to end the match."),
            "scales",
        ),
        Badge(
            "three_triples",
            gettext_noop("Three triples"),
            gettext_noop("Had three triples or more at the end."),
            "triple",
        ),
        Badge(
            "whole_kind",
            gettext_noop("The whole set"),
            gettext_noop("Had all the items of one kind at the end."),
            "star",
        ),
        Badge(
            "one_more",
            gettext_noop("One more than enough"),
            gettext_noop("Ended the match with one item more than it takes, thanks to a theft."),
            "flame",
        ),
        Badge(
            "by_rank",
            gettext_noop("By a devil's tail"),
            gettext_noop("Won on equal points: the devil in hand decided."),
            "devil",
        ),
    )

    def from_sheet(self, sheet: DiceDevilsSheet, outcome: Outcome) -> Earned:
        sheet = with_nothing(sheet)
        options, over = sheet.options, not sheet.ended_early
        rows = [holding(sheet, row) for row in sheet.rows]
        told: dict[str, frozenset[int]] = {"by_rank": _by_rank(outcome)}
        items = [row.n for row in rows if row.n is not None]
        if len(items) == len(rows):
            told |= _by_number(items, outcome, options, over=over)
        triples = [row.t for row in rows if row.t is not None]
        if len(triples) == len(rows):
            told["three_triples"] = _with_triples(triples)
        counts = [each for each in map(counts_of, sheet.rows) if each is not None]
        if len(counts) == len(rows):
            told["whole_kind"] = _with_a_kind(counts, options)
        return told

    def from_steps(self, steps: Sequence[Step], outcome: Outcome) -> Earned:
        end: State = steps[-1].after
        options, over = end.table.options, is_complete(end)
        counts = [tuple(counts_by_kind(end.table, row).values()) for row in end.collections]
        won = winners(outcome)
        robbed = {step.action.victim for step in steps if isinstance(step.action, Steal)}
        fights = list(_won_fights(steps))
        return {
            **found(
                {
                    "fourteen": [seat for seat, state in fights if _is_fourteen(state, seat)],
                    "robbed_and_won": [seat for seat in robbed if seat in won],
                    "second_throw": _second_throws(steps),
                    "whole_table": [seat for seat, state in fights if _is_crowd(state)],
                    "climber": [seat for seat in won if _has_climbed(end, seat)],
                }
            ),
            **_by_number([sum(row) for row in counts], outcome, options, over=over),
            "three_triples": _with_triples([triples_of(row, options) for row in counts]),
            "whole_kind": _with_a_kind(counts, options),
            "by_rank": _by_rank(outcome),
        }


# --- what lies before the players at the end --------------------------------------------------


def _by_rank(outcome: Outcome) -> frozenset[int]:
    """Who is first alone among equal points (DD R39)."""
    points, won = outcome.points or (), winners(outcome)
    return frozenset(seat for seat in won if len(won) == 1 and list(points).count(points[seat]) > 1)


def _by_number(
    items: Sequence[int], outcome: Outcome, options: DiceDevilsOptions, *, over: bool
) -> dict[str, frozenset[int]]:
    """Who won with too few items to end it (DD R38), and who stole one too many (DD R26, R35)."""
    enough, won = options.end_item_count, winners(outcome)
    return {
        "fewer_items": frozenset(
            seat for seat, number in enumerate(items) if over and seat in won and number < enough
        ),
        "one_more": frozenset(
            seat for seat, number in enumerate(items) if over and number > enough
        ),
    }


def _with_triples(triples: Sequence[int]) -> frozenset[int]:
    """Who has three sets of equal items; six equal ones are two of them (DD R37)."""
    return frozenset(seat for seat, number in enumerate(triples) if number >= TRIPLES)


def _with_a_kind(counts: Sequence[Sequence[int]], options: DiceDevilsOptions) -> frozenset[int]:
    """Who has every piece of a kind that the box holds, if they make a triple (DD R3, R37)."""
    return frozenset(
        seat
        for seat, row in enumerate(counts)
        if any(
            number == kind.count >= options.triple_size
            for number, kind in zip(row, options.item_types, strict=True)
        )
    )


# --- what happened on the way -----------------------------------------------------------------


def _won_fights(steps: Sequence[Step]) -> Iterator[tuple[int, State]]:
    """Each fight once it is decided: the winner, and the table with the dice that decided it."""
    for step in steps:
        before, after = step.before, step.after
        is_new = before.winner == NOBODY or before.fights != after.fights
        if after.winner != NOBODY and is_new:
            yield after.winner, after


def _is_fourteen(state: State, winner: int) -> bool:
    """Two grey dice and the lowest golden one as it lies (DD R15)."""
    ranks, dice = state.rank_round, state.dice
    if ranks[winner] != SATAN or OBER not in ranks:
        return False
    golden = min(dice[ranks.index(OBER)])
    return result(SATAN, dice[winner], golden) >= FOURTEEN


def _is_crowd(state: State) -> bool:
    """Whether everybody has claimed this item, at a table of four or more (DD R10)."""
    return state.table.seats >= CROWD and len(state.fighters) == state.table.seats


def _second_throws(steps: Sequence[Step]) -> Iterator[int]:
    """Who was not ahead, made two or more reroll and won that fight (DD R16, R19, R20)."""
    behind: int | None = None
    for step in steps:
        before, after = step.before, step.after
        if isinstance(step.action, Spiel) and step.action.force:
            seat = before.rank_round.index(SPIEL)
            is_duel = len(before.candidates) <= OPPONENTS
            behind = None if is_duel or seat in leaders(before) else seat
        if behind is not None and after.fights != before.fights:
            behind = None
        elif behind is not None and after.winner != NOBODY:
            if after.winner == behind:
                yield behind
            behind = None


def _has_climbed(end: State, seat: int) -> bool:
    """From the lowest rank drawn (DD R3) to the highest by exchanges (DD R30, R40)."""
    ranks = end.table.ranks
    return end.first_ranks[seat] == ranks[-1] and end.rank_now[seat] == ranks[0]
