"""The record of a match: a header, one line per decision or draw, and how it ended.

As text it is one JSON object per line. The header names game, edition, seats and the complete
options, and holds the commitment of the seed; the last line reveals the seed and says the outcome.
A record with the same lines leads to the same states, whoever rolled the dice: a match played with
real dice is recorded in the same way, without commitment and seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.core.errors import GameError, MalformedTranscript
from games.core.game import Game
from games.core.package import GamePackage
from games.core.reading import Reader
from games.core.rng import SeededRng, commitment
from games.core.types import CHANCE, JSON, Actor, Audience, Outcome, Seat, Viewer

FORMAT = 1
PLAYED, CUT, LEFT = "played", "cut", "left"
ENDS = (PLAYED, CUT, LEFT)
"""To the end of the rules; stopped by a limit and adjudicated; left without an outcome."""

_HEADER = ("format", "game", "edition", "seats", "options", "names", "bots", "commitment")
_FOOTER = ("end", "outcome", "seed")
_OUTCOME = ("points", "places", "reason", "drawn", "low_tie")
_HEX = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_LONGEST_NAME = 60
_MOST_SEATS = 100

State: TypeAlias = Any  # each game has its own states, actions and options
Action: TypeAlias = Any
Play: TypeAlias = Game[Any, Any, Any, Any]

_read = Reader(MalformedTranscript)


@dataclass(frozen=True, slots=True)
class Header:
    """What must be known to replay a match. ``bots`` has a name per seat, None for a person."""

    game: str
    edition: int
    seats: int
    options: JSON
    bots: tuple[str | None, ...]
    names: tuple[str, ...] | None = None
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One decision or draw in its wire form."""

    actor: Actor
    action: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Footer:
    """How the match ended, one of ENDS. ``outcome`` is None for a match that was left."""

    end: str
    outcome: Outcome | None
    seed: bytes | None = None


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


# ---------------------------------------------------------------- writing


def to_lines(transcript: Transcript) -> Iterator[str]:
    """The record as text, line by line, without line ends."""
    yield _text(_header_json(transcript.header))
    for number, line in enumerate(transcript.lines, start=1):
        yield _text(_line_json(number, line.actor, line.action))
    if transcript.footer is not None:
        yield _text(_footer_json(transcript.footer))


def _text(data: JSON) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _header_json(header: Header) -> dict[str, JSON]:
    data: dict[str, JSON] = {
        "format": FORMAT,
        "game": header.game,
        "edition": header.edition,
        "seats": header.seats,
        "bots": header.bots,
    }
    if header.names is not None:
        data["names"] = header.names
    return {**data, "commitment": header.commitment, "options": header.options}


def _line_json(number: int, actor: Actor, action: Mapping[str, JSON]) -> dict[str, JSON]:
    who: dict[str, JSON] = {} if actor is CHANCE else {"p": actor}
    return {"n": number, **who, **action}


def _footer_json(footer: Footer) -> dict[str, JSON]:
    outcome: JSON = None
    if footer.outcome is not None:
        outcome = {name: getattr(footer.outcome, name) for name in _OUTCOME}
    return {
        "end": footer.end,
        "outcome": outcome,
        "seed": None if footer.seed is None else footer.seed.hex(),
    }


# ---------------------------------------------------------------- reading


def from_lines(lines: Iterable[str]) -> Transcript:
    """The record a text holds. Reads shape only; ``replay`` asks the rules.

    Raises MalformedTranscript with the number of the line in ``params["line"]``.
    """
    header: Header | None = None
    footer: Footer | None = None
    found: list[Line] = []
    empty_since = 0
    for number, text in enumerate(lines, start=1):
        with _at_line(number):
            if not text.strip():
                empty_since = empty_since or number
                continue
            if empty_since:
                raise MalformedTranscript("transcript.empty_line")
            data = _json(text)
            if header is None:
                header = _header(data)
            elif footer is not None:
                raise MalformedTranscript("transcript.after_end")
            elif isinstance(data, Mapping) and "end" in data and "n" not in data:
                footer = _footer(data, header.seats)
            else:
                found.append(_line(data, len(found) + 1, header.seats))
    if header is None:
        raise MalformedTranscript("transcript.empty", line=1)
    return Transcript(header, tuple(found), footer)


def _json(text: str) -> JSON:
    def no_float(_: str) -> JSON:
        raise MalformedTranscript("json.not_whole")

    try:
        data: JSON = json.loads(text, parse_float=no_float, parse_constant=no_float)
    except (ValueError, RecursionError) as error:
        raise MalformedTranscript("transcript.not_json") from error
    return data


def _header(data: JSON) -> Header:
    if isinstance(data, Mapping) and "viewer" in data:
        raise MalformedTranscript("transcript.redacted")
    if not isinstance(data, Mapping) or "format" not in data:
        raise MalformedTranscript("transcript.no_header")
    if data["format"] != FORMAT or isinstance(data["format"], bool):
        raise MalformedTranscript("transcript.wrong_format", ("format",))
    found = _read.mapping(data, (), _HEADER)
    seats = _read.whole(found.get("seats"), ("seats",))
    if not 1 <= seats <= _MOST_SEATS:
        raise MalformedTranscript("game.wrong_seats", ("seats",), seats=seats)
    bots = [
        None if bot is None else _read.text(bot, ("bots", seat), _LONGEST_NAME)
        for seat, bot in enumerate(_per_seat(found.get("bots"), "bots", seats))
    ]
    names = None
    if found.get("names") is not None:
        names = tuple(
            _name(name, seat)
            for seat, name in enumerate(_per_seat(found.get("names"), "names", seats))
        )
    return Header(
        game=_read.text(found.get("game"), ("game",), _LONGEST_NAME),
        edition=_read.whole(found.get("edition"), ("edition",)),
        seats=seats,
        options=found.get("options"),
        bots=tuple(bots),
        names=names,
        commitment=_hex_or_none(found.get("commitment"), "commitment"),
    )


def _name(data: JSON, seat: int) -> str:
    """A name goes to terminals: nothing in it may move a cursor."""
    name = _read.text(data, ("names", seat), _LONGEST_NAME)
    if not name or not name.isprintable():
        raise MalformedTranscript("transcript.unprintable", ("names", seat))
    return name


def _per_seat(data: JSON, name: str, seats: int) -> Sequence[JSON]:
    found = _read.sequence(data, (name,))
    if len(found) != seats:
        raise MalformedTranscript("json.wrong_length", (name,), expected=seats, found=len(found))
    return found


def _hex_or_none(data: JSON, name: str) -> str | None:
    if data is None:
        return None
    text = _read.text(data, (name,), 128)
    if _HEX.fullmatch(text) is None:
        raise MalformedTranscript("transcript.not_hex", (name,))
    return text


def _line(data: JSON, number: int, seats: int) -> Line:
    if not isinstance(data, Mapping):
        raise MalformedTranscript("json.not_object")
    if _read.whole(data.get("n"), ("n",)) != number:
        raise MalformedTranscript("transcript.wrong_number", ("n",), expected=number)
    actor: Actor = CHANCE
    if "p" in data:
        seat = _read.whole(data["p"], ("p",))
        if not 0 <= seat < seats:
            raise MalformedTranscript("transcript.no_such_seat", ("p",), seat=seat)
        actor = Seat(seat)
    return Line(actor, {key: value for key, value in data.items() if key not in ("n", "p")})


def _footer(data: JSON, seats: int) -> Footer:
    found = _read.mapping(data, (), _FOOTER)
    end = _read.choice(found.get("end"), ("end",), ENDS)
    written = found.get("outcome")
    if (written is None) is not (end == LEFT):
        raise MalformedTranscript("transcript.outcome_and_end", ("outcome",))
    seed = _hex_or_none(found.get("seed"), "seed")
    return Footer(
        end,
        None if written is None else _outcome(written, seats),
        None if seed is None else bytes.fromhex(seed),
    )


def _outcome(data: JSON, seats: int) -> Outcome:
    found = _read.mapping(data, ("outcome",), _OUTCOME)

    def numbers(name: str) -> tuple[int, ...]:
        return tuple(
            _read.whole(each, ("outcome", name, seat))
            for seat, each in enumerate(_per_seat(found.get(name), name, seats))
        )

    return Outcome(
        points=None if found.get("points") is None else numbers("points"),
        places=numbers("places"),
        reason=_read.text(found.get("reason"), ("outcome", "reason"), _LONGEST_NAME),
        drawn=_read.flag(found.get("drawn"), ("outcome", "drawn"), False),
        low_tie=_read.flag(found.get("low_tie"), ("outcome", "low_tie"), False),
    )


@contextmanager
def _at_line(number: int) -> Iterator[None]:
    """Names the line of whatever is refused inside."""
    try:
        yield
    except GameError as error:
        params = {**error.params, "line": number}
        raise MalformedTranscript(error.code, error.path, **params) from error


# ---------------------------------------------------------------- replaying


def opening(package: GamePackage, transcript: Transcript) -> State:
    """The table before the first line. Raises MalformedTranscript for a header that fits not."""
    header = transcript.header
    with _at_line(1):
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
        with _at_line(number + 1):
            action = play.action_from_json(line.action)
            state = play.apply(before, line.actor, action)
        yield Step(number, before, line.actor, action, state)


def verify(package: GamePackage, transcript: Transcript) -> bool:
    """Check the whole record; whether its draws were proved to come from a seed fixed before.

    Raises MalformedTranscript where the seed does not fit its commitment, a draw does not follow
    from the seed, or the outcome is another than the rules give. False means that all is well as
    far as the record goes: the match is not over, or its dice were rolled by hand.
    """
    header, footer = transcript.header, transcript.footer
    state = opening(package, transcript)
    play = played(package)
    last = len(transcript.lines) + 2
    rng = None
    if footer is not None and footer.seed is not None:
        rng = SeededRng(footer.seed)
        if header.commitment is not None and commitment(footer.seed) != header.commitment:
            raise MalformedTranscript("transcript.wrong_seed", ("seed",), line=last)
    for step in replay(package, transcript):
        state = step.after
        if rng is not None and step.actor is CHANCE:
            with _at_line(step.number + 1):
                if play.chance(step.before, rng) != step.action:
                    raise MalformedTranscript("transcript.other_draw")
    if footer is not None and footer.end != LEFT:
        with _at_line(last):
            outcome = play.outcome(state)
            if footer.end == PLAYED and outcome is None:
                raise MalformedTranscript("transcript.not_over", ("end",))
            if footer.end == CUT and outcome is None:
                outcome = play.adjudicate(state)
            if outcome != footer.outcome:
                raise MalformedTranscript("transcript.other_outcome", ("outcome",))
    return rng is not None and header.commitment is not None


def redacted(
    package: GamePackage, transcript: Transcript, viewer: Viewer
) -> Iterator[dict[str, JSON]]:
    """The lines that ``viewer`` may read, as JSON objects.

    The seed tells everything that was ever hidden: only the referee reads it.
    """
    play = played(package)
    header = _header_json(transcript.header)
    everything = viewer is Audience.REFEREE
    if not everything:
        header["viewer"] = viewer if isinstance(viewer, int) else Audience.PUBLIC.value
    yield header
    for step in replay(package, transcript):
        shown = play.redact(step.before, step.actor, step.action, viewer)
        assert isinstance(shown, Mapping)
        yield _line_json(step.number, step.actor, shown)
    if transcript.footer is not None:
        footer = _footer_json(transcript.footer)
        yield footer if everything else {**footer, "seed": None}
