"""A new table with everything that one may settle beforehand: who may join, the pace, the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.catalogue import playable
from league.core.enums import PlayAccess, PlayPace
from league.core.errors import BadInput, Refused, TooMany
from league.forms.faults import attach
from league.forms.office.rules import RulesetForm
from league.forms.play.open_table import TableForm
from league.queries.office import rules
from league.queries.play import of_clubs
from league.queries.play import plays as reading
from league.web import sent_once
from league.web.device import private
from league.web.play import guest
from league.web.play.lobby import Wanted, open_table
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from games.core.package import GamePackage


@dataclass(frozen=True, slots=True)
class GameTab:
    """A game to choose, and whether it is the one whose rules are shown."""

    key: str
    title: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """The form of a table, and below it the rules of the game.

    ``hidden_draws`` says why real dice are not offered; empty where they are.
    """

    tabs: tuple[GameTab, ...]
    form: TableForm
    options: RulesetForm
    hidden_draws: str
    key: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def opening(request: HttpRequest) -> HttpResponse:
    """Everything about a table before it is opened; the game stands in the address."""
    games = playable()
    package = next((one for one in games if one.key == request.GET.get("game")), games[0])
    form, options = _forms(request, package)
    if request.method != "POST":
        return private(_page(request, games, package, form, options))
    is_valid = form.is_valid()
    of_club = is_valid and form.cleaned_data["ruleset"] is not None
    if not is_valid or not (of_club or options.is_valid()):
        return private(_page(request, games, package, form, options, 422))
    told = form.cleaned_data
    wanted = Wanted(
        game=package.key,
        size=told["size"],
        bots=told["bots"],
        access=PlayAccess(told["access"]),
        name=told["name"],
        options=None if of_club else options.options,
        ruleset=told["ruleset"],
        club=told["club"],
        pace=PlayPace(told["pace"]),
        days=told["days"],
        reserve=told["reserve"],
        increment=told["increment"],
        by_hand=told.get("by_hand", False),
        takes_back=told["takes_back"],
    )
    try:
        return private(open_table(request, wanted))
    except (BadInput, Refused, TooMany) as error:
        attach(form, error)
        return private(_page(request, games, package, form, options, error.status))


def _forms(request: HttpRequest, package: GamePackage) -> tuple[TableForm, RulesetForm]:
    viewer = guest.player_of(request)
    data = request.POST if request.method == "POST" else None
    clubs = of_clubs.of_viewer(viewer=viewer)
    rulesets = [
        row
        for club in clubs
        for row in rules.choices(viewer, club).filter(club_game__game=package.key)
    ]
    form = TableForm(
        data,
        package=package,
        clubs={club.slug: club for club in clubs},
        rulesets=rulesets,
        asks_name=not reading.usual_name(viewer),
    )
    return form, RulesetForm(data, package=package, has_name=False, prefix="rules")


def _page(
    request: HttpRequest,
    games: tuple[GamePackage, ...],
    package: GamePackage,
    form: TableForm,
    options: RulesetForm,
    status: int = 200,
) -> HttpResponse:
    context = OpeningPage(
        tabs=tuple(GameTab(one.key, _(one.title), one.key == package.key) for one in games),
        form=form,
        options=options,
        hidden_draws=_(package.hidden_draws) if package.hidden_draws else "",
        key=sent_once.key_of(request) or sent_once.fresh_key(),
    )
    return page(request, "league/play/opening.html", context, status=status)
