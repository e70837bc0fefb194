"""A match in words, from what one viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.core.types import JSON, Actor, Seat
from games.core.words import Phrase, Term, Who
from games.dice_devils.devils import ITEM_LABELS, OBER, RANK_LABELS, SATAN, SPIEL, SPRING
from games.dice_devils.play import texts
from games.dice_devils.play.actions import (
    Action,
    Decline,
    Draw,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.state import Phase
from games.dice_devils.play.table import Table
from games.dice_devils.play.views import View

_DECLINED = {
    "steal": texts.NO_THEFT,
    "exchange": texts.NO_EXCHANGE,
    "swap_rank": texts.NO_SWAP,
}


def tell(before: View, actor: Actor, line: JSON, after: View) -> Sequence[Phrase]:
    """What happened, and all that followed without a decision or a draw."""
    if not isinstance(line, Mapping):
        return ()
    told = list(_drawn(before, line, after) if line.get("t") == "chance" else _done(before, line))
    told.extend(_followed(before, line, after))
    return told


def _done(before: View, line: Mapping[str, JSON]) -> Iterator[Phrase]:
    """The decision itself."""
    if before.decider is None:
        return
    who = Who(before.decider)
    match line:
        case {"t": "place", "slot": int(slot)}:
            yield Phrase(texts.CLAIMS, {"who": who, "item": item_named(before, before.open[slot])})
        case {"t": "spiel", "force": force}:
            yield Phrase(texts.FORCES if force else texts.LETS_LIE, {"who": who})
        case {"t": "steal", "from": int(loser), "item": str(item)}:
            stolen = item_named(before, item)
            yield Phrase(texts.STEALS, {"who": who, "loser": _who(loser), "item": stolen})
        case {"t": "exchange", "with": int(loser), "give": str(give), "take": str(take)}:
            given, taken = item_named(before, give), item_named(before, take)
            with_whom: dict[str, Term] = {"who": who, "loser": _who(loser)}
            yield Phrase(texts.EXCHANGES, {**with_whom, "give": given, "take": taken})
        case {"t": "swap_rank", "with": int(loser)}:
            yield Phrase(texts.SWAPS, {"who": who, "loser": _who(loser)})
        case {"t": "decline", "what": str(what)} if what in _DECLINED:
            yield Phrase(_DECLINED[what], {"who": who})


def _drawn(before: View, line: Mapping[str, JSON], after: View) -> Iterator[Phrase]:
    """The draw itself."""
    what = line.get("what")
    if what == "shuffle":
        yield Phrase(texts.MIXED)
    elif what == "ranks":
        for seat, rank in enumerate(after.first_ranks):
            yield Phrase(texts.DEALT, {"who": _who(seat), "rank": _rank(rank)})
    elif what == "items":
        yield _round(after)
        yield Phrase(texts.ROLLED)
    elif what == "roll":
        yield Phrase(texts.ROLLED)
        for seat in after.order:
            dice = after.dice[seat]
            if dice:
                yield Phrase(texts.OWN_ROLL, {"who": Who(seat), "dice": dice})
    elif what == "show":
        for seat in before.to_show:
            yield _shown_now(before, line, after, seat)
    else:
        ranks = before.rank_round
        for seat in before.candidates:
            if what == "tie_reroll" or ranks[seat] != SPIEL:
                yield _dice_shown(after, seat, texts.AGAIN, texts.AGAIN_SATAN)


def _followed(before: View, line: Mapping[str, JSON], after: View) -> Iterator[Phrase]:
    """Everything up to the next decision or draw."""
    if line.get("t") == "place" and before.claims.count(-1) == 1:
        yield from _lone_claims(before, line, after)
    new_fight = bool(after.fights) and after.fights != before.fights
    if new_fight:
        slot = after.fights[0]
        yield Phrase(texts.FIGHT, {"item": item_named(after, after.open[slot])})
        for seat in after.claimants(slot) if after.draw != "show" else ():
            yield _dice_shown(after, seat, texts.SHOWS, texts.SHOWS_SATAN)
    if after.draw == "tie_reroll":
        yield Phrase(texts.TIED, {"who": [Who(seat) for seat in after.candidates]})
    if after.winner is not None and (new_fight or before.winner is None):
        yield _won(after, after.winner)
    if after.phase is Phase.OVER:
        yield Phrase(texts.OVER)
        yield from _final(after)
    elif after.round > before.round and after.draw != "items":
        yield _round(after)
        if after.table.by_hand:
            yield Phrase(texts.ROLLED)


def _round(after: View) -> Phrase:
    items = [item_named(after, name) for name in after.open]
    return Phrase(texts.ROUND, {"round": after.round, "items": items})


def _lone_claims(before: View, line: Mapping[str, JSON], after: View) -> Iterator[Phrase]:
    """Who is alone at an item takes it; the head devil shows its dice where it must."""
    slot = line.get("slot")
    if before.decider is None or not isinstance(slot, int):
        return
    claims = [*before.claims]
    claims[before.decider] = slot
    for seat in before.order:
        if claims.count(claims[seat]) > 1:
            continue
        item = item_named(before, before.open[claims[seat]])
        yield Phrase(texts.ALONE, {"who": Who(seat), "item": item})
        dice = after.dice[seat]
        if before.rank_round[seat] == OBER and after.shown[seat] and dice:
            yield Phrase(texts.SHOWS_ALONE, {"who": Who(seat), "dice": dice})


def _shown_now(before: View, line: Mapping[str, JSON], after: View, seat: Seat) -> Phrase:
    """Real dice as their owner shows them; a head devil without a rival comes first."""
    if before.claims.count(before.claims[seat]) > 1:
        return _dice_shown(after, seat, texts.SHOWS, texts.SHOWS_SATAN)
    values = line.get("values")
    assert isinstance(values, Sequence)
    golden = len(after.table.throws[OBER][0])
    dice = tuple(face for face in values[:golden] if isinstance(face, int))
    return Phrase(texts.SHOWS_ALONE, {"who": Who(seat), "dice": dice})


def _won(after: View, winner: Seat) -> Phrase:
    slot = after.fights[0]
    counted = {seat: after.result(seat) for seat in after.claimants(slot)}
    best = max(counted.values())
    text = texts.WINS
    # the others throw again after a tie, so nobody else wins with a result that is shared
    if after.rank_round[winner] == SPRING and [*counted.values()].count(best) > 1:
        text = texts.WINS_TIE
    return Phrase(text, {"who": Who(winner), "item": item_named(after, after.open[slot])})


def _final(view: View) -> Iterator[Phrase]:
    for seat in sorted(range(view.table.seats), key=view.places.__getitem__):
        count, place = view.points(Seat(seat)), view.places[seat]
        yield Phrase(texts.COUNTS, {"who": _who(seat), "points": count, "place": place})


def _dice_shown(view: View, seat: Seat, text: str, satan_text: str) -> Phrase:
    dice = view.dice[seat] or ()
    params: dict[str, Term] = {"who": Who(seat), "dice": dice, "result": view.result(seat)}
    if view.rank_round[seat] != SATAN:
        return Phrase(text, params)
    return Phrase(satan_text, {**params, "golden": view.golden})


def _who(seat: int) -> Who:
    return Who(Seat(seat))


def _rank(rank: int) -> Phrase:
    return Phrase(RANK_LABELS[rank])


def item_named(view: View, name: str) -> Phrase:
    """The item by its label; with its value where that is not the same for the whole kind."""
    table = view.table
    place = table.place[name]
    label = Phrase(ITEM_LABELS[table.kinds[place]])
    if name == table.kinds[place]:
        return label
    return Phrase(texts.WORTH, {"item": label, "value": table.values[place]})


def _value(table: Table, name: str) -> int:
    return table.values[table.place[name]]


def describe(view: View) -> Sequence[Phrase]:
    """The position line by line."""
    if not view.rank_round:
        return (Phrase(texts.NOT_BEGUN),)
    told = [Phrase(texts.AT_ROUND, {"round": view.round, "hidden": view.hidden_items})]
    for slot, name in enumerate(view.open):
        params: dict[str, Term] = {
            "slot": slot + 1,
            "item": item_named(view, name),
            "value": _value(view.table, name),
        }
        claimants = view.claimants(slot)
        if claimants:
            params["who"] = [Who(seat) for seat in claimants]
        told.append(Phrase(texts.LIES_CLAIMED if claimants else texts.LIES, params))
    told.extend(_holds(view, seat) for seat in view.order)
    for seat, (rank, later) in enumerate(zip(view.rank_round, view.rank_now, strict=True)):
        if rank != later:
            told.append(Phrase(texts.NEXT_RANK, {"who": _who(seat), "rank": _rank(later)}))
    told.extend(
        Phrase(texts.DICE, {"who": Who(seat), "dice": dice})
        for seat in view.order
        if (dice := view.dice[seat])
    )
    if view.fights:
        slot = view.fights[0]
        fighters = [Who(seat) for seat in view.claimants(slot)]
        params = {"item": item_named(view, view.open[slot]), "who": fighters}
        told.append(Phrase(texts.FIGHTING, params))
    return told


def _holds(view: View, seat: Seat) -> Phrase:
    table, row = view.table, view.collections[seat]
    params: dict[str, Term] = {"who": Who(seat), "rank": _rank(view.rank_round[seat])}
    if not any(row):
        return Phrase(texts.HOLDS_NOTHING, params)
    if view.hides_items(seat):
        return Phrase(texts.HOLDS_HIDDEN, {**params, "number": sum(row)})
    items = [
        Phrase(texts.SEVERAL, {"count": count, "item": item_named(view, name)})
        for name, count in zip(table.items, row, strict=True)
        if count
    ]
    return Phrase(texts.HOLDS, {**params, "items": items, "points": view.points(seat)})


def offer(view: View, action: Action) -> Phrase:
    """One choice."""
    match action:
        case Place(slot):
            name = view.open[slot]
            params: dict[str, Term] = {
                "slot": slot + 1,
                "item": item_named(view, name),
                "value": _value(view.table, name),
            }
            claimants = view.claimants(slot)
            if not claimants:
                return Phrase(texts.CLAIM, params)
            return Phrase(texts.CLAIM_TOO, {**params, "who": [Who(seat) for seat in claimants]})
        case Spiel(force):
            return Phrase(texts.FORCE if force else texts.LET_LIE)
        case Steal(victim, item):
            return Phrase(texts.STEAL, {"loser": Who(victim), "item": item_named(view, item)})
        case Exchange(partner, give, take):
            given, taken = item_named(view, give), item_named(view, take)
            return Phrase(texts.EXCHANGE, {"loser": Who(partner), "give": given, "take": taken})
        case SwapRank(loser):
            rank = _rank(view.rank_round[loser])
            return Phrase(texts.SWAP, {"loser": Who(loser), "rank": rank})
        case Decline("steal"):
            return Phrase(texts.STEAL_NOTHING)
        case Decline("exchange"):
            return Phrase(texts.EXCHANGE_NOTHING)
        case Decline() | Draw():
            return Phrase(texts.KEEP_RANK)
