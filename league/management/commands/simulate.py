"""Play many matches of a game among bots: the figures of ``python -m games.simulate``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import simulate
from games.arguments import BAD_INPUT, Refused


class Command(BaseCommand):
    help = "Play many matches of a game with bots and summarize the results."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        simulate.add_arguments(parser)

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = simulate.run(simulate.study(argparse.Namespace(**options)))
        except Refused as refused:
            raise CommandError(str(refused), returncode=BAD_INPUT) from None
        self.stdout.write(simulate.show(found, as_json=options["json"]))
        if found["interrupted"]:
            sys.exit(simulate.INTERRUPTED)
