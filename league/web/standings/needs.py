"""What do I need? Which places in the evenings to come lift somebody to a rank of the season."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.enums import Visibility
from league.forms.standings.needs import NeedForm
from league.queries.occasions import seasons
from league.queries.standings import rank_targets
from league.templatetags.league import number_shown, rank_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from fractions import Fraction

    from league.models import Season
    from league.queries.standings.rank_targets import Need, Way
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class WayShown:
    """What one place in every evening to come would make."""

    place: int
    points: str
    value: str
    rank: int
    word: str
    icon: str
    reaches: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers of now, what is needed, and the ways; ``need`` says the rest as it is."""

    need: Need
    name: str
    rank_now: str
    value_now: str
    rank: int
    rival: str
    goal: str
    is_reached: bool
    least: str
    ways: tuple[WayShown, ...]


@dataclass(frozen=True, slots=True)
class NeedPage:
    """The question, and its answer once everything is filled in."""

    season: Season
    form: NeedForm
    has_rows: bool
    answer: Answer | None
    is_told: bool
    crumbs: list[Crumb]
    is_listed: bool


@require_safe
@guarded
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The question, and with everything filled in the answer below it."""
    actor = actor_of(request)
    row = seasons.get(actor, slug, season_slug)
    start = rank_targets.start(actor, row)
    people = [(one["player"], one["name"]) for one in start.shown.payload["rows"]]
    own = actor.player_id if actor.player_id in dict(people) else None
    form = NeedForm(
        request.GET if "player" in request.GET else None,
        people=people,
        initial={"player": own, "rank": 1, "evenings": start.planned or 1},
    )
    status, answer, is_told = 200, None, True
    if form.is_bound:
        if form.is_valid():
            asked = form.cleaned_data
            found = rank_targets.of_player(
                row,
                start.shown,
                asked["player"],
                rank=asked["rank"],
                evenings=asked["evenings"],
                matches=asked["per_evening"],
                size=asked["size"],
            )
            is_told = found is not None
            answer = _answer(found, asked["rank"]) if found else None
        else:
            status = 400
    context = NeedPage(
        season=row,
        form=form,
        has_rows=bool(people),
        answer=answer,
        is_told=is_told,
        crumbs=[
            paths.to_club(row.club),
            paths.to_season(row),
            paths.here(_("What do I need?")),
        ],
        is_listed=row.club.visibility == Visibility.PUBLIC,
    )
    return page(request, "league/standings/need.html", context, status=status)


def _answer(found: Need, rank: int) -> Answer:
    return Answer(
        need=found,
        name=found.row["name"],
        rank_now=rank_shown(found.row["rank"], found.row["tied"]),
        value_now=number_shown(found.row["values"]["average" if found.by_average else "points"]),
        rank=rank,
        rival=found.rival["name"] if found.rival else "",
        goal=_shown(found.goal),
        is_reached=found.rival is None or found.least == 0,
        least=_least(found),
        ways=tuple(_way(way) for way in found.ways),
    )


def _least(found: Need) -> str:
    """What is needed per match or evening; empty where not even the best place suffices."""
    if found.least is None or (found.ways and found.least > found.ways[0].points):
        return ""
    return _shown(found.least)


def _way(way: Way) -> WayShown:
    if not way.reaches:
        word, icon = _("not enough"), "minus"
    elif way.level:
        word, icon = _("tied: the tie-breaks decide"), "circle-question-mark"
    else:
        word, icon = _("enough"), "circle-check"
    points, value = _shown(way.points), _shown(way.value)
    return WayShown(way.place, points, value, way.rank, word, icon, way.reaches)


def _shown(value: Fraction | None) -> str:
    return number_shown(value)
