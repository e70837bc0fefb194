"""Reading a list of played matches, one row per player and match; no database.

Every row and every match is checked; what is wrong is named by line and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from games.core.places import renumbered
from league import csv_reading, names, person
from league.errors import BadInput, LeagueError

FIELDS = ("match", "date", "target", "n_players", "number", "player", "points", "place")
ALIASES: Mapping[str, Sequence[str]] = {
    "match": (
        *("match no", "match number", "game", "game no", "game number", "table"),
        *("Partie", "Partie-Nr", "Partienummer", "Spiel", "Spiel-Nr", "Tisch"),
        *("partie no", "numéro de partie", "n° de partie"),
    ),
    "date": ("day", "played on", "Datum", "Tag", "Spieltag", "jour", "date de la partie"),
    "target": ("target points", "goal", "Ziel", "Zielpunkte", "Punkteziel", "objectif", "but"),
    "n_players": (
        *("players", "number of players", "size", "seats"),
        *("Spielerzahl", "Anzahl Spieler", "Mitspieler", "nombre de joueurs", "joueurs"),
    ),
    "number": (
        *("member no", "member number", "player no", "player number"),
        *("Mitgliedsnummer", "Mitglieds-Nr", "numéro de membre", "n° de membre"),
    ),
    "player": (
        *("name", "player name", "Spieler", "Spielerin", "Spieler:in", "Name"),
        *("joueur", "joueuse", "nom", "nom du joueur"),
    ),
    "points": ("score", "result", "Punkte", "Ergebnis", "Punktzahl", "résultat", "pts"),
    "place": (
        *("rank", "position", "published place dense", "Platz", "Rang", "Platzierung"),
        *("classement", "rang"),
    ),
}
MOST_SEATS = 12
MOST_DECIMALS = 3

_NUMBER = re.compile(r"[-−+]?[0-9]{1,10}(?:[.,][0-9]{1,6})?")
_COUNT = re.compile(r"[0-9]{1,4}")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ][0-9:.Z+]*)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[./]\s?([0-9]{1,2})[./]\s?([0-9]{4})")


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with (or worth knowing of) a line: ``error.field`` is the column.

    ``value`` is the cell as it stands in the file.
    """

    line: int
    error: LeagueError
    value: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player of one match; ``points`` is exact text such as ``"-2.5"``."""

    line: int
    player: str
    number: str
    points: str | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """The rows of one match: the same day and the same number.

    ``is_dense``: places count on without a gap after a tie (1, 2, 2, 3).
    """

    line: int
    day: date
    number: str
    target: str | None
    seats: tuple[SeatRow, ...]
    is_dense: bool = False

    @property
    def size(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class MatchList:
    """A file as understood. ``larger`` are sound matches with too many players."""

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    columns: Mapping[str, int]
    matches: tuple[Match, ...] = ()
    larger: tuple[Match, ...] = ()
    bad: tuple[Note, ...] = ()

    @property
    def has_points(self) -> bool:
        return any(seat.points is not None for match in self.matches for seat in match.seats)

    @property
    def has_places(self) -> bool:
        return any(seat.place is not None for match in self.matches for seat in match.seats)


@dataclass(slots=True)
class _Open:
    """A match whose rows are still being collected."""

    line: int
    day: date
    number: str
    seats: list[SeatRow] = field(default_factory=list)
    targets: dict[str, int] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)


def note(line: int, error: LeagueError, value: str = "") -> Note:
    """A note whose sentence can name the line."""
    error.params = {**error.params, "line": line}
    return Note(line, error, names.clean(value)[:80])


def understand(
    table: csv_reading.Table,
    *,
    columns: Mapping[str, int | None] | None,
    first: date,
    last: date,
    max_seats: int,
) -> MatchList:
    """The matches in a table that was read.

    Args:
        columns: field to column (from 0); by the headings when empty.
        first, last: days outside of these are faults.
        max_seats: matches with more players are set aside.
    """
    header = tuple(names.clean(cell) for cell in table.header.cells)
    found: dict[str, int] = {}
    bad: list[Note] = []
    try:
        if columns is None:
            found = csv_reading.match_columns(table.header.cells, ALIASES)
        else:
            found = csv_reading.chosen_columns(table.header.cells, columns)
        for needed in ("match", "date", "player"):
            if needed not in found:
                raise BadInput("column_missing", field=needed, column=needed)
        if not found.keys() & {"points", "place"}:
            raise BadInput("no_result_column", field="points")
        if not table.rows:
            raise BadInput("empty_file", field="file")
    except BadInput as fault:
        bad.append(note(table.header.line, fault))
        return MatchList(table.encoding, table.delimiter, header, found, bad=tuple(bad))
    collected: dict[tuple[date, str], _Open] = {}
    for row in table.rows:
        cells = {
            name: row.cells[index] if index < len(row.cells) else ""
            for name, index in found.items()
        }
        try:
            if any(cell.strip() for cell in row.cells[len(header) :]):
                raise BadInput("row_too_long", count=len(row.cells), most=len(header))
            _collect(row.line, cells, collected, first, last)
        except BadInput as fault:
            bad.append(note(row.line, fault, cells.get(fault.field, "")))
    matches: list[Match] = []
    larger: list[Match] = []
    for one in collected.values():
        try:
            match = _closed(one)
        except BadInput as fault:
            bad.append(note(one.line, fault, one.number))
        else:
            (larger if match.size > max_seats else matches).append(match)
    bad.sort(key=lambda one: one.line)
    return MatchList(
        table.encoding,
        table.delimiter,
        header,
        found,
        tuple(matches),
        tuple(larger),
        tuple(bad),
    )


def _collect(
    line: int,
    cells: Mapping[str, str],
    collected: dict[tuple[date, str], _Open],
    first: date,
    last: date,
) -> None:
    number = person.text(cells["match"], "match", 40)
    if not number:
        raise BadInput("value_missing", field="match")
    day = day_of(cells["date"])
    if not first <= day <= last:
        raise BadInput(
            "day_outside_season",
            field="date",
            day=day.isoformat(),
            first=first.isoformat(),
            last=last.isoformat(),
        )
    name = person.text(cells["player"], "player", person.NAME_MOST)
    if not name:
        raise BadInput("name_missing", field="player")
    seat = SeatRow(
        line=line,
        player=name,
        number=person.text(cells.get("number", ""), "number", person.MEMBER_NO_MOST),
        points=number_of(cells.get("points", ""), "points"),
        place=_count(cells.get("place", ""), "place", MOST_SEATS),
    )
    target = number_of(cells.get("target", ""), "target")
    size = _count(cells.get("n_players", ""), "n_players", 99)
    one = collected.setdefault((day, names.fold(number)), _Open(line, day, number))
    for other in one.seats:
        same_number = seat.number != "" and seat.number == other.number
        if same_number or (
            person.is_same_name(seat.player, other.player) and seat.number == other.number
        ):
            raise BadInput("player_twice_in_match", field="player", name=name, other=other.line)
    one.seats.append(seat)
    if target is not None:
        one.targets.setdefault(target, line)
    if size is not None:
        one.sizes.setdefault(size, line)


def _closed(one: _Open) -> Match:
    """The match of the collected rows; raises what is wrong with it as a whole."""
    size = len(one.seats)
    if len(one.targets) > 1:
        raise BadInput("match_says_two_things", field="target", match=one.number)
    if len(one.sizes) > 1:
        raise BadInput("match_says_two_things", field="n_players", match=one.number)
    if one.sizes and size not in one.sizes:
        raise BadInput(
            "match_size_differs",
            field="n_players",
            match=one.number,
            found=size,
            expected=next(iter(one.sizes)),
        )
    if size < 2:
        raise BadInput("match_too_small", field="match", match=one.number)
    points = [seat.points for seat in one.seats]
    if None in points and any(value is not None for value in points):
        raise BadInput("points_missing", field="points", match=one.number)
    places = [seat.place for seat in one.seats if seat.place is not None]
    if places and len(places) < size:
        raise BadInput("places_missing", field="place", match=one.number)
    if not places and None in points:
        raise BadInput("result_missing", field="points", match=one.number)
    is_dense = bool(places) and sorted(set(places)) == list(range(1, len(set(places)) + 1))
    if places and not is_dense and list(renumbered(places)) != places:
        raise BadInput("places_impossible", field="place", match=one.number)
    return Match(
        line=one.line,
        day=one.day,
        number=one.number,
        target=next(iter(one.targets), None),
        seats=tuple(one.seats),
        is_dense=is_dense and list(renumbered(places)) != places,
    )


def day_of(written: str) -> date:
    """A day such as 2026-11-03, 3.11.2026 or 03/11/2026 (day first)."""
    text = names.clean(written)
    try:
        if match := _ISO.fullmatch(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _DAY_FIRST.fullmatch(text):
            return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        pass
    if not text:
        raise BadInput("value_missing", field="date")
    raise BadInput("bad_date", field="date", value=text[:40])


def number_of(written: str, where: str) -> str | None:
    """An exact number as canonical text ("12.5"), None where nothing is written."""
    text = names.clean(written)
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise BadInput("bad_number", field=where, value=text[:40])
    text = text.replace("−", "-").replace(",", ".").removeprefix("+")
    whole, _, decimals = text.partition(".")
    if len(decimals) == 3 and whole.strip("-0"):
        raise BadInput("number_ambiguous", field=where, value=text[:40])
    decimals = decimals.rstrip("0")
    if len(decimals) > MOST_DECIMALS:
        raise BadInput("too_many_decimals", field=where, most=MOST_DECIMALS)
    sign = "-" if whole.startswith("-") and (whole.strip("-0") or decimals) else ""
    whole = whole.lstrip("-").lstrip("0") or "0"
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"


def _count(written: str, where: str, most: int) -> int | None:
    text = names.clean(written)
    if not text:
        return None
    if not _COUNT.fullmatch(text) or not 1 <= int(text) <= most:
        raise BadInput("bad_count", field=where, value=text[:40], most=most)
    return int(text)
