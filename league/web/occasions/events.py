"""Office pages of events: make one, change it, copy it, take it through states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import Confirmation, EventKind, EventState, StageMode
from league.core.errors import BadInput, BadInputs, Conflict, NotFound, Refused
from league.forms.faults import attach
from league.forms.occasions.events import CopyForm, EventForm, SeriesForm
from league.queries.occasions import clubs, presets, removals
from league.queries.occasions import events as read
from league.queries.occasions import seasons as season_rows
from league.queries.office import rules as shelf
from league.services.evening import rounds
from league.services.occasions import events
from league.times import wall_time
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.occasions import first_steps, reopening, taken_over
from league.web.occasions import stages as stage_pages
from league.web.refusals import guarded
from league.web.rendering import page
from league.words import dated_names, sentences
from league.words.dates import date_format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Club, Event, Season, Stage
    from league.queries.occasions.events import StageView
    from league.web.local_time import When
    from league.web.occasions.first_steps import Way
    from league.web.paths import Crumb

_USUAL_BEGIN = time(19, 30)


@dataclass(frozen=True, slots=True)
class NewEventPage:
    """The form of a new event, and what it takes over from the last one."""

    form: EventForm
    club: Club
    last: Event | None
    last_when: When | None
    inherited: list[tuple[str, str]]
    plain: str
    has_games: bool
    may_add_games: bool
    key: str
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    club, seasons = _where(actor, slug)
    asked = _asked_season(request, seasons)
    last = None if "plain" in request.GET else read.latest(actor, club)
    form = EventForm(
        request.POST if request.method == "POST" else None,
        rulesets=shelf.choices(actor, club),
        seasons=seasons,
        presets=presets.offered(actor, club),
        initial=_first_values(actor, club, last) | asked,
    )
    inherited = taken_over.of_event(form, _first_values(actor, club, None)) if last else []
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made = _create(request, actor, club, form)
            except (BadInput, BadInputs) as error:
                attach(form, error, form.PLACES)
            else:
                messages.success(request, gettext("The event is ready."))
                is_today = form.cleaned_data["day"] == wall_time.today(club)
                desk = paths.at("desk", made) if is_today else ""
                return redirect(desk or paths.at("event_settings", made))
    context = NewEventPage(
        form=form,
        club=club,
        last=last,
        last_when=when(last.starts_at, last) if last else None,
        inherited=inherited,
        plain=urlencode({"plain": 1, **asked}),
        has_games=bool(form.ruleset_rows),
        may_add_games=permissions.can(actor, Action.MANAGE_CLUB, club),
        key=sent_once.key_of(request) or sent_once.fresh_key(),
        crumbs=[paths.to_club(club), paths.here(gettext("New event"))],
    )
    return page(request, "league/occasions/event_new.html", context, status=status)


def _where(actor: Actor, slug: str) -> tuple[Club, list[Season]]:
    """The club and those of its seasons in which the actor may make events."""
    club = clubs.by_slug(viewer=actor, slug=slug)
    if club is None:
        raise NotFound("not_found")
    seasons = [
        season
        for season in season_rows.of_club(actor, club)
        if permissions.can(actor, Action.CREATE_EVENT, season)
    ]
    if not seasons:
        permissions.require(actor, Action.CREATE_EVENT, club)
    return club, seasons


def _create(request: HttpRequest, actor: Actor, club: Club, form: EventForm) -> str:
    """Makes the event once, however often the form is sent; returns its address."""

    def make() -> str:
        event = events.create(
            by=actor,
            club=club,
            stage=form.stage_of(),
            **form.fields_of(wall_time.zone_of(club)),
        )
        return event.slug

    about = ("event", club.pk, {name: form.data.get(name, "") for name in form.fields})
    return sent_once.once(request, by=actor, about=about, do=make)


@dataclass(frozen=True, slots=True)
class EventPage:
    """The settings of an event, its stages, and the steps it can take."""

    form: EventForm
    event: Event
    club: Club
    differences: list[tuple[str, str, str]] | None
    stages: tuple[StageView, ...]
    steps: list[EventState]
    reopen: str
    may_add_games: bool
    may_remove: bool
    may_copy: bool
    way: Way | None
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    event = read.get(actor, slug)
    permissions.require(actor, Action.MANAGE_EVENT, event)
    form = EventForm(
        request.POST if request.method == "POST" else None,
        seasons=season_rows.of_club(actor, event.club),
        with_stage=False,
        initial=EventForm.initial_of(event),
    )
    status, differences = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                events.change(
                    by=actor,
                    event=event,
                    expected_version=form.cleaned_data["version"] or 0,
                    **form.fields_of(wall_time.zone_of(event.club)),
                )
            except (BadInput, BadInputs) as error:
                attach(form, error, form.PLACES)
            except Conflict:
                status = 409
                differences = form.differences(EventForm.initial_of(event))
                form.take_version(event.version)
            else:
                messages.success(request, gettext("Saved."))
                return redirect("event_settings", event.slug)
    return page(
        request,
        "league/occasions/event.html",
        _settings_context(actor, event, form, differences),
        status=status,
    )


def _settings_context(
    actor: Actor,
    event: Event,
    form: EventForm,
    differences: list[tuple[str, str, str]] | None = None,
) -> EventPage:
    steps = events.STEPS[EventState(event.state)]
    if event.state == EventState.CANCELLED:
        steps = frozenset({read.before_cancelled(event)})
    return EventPage(
        form=form,
        event=event,
        club=event.club,
        differences=differences,
        stages=read.stages(actor, event),
        steps=[step for step in EventState if step in steps],
        reopen=reopening.label(event),
        may_add_games=permissions.can(actor, Action.MANAGE_CLUB, event.club),
        may_remove=removals.may_remove(actor, event) and not removals.has_results(event),
        may_copy=permissions.can(actor, Action.CREATE_EVENT, event.season or event.club),
        way=first_steps.way(actor, event.club),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(gettext("Settings")),
        ],
    )


@dataclass(frozen=True, slots=True)
class OpenTablesPage:
    """Which tables are still open while an event is to be finished."""

    event: Event
    sentence: str
    state: str
    crumbs: list[Crumb]


@guarded
@require_POST
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the event a step on; open tables are named and may be accepted."""
    actor = actor_of(request)
    event = read.get(actor, slug)
    wanted = request.POST.get("state", "")
    if wanted not in EventState.values:
        raise BadInput("unknown_choice", field="state", choice=wanted[:40])
    try:
        if event.state == EventState.FINISHED and wanted == EventState.RUNNING:
            rounds.resume(by=actor, event=event)
        else:
            events.set_state(
                by=actor,
                event=event,
                state=EventState(wanted),
                accept_open_tables=bool(request.POST.get("accept_open_tables")),
            )
    except Refused as error:
        if error.code != "open_tables":
            raise
        context = OpenTablesPage(
            event=event,
            sentence=sentences.sentence(error),
            state=wanted,
            crumbs=[
                paths.to_club(event.club),
                paths.to_event(event),
                paths.here(gettext("Finish")),
            ],
        )
        return page(request, "league/occasions/open_tables.html", context, status=409)
    messages.success(request, gettext("Saved."))
    return redirect("event_settings", event.slug)


@dataclass(frozen=True, slots=True)
class CopiedStage:
    """A stage, and what a copy takes over of it."""

    stage: Stage
    taken: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CopyPage:
    """What a copy of an event takes over, and when it is to be."""

    event: Event
    taken: list[tuple[str, str]]
    stages: list[CopiedStage]
    form: CopyForm
    weekly: SeriesForm
    weekday: str
    at: str
    key: str
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """The same occasion at another time, or every week."""
    actor = actor_of(request)
    event = read.get(actor, slug)
    permissions.require(actor, Action.CREATE_EVENT, event.season or event.club)
    zone = wall_time.zone_of(event)
    starts = wall_time.wall(event.starts_at, zone)
    is_series = "weeks" in request.POST
    once_data = request.POST if request.method == "POST" and not is_series else None
    day = _next_day(starts)
    stage = event.stages.order_by("number").first()
    form = CopyForm(
        once_data,
        rulesets=shelf.choices_and(actor, event.club, stage.ruleset if stage else None),
        seasons=season_rows.of_club(actor, event.club),
        initial={
            "name": dated_names.moved(event.name, starts.date(), day),
            "day": day,
            "ruleset": str(stage.ruleset_id) if stage else "",
            "begins": starts.time(),
            "season": str(event.season_id or ""),
        },
    )
    weekly = SeriesForm(request.POST if is_series else None)
    status = 200
    if request.method == "POST":
        status = 400
        try:
            if is_series and weekly.is_valid():
                made = events.series(by=actor, event=event, weeks=weekly.cleaned_data["weeks"])
                messages.success(
                    request,
                    ngettext(
                        "%(count)d evening was added.", "%(count)d evenings were added.", len(made)
                    )
                    % {"count": len(made)},
                )
                return redirect("event_settings", event.slug)
            if not is_series and form.is_valid():
                slug_made = _copy_once(request, actor, event, form)
                messages.success(request, gettext("The event is ready."))
                return redirect("event_settings", slug_made)
        except (BadInput, BadInputs) as error:
            if is_series:
                attach(weekly, error, {"season": "weeks"})
            else:
                attach(form, error, {"starts_at": "day"})
    shape = EventForm(
        initial=EventForm.initial_of(event), seasons=form.seasons.values(), with_stage=False
    )
    context = CopyPage(
        event=event,
        taken=taken_over.of_event(shape, _first_values(actor, event.club, None)),
        stages=[
            CopiedStage(stage=row, taken=taken_over.of_stage(stage_pages.form_of(actor, row), row))
            for row in (view.stage for view in read.stages(actor, event))
        ],
        form=form,
        weekly=weekly,
        weekday=date_format(starts, "l"),
        at=time_format(starts, "TIME_FORMAT"),
        key=sent_once.key_of(request) or sent_once.fresh_key(),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(gettext("Copy")),
        ],
    )
    return page(request, "league/occasions/event_copy.html", context, status=status)


def _copy_once(request: HttpRequest, actor: Actor, event: Event, form: CopyForm) -> str:
    wall = form.wall()
    chosen, game = form.cleaned_data["season"], form.cleaned_data["ruleset"]
    ruleset = form.ruleset_rows[game] if game and game != form.initial["ruleset"] else None

    def make() -> str:
        starts_at = wall_time.moment(wall, wall_time.zone_of(event))
        season = form.seasons.get(chosen)
        return events.copy(
            by=actor,
            event=event,
            starts_at=starts_at,
            season=season,
            name=form.named,
            ruleset=ruleset,
        ).slug

    about = ("copy", event.pk, wall.isoformat(), chosen, form.named, game)
    return sent_once.once(request, by=actor, about=about, do=make)


def _next_day(starts: datetime) -> date:
    """A week after the original, or the next such weekday to come."""
    day = starts.date() + timedelta(weeks=1)
    today = timezone.now().date()
    while day < today:
        day += timedelta(weeks=1)
    return day


def _asked_season(request: HttpRequest, seasons: Sequence[Season]) -> dict[str, object]:
    """The season whose page led here."""
    asked = request.GET.get("season", "")
    return {"season": asked} if asked in {str(row.pk) for row in seasons} else {}


def _first_values(actor: Actor, club: Club, last: Event | None) -> dict[str, object]:
    """What a new event starts from: the last one a week on, else an evening of the season."""
    today = wall_time.today(club)
    running = season_rows.running(actor, club)
    games = shelf.choices(actor, club)
    usual = running.ruleset if running and running.ruleset else games.first()
    values: dict[str, object] = {
        "name": gettext("Club night"),
        "day": today,
        "begins": _USUAL_BEGIN,
        "kind": EventKind.EVENING,
        "mode": StageMode.ROUNDS,
        "confirmation": Confirmation.OTHER_SEAT,
        "size_preferred": 4,
        "ruleset": str(usual.pk) if usual else "",
        "season": str(running.pk) if running else "",
    }
    if last is not None:
        views = read.stages(actor, last)
        was = wall_time.wall(last.starts_at, wall_time.zone_of(last))
        day = _next_day(was)
        values |= EventForm.initial_of(last)
        values |= {
            "version": None,
            "name": dated_names.moved(last.name, was.date(), day),
            "day": day,
            "last_day": None,
            "not_announced": False,
            "season": str(running.pk) if running else "",
        }
        if views:
            usual_now = views[0].stage.ruleset
            values |= {
                "mode": views[0].stage.mode,
                "size_preferred": views[0].stage.size_preferred,
            }
            if not usual_now.is_retired:
                values["ruleset"] = str(usual_now.pk)
    return values
