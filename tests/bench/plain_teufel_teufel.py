"""Teufel, Teufel! as one would write it down for oneself: a loop, lists and dictionaries.

Random players and the usual options of the game; nothing is prepared and nothing is clever. It
draws ``int(random() * n)`` in the same order as the engine, so the same ``random`` gives the same
match.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, TypeVar

Field = tuple[int, int]
T = TypeVar("T")

SIZE = 7
DEVIL_FIELD = (4, 4)
MARKED = [(2, 2), (2, 6), (4, 2), (4, 6), (6, 2), (6, 6)]
FIELDS = [(row, col) for row in range(1, SIZE + 1) for col in range(1, SIZE + 1)]
LETTERS = "ABCDEF"
TURN_LIMIT, MOST_STEPS = 2000, 60
MOVE, SHUFFLE, SWAP = 40, 1, 4


class Card(NamedTuple):
    kind: str  # letter, devil or tower
    colour: int = -1
    letter: str = ""


class Result(NamedTuple):
    places: tuple[int, ...]
    reason: str
    turns: int
    actions: int


class Player:
    def __init__(self) -> None:
        self.at: Field | None = None
        self.letters: set[str] = set()
        self.devil = False


class Match:
    def __init__(self, random: Callable[[], float], seats: int) -> None:
        self.random = random
        self.players = [Player() for _ in range(seats)]
        self.cards: dict[Field, Card] = {}
        self.hidden: set[Field] = set()
        self.left: list[int] = []
        self.turns = 0
        self.actions = 0
        self.reason = ""

    # --- draws

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def one_of(self, choices: list[T]) -> T:
        """One of several; a single one needs no draw."""
        return choices[self.below(len(choices))] if len(choices) > 1 else choices[0]

    def shuffle(self, cards: list[Card]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    # --- what lies and stands where

    def discs_on(self, field: Field) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.at == field]

    def devils_in_the_middle(self) -> int:
        return 4 - sum(player.devil for player in self.players)

    # --- set-up

    def set_up(self) -> None:
        deck = [Card("letter", colour, letter) for colour in range(6) for letter in LETTERS]
        deck += [Card("devil")] * 4 + [Card("tower")] * 2
        self.shuffle(deck)
        self.actions += 1
        card_fields = [field for field in FIELDS if field != DEVIL_FIELD and field not in MARKED]
        self.cards = dict(zip(card_fields, deck, strict=True))
        self.hidden = set(card_fields)
        for seat, player in enumerate(self.players):
            discs = [other.at for other in self.players[:seat] if other.at is not None]
            free = [f for f in FIELDS if f != DEVIL_FIELD and far_from_all(f, discs)]
            following = len(self.players) - seat - 1
            choices = [
                f for f in free if room_for(following, [g for g in free if distance(f, g) >= 4])
            ]
            player.at = self.one_of(choices)
            self.actions += 1

    # --- one turn

    def turn(self, seat: int) -> None:
        self.turns += 1
        if self.players[seat].at is None:
            self.flip_two()
            return
        steps = self.steps(seat)
        takes = self.takes(seat, [])
        swappable = self.swappable(seat)
        kinds = []
        if steps:
            kinds += [(MOVE, "move")]
        if takes:
            kinds += [(SHUFFLE, "shuffle")]
        if len(swappable) > 1:
            kinds += [(SWAP, "swap")]
        if not kinds:
            self.actions += 1  # a pass
            return
        kind = kinds[0][1]
        if len(kinds) > 1:
            drawn = self.below(sum(weight for weight, _ in kinds))
            for weight, name in kinds:
                if drawn < weight:
                    kind = name
                    break
                drawn -= weight
        if kind == "move":
            self.move(seat, steps)
        elif kind == "shuffle":
            self.devil_shuffle(seat, takes)
        else:
            self.swap(swappable)

    def flip_two(self) -> None:
        for _ in range(2):
            field = self.one_of(sorted(self.hidden))
            self.hidden.remove(field)
            self.actions += 1
            if not self.hidden:
                self.reason = "day_break"
                return

    def steps(self, seat: int) -> list[tuple[Field, bool]]:
        """The next fields, and whether they are skimmed or jumped."""
        player = self.players[seat]
        assert player.at is not None
        row, col = player.at
        found = []
        for field in [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]:
            if not (1 <= field[0] <= SIZE and 1 <= field[1] <= SIZE):
                continue
            others = len(self.discs_on(field))
            if field == DEVIL_FIELD:
                if self.devils_in_the_middle() == 0:
                    found.append((field, False))
            elif others < 2:
                found.append((field, False))
                if player.devil and (others == 1 or field in self.hidden):
                    found.append((field, True))
        return found

    def move(self, seat: int, steps: list[tuple[Field, bool]]) -> None:
        player = self.players[seat]
        taken = 0
        may_end = False
        while True:
            if may_end and (taken >= MOST_STEPS or not steps):
                self.actions += 1
                return
            if may_end:
                drawn = self.below(len(steps) + 1)
                if drawn == len(steps):
                    self.actions += 1
                    return
                field, crossing = steps[drawn]
            else:
                field, crossing = self.one_of(steps)
            self.actions += 1
            taken += 1
            others = self.discs_on(field)
            player.at = field
            if crossing or field == DEVIL_FIELD:
                may_end = False
            else:
                self.hidden.discard(field)
                if not self.arrive(seat, others):
                    return
                if not self.hidden:
                    return
                may_end = True
            steps = self.steps(seat)

    def arrive(self, seat: int, others: list[int]) -> bool:
        """What the field does; whether the move may go on."""
        player = self.players[seat]
        assert player.at is not None
        card = self.cards.get(player.at)
        if card is not None and card.kind == "devil":
            self.take_devil(seat)
            return False
        if card is not None and card.kind == "tower":
            self.tower(seat)
            return False
        goes_on = not others
        if card is not None and card.letter not in player.letters:
            goes_on = False
            if card.colour == seat:
                player.letters.add(card.letter)
        if not goes_on and len(others) == 1 and player.devil:
            self.actions += 1
            if self.below(2) == 0:
                player.devil = False
                self.gain_devil(others[0])
        return goes_on

    def take_devil(self, seat: int) -> None:
        if self.devils_in_the_middle() == 0:
            holders = [
                other for other, player in enumerate(self.players) if player.devil and other != seat
            ]
            victim = self.one_of(holders)
            self.players[victim].devil = False
            self.actions += 1
        self.gain_devil(seat)

    def gain_devil(self, seat: int) -> None:
        player = self.players[seat]
        if not player.devil:
            player.devil = True
            return
        player.devil = False
        if len(player.letters) <= 2:
            player.letters.clear()
        else:
            choices = list(combinations(sorted(player.letters), 2))
            player.letters -= set(choices[self.below(len(choices))])
            self.actions += 1

    def tower(self, seat: int) -> None:
        player = self.players[seat]
        if self.hidden:
            self.below(len(self.hidden) + 1)  # the card that is peeked at, or none
            self.actions += 1
        if player.devil:
            self.actions += 1
            if self.below(2) == 0:
                player.devil = False

    # --- instead of moving

    def swappable(self, seat: int) -> list[Field]:
        occupied = [player.at for player in self.players]
        return [
            field
            for field in FIELDS
            if field in self.cards
            and field not in occupied
            and (field in self.hidden or self.cards[field].colour == seat)
        ]

    def swap(self, swappable: list[Field]) -> None:
        a, b = self.one_of(list(combinations(swappable, 2)))
        self.actions += 1
        self.cards[a], self.cards[b] = self.cards[b], self.cards[a]
        if (a in self.hidden) != (b in self.hidden):
            self.hidden ^= {a, b}

    def takes(self, seat: int, taken: list[Field]) -> list[Field]:
        """The open cards that may be taken up next, so that the shuffle can be completed."""
        if not self.players[seat].devil or len(taken) == 4:
            return []
        occupied = [player.at for player in self.players]
        free = [f for f in FIELDS if f not in self.cards and f not in occupied and f != DEVIL_FIELD]
        open_cards = [
            f for f in FIELDS if f in self.cards and f not in self.hidden and f not in taken
        ]
        under_discs = [field for field in open_cards if field in occupied]
        room = len(free) - len([field for field in taken if field in occupied])
        others = len(open_cards) - len(under_discs)
        if len(taken) + others + min(len(under_discs), max(room, 0)) < 2:
            return []
        if room <= 0:
            return [field for field in open_cards if field not in under_discs]
        return open_cards

    def devil_shuffle(self, seat: int, takes: list[Field]) -> None:
        occupied = [player.at for player in self.players]
        taken: list[Field] = []
        laid: list[Field] = []
        while not laid or len(laid) < len(taken):
            lays = []
            if len(taken) >= 2:
                lays = [
                    f
                    for f in FIELDS
                    if (f not in self.cards or f in taken)
                    and f not in occupied
                    and f not in laid
                    and f != DEVIL_FIELD
                ]
            if takes and (not lays or self.below(2) == 0):
                taken.append(self.one_of(takes))
            else:
                laid.append(self.one_of(lays))
            self.actions += 1
            takes = [] if laid else self.takes(seat, taken)
        lifted = [self.cards.pop(field) for field in taken]
        self.shuffle(lifted)
        self.actions += 1
        for field, card in zip(laid, lifted, strict=True):
            self.cards[field] = card
            self.hidden.add(field)

    # --- the end

    def end_turn(self, seat: int) -> None:
        self.leave(seat)
        if not self.reason and not self.hidden:
            self.reason = "day_break"
        if not self.reason and self.turns == TURN_LIMIT:
            self.reason = "stopped"

    def leave(self, seat: int) -> None:
        for step in range(len(self.players)):
            other = (seat + step) % len(self.players)
            player = self.players[other]
            if player.at is not None and len(player.letters) == 6 and not player.devil:
                player.at = None
                self.left.append(other)
                if len(self.left) == len(self.players) - 1:
                    self.reason = "last_one"
                    return

    def places(self) -> tuple[int, ...]:
        behind = len(self.left) + 1
        return tuple(
            self.left.index(seat) + 1 if seat in self.left else behind
            for seat in range(len(self.players))
        )


def distance(one: Field, other: Field) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def far_from_all(field: Field, discs: list[Field]) -> bool:
    return all(distance(field, disc) >= 4 for disc in discs)


def room_for(more: int, free: list[Field]) -> bool:
    """Whether so many discs can still be placed on these fields."""
    if more == 0:
        return True
    for field in free:
        if room_for(more - 1, [other for other in free if distance(field, other) >= 4]):
            return True
    return False


def play(random: Callable[[], float], seats: int) -> Result:
    """One match from the shuffle to the places."""
    match = Match(random, seats)
    match.set_up()
    seat = 0
    while not match.reason:
        match.turn(seat)
        match.end_turn(seat)
        seat = (seat + 1) % seats
    return Result(match.places(), match.reason, match.turns, match.actions)
