"""What an organizer did at the desk is taken back by the one button that the page then shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.core.actors import Actor
from league.core.enums import Role
from league.models import Entry, Event, Round, RoundsPlan, Seat, Seating, Stage, Table
from league.services.evening import entries
from league.services.seating import plans, seatings
from league.services.standings import standings
from tests import factories
from tests.league.services.seating.test_seatings import play, setting
from tests.league.web.evening.test_desk import organizer, press

pytestmark = pytest.mark.django_db
Rows = list[tuple[object, ...]]


def stands(event: Event) -> dict[str, Rows]:
    """Everything that a press could lose: who is here, the rounds, every table and every seat."""
    seatings_ = Seating.objects.filter(round__stage__event=event).exclude(state="withdrawn")
    tables = Table.objects.filter(seating__in=seatings_)
    seats = Seat.objects.filter(seating__in=seatings_)
    return {
        "here": list(event.entries.order_by("pk").values_list("pk", "state", "is_present")),
        "rounds": list(Round.objects.filter(stage__event=event).values_list("number", "state")),
        "seatings": list(seatings_.order_by("pk").values_list("state", "method", "seed")),
        "tables": list(tables.order_by("number").values_list("number", "ruleset", "is_locked")),
        "seats": list(
            seats.order_by("table__number", "position", "entry").values_list(
                "table__number", "position", "entry", "state", "is_locked"
            )
        ),
    }


def undone(client: Client, event: Event, html: str) -> str:
    """Presses the button of the notice that says what was done."""
    notice = re.search(r'<div class="notice good undo".*?</form>', html, re.S)
    assert notice is not None, "the page offers no way back"
    fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', notice.group(0)))
    return press(client, event, fields.pop("do"), **fields)


def drawn(by: Actor, stage: Stage) -> Seating:
    """A draft with a locked table, a held person and somebody who sits out."""
    seating = seatings.draw(by=by, stage=stage, seed=1)
    first, second = seating.tables.order_by("number")[:2]
    seatings.set_lock(by=by, seating=seating, locked=True, table=first)
    seats = list(second.seats.order_by("position"))
    seatings.set_lock(by=by, seating=seating, locked=True, entry=seats[0].entry)
    seatings.give_bye(by=by, seating=seating, entry=seats[-1].entry)
    return Seating.objects.get(pk=seating.pk)


def somebody(seating: Seating) -> int:
    """Who is free to move."""
    return seating.seats.filter(is_locked=False, table__is_locked=False).earliest("pk").entry_id


DRAFT: dict[str, Callable[[Seating], str]] = {
    "discard": lambda seating: f"discard:{seating.pk}",
    "redraw": lambda seating: f"redraw:{seating.pk}",
    "sits_out": lambda seating: f"sits_out:{seating.pk}:{somebody(seating)}",
    "add_table": lambda seating: f"add_table:{seating.pk}",
    "all_here": lambda seating: "all_here",
    "none_here": lambda seating: "none_here",
}


@pytest.mark.parametrize("name", DRAFT)
def test_what_was_pressed_over_a_draft_is_as_it_was_after_its_undo(
    client: Client, name: str
) -> None:
    stage, people, by = setting(13)
    entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)
    seating = drawn(by, stage)
    organizer(client, stage.event)
    before = stands(stage.event)

    html = press(client, stage.event, DRAFT[name](seating))
    changed = stands(stage.event)
    undone(client, stage.event, html)

    assert changed != before
    assert stands(stage.event) == before


def test_a_plan_that_was_put_away_holds_again_unless_something_was_seated_since(
    client: Client,
) -> None:
    stage, _, by = setting(12)
    organizer(client, stage.event)
    plan = plans.plan_rounds(by=by, stage=stage, count=3, seed=7)

    html = press(client, stage.event, "drop_plan")
    gone = RoundsPlan.objects.filter(stage=stage, is_current=True).exists()
    undone(client, stage.event, html)
    back = RoundsPlan.objects.get(stage=stage, is_current=True)
    html = press(client, stage.event, "drop_plan")
    drawn(by, stage)
    refused = client.post(
        f"/e/{stage.event.slug}/desk/", {"do": f"take_up_plan:{plan.pk}", "stage": stage.number}
    )

    assert (gone, back.pk, back.wants_stop) == (False, plan.pk, False)
    assert refused.status_code == 409
    assert not RoundsPlan.objects.filter(stage=stage, is_current=True).exists()


def test_a_late_player_of_a_draft_has_no_place_again_after_the_undo(client: Client) -> None:
    stage, _, by = setting(9)
    seating = drawn(by, stage)
    organizer(client, stage.event)
    guest = entries.add_guest(by=by, event=stage.event, name="Zoe Late")
    before = stands(stage.event)

    html = press(client, stage.event, f"late:{seating.pk}:{guest.pk}")
    placed = Seat.objects.filter(entry=guest).exists()
    undone(client, stage.event, html)

    assert placed
    assert stands(stage.event) == before


def test_who_leaves_after_this_round_is_not_said_to_have_left_before_it_is_over(
    client: Client,
) -> None:
    stage, people, by = setting(8)
    organizer(client, stage.event)
    seating = seatings.draw_and_publish(by=by, stage=stage)
    name, gone = people[0].player.name, people[1].player.name

    later = press(client, stage.event, f"leave_after:{people[0].pk}")
    now = press(client, stage.event, f"leave:{people[1].pk}")

    notices = [
        re.search(r'<div class="notice good undo".*?</form>', page, re.S) for page in (later, now)
    ]
    said = [one.group(0) if one else "" for one in notices]
    assert [f"{name} leaves after this round." in said[0], f"{name} has left." in said[0]] == [
        True,
        False,
    ]
    assert f"{gone} has left." in said[1]
    assert seating.seats.filter(entry=people[0]).exists()


def test_a_late_player_of_a_running_round_leaves_the_table_by_the_undo(client: Client) -> None:
    stage, _, by = setting(8)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    organizer(client, stage.event)
    guest = entries.add_guest(by=by, event=stage.event, name="Zoe Late")

    html = press(client, stage.event, f"late:{seating.pk}:{guest.pk}")
    placed = Seat.objects.filter(entry=guest, table__isnull=False).exists()
    undone(client, stage.event, html)

    assert placed
    assert not Seat.objects.filter(entry=guest, table__isnull=False).exists()
    assert Seat.objects.filter(table__isnull=False).count() == 8


def test_a_draft_that_somebody_changed_since_is_not_put_back_over_that_change(
    client: Client,
) -> None:
    stage, _, by = setting(13)
    seating = drawn(by, stage)
    organizer(client, stage.event)

    html = press(client, stage.event, f"redraw:{seating.pk}")
    seatings.give_bye(by=by, seating=seating, entry=Entry.objects.get(pk=somebody(seating)))
    after = stands(stage.event)
    line = re.search(r'value="(put_back:\d+)"', html)
    assert line is not None
    answer = client.post(f"/e/{stage.event.slug}/desk/", {"do": line.group(1)})

    assert answer.status_code == 409
    assert stands(stage.event) == after


def test_a_draft_is_put_back_by_its_own_line_of_its_own_stage_alone(client: Client) -> None:
    stage, _, by = setting(13)
    other = setting(4)[0]
    seating = seatings.draw(by=by, stage=stage, seed=1)
    first = stage.event.journal.latest("pk").pk
    seatings.discard(by=by, seating=seating)
    last = stage.event.journal.latest("pk").pk
    factories.grant(organizer(client, stage.event), Role.ORGANIZER, other.event.club)

    answers = [
        client.post(f"/e/{event.slug}/desk/", {"do": f"put_back:{pk}"}).status_code
        for event, pk in ((other.event, last), (stage.event, first), (stage.event, last))
    ]

    assert answers == [404, 404, 302]


def test_nobody_is_marked_twice_and_the_undo_touches_only_who_was_marked(client: Client) -> None:
    stage, people, by = setting(5)
    organizer(client, stage.event)
    entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)

    html = press(client, stage.event, "none_here")
    told = "4 people unchecked." in html
    again = press(client, stage.event, "none_here")
    undone(client, stage.event, html)

    assert told
    assert 'value="not_called' not in again
    assert [row.is_present for row in Entry.objects.order_by("pk")] == [False, *[True] * 4]


def test_who_got_a_place_from_the_waiting_list_gives_it_back_by_the_undo(client: Client) -> None:
    stage, _, by = setting(3)
    organizer(client, stage.event)
    stage.event.capacity = 4
    stage.event.save(update_fields=["capacity"])
    entries.add_guest(by=by, event=stage.event, name="Bo Four")
    guest = entries.add_guest(by=by, event=stage.event, name="Zoe Late", waiting=True)
    stage.event.entries.filter(player__name="Bo Four").update(state="dropped")

    html = press(client, stage.event, f"promote:{guest.pk}")
    placed = stage.event.entries.get(pk=guest.pk).state
    undone(client, stage.event, html)

    assert "Zoe Late is signed up." in html
    assert (placed, stage.event.entries.get(pk=guest.pk).state) == ("registered", "waiting")


@pytest.mark.parametrize(
    ("before", "way_back"), [("hidden", True), ("frozen", False), ("live", False)]
)
def test_only_standings_that_were_hidden_are_hidden_again_by_the_undo(
    client: Client, before: str, way_back: bool
) -> None:
    stage, _, by = setting(8)
    organizer(client, stage.event)
    play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage)))
    standings.catch_up()
    if before == "frozen":
        standings.set_auto_publish(by=by, scope=stage, auto_publish=False)
    elif before == "hidden":
        standings.hide(by=by, scope=stage)

    html = press(client, stage.event, "show")

    assert "The standings are published." in html
    assert ("Hide again" in html) is way_back


def test_who_left_a_table_is_told_to_be_here_for_the_next_round_until_unchecked(
    client: Client,
) -> None:
    stage, _, by = setting(8)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage))
    organizer(client, stage.event)
    here, gone = (seating.seats.filter(table__number=n).earliest("position").entry for n in (1, 2))
    entries.set_present(by=by, event=stage.event, entries=[gone.pk], present=False)

    pages = [
        press(client, stage.event, f"no_show:{seating.round_id}:{entry.pk}")
        for entry in (here, gone)
    ]

    assert ["has left table" in page for page in pages] == [True, True]
    assert ["uncheck them under" in page for page in pages] == [True, False]
