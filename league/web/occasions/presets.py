"""Office pages of presets: what there is to begin from, kept under a name, forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from league.core.actions import Action
from league.core.errors import BadInput, Conflict, NotFound
from league.forms.faults import attach
from league.forms.occasions.presets import KeepForm, PresetForm
from league.lists.whole_numbers import whole
from league.queries import by_id
from league.queries.occasions import presets as read
from league.services.occasions import presets
from league.standings.rules import rule_from_json
from league.standings.texts import SCHEME_NAMES
from league.standings.tiebreaks import criterion
from league.web import paths
from league.web.actor import actor_of
from league.web.office.office import club_for
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import scoring_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.core.actors import Actor
    from league.models import Club, Preset
    from league.queries.occasions.presets import Offered
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class PresetsPage:
    """The presets of a club, and those of the house."""

    club: Club
    own: list[tuple[Offered, list[tuple[str, tuple[str, ...]]]]]
    house: list[tuple[Offered, list[tuple[str, tuple[str, ...]]]]]
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "HEAD"])
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's own presets, then those of the house."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    rows = [(one, facts(one.stage, one.season)) for one in read.offered(actor, club)]
    context = PresetsPage(
        club=club,
        own=[(row, told) for row, told in rows if row.pk is not None],
        house=[(row, told) for row, told in rows if row.pk is None],
        crumbs=[paths.to_club(club), paths.here(gettext("Presets"))],
    )
    return page(request, "league/office/presets.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetPage:
    """A preset and what it says; ``row`` is None while it is being kept."""

    club: Club
    row: Preset | None
    form: KeepForm | PresetForm
    differences: list[tuple[str, str, str]] | None = None
    facts: list[tuple[str, tuple[str, ...]]]
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Keeps the settings of a season or a stage under a name."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    stage, season = _source(request, actor, club)
    form = KeepForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            name = form.cleaned_data["name"]
            there = read.named(actor, club, name)
            try:
                if there is not None and form.is_to_replace(there.name):
                    version = form.cleaned_data["version"] or 0
                    presets.change(
                        by=actor,
                        preset=there,
                        expected_version=version,
                        stage=stage,
                        season=season,
                    )
                else:
                    presets.keep(by=actor, club=club, name=name, stage=stage, season=season)
            except (BadInput, Conflict) as error:
                attach(form, error)
                status = error.status
                if there is not None:
                    form.offer_to_replace(there.name, there.version)
            else:
                messages.success(request, gettext("Preset saved."))
                return redirect("presets", club.slug)
    context = PresetPage(
        club=club,
        row=None,
        form=form,
        facts=facts(stage, season),
        crumbs=[
            paths.to_club(club),
            paths.here(gettext("Save as a preset")),
        ],
    )
    return page(request, "league/office/preset.html", context, status=status)


@guarded
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Another name for one of the club's own, and what it says."""
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    row = read.get(actor, club, pk)
    stored = {"name": row.name, "version": row.version}
    form = PresetForm(request.POST if request.method == "POST" else None, initial=stored)
    status, differences = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            name, version = form.cleaned_data["name"], form.cleaned_data["version"] or 0
            try:
                presets.change(by=actor, preset=row, expected_version=version, name=name)
            except BadInput as error:
                attach(form, error)
            except Conflict as error:
                status = error.status
                differences = form.differences(stored)
                form.take_version(row.version)
            else:
                messages.success(request, gettext("Saved."))
                return redirect("presets", club.slug)
    context = PresetPage(
        club=club,
        row=row,
        form=form,
        differences=differences,
        facts=facts(row.stage, row.season),
        crumbs=[
            paths.to_club(club),
            paths.to_presets(club),
            paths.here(row.name),
        ],
    )
    return page(request, "league/office/preset.html", context, status=status)


@guarded
@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    presets.remove(by=actor, preset=read.get(actor, club, pk))
    messages.success(request, gettext("The preset is no longer offered."))
    return redirect("presets", club.slug)


def facts(
    stage: Mapping[str, object], season: Mapping[str, object] | None
) -> list[tuple[str, tuple[str, ...]]]:
    """What a preset says, in a few words: points, who is ahead, what counts."""
    found: list[tuple[str, tuple[str, ...]]] = [
        (gettext("Points scheme"), (_scheme(stage),)),
        (gettext("Who is ahead"), (_chain(stage),)),
    ]
    if season is not None:
        found.append((gettext("In the season"), (_chain(season),)))
        rule = rule_from_json(read.rule_of(season))
        found.append((gettext("What counts"), scoring_words.counting(rule)))
    return found


def _source(
    request: HttpRequest, actor: Actor, club: Club
) -> tuple[Mapping[str, object], Mapping[str, object] | None]:
    """The parts of the season or stage that the address names."""
    season, stage = request.GET.get("season", ""), request.GET.get("stage", "")
    if season:
        row = by_id.season(actor, whole(season) or 0)
        found = read.parts_of(actor, season=row)
        of = row.club_id
    elif stage:
        one = by_id.stage(actor, whole(stage) or 0)
        found = read.parts_of(actor, stage=one)
        of = one.event.club_id
    else:
        raise NotFound("not_found")
    if of != club.pk:
        raise NotFound("not_found")
    return found


def _scheme(part: Mapping[str, object]) -> str:
    spec = part["scheme"]
    assert isinstance(spec, dict)
    return gettext(SCHEME_NAMES[spec["key"]])


def _chain(part: Mapping[str, object]) -> str:
    chain = part["chain"]
    assert isinstance(chain, list | tuple)
    return ", ".join(gettext(criterion(key).name) for key in chain)
