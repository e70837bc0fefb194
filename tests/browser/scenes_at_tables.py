"""Tables of an evening that play in the browser: offered, waiting, going on, stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpResponse

from league.core.actors import PLAYED_HERE, as_guest
from league.services.play import hand_ins, play_endings, table_plays
from league.services.seating import seatings
from league.web.play import guest
from tests.browser.scenes import AtTable, held, seat

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event, Play, Table
    from tests.browser.scenes import Cast, Cookie


@dataclass(frozen=True, slots=True)
class PlaysAtTables:
    """An evening whose tables play in the browser, each as seen by one of its people.

    ``waiting`` and ``running`` are matches with the cookies of somebody who sits there; the result
    of ``stopped`` waits for the organizer.
    """

    event: Event
    offered: AtTable
    waiting: tuple[str, tuple[Cookie, ...]]
    running: tuple[str, tuple[Cookie, ...]]
    stopped: AtTable


def at_tables(cast: Cast) -> PlaysAtTables:
    event = cast.event("Half in the browser", "dice-devils", 15, plays_here=True)
    stage = event.stages.get()
    seating = seatings.publish(by=cast.by, seating=seatings.draw(by=cast.by, stage=stage, seed=3))
    offered, waiting, running, stopped = seating.tables.order_by("number")
    alone, _device, cookie = _sitting(waiting, 1)
    open_ = table_plays.sit_down(by=alone, table=waiting)
    play, _people, cookies = _begun(running)
    over, people, at_table = _begun(stopped)
    for by in people:
        over = play_endings.agree_to_stop(by=by, play=over)
    hand_ins.hand_in(by=PLAYED_HERE, play=over)
    return PlaysAtTables(
        event=event,
        offered=held(offered, 1),
        waiting=(f"/play/{open_.code}/", (cookie,)),
        running=(f"/play/{play.code}/", cookies),
        stopped=AtTable(f"/t/{stopped.link.code}/", stopped, at_table),
    )


def _begun(table: Table) -> tuple[Play, list[Actor], tuple[Cookie, ...]]:
    """Everybody has sat down; the cookies are those of the first."""
    seats = [_sitting(table, each.position or 0) for each in table.seats.order_by("position")]
    people = [by for by, _, _ in seats]
    for by in people:
        play = table_plays.sit_down(by=by, table=table)
    return play, people, seats[0][1:]


def _sitting(table: Table, position: int) -> tuple[Actor, Cookie, Cookie]:
    """Who took this seat by the table's link, as the table's page and as the match know them."""
    by, device = seat(table, position)
    key, answer = f"browser at {table.pk}-{position}", HttpResponse()
    guest.remember(answer, key)
    return as_guest(by, key), device, (guest.COOKIE, answer.cookies[guest.COOKIE].value, "/play/")
