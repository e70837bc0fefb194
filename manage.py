#!/usr/bin/env python3
"""Start of everything: makes sure it runs in the project's own environment, then hands over.

`python3 manage.py serve` and `python3 manage.py test` need nothing but Python and the network:
the first start makes the environment. Every other word is a Django command.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent


def main(arguments: Sequence[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (old interpreters get a sentence, not a traceback)
        sys.exit(
            "Stammtisch needs Python 3.11 or newer; this is Python {}.{}.\n"
            "Start it with a newer one, for example: python3.11 manage.py serve".format(
                *sys.version_info[:2]
            )
        )
    command = arguments[0] if arguments else "help"
    if os.environ.get("LEAGUE_NO_BOOTSTRAP", "") in ("", "0"):
        bootstrap = load(ROOT / "deploy" / "bootstrap.py")
        bootstrap.ensure(ROOT, "test" if command == "test" else "run", sys.argv)
    sys.path.insert(0, str(ROOT))
    if command == "test":
        return test(arguments[1:])
    gc.disable()  # a start leaves next to no garbage behind; league/apps.py ends this
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    if command == "serve":
        from league.server.beforehand import prepare  # before Django reads the settings

        prepare(arguments[1:])
    from django.core.management import execute_from_command_line  # only now is it installed
    from django.db import DatabaseError

    try:
        execute_from_command_line(["manage.py", *arguments])
    except (DatabaseError, OSError) as error:
        from league.server import faults, pending  # reads the settings: only now

        if said := faults.said(error):
            sys.exit(said)
        if isinstance(error, OSError) or command in pending.EXEMPT or not pending.is_behind():
            raise
        sys.exit(pending.SENTENCE)
    return 0


def test(arguments: Sequence[str]) -> int:
    """Runs pytest; Django's own `test` command is never reached."""
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    # What pytest makes of every file takes long: it is kept also where nothing else is.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.chdir(ROOT)
    import pytest  # only now is it installed

    # The whole suite runs on all cores, file by file, in the order that tests/conftest.py gives;
    # a part of it runs as it is asked for. One more works than there are cores: who drives a
    # browser or a server waits for it a third of the time.
    is_whole = set(arguments) <= {"--gates", "--slow"}
    workers = str(cores_of_ours() + 1)
    cores = ["-n", workers, "--dist", "loadfile", "--no-loadscope-reorder"] if is_whole else []
    return int(pytest.main(["--ds=league.config.settings_test", *cores, *arguments]))


def cores_of_ours() -> int:
    """How many this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is missing: is this a complete clone?")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
