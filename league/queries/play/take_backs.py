"""Which decision may be taken back, who has to agree, and what has been taken back.

A decision comes back only as long as it has told nobody anything but itself: no draw and no bot
has followed, nothing that lay hidden was turned up, and whoever decided after it did so at the same
moment, without knowing it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.transcript import played
from games.core.types import CHANCE, Audience, Seat
from league.core.enums import PlayState, TakeBackState
from league.models import PlayTakeBack
from league.queries.play import real_table, states

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.core.transcript import State, Step
    from league.models import Play, PlaySeat

# Of so many moves that were taken back a table tells.
MOST_TOLD = 60


@dataclass(frozen=True, slots=True)
class Retractable:
    """A decision that its seat may take back.

    Attributes:
        step: the decision.
        later: what others have decided beside it.
        after: the state without it.
        asked: the seats whose people know it, and have to agree.
        beside: the seats whose own decision is the same with it and without.
    """

    step: Step
    later: tuple[Step, ...]
    after: State
    asked: tuple[int, ...]
    beside: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat wants to take back its last decision, or was refused that just now.

    Attributes:
        number: what an answer names.
        awaited: the seats that have not agreed yet; none once ``refused_by`` one.
    """

    number: int
    seat: int
    awaited: tuple[int, ...]
    refused_by: int | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took back what was action ``seq`` then; those after it have moved up.

    At a real table it is the last draw, which is entered anew.
    """

    number: int
    seat: int
    seq: int
    at: datetime


def are_allowed(play: Play) -> bool:
    """Whether this table takes moves back.

    One of an evening never does, for its result counts; nor one with real dice, where people have
    seen more than this page knows of.
    """
    return play.takes_back and play.event_id is None and not play.by_hand


def last_of(play: Play, rows: Sequence[PlaySeat], number: int) -> Retractable | None:
    """The last decision of a seat, if it may be taken back."""
    if play.state != PlayState.RUNNING or rows[number].bot or not are_allowed(play):
        return None
    *later, step = _back_to(play, number) or (None,)
    if step is None:
        return None
    package = states.package_of(play)
    game = played(package)
    if (
        not game.keeps_hidden(step.before, step.after)
        or len(game.legal(step.before, Seat(number))) < 2
    ):
        return None
    after = step.before
    for other in reversed(later):
        actor = other.actor
        assert isinstance(actor, int)
        knew = not states.is_behind_a_hand(game, step, actor)
        if knew or actor not in game.to_act(after):
            return None
        if game.objection(after, actor, other.action) is not None:
            return None
        if not game.keeps_hidden(other.before, other.after):
            return None
        after = game.advance(after, actor, other.action)
    if play.actions.filter(seq__gte=step.number).exclude(bot="").exists():
        return None
    people = [row for row in rows if row.is_person and not row.bot and row.number != number]
    return Retractable(
        step=step,
        later=tuple(reversed(later)),
        after=after,
        asked=tuple(
            row.number
            for row in people
            if not states.is_behind_a_hand(game, step, Seat(row.number))
        ),
        beside=tuple(
            row.number for row in rows if states.is_beside(package, step, Seat(row.number))
        ),
    )


def _back_to(play: Play, number: int) -> list[Step]:
    """The last actions, the newest first, to the seat's last decision; none after a draw."""
    found = []
    for step in reversed(states.steps(play, max(0, play.seq - 4 * play.size))):
        if step.actor is CHANCE:
            return []
        found.append(step)
        if step.actor == number:
            return found
    return []


def last_draw(play: Play, rows: Sequence[PlaySeat], number: int) -> Step | None:
    """The last draw that somebody entered at a real table, for a seat that may enter it anew.

    None once somebody has decided since; what bots answered goes with it.
    """
    if not play.by_hand or play.state != PlayState.RUNNING:
        return None
    newest_first = play.actions.filter(bot="").order_by("-seq")
    last = newest_first.values_list("seq", "entered_by").first()
    if last is None or last[1] is None:
        return None
    step = states.steps(play, last[0] - 1)[0]
    game = played(states.package_of(play))
    asked = game.asks(game.view(step.before, Audience.PUBLIC))
    return step if asked and real_table.may_enter(play, rows, number, asked) else None


def newest(play: Play) -> PlayTakeBack | None:
    """What was last asked at this table, done or not."""
    if not play.backs_asked:
        return None
    return PlayTakeBack.objects.filter(play=play).order_by("-number").first()


def is_open(play: Play, row: PlayTakeBack) -> bool:
    """Whether nothing has happened since this was asked, the newest that was."""
    return row.newest == play.seq and play.state == PlayState.RUNNING


def asked(play: Play, rows: Sequence[PlaySeat]) -> Asked | None:
    """What is asked at this table, or was refused, as long as nobody has acted since."""
    if not are_allowed(play) or play.state != PlayState.RUNNING:
        return None
    row = newest(play)
    if row is None or row.state == TakeBackState.DONE or not is_open(play, row):
        return None
    if row.state == TakeBackState.REFUSED:
        return Asked(row.number, row.seat, (), row.refused_by)
    found = last_of(play, rows, row.seat)
    if found is None:
        return None
    awaited = tuple(number for number in found.asked if number not in row.granted)
    return Asked(row.number, row.seat, awaited, None)


def open_to(
    play: Play, rows: Sequence[PlaySeat], own: PlaySeat | None, wanted: Asked | None
) -> tuple[frozenset[str], bool]:
    """The verbs of these services that ``own`` may use now, and whether others are asked first."""
    if own is None:
        return frozenset(), False
    if play.by_hand:
        return frozenset({"correct_draw"} if last_draw(play, rows, own.number) else ()), False
    if wanted is not None and wanted.refused_by is None:
        if own.number in wanted.awaited:
            return frozenset({"grant_back", "refuse_back"}), False
        return frozenset({"refuse_back"} if own.number == wanted.seat else ()), False
    if wanted is not None and wanted.seat == own.number and wanted.refused_by != own.number:
        return frozenset(), False  # that one stays
    found = last_of(play, rows, own.number)
    return frozenset({"take_back"} if found else ()), bool(found and found.asked)


def done(play: Play, since: int = 0) -> list[TakenBack]:
    """What was taken back after number ``since``, in order; of much the newest."""
    if play.taken_back <= since:
        return []
    found = PlayTakeBack.objects.filter(
        play=play, state=TakeBackState.DONE, number__gt=since, number__lte=play.taken_back
    )
    return [
        TakenBack(row.number, row.seat, row.seq, row.at)
        for row in reversed(found.order_by("-number")[:MOST_TOLD])
    ]


def known_now(play: Play, since: int | None, seq: int) -> int:
    """Up to where somebody knows the actions of today, who knew ``seq`` of those of before.

    Args:
        since: the number of the last move taken back that they know of; None for all.
    """
    found = [seq, play.seq]
    if since is not None and play.taken_back > since:
        done = PlayTakeBack.objects.filter(play=play, state=TakeBackState.DONE, number__gt=since)
        found += [first - 1 for first in done.values_list("seq", flat=True)]
    return max(0, min(found))
