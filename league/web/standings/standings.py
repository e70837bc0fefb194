"""Standings beside their pages: files, how they are scored, penalties, the director's check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, LeagueError, NotFound
from league.forms.faults import attach
from league.forms.standings.standings import AdjustmentForm
from league.lists import xlsx_writing
from league.lists.whole_numbers import whole
from league.queries.occasions import events, seasons
from league.queries.people import players
from league.queries.records import result_check
from league.queries.standings import adjustments as listed
from league.queries.standings import moments
from league.queries.standings import standings as read
from league.services.standings import adjustments, standings
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import scoring_words

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event, Player, Season, Stage
    from league.queries.records.result_check import Check
    from league.queries.standings.adjustments import AdjustmentRow
    from league.queries.standings.standings import Shown
    from league.web.paths import Crumb


# --- for spreadsheets --------------------------------------------------------------------


@require_safe
@guarded
def season_file(
    request: HttpRequest, slug: str, season_slug: str, kind: str = "csv"
) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    moment = moments.of_season(season, request.GET)
    shown = read.payload(season, actor, moment)
    part = f"-{moment.period.number}" if moment.period is not None else ""
    return _file(request, shown, f"{slug}-{season_slug}{part}-standings.{kind}", season.name)


@require_safe
@guarded
def stage_file(request: HttpRequest, slug: str, number: int, kind: str = "csv") -> HttpResponse:
    actor = actor_of(request)
    stage = events.stage(actor, events.get(actor, slug), number)
    shown = read.payload(stage, actor, moments.of_stage(stage, request.GET))
    return _file(request, shown, f"{slug}-standings.{kind}", stage.event.name)


def _file(request: HttpRequest, shown: Shown, name: str, title: str) -> HttpResponse:
    """The standing as a file to save; the end of its name says what it is."""
    etag = shown.etag
    is_book = name.endswith(".xlsx")
    if is_book:
        etag = f'{etag[:-1]}-xlsx"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        body = read.workbook(shown, title) if is_book else read.spreadsheet(shown)
        media = xlsx_writing.MEDIA if is_book else "text/csv; charset=utf-8"
        response = HttpResponse(body, content_type=media)
        response["Content-Disposition"] = f'attachment; filename="{get_valid_filename(name)}"'
    response["ETag"] = etag
    # One address, two audiences: nobody else's copy may be handed out.
    response["Cache-Control"] = "private, no-cache"
    return response


# --- how this is scored --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoringPage:
    """How a season or a stage is scored, and the points given or taken beside the matches."""

    where: str
    scoring: scoring_words.Scoring
    adjustments: tuple[AdjustmentRow, ...]
    crumbs: list[Crumb]


@require_safe
@guarded
def season_scoring(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    return _scoring(
        request,
        actor,
        season,
        scoring_words.of_season(season, seasons.stages(actor, season)),
        [paths.to_club(season.club), paths.to_season(season)],
    )


@require_safe
@guarded
def stage_scoring(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    actor = actor_of(request)
    stage = events.stage(actor, events.get(actor, slug), number)
    return _scoring(request, actor, stage, scoring_words.of_stage(stage), _trail(stage))


def _scoring(
    request: HttpRequest,
    actor: Actor,
    scope: Season | Stage,
    scoring: scoring_words.Scoring,
    trail: list[Crumb],
) -> HttpResponse:
    context = ScoringPage(
        where=trail[-1]["label"],
        scoring=scoring,
        adjustments=listed.of_scope(scope, actor),
        crumbs=[*trail, paths.here(_("How this is scored"))],
    )
    return page(request, "league/standings/scoring.html", context)


# --- who sees them -------------------------------------------------------------------------


@require_POST
@guarded
def season_publishing(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Shows the season's standings, hides them, or lets them go public by themselves or not."""
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    match request.POST.get("do", ""):
        case "show":
            standings.publish(by=actor, scope=season)
        case "hide":
            standings.hide(by=actor, scope=season)
        case "auto" | "manual" as chosen:
            standings.set_auto_publish(by=actor, scope=season, auto_publish=chosen == "auto")
        case other:
            permissions.require(actor, read.managing(season), season)
            raise BadInput("unknown_choice", field="do", choice=other[:40])
    messages.success(request, _("Saved."))
    return redirect("season_settings", slug, season_slug)


# --- penalties and bonuses -------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def season_adjustments(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    season = seasons.get(actor_of(request), slug, season_slug)
    trail = [paths.to_club(season.club), paths.to_season(season)]
    return _adjustments(request, season, trail)


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def stage_adjustments(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    actor = actor_of(request)
    stage = events.stage(actor, events.get(actor, slug), number)
    return _adjustments(request, stage, _trail(stage))


@dataclass(frozen=True, slots=True)
class AdjustmentsPage:
    """The points given or taken in a season or a stage, and a form for more."""

    where: str
    form: AdjustmentForm
    adjustments: tuple[AdjustmentRow, ...]
    crumbs: list[Crumb]


def _adjustments(request: HttpRequest, scope: Season | Stage, trail: list[Crumb]) -> HttpResponse:
    """The list with a button to revoke each, and one form to make another."""
    actor = actor_of(request)
    permissions.require(actor, read.managing(scope), scope)
    people = listed.entered(scope, actor)
    form = AdjustmentForm(
        request.POST if request.POST.get("do") == "make" else None,
        people=people,
        is_averaged=listed.is_averaged(scope),
        initial={"key": sent_once.fresh_key()},
    )
    status = 200
    if request.POST.get("do") == "revoke":
        pk = whole(request.POST.get("adjustment", ""))
        if pk is None:
            raise NotFound("not_found")
        row = listed.one(scope, actor, pk)
        adjustments.revoke(by=actor, adjustment=row)
        messages.success(request, _("Points undone."))
        return redirect(request.path)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                _make(request, actor, scope, form)
            except LeagueError as error:
                status = error.status
                attach(form, error)
            else:
                messages.success(request, _("The points now count in the standings."))
                return redirect(request.path)
    context = AdjustmentsPage(
        where=trail[-1]["label"],
        form=form,
        adjustments=listed.of_scope(scope, actor),
        crumbs=[*trail, paths.here(_("Penalties and bonuses"))],
    )
    return page(request, "league/standings/adjustments.html", context, status=status)


def _make(request: HttpRequest, actor: Actor, scope: Season | Stage, form: AdjustmentForm) -> None:
    fields = form.cleaned_data

    def do() -> int:
        made = adjustments.make(
            by=actor,
            scope=scope,
            player=_player(actor, int(fields["player"])),
            points=fields["points"],
            reason=fields["reason"],
        )
        return made.pk

    kind = type(scope).__name__
    about = ("adjustment", kind, scope.pk, fields["player"], fields["points"], fields["reason"])
    sent_once.once(request, by=actor, about=about, do=do)


def _player(actor: Actor, pk: int) -> Player:
    row = players.by_id(viewer=actor, player_id=pk)
    if row is None:
        raise BadInput("not_found", field="player")
    return row


# --- the director's check ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckPage:
    """What is not in yet, stage by stage."""

    event: Event
    checks: tuple[Check, ...]
    crumbs: list[Crumb]


@require_safe
@guarded
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """Are the results shown the results counted, and what is not in yet."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.MANAGE_EVENT, event)
    context = CheckPage(
        event=event,
        checks=result_check.check(event, actor),
        crumbs=[
            paths.to_club(event.club),
            paths.to_event(event),
            paths.here(_("Are all results in?")),
        ],
    )
    return page(request, "league/standings/check.html", context)


def _trail(stage: Stage) -> list[Crumb]:
    return [paths.to_club(stage.event.club), paths.to_event(stage.event)]
