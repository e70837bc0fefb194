"""The pages of a season beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.web import paths
from league.web.paths import Tab

if TYPE_CHECKING:
    from league.models import Season


def tabs(season: Season, current: str) -> list[Tab]:
    """Standings, race, evenings (on the first page) and statistics; ``current`` its address."""

    def tab(name: str, label: str, part: str = "") -> Tab:
        href = paths.at(name, season.club.slug, season.slug)
        return Tab(label, href + part, name == current and not part)

    return [
        tab("season", _("Standings")),
        tab("season_race", _("Race")),
        tab("season", _("Evenings"), "#evenings"),
        tab("season_statistics", _("Statistics")),
    ]
