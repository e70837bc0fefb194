"""What is told to whom when something happens, in the words and with the rights of each."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from league.causes import lines
from league.core.actors import system
from league.core.enums import (
    EntryState,
    EventState,
    NameLevel,
    PlayPace,
    Role,
    SeasonState,
    TroubleKind,
)
from league.core.errors import Refused
from league.core.facts import Fact
from league.core.notices import FOR_ORGANIZERS, FOR_PLAYERS, NoticeState
from league.journal import append
from league.models import Account, Club, Entry, JournalLine, Notice, Player
from league.queries.notices import quiet_hours
from league.queries.people import account_actors
from league.services.evening import dropouts, entries, sign_ups
from league.services.notices import reminders_ahead, sending
from league.services.occasions import seasons
from league.services.play import play_seats, plays
from league.services.records import links, records
from league.services.standings import standings, troubles
from tests import factories

pytestmark = pytest.mark.django_db

ALL = [*FOR_PLAYERS, *FOR_ORGANIZERS]
SHEET = {"seats": [{"points": 12}, {"points": 9}, {"points": 9}, {"points": 4}]}


def club_of(*people: str, **fields: Any) -> tuple[Club, dict[str, Player], Account]:
    """A club whose people, and whose organizer Orla, hear of everything."""
    club = factories.club(**fields)
    found = {name: factories.member(club, f"{name} Quill") for name in people}
    for name, player in found.items():
        factories.notice_address(player, f"{name.lower()}@mail.example", wanted=ALL)
    orla = factories.account()
    factories.grant(orla, Role.ORGANIZER, club)
    factories.notice_address(orla, "orla@mail.example", wanted=ALL)
    return club, found, orla


def told() -> list[tuple[str, str]]:
    """Who was told under which subject, since the last time."""
    sending.send_due()
    found = [(one.to[0].split("@")[0], str(one.subject)) for one in mail.outbox]
    mail.outbox.clear()
    return sorted(found)


def test_a_result_is_told_to_whom_it_concerns_from_report_to_correction() -> None:
    club, people, orla = club_of("Ada", "Ben", "Cleo", "Dan")
    event = factories.event(club, name="Lantern Night")
    stage = factories.stage(event)
    rows = [factories.entry(event, player) for player in people.values()]
    table = factories.table(factories.round_(stage), rows)
    ada = links.claim(code=table.link.code, position=1, device="phone")
    boss = account_actors.person(orla)

    record = records.submit(by=ada, table=table, data=SHEET, expected_version=0)
    reported = told()
    ben = links.claim(code=table.link.code, position=2, device="another")
    records.dispute(by=ben, record=record, reason="I had nineteen")
    disputed = told()
    records.submit(by=boss, table=table, data=SHEET, expected_version=1)
    records.correct(
        by=boss,
        table=table,
        data=SHEET,
        expected_version=2,
        reason="so it was",
    )
    corrected = told()

    asked = "Lantern Night, table 1: is the result right?"
    assert reported == [(name, asked) for name in ("ben", "cleo", "dan")]
    assert disputed == [("orla", "Lantern Night, table 1: objection")]
    fixed = "Lantern Night, table 1: result corrected"
    assert corrected == [(name, fixed) for name in ("ada", "ben", "cleo", "dan")]


def test_a_place_that_comes_free_is_told_to_who_gets_it_and_sign_ups_to_organizers() -> None:
    club, people, orla = club_of("Ada", "Ben")
    event = factories.event(
        club, name="Full House", state=EventState.OPEN, capacity=1, by_name=True
    )
    factories.stage(event)
    boss = account_actors.person(orla)
    entries.register(by=boss, event=event, player=people["Ada"])
    entries.register(by=boss, event=event, player=people["Ben"], waiting=True)
    assert told() == []  # what Orla did herself is no news to her

    dropouts.drop(by=boss, entry=Entry.objects.get(player=people["Ada"]))
    moved_up = told()
    sign_ups.sign_up(event=event, name="Eve Far", address="")
    signed_up = told()

    assert moved_up == [("ben", "You have a place: Full House")]
    assert signed_up == [("orla", "Full House: new sign-up")]


def test_the_day_before_whoever_has_a_place_is_told_once() -> None:
    club, people, _ = club_of("Ada", "Ben")
    event = factories.event(
        club,
        name="Lantern Night",
        state=EventState.OPEN,
        starts_at=datetime(2031, 5, 6, 17, tzinfo=UTC),
    )
    factories.entry(event, people["Ada"])
    factories.entry(event, people["Ben"], state=EntryState.WAITING)
    for moment in ("2031-05-04T17:00Z", "2031-05-05T16:00Z", "2031-05-05T16:01Z"):
        with time_machine.travel(moment, tick=False):
            reminders_ahead.tell()
            sending.send_due()

    assert [(one.to, one.subject) for one in mail.outbox] == [
        (["ada@mail.example"], "Tomorrow: Lantern Night")
    ]
    assert "6 May 2031, 19:00" in mail.outbox[0].body  # by the club's clock


def test_whose_turn_it_is_is_told_to_them_alone_and_not_when_they_have_decided() -> None:
    club, people, _ = club_of("Ada", "Ben", "Cleo")
    actors = {
        name: account_actors.person(factories.account(player=player))
        for name, player in people.items()
    }
    play = plays.open_table(
        by=actors["Ada"], game="teufel-teufel", size=3, pace=PlayPace.TURNS, days=3, club=club
    )
    for name in ("Ben", "Cleo"):
        play_seats.sit(by=actors[name], play=play)
    plays.begin(by=actors["Ada"], play=play)
    play.refresh_from_db()
    owing = Player.objects.filter(
        account__in=play.seats.filter(owes_since__isnull=False).values("account")
    )

    assert told() == [
        (player.name.split()[0].lower(), "Your turn in Teufel, Teufel!") for player in owing
    ]
    assert told() == []


def test_organizers_hear_what_fails_and_published_standings_are_told_to_who_played() -> None:
    club, people, orla = club_of("Ada")
    event = factories.event(club, name="Lantern Night")
    stage = factories.stage(event)
    factories.entry(event, people["Ada"])

    for _ in range(2):
        troubles.tell(TroubleKind.STAGE, stage.pk, Refused("event_over", event="Lantern Night"))
    failed = told()
    standings.publish(by=account_actors.person(orla), scope=stage)
    published = told()

    assert failed == [("orla", "Lantern Night: something failed")]
    assert published == [("ada", "New standings: Lantern Night")]


def test_who_played_hears_once_that_a_season_is_over_and_nobody_when_it_goes_on_again() -> None:
    club, people, orla = club_of("Ada", "Ben")
    season = factories.season(club, name="Summer League")
    for _ in range(2):
        factories.entry(factories.event(club, season=season), people["Ada"])
    factories.entry(factories.event(club), people["Ben"])
    boss = account_actors.person(orla)

    over = seasons.set_state(by=boss, season=season, state=SeasonState.FINISHED)
    heard = told()
    on_again = seasons.set_state(by=boss, season=over, state=SeasonState.RUNNING)
    seasons.set_state(by=boss, season=on_again, state=SeasonState.FINISHED)
    seasons.set_state(by=boss, season=on_again, state=SeasonState.RUNNING)

    assert heard == [("ada", "Season over: Summer League")]
    assert told() == []


def test_of_two_clubs_nobody_hears_a_name_or_an_event_that_they_may_not_know() -> None:
    club, people, _ = club_of("Ada", "Ben", name_level=NameLevel.HIDDEN)
    other, theirs, _ = club_of("Zoe", visibility="members")
    open_night = factories.event(club, name="Open Night")
    rows = [factories.entry(open_night, player) for player in people.values()]
    rows.append(factories.entry(open_night, theirs["Zoe"]))
    secret = factories.event(other, name="Secret Night", is_announced=False)
    hidden = [factories.entry(secret, theirs["Zoe"]), factories.entry(secret, people["Ben"])]
    for event, seated in ((open_night, rows), (secret, hidden)):
        table = factories.table(factories.round_(factories.stage(event)), seated)
        append(
            Fact.SEATING_PUBLISHED,
            by=system("test"),
            event=event,
            payload={"seating": table.seating_id},
        )
    sending.send_due()

    assert sorted(one.to[0] for one in mail.outbox) == [
        "ada@mail.example",
        "ben@mail.example",
        "zoe@mail.example",
    ]
    said = "\n".join(f"{one.subject}\n{one.body}" for one in mail.outbox)
    assert "Quill" not in said
    assert "Secret" not in said
    assert "With you: Player" in said


def test_quiet_hours_end_by_the_clock_of_the_club_and_may_pass_midnight() -> None:
    zone = ZoneInfo("Europe/Berlin")

    def end(text: str, begin: time, until: time) -> str:
        found = quiet_hours.ends(datetime.fromisoformat(text), begin, until, zone)
        return found.astimezone(UTC).isoformat()[:16] if found else ""

    night = (time(22), time(7, 30))
    assert end("2031-01-10T21:30+00:00", *night) == "2031-01-11T06:30"
    assert end("2031-01-11T02:00+00:00", *night) == "2031-01-11T06:30"
    assert end("2031-01-11T06:30+00:00", *night) == ""
    assert end("2031-01-11T13:00+00:00", time(12), time(14)) == ""


def test_what_can_wait_waits_for_the_end_of_quiet_hours_and_a_seating_does_not() -> None:
    club, people, orla = club_of("Ada")
    event = factories.event(club, name="Lantern Night")
    stage = factories.stage(event)
    entry = factories.entry(event, people["Ada"])
    address = people["Ada"].notice_addresses.get()
    now = timezone.localtime(timezone.now(), ZoneInfo(club.time_zone))
    address.quiet_from = (now - timedelta(hours=1)).time()
    address.quiet_until = (now + timedelta(hours=1)).time()
    address.save()

    standings.publish(by=account_actors.person(orla), scope=stage)
    waits = told()
    row = Notice.objects.get()
    factories.table(factories.round_(stage), [entry])

    assert waits == []
    assert (row.state, row.tries) == (NoticeState.WAITING, 0)
    assert timedelta(minutes=50) < row.due_at - timezone.now() <= timedelta(hours=1)


@pytest.mark.parametrize("is_live", [True, False])
def test_an_event_that_ends_tells_of_standings_only_where_they_are_published_by_themselves(
    is_live: bool,
) -> None:
    club, people, _ = club_of("Ada")
    event = factories.event(club)
    factories.stage(event, auto_publish=is_live)
    factories.entry(event, people["Ada"])

    append(Fact.EVENT_STATE_CHANGED, by=system("test"), event=event, payload={"new": "finished"})

    assert Notice.objects.count() == is_live


def test_what_happened_stands_though_its_messages_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    club, people, _ = club_of("Ada")
    event = factories.event(club)
    factories.entry(event, people["Ada"])

    def broken(*_: object) -> None:
        Notice.objects.create()  # refused by the table itself, which spoils a transaction

    monkeypatch.setitem(lines._MAKERS, Fact.EVENT_STATE_CHANGED, broken)

    append(Fact.EVENT_STATE_CHANGED, by=system("test"), event=event, payload={"new": "finished"})

    assert JournalLine.objects.filter(kind=Fact.EVENT_STATE_CHANGED, event=event).count() == 1
    assert not Notice.objects.exists()
    assert "no messages from line" in caplog.text
