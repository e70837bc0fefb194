"""The board of Teufel, Teufel! to look at and to press.

A field can be the aim of several things at once, so each kind of action lies in a layer of its own,
and one layer is on top at a time. Of an exchange, of which there are hundreds, a field holds two
halves: its card is pressed first, or it is the one that another card changes places with.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core import words
from games.teufel_teufel.play.actions import AUTO
from games.teufel_teufel.play.cards import EMPTY, HIDDEN
from games.teufel_teufel.play.state import NOWHERE, Phase
from games.teufel_teufel.play.telling import card_name, field_name
from games.teufel_teufel.words import COLOUR_LABELS
from league.web.play.boards.scene import Drawn
from league.web.play.boards.teufel_advice import advice
from league.web.play.boards.teufel_pieces import SIDE, back, called_before, card_of, discs_on
from league.web.play.choice_groups import sent
from league.web.rendering import part

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from games.teufel_teufel.play.actions import Place
    from games.teufel_teufel.play.views import TeufelView
    from league.web.play.boards.scene import Press, Scene
    from league.web.play.boards.teufel_pieces import Card, Disc

EDGE: Final = 36  # beside the fields, for the numbers of rows and columns
_COLOURS: Final = tuple(COLOUR_LABELS.values())
# Where the holes of a disc lie, as many as there are letters, from its middle.
_HOLES: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    2: ((-30, 0), (30, 0)),
    3: ((0, -31), (27, 15), (-27, 15)),
    4: ((-22, -22), (22, -22), (22, 22), (-22, 22)),
    5: ((0, -31), (29, -10), (18, 25), (-18, 25), (-29, -10)),
    6: ((-15, -27), (15, -27), (31, 0), (15, 27), (-15, 27), (-31, 0)),
}
# Where devils stand on their field, as many as are left there: the corner of each.
_HOME: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((30, 30),),
    2: ((8, 30), (52, 30)),
    3: ((8, 10), (52, 10), (30, 52)),
    4: ((8, 8), (52, 8), (8, 52), (52, 52)),
    5: ((2, 10), (30, 10), (58, 10), (14, 50), (46, 50)),
    6: ((2, 10), (30, 10), (58, 10), (2, 50), (30, 50), (58, 50)),
}


class Layer(StrEnum):
    """What a press on a field does."""

    GO = "go"
    CROSS = "cross"
    SWAP = "swap"
    TAKE = "take"
    LAY = "lay"
    POINT = "point"  # a first field, a card to look at or to turn up: nothing lies beside it


@dataclass(frozen=True, slots=True)
class FieldPress:
    """A button on a field, in one of the layers."""

    layer: Layer
    press: Press


@dataclass(frozen=True, slots=True)
class Half:
    """One part of an action: as it is sent, and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A card that may change places: as the one pressed first, and as the other."""

    first: Half
    second: Half


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what lies on it, who stands there, what can be pressed.

    Attributes:
        x, y: its corner in the drawing.
        card: None where nothing lies, and where something lies hidden from the viewer.
        is_home: the devil field.
        is_taken: its card has been taken up for a shuffle.
        is_laid: chosen for one of the cards of a shuffle.
        is_new: something happened here since the viewer's last look.
        was: what the hidden card was called until the exchange just made.
    """

    row: int
    col: int
    x: str
    y: str
    card: Card | None
    is_hidden: bool
    is_home: bool
    is_taken: bool
    is_laid: bool
    is_new: bool
    was: str
    discs: tuple[Disc, ...]
    presses: tuple[FieldPress, ...]
    swap: Swap | None

    @property
    def piece(self) -> str:
        """What the card is called: by its face where the viewer knows it, else by where it lies."""
        return back((self.row, self.col)) if self.card is None else self.card.piece


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of action, chosen before a field is pressed; ``hint`` says which fields, and ``then``
    which ones after the first."""

    layer: Layer
    words: str
    hint: str
    then: str = ""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole of a disc, with its letter's stone in it or without."""

    x: int
    y: int
    letter: str
    is_full: bool


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody's disc, beside the board.

    Attributes:
        number: of the seat, 1 to 6; it is the disc's colour, too, whose word is ``colour``.
        place: as which one the disc left the board; None while it has not.
        is_due: is to decide.
    """

    number: int
    name: str
    colour: str
    holes: tuple[Hole, ...]
    has_devil: bool
    is_placed: bool
    is_mine: bool
    is_due: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Loss:
    """Letters that are given back together."""

    letters: tuple[str, ...]
    press: Press


@dataclass(frozen=True, slots=True)
class TeufelBoard:
    """All of it.

    Attributes:
        edge, width, height: of the drawing, whose first field begins at its origin.
        home: the devils on the devil field, each by its corner on the field.
        ways: what to choose from before a field is pressed; empty where there is one kind alone.
        hint: what to press, where there is no way to choose.
        swaps: two cards can change places.
        presses: what concerns no field: staying, passing, giving, keeping, robbing.
        taken: the cards taken up for a shuffle.
        mine: the number of the viewer's seat.
    """

    edge: str
    width: str
    height: str
    rows: tuple[tuple[Field, ...], ...]
    home: tuple[tuple[int, int], ...]
    players: tuple[Player, ...]
    ways: tuple[Way, ...]
    hint: str
    swaps: bool
    presses: tuple[Press, ...]
    losses: tuple[Loss, ...]
    taken: tuple[Card, ...]
    mine: int | None


def draw(scene: Scene) -> Drawn:
    """The board, drawn; every choice is on it."""
    html = part("league/play/boards/teufel_teufel.html", board(scene))
    return Drawn(html, offers_all=True, advice=advice(scene.view))


def board(scene: Scene) -> TeufelBoard:
    """What lies where, and what can be pressed there."""
    view: TeufelView = scene.view
    shape = view.ground.options.board
    pressed = _sorted_out(scene)
    layers = {one.layer for presses in pressed.fields.values() for one in presses}
    ways = _ways(layers | ({Layer.SWAP} if pressed.swaps else set()))
    news = _news(scene.before, view)
    return TeufelBoard(
        edge=str(EDGE),
        width=str(shape.cols * SIDE + EDGE),
        height=str(shape.rows * SIDE + EDGE),
        rows=tuple(
            tuple(
                _field(view, shape.index(row, col), pressed, news) for col in _from_one(shape.cols)
            )
            for row in _from_one(shape.rows)
        ),
        home=_HOME[view.mid],
        players=tuple(_player(view, seat, scene.names[seat]) for seat in range(view.seats)),
        ways=ways,
        hint=_hint(view, layers) if scene.presses and not ways else "",
        swaps=bool(pressed.swaps),
        presses=tuple(pressed.others),
        losses=tuple(pressed.losses),
        taken=tuple(
            card_of(view, view.cards[field], f"hand-{number}")
            for number, field in enumerate(view.taken)
        ),
        mine=None if view.seat is None else view.seat + 1,
    )


def _from_one(number: int) -> range:
    return range(1, number + 1)


# --- what can be pressed, and where


@dataclass(frozen=True, slots=True)
class _Pressed:
    """All choices, by the place where they are pressed."""

    fields: Mapping[Place, list[FieldPress]]
    swaps: Mapping[Place, Swap]
    losses: Sequence[Loss]
    others: Sequence[Press]


def _sorted_out(scene: Scene) -> _Pressed:
    fields: dict[Place, list[FieldPress]] = defaultdict(list)
    swapped: set[Place] = set()
    losses: list[Loss] = []
    others: list[Press] = []
    for press in scene.presses:
        match press.action:
            case {"t": "swap", "a": [int(row), int(col)], "b": [int(row_), int(col_)]}:
                swapped |= {(row, col), (row_, col_)}
            case {"t": "step", "to": [int(row), int(col)], "mode": mode}:
                layer = Layer.GO if mode == AUTO else Layer.CROSS
                fields[row, col].append(FieldPress(layer, press))
            case {"t": "shuffle_take", "at": [int(row), int(col)]}:
                fields[row, col].append(FieldPress(Layer.TAKE, press))
            case {"t": "shuffle_lay", "at": [int(row), int(col)]}:
                fields[row, col].append(FieldPress(Layer.LAY, press))
            case {"at": [int(row), int(col)]}:
                fields[row, col].append(FieldPress(Layer.POINT, press))
            case {"t": "lose_letters", "letters": [*letters]}:
                losses.append(Loss(tuple(map(str, letters)), press))
            case _:
                others.append(press)
    swaps = {place: _swap(scene, place) for place in swapped}
    return _Pressed(fields, swaps, losses, others)


def _swap(scene: Scene, place: Place) -> Swap:
    view: TeufelView = scene.view
    index = view.ground.index[place]
    card = dict(view.known).get(index, view.cards[index])
    said = {
        "field": words.render(field_name(view.ground, index), scene.names, _),
        "card": words.render(card_name(view.ground, card), scene.names, _),
    }
    at = list(place)
    return Swap(
        first=Half(sent({"t": "swap", "a": at}), _("Exchange %(field)s: %(card)s") % said),
        second=Half(sent({"b": at}), _("with %(field)s: %(card)s") % said),
    )


def _ways(layers: Collection[Layer]) -> tuple[Way, ...]:
    """Taking up and laying down lie on different fields and need no choice between them."""
    if len({*layers} - {Layer.LAY}) < 2:
        return ()
    said: dict[Layer, tuple[str, ...]] = {
        Layer.GO: (pgettext("a turn", "Move"), _("Press a field next to your disc.")),
        Layer.CROSS: (pgettext("a turn", "Cross"), _("Press a field to cross.")),
        Layer.SWAP: (
            pgettext("a turn", "Exchange"),
            _("Press the first card."),
            _("And the other card."),
        ),
        Layer.TAKE: (pgettext("a turn", "Shuffle"), _("Press a card to take up.")),
    }
    return tuple(Way(layer, *texts) for layer, texts in said.items() if layer in layers)


def _hint(view: TeufelView, layers: Collection[Layer]) -> str:
    match view.phase:
        case Phase.PLACE:
            return _("Where does your disc start?")
        case Phase.MOVE:
            return _("Press the next field.") if view.must_go_on else _("Go on, or stay here.")
        case Phase.GIVE:
            return _("Give your devil away?")
        case Phase.ROB:
            return _("Whose devil do you take?")
        case Phase.LOSE:
            return _("Which letters do you give back?")
        case Phase.PEEK:
            return _("Peek at a hidden card?")
        case Phase.DROP:
            return _("Put your devil down?")
        case Phase.TAKE if Layer.LAY in layers:
            return _("One more card, or a field for the first?")
        case Phase.TAKE:
            return _("Take up another card.")
        case Phase.LAY:
            return _("Press a field for the next card.")
        case Phase.FLIP:
            return _("Turn up a hidden card.")
    return _("Press a field next to your disc.") if Layer.GO in layers else ""


# --- what is seen


def _news(before: TeufelView | None, now: TeufelView) -> frozenset[int]:
    """Fields on which another card or another disc is seen than at the last look."""
    if before is None or before.discs.count(NOWHERE) == len(before.discs):
        return frozenset()
    cards = (at for at in now.ground.all_fields if before.cards[at] != now.cards[at])
    discs = (
        at for was, at in zip(before.discs, now.discs, strict=True) if at not in (was, NOWHERE)
    )
    swapped = () if before.swapped == now.swapped else now.swapped
    return frozenset((*cards, *discs, *swapped))


def _field(view: TeufelView, at: int, pressed: _Pressed, news: Collection[int]) -> Field:
    place = row, col = view.ground.places[at]
    card = dict(view.known).get(at, view.cards[at])
    is_taken = at in view.taken
    return Field(
        row=row,
        col=col,
        x=str((col - 1) * SIDE),
        y=str((row - 1) * SIDE),
        card=None if is_taken or card in (EMPTY, HIDDEN) else card_of(view, card, f"{row}-{col}"),
        is_hidden=view.cards[at] == HIDDEN,
        is_home=at == view.ground.devil_field,
        is_taken=is_taken,
        is_laid=at in view.laid,
        is_new=at in news,
        was=called_before(view, at),
        discs=discs_on(view, at),
        presses=tuple(pressed.fields.get(place, ())),
        swap=pressed.swaps.get(place),
    )


def _player(view: TeufelView, seat: int, name: str) -> Player:
    letters = view.ground.options.letters
    holes = zip(letters, _HOLES[len(letters)], strict=True)
    return Player(
        number=seat + 1,
        name=name,
        colour=_(_COLOURS[seat]),
        holes=tuple(
            Hole(SIDE // 2 + x, SIDE // 2 + y, letter, bool(view.letters[seat] >> number & 1))
            for number, (letter, (x, y)) in enumerate(holes)
        ),
        has_devil=bool(view.devils >> seat & 1),
        is_placed=view.discs[seat] != NOWHERE,
        is_mine=seat == view.seat,
        is_due=seat == view.acting,
        place=view.left.index(seat) + 1 if seat in view.left else None,
    )
