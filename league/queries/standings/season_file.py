"""A season as it goes into a file: all that its standings are computed from, and these themselves.

People, games, events, matches and adjustments are numbered anew from 1, in the order of their own
numbers here, so that the file says nothing of this installation and any other can compute the
same. What the public file holds is what a visitor sees.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils import translation

from league import snapshots
from league.core.enums import Audience, EntryState, StageMode
from league.core.errors import NotFound
from league.models import (
    Club,
    Entry,
    Event,
    MatchRecord,
    Player,
    Round,
    Ruleset,
    Season,
    SeatScore,
    Snapshot,
    Stage,
)
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counted_rows as rows
from league.queries.standings import counting, standing_payload
from league.queries.standings.counted_byes import bye_rows
from league.queries.standings.counted_entrants import sort_keys
from league.queries.standings.counted_rows import Span
from league.queries.standings.season_numbers import Numbers, Row, renumbered, told_scheme
from league.queries.standings.stage_scoring import scoring_to_json, value_to_json
from league.queries.standings.stage_settings import scheme_of, scoring_of, settings_of
from league.standings.byes import usual_mean
from league.standings.points import scheme_from_json
from league.standings.rules import rule_to_json
from league.standings.types import BYE_KINDS
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.types import JSON


def of_season(season: Season, *, full: bool) -> Mapping[str, JSON]:
    """The season as the file holds it.

    Args:
        season: with its club at hand.
        full: for its organizers, with whole names and newest results; else as last published.

    Raises:
        NotFound: where nothing of it is published.
        Uncountable: where its standings cannot be computed.
    """
    return _Collected(season, full=full).told()


def standings_as(season: Season, *, full: bool, people: Mapping[int, tuple[int, str]]) -> Row:
    """The season's standings with the numbers and names by which another file calls ``people``."""
    found = _Collected(season, full=full)
    found.numbers.players = {pk: number for pk, (number, _) in people.items()}
    found.numbers.names = {pk: name for pk, (_, name) in people.items()}
    return renumbered(found.body, found.numbers)


def position(season: Season) -> str:
    """What must stay the same for the public file to stay the same.

    Everything that the file tells, and whom it may name, is changed with a line in the club's
    journal; what is published follows a moment later.
    """
    club = season.club
    stored = Snapshot.objects.filter(season=season, audience=Audience.PUBLIC)
    return repr(
        (
            *(season.pk, season.version, club.pk, club.created_at.isoformat(), club.version),
            *(club.seq, list(stored.values_list("pk", "as_of", "digest"))),
        )
    )


class _Collected:
    """One reading of a season: rows first, then their numbers, then the file."""

    def __init__(self, season: Season, *, full: bool) -> None:
        self.season, self.full = season, full
        self.club: Club = season.club
        self.body = self._standing()
        self.span: Span = counting.span_of(season, as_of=self.as_of, public=not full)
        self.stages = counting.stages_of(season, None, public=not full)
        self.entries = list(self.span.entries().exclude(state=EntryState.WAITING).order_by("pk"))
        self.entered = {(row.event_id, row.player_id): row for row in self.entries}
        self.records = self._records()
        self.scores = self._scores()
        self.byes = self._byes()
        self.given = rows.adjustments(self.span)
        kept = Round.objects.filter(stage__in=self.stages, is_withheld=True)
        self.withheld = set(kept.values_list("stage_id", "number"))
        self.rulesets = self._rulesets()
        self.people = rows.people(self._people())
        self.numbers = Numbers(
            names=self._names(),
            events={stage.event_id for stage in self.stages},
            rulesets=self.rulesets,
            games={row.club_game_id for row in self.rulesets.values()},
            matches=(record["table_id"] for record in self.records),
            adjustments=self.given.reasons,
        )

    def told(self) -> Mapping[str, JSON]:
        season = self.season
        return {
            "audience": "organizers" if self.full else "public",
            "club": {
                "slug": self.club.slug,
                "name": self.club.name,
                "time_zone": self.club.time_zone,
                "language": self.club.language,
                "name_level": str(self.club.name_level),
                "visibility": str(self.club.visibility),
            },
            "season": {
                "slug": season.slug,
                "name": season.name,
                "starts_on": season.starts_on.isoformat(),
                "ends_on": season.ends_on.isoformat(),
                "state": str(season.state),
                "auto_publish": season.auto_publish or not self.full,
                "rule": rule_to_json(rule_of(season)),
                "rank_guests": season.rank_guests,
                "scheme": told_scheme(scheme_from_json(season.scheme)),
                "chain": list(season.chain),
                "ruleset": self.numbers.rulesets.get(season.ruleset_id or 0),
            },
            "players": self._players(),
            "rulesets": self._told_rulesets(),
            "events": self._events(),
            "adjustments": self._adjustments(self.given.own),
            "standings": renumbered(self.body, self.numbers),
        }

    # --- reading ---------------------------------------------------------------------------

    def _standing(self) -> bytes:
        """The standing's bytes, and as of which place of the journal all the rest is read."""
        season = self.season
        if self.full:
            self.as_of = season.club.seq
            return standing_payload.build(season, as_of=self.as_of).body(Audience.LIVE)
        snapshot = snapshots.load(season, Audience.PUBLIC)
        if snapshot is not None and not snapshot.body:
            raise NotFound("not_found")
        if snapshot is None and not season.auto_publish:
            raise NotFound("not_found")
        if snapshot is not None and (not season.auto_publish or snapshot.as_of >= season.stale_at):
            self.as_of = snapshot.as_of
            return bytes(snapshot.body)
        self.as_of = season.club.seq
        return standing_payload.build(season, as_of=self.as_of).body(Audience.PUBLIC)

    def _records(self) -> list[Row]:
        chosen = rows.within(self.span, MatchRecord.objects.filter(self.span.records()))
        found = chosen.order_by("table_id").values(
            "pk",
            "stage_id",
            "table_id",
            "ruleset_id",
            "sheet",
            "outcome",
            "table__number",
            "table__played_at",
            "table__seating__round__number",
            "table__seating__round__is_rolling",
        )
        return [{**row} for row in found]

    def _scores(self) -> Mapping[int, list[Row]]:
        found: dict[int, list[Row]] = defaultdict(list)
        for part in rows.batched(sorted(record["pk"] for record in self.records)):
            chosen = SeatScore.objects.filter(record__in=part).order_by("record_id", "position")
            columns = ("record_id", "entry__player_id", "position", "place", "points", "side")
            for row in chosen.values(*columns):
                found[row["record_id"]].append(row)
        return found

    def _byes(self) -> Mapping[int, list[Row]]:
        found: dict[int, list[Row]] = defaultdict(list)
        listed = {row.pk for row in self.entries}
        chosen = (
            bye_rows(self.span)
            .order_by("round_id", "pk")
            .values(
                "round__stage_id",
                "round__number",
                "round__is_rolling",
                "entry_id",
                "entry__player_id",
                "state",
                "value_num",
                "value_den",
            )
        )
        for row in chosen:
            if row["entry_id"] in listed:
                found[row["round__stage_id"]].append({**row})
        return found

    def _rulesets(self) -> Mapping[int, Ruleset]:
        wanted = {record["ruleset_id"] for record in self.records}
        wanted |= {stage.ruleset_id for stage in self.stages}
        if self.season.ruleset_id is not None:
            wanted.add(self.season.ruleset_id)
        return Ruleset.objects.select_related("club_game").in_bulk(sorted(wanted))

    def _people(self) -> Collection[int]:
        found = {row.player_id for row in self.entries}
        found |= {row["entry__player_id"] for some in self.scores.values() for row in some}
        found |= {given.player for given in self.given.own}
        found |= {one.player for some in self.given.of_stages.values() for one in some}
        return found | {row["player"] for row in json.loads(self.body)["rows"]}

    def _names(self) -> Mapping[int, str]:
        if self.full:
            return {pk: row.name for pk, row in self.people.items()}
        with translation.override(self.club.language):
            found = standing_payload.named(self.people.values(), self.club, full=False)
        # Two of one name are told apart as they are in what was published.
        published = {row["player"]: row["name"] for row in json.loads(self.body)["rows"]}
        return {**found, **published}

    # --- telling ---------------------------------------------------------------------------

    def _players(self) -> list[JSON]:
        keys = sort_keys(self.people.values(), self.club)
        return [self._player(row, keys[pk]) for pk, row in sorted(self.people.items())]

    def _player(self, row: Player, key: str) -> Row:
        told = {
            "player": self.numbers.players[row.pk],
            "name": self.numbers.names[row.pk],
            "sort": key,
        }
        if not self.full:
            return told
        return {
            **told,
            "given": row.given,
            "family": row.family,
            "nickname": row.nickname,
            "shown_as": str(names.level_of(row, self.club)),
        }

    def _told_rulesets(self) -> list[JSON]:
        numbers = self.numbers
        return [
            {
                "ruleset": numbers.rulesets[pk],
                "name": row.name,
                "version": row.version,
                "edition": row.edition,
                "options": row.options,
                "seats": [row.seats_min, row.seats_max],
                "box": numbers.games[row.club_game_id],
                "game": row.club_game.game,
                "title": row.club_game.title,
            }
            for pk, row in sorted(self.rulesets.items())
        ]

    def _events(self) -> list[JSON]:
        stages: dict[int, list[Stage]] = defaultdict(list)
        for stage in self.stages:
            stages[stage.event_id].append(stage)
        entries: dict[int, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            entries[entry.event_id].append(entry)
        tables: dict[int, list[Row]] = defaultdict(list)
        for record in self.records:
            tables[record["stage_id"]].append(record)
        events: Mapping[int, Event] = {stage.event_id: stage.event for stage in self.stages}
        return [
            {
                "event": self.numbers.events[pk],
                "slug": event.slug,
                "name": event.name,
                "kind": str(event.kind),
                "state": str(event.state),
                "starts_at": _moment(event.starts_at),
                "rank_guests": event.rank_guests,
                "is_announced": event.is_announced,
                "entries": [self._entry(row) for row in entries[pk]],
                "stages": [self._stage(stage, tables[stage.pk]) for stage in stages[pk]],
            }
            for pk, event in sorted(events.items())
        ]

    def _entry(self, row: Entry) -> Row:
        return {
            "player": self.numbers.players[row.player_id],
            "state": str(row.state),
            "is_guest": row.is_guest,
            "is_filler": row.is_filler,
            "ranked": self._is_ranked(row),
            "is_void": row.state == EntryState.DISQUALIFIED and not row.keeps_results,
            "keeps_results": row.keeps_results,
            "joined_round": row.joined_round,
            "dropped_round": row.dropped_round,
        }

    def _stage(self, stage: Stage, tables: list[Row]) -> Row:
        rounds: dict[tuple[int, bool], Row] = {}

        def of_round(number: int, is_rolling: bool) -> Row:
            return rounds.setdefault(
                (number, is_rolling),
                {
                    "round": number,
                    "is_rolling": is_rolling,
                    "is_withheld": (stage.pk, number) in self.withheld,
                    "tables": [],
                    "byes": [],
                },
            )

        for record in tables:
            key = record["table__seating__round__number"]
            home = of_round(key, record["table__seating__round__is_rolling"])
            home["tables"].append(self._table(stage, record))
        for row in self.byes.get(stage.pk, ()):
            home = of_round(row["round__number"], row["round__is_rolling"])
            home["byes"].append(self._bye(stage, row))
        self._tell_of_late(stage, rounds.values())
        scheme, settings = scheme_of(stage), settings_of(stage)
        usual = usual_mean(scheme, settings)
        return {
            "stage": stage.number,
            "kind": str(stage.kind),
            "name": stage.name,
            "mode": str(_mode(stage)),
            "scheme": told_scheme(scheme),
            "chain": list(stage.chain),
            "ruleset": self.numbers.rulesets[stage.ruleset_id],
            "usual_size": stage.size_preferred,
            "bye_mean": None if usual is None else str(usual),
            "byes_worth": {kind: value_to_json(settings.value_of(kind)) for kind in BYE_KINDS},
            "scoring": scoring_to_json(scoring_of(stage)),
            "rounds": [rounds[key] for key in sorted(rounds)],
            "adjustments": self._adjustments(self.given.of_stages.get(stage.pk, ())),
        }

    def _table(self, stage: Stage, record: Row) -> Row:
        scale = int(record["outcome"]["scale"])
        number = record["table__seating__round__number"]
        return {
            "table": record["table__number"],
            "match": self.numbers.matches[record["table_id"]],
            "ruleset": self.numbers.rulesets[record["ruleset_id"]],
            "played_at": _moment(record["table__played_at"] or stage.event.starts_at),
            "higher_wins": self._higher_wins(self.rulesets[record["ruleset_id"]]),
            "sheet": record["sheet"],
            "outcome": record["outcome"],
            "seats": [
                self._seat(
                    row, self.entered[stage.event_id, row["entry__player_id"]], scale, number
                )
                for row in self.scores[record["pk"]]
            ],
        }

    def _seat(self, row: Row, entry: Entry, scale: int, number: int) -> Row:
        points = row["points"]
        gone = entry.state in (EntryState.DROPPED, EntryState.DISQUALIFIED)
        return {
            "player": self.numbers.players[entry.player_id],
            "seat": row["position"],
            "place": row["place"],
            "score": None if points is None else str(rows.scaled(points, scale)),
            "side": row["side"],
            "ranked": self._is_ranked(entry),
            "filler": entry.is_filler,
            "left": gone and entry.dropped_round is not None and number >= entry.dropped_round,
        }

    def _is_ranked(self, entry: Entry) -> bool:
        return not entry.is_filler and (self.season.rank_guests or not entry.is_guest)

    def _higher_wins(self, row: Ruleset) -> bool | None:
        return rows.higher_wins(row.club_game.game, json.dumps(row.options, sort_keys=True))

    def _bye(self, stage: Stage, row: Row) -> Row:
        value = row["value_num"]
        return {
            "player": self.numbers.players[row["entry__player_id"]],
            "state": row["state"],
            "value": None if value is None else str(Fraction(value, row["value_den"])),
            "ranked": self._is_ranked(self.entered[stage.event_id, row["entry__player_id"]]),
        }

    def _tell_of_late(self, stage: Stage, rounds: Iterable[Row]) -> None:
        """Adds the rounds that were over when somebody came."""
        of = [row for row in self.entries if row.event_id == stage.event_id]
        late = [row for row in of if row.joined_round > 1 and self._is_ranked(row)]
        for one in rounds:
            told = {bye["player"] for bye in one["byes"] if bye["ranked"]}
            if not (one["tables"] or told):
                continue
            one["byes"].extend(
                {"player": number, "state": "late", "value": None, "ranked": True}
                for row in late
                if one["round"] < row.joined_round
                and (number := self.numbers.players[row.player_id]) not in told
            )

    def _adjustments(self, given: Iterable[Any]) -> list[JSON]:  # Any: pure adjustments
        return [
            {
                "adjustment": self.numbers.adjustments[one.reason],
                "player": self.numbers.players[one.player],
                "points": str(one.points),
                "reason": self.given.reasons[one.reason],
            }
            for one in given
        ]


def _moment(at: datetime) -> str:
    """Whole seconds, so that as texts they are in order."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _mode(stage: Stage) -> StageMode:
    """Played fixtures are what tables of open play are: one by one, each at its own time."""
    return StageMode.ROUNDS if stage.mode == StageMode.ROUNDS else StageMode.OPEN_PLAY
