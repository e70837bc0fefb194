"""What every test shares: how hard Hypothesis looks, and which browser is used."""

from __future__ import annotations

import functools
import gc
import itertools
import os
import shutil
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.services import tier

settings.register_profile(
    "usual",
    deadline=None,
    max_examples=10,
    # The same examples on every machine of the gate; a developer's runs look further each time.
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("gates", settings.get_profile("usual"), max_examples=40)
settings.register_profile("long", settings.get_profile("usual"), max_examples=500)

pytest_plugins = ["tests.installation", "tests.prepared"]

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Without windows: a page opens with a third of the work, and none is kept for the Back button.
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
# Nothing but the page under test: no sandbox helper (root in containers), no background traffic.
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(tier(config))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:  # the browser's options are of mixed types
    """The system's Chromium, without windows where that is there."""
    return launch_args(*SHELLS, *CHROMIUM)


@pytest.fixture(scope="session")
def whole_browser_launch_args() -> dict[str, Any]:  # the browser's options are of mixed types
    """For what only a whole browser has."""
    return launch_args(*CHROMIUM)


def launch_args(*names: str) -> dict[str, Any]:  # the browser's options are of mixed types
    """The first of these that the system has; a browser is never downloaded."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("REQUIRE_SERVICES", "") not in {"", "0"}:
            pytest.fail("no Chromium: install the system's chromium package", pytrace=False)
        pytest.skip("no Chromium: install the system's chromium package")
    return {"executable_path": found, "args": CHROMIUM_OPTIONS, "headless": True}


# Workers begin with the rooms whose files take longest, so that none is left alone with a long one.
LONG = ("tests/practice/", "tests/browser/", "tests/flows/", "tests/deploy/", "tests/api/")
DEAREST = 40  # files and rooms that a whole run names at its end


@pytest.hookimpl(trylast=True)  # after those that shuffle
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Where the time of a whole run went: workers' seconds by room, and the dearest files."""
    if not terminalreporter.config.getoption("numprocesses", None):
        return
    files, rooms = defaultdict[str, float](float), defaultdict[str, float](float)
    for report in itertools.chain(*terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            path = report.nodeid.partition("::")[0]
            files[path] += report.duration
            rooms["/".join(path.split("/")[:-1][:3])] += report.duration
    terminalreporter.section("where the time went")
    terminalreporter.write_line(f"{sum(files.values()):7.0f} s by all workers")
    for spent in (rooms, files):
        for name, seconds in sorted(spent.items(), key=lambda one: -one[1])[:DEAREST]:
            terminalreporter.write_line(f"{seconds:7.0f} s  {name}")
        terminalreporter.write_line("")


def pytest_collection() -> None:
    """Importing leaves next to no garbage; to look for it takes a quarter of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What was imported stays to the end: looking for garbage among it takes time in every test.

    Pages and queries leave little behind that only a search finds, so one is enough for many.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_runtest_teardown() -> None:
    """The language of a test's last request is not that of the next test."""
    from django.utils import translation  # app ready: the settings come with the plugin

    translation.deactivate()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is not None:
        # The browser's driver keeps an event loop in this thread, which Django would take for
        # asynchronous code; the loop stays until the end of the session, and so does this.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        wait_generously()
        keep_workers_out()


@functools.cache
def wait_generously() -> None:
    """Whatever a browser waits for may take long on a busy machine; as long as Playwright's own."""
    from playwright.sync_api import expect  # only tests with a browser need the driver

    expect.set_options(timeout=30_000)


@functools.cache
def keep_workers_out() -> None:
    """Tests open hundreds of pages: only where asked for does one install a service worker."""
    from playwright.sync_api import Browser  # only tests with a browser need the driver

    for name in ("new_context", "new_page"):
        opened = getattr(Browser, name)
        setattr(Browser, name, functools.partialmethod(opened, service_workers="block"))
