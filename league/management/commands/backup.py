"""``backup``: writes a copy of the whole database into the data folder."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.config import checks
from league.core.actors import system
from league.core.errors import LeagueError
from league.services.office import backups
from league.words.sentences import sentence


class Command(BaseCommand):
    help = "Write a backup of the database; the newest 14 are kept."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--list", action="store_true", help="only list the backups, newest first"
        )

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for path in backups.kept():
                self.stdout.write(str(path))
            return
        try:
            path = backups.create(by=system("backup"))
        except LeagueError as error:
            raise CommandError(sentence(error)) from error
        self.stdout.write(str(path))
