"""The end of a round: winnings, pawns, pacts, the end of the match, the next round (TD R14-R45)."""

from __future__ import annotations

from games.the_devil_with_it import money
from games.the_devil_with_it.money import Laid, RoundEnd
from games.the_devil_with_it.play.piles import chips_after
from games.the_devil_with_it.play.state import Phase, Pieces, RoundFacts, State


def laid(turn: Pieces | None) -> Laid:
    """Amount and number of the pieces laid down after a turn (TD R8, R9, R12)."""
    if not turn or not turn[-1]:
        return money.NOTHING_LAID
    return sum(turn), len(turn)


def closed(state: State) -> State:
    """Settle the round whose turns are over, move the pawns, and go on or end (TD R27-R45)."""
    table = state.table
    options = table.options
    settled = money.settle(
        state.own,
        state.stakes,
        [laid(turn) for turn in state.turns],
        options,
        starter=state.starter,
        bank=state.bank if options.bank_limited else None,
    )
    own = settled.holdings
    chips = chips_after(state, own) if state.chips else ()
    places = money.pawn_positions(own, options.track)
    end = money.round_end(own, state.number, options, is_extra=state.is_extra)
    reset = money.has_to_reset(len(state.oven), options)
    facts = RoundFacts(
        state.starter,
        state.stakes,
        state.turns,
        state.payments,
        settled.gains,
        settled.amount_bonuses,
        settled.count_bonuses,
        reset,
        (state.rounds[-1].next_oven if state.rounds else 1) + reset,
    )
    rounds = (*state.rounds, facts)
    if end is RoundEnd.OVER or end is RoundEnd.OVER_EARLY:
        return State(
            table,
            Phase.END,
            state.number,
            state.starter,
            own,
            table.nothing,
            places,
            (False,) * table.seats,
            state.oven,
            turns=table.nothing,
            rounds=rounds,
            chips=chips,
            changes=state.changes,
            is_extra=state.is_extra,
            ended_early=end is RoundEnd.OVER_EARLY,
        )
    return State(
        table,
        # without a single chip at the table coal alone brings money back (TD R3, R50)
        Phase.BET if any(own) else Phase.CHOOSE,
        state.number + 1,
        money.next_starter(state.starter, table.seats),
        own,
        table.nothing,
        places,
        money.pacts(places),
        table.full_oven if reset else state.oven,
        0,
        (),
        table.nothing,
        (),
        rounds,
        chips,
        (0,) * table.seats if chips else (),
        end is RoundEnd.EXTRA_ROUND,
    )
