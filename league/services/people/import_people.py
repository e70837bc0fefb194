"""Whom an import of people recognises: by number, by name, on an earlier line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from league.core.enums import MembershipKind
from league.core.errors import BadInput
from league.core.person_fields import TELL_APART
from league.lists import person
from league.lists.line_notes import Note
from league.models import Club, Membership, Player
from league.queries.people import guest_evenings, player_history
from league.queries.people import players as known
from league.words import names

_CANDIDATES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One good line and what storing it will do.

    ``known_id`` is the player recognised, ``repeats`` the earlier line that is the same
    person, ``shares`` an earlier line that is this person in another club,
    ``new_club`` the club that this file founds, ``joins`` whether a membership starts, ``since``
    the first day that the line names.
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
    since: date | None = None

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
    members: dict[int, Membership] = field(default_factory=dict)
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
        people.by_name = {**player_history.by_name(club), **people.by_name}
        current = Membership.objects.filter(club=club, until__isnull=True)
        for membership in current.select_related("player"):
            people.members[membership.player_id] = membership
            if membership.kind == MembershipKind.GUEST:
                people.guests[membership.player_id] = membership
            if membership.member_no:
                people.by_number[membership.member_no] = membership.player
                people.numbers[membership.player_id] = membership.member_no
        return people

    def recognise(self, new: person.Person) -> Player | None:
        """The one known person meant, if there is one.

        By number first; else the same name and birth year; else the same name alone.

        Raises:
            BadInput: ``ambiguous_person`` where it could be several.
        """
        if new.member_no and (holder := self.by_number.get(new.member_no)):
            return holder
        same = [
            row
            for row in self.by_name.get(names.fold(new.name), ())
            if person.years_agree(row.birth_year, new.birth_year)
            and not (new.member_no and self.numbers.get(row.pk, new.member_no) != new.member_no)
        ]
        if new.birth_year is not None:
            exact = [row for row in same if row.birth_year == new.birth_year]
            same = exact or same
        if len(same) > 1:
            shown = "; ".join(self.described(row) for row in same[:_CANDIDATES_SHOWN])
            raise BadInput("ambiguous_person", field="name", name=new.name, candidates=shown)
        return same[0] if same else None

    def what_follows(
        self,
        one: Player,
        kind: MembershipKind | None,
        since: date | None,
        today: date,
    ) -> list[BadInput]:
        """What a line with this kind and day does to the membership of somebody known."""
        membership = self.members.get(one.pk)
        is_guest = one.pk in self.guests
        told: list[BadInput] = []
        if is_guest and kind != MembershipKind.GUEST:
            told.append(
                BadInput("guest_becomes_member", field="name")
                if since is None
                else BadInput("guest_becomes_member_on", field="since", day=since.isoformat())
            )
        elif membership is not None and not is_guest and kind == MembershipKind.GUEST:
            told.append(BadInput("stays_member", field="kind"))
        elif membership is not None and since not in (None, membership.since):
            told.append(BadInput("since_stays", field="since", day=membership.since.isoformat()))
        becomes_member = kind != MembershipKind.GUEST and (membership is None or is_guest)
        if self.club is not None and becomes_member:
            first = since or today
            after = guest_evenings.Span(MembershipKind.MEMBER, first)
            turned = guest_evenings.turned(self.club, one, after, of=self.guests.get(one.pk))
            if turned:
                day = first.isoformat()
                told.append(BadInput("evenings_turn", field="since", day=day, count=len(turned)))
        return told

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


def conflict(earlier: ImportRow, new: person.Person, since: date | None) -> str:
    """The first field in which two lines of one person contradict each other."""
    if not person.is_same_name(earlier.person.name, new.name):
        return "name"
    for name in (each.name for each in TELL_APART):
        one, other = getattr(earlier.person, name), getattr(new, name)
        if one and other and one != other:
            return name
    return "since" if since not in (None, earlier.since) else ""


def evenings_of_joining(
    rows: Sequence[ImportRow], club: Club, today: date
) -> list[guest_evenings.Turned]:
    """The evenings that whoever joins as a member played as a guest since the first day."""
    joining = {
        row.known_id: row
        for row in rows
        if row.joins and row.known_id is not None and row.kind == MembershipKind.MEMBER
    }
    guests = Player.objects.filter(
        pk__in=joining, entries__is_guest=True, entries__event__club=club
    ).distinct()
    return [
        turned
        for one in guests
        for turned in guest_evenings.turned(
            club, one, guest_evenings.Span(MembershipKind.MEMBER, joining[one.pk].since or today)
        )
    ]
