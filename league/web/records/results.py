"""Office page of a round's results: all its tables from paper, in one form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import LeagueError, NotFound
from league.forms.records import record as sheet_forms
from league.lists.whole_numbers import whole
from league.queries.occasions import events
from league.queries.records import count_check, sheets
from league.queries.records import records as reading
from league.services.records import records
from league.web import sent_once
from league.web.actor import actor_of
from league.web.records import awaited
from league.web.refusals import guarded
from league.web.rendering import in_zone
from league.words import sentences

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event, Round, Table
    from league.queries.records.count_check import CountCheck
    from league.queries.records.records import TableRow


@dataclass(frozen=True, slots=True)
class Entered:
    """One table of the paper form: its row, its sheet to draw, and what became of it."""

    row: TableRow
    sheet: sheet_forms.SheetForm | None
    prefix: str
    error: str = ""
    needs_reason: bool = False
    reason: str = ""
    is_saved: bool = False


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The tables of a round, those without a result first, and whether all shown results count."""

    event: Event
    round: Round | None
    rounds: list[Round]
    has_stages: bool
    entered: list[Entered]
    missing: int
    awaited: str
    failed: list[TableRow]
    saved: list[int]
    runs: bool
    corrects: bool
    own_reports: frozenset[int]
    idempotency_key: str
    check: CountCheck


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """One form for all tables of a round; each is saved on its own."""
    actor = actor_of(request)
    event = events.get(actor, slug)
    permissions.require(actor, Action.SUBMIT_RECORD, event)
    rounds = reading.rounds_with_tables(viewer=actor, event=event)
    asked = request.GET.get("round", "")
    round_ = next((row for row in rounds if row.pk == whole(asked)), None)
    if round_ is None and asked and request.method != "POST":
        raise NotFound("not_found")
    round_ = round_ or (rounds[0] if rounds else None)
    if request.method == "POST" and round_ is not None:
        return _entered(request, actor, event, round_, rounds)
    rows = reading.tables_of(viewer=actor, round_=round_, reported=True) if round_ else ()
    tables = reading.by_id(row.table_id for row in rows)
    entered = [_blank(row, tables[row.table_id]) for row in rows]
    return _results_page(request, actor, event, round_, rounds, entered)


def _results_page(
    request: HttpRequest,
    actor: Actor,
    event: Event,
    round_: Round | None,
    rounds: list[Round],
    entered: list[Entered],
    *,
    status: int = 200,
) -> HttpResponse:
    context = ResultsPage(
        event=event,
        round=round_,
        rounds=rounds,
        has_stages=len({row.stage_id for row in rounds}) > 1,
        entered=sorted(entered, key=lambda one: one.row.is_settled),
        missing=sum(1 for one in entered if not one.row.is_settled),
        awaited=awaited.words(one.row for one in entered),
        failed=[one.row for one in entered if one.error],
        saved=[one.row.number for one in entered if one.is_saved],
        runs=permissions.can(actor, Action.CALL_ROLL, event),
        corrects=permissions.can(actor, Action.CORRECT_RECORD, event),
        own_reports=reading.own_reports(actor, event),
        idempotency_key=sent_once.fresh_key(),
        check=count_check.check_counted(viewer=actor, event=event),
    )
    return in_zone(request, event, "league/records/results.html", context, status=status)


def _prefix(row: TableRow) -> str:
    return f"t{row.table_id}."


def _blank(row: TableRow, table: Table) -> Entered:
    if row.record_id is not None:
        return Entered(row, None, _prefix(row))
    rules = sheets.rules_of(table.ruleset)
    return Entered(row, sheet_forms.draw(rules, row.names, prefix=_prefix(row)), _prefix(row))


def _entered(
    request: HttpRequest, actor: Actor, event: Event, round_: Round, rounds: list[Round]
) -> HttpResponse:
    post = request.POST
    rows = reading.tables_of(viewer=actor, round_=round_, reported=True)
    tables = reading.by_id(row.table_id for row in rows)
    wrong: dict[int, Entered] = {}
    confirmed = [
        _confirmed(actor, row, wrong) for row in rows if f"confirm.{row.record_id}" in post
    ]
    checks = {}
    for row in rows:
        if f"{_prefix(row)}version" in post:
            check = sheet_forms.checked(
                post.dict(),
                sheets.rules_of(tables[row.table_id].ruleset),
                row.names,
                level=post.get(f"{_prefix(row)}level_shown", ""),
                prefix=_prefix(row),
            )
            if not check.reading.is_empty:
                checks[row.table_id] = (row, check)
    readable = [
        records.TableSheet(
            table_id=table_id,
            data=check.reading.data,
            expected_version=whole(post.get(f"{_prefix(row)}version", "")) or 0,
            accept_warnings=f"{_prefix(row)}accept" in post,
            accept_errors=f"{_prefix(row)}accept" in post,
            reason=post.get(f"{_prefix(row)}reason", ""),
        )
        for table_id, (row, check) in checks.items()
        if check.judged is not None
    ]
    answers = {
        answer.table_id: answer
        for answer in records.submit_many(
            by=actor, event=event, sheets=readable, key=sent_once.key_of(request)
        )
    }
    for table_id, (row, check) in checks.items():
        answer = answers.get(table_id)
        if answer is None or answer.error is not None:
            wrong[table_id] = _wrong(row, check, answer.error if answer else None, post)
    saved = [table_id for table_id, answer in answers.items() if answer.error is None]
    saved += [table_id for table_id in confirmed if table_id]
    if not wrong:
        _say_saved(request, len(saved))
        address = reverse("results", args=[event.slug])
        return HttpResponseRedirect(f"{address}?round={round_.pk}&saved=1")
    fresh = reading.tables_of(viewer=actor, round_=round_, reported=True)
    entered = [
        wrong.get(row.table_id) or Entered(row, None, _prefix(row), is_saved=True)
        if row.table_id in wrong or row.table_id in saved
        else _blank(row, tables[row.table_id])
        for row in fresh
    ]
    return _results_page(request, actor, event, round_, rounds, entered, status=422)


def _confirmed(actor: Actor, row: TableRow, wrong: dict[int, Entered]) -> int:
    try:
        record = reading.record(viewer=actor, record_id=row.record_id or 0)
        records.confirm(by=actor, record=record)
    except LeagueError as error:
        wrong[row.table_id] = Entered(row, None, _prefix(row), error=sentences.sentence(error))
        return 0
    return row.table_id


def _wrong(
    row: TableRow,
    check: sheet_forms.Checked,
    error: LeagueError | None,
    post: QueryDict,
) -> Entered:
    can_stand = bool(check.judged and check.judged.outcome)
    return Entered(
        row,
        check.form,
        _prefix(row),
        error=sentences.sentence(error) if error else _("Some boxes cannot be read."),
        needs_reason=can_stand and bool(check.issues),
        reason=str(post.get(f"{_prefix(row)}reason", "")),
    )


def _say_saved(request: HttpRequest, count: int) -> None:
    if count:
        words = ngettext("%(n)s result saved.", "%(n)s results saved.", count)
        messages.success(request, words % {"n": count})
    else:
        messages.info(request, _("Nothing was filled in, so nothing was saved."))
