"""How a match ends, and the colours of discs and letters, with their names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from games.core.text import gettext_noop


class End(Enum):
    """Why nobody plays on (R40, R41). STOPPED is a limit of time or turns."""

    LAST_ONE = "last_one"
    DAY_BREAK = "day_break"
    STOPPED = "stopped"


END_LABELS: Mapping[End, str] = {
    End.LAST_ONE: gettext_noop("One player remained"),
    End.DAY_BREAK: gettext_noop("Daybreak"),
    End.STOPPED: gettext_noop("Stopped early"),
}

COLOUR_LABELS: Mapping[str, str] = {
    "red": gettext_noop("Red"),
    "blue": gettext_noop("Blue"),
    "green": gettext_noop("Green"),
    "yellow": gettext_noop("Yellow"),
    "white": gettext_noop("White"),
    "black": gettext_noop("Black"),
}
