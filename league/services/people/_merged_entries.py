"""Entries in a merge: those of one record follow; two in one event become one entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from league.core.enums import EntryState, MembershipKind, RoundEntryState
from league.models import (
    Entry,
    Event,
    FixtureAnswer,
    Membership,
    NoticeAddress,
    Player,
    RoundEntry,
    RoundsPlan,
    Seat,
    SeatScore,
)
from league.services.stored_rows import restore, stored
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.types import JSON

_STATES = (EntryState.REGISTERED, EntryState.DROPPED, EntryState.WAITING)
_COMBINED = (
    *("state", "is_guest", "is_filler", "joined_round", "dropped_round", "is_present", "wants_bye"),
    *("wishes", "fee_paid", "queue_number"),
)
_OWNED: dict[str, type[Any]] = {
    "seats": Seat,
    "scores": SeatScore,
    "rounds": RoundEntry,
    "answers": FixtureAnswer,
    "notice_addresses": NoticeAddress,
}


def move(kept: Player, gone: Player) -> dict[str, JSON]:
    """Gives the entries of ``gone`` to ``kept``; says which, for ``put_back``.

    What ``gone`` played as a guest of a club was played by a member, if ``kept`` was one that day.
    """
    moved: list[JSON] = []
    no_guests: list[JSON] = []
    memberships = list(Membership.objects.filter(player=kept, kind=MembershipKind.MEMBER))
    combined: list[JSON] = []
    mine = {row.event_id: row for row in Entry.objects.filter(player=kept)}
    theirs = Entry.objects.filter(player=gone).select_related("event__club")
    for row in theirs.order_by("pk"):
        if row.is_guest and not row.is_filler and _was_member(memberships, row.event):
            row.is_guest = False
            row.save(update_fields=["is_guest"])
            no_guests.append(row.pk)
        into = mine.get(row.event_id)
        if into is not None:
            combined.append(_combine(row, into))
        else:
            Entry.objects.filter(pk=row.pk).update(player=kept)
            moved.append(row.pk)
    return {"entries": moved, "combined": combined, "no_guests": no_guests}


def _was_member(memberships: Sequence[Membership], event: Event) -> bool:
    """Whether one of these memberships of the event's club covers its day."""
    day = wall_time.day_of(event.starts_at, wall_time.zone_of(event))
    return any(
        row.club_id == event.club_id
        and row.since <= day
        and (row.until is None or day <= row.until)
        for row in memberships
    )


def put_back(kept: Player, gone: Player, moved: dict[str, Any]) -> None:
    """Undoes ``move``: what the entries have got since then stays where it is."""
    Entry.objects.filter(pk__in=moved["entries"], player=kept).update(player=gone)
    for part in moved["combined"]:
        restore(part["row"])
        for name, model in _OWNED.items():
            rows = model.objects.filter(pk__in=part.get(name, []), entry=part["into"])
            rows.update(entry=part["row"]["pk"])
        for row in part["absent"]:
            restore(row)
        into = Entry.objects.filter(pk=part["into"]).first()
        if into is not None:
            now = _fields(into)
            for name in _COMBINED:  # what was changed since then stays
                if name in part["after"] and now[name] == part["after"][name]:
                    setattr(into, name, part["before"][name])
            into.is_guest = into.is_guest or into.is_filler
            into.save()
        _wish_again(part["near"])
        _plan_again(part.get("plans", []))
    Entry.objects.filter(pk__in=moved.get("no_guests", []), player=gone).update(is_guest=True)


def _combine(row: Entry, into: Entry) -> dict[str, JSON]:
    """All that hangs on ``row`` hangs on ``into`` afterwards, and ``row`` is no more."""
    part: dict[str, JSON] = {"row": stored(row), "into": into.pk, "before": _fields(into)}
    part["absent"] = _put_away_absences(row, into)
    for name, model in _OWNED.items():
        rows = model.objects.filter(entry=row).order_by("pk")
        part[name] = list(rows.values_list("pk", flat=True))
        model.objects.filter(entry=row).update(entry=into)
    part["near"] = _wish_for(into, row)
    part["plans"] = _plan_for(into, row)
    into.refresh_from_db(fields=["wishes"])
    state = min((row.state, into.state), key=lambda one: _STATES.index(EntryState(one)))
    ended = [each.dropped_round for each in (row, into) if each.dropped_round is not None]
    into.state = state
    into.dropped_round = max(ended) if state == EntryState.DROPPED and ended else None
    into.joined_round = min(row.joined_round, into.joined_round)
    into.is_guest = row.is_guest and into.is_guest
    into.is_filler = row.is_filler and into.is_filler
    into.is_present = row.is_present or into.is_present
    into.wants_bye = row.wants_bye or into.wants_bye
    into.fee_paid = row.fee_paid or into.fee_paid
    turns = [each.queue_number for each in (row, into) if each.queue_number is not None]
    into.queue_number = min(turns, default=None)
    into.offered_until = None
    into.wishes = into.wishes or row.wishes
    into.save()
    row.delete()
    part["after"] = _fields(into)
    return part


def _put_away_absences(row: Entry, into: Entry) -> list[JSON]:
    """Who was there under one number was not absent under the other."""
    absent = RoundEntry.objects.filter(state=RoundEntryState.ABSENT)
    theirs = absent.filter(
        entry=row, round__in=RoundEntry.objects.filter(entry=into).values("round")
    )
    found = [stored(one) for one in theirs]
    theirs.delete()
    mine = absent.filter(entry=into, round__in=RoundEntry.objects.filter(entry=row).values("round"))
    found += [stored(one) for one in mine]
    mine.delete()
    return list(found)


def _wish_for(into: Entry, row: Entry) -> list[JSON]:
    """Whoever wishes to sit near ``row`` wishes so of ``into``; what they wished and wish now."""
    found: list[JSON] = []
    others = Entry.objects.filter(event=row.event_id).exclude(wishes={}).exclude(pk=row.pk)
    for other in others.order_by("pk"):
        before = other.wishes.get("near", [])
        if row.pk not in before:
            continue
        after = sorted({into.pk if pk == row.pk else pk for pk in before} - {other.pk})
        _set_near(other, after)
        found.append({"entry": other.pk, "before": list(before), "after": list(after)})
    return found


def _plan_for(into: Entry, row: Entry) -> list[JSON]:
    """Plans of all rounds that name ``row`` name ``into``; what they said and say now.

    One that names both holds no longer by itself: there is one person less in the room.
    """
    found: list[JSON] = []
    for plan in RoundsPlan.objects.filter(stage__event=row.event_id, is_current=True):
        named = {
            pk for one in plan.rounds for table in (*one["tables"], one["out"]) for pk in table
        }
        if row.pk not in named or into.pk in named:
            continue
        before = plan.rounds
        plan.rounds = [
            {
                **one,
                "tables": [_renamed(table, row.pk, into.pk) for table in one["tables"]],
                "out": _renamed(one["out"], row.pk, into.pk),
            }
            for one in before
        ]
        plan.save(update_fields=["rounds"])
        found.append({"plan": plan.pk, "before": before, "after": plan.rounds})
    return found


def _renamed(entries: list[int], old: int, new: int) -> list[int]:
    return [new if pk == old else pk for pk in entries]


def _plan_again(plans: list[dict[str, Any]]) -> None:  # JSON, as ``_plan_for`` wrote it
    for part in plans:
        plan = RoundsPlan.objects.filter(pk=part["plan"]).first()
        if plan is not None and plan.rounds == part["after"]:
            plan.rounds = part["before"]
            plan.save(update_fields=["rounds"])


def _wish_again(near: list[dict[str, Any]]) -> None:  # JSON, as ``_wish_for`` wrote it
    for part in near:
        other = Entry.objects.filter(pk=part["entry"]).first()
        if other is not None and other.wishes.get("near", []) == part["after"]:
            _set_near(other, part["before"])


def _set_near(entry: Entry, near: list[int]) -> None:
    rest = {name: value for name, value in entry.wishes.items() if name != "near"}
    entry.wishes = {**rest, "near": near} if near else rest
    entry.save(update_fields=["wishes"])


def _fields(row: Entry) -> dict[str, JSON]:
    return {name: getattr(row, name) for name in _COMBINED}
