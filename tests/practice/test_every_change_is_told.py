"""Whatever is changed by a press or a call leaves a line that names who did it.

The presses are those on the pages, the calls those of the URL configuration: new ones are asked
too.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import resolve

from league.core.enums import Role, Visibility
from league.models import ApiToken, JournalLine
from league.queries.people import account_actors
from tests import factories
from tests.api import doors
from tests.api.test_walls import WRITES, World
from tests.practice.addresses import presses, site, undone
from tests.practice.test_foreign_ids import Writes, pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from tests.practice.addresses import Press

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

# Rows that nobody decided about: what was answered, what was computed, which browser holds a seat.
NO_DECISIONS = {"idempotencykey", "snapshot", "trouble", "seasonsum", "claimcount", "notice"}
# A match in the browser is a journal itself: its rows say who sat where and who decided what.
NO_DECISIONS |= {"play", "playseat", "playaction", "playsecret", "playtalk"}


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def told(do: Callable[[], Answer], by: str) -> str:
    """What is wrong with the lines of what was done; empty where something was told, or nothing
    was changed. All is taken back.
    """
    writes = Writes()
    with undone():
        last = JournalLine.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        with connection.execute_wrapper(writes):
            is_refused = do().status_code >= 400
        changed = writes.tables - NO_DECISIONS
        actors = set(JournalLine.objects.filter(pk__gt=last).values_list("actor_key", flat=True))
    if is_refused or not changed:
        return "nothing"
    if not actors:
        return f"no line for {', '.join(sorted(changed))}"
    return "" if by in actors else f"done by {actors}"


def test_every_press_that_changes_something_leaves_a_line_that_names_who_pressed() -> None:
    there = site()
    client, by = there.owner(), account_actors.person(there.admin).key
    asked: dict[str, Press] = {}
    for press in presses(client, pages(there)):
        verb = " ".join(value for name, value in press.fields if name in {"do", "action", "state"})
        name = resolve(urlsplit(press.path).path).url_name
        asked.setdefault(re.sub(r"\d+", "…", f"{name} {verb}").strip(), press)

    found = {}

    for what, press in asked.items():
        found[what] = told(partial(press.sent_by, client), by)

    changing = {what for what, one in found.items() if one != "nothing"}
    wrong = {what: one for what, one in found.items() if one not in {"", "nothing"}}
    assert len(changing) > 30
    assert wrong == {}


def test_every_call_that_changes_something_leaves_a_line_that_names_who_called() -> None:
    world = World.make(Visibility.PUBLIC)
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, world.club)
    asker = doors.with_token(account)
    by = f"token:{ApiToken.objects.get(account=account).pk}"
    found = {}

    for pattern, method in WRITES:
        key = (str(pattern.name), method)
        path, body = world.path(pattern), world.body(key)

        call = partial(asker.send, method.upper(), path, body, If_Match='"1"')
        found[key] = told(call, by)

    changing = {what for what, one in found.items() if one != "nothing"}
    assert len(changing) > 15
    wrong = {what for what, one in found.items() if one not in {"", "nothing"}}
    assert wrong == {("stage_plan_stop", "post")}  # a search ends early: nothing is decided
