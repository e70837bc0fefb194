"""``import_players``: a list of people into one club, all or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.config import checks
from league.core.actors import system
from league.core.errors import LeagueError
from league.lists.csv_reading import DELIMITERS, ENCODINGS
from league.queries.occasions import clubs
from league.services.people import imports
from league.services.people.import_people import Preview
from league.words.sentences import sentence


class Command(BaseCommand):
    help = "Import players from a CSV file; bad lines are listed, nothing is half done."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", required=True, help="the club's address, as in /c/<club>/")
        parser.add_argument("--encoding", choices=list(ENCODINGS), help="guessed when not given")
        parser.add_argument("--delimiter", choices=list(DELIMITERS), help="guessed when not given")
        parser.add_argument(
            "--skip-bad", action="store_true", help="import the good lines and skip the rest"
        )
        parser.add_argument("--dry-run", action="store_true", help="check only, store nothing")

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        by = system("import_players")
        club = clubs.by_slug(viewer=by, slug=options["club"])
        if club is None:
            raise CommandError(f"There is no club “{options['club']}”.")
        how = {"encoding": options["encoding"], "delimiter": options["delimiter"]}
        try:
            data = _bytes_of(options["file"])
            found = imports.preview(by=by, club=club, data=data, **how)
            self._tell(found)
            if found.bad and not (options["skip_bad"] and found.rows):
                raise CommandError(f"{len(found.bad)} lines need correction; nothing was stored.")
            if options["dry_run"]:
                self.stdout.write(f"{found.added} would be added, {found.recognised} are known.")
                return
            done = imports.run(by=by, club=club, data=data, skip_bad=options["skip_bad"], **how)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        except LeagueError as error:
            raise CommandError(sentence(error)) from None
        self.stdout.write(
            f"{done.added} added, {done.recognised} known already, "
            f"{done.memberships} memberships started."
        )

    def _tell(self, found: Preview) -> None:
        self.stdout.write(f"Read as {ENCODINGS[found.encoding]}, delimiter “{found.delimiter}”.")
        for note in found.notes:
            self.stdout.write(f"line {note.line}: {sentence(note.error)}")
        for note in found.bad:
            where = (
                f"line {note.line}, {note.error.field}" if note.error.field else f"line {note.line}"
            )
            value = f" [{note.value}]" if note.value else ""
            self.stderr.write(f"{where}: {sentence(note.error)}{value}")


def _bytes_of(path: Path) -> bytes:
    """The file, or one byte more than may be read of it."""
    with path.open("rb") as file:
        return file.read(settings.LEAGUE_IMPORT_MAX_BYTES + 1)
