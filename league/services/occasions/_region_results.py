"""What a season file holds, as pure results: its matches count here as they do in its club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from league.core.enums import StageKind
from league.core.errors import BadInput
from league.lists import season_file as files
from league.models import Season, Stage
from league.queries.standings.counted_results import with_seat_means
from league.queries.standings.stage_settings import scheme_of, scoring_of, settings_in
from league.services.occasions import _season_fields as fields
from league.standings import payload as plain
from league.standings import types as pure
from league.standings.rules import rule_from_json
from league.standings.season import Evening, season_table
from league.standings.tiebreaks.registry import chain_from_json
from league.standings.types import EventId, MatchId, PlayerId, ReasonId
from league.words import names

if TYPE_CHECKING:
    from league.services.occasions._season_fields import Told
    from league.standings.rules import SeasonRule
    from league.standings.table import Table

_KINDS = (StageKind.MAIN.value, StageKind.SEMI_FINAL.value, StageKind.FINAL.value)
_APART = 1_000_000  # numbers of one file, and those of the next
_STAGES = 1000
People = Mapping[int, PlayerId]


def evenings(told: Told, people: People, at: int = 0) -> list[Evening]:
    """The stages of the file numbered ``at``, with everybody as ``people`` says."""
    games = {
        one["ruleset"]: f"{one['game']}:{names.fold(one['title'])}" for one in told["rulesets"]
    }
    return [
        _evening(event, stage, people, games, at * _APART)
        for event in told["events"]
        for stage in event["stages"]
    ]


def _evening(
    event: Told, stage: Told, people: People, games: Mapping[int, str], start: int
) -> Evening:
    begins = int(datetime.fromisoformat(event["starts_at"]).timestamp())
    # Settings and scheme are read as those of a stage that is stored.
    row = Stage(
        scheme=fields.scheme_of(stage["scheme"]),
        scoring=stage["scoring"],
        size_preferred=stage["usual_size"],
        **{kind: stage["byes_worth"][kind] for kind in ("bye", "late", "no_show")},
    )
    rounds = stage["rounds"]
    results = pure.Results(
        tables=tuple(
            _table(table, one, people, games, start) for one in rounds for table in one["tables"]
        ),
        byes=tuple(
            pure.ByeResult(people[bye["player"]], one["round"], bye["state"], _worth(bye["value"]))
            for one in rounds
            for bye in one["byes"]
            if bye["ranked"]
        ),
        adjustments=tuple(adjustments(stage, people, start)),
        entrants=tuple(
            pure.Entrant(
                people[one["player"]],
                state=one["state"],
                void=not one["keeps_results"],
                ranked=one["ranked"],
                filler=one["is_filler"],
                joined_round=one["joined_round"],
            )
            for one in event["entries"]
        ),
    )
    return Evening(
        event=EventId(start + event["event"]),
        results=results,
        scheme=scheme_of(row),
        settings=settings_in(row, Season()),
        order=begins * _STAGES + int(stage["stage"]),
        weight=scoring_of(row).weight,
        stage=_KINDS.index(stage["kind"]),
        chain=chain_from_json(stage["chain"]),
    )


def _table(
    table: Told, one: Told, people: People, games: Mapping[int, str], start: int
) -> pure.TableResult:
    outcome = table["outcome"]
    return pure.TableResult(
        match=MatchId(start + table["match"]),
        seats=tuple(
            pure.SeatResult(
                people[seat["player"]],
                seat["place"],
                None if seat["score"] is None else fields.exact(seat["score"]),
                seat["ranked"],
                seat["seat"],
                seat["left"],
                seat["side"],
                seat["filler"],
            )
            for seat in table["seats"]
        ),
        round=one["round"],
        order=int(datetime.fromisoformat(table["played_at"]).timestamp()),
        drawn=outcome["drawn"],
        low_tie=outcome["low_tie"],
        higher_wins=table["higher_wins"],
        game=games[table["ruleset"]],
    )


def _worth(value: object) -> pure.ByeValue | None:
    return None if value is None else pure.ByeValue("fixed", fields.exact(value))


def adjustments(told: Told, people: People, start: int = 0) -> list[pure.Adjustment]:
    return [
        pure.Adjustment(
            people[one["player"]],
            fields.exact(one["points"]),
            ReasonId(start + one["adjustment"]),
        )
        for one in told["adjustments"]
    ]


def own_adjustments(told: Told, people: People, at: int = 0) -> list[pure.Adjustment]:
    """Those of the season itself."""
    return adjustments(told, people, at * _APART)


def entrants(told: Told, people: People) -> list[pure.Entrant]:
    """Everybody of the file, with whether that makes a row of its own."""
    entries = [entry for event in told["events"] for entry in event["entries"]]
    ranked = {one["player"] for one in entries if one["ranked"]}
    members = {one["player"] for one in entries if not one["is_guest"]}
    return [
        pure.Entrant(
            people[one["player"]],
            enrolled=one["player"] in ranked,
            guest=one["player"] not in members,
            sort_key=str(one["sort"]),
        )
        for one in told["players"]
    ]


def ranked(
    found: Iterable[Evening],
    *,
    entrants: Iterable[pure.Entrant],
    adjustments: Iterable[pure.Adjustment],
    rule: SeasonRule,
    chain: tuple[str, ...],
) -> Table:
    """The table over all these evenings."""
    some = list(found)
    if "seat_adjusted" in chain:
        some = with_seat_means(some)
    return season_table(
        some if any(one.weight for one in some) else (),
        entrants=list(entrants),
        adjustments=list(adjustments),
        rule=rule,
        chain=chain,
        with_cells=False,
    )


def check(told: Told) -> None:
    """Makes sure that the file's results give the file's standings."""
    people = {one["player"]: PlayerId(one["player"]) for one in told["players"]}
    table = ranked(
        evenings(told, people),
        entrants=entrants(told, people),
        adjustments=own_adjustments(told, people),
        rule=rule_from_json(told["season"]["rule"]),
        chain=chain_from_json(told["season"]["chain"]),
    )
    made = plain.to_json(table, cells=False)["rows"]
    if _said(made) != _said(told["standings"]["rows"]):
        raise BadInput("season_file_differs", field="file")


def _said(rows: Iterable[Told] | Iterable[plain.RowPayload]) -> bytes:
    """Ranks and values by the numbers of the file."""
    by_number = sorted(rows, key=lambda one: int(one["player"]))
    return files.canonical([[one["player"], one["rank"], one["values"]] for one in by_number])


def last_played(told: Told) -> tuple[str, int]:
    """What tells a newer file of a season: the last match, then how many there are."""
    tables = [
        table["played_at"]
        for event in told["events"]
        for stage in event["stages"]
        for one in stage["rounds"]
        for table in one["tables"]
    ]
    return max(tables, default=""), len(tables)
