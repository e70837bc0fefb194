"""The page of a cut: the line through the table, the tie question, and who was called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.enums import StageKind
from league.core.errors import BadInput, Conflict, Refused
from league.forms.faults import attach
from league.forms.standings.cuts import CutForm
from league.lists.whole_numbers import whole
from league.queries.evening import desk
from league.queries.evening import entries as people
from league.queries.occasions import events
from league.queries.standings import cuts as reading
from league.services.standings import cuts
from league.standings import payload as plain
from league.standings.texts import CUT_TEXTS
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Stage
    from league.queries.standings.cuts import Called, Line
    from league.standings.cut import Choice
    from league.web.paths import Crumb

ROWS_BELOW = 4  # of the table, under the line


@dataclass(frozen=True, slots=True)
class Row:
    """A row at the line: who goes on, how, and who is level there."""

    rank: str
    name: str
    points: str
    goes_on: bool
    how: str
    level: bool


@dataclass(frozen=True, slots=True)
class CutPage:
    """Who would go on from a stage; ``following`` is the stage that a cut made there is."""

    form: CutForm
    event: Event
    stage: Stage
    line: Line
    rows: tuple[Row, ...]
    question: str
    no_tables: str
    following: Stage | None
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def cut(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who would go on, and the button that makes it so."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    stage = events.stage(actor, event, number)
    permissions.require(actor, Action.MANAGE_EVENT, stage)
    following = reading.after(stage)
    winners_first = "winners_first" in (request.POST or request.GET)
    size = _size(request, stage, following)
    line = reading.line(actor, stage, size, winners_first=winners_first, byes=_byes(request, size))
    status, form = 200, _form(request, stage, line, following)
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                made = _make(actor, stage, form)
            except (BadInput, Refused, Conflict) as error:
                attach(form, error, {"order": "choice"})
                status = error.status
            else:
                messages.success(request, _("Cut applied: this is the stage they play."))
                return redirect("cut_called", slug, made.number)
    context = CutPage(
        form=form,
        event=event,
        stage=stage,
        line=line,
        rows=_rows(line),
        question=_question(line),
        no_tables=people.seats_note(following or stage, line.seated, is_new=following is None),
        following=following,
        crumbs=[paths.to_club(event.club), paths.to_event(event), paths.here(_("Cut"))],
    )
    return page(request, "league/standings/cut.html", context, status=status)


def _size(request: HttpRequest, stage: Stage, following: Stage | None) -> int:
    """What was asked; else the size of the cut there is, else one table."""
    asked = whole(request.POST.get("size", "") or request.GET.get("size", "")) or 0
    return asked or reading.usual_size(stage, following)


def _byes(request: HttpRequest, size: int) -> int:
    """The byes that were asked for, as far as the size leaves room for them in the preview."""
    asked = whole(request.POST.get("byes", "") or request.GET.get("byes", "")) or 0
    return max(0, min(asked, size - 2))


def _form(request: HttpRequest, stage: Stage, line: Line, following: Stage | None) -> CutForm:
    question = line.cut.question
    level = [(one, line.names[one]) for one in question.players] if question else []
    return CutForm(
        request.POST if request.method == "POST" and "preview" not in request.POST else None,
        level=level,
        initial={
            "size": line.size,
            "winners_first": "winners_first" in (request.POST or request.GET),
            "byes": (request.POST or request.GET).get("byes", "")
            or (
                following.qualifiers.filter(how=reading.BYE).count() or None if following else None
            ),
            "kind": following.kind if following is not None else StageKind.FINAL.value,
        },
    )


def _make(actor: Actor, stage: Stage, form: CutForm) -> Stage:
    fields = form.cleaned_data
    choice: Choice | None = fields.get("choice") or None
    return cuts.make(
        by=actor,
        stage=stage,
        size=fields["size"],
        kind=StageKind(fields["kind"]),
        winners_first=fields["winners_first"],
        byes=fields["byes"] or 0,
        answer=cuts.Answer(choice, form.order()) if choice else None,
    )


def _rows(line: Line) -> tuple[Row, ...]:
    """The table down to a few rows below the line."""
    through = {one.player: one for one in line.cut.through}
    level = set(line.cut.question.players) if line.cut.question else set()
    found = [
        Row(
            rank=plain.rank_text(None, tied=False),
            name=line.names.get(one.player, ""),
            points="",
            goes_on=True,
            how=_(CUT_TEXTS[one.how]),
            level=False,
        )
        for one in line.cut.through
        if one.how == "straight"
    ]
    below = 0
    for row in line.table.rows:
        goes = row.player in through
        if not goes and row.player not in level:
            below += 1
            if below > ROWS_BELOW:
                break
        found.append(
            Row(
                rank=plain.rank_text(row.rank, row.tied),
                name=line.names.get(row.player, ""),
                points=number_shown(plain.number(row.points)),
                goes_on=goes,
                how=_(CUT_TEXTS["bye"]) if goes and through[row.player].how == "bye" else "",
                level=row.player in level,
            )
        )
    return tuple(found)


def _question(line: Line) -> str:
    question = line.cut.question
    if question is None:
        return ""
    names = ", ".join(line.names[player] for player in question.players)
    return ngettext(
        "%(names)s are tied for %(n)s place.",
        "%(names)s are tied for %(n)s places.",
        question.places,
    ) % {"names": names, "n": question.places}


@dataclass(frozen=True, slots=True)
class CalledPage:
    """Who goes on to a stage, each with how they came there."""

    event: Event
    stage: Stage
    rows: tuple[tuple[Called, str], ...]
    is_open: bool
    no_tables: str
    problem: str
    desk: str
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def called(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who goes on to this stage: who declines, who comes in, and the way back."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    stage = events.stage(actor, event, number)
    rows = reading.called(actor, stage)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return _answered(request, actor, event, stage)
        except (BadInput, Refused, Conflict) as error:
            problem, status = sentence(error), error.status
    place = {"stage": stage.number, "step": desk.ROLL}
    context = CalledPage(
        event=event,
        stage=stage,
        rows=tuple((row, _how(row)) for row in rows),
        is_open=not stage.rounds.exists(),
        no_tables=people.seats_note(stage, sum(_plays(row) for row in rows)) if rows else "",
        problem=problem,
        desk=f"{reverse('desk', args=[slug])}?{urlencode(place)}",
        crumbs=[paths.to_club(event.club), paths.to_event(event), paths.here(str(stage))],
    )
    return page(request, "league/standings/called.html", context, status=status)


def _plays(row: Called) -> bool:
    return not row.declined and row.how != reading.BYE


def _answered(request: HttpRequest, actor: Actor, event: Event, stage: Stage) -> HttpResponse:
    word, _sep, entry_id = request.POST.get("do", "").partition(":")
    if word == "undo":
        source = cuts.undo(by=actor, stage=stage)
        messages.success(request, _("Cut undone."))
        return redirect("cut", event.slug, source.number)
    entry = people.entry(actor, event, whole(entry_id) or 0)
    if word == "decline":
        cuts.decline(by=actor, stage=stage, entry=entry)
        _tell_called(request, reading.called(actor, stage), entry.pk)
    elif word == "accept":
        cuts.accept(by=actor, stage=stage, entry=entry)
    else:
        raise BadInput("unknown_choice", field="do", choice=word[:40])
    return redirect("cut_called", event.slug, stage.number)


def _tell_called(request: HttpRequest, rows: Sequence[Called], entry: int) -> None:
    """Says who comes in for somebody who does not play."""
    gone = next(row.name for row in rows if row.entry_id == entry)
    called = [row for row in rows if row.replaces_entry == entry and not row.declined]
    if not called:
        messages.warning(
            request, _("There is no one left to call up in place of %(name)s.") % {"name": gone}
        )
    for row in called:
        words = {"name": row.name, "rank": row.rank, "gone": gone}
        messages.success(
            request, _("%(name)s, rank %(rank)s, is called up in place of %(gone)s.") % words
        )


def _how(row: Called) -> str:
    return _(CUT_TEXTS["replacement" if row.replaces else row.how]) % {"name": row.replaces}
