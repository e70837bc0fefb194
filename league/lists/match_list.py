"""Reading a list of played matches, one row per player and match; no database.

Every row and every match is checked; what is wrong is named by line and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

from django.conf import settings

from games.core.places import renumbered
from league.core.errors import BadInput
from league.lists import csv_reading, person, table_reading
from league.lists.cells import count_of, day_of, number_of, tiebreak_of, won_of
from league.lists.line_notes import Note, note
from league.words import names

FIELDS = (
    *("game", "match", "date", "target", "n_players"),
    *("number", "player", "points", "place", "tiebreak", "won"),
)
ALIASES: Mapping[str, Sequence[str]] = {
    "game": (
        *("game title", "title", "board game", "Spiel", "Spieltitel", "Brettspiel"),
        *("jeu", "titre du jeu", "jeu de société"),
    ),
    "match": (
        *("match no", "match number", "game no", "game number", "table"),
        *("Partie", "Partie-Nr", "Partienummer", "Spiel-Nr", "Tisch"),
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
    "tiebreak": (
        *("tie-break", "tie break", "tiebreaker", "final rank", "rank at the end", "letters"),
        *("Stichentscheid", "Feinwertung", "Rang am Ende", "Buchstaben"),
        *("départage", "rang à la fin", "rang final", "lettres"),
    ),
    "won": ("win", "winner", "gewonnen", "Sieg", "gagné", "victoire"),
}
MOST_SEATS = 12
TITLE_MOST = 80

# Under a heading like "game" or "Spiel" stand titles or numbers; these are numbers.
_MATCH_NUMBER = re.compile(
    r"(?:(?:game|match|partie|spiel|[gmp]|no|nr)\b[ .:#-]*)?#?\d+[a-z]?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player of one match; ``points`` is exact text such as ``"-2.5"``.

    ``side`` and ``role`` (guest, filler) are told by lists with rounds alone.
    """

    line: int
    player: str
    number: str
    points: str | None
    place: int | None
    tiebreak: int | None = None
    side: int | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class At:
    """Where a match of a list with rounds was played; open play has no ``round``."""

    event: str
    stage: int
    round: int | None
    table: int


@dataclass(frozen=True, slots=True)
class Match:
    """The rows of one match: the same day, game and number.

    ``game`` is its title, empty where the file names none. ``won`` says how a co-operative match
    ended, None where people played against each other. ``is_dense``: places count on without a
    gap after a tie (1, 2, 2, 3). ``only_winners``: places follow from who has won. ``at`` is None
    where the list knows no rounds, ``clock`` where it tells no time. ``about``: beside the result.
    """

    line: int
    day: date
    number: str
    target: str | None
    seats: tuple[SeatRow, ...]
    is_dense: bool = False
    game: str = ""
    won: bool | None = None
    only_winners: bool = False
    drawn: bool = False
    at: At | None = None
    clock: time | None = None
    about: Mapping[str, object] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class MatchList:
    """A file as understood. ``larger`` are sound matches with too many players, ``spoiled`` the
    number of matches that cannot be had for something in ``bad``.
    """

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    columns: Mapping[str, int]
    matches: tuple[Match, ...] = ()
    larger: tuple[Match, ...] = ()
    bad: tuple[Note, ...] = ()
    spoiled: int = 0

    @property
    def has_points(self) -> bool:
        return any(seat.points is not None for match in self.matches for seat in match.seats)

    @property
    def has_places(self) -> bool:
        return any(seat.place is not None for match in self.matches for seat in match.seats)


@dataclass(slots=True)
class Collected:
    """A match whose rows are still being collected; ``is_spoiled``: one of them is bad."""

    line: int
    day: date
    number: str
    game: str = ""
    seats: list[SeatRow] = field(default_factory=list)
    targets: dict[str, int] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    won: list[bool | None] = field(default_factory=list)
    is_spoiled: bool = False

    def holder(self, name: str, number: str) -> SeatRow | None:
        """The row of this match that is the same player's."""
        for other in self.seats:
            if number != "" and number == other.number:
                return other
            if person.is_same_name(name, other.player) and number == other.number:
                return other
        return None


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
            found = columns_of(table)
        else:
            found = csv_reading.chosen_columns(table.header.cells, columns)
        if "game" not in found and "match" not in found:
            raise BadInput("column_missing", field="match", column="match")
        for needed in ("date", "player"):
            if needed not in found:
                raise BadInput("column_missing", field=needed, column=needed)
        if not found.keys() & {"points", "place", "won"}:
            raise BadInput("no_result_column", field="points")
        if not table.rows:
            raise BadInput("empty_file", field="file")
    except BadInput as fault:
        bad.append(note(table.header.line, fault))
        return MatchList(table.encoding, table.delimiter, header, found, bad=tuple(bad))
    rows = _Rows(first=first, last=last, is_numbered="match" in found)
    for row in table.rows:
        cells = {
            name: row.cells[index] if index < len(row.cells) else ""
            for name, index in found.items()
        }
        try:
            if any(cell.strip() for cell in row.cells[len(header) :]):
                raise BadInput("row_too_long", count=len(row.cells), most=len(header))
            rows.take(row.line, cells)
        except BadInput as fault:
            bad.append(note(row.line, fault, cells.get(fault.field, "")))
            rows.spoil(cells)
    matches: list[Match] = []
    larger: list[Match] = []
    spoiled = 0
    for one in rows.matches():
        try:
            match = closed(one)
        except BadInput as fault:
            bad.append(note(one.line, fault, one.number))
            spoiled += 1
        else:
            if one.is_spoiled:
                spoiled += 1
            else:
                (larger if match.size > max_seats else matches).append(match)
    bad.sort(key=lambda one: one.line)
    return MatchList(
        encoding=table.encoding,
        delimiter=table.delimiter,
        header=header,
        columns=found,
        matches=tuple(matches),
        larger=tuple(larger),
        bad=tuple(bad),
        spoiled=spoiled,
    )


def table_of(data: bytes, encoding: str | None, delimiter: str | None) -> csv_reading.Table:
    return table_reading.read(
        data,
        encoding=encoding,
        delimiter=delimiter,
        max_bytes=settings.LEAGUE_RESULTS_MAX_BYTES,
        max_rows=settings.LEAGUE_RESULTS_MAX_ROWS,
    )


def columns_of(table: csv_reading.Table, known: Mapping[str, str] | None = None) -> dict[str, int]:
    """Which column holds what, by its heading and what is ``known`` of headings.

    Raises:
        BadInput: ``column_twice``.
    """
    found = csv_reading.match_columns(table.header.cells, ALIASES, known)
    return _titles_or_numbers(found, table.rows)


def _titles_or_numbers(found: dict[str, int], rows: Sequence[csv_reading.Row]) -> dict[str, int]:
    """“Game” heads titles or the numbers of matches: what stands below decides."""
    if "game" not in found or "match" in found:
        return found
    place = found["game"]
    below = {names.clean(cell) for row in rows for cell in row.cells[place : place + 1]} - {""}
    if below and all(_MATCH_NUMBER.fullmatch(cell) for cell in below):
        return {"match": place, **{name: at for name, at in found.items() if name != "game"}}
    return found


@dataclass(slots=True)
class _Rows:
    """The rows of a file, sorted into matches as they come.

    Without numbers, rows that follow each other are one match until the day or the game changes
    or somebody comes again; the matches of a day are counted.
    """

    first: date
    last: date
    is_numbered: bool
    collected: dict[tuple[date, str, str], Collected] = field(default_factory=dict)
    counts: dict[tuple[date, str], int] = field(default_factory=dict)
    latest: Collected | None = None
    spoils_next: bool = False
    blurry: set[tuple[date, str]] = field(default_factory=set)
    blurred: list[tuple[date | None, str | None]] = field(default_factory=list)

    def take(self, line: int, cells: Mapping[str, str]) -> None:
        """Puts one row into its match, or raises what is wrong with the row."""
        number = person.text(cells.get("match", ""), "match", 40)
        if self.is_numbered and not number:
            raise BadInput("value_missing", field="match")
        game = person.text(cells.get("game", ""), "game", TITLE_MOST)
        day = day_of(cells["date"])
        if not self.first <= day <= self.last:
            raise BadInput(
                "day_outside_season",
                field="date",
                day=day.isoformat(),
                first=self.first.isoformat(),
                last=self.last.isoformat(),
            )
        name = person.text(cells["player"], "player", person.NAME_MOST)
        if not name:
            raise BadInput("name_missing", field="player")
        seat = SeatRow(
            line=line,
            player=name,
            number=person.text(cells.get("number", ""), "number", person.MEMBER_NO_MOST),
            points=number_of(cells.get("points", ""), "points"),
            place=count_of(cells.get("place", ""), "place", MOST_SEATS),
            tiebreak=tiebreak_of(cells.get("tiebreak", "")),
        )
        target = number_of(cells.get("target", ""), "target")
        size = count_of(cells.get("n_players", ""), "n_players", 99)
        won = won_of(cells.get("won", ""))
        one = self._match(line, day, game, number, seat)
        if other := one.holder(seat.player, seat.number):
            raise BadInput("player_twice_in_match", field="player", name=name, other=other.line)
        one.seats.append(seat)
        one.won.append(won)
        if target is not None:
            one.targets.setdefault(target, line)
        if size is not None:
            one.sizes.setdefault(size, line)
        # Where a match began after a bad row stays open until day or game change.
        key = (day, names.fold(game))
        if self.spoils_next:
            self.blurry.add(key)
        one.is_spoiled |= key in self.blurry
        self.latest, self.spoils_next = one, False

    def _match(self, line: int, day: date, game: str, number: str, seat: SeatRow) -> Collected:
        title = names.fold(game)
        if self.is_numbered:
            key = (day, title, names.fold(number))
            return self.collected.setdefault(key, Collected(line, day, number, game))
        last = self.latest
        goes_on = last is not None and (last.day, names.fold(last.game)) == (day, title)
        if last is not None and goes_on and last.holder(seat.player, seat.number) is None:
            return last
        count = self.counts[day, title] = self.counts.get((day, title), 0) + 1
        one = self.collected[day, title, str(count)] = Collected(line, day, str(count), game)
        return one

    def spoil(self, cells: Mapping[str, str]) -> None:
        """Remembers that a row is bad: the match it belongs to is not to be had without it."""
        if not self.is_numbered:
            if self.latest is not None:
                self.latest.is_spoiled = True
            self.spoils_next = True
            return
        try:
            day = day_of(cells.get("date", ""))
        except BadInput:
            day = None
        number = names.fold(names.clean(cells.get("match", ""))) or None
        self.blurred.append((day, number))

    def matches(self) -> Sequence[Collected]:
        """The matches as collected; whatever a bad row may belong to is spoiled."""
        for day, number in self.blurred:
            for one in self.collected.values():
                if day in (None, one.day) and number in (None, names.fold(one.number)):
                    one.is_spoiled = True
        return tuple(self.collected.values())


def closed(one: Collected) -> Match:
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
    won = _all_won(one)
    points = [seat.points for seat in one.seats]
    if None in points and any(value is not None for value in points):
        raise BadInput("points_missing", field="points", match=one.number)
    places = [seat.place for seat in one.seats if seat.place is not None]
    if places and len(places) < size:
        raise BadInput("places_missing", field="place", match=one.number)
    if won is not None:
        if places and len(set(places)) > 1:
            raise BadInput("match_says_two_things", field="won", match=one.number)
        return _of(one, tuple(replace(seat, place=None) for seat in one.seats), won=won)
    if not places and None in points:
        if None in one.won:
            raise BadInput("result_missing", field="points", match=one.number)
        winners = one.won.count(True)
        return _of(
            one,
            tuple(
                replace(seat, place=1 if won else winners + 1)
                for seat, won in zip(one.seats, one.won, strict=True)
            ),
            only_winners=True,
        )
    is_dense = bool(places) and sorted(set(places)) == list(range(1, len(set(places)) + 1))
    if places and not is_dense and list(renumbered(places)) != places:
        raise BadInput("places_impossible", field="place", match=one.number)
    return _of(one, tuple(one.seats), is_dense=is_dense and list(renumbered(places)) != places)


def _of(
    one: Collected,
    seats: tuple[SeatRow, ...],
    *,
    is_dense: bool = False,
    won: bool | None = None,
    only_winners: bool = False,
) -> Match:
    return Match(
        line=one.line,
        day=one.day,
        number=one.number,
        target=next(iter(one.targets), None),
        seats=seats,
        is_dense=is_dense,
        game=one.game,
        won=won,
        only_winners=only_winners,
    )


def _all_won(one: Collected) -> bool | None:
    """How a match ended that everybody won or lost; None where only some won."""
    said = set(one.won) - {None}
    return said.pop() if len(said) == 1 and None not in one.won else None
