"""Import played matches into a season, all or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.core.actors import system
from league.core.errors import BadInput, LeagueError
from league.lists import csv_reading
from league.lists.line_notes import Note
from league.lists.match_list import FIELDS
from league.queries.occasions import seasons
from league.services.records import import_results, result_plan
from league.services.records.result_games import USUAL_MAX_SEATS
from league.services.standings import ratings, standings
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Season


class Command(BaseCommand):
    help = (
        "Reads a table with one row per player and match (match or game, date, player, points "
        "and/or place or won; also target, n_players, number) and stores each day as one evening "
        "of the season. With round and table, and event, seat, side, drawn, bye, penalty where "
        "there are, it stores events with their rounds. CSV, XLSX, or JSON as it was taken along. "
        "Importing the same file again adds nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--season", required=True, metavar="ID|CLUB/SLUG")
        parser.add_argument(
            "--game",
            default="",
            metavar="TITLE",
            help="a free-form game, for matches without a game in the file",
        )
        parser.add_argument("--max-seats", type=int, default=USUAL_MAX_SEATS, metavar="N")
        parser.add_argument(
            "--skip-larger", action="store_true", help="skip matches that are too large"
        )
        parser.add_argument(
            "--skip-bad", action="store_true", help="import the good matches and skip the rest"
        )
        parser.add_argument(
            "--known-only",
            action="store_true",
            help="refuse unknown names instead of adding them as guests",
        )
        parser.add_argument("--encoding", choices=list(csv_reading.ENCODINGS))
        parser.add_argument("--delimiter", choices=list(csv_reading.DELIMITERS))
        parser.add_argument(
            "--columns",
            metavar="FIELD=N,…",
            help="which column (from 1) holds which field: " + ", ".join(FIELDS),
        )
        parser.add_argument("--dry-run", action="store_true", help="check only, store nothing")

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        by = system("import_results")
        season = self._season(options["season"])
        try:
            with options["file"].open("rb") as file:
                data = file.read(settings.LEAGUE_RESULTS_MAX_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        try:
            found = import_results.preview(
                by=by,
                season=season,
                data=data,
                game=options["game"],
                max_seats=options["max_seats"],
                skip_larger=options["skip_larger"],
                create_players=not options["known_only"],
                encoding=options["encoding"],
                delimiter=options["delimiter"],
                columns=_columns(options["columns"]),
            )
            self._tell(found, skipping=options["skip_larger"])
            if found.bad and not (options["skip_bad"] and found.new):
                raise CommandError(
                    _("Nothing was imported. Lines to fix: %(count)s.") % {"count": len(found.bad)}
                )
            if options["dry_run"]:
                self.stdout.write(
                    _("Matches to import: %(new)s; already known: %(recognised)s.")
                    % {"new": found.new, "recognised": found.recognised}
                )
                return
            result = import_results.run(
                by=by,
                season=season,
                data=data,
                game=options["game"],
                max_seats=options["max_seats"],
                skip_larger=options["skip_larger"],
                skip_bad=options["skip_bad"],
                create_players=not options["known_only"],
                encoding=found.encoding,
                delimiter=found.delimiter,
                columns=found.columns,
            )
        except LeagueError as error:
            raise CommandError(sentence(error)) from None
        standings.catch_up(season.club)
        ratings.catch_up()
        self.stdout.write(
            _(
                "Matches imported: %(matches)s, on evenings: %(evenings)s; already known: "
                "%(recognised)s; left out: %(skipped)s; new players: %(players)s."
            )
            % {
                "matches": result.matches,
                "evenings": result.evenings,
                "recognised": result.recognised,
                "skipped": result.skipped,
                "players": result.players,
            }
        )

    def _season(self, wanted: str) -> Season:
        by = system("import_results")
        club, _sign, slug = wanted.partition("/")
        try:
            if slug:
                return seasons.get(by, club, slug)
            if wanted.isdecimal():
                return seasons.by_id(by, int(wanted))
        except LeagueError:
            pass
        raise CommandError(_("There is no season “%(season)s”.") % {"season": wanted})

    def _tell(self, found: result_plan.Preview, *, skipping: bool) -> None:
        for note in found.bad:
            self.stderr.write(_line(note))
        if skipping:
            for note in found.larger:
                self.stdout.write(_line(note))
        for note in found.notes:
            self.stdout.write(_line(note))


def _line(note: Note) -> str:
    return _("Line %(line)s: %(what)s") % {"line": note.line, "what": sentence(note.error)}


def _columns(written: str | None) -> dict[str, int | None] | None:
    if not written:
        return None
    chosen: dict[str, int | None] = {}
    for part in written.split(","):
        field, _sign, number = part.strip().partition("=")
        if field not in FIELDS or not number.isdecimal():
            raise CommandError(sentence(BadInput("bad_choice", value=part.strip()[:40])))
        chosen[field] = int(number) - 1
    return chosen
