"""Where a page listens for news, and what time it was when it was made."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from django import template

from league.after_commit import live

if TYPE_CHECKING:
    from league.models import Event

register = template.Library()


@register.simple_tag
def live_address(event: Event, table: int | None = None) -> str:
    """Return the stream of an event, or of one table number in it; empty without live streams."""
    if table is None:
        return live.address(live.of_event(event.pk))
    return live.address(live.of_tables(event.pk), live.of_table(event.pk, table))


@register.simple_tag
def server_now() -> int:
    """Return this moment in milliseconds, by which devices with a wrong clock count."""
    return time.time_ns() // 1_000_000
