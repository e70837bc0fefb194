"""A match in words, built from one viewer's views and lines alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.text import gettext_noop
from games.core.types import CHANCE, JSON, Actor, Seat
from games.core.words import Phrase, Term, Who
from games.the_devil_with_it.options import Counts
from games.the_devil_with_it.play.actions import Action, Bet, Change, Draw, Stop
from games.the_devil_with_it.play.state import Payment, Phase, Pieces, RoundFacts
from games.the_devil_with_it.play.views import View


def tell(before: View, actor: Actor, line: Mapping[str, JSON], after: View) -> tuple[Phrase, ...]:
    """What happened and all that followed from it."""
    told: list[Phrase] = []
    match line.get("t"):
        case "bet":
            assert actor is not CHANCE
            told.extend(_bet(actor, line.get("amount"), after))
        case "change":
            assert actor is not CHANCE
            told.append(_changed(actor, line))
        case "stop":
            told.append(_laid(_turn_of(before), before.hand))
        case "chance" if before.phase is Phase.START:
            told.append(
                Phrase(gettext_noop("%(who)s draws coal first."), {"who": _who(after.starter)})
            )
        case "chance":
            told.extend(_piece(before, after))
    if before.phase in (Phase.CHOOSE, Phase.REVEAL) and _is_new_round(before, after):
        assert after.last is not None
        told.extend(_settled(after.last))
        told.extend(_next(before, after))
    return tuple(told)


def _bet(actor: Seat, amount: JSON, after: View) -> list[Phrase]:
    if isinstance(amount, int):
        told = [
            Phrase(
                gettext_noop("%(who)s hides a stake of %(amount)s in the fist."),
                {"who": Who(actor), "amount": amount},
            )
        ]
    else:
        told = [Phrase(gettext_noop("%(who)s hides a stake in the fist."), {"who": Who(actor)})]
    if after.phase is not Phase.BET:
        stakes = [_sum(seat, stake) for seat, stake in enumerate(after.stakes) if stake is not None]
        told.append(Phrase(gettext_noop("All fists open: %(stakes)s."), {"stakes": stakes}))
    return told


def _changed(actor: Seat, line: Mapping[str, JSON]) -> Phrase:
    give, take = line.get("give"), line.get("take")
    if not isinstance(give, Mapping) or not isinstance(take, Mapping):
        return Phrase(gettext_noop("%(who)s changes chips with the bank."), {"who": Who(actor)})
    return Phrase(
        gettext_noop("%(who)s changes %(give)s into %(take)s with the bank."),
        {"who": Who(actor), "give": _json_chips(give), "take": _json_chips(take)},
    )


def _piece(before: View, after: View) -> list[Phrase]:
    seat = _turn_of(before)
    hand, gone = _last_hand(before, after, seat)
    if not hand[-1]:
        told = [
            Phrase(
                gettext_noop("%(who)s reveals a devil: all coal of this turn is worthless."),
                {"who": Who(seat)},
            )
        ]
        told.extend(_paid(payment) for payment in gone[len(before.payments) :])
        return told
    told = [
        Phrase(
            gettext_noop("%(who)s reveals %(value)s and has %(total)s now."),
            {"who": Who(seat), "value": hand[-1], "total": sum(hand)},
        )
    ]
    if len(before.oven) == 1:
        told.append(_laid(seat, hand))
    return told


def _last_hand(before: View, after: View, seat: int) -> tuple[Pieces, Sequence[Payment]]:
    """The pieces of the turn after the reveal, and the payments of the round so far."""
    if _is_new_round(before, after):
        assert after.last is not None
        return after.last.turns[seat] or (), after.last.payments
    return after.turns[seat] or after.hand, after.payments


def _is_new_round(before: View, after: View) -> bool:
    return after.number != before.number or after.phase is Phase.END


def _paid(payment: Payment) -> Phrase:
    params: Mapping[str, Term] = {
        "payer": Who(Seat(payment.payer)),
        "receiver": Who(Seat(payment.receiver)),
        "amount": payment.amount,
    }
    if payment.by_bank:
        return Phrase(
            gettext_noop("The bank pays %(amount)s to %(receiver)s instead of %(payer)s."),
            params,
        )
    return Phrase(gettext_noop("%(payer)s pays %(amount)s to %(receiver)s."), params)


def _laid(seat: int, hand: Pieces) -> Phrase:
    return Phrase(
        gettext_noop("%(who)s lays down coal worth %(total)s (pieces: %(count)s)."),
        {"who": _who(seat), "total": sum(hand), "count": len(hand)},
    )


def _settled(facts: RoundFacts) -> list[Phrase]:
    """Stakes and bonuses of the round, from its starter on."""
    sums = [sum(turn) for turn in facts.turns if turn and turn[-1]]
    told = []
    idle = [_who(seat) for seat, turn in enumerate(facts.turns) if turn is None]
    if idle:
        told.append(
            Phrase(gettext_noop("The oven is empty; without coal: %(who)s."), {"who": idle})
        )
    if sums:
        told.append(Phrase(gettext_noop("The best coal is worth %(best)s."), {"best": max(sums)}))
    else:
        told.append(Phrase(gettext_noop("No one has laid down coal.")))
    seats = len(facts.turns)
    for step in range(seats):
        seat = (facts.starter + step) % seats
        told.extend(_result(facts, seat))
    return told


def _result(facts: RoundFacts, seat: int) -> list[Phrase]:
    told = []
    stake, gain = facts.stakes[seat], facts.gains[seat]
    if stake is not None and gain < 0:
        told.append(
            Phrase(
                gettext_noop("%(who)s loses the stake of %(stake)s."),
                {"who": _who(seat), "stake": stake},
            )
        )
    elif stake is not None:
        told.append(
            Phrase(
                gettext_noop("%(who)s made the highest bet and wins %(gain)s with %(stake)s.")
                if gain > stake
                else gettext_noop("%(who)s wins %(gain)s with %(stake)s."),
                {"who": _who(seat), "stake": stake, "gain": gain},
            )
        )
    if facts.amount_bonuses[seat]:
        told.append(
            Phrase(
                gettext_noop("%(who)s gets %(bonus)s for the highest amount of coal."),
                {"who": _who(seat), "bonus": facts.amount_bonuses[seat]},
            )
        )
    if facts.count_bonuses[seat]:
        told.append(
            Phrase(
                gettext_noop("%(who)s gets %(bonus)s for the most pieces of coal."),
                {"who": _who(seat), "bonus": facts.count_bonuses[seat]},
            )
        )
    return told


def _next(before: View, after: View) -> list[Phrase]:
    """How the round ends for the table: pawns, pacts, coal, or the end of the match."""
    if after.phase is Phase.END:
        totals = [_sum(seat, own) for seat, own in enumerate(after.own) if own is not None]
        told = [Phrase(gettext_noop("The match is over: %(totals)s."), {"totals": totals})]
        if after.ended_early:
            told.insert(0, Phrase(gettext_noop("The last round allowed has been played.")))
        return told
    told = [
        Phrase(
            gettext_noop("%(who)s moves the pawn: %(place)s."),
            {"who": _who(seat), "place": place_name(after, place)},
        )
        for seat, place in enumerate(after.places)
        if place != before.places[seat]
    ]
    partners = [_who(seat) for seat, has_pact in enumerate(after.pacts) if has_pact]
    if partners:
        told.append(
            Phrase(
                gettext_noop("A pact with the devil for the next round: %(who)s."),
                {"who": partners},
            )
        )
    if after.is_extra:
        told.append(Phrase(gettext_noop("First place is tied: an extra round follows.")))
    if after.last is not None and after.last.reset:
        told.append(Phrase(gettext_noop("All coal goes back into the oven.")))
    told.append(
        Phrase(
            gettext_noop("Round %(number)s: %(who)s draws coal first."),
            {"number": after.number, "who": _who(after.starter)},
        )
    )
    return told


# --- the position and the choices ---------------------------------------------------------


def describe(view: View) -> tuple[Phrase, ...]:
    """The position, line by line."""
    lines = [Phrase(gettext_noop("Round %(round)s"), {"round": view.number})]
    if view.phase is Phase.END:
        lines = [
            Phrase(
                gettext_noop("The match is over after round %(number)s."), {"number": view.number}
            )
        ]
    elif view.phase is not Phase.START:
        lines.append(Phrase(gettext_noop("%(who)s draws coal first."), {"who": _who(view.starter)}))
    lines.extend(_line(view, seat) for seat in range(view.table.seats))
    devils = view.oven.count(0)
    lines.append(
        Phrase(
            gettext_noop("Pieces in the oven: %(count)s, devils among them: %(devils)s."),
            {"count": len(view.oven), "devils": devils},
        )
    )
    if view.hand:
        lines.append(
            Phrase(
                gettext_noop("%(who)s has revealed %(pieces)s, together %(total)s."),
                {
                    "who": _who(_turn_of(view)),
                    "pieces": list(view.hand),
                    "total": sum(view.hand),
                },
            )
        )
    return tuple(lines)


def _line(view: View, seat: int) -> Phrase:
    parts: list[Term] = [place_name(view, view.places[seat])]
    own, stake, turn = view.own[seat], view.stakes[seat], view.turns[seat]
    if own is not None:
        parts.append(Phrase(gettext_noop("chips %(own)s"), {"own": own}))
    if stake is not None:
        parts.append(Phrase(gettext_noop("stake %(stake)s"), {"stake": stake}))
    elif view.has_bet[seat]:
        parts.append(Phrase(gettext_noop("stake in the fist")))
    if view.pacts[seat]:
        parts.append(Phrase(gettext_noop("pact with the devil")))
    if turn is not None:
        parts.append(
            Phrase(
                gettext_noop("coal %(total)s (pieces: %(count)s)"),
                {"total": sum(turn), "count": len(turn)},
            )
            if turn[-1]
            else Phrase(gettext_noop("met a devil"))
        )
    return Phrase(gettext_noop("%(who)s: %(facts)s"), {"who": _who(seat), "facts": parts})


def place_name(view: View, place: int) -> Phrase:
    """Where a pawn stands, in words (TD R36)."""
    track = view.table.options.track
    space, gap = divmod(place, 2)
    if place == 0:
        return Phrase(gettext_noop("on 0–%(space)s"), {"space": track[0]})
    if not gap:
        return Phrase(gettext_noop("on %(space)s"), {"space": track[space]})
    if space + 1 < len(track):
        return Phrase(
            gettext_noop("between %(low)s and %(high)s"),
            {"low": track[space], "high": track[space + 1]},
        )
    return Phrase(gettext_noop("beyond %(space)s"), {"space": track[space]})


def offer(view: View, action: Action) -> Phrase:
    """A legal action as a choice."""
    match action:
        case Bet(amount):
            return Phrase(gettext_noop("Bet %(amount)s"), {"amount": amount})
        case Stop():
            return Phrase(gettext_noop("Stop with %(total)s"), {"total": sum(view.hand)})
        case Draw():
            return Phrase(gettext_noop("Reveal a piece of coal"))
        case Change(give, take):
            return Phrase(
                gettext_noop("Change %(give)s into %(take)s"),
                {"give": _chips(give), "take": _chips(take)},
            )
    raise AssertionError(action)  # chance is offered no choice


def _chips(counts: Counts) -> list[Term]:
    return [f"{count} × {face}" for face, count in counts]


def _json_chips(counts: Mapping[str, JSON]) -> list[Term]:
    return [f"{count} × {face}" for face, count in counts.items()]


def _sum(seat: int, amount: int) -> Phrase:
    return Phrase(gettext_noop("%(who)s %(amount)s"), {"who": _who(seat), "amount": amount})


def _turn_of(view: View) -> Seat:
    return Seat(view.table.orders[view.starter][view.turn])


def _who(seat: int) -> Who:
    return Who(Seat(seat))
