"""Whatever the desk offers to take back leaves no trace but the journal's."""

from __future__ import annotations

import copy
import difflib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from league.core.enums import EventState, StageMode
from league.models import Adjustment, Event, Membership, Player, RoundEntry, Seating
from league.services.evening import dropouts, entries, rounds
from league.services.seating import plans, seatings
from league.services.standings import standings
from league.web import fragment_cache
from league.web.evening.commands.register import OUTCOMES
from tests import factories
from tests.factories.plays import rules
from tests.league.services.seating.test_seatings import play, setting
from tests.league.web.evening.test_desk import organizer, press
from tests.league.web.evening.test_desk_undo import drawn, somebody, stands, undone
from tests.markup import tight
from tests.practice.addresses import undone as taken_back

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.gates]


@dataclass
class Desk:
    """An evening of thirteen, and the organizer who presses the buttons of its desk."""

    client: Client
    stage: Stage
    people: list[Entry]
    by: Actor
    stands: Seating | None = None  # the draft or the round that several presses start from

    @property
    def event(self) -> Event:
        return self.stage.event

    def press(self, do: str, **fields: str) -> str:
        return press(self.client, self.event, do, **fields)

    def draft(self) -> Seating:
        return self.stands or drawn(self.by, self.stage)

    def published(self) -> Seating:
        drawn_now = partial(seatings.draw, by=self.by, stage=self.stage)
        return self.stands or seatings.publish(by=self.by, seating=drawn_now())

    def disqualify(self, entry: Entry) -> str:
        answer = self.client.post(
            f"/e/{self.event.slug}/entries/{entry.pk}/disqualify/",
            {"results": "void", "reason": "Looked at the cards"},
            follow=True,
        )
        assert answer.status_code == 200
        return answer.content.decode()


def _nothing(desk: Desk) -> None:
    """They are there, and no round."""


def _all_played(desk: Desk) -> Seating:
    seating = desk.published()
    play(desk.by, seating)
    return seating


def _left(desk: Desk) -> Callable[[], str]:
    seating = desk.published()
    entry = seating.seats.filter(table__number=1).earliest("position").entry
    return lambda: desk.press(f"leave:{entry.pk}")


def _back(desk: Desk) -> Callable[[], str]:
    dropouts.drop(by=desk.by, entry=desk.people[0])
    play(desk.by, desk.published())
    return lambda: desk.press(f"back:{desk.people[0].pk}")


def _waits(desk: Desk) -> Callable[[], str]:
    desk.event.capacity = 13
    desk.event.save(update_fields=["capacity"])
    return lambda: desk.press("guest", name="Nora Quill", accept="yes")


def _promoted(desk: Desk) -> Callable[[], str]:
    _waits(desk)
    waiting = entries.add_guest(by=desk.by, event=desk.event, name="Zoe Late", waiting=True)
    Event.objects.filter(pk=desk.event.pk).update(capacity=14)
    return lambda: desk.press(f"promote:{waiting.pk}")


def _members(desk: Desk) -> Callable[[], str]:
    factories.member(desk.event.club, "Rosa Reed")
    return lambda: desk.press("members_here")


def _disqualified(desk: Desk) -> Callable[[], str]:
    return lambda: desk.disqualify(desk.people[3])


def _called(desk: Desk) -> Callable[[], str]:
    entries.set_present(by=desk.by, event=desk.event, entries=[desk.people[0].pk], present=False)
    return lambda: desk.press("none_here")


def _placed(desk: Desk) -> Callable[[], str]:
    seating = desk.draft()
    guest = entries.add_guest(by=desk.by, event=desk.event, name="Zoe Late")
    return lambda: desk.press(f"late:{seating.pk}:{guest.pk}")


def _over_draft(do: str) -> Callable[[Desk], Callable[[], str]]:
    def case(desk: Desk) -> Callable[[], str]:
        seating = desk.draft()
        pressed = do.format(seating=seating.pk, entry=somebody(seating))
        return lambda: desk.press(pressed)

    return case


def _plan_dropped(desk: Desk) -> Callable[[], str]:
    plans.plan_rounds(by=desk.by, stage=desk.stage, count=3, seed=7)
    return lambda: desk.press("drop_plan")


def _published(desk: Desk) -> Callable[[], str]:
    seating = desk.draft()
    return lambda: desk.press(f"publish:{seating.pk}:{Seating.objects.get().version}")


def _of_round(do: str) -> Callable[[Desk], Callable[[], str]]:
    def case(desk: Desk) -> Callable[[], str]:
        seating = desk.published()
        table = seating.tables.earliest("number")
        last = seating.seats.filter(table=table).latest("position")
        other = seating.tables.latest("number")
        pressed = do.format(
            round=seating.round_id,
            table=table.pk,
            last=last.entry_id,
            seating=seating.pk,
            version=Seating.objects.get(pk=seating.pk).version,
            other=other.pk,
            stranger=other.seats.latest("position").entry_id,
        )
        return lambda: desk.press(pressed)

    return case


def _drawn_again(desk: Desk) -> Callable[[], str]:
    seating = desk.published()
    return lambda: desk.press(f"draw_again:{seating.round_id}:{seating.pk}")


def _told(desk: Desk) -> Callable[[], str]:
    seating = desk.published()
    rounds.withhold(by=desk.by, round_=seating.round)
    play(desk.by, seating)
    return lambda: desk.press(f"tell:{seating.round_id}")


def _announced(desk: Desk) -> Callable[[], str]:
    Event.objects.filter(pk=desk.event.pk).update(is_announced=False)
    return lambda: desk.press("announce")


def _formed(desk: Desk) -> Callable[[], str]:
    desk.stage.mode = StageMode.OPEN_PLAY
    desk.stage.save(update_fields=["mode"])
    seatings.form_table(by=desk.by, stage=desk.stage, entries=desk.people[4:8])
    chosen = [str(row.pk) for row in desk.people[:4]]
    return lambda: desk.client.post(
        f"/e/{desk.event.slug}/desk/", {"do": "form_table", "entry": chosen}, follow=True
    ).content.decode()


def _before_it_began(
    make: Callable[[Desk], Seating | None], do: str
) -> Callable[[Desk], Callable[[], str]]:
    def case(desk: Desk) -> Callable[[], str]:
        seating = make(desk)
        Event.objects.filter(pk=desk.event.pk).update(state=EventState.OPEN)
        pressed = do if seating is None else do.format(seating=seating.pk, version=seating.version)
        return lambda: desk.press(pressed)

    return case


def _withdrawn_first(desk: Desk) -> Callable[[], str]:
    Event.objects.filter(pk=desk.event.pk).update(state=EventState.OPEN)
    seating = desk.published()
    return lambda: desk.press(f"withdraw:{seating.round_id}")


def _formed_first(desk: Desk) -> Callable[[], str]:
    desk.stage.mode = StageMode.OPEN_PLAY
    desk.stage.save(update_fields=["mode"])
    Event.objects.filter(pk=desk.event.pk).update(state=EventState.PLANNED)
    chosen = [str(row.pk) for row in desk.people[:4]]
    return lambda: desk.client.post(
        f"/e/{desk.event.slug}/desk/", {"do": "form_table", "entry": chosen}, follow=True
    ).content.decode()


def _at_first_table(do: str, *, plays_here: bool) -> Callable[[Desk], Callable[[], str]]:
    def case(desk: Desk) -> Callable[[], str]:
        table = desk.published().tables.earliest("number")
        table.ruleset, table.plays_here = rules(desk.event.club), plays_here
        table.save(update_fields=["ruleset", "plays_here"])
        return lambda: desk.press(f"{do}:{table.pk}")

    return case


def _no_filler(desk: Desk) -> Callable[[], str]:
    one = desk.people[0].pk
    desk.press(f"filler:{one}")
    return lambda: desk.press(f"no_filler:{one}")


def _has_paid(desk: Desk) -> Callable[[], str]:
    Event.objects.filter(pk=desk.event.pk).update(fee="€5")
    return lambda: desk.press(f"paid:{desk.people[0].pk}")


def _has_not_paid(desk: Desk) -> Callable[[], str]:
    Event.objects.filter(pk=desk.event.pk).update(fee="€5")
    entries.mark_paid(by=desk.by, entry=desk.people[0], is_paid=True)
    return lambda: desk.press(f"unpaid:{desk.people[0].pk}")


def _finished_with_draft(desk: Desk) -> Callable[[], str]:
    play(desk.by, desk.published())
    drawn(desk.by, desk.stage)
    return lambda: desk.press("finish")


def _shown(desk: Desk) -> Callable[[], str]:
    standings.set_auto_publish(by=desk.by, scope=desk.stage, auto_publish=False)
    play(desk.by, desk.published())
    return lambda: desk.press("show")


# What can be taken back, by the word of the address; the press that leads there.
CASES: dict[str, Callable[[Desk], Callable[[], str]]] = {
    "members": _members,
    "entered": lambda desk: lambda: desk.press("guest", name="Nora Quill"),
    "waits": _waits,
    "filler": lambda desk: lambda: desk.press(f"filler:{desk.people[0].pk}"),
    "no_filler": _no_filler,
    "has_paid": _has_paid,
    "has_not_paid": _has_not_paid,
    "left": _left,
    "leaves_after": _of_round("leave_after:{last}"),
    "disqualified": _disqualified,
    "back": _back,
    "called": _called,
    "placed": _placed,
    "redrawn": _over_draft("redraw:{seating}"),
    "discarded": _over_draft("discard:{seating}"),
    "changed": _over_draft("sits_out:{seating}:{entry}"),
    "plan_dropped": _plan_dropped,
    "drawn": lambda desk: lambda: desk.press("draw"),
    "published": _published,
    "drawn_again": _drawn_again,
    "withdrawn": _of_round("withdraw:{round}"),
    "reminded": _of_round("remind:{table}"),
    "withheld": _of_round("withhold:{round}"),
    "told": _told,
    "announced": _announced,
    "concealed": lambda desk: lambda: desk.press("conceal"),
    "closed": _of_round("close:{round}"),
    "moved": _of_round("move:{seating}:{last}:{version}:{other}"),
    "swapped": _of_round("swap:{seating}:{last}:{stranger}:{version}"),
    "marked": _of_round("absent:{round}:{last}"),
    "seats": _of_round("seats:{table}:1:3"),
    "in_browser": _at_first_table("play_here", plays_here=False),
    "in_room": _at_first_table("play_in_room", plays_here=True),
    "formed": _formed,
    "finished": _of_round("finish"),
    "shown": _shown,
}
# Ways that lead to a word of another.
MORE: dict[str, Callable[[Desk], Callable[[], str]]] = {
    "promoted": _promoted,
    "drawn before it began": _before_it_began(lambda desk: None, "draw"),
    "published before it began": _before_it_began(Desk.draft, "publish:{seating}:{version}"),
    "withdrawn what began it": _withdrawn_first,
    "formed first": _formed_first,
    "finished with a draft": _finished_with_draft,
}

# Presses that start from the same evening: it is seated and looked at once for all of them.
STARTS: dict[Callable[[Desk], Seating | None], tuple[str, ...]] = {
    _nothing: ("entered", "filler", "drawn", "concealed"),
    Desk.draft: ("redrawn", "discarded", "changed", "published"),
    Desk.published: (
        *("left", "leaves_after", "drawn_again", "withdrawn", "reminded"),
        *("withheld", "moved", "swapped", "marked", "seats"),
    ),
    _all_played: ("disqualified", "closed", "finished"),
}
START = {words: start for start, words in STARTS.items()}
ALONE = [(word,) for word in CASES | MORE if not any(word in words for words in START)]

NO_PART = re.compile(r"<(script|style|head|footer)\b.*?</\1>|<!--.*?-->", re.S)


def text_of(page: str) -> str:
    """What a person reads on a page; not what was just done and how to take it back."""
    page = re.sub(
        r'<div class="notice good undo".*?</form></div>',
        "",
        tight(NO_PART.sub("", page)),
        flags=re.S,
    )
    page = re.sub(
        r"<form[^>]*>(?:<input[^>]*>|\s)*(?:<div>[^<]*was withdrawn.*?)</form>",
        "",
        page,
        flags=re.S,
    )
    page = re.sub(r"\b[0-9a-f]{8}\b", "", page)  # by which a fault is found in the log
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def plain(found: Any) -> Any:  # JSON either way
    """An answer of the API without what counts the writes."""
    if isinstance(found, list):
        return [plain(one) for one in found]
    if isinstance(found, dict):
        return {key: plain(one) for key, one in found.items() if key not in COUNTING}
    return found


COUNTING = {"version", "seq", "as_of", "etag", "position", "journal_position", "computed_at"}


def seen(desk: Desk) -> dict[str, object]:
    """Everything there is to see of an evening, by every door, and the rows beneath."""
    slug, stage, club = desk.event.slug, desk.stage, desk.event.club
    pages = {
        f"/e/{slug}/": Client(),
        f"/c/{club.slug}/office/people/": desk.client,
        **{f"/e/{slug}/desk/?step={step}": desk.client for step in STEPS},
    }
    files = {
        f"/e/{slug}/stages/{stage.number}/standings.csv": desk.client,
        f"/api/v1/events/{desk.event.pk}/": Client(),
        f"/api/v1/events/{desk.event.pk}/entries/": Client(),
        f"/api/v1/events/{desk.event.pk}/rounds/": Client(),
        f"/api/v1/stages/{stage.pk}/standings/": Client(),
    }
    rows = rows_of(desk)
    found: dict[str, object] = {
        path: text_of(client.get(path).content.decode()) for path, client in pages.items()
    }
    for path, client in files.items():
        answer = client.get(path)
        is_json = answer.headers["Content-Type"].startswith("application/")
        found[path] = plain(json.loads(answer.content)) if is_json else answer.content
    return found | rows


def rows_of(desk: Desk) -> dict[str, object]:
    standings.catch_up()
    rows: dict[str, Iterable[object]] = {
        "players": Player.objects.order_by("pk").values("pk", "name", "version"),
        "memberships": Membership.objects.order_by("pk").values(),
        "entries": desk.event.entries.order_by("pk").values(),
        "rounds": RoundEntry.objects.order_by("round", "entry").values("round", "entry", "state"),
        "adjustments": Adjustment.objects.order_by("pk").values(),
    }
    found: dict[str, object] = {name: list(row) for name, row in rows.items()}
    return found | stands(desk.event)


STEPS = ("roll", "seating", "results")


def test_every_way_back_that_the_desk_knows_is_tried_here() -> None:
    known = {word for word, found in OUTCOMES.items() if found.back}

    assert set(CASES) == known


@time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False)
@pytest.mark.parametrize("words", [*START, *ALONE], ids=" ".join)
def test_what_is_taken_back_is_as_if_it_had_never_been_pressed(
    client: Client, words: tuple[str, ...]
) -> None:
    stage, people, by = setting(13)
    organizer(client, stage.event)
    desk = Desk(client, stage, people, by)
    desk.stands = START[words](desk) if words in START else None
    ready = {word: (CASES | MORE)[word](desk) for word in words}
    before = seen(desk)

    found = {word: differences(before, after_undoing(desk, ready[word])) for word in words}

    assert found == {word: [] for word in words}


def after_undoing(desk: Desk, press_it: Callable[[], str]) -> dict[str, object]:
    """What is to be seen once it was pressed and taken back; nothing of it stays."""
    cookies = copy.deepcopy(desk.client.cookies)
    with taken_back():
        html = press_it()
        undone(desk.client, desk.event, html)
        after = seen(desk)
    desk.client.cookies = cookies
    cache.clear()
    fragment_cache.forget()
    return after


def differences(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """Line by line what is not as it was, the short way to read it."""
    found = []
    for key in before:
        one, two = (str(side[key]).split() for side in (before, after))
        lines = difflib.unified_diff(one, two, n=3, lineterm="")
        found += [f"{key}: {' '.join(list(lines)[2:])}"] if before[key] != after[key] else []
    return found
