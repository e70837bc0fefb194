"""``remove_demo``: the demo club goes, everything else stays."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.config import checks
from league.core.actors import system
from league.core.errors import LeagueError, Refusals
from league.server import sign_in
from league.services.office import demo
from league.services.standings import ratings
from league.words.sentences import sentence

BY = system("remove_demo")
LINES = {
    "would": (
        "This removes the club “{club}” with {players} players, {events} events and "
        "{records} results, and the demo organizer's account."
    ),
    "ask": "Nothing was removed yet. Say --yes to do it.",
    "done": "The demo is gone.",
}


class Command(BaseCommand):
    help = "Remove the demo club and its organizer's account, and nothing else."
    requires_system_checks = (checks.ROOM,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--yes", action="store_true", help="really do it, instead of only listing what would go"
        )

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = demo.to_remove(by=BY)
            self.stdout.write(
                LINES["would"].format(
                    club=found.club,
                    players=found.players,
                    events=found.events,
                    records=found.records,
                )
            )
            if not options["yes"] and not found.reasons:
                self.stdout.write(LINES["ask"])
                return
            demo.remove(by=BY)
            ratings.catch_up()
        except Refusals as refused:
            raise CommandError("\n".join(sentence(one) for one in refused.errors)) from refused
        except LeagueError as error:
            raise CommandError(sentence(error)) from error
        sign_in.forget()
        self.stdout.write(LINES["done"])
