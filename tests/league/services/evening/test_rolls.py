"""All members at once: entered, here, as many as fit, and taken back."""

from __future__ import annotations

from datetime import date

import pytest

from league.core.enums import MembershipKind, Role
from league.core.errors import NotAllowed, NotFound, Refused
from league.models import Entry, Event, JournalLine, Membership, Player
from league.services.evening import dropouts, entries, rolls
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import setting

pytestmark = pytest.mark.django_db


def members(event: Event, *names: str) -> list[Player]:
    return [factories.member(event.club, name) for name in names]


def here(event: Event) -> list[tuple[str, bool]]:
    rows = Entry.objects.filter(event=event).order_by("player__sort_key")
    return list(rows.values_list("player__name", "is_present"))


def test_all_members_are_entered_and_here_guests_and_former_members_are_not() -> None:
    stage, _, by = setting(0)
    members(stage.event, "Ada Ahorn", "Ben Buche")
    former, guest = members(stage.event, "Cleo Zeder", "Dan Dorn")
    Membership.objects.filter(player=former).update(until=date(2026, 6, 30))
    Membership.objects.filter(player=guest).update(kind=MembershipKind.GUEST)

    done = rolls.members_here(by=by, event=stage.event)

    assert here(stage.event) == [("Ada Ahorn", True), ("Ben Buche", True)]
    assert (done.entered, done.left_out) == (2, 0)
    assert JournalLine.objects.get(pk=done.line_id).payload["entered"] == list(
        Entry.objects.order_by("pk").values_list("pk", flat=True)
    )


def test_who_was_entered_before_is_marked_too_and_who_left_stays_away() -> None:
    stage, _, by = setting(0)
    ada, ben = members(stage.event, "Ada Ahorn", "Ben Buche")
    entries.register(by=by, event=stage.event, player=ada)
    dropouts.drop(by=by, entry=entries.register(by=by, event=stage.event, player=ben))

    done = rolls.members_here(by=by, event=stage.event)

    assert here(stage.event) == [("Ada Ahorn", True), ("Ben Buche", False)]
    assert done.entered == 0


def test_as_many_come_as_there_are_places_and_the_rest_is_counted() -> None:
    stage, _, by = setting(1)
    stage.event.capacity = 3
    stage.event.save()
    members(stage.event, "Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")

    done = rolls.members_here(by=by, event=stage.event)

    assert (done.entered, done.left_out) == (2, 2)
    assert Entry.objects.count() == 3


def test_a_full_event_is_refused_and_nothing_changes() -> None:
    stage, people, by = setting(1)
    Entry.objects.update(is_present=False)
    stage.event.capacity = 1
    stage.event.save()
    members(stage.event, "Ada Ahorn")

    with pytest.raises(Refused) as refused:
        rolls.members_here(by=by, event=stage.event)

    assert refused.value.code == "event_full"
    assert here(stage.event) == [(people[0].player.name, False)]
    assert not JournalLine.objects.exists()


def test_it_is_taken_back_as_a_whole() -> None:
    stage, _, by = setting(0)
    ada, _ben = members(stage.event, "Ada Ahorn", "Ben Buche")
    entries.register(by=by, event=stage.event, player=ada)
    done = rolls.members_here(by=by, event=stage.event)

    rolls.take_back(by=by, event=stage.event, line_id=done.line_id)

    assert here(stage.event) == [("Ada Ahorn", False)]
    assert JournalLine.objects.order_by("-pk")[0].kind == "entry_removed"


def test_who_was_seated_in_the_meantime_stays() -> None:
    stage, _, by = setting(0)
    members(stage.event, "Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    done = rolls.members_here(by=by, event=stage.event)
    seatings.draw_and_publish(by=by, stage=stage)

    rolls.take_back(by=by, event=stage.event, line_id=done.line_id)

    assert Entry.objects.count() == 4


def test_a_line_of_another_event_takes_nothing_back() -> None:
    stage, _, by = setting(0)
    members(stage.event, "Ada Ahorn")
    done = rolls.members_here(by=by, event=stage.event)
    other = factories.event(stage.event.club)

    with pytest.raises(NotFound):
        rolls.take_back(by=by, event=other, line_id=done.line_id)

    assert Entry.objects.count() == 1


@pytest.mark.parametrize("present", [True, False])
def test_who_marks_everybody_once_more_is_offered_no_way_back(present: bool) -> None:
    stage, people, by = setting(3)
    Entry.objects.filter(event=stage.event).update(is_present=not present)

    first, second = (rolls.everybody(by=by, event=stage.event, present=present) for _ in range(2))

    assert first is not None
    assert (first.marked, second) == (len(people), None)
    assert JournalLine.objects.filter(kind="roll_called").count() == 1


def test_only_who_calls_the_roll_may() -> None:
    stage, _, _ = setting(0)
    keeper = factories.actor(Role.SCOREKEEPER, stage.event)
    members(stage.event, "Ada Ahorn")

    with pytest.raises(NotAllowed):
        rolls.members_here(by=keeper, event=stage.event)
    with pytest.raises(NotAllowed):
        rolls.take_back(by=keeper, event=stage.event, line_id=1)

    assert not Entry.objects.exists()
