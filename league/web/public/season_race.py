"""The race of a season: who stood where after each evening, as a chart and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.queries.occasions import seasons
from league.queries.standings import season_race
from league.queries.standings import standings as standing
from league.templatetags.league import rank_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.charts import (
    Chart,
    Frame,
    GridLine,
    Line,
    Tick,
    number,
    points,
    short,
    spread,
    thinned,
)
from league.web.public import link_cards, season_tabs
from league.web.ranked_table import Cell, Column, RankedTable, Row
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.words.dates import short_day

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from league.models import Season
    from league.queries.standings.season_race import RaceStep
    from league.queries.standings.standings import Shown
    from league.standings.payload import RowPayload
    from league.web.paths import Crumb, Tab

RUNNERS: Final = 8
LANE, DEEP = 27, 54  # the height of a rank, and of all ranks below the first ones together
LEFT, RIGHT, TOP, BELOW = 34, 330, 14, 34
APART, LETTERS, TICKS = 18, 15, 4


@dataclass(frozen=True, slots=True)
class Race:
    """The race of the first ones and of the viewer; the table says the same."""

    chart: Chart
    table: RankedTable


@dataclass(frozen=True, slots=True)
class RacePage:
    """The race on its own page; ``race`` is None before the second evening."""

    season: Season
    crumbs: list[Crumb]
    tabs: list[Tab]
    shown: Shown
    race: Race | None
    is_listed: bool


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Who stood where in a season after each evening."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    shown = standing.payload(row, actor)
    return page(
        request,
        "league/public/season_race.html",
        RacePage(
            season=row,
            crumbs=[paths.to_club(row.club), paths.to_season(row), paths.here(_("Race"))],
            tabs=season_tabs.tabs(row, "season_race"),
            shown=shown,
            race=race(row, shown, actor.player_id),
            is_listed=link_cards.is_for_all(row.club),
        ),
    )


def race(season: Season, shown: Shown, own: int | None) -> Race | None:
    """The race of the first eight and of the viewer; None before the second evening."""
    steps = season_race.of_season(season, shown)
    ranked = [row for row in shown.payload["rows"] if row["rank"] is not None]
    runners = ranked[:RUNNERS]
    runners += [row for row in ranked[RUNNERS:] if row["player"] == own]
    if len(steps) < 2 or not runners:
        return None
    return Race(_chart(steps, runners, own), _table(season, steps, runners, own))


def _chart(steps: Sequence[RaceStep], runners: Sequence[RowPayload], own: int | None) -> Chart:
    """Ranks as lanes; all below the first ones share a band, the deeper the lower."""
    last = len(steps) - 1
    lanes = min(RUNNERS, len(runners))
    told = [step.ranks.get(row["player"]) for step in steps for row in runners]
    deepest = max((rank for rank in told if rank is not None), default=lanes)
    bottom = TOP + LANE * (lanes - 1) + (DEEP if deepest > lanes else 0)
    frame = Frame(480, bottom + BELOW, LEFT, RIGHT, TOP, bottom)

    def y(rank: int) -> float:
        if rank <= lanes:
            return TOP + LANE * (rank - 1)
        top = TOP + LANE * lanes
        return top + (bottom - top) * (rank - lanes - 1) / max(1, deepest - lanes - 1)

    ends = spread([y(row["rank"] or deepest) for row in runners], APART, bottom + 8)
    grid = [GridLine(number(y(rank)), str(rank)) for rank in range(1, lanes + 1)]
    if deepest > lanes:
        grid.append(GridLine(number(bottom), str(deepest), quiet=True))
    lines = [
        Line(
            look=f"way seat-{at}" + (" mine" if row["player"] == own else ""),
            runs=_runs(steps, row["player"], frame, y),
            end_x=number(frame.x(last, last)),
            end_y=number(end),
            label=short(row["name"], LETTERS),
            title=f"{rank_shown(row['rank'], row['tied'])} {row['name']}",
        )
        for at, (row, end) in enumerate(zip(runners, ends, strict=True), start=1)
    ]
    shown = thinned(len(steps), TICKS)
    return Chart(
        look="race-chart",
        frame=frame,
        # The viewer's own line lies above the others.
        lines=tuple(sorted(lines, key=lambda line: line.look.endswith(" mine"))),
        grid=tuple(grid),
        ticks=tuple(
            Tick(
                number(frame.x(at, last)),
                short_day(steps[at].day),
                "middle" if at else "start",
            )
            for at in shown
        ),
        words=ngettext(
            "Ranks of %(n)s player over %(evenings)s evenings. Now leading: %(name)s.",
            "Ranks of %(n)s players over %(evenings)s evenings. Now leading: %(name)s.",
            len(runners),
        )
        % {"evenings": len(steps), "n": len(runners), "name": runners[0]["name"]},
    )


def _runs(
    steps: Sequence[RaceStep], player: int, frame: Frame, y: Callable[[int], float]
) -> tuple[str, ...]:
    """The line of somebody, in one part for each row of evenings after which they had a rank."""
    runs: list[list[tuple[float, float]]] = [[]]
    for at, step in enumerate(steps):
        rank = step.ranks.get(player)
        if rank is not None:
            runs[-1].append((frame.x(at, len(steps) - 1), y(rank)))
        elif runs[-1]:
            runs.append([])
    return tuple(points(run * 2 if len(run) == 1 else run) for run in runs if run)


def _table(
    season: Season, steps: Sequence[RaceStep], runners: Sequence[RowPayload], own: int | None
) -> RankedTable:
    """The same as a table, the latest evening first."""
    link = ranking.players_of(season.club)
    return RankedTable(
        _("Rank after each evening"),
        tuple(Column(short_day(step.day), title=step.name) for step in reversed(steps)),
        tuple(
            Row(
                rank=row["rank"],
                tied=row["tied"],
                name=row["name"],
                cells=tuple(
                    Cell(rank_shown(step.ranks.get(row["player"]))) for step in reversed(steps)
                ),
                url=link(row["player"]),
                mine=row["player"] == own,
            )
            for row in runners
        ),
    )
