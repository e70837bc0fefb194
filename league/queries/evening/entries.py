"""The roll call: who is expected, who is here, and which tables that makes."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import F, QuerySet
from django.utils.translation import gettext, ngettext

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, MembershipKind, RoundState
from league.core.errors import NotFound
from league.models import Entry, Event, Membership, Player, Qualifier, Round, Stage
from league.queries.evening import sign_up_mail
from league.queries.seating import seating_fields
from league.seating.split import check_field, fewest_byes, table_splits
from league.seating.texts import WAYS_OUT
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.actors import Actor
    from league.models import Ruleset
    from league.queries.evening.sign_up_mail import Given
    from league.seating.split import Impossible, WaysOut
    from league.seating.types import Field, Split


@dataclass(frozen=True, slots=True)
class RollRow:
    """One entry at the roll call; ``is_held``: its address is not confirmed yet."""

    entry_id: int
    player_id: int
    name: str
    sort_key: str
    state: EntryState
    is_present: bool
    is_guest: bool
    wants_bye: bool
    joined_round: int
    dropped_round: int | None
    offered_until: datetime | None = None
    is_filler: bool = False
    fee_paid: bool = False
    email: str = ""
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody of the club who has no entry yet."""

    player_id: int
    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Roll:
    """Everybody the desk may meet tonight, each list in the order of names."""

    rows: tuple[RollRow, ...]
    waiting: tuple[RollRow, ...]
    gone: tuple[RollRow, ...]
    candidates: tuple[Candidate, ...]
    capacity: int | None

    def among(self, entries: frozenset[int] | None) -> Roll:
        """The roll of a stage to which only these go on; the whole one for None."""
        if entries is None:
            return self
        rows = tuple(row for row in self.rows if row.entry_id in entries)
        return replace(self, rows=rows, waiting=(), candidates=(), capacity=None)

    @property
    def present(self) -> int:
        return sum(row.is_present for row in self.rows)

    @property
    def fillers(self) -> int:
        """How many of those present are the house's."""
        return sum(row.is_present and row.is_filler for row in self.rows)

    @property
    def unpaid(self) -> tuple[RollRow, ...]:
        """Who has a place and has not paid; the house's people pay nothing."""
        return tuple(row for row in self.rows if not row.fee_paid and not row.is_filler)

    @property
    def byes_asked(self) -> int:
        return sum(row.is_present and row.wants_bye for row in self.rows)

    @property
    def members_missing(self) -> int:
        """How many members have no entry."""
        return sum(not row.is_guest for row in self.candidates)

    @property
    def is_full(self) -> bool:
        return self.capacity is not None and len(self.rows) >= self.capacity


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Another way to seat (or another head-count), with a word about it."""

    text: str
    note: str
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game that this stage offers: the sizes it seats here, how many copies the club owns (None:
    plenty), and how many of the best plan's tables play it.
    """

    title: str
    low: int
    high: int
    copies: int | None
    tables: int


@dataclass(frozen=True, slots=True)
class HeadCount:
    """The tables that so many people make; no ``plan`` where they cannot all be seated.

    ``can_draw``: they can, or some of them while the others sit out.
    """

    count: int
    plan: str
    note: str
    alternatives: tuple[PlanLine, ...]
    around: tuple[PlanLine, ...]
    games: tuple[GameLine, ...]
    can_draw: bool


def roll(viewer: Actor, event: Event) -> Roll:
    """The roll of an event, for those who may call it."""
    permissions.require(viewer, Action.CALL_ROLL, event)
    entries = list(Entry.objects.filter(event=event).select_related("player").order_by("pk"))
    entered = {row.player_id for row in entries}
    memberships = Membership.objects.filter(club=event.club_id, until__isnull=True).select_related(
        "player"
    )
    others = [row.player for row in memberships if row.player_id not in entered]
    guests = {row.player_id for row in memberships if row.kind == MembershipKind.GUEST}
    players: list[Player] = [row.player for row in entries] + others
    shown = names.shown(players, event.club, full=True)
    given = sign_up_mail.given(viewer, event)
    rows = sorted(
        (_row(row, shown[row.player_id], given.get(row.pk)) for row in entries),
        key=lambda row: (row.sort_key, row.entry_id),
    )
    candidates = sorted(others, key=lambda row: (shown[row.pk].sort_key, row.pk))
    return Roll(
        rows=tuple(row for row in rows if row.state == EntryState.REGISTERED),
        waiting=tuple(_row(row, shown[row.player_id], given.get(row.pk)) for row in queue(event)),
        gone=tuple(
            row for row in rows if row.state in {EntryState.DROPPED, EntryState.DISQUALIFIED}
        ),
        candidates=tuple(
            Candidate(row.pk, shown[row.pk].name, row.pk in guests) for row in candidates
        ),
        capacity=event.capacity,
    )


def _row(entry: Entry, shown: names.Shown, given: Given | None) -> RollRow:
    return RollRow(
        entry_id=entry.pk,
        player_id=entry.player_id,
        name=shown.name,
        sort_key=shown.sort_key,
        state=EntryState(entry.state),
        is_present=entry.is_present,
        is_guest=entry.is_guest,
        wants_bye=entry.wants_bye,
        joined_round=entry.joined_round,
        dropped_round=entry.dropped_round,
        offered_until=entry.offered_until,
        is_filler=entry.is_filler,
        fee_paid=entry.fee_paid,
        email=given.address if given else "",
        is_held=entry.held_until is not None and given is not None and not given.is_confirmed,
    )


def entry(viewer: Actor, event: Event, entry_id: int) -> Entry:
    """An entry of this event; NotFound for one of another."""
    row = (
        permissions.visible(Entry.objects.filter(pk=entry_id, event=event), viewer)
        .select_related("player", "event__club")
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def candidate(viewer: Actor, event: Event, player_id: int) -> Player:
    """Somebody of the club who may be entered by the desk."""
    permissions.require(viewer, Action.CALL_ROLL, event)
    row = Player.objects.filter(pk=player_id, memberships__club=event.club_id).distinct().first()
    if row is None:
        raise NotFound("not_found")
    return row


def places_taken(event: Event) -> int:
    """How many of the event's places are taken; who declined a season's final leaves theirs."""
    declined = Qualifier.objects.filter(
        stage__event=event, stage__source_season__isnull=False, declined=True
    )
    entered = Entry.objects.filter(event=event, state=EntryState.REGISTERED)
    return entered.exclude(pk__in=declined.values("entry")).count()


def places_held(event: Event, *, but: Entry | None = None) -> int:
    """How many places nobody else can have: those taken, and those offered (``but`` to one)."""
    offers = queue(event).filter(offered_until__isnull=False)
    if but is not None:
        offers = offers.exclude(pk=but.pk)
    return places_taken(event) + offers.count()


def is_full(event: Event, *, but: Entry | None = None) -> bool:
    """Whether whoever comes now waits; ``but`` is who may have the place offered to them."""
    return event.capacity is not None and places_held(event, but=but) >= event.capacity


def queue(event: Event) -> QuerySet[Entry]:
    """Who waits for a place, in the order of their turn."""
    rows = Entry.objects.filter(event=event, state=EntryState.WAITING).select_related("player")
    return rows.order_by(F("queue_number").asc(nulls_last=True), "pk")


def turns(event: Event) -> dict[int, int]:
    """The number in the queue of each entry that waits, from 1."""
    ids = queue(event).values_list("pk", flat=True)
    return {pk: number for number, pk in enumerate(ids, start=1)}


def next_round_number(event: Event) -> int:
    """The number of the next timed round that is not yet published (1 in open play)."""
    last = (
        Round.objects.filter(stage__event=event, is_rolling=False)
        .exclude(state=RoundState.DRAFT)
        .order_by("-stage__number", "-number")
        .first()
    )
    return last.number + 1 if last else 1


# --- head-count -------------------------------------------------------------------------


def head_count(stage: Stage, count: int) -> HeadCount:
    """The best tables for ``count`` people, what else would do, and what two more would change."""
    rulesets = seating_fields.rulesets_of(stage)
    field = seating_fields.planning_field(stage, seating_fields.offered(stage, rulesets))
    found = table_splits(count, field, keep=4) if count else ()
    games = _games(found[0] if found else None, rulesets, field)
    around = tuple(
        PlanLine(text=_around(other, field), note=_people(other))
        for other in (count - 2, count - 1, count + 1, count + 2)
        if other >= 2 and count
    )
    if not found:
        fault = check_field(count, field) if count else None
        can_draw = fault is not None and bool(fault.ways_out.byes)
        note = _impossible(count, fault) if count else ""
        return HeadCount(count, "", note, (), around, games, can_draw)
    best = found[0]
    return HeadCount(
        count=count,
        plan=sizes_text(best.sizes),
        note="",
        alternatives=tuple(
            PlanLine(sizes_text(row.sizes), _why_not(row, best, field), row.sizes)
            for row in found[1:]
        ),
        around=around,
        games=games,
        can_draw=True,
    )


def seats_note(stage: Stage, count: int, *, is_new: bool = False) -> str:
    """Why the games of a stage cannot seat so many people, and what would help; else empty.

    ``is_new``: it is to be a stage like this one, with one table of any size where they fit at one.
    """
    if is_new and count <= stage.ruleset.seats_max:
        stage = copy.copy(stage)
        stage.size_preferred, stage.size_min, stage.size_max = count, None, None
    found = head_count(stage, count)
    return "" if found.plan else found.note


def sizes_text(sizes: tuple[int, ...] | list[int]) -> str:
    return " + ".join(str(size) for size in sizes)


def _around(count: int, field: Field) -> str:
    found = table_splits(count, field, keep=1)
    if found:
        return sizes_text(found[0].sizes)
    byes = fewest_byes(count, field)
    if byes is None:
        return gettext("no tables")
    return ngettext("%(n)s bye", "%(n)s byes", byes) % {"n": byes}


def _people(count: int) -> str:
    return ngettext("with %(n)s player", "with %(n)s players", count) % {"n": count}


def _why_not(split: Split, best: Split, field: Field) -> str:
    """What is worse about another split than about the best one: tables of unusual size."""
    more = _unusual(split, field) - _unusual(best, field)
    # a club may price its sizes so that the usual one is not the cheapest
    more = more or Counter(split.sizes) - Counter(best.sizes)
    return ", ".join(
        ngettext("%(n)s more table of %(size)s", "%(n)s more tables of %(size)s", count)
        % {"n": count, "size": size}
        for size, count in sorted(more.items(), reverse=True)
    )


def _unusual(split: Split, field: Field) -> Counter[int]:
    """How many tables of each size have not the size that their game likes best."""
    tables = zip(split.sizes, split.rulesets, strict=True)
    return Counter(size for size, ruleset in tables if size != field.usual_size(ruleset))


def _games(best: Split | None, rulesets: Iterable[Ruleset], field: Field) -> tuple[GameLine, ...]:
    boxes = {row.pk: row.club_game for row in rulesets}
    chosen = best.rulesets if best is not None else ()
    if best is not None and not chosen and len(field.games) == 1:
        chosen = (field.games[0].ruleset,) * len(best.sizes)
    return tuple(
        GameLine(
            title=boxes[game.ruleset].title,
            low=game.low,
            high=game.high,
            copies=game.copies,
            tables=sum(ruleset == game.ruleset for ruleset in chosen),
        )
        for game in field.games
    )


def _impossible(count: int, found: Impossible | None) -> str:
    """Why no tables can be made, and what would help."""
    if found is None:
        return gettext("No game has been chosen for this round.")
    near = gettext(" or ").join(str(number) for number in found.ways_out.near)
    if found.ways_out.byes:
        told = ngettext(
            "%(count)s players don't fill the tables: %(byes)s sits out (%(near)s would fit).",
            "%(count)s players don't fill the tables: %(byes)s sit out (%(near)s would fit).",
            found.ways_out.byes,
        ) % {"count": count, "byes": found.ways_out.byes, "near": near}
    else:
        told = gettext("%(count)s players don't fill the tables (%(near)s would fit).") % {
            "count": count,
            "near": near,
        }
    return " ".join([told, *_other_ways(found.ways_out)])


def _other_ways(ways: WaysOut) -> list[str]:
    told = []
    if ways.wider:
        low, high = ways.wider[0]
        told.append(gettext(WAYS_OUT["wider"]) % {"low": low, "high": high})
    if ways.staggered:
        rounds, games = ways.staggered
        told.append(gettext(WAYS_OUT["staggered"]) % {"rounds": rounds, "games": games})
    return told
