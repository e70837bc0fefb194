"""Tables of an evening that play in the browser: whether they may, and sitting down there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from league import journal, permissions
from league.after_commit import live
from league.core.actions import Action
from league.core.actors import ANONYMOUS
from league.core.enums import PlayAccess, PlayState, SeatingState
from league.core.errors import BadInput, NotAllowed, Refused
from league.core.facts import Fact
from league.models import Play, PlaySeat, Table
from league.queries.people import rosters
from league.queries.play import plays as play_reading
from league.queries.play import table_plays as reading
from league.queries.records import sheets
from league.services.play import _course, _seeds, _tables
from league.services.records import links, record_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Seat


def allow(*, by: Actor, table: Table, plays_here: bool) -> Table:
    """Lets one table play in the browser, or no more; a match that has begun there goes on.

    Raises:
        Refused: ``play_not_for_this_table``: its game or its number of people is for the room only.
        Gone: the round, event or seating is over.
    """
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        event, table = record_rows.locked(table)
        _require_open(table)
        if plays_here and not reading.is_playable(table, table.seats.count()):
            raise Refused("play_not_for_this_table", table=table.number)
        if table.plays_here != plays_here:
            table.plays_here = plays_here
            table.save(update_fields=["plays_here"])
            payload = {"table": table.number, "plays_here": plays_here}
            journal.append(Fact.TABLE_PLAYS_HERE, by=by, event=event, payload=payload)
    return table


@transaction.atomic
def sit_down(*, by: Actor, table: Table, contribution: str = "", by_hand: bool = False) -> Play:
    """Puts the actor on their own seat of the table's match; the last one to come begins it.

    The first one opens it. Seats, game and options are the table's, the clock is its stage's.

    Args:
        contribution: as for ``play_seats.sit``.
        by_hand: whoever opens it says whether with real dice or cards, and is its host then; asked
            for nothing where a match is going on.

    Raises:
        NotAllowed: ``play_not_seated`` for somebody who sits elsewhere.
        Refused: ``play_not_here``, ``play_not_for_this_table``, ``play_table_has_record``;
            ``play_other_people`` where the table's people changed after the match began.
        BadInput: ``play_by_hand_not_offered``.
        Gone: the round, event, seating or link is over.
    """
    _tables.require_player(by)
    late = links.over_at(table)
    if late is not None and permissions.seat_of(by, table) is not None:
        raise late
    permissions.require(by, Action.SUBMIT_RECORD, table)
    event, table = record_rows.locked(table)
    own = permissions.seat_of(by, table)
    if own is None:
        raise NotAllowed("play_not_seated")
    _require_open(table)
    people = record_rows.seats_of(table)
    host = people.index(own) if by_hand else None
    play = _running(table, people) or _opened(event, table, people, host)
    seats = list(PlaySeat.objects.filter(play=play).order_by("number"))
    seat = next(each for each in seats if each.player_id == own.entry.player_id)
    _seated(by, play, table, seats, seat, contribution)
    return play


@transaction.atomic
def sit_again(*, by: Actor, play: Play, contribution: str = "") -> PlaySeat:
    """The actor's own seat of a table's match, for who comes by its address; as ``sit_down``.

    Raises:
        Refused: ``play_is_full`` for whoever has none; ``play_table_gone``, ``play_other_people``,
            ``play_other_rules`` where the table is no longer the one that it was opened for.
    """
    _tables.require_player(by)
    table = None if play.table is None else record_rows.locked(play.table)[1]
    play, seats = _tables.locked(by, play)
    seat = play_reading.seat_of(by, seats)
    if seat is None:
        raise Refused("play_is_full")
    if play.state != PlayState.OPEN:
        return seat
    table = _as_opened(play, table)
    _seated(by, play, table, seats, seat, contribution)
    return seat


@transaction.atomic
def seat_here(*, by: Actor, play: Play, number: int | None = None) -> PlaySeat:
    """The host of a real table lets somebody who has no device decide at the host's.

    The last one begins. Who comes with a device of their own after all takes their seat there.

    Args:
        number: of the seat; the first one whose person has not come when absent.

    Raises:
        NotAllowed: ``play_not_seated``, ``play_host_only``.
        Refused: ``play_draws_from_seed``: only where people sit around one table;
            ``play_is_full``, ``play_seat_taken``, or the play has begun; else as ``sit_again``.
    """
    table = None if play.table is None else record_rows.locked(play.table)[1]
    play, seats = _tables.locked(by, play)
    own = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.OPEN)
    if not play.by_hand:
        raise Refused("play_draws_from_seed")
    if own.number != play.host:
        raise NotAllowed("play_host_only")
    table = _as_opened(play, table)
    seat = next((each for each in seats if not each.is_here), None)
    if number is not None:
        seat = _tables.numbered(seats, number)
        if seat.is_here:
            raise Refused("play_seat_taken", number=number + 1)
    if seat is None:
        raise Refused("play_is_full")
    seat.at_host, seat.joined_at = True, timezone.now()
    seat.save(update_fields=["at_host", "joined_at"])
    _begun_if_all_here(play, table, seats)
    return seat


def _as_opened(play: Play, table: Table | None) -> Table:
    """The locked table, where a match that waits for its people may still begin. Raises."""
    if table is None:
        raise Refused("play_table_gone")
    _require_open(table)
    _require_no_record(table)
    if not _is_of_table(play, table, record_rows.seats_of(table)):
        raise Refused(reading.disagreement(play, table) or "play_other_people")
    return table


def _seated(
    by: Actor,
    play: Play,
    table: Table,
    seats: Sequence[PlaySeat],
    seat: PlaySeat,
    contribution: str,
) -> None:
    """Puts the actor on ``seat``; with the last one the match begins."""
    if by.guest and any(each.guest == by.guest for each in seats if each.pk != seat.pk):
        raise Refused("play_one_seat_each")
    _take(by, play, seat, contribution)
    _begun_if_all_here(play, table, seats)


def _begun_if_all_here(play: Play, table: Table, seats: Sequence[PlaySeat]) -> None:
    if play.state == PlayState.OPEN and all(each.is_here for each in seats):
        _course.begin(play, seats)
    _tables.tell(play)
    live.event_changed(table.seating.round.stage.event_id, table.number)


def _require_open(table: Table) -> None:
    late = links.over_at(table)
    if late is not None:
        raise late
    assert table.seating.state == SeatingState.PUBLISHED


def _running(table: Table, people: Sequence[Seat]) -> Play | None:
    """The match of this table that is going on, locked.

    One that waits for people who no longer sit there is closed.
    """
    play = (
        Play.objects.select_for_update()
        .filter(table=table, state__in=[PlayState.OPEN, PlayState.RUNNING])
        .first()
    )
    if play is None:
        return None
    if _is_of_table(play, table, people):
        if play.state == PlayState.OPEN:
            _require_no_record(table)
        return play
    if play.state == PlayState.RUNNING:
        raise Refused("play_other_people")
    play.state, play.ended_at = PlayState.STOPPED, timezone.now()
    play.save()
    _tables.tell(play)
    return None


def _is_of_table(play: Play, table: Table, people: Sequence[Seat]) -> bool:
    """Whether the table is as it was when the match was opened; its order, until it begins."""
    there = list(play.seats.order_by("number").values_list("player", flat=True))
    now = [seat.entry.player_id for seat in people]
    if play.state != PlayState.OPEN:
        return Counter(there) == Counter(now)  # a player who was deleted leaves no number
    return there == now and reading.is_of_ruleset(play, table)


def _require_no_record(table: Table) -> None:
    before = reading.newest(table)
    is_played = before is not None and before.is_on_its_way
    if is_played or record_rows.current(table) is not None:
        raise Refused("play_table_has_record")


def _opened(event: Event, table: Table, people: Sequence[Seat], host: int | None) -> Play:
    """A new match of the table; with a ``host`` its draws are entered by hand, without a clock."""
    if not reading.may_play_here(table):
        raise Refused("play_not_here")
    if not reading.is_playable(table, len(people)):
        raise Refused("play_not_for_this_table", table=table.number)
    _require_no_record(table)
    rules, stage = sheets.rules_of(table.ruleset), table.seating.round.stage
    by_hand = host is not None
    if by_hand and not rules.package.by_hand:
        raise BadInput("play_by_hand_not_offered", field="by_hand")
    play = _tables.new(
        Play(
            game=rules.package.key,
            edition=rules.package.edition,
            options=rules.package.sheet.options_to_json(rules.options),
            size=len(people),
            club=event.club,
            ruleset=table.ruleset,
            event=event,
            table=table,
            access=PlayAccess.LINK,
            host=host or 0,
            by_hand=by_hand,
            reserve=None if by_hand else stage.play_reserve,
            increment=None if by_hand else stage.play_increment,
        )
    )
    with override(event.club.language):
        called = rosters.names_in(ANONYMOUS, event)
    longest = PlaySeat._meta.get_field("name").max_length
    PlaySeat.objects.bulk_create(
        PlaySeat(
            play=play,
            number=number,
            player_id=seat.entry.player_id,
            name=called[seat.entry.player_id].name[:longest],
        )
        for number, seat in enumerate(people)
    )
    return play


def _take(by: Actor, play: Play, seat: PlaySeat, contribution: str) -> None:
    """The seat is this account's, or this browser's, from now on."""
    if by.account_id is not None:
        others = PlaySeat.objects.filter(play=play, account=by.account_id).exclude(pk=seat.pk)
        if others.exists():
            raise Refused("play_one_seat_each")
        seat.account_id, seat.guest = by.account_id, ""
    else:
        seat.account, seat.guest = None, by.guest
    seat.at_host = False
    if play.state == PlayState.OPEN and not play.by_hand:
        seat.contribution = seat.contribution or _seeds.contributed(contribution)
    seat.joined_at = seat.joined_at or timezone.now()
    seat.save()
