"""A device follows its player to the next round: that player, that device, nobody else."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from league import permissions
from league.core.enums import (
    EntryState,
    EventState,
    Role,
    RoundEntryState,
    RoundState,
    SeatingState,
)
from league.core.errors import Gone, LeagueError, Refused
from league.models import Entry, Event, JournalLine, Round, Seat, Seating, Stage, Table
from league.services.records import links
from tests import factories

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def first_round() -> Table:
    """Round 1, where a phone took Ben's seat, and which is closed."""
    event = factories.event()
    round_ = factories.round_(factories.stage(event))
    table = factories.table(round_, [factories.entry(event, name) for name in NAMES])
    links.claim(code=table.link.code, position=2, device="phone")
    Round.objects.update(state=RoundState.CLOSED)
    return table


def next_round(**fields: object) -> Table:
    """The next round: the same people in the opposite order, so that Ben keeps seat 2."""
    round_ = factories.round_(Stage.objects.get(), **fields)
    return factories.table(round_, list(Entry.objects.order_by("-pk")))


def ben() -> Entry:
    return Entry.objects.order_by("pk")[1]


def onward(table: Table, device: str = "phone") -> links.Onward | None:
    return links.onward(link=links.find(code=table.link.code), device=device)


def refusal(table: Table, device: str = "phone") -> LeagueError:
    with pytest.raises(LeagueError) as refused:
        links.follow(code=table.link.code, device=device)
    return refused.value


def boss() -> object:
    return factories.actor(Role.ORGANIZER, Event.objects.get())


def test_a_device_follows_its_player_and_the_journal_says_so() -> None:
    old, new = first_round(), next_round()

    place = onward(old)
    link = links.follow(code=old.link.code, device="phone")

    seat = Seat.objects.get(table=new, entry=ben())
    actor = links.actor_by_device(code=new.link.code, device="phone")
    assert place == links.Onward(seat=seat, is_open=True)
    assert link.table == new
    assert actor is not None
    assert permissions.seat_of(actor, new) == seat
    assert list(JournalLine.objects.values_list("kind", "payload__round")) == [
        ("seat_claimed", 1),
        ("seat_claimed", 2),
    ]


def test_following_twice_changes_nothing() -> None:
    old, _ = first_round(), next_round()
    links.follow(code=old.link.code, device="phone")

    links.follow(code=old.link.code, device="phone")

    assert JournalLine.objects.count() == 2


def test_the_old_link_stays_useless_for_reports() -> None:
    old, _ = first_round(), next_round()
    links.follow(code=old.link.code, device="phone")

    with pytest.raises(Gone):
        links.actor_by_device(code=old.link.code, device="phone")


@pytest.mark.parametrize("device", ["other", ""])
def test_another_device_follows_nobody(device: str) -> None:
    old, _ = first_round(), next_round()

    assert onward(old, device) is None
    assert refusal(old, device).code == "round_closed"
    assert Seat.objects.exclude(claim="").count() == 1


def test_while_the_round_runs_there_is_nowhere_to_go() -> None:
    old = first_round()
    Round.objects.update(state=RoundState.PUBLISHED)
    next_round()

    assert onward(old) is None


def test_before_the_next_round_there_is_nothing_to_say_yet() -> None:
    old = first_round()

    assert onward(old) == links.Onward()
    assert isinstance(refusal(old), Gone)


def test_a_draft_is_told_to_nobody() -> None:
    old = first_round()
    next_round(state=RoundState.DRAFT)
    Seating.objects.filter(round__number=2).update(state=SeatingState.DRAFT)

    assert onward(old) == links.Onward()


def test_a_seat_freed_by_the_organizer_is_followed_no_more() -> None:
    old = first_round()
    links.release(by=boss(), seat=Seat.objects.exclude(claim="").get())  # type: ignore[arg-type]
    next_round()

    assert onward(old) is None


def test_a_device_put_off_the_new_seat_does_not_come_back_by_the_old_link() -> None:
    old, new = first_round(), next_round()
    links.follow(code=old.link.code, device="phone")

    links.release(by=boss(), seat=new.seats.exclude(claim="").get())  # type: ignore[arg-type]

    assert onward(old) is None
    assert refusal(old).code == "round_closed"


def test_a_new_link_for_the_new_table_ends_the_old_way_there() -> None:
    old, new = first_round(), next_round()
    links.follow(code=old.link.code, device="phone")

    links.renew(by=boss(), table=new)  # type: ignore[arg-type]

    assert onward(old) is None


def test_who_left_goes_nowhere() -> None:
    old, _ = first_round(), next_round()
    Entry.objects.filter(pk=ben().pk).update(state=EntryState.DROPPED)

    assert onward(old) is None
    assert refusal(old).code == "round_closed"


def test_a_bye_is_told_and_has_no_table_to_open() -> None:
    old, new = first_round(), next_round()
    Seat.objects.filter(table=new, entry=ben()).update(
        table=None, position=None, state=RoundEntryState.BYE
    )

    place = onward(old)

    assert place is not None
    assert (place.seat and place.seat.state, place.is_open) == ("bye", False)
    assert isinstance(refusal(old), Gone)


def test_a_seat_that_another_device_took_stays_with_it() -> None:
    old, new = first_round(), next_round()
    links.claim(code=new.link.code, position=2, device="other")

    place = onward(old)
    error = refusal(old)

    assert place is not None
    assert not place.is_open
    assert (type(error), error.code) == (Refused, "seat_taken")


def test_a_withdrawn_seating_leads_to_the_one_that_replaced_it() -> None:
    old = first_round()
    Round.objects.update(state=RoundState.PUBLISHED)
    Seating.objects.update(state=SeatingState.WITHDRAWN)
    anew = factories.table(Round.objects.get(), list(Entry.objects.order_by("-pk"))[:0])
    seat = Seat.objects.create(seating=anew.seating, table=anew, entry=ben(), position=1)

    assert onward(old) == links.Onward(seat=seat, is_open=True)


def test_a_phone_that_changed_hands_follows_its_last_player() -> None:
    old, second = first_round(), next_round()
    links.claim(code=second.link.code, position=3, device="phone")
    Round.objects.update(state=RoundState.CLOSED)
    third = next_round()

    place = onward(old)

    assert place is not None
    assert place.seat == third.seats.get(position=3)


@pytest.mark.parametrize("state", [EventState.FINISHED, EventState.CANCELLED])
def test_an_event_that_is_over_leads_nowhere(state: EventState) -> None:
    old, _ = first_round(), next_round()
    Event.objects.update(state=state)

    assert onward(old) is None


def test_a_device_is_known_in_its_own_event_only() -> None:
    old = first_round()
    event = factories.event(Event.objects.get().club)
    round_ = factories.round_(factories.stage(event))
    player = ben().player
    factories.table(round_, [factories.entry(event, player), factories.entry(event, "Dan")])

    assert onward(old) == links.Onward()
