"""``serve``: the whole service in one process, ready for a first evening."""

from __future__ import annotations

import signal
import socket
import sys
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from league.after_commit import live
from league.core.actors import system
from league.core.errors import LeagueError
from league.server import address, beforehand, sign_in, static_files
from league.services.office import backups
from league.services.people import access
from league.words.sentences import sentence

BY = system("serve")
LINES = {
    "plain": "Stammtisch runs at  {url}",
    "room": "Phones in the room  {url}",
    "no_room": "No address for phones found: is this machine on the room's network?",
    "taken": "Port {wanted} is taken; using {port}.",
    "sign_in": "Demo organizer      {email}   password: {password}",
    "set_up": "No one has an account yet. Open this once to create the first one:\n  {url}",
    "stop": "Ctrl-C stops it.",
}


class Command(BaseCommand):
    help = "Run web server, worker and clock in one process (SQLite in the data folder)."
    requires_migrations_checks = False
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="first port to try (8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on, behind a proxy (127.0.0.1)"
        )
        parser.add_argument(
            "--lan", action="store_true", help="let phones and tablets of the room's network in"
        )
        parser.add_argument("--empty", action="store_true", help="no demo club in a new database")

    # Django hands the parsed options over as free keywords.
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LEAGUE_EMBEDDED:
            raise CommandError("Start it as: python3 manage.py serve")
        ending = Ending()
        try:
            server = address.listen(
                host="0.0.0.0" if options["lan"] else options["host"], port=options["port"]
            )
        except address.NoPort as error:
            raise CommandError(str(error)) from error
        with server:
            self.make_ready(wants_demo=not options["empty"])
            self.greet(server, wanted=options["port"], in_room=options["lan"])
            run(server, ending)

    def make_ready(self, *, wants_demo: bool) -> None:
        """Brings database and static files up to date; a new embedded one gets the demo club."""
        try:
            backups.refuse_damaged(by=BY)
        except LeagueError as error:
            raise CommandError(sentence(error)) from error
        is_new = backups.is_empty_database()
        if is_new:
            self.say("Making the database ...")
        call_command("migrate", verbosity=0, interactive=False)
        static_files.collect()
        is_embedded = connection.vendor == "sqlite"
        if is_new and is_embedded and wants_demo and "seed_demo" in get_commands():
            self.say("Making the demo club ...")
            call_command("seed_demo", verbosity=0)

    def greet(self, server: socket.socket, *, wanted: int, in_room: bool) -> None:
        port = server.getsockname()[1]
        plain = settings.LEAGUE_URL or f"http://127.0.0.1:{port}"
        if port != wanted:
            self.say(LINES["taken"].format(wanted=wanted, port=port))
        self.say("")
        self.say(LINES["plain"].format(url=plain + "/"))
        if in_room:
            room = address.in_room()
            self.say(
                LINES["room"].format(url=f"http://{room}:{port}/") if room else LINES["no_room"]
            )
        beforehand.note_address(plain)
        links: tuple[sign_in.Link, ...] = ()
        if demo := sign_in.kept():
            self.say(LINES["sign_in"].format(email=demo.email, password=demo.password))
            links = demo.links
        elif path := access.setup_link():
            self.say(LINES["set_up"].format(url=plain + path))
        width = max((len(link.label) for link in links), default=0)
        for link in links:
            self.say(f"  {link.label:<{width}}  {plain}{link.path}")
        self.say(LINES["stop"])

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


class Ending:
    """Ctrl-C and SIGTERM end with code 0, at any moment, through the clean-up below.

    The web server raises a signal again after its own shutdown; only a handler of ours that
    leaves in the ordinary way lets the worker be stopped after it. Python drops what is raised
    while an object is being thrown away, so that a signal came is written down too.
    """

    def __init__(self) -> None:
        self.is_asked_for = False
        signal.signal(signal.SIGTERM, self.leave)
        signal.signal(signal.SIGINT, self.leave)

    def leave(self, number: int, frame: FrameType | None) -> None:
        self.is_asked_for = True
        sys.exit(0)


def run(server: socket.socket, ending: Ending) -> None:
    """Serves until a signal comes, then stops the web server and after it the worker."""
    # Slow, and no other command needs them.
    from league.config import celery_app
    from league.server.asgi import application, hub, tell
    from league.server.background import Background
    from league.server.web_server import WebServer

    live.tell_by(tell)
    background = Background(celery_app)
    try:
        background.start()
        # What the last run had no time for, after a power cut too, is not left to the clock.
        celery_app.send_task("league.tasks.sweep", retry=False)
        # The files that SQLite needs beside the database go with its last connection: one that
        # stays lets everything be read when the disk has no room for them any more.
        connection.ensure_connection()
        web = WebServer(application, hub, lifespan=False, is_to_end=lambda: ending.is_asked_for)
        web.run(sockets=[server])
    finally:
        started = time.monotonic()
        background.stop()
        sys.stdout.write(f"Stopped in {time.monotonic() - started:.1f} s.\n")
