"""Table links: the address on a QR card, and the devices that took a seat through it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from league import permissions
from league.core import keys
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, EntryState, EventState, RoundState, SeatingState
from league.core.errors import BadInput, Gone, LeagueError, NotFound, Refused, TooMany
from league.core.facts import Fact
from league.journal import append, lock_event
from league.models import Event, Seat, Table, TableLink
from league.queries.records import table_ends
from league.services import counters
from league.words import names

if TYPE_CHECKING:
    from django.db.models import QuerySet

# One club's Wi-Fi is one address: generous for typing errors, hopeless for guessing.
GUESSES = 60
GUESSES_SECONDS = 600
# After these the evening goes on at another table.
WAY_ON = frozenset({"round_closed", "seating_withdrawn"})


@dataclass(frozen=True, slots=True)
class Onward:
    """Where the player of a device goes after a round that is over.

    Attributes:
        seat: the place in the running round, maybe without a table; None: not out yet.
        is_open: whether this device may take that seat, or holds it already.
        by_account: whether it is the signed-in player's: the seat is theirs without taking it.
    """

    seat: Seat | None = None
    is_open: bool = False
    by_account: bool = False

    @property
    def stamp(self) -> str:
        """A short text that changes with what there is to say."""
        if self.seat is None:
            return "waiting"
        return f"{self.seat.pk}-{self.seat.table_id}-{self.seat.position}-{self.is_open:d}"


def find(*, code: str, address: str = "", device: str = "") -> TableLink:
    """The link with this code, open or not.

    Raises NotFound for a wrong code and TooMany after too many wrong codes from one address.
    A device that holds a seat of the table is let through all the same.

    Args:
        address: where the request comes from; empty (a command, a test): not limited.
    """
    counter = f"table-link-guesses:{address}"
    link = (
        TableLink.objects.select_related(
            "table__seating__round__stage__event__club", "table__ruleset__club_game"
        )
        .filter(code=names.clean(code).casefold())
        .filter(table__seating__round__stage__event__removed_at__isnull=True)
        .first()
    )
    if address and int(cache.get(counter, 0)) >= GUESSES:
        is_known = link is not None and bool(device) and _held(link.table, device) is not None
        if not is_known:
            raise TooMany("too_many_guesses", minutes=GUESSES_SECONDS // 60)
    if link is None:
        if address:
            counters.count(counter, GUESSES_SECONDS)
        raise NotFound("link_unknown")
    return link


def over(link: TableLink) -> LeagueError | None:
    """Why this link opens nothing any more; None while it does."""
    if link.revoked_at is not None:
        return Gone("link_revoked")
    return over_at(link.table)


def held(link: TableLink, device: str) -> bool:
    """Whether ``device`` holds a seat of this link's table, or held one when it was over."""
    return bool(device) and _held(link.table, device) is not None


def over_at(table: Table) -> LeagueError | None:
    """Why seats of ``table`` can report nothing (any more); None while they can."""
    return table_ends.over_at(table)


def claim(*, code: str, position: int, device: str, address: str = "") -> Actor:
    """Gives the seat at ``position`` to ``device`` and returns the seat as an actor.

    One device holds one seat of a table; a seat taken by another device and a change of
    seats need the organizer (``release``). Claiming the own seat again changes nothing.
    """
    link = find(code=code, address=address, device=device)
    if not device:
        raise BadInput("device_missing")
    with transaction.atomic():
        event_id = link.table.seating.round.stage.event_id
        lock_event(event_id)
        link = find(code=code)
        reason = over(link)
        if reason is not None:
            raise reason
        seat = link.table.seats.filter(position=position).select_related("entry__player").first()
        if seat is None:
            raise NotFound("seat_unknown", position=position)
        mine = hashed(device)
        held = _held(link.table, device)
        if held is not None and held.pk != seat.pk:
            raise Refused("seat_already_chosen", position=held.position or 0)
        if seat.claim and seat.claim != mine:
            raise Refused("seat_taken", position=position)
        actor = _actor(link.table, seat, mine)
        if not seat.claim:
            seat.claim = mine
            seat.save(update_fields=["claim"])
            append(
                Fact.SEAT_CLAIMED,
                by=actor,
                event=link.table.seating.round.stage.event,
                payload=_payload(link.table, position=position),
            )
    return actor


def actor_by_device(*, code: str, device: str, address: str = "") -> Actor | None:
    """The seat that ``device`` holds at the table of this link; None when it holds none.

    Raises NotFound for a wrong code and Gone for a link that is over.
    """
    link = find(code=code, address=address, device=device)
    reason = over(link)
    if reason is not None:
        raise reason
    seat = _held(link.table, device) if device else None
    return None if seat is None else _actor(link.table, seat, hashed(device))


def seat_held(*, link: TableLink, device: str, player_id: int | None = None) -> Seat | None:
    """The seat of this table that ``device`` holds, or that is the signed-in player's."""
    held = _held(link.table, device) if device else None
    if held is None and player_id is not None:
        seats = link.table.seats.filter(entry__player=player_id)
        held = seats.select_related("entry__player").first()
    return held


def sitting(seat: Seat) -> Actor:
    """Who sits there, as an actor that reads what the public may."""
    if seat.table is None:
        raise NotFound("not_found")
    return _actor(seat.table, seat, seat.claim)


def onward(*, link: TableLink, device: str, player_id: int | None = None) -> Onward | None:
    """Where the player whose seat ``device`` held goes from a table that is over.

    A device that held no seat there goes where the signed-in player does. None for everybody
    else, for a player who left or sits nowhere in the running round, and while the event does
    not run.
    """
    event = link.table.seating.round.stage.event
    reason = over(link)
    if reason is None or reason.code not in WAY_ON or event.state != EventState.RUNNING:
        return None
    here = seat_held(link=link, device=device, player_id=player_id)
    if here is None:
        return None
    mine = hashed(device)
    by_account = here.claim != mine
    own_seats = {"entry": here.entry_id} if by_account else {"claim": mine}
    held = list(_seats_of(event).filter(table__isnull=False, **own_seats))
    newest = [seat for seat in held if _when(seat)[:2] == _when(held[-1])[:2]]
    # a phone that changed hands follows whom it reported for last
    last = next((seat for seat in newest if seat.entry_id == here.entry_id), newest[-1])
    if last.entry.state != EntryState.REGISTERED:
        return None
    running = _seats_of(event).filter(
        seating__state=SeatingState.PUBLISHED, seating__round__state=RoundState.PUBLISHED
    )
    later = [seat for seat in running if _when(seat) >= _when(last)]
    if not later:
        return Onward(by_account=by_account)
    own = [seat for seat in later if seat.entry_id == last.entry_id]
    if not own:
        return None
    seat = max(own, key=lambda seat: (_when(seat), seat.is_open, seat.pk))
    is_free = by_account or seat.claim in {"", mine}
    return Onward(seat, is_open=seat.table is not None and is_free, by_account=by_account)


def follow(*, code: str, device: str, address: str = "", player_id: int | None = None) -> TableLink:
    """Takes the seat of the running round for the device that held its player's last one.

    Returns the new table's link. The old link stays as useless for reports as before. Nothing is
    taken for a signed-in player, who acts by the account.
    """
    link = find(code=code, address=address, device=device)
    event_id = link.table.seating.round.stage.event_id
    with transaction.atomic():
        lock_event(event_id)
        link = find(code=code)
        place = onward(link=link, device=device, player_id=player_id)
        if place is None or place.seat is None or place.seat.table is None:
            raise over(link) or Refused("nothing_to_follow")
        if not place.is_open:
            raise Refused("seat_taken", position=place.seat.position or 0)
        new = _link_of(place.seat.table)
        if place.by_account:
            return new
        claim(code=new.code, position=place.seat.position or 0, device=device)
    return new


def let_go(*, code: str, device: str, address: str = "") -> Seat:
    """Frees the seat that ``device`` took by the wrong name, while the table reported nothing.

    Raises:
        NotFound: the device holds no seat there.
        Refused: ``seat_has_reported``.
    """
    link = find(code=code, address=address, device=device)
    event = link.table.seating.round.stage.event
    with transaction.atomic():
        lock_event(event.pk)
        seat = _held(link.table, device) if device else None
        if seat is None:
            raise NotFound("not_found")
        if link.table.records.exists():
            raise Refused("seat_has_reported")
        by = _actor(link.table, seat, seat.claim)
        _forget(event, [seat])
        seat.claim = ""
        payload = _payload(link.table, position=seat.position or 0)
        append(Fact.SEAT_RELEASED, by=by, event=event, payload=payload)
    return seat


def release(*, by: Actor, seat: Seat) -> Seat:
    """Frees a seat that a device had taken, so that another may take it.

    The device then follows this player no more.
    """
    table = seat.table
    if table is None:
        raise NotFound("not_found")
    event = table.seating.round.stage.event
    permissions.require(by, Action.MANAGE_EVENT, event)
    with transaction.atomic():
        lock_event(event.pk)
        seat = Seat.objects.get(pk=seat.pk)
        if seat.claim:
            _forget(event, [seat])
            seat.claim = ""
            payload = _payload(table, position=seat.position or 0)
            append(Fact.SEAT_RELEASED, by=by, event=event, payload=payload)
    return seat


def revoke(*, by: Actor, table: Table) -> TableLink:
    """Ends a table's link at once, and with it the seats taken through it."""
    event = table.seating.round.stage.event
    permissions.require(by, Action.MANAGE_EVENT, event)
    with transaction.atomic():
        lock_event(event.pk)
        link = _link_of(table)
        if link.revoked_at is None:
            link.revoked_at = timezone.now()
            link.save(update_fields=["revoked_at"])
            _forget(event, table.seats.all())
            append(Fact.LINK_REVOKED, by=by, event=event, payload=_payload(table))
    return link


def renew(*, by: Actor, table: Table) -> TableLink:
    """Gives a table a new code; the old one and the seats taken through it end."""
    event = table.seating.round.stage.event
    permissions.require(by, Action.MANAGE_EVENT, event)
    with transaction.atomic():
        lock_event(event.pk)
        link, _ = TableLink.objects.get_or_create(table=table, defaults={"code": keys.new_code()})
        link.code = keys.new_code()
        link.revoked_at = None
        link.save(update_fields=["code", "revoked_at"])
        _forget(event, table.seats.all())
        append(Fact.LINK_REVOKED, by=by, event=event, payload={**_payload(table), "renewed": True})
    return link


def hashed(device: str) -> str:
    """What is stored of a device: enough to know it again, useless to whoever reads it."""
    return hashlib.sha256(device.encode()).hexdigest()


def _held(table: Table, device: str) -> Seat | None:
    return (
        table.seats.filter(claim=hashed(device), table__isnull=False)
        .select_related("entry__player")
        .first()
    )


def _seats_of(event: Event) -> QuerySet[Seat]:
    """The seats of an event as its rounds came, with what the way on needs."""
    return (
        Seat.objects.filter(seating__round__stage__event=event)
        .select_related("seating__round__stage__event__club", "table", "entry__player")
        .order_by(
            "seating__round__stage__number", "seating__round__number", "seating__number", "pk"
        )
    )


def _when(seat: Seat) -> tuple[int, int, int]:
    round_ = seat.seating.round
    return (round_.stage.number, round_.number, seat.seating.number)


def _forget(event: Event, seats: Iterable[Seat]) -> None:
    """Takes seats from their devices, and the way on from the players' earlier seats."""
    for seat in seats:
        if seat.claim:
            _seats_of(event).filter(entry=seat.entry_id, claim=seat.claim).update(claim="")


def _link_of(table: Table) -> TableLink:
    link = TableLink.objects.filter(table=table).first()
    if link is None:
        raise NotFound("link_unknown")
    return link


def _actor(table: Table, seat: Seat, claim: str) -> Actor:
    event = table.seating.round.stage.event
    return Actor(
        kind=ActorKind.SEAT,
        key=f"seat:{seat.pk}:{claim}",
        event_id=event.pk,
        table_id=table.pk,
        seat_id=seat.pk,
        device=claim,
    )


def _payload(table: Table, **more: int) -> dict[str, int]:
    return {
        "table_id": table.pk,
        "table": table.number,
        "round": table.seating.round.number,
        **more,
    }
