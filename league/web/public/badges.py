"""All badges of a club's games, with who holds them since when."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games import catalogue
from league.core.enums import Visibility
from league.core.errors import NotFound
from league.queries.occasions import clubs
from league.queries.public import club_badges
from league.times import wall_time
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.words.dates import date_format

if TYPE_CHECKING:
    from datetime import datetime

    from league.models import Club
    from league.queries.public.club_badges import Listed
    from league.web.paths import Crumb
    from league.web.standings.ranking import Link


@dataclass(frozen=True, slots=True)
class HolderShown:
    """Somebody with a badge; ``times`` is empty for once."""

    name: str
    url: str
    times: str
    since: str


@dataclass(frozen=True, slots=True)
class BadgeListed:
    """A badge and who holds it; ``look`` is that of one that nobody does."""

    sign: str
    look: str
    title: str
    meaning: str
    holders: list[HolderShown]


@dataclass(frozen=True, slots=True)
class GameBadges:
    """The badges of one game."""

    key: str
    title: str
    badges: list[BadgeListed]


@dataclass(frozen=True, slots=True)
class BadgesPage:
    """All badges of a club."""

    club: Club
    crumbs: list[Crumb]
    games: list[GameBadges]
    is_listed: bool


@require_safe
@guarded
def badges(request: HttpRequest, slug: str) -> HttpResponse:
    """All badges that there are for the games of a club, held or not."""
    actor = actor_of(request)
    club = clubs.by_slug(viewer=actor, slug=slug)
    if club is None:
        raise NotFound("not_found")
    link = ranking.players_of(club)
    found = groupby(club_badges.of_club(actor, club), key=lambda one: one.game)
    return page(
        request,
        "league/public/badges.html",
        BadgesPage(
            club=club,
            crumbs=[paths.to_club(club), paths.here(_("Badges"))],
            games=[
                GameBadges(
                    key=game,
                    title=_(catalogue.get(game).title),
                    badges=[_listed(one, club, link) for one in rows],
                )
                for game, rows in found
            ],
            is_listed=club.visibility == Visibility.PUBLIC,
        ),
    )


def _listed(one: Listed, club: Club, link: Link) -> BadgeListed:
    return BadgeListed(
        sign=one.badge.sign,
        look="" if one.holders else "open",
        title=_(one.badge.title),
        meaning=_(one.badge.meaning),
        holders=[
            HolderShown(
                name=holder.name,
                url=link(holder.player_id),
                times=times_words(holder.times),
                since=_since(holder.first, club),
            )
            for holder in one.holders
        ],
    )


def times_words(times: int) -> str:
    """How often; nothing for once."""
    return "" if times == 1 else ngettext("%(n)s time", "%(n)s times", times) % {"n": times}


def _since(at: datetime, club: Club) -> str:
    day = date_format(wall_time.wall(at, wall_time.zone_of(club)), "DATE_FORMAT")
    return _("first on %(day)s") % {"day": day}
