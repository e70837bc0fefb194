"""A match in words, from what one viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from games.core.types import JSON, Actor, Seat
from games.core.words import Phrase, Term, Who
from games.teufel_teufel.play import texts
from games.teufel_teufel.play.actions import (
    JUMP,
    SKIM,
    DropDevil,
    EndMove,
    Flip,
    Give,
    LoseLetters,
    Pass,
    Peek,
    Place,
    PlaceDisc,
    ShuffleLay,
    ShuffleTake,
    Step,
    SwapCards,
    TakeDevilFrom,
    TeufelAction,
    from_json,
)
from games.teufel_teufel.play.cards import DEVIL, EMPTY, HIDDEN, colour_of, letter_of
from games.teufel_teufel.play.ground import Ground
from games.teufel_teufel.play.state import NOWHERE, Phase
from games.teufel_teufel.play.views import TeufelView

# --- names


def field_name(ground: Ground, field: int) -> Phrase:
    """``r3c4``."""
    row, col = ground.places[field]
    return Phrase(texts.FIELD, {"row": row, "col": col})


def card_name(ground: Ground, card: int) -> Phrase:
    """``Red D``, a devil, a tower, a hidden card, no card."""
    if card in (HIDDEN, EMPTY):
        return Phrase(texts.HIDDEN_CARD if card == HIDDEN else texts.NO_CARD)
    if card >= DEVIL:
        return Phrase(texts.DEVIL_CARD if card == DEVIL else texts.TOWER_CARD)
    colour = Phrase(texts.COLOURS[colour_of(card)])
    letter = ground.options.letters[letter_of(card)]
    return Phrase(texts.LETTER_CARD, {"colour": colour, "letter": letter})


def _who(seat: int) -> Who:
    return Who(Seat(seat))


def _letters(view: TeufelView, bits: int) -> Phrase:
    letters = list(view.ground.letters(bits))
    return Phrase(texts.HAS_LETTERS, {"letters": letters}) if letters else Phrase(texts.NO_LETTERS)


# --- what happened


def tell(before: TeufelView, actor: Actor, line: JSON, after: TeufelView) -> Sequence[Phrase]:
    """The decision or draw itself, then all that followed from it."""
    if not isinstance(line, Mapping):
        return ()
    told = [*_drawn(line, before, after)]
    if line.get("t") != "chance" and before.acting is not None:
        told += _done(line, before, after)
    told += _followed(line, before, after)
    if after.end is not None and before.end is None:
        told.append(Phrase(texts.ENDS[after.end]))
    return told


def _drawn(line: Mapping[str, JSON], before: TeufelView, after: TeufelView) -> Iterator[Phrase]:
    ground = after.ground
    match line.get("what"):
        case "deal":
            yield Phrase(texts.SHUFFLED)
        case "shuffle":
            yield Phrase(
                texts.LIES_HIDDEN,
                {
                    "fields": [field_name(ground, field) for field in before.laid],
                    "cards": _names(ground, sorted(before.cards[f] for f in before.taken)),
                },
            )
    if before.first < 0 <= after.first:
        yield Phrase(texts.BEGINS, {"who": _who(after.first)})


def _names(ground: Ground, cards: Iterable[int]) -> list[Phrase]:
    return [card_name(ground, card) for card in cards]


def _done(line: Mapping[str, JSON], before: TeufelView, after: TeufelView) -> Iterator[Phrase]:
    assert before.acting is not None
    ground, who = after.ground, _who(before.acting)
    name = {"who": who}
    action = from_json({key: value for key, value in line.items() if key not in ("n", "p")})
    match action:
        case Step():
            yield _stepped(action, before, after, who)
        case PlaceDisc(at):
            yield from _placed(ground.index[at], before, after, who)
        case EndMove():
            yield Phrase(texts.STAYS, name)
        case Give(yes):
            yield (
                Phrase(texts.GIVES, {**name, "other": _company(before)})
                if yes
                else Phrase(texts.KEEPS, name)
            )
        case TakeDevilFrom(victim):
            yield Phrase(texts.ROBS, {**name, "other": _who(victim)})
        case LoseLetters():
            pass  # told from the letters that are gone
        case Peek(at):
            yield from _peeked(at, before, after, who)
        case DropDevil(yes):
            yield Phrase(texts.DROPS if yes else texts.KEEPS, name)
        case SwapCards(a, b):
            fields = [field_name(ground, ground.index[at]) for at in (a, b)]
            yield Phrase(texts.SWAPS, {**name, "field": fields[0], "other": fields[1]})
        case ShuffleTake(at):
            yield _with_card(texts.TAKES, before, ground.index[at], who)
        case ShuffleLay(at):
            field = ground.index[at]
            yield Phrase(texts.LAYS, {**name, "field": field_name(ground, field)})
        case Flip(at):
            yield _with_card(texts.FLIPS, after, ground.index[at], who)
        case Pass():
            yield Phrase(texts.PASSES, name)


def _placed(field: int, before: TeufelView, after: TeufelView, who: Who) -> Iterator[Phrase]:
    yield Phrase(texts.PLACES, {"who": who, "field": field_name(after.ground, field)})
    if before.cards[field] == HIDDEN != after.cards[field]:
        yield _with_card(texts.OPENS, after, field, who)


def _peeked(at: Place | None, before: TeufelView, after: TeufelView, who: Who) -> Iterator[Phrase]:
    if at is None:
        yield Phrase(texts.PEEKS_NOT, {"who": who})
        return
    field = after.ground.index[at]
    yield Phrase(texts.PEEKS, {"who": who, "field": field_name(after.ground, field)})
    known = dict(after.known).get(field)
    if known is not None and (after.seat is None or after.seat == before.acting):
        yield Phrase(texts.SEES, {"card": card_name(after.ground, known)})


def _with_card(text: str, view: TeufelView, field: int, who: Who) -> Phrase:
    names = (field_name(view.ground, field), card_name(view.ground, view.cards[field]))
    return Phrase(text, {"who": who, "field": names[0], "card": names[1]})


def _stepped(action: Step, before: TeufelView, after: TeufelView, who: Who) -> Phrase:
    field = after.ground.index[action.to]
    if field == after.ground.devil_field:
        return Phrase(texts.CROSSES, {"who": who})
    if action.mode == SKIM:
        return Phrase(texts.SKIMS, {"who": who, "field": field_name(after.ground, field)})
    if action.mode == JUMP:
        other = _who(before.discs.index(field))
        place = field_name(after.ground, field)
        return Phrase(texts.JUMPS, {"who": who, "other": other, "field": place})
    opened = before.cards[field] == HIDDEN
    return _with_card(texts.OPENS if opened else texts.GOES, after, field, who)


def _company(view: TeufelView) -> Who:
    """The other player on the field of the one whose turn it is."""
    field = view.discs[view.turn]
    return next(
        _who(seat) for seat, other in enumerate(view.discs) if other == field and seat != view.turn
    )


def _followed(line: Mapping[str, JSON], before: TeufelView, after: TeufelView) -> Iterator[Phrase]:
    """Letters and devils that came and went, and who left the board."""
    ground, kind = after.ground, line.get("t")
    for seat in range(after.seats):
        who = _who(seat)
        had, has = before.letters[seat], after.letters[seat]
        had_devil, has_devil = before.devils >> seat & 1, after.devils >> seat & 1
        for letter in ground.letters(has & ~had):
            yield Phrase(texts.COLLECTS, {"who": who, "letter": letter})
        if has_devil and not had_devil and kind == "step":
            yield Phrase(texts.GETS_DEVIL, {"who": who})
        if had_devil and not has_devil and _by_a_second(kind, before, seat):
            yield Phrase(texts.SECOND_DEVIL, {"who": who})
        if had & ~has:
            lost = list(ground.letters(had & ~has))
            yield Phrase(texts.GIVES_BACK, {"who": who, "letters": lost})
    for seat in after.left[len(before.left) :]:
        yield Phrase(texts.LEAVES, {"who": _who(seat)})


def _by_a_second(kind: JSON, before: TeufelView, seat: int) -> bool:
    """Whether this devil went because of another one (TT R20), not given, dropped or robbed."""
    if kind in ("step", "take_devil_from"):
        return seat == before.turn
    return kind == "give" and seat != before.turn


# --- the position

_LETTER_OF_COLOUR = "rbgywk"


def describe(view: TeufelView) -> Sequence[Phrase]:
    """The board as a drawing, then the players, then what is going on."""
    ground = view.ground
    board = ground.options.board
    lines = [Phrase(texts.LINE, {"line": _header(board.cols)})]
    for row in range(board.rows):
        cells = [_cell(view, row * board.cols + col) for col in range(board.cols)]
        lines.append(Phrase(texts.LINE, {"line": f"r{row + 1:<3}" + " ".join(cells).rstrip()}))
    lines.append(Phrase(texts.LEGEND))
    lines += [_player(view, seat) for seat in range(view.seats)]
    known = texts.KNOWN if view.seat is not None else texts.KNOWN_TO_REFEREE
    lines += [
        Phrase(known, {"field": field_name(ground, field), "card": card_name(ground, card)})
        for field, card in view.known
    ]
    if view.taken:
        taken = _names(ground, (view.cards[field] for field in view.taken))
        lines.append(Phrase(texts.IN_HAND, {"cards": taken}))
    if view.acting is not None:
        lines.append(Phrase(texts.TO_ACT, {"who": _who(view.acting)}))
    if view.must_go_on and view.phase is Phase.MOVE:
        lines.append(Phrase(texts.MUST_GO_ON))
    if view.end is not None:
        lines.append(Phrase(texts.ENDS[view.end]))
    return lines


def _header(cols: int) -> str:
    return "    " + " ".join(f"c{col + 1:<5}" for col in range(cols)).rstrip()


def _cell(view: TeufelView, field: int) -> str:
    """Three signs for the card and three for the discs."""
    card = view.cards[field]
    if field == view.ground.devil_field:
        sign = f"<{view.mid}>"
    elif card == EMPTY or field in view.taken:
        sign = "--"
    elif card == HIDDEN:
        sign = "##"
    elif card >= DEVIL:
        sign = "!!" if card == DEVIL else "^^"
    else:
        letter = view.ground.options.letters[letter_of(card)]
        sign = _LETTER_OF_COLOUR[colour_of(card)] + letter
    discs = "".join(str(seat + 1) for seat, at in enumerate(view.discs) if at == field)
    return f"{sign:<3}{discs:<3}"


def _player(view: TeufelView, seat: int) -> Phrase:
    colour = Phrase(texts.COLOURS[seat])
    params: dict[str, Term] = {"number": seat + 1, "who": _who(seat), "colour": colour}
    if seat in view.left:
        return Phrase(texts.PLAYER_GONE, {**params, "place": view.left.index(seat) + 1})
    field = view.discs[seat]
    if field == NOWHERE:
        return Phrase(texts.PLAYER_BEFORE, params)
    devil = view.devils >> seat & 1
    on = {"field": field_name(view.ground, field), "letters": _letters(view, view.letters[seat])}
    return Phrase(texts.PLAYER_ON_WITH_DEVIL if devil else texts.PLAYER_ON, {**params, **on})


# --- what may be done


def offer(view: TeufelView, action: TeufelAction) -> Phrase:
    """One legal action as a choice."""
    at, card = partial(_at, view), partial(_card_at, view)
    match action:
        case Step():
            return _offered_step(view, action)
        case PlaceDisc(place):
            return Phrase(texts.MAY_PLACE, {"field": at(place)})
        case EndMove():
            return Phrase(texts.MAY_END)
        case Give(True):
            return Phrase(texts.MAY_GIVE, {"other": _company(view)})
        case DropDevil(True):
            return Phrase(texts.MAY_DROP)
        case Give() | DropDevil():
            return Phrase(texts.MAY_KEEP)
        case TakeDevilFrom(victim):
            return Phrase(texts.MAY_ROB, {"other": _who(victim)})
        case LoseLetters(letters):
            return Phrase(texts.MAY_LOSE, {"letters": list(letters)})
        case Peek(place):
            return (
                Phrase(texts.MAY_NOT_PEEK)
                if place is None
                else Phrase(texts.MAY_PEEK, {"field": at(place)})
            )
        case SwapCards(a, b):
            places = {"field": at(a), "other": at(b), "card": card(a), "other_card": card(b)}
            return Phrase(texts.MAY_SWAP, places)
        case ShuffleTake(place):
            return Phrase(texts.MAY_TAKE, {"field": at(place), "card": card(place)})
        case ShuffleLay(place):
            return Phrase(texts.MAY_LAY, {"field": at(place)})
        case Flip(place):
            return Phrase(texts.MAY_FLIP, {"field": at(place)})
    return Phrase(texts.MAY_PASS)


def _at(view: TeufelView, place: Place) -> Phrase:
    return field_name(view.ground, view.ground.index[place])


def _card_at(view: TeufelView, place: Place) -> Phrase:
    field = view.ground.index[place]
    return card_name(view.ground, dict(view.known).get(field, view.cards[field]))


def _offered_step(view: TeufelView, action: Step) -> Phrase:
    field = view.ground.index[action.to]
    params: dict[str, Term] = {"field": field_name(view.ground, field)}
    if field == view.ground.devil_field:
        return Phrase(texts.MAY_CROSS)
    if action.mode == SKIM:
        return Phrase(texts.MAY_SKIM, params)
    others = [_who(seat) for seat, at in enumerate(view.discs) if at == field]
    if action.mode == JUMP:
        return Phrase(texts.MAY_JUMP, {**params, "other": others})
    params["card"] = card_name(view.ground, view.cards[field])
    if others:
        return Phrase(texts.MAY_GO_TO_DISC, {**params, "other": others})
    return Phrase(texts.MAY_OPEN if view.cards[field] == HIDDEN else texts.MAY_GO, params)
