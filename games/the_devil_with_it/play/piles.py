"""Chips by face: forming amounts, and changing with the bank (TD R2, R4).

A pile has a count for each of ``faces``, smallest face first, and the smallest face divides all
others. Amounts decide, chips follow: whatever somebody owns or owes can always be formed, because
the bank changes at any time. Where a limited bank lacks the faces it lends substitutes, which
shows as a count below zero in the bank.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.the_devil_with_it.play.actions import Change
from games.the_devil_with_it.play.state import Pile, State


def worth(pile: Pile, faces: Sequence[int]) -> int:
    """The value of a pile."""
    return sum(count * face for count, face in zip(pile, faces, strict=True))


def formed(amount: int, faces: Sequence[int], stock: Sequence[int] | None = None) -> Pile:
    """The amount in chips of the bank, largest first; beyond its stock in substitutes."""
    pile = [0] * len(faces)
    for place in range(len(faces) - 1, -1, -1):
        count = amount // faces[place]
        if stock is not None:
            count = max(0, min(count, stock[place]))
        pile[place] = count
        amount -= count * faces[place]
    for place in range(len(faces) - 1, -1, -1):
        pile[place] += amount // faces[place]
        amount %= faces[place]
    return tuple(pile)


def part(pile: Sequence[int], amount: int, faces: Sequence[int]) -> Pile | None:
    """Chips out of the pile that are worth exactly this, largest first; None if there are none."""
    reached = [1]  # bit n: the first so many faces of the pile can form n
    for count, face in zip(pile, faces, strict=True):
        bits = reached[-1]
        for _ in range(count):
            bits |= bits << face
        reached.append(bits)
    if amount < 0 or not reached[-1] >> amount & 1:
        return None
    taken = [0] * len(pile)
    for place in range(len(pile) - 1, -1, -1):
        count = min(pile[place], amount // faces[place])
        while not reached[place] >> (amount - count * faces[place]) & 1:
            count -= 1
        taken[place] = count
        amount -= count * faces[place]
    return tuple(taken)


def added(pile: Pile, more: Pile) -> Pile:
    """Two piles as one."""
    return tuple(have + extra for have, extra in zip(pile, more, strict=True))


def without(pile: Pile, less: Pile) -> Pile:
    """What is left of a pile."""
    return tuple(have - gone for have, gone in zip(pile, less, strict=True))


def adjusted(pile: Pile, worth_after: int, faces: Sequence[int], stock: Sequence[int]) -> Pile:
    """The pile after its owner was paid or has paid, changing with the bank as far as needed."""
    difference = worth_after - worth(pile, faces)
    if difference >= 0:
        return added(pile, formed(difference, faces, stock))
    left = list(stock)
    while True:
        paid = part(pile, -difference, faces)
        if paid is not None:
            return without(pile, paid)
        place = next(at for at, count in enumerate(pile) if count and at)
        smaller = _smaller(place, faces, left)
        single = tuple(int(at == place) for at in range(len(pile)))
        pile = added(without(pile, single), smaller)
        left = [have - gone for have, gone in zip(left, smaller, strict=True)]


def changes(pile: Pile, faces: Sequence[int], stock: Sequence[int] | None) -> tuple[Change, ...]:
    """The changes on offer: one chip into the next smaller ones, or smaller ones into one chip.

    Largest chip first, breaking before joining. ``stock`` is what a limited bank has, None where
    it never lacks a face. Every other change is a chain of these.
    """
    found = []
    places = range(len(faces) - 1, 0, -1)
    for place in places:
        smaller = _smaller(place, faces, None)
        if pile[place] and _has(stock, smaller):
            found.append(Change(((faces[place], 1),), _counts(smaller, faces)))
    for place in places:
        given = part(pile[:place], faces[place], faces[:place])
        if given is not None and (stock is None or stock[place] > 0):
            found.append(Change(_counts(given, faces), ((faces[place], 1),)))
    return tuple(found)


def bank_chips(state: State) -> Pile:
    """The chips of each face in the bank; below zero where it had to lend substitutes."""
    box = (count for _, count in state.table.options.chips)
    return tuple(count - sum(held) for count, *held in zip(box, *state.chips, strict=True))


def chips_after(state: State, holdings: Sequence[int]) -> tuple[Pile, ...]:
    """Everybody's chips once they are worth these amounts; payers first, so the bank has more."""
    faces = state.table.faces
    chips = list(state.chips)
    before = [worth(pile, faces) for pile in chips]
    stock = bank_chips(state)
    for seat in sorted(range(len(chips)), key=lambda seat: holdings[seat] - before[seat]):
        pile = adjusted(chips[seat], holdings[seat], faces, stock)
        stock = tuple(
            have + old - new for have, old, new in zip(stock, chips[seat], pile, strict=True)
        )
        chips[seat] = pile
    return tuple(chips)


def _smaller(place: int, faces: Sequence[int], stock: Sequence[int] | None) -> Pile:
    """One chip in smaller ones."""
    below = formed(faces[place], faces[:place], None if stock is None else stock[:place])
    return below + (0,) * (len(faces) - place)


def _has(stock: Sequence[int] | None, pile: Pile) -> bool:
    return stock is None or all(
        not count or count <= have for have, count in zip(stock, pile, strict=True)
    )


def _counts(pile: Sequence[int], faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((face, count) for face, count in zip(faces, pile, strict=False) if count)
