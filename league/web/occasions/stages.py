"""Office pages of stages: add a semi-final or a final after what was played, change one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs, Conflict, NotFound, Refused
from league.forms.chosen import example_words
from league.forms.faults import attach
from league.forms.occasions.presets import stage_values
from league.forms.occasions.stages import NewStageForm, StageForm
from league.forms.play import clock_choices
from league.queries.occasions import events as read
from league.queries.occasions import presets, remarks
from league.queries.occasions import seasons as season_rows
from league.queries.office import rules as shelf
from league.queries.standings import previews
from league.services.occasions import stages
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.forms.chosen import Example
    from league.models import Event, Stage
    from league.queries.occasions.presets import Offered
    from league.queries.standings.previews import Shift
    from league.web.paths import Crumb

_PLACES = {"chain": "chain_0", "seating": "seating_rooms"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePage:
    """The settings of a stage; while it is being added, there is a ``key`` and no ``stage``."""

    form: NewStageForm | StageForm
    event: Event
    stage: Stage | None
    examples: list[Example]
    missing_sizes: tuple[int, ...]
    has_results: bool = False
    differences: list[tuple[str, str, str]] | None = None
    moves: tuple[Shift, ...] | None = None
    presets: tuple[Offered, ...]
    preset: Offered | None
    may_keep: bool = False
    crumbs: list[Crumb]
    key: str = ""


@guarded
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """One more stage, beginning from the settings of the last one."""
    actor = actor_of(request)
    event = read.get(actor, slug)
    permissions.require(actor, Action.MANAGE_EVENT, event)
    views = read.stages(actor, event)
    if not views:
        raise NotFound("not_found")
    last = views[-1].stage
    preset = presets.chosen(actor, event.club, request.GET.get("preset", ""))
    form = _form(request, actor, event, last, preset)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                _add(request, actor, event, form)
            except (BadInput, BadInputs, Refused) as error:
                attach(form, error, _PLACES)
                status = error.status
            else:
                messages.success(request, gettext("The stage is added. Choose it at the desk."))
                return redirect("event_settings", event.slug)
    spec = last.scheme
    if form.is_bound and "scheme" in form.cleaned_data:
        spec = form.spec_of(form.cleaned_data["scheme"])
    form.remark(remarks.of_stage(form.filled_in(last)))
    context = StagePage(
        form=form,
        event=event,
        stage=None,
        presets=presets.offered(actor, event.club),
        preset=preset,
        key=sent_once.key_of(request) or sent_once.fresh_key(),
        examples=example_words(spec),
        missing_sizes=shelf.missing_sizes(spec, last.ruleset.seats_min, last.ruleset.seats_max),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(gettext("Add a stage")),
        ],
    )
    return page(request, "league/occasions/stage.html", context, status=status)


def _form(
    request: HttpRequest, actor: Actor, event: Event, last: Stage, preset: Offered | None
) -> NewStageForm:
    choices = {row.pk: row for row in shelf.choices(actor, event.club)}
    for used in (last.ruleset, *last.rulesets.all()):
        if not used.is_retired:
            choices.setdefault(used.pk, used)
    form = NewStageForm(
        request.POST if request.method == "POST" else None,
        rulesets=choices.values(),
        schemes=shelf.schemes(actor, event.club),
        spec=last.scheme,
        seasons=season_rows.of_club(actor, event.club),
        clock=clock_choices.key_of(last.play_reserve, last.play_increment),
        preset=(preset.name, preset.stage["scheme"]) if preset else None,
    )
    form.initial = {**form.initial_of(last), "scheme": form.scheme_key(last.scheme)}
    if preset is not None:
        form.initial |= stage_values(preset)
        form.initial["scheme"] = form.scheme_key(preset.stage["scheme"])
    return form


def _add(request: HttpRequest, actor: Actor, event: Event, form: NewStageForm) -> None:
    """Adds the stage once, however often the form is sent."""

    def make() -> int:
        return stages.add(by=actor, event=event, fields=form.fields_of()).number

    about = ("stage", event.pk, {name: request.POST.getlist(name) for name in form.fields})
    sent_once.once(request, by=actor, about=about, do=make)


@guarded
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    actor = actor_of(request)
    event = read.get(actor, slug)
    row = read.stage(actor, event, number)
    permissions.require(actor, Action.MANAGE_EVENT, row)
    preset = presets.chosen(actor, event.club, request.GET.get("preset", ""))
    form = form_of(actor, row, preset, request.POST if request.method == "POST" else None)
    status, differences, moves = 200, None, None
    if request.method == "POST":
        status = 400
        if form.is_valid() and "preview" not in request.POST:
            try:
                stages.change(
                    by=actor,
                    stage=row,
                    expected_version=form.cleaned_data["version"] or 0,
                    **form.fields_of(),
                )
            except (BadInput, BadInputs, Refused) as error:
                attach(form, error, _PLACES)
                status = error.status
            except Conflict:
                status = 409
                differences = form.differences(_values(form, row))
                form.take_version(row.version)
            else:
                messages.success(request, gettext("Saved."))
                return redirect("stage_settings", event.slug, number)
        elif form.is_valid():
            try:
                wanted = stages.as_stored(row, form.fields_of())
                moves, status = previews.change(actor, row, wanted), 200
            except (BadInput, Refused) as error:
                attach(form, error, _PLACES)
                status = error.status
    spec = row.scheme
    if form.is_bound and "scheme" in form.cleaned_data:
        spec = form.spec_of(form.cleaned_data["scheme"])
    form.remark(remarks.of_stage(form.filled_in(row)))
    context = StagePage(
        form=form,
        event=event,
        stage=row,
        examples=example_words(spec),
        missing_sizes=shelf.missing_sizes(spec, row.ruleset.seats_min, row.ruleset.seats_max),
        has_results=read.has_results(actor, row),
        differences=differences,
        moves=moves,
        presets=presets.offered(actor, event.club),
        preset=preset,
        may_keep=permissions.can(actor, Action.MANAGE_SEASON, event.club),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(gettext("Seating and scoring")),
        ],
    )
    return page(request, "league/occasions/stage.html", context, status=status)


def form_of(
    actor: Actor, row: Stage, preset: Offered | None = None, data: QueryDict | None = None
) -> StageForm:
    """The form of a stage, filled with its settings and those of a preset."""
    club = row.event.club
    choices = {choice.pk: choice for choice in shelf.choices(actor, club)}
    for used in (row.ruleset, *row.rulesets.all()):
        choices.setdefault(used.pk, used)
    form = StageForm(
        data,
        rulesets=choices.values(),
        schemes=shelf.schemes(actor, club),
        spec=row.scheme,
        seasons=season_rows.of_club(actor, club),
        clock=clock_choices.key_of(row.play_reserve, row.play_increment),
        preset=(preset.name, preset.stage["scheme"]) if preset else None,
    )
    form.initial = _values(form, row)
    if preset is not None:
        form.initial |= stage_values(preset)
        form.initial["scheme"] = form.scheme_key(preset.stage["scheme"])
    return form


def _values(form: StageForm, row: Stage) -> dict[str, object]:
    return {**form.initial_of(row), "scheme": form.scheme_key(row.scheme)}
