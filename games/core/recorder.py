"""Plays a match of record: people and bots decide, the seed draws, every line is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Self

from games.core.errors import GameError, UnknownBot
from games.core.game import Bot
from games.core.package import GamePackage
from games.core.rng import (
    Drawn,
    KeyedRng,
    SeededRng,
    commitment,
    derived,
    new_seed,
    seed_of,
)
from games.core.transcript import (
    CUT,
    FORMAT,
    LEFT,
    PLAYED,
    Action,
    Footer,
    Header,
    Line,
    State,
    Step,
    Transcript,
    opening,
    played,
)
from games.core.types import CHANCE, JSON, Actor, Seat


class Recorder:
    """One match as it is being played; ``state`` is where it stands after its ``lines``.

    ``bots`` names a bot per seat, None for a person. ``secret`` is the service's part of the seed
    and ``contributions`` what each seat added, nothing where none are given. Each draw comes from
    the seed and its own name, each decision of a bot from the seed and its place in the record: so
    a match can be taken up again from its lines alone. Without a secret, draws are entered by hand:
    real dice, real cards. Raises BadOptions and UnknownBot.
    """

    def __init__(
        self,
        package: GamePackage,
        *,
        seats: int,
        options: Any,  # each game has its own options
        secret: bytes | None,
        bots: Sequence[str | None],
        names: Sequence[str] | None = None,
        contributions: Sequence[bytes] = (),
    ) -> None:
        assert len(bots) == seats
        assert len(contributions) in (0, seats if secret is not None else 0)
        parts = tuple(contributions) or (b"",) * seats
        header = Header(
            game=package.key,
            edition=package.edition,
            seats=seats,
            options=package.sheet.options_to_json(options),
            bots=tuple(bots),
            names=None if names is None else tuple(names),
            commitment=None if secret is None else commitment(secret),
            contributions=None if secret is None else parts,
        )
        self._begin(package, header, secret, played(package).initial(seats, options))

    @classmethod
    def resumed(
        cls,
        package: GamePackage,
        record: Transcript,
        *,
        secret: bytes | None,
        state: State | None = None,
        earlier: int = 0,
    ) -> Self:
        """The match goes on after the last line of a record that has no end yet.

        The lines are the caller's own: they are played again without being checked, or not at all
        where the caller has kept the ``state`` after the last of them; then it may also keep the
        ``earlier`` ones to itself, and ``lines`` are those that follow. Raises MalformedTranscript
        for a header or an action that cannot be read, UnknownBot.
        """
        assert not earlier or state is not None
        assert record.footer is None
        assert record.header.format == FORMAT
        play = played(package)
        if state is None:
            state = opening(package, record)
            for line in record.lines:
                state = play.advance(state, line.actor, play.action_from_json(line.action))
        resumed = cls.__new__(cls)
        resumed._begin(package, record.header, secret, state, record.lines, earlier)
        return resumed

    def _begin(
        self,
        package: GamePackage,
        header: Header,
        secret: bytes | None,
        state: State,
        lines: Sequence[Line] = (),
        earlier: int = 0,
    ) -> None:
        self.package = package
        self.play = played(package)
        self.header = header
        self.secret = secret
        self.state: State = state
        if secret is None:
            assert header.commitment is None
            self._seed = new_seed()  # for what bots think; nothing is drawn from it
        else:
            assert header.contributions is not None
            self._seed = seed_of(secret, header.contributions)
        self.lines = list(lines)
        self._earlier = earlier
        self._bots = [None if name is None else bot(package, name) for name in header.bots]

    def owing(self) -> Collection[Actor]:
        """Who is to act; nobody when the match is over or has reached its limit of steps."""
        return () if self._is_cut() else self.play.to_act(self.state)

    def draw(self) -> Step:
        """Let chance act. Raises GameError where draws are entered by hand."""
        if self.secret is None:
            raise GameError("game.draws_by_hand")
        rng = KeyedRng(self._seed)
        action = self.play.chance(self.state, rng)
        return self._add(CHANCE, action, rng.drawn())

    def enter(self, action: Action, seat: Seat | None = None) -> Step:
        """Take a draw that was made on the real table, and that ``seat`` has typed in.

        Raises IllegalAction for one that could not have happened here, NotYourTurn where none is
        due, and GameError where the seed draws: no match mixes both.
        """
        if self.secret is not None:
            raise GameError("game.draws_from_seed")
        return self._add(CHANCE, action, entered=seat)

    def ask_bot(self, seat: Seat, name: str = "") -> Step:
        """Let the bot on ``seat`` decide, or the one called ``name`` in a person's place.

        Raises UnknownBot.
        """
        player = bot(self.package, name) if name else self._bots[seat]
        assert player is not None
        legal = self.play.legal(self.state, seat)
        view = self.play.view(self.state, seat)
        thoughts = SeededRng(derived(self._seed, f"bot {self.count + 1}"))
        return self.act(seat, player.choose(view, legal, thoughts))

    def act(self, seat: Seat, action: Action) -> Step:
        """Take a decision. Raises NotYourTurn or IllegalAction."""
        return self._add(seat, action)

    def transcript(self) -> Transcript:
        """The record so far; with outcome and secret once the match is over."""
        assert not self._earlier
        return Transcript(self.header, tuple(self.lines), self.footer())

    def footer(self) -> Footer | None:
        """How the match ended, once it has."""
        outcome = self.play.outcome(self.state)
        if outcome is not None:
            return Footer(PLAYED, outcome, self.secret)
        if self._is_cut():
            return Footer(CUT, self.play.adjudicate(self.state), self.secret)
        return None

    @property
    def count(self) -> int:
        """How many lines the match has so far."""
        return self._earlier + len(self.lines)

    def left(self) -> Transcript:
        """The record of a match that nobody goes on with."""
        record = self.transcript()
        footer = record.footer or Footer(LEFT, None, self.secret)
        return Transcript(record.header, record.lines, footer)

    def _is_cut(self) -> bool:
        return self.count >= self.package.max_steps and bool(self.play.to_act(self.state))

    def _add(
        self,
        actor: Actor,
        action: Action,
        drawn: Drawn | None = None,
        entered: Seat | None = None,
    ) -> Step:
        before = self.state
        self.state = self.play.apply(before, actor, action)
        written: JSON = self.play.action_to_json(action)
        assert isinstance(written, dict), written
        assert not {"n", "p", "drawn", "entered"} & set(written), written
        self.lines.append(Line(actor, written, drawn, entered))
        return Step(self.count, before, actor, action, self.state)


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
    secret: bytes,
    contributions: Sequence[bytes] = (),
) -> Transcript:
    """The record of one match among bots; the same for the same seed, on every machine."""
    recorder = Recorder(
        package,
        seats=seats,
        options=options,
        secret=secret,
        bots=bots,
        contributions=contributions,
    )
    return play_on(recorder)


def play_on(recorder: Recorder) -> Transcript:
    """Let the bots play to the end. Of seats that decide at once the lowest is asked first."""
    while actors := recorder.owing():
        if CHANCE in actors:
            recorder.draw()
        else:
            recorder.ask_bot(lowest(actors))
    return recorder.transcript()


def lowest(actors: Collection[Actor]) -> Seat:
    """The one who is asked first among seats that decide at the same moment."""
    return min(Seat(actor) for actor in actors if isinstance(actor, int))
