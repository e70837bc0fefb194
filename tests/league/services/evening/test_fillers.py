"""Who only makes up the numbers at a table: marking, taking back, and what stays of it."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from league.core.enums import EntryState, RatingKind, Role
from league.core.errors import NotAllowed, Refused
from league.core.facts import Fact
from league.models import JournalLine, Rating
from league.queries.evening import entry_steps as steps
from league.queries.seating import seating_fields
from league.seating.types import pair
from league.services.evening import dropouts, entries, entry_steps
from league.services.people import memberships, merges
from league.services.standings import ratings, standings
from tests import factories
from tests.practice.evenings import evening

pytestmark = pytest.mark.django_db
FOUR = ["Ada", "Bo", "Cy", "Dee"]


def test_a_member_is_marked_as_a_filler_and_taking_it_back_makes_them_a_member_again() -> None:
    night = evening(FOUR)
    entry = night.entries["Dee"]

    entries.mark_filler(by=night.by, entry=entry, is_filler=True)
    marked = (entry.is_filler, entry.is_guest)
    line = JournalLine.objects.get(kind=Fact.ENTRY_CHANGED)
    entry_steps.take_back(by=night.by, event=night.event, line_id=steps.last(entry))

    entry.refresh_from_db()
    assert (marked, (entry.is_filler, entry.is_guest)) == ((True, True), (False, False))
    assert (line.payload["entry"], line.payload["is_filler"]) == (entry.pk, True)


def test_no_filler_is_a_guest_or_a_member_as_the_club_has_them() -> None:
    night = evening(FOUR)
    walk_in = entries.add_guest(by=night.by, event=night.event, name="Gerd Gast")
    found = []
    for entry in (night.entries["Ada"], walk_in):
        entries.mark_filler(by=night.by, entry=entry, is_filler=True)
        entries.mark_filler(by=night.by, entry=entry, is_filler=False)
        found.append((entry.is_filler, entry.is_guest))

    assert found == [(False, False), (False, True)]


def test_a_filler_that_were_no_guest_is_not_stored() -> None:
    night = evening(FOUR)

    with pytest.raises(IntegrityError), transaction.atomic():
        factories.entry(night.event, "Nora", is_filler=True, is_guest=False)


def test_only_who_calls_the_roll_marks_fillers_and_only_of_those_who_take_part() -> None:
    night = evening(FOUR)
    gone = dropouts.drop(by=night.by, entry=night.entries["Cy"])

    with pytest.raises(NotAllowed):
        entries.mark_filler(by=factories.actor(), entry=night.entries["Ada"], is_filler=True)
    with pytest.raises(Refused) as refused:
        entries.mark_filler(by=night.by, entry=gone, is_filler=True)

    assert (gone.state, refused.value.code) == (EntryState.DROPPED, "not_registered")


def test_a_guest_who_joins_the_club_stays_a_filler_where_they_filled_a_table() -> None:
    night = evening(FOUR)
    entry = entries.add_guest(by=night.by, event=night.event, name="Gerd Gast")
    entries.mark_filler(by=night.by, entry=entry, is_filler=True)
    admin = factories.actor(Role.CLUB_ADMIN, night.club)

    row = entry.player.memberships.get()
    memberships.change(
        by=admin,
        membership=row,
        expected_version=row.version,
        kind="member",
        since=date(2026, 1, 1),
    )

    entry.refresh_from_db()
    assert (entry.is_filler, entry.is_guest) == (True, True)


def test_one_person_of_two_records_is_a_filler_only_where_both_were() -> None:
    night = evening(FOUR)
    admin = factories.actor(Role.CLUB_ADMIN, night.club)
    twice = entries.add_guest(by=night.by, event=night.event, name="Gerd Gast")
    entries.mark_filler(by=night.by, entry=twice, is_filler=True)

    merged = merges.merge(by=admin, club=night.club, kept=night.player("Ada"), gone=twice.player)
    together = night.event.entries.get(player=night.player("Ada"))
    merges.undo(by=admin, merge=merged)

    twice.refresh_from_db()
    assert (together.is_filler, together.is_guest, twice.is_filler) == (False, False, True)


def test_ratings_follow_when_somebody_turns_out_to_be_a_filler() -> None:
    night = evening(FOUR)
    night.play(FOUR)
    ratings.catch_up()

    entries.mark_filler(by=night.by, entry=night.entries["Ada"], is_filler=True)
    ratings.catch_up()
    standings.catch_up()

    rows = Rating.objects.filter(scope__kind=RatingKind.ALL, matches__gt=0)
    assert sorted(rows.values_list("player__name", "matches")) == [("Bo", 1), ("Cy", 1), ("Dee", 1)]
    assert (ratings.check(), standings.check()) == ((), ())


def test_a_draw_does_not_mind_who_has_met_the_filler() -> None:
    night = evening(FOUR)
    night.play(FOUR)
    ada, bo, cy, dee = (night.entries[name] for name in FOUR)

    entries.mark_filler(by=night.by, entry=dee, is_filler=True)
    field = seating_fields.collect(night.stage, before=None)

    assert field.met == {pair(ada.pk, bo.pk): 1, pair(ada.pk, cy.pk): 1, pair(bo.pk, cy.pk): 1}
    assert {one.id for one in field.players} == {one.pk for one in (ada, bo, cy, dee)}
