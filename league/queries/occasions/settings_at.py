"""Settings as they stood at an earlier place of the journal: later changes are undone from it."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from league.core.facts import Fact
from league.models import JournalLine, Season, Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

# What a standing rests on besides its results, by the row that holds it.
OF_STAGE: Final = ("scheme", "chain", "bye", "late", "no_show", "scoring", "size_preferred")
OF_SEASON: Final = (
    *("chain", "counting", "counting_n", "counting_unit", "counting_more"),
    *("min_matches", "rank_guests"),
)
OF_EVENT: Final = ("rank_guests",)
_KINDS: Final = {
    Fact.STAGE_CHANGED.value: ("stage", OF_STAGE),
    Fact.SEASON_CHANGED.value: ("season", OF_SEASON),
    Fact.EVENT_CHANGED.value: ("event", OF_EVENT),
}


@dataclass(frozen=True, slots=True)
class Rewound:
    """Old values of what was changed since, by kind of row, its number and field."""

    # Whatever a field of these rows may hold.
    values: Mapping[tuple[str, int], Mapping[str, Any]] = field(default_factory=dict)

    def stage(self, row: Stage) -> Stage:
        """The stage as it was set, or the row itself where nothing has changed."""
        event = self._then("event", row.event)
        found: Stage = self._then("stage", row)
        if event is not row.event:
            found = copy(found)
            found.event = event
        return found

    def season(self, row: Season) -> Season:
        found: Season = self._then("season", row)
        return found

    # A row of any kind comes back as that kind.
    def _then(self, kind: str, row: Any) -> Any:
        old = self.values.get((kind, row.pk))
        if not old:
            return row
        found = copy(row)
        for name, value in old.items():
            setattr(found, name, value)
        return found


def to(club: int, position: int) -> Rewound:
    """The settings of a club's stages and seasons at a place of its journal."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    lines = JournalLine.objects.filter(club=club, seq__gt=position, kind__in=_KINDS)
    for kind, payload in lines.order_by("-seq").values_list("kind", "payload"):
        noun, fields = _KINDS[kind]
        changed = payload.get("changed")
        if not isinstance(changed, dict) or not isinstance(payload.get(noun), int):
            continue
        old = {name: changed[name]["old"] for name in fields if name in changed}
        if old:
            found.setdefault((noun, payload[noun]), {}).update(old)
    return Rewound(found)
