"""The desk's words: its steps, tabs and choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from league.core.enums import EventState, RoundState, SeatingState
from league.queries.evening.desk import PLAY, RESULTS, ROLL, SEATING, STANDINGS
from league.web.standings.scoring_words import worth
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import Stage
    from league.queries.evening.desk import Desk


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step of the evening, as ``components/_steps.html`` shows it."""

    label: str
    href: str
    note: str
    state: str


@dataclass(frozen=True, slots=True)
class Tab:
    """Another stage or round, as ``components/_tabs.html`` shows it."""

    label: str
    href: str
    current: bool
    count: int | None = None


def title() -> str:
    return _("Desk")


def go_on(code: str, *, can_wait: bool, finishes: bool) -> str:
    """What to write on the button that goes on in spite of this refusal; empty: there is none."""
    if can_wait:
        return _("Put them on the waiting list")
    closes = _("Finish without them") if finishes else _("Close without them")
    return {
        "results_missing": closes,
        "withdraw_has_records": _("Withdraw and void"),
    }.get(code, "")


def worths(stage: Stage, step: str) -> tuple[str, ...]:
    """What a round counts for somebody who does not play it, under the names of the buttons."""
    if step == PLAY:
        return worth(stage, "no_show", _("Didn't come")), worth(stage, "absent", _("Excused"))
    return worth(stage, "bye", _("Bye")), worth(stage, "sits_out", _("Sitting out"))


def methods() -> list[tuple[str, str]]:
    return [
        ("random", _("Random, new opponents first")),
        ("swiss", _("By standings")),
        ("balanced", _("Balanced tables")),
        ("snake", _("Snake through the ranking")),
    ]


def standings_caption(desk: Desk) -> str:
    if len(desk.stages) == 1:
        return _("Standings")
    return labelled(_("Standings"), desk.stage)


def cut_line(following: Stage) -> str:
    """What stands at the line below those who go on."""
    return labelled(_("Cut"), following)


# --- steps and tabs ---------------------------------------------------------------------


def steps(desk: Desk, current: str, address: str, base: Mapping[str, str]) -> list[StepLink]:
    """The five steps with their states; every one of them may be opened at any time."""
    labels = {
        ROLL: _("Check-in"),
        SEATING: _("Seating"),
        PLAY: _("Play"),
        RESULTS: _("Results"),
        STANDINGS: _("Standings"),
    }
    notes = {
        ROLL: _("%(n)s here") % {"n": desk.roll.present},
        SEATING: _("draft") if desk.board and desk.board.state == SeatingState.DRAFT else "",
        PLAY: _("round %(n)s") % {"n": desk.running.number}
        if desk.running and desk.in_rounds
        else "",
        RESULTS: _counted(desk),
    }
    done = _steps_done(desk)
    attention = {"disputed": RESULTS, "redraw": SEATING, "short_table": SEATING}.get(desk.step.code)
    return [
        StepLink(
            label,
            href=f"{address}?{urlencode({**base, 'step': key})}",
            note=notes.get(key, ""),
            state="current"
            if key == current
            else "attention"
            if key == attention
            else "done"
            if key in done
            else "todo",
        )
        for key, label in labels.items()
    ]


def _steps_done(desk: Desk) -> set[str]:
    if desk.event.state == EventState.FINISHED:
        return {ROLL, SEATING, PLAY, RESULTS, STANDINGS}
    done = set()
    if desk.roll.present > 1:
        done.add(ROLL)
    if desk.running is not None:
        done.add(SEATING)
    if desk.current and all(row.is_settled for row in desk.current):
        done |= {PLAY, RESULTS}
    return done


def _counted(desk: Desk) -> str:
    if not desk.current:
        return ""
    return _("%(done)s of %(all)s in") % {
        "done": sum(row.is_settled for row in desk.current),
        "all": len(desk.current),
    }


def stage_tabs(desk: Desk, address: str, step: str) -> list[Tab]:
    if len(desk.stages) < 2:
        return []
    return [
        Tab(
            str(row),
            href=f"{address}?{urlencode({'stage': row.number, 'step': step})}",
            current=row.pk == desk.stage.pk,
        )
        for row in desk.stages
    ]


def round_tabs(desk: Desk, address: str, step: str) -> list[Tab]:
    seen = [row for row in desk.rounds if row.state != RoundState.DRAFT]
    if len(seen) < 2:
        return []
    return [
        Tab(
            _("Round %(n)s") % {"n": row.number},
            href=f"{address}?"
            + urlencode({"stage": desk.stage.number, "round": row.number, "step": step}),
            current=desk.round is not None and row.pk == desk.round.pk,
        )
        for row in seen
    ]
