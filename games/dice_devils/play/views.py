"""Who knows what: views, redacted lines, and states a viewer cannot tell apart."""

from __future__ import annotations

from typing import NamedTuple

from games.core.rng import Rng, shuffled
from games.core.types import CHANCE, JSON, Audience, Seat, Viewer
from games.dice_devils.devils import OBER
from games.dice_devils.play import actions
from games.dice_devils.play.actions import Action, Draw
from games.dice_devils.play.choices import decider
from games.dice_devils.play.draws import DRAWS
from games.dice_devils.play.ending import points_of
from games.dice_devils.play.fights import face_down, to_show, to_turn_up
from games.dice_devils.play.state import Phase, State
from games.dice_devils.play.table import Dice, Table, result
from games.dice_devils.scoring import places

_NOTHING_ROLLED = frozenset({Phase.SHUFFLE, Phase.DEAL, Phase.ITEMS, Phase.OVER})


class View(NamedTuple):
    """The table as one viewer sees it; sequences by seat unless said otherwise.

    ``dice`` are None where they are hidden, ``shown`` says whose are public. ``hidden_items`` is
    the number face down, ``supply`` their order for the referee alone. Everything that has been
    open is in ``open`` or in ``collections``, so what is face down follows. ``winner`` is None
    while no fight is won; ``decider`` is the seat that owes a decision, ``draw`` the name of the
    draw that is due.

    At a real table nobody is told what lies under a cup: ``dice`` are None to their owner too. When
    items are turned up, ``face_down`` are all there may be and ``to_turn_up`` is how many come;
    ``to_show`` are those whose dice are seen next.
    """

    table: Table
    viewer: Seat | Audience
    phase: Phase
    round: int
    first_ranks: tuple[int, ...]
    rank_round: tuple[int, ...]
    rank_now: tuple[int, ...]
    hidden_items: int
    supply: tuple[str, ...]
    open: tuple[str, ...]
    collections: tuple[tuple[int, ...], ...]
    dice: tuple[Dice | None, ...]
    shown: tuple[bool, ...]
    claims: tuple[int, ...]
    spiel_used: bool
    fights: tuple[int, ...]
    candidates: tuple[Seat, ...]
    winner: Seat | None
    decider: Seat | None
    draw: str
    face_down: tuple[str, ...] = ()
    to_turn_up: int = 0
    to_show: tuple[Seat, ...] = ()

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in order of their rank in this round."""
        return self.table.orders[self.rank_round]

    @property
    def places(self) -> tuple[int, ...]:
        """How the match ended, by seat; empty while it goes on (R38-R41)."""
        if self.phase is not Phase.OVER:
            return ()
        options = self.table.options
        ranks = self.rank_now if options.end_tie_uses_rank_after_last_swap else self.rank_round
        points = [points_of(self.table, row) for row in self.collections]
        return places(points, ranks or (None,) * self.table.seats, options)

    def claimants(self, slot: int) -> tuple[Seat, ...]:
        """Who claims an item, in order of rank."""
        return tuple(seat for seat in self.order if self.claims[seat] == slot)

    def hides_items(self, seat: Seat) -> bool:
        """Whether what a player holds is no business of this viewer's, but for its number."""
        is_public = self.table.options.collections_public
        return not is_public and isinstance(self.viewer, int) and seat != self.viewer

    def points(self, seat: Seat) -> int:
        """What the items of a player are worth, triples included (R37)."""
        return points_of(self.table, self.collections[seat])

    @property
    def golden(self) -> int:
        """The lowest golden die (R15); 0 where there is none, or none to be seen."""
        if OBER not in self.rank_round:
            return 0
        return min(self.dice[self.rank_round.index(OBER)] or (0,))

    def result(self, seat: Seat) -> int:
        """What a player's dice count (R14-R16); 0 where they are not to be seen."""
        dice = self.dice[seat]
        return result(self.rank_round[seat], dice, self.golden) if dice else 0


def known(state: State, viewer: object) -> Viewer:
    """The viewer, or the public for anything that is none."""
    if isinstance(viewer, Audience):
        return viewer
    if isinstance(viewer, int) and not isinstance(viewer, bool) and 0 <= viewer < len(state.dice):
        return Seat(viewer)
    return Audience.PUBLIC


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know; an unknown viewer is the public."""
    who = known(state, viewer)
    referee = who is Audience.REFEREE
    phase = state.phase
    drawn = DRAWS.get(phase, "")
    by_hand = state.table.by_hand
    lie_in_secret = by_hand and phase not in _NOTHING_ROLLED
    return View(
        table=state.table,
        viewer=who,
        phase=phase,
        round=state.round,
        first_ranks=state.first_ranks,
        rank_round=state.rank_round,
        rank_now=state.rank_now,
        hidden_items=len(state.supply),
        supply=state.supply if referee and not by_hand else (),
        open=state.open,
        collections=state.collections,
        dice=tuple(
            (dice if shown or referee or seat == who else None)
            if dice
            else (None if lie_in_secret else dice)
            for seat, (dice, shown) in enumerate(zip(state.dice, state.shown, strict=True))
        ),
        shown=state.shown,
        claims=state.claims,
        spiel_used=state.spiel_used,
        fights=state.fights,
        candidates=state.candidates,
        winner=state.winner if state.winner >= 0 else None,
        decider=None if drawn or phase is Phase.OVER else decider(state),
        draw=drawn,
        face_down=face_down(state) if phase is Phase.ITEMS else (),
        to_turn_up=to_turn_up(state) if phase is Phase.ITEMS else 0,
        to_show=to_show(state) if phase is Phase.SHOW else (),
    )


def to_json(view: View) -> JSON:
    """The view for a page, a scoreboard or a bot in another process."""
    table = view.table
    return {
        "viewer": view.viewer.value if isinstance(view.viewer, Audience) else view.viewer,
        "phase": view.phase.value,
        "round": view.round,
        "first_ranks": list(view.first_ranks),
        "ranks": list(view.rank_round),
        "ranks_next": list(view.rank_now),
        "hidden_items": view.hidden_items,
        "supply": list(view.supply),
        "open": list(view.open),
        "collections": [
            {name: count for name, count in zip(table.items, row, strict=True) if count}
            for row in view.collections
        ],
        "collections_public": table.options.collections_public,
        "dice": [None if dice is None else list(dice) for dice in view.dice],
        "shown": list(view.shown),
        "claims": [claim if claim >= 0 else None for claim in view.claims],
        "spiel_used": view.spiel_used,
        "fights": list(view.fights),
        "candidates": list(view.candidates),
        "winner": view.winner,
        "to_act": CHANCE.value if view.draw else view.decider,
        "draw": view.draw,
    }


def redact(state: State, action: Action, viewer: Viewer) -> JSON:
    """The record of an action as the viewer may read it: null is what stays hidden."""
    who = known(state, viewer)
    if who is Audience.REFEREE or not isinstance(action, Draw):
        return actions.to_json(action)
    values: list[JSON] = list(action.values)
    if action.what == "shuffle":
        values = [None] * len(values)
    elif action.what == "roll":
        at = 0
        for seat in state.order:
            number = len(state.table.throws[state.rank_round[seat]][0])
            if seat != who:
                values[at : at + number] = [None] * number
            at += number
    return {"t": "chance", "what": action.what, "values": values}


def resample(state: State, viewer: Viewer, rng: Rng) -> State:
    """Another order of what lies face down, other dice where the viewer has seen none.

    Nothing that players do tells their dice: any fall is as likely as before it was thrown.
    """
    who = known(state, viewer)
    if who is Audience.REFEREE:
        return state
    dice = list(state.dice)
    for seat, (hand, shown) in enumerate(zip(state.dice, state.shown, strict=True)):
        if hand and not shown and seat != who:
            ways = state.table.throws[state.rank_round[seat]]
            dice[seat] = ways[rng.below(len(ways))]
    return state._replace(supply=shuffled(rng, state.supply), dice=tuple(dice))
