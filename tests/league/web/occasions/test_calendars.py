"""Calendars to subscribe to: what a calendar program finds, and whose evenings it may know."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from league.core.enums import EntryState, EventState, NameLevel, Role, Visibility
from league.core.errors import NotAllowed
from league.models import CalendarLink, Club, Event, JournalLine, Player
from league.queries.people import account_actors
from league.services.occasions import calendars, events
from league.services.people import erasure, merges
from tests import factories

pytestmark = pytest.mark.django_db

SOON = datetime(2026, 11, 3, 18, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(time_machine):  # type: ignore[no-untyped-def]  # the plugin's own fixture
    time_machine.move_to(datetime(2026, 10, 20, 12, 0, tzinfo=UTC), tick=False)


def read(client: Client, path: str) -> Calendar:
    answer = client.get(path)
    assert answer.status_code == 200, path
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content)
    assert isinstance(found, Calendar)
    return found


def evenings(client: Client, path: str) -> dict[str, str]:
    """Title and status of each evening of a calendar."""
    return {str(row["SUMMARY"]): str(row["STATUS"]) for row in read(client, path).walk("VEVENT")}


def somebody(club: Club, name: str = "Ada Quill") -> tuple[Client, Player]:
    person = factories.member(club, name)
    client = Client()
    client.force_login(factories.account(player=person))
    return client, person


def own_path(client: Client, person: Player) -> str:
    client.post(f"/p/{person.pk}/calendar/", {"do": "renew"})
    page = client.get(f"/p/{person.pk}/").content.decode()
    address = page.split('id="my-calendar"')[1].split('value="')[1].split('"')[0]
    return urlsplit(address).path


def test_a_clubs_calendar_has_its_evenings_and_a_seasons_those_of_the_season(
    client: Client,
) -> None:
    club = factories.club()
    season = factories.season(club)
    factories.event(season=season, name="Tuesday", state=EventState.OPEN)
    factories.event(club, name="Summer Cup", state=EventState.PLANNED)
    factories.event(factories.club(), name="Elsewhere")

    found = [
        evenings(client, path)
        for path in (f"/c/{club.slug}/calendar.ics", f"/c/{club.slug}/s/{season.slug}/calendar.ics")
    ]

    assert found == [
        {"Tuesday": "CONFIRMED", "Summer Cup": "CONFIRMED"},
        {"Tuesday": "CONFIRMED"},
    ]


def test_an_evening_keeps_its_clock_time_over_the_change_of_clocks(client: Client) -> None:
    club = factories.club(time_zone="Europe/Berlin")
    for name, starts_at in (
        ("Before", datetime(2026, 10, 20, 17, 30, tzinfo=UTC)),
        ("After", datetime(2026, 10, 27, 18, 30, tzinfo=UTC)),
    ):
        factories.event(
            club, name=name, starts_at=starts_at, ends_at=starts_at + timedelta(hours=3)
        )

    calendar = read(client, f"/c/{club.slug}/calendar.ics")

    text = calendar.to_ical().decode()
    assert "DTSTART;TZID=Europe/Berlin:20261020T193000" in text
    assert "DTSTART;TZID=Europe/Berlin:20261027T193000" in text
    assert "DTEND;TZID=Europe/Berlin:20261027T223000" in text
    (zone,) = calendar.walk("VTIMEZONE")
    rules = zone.to_tz()  # by what is written there alone
    assert [
        datetime(2026, month, day, 19, 30, tzinfo=rules).utcoffset()
        for month, day in ((10, 20), (10, 27))
    ] == [timedelta(hours=2), timedelta(hours=1)]


def test_an_event_in_another_zone_comes_with_its_own_clock(client: Client) -> None:
    club = factories.club(time_zone="Europe/Berlin")
    factories.event(club, time_zone="America/New_York", starts_at=SOON)

    text = read(client, f"/c/{club.slug}/calendar.ics").to_ical().decode()

    assert "DTSTART;TZID=America/New_York:20261103T133000" in text
    assert text.count("BEGIN:VTIMEZONE") == 1


def test_a_change_keeps_the_uid_and_raises_the_sequence(client: Client, time_machine) -> None:  # type: ignore[no-untyped-def]  # the plugin's own fixture
    club = factories.club()
    factories.free_game(club)
    by = factories.actor(Role.CLUB_ADMIN, club)
    event = events.create(by=by, club=club, name="Tuesday", starts_at=SOON)
    path = f"/c/{club.slug}/calendar.ics"
    (before,) = read(client, path).walk("VEVENT")
    time_machine.move_to(datetime(2026, 10, 21, 9, 0, tzinfo=UTC), tick=False)

    events.change(
        by=by, event=event, expected_version=event.version, starts_at=SOON + timedelta(hours=1)
    )

    (after,) = read(client, path).walk("VEVENT")
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert [row["LAST-MODIFIED"].dt for row in (before, after)] == [
        datetime(2026, 10, 20, 12, 0, tzinfo=UTC),
        datetime(2026, 10, 21, 9, 0, tzinfo=UTC),
    ]


def test_a_cancelled_evening_stays_and_says_so(client: Client) -> None:
    club = factories.club()
    event = factories.event(club, name="Tuesday", state=EventState.OPEN)
    path = f"/c/{club.slug}/calendar.ics"
    (before,) = read(client, path).walk("VEVENT")

    events.set_state(
        by=factories.actor(Role.CLUB_ADMIN, club), event=event, state=EventState.CANCELLED
    )

    (after,) = read(client, path).walk("VEVENT")
    assert (before["STATUS"], after["STATUS"]) == ("CONFIRMED", "CANCELLED")
    assert (before["TRANSP"], after["TRANSP"]) == ("OPAQUE", "TRANSPARENT")
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_who_has_the_calendar_already_is_told_so_until_something_changes(client: Client) -> None:
    club = factories.club()
    event = factories.event(club, name="Tuesday", state=EventState.OPEN)
    path = f"/c/{club.slug}/calendar.ics"
    tag = client.get(path).headers["ETag"]

    again = client.get(path, headers={"If-None-Match": tag})
    events.set_state(
        by=factories.actor(Role.CLUB_ADMIN, club), event=event, state=EventState.CANCELLED
    )
    changed = client.get(path, headers={"If-None-Match": tag})

    assert (again.status_code, again.content) == (304, b"")
    assert changed.status_code == 200


def test_signs_of_the_format_in_a_text_stay_text(client: Client) -> None:
    club = factories.club()
    odd = "Dice; wood, and\\BEGIN:VEVENT"
    factories.event(club, name=odd, notes="One\nATTENDEE:mailto:x@club.example", place=odd)

    (row,) = read(client, f"/c/{club.slug}/calendar.ics").walk("VEVENT")

    assert (str(row["SUMMARY"]), str(row["LOCATION"])) == (odd, odd)
    assert str(row["DESCRIPTION"]) == "One\nATTENDEE:mailto:x@club.example"
    assert "ATTENDEE" not in row


def test_no_calendar_names_anybody(client: Client) -> None:
    club = factories.club()
    season = factories.season(club)
    event = factories.event(season=season)
    signed_in, person = somebody(club)
    for who in (person, factories.member(club, "Bo Saltmarsh", name_level=NameLevel.HIDDEN)):
        factories.entry(event, who)

    texts = [
        client.get(path).content.decode()
        for path in (
            f"/c/{club.slug}/calendar.ics",
            f"/c/{club.slug}/s/{season.slug}/calendar.ics",
            own_path(signed_in, person),
        )
    ]

    assert [text.count("BEGIN:VEVENT") for text in texts] == [1, 1, 1]
    for word in ("Ada", "Quill", "Bo ", "Saltmarsh"):
        assert [word in text for text in texts] == [False, False, False]


def test_a_club_for_members_has_no_calendar_for_others() -> None:
    club = factories.club(visibility=Visibility.MEMBERS)
    season = factories.season(club)
    factories.event(season=season, name="Secret")
    member, _person = somebody(club)
    paths = (f"/c/{club.slug}/calendar.ics", f"/c/{club.slug}/s/{season.slug}/calendar.ics")

    found = [[each.get(path).status_code for path in paths] for each in (Client(), member)]

    assert found == [[404, 404], [200, 200]]


def test_the_own_calendar_has_what_one_is_entered_in_and_waits_for(client: Client) -> None:
    club = factories.club("Tin Owl")
    signed_in, person = somebody(club)
    for name, state in (
        ("Place", EntryState.REGISTERED),
        ("Hope", EntryState.WAITING),
        ("Left", EntryState.DROPPED),
    ):
        factories.entry(factories.event(club, name=name), person, state=state)
    factories.entry(factories.event(club, name="Of others"), factories.member(club, "Bo"))

    found = evenings(client, own_path(signed_in, person))

    assert found == {"Place (Tin Owl)": "CONFIRMED", "Hope (Tin Owl)": "TENTATIVE"}


def test_the_own_calendar_holds_nothing_that_one_may_not_see(client: Client) -> None:
    club = factories.club("Tin Owl")
    signed_in, person = somebody(club)
    for event in (
        factories.event(club, name="Shown"),
        factories.event(club, name="Not announced", is_announced=False),
        factories.event(club, name="Removed", removed_at=SOON, state=EventState.CANCELLED),
    ):
        factories.entry(event, person)

    found = evenings(client, own_path(signed_in, person))

    assert found == {"Shown (Tin Owl)": "CONFIRMED"}


def test_a_new_own_address_closes_the_old_one(client: Client) -> None:
    signed_in, person = somebody(factories.club())
    first = own_path(signed_in, person)
    assert client.get(first).status_code == 200

    second = own_path(signed_in, person)
    codes = [client.get(path).status_code for path in (first, second)]
    signed_in.post(f"/p/{person.pk}/calendar/", {"do": "end"})

    assert codes == [404, 200]
    assert client.get(second).status_code == 404
    assert list(JournalLine.objects.values_list("kind", flat=True)) == [
        "calendar_address_made",
        "calendar_address_made",
        "calendar_address_ended",
    ]


def test_only_oneself_sees_makes_and_ends_the_own_address(client: Client) -> None:
    club = factories.club()
    signed_in, person = somebody(club)
    code = own_path(signed_in, person).rsplit("/", 1)[1]
    organizer = Client()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    organizer.force_login(account)

    shown = [code in each.get(f"/p/{person.pk}/").content.decode() for each in (client, organizer)]
    refused = organizer.post(f"/p/{person.pk}/calendar/", {"do": "end"})
    with pytest.raises(NotAllowed):
        calendars.renew(by=account_actors.person(account), player=person)

    assert shown == [False, False]
    assert refused.status_code == 403
    assert CalendarLink.objects.count() == 1


def test_the_own_address_ends_with_the_person_and_leads_on_after_a_merge(client: Client) -> None:
    club = factories.club()
    by = factories.actor(Role.CLUB_ADMIN, club)
    signed_in, person = somebody(club)
    path = own_path(signed_in, person)
    factories.entry(factories.event(club, name="Tuesday"), person)
    kept = factories.member(club, "Ada Q.")

    merges.merge(by=by, club=club, kept=kept, gone=person)
    merged = evenings(client, path)
    kept.refresh_from_db()
    erasure.erase(by=by, player=kept)

    assert merged == {f"Tuesday ({club.name})": "CONFIRMED"}
    assert client.get(path).status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_evenings(client: Client) -> None:
    from django.db import connection  # app ready

    club = factories.club()
    signed_in, person = somebody(club)
    own = own_path(signed_in, person)
    counts = []
    for _ in range(3):
        event: Event = factories.event(club)
        factories.entry(event, person)
        Club.objects.filter(pk=club.pk).update(seq=club.seq + event.pk)  # as every change does
        with CaptureQueriesContext(connection) as found:
            client.get(f"/c/{club.slug}/calendar.ics")
            client.get(own)
        counts.append(len(found))

    assert len(set(counts)) == 1
    assert counts[0] < 15


def test_pages_offer_the_calendar_for_programs_and_by_its_address(client: Client) -> None:
    club = factories.club()
    season = factories.season(club)

    pages = [
        client.get(path).content.decode()
        for path in (f"/c/{club.slug}/", f"/c/{club.slug}/s/{season.slug}/")
    ]

    for page, path in zip(
        pages,
        (f"/c/{club.slug}/calendar.ics", f"/c/{club.slug}/s/{season.slug}/calendar.ics"),
        strict=True,
    ):
        assert f'href="webcal://testserver{path}"' in page
        assert f'value="http://testserver{path}"' in page
