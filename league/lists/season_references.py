"""Whether all that a season file points to is in the file: else where it does not, by its name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NoReturn

from league.core.errors import BadInput

if TYPE_CHECKING:
    from games.core.types import JSON

Told = Mapping[str, "JSON"]


def check(season: Told) -> None:
    """Makes sure that lists are lists and that every number of somebody or something is there.

    Raises:
        BadInput: at ``file``, with the place: ``events 2, stages 1, rounds 3, byes 1: player``.
    """
    own = _object(season, "season", "")
    people = _numbers(season, "players", "player")
    rulesets = _numbers(season, "rulesets", "ruleset")
    _numbers(season, "events", "event")
    if own.get("ruleset") is not None:
        _known(own, "ruleset", rulesets, "season", "rulesets")
    for where, event in _list(season, "events", ""):
        entered: set[int] = set()
        for at, entry in _list(event, "entries", where):
            entered.add(_known(entry, "player", people, at, "players"))
        for at, stage in _list(event, "stages", where):
            _known(stage, "ruleset", rulesets, at, "rulesets")
            _rounds(stage, at, entered, rulesets)
            _given(stage, at, people)
    _given(season, "", people)


def _rounds(stage: Told, where: str, entered: Collection[int], rulesets: Collection[int]) -> None:
    for at, one in _list(stage, "rounds", where):
        for spot, table in _list(one, "tables", at):
            _known(table, "ruleset", rulesets, spot, "rulesets")
            for seat_at, seat in _list(table, "seats", spot):
                _known(seat, "player", entered, seat_at, "entries")
        for spot, bye in _list(one, "byes", at):
            _known(bye, "player", entered, spot, "entries")


def _given(told: Told, where: str, people: Collection[int]) -> None:
    for at, given in _list(told, "adjustments", where):
        _known(given, "player", people, at, "players")


def _numbers(told: Told, name: str, key: str) -> frozenset[int]:
    """The numbers of a list's rows, which are 1, 2, 3 …, in whatever order."""
    found: set[int] = set()
    rows = _list(told, name, "")
    for where, row in rows:
        number = row.get(key)
        if not isinstance(number, int) or isinstance(number, bool) or number in found:
            _refuse(where, key, number, name)
        if not 1 <= number <= len(rows):
            _refuse(where, key, number, name)
        found.add(number)
    return frozenset(found)


def _known(told: Told, key: str, there: Collection[int], where: str, of: str) -> int:
    number = told.get(key)
    if not isinstance(number, int) or isinstance(number, bool) or number not in there:
        _refuse(where, key, number, of)
    return number


def _list(told: Told, name: str, where: str) -> list[tuple[str, Told]]:
    rows = told.get(name)
    prefix = f"{where}, " if where else ""
    if not isinstance(rows, list):
        raise BadInput("season_file_list", field="file", where=f"{prefix}{name}")
    found: list[tuple[str, Told]] = []
    for at, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise BadInput("season_file_list", field="file", where=f"{prefix}{name} {at}")
        found.append((f"{prefix}{name} {at}", row))
    return found


def _object(told: Told, name: str, where: str) -> Told:
    found = told.get(name)
    if not isinstance(found, dict):
        raise BadInput("season_file_list", field="file", where=f"{where}{name}")
    return found


def _refuse(where: str, key: str, number: object, of: str) -> NoReturn:
    said = "" if number is None else str(number)[:20]
    raise BadInput("season_file_reference", field="file", where=where, name=key, value=said, of=of)
