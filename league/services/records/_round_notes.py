"""What is worth knowing of a list with rounds before it is imported; nothing of it is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from league.core.errors import BadInput
from league.lists.line_notes import Note, note
from league.standings.types import MatchId, PlayerId, SeatResult, TableResult
from league.words import names

if TYPE_CHECKING:
    from league.lists.round_list import RoundList
    from league.services.records.result_plan import PlannedMatch
    from league.standings.contract import PointsScheme

_MISSING_TOLD = 20


def of_list(found: RoundList, matches: Sequence[PlannedMatch], scheme: PointsScheme) -> list[Note]:
    """Who skips a round in between, and the first league points that are scored otherwise here."""
    return [*_missing(found), *_otherwise(found, matches, scheme)]


def _missing(found: RoundList) -> Iterator[Note]:
    there: dict[tuple[str, int], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    line: dict[tuple[str, int, int], int] = {}
    called: dict[str, str] = {}
    for match in found.matches:
        at = match.at
        if at is None or at.round is None:
            continue
        line.setdefault((at.event, at.stage, at.round), match.line)
        for seat in match.seats:
            key = f"{names.fold(seat.player)} {seat.number}"
            called[key] = seat.player
            there[at.event, at.stage][key].add(at.round)
    for rest in found.rests:
        if rest.bye and rest.round is not None:
            key = f"{names.fold(rest.seat.player)} {rest.seat.number}"
            there[rest.event, rest.stage][key].add(rest.round)
    told = 0
    for (event, stage), people in there.items():
        for key, rounds in people.items():
            for number in sorted(set(range(min(rounds), max(rounds))) - rounds):
                told += 1
                if told > _MISSING_TOLD:
                    return
                name = called.get(key, key)
                fault = BadInput("not_in_round", field="round", name=name, round=number)
                yield note(line.get((event, stage, number), 0), fault, name)


def _otherwise(
    found: RoundList, matches: Sequence[PlannedMatch], scheme: PointsScheme
) -> Iterator[Note]:
    """One note is enough: the season's scheme is another, or the file has been changed."""
    for planned in matches:
        seats = planned.match.seats
        given = [found.given.get(seat.line) for seat in seats]
        if not any(given) or any(seat.role for seat in seats):
            continue
        for seat, said, counted in zip(seats, given, _counted(planned, scheme), strict=True):
            if said is not None and said != counted:
                fault = BadInput(
                    "league_points_otherwise",
                    field="league_points",
                    found=str(said),
                    expected=str(counted),
                )
                yield note(seat.line, fault, str(said))
                return


def _counted(planned: PlannedMatch, scheme: PointsScheme) -> Sequence[Fraction]:
    outcome = planned.outcome
    points = [seat.points for seat in planned.match.seats]
    return scheme.award(
        TableResult(
            match=MatchId(0),
            seats=tuple(
                SeatResult(
                    PlayerId(n),
                    place,
                    None if points[n] is None else Fraction(points[n] or 0),
                    seat=n + 1,
                    side=None if outcome.sides is None else outcome.sides[n],
                )
                for n, place in enumerate(outcome.places)
            ),
            drawn=outcome.drawn,
            low_tie=outcome.low_tie,
        )
    )
