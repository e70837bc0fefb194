"""What each viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.rng import Rng, shuffled
from games.core.types import JSON, Audience, Viewer
from games.teufel_teufel.play import actions
from games.teufel_teufel.play.actions import FIRST_PLAYER, Draw, TeufelAction
from games.teufel_teufel.play.cards import COLOUR_NAMES, EMPTY, HIDDEN
from games.teufel_teufel.play.ground import Ground
from games.teufel_teufel.play.state import NOWHERE, Phase, State
from games.teufel_teufel.words import End


class Group(NamedTuple):
    """Hidden cards of which everybody knows that they are these, but not which is where.

    The fields are those that are still hidden, the cards those that are still among them, sorted.
    Number 0 is the deal, others are devil shuffles.
    """

    number: int
    fields: tuple[int, ...]
    cards: tuple[int, ...]


class TeufelView(NamedTuple):
    """The table as one viewer sees it; most fields are those of ``State``.

    ``seat`` is the viewer's, None without one. ``acting`` is the seat that owes a decision.
    ``cards``: by field, HIDDEN where a hidden card lies. ``known``: the hidden cards the viewer
    knows privately, by field; the referee knows all. Nobody sees what others have peeked at.
    """

    ground: Ground
    seat: int | None
    seats: int
    phase: Phase
    acting: int | None
    first: int
    turn: int
    turns: int
    own_turns: tuple[int, ...]
    cards: tuple[int, ...]
    known: tuple[tuple[int, int], ...]
    groups: tuple[Group, ...]
    discs: tuple[int, ...]
    letters: tuple[int, ...]
    devils: int
    left: tuple[int, ...]
    steps: int
    must_go_on: bool
    visited: int
    flips: int
    taken: tuple[int, ...]
    laid: tuple[int, ...]
    swapped: tuple[int, ...]
    end: End | None

    @property
    def mid(self) -> int:
        """How many devils stand on the devil field."""
        return self.ground.devils - self.devils.bit_count()


def _seat(state: State, viewer: object) -> int | None:
    """The seat a viewer has at this table; whatever else they are, they have none."""
    if isinstance(viewer, int) and not isinstance(viewer, bool) and 0 <= viewer < state.seats:
        return viewer
    return None


def view(state: State, viewer: Viewer) -> TeufelView:
    """The view of a seat of this table, of the referee, or of the public."""
    cards, hidden = state.cards, state.hidden
    seat = _seat(state, viewer)
    visible = 0 if seat is None else state.known[seat]
    if viewer is Audience.REFEREE:
        visible = hidden
    known = (
        tuple((field, cards[field]) for field in range(len(cards)) if visible >> field & 1)
        if visible
        else ()
    )
    phase = state.phase
    acting: int | None = state.loser if phase is Phase.LOSE else state.turn
    if phase in _NOBODY_ACTS:
        acting = None
    return TeufelView(
        state.ground,
        seat,
        state.seats,
        phase,
        acting,
        state.first,
        state.turn,
        state.turns,
        state.own_turns,
        tuple([HIDDEN if hidden >> field & 1 else card for field, card in enumerate(cards)]),
        known,
        _groups(state),
        state.discs,
        state.letters,
        state.devils,
        state.left,
        state.steps,
        state.must_go_on,
        state.visited,
        state.flips,
        state.taken,
        state.laid,
        state.swapped,
        state.end,
    )


_NOBODY_ACTS = frozenset({Phase.DEAL, Phase.FIRST_PLAYER, Phase.SHUFFLE, Phase.OVER})


def _fields_by_group(state: State) -> dict[int, list[int]]:
    hidden, group = state.hidden, state.group
    found: dict[int, list[int]] = {}
    for field in state.ground.all_fields:
        if hidden >> field & 1:
            found.setdefault(group[field], []).append(field)
    return found


def _groups(state: State) -> tuple[Group, ...]:
    cards = state.cards
    return tuple(
        Group(number, tuple(fields), tuple(sorted([cards[field] for field in fields])))
        for number, fields in sorted(_fields_by_group(state).items())
    )


def resample(state: State, viewer: Viewer, rng: Rng) -> State:
    """Hidden cards trade places within their group, except those that the viewer knows."""
    if viewer is Audience.REFEREE or not state.hidden:
        return state
    seat = _seat(state, viewer)
    known = 0 if seat is None else state.known[seat]
    cards = list(state.cards)
    for _, fields in sorted(_fields_by_group(state).items()):
        unknown = [field for field in fields if not known >> field & 1]
        mixed = shuffled(rng, [cards[field] for field in unknown])
        for field, card in zip(unknown, mixed, strict=True):
            cards[field] = card
    return state._replace(cards=tuple(cards))


def redact(action: TeufelAction, viewer: Viewer) -> JSON:
    """The line of the record; where cards lie hidden after a shuffle is for the referee alone.

    Which card somebody peeks at can be seen by all, what it is by nobody else.
    """
    if isinstance(action, Draw) and action.what != FIRST_PLAYER and viewer is not Audience.REFEREE:
        return {"t": action.kind, "what": action.what}
    return actions.to_json(action)


# --- JSON


def to_json(view: TeufelView) -> JSON:
    """Fields as [row, column] from 1, cards by name, seats from 0."""
    ground = view.ground
    return {
        "seat": view.seat,
        "phase": view.phase.value,
        "acting": view.acting,
        "first": view.first if view.first >= 0 else None,
        "turn": view.turn if view.turn >= 0 else None,
        "turns": view.turns,
        "own_turns": list(view.own_turns),
        "rows": ground.options.board.rows,
        "cols": ground.options.board.cols,
        "devil_field": _at(view, ground.devil_field),
        "mid": view.mid,
        "cards": [
            {"at": _at(view, field), "card": _name(view, card)}
            for field, card in enumerate(view.cards)
            if card != EMPTY
        ],
        "known": [
            {"at": _at(view, field), "card": _name(view, card)} for field, card in view.known
        ],
        "groups": [
            {
                "number": group.number,
                "at": _ats(view, group.fields),
                "cards": [_name(view, card) for card in group.cards],
            }
            for group in view.groups
        ],
        "discs": [
            {
                "colour": COLOUR_NAMES[seat],
                "at": None if field == NOWHERE else _at(view, field),
                "letters": list(ground.letters(view.letters[seat])),
                "devil": bool(view.devils >> seat & 1),
            }
            for seat, field in enumerate(view.discs)
        ],
        "left": list(view.left),
        "steps": view.steps,
        "must_go_on": view.must_go_on,
        "visited": _set(view, view.visited),
        "flips": view.flips,
        "taken": _ats(view, view.taken),
        "laid": _ats(view, view.laid),
        "swapped": _ats(view, view.swapped),
        "end": None if view.end is None else view.end.value,
    }


def _at(view: TeufelView, field: int) -> JSON:
    return list(view.ground.places[field])


def _ats(view: TeufelView, fields: Sequence[int]) -> JSON:
    return [_at(view, field) for field in fields]


def _set(view: TeufelView, fields: int) -> JSON:
    return [_at(view, field) for field in range(view.ground.fields) if fields >> field & 1]


def _name(view: TeufelView, card: int) -> str:
    return "hidden" if card == HIDDEN else view.ground.names[card]
