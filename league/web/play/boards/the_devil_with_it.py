"""The board of The Devil With It: track and pawns, oven and coal, fists, stakes and purses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.the_devil_with_it.play.state import Phase
from league.web.play.boards import horseshoe
from league.web.play.boards.scene import Drawn
from league.web.play.choice_groups import FEW
from league.web.rendering import part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.the_devil_with_it.play.state import Pieces, RoundFacts
    from games.the_devil_with_it.play.views import View
    from league.web.play.boards.horseshoe import Pawn, Plate
    from league.web.play.boards.scene import Press, Scene

MOST_BANDS = 16

# What each decision is about, for somebody who has never made it
STAKE = gettext_noop(
    "Bet on the best coal of this round: the highest amount that any one player will lay down, "
    "you or another. A stake of up to that amount wins its value again; the highest stake wins "
    "double. A stake above it is lost."
)
PACT = gettext_noop(
    "You have a pact with the devil: everyone else who turns up a devil in this round has to pay "
    "you %(sum)s."
)
FIRST_PIECE = gettext_noop(
    "Turn up a piece of coal: press the oven. After each piece that isn't a devil you may stop or "
    "go on."
)
GO_ON = gettext_noop(
    "If you stop, your coal counts. If you go on and meet a devil, all the coal of this turn is "
    "worth nothing; your stake stays where it is."
)
DEVILS = gettext_noop("Pieces in the oven: %(count)s, devils among them: %(devils)s.")


@dataclass(frozen=True, slots=True)
class Stake:
    """A stake to choose: its press and the amount alone."""

    press: Press
    amount: int


@dataclass(frozen=True, slots=True)
class Band:
    """Stakes that lie close together; ``low`` to ``high``."""

    low: int
    high: int
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Coal:
    """One kind of piece: 0 is the devil. ``left`` of ``full`` are in the oven still."""

    value: int
    left: int
    full: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody drew: the pieces in their order, the last a 0 where the devil ended it.

    ``piece`` is what they are called on the board, each with its number from 1.
    """

    pieces: Pieces
    piece: str = ""

    @property
    def is_devil(self) -> bool:
        return bool(self.pieces) and self.pieces[-1] == 0

    @property
    def total(self) -> int:
        return sum(self.pieces)


@dataclass(frozen=True, slots=True)
class Result:
    """How the round before went for one seat; ``gain`` is below zero for a stake that was lost."""

    stake: int | None
    gain: int
    amount_bonus: int
    count_bonus: int
    pact: int
    turn: Turn | None

    @property
    def paid(self) -> int:
        return max(0, -self.pact)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player: all that lies before them.

    Attributes:
        number: counted from 1.
        own: their chips besides an open stake; None where they are hidden.
        chips: single chips as face and count, the largest first; empty where amounts are enough.
        has_fist: a stake that is not open yet, of whoever looks; others' are ticked on the page.
        before: how the round before went, as long as nobody draws.
    """

    number: int
    name: str
    is_mine: bool
    is_starter: bool
    is_drawing: bool
    has_pact: bool
    own: int | None
    chips: tuple[tuple[int, int], ...]
    stake: int | None
    is_open: bool
    has_fist: bool
    turn: Turn | None
    before: Result | None

    @property
    def piece(self) -> str:
        """What the stake is called on the board, in the fist and open."""
        return f"stake-{self.number}"


@dataclass(frozen=True, slots=True)
class OvenBoard:
    """All that the template draws.

    Attributes:
        coals: every kind there is, the devil first.
        in_oven: so many pieces are left there; all of them, once more, where ``is_reset``.
        heap, dot, rim: how the oven is drawn; see ``horseshoe``.
        hand: what the running turn has brought to light; ``drawing``: who draws.
        stakes: all of them where they are few, else ``bands`` of them.
        changes: chips to change with the bank; ``bank``: what it holds, where that is limited.
    """

    number: int
    is_over: bool
    is_betting: bool
    is_extra: bool
    is_reset: bool
    plates: tuple[Plate, ...]
    pawns: tuple[Pawn, ...]
    coals: tuple[Coal, ...]
    in_oven: int
    heap: str
    dot: int
    rim: int
    capacity: int
    hand: Turn
    drawing: SeatRow | None
    draw: Press | None
    stop: Press | None
    stakes: tuple[Stake, ...]
    bands: tuple[Band, ...]
    changes: tuple[Press, ...]
    bank: int | None
    seats: tuple[SeatRow, ...]


def draw(scene: Scene) -> Drawn:
    """The board for one viewer; all that it may do can be pressed on it."""
    html = part("league/play/boards/the_devil_with_it.html", board_of(scene))
    return Drawn(html, offers_all=True, advice=_advice(scene))


def _advice(scene: Scene) -> tuple[str, ...]:
    """What the decision is about; nothing while others decide."""
    view: View = scene.view
    if scene.mine is None or not scene.presses:
        return ()
    if view.phase is Phase.BET:
        pay = view.table.options.pact_payment
        told = (_(STAKE), _(PACT) % {"sum": pay}) if view.pacts[scene.mine] else (_(STAKE),)
        return told
    share = {"devils": view.oven.count(0), "count": len(view.oven)}
    return (_(GO_ON if view.hand else FIRST_PIECE), _(DEVILS) % share)


def board_of(scene: Scene) -> OvenBoard:
    """What there is to see and to press."""
    view: View = scene.view
    before: View | None = scene.before
    options, full = view.table.options, view.table.full_oven
    stakes = tuple(
        Stake(press, amount)
        for press in scene.offered(t="bet")
        if isinstance(amount := press.action.get("amount"), int)
    )
    seats = tuple(_seat(scene, seat) for seat in range(view.table.seats))
    drawing = next((seat for seat in seats if seat.is_drawing), None)
    last = view.last if view.phase in (Phase.BET, Phase.END) else None
    return OvenBoard(
        number=view.number,
        is_over=view.phase is Phase.END,
        is_betting=view.phase is Phase.BET,
        is_extra=view.is_extra,
        is_reset=last is not None and last.reset and view.phase is Phase.BET,
        plates=horseshoe.plates(options.track, options.end_threshold),
        pawns=horseshoe.pawns(
            view.places, len(options.track), None if before is None else before.places
        ),
        coals=tuple(
            Coal(value, view.oven.count(value), full.count(value)) for value in sorted(set(full))
        ),
        in_oven=len(view.oven),
        heap=horseshoe.heap(len(view.oven), len(full)),
        dot=horseshoe.dot(len(full)),
        rim=horseshoe.rim(options.oven_mouth_capacity, len(full)),
        capacity=options.oven_mouth_capacity,
        hand=Turn(view.hand, "" if drawing is None else _coal(view, drawing.number)),
        drawing=drawing,
        draw=scene.one(t="draw"),
        stop=scene.one(t="stop"),
        stakes=stakes if len(stakes) <= FEW else (),
        bands=_bands(stakes, options.bet_unit) if len(stakes) > FEW else (),
        changes=scene.offered(t="change"),
        bank=view.bank,
        seats=seats,
    )


def _bands(stakes: Sequence[Stake], unit: int) -> tuple[Band, ...]:
    """Stakes by tens of the smallest chip, or by wider steps where these would be too many."""
    most = stakes[-1].amount
    width = next(
        (each * unit for each in (10, 20, 50, 100, 200) if most // (each * unit) < MOST_BANDS),
        max(1, most // MOST_BANDS + unit),
    )
    found: dict[int, list[Stake]] = {}
    for stake in stakes:
        found.setdefault(stake.amount // width, []).append(stake)
    return tuple(Band(band[0].amount, band[-1].amount, tuple(band)) for band in found.values())


def _seat(scene: Scene, seat: int) -> SeatRow:
    view: View = scene.view
    turn, pile = view.turns[seat], None if view.chips is None else view.chips[seat]
    is_open = view.phase is not Phase.BET
    return SeatRow(
        number=seat + 1,
        name=scene.names[seat],
        is_mine=seat == scene.mine,
        is_starter=seat == view.starter and view.phase not in (Phase.START, Phase.END),
        is_drawing=_draws(view, seat),
        has_pact=view.pacts[seat],
        own=view.own[seat],
        chips=()
        if pile is None
        else tuple(
            (face, count)
            for face, count in zip(reversed(view.table.faces), reversed(pile), strict=True)
            if count
        ),
        stake=view.stakes[seat],
        is_open=is_open,
        # what others decide behind their hand must not redraw what somebody chooses from
        has_fist=not is_open and view.has_bet[seat] and not scene.presses,
        turn=None if turn is None else Turn(turn, _coal(view, seat + 1)),
        before=_result(view.last, seat)
        if view.last is not None and view.phase in (Phase.BET, Phase.END)
        else None,
    )


def _coal(view: View, number: int) -> str:
    """What the coal of a player is called: it stays the same from hand to row, for one round."""
    return f"coal-{view.number}-{number}"


def _draws(view: View, seat: int) -> bool:
    if view.phase is Phase.CHOOSE:
        return seat in view.acting
    return view.phase is Phase.REVEAL and view.table.orders[view.starter][view.turn] == seat


def _result(facts: RoundFacts, seat: int) -> Result:
    turn = facts.turns[seat]
    pact = sum(paid.amount for paid in facts.payments if paid.receiver == seat) - sum(
        paid.amount for paid in facts.payments if paid.payer == seat and not paid.by_bank
    )
    return Result(
        facts.stakes[seat],
        facts.gains[seat],
        facts.amount_bonuses[seat],
        facts.count_bonuses[seat],
        pact,
        None if turn is None else Turn(turn),
    )
