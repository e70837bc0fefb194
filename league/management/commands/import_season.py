"""Take in a season that another installation gave away as a signed file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.core.actors import system
from league.core.errors import LeagueError
from league.lists import season_file
from league.services.occasions import season_files
from league.services.standings import ratings, standings
from league.words.sentences import sentence


class Command(BaseCommand):
    help = (
        "Reads a season file, checks its signature and makes its club and season, with the same "
        "standings. Importing the same file again adds nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--trust",
            default="",
            metavar="FINGERPRINT",
            help="believe this key from now on; the command names it when it is needed",
        )

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                data = file.read(season_file.MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        try:
            taken = season_files.take_in(
                by=system("import_season"), data=data, trust=options["trust"]
            )
        except LeagueError as error:
            raise CommandError(sentence(error)) from None
        club, season = taken.season.club, taken.season
        if not taken.is_new:
            self.stdout.write(
                _("This file was imported before: %(club)s, %(season)s.")
                % {"club": club.name, "season": season.name}
            )
            return
        standings.catch_up(club)
        ratings.catch_up()
        self.stdout.write(
            _("Imported with the same standings: %(club)s, %(season)s (/c/%(slug)s/).")
            % {"club": club.name, "season": season.name, "slug": club.slug}
        )
