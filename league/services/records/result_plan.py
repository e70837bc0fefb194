"""One reading of a file of results against what season and club know now, and storing it.

The same match is recognised by season, game, day and number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import journal, permissions
from league.core.actions import Action
from league.core.errors import BadInput
from league.core.facts import Fact
from league.lists import match_list, person, round_list
from league.lists.line_notes import Note, note
from league.lists.match_list import Match, MatchList, SeatRow
from league.lists.round_list import Rest, RoundList
from league.models import MatchRecord, Ruleset, Season
from league.queries.records import sheets
from league.services.office import rules
from league.services.records import _result_sheets, _round_notes, _stored_results
from league.services.records._result_people import Known, People
from league.services.records._result_rows import Evenings
from league.services.records._round_rows import Rounds
from league.services.records.result_games import Game, Shelf
from league.standings.points import scheme_from_json
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON, Outcome
    from league.core.actors import Actor
    from league.lists import csv_reading
    from league.standings.contract import PointsScheme


_CANDIDATES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One sound match. ``table_id`` is the table that holds it already; ``scale`` is the number
    of decimals in the outcome's points."""

    match: Match
    sheet: JSON
    outcome: Outcome
    issues: tuple[dict[str, JSON], ...]
    table_id: int | None = None
    scale: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do. With anything in ``bad`` it will do nothing, or what is good alone.

    ``larger`` name matches with too many players; they are among ``bad`` too unless the rest
    shall load without them. ``new_players`` are names that nobody in the club bears, ``games``
    those of the file with the matches that each has. ``left_out`` matches are not to be had for
    something in ``bad``. Of a list with rounds ``events`` are those it holds and ``rests`` its byes
    and penalties; with anything in ``bad`` nothing of it is to be had. ``sheet`` is that of a
    workbook.
    """

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    columns: Mapping[str, int]
    matches: tuple[PlannedMatch, ...]
    larger: tuple[Note, ...]
    bad: tuple[Note, ...]
    notes: tuple[Note, ...]
    new_players: tuple[str, ...]
    days: int
    games: tuple[Game, ...] = ()
    left_out: int = 0
    rests: tuple[Rest, ...] = ()
    events: tuple[str, ...] | None = None
    sheet: str = ""

    @property
    def new(self) -> int:
        return sum(planned.table_id is None for planned in self.matches)

    @property
    def recognised(self) -> int:
        return sum(planned.table_id is not None for planned in self.matches)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did."""

    matches: int
    recognised: int
    evenings: int
    players: int
    skipped: int


def key_prefix(season: Season) -> str:
    """What the keys of all matches imported into the season begin with."""
    return f"import:{season.pk}:"


class Plan:
    """One reading of a file against what season and club know now."""

    def __init__(
        self,
        by: Actor,
        season: Season,
        game: str,
        max_seats: int,
        skip_larger: bool,
        create_players: bool,
    ) -> None:
        self.by = by
        self.season = season
        self.club = season.club
        self.skip_larger = skip_larger
        self.create_players = create_players
        if not 2 <= max_seats <= match_list.MOST_SEATS:
            raise BadInput(
                "number_out_of_range", field="max_seats", low=2, high=match_list.MOST_SEATS
            )
        self.max_seats = max_seats
        self.title = person.text(game, "game", rules.LONGEST_NAME)
        if create_players:
            permissions.require(by, Action.MANAGE_PEOPLE, self.club)
        self.shelf = Shelf(season.club)
        if self.title:
            self.shelf.game(self.title)
        self.people = People(season.club)
        self.told: set[tuple[str, str]] = set()
        self.rests: tuple[Rest, ...] = ()
        self.titles: Mapping[str, str] = {}
        self.going_on: dict[str, MatchRecord] = {}
        self.there = _stored_results.There()
        self.stored: dict[str, MatchRecord] = {}
        self.left_out = 0
        self.bad: list[Note] = []
        self.notes: list[Note] = []

    # --- reading -----------------------------------------------------------------------

    def read(self, table: csv_reading.Table, columns: Mapping[str, int | None] | None) -> Preview:
        has_rounds = round_list.has_rounds(table)
        understand = round_list.understand if has_rounds else match_list.understand
        found = understand(
            table,
            columns=columns,
            first=self.season.starts_on,
            last=self.season.ends_on,
            max_seats=self.max_seats,
        )
        self.bad.extend(found.bad)
        rounds = found if isinstance(found, RoundList) else None
        larger = self._larger(found)
        if rounds is not None or not self.skip_larger:
            self.bad.extend(larger)
        self.left_out = found.spoiled
        seated = [match for match in found.matches if self._recognise_seats(match)]
        self.left_out += len(found.matches) - len(seated)
        if rounds is not None:
            self.rests = tuple(
                rest for rest in rounds.rests if self._recognise_seats(rest.as_match)
            )
            self.titles = rounds.titles
            prefix = key_prefix(self.season)
            self.there = _stored_results.in_events(self.season, self.titles.keys(), prefix)
        games = self._sorted_by_game(seated)
        if self.titles or not all(game.is_new for game in games):
            self.stored = _stored_results.newest(key_prefix(self.season))
        scheme = scheme_from_json(self.season.scheme)
        matches = tuple(planned for game in games for planned in self._judged(game, scheme))
        if rounds is not None:
            self.notes.extend(_round_notes.of_list(rounds, matches, scheme))
            if self.bad:
                # A tournament without some of its tables would be another one.
                self.left_out, matches = len(found.matches), ()
        self.bad.sort(key=lambda one: one.line)
        played = [planned.match for planned in matches]
        events = dict.fromkeys(match.at.event for match in played if match.at is not None)
        return Preview(
            encoding=found.encoding,
            delimiter=found.delimiter,
            header=found.header,
            columns=found.columns,
            matches=tuple(sorted(matches, key=lambda one: one.match.line)),
            larger=larger,
            bad=tuple(self.bad),
            notes=tuple(self.notes),
            new_players=tuple(
                one.row.name for one in self.people.new_in([*played, *self._alone(matches)])
            ),
            days=len({one.match.day for one in matches if one.table_id is None}),
            games=tuple(games),
            left_out=self.left_out,
            rests=self.rests if matches else (),
            events=None if rounds is None else tuple(self.titles.get(key) or key for key in events),
            sheet=table.sheet,
        )

    def _larger(self, found: MatchList) -> tuple[Note, ...]:
        return tuple(
            note(
                match.line,
                BadInput(
                    "match_too_large",
                    field="n_players",
                    match=match.number,
                    size=match.size,
                    most=self.max_seats,
                ),
                match.number,
            )
            for match in found.larger
        )

    def _alone(self, matches: Sequence[PlannedMatch]) -> list[Match]:
        """Who has a bye or a penalty, as far as anything is stored."""
        new = any(planned.table_id is None for planned in matches)
        return [rest.as_match for rest in self.rests] if new else []

    def _recognise_seats(self, match: Match) -> bool:
        """Finds or makes every player; a name that fits nobody or several is told once."""
        unclear = [seat for seat in match.seats if not self._is_clear(seat)]
        if unclear:
            for seat in unclear:
                self._tell_of(seat)
            return False
        for seat in match.seats:
            found = self.people.find(seat)
            if found:
                self.people.met(found[0], seat, match.day)
                self._tell_of_nickname(found[0], seat)
            else:
                self.people.make(seat, match.day)
        return True

    def _is_clear(self, seat: SeatRow) -> bool:
        count = len(self.people.find(seat))
        return count == 1 or (count == 0 and self.create_players)

    def _tell_of(self, seat: SeatRow) -> None:
        key = (names.fold(seat.player), seat.number)
        if key in self.told:
            return
        self.told.add(key)
        fault = BadInput("unknown_player", field="player", name=seat.player)
        if found := self.people.find(seat):
            shown = "; ".join(one.described for one in found[:_CANDIDATES_SHOWN])
            fault = BadInput("ambiguous_person", field="player", name=seat.player, candidates=shown)
        self.bad.append(note(seat.line, fault, seat.player))

    def _tell_of_nickname(self, one: Known, seat: SeatRow) -> None:
        key = (names.fold(seat.player), seat.number)
        by_number = seat.number != "" and seat.number == one.number
        if key in self.told or by_number or person.is_same_name(one.row.name, seat.player):
            return
        if names.fold(seat.player) == names.fold(one.row.nickname):
            self.told.add(key)
            told = BadInput("met_by_nickname", field="player", name=one.row.name)
            self.notes.append(note(seat.line, told, seat.player))

    def _sorted_by_game(self, matches: Sequence[Match]) -> list[Game]:
        """The games that the file names, each with its matches; the one chosen for the rest."""
        found: dict[str, Game] = {}
        for match in matches:
            title = match.game or self.title
            key = names.fold(title)
            try:
                if not title:
                    raise BadInput("value_missing", field="game")
                game = self.shelf.game(title)
                found[names.fold(game.title)] = game
            except BadInput as fault:
                if not match.game:
                    raise
                self.left_out += 1
                if (key, "game") not in self.told:
                    self.told.add((key, "game"))
                    self.bad.append(note(match.line, fault, title))
                continue
            game.matches.append(match)
            if self.title and key != names.fold(self.title) and len(game.matches) == 1:
                told = BadInput("game_from_file", field="game", title=game.title)
                self.notes.append(note(match.line, told, title))
        return list(found.values())

    def _judged(self, named: Game, scheme: PointsScheme) -> list[PlannedMatch]:
        """Every match as the sheet of the game says, with what the season's scheme objects."""
        found = _result_sheets.settled(named, lambda game: self._sound(named, game, scheme))
        for one in found:
            there, match = self._known(one.match), one.match
            if there is not None and _stored_results.differs(there, one, self.people):
                told = BadInput("match_known_otherwise", field="match", match=match.number)
                self.notes.append(note(match.line, told, match.number))
        return found

    def _sound(
        self, named: Game, game: sheets.Rules, scheme: PointsScheme
    ) -> Iterator[PlannedMatch]:
        for match in named.matches:
            judged, faults = _result_sheets.judge(named, game, match)
            if faults:
                self.left_out += 1
                self.bad.extend(faults)
                continue
            assert judged.outcome is not None, "a match without faults is settled"
            self._tell_of_tiebreak(named, match)
            if objection := _result_sheets.objection(scheme, game, judged.outcome, match.size):
                fault = BadInput(objection, field="match", match=match.number, size=match.size)
                self._leave_out(match, fault)
                continue
            there = self._known(match)
            if there is None and (refusal := self.there.refusal(match.at)):
                self._leave_out(match, refusal)
                continue
            yield PlannedMatch(
                match=match,
                sheet=judged.sheet,
                outcome=judged.outcome,
                issues=tuple(sheets.issue_json(issue) for issue in judged.issues),
                table_id=there.table_id if there else None,
                scale=game.scale,
            )

    def _tell_of_tiebreak(self, named: Game, match: Match) -> None:
        key = (names.fold(named.title), "tiebreak")
        given = [seat for seat in match.seats if seat.tiebreak is not None]
        if given and not named.has_own_sheet and key not in self.told:
            self.told.add(key)
            told = BadInput("tiebreak_unread", field="tiebreak", title=named.title)
            self.notes.append(note(given[0].line, told, str(given[0].tiebreak)))

    def _leave_out(self, match: Match, fault: BadInput) -> None:
        self.left_out += 1
        self.bad.append(note(match.line, fault, match.number))

    def _game(self, match: Match) -> Game:
        return self.shelf.game(match.game or self.title)

    def _known(self, match: Match) -> MatchRecord | None:
        """What the season has of this match already."""
        return self.stored.get(self._key(match)) or self.there.records.get(match.at)

    def _key(self, match: Match) -> str:
        box = self._game(match).box
        if at := match.at:
            where = f"{names.fold(at.event)}/{at.stage}/{at.round or 0}/{at.table}"
            return key_prefix(self.season) + hashlib.sha256(where.encode()).hexdigest()
        text = f"{box.pk if box else 0}:{match.day.isoformat()}:{names.fold(match.number)}"
        if len(text) > 80:
            text = hashlib.sha256(text.encode()).hexdigest()
        return key_prefix(self.season) + text

    # --- storing -----------------------------------------------------------------------

    def store(self, found: Preview) -> ImportResult:
        new = [planned for planned in found.matches if planned.table_id is None]
        for planned in found.matches:
            at, record = planned.match.at, self._known(planned.match)
            if at is not None and record is not None:
                self.going_on[at.event] = record
        skipped = len(found.larger) + found.left_out
        if all(planned.match.number.isdecimal() for planned in new):
            # Several on one day were played as they are numbered, whatever the file begins with.
            new.sort(key=lambda planned: (planned.match.day, int(planned.match.number)))
        if not new:
            return ImportResult(0, found.recognised, 0, 0, skipped)
        rulesets = self._stored_rulesets(new)
        played = [planned.match for planned in new]
        made = self.people.store(self.club, [*played, *self._alone(new)])
        evenings = self._prepared(new, rulesets)
        counts: dict[str, JSON] = {
            "season": self.season.pk,
            "matches": len(new),
            "recognised": found.recognised,
            "evenings": evenings.made,
            "players": made,
            "skipped": skipped,
            "game": ", ".join(ruleset.name for ruleset in rulesets.values()),
        }
        line = journal.append(
            Fact.RESULTS_IMPORTED,
            by=self.by,
            club=self.club,
            payload=counts,
            stale_stages=evenings.stages,
            stale_seasons=[self.season.pk],
        )
        assert line.seq is not None, "a club's line has a number"
        evenings.store(new, seq=line.seq, key_of=self._key)
        return ImportResult(
            matches=len(new),
            recognised=found.recognised,
            evenings=evenings.made,
            players=made,
            skipped=skipped,
        )

    def _prepared(
        self, new: Sequence[PlannedMatch], rulesets: Mapping[str, Ruleset]
    ) -> Evenings | Rounds:
        """Where the matches go: an evening per day, or events with their rounds."""

        def ruleset_of(match: Match) -> Ruleset:
            return rulesets[names.fold(match.game or self.title)]

        if new[0].match.at is None:
            evenings = Evenings(
                by=self.by, season=self.season, people=self.people, ruleset_of=ruleset_of
            )
            evenings.prepare(new, self.stored.values())
            return evenings
        rounds = Rounds(
            by=self.by,
            season=self.season,
            people=self.people,
            ruleset_of=ruleset_of,
            rests=self.rests,
            titles=self.titles,
        )
        rounds.prepare(new, self.going_on)
        return rounds

    def _stored_rulesets(self, new: Sequence[PlannedMatch]) -> dict[str, Ruleset]:
        """The ruleset of every game with a new match, by folded title: as all were judged."""
        found: dict[str, Ruleset] = {}
        for planned in new:
            title = names.fold(planned.match.game or self.title)
            if title not in found:
                game = self._game(planned.match)
                found[title] = game.store(self.by, self.club, game.matches)
        return found
