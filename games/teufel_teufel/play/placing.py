"""Where discs begin."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.teufel_teufel.play.actions import PlaceDisc
from games.teufel_teufel.play.refusals import refused
from games.teufel_teufel.play.state import NOWHERE, State
from games.teufel_teufel.play.table import Table


def _placed(state: State) -> list[int]:
    return [field for field in state.discs if field != NOWHERE]


def _fields(state: State) -> int:
    """The fields on which the next disc may be placed, as bits."""
    placed = _placed(state)
    return state.ground.first_fields(placed, state.seats - len(placed) - 1)


def legal(state: State) -> tuple[PlaceDisc, ...]:
    """Every first field open to the seat whose turn it is to place."""
    fields = _fields(state)
    return tuple(
        placing for field, placing in enumerate(state.ground.placings) if fields >> field & 1
    )


def objection(state: State, action: PlaceDisc) -> IllegalAction | None:
    """Why the disc may not begin there."""
    ground = state.ground
    field = ground.index.get(action.at)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R1")
    if field == ground.devil_field:
        return refused("teufel_teufel.start_on_devil_field", "TT R17")
    if _fields(state) >> field & 1:
        return None
    if ground.far_from(_placed(state)) >> field & 1:
        return refused("teufel_teufel.no_room_for_others", "TT R1")
    return refused("teufel_teufel.too_near", "TT R1")


def place(table: Table, action: PlaceDisc) -> None:
    """Put the disc down; the card under it stays hidden, or is turned up without effect."""
    seat, ground = table.turn, table.ground
    field = ground.index[action.at]
    table.discs[seat] = field
    if ground.options.flip_start_card and table.hidden >> field & 1:
        table.open(field)
    following = (seat + 1) % table.seats
    if following == table.first:
        table.begin_turn(following)
    else:
        table.turn = following
