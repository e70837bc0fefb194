"""Whole matches as a table would play them, written down from the rules and nothing else.

It shares no code with the game: what the sheet computes is compared with what is counted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from games.core.types import JSON


@dataclass(frozen=True)
class House:
    """The house rules a match is played by, in plain numbers."""

    seats: int
    threshold: int = 1600
    track: tuple[int, ...] = (50, 200, 300, 500, 800, 1200, 1600)
    capacity: int = 19
    zero_bet: bool = False
    extra_round: bool = False
    max_rounds: int | None = None
    coal: tuple[tuple[int, int], ...] = ((100, 2), (75, 3), (50, 7), (25, 9), (20, 9), (10, 9))
    devils: int = 9

    def options(self) -> dict[str, JSON]:
        """The same as the options of a ruleset."""
        return {
            "end_threshold": self.threshold,
            "track": list(self.track),
            "oven_mouth_capacity": self.capacity,
            "allow_zero_bet": self.zero_bet,
            "end_tie": "extra_round" if self.extra_round else "shared",
            "max_rounds": self.max_rounds,
            "coal": {**{str(value): count for value, count in self.coal}, "devil": self.devils},
            "early_end_allowed": True,
        }


@dataclass
class Played:
    """A match: the sheet a careful table would hand in, and what everybody owned in truth."""

    sheet: dict[str, JSON]
    holdings: list[list[int]] = field(default_factory=list)  # after each round
    pacts: list[list[bool]] = field(default_factory=list)  # during each round
    is_early: bool = False

    @property
    def totals(self) -> list[int]:
        return self.holdings[-1]


def play(house: House, seed: int, *, counts_before_devils: bool = False, most: int = 60) -> Played:
    """One match with players who dare more or less by chance; cut off after ``most`` rounds."""
    chance = Random(seed)
    seats = house.seats
    owned, pacts = [200] * seats, [False] * seats
    oven: list[int] = []
    starter = chance.randrange(seats)
    lines: list[list[JSON]] = [[] for _ in range(seats)]
    tables: list[JSON] = []
    played = Played({})
    extra = False
    while True:
        if not tables or _fits_into_the_mouth(oven, house):
            oven = [value for value, count in house.coal for _ in range(count)]
            oven += [0] * house.devils
            chance.shuffle(oven)
        played.pacts.append(list(pacts))
        stakes = [_stake(chance, chips, zero=house.zero_bet) for chips in owned]
        spare = [chips - (stake or 0) for chips, stake in zip(owned, stakes, strict=True)]
        shown: list[list[int]] = [[] for _ in range(seats)]
        told: list[dict[str, JSON]] = [{} for _ in range(seats)]
        for step in range(seats):
            seat = (starter + step) % seats
            told[seat] = _turn(chance, oven, shown[seat], counted=counts_before_devils)
            if told[seat]["result"] == "devil":
                shown[seat] = []
                _pay(seat, spare, pacts)
        owned = _settled(spare, stakes, shown)
        for seat in range(seats):
            bet: dict[str, JSON] = {} if stakes[seat] is None else {"bet": stakes[seat]}
            lines[seat].append({**bet, **told[seat]})
        tables.append({"starter": starter, "reset": _fits_into_the_mouth(oven, house)})
        played.holdings.append(list(owned))
        places = [_place(chips, house.track) for chips in owned]
        pacts = [
            place == 0 or (place == min(places) and places.count(place) == 1) for place in places
        ]
        starter = (starter + 1) % seats
        best = max(owned)
        finished = best >= house.threshold or extra
        if finished and house.extra_round and owned.count(best) > 1:
            extra = True
            finished = False
        if finished or len(tables) in (most, house.max_rounds):
            played.is_early = best < house.threshold and not (finished or extra)
            break
    played.sheet = {
        "level": "LEDGER",
        "rounds": tables,
        "seats": [{"rounds": line} for line in lines],
        "ended_early": played.is_early,
    }
    return played


def _fits_into_the_mouth(oven: Sequence[int], house: House) -> bool:
    return len(oven) <= house.capacity


def _stake(chance: Random, chips: int, *, zero: bool) -> int | None:
    if chips == 0:
        return None
    if zero and chance.random() < 0.1:
        return 0
    if chance.random() < 0.2:
        return chips
    return 10 * chance.randint(1, min(chips, 200) // 10)


def _turn(chance: Random, oven: list[int], shown: list[int], *, counted: bool) -> dict[str, JSON]:
    """Draw to a target of one's own, until a devil comes, or until the oven is empty."""
    if not oven:
        return {"result": "no_turn"}
    target = chance.choice((10, 60, 90, 120, 300))
    while oven:
        piece = oven.pop()
        if piece == 0:
            before: dict[str, JSON] = {"pieces": len(shown), "amount": sum(shown)}
            return {"result": "devil", **(before if counted else {})}
        shown.append(piece)
        if sum(shown) >= target:
            break
    return {"result": "laid", "pieces": len(shown), "amount": sum(shown)}


def _pay(payer: int, spare: list[int], pacts: Sequence[bool]) -> None:
    for step in range(1, len(spare)):
        partner = (payer + step) % len(spare)
        if pacts[partner]:
            if spare[payer] >= 50:
                spare[payer] -= 50
            spare[partner] += 50


def _settled(
    spare: Sequence[int], stakes: Sequence[int | None], shown: Sequence[Sequence[int]]
) -> list[int]:
    best = max(sum(pieces) for pieces in shown)
    most = max(len(pieces) for pieces in shown)
    highest = max((stake for stake in stakes if stake is not None), default=0)
    owned = list(spare)
    for seat, (stake, pieces) in enumerate(zip(stakes, shown, strict=True)):
        if stake is not None and stake <= best:
            owned[seat] += 3 * stake if stake == highest else 2 * stake
        if pieces and sum(pieces) == best:
            owned[seat] += 50
        if pieces and len(pieces) == most:
            owned[seat] += 50
    return owned


def _place(chips: int, track: Sequence[int]) -> int:
    """Spaces and gaps from behind, counted one by one."""
    place = 0
    for number, space in enumerate(track):
        if chips <= space:
            return place if number == 0 or chips == space else place - 1
        place += 2
    return place - 1
