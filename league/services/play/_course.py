"""A running play under its lock: who acts next, what is drawn, what quick bots answer."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from django.utils import timezone

from games.core.recorder import Recorder, bot, lowest
from games.core.rng import SeededRng, derived
from games.core.transcript import CUT
from games.core.types import CHANCE, Seat
from league.core.enums import PlayState
from league.models import PlayAction, PlaySeat, PlaySecret
from league.queries.play import states
from league.services.play import _seeds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.core.transcript import Action, State
    from games.core.types import Outcome
    from league.models import Play

MOST_KEPT = 256
_kept: OrderedDict[tuple[str, int, datetime], Recorder] = OrderedDict()
_lock = Lock()


class Course:
    """The match as it goes on. The caller holds the lock of ``play``, and saves what this changes.

    The record is played anew from its beginning, its draws from their names; a process
    keeps the last ones as they stood after the action of that number and moment. Whoever goes on
    takes it away, so that nothing of what a transaction takes back is met again.
    """

    def __init__(self, play: Play, seats: Sequence[PlaySeat]) -> None:
        self.play = play
        self.seats = seats
        self.package = states.package_of(play)
        self._secret = PlaySecret.objects.get(play=play).drawn
        self._seed = _seeds.seed_of(self._secret, seats)
        self._now = timezone.now()
        self._new: list[PlayAction] = []
        with _lock:
            kept = _kept.pop((play.code, play.seq, play.moved_at), None)
        self._recorder = kept or self._replayed()

    @property
    def state(self) -> State:
        return self._recorder.state

    @property
    def is_over(self) -> bool:
        return not self._recorder.owing()

    def owes(self, number: int) -> bool:
        return Seat(number) in self._recorder.owing()

    def act(self, number: int, action: Action, *, bot: str = "") -> None:
        """Takes a decision. Raises NotYourTurn or IllegalAction."""
        step = self._recorder.act(Seat(number), action)
        self._add(number, bot, self._written(step.action))

    def go_on(self) -> None:
        """Draws and lets bots decide until a person is to; writes all that is new."""
        while owing := self._recorder.owing():
            if CHANCE in owing:
                self._add(None, "", self._written(self._recorder.draw().action))
                continue
            by_bots = [seat for seat in owing if isinstance(seat, int) and self.seats[seat].bot]
            if not by_bots:
                break
            self._ask(lowest(by_bots))
        PlayAction.objects.bulk_create(self._new)
        if self._new:
            self.play.seq += len(self._new)
            self.play.moved_at = self._now
        if self.is_over:
            outcome = self._recorder.transcript().footer
            assert outcome is not None
            self.end(outcome.end, outcome.outcome)
        self._mark()
        self._new = []
        self.keep()

    def stop(self) -> None:
        """Ends the match where it stands, counted as the rules say."""
        self.end(CUT, self._recorder.play.adjudicate(self.state), PlayState.STOPPED)
        self._mark()

    def end(self, how: str, outcome: Outcome | None, state: PlayState = PlayState.OVER) -> None:
        play = self.play
        play.state, play.end, play.ended_at = state, how, self._now
        play.outcome = None if outcome is None else outcome_json(outcome)
        play.seed = _seeds.told(PlaySecret.objects.get(play=play).drawn)

    def _replayed(self) -> Recorder:
        recorder = Recorder(
            self.package,
            seats=self.play.size,
            options=self.package.sheet.options_from_json(self.play.options),
            secret=bytes.fromhex(self._secret),
            contributions=_seeds.contributions(self.seats),
            bots=[None] * self.play.size,
        )
        for row in PlayAction.objects.filter(play=self.play).order_by("seq"):
            if row.seat is None:
                drawn = recorder.play.action_to_json(recorder.draw().action)
                assert drawn == row.action, f"{self.play.code} drew otherwise"
            else:
                recorder.act(Seat(row.seat), recorder.play.action_from_json(row.action))
        return recorder

    def keep(self) -> None:
        """Lets whoever comes next go on from here."""
        with _lock:
            _kept[self.play.code, self.play.seq, self.play.moved_at] = self._recorder
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)

    def _ask(self, seat: Seat) -> None:
        """The bot's own stream begins anew for each decision: it touches no draw of the match."""
        name = self.seats[seat].bot
        game = self._recorder.play
        number = self.play.seq + len(self._new) + 1
        stream = SeededRng(derived(self._seed, f"bot {seat} {number}"))
        legal = game.legal(self.state, seat)
        choice = bot(self.package, name).choose(game.view(self.state, seat), legal, stream)
        self.act(seat, choice, bot=name)

    def _written(self, action: Action) -> dict[str, object]:
        written = self._recorder.play.action_to_json(action)
        assert isinstance(written, dict)
        return written

    def _add(self, number: int | None, by_bot: str, action: dict[str, object]) -> None:
        self._new.append(
            PlayAction(
                play=self.play,
                seq=self.play.seq + len(self._new) + 1,
                seat=number,
                bot=by_bot,
                action=action,
                at=self._now,
            )
        )

    def _mark(self) -> None:
        """Says at each seat since when it owes a decision; its own last one begins it anew."""
        running = self.play.state == PlayState.RUNNING
        acted = {row.seat for row in self._new}
        for seat in self.seats:
            owes = running and self.owes(seat.number)
            since = seat.owes_since if seat.number not in acted else None
            new = (since or self._now) if owes else None
            if new != seat.owes_since:
                seat.owes_since = new
                seat.save(update_fields=["owes_since"])


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """The outcome as a transcript's last line writes it."""
    return {
        "points": None if outcome.points is None else list(outcome.points),
        "places": list(outcome.places),
        "reason": outcome.reason,
        "drawn": outcome.drawn,
        "low_tie": outcome.low_tie,
    }
