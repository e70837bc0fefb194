"""Backups in the browser: for admins of the installation alone, by a press, noted down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client, override_settings

from league.core.enums import Role
from league.core.facts import Fact
from league.models import Account, JournalLine
from tests import factories

pytestmark = pytest.mark.django_db
PAGE = "/site/backups/"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A backup in the data folder, and a file beside it that is none."""
    suffix = ".sqlite3" if connection.vendor == "sqlite" else ".pgdump"
    path = tmp_path / "backups" / f"league-20260307T031000.000000Z-daily{suffix}"
    path.parent.mkdir()
    path.write_bytes(b"every row of the house")
    (tmp_path / "secret-key").write_text("nobody's business")
    with override_settings(DATA_DIR=tmp_path):
        yield path


def browser(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def admin() -> Account:
    account = factories.account()
    factories.grant(account, Role.SITE_ADMIN)
    return account


def test_an_admin_downloads_a_backup_by_a_press_and_the_journal_says_so(kept: Path) -> None:
    account = admin()

    listed = browser(account).get(PAGE).content.decode()
    answer = browser(account).post(PAGE, {"name": kept.name})

    assert kept.name in listed
    assert answer.streaming
    assert b"".join(answer.streaming_content) == b"every row of the house"  # type: ignore[attr-defined]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{kept.name}"'
    line = JournalLine.objects.get(kind=Fact.BACKUP_DOWNLOADED)
    assert (line.actor_key, line.payload) == (f"person:{account.pk}", {"name": kept.name})


@pytest.mark.parametrize("name", ["../secret-key", "/etc/hostname", "league-nothing.sqlite3"])
def test_nothing_but_a_kept_backup_is_handed_out(kept: Path, name: str) -> None:
    answer = browser(admin()).post(PAGE, {"name": name})

    assert answer.status_code == 404
    assert not JournalLine.objects.filter(kind=Fact.BACKUP_DOWNLOADED).exists()


def test_nobody_else_sees_or_gets_a_backup(kept: Path) -> None:
    owner = factories.account()
    factories.grant(owner, Role.CLUB_ADMIN, factories.club())
    people = (browser(owner), Client())

    answers = [
        (client.get(PAGE).status_code, client.post(PAGE, {"name": kept.name}).status_code)
        for client in people
    ]

    assert answers == [(403, 403), (302, 302)]
    assert PAGE not in browser(owner).get("/me/").content.decode()
    assert PAGE in browser(admin()).get("/me/").content.decode()
