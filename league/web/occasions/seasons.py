"""Office pages of seasons: make one, change it, begin and finish it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import PeriodKind, SeasonState
from league.core.errors import BadInput, BadInputs, Conflict
from league.forms.chosen import chain_initial, example_words, scheme_choices
from league.forms.faults import attach
from league.forms.occasions.presets import season_values
from league.forms.occasions.seasons import SeasonForm
from league.queries.occasions import presets, removals
from league.queries.occasions import seasons as read
from league.queries.office import rules as shelf
from league.queries.standings import previews, standings
from league.services.occasions import seasons
from league.standings.points import DEFAULT_SCHEME
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN
from league.times import wall_time
from league.times.periods import Turns, turns_of
from league.web import paths
from league.web.actor import actor_of
from league.web.occasions import first_steps
from league.web.office.office import club_for
from league.web.refusals import guarded
from league.web.rendering import in_zone, page

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.forms.chosen import Example
    from league.models import Club, Season
    from league.queries.occasions.presets import Offered
    from league.queries.standings.previews import Shift
    from league.queries.standings.standings import Publishing
    from league.standings.types import JSON as SpecJSON
    from league.web.occasions.first_steps import Way
    from league.web.paths import Crumb

_LATE = 6  # a year that began longer ago than so many months is half over
_PLACES = {
    "chain": "chain_0",
    "seating": "seating_rooms",
    "periods.weekday": "turn_weekday",
    "periods.day": "turn_day",
    "periods.days": "turn_days",
    "periods.time": "turn_time",
    "periods.zone": "turn_zone",
}


@dataclass(frozen=True, slots=True)
class SchemeWorth:
    """A points scheme by what it pays."""

    name: str
    examples: list[Example]
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """The settings of a season; ``season`` is None while it is being made."""

    form: SeasonForm
    club: Club
    season: Season | None
    crumbs: list[Crumb]
    differences: list[tuple[str, str, str]] | None = None
    moves: tuple[Shift, ...] | None = None
    publishing: Publishing | None = None
    may_remove: bool = False
    steps: tuple[SeasonState, ...] = ()
    presets: list[Offered]
    preset: Offered | None
    way: Way | None = None
    schemes: list[SchemeWorth]


@guarded
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    preset = presets.chosen(actor, club, request.GET.get("preset", ""))
    form = _form(request, actor, club, initial=_first_values(actor, club), preset=preset)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                season = seasons.create(by=actor, club=club, **form.fields_of())
            except (BadInput, BadInputs) as error:
                attach(form, error, _PLACES)
            else:
                messages.success(request, gettext("The season is ready."))
                return redirect("season_settings", club.slug, season.slug)
        status = 400
    offered = _offered(actor, club)
    crumbs = [paths.to_club(club), paths.here(gettext("New season"))]
    return page(
        request,
        "league/occasions/season.html",
        SeasonPage(
            form=form,
            schemes=_worths(form),
            club=club,
            crumbs=crumbs,
            season=None,
            presets=offered,
            preset=preset if preset in offered else None,
        ),
        status=status,
    )


@guarded
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = read.get(actor, slug, season_slug)
    permissions.require(actor, Action.MANAGE_SEASON, season)
    club = season.club
    preset = presets.chosen(actor, club, request.GET.get("preset", ""))
    form = _form(request, actor, club, season=season, preset=preset)
    status, differences, moves = 200, None, None
    if request.method == "POST":
        status = 400
        if form.is_valid() and "preview" in request.POST:
            try:
                wanted = seasons.as_stored(season, form.fields_of())
                moves, status = previews.change(actor, season, wanted), 200
            except (BadInput, BadInputs) as error:
                attach(form, error, _PLACES)
        elif form.is_valid():
            try:
                seasons.change(
                    by=actor,
                    season=season,
                    expected_version=form.cleaned_data["version"] or 0,
                    **form.fields_of(),
                )
            except (BadInput, BadInputs) as error:
                attach(form, error, _PLACES)
            except Conflict:
                status = 409
                stored = _initial(form, season)
                differences = form.differences(stored)
                form.take_version(season.version)
            else:
                messages.success(request, gettext("Saved."))
                return redirect("season_settings", club.slug, season.slug)
    offered = _offered(actor, club)
    crumbs = [paths.to_club(club), paths.to_season(season), paths.here(gettext("Settings"))]
    steps = seasons.STEPS[SeasonState(season.state)]
    context = SeasonPage(
        form=form,
        schemes=_worths(form),
        club=club,
        season=season,
        crumbs=crumbs,
        differences=differences,
        moves=moves,
        publishing=standings.publishing(season),
        may_remove=removals.may_remove(actor, season),
        steps=tuple(step for step in SeasonState if step in steps),
        presets=offered,
        preset=preset if preset in offered else None,
        way=first_steps.way(actor, club),
    )
    return in_zone(request, club, "league/occasions/season.html", context, status=status)


@guarded
@require_POST
def state(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = read.get(actor, slug, season_slug)
    wanted = request.POST.get("state", "")
    if wanted not in SeasonState.values:
        raise BadInput("unknown_choice", field="state", choice=wanted[:40])
    seasons.set_state(by=actor, season=season, state=SeasonState(wanted))
    messages.success(request, gettext("Saved."))
    return redirect("season_settings", slug, season_slug)


def _form(
    request: HttpRequest,
    actor: Actor,
    club: Club,
    *,
    season: Season | None = None,
    initial: dict[str, object] | None = None,
    preset: Offered | None = None,
) -> SeasonForm:
    last = season or read.of_club(actor, club).first()
    spec: SpecJSON = last.scheme if last else DEFAULT_SCHEME.to_json()
    choices = list(shelf.choices(actor, club))
    if season is not None and season.ruleset is not None and season.ruleset not in choices:
        choices.append(season.ruleset)
    form = SeasonForm(
        request.POST if request.method == "POST" else None,
        rulesets=choices,
        schemes=shelf.schemes(actor, club),
        spec=spec,
        preset=(preset.name, preset.season["scheme"]) if preset and preset.season else None,
    )
    form.initial = (
        _initial(form, season) if season else {**(initial or {}), "scheme": form.scheme_key(spec)}
    )
    if preset is not None and preset.season is not None:
        filled = {**season_values(preset), "scheme": form.scheme_key(preset.season["scheme"])}
        form.initial = {**form.initial, **filled}
    return form


def _offered(actor: Actor, club: Club) -> list[Offered]:
    """The presets that a season can begin from."""
    return [one for one in presets.offered(actor, club) if one.season is not None]


def _initial(form: SeasonForm, season: Season) -> dict[str, object]:
    return {**form.initial_of(season), "scheme": form.scheme_key(season.scheme)}


def _first_values(actor: Actor, club: Club) -> dict[str, object]:
    """A new season is like the last one, after it; a first one is a year with today in it."""
    last = read.of_club(actor, club).first()
    if last is None:
        first, end, years = _first_year(wall_time.today(club))
        return {
            "name": gettext("Season %(years)s") % {"years": years},
            "starts_on": first,
            "ends_on": end,
            "counting": "sum",
            "counting_unit": "matches",
            "auto_publish": True,
            **chain_initial(DEFAULT_SEASON_CHAIN),
        }
    first, end = wall_time.following(last.starts_on, last.ends_on)
    chosen_days = turns_of(last).kind == PeriodKind.DAYS  # days of the last season alone
    return {
        **SeasonForm.initial_of(last),
        **(SeasonForm.turns_initial(Turns()) if chosen_days else {}),
        "name": "",
        "version": None,
        "starts_on": first,
        "ends_on": end,
    }


def _first_year(today: date) -> tuple[date, date, str]:
    """This calendar year with its name; late in it, the twelve months from this one on."""
    year = today.year
    if today.month <= _LATE:
        return date(year, 1, 1), date(year, 12, 31), str(year)
    end = date(year + 1, today.month, 1) - timedelta(days=1)
    return date(year, today.month, 1), end, f"{year}/{(year + 1) % 100:02}"


def _worths(form: SeasonForm) -> list[SchemeWorth]:
    """What each scheme that can be chosen pays; the chosen one first."""
    chosen = form["scheme"].value()
    found = [
        SchemeWorth(str(words), example_words(form.specs[str(key)]), is_chosen=key == chosen)
        for key, words in scheme_choices(form)
    ]
    return sorted(found, key=lambda one: not one.is_chosen)
