"""The badges of The Devil With It: a match and a ledger tell the same, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from games.core.badges import Badge, BadgeRules, Earned, found, winners
from games.core.text import gettext_noop
from games.core.types import Outcome
from games.the_devil_with_it.options import DevilWithItOptions, EntryLevel
from games.the_devil_with_it.play.closing import laid
from games.the_devil_with_it.play.state import State
from games.the_devil_with_it.sheet.filled import DevilSheet, Result
from games.the_devil_with_it.sheet.ledger import ledger

if TYPE_CHECKING:
    from games.core.transcript import Step

MANY_PIECES = 9
FEW_ROUNDS = 4  # two are the fewest there can be (TD R48)
ALL_BUT_ONE = 3  # so many lost bets around the only one that won
IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class _Round:
    """One round seat by seat; of what was laid down, amount and number of pieces."""

    before: tuple[int, ...]
    pacts: tuple[bool, ...]
    stakes: tuple[int | None, ...]
    laid: tuple[tuple[int, int], ...]
    devils: tuple[bool, ...]
    bonuses: tuple[tuple[int, int], ...]
    after: tuple[int, ...]

    @property
    def best(self) -> int:
        """The highest amount that a single player laid down (TD R27)."""
        return max(amount for amount, _ in self.laid)

    def has_won(self, seat: int) -> bool:
        """Whether a seat has bet, and no more than that amount (TD R28)."""
        stake = self.stakes[seat]
        return stake is not None and stake <= self.best

    def is_doubled(self, seat: int) -> bool:
        """Whether a seat has made and won the highest bet (TD R30)."""
        stakes = [stake for stake in self.stakes if stake is not None]
        return self.has_won(seat) and self.stakes[seat] == max(stakes)


class DevilWithItBadges(BadgeRules[DevilSheet]):
    """What is told of somebody's bets, and of the coal they dared to turn up."""

    badges: ClassVar[tuple[Badge, ...]] = (
        Badge(
            "from_nothing",
            gettext_noop("From nothing"),
            gettext_noop("Had no chips left at the end of a round and won the match."),
            "flame",
        ),
        Badge(
            "pact",
            gettext_noop("In league with the devil"),
            gettext_noop("Had a pact with the devil in the last round and won the match."),
            "pact",
        ),
        Badge(
            "all_in",
            gettext_noop("All or nothing"),
            gettext_noop("Bet everything, no less than the chips of the start, and won double."),
            "chips",
        ),
        Badge(
            "to_the_coal",
            gettext_noop("To the last coal"),
            gettext_noop(
                "Made the highest bet, no less than the chips of the start, and it was exact."
            ),
            "scales",
        ),
        Badge(
            "only_believer",
            gettext_noop("The only one to believe"),
            gettext_noop("Won the only bet of a round in which three or more were lost."),
            "star",
        ),
        Badge(
            "nine_pieces",
            gettext_noop("Nine pieces"),
            gettext_noop("Laid down nine pieces of coal or more in one turn."),
            "coal",
        ),
        Badge(
            "both_bonuses",
            gettext_noop("Both bonuses, three times"),
            gettext_noop("Won both bonuses in three rounds in a row."),
            "triple",
        ),
        Badge(
            "no_devil",
            gettext_noop("Never a devil"),
            gettext_noop("Won a whole match without turning up a devil."),
            "shield",
        ),
        Badge(
            "quick",
            gettext_noop("Hot oven"),
            gettext_noop("Won within four rounds."),
            "arrows",
        ),
        Badge(
            "rich",
            gettext_noop("A quarter more"),
            gettext_noop("Ended a match with at least a quarter more than it takes to end it."),
            "crown",
        ),
    )

    def from_sheet(self, sheet: DevilSheet, outcome: Outcome) -> Earned:
        options, over = sheet.options, not sheet.ended_early
        told = {"rich": _rich(outcome, options)}
        if sheet.level is not EntryLevel.LEDGER:
            if sheet.rounds_played is not None:
                told["quick"] = _quick(sheet.rounds_played, outcome, over=over)
            return told
        rounds = _written(sheet)
        return told if rounds is None else told | _told(rounds, outcome, options, over=over)

    def from_steps(self, steps: Sequence[Step], outcome: Outcome) -> Earned:
        end: State = steps[-1].after
        options = end.table.options
        told = _told(list(_played(steps)), outcome, options, over=not end.ended_early)
        return {**told, "rich": _rich(outcome, options)}


# --- rounds, from either side -----------------------------------------------------------------


def _written(sheet: DevilSheet) -> list[_Round] | None:
    """The rounds of a ledger that can be followed to its end."""
    book = ledger(sheet)
    if not book.is_whole:
        return None
    return [
        _Round(
            before=facts.before,
            pacts=facts.pacts,
            stakes=tuple(turn.bet for turn in each.turns),
            laid=tuple(
                (turn.amount or 0, turn.pieces or 0) if turn.ended is Result.LAID else (0, 0)
                for turn in each.turns
            ),
            devils=tuple(turn.ended is Result.DEVIL for turn in each.turns),
            bonuses=tuple(
                zip(facts.settlement.amount_bonuses, facts.settlement.count_bonuses, strict=True)
            ),
            after=facts.after,
        )
        for each, facts in zip(sheet.rounds, book.rounds, strict=True)
    ]


def _played(steps: Sequence[Step]) -> Iterator[_Round]:
    """The rounds that were played to their end."""
    before: tuple[int, ...] = steps[0].before.holdings
    for step in steps:
        after: State = step.after
        if len(after.rounds) == len(step.before.rounds):
            continue
        facts = after.rounds[-1]
        yield _Round(
            before=before,
            pacts=step.before.pacts,
            stakes=facts.stakes,
            laid=tuple(laid(turn) for turn in facts.turns),
            devils=tuple(turn is not None and 0 in turn for turn in facts.turns),
            bonuses=tuple(zip(facts.amount_bonuses, facts.count_bonuses, strict=True)),
            after=after.holdings,
        )
        before = after.holdings


# --- what they tell ---------------------------------------------------------------------------


def _told(
    rounds: Sequence[_Round], outcome: Outcome, options: DevilWithItOptions, *, over: bool
) -> dict[str, frozenset[int]]:
    won, seats = winners(outcome), range(len(outcome.places))
    if not rounds:
        return {}
    devils = {seat for each in rounds for seat in seats if each.devils[seat]}
    broke = {seat for each in rounds[:-1] for seat in seats if not each.after[seat]}
    return {
        **found(
            {
                # Without chips one draws coal all the same, and bonuses bring money (TD R3, R50).
                "from_nothing": broke & set(won),
                # Alone in last position, or on the first space (TD R16, R17).
                "pact": [seat for seat in won if rounds[-1].pacts[seat]],
                "all_in": _each(rounds, lambda each, seat: _is_all_in(each, seat, options)),
                "to_the_coal": _each(rounds, lambda each, seat: _is_exact(each, seat, options)),
                "only_believer": _each(rounds, _is_only_one),
                # One may go on after each harmless piece (TD R7, R8).
                "nine_pieces": _each(rounds, lambda each, seat: each.laid[seat][1] >= MANY_PIECES),
                "both_bonuses": _both_in_a_row(rounds, seats),
                # A devil ends the turn, and all that came up in it is worth nothing (TD R9).
                "no_devil": [seat for seat in won if over and seat not in devils],
            }
        ),
        "quick": _quick(len(rounds), outcome, over=over),
    }


def _each(rounds: Sequence[_Round], is_so: Callable[[_Round, int], bool]) -> Iterator[int]:
    return (seat for each in rounds for seat in range(len(each.after)) if is_so(each, seat))


def _is_all_in(each: _Round, seat: int, options: DevilWithItOptions) -> bool:
    """All one owned lay in the fist, and it was the highest bet and won (TD R1, R30)."""
    stake = each.stakes[seat]
    enough = stake is not None and stake == each.before[seat] >= options.start_capital
    return enough and each.is_doubled(seat)


def _is_exact(each: _Round, seat: int, options: DevilWithItOptions) -> bool:
    """Equal is enough (TD R28), and the highest bet is doubled (TD R30)."""
    return each.is_doubled(seat) and each.stakes[seat] == each.best >= options.start_capital


def _is_only_one(each: _Round, seat: int) -> bool:
    """A stake above the highest amount goes to the bank (TD R28, R29)."""
    bets = [other for other, stake in enumerate(each.stakes) if stake is not None]
    right = [other for other in bets if each.has_won(other)]
    return right == [seat] and len(bets) - 1 >= ALL_BUT_ONE and bool(each.stakes[seat])


def _both_in_a_row(rounds: Sequence[_Round], seats: range) -> Iterator[int]:
    """One for the highest amount and one for the most pieces (TD R33)."""
    for seat in seats:
        row = 0
        for each in rounds:
            row = row + 1 if all(each.bonuses[seat]) else 0
            if row == IN_A_ROW:
                yield seat


def _quick(rounds: int, outcome: Outcome, *, over: bool) -> frozenset[int]:
    """Nobody owns enough before the end of the second round (TD R43, R48)."""
    return frozenset(winners(outcome) if over and rounds <= FEW_ROUNDS else ())


def _rich(outcome: Outcome, options: DevilWithItOptions) -> frozenset[int]:
    """It never ends within a round, so there may be more than enough (TD R43, R49)."""
    return frozenset(
        seat
        for seat, total in enumerate(outcome.points or ())
        if 4 * total >= 5 * options.end_threshold
    )
