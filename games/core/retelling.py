"""A recorded match in words, as the one who reads it could follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.core.package import GamePackage
from games.core.reading import unscaled
from games.core.text import gettext_noop
from games.core.transcript import Step, Transcript, played, replay
from games.core.types import Outcome, Seat, Viewer
from games.core.words import Phrase, Who

PLAYER = gettext_noop("Player %(number)s")
BOT = gettext_noop("Bot %(number)s")
PLACE = gettext_noop("Place %(place)s: %(who)s")
PLACE_POINTS = gettext_noop("Place %(place)s: %(who)s, points: %(points)s")
COMMITTED = gettext_noop("Commitment of the seed: %(commitment)s")
NOBODY_WON = gettext_noop("No one won.")
WAS_LEFT = gettext_noop("The match was abandoned.")
WAS_CUT = gettext_noop("The match was stopped early and counts as it stands.")


class Told(NamedTuple):
    """What one line of a record says to its reader; maybe nothing."""

    number: int
    phrases: Sequence[Phrase]


def told(package: GamePackage, step: Step, viewer: Viewer) -> Sequence[Phrase]:
    """One step in words, from what ``viewer`` may know and nothing else."""
    play = played(package)
    return play.tell(
        play.view(step.before, viewer),
        step.actor,
        play.redact(step.before, step.actor, step.action, viewer),
        play.view(step.after, viewer),
    )


def retold(
    package: GamePackage, transcript: Transcript, viewer: Viewer, until: int | None = None
) -> Iterator[Told]:
    """The record in words, line by line. Raises MalformedTranscript, as ``replay`` does."""
    for step in replay(package, transcript, until):
        yield Told(step.number, told(package, step, viewer))


def seat_names(
    bots: Sequence[str | None], names: Sequence[str] | None, translate: Callable[[str], str]
) -> list[str]:
    """What the players are called: by name, else by number, counted from 1."""
    if names is not None:
        return list(names)
    return [
        translate(PLAYER if bot is None else BOT) % {"number": number}
        for number, bot in enumerate(bots, start=1)
    ]


def result(outcome: Outcome, decimals: int) -> Iterator[Phrase]:
    """The places, best first."""
    if outcome.drawn:
        yield Phrase(NOBODY_WON)
    for seat in sorted(range(len(outcome.places)), key=outcome.places.__getitem__):
        params: dict[str, int | str | Who] = {"place": outcome.places[seat], "who": Who(Seat(seat))}
        if outcome.points is None:
            yield Phrase(PLACE, params)
        else:
            points = unscaled(outcome.points[seat], decimals)
            yield Phrase(PLACE_POINTS, {**params, "points": points})
