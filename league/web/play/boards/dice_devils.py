"""The board of Dice Devils: things and the devils that claim them, the fight, who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core import words
from games.core.types import Seat
from games.dice_devils.crib import ability
from games.dice_devils.devils import ITEM_LABELS, OBER, RANK_LABELS, SATAN
from games.dice_devils.play.table import dice_of
from league.web.play.boards.scene import Drawn
from league.web.rendering import part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.types import JSON
    from games.dice_devils.play.views import View
    from league.web.play.boards.scene import Press, Scene

ADVICE: Mapping[str, str] = {
    "place": gettext_noop(
        "Put your tile on an item. If no one else wants it, it's yours. If others do, you fight "
        "for it with the dice that only you can see now: the highest result wins."
    ),
    "spiel": gettext_noop(
        "The dice are on the table. Once a round you may make all your opponents in this fight "
        "reroll. Whatever they roll then counts, better or worse; your own dice stay as they are."
    ),
    "steal": gettext_noop(
        "You won the fight. You may also take one item of value 1 from one of those who lost it."
    ),
    "exchange": gettext_noop(
        "You won the fight. You may give one of your items, even the one you've just won, to "
        "one of those who lost it, and take one of theirs."
    ),
    "swap_rank": gettext_noop(
        "You won the fight. You may swap ranks with someone who lost it: from the next round on "
        "you have their dice and ability, and they have yours. Everyone keeps their items."
    ),
}
"""What each decision is about, for somebody who has never made it."""


@dataclass(frozen=True, slots=True)
class Devil:
    """Who somebody is on this board; ``number`` is that of the seat, from 1."""

    number: int
    name: str
    is_mine: bool
    rank: str

    @property
    def piece(self) -> str:
        """What their tile on an item is called on the board."""
        return f"tile-{self.number}"


@dataclass(frozen=True, slots=True)
class Thing:
    """An item; ``count`` pieces of it, of which some may be new.

    ``piece`` is what it is called on the board where it lies there, before the dot what is alike.
    """

    kind: str
    name: str
    worth: int
    count: int = 1
    is_new: bool = False
    piece: str = ""
    press: Press | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they lie: faces from 1, 0 where they are hidden. ``result`` is 0 where it is.

    ``piece`` is what they are called on the board, each with its number from 1.
    """

    piece: str
    tone: str
    faces: tuple[int, ...]
    result: int
    is_new: bool

    @property
    def is_seen(self) -> bool:
        return 0 not in self.faces

    @property
    def words(self) -> str:
        return ", ".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class Slot:
    """An open item and who claims it. ``is_gone`` once it has been taken in this round."""

    thing: Thing
    claims: tuple[Devil, ...]
    is_fought_for: bool
    is_gone: bool
    press: Press | None


@dataclass(frozen=True, slots=True)
class Fighter:
    """One of a running fight. ``golden`` is the golden die that little Satan adds, else 0."""

    devil: Devil
    throw: Throw
    golden: int
    is_out: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class Prey:
    """What may be taken from one loser."""

    devil: Devil
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Gift:
    """What may be given, as the first half of an exchange; ``number`` counts from 1."""

    number: int
    thing: Thing
    preys: tuple[Prey, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """A loser with whom ranks may be exchanged."""

    devil: Devil
    press: Press


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before one player; its dice lie elsewhere while it fights.

    ``points`` is None where the items are hidden.
    """

    devil: Devil
    next_rank: str
    throw: Throw | None
    things: tuple[Thing, ...]
    number: int
    points: int | None
    place: int
    is_due: bool


@dataclass(frozen=True, slots=True)
class Board:
    """All of it. ``asks`` names the decision that is offered, ``plain`` its buttons of words."""

    round: int
    hidden: int
    goal: int
    slots: tuple[Slot, ...]
    fought_for: Thing | None
    fighters: tuple[Fighter, ...]
    players: tuple[Player, ...]
    asks: str
    thefts: tuple[Prey, ...]
    gifts: tuple[Gift, ...]
    swaps: tuple[Swap, ...]
    plain: tuple[Press, ...]


def draw(scene: Scene) -> Drawn:
    """The board, with every choice on it."""
    board = board_of(scene)
    html = part("league/play/boards/dice_devils.html", board)
    return Drawn(html, offers_all=True, advice=_advice(scene, board.asks))


def _advice(scene: Scene, asks: str) -> tuple[str, ...]:
    view: View = scene.view
    if not asks or scene.mine is None:
        return ()
    rank = view.rank_round[scene.mine]
    return (_(ADVICE[asks]), words.render(ability(rank), scene.names, _))


def board_of(scene: Scene) -> Board:
    view: View = scene.view
    drawing = _Drawing(scene, view)
    fought = bool(view.fights)
    return Board(
        round=view.round,
        hidden=view.hidden_items,
        goal=view.table.options.end_item_count,
        slots=() if view.places else tuple(drawing.slots()),
        fought_for=drawing.thing(view.open[view.fights[0]]) if fought else None,
        fighters=tuple(drawing.fighters()) if fought else (),
        players=tuple(map(drawing.player, drawing.order)),
        asks=str(scene.presses[0].action["t"]) if scene.presses else "",
        thefts=drawing.preys(scene.offered(t="steal")),
        gifts=drawing.gifts(),
        swaps=tuple(
            Swap(drawing.devil(_other(press)), press) for press in scene.offered(t="swap_rank")
        ),
        plain=(*scene.offered(t="spiel"), *scene.offered(t="decline")),
    )


class _Drawing:
    """One position on its way to paper."""

    def __init__(self, scene: Scene, view: View) -> None:
        self.scene, self.view = scene, view
        self.before: View | None = scene.before
        self.is_settled = -1 not in view.claims

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats as they come after each other: by rank, and by place in the end."""
        if not self.view.rank_round:
            return ()
        places = self.view.places or (0,) * len(self.view.order)
        return tuple(sorted(self.view.order, key=places.__getitem__))

    def devil(self, seat: int) -> Devil:
        rank = _(RANK_LABELS[self.view.rank_round[seat]])
        return Devil(seat + 1, self.scene.names[seat], seat == self.scene.mine, rank)

    def thing(self, name: str, count: int = 1, *, new: bool = False, where: str = "") -> Thing:
        """What lies ``where`` is a piece that can move; elsewhere it is a picture of one."""
        table = self.view.table
        place = table.place[name]
        kind = table.kinds[place]
        piece = where and f"thing-{place}.{where}"
        return Thing(kind, _(ITEM_LABELS[kind]), table.values[place], count, new, piece)

    def slots(self) -> Iterable[Slot]:
        view, before = self.view, self.before
        left = Counter(view.open if before is None else before.open)
        is_same_round = before is not None and before.round == view.round
        for at, name in enumerate(view.open):
            is_laid_out = not is_same_round and not left[name]
            left[name] -= 1
            claims = view.claimants(at)
            is_new = is_laid_out or any(map(self._has_just_claimed, claims))
            is_fought_for = view.fights[:1] == (at,)
            is_gone = self.is_settled and bool(claims) and at not in view.fights
            is_won = is_gone or (is_fought_for and view.winner is not None)
            yield Slot(
                self.thing(name, new=is_new, where="" if is_won else f"{view.round}-{at + 1}"),
                tuple(map(self.devil, claims)),
                is_fought_for=is_fought_for,
                is_gone=is_gone,
                press=self.scene.one(t="place", slot=at),
            )

    def _has_just_claimed(self, seat: Seat) -> bool:
        view, before = self.view, self.before
        if before is None or seat == self.scene.mine:
            return False
        return (before.round, before.claims[seat]) != (view.round, view.claims[seat])

    def throw(self, seat: Seat) -> Throw:
        view, before = self.view, self.before
        rank, dice = view.rank_round[seat], view.dice[seat]
        number = len(dice_of(rank, view.table.options))
        tone = {OBER: "golden", SATAN: "grey"}.get(rank, "black")
        was = None if before is None or before.round != view.round else before.dice[seat]
        is_new = before is not None and bool(dice) and dice != was
        return Throw(f"die-{seat + 1}", tone, dice or (0,) * number, view.result(seat), is_new)

    def fighters(self) -> Iterable[Fighter]:
        view = self.view
        for seat in view.claimants(view.fights[0]):
            yield Fighter(
                devil=self.devil(seat),
                throw=self.throw(seat),
                golden=view.golden if view.rank_round[seat] == SATAN else 0,
                is_out=seat != view.winner if view.winner is not None else self._is_out(seat),
                has_won=seat == view.winner,
            )

    def _lie_there(self, seat: Seat) -> bool:
        """Whether dice lie before a player: rolled, still of interest, and not in the fight."""
        view = self.view
        is_fighting = view.claims[seat] in view.fights[:1]
        return view.dice[seat] != () and not view.places and not is_fighting

    def _is_out(self, seat: Seat) -> bool:
        return bool(self.view.candidates) and seat not in self.view.candidates

    def player(self, seat: Seat) -> Player:
        view = self.view
        row = view.collections[seat]
        later = view.rank_now[seat]
        hides = view.hides_items(seat)
        return Player(
            devil=self.devil(seat),
            next_rank=_(RANK_LABELS[later]) if later != view.rank_round[seat] else "",
            throw=self.throw(seat) if self._lie_there(seat) else None,
            things=() if hides else tuple(self._held(seat, row)),
            number=sum(row),
            points=None if hides else view.points(seat),
            place=view.places[seat] if view.places else 0,
            is_due=seat == view.decider,
        )

    def _held(self, seat: Seat, row: tuple[int, ...]) -> Iterable[Thing]:
        was = row if self.before is None else self.before.collections[seat]
        for name, count, earlier in zip(self.view.table.items, row, was, strict=True):
            if count:
                yield self.thing(name, count, new=count > earlier, where=f"of-{seat + 1}")

    def preys(self, presses: tuple[Press, ...]) -> tuple[Prey, ...]:
        """What lies before each loser that may be taken from, by loser."""
        found: dict[int, list[Thing]] = {}
        for press in presses:
            thing = replace(self.thing(_taken(press)), press=press)
            found.setdefault(_other(press), []).append(thing)
        return tuple(Prey(self.devil(loser), tuple(things)) for loser, things in found.items())

    def gifts(self) -> tuple[Gift, ...]:
        offered = self.scene.offered(t="exchange")
        names: dict[JSON, None] = dict.fromkeys(press.action["give"] for press in offered)
        return tuple(
            Gift(number, self.thing(str(name)), self.preys(self.scene.offered(give=name)))
            for number, name in enumerate(names, start=1)
        )


def _other(press: Press) -> int:
    """The loser whom a decision is about."""
    found = press.action.get("from", press.action.get("with"))
    assert isinstance(found, int)
    return found


def _taken(press: Press) -> str:
    return str(press.action.get("take", press.action.get("item")))
