"""A finished match for BG Stats, the app in which many keep their plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.lists import bg_stats as app
from league.queries.records import bg_stats

if TYPE_CHECKING:
    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Table


def link_of(request: HttpRequest, actor: Actor, table: Table) -> str:
    """The address that saves the table's match there; empty while its result does not count."""
    play = bg_stats.of_table(viewer=actor, table=table, site=request.get_host())
    return "" if play is None else app.link(play)
