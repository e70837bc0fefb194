"""Whether a record can have happened, and whether its draws were drawn as was promised."""

from __future__ import annotations

from collections.abc import Callable

from games.core.errors import MalformedTranscript
from games.core.package import GamePackage
from games.core.rng import Drawn, KeyedRng, SeededRng, commitment, seed_of
from games.core.transcript import (
    CUT,
    LEFT,
    ONE_STREAM,
    PLAYED,
    Play,
    Step,
    Transcript,
    at_line,
    opening,
    played,
    replay,
)
from games.core.types import CHANCE


def verify(package: GamePackage, transcript: Transcript) -> bool:
    """Check the whole record; whether its draws were proved to come from a seed fixed before.

    Raises MalformedTranscript where the secret does not fit its commitment, a draw does not follow
    from the seed, the outcome is another than the rules give, or the text another than its digest
    says. False means that all is well as far as the record goes: the match is not over, or its dice
    were rolled by hand.
    """
    header, footer = transcript.header, transcript.footer
    state = opening(package, transcript)
    play = played(package)
    last = len(transcript.lines) + 2
    with at_line(last):
        check = _draws(play, transcript)
    for step in replay(package, transcript):
        state = step.after
        if check is not None and step.actor is CHANCE:
            with at_line(step.number + 1):
                check(step, transcript.lines[step.number - 1].drawn)
    if footer is not None and footer.end != LEFT:
        with at_line(last):
            outcome = play.outcome(state)
            if footer.end == PLAYED and outcome is None:
                raise MalformedTranscript("transcript.not_over", ("end",))
            if footer.end == CUT and outcome is None:
                outcome = play.adjudicate(state)
            if outcome != footer.outcome:
                raise MalformedTranscript("transcript.other_outcome", ("outcome",))
    if footer is not None and not footer.intact:
        raise MalformedTranscript("transcript.other_digest", ("digest",), line=last)
    return check is not None and header.commitment is not None


def _draws(play: Play, transcript: Transcript) -> Callable[[Step, Drawn | None], None] | None:
    """What checks one draw after the other; None where no secret says what had to be drawn."""
    header, footer = transcript.header, transcript.footer
    if footer is None or footer.secret is None:
        return None
    secret, contributions = footer.secret, header.contributions
    if header.commitment is not None and commitment(secret) != header.commitment:
        raise MalformedTranscript("transcript.wrong_seed", ("secret",))
    if header.format == ONE_STREAM:
        stream = SeededRng(secret)

        def in_order(step: Step, drawn: Drawn | None) -> None:
            if play.chance(step.before, stream) != step.action:
                raise MalformedTranscript("transcript.other_draw")

        return in_order
    if contributions is None:
        raise MalformedTranscript("transcript.half_a_seed", ("secret",))
    seed = seed_of(secret, contributions)

    def by_name(step: Step, drawn: Drawn | None) -> None:
        rng = KeyedRng(seed)
        if play.chance(step.before, rng) != step.action:
            raise MalformedTranscript("transcript.other_draw")
        if rng.drawn() != drawn:
            raise MalformedTranscript("transcript.other_numbers", ("drawn",))

    return by_name
