"""The badges of Teufel, Teufel!: what a match tells, and what a sheet tells as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from games.core.badges import Badge, BadgeRules, Earned, found
from games.core.text import gettext_noop
from games.core.types import Outcome
from games.teufel_teufel.play.actions import DropDevil, Give, ShuffleTake, TakeDevilFrom
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.sheet.filled import TeufelSheet
from games.teufel_teufel.words import End

if TYPE_CHECKING:
    from games.core.transcript import Step

FEW_TURNS = 9  # six are the fewest there can be (TT R44)
FEW_CARDS = 3  # so few hidden cards are nearly daybreak


class TeufelBadges(BadgeRules[TeufelSheet]):
    """What is told of somebody who got away in the night."""

    badges: ClassVar[tuple[Badge, ...]] = (
        Badge(
            "only_one_out",
            gettext_noop("The only one out"),
            gettext_noop("Was the only one to leave the board before daybreak."),
            "moon",
        ),
        Badge(
            "quick",
            gettext_noop("Straight out"),
            gettext_noop("Left the board within nine turns."),
            "arrows",
        ),
        Badge(
            "last_moment",
            gettext_noop("At the last moment"),
            gettext_noop("Left the board with the card that made the day break."),
            "sun",
        ),
        Badge(
            "robbed_free",
            gettext_noop("Robbed and free"),
            gettext_noop("Left the board because another player took the devil away."),
            "hand",
        ),
        Badge(
            "passed_on",
            gettext_noop("Passed on"),
            gettext_noop("Left the board by giving the devil to another player."),
            "devil",
        ),
        Badge(
            "tower",
            gettext_noop("Over the tower"),
            gettext_noop("Left the board by dropping the devil at a tower."),
            "tower",
        ),
        Badge(
            "came_back",
            gettext_noop("Two devils and back"),
            gettext_noop("Lost letters to a second devil and was still the first to leave."),
            "shield",
        ),
        Badge(
            "no_devil",
            gettext_noop("Never a devil"),
            gettext_noop("Was the first to leave the board and never had a devil."),
            "star",
        ),
        Badge(
            "held_off",
            gettext_noop("Night a little longer"),
            gettext_noop(
                "Hid cards again when three or fewer were left face down, and left the board later."
            ),
            "letter",
        ),
    )

    def from_sheet(self, sheet: TeufelSheet, outcome: Outcome) -> Earned:
        order = sheet.order
        if order is None or sheet.end is None:
            return {}
        told = {"only_one_out": _only_one_out(order, sheet.end)}
        turns = [row.turns for row in sheet.rows]
        if all(turns[seat] is not None for seat in order):
            told["quick"] = _quick(order, turns)
        return told

    def from_steps(self, steps: Sequence[Step], outcome: Outcome) -> Earned:
        end: State = steps[-1].after
        left = end.left
        first = left[:1]
        had = _had_devils(steps)
        return {
            "only_one_out": _only_one_out(left, end.end or End.STOPPED),
            "quick": _quick(left, end.own_turns),
            **found(
                {
                    "last_moment": _at_last_moment(steps),
                    "robbed_free": _robbed_free(steps),
                    "passed_on": _passed_on(steps),
                    "tower": _over_the_tower(steps),
                    "came_back": [seat for seat in _lost_letters(steps) if seat in first],
                    "no_devil": [seat for seat in first if seat not in had],
                    "held_off": [seat for seat in _held_off(steps) if seat in left],
                }
            ),
        }


# --- who left when ----------------------------------------------------------------------------


def _only_one_out(order: Sequence[int], end: End) -> frozenset[int]:
    """All others were on the board when the day broke (TT R41, R46)."""
    return frozenset(order if end is End.DAY_BREAK and len(order) == 1 else ())


def _quick(order: Sequence[int], turns: Sequence[int | None]) -> frozenset[int]:
    """Those who needed hardly more turns than six, one for each letter (TT R5, R44)."""
    return frozenset(seat for seat in order if (turns[seat] or FEW_TURNS + 1) <= FEW_TURNS)


# --- what happened on the way -----------------------------------------------------------------


def _leaving(step: Step) -> tuple[int, ...]:
    """The seats that left the board by what happened in this step (TT R37)."""
    gone: tuple[int, ...] = step.after.left[len(step.before.left) :]
    return gone


def _at_last_moment(steps: Sequence[Step]) -> Iterator[int]:
    """A card has its whole effect before day breaks, leaving included (TT R41, R42)."""
    for step in steps:
        if step.after.end is End.DAY_BREAK:
            yield from (seat for seat in _leaving(step) if seat == step.before.turn)


def _robbed_free(steps: Sequence[Step]) -> Iterator[int]:
    """A robbed player with all letters leaves outside their turn (TT R23)."""
    for step in steps:
        if isinstance(step.action, TakeDevilFrom) and step.action.victim in _leaving(step):
            yield step.action.victim


def _passed_on(steps: Sequence[Step]) -> Iterator[int]:
    """Who gives leaves once the other has given back letters, where they must (TT R30, R31)."""
    giver, turn = -1, -1
    for step in steps:
        if isinstance(step.action, Give) and step.action.yes:
            giver, turn = step.before.turn, step.before.turns
        if giver in _leaving(step) and step.before.turns == turn:
            yield giver


def _over_the_tower(steps: Sequence[Step]) -> Iterator[int]:
    """With six letters and no devil the disc leaves at once (TT R33, R35)."""
    for step in steps:
        if isinstance(step.action, DropDevil) and step.action.yes:
            yield from (seat for seat in _leaving(step) if seat == step.before.turn)


def _lost_letters(steps: Sequence[Step]) -> frozenset[int]:
    """Only a second devil ever takes letters away (TT R20)."""
    return frozenset(
        seat
        for step in steps
        if step.before.letters != step.after.letters
        for seat, (old, new) in enumerate(zip(step.before.letters, step.after.letters, strict=True))
        if old & ~new
    )


def _had_devils(steps: Sequence[Step]) -> frozenset[int]:
    """Whoever had a devil in their disc at any time (TT R19, R30)."""
    bits = 0
    for step in steps:
        bits |= step.after.devils
    return frozenset(seat for seat in range(steps[-1].after.seats) if bits >> seat & 1)


def _held_off(steps: Sequence[Step]) -> Iterator[int]:
    """Devil shuffles alone add hidden cards (TT R26, R45)."""
    for step in steps:
        begins = isinstance(step.action, ShuffleTake) and step.before.phase is Phase.TURN
        if begins and step.before.hidden.bit_count() <= FEW_CARDS:
            yield step.before.turn
