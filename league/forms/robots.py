"""Forms that strangers may send: what tells a program that fills in whatever it finds from people.

A box that nobody sees stays empty, and a form is open for a moment before it is sent; the moment
it was shown stands signed in it, so neither needs a script. Nobody is taken in: who is refused is
told so, nothing is stored, and sending once more is enough.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core import signing

from league.core.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST_S = 2.0
"""Even with everything filled in by the browser, finding the button takes people longer."""
BOX, SHOWN = "remarks", "shown"
_SALT = "form shown"


@dataclass(frozen=True, slots=True)
class Trap:
    """What such a form carries.

    Attributes:
        shown: the signed moment at which it was first shown.
        is_open: the box was filled in: whoever it was sees it now, and can empty it.
    """

    shown: str
    is_open: bool = False


def trap(about: str, sent: Mapping[str, str]) -> Trap:
    """For a form shown for the first time or again; it keeps the moment of the first."""
    shown = sent.get(SHOWN, "")
    if _moment(about, shown) is None:
        shown = at(about, time.time())
    return Trap(shown, is_open=bool(sent.get(BOX)))


def require_person(about: str, sent: Mapping[str, str]) -> None:
    """Lets through what people send.

    Args:
        about: which form it is; the moment of another one is none.

    Raises:
        BadInput: ``box_filled``, ``sent_too_soon``.
    """
    if sent.get(BOX):
        raise BadInput("box_filled", field=BOX)
    moment = _moment(about, sent.get(SHOWN, ""))
    # A moment still to come is of a clock that was set back since, or of another server's.
    if moment is None or 0 <= time.time() - moment < LEAST_S:
        raise BadInput("sent_too_soon", field=SHOWN)


def at(about: str, moment: float) -> str:
    """The signed moment at which a form is shown."""
    return signing.dumps([about, moment], salt=_SALT)


def _moment(about: str, text: str) -> float | None:
    try:
        found = signing.loads(text, salt=_SALT)
    except signing.BadSignature:
        return None
    return float(found[1]) if found[0] == about else None
