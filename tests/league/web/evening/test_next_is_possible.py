"""Whatever the desk says to do next can be done: no button is refused from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from league.core.enums import EventState, Role, RoundState, StageMode
from league.models import Event, Round
from league.services.evening import entries, rounds
from league.services.seating import seatings
from tests import factories
from tests.flows.visitors import Reader
from tests.league.services.seating.test_seatings import enter, exactly, play, round_of, setting
from tests.practice.evenings import signed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

    from league.core.actors import Actor
    from league.models import Stage
    from league.web.evening.next_action import NextAction

pytestmark = pytest.mark.django_db

OPEN = StageMode.OPEN_PLAY


def nobody_here() -> Stage:
    stage, people, by = setting(5)
    present = [row.pk for row in people]
    entries.set_present(by=by, event=stage.event, entries=present, present=False)
    return stage


def people_here(**stage: StageMode) -> Stage:
    return setting(8, **stage)[0]


def too_few(**stage: StageMode) -> Stage:
    return exactly(4, 5, 3, **stage)[0]


def no_fitting_tables(**stage: StageMode) -> Stage:
    return exactly(5, 5, 7, **stage)[0]


def drafted() -> Stage:
    stage, _, by = setting(8)
    seatings.draw(by=by, stage=stage)
    return stage


def drafted_before_one_came() -> Stage:
    stage = drafted()
    by = _by(stage)
    entries.add_guest(by=by, event=stage.event, name="Nora Quill")
    return stage


def published() -> Stage:
    stage, _, by = setting(8)
    round_of(by, stage)
    return stage


def played() -> Stage:
    stage, _, by = setting(8)
    play(by, round_of(by, stage))
    return stage


def closed() -> Stage:
    stage = played()
    rounds.close(by=_by(stage), round_=Round.objects.get())
    return stage


def finished() -> Stage:
    stage = played()
    rounds.finish(by=_by(stage), event=stage.event)
    return stage


def a_table_plays(count: int = 8) -> Stage:
    stage, people, by = setting(count, mode=OPEN)
    seatings.form_table(by=by, stage=stage, entries=people[:4])
    return stage


def all_tables_ended() -> Stage:
    stage, people, by = setting(4, mode=OPEN)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people))
    return stage


def ended_with_a_table_playing() -> Stage:
    stage = a_table_plays()
    rounds.close(by=_by(stage), round_=Round.objects.get(), accept_missing=True)
    return stage


def ended() -> Stage:
    stage = all_tables_ended()
    rounds.close(by=_by(stage), round_=Round.objects.get())
    return stage


def _by(stage: Stage) -> Actor:
    return factories.actor(Role.ORGANIZER, stage.event.club)


STATES: dict[str, Callable[[], Stage]] = {
    "nobody here": nobody_here,
    "people here": people_here,
    "too few": too_few,
    "no fitting tables": no_fitting_tables,
    "draft": drafted,
    "somebody came since": drafted_before_one_came,
    "published": published,
    "played": played,
    "closed": closed,
    "finished": finished,
    "open, people free": lambda: people_here(mode=OPEN),
    "open, too few free": lambda: too_few(mode=OPEN),
    "open, no fitting tables": lambda: no_fitting_tables(mode=OPEN),
    "open, a table plays and others are free": a_table_plays,
    "open, all play": lambda: a_table_plays(4),
    "open, all tables ended": all_tables_ended,
    "open, ended with a table playing": ended_with_a_table_playing,
    "open, ended": ended,
}


def offered(action: NextAction) -> list[tuple[str, dict[str, str]]]:
    """The buttons of what is next, each with what it sends."""
    buttons = [(action.label, action.fields), *((one.label, one.fields) for one in action.also)]
    sent = [(label, {key: str(one) for key, one in fields.items()}) for label, fields in buttons]
    return [(label, fields) for label, fields in sent if fields]


def refused(boss: Client, desk: str, fields: dict[str, str]) -> list[str]:
    """Why the press did nothing, where it does not ask how to go on; leaves no trace."""
    with transaction.atomic():
        answer = boss.post(desk, fields)
        transaction.set_rollback(True)
    if answer.status_code == 302 or answer.context["problem"].label:
        return []
    return list(answer.context["problem"].texts)


@pytest.mark.parametrize("state", STATES)
def test_no_button_of_what_is_next_is_refused_by_the_state_that_offers_it(state: str) -> None:
    stage = STATES[state]()
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"

    buttons = offered(boss.get(desk).context["next"])

    assert {label: why for label, sent in buttons if (why := refused(boss, desk, sent))} == {}


@pytest.mark.parametrize(("state", "can_draw"), [("no fitting tables", True), ("too few", False)])
def test_a_draw_is_offered_also_where_some_sit_out_but_not_to_too_few_for_a_table(
    state: str, can_draw: bool
) -> None:
    stage = STATES[state]()
    boss = signed_in(Role.ORGANIZER, stage.event.club)

    buttons = offered(boss.get(f"/e/{stage.event.slug}/desk/").context["next"])

    assert [label for label, _ in buttons if "Draw" in label] == (
        ["Draw and publish round 1", "Draw a draft"] if can_draw else []
    )


@pytest.mark.parametrize("state", ["open, ended with a table playing", "open, ended"])
def test_once_open_play_is_ended_the_event_can_be_finished_or_open_play_goes_on(state: str) -> None:
    stage = STATES[state]()
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"

    buttons = dict(offered(boss.get(desk).context["next"]))
    boss.post(desk, buttons["Finish event"])
    end = Event.objects.get().state
    boss.post(desk, {"stage": "1", "do": "resume"})
    boss.post(desk, buttons["Resume open play"])

    assert list(buttons) == ["Finish event", "Resume open play"]
    assert (end, Round.objects.get().state) == (EventState.FINISHED, RoundState.PUBLISHED)


def test_open_play_has_ended_and_no_round_of_a_number_and_nothing_forms_any_more() -> None:
    stage = a_table_plays()
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"
    close = {"stage": "1", "step": "results", "do": f"close:{Round.objects.get().pk}"}

    asked = boss.post(desk, close)
    told = boss.post(desk, {**close, "accept": "yes"}, follow=True)
    steps = [boss.get(desk, {"step": step}) for step in ("play", "results")]

    pages = [answer.content.decode() for answer in (asked, told, *steps)]
    assert ["ound 1" in Reader(page).words for page in pages] == [False] * 4
    assert "Open play has ended." in pages[1]
    assert ["Ready to start" in page or "step_back" in page for page in pages] == [False] * 4


def test_the_desk_of_a_cancelled_event_says_so_and_leads_to_where_that_is_undone() -> None:
    stage = played()
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    boss.post(f"/e/{stage.event.slug}/state/", {"state": "cancelled"})
    assert Event.objects.get().state == EventState.CANCELLED

    desk = boss.get(f"/e/{stage.event.slug}/desk/")
    words = Reader(desk.content.decode()).words
    there = boss.get(desk.context["next"].link).content.decode()

    assert "Cancelled The event was cancelled It doesn't count." in words
    assert "All done" not in words
    assert ("Undo cancellation" in there, 'id="state"' in there) == (True, True)


@pytest.mark.parametrize("begun", [EventState.OPEN, EventState.RUNNING])
def test_a_draft_says_that_it_starts_the_event_where_it_does(begun: EventState) -> None:
    stage = people_here()
    Event.objects.update(state=begun)
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"

    buttons = dict(offered(boss.get(desk).context["next"]))
    draft = next(label for label in buttons if label.lower().endswith("draw a draft"))
    boss.post(desk, buttons[draft])

    assert draft.startswith("Start event") == (begun == EventState.OPEN)
    assert Event.objects.get().state == EventState.RUNNING


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("played", "Reopen event and round 1"),
        ("closed", "Reopen event"),
        ("open, all tables ended", "Reopen event and open play"),
    ],
)
def test_who_opens_an_event_again_is_told_which_round_goes_on_with_it(
    state: str, says: str
) -> None:
    stage = STATES[state]()
    rounds.finish(by=_by(stage), event=stage.event)
    boss = signed_in(Role.ORGANIZER, stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"

    ((label, sent),) = offered(boss.get(desk).context["next"])
    in_settings = boss.get(f"/e/{stage.event.slug}/settings/").context["reopen"]
    boss.post(desk, sent)

    assert (label, in_settings) == (says, says)
    assert Round.objects.get().state == (
        RoundState.CLOSED if state == "closed" else RoundState.PUBLISHED
    )
