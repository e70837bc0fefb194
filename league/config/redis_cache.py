"""The shared cache, which may go away: a lost counter is no reason to refuse a result.

Only counters of limits and what can be computed again are kept in it. While Redis is down every
value is simply unknown: pages and results go on, limits count again when it is back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.core.cache.backends import redis as backend

log = logging.getLogger(__name__)

T = TypeVar("T")


def _asked(ask: Callable[[], T], otherwise: T) -> T:
    """What Redis says, or ``otherwise`` where it says nothing."""
    from redis.exceptions import ConnectionError, TimeoutError  # larger installations alone

    try:
        return ask()
    except (ConnectionError, TimeoutError) as error:
        log.warning("the cache does not answer: %s", error)
        return otherwise


class Client(backend.RedisCacheClient):
    """Answers as an empty cache that keeps nothing while Redis is away."""

    # Values and keys of every kind, as the framework's own client takes them.
    def get(self, key: Any, default: Any) -> Any:
        return _asked(lambda: super(Client, self).get(key, default), default)

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return _asked(lambda: super(Client, self).add(key, value, timeout), True)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        _asked(lambda: super(Client, self).set(key, value, timeout), None)

    def incr(self, key: Any, delta: int) -> int:
        return _asked(lambda: super(Client, self).incr(key, delta), delta)

    def touch(self, key: Any, timeout: Any) -> bool:
        return _asked(lambda: super(Client, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        return _asked(lambda: super(Client, self).delete(key), False)

    def has_key(self, key: Any) -> bool:
        return _asked(lambda: super(Client, self).has_key(key), False)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        return _asked(lambda: super(Client, self).get_many(keys), {})

    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        _asked(lambda: super(Client, self).set_many(data, timeout), None)

    def delete_many(self, keys: Iterable[Any]) -> None:
        _asked(lambda: super(Client, self).delete_many(keys), None)


class SparedRedis(backend.RedisCache):
    # The framework hands its options over as a free dict.
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
