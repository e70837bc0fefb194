"""Short ways to put devils, dice and items on the table, and to look at what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.types import CHANCE, JSON, Audience, Seat
from games.dice_devils import options as house
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import PLAY
from games.dice_devils.play.actions import Decline, Draw, Place, SwapRank
from games.dice_devils.play.state import Phase, State, position
from tests.games.dice_devils.matches import done

NO_SWAP = Decline("swap_rank")
LYING = ("grill", "bed", "chili", "scarf", "iron")
Held = Sequence[Mapping[str, int]]


def rules(ranks: Sequence[int] | None = None, **house_rules: JSON) -> DiceDevilsOptions:
    """Options with these ranks in play."""
    chosen: dict[str, JSON] = {"variant_custom_ranks": list(ranks)} if ranks else {}
    return house.from_json({**chosen, **house_rules})


def rolled(
    ranks: Sequence[int],
    dice: Sequence[tuple[int, ...]],
    *,
    open: Sequence[str] | None = None,
    held: Held = (),
    supply: Sequence[str] | None = None,
    round: int = 1,
    **house_rules: JSON,
) -> State:
    """Everybody has rolled, nobody has placed; ``ranks`` and ``dice`` by seat."""
    chosen = rules(ranks, **house_rules)
    lying = LYING[: chosen.open_target(len(ranks))] if open is None else open
    return position(
        ranks,
        options=chosen,
        phase=Phase.PLACE,
        open=lying,
        held=held,
        supply=supply,
        dice=dice,
        round=round,
    )


def claimed(state: State, *slots: int) -> State:
    """Everybody has placed on these slots, by seat."""
    for _ in slots:
        (seat,) = PLAY.to_act(state)
        assert isinstance(seat, int)
        state = PLAY.apply(state, seat, Place(slots[seat]))
    return state


def fought(
    ranks: Sequence[int],
    dice: Sequence[tuple[int, ...]],
    claims: Sequence[int] | None = None,
    *,
    open: Sequence[str] | None = None,
    held: Held = (),
    supply: Sequence[str] | None = None,
    round: int = 1,
    **house_rules: JSON,
) -> State:
    """The state after all claims; everybody on the first item if nothing else is said."""
    state = rolled(ranks, dice, open=open, held=held, supply=supply, round=round, **house_rules)
    return claimed(state, *(claims or (0,) * len(ranks)))


def again(state: State, *faces: int) -> State:
    """The dice that are due to be thrown again show these faces."""
    assert state.phase in (Phase.FORCED, Phase.TIED)
    forced = state.phase is Phase.FORCED
    return done(state, Draw("forced_reroll" if forced else "tie_reroll", faces))


def due(state: State) -> str:
    """What is due: a phase, as its name."""
    return state.phase.value


def on_turn(state: State) -> int:
    """The seat that decides."""
    (seat,) = PLAY.to_act(state)
    assert isinstance(seat, int)
    return seat


def choices(state: State) -> list[JSON]:
    """Everything the seat on turn may do, as records write it."""
    return [PLAY.action_to_json(action) for action in PLAY.legal(state, Seat(on_turn(state)))]


def losers(state: State) -> set[int]:
    """With whom the winner may exchange ranks."""
    open_to = PLAY.legal(state, Seat(on_turn(state)))
    return {action.loser for action in open_to if isinstance(action, SwapRank)}


def may_throw(state: State, *faces: int) -> bool:
    """Whether the dice that are due could fall like this."""
    names = {Phase.ROLL: "roll", Phase.FORCED: "forced_reroll", Phase.TIED: "tie_reroll"}
    data: JSON = {"t": "chance", "what": names[state.phase], "values": list(faces)}
    return PLAY.objection(state, CHANCE, PLAY.action_from_json(data)) is None


def dice_seen(state: State, viewer: Seat | Audience) -> list[tuple[int, ...] | None]:
    """The dice a viewer sees, by seat."""
    data = PLAY.view_to_json(PLAY.view(state, viewer))
    assert isinstance(data, Mapping)
    seen = data["dice"]
    assert isinstance(seen, Sequence)
    return [None if dice is None else tuple(dice) for dice in seen]  # type: ignore[arg-type]


def points(ranks: Sequence[int], held: Held, **house_rules: JSON) -> tuple[int, ...]:
    """What these items count."""
    state = position(ranks, options=rules(ranks, **house_rules), held=held)
    counted = PLAY.adjudicate(state).points
    assert counted is not None
    return counted
