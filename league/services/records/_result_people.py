"""Who is meant by the names in a list of results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from league.core.enums import MembershipKind
from league.lists import person
from league.lists.match_list import Match, SeatRow
from league.models import Club, Membership, Player
from league.queries.people import player_history
from league.queries.people import players as known
from league.services.people import players
from league.words import names

BATCH = 500


@dataclass(slots=True)
class Known:
    """Somebody who can be meant; ``since`` is the first day of one whom this import
    makes."""

    row: Player
    number: str = ""
    since: date = date.min
    is_new: bool = False

    @property
    def described(self) -> str:
        born = str(self.row.birth_year or "")
        marks = [mark for mark in (self.row.nickname, born, self.number) if mark]
        return f"{self.row.name} ({', '.join(marks) or self.row.pk or gettext('new')})"


class People:
    """Whom the club has met, and whom this import will make, by number and by folded name."""

    def __init__(self, club: Club) -> None:
        current = Membership.objects.filter(club=club, until__isnull=True).exclude(member_no="")
        numbers = dict(current.values_list("player_id", "member_no"))
        self.by_number: dict[str, Known] = {}
        self.by_name: dict[str, list[Known]] = {}
        self.by_nickname: dict[str, list[Known]] = {}
        self.new: list[Known] = []
        self.meant: dict[int, Known] = {}  # by line, as it was understood when it was read
        for row in known.known(club).order_by("pk"):
            self._note(Known(row, numbers.get(row.pk, "")))
            if row.nickname:
                self.by_nickname.setdefault(names.fold(row.nickname), []).append(
                    self.by_name[names.fold(row.name)][-1]
                )
        for name, people in player_history.by_name(club).items():
            if name not in self.by_name:
                self.by_name[name] = [Known(row, numbers.get(row.pk, "")) for row in people]

    def _note(self, one: Known) -> None:
        self.by_name.setdefault(names.fold(one.row.name), []).append(one)
        if one.number:
            self.by_number[one.number] = one

    def find(self, seat: SeatRow) -> list[Known]:
        """The one meant, nobody, or the several it could be: by number, by name, by nickname."""
        if seat.number and (holder := self.by_number.get(seat.number)):
            return [holder]
        name = names.fold(seat.player)
        same = self.by_name.get(name) or self.by_nickname.get(name, [])
        if not seat.number:
            return same
        return [one for one in same if not one.number]

    def make(self, seat: SeatRow, day: date) -> None:
        new = person.checked(name=seat.player, member_no=seat.number, today=day)
        one = Known(players.row_of(new), seat.number, day, is_new=True)
        self.new.append(one)
        self._note(one)
        self.meant[seat.line] = one

    def met(self, one: Known, seat: SeatRow, day: date) -> None:
        """Learns from a further row about somebody whom this import makes."""
        self.meant[seat.line] = one
        if not one.is_new:
            return
        one.since = min(one.since, day)
        if seat.number and not one.number:
            one.number = seat.number
            self.by_number[seat.number] = one

    def player(self, seat: SeatRow) -> Player:
        return self.meant[seat.line].row

    def new_in(self, matches: Iterable[Match]) -> list[Known]:
        """Those whom this import makes and who play in one of ``matches``."""
        met = {id(self.meant[seat.line]) for match in matches for seat in match.seats}
        return [one for one in self.new if id(one) in met]

    def store(self, club: Club, matches: Iterable[Match]) -> int:
        """Writes the new ones of ``matches`` with a guest membership and returns how many."""
        new = self.new_in(matches)
        Player.objects.bulk_create([one.row for one in new], batch_size=BATCH)
        Membership.objects.bulk_create(
            [
                Membership(
                    club=club,
                    player=one.row,
                    kind=MembershipKind.GUEST,
                    member_no=one.number,
                    since=one.since,
                )
                for one in new
            ],
            batch_size=BATCH,
        )
        return len(new)
