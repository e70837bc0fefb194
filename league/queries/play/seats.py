"""The seats of a match in the browser, as their neighbours see them."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from games import catalogue
from games.core.errors import GameError
from games.core.reading import unscaled
from league.core.enums import PlayState
from league.queries.play import reserves

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from league.models import Play, PlaySeat
    from league.queries.play.paces import Deadline
    from league.queries.play.reserves import Reserve


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat as its neighbours see it.

    Attributes:
        bot: the name of the bot that decides here, alone or in a person's place.
        is_person: whether somebody sits here; with neither person nor bot the seat is free.
        at_host: whether it decides at the host's device.
        is_here: false for a person who still has to come to their seat.
        owes: whether it is to decide now, and since when.
        has_decided: at a moment when several decide at once: whether this one has already.
        contribution: what the seat added to the seed, in hex.
        until: by turns, the time it has for its decision.
        clock: together, its clock where there is one and nobody decides for it.
        ran_out: a bot made its last decision because it had no time left.
        place, points: how it ended, once it has.
    """

    number: int
    name: str
    is_person: bool
    bot: str
    is_mine: bool
    at_host: bool
    is_here: bool
    is_host: bool
    has_resigned: bool
    wants_stop: bool
    owes: bool
    owes_since: datetime | None
    has_decided: bool
    contribution: str
    until: Deadline | None = None
    clock: Reserve | None = None
    ran_out: bool = False
    place: int | None = None
    points: str | None = None

    @property
    def is_free(self) -> bool:
        return not (self.is_person or self.bot or self.name)


def decimals_of(play: Play) -> int | None:
    """How many decimals the points of a play have; None where today's rules can't read it."""
    sheet = catalogue.get(play.game).sheet
    try:
        return sheet.points_scale(sheet.options_from_json(play.options))
    except GameError:
        return None


def seats_shown(
    play: Play,
    rows: Sequence[PlaySeat],
    own: PlaySeat | None,
    called: Sequence[str],
    done: Collection[int] = (),
    until: Mapping[int, Deadline] = MappingProxyType({}),
) -> tuple[SeatShown, ...]:
    outcome = play.outcome or {}
    decimals = decimals_of(play)
    points = outcome.get("points")
    return tuple(
        SeatShown(
            number=row.number,
            name=called[row.number] if not row.is_free else "",
            is_person=row.is_person,
            bot=row.bot,
            is_mine=own is not None and row.number == own.number,
            at_host=row.at_host,
            is_here=row.is_here,
            is_host=row.number == play.host,
            has_resigned=row.has_resigned,
            wants_stop=row.wants_stop,
            owes=row.owes_since is not None,
            owes_since=row.owes_since,
            has_decided=row.number in done,
            contribution=row.contribution,
            until=until.get(row.number),
            clock=reserves.of_seat(play, row),
            ran_out=row.ran_out and play.state == PlayState.RUNNING,
            place=outcome["places"][row.number] if outcome else None,
            points=unscaled(points[row.number], decimals)
            if points and decimals is not None
            else None,
        )
        for row in rows
    )
