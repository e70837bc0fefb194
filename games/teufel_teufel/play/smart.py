"""The bot that plays well.

It looks one turn ahead, and values what it finds by the number of turns it still needs to leave the
board: for each letter whose card is known, the way there; for each other letter, the cards that
have yet to be opened to find it; for a devil, the way to somebody or to a tower. What an unopened
card is worth is the mean over all cards it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from games.core.rng import Rng
from games.teufel_teufel.play.actions import (
    AUTO,
    JUMP,
    SKIM,
    EndMove,
    LoseLetters,
    Peek,
    PlaceDisc,
    ShuffleLay,
    ShuffleTake,
    Step,
    TakeDevilFrom,
    TeufelAction,
)
from games.teufel_teufel.play.bots import RandomBot
from games.teufel_teufel.play.cards import (
    DEVIL,
    EMPTY,
    HIDDEN,
    TOWER,
    colour_of,
    letter_card,
    letter_of,
)
from games.teufel_teufel.play.outlook import FAR, Outlook
from games.teufel_teufel.play.state import NOWHERE, Phase
from games.teufel_teufel.play.views import TeufelView

# The weights were found by simulation against random bots and against each other.
LEAVING = 20.0  # what leaving is worth, in turns
DAY_BREAK = -40.0
LATER_LETTER = 1.6  # a card whose place is known: swap it near and step on it
SEARCH = 0.6  # openings by others count too
COLLECTING = 0.8
TOWER_PEEK = 0.2
LOST_LETTER = 1.9
DEVIL_AT_FIRST, DEVIL_AT_LAST = 0.1, 1.0
SECOND_DEVIL = 2.0  # what it is worth that the only rival gives back letters
PRESSURE = 0.6
OPENINGS = 0.35  # cards that each disc opens in a turn, on average
STEP = 0.001  # the shorter of two equal ways, lest a move goes to and fro for ever
LONG_MOVE = 30  # steps after which a move ends at the next chance
RESTLESS_TURNS = 80  # own turns after which now and then chance decides, lest a match never ends


Path: TypeAlias = tuple[TeufelAction, ...]
Plan: TypeAlias = tuple[float, Path]
"""What a way through the rest of a turn is worth, and its actions."""


class SmartBot:
    """Chooses the turn after which the fewest turns are missing. Draws only in endless matches."""

    def __init__(self) -> None:
        self._random = RandomBot()

    def choose(self, view: TeufelView, legal: Sequence[TeufelAction], rng: Rng) -> TeufelAction:
        if len(legal) == 1:
            return legal[0]
        seat = view.acting
        assert seat is not None
        if view.phase is Phase.TURN and view.own_turns[seat] > RESTLESS_TURNS and not rng.below(5):
            return self._random.choose(view, legal, rng)
        if view.phase is Phase.PLACE:
            return max(legal, key=lambda action: first_field(view, action))
        if view.phase is Phase.FLIP:
            return legal[0]
        return Thought(view, seat).choice(legal)


def first_field(view: TeufelView, action: TeufelAction) -> tuple[int, int]:
    """Many cards around, and near the middle."""
    assert isinstance(action, PlaceDisc)
    ground = view.ground
    field = ground.index[action.at]
    around = sum(view.cards[other] == HIDDEN for other in ground.neighbours[field])
    return around, -ground.options.board.distance(field, ground.devil_field)


class Thought:
    """What goes on before one decision."""

    def __init__(self, view: TeufelView, seat: int) -> None:
        self.view, self.seat = view, seat
        self.out = Outlook(view, seat)
        self._own = {letter_card(seat, letter) for letter in self.out.missing}
        self.discs = sum(field != NOWHERE for field in view.discs)

    def choice(self, legal: Sequence[TeufelAction]) -> TeufelAction:
        """One of the legal actions."""
        match self.view.phase:
            case Phase.TURN:
                return self._turn(legal)
            case Phase.MOVE:
                return self._best(self._moves(legal), legal)
            case Phase.GIVE:
                return legal[0] if self._gives() else legal[1]
            case Phase.DROP:
                kept = self.worth(self.out.at, devil=True)
                return legal[0] if self.worth(self.out.at, devil=False) >= kept else legal[1]
            case Phase.ROB:
                return min(legal, key=self._harm_of_robbing)
            case Phase.LOSE:
                return min(legal, key=self._harm_of_losing)
            case Phase.PEEK:
                return max(legal, key=self._use_of_peeking)
            case Phase.TAKE:
                takes = [action for action in legal if isinstance(action, ShuffleTake)]
                if takes:
                    return max(takes, key=self._use_of_hiding)
        return max(legal, key=self._distance_of_laying)

    def ranked(self, legal: Sequence[TeufelAction]) -> Sequence[TeufelAction]:
        """Those legal actions that are thought of, the best first."""
        match self.view.phase:
            case Phase.TURN | Phase.MOVE:
                is_turn = self.view.phase is Phase.TURN
                ways = self.plans(legal) if is_turn else self._moves(legal)
                best = sorted(ways, key=lambda each: -each[0])
                found = [self.choice(legal), *(path[0] for _, path in best)]
                return list(dict.fromkeys(found))
            case Phase.PEEK:
                return sorted(legal, key=lambda action: -self._use_of_peeking(action))
            case Phase.LOSE:
                return sorted(legal, key=self._harm_of_losing)
            case Phase.LAY:
                return sorted(legal, key=lambda action: -self._distance_of_laying(action))
        return list(dict.fromkeys([self.choice(legal), *legal]))

    # --- what a position is worth

    def worth(
        self,
        at: int,
        *,
        devil: bool,
        collected: int = NOWHERE,
        found: bool = False,
        hidden: int | None = None,
        lost: float = 0.0,
        moved: tuple[int, int] | None = None,
    ) -> float:
        """Minus the turns still needed, seen from ``at`` at the end of this turn.

        ``collected``: the field of a letter just taken; ``found``: whether a letter was taken whose
        place nobody knew; ``hidden``: hidden cards left; ``lost``: letters given back; ``moved``: a
        wanted card goes from the first field to the second.
        """
        out = self.out
        hidden = len(out.hidden) if hidden is None else hidden
        turns = self.turns(
            at, hidden, devil=devil, collected=collected, found=found, lost=lost, moved=moved
        )
        if not turns:
            return LEAVING
        if not hidden:
            return DAY_BREAK
        shortage = turns * OPENINGS * self.discs - hidden
        return -turns - max(0.0, shortage) * PRESSURE

    def turns(
        self,
        at: int,
        hidden: int,
        *,
        devil: bool,
        collected: int = NOWHERE,
        found: bool = False,
        lost: float = 0.0,
        moved: tuple[int, int] | None = None,
    ) -> float:
        """The turns still needed to leave, as in ``worth``; 0 for who can leave now."""
        out = self.out
        targets = [field for field in out.wanted.values() if field != collected]
        unknown = out.unknown - found
        missing = len(targets) + unknown + lost
        if not missing and not devil:
            return 0.0
        turns = lost * LOST_LETTER
        if targets:
            swap = 2.0 if any(out.can_be_swapped(f, at) for f in out.ground.neighbours[at]) else FAR
            nearest = FAR
            for field in targets:
                if moved is not None and moved[0] == field:
                    field = moved[1]
                way = out.ways_to(field, devil)[at]
                nearest = min(nearest, way, FAR if out.crowd[field] else swap)
            turns += nearest + LATER_LETTER * (len(targets) - 1)
        if unknown:
            turns += unknown * (COLLECTING + SEARCH * (hidden + 1) / (unknown + 1))
        if devil:
            letters = len(out.ground.options.letters)
            burden = DEVIL_AT_FIRST + (DEVIL_AT_LAST - DEVIL_AT_FIRST) * (
                1 - min(missing / letters, 1)
            )
            turns += burden * out.turns_to_be_rid(at)
        return turns

    # --- moving

    def plans(self, legal: Sequence[TeufelAction]) -> Iterator[Plan]:
        """Every way to move or to swap that is thought of."""
        yield from self._moves(legal)
        yield from self._swaps()

    def _turn(self, legal: Sequence[TeufelAction]) -> TeufelAction:
        best, (action, *_) = max(
            [*self.plans(legal), (DAY_BREAK * 2, (legal[-1],))],
            key=lambda each: each[0],
        )
        takes = [action for action in legal if isinstance(action, ShuffleTake)]
        if takes and best < 0 and self._short_of_time(-best):
            return max(takes, key=self._use_of_hiding)
        return action

    def _short_of_time(self, turns: float) -> bool:
        """Whether the day will break before this seat is ready, unless cards are hidden again."""
        return len(self.out.hidden) < min(6.0, turns * OPENINGS * self.discs)

    @staticmethod
    def _best(ways: Iterator[Plan], legal: Sequence[TeufelAction]) -> TeufelAction:
        return max(ways, key=lambda each: each[0], default=(0.0, (legal[0],)))[1][0]

    def _moves(self, legal: Sequence[TeufelAction]) -> Iterator[Plan]:
        """Every field at which the move can end, with its worth and the steps there."""
        out = self.out
        ground, devil = out.ground, out.devil
        crossed: set[int] = set()
        entered: set[int] = set()
        queue: list[tuple[int, Path]] = []

        def enter(field: int, mode: str, path: Path) -> Iterator[Plan]:
            if mode != AUTO or field == ground.devil_field:
                if field not in crossed:
                    crossed.add(field)
                    queue.append((field, path))
                return
            if field in entered:
                return
            entered.add(field)
            yield self._arrival(field) - len(path) * STEP, path
            if not out.crowd[field] and (self.view.cards[field] == EMPTY or out.is_pass(field)):
                crossed.add(field)
                queue.append((field, path))

        for action in legal:
            if isinstance(action, Step):
                yield from enter(ground.index[action.to], action.mode, (action,))
            elif isinstance(action, EndMove):
                yield self.worth(out.at, devil=devil), (action,)
        if not ground.options.allow_revisit or self.view.steps > LONG_MOVE:
            return  # one step at a time: what can be reached later depends on the way
        for field, path in queue:
            for onward, mode in self._ways_on(field):
                yield from enter(onward, mode, (*path, ground.steps[mode][onward]))

    def _ways_on(self, field: int) -> Iterator[tuple[int, str]]:
        """Where a step from this field can lead, and in which way."""
        out, ground = self.out, self.out.ground
        for onward in ground.neighbours[field]:
            crowd = out.crowd[onward]
            if crowd >= ground.most_discs:
                continue
            if onward == ground.devil_field:
                if not self.view.mid:
                    yield onward, AUTO
                continue
            yield onward, AUTO
            if out.devil and crowd == 1 and ground.options.jump_any_card:
                yield onward, JUMP
            elif out.devil and not crowd and self.view.cards[onward] == HIDDEN:
                yield onward, SKIM

    def _arrival(self, field: int) -> float:
        """The worth of entering a field and staying there, whatever card it turns out to be."""
        out = self.out
        if self.view.cards[field] != HIDDEN:
            return self._card(field, out.cards[field], len(out.hidden), found=False)
        hidden = len(out.hidden) - 1
        known = out.cards[field] != HIDDEN
        # foreign letters are all alike, and so are own ones that are still missing
        chances: dict[int, float] = {}
        for card, chance in out.odds[field]:
            alike = card if card >= DEVIL else min(self._own) if card in self._own else EMPTY
            chances[alike] = chances.get(alike, 0.0) + chance
        return sum(
            chance * self._card(field, card, hidden, found=not known)
            for card, chance in chances.items()
        )

    def _card(self, field: int, card: int, hidden: int, *, found: bool) -> float:
        """The worth of standing on this card at the end of the turn."""
        out, devil = self.out, self.out.devil
        if card == DEVIL:
            if not devil:
                return self.worth(field, devil=True, hidden=hidden)
            lost = min(out.ground.options.letters_lost_with_two_devils, 6 - len(out.missing))
            return self.worth(field, devil=False, hidden=hidden, lost=lost)
        if card == TOWER:
            return TOWER_PEEK + max(
                self.worth(field, devil=each, hidden=hidden) for each in {devil, False}
            )
        taken = card in self._own

        def standing(with_devil: bool) -> float:
            return self.worth(
                field,
                devil=with_devil,
                hidden=hidden,
                collected=field if taken and not found else NOWHERE,
                found=taken and found,
            )

        kept = standing(devil)
        if not devil or out.crowd[field] != 1:
            return kept
        return max(kept, self._given(kept, standing(False)))

    def _given(self, kept: float, given: float) -> float:
        """The worth of giving the devil to another disc, ``given`` if it never came back.

        Between two it comes back a turn later, and so for ever. There it is worth no turn of its
        own, but to leave, or to give it to one who has a devil and then gives back letters.
        """
        view = self.view
        if view.seats > 2 or given == LEAVING:
            return given
        other = 1 - self.seat
        if view.devils >> other & 1 and view.letters[other]:
            return given + SECOND_DEVIL
        return kept

    def _swaps(self) -> Iterator[Plan]:
        """Bringing a wanted card to a field that can be entered next turn."""
        out, ground = self.out, self.out.ground
        near = [field for field in ground.neighbours[out.at] if out.can_be_swapped(field, out.at)]
        for field in out.wanted.values():
            if not out.can_be_swapped(field, out.at) or out.ways_to(field, out.devil)[out.at] <= 1:
                continue
            for place in near:
                if place not in out.wanted.values():
                    one, other = min(field, place), max(field, place)
                    swap = ground.swaps[one][other - one - 1]
                    yield self.worth(out.at, devil=out.devil, moved=(field, place)), (swap,)

    # --- devils and letters

    def _gives(self) -> bool:
        """Whether to give the devil away: it is a burden, or somebody else loses by it."""
        view, out = self.view, self.out
        receiver = next(
            seat for seat, field in enumerate(view.discs) if field == out.at and seat != self.seat
        )
        if view.devils >> receiver & 1 and view.letters[receiver]:
            return True
        gain = self.worth(out.at, devil=False) - self.worth(out.at, devil=True)
        return gain + 0.1 * view.letters[receiver].bit_count() > 0

    def _harm_of_robbing(self, action: TeufelAction) -> int:
        """A robbed player with many letters is nearer to leaving."""
        assert isinstance(action, TakeDevilFrom)
        return self.view.letters[action.victim].bit_count()

    def _harm_of_losing(self, action: TeufelAction) -> float:
        """The turns to collect these letters again."""
        assert isinstance(action, LoseLetters)
        out = self.out
        harm = 0.0
        for text in action.letters:
            letter = out.ground.options.letters.index(text)
            card = self.seat * 6 + letter
            places = [field for field, there in enumerate(out.cards) if there == card]
            harm += min((out.ways_to(f, False)[out.at] for f in places), default=FAR)
        return harm

    def _use_of_peeking(self, action: TeufelAction) -> float:
        """A hidden card near by that may be an own letter; none is worth nothing."""
        assert isinstance(action, Peek)
        if action.at is None:
            return 0.0
        out = self.out
        field = out.ground.index[action.at]
        if out.cards[field] != HIDDEN:
            return 0.0
        distance = out.ground.options.board.distance(field, out.at)
        return 1.0 / (1 + distance)

    # --- devil shuffle

    def _use_of_hiding(self, action: TeufelAction) -> float:
        """Letters that others still want are best hidden, own ones are not."""
        assert isinstance(action, ShuffleTake)
        view = self.view
        card = view.cards[view.ground.index[action.at]]
        if card >= DEVIL:
            return 0.5 if card == DEVIL else -0.5
        owner, letter = colour_of(card), letter_of(card)
        if owner == self.seat:
            return -2.0 if letter in self.out.missing else -1.0
        if owner >= view.seats or view.discs[owner] == NOWHERE or view.letters[owner] >> letter & 1:
            return 0.0
        return 1.0 + 0.1 * view.letters[owner].bit_count()

    def _distance_of_laying(self, action: TeufelAction) -> float:
        """Far away from here; whatever else is asked is answered by the first choice."""
        if not isinstance(action, ShuffleLay):
            return -1.0
        ground = self.view.ground
        return ground.options.board.distance(ground.index[action.at], self.out.at)
