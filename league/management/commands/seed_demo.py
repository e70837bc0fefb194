"""``seed_demo``: an invented club with a season under way, to look around in."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand

from league.config import checks
from league.core.actors import system
from league.server import sign_in
from league.services.office import demo
from league.services.standings import ratings, standings

BY = system("seed_demo")
LINES = {
    "made": "Made the demo club “{club}”. Sign in as {email}, password: {password}",
    "there": "The demo club is already there; nothing was changed.",
}


class Command(BaseCommand):
    help = "Create the demo club with invented people, unless it is already there."
    requires_system_checks = (checks.ROOM,)

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        if demo.club() is not None:
            self.say(LINES["there"], options)
            return
        password = secrets.token_urlsafe(9)
        made = demo.seed(by=BY, password=password)
        standings.catch_up(made.club)
        ratings.catch_up()
        sign_in.keep(
            email=made.email,
            password=password,
            links=(
                sign_in.Link(
                    "Tonight's desk", f"/account/login/?next=/e/{made.tonight.slug}/desk/"
                ),
                sign_in.Link("The season", f"/c/{made.club.slug}/s/{made.season.slug}/"),
                sign_in.Link("The club", f"/c/{made.club.slug}/"),
            ),
        )
        self.say(
            LINES["made"].format(club=made.club.name, email=made.email, password=password), options
        )

    def say(self, sentence: str, options: dict[str, Any]) -> None:
        if options["verbosity"] > 0:
            self.stdout.write(sentence)
