"""Pages of the ratings: lists, and a player's history with a chart."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.core.enums import RatingKind, Visibility
from league.core.errors import BadInput, Conflict
from league.forms.faults import attach
from league.forms.standings.ratings import RatingForm
from league.queries import by_id
from league.queries.people import player_history
from league.queries.standings import ratings
from league.ratings.registry import ENGINES
from league.services.standings import ratings as changing
from league.templatetags.league import rank_shown
from league.web import paths, ranked_table
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.ranked_table import Cell, Column, RankedTable
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.web.standings.rating_chart import chart

if TYPE_CHECKING:
    from django.core.paginator import Page

    from league.models import Club, RatingScope
    from league.queries.standings.ratings import Listing, Number, Row, Step
    from league.web.charts import Chart
    from league.web.local_time import When
    from league.web.paths import Crumb

PER_PAGE = 100
STEPS_PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class ListLink:
    """A rating list and how many are in it."""

    label: str
    href: str
    count: int


@dataclass(frozen=True, slots=True)
class ListGroup:
    """The rating lists of a club, or those over all clubs under no label."""

    label: str
    lists: tuple[ListLink, ...]


@dataclass(frozen=True, slots=True)
class ListsPage:
    """All rating lists that somebody may look at."""

    title: str
    groups: tuple[ListGroup, ...]
    is_listed: bool
    club: Club | None = None
    crumbs: list[Crumb] = field(default_factory=list)


@require_safe
@guarded
def everywhere(request: HttpRequest) -> HttpResponse:
    """The rating lists over all clubs that all may see."""
    lists = tuple(_link(row) for row in ratings.scopes_everywhere())
    context = ListsPage(title=_("Ratings"), groups=(ListGroup("", lists),), is_listed=True)
    return page(request, "league/standings/lists.html", context)


@require_safe
@guarded
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The rating lists of a club, and those of its games everywhere."""
    actor = actor_of(request)
    row = by_id.club(actor, slug)
    scopes = ratings.scopes_of_club(actor, row)
    own = tuple(_link(scope) for scope in scopes if scope.club_game is not None)
    rest = tuple(_link(scope) for scope in scopes if scope.club_game is None)
    context = ListsPage(
        title=_("Ratings"),
        groups=(ListGroup(row.name, own), ListGroup(_("All clubs"), rest)),
        is_listed=row.visibility == Visibility.PUBLIC,
        club=row,
        crumbs=[paths.to_club(row), paths.here(_("Ratings"))],
    )
    return page(request, "league/standings/lists.html", context)


@dataclass(frozen=True, slots=True)
class ListPage:
    """One rating list, a page of it at a time; ``settings`` leads those who decide about it."""

    title: str
    crumbs: list[Crumb]
    is_listed: bool
    page: Page[Row]
    table: RankedTable
    is_behind: bool
    sentence: str
    provisional: int
    casual: int
    json: str
    settings: str


@require_safe
@guarded
def listing(request: HttpRequest, scope_id: int) -> HttpResponse:
    """A rating list: everybody's number, how sure it is, and from how many matches."""
    actor = actor_of(request)
    scope = ratings.by_id(actor, scope_id)
    found = ratings.listing(actor, scope)
    current = Paginator(found.rows, PER_PAGE).get_page(request.GET.get("page"))
    decides = ratings.may_change(actor, scope)
    context = ListPage(
        title=title_of(scope),
        crumbs=_trail(scope),
        is_listed=_is_listed(scope),
        page=current,
        table=_table(found, list(current), actor.player_id),
        is_behind=found.is_behind,
        sentence=_(found.engine.sentence),
        provisional=scope.provisional,
        casual=ratings.casual_count(scope),
        json=paths.at("v1:rating_list", scope.pk),
        settings=paths.at("rating_settings", scope.pk) if decides else "",
    )
    return page(request, "league/standings/list.html", context)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a player under its name."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One rated match as a line of a table."""

    number: int
    when: When | None
    event: str
    is_casual: bool
    href: str
    game: str
    place: str
    size: int
    before: str
    change: str
    after: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """How a player's rating came about: the numbers of now, the chart, a page of the steps."""

    title: str
    crumbs: list[Crumb]
    is_listed: bool
    list_title: str
    list_href: str
    player_href: str
    figures: tuple[Figure, ...]
    is_provisional: bool
    provisional: int
    is_behind: bool
    sentence: str
    chart: Chart | None
    page: Page[Step]
    steps: tuple[Shown, ...]
    json: str


@require_safe
@guarded
def history(request: HttpRequest, scope_id: int, player_id: int) -> HttpResponse:
    """How a player's rating came about, match by match."""
    actor = actor_of(request)
    scope = ratings.by_id(actor, scope_id)
    now = player_history.standing(player_id)
    found = ratings.history(actor, scope, now)
    if now != player_id:  # the number of a merged record leads to the kept one
        return redirect("rating_history", scope.pk, now)
    current = Paginator(found.steps[::-1], STEPS_PER_PAGE).get_page(request.GET.get("page"))
    context = HistoryPage(
        title=found.name,
        crumbs=_trail(scope),
        is_listed=_is_listed(scope),
        list_title=title_of(scope),
        list_href=paths.at("rating_list", scope.pk),
        player_href=_player_link(scope)(player_id),
        figures=(
            Figure(_("Rating"), shown(found.number)),
            Figure(_("Rank"), rank_shown(found.rank)),
            Figure(_("Matches"), str(found.number.matches)),
        ),
        is_provisional=found.number.is_provisional,
        provisional=scope.provisional,
        is_behind=found.is_behind,
        sentence=_(found.engine.sentence),
        chart=chart(found.steps),
        page=current,
        steps=tuple(step_row(step) for step in current),
        json=paths.at("v1:rating_history", scope.pk, player_id),
    )
    return page(request, "league/standings/history.html", context)


@dataclass(frozen=True, slots=True)
class EngineWords:
    """A way to rate, and what it does in one sentence."""

    label: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """How a list is rated, and the ways there are."""

    title: str
    crumbs: list[Crumb]
    back: str
    engines: tuple[EngineWords, ...]
    form: RatingForm


@require_http_methods(["GET", "POST"])
@guarded
def settings(request: HttpRequest, scope_id: int) -> HttpResponse:
    """How a list is rated, for who decides about it."""
    actor = actor_of(request)
    scope = ratings.changeable(actor, scope_id)
    form = RatingForm(
        request.POST if request.method == "POST" else None, initial=RatingForm.initial_of(scope)
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                changing.change(
                    by=actor,
                    scope=scope,
                    expected_version=form.cleaned_data["version"] or 0,
                    engine_key=form.cleaned_data["engine"],
                    settings=form.settings(scope),
                    provisional=form.cleaned_data["provisional"],
                    include_guests=form.cleaned_data["include_guests"],
                )
            except (BadInput, Conflict) as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("Saved."))
                return redirect("rating_list", scope.pk)
    context = SettingsPage(
        title=title_of(scope),
        crumbs=_trail(scope),
        back=paths.at("rating_list", scope.pk),
        engines=tuple(EngineWords(_(made.label), _(made.sentence)) for made in ENGINES),
        form=form,
    )
    return page(request, "league/standings/settings.html", context, status=status)


def title_of(scope: RatingScope) -> str:
    """What is rated together, as a page says it."""
    if scope.kind == RatingKind.ALL:
        return _("All games, all clubs")
    if scope.club_game is not None:
        words = {"game": scope.club_game.title, "club": scope.club_game.club.name}
        return _("%(game)s, %(club)s") % words
    return _("%(game)s, all clubs") % {"game": scope.title}


def shown(number: Number) -> str:
    """A rating in whole numbers; with its uncertainty (two standard deviations) if known."""
    value = whole(number.value)
    return value if number.spread is None else f"{value} ± {whole(2 * number.spread)}"


def whole(value: float) -> str:
    text = number_format(abs(round(value)), use_l10n=True, force_grouping=False)
    return f"−{text}" if round(value) < 0 else text


def signed(value: float) -> str:
    return "0" if round(value) == 0 else f"+{whole(value)}" if value > 0 else whole(value)


def _trail(scope: RatingScope) -> list[Crumb]:
    here = paths.here(title_of(scope))
    if scope.club_game is None:
        return [{"label": _("Ratings"), "href": paths.at("ratings")}, here]
    club = scope.club_game.club
    above = {"label": _("Ratings"), "href": paths.at("club_ratings", club.slug)}
    return [paths.to_club(club), above, here]


def _is_listed(scope: RatingScope) -> bool:
    if scope.club_game is None:
        return True
    return scope.club_game.club.visibility == Visibility.PUBLIC


def _link(scope: RatingScope) -> ListLink:
    return ListLink(title_of(scope), paths.at("rating_list", scope.pk), scope.count)


def _player_link(scope: RatingScope) -> ranking.Link:
    return ranking.players_of(scope.club_game.club if scope.club_game else None)


def _table(found: Listing, rows: list[Row], own: int | None) -> RankedTable:
    has_spread = found.engine.has_deviation
    title = _("Likely range (95%)")
    return RankedTable(
        title_of(found.scope),
        (
            Column(_("Rating"), main=True),
            *((Column("±", title=title),) if has_spread else ()),
            Column(_("Matches")),
        ),
        tuple(
            ranked_table.Row(
                row.rank,
                row.is_tied,
                row.name,
                tuple(
                    Cell(text)
                    for text in (
                        whole(row.number.value),
                        *([whole(2 * (row.number.spread or 0.0))] if has_spread else []),
                        str(row.number.matches),
                    )
                ),
                url=paths.at("rating_history", found.scope.pk, row.player_id),
                mark=_("provisional") if row.number.is_provisional else "",
                mine=row.player_id == own,
            )
            for row in rows
        ),
    )


def _way_to(step: Step) -> str:
    """The page of the evening, or the replay of a casual match."""
    if step.play:
        return paths.at("play_replay", step.play)
    return paths.at("event", step.event_slug) if step.event_slug else ""


def step_row(step: Step) -> Shown:
    return Shown(
        number=step.number,
        when=when(step.at, step.club) if step.club else None,
        event=step.event,
        is_casual=step.is_casual,
        href=_way_to(step),
        game=step.game,
        place=rank_shown(step.place, step.is_shared),
        size=step.size,
        before=whole(step.before.value),
        change=signed(step.change),
        after=whole(step.after.value),
    )
