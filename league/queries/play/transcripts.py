"""The record of a play: whole once it has ended, before that as far as its reader may know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.core.lines import outcome_from_json, redacted, to_lines
from games.core.retelling import seat_names
from games.core.transcript import Footer, Header, Line, Transcript
from games.core.types import CHANCE, Audience, Seat
from league.core.enums import PlayState
from league.queries.play import plays, states

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core.rng import Drawn
    from league.core.actors import Actor
    from league.models import Play, PlaySeat

ENDED = (PlayState.OVER, PlayState.STOPPED)


def record(play: Play, seats: Sequence[PlaySeat] = ()) -> Transcript:
    """The play as the engine's record; for those who may know everything.

    Args:
        seats: its seats, where they are at hand.
    """
    rows = play.actions.filter(seq__lte=play.seq).order_by("seq")
    lines = tuple(
        Line(
            CHANCE if seat is None else Seat(seat),
            action,
            _numbers(drawn),
            None if entered is None else Seat(entered),
        )
        for seat, action, drawn, entered in rows.values_list(
            "seat", "action", "drawn", "entered_by"
        )
    )
    footer = None
    if play.end:
        outcome = None if play.outcome is None else outcome_from_json(play.outcome, play.size)
        footer = Footer(play.end, outcome, bytes.fromhex(play.seed) if play.seed else None)
    return Transcript(header(play, seats), lines, footer)


def header(play: Play, seats: Sequence[PlaySeat] = ()) -> Header:
    """What must be known to replay the play."""
    seats = seats or list(play.seats.all())
    bots = tuple(None if seat.is_person or seat.name else seat.bot or None for seat in seats)
    usual = seat_names(bots, None, str)
    return Header(
        game=play.game,
        edition=play.edition,
        seats=play.size,
        options=play.options,
        bots=bots,
        names=tuple(_plain(seat.name) or word for seat, word in zip(seats, usual, strict=True)),
        commitment=play.commitment or None,
        contributions=None
        if play.by_hand
        else tuple(bytes.fromhex(seat.contribution) for seat in seats),
    )


def lines(*, viewer: Actor, play: Play) -> Iterator[str]:
    """The record as text, line by line, with nothing that the viewer may not know (yet)."""
    seats = list(play.seats.all())
    written = record(play, seats)
    if play.state in ENDED:
        yield from to_lines(written)
        return
    own = plays.seat_of(viewer, seats)
    audience = Audience.PUBLIC if own is None else Seat(own.number)
    for line in redacted(states.package_of(play), written, audience):
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _plain(name: str) -> str:
    """A name as a record may hold it: without signs that nobody sees."""
    return "".join(sign for sign in name if sign.isprintable()).strip()


def _numbers(stored: Mapping[str, Sequence[Sequence[int]]] | None) -> Drawn | None:
    if stored is None:
        return None
    return {name: tuple((n, found) for n, found in pairs) for name, pairs in stored.items()}
