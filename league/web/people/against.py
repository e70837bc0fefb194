"""Two people beside each other: how often they met, who was ahead, and every match of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.errors import NotFound
from league.queries.people import duels, player_history
from league.web import discs, paths
from league.web.actor import actor_of
from league.web.people.player import MatchLine, against_url, line, place_of
from league.web.public import link_cards
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking

if TYPE_CHECKING:
    from django.core.paginator import Page
    from django.http import HttpRequest, HttpResponse

    from league.queries.people.duels import Duel, Meeting
    from league.web.discs import Disc
    from league.web.paths import Crumb

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: how often ahead of the other."""

    name: str
    href: str
    disc: Disc
    ahead: int


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """A match with both places; ``look`` says which of them was better."""

    match: MatchLine
    other: str
    look: str


@dataclass(frozen=True, slots=True)
class AgainstPage:
    """The matches of two people, the latest first."""

    title: str
    crumbs: list[Crumb]
    sides: tuple[Side, Side]
    met: int
    level: int
    together: int
    games: list[tuple[str, int, int, int]]
    meetings: list[MeetingLine]
    page: Page[Meeting]
    query: str
    is_listed: bool


@require_safe
@guarded
def against(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """How two people did at the tables where both sat."""
    actor = actor_of(request)
    via = request.GET.get("club", "")[:60]
    if not all(0 < pk < 2**63 for pk in (player_id, other_id)):
        raise NotFound("not_found")
    found = duels.between(actor, player_id, other_id, via=via)
    if found is None or not found.meetings:
        now, other = player_history.standing(player_id), player_history.standing(other_id)
        if (now, other) == (player_id, other_id) or now == other:
            raise NotFound("not_found")
        return redirect(against_url(now, other, via))
    names = [face.name for face in found.faces]
    link = ranking.player_url(via)
    current = Paginator(found.meetings, PER_PAGE).get_page(request.GET.get("page"))
    ahead = sum(one.is_ahead for one in found.meetings)
    behind = sum(one.is_behind for one in found.meetings)
    title = _("%(player)s against %(other)s") % {"player": names[0], "other": names[1]}
    return page(
        request,
        "league/people/against.html",
        AgainstPage(
            title=title,
            crumbs=[{"label": names[0], "href": link(player_id)}, paths.here(title)],
            sides=(
                Side(names[0], link(player_id), discs.of_one(actor, player_id, names[0]), ahead),
                Side(names[1], link(other_id), discs.of_one(actor, other_id, names[1]), behind),
            ),
            met=len(found.against),
            level=len(found.against) - ahead - behind,
            together=len(found.meetings) - len(found.against),
            games=_by_game(found),
            meetings=[_line(one) for one in current],
            page=current,
            query=f"club={via}&" if via else "",
            is_listed=found.is_open and link_cards.is_for_all(*found.clubs),
        ),
    )


def _by_game(found: Duel) -> list[tuple[str, int, int, int]]:
    """Game, matches against each other, ahead, behind: the most played first."""
    games: dict[str, list[Meeting]] = {}
    for one in found.against:
        games.setdefault(one.match.game, []).append(one)
    rows = [
        (
            game,
            len(some),
            sum(one.is_ahead for one in some),
            sum(one.is_behind for one in some),
        )
        for game, some in games.items()
    ]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def _line(one: Meeting) -> MeetingLine:
    look = "together" if one.is_together else "ahead" if one.is_ahead else "behind"
    if not one.is_together and one.match.place == one.place:
        look = "level"
    return MeetingLine(line(one.match), place_of(one.match, one.place), look)
