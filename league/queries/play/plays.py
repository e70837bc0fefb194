"""Matches in the browser as one viewer may know them: the lobby, and one table.

Nobody gets a state. Everything here is put together from the engine's view for that viewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.core.retelling import seat_names, told
from games.core.transcript import played
from games.core.types import CHANCE, Seat
from games.core.words import render
from league.core.enums import PlayAccess, PlayPace, PlayState
from league.core.errors import NotFound
from league.models import Membership, Play, PlaySeat
from league.queries.play import paces, reach, real_table, states, take_backs, verbs
from league.queries.play.seats import seats_shown
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from games.core.package import GamePackage
    from games.core.transcript import State, Step
    from games.core.types import JSON, Viewer
    from games.core.words import Phrase
    from league.core.actors import Actor
    from league.queries.play.real_table import RealTable
    from league.queries.play.seats import SeatShown
    from league.queries.play.states import Stretch
    from league.queries.play.take_backs import Asked, TakenBack

# So many lines of what happened come with a page that shows a table for the first time.
MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: as it is sent, and as it is put to the player."""

    action: JSON
    words: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The engine's own view for one viewer, and ``before``: the one at its last look, if any."""

    view: object
    before: object


@dataclass(frozen=True, slots=True)
class LineShown:
    """What one action says to the viewer, in sentences; maybe nothing.

    Attributes:
        seat: who decided; None for a draw.
        line: the record's line as far as the viewer may read it.
    """

    seq: int
    seat: int | None
    line: JSON
    words: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Shown:
    """One play as one viewer may know it after action ``seq``.

    Attributes:
        reserve, increment: the clock of a table that is played together, in seconds.
        seq: the number of the last action; what ``act`` takes as ``seen``.
        mine: the number of the viewer's seat.
        view: the engine's view for the viewer as JSON; None before the start.
        sight: the same as the engine has it, for a board.
        description: the same position in words, line by line.
        choices: what the viewer may do now, with the action to send; empty when it owes nothing.
        lines: what happened after the number asked for, oldest first.
        earlier: whether lines before these were left out.
        takes_back: whether this table takes decisions back.
        taken_back: the number of the last one taken back, 0 for none: ``back`` of ``act``.
        backs: those that were, oldest first; in no line is what they were.
        asked_back: what somebody wants to take back, or was refused a moment ago.
        may: the verbs open to the viewer, by the names of the services: ``sit``, ``leave``,
            ``add_bot``, ``seat_here``, ``remove_bot``, ``free_seat``, ``begin``, ``act``,
            ``take_back``, ``grant_back``, ``refuse_back``, ``resign``, ``come_back``,
            ``take_over``, ``give_time``, ``stop``, ``agree_to_stop``, ``again``.
        asks_back: whether ``take_back`` asks others first, for they have seen the move.
        away: numbers of seats that ``take_over`` would accept now.
        waiting: at how many other tables the viewer is to decide.
        bots: names of the game's bots, the weakest first.
        real: which seat looks and acts; with real dice, the draw that people are asked for.
        seed: the service's bytes in hex, once they are told.
        rematch: the code of the play that followed, where there is one.
    """

    code: str
    game: str
    title: str
    club: str
    state: PlayState
    access: PlayAccess
    pace: PlayPace
    days: int | None
    reserve: int | None
    increment: int | None
    size: int
    options: JSON
    seq: int
    mine: int | None
    seats: tuple[SeatShown, ...]
    view: JSON
    sight: Sight | None
    description: tuple[str, ...]
    choices: tuple[Choice, ...]
    lines: tuple[LineShown, ...]
    earlier: bool
    takes_back: bool
    taken_back: int
    backs: tuple[TakenBack, ...]
    asked_back: Asked | None
    may: frozenset[str]
    asks_back: bool
    away: tuple[int, ...]
    waiting: int
    bots: tuple[str, ...]
    by_hand: bool
    real: RealTable
    commitment: str
    seed: str
    end: str
    reason: str
    rematch: str
    opened_at: datetime
    began_at: datetime | None
    moved_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Glance:
    """What of a play tells whether there is something new to see; the fields are those of Shown.

    ``called`` is what the seats are called in sentences, by number.
    """

    called: tuple[str, ...]
    state: PlayState
    seq: int
    taken_back: int
    asked_back: Asked | None
    mine: int | None
    seats: tuple[SeatShown, ...]
    may: frozenset[str]
    asks_back: bool
    away: tuple[int, ...]
    waiting: int
    rematch: str


# --- finding -------------------------------------------------------------------------------


def by_code(*, viewer: Actor, code: str) -> Play:
    """The play at this address. Raises NotFound."""
    row = reach.coded(viewer, names.clean(code).casefold())
    if row is None:
        raise NotFound("not_found")
    return row


def waiting(*, viewer: Actor, besides: Play | None = None) -> QuerySet[Play]:
    """Plays at which the viewer is to decide, whoever has waited longest first."""
    seats = _owing(viewer)
    rows = reach.visible(viewer).filter(
        states.can_go_on(), pk__in=seats.values("play"), state=PlayState.RUNNING
    )
    return rows.exclude(pk=besides.pk).order_by("moved_at", "pk") if besides else rows


def waiting_besides(viewer: Actor, play: Play) -> int:
    """At how many other plays; where the viewer owes nothing, nothing else is asked."""
    if not _owing(viewer).exclude(play=play.pk).exists():
        return 0
    return waiting(viewer=viewer, besides=play).count()


def _owing(viewer: Actor) -> QuerySet[PlaySeat]:
    """The viewer's seats that are to decide."""
    own = reach.of_person(viewer)
    if own is None:
        return PlaySeat.objects.none()
    return PlaySeat.objects.filter(own, owes_since__isnull=False, bot="")


def seat_of(actor: Actor, seats: Collection[PlaySeat]) -> PlaySeat | None:
    """The actor's own among these seats: by account, else as the guest of this browser."""
    by_account = (s for s in seats if s.account_id is not None and s.account_id == actor.account_id)
    by_player = (s for s in seats if actor.account_id and s.player_id in actor.players)
    by_key = (s for s in seats if s.guest and s.guest == actor.guest)
    return next(by_account, None) or next(by_key, None) or next(by_player, None)


def usual_name(actor: Actor) -> str:
    """What the public calls the actor's player; empty for somebody whom no club knows."""
    if actor.player_id is None:
        return ""
    rows = Membership.objects.filter(player=actor.player_id).select_related("player", "club")
    found = rows.order_by("since", "pk").first()
    return "" if found is None else names.public_name(found.player, found.club)


# --- showing -------------------------------------------------------------------------------


def shown(
    *,
    viewer: Actor,
    play: Play,
    since: int | None = None,
    back: int | None = None,
    seen: Glance | None = None,
    seat: int | None = None,
) -> Shown:
    """One play as ``viewer`` may know it.

    Args:
        seat: the one that looks where several decide at the viewer's device.
        since: the last action that the viewer knows of already; lines begin after it.
        back: the last move taken back then; what later ones have changed is told anew. Without it
            they are known.
        seen: what ``glance`` said of it a moment ago.
    """
    package = states.package_of(play)
    seen = seen or glance(viewer=viewer, play=play)
    called = seen.called
    real = real_table.shown(play, seen.seats, seen.mine, called, seat)
    audience = real.audience
    known = None if since is None else take_backs.known_now(play, back, since)
    after = max(0, play.seq - MOST_LINES) if known is None else known
    stretch = states.stretch(play, after)
    position = _position(package, play, stretch.steps, real, called)
    return Shown(
        code=play.code,
        game=play.game,
        title=gettext(package.title),
        club=play.club.name if play.club else "",
        state=seen.state,
        access=PlayAccess(play.access),
        pace=PlayPace(play.pace),
        days=play.days,
        reserve=play.reserve,
        increment=play.increment,
        size=play.size,
        options=play.options,
        seq=seen.seq,
        mine=seen.mine,
        seats=seen.seats,
        view=position.view,
        sight=position.sight,
        description=position.description,
        choices=position.choices,
        lines=_lines(package, stretch, audience, called),
        earlier=bool(stretch.steps) and after > 0,
        takes_back=take_backs.are_allowed(play),
        taken_back=seen.taken_back,
        backs=tuple(take_backs.done(play)),
        asked_back=seen.asked_back,
        may=seen.may,
        asks_back=seen.asks_back,
        away=seen.away,
        waiting=seen.waiting,
        bots=tuple(package.bots),
        by_hand=play.by_hand,
        real=real,
        commitment=play.commitment,
        seed=play.seed,
        end=play.end,
        reason=str((play.outcome or {}).get("reason", "")),
        rematch=seen.rematch,
        opened_at=play.opened_at,
        began_at=play.began_at,
        moved_at=play.moved_at,
        ended_at=play.ended_at,
    )


def glance(*, viewer: Actor, play: Play) -> Glance:
    """The same as ``shown`` without the position, the choices and what happened."""
    states.package_of(play)  # by rules that are here
    rows = list(play.seats.all())
    own, called = seat_of(viewer, rows), seat_called(rows)
    done = states.decided(play) if play.began_at else frozenset()
    until = paces.deadlines(play, rows)
    late = [number for number, deadline in until.items() if deadline.is_over]
    absent = verbs.away(play, rows, own)
    asked = take_backs.asked(play, rows)
    may = verbs.open_to(viewer, play, rows, own, absent, late)
    back, asks_back = take_backs.open_to(play, rows, own, asked)
    return Glance(
        called=called,
        state=PlayState(play.state),
        seq=play.seq,
        taken_back=play.taken_back,
        asked_back=asked,
        mine=None if own is None else own.number,
        seats=seats_shown(play, rows, own, called, done, until),
        may=may | back,
        asks_back=asks_back,
        away=tuple(late) if late and "give_time" in may else absent,
        waiting=0 if own is None else waiting_besides(viewer, play),
        rematch=getattr(getattr(play, "rematch", None), "code", "") if play.ended_at else "",
    )


def seat_called(rows: Sequence[PlaySeat]) -> tuple[str, ...]:
    """What the seats are called in sentences, by number."""
    usual = seat_names(
        [row.bot if not row.is_person and row.bot else None for row in rows], None, gettext
    )
    return tuple(row.name or word for row, word in zip(rows, usual, strict=True))


def worded(phrases: Sequence[Phrase], called: Sequence[str]) -> tuple[str, ...]:
    """Phrases of the engine in sentences of the page's language."""
    return tuple(render(phrase, called, gettext) for phrase in phrases)


@dataclass(frozen=True, slots=True)
class _Position:
    """What one viewer sees of the newest state; the fields are those of Shown."""

    view: JSON = None
    sight: Sight | None = None
    description: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()


def _position(
    package: GamePackage,
    play: Play,
    steps: Sequence[Step],
    real: RealTable,
    called: Sequence[str],
) -> _Position:
    """Nothing before the start. All of it is told of one view, as one's own choices are."""
    if not play.began_at:
        return _Position()
    game, state, viewer = played(package), states.newest(play), real.audience
    view = game.view(state, viewer)
    before = _last_look(steps, viewer)
    said = cache(gettext)  # hundreds of choices are told in the same few words
    is_running = play.state == PlayState.RUNNING
    acting = None if real.acting is None else Seat(real.acting)
    legal = game.legal(state, acting) if is_running and acting is not None else ()
    return _Position(
        view=game.view_to_json(view),
        sight=Sight(view, None if before is None else game.view(before, viewer)),
        description=worded(game.describe(view), called),
        choices=tuple(
            Choice(game.action_to_json(action), render(game.offer(view, action), called, said))
            for action in legal
        ),
    )


def _last_look(steps: Sequence[Step], viewer: Viewer) -> State | None:
    """After one's own last decision; who only watches looks from decision to decision."""
    if isinstance(viewer, int):
        looks = (step.after for step in reversed(steps) if step.actor == viewer)
    else:
        looks = (step.before for step in reversed(steps) if step.actor is not CHANCE)
    return next(looks, None)


def _lines(
    package: GamePackage, stretch: Stretch, viewer: Viewer, called: Sequence[str]
) -> tuple[LineShown, ...]:
    """What some steps say to one viewer."""
    game = played(package)
    return tuple(
        LineShown(
            seq=step.number,
            seat=None if step.actor is CHANCE else step.actor,
            line=game.redact(step.before, step.actor, step.action, viewer),
            words=worded(told(package, step, viewer), called),
            at=stretch.moments[step.number],
        )
        for step in stretch.steps
    )
