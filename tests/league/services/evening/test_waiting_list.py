"""The waiting list of a full event: the first in line has the place, and nobody overtakes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league import tasks
from league.core.actors import Actor
from league.core.enums import EntryState, EventState, Role
from league.core.errors import Refused
from league.models import Entry, Event, JournalLine
from league.queries.evening import entries as reading
from league.services.evening import dropouts, entries
from league.services.occasions import events
from tests import factories
from tests.league.services.seating.test_seatings import round_of
from tests.tiers import examples

REGISTERED, WAITING = EntryState.REGISTERED, EntryState.WAITING


# Free fields of the event, as the factory takes them.
def full(places: int, waiting: int, **fields: Any) -> tuple[Event, list[Entry], Actor]:
    """An event with all places taken and some who wait, in the order in which they came."""
    fields.setdefault("state", EventState.OPEN)
    fields.setdefault("starts_at", timezone.now() + timedelta(days=3))
    event = factories.event(capacity=places, **fields)
    factories.stage(event)
    by = factories.actor(Role.ORGANIZER, event.club)
    rows = [
        entries.register(by=by, event=event, player=factories.member(event.club), waiting=True)
        for _ in range(places + waiting)
    ]
    return event, rows, by


def states(rows: list[Entry]) -> list[str]:
    return [Entry.objects.get(pk=row.pk).state for row in rows]


def held(rows: list[Entry]) -> list[bool]:
    """Whether a place is kept for each."""
    return [Entry.objects.get(pk=row.pk).offered_until is not None for row in rows]


@pytest.mark.django_db
def test_who_waits_without_a_number_comes_after_everybody_who_has_one() -> None:
    """Entries that waited before there were numbers have none."""
    event, (_, ben, cleo, dora), _ = full(1, 3)
    Entry.objects.filter(pk=ben.pk).update(queue_number=None)

    assert list(reading.queue(event)) == [cleo, dora, ben]


@pytest.mark.django_db
def test_a_line_of_another_evening_says_nothing_of_who_comes_back() -> None:
    elsewhere, (_, waiting), others = full(1, 1)
    dropouts.drop(by=others, entry=waiting)
    foreign = JournalLine.objects.filter(event=elsewhere, kind="entry_dropped").latest("pk")
    _, (ada,), by = full(1, 0)
    dropouts.drop(by=by, entry=ada)

    dropouts.reinstate(by=by, entry=ada, undoes=foreign.pk)

    ada.refresh_from_db()
    assert (foreign.payload["was_waiting"], foreign.payload["was_here"]) == (True, False)
    assert (ada.state, ada.is_present) == (REGISTERED, True)


@pytest.mark.django_db
def test_the_first_in_line_has_the_place_of_who_signs_off() -> None:
    event, (ada, _, cleo, dora), by = full(2, 2)

    dropouts.drop(by=by, entry=ada)

    assert states([ada, cleo, dora]) == ["dropped", "registered", "waiting"]
    assert reading.turns(event) == {dora.pk: 1}


@pytest.mark.django_db
def test_who_comes_back_to_the_list_stands_at_its_end() -> None:
    event, (ada, _, cleo), by = full(2, 1)

    dropouts.drop(by=by, entry=ada)
    entries.register(by=by, event=event, player=ada.player, waiting=True)

    assert states([ada, cleo]) == ["waiting", "registered"]
    late = entries.register(by=by, event=event, player=factories.member(event.club), waiting=True)
    assert reading.turns(event) == {ada.pk: 1, late.pk: 2}


@pytest.mark.django_db
def test_more_places_are_given_to_as_many_in_their_turn() -> None:
    event, (_, bea, cleo, dora), by = full(1, 3)

    events.change(by=by, event=event, expected_version=event.version, capacity=3)

    assert states([bea, cleo, dora]) == ["registered", "registered", "waiting"]


@pytest.mark.django_db
def test_taking_back_that_somebody_left_puts_all_where_they_were() -> None:
    event, (ada, bea, cleo), by = full(2, 1)
    dropouts.drop(by=by, entry=ada)
    left = JournalLine.objects.filter(event=event, kind="entry_dropped").get()

    dropouts.reinstate(by=by, entry=ada, undoes=left.pk)

    assert states([ada, bea, cleo]) == ["registered", "registered", "waiting"]


@pytest.mark.django_db
def test_taking_back_that_somebody_left_sends_nobody_away_who_has_come() -> None:
    event, (ada, _, cleo), by = full(2, 1)
    dropouts.drop(by=by, entry=ada)
    left = JournalLine.objects.filter(event=event, kind="entry_dropped").get()
    entries.set_present(by=by, event=event, entries=[cleo.pk], present=True)

    with pytest.raises(Refused) as refused:
        dropouts.reinstate(by=by, entry=ada, undoes=left.pk)

    assert refused.value.code == "event_full"
    assert states([ada, cleo]) == ["dropped", "registered"]


@pytest.mark.django_db
def test_taking_back_that_somebody_left_the_list_gives_the_turn_back() -> None:
    event, (_, bea, cleo), by = full(1, 2)
    dropouts.drop(by=by, entry=bea)
    left = JournalLine.objects.filter(event=event, kind="entry_dropped").get()

    dropouts.reinstate(by=by, entry=bea, undoes=left.pk)

    assert reading.turns(event) == {bea.pk: 1, cleo.pk: 2}


@pytest.mark.django_db
def test_an_offered_place_is_kept_for_who_was_first_until_they_take_it() -> None:
    event, (ada, _, cleo, dora), by = full(2, 2, offer_hours=12)
    dropouts.drop(by=by, entry=ada)
    assert (states([cleo, dora]), held([cleo, dora])) == (["waiting", "waiting"], [True, False])

    walk_in = entries.register(
        by=by, event=event, player=factories.member(event.club), waiting=True
    )
    with pytest.raises(Refused):
        entries.promote_waiting(by=by, entry=dora)
    entries.register(by=by, event=event, player=cleo.player)

    rows = [cleo, dora, walk_in]
    assert (states(rows), held(rows)) == (["registered", "waiting", "waiting"], [False] * 3)


@pytest.mark.django_db
def test_an_offer_that_nobody_took_in_time_goes_to_the_next() -> None:
    event, (ada, _, cleo, dora), by = full(2, 2, offer_hours=12)
    dropouts.drop(by=by, entry=ada)
    Entry.objects.filter(pk=cleo.pk).update(offered_until=timezone.now())

    tasks.sweep()

    assert (states([cleo, dora]), held([cleo, dora])) == (["waiting", "waiting"], [False, True])
    assert reading.turns(event) == {dora.pk: 1, cleo.pk: 2}


@pytest.mark.django_db
def test_an_offer_is_withdrawn_where_its_place_is_gone() -> None:
    event, (ada, _, cleo), by = full(2, 1, offer_hours=12)
    dropouts.drop(by=by, entry=ada)

    events.change(by=by, event=event, expected_version=event.version, capacity=1)

    assert (states([cleo]), held([cleo])) == (["waiting"], [False])


@pytest.mark.django_db
def test_a_place_is_given_at_once_on_the_evening_itself() -> None:
    _, (ada, _, cleo), by = full(2, 1, offer_hours=12, state=EventState.RUNNING)

    dropouts.drop(by=by, entry=ada)

    assert states([cleo]) == ["registered"]


@pytest.mark.django_db
def test_nobody_moves_up_after_the_last_round_that_late_players_may_join() -> None:
    event, rows, by = full(4, 1, state=EventState.RUNNING, last_entry_round=1)
    entries.set_present(by=by, event=event, entries="all", present=True)
    round_of(by, event.stages.get())

    dropouts.drop(by=by, entry=rows[0])

    assert states(rows[-1:]) == ["waiting"]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("on"), st.integers(0, 6)),
        st.tuples(st.just("off"), st.integers(0, 6)),
        st.tuples(st.just("places"), st.integers(1, 6)),
    ),
    max_size=14,
)


class TestAnyOrderOfThings(TestCase):
    """Whatever people do, in whatever order."""

    @settings(max_examples=examples(20), deadline=None)
    @given(places=st.integers(1, 4), steps=STEPS, hours=st.sampled_from([None, 12]))
    def test_nobody_overtakes_and_no_place_stays_free_while_somebody_waits(
        self, places: int, steps: list[tuple[str, int]], hours: int | None
    ) -> None:
        event, _, by = full(places, 0, offer_hours=hours)
        people = [factories.member(event.club) for _ in range(7)]
        line: list[int] = []  # who waits, in the order of coming
        for what, n in steps:
            event.refresh_from_db()
            taken = reading.places_taken(event)
            mine = Entry.objects.filter(event=event, player=people[min(n, 6)]).first()
            if what == "on" and (mine is None or mine.state == EntryState.DROPPED):
                mine = entries.register(by=by, event=event, player=people[n], waiting=True)
                line += [mine.pk] if mine.state == WAITING else []
            elif what == "on" and mine is not None and mine.offered_until:
                entries.register(by=by, event=event, player=people[n])
            elif what == "off" and mine is not None and mine.state in {REGISTERED, WAITING}:
                dropouts.drop(by=by, entry=mine)
                line = [pk for pk in line if pk != mine.pk]
            elif what == "places":
                events.change(by=by, event=event, expected_version=event.version, capacity=n)

            event.refresh_from_db()
            waits = list(reading.queue(event))
            now = [row.pk for row in waits]
            offers = [row.pk for row in waits if row.offered_until]
            if hours is None:
                assert now == line[len(line) - len(now) :], "somebody has overtaken"
            assert now == [pk for pk in line if pk in now], "somebody has overtaken"
            assert offers == now[: len(offers)], "an offer has overtaken"
            line = now
            here = reading.places_taken(event)
            assert here <= max(event.capacity or 0, taken), "more than there is room for"
            is_full = here + len(offers) >= (event.capacity or 0)
            assert is_full or offers == now, "a place is free that nobody is offered"
