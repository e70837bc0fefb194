"""The page of a season's guests, from where an admin makes a guest one with a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.enums import Visibility
from league.queries.occasions import season_guests, seasons
from league.standings import payload as plain
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import Club, Season
    from league.queries.occasions.season_guests import Guest, SeasonGuests
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A guest of a season, with their points and the address of their page."""

    guest: Guest
    url: str
    points: str


@dataclass(frozen=True, slots=True)
class SeasonGuestsPage:
    """Who played in a season as a guest."""

    season: Season
    club: Club
    found: SeasonGuests
    guests: list[GuestLine]
    json: str
    crumbs: list[Crumb]
    is_listed: bool


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Who played in a season as a guest, with matches and points."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    found = season_guests.of_season(actor, row)
    club = row.club
    link = ranking.players_of(club)
    return page(
        request,
        "league/occasions/season_guests.html",
        SeasonGuestsPage(
            season=row,
            club=club,
            found=found,
            guests=[
                GuestLine(
                    guest=one,
                    url=link(one.player_id),
                    points=number_shown(plain.number(one.points)),
                )
                for one in found.guests
            ],
            json=paths.at("v1:season_guests", row.pk),
            crumbs=[
                paths.to_club(club),
                paths.to_season(row),
                paths.here(_("Guests")),
            ],
            is_listed=club.visibility == Visibility.PUBLIC,
        ),
    )
