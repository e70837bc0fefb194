"""The sweeper erases who asked for it, while people think again and another sweeper comes."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from league.core.actors import Actor, system
from league.core.enums import TroubleKind
from league.models import JournalLine, Player
from league.queries.people import account_actors
from league.services.people import own_data
from league.services.standings import troubles
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

BY = system("sweep")


def asked(*names: str) -> list[tuple[Player, Actor]]:
    """People whose time to think again is over."""
    club = factories.club()
    found = []
    for name in names:
        player = factories.member(club, name)
        by = account_actors.person(factories.account(player=player))
        own_data.ask_erasure(by=by)
        found.append((player, by))
    long_ago = timezone.now() - timedelta(days=own_data.DAYS + 1)
    Player.objects.update(erasure_asked_at=long_ago)
    return found


def somebody_waits() -> bool:
    """Whether another connection waits for a lock of this one."""
    if connection.vendor != "postgresql":
        time.sleep(0.3)  # a second writer of SQLite waits for the whole file
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def sweeping(done: list[int]) -> threading.Thread:
    def sweep() -> None:
        try:
            done.append(own_data.erase_due(by=BY))
        finally:
            connection.close()

    return threading.Thread(target=sweep)


def test_who_thinks_again_while_the_sweeper_waits_is_not_erased_and_all_others_are() -> None:
    (ada, by), (bo, _) = asked("Ada Quill", "Bo Marsh")
    done: list[int] = []
    sweeper = sweeping(done)

    with transaction.atomic():
        own_data.withdraw_erasure(by=by)
        sweeper.start()
        deadline = time.monotonic() + 10
        while not somebody_waits() and time.monotonic() < deadline:
            time.sleep(0.02)
    sweeper.join()

    ada.refresh_from_db()
    bo.refresh_from_db()
    assert done == [1]
    assert (ada.name, ada.erased_at, ada.erasure_asked_at) == ("Ada Quill", None, None)
    assert (bo.name, bo.erased_at is None) == (f"Former player {bo.pk}", False)


def test_two_sweepers_at_once_erase_everybody_once() -> None:
    people = asked("Ada Quill", "Bo Marsh", "Cy Flint", "Dee Loam")
    done: list[int] = []
    sweepers = [sweeping(done) for _ in range(3)]

    for sweeper in sweepers:
        sweeper.start()
    for sweeper in sweepers:
        sweeper.join()

    assert sum(done) == len(people)
    assert JournalLine.objects.filter(kind="player_erased").count() == len(people)
    assert Player.objects.filter(erased_at=None).count() == 0
    assert troubles.pausing(TroubleKind.ERASURES) == frozenset()
