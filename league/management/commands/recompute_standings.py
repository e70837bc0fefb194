"""Recompute standings, or find those that differ from what a computation gives."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.config import checks
from league.core.actors import system
from league.queries.occasions import clubs
from league.queries.standings import troubles
from league.services.standings import standings
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Club


class Command(BaseCommand):
    help = "Recalculate and store all standings; with --check, only compare."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="store nothing; exit with 1 if a stored standing differs",
        )
        parser.add_argument("--club", metavar="SLUG", help="only the standings of this club")

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        club = None
        if options["club"]:
            club = clubs.by_slug(viewer=system("recompute_standings"), slug=options["club"])
            if club is None:
                raise CommandError(_("There is no club “%(slug)s”.") % {"slug": options["club"]})
        if not options["check"]:
            count = standings.recompute_all(club)
            self.stdout.write(_("Recalculated %(count)s standings.") % {"count": count})
            self._tell_left(club)
            return
        found = standings.check(club)
        for difference in found:
            self.stdout.write(
                f"{difference.kind} {difference.id} {difference.audience}: "
                f"{difference.reason} ({difference.label})"
            )
        if found:
            raise CommandError(
                _("%(count)s standings differ. Run without --check to store them.")
                % {"count": len(found)}
            )
        self.stdout.write(_("All standings are up to date."))

    def _tell_left(self, club: Club | None) -> None:
        """Names what could not be computed, and why."""
        left = troubles.of_standings(club)
        for one in left:
            why = f"{sentence(one.reason)} {one.fault}".strip()
            self.stdout.write(f"{one.kind.value} {one.title}: {why}")
        if left:
            raise CommandError(_("%(count)s standings cannot be computed.") % {"count": len(left)})
