"""``setup_link``: the one-time link to the first account of a new installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.services import access


class Command(BaseCommand):
    help = "Print a one-time link with which the first account is made."

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        link = access.setup_link()
        if link is None:
            raise CommandError("There is an account already; its owner can invite others.")
        self.stdout.write(settings.LEAGUE_URL + link)
