"""Two records that may be one person: who they could be, what a merge would do, what was done."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RecordState, RoundEntryState
from league.core.errors import LeagueError, Refused
from league.core.person_fields import FILL_GAPS
from league.lists import person
from league.models import (
    Account,
    Adjustment,
    Club,
    Entry,
    Membership,
    Merge,
    Player,
    RoundEntry,
    Season,
    Seat,
    SeatScore,
    Stage,
)
from league.queries.people import actor_names
from league.queries.people import players as known
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from league.core.actors import Actor

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Named:
    """A record with the name that tells it from its namesakes."""

    row: Player
    name: str


@dataclass(frozen=True, slots=True)
class Likely:
    """Two records with nearly one name and no birth years that differ."""

    first: Player
    second: Player
    names: tuple[str, str]
    is_same_name: bool

    @property
    def both(self) -> tuple[Named, Named]:
        return Named(self.first, self.names[0]), Named(self.second, self.names[1])


@dataclass(frozen=True, slots=True)
class Preview:
    """What merging ``gone`` into ``kept`` would do, and why it cannot be done, if so.

    ``kept_name`` and ``gone_name`` are told apart where equal. ``combined`` are events in which
    both records are entered.
    """

    kept: Player
    gone: Player
    kept_name: str
    gone_name: str
    entries: int
    matches: int
    adjustments: int
    memberships: tuple[Membership, ...]
    combined: tuple[str, ...]
    standings: tuple[str, ...]
    account: str  # "", "follows", "stays" or "loses"
    taken: tuple[str, ...]
    refusals: tuple[LeagueError, ...]

    @property
    def version(self) -> int:
        """The number of what is said here: another one as soon as anything of it is another.

        Where they cannot be made one, what would follow is not said: it may be another club's.
        """
        said: list[object] = [
            *((row.pk, row.version) for row in (self.kept, self.gone)),
            *((one.code, sorted(one.params.items())) for one in self.refusals),
        ]
        if not self.refusals:
            said += [self.entries, self.matches, self.adjustments, self.account]
            said += [self.taken, self.combined, self.standings]
            said += [(row.pk, row.version) for row in self.memberships]
        digest = hashlib.sha256(repr(said).encode()).digest()
        return 1 + int.from_bytes(digest[:8]) % 999_999_998


@dataclass(frozen=True, slots=True)
class Done:
    """A merge as the club's list shows it."""

    merge: Merge
    kept_name: str
    gone_name: str
    made_by: str
    may_undo: bool


def of_club(*, viewer: Actor, club: Club) -> tuple[Done, ...]:
    """The merges of a club's people, the latest first; for its admins."""
    if not permissions.can(viewer, Action.MERGE_PEOPLE, club):
        return ()
    rows = list(_of_club(club).select_related("kept", "gone").order_by("-id")[:MOST_SHOWN])
    people = {row.pk: row for merge in rows for row in (merge.kept, merge.gone)}
    shown = names.shown(people.values(), club, full=True)
    makers = actor_names.of_keys((row.made_by for row in rows), club)
    return tuple(
        Done(
            merge=row,
            kept_name=shown[row.kept_id].name,
            gone_name=shown[row.gone_id].name,
            made_by=makers[row.made_by],
            may_undo=row.undone_at is None and later_than(row) is None,
        )
        for row in rows
    )


def by_id(*, viewer: Actor, club: Club, merge_id: int) -> Merge | None:
    """A merge of the club's people, for its admins."""
    if not permissions.can(viewer, Action.MERGE_PEOPLE, club):
        return None
    return _of_club(club).filter(pk=merge_id).select_related("kept", "gone").first()


def _of_club(club: Club) -> QuerySet[Merge]:
    """Merges into the club's people, and those into records that were merged in their turn."""
    own = Merge.objects.filter(kept__in=known.known(club))
    found = set(own.values_list("pk", flat=True))
    last = found
    while last:
        gone = Merge.objects.filter(pk__in=last).values("gone")
        rows = Merge.objects.filter(kept__in=gone).values_list("pk", flat=True)
        last = set(rows) - found
        found |= last
    return Merge.objects.filter(pk__in=found)


def later_than(merge: Merge) -> Merge | None:
    """A later merge of one of these two that has to be taken back first."""
    both = [merge.kept_id, merge.gone_id]
    later = Merge.objects.filter(pk__gt=merge.pk, undone_at__isnull=True)
    return (later.filter(kept__in=both) | later.filter(gone__in=both)).order_by("-id").first()


def clubs_of(*people: Player) -> list[Club]:
    """Every club that has met one of them, in the order in which clubs are locked."""
    met = Club.objects.filter(memberships__player__in=people)
    met |= Club.objects.filter(events__entries__player__in=people)
    met |= Club.objects.filter(seasons__adjustments__player__in=people)
    return list(met.distinct().order_by("pk"))


# --- who could be one person ----------------------------------------------------------------


def likely(*, viewer: Actor, club: Club) -> tuple[Likely, ...]:
    """Pairs of the club's people that may be one person, the likeliest first.

    Those who met at one table are two people for certain, whatever their names.
    """
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return ()
    people = {row.pk: row for row in known.known(club).filter(erased_at__isnull=True)}
    found = [
        (people[one], people[other])
        for one, other in _near(people.values())
        if person.years_agree(people[one].birth_year, people[other].birth_year)
    ]
    met = _met([row.pk for pair in found for row in pair])
    found = [pair for pair in found if frozenset(row.pk for row in pair) not in met]
    shown = names.shown({row.pk: row for pair in found for row in pair}.values(), club, full=True)
    rows = [
        Likely(
            first=one,
            second=other,
            names=(shown[one.pk].name, shown[other.pk].name),
            is_same_name=person.is_same_name(one.name, other.name),
        )
        for one, other in found
    ]
    rows.sort(key=lambda row: (not row.is_same_name, row.first.sort_key, row.first.pk))
    return tuple(rows[:MOST_SHOWN])


def _near(people: Iterable[Player]) -> list[tuple[int, int]]:
    """Pairs of near names, smaller number first; only names with something in common are held
    against each other."""
    groups: dict[tuple[str, ...], set[int]] = defaultdict(set)
    by_id = {row.pk: row.name for row in people}
    for pk, name in by_id.items():
        key = names.fold(name)
        words = key.split(" ")
        groups["whole", key].add(pk)
        groups["words", *sorted(words)].add(pk)
        groups["ends", words[0], words[-1]].add(pk)
        for at in range(len(key)):  # a letter more, less or other leaves one of these alike
            groups["whole", key[:at] + key[at + 1 :]].add(pk)
    found: set[tuple[int, int]] = set()
    for group in groups.values():
        found.update(combinations(sorted(group), 2))
    return sorted(pair for pair in found if person.is_near_name(by_id[pair[0]], by_id[pair[1]]))


def _met(people: Sequence[int]) -> set[frozenset[int]]:
    """Which of these people sat at one table."""
    tables: dict[int, set[int]] = defaultdict(set)
    rows = Seat.objects.filter(entry__player__in=set(people), table__isnull=False)
    for table, player in rows.values_list("table", "entry__player"):
        tables[table].add(player)
    return {
        frozenset(pair)
        for group in tables.values()
        if len(group) > 1
        for pair in combinations(group, 2)
    }


# --- what a merge would do ------------------------------------------------------------------


def preview(*, viewer: Actor, club: Club, kept: Player, gone: Player) -> Preview | None:
    """What would follow; ``None`` for those who may not merge people of the club.

    Nothing is told either of anybody whom the club does not know.
    """
    both = {kept.pk, gone.pk}
    if not permissions.can(viewer, Action.MERGE_PEOPLE, club):
        return None
    if known.known(club).filter(pk__in=both).count() < len(both):
        return None
    shown = names.shown({row.pk: row for row in (kept, gone)}.values(), club, full=True)
    mine = Entry.objects.filter(player=gone, event__removed_at__isnull=True)
    mine = mine.select_related("event")
    shared = set(Entry.objects.filter(player=kept).values_list("event", flat=True))
    return Preview(
        kept=kept,
        gone=gone,
        kept_name=shown[kept.pk].name,
        gone_name=shown[gone.pk].name,
        entries=mine.count(),
        matches=SeatScore.objects.filter(
            entry__player=gone, record__state=RecordState.CONFIRMED
        ).count(),
        adjustments=Adjustment.objects.filter(player=gone).count(),
        memberships=tuple(Membership.objects.filter(player=gone).select_related("club")),
        combined=tuple(row.event.name for row in mine if row.event_id in shared),
        standings=_standings(gone),
        account=account_follows(kept, gone),
        taken=taken_over(kept, gone),
        refusals=refusals(viewer, club, kept, gone),
    )


def _standings(gone: Player) -> tuple[str, ...]:
    seasons = Season.objects.filter(events__entries__player=gone)
    seasons |= Season.objects.filter(adjustments__player=gone)
    events = (
        Stage.objects.filter(event__entries__player=gone, event__season__isnull=True)
        .filter(event__removed_at__isnull=True)
        .order_by("event__starts_at")
        .values_list("event__name", flat=True)
    )
    found = [
        *seasons.filter(removed_at__isnull=True)
        .distinct()
        .order_by("starts_on", "pk")
        .values_list("name", flat=True),
        *events,
    ]
    return tuple(dict.fromkeys(found))


def account_follows(kept: Player, gone: Player) -> str:
    """What becomes of accounts: the one of ``gone`` follows, stays alone, or there is none."""
    if not Account.objects.filter(player=gone).exists():
        return ""
    return "loses" if Account.objects.filter(player=kept).exists() else "follows"


def taken_over(kept: Player, gone: Player) -> tuple[str, ...]:
    """The fields that ``kept`` leaves open and ``gone`` fills; parts of a name only together."""
    names_of = [field.name for field in FILL_GAPS]
    found = [name for name in names_of if not getattr(kept, name) and getattr(gone, name)]
    if kept.given or kept.family or not person.is_same_name(kept.name, gone.name):
        found = [name for name in found if name not in {"given", "family"}]
    return tuple(found)


def refusals(
    viewer: Actor, club: Club, kept: Player, gone: Player, *, claimed: bool = False
) -> tuple[LeagueError, ...]:
    """Every reason why these two cannot be made one; empty when they can.

    Args:
        claimed: ``kept`` themselves say to be ``gone``: then only the clubs of ``gone`` matter.
    """
    if kept.pk == gone.pk:
        return (Refused("merge_with_oneself", field="gone"),)
    found: list[LeagueError] = []
    for row, field in ((kept, "kept"), (gone, "gone")):
        must_be_known = row.pk == gone.pk or not claimed
        if must_be_known and not known.known(club).filter(pk=row.pk).exists():
            found.append(Refused("merge_not_of_club", field=field))
        elif row.erased_at is not None:
            found.append(Refused("merge_erased", field=field, name=row.name))
    if found:
        return tuple(found)
    clubs = clubs_of(gone) if claimed else clubs_of(kept, gone)
    if any(not permissions.can(viewer, Action.MERGE_PEOPLE, each) for each in clubs):
        return (Refused("merge_other_club", field="gone"),)
    return tuple(together(kept, gone))


def together(kept: Player, gone: Player) -> list[Refused]:
    """Where these two were two people at once: at one table, or in one round."""
    mine = dict(Entry.objects.filter(player=kept).values_list("event", "pk"))
    found: list[Refused] = []
    theirs = Entry.objects.filter(player=gone, event__in=list(mine)).select_related("event__club")
    for other in theirs.order_by("event__starts_at", "event_id"):
        one = mine[other.event_id]
        reason = _at_one_table(one, other) or _in_one_round(one, other)
        if reason is not None:
            found.append(reason)
        elif EntryState.DISQUALIFIED in {
            other.state,
            Entry.objects.values_list("state", flat=True).get(pk=one),
        }:
            found.append(Refused("merge_disqualified", field="gone", **_where(other)))
    return found


def _at_one_table(one: int, other: Entry) -> Refused | None:
    tables = Seat.objects.filter(entry=one, table__isnull=False).values("table")
    seat = (
        Seat.objects.filter(entry=other, table__in=tables)
        .select_related("table", "seating__round")
        .first()
    )
    if seat is not None and seat.table is not None:
        return Refused(
            "merge_same_table",
            field="gone",
            **_where(other),
            round=seat.seating.round.number,
            table=seat.table.number,
        )
    records = SeatScore.objects.filter(entry=one).values("record")
    score = (
        SeatScore.objects.filter(entry=other, record__in=records)
        .select_related("record__table__seating__round")
        .first()
    )
    if score is None:
        return None
    table = score.record.table
    return Refused(
        "merge_same_table",
        field="gone",
        **_where(other),
        round=table.seating.round.number,
        table=table.number,
    )


def _in_one_round(one: int, other: Entry) -> Refused | None:
    timed = Seat.objects.filter(is_rolling=False, is_fixture=False)
    plans = timed.filter(entry=one).values("seating")
    seat = timed.filter(entry=other, seating__in=plans).select_related("seating__round").first()
    if seat is not None:
        return _same_round(other, seat.seating.round.number)
    if Seat.objects.filter(entry=one, is_rolling=True, is_open=True).exists():
        open_seat = (
            Seat.objects.filter(entry=other, is_rolling=True, is_open=True)
            .select_related("seating__round")
            .first()
        )
        if open_seat is not None:
            return _same_round(other, open_seat.seating.round.number)
    there = RoundEntry.objects.exclude(state=RoundEntryState.ABSENT)
    row = (
        there.filter(entry=other, round__in=there.filter(entry=one).values("round"))
        .select_related("round")
        .first()
    )
    return None if row is None else _same_round(other, row.round.number)


def _same_round(other: Entry, number: int) -> Refused:
    return Refused("merge_same_round", field="gone", **_where(other), round=number)


def _where(entry: Entry) -> dict[str, str]:
    """The event and its day: evenings may all bear one name."""
    event = entry.event
    day = wall_time.day_of(event.starts_at, wall_time.zone_of(event))
    return {"event": event.name, "day": day.isoformat()}
