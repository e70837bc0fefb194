"""The table as it may be: what a view leaves open, filled in."""

from __future__ import annotations

from games.core.rng import Rng, shuffled
from games.teufel_teufel.play.cards import HIDDEN
from games.teufel_teufel.play.state import NOBODY, Phase, State
from games.teufel_teufel.play.views import TeufelView


def imagined(view: TeufelView, rng: Rng) -> State:
    """A state that the view may be of: hidden cards lie anywhere within their groups.

    What others have peeked at is not told, so they know nothing in private.
    """
    cards, group = list(view.cards), [0] * len(view.cards)
    known = dict(view.known)
    for number, fields, among in view.groups:
        rest = list(among)
        for field in fields:
            group[field] = number
            if field in known:
                rest.remove(known[field])
        unknown = [field for field in fields if field not in known]
        for field, card in zip(unknown, shuffled(rng, rest), strict=True):
            cards[field] = card
        for field in fields:
            cards[field] = known.get(field, cards[field])
    hidden = sum(1 << field for field, card in enumerate(view.cards) if card == HIDDEN)
    return State(
        ground=view.ground,
        seats=view.seats,
        phase=view.phase,
        first=view.first,
        turn=view.turn,
        turns=view.turns,
        own_turns=view.own_turns,
        cards=tuple(cards),
        hidden=hidden,
        group=tuple(group),
        shuffles=max((number for number, _, _ in view.groups), default=0),
        discs=view.discs,
        letters=view.letters,
        devils=view.devils,
        left=view.left,
        known=tuple(
            sum(1 << field for field in known) if seat == view.seat else 0
            for seat in range(view.seats)
        ),
        steps=view.steps,
        must_go_on=view.must_go_on,
        visited=view.visited,
        opened=not hidden,  # day breaks after the turn in which the last card is opened
        flips=view.flips,
        taken=view.taken,
        laid=view.laid,
        loser=NOBODY if view.acting is None or view.phase is not Phase.LOSE else view.acting,
        swapped=view.swapped,
        end=view.end,
    )
