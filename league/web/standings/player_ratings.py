"""What a player's page says of the ratings: a line per list, and the last steps of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.queries.standings import ratings
from league.web import paths
from league.web.standings.rating_chart import chart
from league.web.standings.ratings import shown, step_row, title_of, whole

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Player
    from league.queries.standings.ratings import Number, Standing
    from league.web.charts import Chart
    from league.web.standings.ratings import Shown

SETTLED = 0.25  # a larger share of the rating as its uncertainty says nothing
STEPS_ON_A_PLAYER = 12  # the others stand on the page of the rating


@dataclass(frozen=True, slots=True)
class Own:
    """A line of a player's page that leads to the history of a rating."""

    label: str
    href: str
    value: str
    matches: int
    is_settling: bool


@dataclass(frozen=True, slots=True)
class LastSteps:
    """The chart of a player's page with the last steps of its list."""

    title: str
    href: str
    chart: Chart
    steps: tuple[Shown, ...]


def links_of(found: tuple[Standing, ...], player_id: int) -> list[Own]:
    """The lines of a player's page that lead to the histories."""
    return [
        Own(
            label=title_of(row.scope),
            href=paths.at("rating_history", row.scope.pk, player_id),
            value=shown(row.number) if is_settled(row.number) else whole(row.number.value),
            matches=row.number.matches,
            is_settling=not is_settled(row.number),
        )
        for row in found
    ]


def is_settled(number: Number) -> bool:
    """Whether a rating's uncertainty is small enough to say something."""
    if number.is_provisional:
        return False
    return number.spread is None or 2 * number.spread <= number.value * SETTLED


def way_of(actor: Actor, player: Player, found: tuple[Standing, ...]) -> LastSteps | None:
    """The last steps of a player: of the list with most of their matches."""
    if not found:
        return None
    scope = max(found, key=lambda row: row.number.matches).scope
    steps = ratings.steps_of(actor, scope, player)
    drawn = chart(steps)
    if drawn is None:
        return None
    return LastSteps(
        title=title_of(scope),
        href=paths.at("rating_history", scope.pk, player.pk),
        chart=drawn,
        steps=tuple(step_row(step) for step in steps[: -STEPS_ON_A_PLAYER - 1 : -1]),
    )
