"""Coming late, leaving early, leaving by mistake, and coming back."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Entry, JournalLine, Membership, RoundEntry, Seat
from league.queries.evening import desk as desk_query
from league.services.people import memberships
from league.services.seating import seatings
from league.services.standings import standings
from tests.api import doors
from tests.practice.evenings import (
    FOUR_TWO_ONE,
    Evening,
    evening,
    html,
    of_api,
    organizer,
    signed_in,
)

pytestmark = pytest.mark.django_db
EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]


def an_evening(**fields: object) -> Evening:
    return evening(EIGHT, seats=(3, 4), **{"scheme": FOUR_TWO_ONE, **fields})


def desk(night: Evening) -> str:
    return f"/e/{night.event.slug}/desk/"


def press(night: Evening, do: str, **fields: str) -> int:
    return organizer(night).post(desk(night), {"do": do, **fields}).status_code


def four_and_four(night: Evening) -> None:
    night.play(["Ada", "Bo", "Cy", "Dee"], ["Eve", "Fay", "Gil", "Hal"])


def test_who_comes_before_round_two_has_no_match_in_round_one_and_changes_nobody() -> None:
    night = an_evening()
    night.event.last_entry_round = 3
    night.event.save()
    four_and_four(night)
    before = of_api(night.stage)

    press(night, "guest", name="Ivo")
    standings.recompute_all()
    with_ivo = of_api(night.stage)
    drawn = press(night, "next", number="2", stage="1")
    for number in (2, 3):
        seating = night.stage.rounds.get(number=number).seatings.get()
        seated = seating.seats.count()
        for table in seating.tables.all():
            names = [seat.entry.player.name for seat in table.seats.select_related("entry__player")]
            night.entries["Ivo"] = Entry.objects.get(player__name="Ivo")
            night.finish(seating, names)
        assert seated == 9
        if number == 2:
            press(night, "next", number="3", stage="1")
    late = organizer(night).post(desk(night), {"do": "guest", "name": "Jan"})

    assert drawn == 302
    assert with_ivo == [*before, ("–", "Ivo", "0")]
    assert not RoundEntry.objects.filter(round__number=1, entry__player__name="Ivo").exists()
    assert late.status_code == 409
    assert "round 3" in late.content.decode()
    assert not Entry.objects.filter(player__name="Jan").exists()


def test_a_full_bye_is_not_earned_by_leaving_before_the_draw_and_returning() -> None:
    night = an_evening(bye={"kind": "fixed", "points": "4"})
    four_and_four(night)
    eve = night.entries["Eve"]
    before = {name: points for _, name, points in of_api(night.stage)}

    press(night, f"leave:{eve.pk}")
    press(night, "next", number="2", stage="1")
    press(night, f"back:{eve.pk}")
    standings.catch_up()

    assert RoundEntry.objects.get(round__number=2, entry=eve).state == "absent"
    assert {name: points for _, name, points in of_api(night.stage)} == before


def test_leaving_before_play_shows_a_short_table_and_the_ways_on() -> None:
    night = an_evening()
    four_and_four(night)
    third = night.seat(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    eve = night.entries["Eve"]

    press(night, f"leave:{eve.pk}")

    page = html(organizer(night), f"{desk(night)}?step=seating")
    assert third.seats.filter(table__number=1).count() == 3
    assert not third.seats.filter(entry=eve, table__isnull=False).exists()
    assert f'value="withdraw:{third.round_id}"' in page  # draw again
    assert desk_query.next_action(night.by, night.event).code == "results"  # or play on


def test_a_table_left_with_too_few_is_named_before_it_plays() -> None:
    night = an_evening()
    night.seat(["Ada", "Bo", "Cy", "Dee"], ["Eve", "Fay", "Gil", "Hal"])

    for name in ("Eve", "Fay", "Gil"):
        press(night, f"leave:{night.entries[name].pk}")

    step = desk_query.next_action(night.by, night.event)
    assert (step.code, step.tables) == ("short_table", (2,))


def test_leaving_after_the_result_keeps_it_and_ends_with_it() -> None:
    night = an_evening()
    four_and_four(night)
    third = night.seat(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    night.finish(third, ["Eve", "Ada", "Bo", "Fay"])
    standings.catch_up()
    before = of_api(night.stage)

    press(night, f"leave:{night.entries['Eve'].pk}")
    night.finish(third, ["Cy", "Gil", "Dee", "Hal"])
    press(night, "next", number="3", stage="1")

    standings.catch_up()
    points = {name: shown for _, name, shown in of_api(night.stage)}
    assert points["Eve"] == {name: shown for _, name, shown in before}["Eve"] == "8"
    assert not Seat.objects.filter(seating__round__number=3, entry=night.entries["Eve"]).exists()


def test_who_leaves_during_the_round_gets_the_no_show_value_and_the_others_their_places() -> None:
    night = an_evening(no_show={"kind": "fixed", "points": "-1"}, scheme={"key": "linear7"})
    seating = night.seat(["Ada", "Bo", "Cy", "Dee"], ["Eve", "Fay", "Gil", "Hal"])

    press(night, f"leave:{night.entries['Eve'].pk}")
    night.finish(seating, ["Fay", "Gil", "Hal"])
    night.finish(seating, ["Ada", "Bo", "Cy", "Dee"])
    standings.catch_up()

    points = {name: shown for _, name, shown in of_api(night.stage)}
    assert (points["Eve"], points["Fay"], points["Gil"], points["Hal"]) == ("-1", "7", "4", "1")


def test_who_has_left_the_club_can_leave_the_event_and_keeps_its_results() -> None:
    night = an_evening()
    four_and_four(night)
    cy = night.player("Cy")
    me = signed_in(player=cy)
    membership = Membership.objects.get(player=cy)
    memberships.end(by=night.by, membership=membership, expected_version=1)

    answer = me.post(f"/e/{night.event.slug}/enter/", {"action": "leave"})
    standings.recompute_all()

    assert answer.status_code == 302
    assert Entry.objects.get(player=cy).state == "dropped"
    assert ("Cy", "1") in [(name, points) for _, name, points in of_api(night.season)]
    people = html(organizer(night), f"/c/{night.club.slug}/office/people/")
    assert [name for name in EIGHT if f">{name}</a>" in people] == [
        name for name in EIGHT if name != "Cy"
    ]


def test_a_drop_by_mistake_is_undone_into_the_place_of_a_bye() -> None:
    night = evening([*EIGHT, "Ivo", "Jan"], seats=(4, 4), scheme=FOUR_TWO_ONE)
    first = seatings.publish(by=night.by, seating=seatings.draw(by=night.by, stage=night.stage))
    for table in first.tables.all():
        names = [seat.entry.player.name for seat in table.seats.select_related("entry__player")]
        night.finish(first, names)
    fay = next(
        night.entries[seat.entry.player.name]
        for seat in first.seats.filter(position=1).select_related("entry__player")
    )
    press(night, f"leave:{fay.pk}")
    second = seatings.publish(by=night.by, seating=seatings.draw(by=night.by, stage=night.stage))
    on_bye = second.seats.get(state="bye").entry
    someone = second.seats.get(table__number=1, position=1).entry
    sent = Client()  # a visitor presses nothing
    refused = sent.post(desk(night), {"do": f"back:{fay.pk}"})

    press(night, f"back:{fay.pk}")
    press(night, f"move:{second.pk}:{fay.pk}:{second.version}:0")
    second.refresh_from_db()
    press(night, f"swap:{second.pk}:{fay.pk}:{someone.pk}:{second.version}")
    standings.recompute_all()

    assert refused.status_code == 302
    assert Entry.objects.filter(player=fay.player).count() == 1
    seat = second.seats.get(entry=fay)
    assert (seat.table.number if seat.table else 0, seat.position) == (1, 1)
    outside = second.seats.filter(table__isnull=True).values_list("entry", flat=True)
    assert sorted(outside) == sorted([on_bye.pk, someone.pk])
    rows = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]
    own = next(row for row in rows if row["player"] == fay.player_id)
    assert own["values"]["points"]["exact"] == "4"
    kinds = list(JournalLine.objects.filter(payload__entry=fay.pk).values_list("kind", flat=True))
    assert kinds.count("entry_dropped") == kinds.count("entry_reinstated") == 1
