"""What can wait comes once a week in one message: on its day, in its reader's words, and once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.test import Client

from league.channels import mail as way
from league.channels.messages import Message
from league.core.enums import Role, SeasonState
from league.core.errors import BadInput
from league.core.notices import NoticeState
from league.models import Event, Notice, NoticeAddress, Season
from league.queries.notices import weeks as due
from league.queries.people import account_actors
from league.services.notices import addresses, sending, weeks
from league.services.occasions import seasons
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db

FRIDAY = datetime(2031, 5, 9, 12, tzinfo=UTC)
MONDAY = datetime(2031, 5, 12, 16, tzinfo=UTC)  # 18:00 in Berlin


@pytest.fixture
def address() -> Iterator[NoticeAddress]:
    """Ada's, who wants standings and seasons on Mondays at six; it is Friday."""
    club = factories.club(time_zone="Europe/Berlin")
    ada = factories.member(club, "Ada Quill")
    season = factories.season(club, name="Summer League")
    for name in ("Lantern Night", "Fox Night"):
        event = factories.event(club, name=name, season=season)
        factories.stage(event)
        factories.entry(event, ada)
    with time_machine.travel(FRIDAY, tick=False):
        yield factories.notice_address(
            ada,
            wanted=["standings", "season_over", "tomorrow"],
            weekly_day=1,
            weekly_hour=18,
            language="de",
        )


def publish(name: str) -> None:
    event = Event.objects.get(name=name)
    by = factories.actor(Role.ORGANIZER, event.club)
    standings.publish(by=by, scope=event.stages.get())


def finish() -> None:
    season = Season.objects.get()
    by = factories.actor(Role.ORGANIZER, season.club)
    seasons.set_state(by=by, season=season, state=SeasonState.FINISHED)


def mails_at(at: datetime) -> list[str]:
    """What goes out then, also where it sweeps twice."""
    with time_machine.travel(at, tick=False):
        weeks.tell()
        weeks.tell()
        sending.send_due()
    found = [f"{one.subject}\n{one.body}" for one in mail.outbox]
    mail.outbox.clear()
    return found


def test_a_week_is_one_message_with_each_thing_once_and_only_what_is_still_true(
    address: NoticeAddress,
) -> None:
    publish("Lantern Night")
    publish("Lantern Night")
    publish("Fox Night")
    finish()
    Event.objects.filter(name="Fox Night").update(is_announced=False)

    before = mails_at(MONDAY - timedelta(minutes=1))
    (told,) = mails_at(MONDAY)
    again = mails_at(MONDAY + timedelta(days=7))

    assert (before, again) == ([], [])
    lantern = Event.objects.get(name="Lantern Night")
    assert told.count(f"https://club.example/e/{lantern.slug}/") == 1
    assert told.count("Lantern Night") == told.count("Summer League") == 1
    assert "Fox Night" not in told
    assert told.endswith("/week/\n")
    assert {*Notice.objects.values_list("state", flat=True)} == {NoticeState.SENT}


def test_what_comes_after_the_hour_waits_for_the_next_week(address: NoticeAddress) -> None:
    publish("Lantern Night")
    assert len(mails_at(MONDAY)) == 1
    with time_machine.travel(MONDAY, tick=False):
        publish("Fox Night")
    Notice.objects.filter(state=NoticeState.COLLECTED).update(made_at=MONDAY - timedelta(seconds=1))

    assert mails_at(MONDAY + timedelta(minutes=1)) == []  # stored late: this week's is made
    (told,) = mails_at(MONDAY + timedelta(days=7))
    assert "Fox Night" in told


def test_who_dies_while_sending_a_week_leaves_it_to_one_more_try_with_the_same_lines(
    address: NoticeAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PowerCut(BaseException):
        pass

    def dies(to: str, message: Message) -> None:
        send(to, message)
        raise PowerCut

    send = way.send
    publish("Lantern Night")
    with monkeypatch.context() as patched:
        patched.setattr(way, "send", dies)
        with pytest.raises(PowerCut):
            mails_at(MONDAY)
    with time_machine.travel(MONDAY + timedelta(minutes=1), tick=False):
        publish("Fox Night")
    first = mails_at(MONDAY + timedelta(minutes=2))  # what the dead one had sent
    second = mails_at(MONDAY + timedelta(minutes=6))
    third = mails_at(MONDAY + timedelta(minutes=12))

    assert (len(first), second, third) == (1, first, [])
    week = Notice.objects.get(kind="week")
    assert (week.state, week.tries, week.parts.count()) == (NoticeState.SENT, 2, 1)


def test_the_stop_link_of_a_week_stops_all_that_comes_in_it_and_brings_it_back(
    address: NoticeAddress, client: Client
) -> None:
    publish("Lantern Night")
    (told,) = mails_at(MONDAY)
    stop = told[told.rindex("/n/stop/") :].strip()

    client.post(stop, {"List-Unsubscribe": "One-Click"})
    address.refresh_from_db()
    stopped, page = address.wanted, client.get(stop).content.decode()
    client.post(stop, {"do": "again"})
    address.refresh_from_db()

    assert stopped == ["tomorrow"]
    assert 'value="again"' in page
    assert address.wanted == ["tomorrow", "standings", "season_over"]


def test_what_the_stop_page_of_a_week_starts_again_is_what_it_stopped(
    address: NoticeAddress, client: Client
) -> None:
    publish("Lantern Night")
    (told,) = mails_at(MONDAY)
    address.wanted = ["tomorrow", "standings"]
    address.save()
    page = told[told.rindex("/n/stop/") :].strip()

    for press in ("stop", "again"):
        shown = client.get(page).content.decode()
        kinds = re.findall(r'name="kinds" value="(\w+)"', shown)
        page = client.post(page, {"do": press, "kinds": kinds})["Location"]
    address.refresh_from_db()

    assert address.wanted == ["tomorrow", "standings"]


def test_what_was_stopped_meanwhile_is_in_no_week(address: NoticeAddress) -> None:
    publish("Lantern Night")
    finish()
    address.wanted = ["standings"]
    address.save()

    (told,) = mails_at(MONDAY)

    assert "Lantern Night" in told
    assert "Saison zu Ende" not in told
    assert "Season over" not in told


def test_who_wants_all_at_once_again_gets_at_once_what_was_kept(address: NoticeAddress) -> None:
    publish("Lantern Night")
    account = factories.account(player=address.player)
    by = account_actors.person(account)
    addresses.choose(by=by, address=address, wanted=["standings"])

    assert len(mails_at(FRIDAY + timedelta(minutes=1))) == 1
    publish("Fox Night")
    assert len(mails_at(FRIDAY + timedelta(minutes=2))) == 1


def test_only_e_mail_comes_once_a_week(address: NoticeAddress) -> None:
    by = account_actors.person(factories.account(player=address.player))
    ada = address.player
    assert ada is not None
    browser = factories.notice_address(ada, "https://push.example/x", way="push")

    with pytest.raises(BadInput):
        addresses.choose(by=by, address=browser, wanted=[], weekly=(1, 18))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2031-05-12T15:59Z", "2031-05-05T16:00"),
        ("2031-05-12T16:00Z", "2031-05-12T16:00"),
        ("2031-05-18T23:00Z", "2031-05-12T16:00"),
        ("2031-03-31T15:59Z", "2031-03-24T17:00"),  # the clock change lies between
    ],
)
def test_the_day_and_the_hour_are_those_of_the_wall(now: str, expected: str) -> None:
    found = due.last_before(datetime.fromisoformat(now), 1, 18, ZoneInfo("Europe/Berlin"))

    assert found.astimezone(UTC).isoformat()[:16] == expected


def test_the_page_offers_it_for_e_mail_alone_and_keeps_it(address: NoticeAddress) -> None:
    ada = address.player
    assert ada is not None
    browser = factories.notice_address(ada, "https://push.example/x", way="push")
    client, form = Client(), f"a{address.pk}-"
    client.force_login(factories.account(player=address.player))

    shown = client.get("/me/notices/").content.decode()
    press: dict[str, Any] = {"do": "save", "address": address.pk, f"{form}wanted": ["standings"]}
    client.post("/me/notices/", {**press, f"{form}weekly_day": "7", f"{form}weekly_hour": "0"})
    address.refresh_from_db()
    kept = (address.weekly_day, address.weekly_hour)
    client.post("/me/notices/", {**press, f"{form}weekly_day": ""})
    address.refresh_from_db()

    assert f'name="{form}weekly_day"' in shown
    assert f'name="a{browser.pk}-weekly_day"' not in shown
    assert (kept, address.weekly_day) == ((7, 0), None)
