"""Full play of Dice Devils: the contract, put together from the modules beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.core.by_hand import Asked
from games.core.errors import IllegalAction
from games.core.game import Game
from games.core.rng import NamedRng, Rng
from games.core.types import CHANCE, JSON, Actor, Outcome, Seat, Viewer
from games.core.words import Phrase
from games.dice_devils.devils import RANK_KEYS
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import actions, asking, telling, views
from games.dice_devils.play.actions import (
    Action,
    Decline,
    Draw,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.choices import choices, decider, refusal
from games.dice_devils.play.draws import DRAWS, draw, impossible
from games.dice_devils.play.ending import final_sheet, standing
from games.dice_devils.play.fights import (
    begin_round,
    dice_shown,
    evaluate,
    moved,
    next_fight,
    resolve,
    thrown_again,
    turned_up,
    with_phase,
)
from games.dice_devils.play.state import Phase, State, empty_table
from games.dice_devils.play.table import table_for
from games.dice_devils.play.texts import TAKEN_BACK
from games.dice_devils.play.views import View

_BY_CHANCE: tuple[Actor, ...] = (CHANCE,)


class DiceDevils(Game[State, Action, View, DiceDevilsOptions]):
    """Devils roll in secret, claim warm things and fight for them."""

    taken_back = TAKEN_BACK

    # --- the course of a match

    def initial(self, seats: int, options: DiceDevilsOptions) -> State:
        return empty_table(table_for(seats, options))

    def to_act(self, state: State) -> Collection[Actor]:
        phase = state.phase
        if phase in DRAWS:
            return _BY_CHANCE
        return () if phase is Phase.OVER else (decider(state),)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        phase = state.phase
        if phase in DRAWS or phase is Phase.OVER or decider(state) != seat:
            return ()
        return choices(state)

    def objection(self, state: State, actor: Actor, action: Action) -> IllegalAction | None:
        return impossible(state, action) if state.phase in DRAWS else refusal(state, action)

    def chance(self, state: State, rng: NamedRng) -> Action:
        return draw(state, rng)

    def advance(self, state: State, actor: Actor, action: Action) -> State:
        match action:
            case Place(slot):
                return _placed(state, slot)
            case SwapRank(loser):
                return next_fight(_fight_over(state, loser))
            case Decline("swap_rank"):
                return next_fight(_fight_over(state, state.winner))
            case Draw(_, values):
                return _drawn(state, values)
            case Spiel(force):
                if force:
                    return with_phase(state, Phase.FORCED, state.candidates)
                return evaluate(state)
            case Steal(victim, item):
                stolen = state.table.place[item]
                return _ability_used(state, moved(state.collections, victim, state.winner, stolen))
            case Exchange(partner, give, take):
                place = state.table.place
                given = moved(state.collections, state.winner, partner, place[give])
                return _ability_used(state, moved(given, partner, state.winner, place[take]))
            case Decline():
                return _ability_used(state, state.collections)

    def outcome(self, state: State) -> Outcome | None:
        return standing(state) if state.phase is Phase.OVER else None

    def adjudicate(self, state: State) -> Outcome:
        return standing(state)

    # --- who knows what

    def view(self, state: State, viewer: Viewer) -> View:
        return views.view(state, viewer)

    def view_to_json(self, view: View) -> JSON:
        return views.to_json(view)

    def redact(self, state: State, actor: Actor, action: Action, viewer: Viewer) -> JSON:
        return views.redact(state, action, viewer)

    def resample(self, state: State, viewer: Viewer, rng: Rng) -> State:
        return views.resample(state, viewer, rng)

    def keeps_hidden(self, before: State, after: State) -> bool:
        return before.shown == after.shown and len(before.supply) == len(after.supply)

    # --- real dice

    def asks(self, view: View) -> Asked | None:
        return asking.asks(view)

    # --- records

    def action_to_json(self, action: Action) -> JSON:
        return actions.to_json(action)

    def action_from_json(self, data: JSON) -> Action:
        return actions.from_json(data)

    def sheet(self, state: State) -> JSON:
        return final_sheet(state)

    # --- measures

    def length(self, state: State) -> int:
        return state.round

    def starts(self, state: State) -> tuple[str, ...]:
        return tuple(RANK_KEYS[rank] for rank in state.first_ranks)

    # --- words

    def tell(self, before: View, actor: Actor, line: JSON, after: View) -> Sequence[Phrase]:
        return telling.tell(before, actor, line, after)

    def describe(self, view: View) -> Sequence[Phrase]:
        return telling.describe(view)

    def offer(self, view: View, action: Action) -> Phrase:
        return telling.offer(view, action)


def _placed(state: State, slot: int) -> State:
    """One more claim; after the last one the items are fought for (R9-R13)."""
    table, claims = state.table, state.claims
    placed = sum(claim >= 0 for claim in claims)
    seat = table.orders[state.rank_round][placed]
    after = State(
        table,
        Phase.PLACE,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        state.open,
        state.collections,
        state.dice,
        state.shown,
        (*claims[:seat], slot, *claims[seat + 1 :]),
        state.spiel_used,
        (),
        (),
        state.winner,
    )
    return resolve(after) if placed + 1 == table.seats else after


def _fight_over(state: State, loser: Seat) -> State:
    """Winner and loser have exchanged ranks from the next round on (R30, R31)."""
    winner, ranks = state.winner, state.rank_now
    if loser != winner:
        swapped = list(ranks)
        swapped[winner], swapped[loser] = swapped[loser], swapped[winner]
        ranks = tuple(swapped)
    return State(
        state.table,
        Phase.SWAP,
        state.round,
        state.first_ranks,
        state.rank_round,
        ranks,
        state.supply,
        state.open,
        state.collections,
        state.dice,
        state.shown,
        state.claims,
        state.spiel_used,
        state.fights[1:],
        (),
        winner,
    )


def _ability_used(state: State, collections: tuple[tuple[int, ...], ...]) -> State:
    """The exchange of ranks comes after the ability (R29)."""
    return State(
        state.table,
        Phase.SWAP,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        state.open,
        collections,
        state.dice,
        state.shown,
        state.claims,
        state.spiel_used,
        state.fights,
        (),
        state.winner,
    )


def _drawn(state: State, values: tuple[int | str, ...]) -> State:
    """What chance brought lies on the table."""
    if state.phase is Phase.SHUFFLE:
        supply = tuple(str(value) for value in values)
        if not supply:  # real items: nobody knows their order
            table = table_for(state.table.seats, state.table.options, by_hand=True)
            return state._replace(phase=Phase.DEAL, table=table, supply=("",) * len(table.box))
        return state._replace(phase=Phase.DEAL, supply=supply)
    if state.phase is Phase.ITEMS:
        return turned_up(state, tuple(str(value) for value in values))
    faces = tuple(int(value) for value in values)
    if state.phase is Phase.DEAL:
        return begin_round(state._replace(first_ranks=faces, rank_round=faces, rank_now=faces))
    if state.phase is Phase.SHOW:
        return dice_shown(state, faces)
    if state.phase is not Phase.ROLL:
        return thrown_again(state, faces)
    table, ranks = state.table, state.rank_round
    dice = list(state.dice)
    at = 0
    for seat in table.orders[ranks]:
        number = len(table.throws[ranks[seat]][0])
        dice[seat] = faces[at : at + number]
        at += number
    return State(
        table,
        Phase.PLACE,
        state.round,
        state.first_ranks,
        ranks,
        state.rank_now,
        state.supply,
        state.open,
        state.collections,
        tuple(dice),
        (False,) * table.seats,
        state.claims,
        False,
        (),
        (),
        state.winner,
    )
