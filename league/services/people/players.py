"""People and where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Unpack, cast

from django.db import transaction
from django.utils import timezone

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import MembershipKind, NameLevel
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.core.person_fields import FROM_START, OF_PLAYER, PUBLIC_NAME
from league.lists import person
from league.models import Apart, Club, Entry, Event, FormerName, Membership, Player, Season, Stage
from league.queries.people import guest_evenings
from league.queries.people import players as known
from league.times import days, wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.types import JSON
    from league.core.person_fields import Changes, Listed, Written

_WRITTEN = [field.name for field in FROM_START if not field.of_membership]


def add(
    *,
    by: Actor,
    club: Club,
    kind: str = MembershipKind.MEMBER,
    since: date | None = None,
    allow_similar: bool = False,
    at: Event | None = None,
    **written: Unpack[Listed],
) -> Player:
    """Writes down a new person with a membership in ``club`` from ``since`` (today) on.

    Args:
        allow_similar: adds although somebody of the same or nearly the same name is known.
        at: an event of the club whose own organizer adds a walk-in guest; guests only.

    Raises:
        BadInputs: every fault, each with its field.
        Refused: ``similar_player``, ``member_no_taken``.
    """
    if at is not None and at.club_id == club.pk and kind == MembershipKind.GUEST:
        permissions.require(by, Action.MANAGE_PEOPLE, at)
    else:
        permissions.require(by, Action.MANAGE_PEOPLE, club)
    days.require("since", since)
    with transaction.atomic():
        lock(club)
        new = person.checked(today=wall_time.today(club), **written)
        chosen = _kind(kind)
        _refuse_taken_number(club, new.member_no)
        if not allow_similar:
            _refuse_similar(club, new)
        player = write(new)
        row = Membership.objects.create(
            club=club,
            player=player,
            kind=chosen,
            member_no=new.member_no,
            since=since or wall_time.today(club),
        )
        journal.append(
            Fact.PLAYER_ADDED,
            by=by,
            club=club,
            payload={"player": player.pk, "membership": row.pk, "kind": chosen.value},
        )
    return player


def write(new: person.Person) -> Player:
    """The row of a checked person; journal and membership are the caller's."""
    player = row_of(new)
    player.save()
    return player


def row_of(new: person.Person) -> Player:
    """A row not yet stored."""
    row = Player()
    _take(row, new)
    return row


def _take(row: Player, new: person.Person) -> None:
    for name in _WRITTEN:
        setattr(row, name, getattr(new, name))
    row.search_key, row.sort_key = new.search_key, new.sort_key


def change(
    *,
    by: Actor,
    player: Player,
    expected_version: int,
    parents_word: bool = False,
    **fields: Unpack[Changes],
) -> Player:
    """Changes what is written down about a person; standings that show the name follow.

    Args:
        parents_word: a parent has agreed that the public sees more of a minor's name.

    Raises:
        Refused: ``minor_stays_unnamed``: a minor's name is widened by an organizer alone.
        NotAllowed: for a field that ``queries.players.editable`` does not offer to ``by``.
        Conflict: ``changed_meanwhile`` when somebody saved since ``expected_version``.
        BadInput: ``parents_word_missing``.
        BadInputs: every fault, each with its field.
    """
    allowed = known.editable(viewer=by, player=player)
    if not allowed or not set(fields) <= allowed:
        if not permissions.can_see(by, player):
            raise NotFound("not_found")
        raise NotAllowed("not_allowed", action="edit_profile")
    with transaction.atomic():
        # Clubs first, as everybody does; and the player not against entries that point here:
        # who writes them may hold a club that has met the person only just now.
        list(Club.objects.select_for_update().filter(pk__in=_clubs_of(player)).order_by("pk"))
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if row.version != expected_version:
            raise Conflict("changed_meanwhile")
        before = _data(row)
        merged: Changes = {**before, **fields}
        level = merged["name_level"]
        if level and level not in NameLevel.values:
            raise BadInput("bad_choice", field="name_level", value=level[:40])
        if merged["name"] == before["name"]:
            parts = (before["given"], before["family"])
            if " ".join(parts).strip() == before["name"]:
                merged["name"] = ""  # the name follows the parts it was made of
        new = person.checked(today=timezone.now().date(), **_written(merged))
        _take(row, new)
        # An organizer who unticks "minor" knows better than the year.
        by_year = "birth_year" in fields and "is_minor" not in fields
        row.is_minor = new.is_minor if by_year else merged["is_minor"]
        row.name_level = level
        after = _data(row)
        changed = sorted(key for key, value in after.items() if before.get(key) != value)
        if not changed:
            return row
        widened = _widened(before, after)
        if widened and not known.speaks_for(by, row):
            raise Refused("minor_stays_unnamed", field=widened)
        if widened and not parents_word:
            raise BadInput("parents_word_missing", field="parents_word")
        row.version += 1
        row.save()
        former = _note_former(row, before["name"])
        _log_everywhere(by, row, changed, former, parents_word=bool(widened))
    return row


def _widened(before: Changes, after: Changes) -> str:
    """The field by which the public would see more of a minor's name; empty where it does not."""
    if not (before["is_minor"] and after["is_minor"]):
        return ""
    levels = list(NameLevel)  # from the whole name to none of it
    was, now = (each["name_level"] or NameLevel.NICKNAME for each in (before, after))
    if levels.index(NameLevel(now)) < levels.index(NameLevel(was)):
        return "name_level"
    family = names.fold(after["family"] or after["name"].partition(" ")[2])
    told = after["nickname"] != before["nickname"] and family in names.fold(after["nickname"])
    if family and told:
        return "nickname"
    return ""


def start_membership(
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
        lock(club)
        if Membership.objects.filter(club=club, player=player, until__isnull=True).exists():
            raise Refused("membership_exists", field="player", name=player.name)
        number = person.text(member_no, "member_no", person.MEMBER_NO_MOST)
        _refuse_taken_number(club, number)
        after = guest_evenings.Span(_kind(kind), since or wall_time.today(club))
        turned = guest_evenings.turned(club, player, after)
        row = Membership.objects.create(
            club=club, player=player, kind=after.kind, member_no=number, since=after.since
        )
        _log_membership(Fact.MEMBERSHIP_STARTED, by, row, called_anew=bool(number))
        turn(by, turned)
    return row


def change_membership(
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
        club = lock(membership.club)
        row = Membership.objects.select_related("club", "player").get(pk=membership.pk)
        _check_open(row, expected_version)
        before = (row.kind, row.member_no, row.since)
        if kind is not None:
            row.kind = _kind(kind)
        if member_no is not None:
            row.member_no = person.text(member_no, "member_no", person.MEMBER_NO_MOST)
            _refuse_taken_number(club, row.member_no, without=row)
        if since is not None:
            days.require("since", since)
            row.since = since
        if (row.kind, row.member_no, row.since) != before:
            after = guest_evenings.Span(_kind(row.kind), row.since)
            turned = guest_evenings.turned(club, row.player, after, of=_stored(row))
            row.version += 1
            row.save()
            _log_membership(
                Fact.MEMBERSHIP_CHANGED, by, row, called_anew=row.member_no != before[1]
            )
            turn(by, turned)
    return row


def end_membership(
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
        club = lock(membership.club)
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


def keep_apart(*, by: Actor, club: Club, player: Player, other: Player) -> Apart:
    """From now on no draw of the club seats these two at one table.

    Raises:
        NotFound: ``not_a_player_of_club``.
        BadInput: ``apart_from_oneself``.
        Refused: ``apart_already``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    with transaction.atomic():
        lock(club)
        first, second = _pair(club, player, other)
        row, is_new = Apart.objects.get_or_create(club=club, first=first, second=second)
        if not is_new:
            raise Refused("apart_already", field="other", name=player.name, other=other.name)
        _log_apart(Fact.KEPT_APART, by, club, player, other)
    return row


def lift_apart(*, by: Actor, club: Club, player: Player, other: Player) -> Club:
    """Lets these two share a table again.

    Raises:
        Refused: ``apart_not_kept``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    with transaction.atomic():
        club = lock(club)
        first, second = _pair(club, player, other)
        gone, _rows = Apart.objects.filter(club=club, first=first, second=second).delete()
        if not gone:
            raise Refused("apart_not_kept", field="other", name=player.name, other=other.name)
        _log_apart(Fact.APART_LIFTED, by, club, player, other)
    return club


def lock(club: Club) -> Club:
    """The club's row, held: who belongs to a club is decided by one writer at a time."""
    return Club.objects.select_for_update().get(pk=club.pk)


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


def _kind(kind: str) -> MembershipKind:
    if kind not in MembershipKind.values:
        raise BadInput("bad_choice", field="kind", value=kind[:40])
    return MembershipKind(kind)


def _refuse_taken_number(club: Club, number: str, *, without: Membership | None = None) -> None:
    if not number:
        return
    holders = Membership.objects.filter(club=club, member_no=number, until__isnull=True)
    if without is not None:
        holders = holders.exclude(pk=without.pk)
    holder = holders.select_related("player").first()
    if holder is not None:
        raise Refused("member_no_taken", field="member_no", value=number, name=holder.player.name)


def _refuse_similar(club: Club, new: person.Person) -> None:
    found = known.resembling(club, new.name, new.birth_year)
    likely = [likeness.player for likeness in found if likeness.is_warning]
    if likely:
        raise Refused("similar_player", field="name", name=likely[0].name, count=len(likely))


def _pair(club: Club, player: Player, other: Player) -> tuple[Player, Player]:
    """Two people of the club in the order in which a pair is stored."""
    if player.pk == other.pk:
        raise BadInput("apart_from_oneself", field="other")
    if known.known(club).filter(pk__in=[player.pk, other.pk]).count() != 2:
        raise NotFound("not_a_player_of_club")
    first, second = sorted((player, other), key=lambda row: row.pk)
    return first, second


def _log_apart(fact: Fact, by: Actor, club: Club, player: Player, other: Player) -> None:
    journal.append(fact, by=by, club=club, payload={"player": player.pk, "other": other.pk})


def _data(row: Player) -> Changes:
    return cast("Changes", {field.name: getattr(row, field.name) for field in OF_PLAYER})


def _written(changes: Changes) -> Written:
    return cast("Written", {k: v for k, v in changes.items() if k in _WRITTEN})


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


def _note_former(player: Player, name: str) -> FormerName | None:
    """Keeps a name that is one no more, so that the club still finds the person by it.

    It is kept here and not in the journal, whose lines stay when personal data are erased.
    """
    if person.is_same_name(player.name, name):
        return None
    key = person.search_key(name, "")
    return FormerName.objects.create(player=player, name=name, search_key=key)


def _clubs_of(player: Player) -> list[int]:
    clubs = Club.objects.filter(memberships__player=player) | Club.objects.filter(
        events__entries__player=player
    )
    return list(clubs.distinct().order_by("pk").values_list("pk", flat=True))


def _log_everywhere(
    by: Actor,
    player: Player,
    changed: list[str],
    former: FormerName | None,
    *,
    parents_word: bool = False,
) -> None:
    """One line per club that knows the person; a changed name puts their standings out of date."""
    told: dict[str, JSON] = {"player": player.pk, "fields": list(changed)}
    if former is not None:
        told["former"] = former.pk
    if parents_word:
        told["consent"] = "parent"
    for club in Club.objects.filter(pk__in=_clubs_of(player)).order_by("pk"):
        stages: list[int] = []
        seasons: list[int] = []
        if PUBLIC_NAME & set(changed):
            stages, seasons = counted_in(club, [player.pk])
        journal.append(
            Fact.PLAYER_CHANGED,
            by=by,
            club=club,
            payload=told,
            stale_stages=stages,
            stale_seasons=seasons,
        )
