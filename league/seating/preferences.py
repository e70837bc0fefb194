"""What a stage or a season prefers when it seats: weights, limits, rooms; as stored and as used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Literal, TypeVar

from league.seating.errors import SeatingError
from league.seating.types import Field, SizeRule, pair

Choice = TypeVar("Choice", bound=str)

Clubs = Literal["off", "soft", "hard"]
Apart = Literal["soft", "hard"]
CLUBS: tuple[Clubs, ...] = ("off", "soft", "hard")
APARTS: tuple[Apart, ...] = ("hard", "soft")

MOST_TABLE = 500
SMALLEST_SIZE, LARGEST_SIZE = 2, 20
DEAREST_SIZE = 10_000
LONGEST_ROOM = 60
MOST_ROOMS = 40

# Ranges of the whole numbers: per cent, but for the limit of byes and the minutes of a hold.
RANGES: Mapping[str, tuple[int, int]] = {
    "season": (0, 100),
    "fading": (0, 100),
    "club_price": (0, 1000),
    "above": (1, 1000),
    "repeat": (0, 1000),
    "wish": (0, 1000),
    "bye_limit": (0, 100),
    "hold": (0, 60),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """How a stage seats, apart from its method and its sizes.

    Whole numbers are per cent: `season` what a meeting elsewhere in the season weighs beside one
    in the event; `fading` what of that is left with every event further back; `club_price` what
    two of one club cost beside a repeat; `above` what a seat too many costs beside one too few;
    `repeat` and `wish` what a repeat and an unmet wish cost beside a table with one player too
    few. `hold` is how many minutes of open play anybody may be kept waiting for a table to end, so
    that fewer people meet again; 0 starts at once. `weights` prices table sizes one by one instead
    of by their distance from the preferred one, 100 being a table with one player too few. `rooms`
    names tables, `step_free` are those without steps.
    """

    season: int = 25
    fading: int = 80
    clubs: Clubs = "soft"
    club_price: int = 30
    apart: Apart = "hard"
    above: int = 150
    repeat: int = 50
    wish: int = 50
    bye_limit: int | None = None
    hold: int = 6
    weights: tuple[tuple[int, int], ...] = ()
    rooms: tuple[tuple[str, tuple[int, ...]], ...] = ()
    step_free: tuple[int, ...] = ()

    def to_json(self) -> dict[str, object]:
        """What differs from the usual."""
        usual = Preferences()
        told: dict[str, object] = {}
        for part in fields(self):
            value = getattr(self, part.name)
            if value != getattr(usual, part.name):
                told[part.name] = value
        if self.weights:
            told["weights"] = {str(size): price for size, price in self.weights}
        if self.rooms:
            told["rooms"] = {name: list(tables) for name, tables in self.rooms}
        if self.step_free:
            told["step_free"] = list(self.step_free)
        return told

    def size_rule(self, preferred: int, max_tables: int | None) -> SizeRule:
        """The prices of table sizes under these preferences."""
        return SizeRule(
            preferred=preferred,
            above=Fraction(self.above, 100),
            weights={size: Fraction(price, 100) for size, price in self.weights} or None,
            max_tables=max_tables,
            repeat=Fraction(self.repeat, 100),
            wish=Fraction(self.wish, 100),
        )

    def room_numbers(self) -> dict[int, int]:
        """The room of every table that has one, as a number from 1."""
        return {
            table: number
            for number, (_, tables) in enumerate(self.rooms, start=1)
            for table in tables
        }

    def applied(self, field: Field) -> Field:
        """The field with these weights; bans and clubs become hard or soft as preferred."""
        bans = field.apart
        players = field.players
        if self.clubs == "hard":
            bans |= _within_groups(field)
        if self.clubs != "soft":
            players = tuple(replace(player, groups=frozenset()) for player in players)
        soft = field.apart if self.apart == "soft" else frozenset()
        return replace(
            field,
            players=players,
            apart=bans - soft,
            rather_apart=field.rather_apart | soft,
            season_weight=Fraction(self.season, 100),
            group_price=10 * self.club_price,
            bye_limit=self.bye_limit,
            rooms=self.room_numbers(),
        )


def _within_groups(field: Field) -> frozenset[tuple[int, int]]:
    members: dict[int, list[int]] = {}
    for player in field.players:
        for group in player.groups:
            members.setdefault(group, []).append(player.id)
    return frozenset(
        pair(a, b) for ids in members.values() for i, a in enumerate(ids) for b in ids[i + 1 :]
    )


def preferences_from_json(data: object) -> Preferences:
    """Reads stored or submitted preferences; `SeatingError` names the part that is wrong.

    Codes: `bad_preference` (unknown part or wrong kind), `preference_range`, `room_twice`.
    """
    if not isinstance(data, Mapping):
        raise SeatingError("bad_preference", {"part": ""})
    known = {part.name for part in fields(Preferences)}
    unknown = sorted(str(name) for name in data if name not in known)
    if unknown:
        raise SeatingError("bad_preference", {"part": unknown[0][:40]})
    usual = Preferences()
    rooms = _rooms(data.get("rooms", {}))
    limit = data.get("bye_limit")
    return Preferences(
        season=_whole(data, "season", usual.season),
        fading=_whole(data, "fading", usual.fading),
        clubs=_choice(data, "clubs", CLUBS, usual.clubs),
        club_price=_whole(data, "club_price", usual.club_price),
        apart=_choice(data, "apart", APARTS, usual.apart),
        above=_whole(data, "above", usual.above),
        repeat=_whole(data, "repeat", usual.repeat),
        wish=_whole(data, "wish", usual.wish),
        bye_limit=None if limit is None else _whole(data, "bye_limit", 0),
        hold=_whole(data, "hold", usual.hold),
        weights=_weights(data.get("weights", {})),
        rooms=rooms,
        step_free=_tables(data.get("step_free", ()), "step_free"),
    )


def _whole(data: Mapping[str, object], part: str, usual: int) -> int:
    value = data.get(part, usual)
    if not isinstance(value, int) or isinstance(value, bool):
        raise SeatingError("bad_preference", {"part": part})
    low, high = RANGES[part]
    if not low <= value <= high:
        raise SeatingError("preference_range", {"part": part, "low": low, "high": high})
    return value


def _choice(
    data: Mapping[str, object], part: str, choices: Sequence[Choice], usual: Choice
) -> Choice:
    value = data.get(part, usual)
    for choice in choices:
        if value == choice:
            return choice
    raise SeatingError("bad_preference", {"part": part})


def _weights(data: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(data, Mapping):
        raise SeatingError("bad_preference", {"part": "weights"})
    found = {}
    for name, price in data.items():
        text = str(name)
        if not (text.isascii() and text.isdecimal() and len(text) < 3):
            raise SeatingError("bad_preference", {"part": "weights"})
        if not isinstance(price, int) or isinstance(price, bool):
            raise SeatingError("bad_preference", {"part": "weights"})
        size = int(text)
        ranges = (SMALLEST_SIZE, size, LARGEST_SIZE), (0, price, DEAREST_SIZE)
        for low, value, high in ranges:
            if not low <= value <= high:
                raise SeatingError(
                    "preference_range", {"part": "weights", "low": low, "high": high}
                )
        found[size] = price
    return tuple(sorted(found.items()))


def weights_from_text(text: str) -> dict[str, int]:
    """Prices of table sizes as people write them: `3: 150, 5: 80`."""
    found: dict[str, int] = {}
    for piece in text.replace(";", ",").split(","):
        if not piece.strip():
            continue
        size, _, price = (part.strip() for part in piece.replace("=", ":").partition(":"))
        if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in (size, price)):
            raise SeatingError("bad_preference", {"part": "weights"})
        found[str(int(size))] = int(price)
    _weights(found)
    return found


def weights_text(weights: Sequence[tuple[int, int]]) -> str:
    """Prices of table sizes as they are written: `3: 150, 5: 80`."""
    return ", ".join(f"{size}: {price}" for size, price in weights)


def _rooms(data: object) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if not isinstance(data, Mapping) or len(data) > MOST_ROOMS:
        raise SeatingError("bad_preference", {"part": "rooms"})
    found = []
    seen: set[int] = set()
    for name, tables in data.items():
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_ROOM:
            raise SeatingError("bad_preference", {"part": "rooms"})
        numbers = _tables(tables, "rooms")
        double = seen.intersection(numbers)
        if double:
            raise SeatingError("room_twice", {"part": "rooms", "table": min(double)})
        seen.update(numbers)
        found.append((name, numbers))
    return tuple(found)


def _tables(data: object, part: str) -> tuple[int, ...]:
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) > MOST_TABLE:
        raise SeatingError("bad_preference", {"part": part})
    for number in data:
        if not isinstance(number, int) or isinstance(number, bool):
            raise SeatingError("bad_preference", {"part": part})
        if not 1 <= number <= MOST_TABLE:
            raise SeatingError("preference_range", {"part": part, "low": 1, "high": MOST_TABLE})
    return tuple(sorted(set(data)))


def tables_from_text(text: str, part: str) -> tuple[int, ...]:
    """Table numbers as people write them: `1-4, 7`."""
    found: list[int] = []
    for piece in text.replace(";", ",").replace("–", "-").split(","):
        low, dash, high = piece.strip().partition("-")
        if not low and not dash:
            continue
        ends = (low.strip(), high.strip() if dash else low.strip())
        if not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
            raise SeatingError("bad_preference", {"part": part})
        first, last = int(ends[0]), int(ends[1])
        if last - first > MOST_TABLE:
            raise SeatingError("preference_range", {"part": part, "low": 1, "high": MOST_TABLE})
        found.extend(range(first, last + 1))
    return _tables(found, part)


def tables_text(tables: Sequence[int]) -> str:
    """Table numbers in the shortest way to write them: `1-4, 7`."""
    runs: list[list[int]] = []
    for number in sorted(tables):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def rooms_from_text(text: str) -> dict[str, list[int]]:
    """Rooms as people write them, one a line: `Hall: 1-6`."""
    found: dict[str, list[int]] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        name, colon, tables = line.partition(":")
        if not colon or not name.strip():
            raise SeatingError("bad_preference", {"part": "rooms"})
        numbers = found.setdefault(name.strip(), [])
        numbers.extend(tables_from_text(tables, "rooms"))
    return found


def rooms_text(rooms: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Rooms, one a line."""
    return "\n".join(f"{name}: {tables_text(tables)}" for name, tables in rooms)
