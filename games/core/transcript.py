"""The record of a match: a header, one line per decision or draw, and how it ended.

A record with the same lines leads to the same states, whoever rolled the dice: a match played with
real dice is recorded in the same way, without commitment, contributions, numbers and secret.
``lines.py`` writes it as text, ``verification.py`` checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.core.errors import GameError, MalformedTranscript
from games.core.game import Game
from games.core.package import GamePackage
from games.core.rng import Drawn
from games.core.types import JSON, Actor, Outcome, Seat

FORMAT = 2
ONE_STREAM = 1
"""The format before: all draws from one stream, out of the service's secret alone."""
PLAYED, CUT, LEFT = "played", "cut", "left"
ENDS = (PLAYED, CUT, LEFT)
"""To the end of the rules; stopped by a limit and adjudicated; left without an outcome."""

State: TypeAlias = Any  # each game has its own states, actions and options
Action: TypeAlias = Any
Play: TypeAlias = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Header:
    """What must be known to replay a match. ``bots`` has a name per seat, None for a person.

    ``contributions`` are what each seat added to the seed; with draws by hand there are none, and
    no ``commitment``.
    """

    game: str
    edition: int
    seats: int
    options: JSON
    bots: tuple[str | None, ...]
    names: tuple[str, ...] | None = None
    commitment: str | None = None
    contributions: tuple[bytes, ...] | None = None
    format: int = FORMAT

    @property
    def is_by_hand(self) -> bool:
        """Whether its draws were made on a real table: no seed made them."""
        return self.format == FORMAT and self.commitment is None


@dataclass(frozen=True, slots=True)
class Line:
    """One decision or draw in its wire form; ``drawn`` are the numbers behind a draw.

    A draw that was made on a real table has none; ``entered`` is the seat that typed it in.
    """

    actor: Actor
    action: Mapping[str, JSON]
    drawn: Drawn | None = None
    entered: Seat | None = None


@dataclass(frozen=True, slots=True)
class Footer:
    """How the match ended, one of ENDS. ``outcome`` is None for a match that was left.

    ``secret`` is the service's part of the seed. ``intact`` is False for a record that was read
    and whose text is another than its digest says.
    """

    end: str
    outcome: Outcome | None
    secret: bytes | None = None
    intact: bool = True


@dataclass(frozen=True, slots=True)
class Transcript:
    """The record of one match; without a footer the match is still being played."""

    header: Header
    lines: tuple[Line, ...]
    footer: Footer | None = None


class Step(NamedTuple):
    """One line of a record with the states around it; ``number`` counts from 1."""

    number: int
    before: State
    actor: Actor
    action: Action
    after: State


def opening(package: GamePackage, transcript: Transcript) -> State:
    """The table before the first line. Raises MalformedTranscript for a header that fits not."""
    header = transcript.header
    with at_line(1):
        if header.game != package.key:
            raise MalformedTranscript("transcript.wrong_game", ("game",), game=header.game)
        if header.edition != package.edition:
            raise MalformedTranscript(
                "transcript.wrong_edition",
                ("edition",),
                found=header.edition,
                expected=package.edition,
            )
        play = played(package)
        options = package.sheet.options_from_json(header.options)
        if header.seats not in package.sheet.seats(options):
            raise MalformedTranscript("game.wrong_seats", ("seats",), seats=header.seats)
        return play.initial(header.seats, options)


def played(package: GamePackage) -> Play:
    """The full play of a game. Raises GameError where the score sheet is all there is."""
    if package.play is None:
        raise GameError("game.no_play", game=package.key)
    return package.play


def replay(
    package: GamePackage, transcript: Transcript, until: int | None = None
) -> Iterator[Step]:
    """Every line with the states around it, checked by the rules; the first ``until`` of them.

    Raises MalformedTranscript at the first line that cannot have happened.
    """
    state = opening(package, transcript)
    play = played(package)
    for number, line in enumerate(transcript.lines[:until], start=1):
        before = state
        with at_line(number + 1):
            action = play.action_from_json(line.action)
            state = play.apply(before, line.actor, action)
        yield Step(number, before, line.actor, action, state)


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Names the line of whatever is refused inside."""
    try:
        yield
    except GameError as error:
        params = {**error.params, "line": number}
        raise MalformedTranscript(error.code, error.path, **params) from error
