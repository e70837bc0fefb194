"""``setup_link``: the one-time link to the first account, or to another admin."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from league.core.actors import system
from league.core.enums import Role
from league.services.people import access


class Command(BaseCommand):
    help = "Print a one-time link that creates the first account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--another",
            action="store_true",
            help="a link for one more admin of this installation",
        )

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        link = access.setup_link()
        if link is None and options["another"]:
            _row, secret = access.invite(by=system("setup_link"), role=Role.SITE_ADMIN)
            link = reverse("invitation", args=[secret])
        if link is None:
            raise CommandError(
                "There is an account already; its owner can invite others. "
                "For another admin: python3 manage.py setup_link --another"
            )
        self.stdout.write(settings.LEAGUE_URL + link)
