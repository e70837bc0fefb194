"""Whom an import of people recognises: by number, by name, on an earlier line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from league import names, person
from league.enums import MembershipKind
from league.line_notes import Note
from league.models import Club, Membership, Player
from league.queries import former
from league.queries import players as known


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One good line and what storing it will do.

    ``known_id`` is the player recognised, ``repeats`` the earlier line that is the same
    person, ``shares`` an earlier line that is this person in another club,
    ``new_club`` the club that this file founds, ``joins`` whether a membership starts.
    """

    line: int
    person: person.Person
    club: str
    known_id: int | None = None
    known_name: str = ""
    repeats: int | None = None
    shares: int | None = None
    new_club: bool = False
    joins: bool = True
    kind: MembershipKind = MembershipKind.MEMBER

    @property
    def is_new(self) -> bool:
        return self.known_id is None and self.repeats is None and self.shares is None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do. With anything in ``bad`` it does nothing, or what is good alone."""

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    headed: bool
    columns: Mapping[str, int]
    rows: tuple[ImportRow, ...]
    bad: tuple[Note, ...]
    notes: tuple[Note, ...]

    @property
    def added(self) -> int:
        return sum(row.is_new for row in self.rows)

    @property
    def recognised(self) -> int:
        return sum(not row.is_new and row.repeats is None for row in self.rows)

    @property
    def memberships(self) -> int:
        return sum(row.joins for row in self.rows)


@dataclass(slots=True)
class People:
    """Whom one club has met, by number and by folded name."""

    club: Club | None
    by_number: dict[str, Player] = field(default_factory=dict)
    by_name: dict[str, list[Player]] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)
    guests: dict[int, Membership] = field(default_factory=dict)
    lines_by_player: dict[int, int] = field(default_factory=dict)
    lines_by_number: dict[str, ImportRow] = field(default_factory=dict)
    lines_by_name: dict[str, list[ImportRow]] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club | None) -> People:
        people = cls(club)
        if club is None:
            return people
        for row in known.known(club).order_by("id"):
            people.by_name.setdefault(names.fold(row.name), []).append(row)
        people.by_name = {**former.by_name(club), **people.by_name}
        current = Membership.objects.filter(club=club, until__isnull=True)
        for membership in current.select_related("player"):
            people.members.add(membership.player_id)
            if membership.kind == MembershipKind.GUEST:
                people.guests[membership.player_id] = membership
            if membership.member_no:
                people.by_number[membership.member_no] = membership.player
                people.numbers[membership.player_id] = membership.member_no
        return people

    def recognise(self, new: person.Person) -> tuple[Player, ...]:
        """The one known person meant, none, or the several it could be.

        By number first; else the same name and birth year; else the same name alone.
        """
        if new.member_no and (holder := self.by_number.get(new.member_no)):
            return (holder,)
        same = [
            row
            for row in self.by_name.get(names.fold(new.name), ())
            if person.years_agree(row.birth_year, new.birth_year)
            and not (new.member_no and self.numbers.get(row.pk, new.member_no) != new.member_no)
        ]
        if new.birth_year is not None:
            exact = [row for row in same if row.birth_year == new.birth_year]
            same = exact or same
        return tuple(same)

    def earlier(self, new: person.Person, folded: str) -> ImportRow | None:
        """An earlier line of the file that names the same person."""
        if new.member_no and (row := self.lines_by_number.get(new.member_no)):
            return row
        for row in self.lines_by_name.get(folded, ()):
            numbers = {row.person.member_no, new.member_no} - {""}
            years = {row.person.birth_year, new.birth_year} - {None}
            if len(numbers) < 2 and len(years) < 2:
                return row
        return None

    def described(self, row: Player) -> str:
        """A candidate with what tells them apart, for organizers."""
        number = self.numbers.get(row.pk, "")
        marks = [mark for mark in (row.nickname, str(row.birth_year or ""), number) if mark]
        return f"{row.name} ({', '.join(marks) or row.pk})"


def conflict(earlier: person.Person, new: person.Person) -> str:
    """The first field in which two lines of one person contradict each other."""
    if not person.is_same_name(earlier.name, new.name):
        return "name"
    for name in ("birth_year", "member_no", "email", "nickname"):
        one, other = getattr(earlier, name), getattr(new, name)
        if one and other and one != other:
            return name
    return ""
