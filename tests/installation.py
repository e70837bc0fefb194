"""Installations as real processes: ``serve`` alone, or web, worker and clock side by side.

They run in an environment made from the production lock alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests import production
from tests.services import ROOT, create_database, free_port

KEEP = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")


@dataclass
class Running:
    """A process of the product with the file that it writes to."""

    process: subprocess.Popen[bytes]
    log: Path
    url: str = ""

    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self, how: int = signal.SIGTERM, patience_s: float = 20) -> int:
        """Sends the signal and returns the exit code; a process that hangs fails the test."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        return self.process.wait(patience_s)

    def kill(self) -> None:
        """Ends it and its children as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def wait_for_page(self, path: str = "/healthz/", patience_s: float = 60) -> bytes:
        deadline = time.monotonic() + patience_s
        while True:
            if self.process.poll() is not None:
                pytest.fail(f"ended with {self.process.returncode}:\n{self.output()}")
            try:
                with urllib.request.urlopen(self.url + path, timeout=5) as answer:
                    content: bytes = answer.read()
                    return content
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if time.monotonic() > deadline:
                    pytest.fail(f"no answer from {path}:\n{self.output()}")
                time.sleep(0.05)

    def wait_for_line(self, text: str, patience_s: float = 60) -> None:
        deadline = time.monotonic() + patience_s
        while text not in self.output():
            if self.process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"never said {text!r}:\n{self.output()}")
            time.sleep(0.05)


@dataclass
class Installation:
    """One data folder and one set of variables, and the processes that were started on them."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    running: list[Running] = field(default_factory=list)

    def __post_init__(self) -> None:
        # As the volume of a container or the state directory of a unit.
        (self.folder / "data").mkdir(mode=0o700, parents=True, exist_ok=True)

    def environment(self) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in KEEP if name in os.environ}
        return {
            **inherited,
            "LEAGUE_NO_BOOTSTRAP": "1",
            "LEAGUE_DATA": str(self.folder / "data"),
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "default",
            **self.variables,
        }

    def manage(self, *arguments: str, expect: int = 0) -> str:
        """Runs a command to its end; returns what it said."""
        return self.run(str(ROOT / "manage.py"), *arguments, expect=expect)

    def run(self, *arguments: str, expect: int = 0) -> str:
        """Runs Python as the installation has it to its end; returns what it said."""
        result = subprocess.run(
            [str(production.python()), *arguments],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,  # busy machines are slow; no test waits longer than its own limit
        )
        said = result.stdout + result.stderr
        assert result.returncode == expect, said
        return said

    def start(self, name: str, command: Sequence[str], url: str = "") -> Running:
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / f"{name}-{len(self.running)}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [str(production.python()), *command],
                cwd=ROOT,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        started = Running(process, log, url)
        self.running.append(started)
        return started

    def serve(self, *options: str) -> Running:
        """The one-process run on a free port, ready when this returns."""
        port = free_port()
        started = self.start(
            "serve",
            [str(ROOT / "manage.py"), "serve", "--port", str(port), *options],
            f"http://127.0.0.1:{port}",
        )
        started.wait_for_page()
        return started

    def web(self) -> Running:
        """The web server of larger installations, as the container and the unit start it."""
        port = free_port()
        started = self.start(
            "web",
            [
                *("-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1"),
                *("--port", str(port), "--workers", "1", "league.config.wsgi:application"),
            ],
            f"http://127.0.0.1:{port}",
        )
        started.wait_for_page()
        return started

    def live(self) -> Running:
        """The live streams of larger installations, on a port of their own."""
        port = free_port()
        started = self.start(
            "live",
            ["-m", "league.server.live_process", "--port", str(port)],
            f"http://127.0.0.1:{port}",
        )
        started.wait_for_page()
        return started

    def worker(self) -> Running:
        started = self.start(
            "worker",
            [
                *("-m", "celery", "-A", "league.config", "worker", "--concurrency", "1"),
                *("--loglevel", "INFO", "--without-gossip", "--without-mingle"),
            ],
        )
        started.wait_for_line(" ready.")
        return started

    def beat(self) -> Running:
        started = self.start(
            "beat", ["-m", "celery", "-A", "league.config", "beat", "--loglevel", "INFO"]
        )
        started.wait_for_line("beat: Starting")
        return started

    def close(self) -> None:
        for started in self.running:
            started.kill()


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Installation]:
    """A club's own machine: nothing is set but the data folder."""
    installation = Installation(tmp_path / "embedded")
    yield installation
    installation.close()


@pytest.fixture
def larger(
    tmp_path: Path, postgresql_url: str, migrated: str, redis_url: str
) -> Iterator[Installation]:
    """A migrated installation on a real PostgreSQL and a real Redis; its processes on demand."""
    create_database(postgresql_url, urlsplit(postgresql_url).path.lstrip("/"), migrated)
    installation = Installation(
        tmp_path / "larger",
        {
            "DATABASE_URL": postgresql_url,
            "REDIS_URL": redis_url,
            "LEAGUE_SECRET_KEY": "a key of these tests, long enough to be no key of anybody's",
        },
    )
    yield installation
    installation.close()
