"""One reading of a BG Stats file against what season and club know now, and storing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db.models import Min

from league import journal, permissions
from league.core.actions import Action
from league.core.errors import BadInput
from league.core.facts import Fact
from league.lists.bg_stats_beside import Part
from league.lists.line_notes import Note, note
from league.lists.match_list import MOST_SEATS, Match, SeatRow
from league.models import MatchRecord
from league.queries.records import bg_stats_ids, sheets
from league.services.records import _result_sheets
from league.services.records._bg_stats_games import Kind, Result, Shelved, result_of
from league.services.records._bg_stats_people import NEW, OUT, PersonRow, Persons
from league.services.records._bg_stats_there import There
from league.services.records._result_rows import Evenings
from league.services.records.result_games import Shelf
from league.services.records.result_plan import ImportResult, PlannedMatch, key_prefix
from league.standings.points import scheme_from_json
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.lists.bg_stats_file import BgStatsFile, ToldGame, ToldPlay
    from league.models import ClubGame, Ruleset, Season
    from league.services.records.result_games import Game
    from league.standings.contract import PointsScheme


class Reason(StrEnum):
    """Why a sound play is left out."""

    OUTSIDE = "outside"
    IGNORED = "ignored"
    ALONE = "alone"
    LARGE = "large"
    GAME = "game"
    PERSON = "person"
    NO_RESULT = "no_result"
    PROBABLY_THERE = "probably_there"


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody decided: by the file's ids ``new``, ``out``, or a number of the club.

    ``create_players`` and ``create_games`` hold for all of whom the club knows nobody.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)
    create_players: bool = False
    create_games: bool = False


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the file with its new plays: ``title`` is what it counts as, empty if left out."""

    key: str
    name: str
    plays: int
    title: str
    is_new: bool
    choice: str
    box: ClubGame | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do: ``matches`` are new, ``left_out`` says why others do not come.

    ``faulty`` is the number of plays that something in ``bad`` keeps out. ``kept`` counts new plays
    that bring a part beside their result, ``lost`` those of which a part cannot come as a whole.
    """

    matches: tuple[PlannedMatch, ...]
    recognised: int
    people: tuple[PersonRow, ...]
    games: tuple[GameRow, ...]
    left_out: Mapping[Reason, int]
    bad: tuple[Note, ...]
    faulty: int
    days: int
    new_players: int
    kept: Mapping[Part, int]
    lost: Mapping[Part, int]

    @property
    def new(self) -> int:
        return len(self.matches)


def _counted(parts: Iterable[Part]) -> dict[Part, int]:
    found = Counter(parts)
    return {part: found[part] for part in Part if found[part]}


class Plan:
    """One reading of a file against what season and club know now."""

    def __init__(self, by: Actor, season: Season, choices: Choices) -> None:
        self.by, self.season, self.club, self.choices = by, season, season.club, choices
        if choices.create_players or NEW in choices.people.values():
            permissions.require(by, Action.MANAGE_PEOPLE, self.club)
        if choices.create_games or NEW in choices.games.values():
            permissions.require(by, Action.MANAGE_CLUB, self.club)
        self.shelf = Shelf(self.club)
        self.left_out: Counter[Reason] = Counter()
        self.bad: list[Note] = []
        self.faulty = 0
        self.line = 0
        self.uuids: dict[int, str] = {}
        self.known: set[int] = set()
        self.ways: dict[int, tuple[Shelved, Game]] = {}
        self.shelved: dict[str, Shelved | None] = {}
        self.homes: dict[str, Shelved] = {}

    # --- reading --------------------------------------------------------------------------

    def read(self, told: BgStatsFile) -> Preview:
        self.bad, self.faulty = told.bad, told.spoiled
        plays, recognised = self._new(told)
        games = self._games(plays)
        self.persons = Persons(self.by, self.club, self.choices.people, plays)
        self.persons.decide(create=self.choices.create_players)
        groups: dict[tuple[str, Kind], list[tuple[ToldPlay, Result]]] = {}
        for play in plays:
            if (found := self._result(play)) is not None:
                shelved, result = found
                groups.setdefault((shelved.key, result.kind), []).append((play, result))
        matches = self._judged(groups)
        coming = {one.match.line for one in matches}
        beside = [play.beside for play in plays if play.number in coming]
        self.bad.sort(key=lambda one: one.line)
        return Preview(
            matches=tuple(sorted(matches, key=lambda one: (one.match.day, one.match.line))),
            recognised=recognised,
            people=self.persons.rows(),
            games=games,
            left_out=self.left_out,
            bad=tuple(self.bad),
            faulty=self.faulty,
            days=len({one.match.day for one in matches}),
            new_players=len(self.persons.people.new_in([one.match for one in matches])),
            kept=_counted(part for one in beside for part in one.parts),
            lost=_counted(part for one in beside for part in one.lost),
        )

    def _new(self, told: BgStatsFile) -> tuple[list[ToldPlay], int]:
        """The plays that could come in, and how many are there already."""
        there, recognised = bg_stats_ids.plays_of(self.club), 0
        found: list[ToldPlay] = []
        for play in told.plays:
            if play.uuid in there:
                recognised += 1
                self.known.add(there[play.uuid])
            elif reason := self._reason(play):
                self.left_out[reason] += 1
            else:
                found.append(play)
        return found, recognised

    def _reason(self, play: ToldPlay) -> Reason | None:
        if not self.season.starts_on <= play.at.date() <= self.season.ends_on:
            return Reason.OUTSIDE
        if play.is_ignored:
            return Reason.IGNORED
        if len(play.seats) < 2:
            return Reason.ALONE
        return Reason.LARGE if len(play.seats) > MOST_SEATS else None

    def _games(self, plays: Sequence[ToldPlay]) -> tuple[GameRow, ...]:
        counts = Counter(play.game.key for play in plays)
        told = {play.game.key: play.game for play in plays}
        boxes = {str(box.pk): box for box in self.shelf.boxes.values()}
        rows = [self._game(told[key], counts[key], boxes) for key in counts]
        return tuple(sorted(rows, key=lambda row: (-row.plays, names.fold(row.name))))

    def _game(self, told: ToldGame, plays: int, boxes: Mapping[str, ClubGame]) -> GameRow:
        choice = self.choices.games.get(told.key, "")
        title, found = told.title, self.shelf.game(told.title)
        if choice not in ("", NEW, OUT):
            if choice not in boxes:
                raise BadInput("bg_stats_choice", field="games", name=told.title)
            title = boxes[choice].title
        elif choice == OUT or (found.is_new and not (choice == NEW or self.choices.create_games)):
            self.shelved[told.key] = None
            return GameRow(told.key, told.title, plays, "", is_new=False, choice=choice)
        key = names.fold(self.shelf.game(title).title)
        if key not in self.homes:  # two titles may be one game
            self.homes[key] = Shelved(self.shelf, title, higher_wins=told.higher_wins)
        one = self.shelved[told.key] = self.homes[key]
        return GameRow(
            key=told.key,
            name=told.title,
            plays=plays,
            title=one.base.title,
            is_new=one.box is None,
            choice=choice,
            box=one.box,
        )

    def _result(self, play: ToldPlay) -> tuple[Shelved, Result] | None:
        shelved = self.shelved[play.game.key]
        if shelved is None:
            self.left_out[Reason.GAME] += 1
            return None
        try:
            if not self.persons.are_clear(play):
                self.left_out[Reason.PERSON] += 1
                return None
            result = result_of(play, shelved)
        except BadInput as fault:
            self._spoil(play.number, [note(play.number, fault)])
            return None
        if result is None:
            self.left_out[Reason.NO_RESULT] += 1
            return None
        return shelved, result

    def _spoil(self, number: int, faults: Sequence[Note]) -> None:
        self.faulty += 1
        self.bad.extend(note(number, one.error, one.value) for one in faults)

    def _judged(
        self, groups: Mapping[tuple[str, Kind], Sequence[tuple[ToldPlay, Result]]]
    ) -> list[PlannedMatch]:
        used: dict[tuple[str, Kind], Game] = {}
        for (key, kind), plays in groups.items():
            more = kind.with_places
            if (key, more) in groups and not self.homes[key].is_there(kind):
                kind = more  # a new game asks for both where some plays need it
            game = used[key, kind] = self.homes[key].way(kind)
            for play, result in plays:
                match = self._match(play, result)
                self.ways[match.line] = (self.homes[key], game)
                game.matches.append(match)
        scheme = scheme_from_json(self.season.scheme)
        self.there = There(self.season, self.known)
        return [one for game in used.values() for one in self._of_game(game, scheme)]

    def _match(self, play: ToldPlay, result: Result) -> Match:
        rows: list[SeatRow] = []
        for at, seat in enumerate(play.seats):
            self.line += 1
            row = SeatRow(
                line=self.line,
                player=seat.person.name,
                number="",
                points=None if result.points is None else result.points[at],
                place=None if result.places is None else result.places[at],
                side=result.sides[at] if result.sides else None,
            )
            self.persons.seated(seat.person, row, play.at.date())
            rows.append(row)
        self.uuids[play.number] = play.uuid
        return Match(
            line=play.number,
            day=play.at.date(),
            number=f"BG Stats {play.uuid[:8]}",
            target=None,
            seats=tuple(rows),
            won=result.won,
            only_winners=result.only_winners,
            drawn=result.drawn,
            clock=play.at.time(),
            about=play.beside.stored(),
        )

    def _of_game(self, game: Game, scheme: PointsScheme) -> list[PlannedMatch]:
        """Every match as the sheet of the game says, with what the season's scheme objects."""
        try:
            return _result_sheets.settled(game, lambda rules: self._sound(game, rules, scheme))
        except BadInput as fault:
            for match in game.matches:
                self._spoil(match.line, [note(match.line, fault)])
            return []

    def _sound(
        self, game: Game, rules: sheets.Rules, scheme: PointsScheme
    ) -> Iterator[PlannedMatch]:
        for match in game.matches:
            judged, faults = _result_sheets.judge(game, rules, match)
            if not faults and judged.outcome is not None:
                objection = _result_sheets.objection(scheme, rules, judged.outcome, match.size)
                if objection:
                    told = BadInput(objection, field="", match=match.number, size=match.size)
                    faults = [note(match.line, told)]
            if faults or judged.outcome is None:
                self._spoil(match.line, faults)
                continue
            issues = tuple(sheets.issue_json(issue) for issue in judged.issues)
            one = PlannedMatch(match, judged.sheet, judged.outcome, issues, scale=rules.scale)
            if game.box is not None and self.there.has(one, game.box, self.persons.people):
                self.left_out[Reason.PROBABLY_THERE] += 1
                continue
            yield one

    # --- storing --------------------------------------------------------------------------

    def store(self, found: Preview) -> ImportResult:
        skipped = found.faulty + sum(found.left_out.values())
        if not found.matches:
            return ImportResult(0, found.recognised, 0, 0, skipped)
        # Several on one day come in the order in which they were played.
        new = sorted(found.matches, key=lambda one: (one.match.day, str(one.match.clock)))
        rulesets = self._rulesets([one.match for one in new])
        made = self.persons.store([one.match for one in new])
        evenings = Evenings(
            by=self.by,
            season=self.season,
            people=self.persons.people,
            ruleset_of=lambda match: rulesets[match.line],
        )
        evenings.prepare(new, self._earlier())
        counts: dict[str, JSON] = {
            "season": self.season.pk,
            "matches": len(new),
            "recognised": found.recognised,
            "evenings": evenings.made,
            "players": made,
            "skipped": skipped,
            "game": ", ".join(dict.fromkeys(row.name for row in rulesets.values()))[:400],
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
        return ImportResult(len(new), found.recognised, evenings.made, made, skipped)

    def _key(self, match: Match) -> str:
        return f"{key_prefix(self.season)}{bg_stats_ids.MARK}{self.uuids[match.line]}"

    def _earlier(self) -> list[MatchRecord]:
        """One record of every evening that earlier imports have made: these go on."""
        firsts = (
            MatchRecord.objects.filter(
                version=1,
                reporter_key__startswith=key_prefix(self.season),
                table__seating__round__is_rolling=True,
            )
            .values("stage")
            .annotate(first=Min("pk"))
            .values_list("first", flat=True)
        )
        rows = MatchRecord.objects.filter(pk__in=list(firsts))
        return list(rows.select_related("table__seating__round__stage", "stage__event"))

    def _rulesets(self, played: Sequence[Match]) -> dict[int, Ruleset]:
        """The ruleset of every match, made or widened where the file needs more than it allows."""
        found: dict[int, Ruleset] = {}
        for match in played:
            if match.line not in found:
                home, game = self.ways[match.line]
                game.box = game.box or home.box
                row = game.store(self.by, self.club, game.matches)
                home.box = game.box
                found |= {one.line: row for one in game.matches}
        return found
