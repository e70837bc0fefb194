"""Rate everything anew, or find ratings that differ from what a computation gives."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.config import checks
from league.core.actors import system
from league.queries.occasions import clubs
from league.services.standings import ratings


class Command(BaseCommand):
    help = "Recalculate and store all ratings; with --check, only compare."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="store nothing; exit with 1 if a stored rating differs in any bit",
        )
        parser.add_argument("--club", metavar="SLUG", help="only the games of this club")

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        club = None
        if options["club"]:
            club = clubs.by_slug(viewer=system("recompute_ratings"), slug=options["club"])
            if club is None:
                raise CommandError(_("There is no club “%(slug)s”.") % {"slug": options["club"]})
        if not options["check"]:
            count = ratings.recompute_all(club)
            self.stdout.write(_("Rating lists recalculated: %(count)s.") % {"count": count})
            return
        found = ratings.check(club)
        for difference in found:
            at = "" if difference.number is None else f" #{difference.number}"
            self.stdout.write(f"{difference.scope}{at}: {difference.reason} ({difference.label})")
        if found:
            raise CommandError(
                _("Rating lists that differ: %(count)s. Run without --check to store them.")
                % {"count": len(found)}
            )
        self.stdout.write(_("All ratings are up to date."))
