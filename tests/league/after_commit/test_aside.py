"""Work that waits for others, beside the worker's own threads."""

from __future__ import annotations

import threading

from league.after_commit.aside import MOST, aside


def test_webhooks_that_all_answer_slowly_hold_up_no_message() -> None:
    from celery import current_app as app

    answered, told = threading.Event(), threading.Event()
    was_eager = app.conf.task_always_eager
    app.conf.task_always_eager = False
    try:
        for _ in range(3 * MOST["webhooks"]):
            aside(lambda: answered.wait(20), "webhooks")
        aside(told.set, "notices")

        assert told.wait(5)
    finally:
        app.conf.task_always_eager = was_eager
        answered.set()
