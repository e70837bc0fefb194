"""Importing a list of players: looked at first, then stored as a whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, cast

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import MembershipKind
from league.core.errors import BadInput, BadInputs
from league.core.facts import Fact
from league.core.person_fields import IN_LISTS
from league.lists import csv_reading, person
from league.lists.line_notes import Note, note
from league.lists.people_list import columns_of, kind_of, since_of
from league.models import Club, Membership, Player
from league.queries import known_columns as remembered
from league.services import known_columns
from league.services.occasions import clubs
from league.services.people import _people_columns, memberships, players
from league.services.people.import_people import (
    ImportRow,
    People,
    Preview,
    conflict,
    evenings_of_joining,
)
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.person_fields import Listed

_BATCH = 500
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ .'’\-\u0300-\u036f])*")


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did: people added, people known already, memberships, clubs founded."""

    added: int
    recognised: int
    memberships: int
    clubs: int


def preview(
    *,
    by: Actor,
    club: Club,
    data: bytes,
    encoding: str | None = None,
    delimiter: str | None = None,
    headed: bool | None = True,
    columns: Mapping[str, int | None] | None = None,
    headings: Mapping[str, str] | None = None,
) -> Preview:
    """What importing ``data`` would do; writes nothing.

    Args:
        encoding, delimiter: keys of ``csv_reading``; guessed when empty.
        headed: whether the first line holds the headings; else it is a person like the others.
            None: whether it names a column of names.
        columns: field to column (from 0); when empty by the headings, and by what the club has
            said of them.
        headings: field to heading, before what the club has said; without headings to the
            column's number, from 1.

    Raises:
        BadInput: for a file that cannot be read at all; ``unknown_choice``: ``headings`` names
            something else than the file does.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    table = _people_columns.table(club, data, encoding, delimiter, headed, headings or {})
    if columns is None:
        columns = _people_columns.proposed(club, table, headings or {})
    return _Plan(by, club).read(table, columns)


def run(
    *,
    by: Actor,
    club: Club,
    data: bytes,
    encoding: str | None = None,
    delimiter: str | None = None,
    headed: bool | None = True,
    columns: Mapping[str, int | None] | None = None,
    headings: Mapping[str, str] | None = None,
    skip_bad: bool = False,
) -> ImportResult:
    """Imports ``data`` as ``preview`` shows it, all or nothing; the club remembers its columns.

    Args:
        skip_bad: stores the good lines and leaves out the others.

    Raises:
        BadInput: for a file that cannot be read at all.
        BadInputs: one error per bad line, each with ``line`` among its parameters.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    with transaction.atomic():
        table = _people_columns.table(club, data, encoding, delimiter, headed, headings or {})
        if columns is None:
            columns = _people_columns.proposed(club, table, headings or {})
        for home in _Plan(by, club).homes(table, columns):
            journal.lock_club(home.pk)
        plan = _Plan(by, club)
        found = plan.read(table, columns)
        if found.bad and not (skip_bad and found.rows):
            raise BadInputs([one.error for one in found.bad])
        done = plan.store(found)
        if table.headed and done.added + done.memberships:
            known_columns.remember(
                club,
                remembered.PEOPLE,
                header=found.header,
                columns=found.columns,
                usual=_people_columns.usual(table),
            )
        return done


class _Plan:
    """One reading of a file against what the clubs know now."""

    def __init__(self, by: Actor, club: Club) -> None:
        self.by = by
        self.club = club
        self.today: date = wall_time.today(club)
        self.people: dict[str, People] = {names.fold(club.name): People.of(club)}
        self.own = names.fold(club.name)
        self.new_clubs: dict[str, str] = {}
        self.others: dict[str, list[Club]] | None = None
        self.first_lines: dict[tuple[str, int], tuple[int, str]] = {}
        self.shared: set[tuple[int, str]] = set()
        self.rows: list[ImportRow] = []
        self.bad: list[Note] = []
        self.notes: list[Note] = []

    def homes(
        self, table: csv_reading.Table, columns: Mapping[str, int | None] | None
    ) -> list[Club]:
        """The clubs that the file speaks of, in the order in which everybody locks clubs."""
        # What is wrong with the file is told by ``read``.
        with suppress(BadInput):
            place = columns_of(table, columns).get("club", len(table.header.cells))
            for name in {cell for row in table.rows for cell in row.cells[place : place + 1]}:
                with suppress(BadInput):
                    self._club(name)
        known_clubs = [people.club for people in self.people.values() if people.club is not None]
        return sorted(known_clubs, key=lambda row: row.pk)

    def read(self, table: csv_reading.Table, columns: Mapping[str, int | None] | None) -> Preview:
        found: dict[str, int] = {}
        try:
            found = columns_of(table, columns)
            if not found.keys() & {"name", "given", "family"}:
                raise BadInput("no_name_column", field="name")
        except BadInput as fault:
            self.bad.append(note(table.header.line, fault))
        else:
            if columns is None and not table.headed:
                self._tell_of_unread(table)
            for row in table.rows:
                self._row(row, found, len(table.header.cells))
            if not table.rows:
                self.bad.append(note(table.header.line, BadInput("empty_file", field="file")))
        return Preview(
            encoding=table.encoding,
            delimiter=table.delimiter,
            header=tuple(names.clean(cell) for cell in table.header.cells),
            headed=table.headed,
            columns=found,
            rows=tuple(self.rows),
            bad=tuple(self.bad),
            notes=tuple(self.notes),
        )

    def _tell_of_unread(self, table: csv_reading.Table) -> None:
        """Without headings only the first column is read: what stands beside it is not lost
        unseen.
        """
        for row in table.rows:
            beside = [cell for cell in map(names.clean, row.cells[1:]) if cell]
            if beside:
                told = BadInput("cells_unread", field="name")
                self.notes.append(note(row.line, told, ", ".join(beside)))
                return

    def _row(self, row: csv_reading.Row, columns: Mapping[str, int], width: int) -> None:
        cells = {
            name: row.cells[index] if index < len(row.cells) else ""
            for name, index in columns.items()
        }
        extra = [cell for cell in row.cells[width:] if cell.strip()]
        try:
            if extra:
                raise BadInput("row_too_long", count=len(row.cells), most=width)
            club = self._club(cells.get("club", ""))
            turned = self._turned(cells, club)
            written = {field.name: cells.get(field.name, "") for field in IN_LISTS}
            if turned:
                written |= {"name": "", "family": turned[0], "given": turned[1]}
            new = person.checked(today=self.today, **cast("Listed", written))
            kind = kind_of(cells.get("kind", ""))
            since = since_of(cells.get("since", ""))
            self.rows.append(self._planned(row.line, new, club, kind, since))
            if turned:
                told = BadInput("name_turned", field="name", name=new.name)
                self.notes.append(note(row.line, told, cells["name"]))
        except BadInputs as faults:
            self.bad.extend(
                note(row.line, each, cells.get(each.field, "")) for each in faults.errors
            )
        except BadInput as fault:
            self.bad.append(note(row.line, fault, cells.get(fault.field, "")))

    def _turned(self, cells: Mapping[str, str], club: str) -> tuple[str, str] | None:
        """Family and given name of “Family, Given” where one column holds the whole name."""
        if cells.keys() & {"given", "family"} or cells.get("name", "").count(",") != 1:
            return None
        if names.fold(cells["name"]) in self.people[club].by_name:
            return None  # somebody is really called that
        family, given = (part.strip() for part in cells["name"].split(","))
        # A formula or an address with a comma in it is no "Family, Given".
        return (family, given) if _NAME.fullmatch(family) and _NAME.fullmatch(given) else None

    def _club(self, cell: str) -> str:
        """The folded name of the club meant; the club of the import when nothing is written."""
        name = person.text(cell, "club", clubs.NAME_MOST)
        folded = names.fold(name)
        if not folded or folded in {self.own, names.fold(self.club.slug)}:
            return self.own
        if folded in self.people:
            return folded
        same = self._clubs_called(folded)
        usable = permissions.clubs_with(self.by, Action.MANAGE_PEOPLE, same)
        if len(usable) == 1:
            self.people[folded] = People.of(usable[0])
            return folded
        if same or not permissions.can(self.by, Action.CREATE_CLUB, None):
            # The same words for a club that is hidden and for one that is not there.
            raise BadInput("unknown_club", field="club", value=name)
        self.people[folded] = People.of(None)
        self.new_clubs[folded] = name
        return folded

    def _clubs_called(self, folded: str) -> list[Club]:
        if self.others is None:
            self.others = {}
            for row in Club.objects.order_by("id"):
                self.others.setdefault(names.fold(row.name), []).append(row)
        return self.others.get(folded, [])

    def _planned(
        self,
        line: int,
        new: person.Person,
        club: str,
        kind: MembershipKind | None,
        since: date | None,
    ) -> ImportRow:
        people = self.people[club]
        folded = names.fold(new.name)
        earlier = people.earlier(new, folded)
        if earlier is not None:
            if where := conflict(earlier, new, since):
                raise BadInput("conflicts_with_line", field=where, other=earlier.line)
            repeated = BadInput("repeats_line", other=earlier.line)
            self.notes.append(note(line, repeated, new.name))
            return replace(earlier, line=line, person=new, repeats=earlier.line, joins=False)
        match = people.recognise(new)
        if match is not None:
            if match.birth_year is not None:
                self.first_lines.setdefault((folded, match.birth_year), (line, club))
            first = people.lines_by_player.setdefault(match.pk, line)
            if first != line:
                raise BadInput("conflicts_with_line", field="name", other=first)
            if not person.is_same_name(match.name, new.name):
                told = BadInput("spelled_differently", field="name", name=match.name)
                self.notes.append(note(line, told, new.name))
            follows = people.what_follows(match, kind, since, self.today)
            self.notes.extend(note(line, each, new.name) for each in follows)
        shares = self._shared(line, new, folded, club) if match is None else None
        row = ImportRow(
            line=line,
            person=new,
            club=club,
            known_id=match.pk if match is not None else None,
            known_name=match.name if match is not None else "",
            shares=shares,
            new_club=people.club is None,
            joins=match is None or match.pk not in people.members,
            kind=kind or MembershipKind.MEMBER,
            since=since,
        )
        people.lines_by_name.setdefault(folded, []).append(row)
        if new.member_no:
            people.lines_by_number[new.member_no] = row
        return row

    def _shared(self, line: int, new: person.Person, folded: str, club: str) -> int | None:
        """The line of the same person under another club; only a birth year is proof."""
        if new.birth_year is None:
            return None
        first, home = self.first_lines.setdefault((folded, new.birth_year), (line, club))
        if home == club or (first, club) in self.shared:
            return None
        self.shared.add((first, club))
        return first

    # --- storing -----------------------------------------------------------------------

    def store(self, found: Preview) -> ImportResult:
        used = {row.club for row in found.rows}
        homes = {
            folded: people.club
            if people.club is not None
            else clubs.create(by=self.by, name=self.new_clubs[folded])
            for folded, people in sorted(self.people.items())
            if people.club is not None or folded in used
        }
        rows = [row for row in found.rows if row.repeats is None]
        new = [row for row in rows if row.is_new]
        made = Player.objects.bulk_create(
            [players.row_of(row.person) for row in new], batch_size=_BATCH
        )
        ids = {row.line: player.pk for row, player in zip(new, made, strict=True)}
        ids.update({row.line: row.known_id for row in rows if row.known_id is not None})
        ids.update({row.line: ids[row.shares] for row in rows if row.shares is not None})
        turned = [
            one
            for folded, home in homes.items()
            for one in evenings_of_joining(
                [row for row in rows if row.club == folded], home, self.today
            )
        ]
        Membership.objects.bulk_create(
            [
                Membership(
                    club=homes[row.club],
                    player_id=ids[row.line],
                    kind=row.kind,
                    member_no=row.person.member_no,
                    since=row.since or self.today,
                )
                for row in rows
                if row.joins
            ],
            batch_size=_BATCH,
        )
        for row in rows:
            guest = self.people[row.club].guests.get(ids[row.line])
            if guest is not None and row.kind == MembershipKind.MEMBER:
                memberships.change(
                    by=self.by,
                    membership=guest,
                    expected_version=guest.version,
                    kind=MembershipKind.MEMBER,
                    member_no=row.person.member_no or None,
                    since=row.since or self.today,
                )
        memberships.turn(self.by, turned)
        for folded, home in homes.items():
            here = [row for row in rows if row.club == folded]
            joined = sum(row.joins for row in here)
            if joined:
                added: list[JSON] = [ids[row.line] for row in here if row.is_new]
                numbered = [ids[row.line] for row in here if row.joins and row.person.member_no]
                stages, seasons = memberships.counted_in(home, numbered)
                journal.append(
                    Fact.PLAYERS_IMPORTED,
                    by=self.by,
                    club=home,
                    payload={
                        "added": len(added),
                        "recognised": len(here) - len(added),
                        "memberships": joined,
                        "players": added,
                    },
                    stale_stages=stages,
                    stale_seasons=seasons,
                )
        return ImportResult(
            added=found.added,
            recognised=found.recognised,
            memberships=found.memberships,
            clubs=len(self.new_clubs.keys() & used),
        )
