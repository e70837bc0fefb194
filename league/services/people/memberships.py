"""Where people belong: memberships of a club, and the guests' evenings that follow them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import MembershipKind
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Club, Entry, Membership, Player, Season, Stage
from league.queries.people import guest_evenings
from league.queries.people import players as known
from league.times import days, wall_time

if TYPE_CHECKING:
    from collections.abc import Iterable


def start(
    *,
    by: Actor,
    club: Club,
    player: Player,
    kind: str = MembershipKind.MEMBER,
    member_no: str = "",
    since: date | None = None,
) -> Membership:
    """Takes a person into the club: one it has met, or one of another club of the actor's.

    What they played as a guest since then counts as a member's.

    Raises:
        Refused: ``membership_exists``, ``member_no_taken``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    if not known.may_join(by, club, player):
        raise NotFound("not_a_player_of_club")
    days.require("since", since)
    with transaction.atomic():
        journal.lock_club(club.pk)
        if Membership.objects.filter(club=club, player=player, until__isnull=True).exists():
            raise Refused("membership_exists", field="player", name=player.name)
        number = person.text(member_no, "member_no", person.MEMBER_NO_MOST)
        refuse_taken_number(club, number)
        after = guest_evenings.Span(kind_of(kind), since or wall_time.today(club))
        turned = guest_evenings.turned(club, player, after)
        row = Membership.objects.create(
            club=club, player=player, kind=after.kind, member_no=number, since=after.since
        )
        _log_membership(Fact.MEMBERSHIP_STARTED, by, row, called_anew=bool(number))
        turn(by, turned)
    return row


def change(
    *,
    by: Actor,
    membership: Membership,
    expected_version: int,
    kind: str | None = None,
    member_no: str | None = None,
    since: date | None = None,
) -> Membership:
    """Corrects kind, number or first day of an open membership.

    What was played on the days that become a member's counts as a member's, and back.

    Raises:
        Refused: ``membership_ended``, ``member_no_taken``.
        Conflict: ``changed_meanwhile`` when somebody saved since ``expected_version``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, membership.club)
    with transaction.atomic():
        club = journal.lock_club(membership.club_id)
        row = Membership.objects.select_related("club", "player").get(pk=membership.pk)
        _check_open(row, expected_version)
        before = (row.kind, row.member_no, row.since)
        if kind is not None:
            row.kind = kind_of(kind)
        if member_no is not None:
            row.member_no = person.text(member_no, "member_no", person.MEMBER_NO_MOST)
            refuse_taken_number(club, row.member_no, without=row)
        if since is not None:
            days.require("since", since)
            row.since = since
        if (row.kind, row.member_no, row.since) != before:
            after = guest_evenings.Span(kind_of(row.kind), row.since)
            turned = guest_evenings.turned(club, row.player, after, of=_stored(row))
            row.version += 1
            row.save()
            _log_membership(
                Fact.MEMBERSHIP_CHANGED, by, row, called_anew=row.member_no != before[1]
            )
            turn(by, turned)
    return row


def end(
    *, by: Actor, membership: Membership, expected_version: int, on: date | None = None
) -> Membership:
    """Ends a membership with day ``on`` (today), the own one too. Entries and results stay.

    Raises:
        Refused: ``membership_ended``.
        Conflict: ``changed_meanwhile`` when somebody saved since ``expected_version``.
        BadInput: ``ends_before_start``.
    """
    if by.player_id != membership.player_id or by.account_id is None:
        permissions.require(by, Action.MANAGE_PEOPLE, membership.club)
    days.require("on", on)
    with transaction.atomic():
        club = journal.lock_club(membership.club_id)
        row = Membership.objects.select_related("club", "player").get(pk=membership.pk)
        _check_open(row, expected_version)
        last = on or wall_time.today(club)
        if last < row.since:
            raise BadInput("ends_before_start", field="on")
        row.until = last
        row.version += 1
        row.save(update_fields=["until", "version"])
        _log_membership(Fact.MEMBERSHIP_ENDED, by, row, called_anew=bool(row.member_no))
    return row


def _stored(row: Membership) -> Membership:
    return Membership.objects.get(pk=row.pk)


def turn(by: Actor, turned: Iterable[guest_evenings.Turned]) -> None:
    """Entries of guests become a member's, or back; the tables of their evenings follow."""
    for one in turned:
        event = one.event
        Entry.objects.filter(pk=one.entry.pk).update(is_guest=one.is_guest)
        journal.append(
            Fact.ENTRY_CHANGED,
            by=by,
            event=event,
            payload={
                "entry": one.entry.pk,
                "player": one.entry.player_id,
                "is_guest": one.is_guest,
            },
            stale_stages=list(event.stages.values_list("pk", flat=True)),
            stale_seasons=[event.season_id] if event.season_id else [],
        )


def _check_open(row: Membership, expected_version: int) -> None:
    if row.until is not None:
        raise Refused("membership_ended")
    if row.version != expected_version:
        raise Conflict("changed_meanwhile")


def kind_of(kind: str) -> MembershipKind:
    if kind not in MembershipKind.values:
        raise BadInput("bad_choice", field="kind", value=kind[:40])
    return MembershipKind(kind)


def refuse_taken_number(club: Club, number: str, *, without: Membership | None = None) -> None:
    if not number:
        return
    holders = Membership.objects.filter(club=club, member_no=number, until__isnull=True)
    if without is not None:
        holders = holders.exclude(pk=without.pk)
    holder = holders.select_related("player").first()
    if holder is not None:
        raise Refused("member_no_taken", field="member_no", value=number, name=holder.player.name)


def _log_membership(fact: Fact, by: Actor, row: Membership, *, called_anew: bool = False) -> None:
    """``called_anew``: the number, which tells namesakes apart, is not what it was."""
    anew = called_anew and known.has_namesake(row.club, row.player)
    stages, seasons = counted_in(row.club, [row.player_id]) if anew else ([], [])
    journal.append(
        fact,
        by=by,
        club=row.club,
        payload={
            "player": row.player_id,
            "membership": row.pk,
            "kind": row.kind,
            "since": row.since.isoformat(),
            "until": row.until.isoformat() if row.until else None,
        },
        stale_stages=stages,
        stale_seasons=seasons,
    )


def counted_in(club: Club, people: Sequence[int]) -> tuple[list[int], list[int]]:
    """The stages and seasons of a club in whose tables these players stand."""
    stages = Stage.objects.filter(event__club=club, event__entries__player__in=people)
    seasons = Season.objects.filter(club=club, events__entries__player__in=people)
    return (
        list(stages.distinct().values_list("pk", flat=True)),
        list(seasons.distinct().values_list("pk", flat=True)),
    )
