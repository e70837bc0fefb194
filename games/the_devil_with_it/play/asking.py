"""The draws of a real table: who begins, and which piece of coal has come up."""

from __future__ import annotations

from games.core.by_hand import Asked, Box, Fallen
from games.core.text import gettext_noop
from games.core.types import Seat
from games.core.words import Phrase, Who
from games.the_devil_with_it.play.state import Phase
from games.the_devil_with_it.play.views import View


def asks(view: View) -> Asked | None:
    """All that lies in the oven is known as a mix, and what comes up is seen by everybody."""
    if view.phase is Phase.START:
        return Asked(
            "starter",
            Phrase(gettext_noop("Who draws coal first?")),
            (
                Box(
                    Phrase(gettext_noop("Starting player")),
                    tuple(
                        Fallen(seat, Phrase("%(who)s", {"who": Who(Seat(seat))}))
                        for seat in range(view.table.seats)
                    ),
                ),
            ),
        )
    if view.phase is not Phase.REVEAL:
        return None
    seat = Seat(view.table.orders[view.starter][view.turn])
    return Asked(
        "piece",
        Phrase(gettext_noop("%(who)s draws a piece of coal. Which one is it?"), {"who": Who(seat)}),
        (
            Box(
                Phrase(gettext_noop("Piece of coal")),
                tuple(_piece(value, view.oven.count(value)) for value in sorted(set(view.oven))),
            ),
        ),
        seat,
    )


def _piece(value: int, left: int) -> Fallen:
    if not value:
        return Fallen(value, Phrase(gettext_noop("Devil (%(count)s left)"), {"count": left}))
    words = gettext_noop("%(value)s (%(count)s left)")
    return Fallen(value, Phrase(words, {"value": value, "count": left}))
