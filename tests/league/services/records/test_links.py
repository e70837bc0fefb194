"""Table links: whose seat, which table, until when."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from league import permissions
from league.core import keys
from league.core.enums import EventState, Role, RoundState
from league.core.errors import Gone, LeagueError, NotAllowed, NotFound, Refused, TooMany
from league.models import Event, JournalLine, Seat, Table
from league.services.records import links
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def a_table() -> Table:
    event = factories.event()
    round_ = factories.round_(factories.stage(event))
    return factories.table(round_, [factories.entry(event, n) for n in ("Ada", "Ben", "Cleo")])


def codes_of(table: Table) -> str:
    return table.link.code


def refusal(call: object, **arguments: object) -> LeagueError:
    with pytest.raises(LeagueError) as refused:
        call(**arguments)  # type: ignore[operator]
    return refused.value


def test_a_device_takes_a_seat_and_the_journal_says_so_without_naming_the_device() -> None:
    table = a_table()

    actor = links.claim(code=codes_of(table), position=2, device="phone")

    seat = Seat.objects.get(position=2)
    line = JournalLine.objects.get()
    assert permissions.seat_of(actor, table) == seat
    assert (line.kind, line.payload["position"], line.actor_key) == ("seat_claimed", 2, actor.key)
    assert "phone" not in (seat.claim, line.actor_key)


def test_the_same_device_finds_its_seat_again() -> None:
    table = a_table()
    actor = links.claim(code=codes_of(table), position=2, device="phone")

    again = links.claim(code=codes_of(table), position=2, device="phone")
    found = links.actor_by_device(code=codes_of(table), device="phone")

    assert actor == again == found
    assert JournalLine.objects.count() == 1


def test_a_taken_seat_and_a_second_seat_need_the_organizer() -> None:
    table = a_table()
    links.claim(code=codes_of(table), position=1, device="phone")

    taken = refusal(links.claim, code=codes_of(table), position=1, device="other")
    second = refusal(links.claim, code=codes_of(table), position=2, device="phone")

    assert (taken.code, second.code) == ("seat_taken", "seat_already_chosen")
    assert isinstance(taken, Refused)


def test_after_the_organizer_frees_a_seat_another_device_takes_it() -> None:
    table = a_table()
    first = links.claim(code=codes_of(table), position=1, device="phone")
    seat = Seat.objects.get(position=1)

    links.release(by=factories.actor(Role.ORGANIZER, Event.objects.get()), seat=seat)
    second = links.claim(code=codes_of(table), position=1, device="other")

    assert permissions.seat_of(first, table) is None
    assert permissions.seat_of(second, table) == seat
    assert list(JournalLine.objects.values_list("kind", flat=True)) == [
        "seat_claimed",
        "seat_released",
        "seat_claimed",
    ]


def test_a_seat_cannot_free_or_revoke_anything() -> None:
    table = a_table()
    actor = links.claim(code=codes_of(table), position=1, device="phone")
    seat = Seat.objects.get(position=1)
    keeper = factories.actor(Role.SCOREKEEPER, Event.objects.get())

    for by in (actor, keeper):
        assert isinstance(refusal(links.release, by=by, seat=seat), NotAllowed)
        assert isinstance(refusal(links.revoke, by=by, table=table), NotAllowed)
        assert isinstance(refusal(links.renew, by=by, table=table), NotAllowed)


def test_one_table_s_link_opens_no_other_table() -> None:
    table = a_table()
    event = Event.objects.get()
    other = factories.table(
        table.seating.round, [factories.entry(event, n) for n in ("Dan", "Eva", "Fay")]
    )
    actor = links.claim(code=codes_of(table), position=1, device="phone")

    assert permissions.seat_of(actor, other) is None
    assert links.actor_by_device(code=codes_of(other), device="phone") is None


def test_a_seat_that_the_table_does_not_have_is_not_found() -> None:
    table = a_table()

    error = refusal(links.claim, code=codes_of(table), position=4, device="phone")

    assert (type(error), error.code) == (NotFound, "seat_unknown")


@pytest.mark.parametrize(
    ("over", "code"),
    [
        ("round", "round_closed"),
        ("event", "event_finished"),
        ("cancelled", "event_cancelled"),
        ("seating", "seating_withdrawn"),
    ],
)
def test_a_link_ends_with_its_round_its_event_and_its_seating(over: str, code: str) -> None:
    table = a_table()
    links.claim(code=codes_of(table), position=1, device="phone")
    seating = table.seating
    match over:
        case "round":
            seating.round.state = RoundState.CLOSED
            seating.round.save()
        case "event":
            Event.objects.update(state=EventState.FINISHED)
        case "cancelled":
            Event.objects.update(state=EventState.CANCELLED)
        case "seating":
            seating.state = "withdrawn"
            seating.save()

    claim = refusal(links.claim, code=codes_of(table), position=2, device="other")
    look = refusal(links.actor_by_device, code=codes_of(table), device="phone")

    assert (type(claim), claim.code, look.code) == (Gone, code, code)


def test_a_revoked_link_is_gone_and_its_seats_with_it() -> None:
    table = a_table()
    actor = links.claim(code=codes_of(table), position=1, device="phone")

    links.revoke(by=factories.actor(Role.ORGANIZER, Event.objects.get()), table=table)

    error = refusal(links.actor_by_device, code=codes_of(table), device="phone")
    assert (type(error), error.code) == (Gone, "link_revoked")
    assert permissions.seat_of(actor, table) is None
    assert JournalLine.objects.order_by("-id")[0].kind == "link_revoked"


def test_a_new_link_replaces_the_old_one() -> None:
    table = a_table()
    old = codes_of(table)
    boss = factories.actor(Role.ORGANIZER, Event.objects.get())
    links.revoke(by=boss, table=table)

    new = links.renew(by=boss, table=table)

    assert isinstance(refusal(links.find, code=old), NotFound)
    assert links.over(links.find(code=new.code)) is None


def test_codes_are_long_and_unlike() -> None:
    codes = {keys.new_code() for _ in range(200)}

    assert len(codes) == 200
    assert {len(code) for code in codes} == {12}


def test_a_code_is_read_whatever_its_case() -> None:
    table = a_table()

    assert links.find(code=f" {codes_of(table).upper()} ").table == table


def test_wrong_guesses_from_one_address_end_and_others_go_on() -> None:
    table = a_table()
    links.claim(code=codes_of(table), position=1, device="phone")

    guesses = [
        refusal(links.find, code=f"wrong{n}", address="10.0.0.9").status
        for n in range(links.GUESSES + 2)
    ]
    even_right = refusal(links.find, code=codes_of(table), address="10.0.0.9")

    assert guesses == [404] * links.GUESSES + [429, 429]
    assert isinstance(even_right, TooMany)
    assert links.find(code=codes_of(table), address="10.0.0.8").table == table


def test_who_sits_at_the_table_already_is_not_shut_out_by_a_guesser_on_the_same_wi_fi() -> None:
    table = a_table()
    links.claim(code=codes_of(table), position=1, device="phone")
    for n in range(links.GUESSES):
        refusal(links.find, code=f"wrong{n}", address="10.0.0.9")

    found = links.actor_by_device(code=codes_of(table), device="phone", address="10.0.0.9")

    assert found is not None
