"""A running play under its lock: who acts next, what is drawn, what quick bots answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.core.levels import SMART, Thinker
from games.core.lines import outcome_to_json
from games.core.recorder import Recorder, lowest
from games.core.transcript import CUT, Transcript
from games.core.types import CHANCE, Seat
from league.after_commit.jobs import wake
from league.causes import rows
from league.core.enums import PlayPace, PlayState
from league.core.notices import NoticeKind
from league.models import PlayAction, PlaySeat, PlaySecret
from league.queries.play import states, transcripts
from league.services.play import _clocks, _rated, chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.transcript import Action, State
    from games.core.types import Outcome
    from league.models import Play


# So many steps at most are made in one go. Bots alone at a table get further in no match that is
# usual; with rules that let one go on for hours it is counted as it stands. A thousand steps of
# quick bots take about a second.
MOST_AT_ONCE = 3_000
# Bots that think do so under the play's lock. After thoughts of so much weight in one go, which are
# about a third of a second, quick ones decide in their place: a sum that knows no clock, so that
# strength does not hang on how busy a machine is.
MOST_THOUGHT = 10_000
HAND_IN = "league.tasks.hand_in_play"


class Course:
    """The match as it goes on. The caller holds the lock of ``play``, and saves what this changes.

    Every draw comes from the seed and its own name, so that any process goes on from the lines; at
    a real table, from people.
    """

    def __init__(self, play: Play, seats: Sequence[PlaySeat]) -> None:
        self.play = play
        self.seats = seats
        self.package = states.package_of(play)
        self._secret = None
        if not play.by_hand:
            self._secret = bytes.fromhex(PlaySecret.objects.get(play=play).drawn)
        self._recorder = Recorder.resumed(
            self.package,
            Transcript(transcripts.header(play, seats), ()),
            secret=self._secret,
            state=states.newest(play),
            earlier=play.seq,
        )
        self._now = timezone.now()
        self._new: list[PlayAction] = []
        self._thought = 0

    @property
    def state(self) -> State:
        return self._recorder.state

    @property
    def is_over(self) -> bool:
        return not self._recorder.owing()

    def owes(self, number: int) -> bool:
        return Seat(number) in self._recorder.owing()

    def act(self, number: int, action: Action) -> None:
        """Takes a decision. Raises NotYourTurn or IllegalAction."""
        self._recorder.act(Seat(number), action)
        self._add(number)

    def stand_in(self, number: int, bot: str) -> None:
        """A bot decides once for a person."""
        self._recorder.ask_bot(Seat(number), bot)
        self._add(number, bot)

    def enter(self, number: int, draw: Action) -> None:
        """Takes a draw of the real table from the seat that typed it in. Raises as ``act`` does."""
        self._recorder.enter(draw, Seat(number))
        self._add(None)

    def go_on(self) -> None:
        """Draws and lets bots decide until a person is to, or to enter; writes all that is new."""
        self._thought = 0
        while (owing := self._recorder.owing()) and len(self._new) < MOST_AT_ONCE:
            if CHANCE in owing:
                if self.play.by_hand:
                    break
                self._recorder.draw()
                self._add(None)
                continue
            by_bots = [seat for seat in owing if isinstance(seat, int) and self.seats[seat].bot]
            if not by_bots:
                break
            seat = lowest(by_bots)
            name = self._affordable(seat, self.seats[seat].bot)
            self._recorder.ask_bot(seat, name)
            self._add(seat, name)
        PlayAction.objects.bulk_create(self._new)
        if self._new:
            self.play.seq += len(self._new)
            self.play.moved_at = self._now
            self.play.length = self._recorder.play.length(self.state)
        if self.is_over:
            footer = self._recorder.footer()
            assert footer is not None
            self.end(footer.end, footer.outcome)
        elif len(self._new) >= MOST_AT_ONCE:
            self.end(CUT, self._recorder.play.adjudicate(self.state))
        self._mark()
        self._new = []
        states.keep(self.play, self.play.seq, self.play.moved_at, self.state)

    def _affordable(self, seat: Seat, name: str) -> str:
        """The bot itself, or the quick one where there is no time left for its thoughts.

        Nor is there any for a whole match among bots, once nobody plays against them any more.
        """
        player, rules = self.package.bots[name](), self._recorder.play
        if not isinstance(player, Thinker) or len(rules.legal(self.state, seat)) < 2:
            return name
        self._thought += player.weight(rules.view(self.state, seat))
        has_time = self._thought <= MOST_THOUGHT and not all(seat.bot for seat in self.seats)
        return name if has_time else SMART

    def stop(self) -> None:
        """Ends the match where it stands, counted as the rules say."""
        self.end(CUT, self._recorder.play.adjudicate(self.state), PlayState.STOPPED)
        self._mark()

    def end(self, how: str, outcome: Outcome | None, state: PlayState = PlayState.OVER) -> None:
        play = self.play
        play.state, play.end, play.ended_at = state, how, self._now
        play.outcome = None if outcome is None else outcome_to_json(outcome)
        play.seed = "" if self._secret is None else self._secret.hex()
        if play.event_id is not None:
            wake(HAND_IN, play.pk)
        _rated.settle(play, self.seats)
        chances.wake()

    def _add(self, number: int | None, by_bot: str = "") -> None:
        line = self._recorder.lines[-1]
        self._new.append(
            PlayAction(
                play=self.play,
                seq=self._recorder.count,
                seat=number,
                bot=by_bot,
                action=dict(line.action),
                drawn=line.drawn,
                entered_by=line.entered,
                at=self._now,
            )
        )

    def _mark(self) -> None:
        """Says at each seat since when it owes a decision; its own last one begins it anew.

        Its clock stops with what is left.
        """
        running = self.play.state == PlayState.RUNNING
        acted = {row.seat for row in self._new}
        for seat in self.seats:
            owes = running and self.owes(seat.number)
            has_acted = seat.number in acted
            since = None if has_acted else seat.owes_since
            new = (since or self._now) if owes else None
            was_stopped = (has_acted or not owes) and _clocks.stop(
                self.play, seat, self._now, has_decided=has_acted
            )
            if new is not None and new != seat.owes_since and not has_acted:
                self._call(seat)
            if was_stopped or new != seat.owes_since:
                seat.owes_since, seat.more_days = new, 0
                seat.save(update_fields=["owes_since", "more_days", "reserve_left", "ran_out"])

    def _call(self, seat: PlaySeat) -> None:
        """By turns nobody watches: who is to decide now is told, once for this position."""
        play = self.play
        if play.pace == PlayPace.TURNS and seat.is_person and not seat.bot:
            at = f"turn:{play.pk}:{play.taken_back}:{play.seq}:{seat.number}"
            cause = rows.Cause(NoticeKind.TURN, at, {"play": play.pk, "seat": seat.number})
            rows.tell_seat(cause, seat.account_id, seat.player_id)


def begin(play: Play, seats: Sequence[PlaySeat]) -> None:
    """Starts a locked play whose seats are taken: the first draws are made."""
    play.state, play.began_at = PlayState.RUNNING, timezone.now()
    _clocks.start(play, seats)
    Course(play, seats).go_on()
    play.save()
