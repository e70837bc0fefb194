"""``restore``: puts a backup in the place of the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from league.config import checks
from league.core.actors import system
from league.core.errors import LeagueError
from league.server import beforehand, presence
from league.services.office import backups
from league.words.sentences import sentence


class Command(BaseCommand):
    help = "Replace the database with a backup; the current one is backed up first."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file from `backup --list`, or the word latest")

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] == "latest":
            found = backups.kept()
            if not found:
                raise CommandError(f"There is no backup in {backups.folder()}.")
            source = found[0]
        else:
            source = Path(options["file"]).expanduser().resolve()
        folder = Path(settings.DATA_DIR)
        if beforehand.is_running(folder) or not presence.take_alone(folder):
            raise CommandError("Stammtisch is running on this data folder. Stop it first.")
        try:
            replaced = backups.restore(by=system("restore"), source=source)
        except LeagueError as error:
            raise CommandError(sentence(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"Restored from {source}")
        if replaced.copy is not None:
            self.stdout.write(f"What was there before: {replaced.copy}")
        if replaced.broken is not None:
            self.stdout.write(
                f"What was there before is damaged and was put aside: {replaced.broken}"
            )
