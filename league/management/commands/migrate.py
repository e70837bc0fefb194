"""``migrate``: Django's own, after a backup of what it is about to change."""

from __future__ import annotations

from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands import migrate

from league.config import checks
from league.core.actors import system
from league.core.errors import LeagueError
from league.services.office import backups
from league.words.sentences import sentence


class Command(migrate.Command):
    requires_system_checks = (checks.ROOM, Tags.database)

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
