"""Office pages of what a club plays and how it scores: shelf, rulesets, points schemes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games import catalogue
from league.core.actions import Action
from league.core.errors import BadInput, Conflict
from league.forms.chosen import example_words
from league.forms.faults import attach
from league.forms.office.rules import BoxForm, GameForm, RulesetForm, SchemeForm
from league.forms.standings.ratings import LuckForm
from league.queries.office import rules as read
from league.services.office import rules
from league.services.standings import ratings
from league.standings.texts import SCHEME_NAMES, SCHEME_TEXTS
from league.web import paths
from league.web.actor import actor_of
from league.web.office.office import OfficePage, club_for, top
from league.web.refusals import guarded
from league.web.rendering import page
from league.words import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.forms.chosen import Example
    from league.models import Club, ClubGame, PointsScheme, Ruleset
    from league.queries.office.rules import Box
    from league.standings.types import JSON as SpecJSON
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class SchemeLine:
    """A points scheme of the club, and of which kind."""

    row: PointsScheme
    kind: str


@dataclass(frozen=True, slots=True)
class ShelfPage(OfficePage):
    """The games of a club and its points schemes."""

    form: GameForm
    shelf: tuple[Box, ...]
    schemes: list[SchemeLine]


@guarded
@require_http_methods(["GET", "POST"])
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """The shelf; a game is put on it in two fields."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    form = GameForm(
        request.POST if request.method == "POST" else None, initial={"game": rules.FREE_FORM}
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                box = rules.add_game(by=actor, club=club, **form.cleaned_data)
            except BadInput as error:
                attach(form, error)
            else:
                messages.success(request, gettext("Game added. How do you play it?"))
                return redirect("ruleset_new", club.slug, box.pk)
    context = ShelfPage(
        **top(actor, club, "club_games", gettext("Games and rules")),
        form=form,
        shelf=read.shelf(actor, club),
        schemes=[
            SchemeLine(row=row, kind=gettext(SCHEME_NAMES[row.spec["key"]]))
            for row in read.schemes(actor, club)
        ],
    )
    return page(request, "league/office/shelf.html", context, status=status)


@dataclass(frozen=True, slots=True)
class BoxPage:
    """A game on the shelf."""

    club: Club
    box: ClubGame
    form: BoxForm
    differences: list[tuple[str, str, str]] | None
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    box = read.club_game(actor, club, pk)
    stored = {name: getattr(box, name) for name in BoxForm.base_fields}
    form = BoxForm(request.POST if request.method == "POST" else None, initial=stored)
    status, differences = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                rules.change_game(
                    by=actor,
                    club_game=box,
                    expected_version=form.cleaned_data.pop("version") or 0,
                    **form.cleaned_data,
                )
            except BadInput as error:
                attach(form, error)
            except Conflict as error:
                status = error.status
                differences = form.differences(stored)
                form.take_version(box.version)
            else:
                messages.success(request, gettext("Saved."))
                return redirect("club_games", club.slug)
    crumbs = [paths.to_club(club), paths.to_shelf(club), paths.here(box.title)]
    context = BoxPage(
        club=club,
        box=box,
        form=form,
        differences=differences,
        crumbs=crumbs,
    )
    return page(request, "league/office/game.html", context, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetPage:
    """How a game is played; ``ruleset`` is None while it is being made."""

    club: Club
    box: ClubGame
    ruleset: Ruleset | None
    is_used: bool = False
    form: RulesetForm
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def ruleset_new(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    box = read.club_game(actor, club, game_id)
    form = RulesetForm(
        request.POST if request.method == "POST" else None,
        package=catalogue.get(box.game),
        initial={"name": box.title},
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                rules.add_ruleset(
                    by=actor,
                    club_game=box,
                    name=form.cleaned_data["name"],
                    options=form.options,
                )
            except BadInput as error:
                attach(form, error)
            else:
                messages.success(request, gettext("Ruleset saved. You can use it now."))
                return redirect("club_games", club.slug)
    crumbs = [paths.to_club(club), paths.to_shelf(club), paths.here(gettext("New ruleset"))]
    context = RulesetPage(
        club=club,
        box=box,
        form=form,
        crumbs=crumbs,
        ruleset=None,
    )
    return page(request, "league/office/ruleset.html", context, status=status)


@guarded
@require_http_methods(["GET", "POST"])
def ruleset_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Changes an unused ruleset; a used one gets a new version."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    row = read.ruleset(actor, club, pk)
    form = RulesetForm(
        request.POST if request.method == "POST" else None,
        package=catalogue.get(row.club_game.game),
        options=row.options,
        has_name=False,
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                fresh = rules.new_version(by=actor, ruleset=row, options=form.options)
            except (BadInput, Conflict) as error:
                attach(form, error)
                status = error.status
            else:
                words = (
                    gettext("Saved.")
                    if fresh.pk == row.pk
                    else gettext("Version %(version)s is in use from now on.")
                    % {"version": fresh.version}
                )
                messages.success(request, words)
                return redirect("club_games", club.slug)
    context = RulesetPage(
        club=club,
        box=row.club_game,
        ruleset=row,
        is_used=read.is_used(row),
        form=form,
        crumbs=[paths.to_club(club), paths.to_shelf(club), paths.here(row.name)],
    )
    return page(request, "league/office/ruleset.html", context, status=status)


@dataclass(frozen=True, slots=True)
class LuckPage:
    """How much luck the ratings see in a ruleset."""

    club: Club
    ruleset: Ruleset
    form: LuckForm
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def ruleset_luck(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How much luck the ratings see in this ruleset, whichever of its versions was played."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    row = read.ruleset(actor, club, pk)
    form = LuckForm(
        request.POST if request.method == "POST" else None, initial={"beta": read.luck(row)}
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                ratings.set_luck(by=actor, ruleset=row, beta=form.cleaned_data["beta"])
            except BadInput as error:
                attach(form, error)
            else:
                messages.success(request, gettext("The ratings are being recalculated."))
                return redirect("ruleset_edit", club.slug, row.pk)
    context = LuckPage(
        club=club,
        ruleset=row,
        form=form,
        crumbs=[paths.to_club(club), paths.to_shelf(club), paths.here(row.name)],
    )
    return page(request, "league/office/luck.html", context, status=status)


@guarded
@require_POST
def ruleset_retire(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    row = read.ruleset(actor, club, pk)
    rules.retire(by=actor, ruleset=row, is_retired=request.POST.get("retired") == "yes")
    messages.success(request, gettext("Saved."))
    return redirect("club_games", club.slug)


@guarded
@require_http_methods(["GET", "POST"])
def scheme_new(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(actor_of(request), slug, Action.MANAGE_CLUB)
    return _scheme(request, club, None)


@guarded
@require_http_methods(["GET", "POST"])
def scheme_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    return _scheme(request, club, read.scheme(actor, club, pk))


@guarded
@require_POST
def scheme_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_CLUB)
    rules.remove_scheme(by=actor, scheme=read.scheme(actor, club, pk))
    messages.success(request, gettext("The scheme is no longer offered."))
    return redirect("club_games", club.slug)


@dataclass(frozen=True, slots=True)
class SchemePage:
    """A points scheme with what it pays."""

    club: Club
    row: PointsScheme | None
    form: SchemeForm
    differences: list[tuple[str, str, str]] | None
    spec: Mapping[str, SpecJSON] | None
    examples: list[Example]
    missing_sizes: tuple[int, ...]
    kinds: list[tuple[str, str]]
    crumbs: list[Crumb]


def _scheme(request: HttpRequest, club: Club, row: PointsScheme | None) -> HttpResponse:
    """The form with what the scheme pays beside it: shown before it is saved, and on “Preview”."""
    actor = actor_of(request)
    stored = SchemeForm.initial_of(row.name, row.spec) if row else {}
    initial = {**stored, "version": row.version} if row else {"key": "custom"}
    form = SchemeForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        stored=row.spec if row else None,
    )
    spec: Mapping[str, SpecJSON] | None = row.spec if row else None
    status, differences = 200, None
    if request.method == "POST":
        status, spec = 400, None
        if form.is_valid():
            try:
                spec = rules.scheme_spec(form.spec())
                if "preview" not in request.POST:
                    name = form.cleaned_data["name"]
                    rules.save_scheme(
                        by=actor,
                        club=club,
                        name=name,
                        spec=spec,
                        scheme=row,
                        expected_version=form.cleaned_data["version"] or 0,
                    )
                    messages.success(request, gettext("Scheme saved. You can use it now."))
                    return redirect("club_games", club.slug)
                status = 200
            except BadInput as error:
                field = form.place_of(error.field)
                form.add_error(field if field in form.fields else None, sentences.sentence(error))
            except Conflict as error:
                status = error.status
                differences = form.differences(stored)
                form.take_version(row.version if row else 0)
    context = SchemePage(
        club=club,
        row=row,
        form=form,
        differences=differences,
        spec=spec,
        examples=example_words(spec) if spec else [],
        missing_sizes=read.missing_sizes(spec, 3, 6) if spec else (),
        kinds=[(gettext(SCHEME_NAMES[key]), gettext(SCHEME_TEXTS[key])) for key in SCHEME_TEXTS],
        crumbs=[
            paths.to_club(club),
            paths.to_shelf(club),
            paths.here(row.name if row else gettext("New points scheme")),
        ],
    )
    return page(request, "league/office/scheme.html", context, status=status)
