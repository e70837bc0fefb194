"""Reading a list of results with rounds: one row per seat, bye and penalty; no database.

It is what a file of results holds that was taken along, or a tournament that somebody wrote
down. Every row is checked, and every round as a whole; nothing is guessed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from league.core.errors import BadInput
from league.lists import csv_reading, match_list, person
from league.lists.cells import count_of, day_of, number_of, tiebreak_of, won_of
from league.lists.line_notes import Note, note
from league.lists.match_list import ALIASES as OF_MATCHES
from league.lists.match_list import MOST_SEATS, TITLE_MOST, At, Collected, Match, SeatRow
from league.words import names

ALIASES: Mapping[str, tuple[str, ...]] = {
    "event": ("event no", "event slug"),
    "title": ("event name", "tournament", "Turnier", "tournoi", "Veranstaltung"),
    "date": tuple(OF_MATCHES["date"]),
    "stage": ("stage no", "stage number"),
    "round": ("round no", "round number", "Runde", "Rundennummer", "ronde", "tour"),
    "table": ("table no", "table number", "pod", "Tisch", "Tischnummer", "numéro de table"),
    "seat": ("seat no", "seat number", "Sitz", "Sitzplatz", "siège", "numéro de siège"),
    "game": tuple(word for word in OF_MATCHES["game"] if word != "title"),
    "number": tuple(OF_MATCHES["number"]),
    "player": tuple(OF_MATCHES["player"]),
    "role": ("guest or filler", "Rolle", "rôle"),
    "points": tuple(OF_MATCHES["points"]),
    "place": tuple(OF_MATCHES["place"]),
    "tiebreak": tuple(OF_MATCHES["tiebreak"]),
    "side": ("side no", "side number", "Seite", "camp"),
    "target": tuple(OF_MATCHES["target"]),
    "drawn": ("draw", "drawn match", "Unentschieden", "remis", "nul", "match nul"),
    "won": tuple(OF_MATCHES["won"]),
    "league_points": ("Ligapunkte", "points de ligue"),
    "bye": ("byes", "Freilos", "spielfrei", "exempt", "exemption"),
    "penalty": ("penalties", "Strafe", "Strafpunkte", "pénalité"),
    "reason": ("why", "Grund", "raison", "motif"),
    "version": (),
    "state": (),
}
BYES = ("bye", "requested_bye", "sits_out", "absent", "no_show")
ROLES = ("guest", "filler")
MOST_ROUNDS, MOST_TABLES, MOST_STAGES = 999, 9999, 99
_EXACT = re.compile(r"(-?[0-9]{1,9})/([1-9][0-9]{0,6})")


@dataclass(frozen=True, slots=True)
class Rest:
    """Somebody without a table in a round, or points taken away (``penalty``), as one row says.

    ``value`` are the league points of a bye, exact; None where the stage's rule decides.
    """

    line: int
    event: str
    stage: int
    round: int | None
    day: date
    seat: SeatRow
    bye: str = ""
    value: Fraction | None = None
    penalty: Fraction | None = None
    reason: str = ""

    @property
    def as_match(self) -> Match:
        """The person alone, for whoever recognises people by matches."""
        return Match(self.line, self.day, "", None, (self.seat,))


@dataclass(frozen=True, slots=True)
class RoundList(match_list.MatchList):
    """A file as understood: its matches have places in rounds; ``titles`` are those of events.

    ``given`` are the league points that it names, by line.
    """

    rests: tuple[Rest, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[int, Fraction] = field(default_factory=dict)


def has_rounds(table: csv_reading.Table) -> bool:
    """Whether a table is a list with rounds: it has columns for the round and for the table."""
    headings = {csv_reading.plain(text) for text in table.header.cells}
    return table.headed and all(
        headings & {csv_reading.plain(word) for word in (name, *ALIASES[name])}
        for name in ("round", "table")
    )


def understand(
    table: csv_reading.Table,
    *,
    columns: Mapping[str, int | None] | None,
    first: date,
    last: date,
    max_seats: int,
) -> RoundList:
    """The matches, byes and penalties in a table that was read; arguments as for matches."""
    header = tuple(names.clean(cell) for cell in table.header.cells)
    found: dict[str, int] = {}
    try:
        found = columns_of(table, columns)
        if not table.rows:
            raise BadInput("empty_file", field="file")
    except BadInput as fault:
        bad = (note(table.header.line, fault),)
        return RoundList(table.encoding, table.delimiter, header, found, bad=bad)
    rows = _Rows(first, last)
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
            rows.bad.append(note(row.line, fault, cells.get(fault.field, "")))
            rows.spoil(cells)
    has_sound_rows = not rows.bad
    matches = rows.matches()
    if has_sound_rows:
        rows.rounds()
    return RoundList(
        encoding=table.encoding,
        delimiter=table.delimiter,
        header=header,
        columns=found,
        matches=tuple(match for match in matches if match.size <= max_seats),
        larger=tuple(match for match in matches if match.size > max_seats),
        bad=tuple(sorted(rows.bad, key=lambda one: one.line)),
        rests=tuple(rows.rests),
        titles=rows.titles,
        given=rows.given,
    )


def columns_of(
    table: csv_reading.Table, columns: Mapping[str, int | None] | None
) -> dict[str, int]:
    """By the headings; what was chosen by hand goes before."""
    found: dict[str, int | None] = dict(csv_reading.match_columns(table.header.cells, ALIASES))
    for name, index in (columns or {}).items():
        if name in ALIASES:
            found[name] = index
    chosen = csv_reading.chosen_columns(table.header.cells, found)
    for needed in ("round", "table", "date", "player"):
        if needed not in chosen:
            raise BadInput("column_missing", field=needed, column=needed)
    if not chosen.keys() & {"points", "place", "won"}:
        raise BadInput("no_result_column", field="points")
    return chosen


def exact_of(written: str, where: str) -> Fraction | None:
    """League points such as 7, 5.5 or 16/3; None where nothing is written."""
    text = names.clean(written).replace("−", "-")
    if match := _EXACT.fullmatch(text):
        return Fraction(int(match[1]), int(match[2]))
    number = number_of(text, where)
    return None if number is None else Fraction(number)


@dataclass(slots=True)
class _Rows:
    """The rows of a file, sorted into tables as they come."""

    first: date
    last: date
    tables: dict[At, Collected] = field(default_factory=dict)
    seats: dict[At, dict[int, int]] = field(default_factory=dict)
    drawn: dict[At, list[bool]] = field(default_factory=lambda: defaultdict(list))
    games: dict[At, str] = field(default_factory=dict)
    rests: list[Rest] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    given: dict[int, Fraction] = field(default_factory=dict)
    bad: list[Note] = field(default_factory=list)
    met: dict[tuple[str, int, int, str, str], int] = field(default_factory=dict)
    numbers: dict[tuple[str, int], dict[int | None, int]] = field(default_factory=dict)
    spoiled: set[At | None] = field(default_factory=set)

    def take(self, line: int, cells: Mapping[str, str]) -> None:
        """Puts one row where it belongs, or raises what is wrong with it."""

        def count(name: str, most: int) -> int | None:
            return count_of(cells.get(name, ""), name, most)

        def text(name: str, most: int) -> str:
            return person.text(cells.get(name, ""), name, most)

        day = day_of(cells["date"])
        if not self.first <= day <= self.last:
            raise BadInput(
                "day_outside_season",
                field="date",
                day=day.isoformat(),
                first=self.first.isoformat(),
                last=self.last.isoformat(),
            )
        event = self._event(text("event", TITLE_MOST), text("title", 120))
        stage, number = count("stage", MOST_STAGES) or 1, count("round", MOST_ROUNDS)
        table, bye = count("table", MOST_TABLES), _choice(cells, "bye")
        seat = self._seat(line, cells)
        penalty = exact_of(cells.get("penalty", ""), "penalty")
        points = exact_of(cells.get("league_points", ""), "league_points")
        if table is not None and bye:
            raise BadInput("table_and_bye", field="bye")
        if table is None and not bye and penalty is None:
            raise BadInput("row_without_table", field="table")
        if penalty:
            rest = Rest(line, event, stage, None, day, seat, penalty=penalty)
            self.rests.append(replace(rest, reason=text("reason", 400)))
        if table is None and not bye:
            return
        if points is not None:
            self.given[line] = points
        self.numbers.setdefault((event, stage), {}).setdefault(number, line)
        self._once(line, event, stage, number, seat)
        if table is None:
            if number is None:
                raise BadInput("value_missing", field="round")
            self.rests.append(Rest(line, event, stage, number, day, seat, bye, points))
            return
        state = names.clean(cells.get("state", ""))
        if state not in {"", "confirmed"}:
            raise BadInput("match_not_final", field="state", state=state[:40])
        self._seated(At(event, stage, number, table), line, day, seat, cells)

    def _event(self, event: str, title: str) -> str:
        event = event or title
        known = self.titles.setdefault(event, title)
        if title and known and known != title:
            raise BadInput("event_says_two_things", field="title", event=event, other=known)
        if title and not known:
            self.titles[event] = title
        return event

    def _seat(self, line: int, cells: Mapping[str, str]) -> SeatRow:
        name = person.text(cells["player"], "player", person.NAME_MOST)
        if not name:
            raise BadInput("name_missing", field="player")
        return SeatRow(
            line=line,
            player=name,
            number=person.text(cells.get("number", ""), "number", person.MEMBER_NO_MOST),
            points=number_of(cells.get("points", ""), "points"),
            place=count_of(cells.get("place", ""), "place", MOST_SEATS),
            tiebreak=tiebreak_of(cells.get("tiebreak", "")),
            side=count_of(cells.get("side", ""), "side", MOST_SEATS),
            role=_choice(cells, "role"),
        )

    def _once(self, line: int, event: str, stage: int, number: int | None, seat: SeatRow) -> None:
        """In a round everybody is once, at a table or without one."""
        if number is None:
            return
        key = (event, stage, number, names.fold(seat.player), seat.number)
        other = self.met.setdefault(key, line)
        if other != line:
            raise BadInput(
                "player_twice_in_round",
                field="player",
                name=seat.player,
                other=other,
                round=number,
            )

    def _seated(
        self, at: At, line: int, day: date, seat: SeatRow, cells: Mapping[str, str]
    ) -> None:
        game = person.text(cells.get("game", ""), "game", TITLE_MOST)
        one = self.tables.get(at)
        if one is None:
            label = f"{at.round or '–'}/{at.table}"
            one = self.tables[at] = Collected(line, day, label, game)
            self.seats[at] = {}
        if names.fold(one.game) != names.fold(game):
            raise BadInput("match_says_two_things", field="game", match=one.number)
        if one.day != day:
            raise BadInput("match_says_two_things", field="date", match=one.number)
        # In a timed round nobody is twice at all.
        if at.round is None and (other := one.holder(seat.player, seat.number)):
            raise BadInput(
                "player_twice_in_match", field="player", name=seat.player, other=other.line
            )
        position = count_of(cells.get("seat", ""), "seat", MOST_SEATS)
        position = len(one.seats) + 1 if position is None else position
        if other_line := self.seats[at].get(position):
            raise BadInput("seat_twice", field="seat", seat=position, other=other_line)
        self.seats[at][position] = line
        one.seats.append(seat)
        one.won.append(won_of(cells.get("won", "")))
        self.drawn[at].append(bool(_yes_or_no(cells, "drawn")))
        if (target := number_of(cells.get("target", ""), "target")) is not None:
            one.targets.setdefault(target, line)

    def spoil(self, cells: Mapping[str, str]) -> None:
        """Remembers the table of a bad row, where it can be told: it lacks this row, no more."""
        event = names.clean(cells.get("event", "")) or names.clean(cells.get("title", ""))
        try:
            stage = count_of(cells.get("stage", ""), "stage", MOST_STAGES) or 1
            number = count_of(cells.get("round", ""), "round", MOST_ROUNDS)
            table = count_of(cells.get("table", ""), "table", MOST_TABLES)
        except BadInput:
            self.spoiled.add(None)
        else:
            if table is not None:
                self.spoiled.add(At(event, stage, number, table))

    def matches(self) -> list[Match]:
        """The sound matches; of the others it is noted what is wrong, once."""
        found: list[Match] = []
        for at, one in self.tables.items():
            try:
                order = sorted(self.seats[at])
                for expected, position in enumerate(order, start=1):
                    if position != expected:
                        raise BadInput("seat_gap", field="seat", match=one.number, seat=expected)
                by_line = {seat.line: n for n, seat in enumerate(one.seats)}
                ranks = [by_line[self.seats[at][position]] for position in order]
                one.seats = [one.seats[n] for n in ranks]
                one.won = [one.won[n] for n in ranks]
                found.append(_placed(match_list.closed(one), at, drawn=any(self.drawn[at])))
            except BadInput as fault:
                if not self.spoiled & {at, None}:
                    self.bad.append(note(one.line, fault, one.number))
        return found

    def rounds(self) -> None:
        """Notes rounds that are missing, and rows without one beside rows that have one."""
        for (event, stage), lines in self.numbers.items():
            timed = sorted(number for number in lines if number is not None)
            if timed and None in lines:
                fault = BadInput("value_missing", field="round")
                self.bad.append(note(lines[None], fault))
            for expected, number in enumerate(timed, start=1):
                if number != expected:
                    fault = BadInput(
                        "round_gap", field="round", round=expected, event=event, stage=stage
                    )
                    self.bad.append(note(lines[number], fault, str(number)))
                    break


def _placed(match: Match, at: At, *, drawn: bool) -> Match:
    if not drawn:
        return replace(match, at=at)
    seats = tuple(replace(seat, place=None) for seat in match.seats)
    return replace(match, at=at, seats=seats, drawn=True, won=None, is_dense=False)


def _choice(cells: Mapping[str, str], name: str) -> str:
    """A word of ours, whatever case; a plain yes for a bye."""
    text = names.fold(names.clean(cells.get(name, ""))).replace(" ", "_").replace("-", "_")
    allowed = BYES if name == "bye" else ROLES
    if not text or text in allowed:
        return text
    if name == "bye":
        with suppress(BadInput):
            return "bye" if won_of(cells[name]) else ""
    raise BadInput("unknown_word", field=name, value=text[:40], allowed=", ".join(allowed))


def _yes_or_no(cells: Mapping[str, str], name: str) -> bool | None:
    try:
        return won_of(cells.get(name, ""))
    except BadInput as fault:
        raise BadInput(fault.code, field=name, **fault.params) from None
