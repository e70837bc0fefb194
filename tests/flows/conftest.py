"""The two installations on which flows are played: ``serve`` alone, and web, worker and clock."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

from tests.installation import Installation, Running

SETUP = re.compile(r"\S*/i/[\w-]+/")


@dataclass
class Site:
    """An installation that is up, and whose processes can die and come back."""

    installation: Installation
    is_larger: bool
    web: Running = field(init=False)
    worker: Running | None = None
    clock: Running | None = None

    def __post_init__(self) -> None:
        self.start()

    @property
    def base(self) -> str:
        return self.web.url

    def start(self) -> None:
        """Starts what is not running; the web comes back at another port."""
        if not self.is_larger:
            self.web = self.installation.serve("--empty")
            return
        self.start_worker()
        if self.clock is None:
            self.clock = self.installation.beat()
        self.web = self.installation.web()

    def start_worker(self) -> None:
        if self.worker is None or self.worker.process.poll() is not None:
            self.worker = self.installation.worker()

    def setup_path(self) -> str:
        """The one-time link of a new installation, as the operator reads it."""
        said = (
            self.installation.manage("setup_link")
            if self.is_larger
            else self.web.output().partition("Open this once")[2]
        )
        match = SETUP.search(said)
        assert match is not None, said
        return urlsplit(match.group(0)).path

    def said(self) -> str:
        """What all processes of this installation wrote so far."""
        return "\n".join(running.output() for running in self.installation.running)


@pytest.fixture(
    params=[
        "serve",
        pytest.param("web, worker and clock", marks=[pytest.mark.services, pytest.mark.gates]),
    ]
)
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    is_larger = request.param != "serve"
    installation: Installation = request.getfixturevalue("larger" if is_larger else "prepared")
    yield Site(installation, is_larger)
    installation.close()


@pytest.fixture
def alone(prepared: Installation) -> Site:
    """The one-process run."""
    return Site(prepared, is_larger=False)


@pytest.fixture
def side_by_side(larger: Installation) -> Site:
    """Web, worker and clock on PostgreSQL and Redis."""
    return Site(larger, is_larger=True)


def eventually(holds: Callable[[], bool], *, within_s: float) -> float:
    """Waits until it holds and returns how long that took; fails after ``within_s``."""
    started = time.monotonic()
    while not holds():
        waited = time.monotonic() - started
        assert waited < within_s, f"not within {within_s} s"
        # a long wait must not ask more often than the service answers one visitor
        time.sleep(0.02 if waited < 2 else 0.25)
    return time.monotonic() - started
