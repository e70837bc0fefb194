"""A tiny complete game by the contract, so that the contract is tried without any real rules.

Everybody gets hidden cards. Each round a bonus is rolled, all lay a card in secret, the highest
card takes the bonus, and its owner may give one point away. Nothing about it is fun.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.core.errors import BadOptions, IllegalAction, MalformedAction, MalformedSheet
from games.core.game import FastPlay, Game, Played
from games.core.package import GamePackage
from games.core.places import places_from_points
from games.core.reading import Reader
from games.core.rng import NamedRng, Rng, shuffled
from games.core.sheet import Cell, CellKind, Issue, SheetRules
from games.core.types import CHANCE, JSON, Actor, Audience, Outcome, Path, Seat, Viewer
from games.core.words import Phrase, Who

# ---------------------------------------------------------------- options and sheet


@dataclass(frozen=True, slots=True)
class ToyOptions:
    rounds: int = 2
    bonus: tuple[int, ...] = (1, 2, 3)
    cards: int = 20


class ToySheet(NamedTuple):
    seats: int
    options: ToyOptions
    points: tuple[int | None, ...]


class ToyRules(SheetRules[ToySheet, ToyOptions]):
    def default_options(self) -> ToyOptions:
        return ToyOptions()

    def options_from_json(self, data: JSON) -> ToyOptions:
        read = Reader(BadOptions)
        found = read.mapping(data, (), ("rounds", "bonus", "cards"))
        rounds = read.whole(found.get("rounds", 2), ("rounds",))
        cards = read.whole(found.get("cards", 20), ("cards",))
        bonus = read.sequence(found.get("bonus", (1, 2, 3)), ("bonus",))
        faces = tuple(read.whole(face, ("bonus", at)) for at, face in enumerate(bonus))
        if not 1 <= rounds <= 4:
            raise BadOptions("toy.rounds", ("rounds",))
        if not faces or min(faces) < 1:
            raise BadOptions("toy.bonus", ("bonus",))
        if not 5 * rounds <= cards <= 90:
            raise BadOptions("toy.cards", ("cards",))
        return ToyOptions(rounds, faces, cards)

    def options_to_json(self, options: ToyOptions) -> JSON:
        return {"rounds": options.rounds, "bonus": list(options.bonus), "cards": options.cards}

    def option_fields(self, options: ToyOptions | None = None) -> Sequence[Cell]:
        return (Cell(("rounds",), CellKind.INT, "Rounds", default=2),)

    def seats(self, options: ToyOptions) -> range:
        return range(3, 6)

    def higher_wins(self, options: ToyOptions) -> bool | None:
        return True

    def points_scale(self, options: ToyOptions) -> int:
        return 0

    def levels(self, options: ToyOptions) -> tuple[str, ...]:
        return ("TOTAL",)

    def layout(self, seats: int, options: ToyOptions, level: str = "") -> Sequence[Cell]:
        return [
            Cell(("seats", seat, "points"), CellKind.INT, "Points", seat=Seat(seat))
            for seat in range(seats)
        ]

    def parse(self, data: JSON, *, seats: int, options: ToyOptions) -> ToySheet:
        read = Reader(MalformedSheet)
        rows = read.sequence(read.mapping(data, (), ("seats",)).get("seats"), ("seats",))
        if len(rows) != seats:
            raise MalformedSheet("json.wrong_length", ("seats",), expected=seats, found=len(rows))
        points = []
        for seat, row in enumerate(rows):
            found = read.mapping(row, ("seats", seat), ("points",))
            points.append(read.whole_or_none(found.get("points"), ("seats", seat, "points")))
        return ToySheet(seats, options, tuple(points))

    def check(self, sheet: ToySheet, *, final: bool = True) -> Sequence[Issue]:
        issues = [
            Issue("toy.negative", ("seats", seat, "points"))
            for seat, points in enumerate(sheet.points)
            if points is not None and points < 0
        ]
        most = sheet.options.rounds * max(sheet.options.bonus)
        if None not in sheet.points and sum(points or 0 for points in sheet.points) > most:
            issues.append(Issue("toy.too_many", params={"most": most}))
        return issues

    def computed(self, sheet: ToySheet) -> Mapping[Path, int | str]:
        return {}

    def settle(self, sheet: ToySheet) -> Outcome:
        points = tuple(each or 0 for each in sheet.points)
        return Outcome(points, places_from_points(points, higher_wins=True), "rounds")

    def to_json(self, sheet: ToySheet) -> JSON:
        return {"seats": [{"points": points} for points in sheet.points]}


# ---------------------------------------------------------------- play


@dataclass(frozen=True, slots=True)
class Draw:
    what: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    card: int


@dataclass(frozen=True, slots=True)
class Keep:
    pass


@dataclass(frozen=True, slots=True)
class Give:
    to: int


Action: TypeAlias = Draw | Lay | Keep | Give


class State(NamedTuple):
    seats: int
    options: ToyOptions
    phase: str = "deal"  # deal, first, bonus, lay, give, over
    deck: tuple[int, ...] = ()  # what nobody got
    hands: tuple[tuple[int, ...], ...] = ()
    laid: tuple[int | None, ...] = ()
    shown: tuple[tuple[int, ...], ...] = ()  # the cards of each finished round
    points: tuple[int, ...] = ()
    first: int = -1
    bonus: int = 0
    winner: int = -1


class View(NamedTuple):
    viewer: int | None  # None: public or referee
    phase: str
    hands: tuple[tuple[int | None, ...], ...]
    laid: tuple[int | bool, ...]  # a card where the viewer knows it, else whether there is one
    deck: tuple[int | None, ...]
    shown: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    first: int
    bonus: int
    winner: int


def _seat(state: State, viewer: object) -> int | None:
    """The seat a viewer has at this table; whatever else they are, they have none."""
    if isinstance(viewer, int) and not isinstance(viewer, bool) and 0 <= viewer < state.seats:
        return viewer
    return None


class Toy(Game[State, Action, View, ToyOptions]):
    def initial(self, seats: int, options: ToyOptions) -> State:
        if seats not in range(3, 6):
            raise BadOptions("game.wrong_seats", seats=seats)
        return State(seats, options, points=(0,) * seats, laid=(None,) * seats)

    def to_act(self, state: State) -> Collection[Actor]:
        if state.phase in ("deal", "first", "bonus"):
            return (CHANCE,)
        if state.phase == "lay":
            return frozenset(Seat(seat) for seat, card in enumerate(state.laid) if card is None)
        return (Seat(state.winner),) if state.phase == "give" else ()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "lay":
            return [Lay(card) for card in state.hands[seat]]
        return [Keep(), *(Give(other) for other in range(state.seats) if other != seat)]

    def objection(self, state: State, actor: Actor, action: Action) -> IllegalAction | None:
        if actor is CHANCE:
            if isinstance(action, Draw) and self._possible(state, action):
                return None
            return IllegalAction("toy.draw", rule="TOY R1")
        assert isinstance(actor, int)
        if action in self.legal(state, actor):
            return None
        return IllegalAction("toy.not_now", rule="TOY R2" if state.phase == "lay" else "TOY R3")

    def _possible(self, state: State, draw: Draw) -> bool:
        if draw.what != state.phase:
            return False
        if draw.what == "deal":
            return sorted(draw.values) == list(range(1, state.options.cards + 1))
        faces = range(state.seats) if draw.what == "first" else state.options.bonus
        return len(draw.values) == 1 and draw.values[0] in faces

    def chance(self, state: State, rng: NamedRng) -> Action:
        if state.phase == "deal":
            return Draw("deal", shuffled(rng.of("deck"), range(1, state.options.cards + 1)))
        if state.phase == "first":
            return Draw("first", (rng.of("first player").below(state.seats),))
        faces = state.options.bonus
        source = rng.of(f"round {len(state.shown) + 1}, bonus")
        return Draw("bonus", (faces[source.below(len(faces))],))

    def advance(self, state: State, actor: Actor, action: Action) -> State:
        match action:
            case Draw("deal", cards):
                each, seats = state.options.rounds, state.seats
                hands = tuple(cards[at * each : (at + 1) * each] for at in range(seats))
                return state._replace(phase="first", hands=hands, deck=cards[seats * each :])
            case Draw("first", (seat,)):
                return state._replace(phase="bonus", first=seat)
            case Draw(_, (bonus,)):
                return state._replace(phase="lay", bonus=bonus, winner=-1)
            case Lay(card):
                assert isinstance(actor, int)
                hand = tuple(each for each in state.hands[actor] if each != card)
                hands = (*state.hands[:actor], hand, *state.hands[actor + 1 :])
                laid = (*state.laid[:actor], card, *state.laid[actor + 1 :])
                if None in laid:
                    return state._replace(hands=hands, laid=laid)
                shown = tuple(card for card in laid if card is not None)
                winner = shown.index(max(shown))
                points = list(state.points)
                points[winner] += state.bonus
                return state._replace(
                    phase="give",
                    hands=hands,
                    laid=(None,) * state.seats,
                    shown=(*state.shown, shown),
                    points=tuple(points),
                    winner=winner,
                )
            case Give(to):
                points = list(state.points)
                points[state.winner] -= 1
                points[to] += 1
                state = state._replace(points=tuple(points))
        over = len(state.shown) == state.options.rounds
        return state._replace(phase="over" if over else "bonus", bonus=0)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome(state.points, places_from_points(state.points, higher_wins=True), "rounds")

    def adjudicate(self, state: State) -> Outcome:
        return Outcome(state.points, places_from_points(state.points, higher_wins=True), "stopped")

    def view(self, state: State, viewer: Viewer) -> View:
        everything = viewer is Audience.REFEREE
        seat = _seat(state, viewer)
        return View(
            viewer=seat,
            phase=state.phase,
            hands=tuple(
                tuple(card if everything or seat == owner else None for card in hand)
                for owner, hand in enumerate(state.hands)
            ),
            laid=tuple(
                card if card is not None and (everything or seat == owner) else card is not None
                for owner, card in enumerate(state.laid)
            ),
            deck=tuple(card if everything else None for card in state.deck),
            shown=state.shown,
            points=state.points,
            first=state.first,
            bonus=state.bonus,
            winner=state.winner,
        )

    def view_to_json(self, view: View) -> JSON:
        return {**view._asdict()}

    def redact(self, state: State, actor: Actor, action: Action, viewer: Viewer) -> JSON:
        if viewer is not Audience.REFEREE and _seat(state, viewer) != actor:
            if isinstance(action, Lay):
                return {"t": "lay"}
            if isinstance(action, Draw) and action.what == "deal":
                each = state.options.rounds
                own = range(0)
                seat = _seat(state, viewer)
                if seat is not None:
                    own = range(seat * each, (seat + 1) * each)
                return {
                    "t": "chance",
                    "what": "deal",
                    "values": [
                        card if at in own else None for at, card in enumerate(action.values)
                    ],
                }
        return self.action_to_json(action)

    def resample(self, state: State, viewer: Viewer, rng: Rng) -> State:
        if viewer is Audience.REFEREE:
            return state
        hidden = [
            *state.deck,
            *(card for owner, hand in enumerate(state.hands) if owner != viewer for card in hand),
            *(card for owner, card in enumerate(state.laid) if owner != viewer and card),
        ]
        cards = list(shuffled(rng, hidden))
        return state._replace(
            deck=tuple(cards.pop() for _ in state.deck),
            hands=tuple(
                hand if owner == viewer else tuple(cards.pop() for _ in hand)
                for owner, hand in enumerate(state.hands)
            ),
            laid=tuple(
                card if owner == viewer or card is None else cards.pop()
                for owner, card in enumerate(state.laid)
            ),
        )

    def action_to_json(self, action: Action) -> JSON:
        match action:
            case Draw(what, values):
                return {"t": "chance", "what": what, "values": list(values)}
            case Lay(card):
                return {"t": "lay", "card": card}
            case Give(to):
                return {"t": "give", "to": to}
        return {"t": "keep"}

    def action_from_json(self, data: JSON) -> Action:
        read = Reader(MalformedAction)
        found = read.mapping(data, (), ("t", "what", "values", "card", "to"))
        kind = read.text(found.get("t"), ("t",), 20)
        if kind == "chance":
            values = read.sequence(found.get("values"), ("values",))
            what = read.choice(found.get("what"), ("what",), ("deal", "first", "bonus"))
            return Draw(
                what, tuple(read.whole(each, ("values", at)) for at, each in enumerate(values))
            )
        if kind == "lay":
            return Lay(read.whole(found.get("card"), ("card",)))
        if kind == "give":
            return Give(read.whole(found.get("to"), ("to",)))
        if kind == "keep":
            return Keep()
        raise MalformedAction("action.unknown", ("t",), name=kind)

    def sheet(self, state: State) -> JSON:
        return {"seats": [{"points": points} for points in state.points]}

    def length(self, state: State) -> int:
        return len(state.shown)

    def starts(self, state: State) -> tuple[str, ...]:
        if state.first < 0:
            return ()
        return tuple(str((seat - state.first) % state.seats + 1) for seat in range(state.seats))

    def tell(self, before: View, actor: Actor, line: JSON, after: View) -> Sequence[Phrase]:
        assert isinstance(line, Mapping)
        told: list[Phrase] = []
        if line["t"] == "chance":
            told.append(Phrase("The %(what)s is drawn.", {"what": str(line["what"])}))
        elif actor is not CHANCE:
            assert isinstance(actor, int)
            words = {
                "lay": Phrase("%(who)s lays a card.", {"who": Who(actor)}),
                "keep": Phrase("%(who)s keeps all points.", {"who": Who(actor)}),
                "give": Phrase("%(who)s gives a point away.", {"who": Who(actor)}),
            }
            if "card" in line:
                told.append(
                    Phrase(
                        "%(who)s lays card %(card)s.",
                        {"who": Who(actor), "card": str(line["card"])},
                    )
                )
            else:
                told.append(words[str(line["t"])])
        if len(after.shown) > len(before.shown):
            told.append(Phrase("On the table: %(cards)s.", {"cards": after.shown[-1]}))
        return told

    def describe(self, view: View) -> Sequence[Phrase]:
        lines = [
            Phrase("%(who)s has %(points)s points.", {"who": Who(Seat(seat)), "points": points})
            for seat, points in enumerate(view.points)
        ]
        if view.viewer is not None and view.hands:
            mine = [card for card in view.hands[view.viewer] if card is not None]
            lines.append(Phrase("In hand: %(cards)s", {"cards": mine}))
        return lines

    def offer(self, view: View, action: Action) -> Phrase:
        match action:
            case Lay(card):
                return Phrase("Lay card %(card)s", {"card": card})
            case Give(to):
                return Phrase("Give a point to %(who)s", {"who": Who(Seat(to))})
        return Phrase("Keep all points")


class RandomBot:
    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        return legal[rng.below(len(legal))] if len(legal) > 1 else legal[0]


class SmartBot:
    """Lays its highest card, and keeps what it wins."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        return max(legal, key=_worth)


def _worth(action: Action) -> int:
    return action.card if isinstance(action, Lay) else int(isinstance(action, Keep))


class ToyFast(FastPlay[ToyOptions]):
    def player(self, seats: int, options: ToyOptions) -> Callable[[Callable[[], float]], Played]:
        each = options.rounds

        def play(random: Callable[[], float]) -> Played:
            cards = list(range(1, options.cards + 1))
            for last in range(len(cards) - 1, 0, -1):
                other = int(random() * (last + 1))
                cards[last], cards[other] = cards[other], cards[last]
            hands = [cards[at * each : (at + 1) * each] for at in range(seats)]
            first = int(random() * seats)
            points = [0] * seats
            for _ in range(each):
                bonus = options.bonus[int(random() * len(options.bonus))]
                laid = []
                for hand in hands:
                    at = int(random() * len(hand)) if len(hand) > 1 else 0
                    laid.append(hand.pop(at))
                winner = laid.index(max(laid))
                points[winner] += bonus
                choice = int(random() * seats)
                if choice:
                    points[winner] -= 1
                    points[choice - 1 if choice <= winner else choice] += 1
            outcome = Outcome(tuple(points), places_from_points(points, higher_wins=True), "rounds")
            starts = tuple(str((seat - first) % seats + 1) for seat in range(seats))
            return Played(outcome, each, starts, 2 + each * (2 + seats))

        return play


TEXTS = {
    "toy.rounds": "There are one to four rounds.",
    "toy.bonus": "A bonus is at least 1.",
    "toy.cards": "There are too few or too many cards.",
    "toy.negative": "Nobody ends below 0.",
    "toy.too_many": "There are at most %(most)s points.",
    "toy.draw": "This cannot have been drawn here.",
    "toy.not_now": "This is not possible now.",
}

TOY = GamePackage(
    key="toy",
    edition=1,
    title="Toy",
    seats=range(3, 6),
    sheet=ToyRules(),
    texts=TEXTS,
    prefix="TOY",
    play=Toy(),
    bots={"random": RandomBot, "smart": SmartBot},
    fast=ToyFast(),
    length_unit="rounds",
    max_steps=100,
)
