"""A table of Teufel, Teufel! for tests: a position, actions in their wire form, and what is seen.

Seats are Red, Blue, Green, Yellow, White and Black, in this order. Nothing but the public contract
is used: positions, the wire form of actions, and the referee's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import IllegalAction
from games.core.types import CHANCE, JSON, Actor, Audience, Outcome, Seat
from games.teufel_teufel.options import from_json
from games.teufel_teufel.play.actions import TeufelAction
from games.teufel_teufel.play.game import TeufelGame
from games.teufel_teufel.play.state import State, position

RED, BLUE, GREEN, YELLOW, WHITE, BLACK = range(6)
ALL = "ABCDEF"
GAME = TeufelGame()

Field = tuple[int, int]
Wire = Mapping[str, JSON]


def step(row: int, col: int, mode: str = "auto") -> Wire:
    return {"t": "step", "to": [row, col], "mode": mode}


def skim(row: int, col: int) -> Wire:
    return step(row, col, "skim")


def jump(row: int, col: int) -> Wire:
    return step(row, col, "jump")


def swap(a: Field, b: Field) -> Wire:
    return {"t": "swap", "a": list(a), "b": list(b)}


def take(row: int, col: int) -> Wire:
    return {"t": "shuffle_take", "at": [row, col]}


def lay(row: int, col: int) -> Wire:
    return {"t": "shuffle_lay", "at": [row, col]}


def flip(row: int, col: int) -> Wire:
    return {"t": "flip", "at": [row, col]}


def lose(letters: str) -> Wire:
    return {"t": "lose_letters", "letters": list(letters)}


def place(row: int, col: int) -> Wire:
    return {"t": "place_disc", "at": [row, col]}


def peek(at: Field | None) -> Wire:
    return {"t": "peek", "at": None if at is None else list(at)}


def take_from(victim: int) -> Wire:
    return {"t": "take_devil_from", "victim": victim}


def drawn(what: str, *values: int | str) -> Wire:
    return {"t": "chance", "what": what, "values": list(values)}


END: Wire = {"t": "end_move"}
PASS: Wire = {"t": "pass"}
GIVE: Wire = {"t": "give", "yes": True}
KEEP: Wire = {"t": "give", "yes": False}
DROP: Wire = {"t": "drop_devil", "yes": True}
HOLD: Wire = {"t": "drop_devil", "yes": False}


class Table:
    """One match, followed action by action."""

    def __init__(self, state: State) -> None:
        self.state = state

    def do(self, *actions: Wire) -> Table:
        """Each action by the one who owes it; a refusal fails the test."""
        for action in actions:
            assert self.can(action), (action, self.actor)
            self.state = GAME.apply(self.state, self.actor, read(action))
        return self

    def can(self, action: Wire) -> bool:
        """Whether the one to act may do this; what is offered and what is accepted must agree."""
        wanted, actor = read(action), self.actor
        accepted = GAME.objection(self.state, actor, wanted) is None
        if actor is not CHANCE:
            assert isinstance(actor, int)
            assert (wanted in GAME.legal(self.state, Seat(actor))) is accepted, action
        return accepted

    def forbidden_by(self, action: Wire) -> str:
        """The rule that the refusal of this action names."""
        try:
            GAME.apply(self.state, self.actor, read(action))
        except IllegalAction as error:
            return str(error.params["rule"])
        return "nothing"

    @property
    def actor(self) -> Actor:
        (actor,) = GAME.to_act(self.state)
        return actor

    @property
    def is_over(self) -> bool:
        return not GAME.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    @property
    def offered(self) -> list[str]:
        """The kinds of action open to the one who is to act."""
        actor = self.actor
        assert isinstance(actor, int)
        wired = [GAME.action_to_json(action) for action in GAME.legal(self.state, Seat(actor))]
        return sorted({str(action["t"]) for action in wired if isinstance(action, Mapping)})

    def seen_by(self, viewer: Seat | Audience) -> dict[str, Any]:  # Any: JSON, read by tests
        found = GAME.view_to_json(GAME.view(self.state, viewer))
        assert isinstance(found, dict)
        return found

    @property
    def _all(self) -> dict[str, Any]:
        return self.seen_by(Audience.REFEREE)

    @property
    def turn(self) -> int:
        return int(self._all["turn"])

    @property
    def mid(self) -> int:
        return int(self._all["mid"])

    @property
    def left(self) -> list[int]:
        return list(self._all["left"])

    @property
    def hidden(self) -> int:
        """How many cards lie hidden."""
        return sum(card["card"] == "hidden" for card in self._all["cards"])

    def at(self, seat: int) -> Field | None:
        found = self._all["discs"][seat]["at"]
        return None if found is None else (found[0], found[1])

    def letters(self, seat: int) -> str:
        return "".join(self._all["discs"][seat]["letters"])

    def devil(self, seat: int) -> bool:
        return bool(self._all["discs"][seat]["devil"])

    def card(self, row: int, col: int) -> str | None:
        """What lies on the field for all to see: the open card, ``hidden``, or nothing."""
        return next((card["card"] for card in self._all["cards"] if card["at"] == [row, col]), None)

    def truth(self, row: int, col: int) -> str | None:
        """The hidden card on the field."""
        return next((c["card"] for c in self._all["known"] if c["at"] == [row, col]), None)


def table(
    red: Field | None,
    *others: Field | None,
    open: Mapping[Field, str] | None = None,
    hidden: Mapping[Field, str] | None = None,
    letters: Mapping[int, str] | None = None,
    devils: Sequence[int] = (),
    left: Sequence[int] = (),
    turn: int = RED,
    night: bool = True,
    peeked: Mapping[int, Sequence[Field]] | None = None,
    options: JSON = None,
) -> Table:
    """Red to move; Blue far away if nobody else is named, and a hidden card far away (``night``).

    The far card lies in the corner r7c7, a letter that Black collects. ``peeked`` are the hidden
    cards that a seat has looked at.
    """
    discs = [red, *(others or ((7, 1),))]
    covered = dict(hidden or {})
    if night:
        covered.setdefault((7, 7), "black-F")
    held = letters or {}
    return Table(
        position(
            seats=len(discs),
            options=from_json(options),
            open=dict(open or {}),
            hidden=covered,
            discs=discs,
            letters=[held.get(seat, "") for seat in range(len(discs))],
            devils=list(devils),
            left=list(left),
            turn=turn,
            known=peeked,
        )
    )


def read(action: Wire) -> TeufelAction:
    """The action behind its wire form."""
    return GAME.action_from_json(dict(action))


def fresh(seats: int, options: JSON = None) -> Table:
    """A table before anything is drawn."""
    return Table(GAME.initial(seats, from_json(options)))


def dealt(seats: int, options: JSON = None) -> Table:
    """A table after the deal, with the cards in the order of the box."""
    box = from_json(options)
    names = [
        f"{colour}-{letter}"
        for colour in ("red", "blue", "green", "yellow", "white", "black")
        for letter in box.letters
    ]
    cards = [*names, *["devil"] * box.cards.devil, *["tower"] * box.cards.tower]
    found = fresh(seats, options)
    return found.do(drawn("deal", *cards))
