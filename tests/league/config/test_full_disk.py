"""A disk without room: every door says so, nothing is half-written, all comes back."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.test import Client, RequestFactory, override_settings

from league.core.enums import EventState, Role, TroubleKind
from league.models import Event, Seating
from league.queries.storage import full_place, is_full
from league.server import faults
from league.services.occasions import events
from league.services.standings import troubles
from league.web import errors
from tests import factories
from tests.api import doors
from tests.api.test_walls import everything
from tests.flows.visitors import Reader
from tests.practice.evenings import evening, signed_in

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "🦉 <b>" * 600  # more than what is left of a page of the database


@contextmanager
def full_disk() -> Iterator[None]:
    """The database refuses to grow: SQLite by a real limit, PostgreSQL by the real error's code."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            count = cursor.execute("PRAGMA page_count").fetchone()[0]
            most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {count}")
            yield
            cursor.execute(f"PRAGMA max_page_count = {most}")
            return
        cursor.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
            " 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON league_journalline"
            " EXECUTE FUNCTION no_room()"
        )
        yield
        cursor.execute("DROP FUNCTION no_room CASCADE")


def folder() -> str:
    if connection.vendor == "sqlite":
        return str(Path(connection.settings_dict["NAME"]).parent)
    return f"the disk of the database server ({connection.settings_dict['HOST']})"


def hidden(page: str) -> dict[str, str]:
    return next(dict(form.fields) for form in Reader(page).forms if "notes" in form.names)


def said(caplog: pytest.LogCaptureFixture) -> set[str]:
    """Our own lines, and tracebacks of anybody."""
    return {
        row.getMessage() if row.exc_info is None else "Traceback"
        for row in caplog.records
        if row.name.startswith(("league", "api")) or row.exc_info
    }


def test_a_page_says_that_there_is_no_room_and_keeps_what_was_typed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    event = evening(["Ada", "Bo"]).event
    browser = signed_in(Role.ORGANIZER, event.club)
    browser.raise_request_exception = False
    path = f"/e/{event.slug}/settings/"
    form = fields_of(browser.get(path)) | {"notes": LONG.strip()}
    before = everything()

    with full_disk(), caplog.at_level(logging.WARNING):
        refused = browser.post(path, form)
        kept = everything()
    again = browser.post(path, hidden(refused.content.decode()))

    page = refused.content.decode()
    assert (refused.status_code, refused.headers["Cache-Control"]) == (507, "no-store")
    assert "This service's disk is full, so nothing was saved." in page
    assert ('http-equiv="refresh"' in page, "Retry-After" in refused.headers) == (False, False)
    assert hidden(page) == form
    assert kept == before
    assert said(caplog) == {f"the disk is full: make room in {folder()}"}
    assert (again.status_code, Event.objects.get().notes) == (302, form["notes"])


def fields_of(answer: Answer) -> dict[str, str]:
    """What the page's form would send untouched."""
    form = answer.context["form"]
    return {
        bound.html_name: str(bound.value())
        for bound in form
        if bound.value() not in (None, False, "")
    }


def test_the_api_says_that_there_is_no_room_and_the_same_key_is_heard_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    event = factories.event(state=EventState.RUNNING)
    stage = factories.stage(event)
    for _ in range(120):
        factories.entry(event)
    asker = doors.organizer(event)
    asker.client.raise_request_exception = False
    path, key = f"/stages/{stage.pk}/seatings/", {"Idempotency_Key": "first-round"}
    before = everything()

    with full_disk(), caplog.at_level(logging.WARNING):
        refused = asker.post(path, {}, **key)
        kept = everything()
    again = asker.post(path, {}, **key)

    assert refused.status_code == 507
    assert refused.json() == {
        "code": "no_room_left",
        "message": "The disk is full: nothing was saved, but everything that was there before is "
        "safe. Send it again once there is room.",
        "params": {},
    }
    assert kept == before
    assert said(caplog) == {f"the disk is full: make room in {folder()}"}
    assert (again.status_code, Seating.objects.count()) == (201, 1)


def test_a_full_disk_is_no_trouble_of_a_standing_and_a_command_says_which_disk() -> None:
    stage = factories.stage()
    raised: list[DatabaseError] = []

    def work() -> None:
        events.change(
            by=factories.actor(Role.ORGANIZER, stage.event.club),
            event=stage.event,
            expected_version=stage.event.version,
            notes=LONG,
        )

    with full_disk():
        try:
            troubles.attempt(TroubleKind.STAGE, stage.pk, work)
        except DatabaseError as error:
            raised.append(error)

    assert [is_full(error) for error in raised] == [True]
    assert str(faults.said(raised[0])) == (
        f"The disk is full: nothing can be written to {folder()}. Make room there first."
    )


def test_a_file_without_room_is_said_by_its_folder_as_everywhere() -> None:
    error = OSError(errno.ENOSPC, "No space left on device", "/srv/league/media/badge.png")

    assert str(faults.said(error)) == (
        "The disk is full: nothing can be written to /srv/league/media. Make room there first."
    )


def test_what_nothing_has_read_yet_is_kept_too() -> None:
    request = RequestFactory().post("/e/open-night/settings/", {"notes": "Bring a lamp"})

    page = errors.full(request).content.decode()

    assert hidden(page) == {"notes": "Bring a lamp"}


def test_who_watches_the_service_hears_of_a_disk_that_is_nearly_full() -> None:
    told = [Client().get("/healthz/").content.decode()]
    with override_settings(DATA_DIR=Path("/proc/nothing/there")):  # where no byte is free
        told.append(Client().get("/healthz/").content.decode())

    assert told == ["ok\n", "ok\nwarning: little room left on the disk\n"]


def test_a_write_into_a_file_without_room_names_the_fuller_of_the_two_folders(
    tmp_path: Path,
) -> None:
    raised: list[OSError] = []
    try:
        with open("/dev/full", "w") as file:
            file.write("a line")
    except OSError as error:
        raised.append(error)

    with override_settings(DATA_DIR=Path("/proc/nothing/there")):  # where no byte is free
        assert [(is_full(error), full_place(error)) for error in raised] == [
            (True, "/proc/nothing/there")
        ]


def test_other_failures_are_no_full_disk() -> None:
    raised: list[Exception] = []
    for verb in ("SELECT nothing_of_ours", "SELECT * FROM nothing_of_ours"):
        try:
            connection.cursor().execute(verb)
        except DatabaseError as error:
            raised.append(error)

    found = [is_full(error) for error in (*raised, OSError(2, "No such file"), ValueError())]

    assert found == [False] * 4


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (settings.BASE_DIR, []),
        (
            Path("/proc/nothing/there"),
            [("league.W002", "Only 0 MB are free for /proc/nothing/there.")],
        ),
    ],
    ids=["room", "none"],
)
def test_every_command_says_when_room_runs_out(where: Path, told: list[tuple[str, str]]) -> None:
    with override_settings(DATA_DIR=where):
        found = [one for one in checks.run_checks() if str(one.id).startswith("league.W002")]

    assert [(one.id, one.msg) for one in found] == told
