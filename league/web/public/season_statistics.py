"""The numbers of a season: how many came, and who had the most of each evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.queries.occasions import seasons
from league.queries.standings import standings as standing
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.public import link_cards, season_tabs
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.dates import short_day

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import Season
    from league.queries.standings.standing_payload import EveningPayload
    from league.queries.standings.standings import Shown
    from league.web.paths import Crumb, Tab

BEST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Figure:
    """A number under its name."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class EveningNumbers:
    """What came together at one evening; ``others`` had as many points as those named."""

    name: str
    href: str
    day: str
    players: int
    best: tuple[str, ...]
    others: int
    points: str


@dataclass(frozen=True, slots=True)
class SeasonStatisticsPage:
    """Figures of the whole season, its evenings, and what else there is to look into."""

    season: Season
    crumbs: list[Crumb]
    tabs: list[Tab]
    shown: Shown
    figures: list[Figure]
    evenings: list[EveningNumbers]
    links: list[dict[str, str]]
    is_listed: bool


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The numbers of a season, from the standing that the viewer sees."""
    row = seasons.get(actor_of(request), slug, season_slug)
    shown = standing.payload(row, actor_of(request))
    names = {str(one["player"]): one["name"] for one in shown.payload["rows"]}
    evenings = [_numbers(one, names) for one in reversed(shown.payload["evenings"])]
    came = [one.players for one in evenings]
    figures = [
        Figure(_("Evenings"), str(len(evenings))),
        Figure(
            _("Players"),
            str(len({pk for one in shown.payload["evenings"] for pk in one["points"]})),
        ),
        Figure(_("Players per evening"), number_shown(str(Fraction(sum(came), len(came) or 1)), 1)),
        Figure(_("Most at one evening"), str(max(came, default=0))),
    ]
    links = (
        ("season_fairness", _("How fair the seating is")),
        ("season_guests", _("Guests")),
    )
    return page(
        request,
        "league/public/season_statistics.html",
        SeasonStatisticsPage(
            season=row,
            crumbs=[paths.to_club(row.club), paths.to_season(row), paths.here(_("Statistics"))],
            tabs=season_tabs.tabs(row, "season_statistics"),
            shown=shown,
            figures=figures if evenings else [],
            evenings=evenings,
            links=[
                {"label": label, "href": paths.at(name, row.club.slug, row.slug)}
                for name, label in links
            ],
            is_listed=link_cards.is_for_all(row.club),
        ),
    )


def _numbers(one: EveningPayload, names: dict[str, str]) -> EveningNumbers:
    points = {pk: Fraction(part["exact"]) for pk, part in one["points"].items() if part["matches"]}
    most = max(points.values(), default=Fraction(0))
    best = sorted(names.get(pk, "") for pk, value in points.items() if value == most)
    return EveningNumbers(
        name=one["name"],
        href=paths.at("event", one["slug"]),
        day=short_day(date.fromisoformat(one["day"])),
        players=len(points),
        best=tuple(best[:BEST_NAMED]),
        others=max(0, len(best) - BEST_NAMED),
        points=number_shown(str(most)),
    )
