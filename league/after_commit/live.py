"""Telling whoever watches that something is new: after the commit, a version and nothing else.

A watcher subscribes to topics by keys that it was handed with a page it may see, and asks for
the content itself, with its own rights. The keys are signed, so nobody can find out by guessing
whether something exists; the streams (``league.server.hub``) know keys and versions alone.

Nothing here can fail a write: an untold version costs the time until the page's next look.
"""

from __future__ import annotations

import base64
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

from league.after_commit.calls import call_once

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger(__name__)

Teller = Callable[[int, Sequence[str]], None]

CHANNEL = "stammtisch.live"
PATH = "/live/"
# How much older than its making a page may be: what it shows was read a moment before.
READ_BEFORE_US = 5_000_000
_PAUSE_S = 5.0
_told_by: list[Teller] = []
_broken_until = [0.0]


def tell_by(teller: Teller) -> None:
    """Hands every version to ``teller``: the streams of the one-process run. Without any key it is
    about none of the events."""
    _told_by[:] = [teller]


def is_on() -> bool:
    """Whether somebody listens, so that pages subscribe at all."""
    return bool(_told_by or settings.REDIS_URL)


# --- topics -------------------------------------------------------------------------------


def of_event(event_id: int) -> str:
    """The key of everything in an event."""
    return _key(settings.SECRET_KEY, f"event:{event_id}")


def of_tables(event_id: int) -> str:
    """The key of what concerns all tables of an event at once: rounds, seating, clock."""
    return _key(settings.SECRET_KEY, f"tables:{event_id}")


def of_table(event_id: int, number: int) -> str:
    """The key of the tables with this number, in whichever round of the event."""
    return _key(settings.SECRET_KEY, f"table:{event_id}:{number}")


def of_play(code: str) -> str:
    """The key of one match in the browser."""
    return _key(settings.SECRET_KEY, f"play:{code}")


def of_lobby() -> str:
    """The key of the list of tables in the browser."""
    return _key(settings.SECRET_KEY, "lobby")


@lru_cache(maxsize=4096)
def _key(secret: str, topic: str) -> str:
    digest = salted_hmac("league.live", topic, secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:15]).decode()


def address(*keys: str) -> str:
    """Where a page listens to ``keys``; empty where nobody would answer."""
    if not is_on():
        return ""
    return f"{PATH}{'.'.join(keys)}/?since={now_us() - READ_BEFORE_US}"


# --- telling ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _News:
    keys: tuple[str, ...]

    def __call__(self) -> None:
        publish(now_us(), self.keys)


def event_changed(event_id: int, table: int | None = None) -> None:
    """Tells after the commit that something in an event is new, once per transaction.

    Args:
        table: the number of the one table that it concerns; all of them when absent.
    """
    of_whom = of_tables(event_id) if table is None else of_table(event_id, table)
    _after_commit(_News((of_event(event_id), of_whom)))


def play_changed(code: str, *, lobby: bool = False) -> None:
    """Tells after the commit that something at a play is new, once per transaction.

    Args:
        lobby: whether its line in the lobby is another too.
    """
    _after_commit(_News((of_play(code), *([of_lobby()] if lobby else []))))


def changed() -> None:
    """Tells after the commit that something outside of any event is new."""
    _after_commit(_News(()))


def _after_commit(news: _News) -> None:
    if is_on():
        call_once(news)


def publish(version: int, keys: Sequence[str]) -> None:
    """Tells now. Without the one-process run's streams it goes through Redis, if at all."""
    if time.monotonic() < _broken_until[0]:
        return
    try:
        if _told_by:
            _told_by[0](version, keys)
        elif settings.REDIS_URL and keys:
            _redis(settings.REDIS_URL).publish(CHANNEL, spelled(version, keys))
    except Exception:
        # Whoever has just saved a result must not wait for a broken line again and again.
        _broken_until[0] = time.monotonic() + _PAUSE_S
        log.warning("could not tell who watches; their pages look again by themselves")


def spelled(version: int, keys: Sequence[str]) -> str:
    """A version as it travels between processes."""
    return " ".join((str(version), *keys))


def read(message: str) -> tuple[int, tuple[str, ...]]:
    """The other way round; ValueError for anything else."""
    version, *keys = message.split(" ")
    return int(version), tuple(keys)


def now_us() -> int:
    """A version: microseconds since 1970. Only whether one is later is ever asked."""
    return time.time_ns() // 1000


@lru_cache(maxsize=1)
def _redis(url: str) -> Redis:
    from redis import Redis  # optional: the one-process run has none

    return Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=0.5)
