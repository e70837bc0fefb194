"""A season's standing from stored sums: only those at changed tables are added up again.

The sums are those of a position. What has happened since comes from ``changes_since``; the
players it concerns are counted from all their matches, everybody else is known by a summary.
The result is that of a full run, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from league.models import Event, Ruleset, Season, SeasonState, SeasonSum
from league.queries import what_counts
from league.queries.occasions.season_rule import rule_of, rule_spec
from league.queries.standings import (
    changes_since,
    counted_byes,
    counted_entrants,
    counted_rows,
    counting,
    standing_payload,
)
from league.queries.standings.standing_payload import MOST_EVENING_CELLS, EveningPart
from league.standings.exact import exact_text
from league.standings.ledger import Ledger, Whole
from league.standings.points import scheme_from_json
from league.standings.season import effective_chain, season_ledger, summarise, table_of
from league.standings.summary import Summary, follow_opponents, summary_from_json, summary_to_json
from league.standings.tiebreaks import criterion
from league.standings.types import Entrant, EventId, PlayerId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.core.types import JSON
    from league.queries.standings.changes_since import Changes
    from league.queries.standings.counting import Counted
    from league.queries.standings.standing_payload import Built, SeasonRun

FORMAT: Final = 4
# Below so many matches a full run is as quick.
LEAST_MATCHES = 1000
_WAYS: Final[dict[str, bool | None]] = {"up": True, "down": False, "none": None}


@dataclass(frozen=True, slots=True)
class Sum:
    """One row to store: a player's summary and evenings as text."""

    player: int
    is_enrolled: bool
    summary: str
    evenings: str
    evening_count: int


@dataclass(frozen=True, slots=True)
class Sums:
    """What is to be stored: all rows, or those that changed since ``since``."""

    whole: Mapping[str, JSON]
    rows: tuple[Sum, ...]
    since: int | None = None  # the run that was read


def of_run(counted: Counted, run: SeasonRun) -> Sums | None:
    """The sums of a full run; None where keeping them is not worth it."""
    season = counted.scope
    assert isinstance(season, Season), "only seasons have sums"
    matches = sum(len(one.results.tables) for one in counted.evenings)
    if matches < LEAST_MATCHES or not may_keep(season):
        return None
    ledger = run.ledger
    chain = effective_chain(tuple(season.chain), rule_of(season))
    summaries = summarise(ledger, list(ledger.accounts), chain)
    enrolled = {one.player: one.enrolled for one in counted.entrants}
    total = sum(len(parts) for parts in run.parts.values())
    sizes = Counter(len(t.seats) for one in counted.evenings for t in one.results.tables)
    ways = Counter(
        way_of(table.higher_wins)
        for one in counted.evenings
        for table in one.results.tables
        if table.seats and table.seats[0].score is not None
    )
    rows = tuple(
        _row(
            player,
            enrolled.get(player, False),
            summaries[player] if player in summaries and ledger.takes_part(player) else None,
            run.parts.get(player, ()),
            with_evenings=total <= MOST_EVENING_CELLS,
        )
        for player in sorted({*enrolled, *summaries})
    )
    whole: dict[str, JSON] = {
        "print": fingerprint(season),
        "sizes": {str(size): times for size, times in sorted(sizes.items())},
        "ways": dict(sorted(ways.items())),
        "rounds": [[event, number] for event, number in run.ledger.rounds],
        "weighs": any(one.weight for one in counted.evenings),
    }
    return Sums(whole, rows)


def may_keep(season: Season) -> bool:
    """Whether a player's sums follow from the player's own matches."""
    return season.counting != "evening_places" and "seat_adjusted" not in season.chain


def fingerprint(season: Season) -> str:
    """What the sums rest on besides the results."""
    told = json.dumps(
        [
            FORMAT,
            rule_spec(season),
            list(season.chain),
            season.rank_guests,
            season.starts_on.isoformat(),
            season.ends_on.isoformat(),
            season.club.time_zone,
        ],
        sort_keys=True,
    )
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def way_of(higher_wins: bool | None) -> str:
    return next(way for way, told in _WAYS.items() if told is higher_wins)


@counting.countable()
def follow(season: Season, position: int) -> tuple[Built, Sums] | None:
    """The standing at ``position`` from stored sums and what changed since; None for a full run."""
    state = SeasonState.objects.filter(season=season).first()
    if state is None or state.position > position or not may_keep(season):
        return None
    if state.whole["print"] != fingerprint(season):
        return None
    changes = changes_since.between(season, state.position, position)
    if changes is None:
        return None
    whole = _whole_after(season, state, changes, position)
    if whole is None:
        return None
    return _Follower(season, state, changes, position, whole).result()


class _Follower:
    """One run from stored sums."""

    def __init__(
        self,
        season: Season,
        state: SeasonState,
        changes: Changes,
        position: int,
        whole: dict[str, JSON],
    ) -> None:
        self.season = season
        self.state = state
        self.position = position
        self.whole = whole
        self.rule = rule_of(season)
        self.chain = tuple(season.chain)
        self.touched = frozenset(PlayerId(player) for player in changes.players)
        self.part = self._counted(changes.players)
        self.ledger = self._ledger(self.part)
        self._met: dict[PlayerId, Ledger] = {}

    def result(self) -> tuple[Built, Sums] | None:
        rows = self._stored()
        known = {
            player: summary_from_json(json.loads(row.summary))
            for player, row in rows.items()
            if row.summary
        }
        effective = effective_chain(self.chain, self.rule)
        here = [player for player in self.touched if player in self.ledger.accounts]
        changed = summarise(self.ledger, here, effective)
        after = {**known, **changed}
        for player in self.touched - self.ledger.accounts.keys():
            after.pop(player, None)
        depends = {criterion(key).depends for key in effective}
        if "all" in depends:
            return None  # nobody's value can be followed from sums
        looks_around = "others" in depends
        if looks_around:
            if self.touched - self.ledger.accounts.keys() & known.keys():
                return None  # whoever met them has another strength now
            met = {player: self.ledger.meetings(player) for player in here}
            after = follow_opponents(known, changed, met)
        cold = Ledger(self.rule, meetings=self._meetings, whole=_whole(self.whole))
        for player, summary in after.items():
            if player not in self.touched or self.ledger.takes_part(player):
                cold.know(summary)
        parts = {player: standing_payload.parts_of(self.ledger, player) for player in here}
        enrolled = {player: row.is_enrolled for player, row in rows.items()}
        for player in self.touched:
            enrolled.pop(player, None)
        enrolled.update(
            (one.player, one.enrolled) for one in self.part.entrants if one.player in self.touched
        )
        counts = {player: row.evening_count for player, row in rows.items()}
        counts.update((player, len(parts.get(player, ()))) for player in self.touched)
        evenings = self._evenings(parts, with_evenings=sum(counts.values()) <= MOST_EVENING_CELLS)
        if evenings is None:
            return None
        people = counted_rows.people({*enrolled, *after, *self.part.people})
        keys = counted_entrants.sort_keys(people.values(), self.season.club)
        span = counting.span_of(self.season, as_of=self.position)
        guests = counting.guests_apart(self.season, span)
        table = table_of(
            cold,
            entrants=[
                Entrant(player, enrolled=is_in, guest=player in guests, sort_key=keys[player])
                for player, is_in in sorted(enrolled.items())
            ],
            chain=self.chain,
            with_cells=False,
        )
        made = standing_payload.assembled(
            self.season,
            self.season.club,
            table,
            people=people,
            reasons=counted_rows.adjustments(span).reasons,
            scheme=scheme_from_json(self.season.scheme),
            evenings=evenings,
        )
        wanted = set(self.touched) if not looks_around else {*self.touched, *after}
        sums = tuple(
            row
            for player in sorted(wanted)
            if (row := self._sum(player, rows, after, enrolled, parts, counts)) is not None
        )
        return made, Sums(self.whole, sums, since=self.state.run)

    def _sum(
        self,
        player: PlayerId,
        rows: Mapping[PlayerId, Sum],
        after: Mapping[PlayerId, Summary],
        enrolled: Mapping[PlayerId, bool],
        parts: Mapping[PlayerId, Sequence[EveningPart]],
        counts: Mapping[PlayerId, int],
    ) -> Sum | None:
        """The row as it is now; None where it is stored already."""
        summary = after.get(player)
        if player in self.touched:
            if summary is not None and not self.ledger.takes_part(player):
                summary = None
            return _row(
                player,
                enrolled.get(player, False),
                summary,
                parts.get(player, ()),
                with_evenings=sum(counts.values()) <= MOST_EVENING_CELLS,
            )
        row = rows[player]
        text = _text(summary_to_json(summary)) if summary is not None else ""
        if text == row.summary:
            return None
        return Sum(player, row.is_enrolled, text, "", row.evening_count)

    def _stored(self) -> dict[PlayerId, Sum]:
        rows = SeasonSum.objects.filter(season=self.season).order_by("player_id")
        return {
            PlayerId(player): Sum(player, is_enrolled, summary, "", count)
            for player, is_enrolled, summary, count in rows.values_list(
                "player_id", "is_enrolled", "summary", "evening_count"
            )
        }

    def _evenings(
        self, parts: Mapping[PlayerId, tuple[EveningPart, ...]], *, with_evenings: bool
    ) -> list[standing_payload.EveningPayload] | None:
        if not with_evenings:
            return []
        told: dict[PlayerId, tuple[EveningPart, ...]] = dict(parts)
        rows = SeasonSum.objects.filter(season=self.season, evening_count__gt=0)
        for player, text in rows.exclude(player__in=self.touched).values_list(
            "player_id", "evenings"
        ):
            if not text:
                return None  # there were too many once
            told[PlayerId(player)] = _parts_from(text)
        events = Event.objects.filter(what_counts.taking_place(), season=self.season)
        ordered = list(events.order_by("starts_at", "pk"))
        return standing_payload.evening_payloads(ordered, self.season.club, told)

    def _counted(self, players: Iterable[int]) -> Counted:
        return counting.count(self.season, as_of=self.position, players=frozenset(players))

    def _ledger(self, counted: Counted) -> Ledger:
        # The whole season tells, not the few evenings of these players: theirs may weigh nothing.
        return season_ledger(
            counted.evenings if self.whole["weighs"] else (),
            rule=self.rule,
            adjustments=counted.adjustments,
            whole=_whole(self.whole),
        )

    def _meetings(self, player: PlayerId) -> Sequence[Mapping[PlayerId, int]]:
        """Where a player sat with whom; read only for players who are level."""
        if player in self.touched:
            return self.ledger.tables_of(player)
        if player not in self._met:
            self._met[player] = self._ledger(self._counted([player]))
        return self._met[player].tables_of(player)


def _whole_after(
    season: Season, state: SeasonState, changes: Changes, position: int
) -> dict[str, JSON] | None:
    """What belongs to no player, brought up to date; None where it changes for everybody."""
    whole = dict(state.whole)
    sizes = Counter({int(size): int(times) for size, times in whole["sizes"].items()})
    ways = Counter({way: int(times) for way, times in whole["ways"].items()})
    before = changes_since.counted_versions(
        counting.span_of(season, as_of=state.position), changes.tables
    )
    after = changes_since.counted_versions(counting.span_of(season, as_of=position), changes.tables)
    rulesets = {one.ruleset for one in (*before, *after)}
    known = {
        pk: counted_rows.higher_wins(game, json.dumps(options, sort_keys=True))
        for pk, game, options in Ruleset.objects.filter(pk__in=rulesets).values_list(
            "pk", "club_game__game", "options"
        )
    }
    direction = _direction(ways)
    for sign, versions in ((-1, before), (1, after)):
        for one in versions:
            sizes[one.seats] += sign
            if one.has_points:
                ways[way_of(known[one.ruleset])] += sign
    if _direction(ways) != direction:
        return None
    whole["sizes"] = {str(size): times for size, times in sorted(sizes.items()) if times}
    whole["ways"] = {way: times for way, times in sorted(ways.items()) if times}
    whole["rounds"] = _rounds_after(season, whole["rounds"], changes, position)
    return whole


def _direction(ways: Mapping[str, int]) -> bool | None:
    told = [way for way, times in ways.items() if times]
    return _WAYS[told[0]] if len(told) == 1 else None


def _rounds_after(
    season: Season, stored: list[list[int]], changes: Changes, position: int
) -> list[list[int]]:
    """The rounds of the season, looked for anew where those of a changed event differ."""
    if not changes.events:
        return stored
    span = counting.span_of(season, as_of=position)
    rounds, where = counted_byes.rounds_of(span, changes.events)
    now: dict[int, set[int]] = {event: set() for event in changes.events}
    for stage, numbers in rounds.items():
        now[where[stage]] |= numbers
    then: dict[int, set[int]] = {event: set() for event in changes.events}
    for event, number in stored:
        if event in then:
            then[event].add(number)
    if now == then:
        return stored
    return [[event, number] for event, number in counting.rounds_in_order(span)]


def _whole(told: Mapping[str, JSON]) -> Whole:
    sizes, ways, rounds = told["sizes"], told["ways"], told["rounds"]
    assert isinstance(sizes, dict)
    assert isinstance(ways, dict)
    assert isinstance(rounds, list)
    return Whole(
        largest=max((int(size) for size, times in sizes.items() if times), default=0),
        rounds=tuple((EventId(event), number) for event, number in rounds),
        higher_wins=_direction(ways),
    )


def _row(
    player: PlayerId,
    is_enrolled: bool,
    summary: Summary | None,
    parts: Sequence[EveningPart],
    *,
    with_evenings: bool,
) -> Sum:
    return Sum(
        player,
        is_enrolled,
        "" if summary is None else _text(summary_to_json(summary)),
        _text([[p.event, exact_text(p.points), p.matches, p.counted] for p in parts])
        if with_evenings and parts
        else "",
        len(parts),
    )


def _text(told: object) -> str:
    return json.dumps(told, separators=(",", ":"))


def _parts_from(text: str) -> tuple[EveningPart, ...]:
    return tuple(
        EveningPart(event, Fraction(points), matches, counted)
        for event, points, matches, counted in json.loads(text)
    )
