"""Importing played matches into a season: looked at first, then stored as a whole or not at all.

Each day becomes one evening with one rolling round. The same match is recognised by season,
game, day and number, so that importing a file again, or a longer one, adds what is new.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games import catalogue
from games.core.errors import GameError
from league import csv_reading, journal, match_list, names, permissions, person
from league.enums import RecordState
from league.errors import BadInput, BadInputs
from league.facts import Fact
from league.match_list import Match, Note, note
from league.models import ClubGame, Event, MatchRecord, Ruleset, Season
from league.permissions import Action
from league.queries import sheets
from league.services import players, rules
from league.services.result_people import People
from league.services.result_rows import Evenings, PlannedMatch
from league.standings.points import scheme_from_json

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.actors import Actor

USUAL_MAX_SEATS = 6
FREE_FORM = "free-form"
_CANDIDATES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do. With anything in ``bad`` it will do nothing.

    ``larger`` name matches with too many players; they are among ``bad`` too unless the rest
    shall load without them. ``new_players`` are names that nobody in the club bears.
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


def preview(
    *,
    by: Actor,
    season: Season,
    data: bytes,
    game: str,
    max_seats: int = USUAL_MAX_SEATS,
    skip_larger: bool = False,
    create_players: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    columns: Mapping[str, int | None] | None = None,
) -> Preview:
    """What importing ``data`` would do; writes nothing.

    Args:
        game: title of a free-form game of the club; a new one is put on the shelf.
        max_seats: matches with more players are named by line.
        skip_larger: loads the rest without them.
        create_players: makes guests of the club of names that nobody bears.
        encoding, delimiter, columns: as ``csv_reading`` has them; guessed when empty.

    Raises:
        BadInput: for a file that cannot be read at all, or a wrong game or size.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    plan = _Plan(by, season, game, max_seats, skip_larger, create_players)
    return plan.read(data, encoding, delimiter, columns)


def run(
    *,
    by: Actor,
    season: Season,
    data: bytes,
    game: str,
    max_seats: int = USUAL_MAX_SEATS,
    skip_larger: bool = False,
    create_players: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    columns: Mapping[str, int | None] | None = None,
) -> ImportResult:
    """Imports ``data`` as ``preview`` shows it, all or nothing.

    Raises:
        BadInput: for a file that cannot be read at all, or a wrong game or size.
        BadInputs: one error per bad line, each with ``line`` among its parameters.
    """
    permissions.require(by, Action.MANAGE_SEASON, season)
    with transaction.atomic():
        _hold(season)
        plan = _Plan(by, season, game, max_seats, skip_larger, create_players)
        found = plan.read(data, encoding, delimiter, columns)
        if found.bad:
            raise BadInputs([one.error for one in found.bad])
        return plan.store(found)


def _hold(season: Season) -> None:
    """Locks the evenings of earlier imports, which may grow, and then the club.

    Who reports a result locks in the same order. Where another import has made an evening
    meanwhile, everything is let go and taken anew.
    """
    while True:
        with transaction.atomic():
            held = list(_imported(season).select_for_update(of=("self",)))
            players.lock(season.club)
            if set(_imported(season)) <= set(held):
                return
            transaction.set_rollback(True)


def _imported(season: Season) -> QuerySet[Event]:
    """The evenings of the season that hold imported matches, in the order in which they are
    locked.
    """
    records = MatchRecord.objects.filter(
        version=1, reporter_key__startswith=_prefix(season), stage__event=OuterRef("pk")
    )
    return Event.objects.filter(Exists(records)).order_by("pk")


def _prefix(season: Season) -> str:
    """What the keys of all matches imported into the season begin with."""
    return f"import:{season.pk}:"


class _Plan:
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
        if not self.title:
            raise BadInput("value_missing", field="game")
        if create_players:
            permissions.require(by, Action.MANAGE_PEOPLE, self.club)
        self.box, self.ruleset = self._shelf()
        self.people = People(season.club)
        self.told: set[tuple[str, str]] = set()
        self.stored: dict[str, MatchRecord] = {}
        self.bad: list[Note] = []
        self.notes: list[Note] = []

    # --- reading -----------------------------------------------------------------------

    def _shelf(self) -> tuple[ClubGame | None, Ruleset | None]:
        """The free-form game of this title and how the club plays it now, where it is there."""
        wanted = names.fold(self.title)
        box = next(
            (row for row in self.club.games.order_by("pk") if names.fold(row.title) == wanted),
            None,
        )
        if box is None:
            return None, None
        if box.game != FREE_FORM:
            raise BadInput("game_needs_sheets", field="game", title=box.title)
        return box, box.rulesets.filter(is_retired=False).order_by("pk").first()

    def read(
        self,
        data: bytes,
        encoding: str | None,
        delimiter: str | None,
        columns: Mapping[str, int | None] | None,
    ) -> Preview:
        table = csv_reading.read(
            data,
            encoding=encoding,
            delimiter=delimiter,
            max_bytes=settings.LEAGUE_IMPORT_MAX_BYTES,
            max_rows=settings.LEAGUE_IMPORT_MAX_ROWS,
        )
        found = match_list.understand(
            table,
            columns=columns,
            first=self.season.starts_on,
            last=self.season.ends_on,
            max_seats=self.max_seats,
        )
        self.bad.extend(found.bad)
        larger = tuple(
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
        if not self.skip_larger:
            self.bad.extend(larger)
        for match in found.matches:
            self._recognise_seats(match)
        matches = self._judged(found.matches)
        self.bad.sort(key=lambda one: one.line)
        return Preview(
            encoding=found.encoding,
            delimiter=found.delimiter,
            header=found.header,
            columns=found.columns,
            matches=matches,
            larger=larger,
            bad=tuple(self.bad),
            notes=tuple(self.notes),
            new_players=tuple(one.row.name for one in self.people.new),
            days=len({one.match.day for one in matches if one.table_id is None}),
        )

    def _recognise_seats(self, match: Match) -> None:
        """Finds or makes every player; a name that fits nobody or several is told once."""
        for seat in match.seats:
            found = self.people.find(seat)
            if len(found) == 1:
                self.people.met(found[0], seat, match.day)
                continue
            if not found and self.create_players:
                self.people.make(seat, match.day)
                continue
            key = (names.fold(seat.player), seat.number)
            if key in self.told:
                continue
            self.told.add(key)
            if found:
                shown = "; ".join(one.described for one in found[:_CANDIDATES_SHOWN])
                fault = BadInput(
                    "ambiguous_person", field="player", name=seat.player, candidates=shown
                )
            else:
                fault = BadInput("unknown_player", field="player", name=seat.player)
            self.bad.append(note(seat.line, fault, seat.player))

    def _judged(self, matches: Sequence[Match]) -> tuple[PlannedMatch, ...]:
        """Every match as the sheet of the game says, with what the season's scheme objects."""
        if not matches:
            return ()
        options = self._options(matches)
        package = catalogue.get(FREE_FORM)
        try:
            typed = package.sheet.options_from_json(options)
        except GameError as error:
            raise BadInput(error.code, field="game", **error.params) from error
        game = sheets.Rules(package, typed)
        scheme = scheme_from_json(self.season.scheme)
        self.stored = self._stored()
        planned: list[PlannedMatch] = []
        for match in matches:
            judged = sheets.judge(game, _sheet(match), seats=match.size)
            if judged.errors or judged.outcome is None or judged.sheet is None:
                issue = (judged.errors or judged.issues)[0]
                fault = BadInput(issue.code, field="", **issue.params)
                self.bad.append(note(match.line, fault, match.number))
                continue
            objection = scheme.objection(
                has_scores=judged.outcome.points is not None,
                higher_wins=package.sheet.higher_wins(typed),
            )
            if not scheme.covers(match.size):
                objection = "size_not_covered"
            if objection:
                fault = BadInput(objection, field="match", match=match.number, size=match.size)
                self.bad.append(note(match.line, fault, match.number))
                continue
            there = self.stored.get(self._key(match))
            one = PlannedMatch(
                match=match,
                sheet=judged.sheet,
                outcome=judged.outcome,
                issues=tuple(sheets.issue_json(issue) for issue in judged.issues),
                table_id=there.table_id if there else None,
            )
            if there is not None and _differs(there, one, game.scale):
                told = BadInput("match_known_otherwise", field="match", match=match.number)
                self.notes.append(note(match.line, told, match.number))
            planned.append(one)
        return tuple(planned)

    def _options(self, matches: Sequence[Match]) -> dict[str, JSON]:
        """The game's options, widened to what the file holds; a new game is described by it."""
        seats = [seat for match in matches for seat in match.seats]
        points = [seat.points for seat in seats if seat.points is not None]
        has_places = any(seat.place is not None for seat in seats)
        needed = "both" if points and has_places else "places" if has_places else "points"
        targets = [match.target for match in matches if match.target is not None]
        amounts = [*points, *targets]
        decimals = max((len(one.partition(".")[2]) for one in amounts), default=0)
        largest = max(match.size for match in matches)
        old: dict[str, JSON] = dict(self.ruleset.options) if self.ruleset else {}
        options: dict[str, JSON] = {**old} if old else {"title": self.title[:80]}
        low, high = self._range()
        options["seats"] = [min(low, min(match.size for match in matches)), max(high, largest)]
        counts = old.get("counts", needed)
        options["counts"] = needed if counts == needed else "both"
        if decimals > int(str(old.get("decimals") or 0)):
            options["decimals"] = decimals
        if any(one.startswith("-") for one in points):
            options["negatives"] = True
        return options

    def _range(self) -> tuple[int, int]:
        if self.ruleset is None:
            return 2, USUAL_MAX_SEATS
        return self.ruleset.seats_min, self.ruleset.seats_max

    def _key(self, match: Match) -> str:
        box = self.box.pk if self.box else 0
        text = f"{box}:{match.day.isoformat()}:{names.fold(match.number)}"
        if len(text) > 80:
            text = hashlib.sha256(text.encode()).hexdigest()
        return _prefix(self.season) + text

    def _stored(self) -> dict[str, MatchRecord]:
        """What was imported into this season before, by key: the newest version of each table."""
        if self.box is None:
            return {}
        prefix = _prefix(self.season)
        first = MatchRecord.objects.filter(version=1, reporter_key__startswith=prefix)
        keys = dict(first.values_list("table_id", "reporter_key"))
        newest: dict[str, MatchRecord] = {}
        rows = MatchRecord.objects.filter(table__in=first.values("table"))
        for record in rows.select_related("table__seating__round__stage").order_by("version"):
            newest[keys[record.table_id]] = record
        return newest

    # --- storing -----------------------------------------------------------------------

    def store(self, found: Preview) -> ImportResult:
        new = [planned for planned in found.matches if planned.table_id is None]
        if all(planned.match.number.isdecimal() for planned in new):
            # Several on one day were played as they are numbered, whatever the file begins with.
            new.sort(key=lambda planned: (planned.match.day, int(planned.match.number)))
        if not new:
            return ImportResult(0, found.recognised, 0, 0, len(found.larger))
        ruleset = self._stored_ruleset([planned.match for planned in new])
        made = self.people.store(self.club)
        evenings = Evenings(by=self.by, season=self.season, people=self.people, ruleset=ruleset)
        evenings.prepare(new, self.stored.values())
        counts: dict[str, JSON] = {
            "season": self.season.pk,
            "matches": len(new),
            "recognised": found.recognised,
            "evenings": evenings.made,
            "players": made,
            "skipped": len(found.larger),
            "game": ruleset.name,
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
            skipped=len(found.larger),
        )

    def _stored_ruleset(self, matches: Sequence[Match]) -> Ruleset:
        """The club's ruleset, widened where the file needs more than it allows."""
        options = self._options(matches)
        if self.box is None:
            self.box = rules.add_game(
                by=self.by, club=self.club, game=FREE_FORM, title=self.title, copies=None
            )
        if self.ruleset is None:
            return rules.add_ruleset(
                by=self.by, club_game=self.box, name=self._free_name(), options=options
            )
        if options == self.ruleset.options:
            return self.ruleset
        return rules.new_version(by=self.by, ruleset=self.ruleset, options=options)

    def _free_name(self) -> str:
        taken = set(self.club.rulesets.values_list("name", flat=True))
        name, count = self.title, 1
        while name in taken:
            count += 1
            name = f"{self.title[:110]} {count}"
        return name


def _sheet(match: Match) -> dict[str, JSON]:
    rows: list[JSON] = []
    for seat in match.seats:
        row: dict[str, JSON] = {}
        if seat.points is not None:
            row["points"] = seat.points
        if seat.place is not None:
            row["place"] = seat.place
        rows.append(row)
    sheet: dict[str, JSON] = {"seats": rows, "dense_places": match.is_dense}
    if match.target is not None:
        sheet["target"] = match.target
    return sheet


def _differs(record: MatchRecord, planned: PlannedMatch, scale: int) -> bool:
    """Whether what stands at the table says something else than the file."""
    if record.state == RecordState.VOIDED:
        return True
    outcome = sheets.outcome_json(planned.outcome, scale)
    return any(record.outcome[name] != outcome[name] for name in ("places", "points"))
