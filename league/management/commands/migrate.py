"""``migrate``: Django's own, after a backup of what it is about to change."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate

from league.actors import system
from league.errors import LeagueError
from league.phrases import sentence
from league.services import backups


class Command(migrate.Command):
    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        if not (options.get("plan") or options.get("check_unapplied")):
            try:
                saved = backups.before_migration(by=system("migrate"))
            except LeagueError as error:
                raise CommandError(sentence(error)) from error
            if saved is not None and options["verbosity"]:
                self.stdout.write(f"Backup before migrating: {saved}")
        super().handle(*args, **options)
