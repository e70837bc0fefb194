"""The contracts of full play: what an engine does, what a bot does, what a fast path does.

A match is a chain of actions. Players decide, chance draws, and both are recorded in the same way,
so that a match can be replayed from its record alone, with dice rolled on a real table as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar, final

from games.core.by_hand import Asked
from games.core.errors import IllegalAction, NotYourTurn
from games.core.rng import NamedRng, Rng
from games.core.types import CHANCE, JSON, Actor, Outcome, Seat, Viewer
from games.core.words import Phrase

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741  (states, actions, views, options)
V_con = TypeVar("V_con", contravariant=True)
O_con = TypeVar("O_con", contravariant=True)


class Game(ABC, Generic[S, A, V, O]):
    """One game, played by pure functions: no method changes its arguments.

    States are immutable and carry seats and options. Actions are small, immutable, comparable and
    say nothing about who takes them. Draws of chance are actions too. ``taken_back`` tells players
    in a sentence or two which decisions they can take back; ``taken_back_alone`` says so, where it
    differs, to somebody who plays against bots alone: they decide at once.
    """

    taken_back: ClassVar[str] = ""
    taken_back_alone: ClassVar[str] = ""

    # --- the course of a match

    @abstractmethod
    def initial(self, seats: int, options: O) -> S:
        """The table before anything is drawn. Raises BadOptions for a wrong number of seats."""

    @abstractmethod
    def to_act(self, state: S) -> Collection[Actor]:
        """The seats that owe a decision; or CHANCE alone; or nobody: the match is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Every action open to ``seat`` in a fixed order, at most 1,000; empty when it owes none.

        Depends only on what the seat may know.
        """

    @abstractmethod
    def objection(self, state: S, actor: Actor, action: A) -> IllegalAction | None:
        """Why one who is to act may not do this, naming the rule; None when it is legal.

        For CHANCE: why this draw could not have happened here.
        """

    @abstractmethod
    def chance(self, state: S, rng: NamedRng) -> A:
        """One outcome of the pending draw. Nothing else in the course of a match uses ``rng``.

        Asks for each draw by a name that comes once in a match and follows from what everybody
        knows; one that tells a ``seat`` is the seat's, any other the table's (``core/rng.py``).
        """

    @abstractmethod
    def advance(self, state: S, actor: Actor, action: A) -> S:
        """The next state for an action already known to be legal. Checks nothing.

        Whatever follows without a decision or a draw has happened in the state returned.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None exactly while somebody owes something."""

    @abstractmethod
    def adjudicate(self, state: S) -> Outcome:
        """How the match counts when it is stopped here, by a limit of time or of steps."""

    # --- who knows what

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """What ``viewer`` may know, built up from nothing. An unknown viewer is the public."""

    @abstractmethod
    def view_to_json(self, view: V) -> JSON:
        """The view as a page, a bot in another process or a scoreboard gets it."""

    @abstractmethod
    def redact(self, state: S, actor: Actor, action: A, viewer: Viewer) -> JSON:
        """The line of the record that ``viewer`` may read for ``action`` taken in ``state``."""

    @abstractmethod
    def resample(self, state: S, viewer: Viewer, rng: Rng) -> S:
        """Another state that ``viewer`` cannot tell from this one, as likely as any other."""

    def keeps_hidden(self, before: S, after: S) -> bool:
        """Whether a decision between these has turned nothing up: what lay hidden lies hidden.

        Then it can be taken back, and nobody knows more than before but what was decided. Follows
        from what everybody knows. A game that does not say so takes nothing back.
        """
        return False

    # --- records

    @abstractmethod
    def action_to_json(self, action: A) -> JSON:
        """The wire form: ``{"t": "place", "slot": 3}``; draws: ``{"t": "chance", "what": ...,
        "values": [...]}``. The record adds who took it."""

    @abstractmethod
    def action_from_json(self, data: JSON) -> A:
        """Reads shape only, never judges legality. Raises MalformedAction."""

    @abstractmethod
    def sheet(self, state: S) -> JSON:
        """The score sheet of a finished match, as ``SheetRules.parse`` reads it."""

    # --- measures

    @abstractmethod
    def length(self, state: S) -> int:
        """How long the match has lasted, in ``GamePackage.length_unit``."""

    @abstractmethod
    def starts(self, state: S) -> tuple[str, ...]:
        """Where each seat started from (its first rank, its place in the order), once known."""

    # --- words

    @abstractmethod
    def tell(self, before: V, actor: Actor, line: JSON, after: V) -> Sequence[Phrase]:
        """What happened, in words for one viewer: the redacted ``line`` and all that followed.

        Knows nothing but that viewer's views, so it cannot tell more than they show.
        """

    @abstractmethod
    def describe(self, view: V) -> Sequence[Phrase]:
        """The position in words or as a drawing of text, line by line."""

    @abstractmethod
    def offer(self, view: V, action: A) -> Phrase:
        """One legal action as a choice put to a player: "Take the grill"."""

    # --- real dice, real cards

    def asks(self, view: V) -> Asked | None:
        """The draw that is due, as it is asked for at a real table; None where none is due.

        For games that are played ``by_hand``: everybody may see what is asked for, and what has to
        stay hidden is asked for once it is shown. Of others, always None.
        """
        return None

    # --- what everybody else calls

    @final
    def apply(self, state: S, actor: Actor, action: A) -> S:
        """The next state. Raises NotYourTurn or IllegalAction."""
        if actor not in self.to_act(state):
            raise NotYourTurn("game.not_your_turn")
        refused = self.objection(state, actor, action)
        if refused is not None:
            raise refused
        return self.advance(state, actor, action)

    @final
    def draws(self, state: S, rng: NamedRng) -> tuple[S, list[A]]:
        """Let chance act until somebody owes a decision or the match is over."""
        drawn = []
        while CHANCE in self.to_act(state):
            action = self.chance(state, rng)
            state = self.advance(state, CHANCE, action)
            drawn.append(action)
        return state, drawn

    @final
    def step(self, state: S, actor: Actor, action: A, rng: NamedRng) -> tuple[S, list[A]]:
        """``apply``, then every draw that follows, up to the next decision."""
        return self.draws(self.apply(state, actor, action), rng)


class Bot(Protocol[V_con, A]):
    """A player made of code, for one seat of one match. Handed a view, never a state."""

    def choose(self, view: V_con, legal: Sequence[A], rng: Rng) -> A:
        """One of ``legal``, which has at least one entry.

        With one entry a bot draws nothing from ``rng``. Whole numbers come from ``rng.below``.
        """


class Played(NamedTuple):
    """What a simulation keeps of one match."""

    outcome: Outcome
    length: int
    starts: tuple[str, ...]
    actions: int  # decisions and draws, as a transcript counts them
    cut: bool = False  # stopped by the step limit and adjudicated


class FastPlay(ABC, Generic[O_con]):
    """In-place play of whole matches by random bots, for millions of them.

    It draws the same numbers in the same order as the engine with the package's ``random`` bots
    and one ``QuickRng`` for everything, so both give the same ``Played`` from the same seed.
    """

    @abstractmethod
    def player(self, seats: int, options: O_con) -> Callable[[Callable[[], float]], Played]:
        """A function that plays one match, drawing ``int(random() * n)``; tables made once."""


BotFactory = Callable[[], Bot[V, A]]
Bots = Mapping[str, BotFactory[V, A]]
