"""The games that a list of results names: on the club's shelf, or new on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from games import catalogue
from games.core.errors import GameError
from league.core.errors import BadInput
from league.queries.records import sheets
from league.services.office import rules
from league.words import names

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.lists.match_list import Match
    from league.models import Club, ClubGame, Ruleset

USUAL_MAX_SEATS = 6
FREE_FORM = "free-form"


@dataclass(slots=True)
class Game:
    """A game with its matches in the file; ``box`` and ``ruleset`` are how the club has it now,
    None where it is new. ``key`` is the game's in the catalogue.

    A game with a sheet of its own is taken by a ruleset that asks for no more than a list tells.
    ``lower_wins`` says of a new one that less is better.
    """

    title: str
    key: str = FREE_FORM
    box: ClubGame | None = None
    ruleset: Ruleset | None = None
    matches: list[Match] = field(default_factory=list)
    lower_wins: bool = False

    @property
    def is_new(self) -> bool:
        return self.box is None

    @property
    def package(self) -> GamePackage:
        return catalogue.get(self.key)

    @property
    def has_own_sheet(self) -> bool:
        return self.key != FREE_FORM

    def rules(self) -> sheets.Rules:
        """What the sheets of these matches are judged by.

        Raises:
            BadInput: at ``game``, where the game cannot be described so.
        """
        try:
            typed = self.package.sheet.options_from_json(self.options(self.matches))
        except GameError as error:
            raise BadInput(error.code, field="game", **error.params) from error
        return sheets.Rules(self.package, typed)

    def options(self, matches: Sequence[Match]) -> dict[str, JSON]:
        """The game's options, widened to what the file holds; a new game is described by it."""
        if self.has_own_sheet:
            return self._past_options()
        seats = [seat for match in matches for seat in match.seats]
        points = [seat.points for seat in seats if seat.points is not None]
        has_places = any(seat.place is not None for seat in seats)
        is_joint = any(match.won is not None for match in matches)
        needed = "both" if points and has_places else "points" if points else "places"
        targets = [match.target for match in matches if match.target is not None]
        decimals = max((len(one.partition(".")[2]) for one in (*points, *targets)), default=0)
        old: dict[str, JSON] = dict(self.ruleset.options) if self.ruleset else {}
        options: dict[str, JSON] = {**old} if old else {"title": self.title[:80]}
        if self.lower_wins and not old:
            options["higher_wins"] = False
        low, high = self._range()
        sizes = [match.size for match in matches]
        options["seats"] = [min(low, *sizes), max(high, *sizes)]
        counts = old.get("counts", needed)
        options["counts"] = needed if counts == needed else "both"
        if is_joint:  # points may be said there, places never
            options["cooperative"] = old.get("cooperative", not old)
            options["counts"] = (
                "both" if points and counts == "places" else old.get("counts", "points")
            )
        if decimals > int(str(old.get("decimals") or 0)):
            options["decimals"] = decimals
        if any(one.startswith("-") for one in points):
            options["negatives"] = True
        if any(match.drawn for match in matches):
            options["may_be_drawn"] = True
        if shapes := {shape for match in matches if (shape := _shape(match))}:
            known = {part for part in str(old.get("sides") or "").split(", ") if part}
            if not old:
                options["seats"] = [min(sizes), max(sizes)]
                told = {sum(map(int, shape.split("-"))) for shape in shapes}
                known = {
                    f"1-{size - 1}" for size in range(min(sizes), max(sizes)) if size not in told
                }
            options["sides"] = ", ".join(sorted(known | shapes))
        has_rounds = all(match.at is not None for match in matches)
        if has_rounds and not old and options["counts"] == "both" and not shapes:
            options |= _by_places(matches)
        return options

    def _past_options(self) -> dict[str, JSON]:
        rules = self.package.sheet
        stored = self.ruleset.options if self.ruleset else dict(self.package.starter)
        past = rules.past_options(rules.options_from_json(stored))
        if past is None:
            raise BadInput("game_needs_sheets", field="game", title=self.title)
        options = rules.options_to_json(past)
        assert isinstance(options, dict), "options are an object"
        return options

    def _range(self) -> tuple[int, int]:
        if self.ruleset is None:
            return 2, USUAL_MAX_SEATS
        return self.ruleset.seats_min, self.ruleset.seats_max

    def store(self, by: Actor, club: Club, matches: Sequence[Match]) -> Ruleset:
        """The club's ruleset, made or widened where the file needs more than it allows."""
        options = self.options(matches)
        if self.box is None:
            self.box = rules.add_game(
                by=by, club=club, game=self.key, title=self.title, copies=None
            )
        if self.ruleset is None or (self.has_own_sheet and options != self.ruleset.options):
            # What the club asks of tables today stays as it is.
            self.ruleset = rules.add_ruleset(
                by=by, club_game=self.box, name=self._free_name(club), options=options
            )
        elif options != self.ruleset.options:
            self.ruleset = rules.new_version(by=by, ruleset=self.ruleset, options=options)
        return self.ruleset

    def _free_name(self, club: Club) -> str:
        taken = set(club.rulesets.values_list("name", flat=True))
        name, count = self.title, 1
        while name in taken:
            count += 1
            name = f"{self.title[:110]} {count}"
        return name


def _shape(match: Match) -> str:
    """How a table was parted into sides, as rulesets write it: 1-3; empty without sides."""
    sides = Counter(seat.side for seat in match.seats if seat.side is not None)
    return "-".join(map(str, sorted(sides.values())))


def _by_places(matches: Sequence[Match]) -> dict[str, JSON]:
    """How places follow from points in a game that is new: more wins, less wins, or neither."""
    directions = set()
    for match in matches:
        seats = [seat for seat in match.seats if seat.place is not None and seat.points is not None]
        for one, other in combinations(seats, 2):
            points = Decimal(one.points or 0) - Decimal(other.points or 0)
            places = (one.place or 0) - (other.place or 0)
            if points or places:
                directions.add(0 if not points or not places else 1 if points * places < 0 else -1)
    if directions <= {1}:
        return {}
    return {"higher_wins": False} if directions == {-1} else {"places_apart": True}


class Shelf:
    """Finds the games of a club by title, whatever case and accents."""

    def __init__(self, club: Club) -> None:
        self.boxes: dict[str, ClubGame] = {}
        self.with_sheets: dict[str, ClubGame] = {}
        for row in club.games.order_by("-pk"):
            self.boxes[names.fold(row.title)] = row
            if row.game != FREE_FORM:
                self.with_sheets[row.game] = row
        self.games: dict[str, Game] = {}

    def game(self, title: str) -> Game:
        """The game of this title: on the shelf, in the catalogue, or a new free-form one."""
        key = names.fold(title)
        if key not in self.games:
            known = _catalogue_titles().get(key, FREE_FORM)
            box = self.boxes.get(key) or self.with_sheets.get(known)
            # Two titles of one game are one game.
            same = names.fold(box.title) if box else known if known != FREE_FORM else key
            if same not in self.games:
                game = Game(box.title if box else title, box.game if box else known, box)
                game.ruleset = _ruleset_for(game)
                self.games[same] = game
            self.games[key] = self.games[same]
        return self.games[key]


def _ruleset_for(game: Game) -> Ruleset | None:
    """The club's ruleset that takes a list as it is; else its first one."""
    if game.box is None:
        return None
    current = list(game.box.rulesets.filter(is_retired=False).order_by("pk"))
    rules = game.package.sheet
    for row in current if game.has_own_sheet else ():
        typed = rules.options_from_json(row.options)
        if rules.past_options(typed) == typed:
            return row
    return current[0] if current else None


@cache
def _catalogue_titles() -> dict[str, str]:
    """The games with a sheet of their own, by each folded title: a second one is in brackets."""
    return {
        names.fold(title): package.key
        for package in catalogue.all_games()
        if package.key != FREE_FORM
        for title in (package.title, *package.title.rstrip(")").split(" ("))
    }
