"""The records of a club's matches, added up one match after the other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from datetime import datetime

LEAST: Final = 2  # a row of one is none


@dataclass(frozen=True, slots=True)
class Seat:
    player: int
    place: int
    points: Fraction | None
    side: int | None = None


def _sides(seats: Iterable[Seat]) -> int:
    """How many play for themselves among these: people, or sides."""
    found = list(seats)
    return len({seat.side for seat in found}) if found and found[0].side else len(found)


@dataclass(frozen=True, slots=True)
class Played:
    """One confirmed match; ``order`` is when it took place among all of the club."""

    order: tuple[object, ...]
    starts_at: datetime
    event: int
    event_name: str
    event_slug: str
    stage: int
    round: int
    table: int
    game: str
    higher_wins: bool | None
    seats: tuple[Seat, ...]
    drawn: bool = False

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who was first, alone or with others; nobody where all lost together."""
        first = tuple(seat for seat in self.seats if seat.place == 1)
        return () if self.drawn and _sides(first) == 1 else first

    @property
    def is_shared(self) -> bool:
        """Whether several people, or several sides, were first."""
        return _sides(self.winners) > 1


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """What was reached, by whom, and the match that completed it.

    ``level`` are those who reached the same later. ``code`` is ``score`` (per game and ``size``),
    ``closest`` (per game: what the winner was ahead of the next), ``streak`` (wins in a row),
    ``matches`` or ``evenings`` (with a match, in a row).
    """

    code: str
    value: Fraction
    holders: tuple[int, ...]
    match: Played
    game: str = ""
    size: int = 0
    lower_wins: bool = False
    level: tuple[int, ...] = ()

    def equalled(self, player: int) -> ClubRecord:
        """The same, reached by one more."""
        if player in self.holders or player in self.level:
            return self
        return replace(self, level=(*self.level, player))


@dataclass(slots=True)
class Tally:
    """What has been reached up to some match; matches are added in the order they took place.

    Whoever reaches a record first holds it until it is beaten. Only those ``seen`` hold any.
    """

    scores: dict[tuple[str, int], ClubRecord] = field(default_factory=dict)
    closest: dict[str, ClubRecord] = field(default_factory=dict)
    most: dict[str, ClubRecord] = field(default_factory=dict)
    wins: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    matches: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    # The number of the last evening somebody played, and the length of their row.
    rows: dict[int, tuple[int, int]] = field(default_factory=dict)
    evenings: int = 0
    event: int = 0

    def copy(self) -> Tally:
        """The same, to go on from without changing this one."""
        return replace(
            self,
            scores=self.scores.copy(),
            closest=self.closest.copy(),
            most=self.most.copy(),
            wins=self.wins.copy(),
            matches=self.matches.copy(),
            rows=self.rows.copy(),
        )

    def extend(self, matches: Iterable[Played], seen: Container[int]) -> Tally:
        """Adds the matches in their order; the same tally, for chaining."""
        for match in sorted(matches, key=lambda one: one.order):
            if match.event != self.event:
                self.event, self.evenings = match.event, self.evenings + 1
            self._scored(match, seen)
            self._closest(match, seen)
            self._counted(match, seen)
        return self

    def records(self) -> tuple[ClubRecord, ...]:
        """The records as they stand, kind by kind."""
        kinds = ("streak", "matches", "evenings")
        return (
            *(self.scores[key] for key in sorted(self.scores)),
            *(self.closest[key] for key in sorted(self.closest)),
            *(self.most[kind] for kind in kinds if kind in self.most),
        )

    def _scored(self, match: Played, seen: Container[int]) -> None:
        """The best score per game and size of the table, where points decide."""
        if match.higher_wins is None:
            return
        sign = 1 if match.higher_wins else -1
        key = (match.game, len(match.seats))
        for seat in match.seats:
            if seat.points is None or seat.player not in seen:
                continue
            held = self.scores.get(key)
            if held is None or sign * seat.points > sign * held.value:
                self.scores[key] = ClubRecord(
                    "score", seat.points, (seat.player,), match, *key, sign < 0
                )
            elif seat.points == held.value:
                self.scores[key] = held.equalled(seat.player)

    def _closest(self, match: Played, seen: Container[int]) -> None:
        """Per game the match won by the least; of equal ones that of the largest table."""
        first = match.winners
        rest = sorted({seat.place for seat in match.seats} - {1})
        if match.higher_wins is None or _sides(first) != 1 or not rest:
            return
        second = [seat for seat in match.seats if seat.place == rest[0]]
        next_one = second[0]
        if first[0].points is None or next_one.points is None:
            return
        holders = tuple(seat.player for seat in (*first, *second))
        sign = 1 if match.higher_wins else -1
        gap, size = sign * (first[0].points - next_one.points), len(match.seats)
        if gap <= 0 or not all(player in seen for player in holders):
            return  # level on points, parted by something else
        held = self.closest.get(match.game)
        if held is None or (gap, -size) < (held.value, -held.size):
            self.closest[match.game] = ClubRecord("closest", gap, holders, match, match.game, size)

    def _counted(self, match: Played, seen: Container[int]) -> None:
        """Rows of wins (a shared first place ends none and begins none), matches, evenings."""
        first = match.winners
        for seat in match.seats:
            player = seat.player
            if player not in seen:
                continue
            won = seat in first
            if not won or not match.is_shared:
                self.wins[player] = self.wins[player] + 1 if won else 0
                self._reached("streak", self.wins[player], player, match)
            self.matches[player] += 1
            self._reached("matches", self.matches[player], player, match)
            before, row = self.rows.get(player, (-1, 0))
            if before != self.evenings:
                row = row + 1 if before == self.evenings - 1 else 1
                self.rows[player] = (self.evenings, row)
                self._reached("evenings", row, player, match)

    def _reached(self, code: str, value: int, player: int, match: Played) -> None:
        """The first of the largest, if it is more than one."""
        held = self.most.get(code)
        if value >= LEAST and (held is None or value > held.value):
            self.most[code] = ClubRecord(code, Fraction(value), (player,), match)
        elif held is not None and value == held.value:
            self.most[code] = held.equalled(player)
