"""Plays a match of record: people and bots decide, the seed draws, every line is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.core.errors import UnknownBot
from games.core.game import Bot
from games.core.package import GamePackage
from games.core.rng import SeededRng, commitment, derived
from games.core.transcript import (
    CUT,
    LEFT,
    PLAYED,
    Action,
    Footer,
    Header,
    Line,
    State,
    Step,
    Transcript,
    played,
)
from games.core.types import CHANCE, JSON, Actor, Seat


class Recorder:
    """One match as it is being played; ``state`` is where it stands.

    ``bots`` names a bot per seat, None for a person. Chance draws from the seed itself, in the
    order of the draws; each bot has a stream of its own, derived from the seed, so that what one
    of them thinks changes nothing else. Raises BadOptions and UnknownBot.
    """

    def __init__(
        self,
        package: GamePackage,
        *,
        seats: int,
        options: Any,  # each game has its own options
        seed: bytes,
        bots: Sequence[str | None],
        names: Sequence[str] | None = None,
    ) -> None:
        assert len(bots) == seats
        self.package = package
        self.play = played(package)
        self.seed = seed
        self.state: State = self.play.initial(seats, options)
        self._lines: list[Line] = []
        self._rng = SeededRng(seed)
        self._bots = [None if name is None else bot(package, name) for name in bots]
        self._streams = [SeededRng(derived(seed, f"bot {seat}")) for seat in range(seats)]
        self._header = Header(
            game=package.key,
            edition=package.edition,
            seats=seats,
            options=package.sheet.options_to_json(options),
            bots=tuple(bots),
            names=None if names is None else tuple(names),
            commitment=commitment(seed),
        )

    @property
    def commitment(self) -> str:
        """What is published before the match."""
        return commitment(self.seed)

    def owing(self) -> Collection[Actor]:
        """Who is to act; nobody when the match is over or has reached its limit of steps."""
        return () if self._is_cut() else self.play.to_act(self.state)

    def draw(self) -> Step:
        """Let chance act."""
        return self._add(CHANCE, self.play.chance(self.state, self._rng))

    def ask_bot(self, seat: Seat) -> Step:
        """Let the bot on ``seat`` decide."""
        player = self._bots[seat]
        assert player is not None
        legal = self.play.legal(self.state, seat)
        view = self.play.view(self.state, seat)
        return self.act(seat, player.choose(view, legal, self._streams[seat]))

    def act(self, seat: Seat, action: Action) -> Step:
        """Take a decision. Raises NotYourTurn or IllegalAction."""
        return self._add(seat, action)

    def transcript(self) -> Transcript:
        """The record so far; with outcome and seed once the match is over."""
        outcome = self.play.outcome(self.state)
        footer = None
        if outcome is not None:
            footer = Footer(PLAYED, outcome, self.seed)
        elif self._is_cut():
            footer = Footer(CUT, self.play.adjudicate(self.state), self.seed)
        return Transcript(self._header, tuple(self._lines), footer)

    def left(self) -> Transcript:
        """The record of a match that nobody goes on with."""
        record = self.transcript()
        footer = record.footer or Footer(LEFT, None, self.seed)
        return Transcript(record.header, record.lines, footer)

    def _is_cut(self) -> bool:
        return len(self._lines) >= self.package.max_steps and bool(self.play.to_act(self.state))

    def _add(self, actor: Actor, action: Action) -> Step:
        before = self.state
        self.state = self.play.apply(before, actor, action)
        written: JSON = self.play.action_to_json(action)
        assert isinstance(written, dict), written
        assert not {"n", "p"} & set(written), written
        self._lines.append(Line(actor, written))
        return Step(len(self._lines), before, actor, action, self.state)


def bot(package: GamePackage, name: str) -> Bot[Any, Any]:  # each game has its own views, actions
    """A new bot of the game. Raises UnknownBot."""
    if name not in package.bots:
        raise UnknownBot("game.unknown_bot", name=name[:60], known=", ".join(package.bots))
    return package.bots[name]()


def play_match(
    package: GamePackage,
    *,
    seats: int,
    options: Any,  # each game has its own options
    bots: Sequence[str],
    seed: bytes,
) -> Transcript:
    """The record of one match among bots; the same for the same seed, on every machine.

    Of seats that decide at the same moment the lowest is asked first.
    """
    recorder = Recorder(package, seats=seats, options=options, seed=seed, bots=bots)
    while actors := recorder.owing():
        if CHANCE in actors:
            recorder.draw()
        else:
            recorder.ask_bot(lowest(actors))
    return recorder.transcript()


def lowest(actors: Collection[Actor]) -> Seat:
    """The one who is asked first among seats that decide at the same moment."""
    return min(Seat(actor) for actor in actors if isinstance(actor, int))
