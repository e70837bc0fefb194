"""Whole matches by random bots, in place.

The order of draws, each ``int(random() * n)``, none for a choice among one:

1. The deal: ``shuffled`` over the deck (letter cards by colour and letter, devils, towers), for the
   card fields row by row. Then the first player, where it is drawn.
2. The first field of each disc, among the legal ones row by row.
3. Turn by turn what ``RandomBot`` draws. At the beginning of a turn: 40 parts for moving, 1 for a
   devil shuffle and 4 for a swap, of those that are possible, then which one: steps by field, AUTO
   before crossing; cards to take up by field; pairs by first and second field. Within a move:
   which step, ending it being the last choice. Then, as they come up: whom to rob, by seat; which
   letters to give back; a peek, by field, none being the last; drop and give, yes being first;
   flips by field. In a devil shuffle: one more card or the first field, then which; in the end
   ``shuffled`` over the cards in the order of taking.

What makes it quick: neighbours and pairs come from tables; a player without a devil finds its steps
in a table unless a field is full; pairs are counted, not listed; whether a swap or a shuffle is
possible is worked out only when few cards are left for it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from itertools import combinations

from games.core.game import FastPlay, Played
from games.teufel_teufel.options import TeufelOptions
from games.teufel_teufel.play.bots import MOVE_WEIGHT, SHUFFLE_WEIGHT, SWAP_WEIGHT
from games.teufel_teufel.play.cards import (
    DEVIL,
    EMPTY,
    TOWER,
    colour_of,
    letter_card,
    letter_of,
)
from games.teufel_teufel.play.ground import Ground, ground
from games.teufel_teufel.scoring import outcome
from games.teufel_teufel.words import End

MAX_STEPS = 10_000
"""Decisions and draws after which a match between bots is cut. The limit of turns ends all but the
oddest matches long before."""

CROSSING = 1 << 10
"""Added to a field: a step that skims or jumps."""

_NOBODY = -1
_Random = Callable[[], float]


class TeufelFast(FastPlay[TeufelOptions]):
    """The fast path of Teufel, Teufel!."""

    def player(self, seats: int, options: TeufelOptions) -> Callable[[_Random], Played]:
        return _player(ground(options), seats)


class _Cut(Exception):
    """The match has become too long."""


def _player(here: Ground, seats: int) -> Callable[[_Random], Played]:
    """A function that plays one match; everything above its definition is a table."""
    options = here.options
    fields, devil_field, most_discs = here.fields, here.devil_field, here.most_discs
    neighbours = here.neighbours
    plain_steps = tuple(
        tuple(field for field in around if field != devil_field) for around in neighbours
    )
    complete = here.all_letters
    owner = tuple(colour_of(card) for card in range(TOWER + 1))
    letter_bit = tuple(1 << letter_of(card) for card in range(TOWER + 1))
    own_cards = tuple(
        tuple(letter_card(colour, letter) for letter in range(len(options.letters)))
        for colour in range(seats)
    )
    pairs = tuple(tuple(combinations(range(number), 2)) for number in range(len(here.deck) + 1))
    after_loss = {
        owned: tuple(owned & ~here.bits(loss.letters) for loss in losses)
        for owned, losses in here.losses.items()
    }
    lost_number = options.letters_lost_with_two_devils
    deck, card_fields, everywhere = list(here.deck), here.card_fields, here.all_fields
    surely_shuffled = len(deck) - seats - options.shuffle_cards[0]
    surely_swapped = seats + 2
    flips_each, limit = options.finished_flips, options.turn_limit or 0
    most_steps, resolve = options.max_steps_per_move, options.resolve_last_card
    revisit, jump_any = options.allow_revisit, options.jump_any_card
    from_last = tuple(range(len(deck) - 1, 0, -1))

    def play(random: _Random) -> Played:
        pool = deck[:]
        for last in from_last:
            other = int(random() * (last + 1))
            pool[last], pool[other] = pool[other], pool[last]
        cards = [EMPTY] * fields
        hidden = [0] * fields
        where = [0] * (TOWER + 1)  # the field of each letter card
        for field, card in zip(card_fields, pool, strict=True):
            cards[field] = card
            hidden[field] = 1
            where[card] = field
        down = list(card_fields)  # the fields with hidden cards, in rising order
        actions, first = 1, 0
        if options.draws_first_player:
            actions, first = 2, int(random() * seats)
        crowd = [0] * fields  # the number of discs on each field
        discs = [_NOBODY] * seats
        placed: list[int] = []
        for turn in range(first, first + seats):
            free = here.first_fields(placed, seats - len(placed) - 1)
            found = [field for field in everywhere if free >> field & 1]
            at = found[int(random() * len(found))] if len(found) > 1 else found[0]
            placed.append(at)
            discs[turn % seats] = at
            crowd[at] += 1
            if options.flip_start_card and hidden[at]:
                hidden[at] = 0
                down.remove(at)
        actions += seats

        letters, devils = [0] * seats, [0] * seats
        mid = options.devils
        left: list[int] = []
        full = sum(number >= most_discs for number in crowd)  # fields that nobody may enter
        turns, seat, cut = 0, first, False
        end: End | None = None
        choices: Sequence[int]
        try:
            while end is None:
                turns += 1
                at = discs[seat]
                if at < 0:  # one who has left turns up cards
                    flips = flips_each
                    while flips and down:
                        if actions == MAX_STEPS:
                            raise _Cut
                        number = len(down)
                        at = down[int(random() * number)] if number > 1 else down[0]
                        down.remove(at)
                        hidden[at] = 0
                        actions += 1
                        flips -= 1
                    if not down:
                        end = End.DAY_BREAK
                    elif turns == limit:
                        end = End.STOPPED
                    seat = (seat + 1) % seats
                    continue

                devil = devils[seat]
                steps, must_go_on, card, others = 0, False, EMPTY, 0
                visited = 0 if revisit else 1 << at
                while True:
                    if not revisit:
                        choices = _steps_ahead(here, at, devil, mid, crowd, hidden, cards, visited)
                    elif devil or full or not mid:
                        choices = found = []
                        for field in neighbours[at]:
                            if field == devil_field:
                                if not mid:
                                    found.append(field)
                            elif not crowd[field]:
                                found.append(field)
                                if devil and hidden[field]:
                                    found.append(field + CROSSING)
                            elif crowd[field] < most_discs:
                                found.append(field)
                                if (
                                    devil
                                    and crowd[field] == 1
                                    and (jump_any or hidden[field] or cards[field] < DEVIL)
                                ):
                                    found.append(field + CROSSING)
                    else:
                        choices = plain_steps[at]
                    number = len(choices)
                    if actions == MAX_STEPS:
                        raise _Cut
                    if steps:
                        if must_go_on:
                            step = choices[int(random() * number)] if number > 1 else choices[0]
                        elif steps >= most_steps or not number:
                            actions += 1
                            card = EMPTY
                            break
                        else:
                            drawn = int(random() * (number + 1))
                            if drawn == number:
                                actions += 1
                                card = EMPTY
                                break
                            step = choices[drawn]
                    else:
                        can_swap = len(down) >= surely_swapped or (
                            len(_swappable(seat, own_cards[seat], down, hidden, where, crowd)) > 1
                        )
                        can_shuffle = devil and (
                            len(down) <= surely_shuffled
                            or _takes(here, [], cards, hidden, crowd) != []
                        )
                        drawn = 0
                        if (number > 0) + (can_shuffle > 0) + can_swap > 1:
                            drawn = int(
                                random()
                                * (
                                    (MOVE_WEIGHT if number else 0)
                                    + (SHUFFLE_WEIGHT if can_shuffle else 0)
                                    + (SWAP_WEIGHT if can_swap else 0)
                                )
                            )
                        if number:
                            drawn -= MOVE_WEIGHT
                        if number and drawn < 0:
                            step = choices[int(random() * number)] if number > 1 else choices[0]
                        elif can_shuffle and drawn < SHUFFLE_WEIGHT:
                            actions = _shuffle(
                                random, here, actions, cards, hidden, down, where, crowd
                            )
                            break
                        else:
                            actions += 1
                            if can_swap:
                                swapped = _swappable(
                                    seat, own_cards[seat], down, hidden, where, crowd
                                )
                                couples = pairs[len(swapped)]
                                number = len(couples)
                                one, two = couples[int(random() * number) if number > 1 else 0]
                                _swap(swapped[one], swapped[two], cards, hidden, down, where)
                            break
                    # --- one step
                    actions += 1
                    steps += 1
                    if crowd[at] == most_discs:
                        full -= 1
                    crowd[at] -= 1
                    at = step & (CROSSING - 1)
                    others = crowd[at]
                    crowd[at] = others + 1
                    if others + 1 == most_discs:
                        full += 1
                    if not revisit:
                        visited |= 1 << at
                    if step >= CROSSING or at == devil_field:
                        must_go_on = True
                        continue
                    must_go_on = False
                    if hidden[at]:
                        hidden[at] = 0
                        down.remove(at)
                        if not down and not resolve:
                            end = End.DAY_BREAK
                            card = EMPTY
                            others = 0
                            break
                    card = cards[at]
                    if card >= DEVIL:
                        break
                    if card >= 0 and not letters[seat] & letter_bit[card]:
                        if owner[card] == seat:
                            letters[seat] |= letter_bit[card]
                        break
                    if others or not down:
                        break
                discs[seat] = at
                if end is not None:
                    break

                # --- what the movement ended with
                loser = _NOBODY
                if card == DEVIL:
                    if mid:
                        mid -= 1
                    else:
                        victims = [v for v in range(seats) if devils[v] and v != seat]
                        if actions == MAX_STEPS:
                            raise _Cut
                        actions += 1
                        number = len(victims)
                        victim = victims[int(random() * number)] if number > 1 else victims[0]
                        devils[victim] = 0
                    if devil:
                        devils[seat] = 0
                        mid += 2
                        loser = seat
                    else:
                        devils[seat] = 1
                elif card == TOWER:
                    if down:
                        if actions == MAX_STEPS:
                            raise _Cut
                        actions += 1
                        random()
                    if devil:
                        if actions == MAX_STEPS:
                            raise _Cut
                        actions += 1
                        if random() < 0.5:
                            devils[seat] = 0
                            mid += 1
                elif devil and others == 1 and steps:
                    if actions == MAX_STEPS:
                        raise _Cut
                    actions += 1
                    if random() < 0.5:
                        devils[seat] = 0
                        for receiver in range(seats):
                            if discs[receiver] == at and receiver != seat:
                                break
                        if devils[receiver]:
                            devils[receiver] = 0
                            mid += 2
                            loser = receiver
                        else:
                            devils[receiver] = 1
                if loser >= 0 and lost_number:
                    owned = letters[loser]
                    if owned.bit_count() > lost_number:
                        if actions == MAX_STEPS:
                            raise _Cut
                        actions += 1
                        kept = after_loss[owned]
                        letters[loser] = kept[int(random() * len(kept))]
                    else:
                        letters[loser] = 0

                # --- leaving, day-break, the next one
                if complete in letters:
                    for leaver in (*range(seat, seats), *range(seat)):
                        if letters[leaver] == complete and not devils[leaver]:
                            field = discs[leaver]
                            if field >= 0:
                                discs[leaver] = _NOBODY
                                if crowd[field] == most_discs:
                                    full -= 1
                                crowd[field] -= 1
                                left.append(leaver)
                                if len(left) >= seats - 1:
                                    end = End.LAST_ONE
                                    break
                if end is None:
                    if not down:
                        end = End.DAY_BREAK
                    elif turns == limit:
                        end = End.STOPPED
                    seat = (seat + 1) % seats
        except _Cut:
            actions, cut = MAX_STEPS, True
        numbers = [owned.bit_count() for owned in letters]
        starts = tuple([str((seat - first) % seats + 1) for seat in range(seats)])
        return Played(
            outcome(left, numbers, end or End.STOPPED, options), turns, starts, actions, cut
        )

    return play


# --- what is rare


def _steps_ahead(
    here: Ground,
    at: int,
    devil: int,
    mid: int,
    crowd: list[int],
    hidden: list[int],
    cards: list[int],
    visited: int,
) -> list[int]:
    """The steps where no field may be visited twice: whoever crosses a field must get on."""

    def may_enter(field: int) -> bool:
        return crowd[field] < here.most_discs and (field != here.devil_field or not mid)

    def leads_on(field: int) -> bool:
        gone = visited | 1 << field
        for onward in here.neighbours[field]:
            if not gone >> onward & 1 and may_enter(onward):
                if onward != here.devil_field:
                    return True
                if any(
                    not gone >> last & 1 and may_enter(last) for last in here.neighbours[onward]
                ):
                    return True
        return False

    choices = []
    for field in here.neighbours[at]:
        if visited >> field & 1 or not may_enter(field):
            continue
        if field == here.devil_field:
            if leads_on(field):
                choices.append(field)
            continue
        choices.append(field)
        if not devil or not leads_on(field):
            continue
        if crowd[field] == 1:
            bare = hidden[field] or cards[field] < DEVIL
            if bare or here.options.jump_any_card:
                choices.append(field + CROSSING)
        elif not crowd[field] and hidden[field]:
            choices.append(field + CROSSING)
    return choices


def _swappable(
    seat: int,
    own: tuple[int, ...],
    down: list[int],
    hidden: list[int],
    where: list[int],
    crowd: list[int],
) -> list[int]:
    """The fields whose cards this seat may exchange, in rising order."""
    found = [field for field in down if not crowd[field]]
    for card in own:
        field = where[card]
        if not hidden[field] and not crowd[field]:
            insort(found, field)
    return found


def _swap(
    one: int, two: int, cards: list[int], hidden: list[int], down: list[int], where: list[int]
) -> None:
    cards[one], cards[two] = cards[two], cards[one]
    where[cards[one]] = one
    where[cards[two]] = two
    if hidden[one] != hidden[two]:
        hidden[one], hidden[two] = hidden[two], hidden[one]
        down.remove(one if hidden[two] else two)
        insort(down, two if hidden[two] else one)


def _takes(
    here: Ground, taken: list[int], cards: list[int], hidden: list[int], crowd: list[int]
) -> list[int]:
    """The fields from which one more card may be taken up for a devil shuffle."""
    fewest, most = here.options.shuffle_cards
    if len(taken) >= most:
        return []
    room = -sum(crowd[field] > 0 for field in taken)
    bare: list[int] = []
    covered: list[int] = []
    for field in here.all_fields:
        if cards[field] == EMPTY:
            room += not crowd[field] and field != here.devil_field
        elif not hidden[field] and field not in taken:
            (covered if crowd[field] else bare).append(field)
    if not here.options.shuffle_occupied_cards or room <= 0:
        covered = []
    if len(taken) + len(bare) + min(len(covered), room) < fewest:
        return []
    return sorted(bare + covered)


def _shuffle(
    random: _Random,
    here: Ground,
    actions: int,
    cards: list[int],
    hidden: list[int],
    down: list[int],
    where: list[int],
    crowd: list[int],
) -> int:
    """A whole devil shuffle; returns the number of actions after it."""
    fewest = here.options.shuffle_cards[0]
    taken: list[int] = []
    laid: list[int] = []
    while not laid or len(laid) < len(taken):
        if actions == MAX_STEPS:
            raise _Cut
        takes = [] if laid else _takes(here, taken, cards, hidden, crowd)
        lays = [
            field
            for field in here.all_fields
            if len(taken) >= max(fewest, 1)
            and (cards[field] == EMPTY or field in taken)
            and not crowd[field]
            and field != here.devil_field
            and field not in laid
        ]
        more = bool(takes) and (not lays or int(random() * 2) == 0)
        choices = takes if more else lays
        number = len(choices)
        field = choices[int(random() * number)] if number > 1 else choices[0]
        (taken if more else laid).append(field)
        actions += 1
    if actions == MAX_STEPS:
        raise _Cut
    lifted = [cards[field] for field in taken]
    for last in range(len(lifted) - 1, 0, -1):
        other = int(random() * (last + 1))
        lifted[last], lifted[other] = lifted[other], lifted[last]
    for field in taken:
        cards[field] = EMPTY
    for field, card in zip(laid, lifted, strict=True):
        cards[field] = card
        where[card] = field
        hidden[field] = 1
        insort(down, field)
    return actions + 1
