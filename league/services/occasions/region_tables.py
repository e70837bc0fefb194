"""One table over the season files of several clubs. Nothing of it is stored.

The files are read again each time, with what was decided about people: a document holds both
(``document``), so that a newer file of one club can be put in place of the older one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs, LeagueError
from league.lists import csv_writing, season_references, xlsx_writing
from league.lists import season_file as files
from league.services.occasions import _region_results as results
from league.services.occasions._region_people import (
    People,
    RegionPerson,
    Somebody,
    in_order,
    origin,
)
from league.services.occasions._season_fields import scheme_of
from league.services.occasions.season_files import believe, unfit
from league.standings import payload as plain
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.rules import SeasonRule, rule_from_json, rule_to_json
from league.standings.tiebreaks.registry import chain_from_json
from league.standings.types import PlayerId
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.lists.season_file import SeasonFile
    from league.models import Club
    from league.services.occasions._season_fields import Told
    from league.standings.payload import TablePayload
    from league.standings.types import JSON as SpecJSON

__all__ = [
    "LEAST",
    "MOST",
    "FileRow",
    "Region",
    "RegionPerson",
    "Somebody",
    "document",
    "opened",
    "table",
]

LEAST, MOST = 2, 20
FORMAT: Final = "stammtisch-region"


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file that counts; ``replaces`` says how many older ones of its season it stands for."""

    club: str
    season: str
    matches: int
    people: int
    replaces: int


@dataclass(frozen=True, slots=True)
class Region:
    """The table, where nothing stands against it: ``faults`` have to be decided first.

    ``clubs`` are those of everybody in the table, by the number there; ``sent`` the files that
    count, as they came.
    """

    files: tuple[FileRow, ...]
    people: tuple[RegionPerson, ...]
    everybody: tuple[Somebody, ...]
    faults: tuple[LeagueError, ...]
    table: TablePayload | None
    clubs: Mapping[int, str]
    rule: SeasonRule
    chain: tuple[str, ...]
    sent: tuple[bytes, ...]


def table(
    *,
    by: Actor,
    club: Club,
    data: Sequence[bytes],
    trust: Collection[str] = (),
    people: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
    rule: SpecJSON = None,
    chain: Sequence[str] | None = None,
) -> Region:
    """The table over all these files, of which the first says how is scored.

    Args:
        club: whose organizer asks; nothing is written anywhere.
        trust: fingerprints of keys not known here, to which the organizer says yes.
        people: who is who, by ``key``: that of somebody in another file, or ``new``.
        before: the same of an earlier day; what no longer fits is asked again.
        rule: what of everybody's results counts; else all of it is added.
        chain: the tie-breaks; else those of the first file.

    Raises:
        BadInputs: for files that cannot be read, each at ``files.1`` …
        BadInput: for a rule or a choice that cannot be.
    """
    permissions.require(by, Action.MANAGE_SEASON, club)
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    read = _read(by, data, trust)
    kept, replaced, sent = _newest(read, data)
    if not LEAST <= len(kept) <= MOST:
        raise BadInput("region_files", field="files", least=LEAST, most=MOST, count=len(kept))
    counting = _rule(rule)
    with unfit():
        tie_breaks = _chain(chain) or chain_from_json(_told(kept[0])["season"]["chain"])
        who = People(in_order(people or {}, before or {}, kept))
        meant = [who.of(file) for file in kept]
        faults = [*who.faults, *_unlike(kept, counting)]
        made = None
        if not faults:
            made = _made(kept, meant, who, counting, tie_breaks)
    rows = tuple(
        FileRow(
            club=str(_told(file)["club"]["name"]),
            season=str(_told(file)["season"]["name"]),
            matches=results.last_played(_told(file))[1],
            people=len(_told(file)["players"]),
            replaces=replaced[origin(file)],
        )
        for file in kept
    )
    return Region(
        files=rows,
        people=tuple(who.rows),
        everybody=tuple(who.everybody.values()),
        faults=tuple(faults),
        table=made,
        clubs={number: ", ".join(clubs) for number, clubs in who.clubs.items()},
        rule=counting,
        chain=tie_breaks,
        sent=tuple(sent[origin(file)] for file in kept),
    )


def _told(file: SeasonFile) -> Told:
    return file.season


def _read(by: Actor, data: Sequence[bytes], trust: Collection[str]) -> list[SeasonFile]:
    """The files, each whole, believed, and with standings that follow from its results."""
    found: list[SeasonFile] = []
    faults: list[LeagueError] = []
    said = {" ".join(one.split()) for one in trust}
    for at, one in enumerate(data, start=1):
        try:
            file = files.read(one)
            yes = file.fingerprint if file.fingerprint in said else ""
            believe(by, file, yes, keep=False)
            season_references.check(file.season)
            with unfit():
                results.check(file.season)
                _named(file)
            found.append(file)
        except BadInput as error:
            faults.append(BadInput(error.code, field=f"files.{at}", **error.params))
    if faults:
        raise BadInputs(faults)
    return found


def _named(file: SeasonFile) -> tuple[str, ...]:
    """Club and season by name and address, which every file says."""
    told = _told(file)
    return tuple(str(told[of][name]) for of in ("club", "season") for name in ("name", "slug"))


def _newest(
    read: Iterable[SeasonFile], data: Iterable[bytes]
) -> tuple[list[SeasonFile], dict[str, int], dict[str, bytes]]:
    """One file for each season, in the order they came: the one with the latest match."""
    kept: dict[str, SeasonFile] = {}
    replaced: dict[str, int] = {}
    sent: dict[str, bytes] = {}
    for file, one in zip(read, data, strict=True):
        home = origin(file)
        before = kept.get(home)
        replaced[home] = replaced.get(home, -1) + 1
        if before is None or _age(file) >= _age(before):
            kept[home], sent[home] = file, one
    return list(kept.values()), replaced, sent


def _age(file: SeasonFile) -> tuple[str, int]:
    return results.last_played(_told(file))


def _rule(spec: SpecJSON) -> SeasonRule:
    try:
        return SeasonRule() if spec is None else rule_from_json(spec)
    except StandingsError as error:
        raise BadInput(error.code, field="rule", **error.params) from error


def _chain(keys: Sequence[str] | None) -> tuple[str, ...]:
    try:
        return chain_from_json(list(keys)) if keys else ()
    except StandingsError as error:
        raise BadInput(error.code, field="chain", **error.params) from error


def _unlike(kept: Sequence[SeasonFile], rule: SeasonRule) -> list[LeagueError]:
    """Files whose points cannot be added to those of the first.

    Places of evenings can be compared whatever an evening pays; points by places whatever was
    played; the game's own points only within the game.
    """
    if rule.kind == "evening_places":
        return []
    faults: list[LeagueError] = []
    first = _told(kept[0])
    schemes = _schemes(first)
    is_by_places = all(scheme.by_places for scheme in schemes.values())
    for file in kept[1:]:
        told = _told(file)
        about = {"club": str(told["club"]["name"]), "first": str(first["club"]["name"])}
        if not set(_schemes(told)) <= set(schemes):
            faults.append(BadInput("region_scheme", field="files", **about))
        elif not (is_by_places or _games(told) <= _games(first)):
            faults.append(BadInput("region_game", field="files", **about))
    return faults


def _schemes(told: Told) -> dict[str, Any]:  # Any: schemes of points
    stages = (stage for event in told["events"] for stage in event["stages"] if stage["rounds"])
    specs = {json.dumps(scheme_of(one["scheme"]), sort_keys=True) for one in stages}
    return {spec: scheme_from_json(json.loads(spec)) for spec in specs}


def _games(told: Told) -> set[tuple[str, str]]:
    return {(str(one["game"]), names.fold(str(one["title"]))) for one in told["rulesets"]}


def _made(
    kept: Sequence[SeasonFile],
    meant: Sequence[Mapping[int, PlayerId]],
    who: People,
    rule: SeasonRule,
    chain: tuple[str, ...],
) -> TablePayload:
    each = list(zip([_told(file) for file in kept], meant, strict=True))
    entrants: dict[PlayerId, Any] = {}  # Any: pure entrants
    for told, people in each:
        for one in results.entrants(told, people):
            before = entrants.get(one.player)
            if before is None or (one.enrolled and not before.enrolled):
                entrants[one.player] = one
    found = results.ranked(
        (
            one
            for at, (told, people) in enumerate(each)
            for one in results.evenings(told, people, at)
        ),
        entrants=entrants.values(),
        adjustments=(
            one
            for at, (told, people) in enumerate(each)
            for one in results.own_adjustments(told, people, at)
        ),
        rule=rule,
        chain=chain,
    )
    called = {int(one.number): one.name for one in who.everybody.values()}
    hints = {int(number): (", ".join(clubs),) for number, clubs in who.clubs.items()}
    shown = names.distinct(called, hints)
    named = {PlayerId(number): name for number, name in shown.items()}
    return plain.to_json(found, names=named, cells=False)


# --- taken along -----------------------------------------------------------------------------


def document(found: Region, people: Mapping[str, str]) -> bytes:
    """The table with its files and decisions, to go on from with a newer file."""
    told: dict[str, Any] = {  # Any: JSON
        "format": FORMAT,
        "version": 1,
        "rule": rule_to_json(found.rule),
        "chain": list(found.chain),
        "people": dict(people),
        "clubs": {str(number): clubs for number, clubs in found.clubs.items()},
        "table": found.table,
        "files": [json.loads(one) for one in found.sent],
    }
    return files.canonical(told)


def spreadsheet(found: Region) -> bytes:
    """The table for spreadsheets: names guarded, numbers as shown and exact."""
    lines, counted = _grid(found), _keys(found, "number")
    return csv_writing.document(
        lines[0], lines[1:], numbers=counted | {f"{key}_exact" for key in counted}
    )


def workbook(found: Region, title: str) -> bytes:
    """The same as ``spreadsheet``, as an Excel workbook."""
    lines, counted = _grid(found), _keys(found, "rank", "number", "count")
    return xlsx_writing.document(title, lines[0], lines[1:], numbers=counted | {"have", "need"})


def _keys(found: Region, *kinds: str) -> set[str]:
    columns = found.table["columns"] if found.table is not None else ()
    return {column["key"] for column in columns if column["kind"] in kinds}


def _grid(found: Region) -> list[list[str]]:
    """The table as rows of text, header first, with everybody's clubs behind the name."""
    assert found.table is not None, "nothing stands against it"
    head, *lines = plain.grid(found.table)
    at = head.index("name") + 1
    clubs = [found.clubs[row["player"]] for row in found.table["rows"]]
    return [
        [*head[:at], "clubs", *head[at:]],
        *([*line[:at], of, *line[at:]] for line, of in zip(lines, clubs, strict=True)),
    ]


def opened(data: bytes) -> tuple[list[bytes], dict[str, str]] | None:
    """The files and decisions of a document; None for anything else."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or FORMAT.encode() not in data:
        return None
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        return None
    some, people = told.get("files"), told.get("people")
    if told.get("version") != 1 or not isinstance(some, list) or not isinstance(people, dict):
        raise BadInput("region_document", field="files")
    return [files.sent(one) for one in some[: MOST * 2]], {
        str(key)[:40]: str(choice)[:40] for key, choice in people.items()
    }
