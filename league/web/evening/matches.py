"""Fixtures: the list of matches, how they are drawn, and how a table finds its day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState, StageMode
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.forms.evening.matches import TIMES, DrawForm, DueForm, FixForm, PlaceForm, TimesForm
from league.forms.faults import attach
from league.lists.whole_numbers import whole
from league.queries.evening import appointments as reading
from league.queries.occasions import events
from league.queries.records import records
from league.services.evening import appointments
from league.services.seating import fixtures
from league.times import wall_time
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import in_zone
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django import forms
    from django.http import QueryDict

    from league.core.actors import Actor
    from league.models import Event, Stage, Table
    from league.queries.evening.appointments import Match
    from league.queries.seating.fixtures import Drawn
    from league.web.paths import Crumb, Tab

_ANSWERED = (BadInput, Refused, Conflict)
NEW_DAY = "id_new_%s"  # the form above has a last day, too
# Fields of the services that a form calls otherwise.
_FIELDS = {"moments": TIMES[0], "matches": "each"}


@dataclass(frozen=True, slots=True)
class Group:
    """Matches of one state under their heading."""

    title: str
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What drawing now would make, in words; ``seed`` draws just these tables."""

    lines: tuple[str, ...]
    seed: int
    kept: int


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """All fixtures of a stage; ``form`` and ``due`` are for its organizers."""

    event: Event
    stage: Stage
    groups: tuple[Group, ...]
    count: int
    tabs: list[Tab]
    crumbs: list[Crumb]
    form: DrawForm | None
    due: DueForm | None
    open_ones: tuple[Match, ...]
    preview: Preview | None
    key: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One fixture, and what whoever looks may do about its day."""

    event: Event
    match: Match
    sheet: str
    may_arrange: bool
    may_fix: bool
    times: TimesForm
    where: PlaceForm
    fix: FixForm
    crumbs: list[Crumb]
    problem: str = ""


# --- all of them ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays whom, how far they are; for organizers how the fixtures are drawn."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    stages = _stages(actor, event)
    stage = _chosen(request, stages)
    form, due = DrawForm(request.POST or None), DueForm(auto_id=NEW_DAY)
    preview, problem, status = None, "", 200
    if request.method == "POST":
        do = request.POST.get("action", "")
        due = DueForm(request.POST, auto_id=NEW_DAY) if do == "due" else due
        form = DrawForm() if do in {"due", "withdraw"} else form
        try:
            preview = _drawn_or_done(request, actor, stage, do, form, due)
            if preview is None and not (form.errors or due.errors):
                return HttpResponseRedirect(address(event, stage))
        except _ANSWERED as error:
            status, problem = error.status, _at_field(error, due if do == "due" else form)
        if form.errors or due.errors:
            status = 400 if status == 200 else status
    context = _all(actor, stages, stage, form, due, preview, problem)
    return in_zone(request, event, "league/evening/matches.html", context, status=status)


def address(event: Event, stage: Stage) -> str:
    """The page of a stage's matches."""
    return f"{reverse('matches', args=[event.slug])}?stage={stage.number}"


def _stages(actor: Actor, event: Event) -> list[Stage]:
    """The stages that are played by fixtures."""
    found = [
        view.stage for view in events.stages(actor, event) if view.stage.mode == StageMode.FIXTURES
    ]
    for row in found:
        row.event = event
    return found


def _chosen(request: HttpRequest, found: Sequence[Stage]) -> Stage:
    """The one asked for, else the last."""
    number = whole((request.POST or request.GET).get("stage", ""))
    chosen = next((row for row in found if row.number == number), found[-1] if found else None)
    if chosen is None:
        raise NotFound("not_found")
    return chosen


def _drawn_or_done(
    request: HttpRequest, actor: Actor, stage: Stage, do: str, form: DrawForm, due: DueForm
) -> Preview | None:
    """Does what was pressed; a preview has something to show."""
    if do == "withdraw":
        fixtures.withdraw(by=actor, stage=stage)
        messages.success(request, _("The fixtures are withdrawn."))
    elif do == "due":
        if due.is_valid():
            _set_due(request, actor, stage, due)
    elif do not in {"preview", "draw"}:
        raise BadInput("unknown_choice", field="action", choice=do[:40])
    elif form.is_valid():
        if do == "preview":
            return _previewed(actor, stage, form)
        _draw(request, actor, stage, form)
    return None


def _previewed(actor: Actor, stage: Stage, form: DrawForm) -> Preview:
    drawn = fixtures.previewed(by=actor, stage=stage, matches=form.cleaned_data["each"])
    return Preview(_told(drawn), drawn.seed, len(drawn.kept))


def _draw(request: HttpRequest, actor: Actor, stage: Stage, form: DrawForm) -> None:
    matches, due_on = form.cleaned_data["each"], form.cleaned_data["due_on"]
    seed, kept = whole(request.POST.get("seed", "")), whole(request.POST.get("kept", ""))

    def do() -> None:
        fixtures.draw(
            by=actor, stage=stage, matches=matches, due_on=due_on, seed=seed, expected_tables=kept
        )

    about = ("fixtures", stage.pk, matches, str(due_on), seed)
    sent_once.once(request, by=actor, about=about, do=do)
    messages.success(request, _("The fixtures are drawn."))


def _set_due(request: HttpRequest, actor: Actor, stage: Stage, due: DueForm) -> None:
    ids = [number for text in request.POST.getlist("table") if (number := whole(text))]
    fixtures.set_due(by=actor, stage=stage, tables=ids, due_on=due.cleaned_data["due_on"])
    messages.success(request, _("The last day is changed."))


def _told(drawn: Drawn) -> tuple[str, ...]:
    """A draw in words: tables, how often people meet, whether it could be better."""
    count, low, high = len(drawn.tables), drawn.fewest, drawn.most
    lines = [ngettext("%(n)s new table", "%(n)s new tables", count) % {"n": count}]
    if drawn.kept:
        kept = len(drawn.kept)
        said = ngettext("%(n)s table stays as it is", "%(n)s tables stay as they are", kept)
        lines.append(said % {"n": kept})
    counts = sorted(set(drawn.matches.values()))
    if counts:
        span = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
        lines.append(_("Matches each: %(n)s") % {"n": span})
    meetings = str(low) if low == high else f"{low}–{high}"
    lines.append(_("Each pair meets this often: %(n)s") % {"n": meetings})
    lines.append(
        ngettext("%(n)s repeated meeting", "%(n)s repeated meetings", drawn.repeats)
        % {"n": drawn.repeats}
    )
    if drawn.is_best:
        lines.append(_("Proven: no draw has fewer repeats."))
    return tuple(lines)


def _all(
    actor: Actor,
    stages: Sequence[Stage],
    stage: Stage,
    form: DrawForm,
    due: DueForm,
    preview: Preview | None,
    problem: str,
) -> MatchesPage:
    event, found = stage.event, reading.of_stage(actor, stage)
    is_over = event.state in {EventState.FINISHED, EventState.CANCELLED}
    manages = not is_over and permissions.can(actor, Action.MANAGE_EVENT, event)
    mine = sorted(
        (row for row in found if row.is_mine), key=lambda row: row.state == reading.RESULT_IN
    )
    others = [row for row in found if not row.is_mine]
    groups = [Group(_("Your matches"), tuple(mine))]
    titles = {
        reading.TO_ARRANGE: _("To arrange"),
        reading.ARRANGED: _("Arranged"),
        reading.RESULT_IN: _("Result in"),
    }
    groups += [
        Group(titles[state], tuple(row for row in others if row.state == state))
        for state in reading.STATES
    ]
    tabs = [paths.Tab(str(row), address(event, row), row.pk == stage.pk) for row in stages]
    return MatchesPage(
        event=event,
        stage=stage,
        groups=tuple(group for group in groups if group.matches),
        count=len(found),
        tabs=tabs if len(tabs) > 1 else [],
        crumbs=[paths.to_club(event.club), *paths.to_desk(actor, event), paths.here(_("Matches"))],
        form=form if manages else None,
        due=due if manages else None,
        open_ones=tuple(row for row in found if row.is_open),
        preview=preview,
        key=sent_once.fresh_key(),
        problem=problem,
    )


# --- one of them ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def match(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """When one table plays: times proposed, who can, the day agreed on."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    table = records.table(viewer=actor, slug=slug, table_id=table_id)
    shown = reading.of_table(actor, table)
    do = request.POST.get("action", "")
    sent = {name: request.POST if do == name else None for name in ("propose", "place", "fix")}
    times, where, fix = _forms(event, shown, sent)
    problem, status = "", 200
    if request.method == "POST":
        form = {"propose": times, "place": where, "fix": fix}.get(do)
        status = 400
        try:
            if form is None or form.is_valid():
                messages.success(
                    request, _done(request, actor, event, table, do, times, where, fix)
                )
                return HttpResponseRedirect(reverse("match", args=[slug, table_id]))
        except _ANSWERED as error:
            status, problem = error.status, _at_field(error, form)
        shown = reading.of_table(actor, records.table(viewer=actor, slug=slug, table_id=table_id))
    context = MatchPage(
        event=event,
        match=shown,
        sheet=_sheet(actor, event, shown),
        may_arrange=shown.is_open and permissions.can(actor, Action.SUBMIT_RECORD, table),
        may_fix=shown.is_open and permissions.can(actor, Action.MANAGE_EVENT, table),
        times=times,
        where=where,
        fix=fix,
        crumbs=[
            paths.to_club(event.club),
            *paths.to_desk(actor, event),
            {"label": _("Matches"), "href": address(event, table.seating.round.stage)},
            paths.here(_("Match %(n)s") % {"n": shown.number}),
        ],
        problem=problem,
    )
    return in_zone(request, event, "league/evening/match.html", context, status=status)


def _forms(
    event: Event, shown: Match, sent: Mapping[str, QueryDict | None]
) -> tuple[TimesForm, PlaceForm, FixForm]:
    at = shown.agreed_at
    wall = wall_time.wall(at, wall_time.zone_of(event)) if at is not None else None
    return (
        TimesForm(sent["propose"]),
        PlaceForm(sent["place"], initial={"place": shown.place}, auto_id="id_where_%s"),
        FixForm(sent["fix"], initial={"at": wall, "place": shown.place}, auto_id="id_fix_%s"),
    )


def _done(
    request: HttpRequest,
    actor: Actor,
    event: Event,
    table: Table,
    do: str,
    times: TimesForm,
    where: PlaceForm,
    fix: FixForm,
) -> str:
    """Does what was pressed, and says what became of it."""
    zone = wall_time.zone_of(event)
    if do == "propose":
        row = appointments.propose(by=actor, table=table, moments=times.moments(zone))
    elif do == "answer":
        ticked = {whole(text) for text in request.POST.getlist("suits")}
        asked = [number for text in request.POST.getlist("asked") if (number := whole(text))]
        suits = {number: number in ticked for number in asked}
        row = appointments.answer(by=actor, table=table, suits=suits)
    elif do == "place":
        appointments.set_place(by=actor, table=table, place=where.cleaned_data["place"])
        return _("The place is saved.")
    elif do == "fix":
        place = fix.cleaned_data["place"]
        appointments.fix(by=actor, table=table, at=fix.moment(zone), place=place)
        return _("The day is fixed.")
    elif do == "lift":
        appointments.lift(by=actor, table=table)
        return _("The day is lifted. Propose other times.")
    else:
        raise BadInput("unknown_choice", field="action", choice=do[:40])
    if row.agreed_at is not None:
        return _("That suits everyone: the day is fixed.")
    return _("Your times are proposed.") if do == "propose" else _("Your answers are saved.")


def _at_field(error: BadInput | Refused | Conflict, form: forms.Form | None) -> str:
    """Puts the sentence at its field, else it is said on top of the page."""
    field = _FIELDS.get(error.field, error.field)
    if form is not None and form.is_bound and field in form.fields:
        attach(form, error, _FIELDS)
        return ""
    return sentence(error)


def _sheet(actor: Actor, event: Event, shown: Match) -> str:
    """Where whoever sits there, or runs the event, enters the result."""
    code = reading.code_of(shown)
    if code:
        return reverse("table_link", args=[code])
    if permissions.can(actor, Action.SUBMIT_RECORD, event):
        return reverse("table", args=[event.slug, shown.table_id])
    return ""
