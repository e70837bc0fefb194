"""Moving, step by step (section 2.3 of the rules)."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.teufel_teufel.play import devils
from games.teufel_teufel.play.actions import AUTO, JUMP, SKIM, EndMove, Step
from games.teufel_teufel.play.cards import DEVIL, EMPTY, TOWER, colour_of, letter_of
from games.teufel_teufel.play.refusals import refused
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.play.table import Table

_END = EndMove()


def may_end(state: State) -> bool:
    """Whether the move under way may end here: not in the middle of a crossing (TT R17, R27)."""
    return state.phase is Phase.MOVE and not state.must_go_on


def must_end(state: State) -> bool:
    """Whether the move has become as long as it may (a guard for engines)."""
    return may_end(state) and state.steps >= state.ground.options.max_steps_per_move


def legal_steps(state: State) -> list[Step]:
    """Every next step, field by field in rising order; a way of crossing after AUTO."""
    ground, discs, hidden = state.ground, state.discs, state.hidden
    seat = state.turn
    devil = state.devils >> seat & 1
    auto, most = ground.steps[AUTO], ground.most_discs
    revisit = ground.options.allow_revisit
    found: list[Step] = []
    for field in ground.neighbours[discs[seat]]:
        if not revisit and state.visited >> field & 1:
            continue
        others = discs.count(field)
        if field == ground.devil_field:
            if state.devils.bit_count() == ground.devils and (revisit or _leads_on(state, field)):
                found.append(auto[field])
        elif not others:
            found.append(auto[field])
            if devil and hidden >> field & 1 and (revisit or _leads_on(state, field)):
                found.append(ground.steps[SKIM][field])
        elif others < most:
            found.append(auto[field])
            if (
                devil
                and others == 1
                and _may_be_jumped(state, field)
                and (revisit or _leads_on(state, field))
            ):
                found.append(ground.steps[JUMP][field])
    return found


def _may_be_jumped(state: State, field: int) -> bool:
    """Whether a lone disc on this field may be jumped, for what lies under it (TT R29)."""
    return (
        state.ground.options.jump_any_card
        or bool(state.hidden >> field & 1)
        or state.cards[field] < DEVIL
    )


def _leads_on(state: State, field: int) -> bool:
    """Whether a crossing can go on from ``field`` where no field may be visited twice.

    From any field but the devil field it is enough that a disc may enter a neighbour.
    """
    ground = state.ground
    visited = state.visited | 1 << field
    crossable = state.devils.bit_count() == ground.devils
    for onward in ground.neighbours[field]:
        if visited >> onward & 1 or state.discs.count(onward) >= ground.most_discs:
            continue
        if onward != ground.devil_field:
            return True
        if crossable and any(
            not (visited >> last & 1) and state.discs.count(last) < ground.most_discs
            for last in ground.neighbours[onward]
        ):
            return True
    return False


def step_objection(state: State, action: Step) -> IllegalAction | None:
    """Why this step may not be taken."""
    ground, seat = state.ground, state.turn
    field = ground.index.get(action.to)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R1")
    if must_end(state):
        return refused("teufel_teufel.too_many_steps", "TT R2")
    if field not in ground.neighbours[state.discs[seat]]:
        return refused("teufel_teufel.not_adjacent", "TT R1")
    others = state.discs.count(field)
    if others >= ground.most_discs:
        return refused("teufel_teufel.field_full", "TT R13")
    on_devil_field = field == ground.devil_field
    if on_devil_field and state.mid:
        return refused("teufel_teufel.devil_field_blocked", "TT R15")
    if not ground.options.allow_revisit and state.visited >> field & 1:
        return refused("teufel_teufel.visited_before", "TT R9")
    if action.mode == AUTO and not on_devil_field:
        return None
    if action.mode != AUTO and (objection := _crossing_objection(state, action.mode, field)):
        return objection
    if not ground.options.allow_revisit and not _leads_on(state, field):
        return refused("teufel_teufel.no_way_on", "TT R9")
    return None


def _crossing_objection(state: State, mode: str, field: int) -> IllegalAction | None:
    """Why this field may not be crossed in this way."""
    seat, others = state.turn, state.discs.count(field)
    if mode == SKIM:
        if not state.devils >> seat & 1:
            return refused("teufel_teufel.skim_without_devil", "TT R27")
        if others or not state.hidden >> field & 1:
            return refused("teufel_teufel.nothing_to_skim", "TT R27")
    elif mode == JUMP:
        if not state.devils >> seat & 1:
            return refused("teufel_teufel.jump_without_devil", "TT R12")
        if others != 1:
            return refused("teufel_teufel.nothing_to_jump", "TT R29")
        if not _may_be_jumped(state, field):
            return refused("teufel_teufel.card_not_jumped", "TT R29")
    else:
        return refused("teufel_teufel.unknown_mode", "TT R29")
    return None


def end_objection(state: State) -> IllegalAction | None:
    """Why the move may not end here."""
    if may_end(state):
        return None
    if state.phase is Phase.TURN:
        return refused("teufel_teufel.no_step_taken", "TT R2")
    field = state.discs[state.turn]
    if field == state.ground.devil_field:
        return refused("teufel_teufel.no_stop_on_devil_field", "TT R17")
    rule = "TT R29" if state.discs.count(field) > 1 else "TT R27"
    return refused("teufel_teufel.no_stop_while_crossing", rule)


def legal_in_move(state: State) -> tuple[Step | EndMove, ...]:
    """How a move may go on, or end."""
    if must_end(state):
        return (_END,)
    steps = legal_steps(state)
    return tuple(steps) if state.must_go_on else (*steps, _END)


def step(table: Table, action: Step) -> None:
    """Take one step, and whatever the field does to the disc."""
    ground, seat = table.ground, table.turn
    field = ground.index[action.to]
    others = table.discs.count(field)
    table.discs[seat] = field
    table.steps += 1
    table.phase = Phase.MOVE
    if not ground.options.allow_revisit:
        table.visited |= 1 << field
    if action.mode != AUTO or field == ground.devil_field:
        table.must_go_on = True
        return
    table.must_go_on = False
    if table.hidden >> field & 1:  # R4
        table.open(field)
        if not ground.options.resolve_last_card and table.day_breaks():
            return
    _arrive(table, seat, field, others)


def _arrive(table: Table, seat: int, field: int, others: int) -> None:
    """The card of a field with ``others`` discs on it takes effect (TT R3-R9, R14)."""
    card = table.cards[field]
    if card == DEVIL:
        devils.take_devil(table)
        return
    if card == TOWER:
        devils.enter_tower(table)
        return
    goes_on = not others  # R12
    if card != EMPTY:
        letter = 1 << letter_of(card)
        if not table.letters[seat] & letter:
            goes_on = False
            if colour_of(card) == seat:
                table.letters[seat] |= letter
    if goes_on:
        table.day_breaks()  # the opening is finished, the move is not (TT R42)
    elif others == 1 and table.devils >> seat & 1:
        table.phase = Phase.GIVE
    else:
        table.end_turn()
