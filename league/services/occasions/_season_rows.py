"""The rows of a season that comes in a file: a club of its own with all that counts in it."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from games import catalogue
from league import journal
from league.core.enums import (
    EntryState,
    MembershipKind,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
)
from league.core.errors import BadInput
from league.core.facts import Fact
from league.lists import person
from league.models import (
    Adjustment,
    Club,
    ClubGame,
    Entry,
    Event,
    MatchRecord,
    Membership,
    Player,
    Round,
    RoundEntry,
    Ruleset,
    Season,
    Seat,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from league.queries.occasions.season_rule import NUMBERS
from league.queries.standings.stage_scoring import (
    scoring_from_json,
    scoring_to_json,
    value_from_json,
    value_to_json,
)
from league.services.occasions import clubs
from league.services.occasions._season_fields import (
    Told,
    checked,
    exact,
    in_order,
    scheme_of,
    stored,
)
from league.standings.rules import rule_from_json
from league.standings.tiebreaks.registry import chain_from_json
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.actors import Actor

_BATCH = 500


class Rows:
    """Writes one file; whatever in it cannot be is an error of Python or of the database."""

    def __init__(self, by: Actor, told: Told) -> None:
        self.by, self.told = by, told
        self.players: dict[int, Player] = {}
        self.rulesets: dict[int, Ruleset] = {}
        self.homes: dict[int, Event] = {}
        self.entries: dict[tuple[int, int], Entry] = {}
        self.stages: list[tuple[Told, Stage]] = []

    def store(self) -> Season:
        """Everything, in the order of the numbers in the file: here they are in that order too."""
        self.club = self._club()
        self._rulesets()
        self.season = self._season()
        self._people()
        self._events()
        self._entries()
        self._rounds()
        self._results()
        return self.season

    # --- club, season, people ----------------------------------------------------------------

    def _club(self) -> Club:
        told = self.told["club"]
        if Club.objects.filter(slug=told["slug"]).exists():
            raise BadInput("season_file_club_there", field="file", club=str(told["slug"]))
        fields = {name: told[name] for name in ("name", "slug", "time_zone", "language")}
        folded = names.fold(told["name"])[:160]
        club = checked(
            Club(
                **fields,
                visibility=told["visibility"],
                name_level=told["name_level"],
                search_key=folded,
                sort_key=folded,
                seq=0,
            )
        )
        clubs.found(self.by, club)
        return club

    def _rulesets(self) -> None:
        boxes: dict[int, ClubGame] = {}
        for told in sorted(self.told["rulesets"], key=lambda one: int(one["box"])):
            rules = catalogue.get(told["game"]).sheet
            rules.options_from_json(told["options"])
            if told["box"] not in boxes:
                box = ClubGame(club=self.club, game=told["game"], title=told["title"])
                boxes[told["box"]] = stored(box)
        for told in in_order(self.told["rulesets"], "ruleset"):
            low, high = told["seats"]
            self.rulesets[told["ruleset"]] = stored(
                Ruleset(
                    club=self.club,
                    club_game=boxes[told["box"]],
                    name=told["name"],
                    version=told["version"],
                    edition=told["edition"],
                    options=told["options"],
                    seats_min=low,
                    seats_max=high,
                )
            )

    def _season(self) -> Season:
        told = self.told["season"]
        rule = dict(told["rule"])
        rule_from_json(rule)
        kind, unit, minimum = (rule.pop(name) for name in ("kind", "unit", "minimum"))
        number = rule.pop(NUMBERS[kind], None) if kind in NUMBERS else None
        return stored(
            Season(
                club=self.club,
                slug=self._season_slug(told),
                name=told["name"],
                starts_on=date.fromisoformat(told["starts_on"]),
                ends_on=date.fromisoformat(told["ends_on"]),
                state=told["state"],
                counting=kind,
                counting_n=number,
                counting_unit=unit,
                min_matches=minimum,
                counting_more={name: value for name, value in rule.items() if value is not None},
                rank_guests=told["rank_guests"],
                scheme=scheme_of(told["scheme"]),
                chain=list(chain_from_json(told["chain"])),
                ruleset=self.rulesets[told["ruleset"]] if told["ruleset"] else None,
                auto_publish=told["auto_publish"],
            )
        )

    def _season_slug(self, told: Told) -> str:
        return str(told["slug"])

    def _event_slug(self, told: Told) -> str:
        return str(told["slug"])

    def _known(self, told: Told) -> Player | None:
        """Whom somebody of the file is here already; in a club of its own nobody."""
        return None

    def _people(self) -> None:
        """Whom the file names; whoever is new is shown as the file shows them."""
        new: dict[int, Player] = {}
        for told in in_order(self.told["players"], "player"):
            known = self._known(told)
            if known is None:
                new[told["player"]] = checked(_new_player(told))
            self.players[told["player"]] = known or new[told["player"]]
        Player.objects.bulk_create(new.values(), batch_size=_BATCH)
        entries = [one for event in self.told["events"] for one in event["entries"]]
        members = {one["player"] for one in entries if not one["is_guest"]}
        Membership.objects.bulk_create(
            [
                Membership(
                    club=self.club,
                    player=row,
                    kind=MembershipKind.MEMBER if number in members else MembershipKind.GUEST,
                    since=self.season.starts_on,
                )
                for number, row in new.items()
            ],
            batch_size=_BATCH,
        )

    # --- events -----------------------------------------------------------------------------

    def _events(self) -> None:
        events = in_order(self.told["events"], "event")
        self._check_events(events)
        for told in events:
            event = Event(
                club=self.club,
                season=self.season,
                slug=self._event_slug(told),
                name=told["name"],
                kind=told["kind"],
                state=told["state"],
                starts_at=datetime.fromisoformat(told["starts_at"]),
                rank_guests=told["rank_guests"],
                is_announced=told["is_announced"],
            )
            self.homes[told["event"]] = stored(event)
            self.stages.extend((one, self._stage(event, one)) for one in told["stages"])

    def _check_events(self, events: Iterable[Told]) -> None:
        """Refuses where an event of the file is here already, or its address taken."""
        taken = Event.objects.filter(slug__in=[one["slug"] for one in events]).first()
        if taken is not None:
            raise BadInput("season_file_event_there", field="file", slug=taken.slug)

    def _stage(self, event: Event, told: Told) -> Stage:
        worth = {
            kind: value_to_json(value_from_json(told["byes_worth"][kind], kind))
            for kind in ("bye", "late", "no_show")
        }
        return stored(
            Stage(
                event=event,
                number=told["stage"],
                kind=told["kind"],
                name=told["name"],
                mode=told["mode"],
                method="fixed",
                scheme=scheme_of(told["scheme"]),
                chain=list(chain_from_json(told["chain"])),
                ruleset=self.rulesets[told["ruleset"]],
                size_preferred=told["usual_size"],
                scoring=scoring_to_json(scoring_from_json(told["scoring"])),
                auto_publish=self.season.auto_publish,
                **worth,
            )
        )

    def _entries(self) -> None:
        rows: list[Entry] = []
        for event in in_order(self.told["events"], "event"):
            home = self.homes[event["event"]]
            for told in event["entries"]:
                row = Entry(
                    event=home,
                    player=self.players[told["player"]],
                    state=EntryState(told["state"]),
                    is_guest=told["is_guest"],
                    is_filler=told["is_filler"],
                    keeps_results=told["keeps_results"],
                    joined_round=told["joined_round"],
                    dropped_round=told["dropped_round"],
                )
                self.entries[home.pk, told["player"]] = checked(row)
                rows.append(row)
        Entry.objects.bulk_create(rows, batch_size=_BATCH)

    def _rounds(self) -> None:
        """Rounds, who had no match in them, and the seating that their tables belong to."""
        self.seatings: dict[tuple[int, int], Seating] = {}
        byes: list[RoundEntry] = []
        for told, stage in self.stages:
            for one in told["rounds"]:
                at = stage.event.starts_at
                round_ = stored(
                    Round(
                        stage=stage,
                        number=one["round"],
                        is_rolling=one["is_rolling"],
                        is_withheld=one["is_withheld"],
                        state=RoundState.CLOSED,
                        published_at=at,
                        closed_at=at,
                    )
                )
                seating = Seating(
                    round=round_, state=SeatingState.PUBLISHED, method="fixed", published_at=at
                )
                self.seatings[stage.pk, one["round"]] = stored(seating)
                for bye in one["byes"]:
                    if bye["state"] == "late":  # follows from the first round of the entry
                        continue
                    value = None if bye["value"] is None else exact(bye["value"])
                    row = RoundEntry(
                        round=round_,
                        entry=self.entries[stage.event_id, bye["player"]],
                        state=RoundEntryState(bye["state"]),
                        value_num=None if value is None else value.numerator,
                        value_den=1 if value is None else value.denominator,
                    )
                    byes.append(checked(row))
        RoundEntry.objects.bulk_create(byes, batch_size=_BATCH)

    # --- results ----------------------------------------------------------------------------

    def _results(self) -> None:
        """The matches and adjustments, which count from one line of the journal on."""
        found = [
            (table, one["is_rolling"], stage, self.seatings[stage.pk, one["round"]])
            for told, stage in self.stages
            for one in told["rounds"]
            for table in one["tables"]
        ]
        found.sort(key=lambda each: int(each[0]["match"]))
        line = journal.append(
            Fact.RESULTS_IMPORTED,
            by=self.by,
            club=self.club,
            payload={
                "season": self.season.pk,
                "matches": len(found),
                "evenings": len(self.told["events"]),
                "players": len(self.players),
            },
            stale_stages=[stage.pk for _, stage in self.stages],
            stale_seasons=[self.season.pk],
        )
        self.seq = line.seq or 0
        tables = [
            checked(
                Table(
                    seating=seating,
                    number=told["table"],
                    ruleset=self.rulesets[told["ruleset"]],
                    played_at=datetime.fromisoformat(told["played_at"]),
                    record_version=1,
                )
            )
            for told, _, _, seating in found
        ]
        tables = Table.objects.bulk_create(tables, batch_size=_BATCH)
        records = [
            self._record(told, stage, table)
            for (told, _, stage, _), table in zip(found, tables, strict=True)
        ]
        records = MatchRecord.objects.bulk_create(records, batch_size=_BATCH)
        seats: list[Seat] = []
        timed: list[RoundEntry] = []
        scores: list[SeatScore] = []
        for (told, is_rolling, stage, seating), table, record in zip(
            found, tables, records, strict=True
        ):
            for one in told["seats"]:
                entry, position = self.entries[stage.event_id, one["player"]], int(one["seat"])
                seats.append(
                    Seat(
                        seating=seating,
                        table=table,
                        entry=entry,
                        position=position,
                        is_rolling=is_rolling,
                    )
                )
                if not is_rolling:
                    seated = RoundEntryState.SEATED
                    timed.append(RoundEntry(round=seating.round, entry=entry, state=seated))
                scores.append(checked(_score(one, record, entry, position)))
        Seat.objects.bulk_create(seats, batch_size=_BATCH)
        RoundEntry.objects.bulk_create(timed, batch_size=_BATCH)
        SeatScore.objects.bulk_create(scores, batch_size=_BATCH)
        self._adjustments()

    def _record(self, told: Told, stage: Stage, table: Table) -> MatchRecord:
        now = timezone.now()
        outcome = told["outcome"]
        if not isinstance(outcome["drawn"], bool) or not 0 <= int(outcome["scale"]) <= 6:
            raise ValueError("an outcome that no game has")
        return checked(
            MatchRecord(
                table=table,
                stage=stage,
                version=1,
                state=RecordState.CONFIRMED,
                ruleset=table.ruleset,
                sheet=told["sheet"],
                outcome=outcome,
                reported_by=self.by.key,
                reporter_kind=self.by.kind,
                reporter_key=self.by.key[:120],
                reported_at=now,
                confirmed_by=self.by.key,
                confirmed_at=now,
                from_seq=self.seq,
            )
        )

    def _adjustments(self) -> None:
        given: list[tuple[Told, Stage | None]] = [(one, None) for one in self.told["adjustments"]]
        given += [(one, stage) for told, stage in self.stages for one in told["adjustments"]]
        given.sort(key=lambda each: int(each[0]["adjustment"]))
        rows = []
        for told, stage in given:
            points = exact(told["points"])
            row = Adjustment(
                stage=stage,
                season=self.season if stage is None else None,
                player=self.players[told["player"]],
                points_num=points.numerator,
                points_den=points.denominator,
                reason=told["reason"],
                author=self.by.key,
                from_seq=self.seq,
            )
            rows.append(checked(row))
        Adjustment.objects.bulk_create(rows, batch_size=_BATCH)


def _new_player(told: Told) -> Player:
    level = told.get("shown_as", "full")
    given, family = told.get("given", ""), told.get("family", "")
    key = person.sort_key(told["name"], given, family)
    return Player(
        name=told["name"],
        given=given,
        family=family,
        nickname=told.get("nickname", ""),
        name_level=level,
        search_key=person.search_key(told["name"], told.get("nickname", "")),
        sort_key=told["sort"] if level == "full" else key,
    )


def _score(told: Told, record: MatchRecord, entry: Entry, position: int) -> SeatScore:
    scale = 10 ** int(record.outcome["scale"])
    score = None if told["score"] is None else exact(told["score"]) * scale
    if score is not None and score.denominator != 1:
        raise ValueError("more decimals than the game has")
    return SeatScore(
        record=record,
        entry=entry,
        position=position,
        place=told["place"],
        points=None if score is None else score.numerator,
        side=told["side"],
    )
