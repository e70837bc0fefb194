"""The desk as an organizer uses it, with plain forms alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains

from league.core.enums import EventState, Role, RoundState, SeatingState
from league.models import Account, Entry, Event, MatchRecord, Round, Seat, Seating, Stage
from league.queries.evening import desk as reading
from league.services.evening import entries
from league.services.records import links, records
from league.services.seating import apart, seatings
from league.services.standings import adjustments, standings
from tests import factories
from tests.league.services.seating.test_seatings import enter, exactly, play, setting
from tests.markup import tight

pytestmark = pytest.mark.django_db


def organizer(client: Client, event: Event) -> Account:
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    client.force_login(account)
    return account


def next_form(html: str) -> dict[str, str]:
    """The hidden fields of the big button on top."""
    section = re.search(r'<section class="next.*?</section>', html, re.S)
    assert section is not None
    found = re.findall(r'name="([a-z_]+)" value="([^"]*)"', section.group(0))
    return dict(found)


def press(client: Client, event: Event, do: str, **fields: str) -> str:
    """Presses a button and follows to the page that it leads to."""
    answer = client.post(f"/e/{event.slug}/desk/", {"do": do, **fields}, follow=True)
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


def next_tap(client: Client, event: Event) -> str:
    """Taps the big button of the desk as it stands now."""
    html = client.get(f"/e/{event.slug}/desk/").content.decode()
    fields = next_form(html)
    return press(client, event, fields.pop("do"), **fields)


def test_an_evening_of_two_rounds_takes_four_taps_besides_the_results(client: Client) -> None:
    stage, people, by = setting(17)
    Entry.objects.update(is_present=False)
    stage.event.state = EventState.PLANNED
    stage.event.save()
    organizer(client, stage.event)

    next_tap(client, stage.event)  # all are here
    next_tap(client, stage.event)  # draw and publish
    first = Seating.objects.get(round__number=1)
    assert sorted(t.seats.count() for t in first.tables.all()) == [4, 4, 4, 5]
    play(by, first)
    next_tap(client, stage.event)  # close and seat round 2
    play(by, Seating.objects.get(round__number=2))
    html = press(client, stage.event, "finish", stage="1")

    stage.event.refresh_from_db()
    assert stage.event.state == EventState.FINISHED
    assert list(Round.objects.values_list("number", "state")) == [(1, "closed"), (2, "closed")]
    assert people[0].player.name in html
    assert "The event is finished." in html


def test_what_comes_next_is_about_the_round_being_played_whichever_is_looked_at(
    client: Client,
) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    for _ in range(2):
        draft = seatings.draw(by=by, stage=stage)
        seatings.publish(by=by, seating=draft)
        play(by, draft)
    seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    address = f"/e/{stage.event.slug}/desk/?step=play"

    now, earlier = (client.get(address + asked).content.decode() for asked in ("", "&round=1"))

    ways = [re.search(r'<section class="next.*?</section>', page, re.S) for page in (now, earlier)]
    texts = [re.sub(r"<[^>]+>", " ", way.group(0)).split() for way in ways if way is not None]
    assert texts[0] == texts[1]
    assert "Round 3 is being played" in " ".join(texts[1])
    assert "0 of 2 in" in now
    assert "0 of 2 in" in earlier


def test_an_event_opened_again_by_its_settings_has_its_draft_and_its_rounds_back(
    client: Client,
) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    seatings.draw_and_publish(by=by, stage=stage)
    play(by, Seating.objects.get())
    seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    play(by, Seating.objects.latest("pk"))
    seatings.draw(by=by, stage=stage)
    rounds = list(Round.objects.order_by("number").values_list("number", "state"))
    press(client, stage.event, "finish", stage="1")

    answer = client.post(f"/e/{stage.event.slug}/state/", {"state": "running"})

    stage.event.refresh_from_db()
    assert (answer.status_code, stage.event.state) == (302, EventState.RUNNING)
    assert list(Round.objects.order_by("number").values_list("number", "state")) == rounds


@pytest.mark.parametrize("step", reading.STEPS)
@pytest.mark.parametrize("phase", ["empty", "here", "draft", "published", "played", "finished"])
def test_every_step_opens_in_every_phase(client: Client, step: str, phase: str) -> None:
    stage, _, by = setting(0 if phase == "empty" else 9, size_max=4)
    organizer(client, stage.event)
    if phase in {"draft", "published", "played", "finished"}:
        draft = seatings.draw(by=by, stage=stage)
    if phase in {"published", "played", "finished"}:
        seatings.publish(by=by, seating=draft)
    if phase in {"played", "finished"}:
        play(by, draft)
    if phase == "finished":
        press(client, stage.event, "finish")

    answer = client.get(f"/e/{stage.event.slug}/desk/?step={step}")

    assert answer.status_code == 200
    assert 'aria-current="step"' in answer.content.decode()


def test_people_are_toggled_and_a_guest_needs_a_name_alone(client: Client) -> None:
    stage, people, _ = setting(3)
    member = factories.member(stage.event.club, "Edda Lorn")
    organizer(client, stage.event)

    press(client, stage.event, f"away:{people[0].pk}")
    press(client, stage.event, f"enter:{member.pk}")
    html = press(client, stage.event, "guest", name="Wim Tarn")

    assert "Wim Tarn is signed up and here." in html
    here = Entry.objects.filter(is_present=True).values_list("player__name", flat=True)
    names = {people[1].player.name, people[2].player.name, "Edda Lorn", "Wim Tarn"}
    assert set(here) == names
    entry = Entry.objects.get(player__name="Wim Tarn")
    press(client, stage.event, f"leave:{entry.pk}")
    assert "Wim Tarn" in press(client, stage.event, f"back:{entry.pk}")


def test_a_wrong_guest_name_is_told_at_the_field_and_kept(client: Client) -> None:
    stage, people, _ = setting(1)
    factories.member(stage.event.club, people[0].player.name)
    factories.member(stage.event.club, people[0].player.name)
    organizer(client, stage.event)

    answer = client.post(
        f"/e/{stage.event.slug}/desk/", {"do": "guest", "name": people[0].player.name}
    )

    html = answer.content.decode()
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in html
    assert f'value="{people[0].player.name}"' in html


def test_refusals_offer_the_way_on_and_the_organizer_takes_it(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    press(client, stage.event, "next", number="1")
    enter(by, Seating.objects.get().tables.get(number=1))

    refused = client.post(
        f"/e/{stage.event.slug}/desk/", {"do": "next", "number": "2", "stage": "1"}
    )

    html = refused.content.decode()
    assert refused.status_code == 409
    assert "No confirmed result yet: table 2." in html
    assert "Close without them" in html
    finish = client.post(f"/e/{stage.event.slug}/desk/", {"do": "finish", "stage": "1"})
    assert "Finish without them" in finish.content.decode()
    press(client, stage.event, "next", number="2", stage="1", accept="yes")
    assert list(Round.objects.values_list("number", "state")) == [(1, "closed"), (2, "published")]


def test_a_published_round_is_withdrawn_and_brought_back_by_undo(client: Client) -> None:
    stage, _, _ = setting(8)
    organizer(client, stage.event)
    html = press(client, stage.event, "next", number="1")
    round_ = Round.objects.get()

    assert "Round 1 is published." in html
    withdrawn = press(client, stage.event, f"withdraw:{round_.pk}")
    assert "Round 1 is withdrawn." in withdrawn
    press(client, stage.event, f"restore:{round_.pk}")

    assert Seating.objects.get().state == SeatingState.PUBLISHED


def test_undo_does_not_hide_what_else_could_be_done(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    press(client, stage.event, "next", number="1")
    play(by, Seating.objects.get())

    address = f"/e/{stage.event.slug}/desk/?did=published&ids={Round.objects.get().pk}-1"
    html = client.get(address).content.decode()

    assert "Round 1 is published." in html
    assert "Close round and finish event" in html


def test_somebody_picked_sees_what_moving_would_change_before_it_happens(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=1)))
    draft = seatings.draw(by=by, stage=stage, seed=2)
    seat = draft.seats.filter(table__number=1).order_by("position").first()
    assert seat is not None
    target = draft.tables.get(number=2)

    html = client.get(
        f"/e/{stage.event.slug}/desk/?step=seating&pick={seat.entry_id}"
    ).content.decode()
    assert f"{seat.entry.player.name} to table 2" in html
    moved = press(
        client, stage.event, f"move:{draft.pk}:{seat.entry_id}:{draft.version}:{target.pk}"
    )

    assert f"{seat.entry.player.name} moved." in moved
    assert draft.seats.get(entry=seat.entry_id).table == target
    press(client, stage.event, f"unmove:{draft.pk}:{seat.entry_id}:{seat.table_id}")
    assert draft.seats.get(entry=seat.entry_id).table == seat.table


def test_an_old_page_cannot_move_people_of_a_newer_draft(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    draft = seatings.draw(by=by, stage=stage)
    seen = draft.version
    seatings.redraw(by=by, seating=draft)
    seat = draft.seats.filter(table__number=1).first()
    assert seat is not None
    target = draft.tables.get(number=2)

    answer = client.post(
        f"/e/{stage.event.slug}/desk/",
        {"do": f"move:{draft.pk}:{seat.entry_id}:{seen}:{target.pk}"},
    )

    assert answer.status_code == 409
    assert "Someone else saved first" in answer.content.decode()


def test_a_draft_is_shown_at_the_desk_alone(client: Client) -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    seat = draft.seats.first()
    assert seat is not None
    organizer(client, stage.event)
    name = seat.entry.player.name

    assert name in client.get(f"/e/{stage.event.slug}/desk/?step=seating").content.decode()
    assert Round.objects.get().state == RoundState.DRAFT
    assert Client().get(f"/e/{stage.event.slug}/desk/").status_code == 302
    scorekeeper = factories.account()
    factories.grant(scorekeeper, Role.SCOREKEEPER, stage.event)
    client.force_login(scorekeeper)
    assert client.get(f"/e/{stage.event.slug}/desk/").status_code == 403


def test_ids_of_another_event_are_not_found(client: Client) -> None:
    stage, _, _ = setting(8)
    other, others, their = setting(8)
    foreign = seatings.draw(by=their, stage=other)
    organizer(client, stage.event)

    for do in (
        f"here:{others[0].pk}",
        f"leave:{others[0].pk}",
        f"publish:{foreign.pk}:1",
        f"redraw:{foreign.pk}",
        f"withdraw:{foreign.round_id}",
        f"lock:{foreign.tables.first().pk}",  # type: ignore[union-attr]
    ):
        answer = client.post(f"/e/{stage.event.slug}/desk/", {"do": do})
        assert answer.status_code in {302, 404}, do
    foreign.refresh_from_db()
    assert (foreign.state, foreign.version) == (SeatingState.DRAFT, 1)
    assert not Entry.objects.filter(event=other.event, is_present=False).exists()


@pytest.mark.parametrize("do", ["", "explode", "here:x", "here", "move:1", "publish:99999999999"])
def test_a_button_that_does_not_exist_changes_nothing(client: Client, do: str) -> None:
    stage, _, _ = setting(2)
    organizer(client, stage.event)

    answer = client.post(f"/e/{stage.event.slug}/desk/", {"do": do})

    assert answer.status_code in {400, 404}


def test_the_live_part_is_silent_until_somebody_writes(client: Client) -> None:
    stage, people, by = setting(8)
    organizer(client, stage.event)
    address = f"/e/{stage.event.slug}/desk/?part=live&step=play"
    stamp = reading.stamp(stage.event)

    quiet = client.get(f"{address}&stamp={stamp}")
    seatings.draw(by=by, stage=stage)
    changed = client.get(f"{address}&stamp={stamp}")

    assert (quiet.status_code, changed.status_code) == (204, 200)
    html = changed.content.decode()
    assert "Publish round 1" in html
    assert "<html" not in html
    assert people[0].player.name not in html


def test_reading_the_desk_writes_nothing(client: Client) -> None:
    stage, _, by = setting(9)
    organizer(client, stage.event)
    play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage)))
    before = reading.stamp(stage.event)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        for step in reading.STEPS:
            client.get(f"/e/{stage.event.slug}/desk/?step={step}")

    writes = [q["sql"] for q in queries if q["sql"].split(" ")[0] in {"INSERT", "UPDATE", "DELETE"}]
    assert writes == []
    assert reading.stamp(stage.event) == before


@pytest.mark.parametrize("step", reading.STEPS)
def test_the_desk_asks_the_database_as_often_for_forty_people_as_for_eight(
    client: Client, step: str
) -> None:
    counts = []
    for people in (8, 40):
        stage, _, by = setting(people)
        organizer(client, stage.event)
        play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=1)))
        client.get(f"/e/{stage.event.slug}/desk/")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/e/{stage.event.slug}/desk/?step={step}")
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_draw_that_cannot_keep_people_apart_says_who_and_works_once_one_pair_may_meet(
    client: Client,
) -> None:
    stage, people, by = exactly(3, 4, 7)
    organizer(client, stage.event)
    club, trio = stage.event.club, [row.player for row in people[:3]]
    for a, b in combinations(trio, 2):
        apart.keep(by=by, club=club, player=a, other=b)

    answer = client.post(f"/e/{stage.event.slug}/desk/", {"do": "next", "stage": "1"})

    names = [row.name for row in trio]
    told = f"{names[0]}, {names[1]} and {names[2]} cannot all be kept apart at 2 tables."
    assert answer.status_code == 409
    assert told in answer.content.decode()
    assert Round.objects.count() == 0

    apart.lift(by=by, club=club, player=trio[0], other=trio[1])
    press(client, stage.event, "next", stage="1")

    assert list(Round.objects.values_list("number", "state")) == [(1, RoundState.PUBLISHED)]


def test_two_seats_change_places_before_and_after_a_result_and_back(client: Client) -> None:
    stage, _, by = exactly(4, 4, 8)
    organizer(client, stage.event)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    table = seating.tables.get(number=2)
    first, second = [seat.entry for seat in table.seats.order_by("position")[:2]]
    panel = client.get(f"/e/{stage.event.slug}/desk/?step=play&more={table.pk}").content.decode()
    fields = {"seat_a": "1", "seat_b": "2", "step": "play", "more": str(table.pk)}

    html = press(client, stage.event, f"seats:{table.pk}", **fields)
    swapped = list(table.seats.order_by("position").values_list("entry", flat=True)[:2])
    enter(by, table)
    press(client, stage.event, f"seats:{table.pk}", **fields)

    assert f'<option value="1">1 · {first.player.name}</option>' in panel
    assert "Seats 1 and 2 at table 2 swapped." in html
    assert f'name="do" value="seats:{table.pk}:1:2"' in html
    assert swapped == [second.pk, first.pk]
    assert list(table.seats.order_by("position").values_list("entry", flat=True)[:2]) == [
        first.pk,
        second.pk,
    ]
    scores = table.records.get(state="confirmed").scores.order_by("position")
    assert list(scores.values_list("entry", "place")[:2]) == [(first.pk, 2), (second.pk, 1)]


def test_a_seat_cannot_change_places_with_itself_or_with_nothing(client: Client) -> None:
    stage, _, by = exactly(4, 4, 4)
    organizer(client, stage.event)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    table = seating.tables.get()
    path = f"/e/{stage.event.slug}/desk/"
    fields = {"do": f"seats:{table.pk}", "step": "play", "more": str(table.pk)}

    same = client.post(path, {**fields, "seat_a": "1", "seat_b": "1"})
    none = client.post(path, fields)
    far = client.post(path, {**fields, "seat_a": "1", "seat_b": "9"})

    assert "Choose two different people to swap." in same.content.decode()
    assert "Swap two seats" in same.content.decode()
    assert [same.status_code, none.status_code, far.status_code] == [409, 400, 404]


@pytest.mark.parametrize("word", ["no_show", "absent"])
def test_who_is_not_there_loses_the_seat_and_gets_it_back_by_undo(
    client: Client, word: str
) -> None:
    stage, _, by = exactly(3, 4, 8)
    organizer(client, stage.event)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    table = seating.tables.get(number=1)
    gone = table.seats.get(position=4).entry

    html = press(client, stage.event, f"{word}:{seating.round_id}:{gone.pk}", step="play")
    state = gone.round_entries.get().state
    left = table.seats.count()
    undo = re.search(r'name="do" value="(unmove:[0-9:]+)"', html)
    assert undo is not None
    press(client, stage.event, undo.group(1))

    assert f"{gone.player.name} has left table 1." in html
    assert (state, left) == (word, 3)
    assert gone.round_entries.get().state == "seated"
    assert list(table.seats.order_by("position").values_list("entry", flat=True))[3] == gone.pk


@pytest.mark.parametrize("step", ["roll", "play", "results"])
def test_whoever_comes_after_the_draw_is_offered_a_place_wherever_the_desk_is_open(
    client: Client, step: str
) -> None:
    stage, people, by = exactly(3, 5, 9)
    organizer(client, stage.event)
    late = people[8]
    entries.set_present(by=by, event=stage.event, entries=[late.pk], present=False)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    before = client.get(f"/e/{stage.event.slug}/desk/", {"step": step}).content.decode()
    entries.set_present(by=by, event=stage.event, entries=[late.pk], present=True)

    html = client.get(f"/e/{stage.event.slug}/desk/", {"step": step}).content.decode()
    press(client, stage.event, f"late:{seating.pk}:{late.pk}")

    assert "Without a seat" not in before
    assert f'value="late:{seating.pk}:{late.pk}"' in html
    assert Seat.objects.filter(entry=late, table__seating=seating).count() == 1


def test_whoever_has_a_result_is_not_marked_as_absent(client: Client) -> None:
    stage, _, by = exactly(4, 4, 4)
    organizer(client, stage.event)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    table = seating.tables.get()
    enter(by, table)
    seat = table.seats.get(position=1)

    answer = client.post(
        f"/e/{stage.event.slug}/desk/", {"do": f"absent:{seating.round_id}:{seat.entry_id}"}
    )
    panel = client.get(f"/e/{stage.event.slug}/desk/?step=play&more={table.pk}").content.decode()

    assert answer.status_code == 409
    assert table.seats.count() == 4
    assert f"absent:{seating.round_id}" not in panel
    assert "This table has a result. Void it first." in panel


def test_the_standings_step_leads_to_penalties_scoring_and_the_check(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage)))
    slug = stage.event.slug

    html = client.get(f"/e/{slug}/desk/?step=standings").content.decode()
    own = f"/e/{slug}/stages/1/"
    ways = [
        *(f"{own}adjustments/", f"{own}scoring/", f"/e/{slug}/check/"),
        *(f"{own}standings.{kind}" for kind in ("pdf", "csv", "xlsx")),
    ]

    assert [way for way in ways if f'href="{way}"' not in html] == []
    assert {client.get(way).status_code for way in ways} == {200}


def test_when_all_results_are_in_the_desk_offers_the_cut_and_no_clock(client: Client) -> None:
    stage, _, by = exactly(4, 4, 8)
    organizer(client, stage.event)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    address = f"/e/{stage.event.slug}/desk/"
    during = client.get(address).content.decode()
    for table in seating.tables.all():
        enter(by, table)

    after = client.get(address).content.decode()

    cut = f'href="/e/{stage.event.slug}/stages/{stage.number}/cut/"'
    assert [("Set the clock…" in page, cut in page) for page in (during, after)] == [
        (True, False),
        (False, True),
    ]


def test_all_are_here_is_not_offered_beside_all_members_when_it_would_change_nothing(
    client: Client,
) -> None:
    stage, people, by = setting(3)
    organizer(client, stage.event)
    factories.member(stage.event.club)
    address = f"/e/{stage.event.slug}/desk/"

    def offered() -> list[str]:
        page = client.get(address, {"step": "roll"}).content.decode()
        ids = ("members-here", "all-here", "none-here")
        return [key for key in ids if f'id="{key}"' in page]

    all_here = offered()
    entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)

    assert all_here == ["members-here", "none-here"]
    assert offered() == ["members-here", "all-here", "none-here"]


def test_all_members_come_with_one_tap_and_go_again_with_one(client: Client) -> None:
    stage, _, _ = setting(0)
    organizer(client, stage.event)
    for name in ("Ada Ahorn", "Ben Buche"):
        factories.member(stage.event.club, name)

    came = next_tap(client, stage.event)
    undo = re.search(r'name="do" value="(not_called:\d+)"', came)
    entered = Entry.objects.filter(is_present=True).count()
    assert undo is not None
    gone = press(client, stage.event, undo.group(1))

    assert entered == 2
    assert "2 members signed up, and everyone marked here." in came
    assert not Entry.objects.exists()
    assert "Sign up and check in all members" in gone


def test_what_changes_nothing_is_not_offered_once_everyone_is_here_or_all_is_over(
    client: Client,
) -> None:
    stage, _, _ = setting(4)
    organizer(client, stage.event)
    address = f"/e/{stage.event.slug}/desk/?step=roll"
    words = ('id="all-here"', "All rounds at once")

    here = client.get(address).content.decode()
    stage.event.state = EventState.FINISHED
    stage.event.save()
    over = client.get(address).content.decode()

    assert [word in here for word in words] == [False, True]
    assert [word in over for word in words] == [False, False]


def test_the_desk_tells_the_time_of_the_room_in_which_the_event_is(client: Client) -> None:
    stage, _, by = setting(4)
    stage.event.time_zone = "Asia/Tokyo"
    stage.event.save()
    organizer(client, stage.event)
    table = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage)).tables.get()
    table.reminded_at = datetime(2026, 11, 30, 8, 38, tzinfo=UTC)
    table.save()

    html = tight(client.get(f"/e/{stage.event.slug}/desk/?step=play").content.decode())

    assert "Remind again (last at 17:38)" in html


def test_members_without_a_place_are_counted(client: Client) -> None:
    stage, _, _ = setting(1)
    stage.event.capacity = 2
    stage.event.save()
    organizer(client, stage.event)
    for name in ("Ada Ahorn", "Ben Buche", "Cleo Zeder"):
        factories.member(stage.event.club, name)

    html = press(client, stage.event, "members_here")

    assert "1 member signed up, and everyone marked here. 2 did not fit." in html
    assert 'id="members-here"' not in html


def test_an_objection_says_who_and_why_and_leads_to_its_table(client: Client) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    seating = seatings.draw_and_publish(by=by, stage=stage)
    table = seating.tables.order_by("number")[0]
    record = enter(by, table)
    seat = table.seats.order_by("position")[0]
    actor = links.claim(code=table.link.code, position=1, device="phone")
    records.dispute(by=actor, record=record, reason="The points are mine")

    html = client.get(f"/e/{stage.event.slug}/desk/?step=results").content.decode()

    name = seat.entry.player.name
    section = re.search(r'<section class="next.*?</section>', html, re.S)
    assert section is not None
    assert f"Table 1, {name}: “The points are mine”" in section.group(0)
    assert f'href="/e/{stage.event.slug}/tables/{table.pk}/"' in section.group(0)
    assert f"{name} objects: The points are mine" in html


def test_the_button_for_all_sheets_leaves_out_in_words_the_one_that_somebody_objects_to(
    client: Client,
) -> None:
    stage, _, by = setting(12)
    organizer(client, stage.event)
    tables = seatings.draw_and_publish(by=by, stage=stage).tables.order_by("number")
    for table in tables[:2]:
        enter(links.claim(code=table.link.code, position=1, device=f"phone {table.pk}"), table)
    objector = links.claim(code=tables[0].link.code, position=2, device="another phone")
    address = f"/e/{stage.event.slug}/desk/?step=results"

    before = client.get(address).content.decode()
    record = MatchRecord.objects.get(table=tables[0])
    records.dispute(by=objector, record=record, reason="The points are mine")
    after = client.get(address).content.decode()

    labels = [
        re.findall(r'value="confirm">.*?(Confirm all[\w ]*)', page, re.S)
        for page in (before, after)
    ]
    assert [[one.strip() for one in found] for found in labels] == [
        ["Confirm all"],
        ["Confirm all undisputed"],
    ]


def test_the_desk_says_who_sees_the_standings_and_offers_what_is_not_so_yet(
    client: Client,
) -> None:
    stage, entries, _ = setting(4)
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    standings.catch_up()
    organizer(client, stage.event)
    found = []

    for do in ("manual", "hide", "show", "auto"):
        html = press(client, stage.event, do, stage="1", step="standings")
        offered = [one for one in ("show", "auto", "manual", "hide") if f'value="{one}"' in html]
        state = re.search(r"(Frozen|Hidden|update with each)", html)
        found.append((state and state[1], offered))

    assert found == [
        ("Frozen", ["show", "auto", "hide"]),
        ("Hidden", ["show", "auto"]),
        ("Frozen", ["show", "auto", "hide"]),
        ("update with each", ["manual", "hide"]),
    ]


def test_the_desk_says_what_a_round_counts_for_those_who_do_not_play_it(client: Client) -> None:
    stage, _, by = setting(8)
    Stage.objects.filter(pk=stage.pk).update(
        bye={"kind": "fixed", "points": "2"}, no_show={"kind": "mean"}
    )
    organizer(client, stage.event)
    draft = seatings.draw(by=by, stage=stage, seed=1)
    seat, address = draft.seats.earliest("pk"), f"/e/{stage.event.slug}/desk/"

    board = client.get(f"{address}?step=seating&pick={seat.entry_id}")
    seatings.publish(by=by, seating=draft)
    table = client.get(f"{address}?step=play&more={seat.table_id}")

    assertContains(board, "Bye: worth 2 points. Sitting out: worth nothing.")
    assertContains(
        table, "Didn&#x27;t come: worth the average of a table of 4. Excused: worth nothing."
    )


def test_a_picked_person_reads_a_verdict_per_table_and_the_weightiest_remarks_unfolded(
    client: Client,
) -> None:
    stage, _, by = setting(12)
    organizer(client, stage.event)
    for seed in (1, 2):
        seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=seed))
        play(by, seating)
    draft = seatings.draw(by=by, stage=stage, seed=3)
    picked = draft.seats.filter(table__isnull=False).earliest("pk")

    answer = client.get(f"/e/{stage.event.slug}/desk/?step=seating&pick={picked.entry_id}")

    html, options = tight(answer.content.decode()), answer.context["pick"]
    words = {"better": "Better", "same": "Just as good", "worse": "Worse"}
    parts = re.findall(r"<div data-effect.*?</div></div></footer>", html, re.S)
    shown = {
        re.search(r"to table (\d+)", html[: html.index(part)].rsplit("<button", 1)[1])[1]: part  # type: ignore[index]
        for part in parts
    }
    assert set(shown) == {str(option.number) for option in options.tables}
    for option in options.tables:
        part = shown[str(option.number)]
        unfolded = part.split("<details")[0]
        assert words[option.verdict] in unfolded
        assert unfolded.count("<li>") == min(len(option.worse), 3) + min(len(option.better), 2)
        assert part.count("<li>") == len(option.worse) + len(option.better)
    assert any(len(option.worse) > 3 or len(option.better) > 2 for option in options.tables)


def test_the_desks_standings_say_who_moved_what_was_given_and_where_numbers_come_from(
    client: Client,
) -> None:
    stage, people, by = setting(8)
    organizer(client, stage.event)
    for round_number in (1, 2):
        play(
            by,
            seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=round_number)),
        )
        standings.catch_up()
        if round_number == 1:
            first = client.get(f"/e/{stage.event.slug}/desk/?step=standings").context["standings"]
    adjustments.make(
        by=by, scope=stage, player=people[0].player, points=Fraction(-3), reason="Came late"
    )
    standings.catch_up()

    answer = client.get(f"/e/{stage.event.slug}/desk/?step=standings")

    rows = answer.context["standings"].rows
    page = client.get(f"/e/{stage.event.slug}/").context["standings"].rows
    html = answer.content.decode()
    assert not first.moves
    assert [row.move for row in rows] == [row.move for row in page]
    assert any(row.move for row in rows)
    assert f"/stages/1/standings/{people[0].player_id}/" in html
    assert "(<bdi>Came late</bdi>)" in html
