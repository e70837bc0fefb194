"""The worker and the clock inside the one process: not a documented use of Celery."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery

from league.after_commit.processes import Ended, processes
from league.config import celery_app
from league.server.background import Background
from tests.services import ROOT


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Celery]:
    app = Celery("of this test", broker="memory://localhost", set_as_current=False)
    app.conf.update(
        broker_transport_options={"polling_interval": 0.05},
        task_ignore_result=True,
        task_default_queue=tmp_path.name,  # the memory broker is shared by the whole process
        beat_schedule_filename=str(tmp_path / "schedule"),
        worker_hijack_root_logger=False,
    )
    # The worker's threads look tasks up in the default app, as they do in ``serve``.
    app.set_default()
    yield app
    celery_app.set_default()


def setter(done: threading.Event) -> Callable[[], None]:
    def set_it() -> None:
        done.set()

    return set_it


def test_a_task_runs_soon_after_it_was_sent(app: Celery) -> None:
    done = threading.Event()
    app.task(setter(done), name="finish")
    background = Background(app)
    background.start()
    assert background.is_ready.wait(20)

    started = time.monotonic()
    app.send_task("finish", retry=False)

    assert done.wait(5)
    assert time.monotonic() - started < 2
    background.stop()
    assert not background.thread.is_alive()


def test_the_clock_sends_what_is_due(app: Celery) -> None:
    done = threading.Event()
    app.task(setter(done), name="tick")
    app.conf.beat_schedule = {"tick": {"task": "tick", "schedule": 0.2}}
    background = Background(app)
    background.start()

    assert done.wait(20)
    background.stop()
    assert not background.clock.is_alive()


def test_stopping_lets_a_running_task_finish(app: Celery) -> None:
    began, finished = threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        time.sleep(0.5)
        finished.set()

    app.task(work, name="work")
    background = Background(app)
    background.start()
    assert background.is_ready.wait(20)
    app.send_task("work", retry=False)
    assert began.wait(5)

    background.stop()

    assert finished.is_set()


def test_stopping_ends_a_long_process_of_a_task_and_lets_no_other_begin(app: Celery) -> None:
    began, found = threading.Event(), list[str]()

    def long() -> str:
        code = "import time; time.sleep(60)"
        return processes.output([sys.executable, "-c", code], given="", folder=ROOT, timeout=60)

    def work() -> None:
        began.set()
        for _ in range(2):
            try:
                found.append(long())
            except Ended:
                found.append("ended")

    app.task(work, name="long")
    background = Background(app)
    background.start()
    assert background.is_ready.wait(20)
    app.send_task("long", retry=False)
    assert began.wait(5)
    time.sleep(0.2)  # either it runs by now, or it may not begin

    started = time.monotonic()
    background.stop()

    assert found == ["ended", "ended"]
    assert time.monotonic() - started < 8
    assert not background.thread.is_alive()


def test_stopping_right_after_the_start_does_not_wait_forever(app: Celery) -> None:
    background = Background(app)
    background.start()

    background.stop()

    assert not background.thread.is_alive()


def test_stopping_what_never_started_is_nothing(app: Celery) -> None:
    Background(app).stop()
