"""Importing results of a season: upload, look, confirm. Nothing is kept in between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.forms.faults import attach
from league.forms.standings.standings import (
    COLUMN_WORDS,
    NEW_GAME,
    ROUND_WORDS,
    ReadingForm,
    ResultsForm,
    Shelf,
    UploadForm,
)
from league.queries import known_columns
from league.queries.occasions import seasons
from league.queries.office import rules
from league.services.records import import_results, result_plan
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.uploads import as_before, carried, posted_file
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.lists.line_notes import Note
    from league.models import Season
    from league.web.paths import Crumb

ROWS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class _Said:
    """A note as the page shows it."""

    line: int
    column: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The form for a file; once there is one, how it was read and what it says."""

    season: Season
    columns: Collection[str]
    round_columns: Collection[str]
    crumbs: list[Crumb]
    upload: UploadForm
    reading: ReadingForm | None = None
    asked: ResultsForm | None = None
    preview: result_plan.Preview | None = None
    as_before: tuple[str, ...] = ()
    trouble: str = ""
    bad: tuple[_Said, ...] = ()
    notes: tuple[_Said, ...] = ()
    rows_shown: int = ROWS_SHOWN


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def season_import_results(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    permissions.require(actor, Action.MANAGE_SEASON, season)
    boxes = rules.shelf(actor, season.club)
    games = [box.game.title for box in boxes]
    shelf: Shelf = {
        "games": games,
        "may_add": permissions.can(actor, Action.MANAGE_CLUB, season.club),
    }
    context = ImportPage(
        season=season,
        columns=COLUMN_WORDS.values(),
        round_columns=ROUND_WORDS.values(),
        crumbs=[
            paths.to_club(season.club),
            paths.to_season(season),
            paths.here(_("Import results")),
        ],
        upload=UploadForm(auto_id="upload_%s", **shelf),
    )
    if request.method != "POST":
        return page(request, "league/records/import_results.html", context)
    try:
        data = posted_file(request)
    except BadInput as error:
        form = UploadForm(request.POST, request.FILES, auto_id="upload_%s", **shelf)
        form.full_clean()
        form.errors.pop("file", None)
        attach(form, error)
        context = replace(context, upload=form)
        return page(request, "league/records/import_results.html", context, status=400)
    return _looked_at(request, actor, season, data, shelf, context)


def _looked_at(
    request: HttpRequest,
    actor: Actor,
    season: Season,
    data: bytes,
    shelf: Shelf,
    start: ImportPage,
) -> HttpResponse:
    """The preview of the file, or what stands against it; with the last step, the import."""
    encoding = request.POST.get("encoding") or None
    delimiter = request.POST.get("delimiter") or None
    # Columns chosen for another reading of the file would point at the wrong cells.
    is_same = request.POST.get("was") == f"{encoding} {delimiter}"
    columns = ReadingForm.columns_from(request.POST.dict()) if is_same else None
    asked = ResultsForm(request.POST, **shelf)
    status, trouble, preview = 200, "", None
    if not asked.is_valid():
        status = 400
    else:
        try:
            preview = _preview(actor, season, data, asked, encoding, delimiter, columns)
            step = request.POST.get("step")
            if step in ("run", "run_good") and is_same:
                if not preview.bad or (step == "run_good" and preview.new):
                    done = _run(request, actor, season, data, asked, preview)
                    messages.success(request, _told(done))
                    return redirect("season", season.club.slug, season.slug)
                status = 400
        except BadInputs:
            raise  # somebody changed the club between looking and storing: say so on its page
        except BadInput as error:
            status = 400
            if error.field in asked.fields:
                is_new = asked.cleaned_data["game"] == NEW_GAME
                field = "title" if is_new else "game"
                attach(asked, error, {"game": field})
            else:
                trouble = sentence(error)
    context = replace(
        start,
        reading=_reading(data, preview, encoding, delimiter),
        asked=asked,
        preview=preview,
        trouble=trouble,
    )
    if preview is not None:
        larger = preview.larger if asked.cleaned_data["skip_larger"] else ()
        known = known_columns.of(season.club, known_columns.RESULTS) if columns is None else {}
        words = {**ROUND_WORDS, **COLUMN_WORDS}
        context = replace(
            context,
            as_before=as_before(known, preview.header, preview.columns, words),
            bad=tuple(_said(note) for note in preview.bad[:ROWS_SHOWN]),
            notes=tuple(_said(note) for note in (*larger, *preview.notes)[:ROWS_SHOWN]),
        )
    return page(request, "league/records/import_results.html", context, status=status)


def _preview(
    actor: Actor,
    season: Season,
    data: bytes,
    asked: ResultsForm,
    encoding: str | None,
    delimiter: str | None,
    columns: dict[str, int | None] | None,
) -> result_plan.Preview:
    return import_results.preview(
        by=actor,
        season=season,
        data=data,
        game=asked.title_chosen,
        max_seats=asked.cleaned_data["max_seats"],
        skip_larger=asked.cleaned_data["skip_larger"],
        create_players=asked.cleaned_data["create_players"],
        encoding=encoding,
        delimiter=delimiter,
        columns=columns,
    )


def _run(
    request: HttpRequest,
    actor: Actor,
    season: Season,
    data: bytes,
    asked: ResultsForm,
    preview: result_plan.Preview,
) -> dict[str, int]:
    def do() -> dict[str, int]:
        done = import_results.run(
            by=actor,
            season=season,
            data=data,
            game=asked.title_chosen,
            max_seats=asked.cleaned_data["max_seats"],
            skip_larger=asked.cleaned_data["skip_larger"],
            skip_bad=bool(preview.bad),
            create_players=asked.cleaned_data["create_players"],
            encoding=preview.encoding,
            delimiter=preview.delimiter,
            columns=preview.columns,
        )
        return {
            "matches": done.matches,
            "recognised": done.recognised,
            "skipped": done.skipped,
        }

    how: dict[str, JSON] = {**preview.columns, **asked.cleaned_data}
    about = ("results", season.pk, how, preview.encoding, data.hex())
    return sent_once.once(request, by=actor, about=about, do=do)


def _told(done: dict[str, int]) -> str:
    words = {name: done.get(name, 0) for name in ("matches", "recognised", "skipped")}
    if words["skipped"]:
        return (
            _(
                "Matches imported: %(matches)s; already known: %(recognised)s; left out: "
                "%(skipped)s."
            )
            % words
        )
    return _("Matches imported: %(matches)s; already known: %(recognised)s.") % words


def _reading(
    data: bytes,
    preview: result_plan.Preview | None,
    encoding: str | None,
    delimiter: str | None,
) -> ReadingForm:
    """The form that carries the file on."""
    if preview is not None:
        encoding, delimiter = preview.encoding, preview.delimiter
    start = {
        "data": carried(data),
        "key": sent_once.fresh_key(),
        "encoding": encoding,
        "delimiter": delimiter,
        "was": f"{encoding} {delimiter}",
    }
    columns = preview.columns if preview is not None else {}
    start |= {f"column_{name}": str(index) for name, index in columns.items()}
    return ReadingForm(initial=start, header=preview.header if preview is not None else ())


def _said(note: Note) -> _Said:
    words = {**ROUND_WORDS, **COLUMN_WORDS}.get(note.error.field)
    return _Said(note.line, str(words or ""), note.value, sentence(note.error))
