"""One writer per kind of message: it asks again whether there is still something to tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext

from games import catalogue
from league import permissions
from league.core.actions import Action
from league.core.enums import (
    STANDING_STATES,
    EntryState,
    EventState,
    RecordState,
    RoundEntryState,
    RoundState,
    SeasonState,
    SeatingState,
)
from league.core.errors import LeagueError
from league.core.notices import NoticeKind
from league.models import (
    Entry,
    Event,
    MatchRecord,
    PlaySeat,
    Season,
    Seat,
    Seating,
    Table,
    Trouble,
)
from league.queries.evening import late_tables
from league.queries.notices import links
from league.queries.people import rosters
from league.queries.play import paces, reach
from league.times import wall_time
from league.words import notice_words
from league.words.sentences import sentence

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.models import Notice, Play
    from league.queries.notices.readers import Reader, Writer, Written

_COMING = (EventState.PLANNED, EventState.OPEN, EventState.RUNNING)


def _seating(notice: Notice, reader: Reader) -> Written:
    played = {"seating__state": SeatingState.PUBLISHED, "seating__round__state": "published"}
    if reader.entry is None:
        return _seating_of_all(notice, reader)
    rows = Seat.objects.filter(entry=reader.entry, **played).select_related(
        "table__ruleset__club_game", "seating__round"
    )
    table = notice.subject.get("table")
    seat = (
        rows.filter(table=table).first()
        if table
        else rows.filter(seating=notice.subject["seating"]).first()
    )
    event = reader.entry.event
    if seat is None or not reader.sees(event):
        return None
    url = links.to_event(reader.address, reader.entry, event.slug)
    round_ = seat.seating.round
    number = 0 if round_.is_rolling else round_.number
    if seat.table is None:
        bye = seat.state in {RoundEntryState.BYE, RoundEntryState.REQUESTED_BYE}
        if not bye and seat.state != RoundEntryState.SITS_OUT:
            return None
        return notice_words.without_table(event=event.name, number=number, bye=bye), url
    around = Seat.objects.filter(table=seat.table_id).exclude(pk=seat.pk)
    shown = rosters.names_in(reader.viewer, event)
    words = notice_words.at_table(
        event=event.name,
        number=number,
        table=seat.table.number,
        seat=seat.position,
        game=seat.table.ruleset.club_game.title,
        company=[
            shown[player].name
            for player in around.order_by("position").values_list("entry__player", flat=True)
        ],
    )
    return words, url


def _seating_of_all(notice: Notice, reader: Reader) -> Written:
    rows = Seating.objects.filter(
        pk=notice.subject.get("seating"), state=SeatingState.PUBLISHED
    ).select_related("round__stage__event")
    seating = rows.filter(round__state=RoundState.PUBLISHED).first()
    if seating is None:
        return None
    event = seating.round.stage.event
    if not reader.sees(event):
        return None
    words = notice_words.seated(
        event=event.name, number=seating.round.number, tables=seating.tables.count()
    )
    return words, links.to_event(reader.address, None, event.slug)


def _second_look(notice: Notice, reader: Reader) -> Written:
    record = _record(notice, [RecordState.REPORTED])
    entry = reader.entry
    if record is None or entry is None or not reader.sees(entry.event):
        return None
    words = notice_words.second_look(event=entry.event.name, table=record.table.number)
    return words, links.to_event(reader.address, entry, entry.event.slug)


def _corrected(notice: Notice, reader: Reader) -> Written:
    record = _record(notice, STANDING_STATES)
    entry = reader.entry
    if record is None or entry is None or not reader.sees(entry.event):
        return None
    words = notice_words.corrected(event=entry.event.name, table=record.table.number)
    return words, links.to_event(reader.address, entry, entry.event.slug)


def _objection(notice: Notice, reader: Reader) -> Written:
    record = _record(notice, [RecordState.DISPUTED, RecordState.CONFIRMED])
    if record is None or not record.dispute_reason:
        return None
    event = record.stage.event
    if not _works_at(event, reader, [record.table]):
        return None
    is_chat = reader.address.club_id is not None
    words = notice_words.objection(
        event=event.name,
        table=record.table.number,
        reason="" if is_chat else record.dispute_reason,
    )
    return words, _desk(event, reader)


def _table_late(notice: Notice, reader: Reader) -> Written:
    event = notice.event
    if event is None:
        return None
    late = late_tables.still(event, notice.subject["tables"])
    if not late or not _works_at(event, reader, late):
        return None
    words = notice_words.tables_late(
        event=event.name,
        number=late[0].seating.round.number,
        tables=[table.number for table in late],
    )
    return words, _desk(event, reader)


def _works_at(event: Event, reader: Reader, tables: list[Table]) -> bool:
    """Whether the reader sees to results there; a chat hears of what visitors see at its tables."""
    if reader.address.club_id is None:
        return permissions.can(reader.viewer, Action.CONFIRM_RECORD, event)
    if not reader.sees(event):
        return False
    return len(permissions.told_at(reader.viewer, event, tables)) == len(tables)


def _desk(event: Event, reader: Reader) -> str:
    """Where something can be done about it; a chat is led to what all can see."""
    name = "event" if reader.address.club_id is not None else "desk"
    return links.whole_address(reader.address, name, event.slug)


def _place(notice: Notice, reader: Reader) -> Written:
    entry = reader.entry
    if entry is None or not reader.sees(entry.event) or entry.event.state not in _COMING:
        return None
    event = entry.event
    url = links.to_event(reader.address, entry, event.slug)
    starts_at = _wall(event.starts_at, event)
    if entry.state == EntryState.REGISTERED:
        words = notice_words.has_place(event=event.name, starts_at=starts_at, place=event.place)
        return words, url
    if entry.offered_until is None or entry.offered_until <= timezone.now():
        return None
    words = notice_words.is_offered(
        event=event.name,
        starts_at=starts_at,
        place=event.place,
        until=_wall(entry.offered_until, event),
    )
    return words, url


def _tomorrow(notice: Notice, reader: Reader) -> Written:
    event = notice.event
    entry = reader.entry
    if event is None or not reader.sees(event) or event.starts_at <= timezone.now():
        return None
    if event.state not in _COMING or (entry and entry.state != EntryState.REGISTERED):
        return None
    words = notice_words.tomorrow(
        event=event.name, starts_at=_wall(event.starts_at, event), place=event.place
    )
    return words, links.to_event(reader.address, entry, event.slug)


def _standings(notice: Notice, reader: Reader) -> Written:
    if notice.subject.get("season"):
        season = _season(notice, reader)
        if season is None:
            return None
        return notice_words.standings(of=season.name), _page_of(season, reader)
    event = notice.event
    if event is None or not reader.sees(event) or _keeps_back(event):
        return None
    words = notice_words.standings(of=event.name)
    return words, links.to_event(reader.address, None, event.slug)


def _season_over(notice: Notice, reader: Reader) -> Written:
    season = _season(notice, reader)
    if season is None or season.state != SeasonState.FINISHED:
        return None
    return notice_words.season_over(season=season.name), _page_of(season, reader)


def _season(notice: Notice, reader: Reader) -> Season | None:
    rows = permissions.visible(Season.objects.filter(pk=notice.subject["season"]), reader.viewer)
    return rows.select_related("club").first()


def _page_of(season: Season, reader: Reader) -> str:
    return links.whole_address(reader.address, "season", season.club.slug, season.slug)


def _keeps_back(event: Event) -> bool:
    """Whether something of it is not told yet: then its standings are not the last word."""
    return bool(event.stages.filter(rounds__is_withheld=True).exists())


def _sign_up(notice: Notice, reader: Reader) -> Written:
    rows = Entry.objects.select_related("event__club").filter(pk=notice.subject["who"])
    entry = rows.first()
    if entry is None or not permissions.can(reader.viewer, Action.MANAGE_EVENT, entry.event):
        return None
    if entry.state not in {EntryState.REGISTERED, EntryState.WAITING}:
        return None
    shown = rosters.names_in(reader.viewer, entry.event)
    words = notice_words.sign_up(
        event=entry.event.name,
        name=shown[entry.player_id].name,
        waits=entry.state == EntryState.WAITING,
    )
    return words, links.whole_address(reader.address, "desk", entry.event.slug)


def _turn(notice: Notice, reader: Reader) -> Written:
    """Still theirs to decide: another move in between, or the end, and there is nothing to tell."""
    seat = (
        PlaySeat.objects.select_related("play__club", "play__event__club")
        .filter(play=notice.subject["play"], number=notice.subject["seat"])
        .first()
    )
    if seat is None or seat.owes_since is None or not _is_of(reader, seat):
        return None
    if not reach.visible(reader.viewer).filter(pk=seat.play_id).exists():
        return None
    play = seat.play
    until = paces.deadlines(play, [seat]).get(seat.number)
    words = notice_words.turn(
        game=gettext(catalogue.get(play.game).title),
        until=_by_clock_of(play, until.at) if until is not None else None,
    )
    return words, links.whole_address(reader.address, "play_table", play.code)


def _by_clock_of(play: Play, at: datetime) -> datetime | None:
    """By the clock of its club; a match of nobody has no room whose clock would tell."""
    room = play.event or play.club
    return None if room is None else wall_time.wall(at, wall_time.zone_of(room))


def _is_of(reader: Reader, seat: PlaySeat) -> bool:
    """Somebody else may sit there by now."""
    viewer = reader.viewer
    if seat.account_id is not None:
        return seat.account_id == viewer.account_id
    return seat.player_id is not None and permissions.speaks_for(viewer, seat.player_id)


def _failed(notice: Notice, reader: Reader) -> Written:
    event = notice.event
    told = notice.subject
    trouble = Trouble.objects.filter(kind=told["trouble"], subject=told["of"]).first()
    if event is None or trouble is None:
        return None
    if not permissions.can(reader.viewer, Action.MANAGE_EVENT, event):
        return None
    why = sentence(LeagueError(trouble.code, **trouble.params))
    words = notice_words.failed(where=event.name, what=why)
    return words, links.whole_address(reader.address, "desk", event.slug)


def _test(_notice: Notice, reader: Reader) -> Written:
    club = reader.address.club
    if club is not None:  # a link to the choices would let everybody in the chat make them
        return notice_words.test(), links.whole_address(reader.address, "club", club.slug)
    return notice_words.test(), links.to_choose(reader.address)


def _confirm(_notice: Notice, reader: Reader) -> Written:
    if reader.address.confirmed_at is not None:
        return None
    url = links.to_confirm(reader.address)
    if reader.entry is None:
        return notice_words.confirm(), url
    event = reader.entry.event
    if not reader.sees(event) or event.state not in _COMING:
        return None
    held = reader.entry.held_until
    words = notice_words.signed_up(
        event=event.name,
        starts_at=_wall(event.starts_at, event),
        place=event.place,
        held_until=_wall(held, event) if held else None,
        link=links.to_event(reader.address, reader.entry, event.slug),
    )
    return words, url


def _record(
    notice: Notice, states: tuple[RecordState, ...] | list[RecordState]
) -> MatchRecord | None:
    rows: QuerySet[MatchRecord] = MatchRecord.objects.filter(
        pk=notice.subject["record"],
        state__in=states,
        table__seating__state=SeatingState.PUBLISHED,
    )
    return rows.select_related("table__seating__round", "stage__event__club").first()


def _wall(at: datetime, event: Event) -> datetime:
    return wall_time.wall(at, wall_time.zone_of(event))


WRITERS: dict[NoticeKind, Writer] = {
    NoticeKind.SEATING: _seating,
    NoticeKind.SECOND_LOOK: _second_look,
    NoticeKind.PLACE: _place,
    NoticeKind.TOMORROW: _tomorrow,
    NoticeKind.CORRECTED: _corrected,
    NoticeKind.STANDINGS: _standings,
    NoticeKind.SEASON_OVER: _season_over,
    NoticeKind.OBJECTION: _objection,
    NoticeKind.TABLE_LATE: _table_late,
    NoticeKind.SIGN_UP: _sign_up,
    NoticeKind.TURN: _turn,
    NoticeKind.FAILED: _failed,
    NoticeKind.TEST: _test,
    NoticeKind.CONFIRM: _confirm,
}
