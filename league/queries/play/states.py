"""Where plays stand: states rebuilt from their actions, the newest kept as a convenience.

What is kept is never the truth: it is found by the play's code, the number of the last move that a
player took back, the number of the action after which it stood and the moment of that action, so
that neither what a player nor what a transaction took back is met again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.db.models import Q

from games import catalogue
from games.core.transcript import Step, played
from games.core.types import CHANCE, Seat
from league.core.errors import Refused
from league.core.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from games.core.package import GamePackage
    from games.core.transcript import Action, State
    from games.core.transcript import Play as Rules
    from games.core.types import Actor
    from games.core.words import Phrase
    from league.models import Play, PlayAction


@dataclass(frozen=True, slots=True)
class Stretch:
    """The last steps of a play, and when each was made by its number."""

    steps: tuple[Step, ...]
    moments: Mapping[int, datetime]

    def since(self, after: int) -> Stretch:
        """No more than the steps after ``after``."""
        steps = tuple(step for step in self.steps if step.number > after)
        return Stretch(steps, {step.number: self.moments[step.number] for step in steps})


Key: TypeAlias = "tuple[str, int, int, datetime]"
MOST_KEPT = 512
kept: Recent[Key, State] = Recent(MOST_KEPT)
# Of so many matches that are over every step is kept for who looks at them again.
MOST_WHOLE = 4
whole: Recent[Key, tuple[Step, ...]] = Recent(MOST_WHOLE)
# Everybody at a table looks at the same last steps after each of them.
WINDOW = 64
MOST_LATE = 128
late: Recent[Key, Stretch] = Recent(MOST_LATE)


def package_of(play: Play) -> GamePackage:
    """The game by whose rules this is played. Raises Refused once its edition is another."""
    package = catalogue.get(play.game)
    if package.edition != play.edition:
        raise Refused("play_other_edition", found=play.edition, expected=package.edition)
    return package


def can_go_on() -> Q:
    """Plays whose rules are here: ``package_of`` finds them."""
    found = Q(pk__in=[])
    for package in catalogue.all_games():
        found |= Q(game=package.key, edition=package.edition)
    return found


def opening(play: Play) -> State:
    """The table before the first draw."""
    package = package_of(play)
    options = package.sheet.options_from_json(play.options)
    return played(package).initial(play.size, options)


def newest(play: Play) -> State:
    """The state after the last action."""
    found = _find(play, play.seq, play.moved_at)
    if found is not None:
        return found
    before = steps(play, 0)
    return before[-1].after if before else opening(play)


def steps(play: Play, after: int = 0) -> tuple[Step, ...]:
    """Every action after ``after`` with the states around it."""
    return stretch(play, after).steps


def stretch(play: Play, after: int = 0) -> Stretch:
    """The same, and when each was made.

    Where somebody has taken a move back since ``play`` was read, there are fewer.
    """
    if after >= play.seq:
        return Stretch((), {})
    key, window = _key(play, play.seq, play.moved_at), max(0, play.seq - WINDOW)
    found = late.get(key)
    if found is None or found.steps[0].number > after + 1:
        found = _loaded(play, min(after, window))
        if play.seq in found.moments:
            late.put(key, found.since(window))
    return found.since(after)


def _loaded(play: Play, after: int) -> Stretch:
    rows = list(play.actions.filter(seq__gte=after, seq__lte=play.seq).order_by("seq"))
    first = rows.pop(0) if after and rows else None
    state = opening(play) if first is None else _find(play, after, first.at)
    if not rows:
        return Stretch((), {})
    if state is None:
        return _loaded(play, 0)
    found = _stepped(play, state, rows, after)
    if first is not None:
        keep(play, after, first.at, state)
    keep(play, play.seq, rows[-1].at, found[-1].after)
    return Stretch(found, {row.seq: row.at for row in rows})


def ended(play: Play) -> tuple[Step, ...]:
    """Every action of a match that is over; a page steps through them one by one."""
    key = _key(play, play.seq, play.moved_at)
    found = whole.get(key)
    if found is None:
        found = steps(play)
        whole.put(key, found)
    return found


def _stepped(play: Play, state: State, rows: Sequence[PlayAction], after: int) -> tuple[Step, ...]:
    game = played(package_of(play))
    found = []
    for number, row in enumerate(rows, start=after + 1):
        assert row.seq == number, f"{play.code} has no action {number}"
        actor: Actor = CHANCE if row.seat is None else Seat(row.seat)
        before, action = state, game.action_from_json(row.action)
        state = game.advance(before, actor, action)  # it was checked before it was stored
        found.append(Step(number, before, actor, action, state))
    return tuple(found)


def _find(play: Play, seq: int, at: datetime) -> State | None:
    return kept.get(_key(play, seq, at))


def keep(play: Play, seq: int, at: datetime, state: State) -> None:
    """Lets who asks next for the state after this action have it at once."""
    kept.put(_key(play, seq, at), state)


def _key(play: Play, seq: int, at: datetime) -> Key:
    return play.code, play.taken_back, seq, at


def decided(play: Play) -> frozenset[int]:
    """The seats that have decided already at a moment when others still do."""
    game = played(package_of(play))
    owing = frozenset(game.to_act(newest(play)))
    if not owing or CHANCE in owing:
        return frozenset()
    found: set[int] = set()
    for step in reversed(steps(play, max(0, play.seq - 4 * play.size))):
        before = frozenset(game.to_act(step.before))
        if step.actor is CHANCE or not before >= {*owing, step.actor}:
            break
        found.add(step.actor)
    return frozenset(found - owing)


# --- what one seat notices -----------------------------------------------------------------


def is_beside(package: GamePackage, step: Step, seat: Seat) -> bool:
    """Whether another decided at the same moment and left ``seat`` its own decision as it was.

    Behind a hand all that ``seat`` learns is that they have. Openly it must be offered the same as
    before, in the same words: what stays under its hand on the page is what it may press.
    """
    game = played(package)
    if step.actor is CHANCE or step.actor == seat:
        return False
    if not (seat in game.to_act(step.before) and seat in game.to_act(step.after)):
        return False
    if is_behind_a_hand(game, step, seat):
        return True
    return _offered(game, step.before, seat) == _offered(game, step.after, seat)


def is_behind_a_hand(game: Rules, step: Step, seat: Seat) -> bool:
    """Whether ``seat`` learnt no more of a decision than that it was made."""
    line = game.redact(step.before, step.actor, step.action, seat)
    return line != game.action_to_json(step.action)


def _offered(game: Rules, state: State, seat: Seat) -> list[tuple[Action, Phrase]]:
    view = game.view(state, seat)
    return [(action, game.offer(view, action)) for action in game.legal(state, seat)]
