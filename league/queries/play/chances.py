"""How likely each seat of a match was to win, and where that turned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils import timezone

from games.core.chances import Chance, is_clear
from games.core.retelling import told
from games.core.rng import QuickRng
from games.core.transcript import played
from games.core.types import CHANCE, Audience
from league.core.enums import TroubleKind
from league.core.errors import Refused
from league.models import Play, PlayChances, Trouble
from league.queries.play import states
from league.queries.play.plays import seat_called, worded
from league.queries.play.transcripts import ENDED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from games.core.package import GamePackage
    from games.core.transcript import Step

# So long after the time that bots have for one match, nobody is at it any more.
FORGOTTEN = timedelta(minutes=10)
MOST_AT_ONCE = 500
# A turn moves at least so much, in thousandths; so many are told.
LEAST_TURN, MOST_TURNS = 100, 6
# So many other hidden things are tried, to see whether a decision turned something up.
TRIES = 8


class Cause(Enum):
    """What turned a match: luck, a decision, or one that turned up what lay hidden until then."""

    DRAW = "draw"
    TURNED_UP = "turned_up"
    DECISION = "decision"


class Move(NamedTuple):
    """``share`` (in thousandths) of the wins went from one seat to another with a step."""

    seq: int
    loser: int
    winner: int
    share: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that moved ``share`` (in thousandths) of the wins from one seat to another.

    ``by`` is the seat that decided; None for a draw.
    """

    seq: int
    cause: Cause
    by: int | None
    loser: int
    winner: int
    share: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChancesShown:
    """The chances of a match that is over, after those steps that there was time for.

    Attributes:
        is_ready: whether they are worked out; with ``is_coming`` they will be.
        bot: the bot that played the match out.
    """

    is_ready: bool
    is_coming: bool
    bot: str
    names: tuple[str, ...]
    steps: tuple[Chance, ...]
    turns: tuple[Turn, ...]


def forgotten_before() -> datetime:
    """Whoever began before this moment, and has not finished, is not at it any more."""
    return timezone.now() - timedelta(seconds=settings.PLAY_CHANCES_SECONDS) - FORGOTTEN


def wanted() -> QuerySet[Play]:
    """Matches that are over, with somebody ahead, whose chances nobody has worked out yet."""
    if not settings.PLAY_CHANCES_SECONDS:
        return Play.objects.none()
    done = PlayChances.objects.filter(finished_at__isnull=False)
    found = Play.objects.filter(states.can_go_on(), state__in=ENDED, outcome__isnull=False)
    return found.exclude(pk__in=done.values("play"))


def due() -> list[int]:
    """The numbers of those among them that nobody is at, the newest first."""
    begun = PlayChances.objects.filter(started_at__gt=forgotten_before())
    free = wanted().exclude(pk__in=begun.values("play"))
    found = free.order_by("-ended_at", "-pk").values_list("pk", flat=True)
    return list(found[:MOST_AT_ONCE])


def shown(*, play: Play) -> ChancesShown:
    """The chances after the match, for everybody who may see it; nothing before its end."""
    names = seat_called(list(play.seats.all()))
    is_over = play.state in ENDED
    row = PlayChances.objects.filter(play=play, finished_at__isnull=False).first()
    if not is_over or row is None:
        is_coming = wanted().filter(pk=play.pk).exists() and not _fails(play)
        return ChancesShown(False, is_coming, "", names, (), ())
    steps = tuple(Chance(seq, trials, tuple(shares)) for seq, trials, shares in row.steps)
    try:
        turns = _turns(play, steps, names)
    except Refused:  # its rules are no longer here; what was worked out stays
        turns = ()
    return ChancesShown(True, False, row.bot, names, steps, turns)


def _fails(play: Play) -> bool:
    """Whether the last try failed: then nobody can say when there will be chances."""
    return Trouble.objects.filter(kind=TroubleKind.CHANCES, subject=play.pk).exists()


def _turns(play: Play, found: Sequence[Chance], names: Sequence[str]) -> tuple[Turn, ...]:
    moves = []
    for before, after in pairwise(found):
        moved = [new - old for old, new in zip(before.shares, after.shares, strict=True)]
        winner, loser = moved.index(max(moved)), moved.index(min(moved))
        share = min(moved[winner], -moved[loser])
        is_found = after.seq - before.seq == 1 and share >= LEAST_TURN
        if is_found and is_clear(before, after, winner) and is_clear(before, after, loser):
            moves.append(Move(after.seq, loser, winner, share))
    largest = sorted(moves, key=lambda move: -move.share)[:MOST_TURNS]
    steps, package = states.ended(play), states.package_of(play)
    return tuple(
        _turn(package, steps[move.seq - 1], move, names)
        for move in sorted(largest, key=lambda move: move.seq)
    )


def _turn(package: GamePackage, step: Step, move: Move, names: Sequence[str]) -> Turn:
    words = worded(told(package, step, Audience.REFEREE), names)
    if step.actor is CHANCE:
        return Turn(**move._asdict(), cause=Cause.DRAW, by=None, words=words)
    cause = Cause.TURNED_UP if _turned_up(package, step) else Cause.DECISION
    return Turn(**move._asdict(), cause=cause, by=step.actor, words=words)


def _turned_up(package: GamePackage, step: Step) -> bool:
    """Whether the same decision, had something else lain hidden, had led to another sight."""
    rules, rng = played(package), QuickRng(step.number)
    seen = rules.view(step.after, Audience.PUBLIC)
    for _ in range(TRIES):
        other = rules.resample(step.before, Audience.PUBLIC, rng)
        if rules.objection(other, step.actor, step.action) is not None:
            continue  # what it decided, it could not have decided there
        after = rules.advance(other, step.actor, step.action)
        if rules.view(after, Audience.PUBLIC) != seen:
            return True
    return False
