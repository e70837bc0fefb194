"""The weeks, months or other parts of a season, as its page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.enums import PeriodKind
from league.queries.standings import moments
from league.times import periods
from league.web.standings.moments import period_name, period_span

if TYPE_CHECKING:
    from league.models import Season
    from league.times.periods import Period

AT_ONCE = 6


@dataclass(frozen=True, slots=True)
class Part:
    """One period that has begun, with the way to its table."""

    name: str
    span: str
    href: str
    is_running: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """The latest ``parts`` first; ``earlier`` ones are folded away."""

    title: str
    parts: tuple[Part, ...]
    earlier: tuple[Part, ...]


def parts(season: Season, shown: Period | None) -> Parts | None:
    """What has begun of the season's periods; None where there is nothing to list."""
    now = timezone.now()
    begun = [one for one in periods.of_season(season) if one.first <= now]
    if not begun:
        return None
    titles = {PeriodKind.WEEK: _("Week by week"), PeriodKind.MONTH: _("Month by month")}
    page = reverse("season", args=[season.club.slug, season.slug])
    found = tuple(
        Part(
            period_name(one),
            period_span(one, season.club),
            f"{page}?{moments.PERIOD}={one.number}",
            one.has(now),
            one == shown,
        )
        for one in reversed(begun)
    )
    title = titles.get(begun[0].kind, _("Part by part"))
    return Parts(title, found[:AT_ONCE], found[AT_ONCE:])
