"""What the button says that opens a finished event again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.core.enums import EventState, StageMode
from league.queries.evening import finishes

if TYPE_CHECKING:
    from league.models import Event


def label(event: Event) -> str:
    """Names the round that is played again with it; empty unless the event is finished."""
    if event.state != EventState.FINISHED:
        return ""
    rounds = list(finishes.closed(event)[:2])
    if len(rounds) == 2:
        return _("Reopen event and rounds")
    if not rounds:
        return _("Reopen event")
    if rounds[0].stage.mode == StageMode.FIXTURES:
        return _("Reopen event and fixtures")
    if rounds[0].is_rolling:
        return _("Reopen event and open play")
    return _("Reopen event and round %(n)s") % {"n": rounds[0].number}
