"""What a play of BG Stats says beside its result: place, comment, expansions, roles, minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON

PLACE_MOST: Final = 200
COMMENT_MOST: Final = 4000
ROLE_MOST: Final = 80
TITLE_MOST: Final = 80
EXPANSIONS_MOST: Final = 30
MINUTES_MOST: Final = 10_000


class Part(StrEnum):
    """What there may be beside a result."""

    PLACE = "place"
    COMMENT = "comment"
    EXPANSIONS = "expansions"
    ROLES = "roles"
    MINUTES = "minutes"
    BEGINS = "begins"


@dataclass(frozen=True, slots=True)
class Beside:
    """What a play says beside its result.

    ``roles`` has a text for each seat, or is empty; ``begins`` is the seat that begins, from 1
    (0: not told). ``lost`` are parts that cannot be kept, or not as a whole.
    """

    place: str = ""
    comment: str = ""
    expansions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    minutes: int = 0
    begins: int = 0
    lost: frozenset[Part] = frozenset()

    @property
    def parts(self) -> tuple[Part, ...]:
        """Those of which there is something."""
        return tuple(part for part in Part if getattr(self, part))

    def stored(self) -> dict[str, JSON]:
        """As a table keeps it: what there is."""
        kept: dict[str, JSON] = {}
        for part in self.parts:
            value = getattr(self, part)
            kept[part] = list(value) if isinstance(value, tuple) else value
        return kept


def of_stored(kept: Mapping[str, JSON]) -> Beside:
    """What ``stored`` has written."""
    expansions, roles = kept.get(Part.EXPANSIONS), kept.get(Part.ROLES)
    return Beside(
        place=str(kept.get(Part.PLACE, "")),
        comment=str(kept.get(Part.COMMENT, "")),
        expansions=tuple(map(str, expansions)) if isinstance(expansions, list) else (),
        roles=tuple(map(str, roles)) if isinstance(roles, list) else (),
        minutes=_number(kept.get(Part.MINUTES), MINUTES_MOST),
        begins=_number(kept.get(Part.BEGINS), MINUTES_MOST),
    )


def swapped(kept: Mapping[str, JSON], a: int, b: int) -> dict[str, JSON]:
    """What is kept of a table once the players of two seats, from 1, have changed places."""
    found, other = of_stored(kept), {a: b, b: a}
    roles = list(found.roles)
    if max(a, b) <= len(roles):
        roles[a - 1], roles[b - 1] = roles[b - 1], roles[a - 1]
    begins = other.get(found.begins, found.begins)
    return replace(found, roles=tuple(roles), begins=begins).stored()


def read(
    play: Mapping[str, object],
    seats: Sequence[Mapping[str, object]],
    places: Mapping[object, object],
    games: Mapping[object, object],
) -> Beside:
    """What the record of a play says; what cannot be read costs no play, it is told as lost.

    Args:
        seats: the records of the seats in their order.
        places, games: by their numbers in the file, their names.
    """
    lost: set[Part] = set()
    expansions = _expansions(play.get("expansionPlays"), games, lost)
    roles = tuple(_text(seat.get("role"), ROLE_MOST, Part.ROLES, lost) for seat in seats)
    begin = [at for at, seat in enumerate(seats, start=1) if seat.get("startPlayer") in (True, 1)]
    if len(begin) > 1:
        lost.add(Part.BEGINS)
    said = play.get("durationMin")
    minutes = _number(said, MINUTES_MOST)
    if said and not minutes:
        lost.add(Part.MINUTES)
    return Beside(
        place=_place(play.get("locationRefId"), places, lost),
        comment=_comment(play.get("comments"), lost),
        expansions=expansions,
        roles=roles if any(roles) else (),
        minutes=minutes,
        begins=begin[0] if len(begin) == 1 else 0,
        lost=frozenset(lost),
    )


def _place(key: object, places: Mapping[object, object], lost: set[Part]) -> str:
    if key is None or key == 0:
        return ""
    if not _is_key(key) or key not in places:
        lost.add(Part.PLACE)
        return ""
    return _text(places[key], PLACE_MOST, Part.PLACE, lost)


def _comment(said: object, lost: set[Part]) -> str:
    if not isinstance(said, str):
        return _text(said, COMMENT_MOST, Part.COMMENT, lost)
    lines = [names.clean(line) for line in said.splitlines()]
    text = "\n".join(lines).strip()
    if len(text) > COMMENT_MOST:
        lost.add(Part.COMMENT)
    return text[:COMMENT_MOST]


def _expansions(said: object, games: Mapping[object, object], lost: set[Part]) -> tuple[str, ...]:
    if said is None:
        return ()
    rows = said if isinstance(said, list) else [None]
    found: list[str] = []
    for row in rows:
        key = row.get("gameRefId") if isinstance(row, dict) else None
        name = _text(games.get(key), TITLE_MOST, Part.EXPANSIONS, lost) if _is_key(key) else ""
        if name:
            found.append(name)
        else:
            lost.add(Part.EXPANSIONS)
    if len(found) > EXPANSIONS_MOST:
        lost.add(Part.EXPANSIONS)
    return tuple(dict.fromkeys(found[:EXPANSIONS_MOST]))


def _text(said: object, most: int, part: Part, lost: set[Part]) -> str:
    if said is None or said == "":
        return ""
    if isinstance(said, bool) or not isinstance(said, str | int):
        lost.add(part)
        return ""
    text = names.clean(str(said))
    if len(text) > most:
        lost.add(part)
    return text[:most].strip()


def _number(said: object, most: int) -> int:
    is_whole = isinstance(said, int) and not isinstance(said, bool)
    return said if is_whole and isinstance(said, int) and 0 < said <= most else 0


def _is_key(key: object) -> bool:
    return isinstance(key, int | str) and not isinstance(key, bool)
