"""The scoring lab: a season, or a list from outside, counted in another way; nothing is kept."""

from __future__ import annotations

import copy
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from django.conf import settings

from games.core.places import renumbered
from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs, NotAllowed
from league.lists import match_list, table_reading
from league.models import Club, Season
from league.queries.occasions import clubs
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counting
from league.standings import trial
from league.standings.errors import StandingsError
from league.standings.points import DEFAULT_SCHEME
from league.standings.rules import SeasonRule
from league.standings.season import Evening
from league.standings.tiebreaks import FULL_SEASON_CHAIN
from league.standings.trial import Trial, Way
from league.standings.types import (
    Adjustment,
    Entrant,
    EventId,
    MatchId,
    PlayerId,
    Results,
    SeatResult,
    TableResult,
)
from league.times.days import FIRST, LAST
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.core.actors import Actor
    from league.lists.match_list import Match
    from league.standings.contract import PointsScheme

MOST_BYTES = 2 * 1024 * 1024
_FAULTS_TOLD = 20
_ANY_DAY = date(2000, 1, 1)
# What a list from outside is compared with: the usual scheme, everything counts.
USUAL = Way(SeasonRule(), FULL_SEASON_CHAIN, DEFAULT_SCHEME)


@dataclass(frozen=True, slots=True)
class Tried:
    """A comparison with the names that its viewer sees."""

    trial: Trial
    names: Mapping[int, str]


def seasons(viewer: Actor) -> tuple[Season, ...]:
    """The seasons that the viewer may try out: those they run, the latest first."""
    mine = clubs.managed(viewer=viewer, action=Action.MANAGE_SEASON)
    rows = Season.objects.filter(club__in=mine, removed_at__isnull=True)
    return tuple(rows.select_related("club").order_by("club__name", "-starts_on", "-id"))


def require_organizer(viewer: Actor) -> None:
    """The lab is for who runs seasons somewhere: what it computes is not for everybody's asking."""
    if not clubs.managed(viewer=viewer, action=Action.MANAGE_SEASON):
        raise NotAllowed("not_allowed", action="use_lab")


def way_of(season: Season) -> Way:
    """How the season counts now, every evening by its own scheme."""
    return Way(rule_of(season), tuple(season.chain))


def of_season(viewer: Actor, season: Season, after: Way) -> Tried:
    """The season as it stands, beside how it would stand.

    Raises:
        BadInput: at ``scheme``, where it cannot score a match that was played.
    """
    permissions.require(viewer, Action.MANAGE_SEASON, season)
    position = Club.objects.values_list("seq", flat=True).get(pk=season.club_id)
    counted = counting.count(season, as_of=position)
    found = _compared(
        counted.evenings,
        before=way_of(season),
        after=after,
        entrants=counted.entrants,
        adjustments=counted.adjustments,
    )
    full = permissions.sees_names(viewer, season)
    shown = names.shown(counted.people.values(), counted.club, full=full)
    return Tried(found, {pk: row.name for pk, row in shown.items()})


def of_list(viewer: Actor, data: bytes, after: Way) -> Tried:
    """Results from a spreadsheet, one row per player and match, counted both ways.

    Compared with ``USUAL``. The same name and member number is the same player.

    Raises:
        BadInput: for a file that cannot be read at all, or a scheme that does not fit.
        BadInputs: one error per bad line (the first ones), with ``line`` among its parameters.
    """
    require_organizer(viewer)
    table = table_reading.read(data, max_bytes=MOST_BYTES, max_rows=settings.LEAGUE_IMPORT_MAX_ROWS)
    found = match_list.understand(
        table, columns=None, first=FIRST, last=LAST, max_seats=match_list.MOST_SEATS
    )
    if found.bad:
        raise BadInputs([one.error for one in found.bad[:_FAULTS_TOLD]])
    if found.larger:
        large = found.larger[0]
        raise BadInput(
            "match_too_large",
            field="n_players",
            match=large.number,
            size=large.size,
            most=match_list.MOST_SEATS,
            line=large.line,
        )
    people: dict[tuple[str, str], PlayerId] = {}
    shown: dict[int, str] = {}
    for match in found.matches:
        for seat in match.seats:
            key = (names.fold(seat.player), seat.number)
            if key not in people:
                people[key] = PlayerId(len(people) + 1)
                shown[people[key]] = seat.player
    evenings = _evenings(found.matches, people)
    entrants = tuple(
        Entrant(player, enrolled=False, sort_key=name) for (name, _), player in people.items()
    )
    return Tried(_compared(evenings, before=USUAL, after=after, entrants=entrants), shown)


def _compared(
    evenings: Sequence[Evening],
    *,
    before: Way,
    after: Way,
    entrants: Sequence[Entrant],
    adjustments: Sequence[Adjustment] = (),
) -> Trial:
    try:
        if after.scheme is not None and (wrong := trial.against(evenings, after.scheme)):
            raise StandingsError(wrong[0].code, "scheme", size=wrong[0].size, match=wrong[0].match)
        return trial.compare(
            evenings, before=before, after=after, entrants=entrants, adjustments=adjustments
        )
    except StandingsError as error:
        raise BadInput(error.code, field=error.field, **error.params) from error


def _evenings(
    matches: Sequence[Match], people: Mapping[tuple[str, str], PlayerId]
) -> list[Evening]:
    days: dict[date, list[TableResult]] = defaultdict(list)
    for number, match in enumerate(matches, start=1):
        points = [None if seat.points is None else Fraction(seat.points) for seat in match.seats]
        told = [seat.place for seat in match.seats if seat.place is not None]
        if told:
            places = list(renumbered(told)) if match.is_dense else told
        else:
            scores = [one for one in points if one is not None]
            places = [1 + sum(other > one for other in scores) for one in scores]
        days[match.day].append(
            TableResult(
                match=MatchId(number),
                seats=tuple(
                    SeatResult(people[names.fold(seat.player), seat.number], place, score)
                    for seat, place, score in zip(match.seats, places, points, strict=True)
                ),
                order=number,
                event=EventId(match.day.toordinal()),
            )
        )
    return [
        Evening(
            event=EventId(day.toordinal()),
            results=Results(tables=tuple(tables)),
            scheme=DEFAULT_SCHEME,
            order=day.toordinal(),
        )
        for day, tables in days.items()
    ]


def blank() -> Season:
    """What a list from outside is counted as: a season of no club, with the usual settings."""
    return Season(
        club=Club(),
        name="-",
        starts_on=_ANY_DAY,
        ends_on=_ANY_DAY,
        scheme=DEFAULT_SCHEME.to_json(),
        chain=list(FULL_SEASON_CHAIN),
    )


def other_way(season: Season, stored: Mapping[str, object], scheme: PointsScheme | None) -> Way:
    """How the season would count with these columns; without a scheme evenings keep their own."""
    row = copy.copy(season)
    for name, value in stored.items():
        setattr(row, name, value)
    return Way(rule_of(row), tuple(row.chain), scheme)
