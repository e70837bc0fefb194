"""What people at a table with real dice or cards enter, as its page sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.lists.whole_numbers import whole
from league.services.play import real_table
from league.web import sent_once
from league.web.play.choice_groups import read

if TYPE_CHECKING:
    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.plays import Shown
    from league.queries.play.real_table import BoxShown

MOST_BOXES = 100


def boxes(request: HttpRequest, shown: Shown) -> tuple[tuple[BoxShown, str], ...]:
    """The boxes of the draw that is due, each with what was chosen in it when it was refused."""
    asked = shown.real.asked
    if asked is None:
        return ()
    is_refused = request.POST.get("do") == "enter" and request.POST.get("seen") == str(shown.seq)
    return tuple(
        (box, request.POST.get(f"values.{at}", "") if is_refused else "")
        for at, box in enumerate(asked.boxes)
    )


def entered(request: HttpRequest, by: Actor, play: Play) -> None:
    """What fell at the real table; a box in which nothing was chosen holds none of its values."""
    seen = whole(request.POST.get("seen", ""), low=0) or 0
    boxes = whole(request.POST.get("boxes", ""), low=0) or 0
    texts = [request.POST.get(f"values.{at}") or "null" for at in range(min(boxes, MOST_BOXES))]
    values = [read(text) for text in texts]

    def do() -> dict[str, int]:
        return {"seq": real_table.enter(by=by, play=play, seen=seen, values=values).seq}

    sent_once.once(request, by=by, about=("enter", play.pk, seen, values), do=do)
