"""A working copy of a state, on which one action and all that follows from it are carried out."""

from __future__ import annotations

from games.teufel_teufel.play.state import NOBODY, NOWHERE, Phase, State
from games.teufel_teufel.words import End


class Table:
    """The fields of ``State``, with lists in the place of tuples where an action may change one.

    Everything here happens without anybody's decision.
    """

    __slots__ = (
        "cards",
        "devils",
        "discs",
        "end",
        "first",
        "flips",
        "ground",
        "group",
        "hidden",
        "known",
        "laid",
        "left",
        "letters",
        "loser",
        "must_go_on",
        "opened",
        "own_turns",
        "phase",
        "seats",
        "shuffles",
        "steps",
        "swapped",
        "taken",
        "turn",
        "turns",
        "visited",
    )

    def __init__(self, state: State) -> None:
        (
            self.ground,
            self.seats,
            self.phase,
            self.first,
            self.turn,
            self.turns,
            self.own_turns,
            self.cards,
            self.hidden,
            self.group,
            self.shuffles,
            discs,
            letters,
            self.devils,
            self.left,
            self.known,
            self.steps,
            self.must_go_on,
            self.visited,
            self.opened,
            self.flips,
            self.taken,
            self.laid,
            self.loser,
            self.swapped,
            self.end,
        ) = state
        self.discs = list(discs)
        self.letters = list(letters)

    def state(self) -> State:
        """The state that the table is in now."""
        return State(
            self.ground,
            self.seats,
            self.phase,
            self.first,
            self.turn,
            self.turns,
            self.own_turns,
            self.cards,
            self.hidden,
            self.group,
            self.shuffles,
            tuple(self.discs),
            tuple(self.letters),
            self.devils,
            self.left,
            self.known,
            self.steps,
            self.must_go_on,
            self.visited,
            self.opened,
            self.flips,
            self.taken,
            self.laid,
            self.loser,
            self.swapped,
            self.end,
        )

    # --- cards

    def open(self, field: int) -> None:
        """Turn up the hidden card of a field. What was known about it privately is known to all."""
        bit = 1 << field
        self.hidden &= ~bit
        self.opened = True
        if any(known & bit for known in self.known):
            self.known = tuple(known & ~bit for known in self.known)

    # --- leaving and the end

    def leave(self) -> bool:
        """Take complete discs without a devil off the board; True ends the match (TT R37, R40).

        Also takes off a disc whose owner is not to act: one that was robbed of its devil (TT R23).
        Two can leave by one effect only where nobody loses letters (TT R43); the one whose turn it
        is then leaves first.
        """
        full = self.ground.all_letters
        if full in self.letters:
            for step in range(self.seats):
                seat = (self.turn + step) % self.seats
                if (
                    self.letters[seat] == full
                    and not self.devils >> seat & 1
                    and self.discs[seat] != NOWHERE
                ):
                    self.discs[seat] = NOWHERE
                    self.left += (seat,)
                    if self.seats - len(self.left) <= 1:
                        self.finish(End.LAST_ONE)
                        return True
        return False

    def day_breaks(self) -> bool:
        """End the match if the last hidden card has been opened (TT R41)."""
        if self.opened and not self.hidden:
            self.finish(End.DAY_BREAK)
            return True
        return False

    def finish(self, end: End) -> None:
        """Nobody acts any more."""
        self.phase = Phase.OVER
        self.end = end

    # --- turns

    def end_turn(self) -> None:
        """The effects of the turn are over: leaving, day-break, limit, the next seat (TT R42)."""
        if self.leave() or self.day_breaks():
            return
        limit = self.ground.options.turn_limit
        if limit is not None and self.turns >= limit:
            self.finish(End.STOPPED)
            return
        seat = (self.turn + 1) % self.seats
        while self.discs[seat] == NOWHERE and not self.hidden:
            seat = (seat + 1) % self.seats  # possible in invented positions only
        self.begin_turn(seat)

    def begin_turn(self, seat: int) -> None:
        """Let ``seat`` act, on the board or, having left it, as one who flips cards (TT R39)."""
        self.turn = seat
        self.turns += 1
        self.steps = 0
        self.must_go_on = False
        self.visited = 0
        self.opened = False
        self.flips = 0
        self.taken = ()
        self.laid = ()
        self.loser = NOBODY
        self.swapped = ()
        field = self.discs[seat]
        options = self.ground.options
        if field == NOWHERE:
            self.phase = Phase.FLIP
            self.flips = options.finished_flips
            return
        self.phase = Phase.TURN
        own = self.own_turns
        self.own_turns = (*own[:seat], own[seat] + 1, *own[seat + 1 :])
        if not options.allow_revisit:
            self.visited = 1 << field
