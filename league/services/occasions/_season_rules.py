"""Which games, rulesets and schemes of a season file a club has already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Club, ClubGame, Ruleset
from league.services.occasions._season_fields import in_order, scheme_of
from league.services.office.rules import FREE_FORM
from league.standings.points import scheme_from_json
from league.words import names

if TYPE_CHECKING:
    from league.services.occasions._season_fields import Told


@dataclass(frozen=True, slots=True)
class RulesRow:
    """A ruleset of the file: ``box`` and ``ruleset`` are the club's equal ones, if it has them."""

    number: int
    title: str
    name: str
    box: ClubGame | None
    ruleset: Ruleset | None


@dataclass(frozen=True, slots=True)
class SchemeRow:
    """A points scheme of the file by its key, and what the club calls an equal one."""

    key: str
    name: str


def rulesets(club: Club, told: Told) -> tuple[RulesRow, ...]:
    boxes = _boxes(club, told)
    there = list(club.rulesets.order_by("is_retired", "-version", "pk"))
    found: list[RulesRow] = []
    for one in in_order(told["rulesets"], "ruleset"):
        box = boxes.get(one["box"])
        equal = (row for row in there if box is not None and _is_equal(row, box, one))
        found.append(
            RulesRow(one["ruleset"], str(one["title"]), str(one["name"]), box, next(equal, None))
        )
    return tuple(found)


def _boxes(club: Club, told: Told) -> dict[int, ClubGame]:
    """The club's games by the numbers of the file: by title, and games of the catalogue by key."""
    free = list(club.games.order_by("is_retired", "pk"))
    found: dict[int, ClubGame] = {}
    boxes = {int(one["box"]): one for one in told["rulesets"]}
    for by_title in (True, False):
        for number, one in sorted(boxes.items()):
            same = [
                row
                for row in free
                if number not in found
                and row.game == one["game"]
                and (
                    names.fold(row.title) == names.fold(one["title"])
                    if by_title
                    else row.game != FREE_FORM
                )
            ]
            if same:
                found[number] = same[0]
                free.remove(same[0])
    return found


def _is_equal(row: Ruleset, box: ClubGame, one: Told) -> bool:
    return (
        row.club_game_id == box.pk
        and row.edition == one["edition"]
        and row.options == one["options"]
        and [row.seats_min, row.seats_max] == list(one["seats"])
    )


def free_title(club: Club, title: str) -> str:
    """The title of a new game; with a number where another game of the club bears it."""
    taken = set(club.games.values_list("title", flat=True))
    found, count = title, 1
    while found in taken:
        count += 1
        found = f"{title[:110]} ({count})"
    return found


def next_version(club: Club, name: str) -> int:
    last = club.rulesets.filter(name=name).order_by("-version").first()
    return 1 if last is None else last.version + 1


def schemes(club: Club, told: Told) -> tuple[SchemeRow, ...]:
    """The points schemes of the season and its stages, each once."""
    stages = [stage["scheme"] for event in told["events"] for stage in event["stages"]]
    own = [(row.name, _read(row.spec)) for row in club.schemes.order_by("name", "pk")]
    found: list[tuple[dict[str, Any], SchemeRow]] = []  # Any: JSON
    for one in (told["season"]["scheme"], *stages):
        spec = scheme_of(one)
        if any(spec == known for known, _ in found):
            continue
        name = next((name for name, known in own if known == spec), "")
        found.append((spec, SchemeRow(str(spec["key"]), name)))
    return tuple(row for _, row in found)


def _read(spec: Mapping[str, Any]) -> dict[str, Any]:  # Any: JSON
    return dict(scheme_from_json(spec).to_json())
