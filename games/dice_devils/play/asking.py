"""The draws of a real table: ranks, items that are turned up, dice that everybody sees.

What is rolled in secret stays under its cup (R8): it is asked for when it is shown, and nobody
types in what others may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from games.core.by_hand import Asked, Box, Fallen
from games.core.text import gettext_noop
from games.core.types import Seat
from games.core.words import Phrase, Who
from games.dice_devils.devils import RANK_LABELS, SPIEL
from games.dice_devils.play.state import Phase
from games.dice_devils.play.table import dice_of
from games.dice_devils.play.telling import item_named
from games.dice_devils.play.views import View


def asks(view: View) -> Asked | None:
    """Follows from what everybody knows."""
    match view.phase:
        case Phase.SHUFFLE:
            return Asked("shuffle", Phrase(gettext_noop("Are all items mixed and face down?")), ())
        case Phase.DEAL:
            question = Phrase(gettext_noop("Which rank did each player draw?"))
            everybody = tuple(map(Seat, range(view.table.seats)))
            return Asked("ranks", question, tuple(_ranks(view)), together=everybody)
        case Phase.ITEMS:
            seat = view.order[-1]
            question = Phrase(
                gettext_noop("%(who)s turns up items. Which ones?"), {"who": Who(seat)}
            )
            return Asked("items", question, tuple(_items(view)), seat)
        case Phase.SHOW:
            question = Phrase(gettext_noop("Cups up! What do the dice show?"))
            return _dice(view, "show", question, view.to_show)
        case Phase.FORCED:
            opponents = [seat for seat in view.candidates if view.rank_round[seat] != SPIEL]
            question = Phrase(gettext_noop("The opponents reroll. What do the dice show?"))
            return _dice(view, "forced_reroll", question, opponents)
        case Phase.TIED:
            question = Phrase(gettext_noop("It's a tie, so these reroll. What do the dice show?"))
            return _dice(view, "tie_reroll", question, view.candidates)
    return None


def _ranks(view: View) -> Iterator[Box]:
    for seat in range(view.table.seats):
        yield Box(
            _name(Seat(seat)),
            tuple(Fallen(rank, Phrase(RANK_LABELS[rank])) for rank in view.table.ranks),
        )


def _items(view: View) -> Iterator[Box]:
    left = Counter(view.face_down)
    values = tuple(
        Fallen(
            name,
            Phrase(
                gettext_noop("%(item)s (%(count)s left)"),
                {"item": item_named(view, name), "count": left[name]},
            ),
        )
        for name in view.table.items
        if left[name]
    )
    for number in range(view.to_turn_up):
        yield Box(Phrase(gettext_noop("Item %(number)s"), {"number": number + 1}), values)


def _dice(view: View, what: str, question: Phrase, seats: Sequence[Seat]) -> Asked:
    """A box per die; each of those who throw may enter all of them, for everybody sees them."""
    boxes = tuple(box for seat in seats for box in _thrown(view, seat))
    if len(seats) == 1:
        return Asked(what, question, boxes, seats[0])
    return Asked(what, question, boxes, together=tuple(seats))


def _thrown(view: View, seat: Seat) -> Iterable[Box]:
    dice = dice_of(view.rank_round[seat], view.table.options)
    for number, faces in enumerate(dice, start=1):
        words = gettext_noop("%(who)s, die %(number)s")
        yield Box(
            Phrase(words, {"who": Who(seat), "number": number}),
            tuple(Fallen(face, Phrase("%(face)s", {"face": face})) for face in sorted(set(faces))),
        )


def _name(seat: Seat) -> Phrase:
    return Phrase("%(who)s", {"who": Who(seat)})
