"""How hard a search looks in each tier."""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> int:
    """``count`` in the gates; a quarter of it for who runs the bare command and waits."""
    usual, gates = settings.get_profile("usual"), settings.get_profile("gates")
    return max(1, count * usual.max_examples // gates.max_examples) if is_usual() else count


def is_usual() -> bool:
    """Whether a run asks no more than the bare command does."""
    return settings().max_examples == settings.get_profile("usual").max_examples
