"""From the last claim to the end of a round: who gets what (R11-R24, R34, R35).

Every function takes a state and returns the next one in which somebody owes a decision or a draw.
States are built in place: this is the busiest code of the game.
"""

from __future__ import annotations

from collections import Counter

from games.core.types import Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.options import ItemRefill, SpielWindow
from games.dice_devils.play.state import NOBODY, NOWHERE, Phase, State
from games.dice_devils.play.table import Dice, result


def begin_round(state: State) -> State:
    """Reveal items, then everybody rolls (R4-R6); without any item the match is over."""
    table = state.table
    if table.by_hand:
        return _begin_by_hand(state)
    missing = to_turn_up(state)
    lying = state.open + state.supply[:missing]
    return State(
        table,
        Phase.ROLL if lying else Phase.OVER,
        state.round + 1 if lying else state.round,
        state.first_ranks,
        state.rank_now if lying else state.rank_round,
        state.rank_now,
        state.supply[missing:],
        lying,
        state.collections,
        state.dice,
        state.shown,
        (NOWHERE,) * table.seats,
        False,
        (),
        (),
        NOBODY,
    )


def to_turn_up(state: State) -> int:
    """How many items a round turns up (R4, R5)."""
    table = state.table
    missing = table.target
    if table.options.item_refill is ItemRefill.TOP_UP:
        missing = max(0, missing - len(state.open))
    return min(missing, len(state.supply))


def face_down(state: State) -> tuple[str, ...]:
    """All that is neither open nor owned, at the beginning of a round."""
    table = state.table
    rest = Counter(table.box)
    rest.subtract(state.open)
    for row in state.collections:
        rest.subtract(dict(zip(table.items, row, strict=True)))
    return tuple(rest.elements())


def _begin_by_hand(state: State) -> State:
    """The same at a real table: whoever turns items up says which ones they are."""
    number = to_turn_up(state)
    if not number and not state.open:
        return state._replace(phase=Phase.OVER)
    ready = state._replace(
        phase=Phase.ITEMS,
        round=state.round + 1,
        rank_round=state.rank_now,
        claims=(NOWHERE,) * state.table.seats,
        spiel_used=False,
        fights=(),
        candidates=(),
        winner=NOBODY,
        ties=0,
    )
    return ready if number else turned_up(ready, ())


def turned_up(state: State, items: tuple[str, ...]) -> State:
    """Real items lie open, and everybody rolls under their cup: nobody has to tell what (R8)."""
    seats = state.table.seats
    return state._replace(
        phase=Phase.PLACE,
        supply=state.supply[len(items) :],
        open=state.open + items,
        dice=((),) * seats,
        shown=(False,) * seats,
    )


def resolve(state: State) -> State:
    """All have placed: lone claims are taken, fights queue in order of rank (R11-R13)."""
    table, claims, open_items = state.table, state.claims, state.open
    order = table.orders[state.rank_round]
    fights: list[int] = []
    collections, shown = state.collections, state.shown
    for seat in order:
        slot = claims[seat]
        if claims.count(slot) > 1:
            if slot not in fights:
                fights.append(slot)
            continue
        collections = gained(collections, seat, table.place[open_items[slot]])
        if table.shows_alone and state.rank_round[seat] == OBER:
            shown = tuple(was or other == seat for other, was in enumerate(shown))
    return next_fight(
        State(
            table,
            state.phase,
            state.round,
            state.first_ranks,
            state.rank_round,
            state.rank_now,
            state.supply,
            open_items,
            collections,
            state.dice,
            shown,
            claims,
            state.spiel_used,
            tuple(fights),
            (),
            NOBODY,
        )
    )


def next_fight(state: State) -> State:
    """Show the dice of the first fight in the queue and see who wins; or end the round."""
    if not state.fights:
        return with_phase(state, Phase.SHOW, ()) if to_show(state) else end_round(state)
    slot, claims = state.fights[0], state.claims
    revealed = State(
        state.table,
        Phase.SPIEL,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        state.open,
        state.collections,
        state.dice,
        tuple(was or claim == slot for was, claim in zip(state.shown, claims, strict=True)),
        claims,
        state.spiel_used,
        state.fights,
        state.fighters,
        NOBODY,
    )
    if to_show(revealed):
        return with_phase(revealed, Phase.SHOW, revealed.candidates)
    return revealed if spiel_may_force(revealed) else evaluate(revealed)


def to_show(state: State) -> tuple[Seat, ...]:
    """Whose real dice are seen now, but have not been told yet, in order of rank."""
    if not state.table.by_hand:
        return ()
    return tuple(seat for seat in state.order if state.shown[seat] and not state.dice[seat])


def dice_shown(state: State, values: tuple[int, ...]) -> State:
    """Real dice are seen by everybody: the first fight is decided, or the round is over."""
    dice = list(state.dice)
    at = 0
    for seat in to_show(state):
        number = len(state.table.throws[state.rank_round[seat]][0])
        dice[seat] = values[at : at + number]
        at += number
    seen = state._replace(phase=Phase.SPIEL, dice=tuple(dice))
    if not seen.fights:
        return end_round(seen)
    return seen if spiel_may_force(seen) else evaluate(seen)


def spiel_may_force(state: State) -> bool:
    """Whether the gambling devil decides before this evaluation (R19, R22, R23)."""
    if state.spiel_used or SPIEL not in state.rank_round:
        return False
    ranks, candidates = state.rank_round, state.candidates
    spiel = ranks.index(SPIEL)
    if spiel not in candidates:
        return False
    if state.table.options.spiel_before_spring or SPRING not in ranks:
        return True
    top = leaders(state)
    return not (spiel in top and ranks.index(SPRING) in top)


def leaders(state: State) -> tuple[Seat, ...]:
    """The candidates with the highest result as the dice lie (R14-R16)."""
    ranks, dice, candidates = state.rank_round, state.dice, state.candidates
    golden = min(dice[ranks.index(OBER)]) if SATAN in ranks else 0
    results = [result(ranks[seat], dice[seat], golden) for seat in candidates]
    best = max(results)
    return tuple(seat for seat, value in zip(candidates, results, strict=True) if value == best)


def evaluate(state: State) -> State:
    """A winner, or new dice for those tied at the top; the others have lost (R16-R18)."""
    tied = leaders(state)
    if len(tied) == 1:
        return award(state, tied[0])
    ranks = state.rank_round
    for seat in tied:
        if ranks[seat] == SPRING:
            return award(state, seat)
    return with_phase(state, Phase.TIED, tied)


def award(state: State, winner: Seat) -> State:
    """The winner takes the item; what the rank may do comes next (R25-R29)."""
    table = state.table
    collections = gained(state.collections, winner, table.place[state.open[state.fights[0]]])
    won = State(
        table,
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
        winner,
    )
    return with_phase(won, Phase.ABILITY, ()) if has_target(won) else won


def has_target(state: State) -> bool:
    """Whether the winner's rank has an ability, and something to use it on (R26, R27)."""
    rank, collections = state.rank_round[state.winner], state.collections
    if rank == FEHLER:
        stealable = state.table.stealable
        return any(collections[seat][item] for seat in state.losers for item in stealable)
    if rank == PUTZ:
        return any(any(collections[seat]) for seat in state.losers)
    return False


def thrown_again(state: State, values: tuple[int, ...]) -> State:
    """New dice for the opponents of the gambling devil or for those tied (R17, R20)."""
    forced = state.phase is Phase.FORCED
    dice = list(state.dice)
    at = 0
    for seat in throwers(state):
        number = len(dice[seat])
        dice[seat] = values[at : at + number]
        at += number
    after = State(
        state.table,
        Phase.SPIEL,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        state.open,
        state.collections,
        tuple(dice),
        state.shown,
        state.claims,
        state.spiel_used,
        state.fights,
        state.candidates,
        NOBODY,
        state.ties if forced else state.ties + 1,
    )
    if forced or state.table.options.spiel_window is not SpielWindow.ANY_EVALUATION:
        return evaluate(after)
    return after if spiel_may_force(after) else evaluate(after)


def throwers(state: State) -> tuple[Seat, ...]:
    """Who throws at the draw that is due, in order of rank."""
    if state.phase is Phase.ROLL:
        return state.order
    if state.phase is Phase.SHOW:
        return to_show(state)
    if state.phase is Phase.FORCED:
        ranks = state.rank_round
        return tuple(seat for seat in state.candidates if ranks[seat] != SPIEL)
    return state.candidates if state.phase is Phase.TIED else ()


def end_round(state: State) -> State:
    """Taken items leave the table; the match ends when somebody has enough (R34-R36)."""
    claims, options = state.claims, state.table.options
    ended = any(sum(row) >= options.end_item_count for row in state.collections)
    # what nobody else has seen is forgotten with the round
    dice: tuple[Dice, ...] = tuple(
        each if seen else () for each, seen in zip(state.dice, state.shown, strict=True)
    )
    cleared = State(
        state.table,
        Phase.OVER,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        tuple(item for slot, item in enumerate(state.open) if slot not in claims),
        state.collections,
        dice,
        state.shown,
        (NOWHERE,) * len(claims),
        state.spiel_used,
        (),
        (),
        NOBODY,
    )
    return cleared if ended else begin_round(cleared)


def gained(
    collections: tuple[tuple[int, ...], ...], seat: Seat, item: int
) -> tuple[tuple[int, ...], ...]:
    """The collections with one more of ``item`` for ``seat``."""
    row = list(collections[seat])
    row[item] += 1
    return (*collections[:seat], tuple(row), *collections[seat + 1 :])


def moved(
    collections: tuple[tuple[int, ...], ...], giver: Seat, taker: Seat, item: int
) -> tuple[tuple[int, ...], ...]:
    """The collections after one of ``item`` went from one to the other."""
    rows = [list(row) for row in collections]
    rows[giver][item] -= 1
    rows[taker][item] += 1
    return tuple(map(tuple, rows))


def with_phase(state: State, phase: Phase, candidates: tuple[Seat, ...]) -> State:
    """The state with another phase and other candidates."""
    return State(
        state.table,
        phase,
        state.round,
        state.first_ranks,
        state.rank_round,
        state.rank_now,
        state.supply,
        state.open,
        state.collections,
        state.dice,
        state.shown,
        state.claims,
        state.spiel_used or phase is Phase.FORCED,
        state.fights,
        candidates,
        state.winner,
        state.ties,
    )
