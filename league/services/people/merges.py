"""Two records of one person made one, with everything that hangs on them, and told apart again."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import MembershipKind
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.core.facts import Fact
from league.core.person_fields import PUBLIC_NAME
from league.lists import person
from league.models import (
    Account,
    ActsFor,
    Adjustment,
    Apart,
    BgStatsPlayer,
    Claim,
    Club,
    Entry,
    Event,
    FormerName,
    Invitation,
    Membership,
    Merge,
    NoticeAddress,
    Picture,
    Player,
    PlaySeat,
    Season,
    Stage,
)
from league.queries.people import merges as read
from league.queries.people import player_history
from league.queries.people import players as known
from league.services.people import _merged_entries
from league.services.stored_rows import restore, stored
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.core.types import JSON
    from league.core.actors import Actor

# What follows by its number alone: nothing forbids that one person has several of them.
_FOLLOWING: dict[str, type[Model]] = {
    "adjustments": Adjustment,
    "bg_stats": BgStatsPlayer,
    "invitations": Invitation,
    "former": FormerName,
    "notice_addresses": NoticeAddress,
    "play_seats": PlaySeat,
}


@transaction.atomic
def merge(
    *, by: Actor, club: Club, kept: Player, gone: Player, expected_version: int | None = None
) -> Merge:
    """Makes ``gone`` one with ``kept``: entries, results, memberships, account, everything.

    What ``kept`` leaves open is filled from ``gone``; its own name and number stay, and the
    number of ``gone`` leads to it from now on.

    Args:
        expected_version: of the preview that was looked at; None where nobody looked.

    Raises:
        Refused: ``merge_with_oneself``, ``merge_not_of_club``, ``merge_erased``,
            ``merge_other_club``, ``merge_same_table``, ``merge_same_round``,
            ``merge_disqualified``; the first of several.
        Conflict: ``changed_meanwhile`` when one of them was entered somewhere just now, or more
            or less would follow than the preview said.
    """
    permissions.require(by, Action.MERGE_PEOPLE, club)
    if kept.pk == gone.pk:
        raise BadInput("merge_with_oneself", field="gone")
    for each in (kept, gone):
        if not known.known(club).filter(pk=each.pk).exists():
            raise NotFound("merge_not_of_club")
    if expected_version is not None:
        kept, gone, _clubs = _locked(kept, gone)
        now = read.preview(viewer=by, club=club, kept=kept, gone=gone)
        if now is None or now.version != expected_version:
            raise Conflict("changed_meanwhile")
    return make_one(by, club, kept, gone, claimed=False)


def make_one(by: Actor, club: Club, kept: Player, gone: Player, *, claimed: bool) -> Merge:
    """Step of ``merge`` and of ``claims.approve``, in their transaction.

    Args:
        claimed: ``kept`` themselves say to be ``gone``, so that their other clubs need no say.
    """
    kept, gone, clubs = _locked(kept, gone)
    reasons = read.refusals(by, club, kept, gone, claimed=claimed)
    if reasons:
        raise reasons[0]
    touched = _touched(gone.pk)
    moved: dict[str, JSON] = {
        "entries": [],
        "combined": [],
        **_merged_entries.move(kept, gone),
        **_move_memberships(kept, gone),
        **_move_apart(kept, gone),
        **_move_account(kept, gone),
    }
    for name, model in _FOLLOWING.items():
        moved[name] = _move(model, gone, kept)
    moved["claims"] = _move_claims(kept, gone)
    moved["pictures"] = [] if Picture.objects.filter(player=kept) else _move(Picture, gone, kept)
    taken = _take_over(kept, gone)
    moved["taken"] = list(taken)
    row = Merge.objects.create(
        kept=kept, gone=gone, moved=moved, made_by=by.key, made_at=timezone.now()
    )
    if not person.is_same_name(kept.name, gone.name):
        FormerName.objects.create(
            player=kept, name=gone.name, search_key=names.fold(gone.name)[:320], merge=row
        )
    if PUBLIC_NAME & set(taken) or moved["memberships"] or moved["joined"]:
        _add(touched, _touched(kept.pk))  # a number tells namesakes apart
    _log(Fact.PLAYERS_MERGED, by, row, clubs, touched)
    return row


@transaction.atomic
def undo(*, by: Actor, merge: Merge) -> Merge:
    """Tells the two apart again: what followed goes back, what has come since stays.

    Raises:
        Refused: ``merge_undone_already``, ``merge_undo_later_first``, ``merge_erased``,
            ``merge_other_club``, ``member_no_taken``, ``player_has_account``.
    """
    _require_all(by, merge)
    kept, gone, clubs = _locked(merge.kept, merge.gone)
    row = Merge.objects.select_for_update().get(pk=merge.pk)
    if row.undone_at is not None:
        raise Refused("merge_undone_already")
    if kept.erased_at is not None or gone.erased_at is not None:
        raise Refused("merge_erased", name=kept.name)
    later = read.later_than(row)
    if later is not None:
        raise Refused("merge_undo_later_first", name=later.gone.name)
    moved: dict[str, Any] = row.moved  # JSON of the shape that ``merge`` wrote
    shown = bool(PUBLIC_NAME & set(moved["taken"]) or moved["memberships"] or moved["joined"])
    touched = _touched(kept.pk) if shown else _touched_by(moved)
    _merged_entries.put_back(kept, gone, moved)
    _put_back_memberships(kept, gone, moved)
    _put_back_apart(moved)
    _put_back_account(kept, gone, moved)
    for name, model in _FOLLOWING.items():
        _of(model, moved.get(name, [])).filter(player=kept).update(player=gone)
    _of(Claim, moved["claims"]).filter(player=kept).update(player=gone)
    _of(Picture, moved.get("pictures", [])).filter(player=kept).update(player=gone)
    _give_back(kept, gone, moved["taken"])
    FormerName.objects.filter(merge=row).delete()
    row.undone_at = timezone.now()
    row.save(update_fields=["undone_at"])
    _add(touched, _touched(gone.pk))
    _log(Fact.MERGE_UNDONE, by, row, clubs, touched)
    return row


def _require_all(by: Actor, merge: Merge) -> None:
    clubs = read.clubs_of(Player(pk=player_history.standing(merge.kept_id)))
    if not clubs:
        raise NotFound("not_found")
    if not any(permissions.can(by, Action.MERGE_PEOPLE, each) for each in clubs):
        permissions.require(by, Action.MERGE_PEOPLE, clubs[0])
    if not all(permissions.can(by, Action.MERGE_PEOPLE, each) for each in clubs):
        raise Refused("merge_other_club")


# --- locks, and what goes out of date -------------------------------------------------------


def _locked(kept: Player, gone: Player) -> tuple[Player, Player, list[Club]]:
    """Both players, read anew with everything held that is going to change.

    Events first, then clubs, then players, each by their numbers. A player is not held against
    rows that point there: who writes those may wait for the club.
    """
    both = sorted((kept.pk, gone.pk))
    events = list(
        Event.objects.select_for_update(of=("self",))
        .filter(pk__in=Entry.objects.filter(player__in=both).values("event"))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    clubs = read.clubs_of(kept, gone)
    held = Club.objects.select_for_update(no_key=True)
    list(held.filter(pk__in=[c.pk for c in clubs]).order_by("pk"))
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=both).order_by("pk")
    people = {row.pk: row for row in rows}
    if len(people) < 2:
        raise NotFound("not_found")
    came = Entry.objects.filter(player__in=both).exclude(event__in=events)
    if came.exists() or [c.pk for c in read.clubs_of(kept, gone)] != [c.pk for c in clubs]:
        raise Conflict("changed_meanwhile")
    return people[kept.pk], people[gone.pk], clubs


Touched = tuple[set[int], set[int]]  # stages, seasons


def _touched(player: int) -> Touched:
    """The stages and seasons in whose standings the player may stand."""
    stages = Stage.objects.filter(event__entries__player=player)
    stages |= Stage.objects.filter(adjustments__player=player)
    seasons = Season.objects.filter(events__entries__player=player)
    seasons |= Season.objects.filter(adjustments__player=player)
    seasons |= Season.objects.filter(events__stages__adjustments__player=player)
    return (
        set(stages.distinct().values_list("pk", flat=True)),
        set(seasons.distinct().values_list("pk", flat=True)),
    )


def _touched_by(moved: dict[str, Any]) -> Touched:
    """The stages and seasons of what followed in a merge."""
    combined = [part["into"] for part in moved["combined"]]
    events = Entry.objects.filter(pk__in=[*moved["entries"], *combined]).values("event")
    given = _of(Adjustment, moved["adjustments"])
    stages = Stage.objects.filter(event__in=events)
    stages |= Stage.objects.filter(pk__in=given.values("stage"))
    seasons = Season.objects.filter(events__in=events)
    seasons |= Season.objects.filter(pk__in=given.values("season"))
    seasons |= Season.objects.filter(events__stages__in=given.values("stage"))
    return (
        set(stages.distinct().values_list("pk", flat=True)),
        set(seasons.distinct().values_list("pk", flat=True)),
    )


def _add(touched: Touched, more: Touched) -> None:
    touched[0].update(more[0])
    touched[1].update(more[1])


def _log(fact: Fact, by: Actor, row: Merge, clubs: Iterable[Club], touched: Touched) -> None:
    """One line in every club that knows the person."""
    stages: dict[int, list[int]] = defaultdict(list)
    seasons: dict[int, list[int]] = defaultdict(list)
    for pk, club in Stage.objects.filter(pk__in=touched[0]).values_list("pk", "event__club"):
        stages[club].append(pk)
    for pk, club in Season.objects.filter(pk__in=touched[1]).values_list("pk", "club"):
        seasons[club].append(pk)
    for each in clubs:
        journal.append(
            fact,
            by=by,
            club=each,
            payload={"player": row.kept_id, "other": row.gone_id, "merge": row.pk},
            stale_stages=stages[each.pk],
            stale_seasons=seasons[each.pk],
        )


# --- what follows by its number -------------------------------------------------------------


# The rows are of several kinds of thing; all of them have a player.
def _of(model: type[Any], ids: Iterable[int]) -> Any:
    return model.objects.filter(pk__in=list(ids))


def _move(model: type[Any], gone: Player, kept: Player) -> list[JSON]:
    ids = list(model.objects.filter(player=gone).order_by("pk").values_list("pk", flat=True))
    _of(model, ids).update(player=kept)
    return ids


def _move_claims(kept: Player, gone: Player) -> list[JSON]:
    asked = Claim.objects.filter(player=kept).values("account")
    rows = Claim.objects.filter(player=gone).exclude(account__in=asked)
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    Claim.objects.filter(pk__in=ids).update(player=kept)
    return list(ids)


# --- accounts -------------------------------------------------------------------------------


def _move_account(kept: Player, gone: Player) -> dict[str, JSON]:
    """The login of ``gone`` becomes that of ``kept``. Of two logins only one can be a player's:
    the other one keeps its address and its rights, and is nobody's until the merge is undone.
    """
    account = Account.objects.filter(player=gone).first()
    if account is None:
        return {"account": None, **_move_acting(kept, gone)}
    taken = Account.objects.filter(player=kept).exists()
    Account.objects.filter(pk=account.pk).update(player=None if taken else kept)
    return {"account": account.pk, **_move_acting(kept, gone)}


def _move_acting(kept: Player, gone: Player) -> dict[str, JSON]:
    """Who acts for ``gone`` acts for ``kept``; who acts for both has one to act for."""
    already = ActsFor.objects.filter(player=kept).values("account")
    both = list(ActsFor.objects.filter(player=gone, account__in=already))
    rest = ActsFor.objects.filter(player=gone).exclude(pk__in=[row.pk for row in both])
    moved = list(rest.values_list("pk", flat=True))
    ActsFor.objects.filter(pk__in=moved).update(player=kept)
    doubled: list[JSON] = [row.account_id for row in both]
    for row in both:
        row.delete()
    return {"acting": moved, "acting_twice": doubled}


def _put_back_account(kept: Player, gone: Player, moved: dict[str, Any]) -> None:
    ActsFor.objects.filter(pk__in=moved.get("acting", []), player=kept).update(player=gone)
    for account_id in moved.get("acting_twice", []):
        if Account.objects.filter(pk=account_id).exists():
            ActsFor.objects.get_or_create(account_id=account_id, player=gone)
    account = Account.objects.filter(pk=moved["account"]).first()
    if account is None:
        return
    if account.player_id not in {None, kept.pk}:
        raise Refused("account_has_player")
    Account.objects.filter(pk=account.pk).update(player=gone)


# --- memberships ----------------------------------------------------------------------------

_FROM_JSON: dict[str, Callable[[str], object]] = {
    "kind": MembershipKind,
    "member_no": str,
    "since": date.fromisoformat,
}


def _move_memberships(kept: Player, gone: Player) -> dict[str, JSON]:
    """Past ones follow. Two that are open in one club become one: since the earlier day, as a
    member if one of them was, with the number of ``kept`` if it had one.
    """
    moved: list[JSON] = []
    joined: list[JSON] = []
    mine = {row.club_id: row for row in Membership.objects.filter(player=kept, until=None)}
    for row in Membership.objects.filter(player=gone).order_by("pk"):
        into = mine.get(row.club_id) if row.until is None else None
        if into is None:
            Membership.objects.filter(pk=row.pk).update(player=kept)
            moved.append(row.pk)
            continue
        before = _membership(into)
        as_it_was = stored(row)
        row.delete()  # first, so that its number is free
        into.since = min(into.since, row.since)
        into.member_no = into.member_no or row.member_no
        if MembershipKind.MEMBER in {into.kind, row.kind}:
            into.kind = MembershipKind.MEMBER
        into.version += 1
        into.save()
        joined.append(
            {"row": as_it_was, "into": into.pk, "before": before, "after": _membership(into)}
        )
    return {"memberships": moved, "joined": joined}


def _put_back_memberships(kept: Player, gone: Player, moved: dict[str, Any]) -> None:
    _of(Membership, moved["memberships"]).filter(player=kept).update(player=gone)
    for part in moved["joined"]:
        into = Membership.objects.filter(pk=part["into"]).first()
        if into is not None:
            now = _membership(into)
            for name in _FROM_JSON:  # what was changed since then stays
                if now[name] == part["after"][name]:
                    setattr(into, name, _FROM_JSON[name](part["before"][name]))
            into.version += 1
            into.save()
        number = part["row"]["fields"]["member_no"]
        holder = Membership.objects.filter(
            club=part["row"]["fields"]["club"], member_no=number, until=None
        ).first()
        if number and holder is not None:
            raise Refused("member_no_taken", value=number, name=holder.player.name)
        restore(part["row"])


def _membership(row: Membership) -> dict[str, JSON]:
    return {
        "kind": str(row.kind),
        "member_no": row.member_no,
        "since": row.since.isoformat(),
    }


# --- who is kept apart ----------------------------------------------------------------------


def _move_apart(kept: Player, gone: Player) -> dict[str, JSON]:
    """Pairs follow; one with ``kept`` itself, or one that is there already, is put away."""
    moved: list[JSON] = []
    rows = Apart.objects.filter(first=gone) | Apart.objects.filter(second=gone)
    for row in rows.order_by("pk"):
        other = row.second_id if row.first_id == gone.pk else row.first_id
        first, second = sorted((kept.pk, other))
        stands = Apart.objects.filter(club=row.club_id, first=first, second=second).exists()
        moved.append(stored(row))
        if other == kept.pk or stands:
            row.delete()
        else:
            Apart.objects.filter(pk=row.pk).update(first=first, second=second)
    return {"apart": moved}


def _put_back_apart(moved: dict[str, Any]) -> None:
    """Also a pair that was lifted since then: it spoke of the record that is back now."""
    for row in moved["apart"]:
        Apart.objects.filter(pk=row["pk"]).delete()
        restore(row)


# --- what is written down about the person --------------------------------------------------


def _take_over(kept: Player, gone: Player) -> tuple[str, ...]:
    taken = read.taken_over(kept, gone)
    if taken:
        for name in taken:
            setattr(kept, name, getattr(gone, name))
        _save(kept)
    return taken


def _give_back(kept: Player, gone: Player, taken: Iterable[str]) -> None:
    nobody = Player()
    mine = [name for name in taken if getattr(kept, name) == getattr(gone, name)]
    for name in mine:
        setattr(kept, name, getattr(nobody, name))
    if mine:
        _save(kept)


def _save(row: Player) -> None:
    row.search_key = person.search_key(row.name, row.nickname)
    row.sort_key = person.sort_key(row.name, row.given, row.family)
    row.version += 1
    row.save()
