"""The coach: what a bot would do in the viewer's place, and why.

Only where nothing is at stake for anybody: in a match that counts nowhere, with no other person at
the table. It thinks in a process of its own, one decision at a time for each process that answers
pages, and what it said of a decision is kept. The rows are read before: no lock is held meanwhile.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from subprocess import TimeoutExpired
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext

from games.core.coach import TRIALS, Verdict, has_coach
from games.core.lines import to_lines
from games.core.transcript import played
from games.core.types import Seat
from games.core.words import render
from league.after_commit.processes import Ended, processes
from league.core.enums import PlayState
from league.core.errors import NotAllowed, Refused, TooMany
from league.core.recent import Recent
from league.queries.play import plays, states, transcripts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play, PlaySeat
    from league.queries.play.seats import SeatShown

AT_ONCE = 1
PATIENCE_S = 15
MOST_KEPT = 256
_thinking = BoundedSemaphore(AT_ONCE)
# Any: as the process writes it.
_kept: Recent[tuple[str, int, int, datetime, int], dict[str, Any]] = Recent(MOST_KEPT)


@dataclass(frozen=True, slots=True)
class AdvisedShown:
    """A choice, its chance to win and how far that may be off, both in thousandths."""

    action: JSON
    words: str
    chance: int
    spread: int


@dataclass(frozen=True, slots=True)
class AdviceShown:
    """The best choices after action ``seq``, the best first, each tried ``trials`` times.

    ``taken_back`` is as in Shown; ``legal`` is how many choices there are in all.
    """

    seq: int
    taken_back: int
    choices: tuple[AdvisedShown, ...]
    legal: int
    trials: int
    verdict: Verdict


def obstacle(play: Play, seats: Sequence[PlaySeat] | Sequence[SeatShown], mine: int | None) -> str:
    """The code of why nobody advises this seat, whoever's turn it is; empty where it may ask.

    With bots alone at the table no match is rated either (``rated.obstacle``).
    """
    if mine is None:
        return "play_not_seated"
    if play.state != PlayState.RUNNING:
        return f"play_is_{play.state}"
    if play.event_id is not None:
        return "play_coach_counts"
    if any(seat.is_person and seat.number != mine for seat in seats):
        return "play_coach_alone"
    return "" if has_coach(states.package_of(play)) else "play_coach_none"


def shown(*, viewer: Actor, play: Play) -> AdviceShown:
    """What the coach says to the viewer, in whose view nothing else goes in.

    Raises:
        NotAllowed: ``play_not_seated``.
        Refused: ``play_is_open``, ``play_is_over``, ``play_is_stopped``, ``play_coach_counts``,
            ``play_coach_alone``, ``play_coach_none``, ``play_not_your_turn``.
        TooMany: ``play_coach_busy``.
    """
    rows = list(play.seats.all())
    own = plays.seat_of(viewer, rows)
    code = obstacle(play, rows, None if own is None else own.number)
    if own is None:
        raise NotAllowed(code)
    if code:
        raise Refused(code)
    game, state, me = played(states.package_of(play)), states.newest(play), Seat(own.number)
    if me not in game.to_act(state):
        raise Refused("play_not_your_turn")
    found = _advice(play, rows, me)
    view, called = game.view(state, me), plays.seat_called(rows)
    return AdviceShown(
        seq=play.seq,
        taken_back=play.taken_back,
        choices=tuple(
            AdvisedShown(
                one["action"],
                render(game.offer(view, game.action_from_json(one["action"])), called, gettext),
                one["chance"],
                one["spread"],
            )
            for one in found["choices"]
        ),
        legal=found["legal"],
        trials=found["trials"],
        verdict=Verdict(found["verdict"]),
    )


def _advice(play: Play, rows: Sequence[PlaySeat], me: Seat) -> dict[str, Any]:
    """As it was given before, or worked out now."""
    key = (play.code, play.taken_back, play.seq, play.moved_at, int(me))
    known = _kept.get(key)
    if known is not None:
        return known
    text = "".join(f"{line}\n" for line in to_lines(transcripts.record(play, rows)))
    if not _thinking.acquire(blocking=False):
        raise TooMany("play_coach_busy")
    try:
        found = _worked_out(text, me, seed=play.seq)
    finally:
        _thinking.release()
    _kept.put(key, found)
    return found


def _worked_out(record: str, me: Seat, *, seed: int) -> dict[str, Any]:
    options = ["--seat", str(me), "--trials", str(TRIALS), "--seed", str(seed)]
    try:
        written = processes.output(
            [sys.executable, "-m", "games.coach", *options],
            given=record,
            folder=settings.BASE_DIR,
            timeout=PATIENCE_S,
        )
    except (Ended, TimeoutExpired):
        raise TooMany("play_coach_busy") from None
    read: dict[str, Any] = json.loads(written)
    return read
