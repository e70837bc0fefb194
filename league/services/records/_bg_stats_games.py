"""What the plays of a BG Stats file say, as matches of the games on a club's shelf."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core.errors import GameError
from games.core.places import places_by, renumbered
from games.free_form.options import Counts, FreeFormOptions
from league.core.errors import BadInput
from league.services.records.result_games import FREE_FORM, Game
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.lists.bg_stats_file import ToldPlay
    from league.models import ClubGame, Ruleset
    from league.services.records.result_games import Shelf


class Kind(StrEnum):
    """What a sheet has to ask for. One game may have been noted down in several ways, and each
    is a ruleset of its own."""

    POINTS = "points"
    BOTH = "both"
    PLACES = "places"
    TOGETHER = "together"
    SIDES_POINTS = "sides_points"
    SIDES_BOTH = "sides_both"
    SIDES_PLACES = "sides_places"
    OWN = "own"  # the game has a sheet of its own

    @property
    def in_sides(self) -> Kind:
        return Kind(f"sides_{self}")

    @property
    def with_places(self) -> Kind:
        """What asks for as much and places too."""
        return {Kind.POINTS: Kind.BOTH, Kind.SIDES_POINTS: Kind.SIDES_BOTH}.get(self, self)


@dataclass(frozen=True, slots=True)
class Result:
    """How a play ended, seat by seat."""

    kind: Kind
    points: tuple[str, ...] | None
    places: tuple[int, ...] | None
    sides: tuple[int, ...]
    won: bool | None = None
    drawn: bool = False
    only_winners: bool = False


class Shelved:
    """One title of the file and the game that it is counted as, in the ways it was noted down."""

    def __init__(self, shelf: Shelf, title: str, *, higher_wins: bool) -> None:
        self.base = shelf.game(title)
        self.has_own_sheet = self.base.has_own_sheet
        self.box: ClubGame | None = self.base.box
        self.ways: dict[Kind, Game] = {Kind.OWN: self.base} if self.has_own_sheet else {}
        self.current: list[tuple[Ruleset, FreeFormOptions]] = []
        if self.box is not None and not self.has_own_sheet:
            self.current = [
                (row, typed)
                for row in self.box.rulesets.filter(is_retired=False).order_by("pk")
                if (typed := _options(self.base, row)) is not None
            ]
        competitive = [typed for _row, typed in self.current if not typed.cooperative]
        self.higher_wins = competitive[0].higher_wins if competitive else higher_wins
        self.is_only_together = bool(self.current) and not competitive

    @property
    def key(self) -> str:
        return names.fold(self.base.title)

    def way(self, kind: Kind) -> Game:
        """The game as these sheets need it; a new ruleset where the club has none of the kind."""
        if kind not in self.ways:
            game = Game(self.base.title, FREE_FORM, self.box, lower_wins=not self.higher_wins)
            game.ruleset = next((row for row, typed in self.current if _fits(kind, typed)), None)
            self.ways[kind] = game
        return self.ways[kind]

    def is_there(self, kind: Kind) -> bool:
        return any(_fits(kind, typed) for _row, typed in self.current)


def _options(game: Game, row: Ruleset) -> FreeFormOptions | None:
    try:
        typed = game.package.sheet.options_from_json(row.options)
    except GameError:
        return None
    return typed if isinstance(typed, FreeFormOptions) else None


def _fits(kind: Kind, typed: FreeFormOptions) -> bool:
    if kind is Kind.TOGETHER:
        return typed.cooperative
    if typed.cooperative or bool(typed.sides) != kind.startswith("sides_") or typed.places_apart:
        return False
    return typed.counts is Counts(kind.removeprefix("sides_"))


def result_of(play: ToldPlay, game: Shelved) -> Result | None:
    """What the play says; None where nothing says how it ended.

    Raises:
        BadInput: where it says two things, or too little.
    """
    points, ranks = _points(play), _ranks(play)
    won = [seat.has_won for seat in play.seats]
    if game.has_own_sheet:
        return _for_own_sheet(points, ranks, won)
    sides = play.sides
    is_together = play.game.is_cooperative or game.is_only_together
    if is_together and not sides and len(set(won)) == 1:
        return Result(Kind.TOGETHER, points, None, (), won=won[0])
    kind = Kind.POINTS if points is not None else Kind.PLACES
    by_points = None
    if points is not None:
        values = [Decimal(value) for value in points]
        by_points = _places([-value if game.higher_wins else value for value in values])
    if ranks is not None and set(ranks) == {1} and not any(won):
        return Result(kind.in_sides if sides else kind, points, None, sides, drawn=True)
    places, only_winners = ranks, False
    if places is None and by_points is not None:
        places = by_points
        if len(set(won)) == 2:  # whoever won stands before all others, whatever the points
            places = places_by([(not one, at) for one, at in zip(won, by_points, strict=True)])
    elif places is None:
        if not any(won):
            return None
        places, only_winners = _of_winners(won), True
    if by_points is not None and places != by_points:
        kind = Kind.BOTH
    told = places if kind is not Kind.POINTS else None
    return Result(kind.in_sides if sides else kind, points, told, sides, only_winners=only_winners)


def _for_own_sheet(
    points: tuple[str, ...] | None, ranks: tuple[int, ...] | None, won: Sequence[bool]
) -> Result | None:
    if points is not None or ranks is not None:
        return Result(Kind.OWN, points, ranks, ())
    if not any(won):
        return None
    return Result(Kind.OWN, None, _of_winners(won), (), only_winners=True)


def _of_winners(won: Sequence[bool]) -> tuple[int, ...]:
    return tuple(1 if one else won.count(True) + 1 for one in won)


def _places(keys: Sequence[Decimal]) -> tuple[int, ...]:
    order = sorted(set(keys))
    return places_by([order.index(key) for key in keys])


def _points(play: ToldPlay) -> tuple[str, ...] | None:
    told = [seat.points for seat in play.seats]
    there = tuple(value for value in told if value is not None)
    if there and len(there) < len(told):
        raise BadInput("points_missing", field="score", match=f"plays {play.number}")
    return there or None


def _ranks(play: ToldPlay) -> tuple[int, ...] | None:
    """The places of all; those without gaps after a tie are counted on."""
    told = [seat.rank for seat in play.seats]
    there = [rank for rank in told if rank is not None]
    if not there:
        return None
    if len(there) < len(told):
        raise BadInput("places_missing", field="rank", match=f"plays {play.number}")
    found = renumbered(there)
    is_dense = sorted(set(there)) == list(range(1, len(set(there)) + 1))
    if not is_dense and list(found) != there:
        raise BadInput("places_impossible", field="rank", match=f"plays {play.number}")
    return found
