"""The sheet of a match from a list of results, and what its game says against it, by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.errors import MalformedSheet
from games.core.places import renumbered
from games.core.sheet import Issue, PastSeat
from league.core.errors import BadInput
from league.lists.line_notes import Note, note
from league.queries.records import sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.core.types import JSON, Outcome, Path
    from league.lists.match_list import Match
    from league.services.records.result_games import Game
    from league.services.records.result_plan import PlannedMatch
    from league.standings.contract import PointsScheme

# The column of a list that a box of a sheet comes from.
_COLUMNS = {
    "points": "points",
    "total": "points",
    "place": "place",
    "left": "place",
    "tiebreak": "tiebreak",
    "final_rank": "tiebreak",
    "letters": "tiebreak",
    "side": "side",
    "drawn": "drawn",
    "target": "target",
    "won": "won",
}


def objection(scheme: PointsScheme, game: sheets.Rules, outcome: Outcome, size: int) -> str | None:
    """What the season's scheme has against a match that the sheet allows; a code."""
    if not scheme.covers(size):
        return "size_not_covered"
    return scheme.objection(
        has_scores=outcome.points is not None,
        higher_wins=game.package.sheet.higher_wins(game.options),
    )


def settled(
    named: Game, judged_by: Callable[[sheets.Rules], Iterable[PlannedMatch]]
) -> list[PlannedMatch]:
    """The game's sound matches, which alone stay: faulty ones do not widen what they are judged by.

    Raises:
        BadInput: at ``game``, where the game cannot be described so.
    """
    while True:
        rules = named.rules()
        found = list(judged_by(rules))
        named.matches = [one.match for one in found]
        if not found or named.rules().options == rules.options:
            return found


def judge(named: Game, rules: sheets.Rules, match: Match) -> tuple[sheets.Judged, list[Note]]:
    """What the game says of the match, and what keeps it from being stored."""
    try:
        sheet = _past(named, rules, match) if named.has_own_sheet else _free_form(match)
    except MalformedSheet as error:
        issue = Issue(error.code, error.path, params=error.params)
        return sheets.Judged(None, None, (issue,), {}), [_told(issue, match)]
    except BadInput as fault:
        return sheets.Judged(None, None, (), {}), [note(match.line, fault, match.number)]
    judged = sheets.judge(rules, sheet, seats=match.size)
    if judged.errors:
        return judged, [_told(issue, match) for issue in judged.errors]
    if judged.outcome is None or judged.sheet is None:
        return judged, [_told(judged.issues[0], match)]
    return judged, _misplaced(match, judged.outcome.places) if named.has_own_sheet else []


def _past(named: Game, rules: sheets.Rules, match: Match) -> JSON:
    if match.only_winners:
        raise BadInput("places_needed", field="won", match=match.number, title=named.title)
    seats: list[PastSeat] = []
    for seat in match.seats:
        if seat.points is not None and "." in seat.points:
            raise BadInput(
                "whole_points_needed", field="points", value=seat.points, title=named.title
            )
        points = None if seat.points is None else int(seat.points)
        seats.append(PastSeat(points, seat.place, seat.tiebreak))
    sheet: JSON = rules.package.sheet.past_sheet(seats, rules.options)
    return sheet


def _misplaced(match: Match, found: tuple[int, ...]) -> list[Note]:
    """Places in the file that are not those which follow from the sheet."""
    given = [seat.place for seat in match.seats if seat.place is not None]
    if not given:
        return []
    return [
        note(
            seat.line,
            BadInput("place_follows_otherwise", field="place", place=said, expected=place),
            str(seat.place),
        )
        for seat, said, place in zip(match.seats, renumbered(given), found, strict=True)
        if said != place
    ]


def _told(issue: Issue, match: Match) -> Note:
    """The issue at its line and column."""
    seat = _seat(issue.path, match)
    column = _COLUMNS.get(str(issue.path[-1]), "match") if issue.path else "match"
    fault = BadInput(issue.code, field=column, **issue.params)
    if seat is None:
        return note(match.line, fault, match.number)
    row = match.seats[seat]
    said = {"points": row.points, "place": row.place, "tiebreak": row.tiebreak}.get(column)
    return note(row.line, fault, "" if said is None else str(said))


def _seat(path: Path, match: Match) -> int | None:
    number = path[1] if len(path) > 1 and path[0] == "seats" else None
    return number if isinstance(number, int) and number < match.size else None


def _free_form(match: Match) -> dict[str, JSON]:
    rows: list[JSON] = []
    for seat in match.seats:
        row: dict[str, JSON] = {}
        if seat.points is not None:
            row["points"] = seat.points
        if seat.place is not None:
            row["place"] = seat.place
        if seat.side is not None:
            row["side"] = seat.side
        rows.append(row)
    sheet: dict[str, JSON] = {"seats": rows, "dense_places": match.is_dense}
    if match.target is not None:
        sheet["target"] = match.target
    if match.drawn:
        sheet["drawn"] = True
    if match.won is not None:
        sheet["won"] = match.won
    return sheet
