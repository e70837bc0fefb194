"""Reading a file that BG Stats hands out: its people, games and plays; no database.

The file is JSON, as it is or in a zip, and measured before it is parsed. Every record is checked:
what is wrong is named by record and field, and nothing is guessed.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Final, NoReturn

from league.core.errors import BadInput
from league.lists import bg_stats_beside, person
from league.lists.bg_stats_beside import Beside
from league.lists.line_notes import Note, note
from league.words import names

MOST_UNPACKED: Final = 24 * 1024 * 1024
MOST_FILES: Final = 50
MOST_DEPTH: Final = 20
MOST_VALUES: Final = 400_000  # objects and lists
MOST_PLAYS: Final = 20_000
MOST_PEOPLE: Final = 5_000
MOST_GAMES: Final = 20_000
MOST_AT_TABLE: Final = 100  # so many are told of as too many; more are no play
TITLE_MOST: Final = 80
_DATA: Final = ".json"
_BEGINS: Final = b"PK\x03\x04"
_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")
_UUID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?(?:[.,Z+].*)?", re.ASCII)
_SUM = re.compile(r"[+-]?\d{1,10}(?:[.,]\d{1,3})?(?:[+-]\d{1,10}(?:[.,]\d{1,3})?){0,40}")
_TERM = re.compile(r"[+-]?\d+(?:[.,]\d+)?")

_NOTHING: Final = Beside()

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToldPerson:
    """Somebody of the file; ``uuid`` is theirs in every later file of the same app."""

    uuid: str
    name: str
    is_anonymous: bool = False


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game of the file; ``cooperative``: all win or lose together."""

    key: str
    title: str
    is_cooperative: bool = False
    higher_wins: bool = True


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """One player of a play; ``points`` is exact text, ``team`` empty where all play alone."""

    person: ToldPerson
    points: str | None
    rank: int | None
    has_won: bool
    team: str = ""


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A play; ``number`` counts in the file from 1, ``at`` is what the clock on the wall showed,
    ``beside`` what it says beside its result.
    """

    number: int
    uuid: str
    at: datetime
    game: ToldGame
    seats: tuple[ToldSeat, ...]
    is_ignored: bool = False
    beside: Beside = _NOTHING

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of every seat, counted as they come; none where all play alone."""
        teams = list(dict.fromkeys(seat.team for seat in self.seats))
        if len(teams) < 2:
            return ()
        return tuple(teams.index(seat.team) + 1 for seat in self.seats)


@dataclass(slots=True)
class BgStatsFile:
    """A file as understood; ``spoiled`` is the number of plays that something in ``bad`` costs."""

    plays: list[ToldPlay] = field(default_factory=list)
    bad: list[Note] = field(default_factory=list)
    spoiled: int = 0


def read(data: bytes) -> BgStatsFile:
    """The plays of a file.

    Raises:
        BadInput: at ``file``, where it cannot be read at all.
    """
    found = _parsed(unpacked(data))
    return _Reader(found).all()


def packed(data: bytes) -> bytes:
    """The file in a zip, which is a tenth of it; a zip stays as it is."""
    if data.startswith(_BEGINS):
        return data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr(zipfile.ZipInfo("BGStatsExport.json"), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpacked(data: bytes) -> bytes:
    """The JSON of a file; of a zip no more is unpacked than a file may hold."""
    if not data.startswith(_BEGINS):
        if len(data) > MOST_UNPACKED:
            _too_large()
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as box:
            inside = box.infolist()
            if len(inside) > MOST_FILES:
                _unreadable("bg_stats_zip_unreadable")
            told = [
                one
                for one in inside
                if one.filename.lower().endswith(_DATA) and not one.filename.startswith("__MACOSX")
            ]
            if len(told) != 1:
                raise BadInput("bg_stats_zip_without", field="file", count=len(told))
            if told[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                _unreadable("bg_stats_zip_unreadable")
            if told[0].file_size > MOST_UNPACKED:
                _too_large()
            with box.open(told[0]) as part:
                text = part.read(MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
        # RuntimeError: under a password; NotImplementedError, which is one: packed otherwise.
        _unreadable("bg_stats_zip_unreadable")
    if len(text) > MOST_UNPACKED:
        _too_large()
    return text


def _too_large() -> NoReturn:
    raise BadInput("bg_stats_too_large", field="file", most=MOST_UNPACKED // 1024 // 1024)


def _unreadable(code: str = "bg_stats_unreadable") -> NoReturn:
    raise BadInput(code, field="file") from None


def _parsed(text: bytes) -> Record:
    depth = deepest = count = 0
    for bracket in _BRACKETS.finditer(_TEXTS.sub(b"", text)):
        if bracket[0] in b"[{":
            depth, count = depth + 1, count + 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
        if deepest > MOST_DEPTH or count > MOST_VALUES:
            raise BadInput("bg_stats_too_deep", field="file")
    try:
        found = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        _unreadable()
    if not isinstance(found, dict):
        _unreadable()
    return found


# --- records --------------------------------------------------------------------------------------


class _Reader:
    """Checks the records of one file; a record that nobody plays with is not looked at."""

    def __init__(self, found: Record) -> None:
        self.plays = _listed(found, "plays", MOST_PLAYS)
        self.rows = {
            "players": _by_id(_listed(found, "players", MOST_PEOPLE)),
            "games": _by_id(_listed(found, "games", MOST_GAMES)),
        }
        places = found.get("locations")
        self.places = _names(_by_id(places if isinstance(places, list) else []))
        self.titles = _names(self.rows["games"])
        self.people: dict[object, ToldPerson | None] = {}
        self.games: dict[object, ToldGame | None] = {}
        self.uuids: dict[str, int] = {}
        self.found = BgStatsFile()

    def all(self) -> BgStatsFile:
        for number, row in enumerate(self.plays, start=1):
            where = f"plays {number}"
            try:
                play = self._play(number, where, row)
            except BadInput as fault:
                self._tell(number, fault)
                play = None
            if play is None:
                self.found.spoiled += 1
            else:
                self.found.plays.append(play)
        return self.found

    def _tell(self, number: int, fault: BadInput) -> None:
        self.found.bad.append(note(number, fault, str(fault.params.get("value", ""))))

    def _play(self, number: int, where: str, row: object) -> ToldPlay | None:
        """The play; None where a record that it points to is wrong, which is told once."""
        record = _record(where, row)
        uuid = _uuid(where, record)
        if (other := self.uuids.setdefault(uuid, number)) != number:
            raise _fault("bg_stats_twice", where, "uuid", value=uuid, other=f"plays {other}")
        at = _moment(where, record)
        game = self._game(where, record)
        told = record.get("playerScores")
        if not isinstance(told, list) or len(told) > MOST_AT_TABLE:
            raise _fault("bg_stats_missing", where, "playerScores")
        seats: list[tuple[int, ToldSeat | None, Record]] = []
        for at_table, one in enumerate(told, start=1):
            seats.append(self._seat(f"{where}, playerScores {at_table}", one, record))
        if len({order for order, _seat, _row in seats}) == len(seats):
            seats.sort(key=lambda seat: seat[0])
        found = tuple(seat for _order, seat, _row in seats if seat is not None)
        if game is None or len(found) < len(seats):
            return None
        rows = [row for _order, _seat, row in seats]
        beside = bg_stats_beside.read(record, rows, self.places, self.titles)
        return ToldPlay(number, uuid, at, game, found, _flag(where, record, "ignored"), beside)

    def _seat(self, where: str, row: object, play: Record) -> tuple[int, ToldSeat | None, Record]:
        record = _record(where, row)
        points = _points(where, record)
        rank = _whole(where, record, "rank")
        team = ""
        if play.get("usesTeams") is not False:
            team = _text(where, record, "team", 80)
            if not team and play.get("usesTeams") is True:
                raise _fault("bg_stats_missing", where, "team")
        who = self._person(where, record)
        order = _whole(where, record, "seatOrder")
        if who is None:
            return order, None, record
        seat = ToldSeat(who, points, rank or None, _flag(where, record, "winner"), team)
        return order, seat, record

    def _person(self, where: str, record: Record) -> ToldPerson | None:
        key = self._reference(where, record, "playerRefId", "players")
        if key not in self.people:
            number, row = self.rows["players"][key]
            self.people[key] = None
            try:
                self.people[key] = _told_person(f"players {number}", row)
            except BadInput as fault:
                self._tell(number, fault)
        return self.people[key]

    def _game(self, where: str, record: Record) -> ToldGame | None:
        key = self._reference(where, record, "gameRefId", "games")
        if key not in self.games:
            number, row = self.rows["games"][key]
            self.games[key] = None
            try:
                self.games[key] = _told_game(f"games {number}", row)
            except BadInput as fault:
                self._tell(number, fault)
        return self.games[key]

    def _reference(self, where: str, record: Record, name: str, rows: str) -> object:
        key = record.get(name)
        if key is None:
            raise _fault("bg_stats_missing", where, name)
        if isinstance(key, bool) or not isinstance(key, int | str) or key not in self.rows[rows]:
            raise _fault("bg_stats_reference", where, name, value=_shown(key), rows=rows)
        return key


def _listed(found: Record, name: str, most: int) -> Sequence[object]:
    rows = found.get(name)
    if not isinstance(rows, list):
        raise BadInput("bg_stats_list_missing", field="file", name=name)
    if len(rows) > most:
        raise BadInput("bg_stats_too_many", field="file", name=name, most=most)
    return rows


def _by_id(rows: Sequence[object]) -> dict[object, tuple[int, Record]]:
    """The records by their number in the file; of two with the same one the first holds."""
    found: dict[object, tuple[int, Record]] = {}
    for number, row in enumerate(rows, start=1):
        key = row.get("id") if isinstance(row, dict) else None
        if isinstance(key, int | str) and not isinstance(key, bool) and isinstance(row, dict):
            found.setdefault(key, (number, row))
    return found


def _names(rows: Mapping[object, tuple[int, Record]]) -> dict[object, object]:
    return {key: row.get("name") for key, (_number, row) in rows.items()}


def _told_person(where: str, record: Record) -> ToldPerson:
    name = _text(where, record, "name", person.NAME_MOST)
    if not name:
        raise _fault("bg_stats_missing", where, "name")
    return ToldPerson(_uuid(where, record), name, _flag(where, record, "isAnonymous"))


def _told_game(where: str, record: Record) -> ToldGame:
    title = _text(where, record, "name", 200)[:TITLE_MOST].strip()
    if not title:
        raise _fault("bg_stats_missing", where, "name")
    told = record.get("highestWins")
    return ToldGame(
        key=_uuid(where, record),
        title=title,
        is_cooperative=_flag(where, record, "cooperative"),
        higher_wins=True if told is None else _flag(where, record, "highestWins"),
    )


# --- fields ---------------------------------------------------------------------------------------


def _fault(code: str, where: str, name: str, **params: int | str) -> BadInput:
    return BadInput(code, field=name, where=where, name=name, **params)


def _shown(value: object) -> str:
    return names.clean(str(value))[:60]


def _record(where: str, row: object) -> Record:
    if not isinstance(row, dict):
        raise _fault("bg_stats_record", where, "")
    return row


def _text(where: str, record: Record, name: str, most: int) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _fault("bg_stats_text", where, name, value=_shown(value), most=most)
    text = names.clean(str(value))
    if len(text) > most:
        raise _fault("bg_stats_text", where, name, value=_shown(value), most=most)
    return text


def _uuid(where: str, record: Record) -> str:
    value = record.get("uuid")
    if value is None or value == "":
        raise _fault("bg_stats_missing", where, "uuid")
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        raise _fault("bg_stats_uuid", where, "uuid", value=_shown(value))
    return value.lower()


def _moment(where: str, record: Record) -> datetime:
    value = record.get("playDate")
    if value is None or value == "":
        raise _fault("bg_stats_missing", where, "playDate")
    fits = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if fits is not None:
        try:
            return datetime.fromisoformat(f"{fits[1]} {fits[2] or '19:00'}")
        except ValueError:
            pass
    raise _fault("bg_stats_date", where, "playDate", value=_shown(value))


def _flag(where: str, record: Record, name: str) -> bool:
    value = record.get(name)
    if value is None or value is False or value == 0:
        return False
    if value is True or value == 1:
        return True
    raise _fault("bg_stats_flag", where, name, value=_shown(value))


def _whole(where: str, record: Record, name: str) -> int:
    value = record.get(name)
    if value is None or value == "":
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_AT_TABLE:
        return value
    raise _fault("bg_stats_whole", where, name, value=_shown(value), most=MOST_AT_TABLE)


def _points(where: str, record: Record) -> str | None:
    """A score as exact text; the app lets people enter sums: 12+3-1."""
    value = record.get("score")
    if value is None or value == "":
        return None
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        text = names.clean(str(value)).replace(" ", "").replace("\u2212", "-")
        if not text:
            return None
        if text.isascii() and _SUM.fullmatch(text):
            terms = _TERM.findall(text)
            total = sum((Decimal(term.replace(",", ".")) for term in terms), Decimal())
            return _exact(total)
    raise _fault("bg_stats_score", where, "score", value=_shown(value))


def _exact(total: Decimal) -> str:
    if not total:
        return "0"
    text = f"{total:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
