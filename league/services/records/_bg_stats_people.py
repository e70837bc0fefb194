"""Who the people of a BG Stats file are in the club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput
from league.lists import person
from league.models import BgStatsPlayer, Player
from league.queries.records import bg_stats_ids
from league.services.people import players
from league.services.records._result_people import Known, People
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from datetime import date

    from league.core.actors import Actor
    from league.lists.bg_stats_file import ToldPerson, ToldPlay
    from league.lists.match_list import Match, SeatRow
    from league.models import Club

NEW, OUT = "new", "out"
MOST_CANDIDATES = 8
MOST_COMPARED = 200_000


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of the file with their new plays, and whom the club takes them for.

    ``player`` is None for somebody new, and for whoever is left out. ``is_remembered``: by an
    earlier file. ``candidates`` are those whom they could be.
    """

    uuid: str
    name: str
    plays: int
    player: Player | None
    is_new: bool
    is_remembered: bool
    choice: str
    candidates: tuple[Player, ...]


class Persons:
    """Whoever sits in the plays, each as one of the club, as somebody new, or left out."""

    def __init__(
        self, by: Actor, club: Club, choices: Mapping[str, str], plays: Sequence[ToldPlay]
    ) -> None:
        self.by, self.club, self.choices = by, club, choices
        self.people = People(club)
        self.everybody = {
            one.row.pk: one for several in self.people.by_name.values() for one in several
        }
        self.remembered = bg_stats_ids.people_of(club, self.everybody)
        self.told: dict[str, ToldPerson] = {}
        self.plays: Counter[str] = Counter()
        for play in plays:
            for seat in play.seats:
                self.told.setdefault(seat.person.uuid, seat.person)
            self.plays.update({seat.person.uuid for seat in play.seats})
        self.meant: dict[str, Known | None] = {}
        self.new: set[int] = set()
        self.near: dict[str, tuple[Player, ...]] = {}

    def decide(self, *, create: bool) -> None:
        may_look = permissions.can(self.by, Action.MANAGE_PEOPLE, self.club)
        is_few = len(self.told) * len(self.everybody) <= MOST_COMPARED
        for uuid, told in self.told.items():
            same = self._same(told)
            is_clear = len(same) == 1 or uuid in self.remembered
            near = self._near(told, same) if may_look and is_few and not is_clear else []
            self.near[uuid] = tuple(one.row for one in (*same, *near)[:MOST_CANDIDATES])
            self.meant[uuid] = self._meant(told, same, may_look=may_look, create=create)

    def _meant(
        self, told: ToldPerson, same: Sequence[Known], *, may_look: bool, create: bool
    ) -> Known | None:
        choice = self.choices.get(told.uuid, "")
        if choice == OUT:
            return None
        if choice not in ("", NEW):
            found = self.everybody.get(int(choice)) if choice.isdecimal() else None
            allowed = may_look or found in same or self._remembered(told) is found
            if found is None or not allowed:
                raise BadInput("bg_stats_choice", field="people", name=told.name)
            return found
        if choice == "" and (known := self._remembered(told)) is not None:
            return known
        if choice == "" and len(same) == 1 and not told.is_anonymous:
            return same[0]
        if choice == NEW or (create and not same and not told.is_anonymous):
            return self._new(told)
        return None

    def _remembered(self, told: ToldPerson) -> Known | None:
        return self.everybody.get(self.remembered.get(told.uuid, 0))

    def _same(self, told: ToldPerson) -> list[Known]:
        name = names.fold(told.name)
        return self.people.by_name.get(name) or self.people.by_nickname.get(name, [])

    def _near(self, told: ToldPerson, same: Sequence[Known]) -> list[Known]:
        first = names.fold(told.name).split(" ")[0]
        return [
            one
            for one in self.everybody.values()
            if one not in same
            and (
                person.is_near_name(one.row.name, told.name)
                or names.fold(one.row.name).split(" ")[0] == first
            )
        ]

    def _new(self, told: ToldPerson) -> Known:
        """Somebody new; ``since`` is the day of their first play, once that is known."""
        today = wall_time.today(self.club)
        row = players.row_of(person.checked(name=told.name, today=today))
        return Known(row, is_new=True)

    def are_clear(self, play: ToldPlay) -> bool:
        """Whether everybody at the table is known.

        Raises:
            BadInput: where two of the file are one and the same person.
        """
        seated = [self.meant[seat.person.uuid] for seat in play.seats]
        if any(one is None for one in seated):
            return False
        seen: set[tuple[bool, int]] = set()
        for seat, one in zip(play.seats, seated, strict=True):
            assert one is not None, "asked above"
            # Somebody who was called otherwise once is known twice, as one row.
            who = (one.is_new, id(one) if one.is_new else one.row.pk)
            if who in seen:
                where = f"plays {play.number}"
                name = seat.person.name
                raise BadInput("bg_stats_seat_twice", field="player", where=where, name=name)
            seen.add(who)
        return True

    def seated(self, told: ToldPerson, row: SeatRow, day: date) -> None:
        one = self.meant[told.uuid]
        assert one is not None, "only plays of known people become matches"
        if one.is_new and id(one) not in self.new:
            one.since = day
            self.new.add(id(one))
            self.people.new.append(one)
        self.people.met(one, row, day)

    def rows(self) -> tuple[PersonRow, ...]:
        found = [self._row(told) for told in self.told.values()]
        return tuple(sorted(found, key=lambda row: (-row.plays, names.fold(row.name))))

    def _row(self, told: ToldPerson) -> PersonRow:
        one = self.meant[told.uuid]
        return PersonRow(
            uuid=told.uuid,
            name=told.name,
            plays=self.plays[told.uuid],
            player=one.row if one is not None and not one.is_new else None,
            is_new=one is not None and one.is_new,
            is_remembered=one is not None and self._remembered(told) is one,
            choice=self.choices.get(told.uuid, ""),
            candidates=self.near[told.uuid],
        )

    def store(self, matches: Sequence[Match]) -> int:
        """Writes the new ones and remembers who is who; returns how many are new."""
        made = self.people.store(self.club, matches)
        met = {id(self.people.meant[seat.line]) for match in matches for seat in match.seats}
        fresh = {
            uuid: one.row
            for uuid, one in self.meant.items()
            if one is not None and id(one) in met and self.remembered.get(uuid) != one.row.pk
        }
        BgStatsPlayer.objects.filter(club=self.club, uuid__in=list(fresh)).delete()
        BgStatsPlayer.objects.bulk_create(
            [BgStatsPlayer(club=self.club, uuid=uuid, player=row) for uuid, row in fresh.items()]
        )
        return made
