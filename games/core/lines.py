"""Records as text, one JSON object per line: written, read, and shown to those who may read them.

The header names game, edition, seats and the complete options, and holds the commitment of the
service's secret and what each seat added to it; together they are the seed. The line of a draw has
the numbers drawn, by the name of each. The last line says the outcome, reveals the secret, and ends
with the digest of all that stands before it.

A match with real dice has neither commitment nor contributions, no numbers and no secret; its draws
name the seat that ``entered`` them.

Format 1 had one stream of draws from the secret alone, and no digest. Such records are still read,
replayed and verified; new ones are not written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from games.core.errors import MalformedTranscript
from games.core.package import GamePackage
from games.core.reading import Reader
from games.core.rng import LONGEST_CONTRIBUTION, Drawn
from games.core.transcript import (
    ENDS,
    FORMAT,
    LEFT,
    ONE_STREAM,
    Footer,
    Header,
    Line,
    Transcript,
    at_line,
    played,
    replay,
)
from games.core.types import CHANCE, JSON, Actor, Audience, Outcome, Path, Seat, Viewer

_HEADER = ("format", "game", "edition", "seats", "options", "names", "bots", "commitment")
_FOOTERS = {
    ONE_STREAM: ("end", "outcome", "seed"),
    FORMAT: ("end", "outcome", "secret", "digest"),
}
_OUTCOME = ("points", "places", "reason", "drawn", "low_tie")
_DIGEST = ',"digest":'
_HEX = re.compile(r"(?:[0-9a-f]{2})*")
_LONGEST_HASH = 64
_LONGEST_NAME = 60
_MOST_SEATS = 100

_read = Reader(MalformedTranscript)


# ---------------------------------------------------------------- writing


def to_lines(transcript: Transcript) -> Iterator[str]:
    """The record as text, line by line, without line ends."""
    digest = hashlib.sha256()
    for data in _without_end(transcript):
        text = _text(data)
        digest.update(_utf8(text) + b"\n")
        yield text
    if transcript.footer is not None:
        text = _text(_footer_json(transcript.footer, transcript.header.format))
        if transcript.header.format != ONE_STREAM:
            start = text.removesuffix("}")
            digest.update(_utf8(start))
            text = start + _digest_of(digest)
        yield text


def _without_end(transcript: Transcript) -> Iterator[JSON]:
    yield header_to_json(transcript.header)
    for number, line in enumerate(transcript.lines, start=1):
        yield line_to_json(number, line)


def _digest_of(digest: hashlib._Hash) -> str:
    """How the last line ends: with the digest of all before it."""
    return f'{_DIGEST}"{digest.hexdigest()}"}}'


def _utf8(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _text(data: JSON) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def header_to_json(header: Header) -> dict[str, JSON]:
    """The first line of a record."""
    data: dict[str, JSON] = {
        "format": header.format,
        "game": header.game,
        "edition": header.edition,
        "seats": header.seats,
        "bots": header.bots,
    }
    if header.names is not None:
        data["names"] = header.names
    data["commitment"] = header.commitment
    if header.contributions is not None:
        data["contributions"] = [part.hex() for part in header.contributions]
    return {**data, "options": header.options}


def line_to_json(number: int, line: Line) -> dict[str, JSON]:
    """The line with this number, counted from 1, as a record writes it."""
    who: dict[str, JSON] = {} if line.actor is CHANCE else {"p": line.actor}
    numbers: dict[str, JSON] = {} if line.drawn is None else {"drawn": line.drawn}
    typed: dict[str, JSON] = {} if line.entered is None else {"entered": line.entered}
    return {"n": number, **who, **line.action, **numbers, **typed}


def outcome_to_json(outcome: Outcome) -> dict[str, JSON]:
    """How a match ended, as the last line of a record says it."""
    return {name: getattr(outcome, name) for name in _OUTCOME}


def _footer_json(footer: Footer, format: int) -> dict[str, JSON]:
    return {
        "end": footer.end,
        "outcome": None if footer.outcome is None else outcome_to_json(footer.outcome),
        _secret_name(format): None if footer.secret is None else footer.secret.hex(),
    }


def _secret_name(format: int) -> str:
    return "seed" if format == ONE_STREAM else "secret"


# ---------------------------------------------------------------- reading


def from_lines(lines: Iterable[str]) -> Transcript:
    """The record a text holds. Reads shape only; ``replay`` asks the rules.

    Raises MalformedTranscript with the number of the line in ``params["line"]``.
    """
    header: Header | None = None
    footer: Footer | None = None
    found: list[Line] = []
    empty_since = 0
    digest = hashlib.sha256()
    for number, text in enumerate(lines, start=1):
        with at_line(number):
            if not text.strip():
                empty_since = empty_since or number
                continue
            if empty_since:
                raise MalformedTranscript("transcript.empty_line")
            data = _json(text)
            if header is None:
                header = header_from_json(data)
            elif footer is not None:
                raise MalformedTranscript("transcript.after_end")
            elif isinstance(data, Mapping) and "end" in data and "n" not in data:
                footer = _footer(data, header)
                if header.format != ONE_STREAM:
                    start = text.rpartition(_DIGEST)[0]
                    digest.update(_utf8(start))
                    footer = replace(footer, intact=text == start + _digest_of(digest))
            else:
                found.append(line_from_json(data, len(found) + 1, header))
            digest.update(_utf8(text) + b"\n")
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


def header_from_json(data: JSON) -> Header:
    """Reads the first line of a record. Raises MalformedTranscript."""
    if isinstance(data, Mapping) and "viewer" in data:
        raise MalformedTranscript("transcript.redacted")
    if not isinstance(data, Mapping) or "format" not in data:
        raise MalformedTranscript("transcript.no_header")
    format = data["format"]
    if isinstance(format, bool) or format not in (ONE_STREAM, FORMAT):
        raise MalformedTranscript("transcript.wrong_format", ("format",))
    keyed = format != ONE_STREAM
    found = _read.mapping(data, (), (*_HEADER, "contributions") if keyed else _HEADER)
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
    committed = _hash_or_none(found, "commitment")
    contributions = None
    if found.get("contributions") is not None:
        contributions = tuple(
            _bytes(part, ("contributions", seat), LONGEST_CONTRIBUTION)
            for seat, part in enumerate(_per_seat(found["contributions"], "contributions", seats))
        )
    if keyed and (committed is None) is not (contributions is None):
        raise MalformedTranscript("transcript.half_a_seed", ("contributions",))
    return Header(
        game=_read.text(found.get("game"), ("game",), _LONGEST_NAME),
        edition=_read.whole(found.get("edition"), ("edition",)),
        seats=seats,
        options=found.get("options"),
        bots=tuple(bots),
        names=names,
        commitment=None if committed is None else committed.hex(),
        contributions=contributions,
        format=FORMAT if keyed else ONE_STREAM,
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


def _hash_or_none(found: Mapping[str, JSON], name: str) -> bytes | None:
    if found.get(name) is None:
        return None
    read = _bytes(found[name], (name,), _LONGEST_HASH)
    if not read:
        raise MalformedTranscript("transcript.not_hex", (name,))
    return read


def _bytes(data: JSON, path: Path, longest: int) -> bytes:
    text = _read.text(data, path, 2 * longest)
    if _HEX.fullmatch(text) is None:
        raise MalformedTranscript("transcript.not_hex", path)
    return bytes.fromhex(text)


def line_from_json(data: JSON, number: int, header: Header) -> Line:
    """Reads the line with this number, counted from 1. Raises MalformedTranscript."""
    if not isinstance(data, Mapping):
        raise MalformedTranscript("json.not_object")
    if _read.whole(data.get("n"), ("n",)) != number:
        raise MalformedTranscript("transcript.wrong_number", ("n",), expected=number)
    actor: Actor = CHANCE if "p" not in data else _seat(data, "p", header)
    drawn, entered = None, None
    if actor is CHANCE and header.contributions is not None:
        drawn = _drawn(data.get("drawn"))
        data = {key: value for key, value in data.items() if key != "drawn"}
    elif actor is CHANCE and header.is_by_hand and "entered" in data:
        entered = _seat(data, "entered", header)
        data = {key: value for key, value in data.items() if key != "entered"}
    action = {key: value for key, value in data.items() if key not in ("n", "p")}
    return Line(actor, action, drawn, entered)


def _seat(data: Mapping[str, JSON], name: str, header: Header) -> Seat:
    seat = _read.whole(data.get(name), (name,))
    if not 0 <= seat < header.seats:
        raise MalformedTranscript("transcript.no_such_seat", (name,), seat=seat)
    return Seat(seat)


def _drawn(data: JSON) -> Drawn:
    """The numbers of a draw by name."""
    if not isinstance(data, Mapping):
        raise MalformedTranscript("transcript.no_numbers", ("drawn",))
    drawn: Drawn = {}
    for name, numbers in data.items():
        pairs = []
        for at, pair in enumerate(_read.sequence(numbers, ("drawn", name))):
            path = ("drawn", name, at)
            both = _read.sequence(pair, path)
            if len(both) != 2:
                raise MalformedTranscript("json.wrong_length", path, expected=2, found=len(both))
            n, number = (_read.whole(each, path) for each in both)
            pairs.append((n, number))
        drawn[name] = tuple(pairs)
    return drawn


def _footer(data: JSON, header: Header) -> Footer:
    secret_name = _secret_name(header.format)
    found = _read.mapping(data, (), _FOOTERS[header.format])
    end = _read.choice(found.get("end"), ("end",), ENDS)
    written = found.get("outcome")
    if (written is None) is not (end == LEFT):
        raise MalformedTranscript("transcript.outcome_and_end", ("outcome",))
    return Footer(
        end,
        None if written is None else outcome_from_json(written, header.seats),
        _hash_or_none(found, secret_name),
    )


def outcome_from_json(data: JSON, seats: int) -> Outcome:
    """Reads how a match of so many seats ended. Raises MalformedTranscript."""
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


def redacted(
    package: GamePackage, transcript: Transcript, viewer: Viewer
) -> Iterator[dict[str, JSON]]:
    """The lines that ``viewer`` may read, as JSON objects.

    The secret tells everything that was ever hidden, and so would the digest to one who tries what
    fits it: only the referee reads them. The numbers behind a draw are shown where all of it is.
    """
    play = played(package)
    if viewer is Audience.REFEREE:
        yield from map(json.loads, to_lines(transcript))
        return
    seen_by = viewer if isinstance(viewer, int) else Audience.PUBLIC.value
    yield {**header_to_json(transcript.header), "viewer": seen_by}
    for step in replay(package, transcript):
        shown = play.redact(step.before, step.actor, step.action, viewer)
        assert isinstance(shown, Mapping)
        is_open = shown == play.action_to_json(step.action)
        line = transcript.lines[step.number - 1]
        drawn = line.drawn if is_open else None
        yield line_to_json(step.number, Line(step.actor, shown, drawn, line.entered))
    if transcript.footer is not None:
        format = transcript.header.format
        footer = _footer_json(transcript.footer, format)
        yield {**footer, _secret_name(format): None}
