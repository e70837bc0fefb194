"""Records merged and told apart while the evening goes on: nobody waits for ever."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

import pytest

from league.core.enums import Confirmation, EventState, Role
from league.core.errors import Conflict, NotFound
from league.models import Entry, Merge, Player
from league.services.evening import entries
from league.services.people import merges, players
from league.services.records import records
from league.services.standings import standings
from tests import factories
from tests.league.services.test_lock_order import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_are_merged_and_told_apart_while_results_and_new_names_come_in() -> None:
    season = factories.season()
    club = season.club
    by = factories.actor(Role.CLUB_ADMIN, club)
    event = factories.event(season=season, confirmation=Confirmation.NONE)
    stage = factories.stage(event)
    ada, other, bo = (factories.member(club, name) for name in ("Ada Quill", "Ada Quil", "Bo"))
    table = factories.table(
        factories.round_(stage), [factories.entry(event, other), factories.entry(event, bo)]
    )
    versions = count(0)

    def there_and_back() -> None:
        row = merges.merge(by=by, club=club, kept=ada, gone=other)
        merges.undo(by=by, merge=row)

    def report() -> None:
        records.submit(
            by=by,
            table=table,
            data={"seats": [{"points": 12}, {"points": 9}]},
            expected_version=next(versions),
            reason="once more",
        )

    def rename() -> None:
        for pk in (other.pk, ada.pk):
            row = Player.objects.get(pk=pk)
            with suppress(Conflict, NotFound):  # the merge was first
                players.change(
                    by=by,
                    player=row,
                    expected_version=row.version,
                    email=f"{row.version}@x.example",
                )

    assert side_by_side(there_and_back, report, rename) == []
    standings.catch_up()
    assert standings.check() == ()
    assert Entry.objects.filter(player=other).count() == 1
    assert not Merge.objects.filter(undone_at__isnull=True).exists()


def test_nobody_is_entered_under_a_number_that_is_merged_meanwhile() -> None:
    club = factories.club()
    by = factories.actor(Role.CLUB_ADMIN, club)
    ada, other = (factories.member(club, name) for name in ("Ada Quill", "Ada Quil"))
    evenings = iter([factories.event(club, state=EventState.OPEN) for _ in range(12)])

    def enter() -> None:
        event = next(evenings)
        while not Entry.objects.filter(event=event).exists():
            with suppress(NotFound):  # merged between the look and the entry
                entries.register(by=by, event=event, player=other)
                return
            entries.register(by=by, event=event, player=ada)

    def there_and_back() -> None:
        with suppress(Conflict):  # entered somewhere just now
            row = merges.merge(by=by, club=club, kept=ada, gone=other)
            assert not Entry.objects.filter(player=other).exists()
            while Merge.objects.filter(pk=row.pk, undone_at=None).exists():
                with suppress(Conflict):
                    merges.undo(by=by, merge=row)

    assert side_by_side(enter, there_and_back) == []
    assert Entry.objects.filter(player__in=[ada, other]).count() == 12
