"""The shared cache with a real Redis, and without one."""

from __future__ import annotations

import pytest

from league.config.redis_cache import SparedRedis
from tests.services import free_port


def cache_at(url: str) -> SparedRedis:
    return SparedRedis(url, {"OPTIONS": {"socket_connect_timeout": 1}})


@pytest.mark.services
def test_with_redis_it_counts_and_remembers(redis_url: str) -> None:
    cache = cache_at(redis_url)

    assert cache.add("guesses", 1, 60) is True
    assert cache.add("guesses", 1, 60) is False
    assert cache.incr("guesses") == 2
    assert cache.get("guesses") == 2
    assert cache.get("nobody", "default") == "default"


def test_without_redis_it_knows_nothing_and_stops_nobody() -> None:
    cache = cache_at(f"redis://127.0.0.1:{free_port()}/0")

    cache.set("name", "value", 60)

    assert cache.get("name", "default") == "default"
    assert cache.add("guesses", 1, 60) is True
    assert cache.incr("guesses") == 1
    assert cache.delete("name") is False
    assert cache.get_many(["name"]) == {}
