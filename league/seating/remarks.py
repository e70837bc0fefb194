"""What can be said of a plan as a whole: what was unavoidable, what the search left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.seating.types import Field, Param, Plan


@dataclass(frozen=True, slots=True)
class Remark:
    """One statement about a plan; its sentence stands under `code` in the texts."""

    code: str
    params: Mapping[str, Param]


def remarks(made: Plan, field: Field) -> tuple[Remark, ...]:
    """The statements about a plan of this field, the most asked-for first."""
    seated = sum(len(table.players) for table in made.tables)
    found = [
        about_repeats(
            made.repeats, made.lower_bound, seated, cost=made.repeat_cost, least=made.least_cost
        )
    ]
    present = {player for table in made.tables for player in table.players}
    bans = sum(a in present and b in present for a, b in field.apart)
    if bans and made.repeat_cost > made.least_cost:
        found.append(Remark("bans_cost", {"pairs": bans}))
    out = sum(bye.reason == "rotation" for bye in made.byes)
    if out:
        found.append(Remark("byes_forced", {"out": out, "players": seated + out}))
    unmet = sum(penalty.code == "unmet_wish" for penalty in made.penalties)
    if unmet:
        found.append(Remark("wishes_unmet", {"unmet": unmet}))
    found.append(Remark(made.stopped_by, {}))
    return tuple(found)


def about_repeats(
    repeats: int, bound: int, players: int, *, cost: int = 0, least: int = 0
) -> Remark:
    """How repeated meetings stand to what is proven: their number, or what they cost.

    The cost is told where somebody meets for the third time, or where fewer repeats would cost as
    much.
    """
    if max(cost, least) > max(repeats, bound) or (least > bound and repeats > bound):
        dear: dict[str, Param] = {"repeats": repeats, "cost": cost, "least": least}
        return Remark("repeats_cheapest" if cost == least else "repeats_dear", dear)
    params: dict[str, Param] = {"repeats": repeats, "bound": bound, "players": players}
    if not repeats:
        return Remark("no_repeat", {})
    if repeats == bound:
        return Remark("repeats_forced", params)
    return Remark("repeats_above" if bound else "repeats_open", params)
