"""Stored seatings as the values that the pure room of seating works with, and back to words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from league.core.enums import RoundEntryState
from league.queries.decimals import hundredths
from league.seating.remarks import about_repeats, remarks
from league.seating.texts import CRITERION_NAMES, EARLIER_PENALTIES, PENALTIES, REMARKS
from league.seating.types import Bye, Penalty, PlannedTable, TableLock

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Seat, Seating, Table
    from league.seating.types import Field, Plan

BYE_REASONS = {
    RoundEntryState.BYE: "rotation",
    RoundEntryState.SITS_OUT: "rotation",
    RoundEntryState.REQUESTED_BYE: "requested",
}


_PROVEN = {"repeats_forced", "repeats_cheapest", "ideal"}


def tables_of(seating: Seating) -> list[Table]:
    """The tables of a seating by number, each with ``seats.all()`` in the order of seats."""
    return list(
        seating.tables.select_related("ruleset__club_game")
        .prefetch_related("seats")
        .order_by("number")
    )


def seats_without_table(seating: Seating) -> list[Seat]:
    return list(seating.seats.filter(table__isnull=True).order_by("pk"))


def planned(tables: Iterable[Table]) -> tuple[PlannedTable, ...]:
    """Tables with somebody at them; players are ids of entries, in seat order."""
    return tuple(
        PlannedTable(row.number, row.ruleset_id, _players(row)) for row in tables if _players(row)
    )


def byes(seats: Iterable[Seat]) -> tuple[Bye, ...]:
    return tuple(
        Bye(seat.entry_id, "requested" if seat.state == "requested_bye" else "rotation")
        for seat in seats
        if seat.table_id is None and seat.state in BYE_REASONS
    )


def locks(tables: Iterable[Table], *, present: frozenset[int]) -> tuple[TableLock, ...]:
    """The locked tables, without whoever has left the room since."""
    return tuple(
        TableLock(number=row.number, ruleset=row.ruleset_id, players=here)
        for row in tables
        if row.is_locked
        and (here := tuple(player for player in _players(row) if player in present))
    )


def pins(tables: Iterable[Table], *, present: frozenset[int]) -> dict[int, int]:
    """Entries whose seat is locked, with the number of the table they stay at."""
    return {
        seat.entry_id: row.number
        for row in tables
        if not row.is_locked
        for seat in row.seats.all()
        if seat.is_locked and seat.entry_id in present
    }


def _players(table: Table) -> tuple[int, ...]:
    seats = sorted(table.seats.all(), key=lambda seat: (seat.position or 0, seat.pk))
    return tuple(seat.entry_id for seat in seats)


# --- explanations -----------------------------------------------------------------------


def explanation(plan: Plan, field: Field) -> dict[str, JSON]:
    """What is kept of a plan besides its tables."""
    return {
        "players": sum(len(table.players) for table in plan.tables),
        "remarks": [
            {"code": row.code, "params": {name: _told(value) for name, value in row.params.items()}}
            for row in remarks(plan, field)
        ],
        "cost": plan.cost,
        "costs": dict(plan.costs),
        "repeats": plan.repeats,
        "repeat_cost": plan.repeat_cost,
        "lower_bound": plan.lower_bound,
        "least_cost": plan.least_cost,
        "stopped_by": plan.stopped_by,
        "steps": plan.steps,
        "split": list(plan.split.sizes) if plan.split else [],
        "penalties": penalties_json(plan.penalties),
    }


def penalties_json(penalties: Sequence[Penalty]) -> list[dict[str, JSON]]:
    return [
        {
            "code": row.code,
            "players": list(row.players),
            "table": row.table,
            "params": {name: _told(value) for name, value in row.params.items()},
            "cost": row.cost,
        }
        for row in penalties
    ]


def news_of(told: Mapping[str, JSON]) -> list[str]:
    """What came of drawing once more, with what is proven of it; empty for other drafts."""
    news = REMARKS.get(str(told.get("again")))
    if news is None:
        return []
    stored = told.get("remarks")
    rows = stored if isinstance(stored, list) else []
    proven = [row for row in rows if isinstance(row, dict) and row["code"] in _PROVEN]
    return [gettext(news), *remark_sentences({"remarks": proven[:1]})]


def _told(value: object) -> JSON:
    if isinstance(value, tuple):
        return [_told(part) for part in value]
    if isinstance(value, int | str):
        return value
    return str(value)


def remark_sentences(explanation: Mapping[str, JSON]) -> list[str]:
    """What is said of the whole seating; after changes by hand only what still holds."""
    stored = explanation.get("remarks")
    news = REMARKS.get(str(explanation.get("again")))
    told: list[str] = [gettext(news)] if news is not None else []
    if isinstance(stored, list) and stored:
        for row in stored:
            assert isinstance(row, dict)
            source, params = REMARKS.get(str(row["code"])), row["params"]
            if source is not None and isinstance(params, dict):
                told.append(gettext(source) % params)
        return told
    if "repeats" in explanation:
        numbers = [explanation.get(name, 0) for name in ("repeats", "lower_bound", "players")]
        repeats, bound, players = (int(n) if isinstance(n, int) else 0 for n in numbers)
        if players:
            cost, least = repeat_costs(explanation)
            row_ = about_repeats(
                repeats, min(bound, repeats), players, cost=cost, least=min(least, cost)
            )
            told.append(gettext(REMARKS[row_.code]) % dict(row_.params))
    return told


def repeat_costs(figures: Mapping[str, JSON]) -> tuple[int, int]:
    """What the repeats of a stored seating or plan cost, and the least they could.

    Those kept before costs were counted know the numbers of repeats alone.
    """
    known = [
        figures.get(name, figures.get(earlier, 0))
        for name, earlier in (("repeat_cost", "repeats"), ("least_cost", "lower_bound"))
    ]
    cost, least = (int(n) if isinstance(n, int) else 0 for n in known)
    return cost, least


def costs_named(explanation: Mapping[str, JSON]) -> list[tuple[str, str, int]]:
    """Key, name and cost of every criterion, the dearest first."""
    costs = explanation.get("costs")
    if not isinstance(costs, dict):
        return []
    lines = [
        (key, gettext(CRITERION_NAMES[key]), cost)
        for key, cost in costs.items()
        if key in CRITERION_NAMES and isinstance(cost, int)
    ]
    return sorted(lines, key=lambda line: -line[2])


def penalty_sentence(penalty: Mapping[str, JSON], names: Mapping[int, str]) -> str:
    """A stored penalty in the language of the moment; ``names`` are those of entries."""
    code, params, players = str(penalty["code"]), penalty["params"], penalty["players"]
    source = PENALTIES.get(code)
    if source is None:
        return code
    assert isinstance(params, dict)
    if "usual" not in params:
        source = EARLIER_PENALTIES.get(code, source)
    assert isinstance(players, list)
    words = {name: _shown(value) for name, value in params.items()}
    who = listed(names.get(player, "?") for player in players)
    return gettext(source) % {**words, "players": who, "table": penalty["table"]}


def unavoidable(explanation: Mapping[str, JSON]) -> str:
    """What to say beside pairs who meet again where not one of them could have been spared."""
    repeats, bound, players = (
        explanation.get(name) for name in ("repeats", "lower_bound", "players")
    )
    if not repeats or repeats != bound or not players:
        return ""
    return ngettext(
        "With %(players)s players, at least %(bound)s is unavoidable.",
        "With %(players)s players, at least %(bound)s are unavoidable.",
        int(str(bound)),
    ) % {"players": players, "bound": bound}


def sentences(
    penalties: Sequence[Mapping[str, JSON]], names: Mapping[int, str], *, forced: str = ""
) -> list[str]:
    """The penalties of one table in words; pairs who met before share a sentence.

    Args:
        forced: what ``unavoidable`` says of the whole seating.
    """
    told: list[str] = []
    for code, sentence in (
        ("met_event", gettext("Met in this event already: %(pairs)s.")),
        ("met_season", gettext("Met this season already: %(pairs)s.")),
    ):
        pairs = [_pair(row, names) for row in penalties if row["code"] == code]
        if pairs:
            line = sentence % {"pairs": gettext("; ").join(pairs)}
            told.append(f"{line} {forced}" if forced and code == "met_event" else line)
    return told + [
        penalty_sentence(row, names)
        for row in penalties
        if row["code"] not in {"met_event", "met_season"}
    ]


def _pair(penalty: Mapping[str, JSON], names: Mapping[int, str]) -> str:
    players, params = penalty["players"], penalty["params"]
    assert isinstance(players, list)
    assert isinstance(params, dict)
    who = listed(names.get(player, "?") for player in players)
    times = params.get("times", 1)
    return who if times == 1 else f"{who} ({times}×)"


def _shown(value: JSON) -> JSON:
    """Exact numbers as people read them: ``16/3`` becomes ``5.33``."""
    if isinstance(value, str) and "/" in value:
        return hundredths(Fraction(value))
    return value


def listed(words: Iterable[str]) -> str:
    """Names in one line: ``A, B and C``."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    head = ", ".join(found[:-1])
    return gettext("%(head)s and %(last)s") % {"head": head, "last": found[-1]}
