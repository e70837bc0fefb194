"""The end of a match at an evening's table becomes the table's result, as it was played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.core.transcript import PLAYED
from league import permissions
from league.after_commit import live
from league.core.actions import Action
from league.core.actors import PLAYED_HERE
from league.core.enums import Confirmation, PlayState, TroubleKind
from league.core.errors import LeagueError, NotAllowed, NotFound, Refused, SheetRejected
from league.journal import lock_event
from league.models import Play, Table
from league.queries.play import states, table_plays, transcripts, verbs
from league.queries.records import sheets
from league.services.records import record_rows, records
from league.services.standings import troubles

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import MatchRecord, PlaySeat


def hand_in(*, by: Actor, play: Play) -> MatchRecord | None:
    """Makes the result of a finished match the record of its table; for the service.

    It counts at once where the match ended by the rules, or everybody agreed to stop it, unless
    the event's organizers confirm results themselves; else it waits for a second look.
    What stands in the way is kept as ``kept_out``, and an organizer decides (``use_result``).
    Called again it changes nothing.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed", action="play")
    assert play.event_id is not None
    record, reason = None, ""
    with transaction.atomic():
        try:
            lock_event(play.event_id)
        except LeagueError:
            reason = "play_table_gone"
        play = _fresh(play)
        if play.state not in transcripts.ENDED or play.began_at is None:
            return None
        if play.record_id is not None or play.kept_out:
            return None
        if not reason:
            try:
                with transaction.atomic():
                    record = _handed_in(play)
            except SheetRejected:
                reason = "play_sheet_refused"
            except LeagueError as error:
                reason = table_plays.kept_out_by(error.code)
        _settle(play, record, reason)
    return record


def work(play_id: int) -> None:
    """``hand_in`` for the worker, which is woken with a number."""
    play = Play.objects.filter(pk=play_id).first()
    if play is not None:
        hand_in(by=PLAYED_HERE, play=play)


def catch_up() -> int:
    """Hands in what a stopped process has left, each by itself; how many there were."""
    left = table_plays.due()
    for number in left:
        troubles.unless_pausing(TroubleKind.HAND_INS, number, partial(work, number))
    return len(left)


def use_result(*, by: Actor, play: Play, reason: str) -> MatchRecord:
    """An organizer makes the result of a match that was kept out the table's; it counts at once.

    Raises:
        Refused: ``play_table_gone``, ``play_other_people``, ``play_other_rules``, ``play_left``;
            ``play_handed_in`` for one whose result was taken already.
        SheetRejected: the sheet has errors under the table's rules.
    """
    if play.table is None:
        raise NotFound("not_found")
    permissions.require(by, Action.CORRECT_RECORD, play.table)
    reason = record_rows.reason_of(reason, needed=True)
    with transaction.atomic():
        _event, table = record_rows.locked(play.table)
        play = _fresh(play)
        if play.record_id is not None:
            raise Refused("play_handed_in")
        if play.state not in transcripts.ENDED:
            raise Refused("play_not_over")
        data = _sheet(play, table)
        found = record_rows.current(table)
        store = records.submit if found is None else records.correct
        record = store(
            by=by,
            table=table,
            data=data,
            expected_version=table.record_version,
            accept_warnings=True,
            reason=reason,
        )
        _settle(play, record, "")
    return record


def _fresh(play: Play) -> Play:
    rows = Play.objects.select_related(
        "event__club", "table__seating__round__stage__event__club", "table__ruleset__club_game"
    )
    return rows.get(pk=play.pk)


def _settle(play: Play, record: MatchRecord | None, reason: str) -> None:
    """The match is over, nothing else of it changes any more: two fields alone are written."""
    Play.objects.filter(pk=play.pk).update(record=record, kept_out=reason)
    live.play_changed(play.code)
    assert play.event_id is not None
    live.event_changed(play.event_id, play.table.number if play.table else None)


def _handed_in(play: Play) -> MatchRecord:
    code = table_plays.obstacle(play)
    if code:
        raise Refused(code)
    table = play.table
    assert table is not None  # else it were an obstacle
    data = _sheet(play, table)
    rules = sheets.rules_of(table.ruleset)
    is_cut = play.end != PLAYED
    judged = sheets.judge(rules, data, seats=play.size)
    if is_cut and judged.issues:
        raise Refused("play_stopped_unforeseen")
    return records.submit(
        by=PLAYED_HERE,
        table=table,
        data=data,
        expected_version=table.record_version,
        accept_warnings=True,
        reason=_reason(play, is_doubtful=bool(judged.issues)),
        is_second_look_due=not _counts_at_once(play),
    )


def _counts_at_once(play: Play) -> bool:
    """Whether the table itself has looked at it, and nobody else is to."""
    assert play.event is not None
    if play.event.confirmation == Confirmation.ORGANIZER:
        return False
    return play.end == PLAYED or _is_agreed(play)


def _is_agreed(play: Play) -> bool:
    """Whether everybody who was still in it agreed to stop."""
    return play.state == PlayState.STOPPED and verbs.would_all_stop(play, list(play.seats.all()))


def _sheet(play: Play, table: Table) -> JSON:
    """What the table would have written, in the order in which its people sit now."""
    if play.outcome is None:
        raise Refused("play_left")
    code = table_plays.disagreement(play, table)
    if code:
        raise Refused(code)
    before = [seat.player_id for seat in play.seats.order_by("number")]
    now = [seat.entry.player_id for seat in record_rows.seats_of(table)]
    package = states.package_of(play)
    assert package.play is not None
    data = package.play.sheet(states.newest(play))
    return data if before == now else sheets.reordered(data, [before.index(one) for one in now])


def _reason(play: Play, *, is_doubtful: bool) -> str:
    """What the table should know of how it came about, in the language of the club."""
    assert play.event is not None
    seats = list(play.seats.order_by("number"))
    helped = set(play.actions.exclude(bot="").values_list("seat", flat=True))
    with override(play.event.club.language):
        told = []
        if _is_agreed(play):
            told.append(_("Stopped by agreement."))
        left = [seat for seat in seats if seat.has_resigned]
        if left:
            told.append(_("%(names)s gave up; a bot played on.") % {"names": _names(left)})
        away = [seat for seat in seats if seat.number in helped and not seat.has_resigned]
        if away:
            told.append(_("A bot stood in for %(names)s for a while.") % {"names": _names(away)})
        if play.by_hand:
            told.append(_("Played with real dice or cards, entered by hand."))
        if is_doubtful and not told:
            told.append(_("Played in the browser."))
        return " ".join(told)[: record_rows.LONGEST_REASON]


def _names(seats: list[PlaySeat]) -> str:
    return ", ".join(seat.name for seat in seats)
