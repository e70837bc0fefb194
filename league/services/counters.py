"""How often something has happened within a while, in the cache: what limits are measured by."""

from __future__ import annotations

from django.core.cache import cache


def so_far(counter: str) -> int:
    """How often it was counted in the while that runs now."""
    return int(cache.get(counter, 0))


def count(counter: str, seconds: int) -> int:
    """Counts once more under this name; how often that was since the first time.

    After ``seconds`` it begins anew. Without Redis each process counts for itself.
    """
    if cache.add(counter, 1, seconds):
        return 1
    try:
        return int(cache.incr(counter))
    except ValueError:  # it ran out between the two calls
        cache.set(counter, 1, seconds)
        return 1
