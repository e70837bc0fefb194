"""Importing people from a list, a file or what was pasted: look first, then confirm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.core.person_fields import TELL_APART
from league.forms.faults import attach
from league.forms.people.people import COLUMN_WORDS, ROW, ReadingForm, UploadForm
from league.lists import csv_reading
from league.lists.line_notes import Note
from league.queries import known_columns
from league.services.people import imports
from league.services.people.import_people import ImportRow, Preview
from league.web import sent_once
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.uploads import as_before, carried, posted_list
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Collection

    from django_stubs_ext import StrPromise

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club

ROWS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ImportPage(office.OfficePage):
    """The form for a list; once it is read, what it says and what would come of it."""

    upload: UploadForm
    columns: Collection[StrPromise]
    preview: Preview | None = None
    as_before: tuple[str, ...] = ()
    trouble: str = ""
    rows_shown: int = ROWS_SHOWN
    reading: ReadingForm | None = None
    told_apart_by: tuple[StrPromise, ...] = ()
    rows: tuple[tuple[ImportRow, list[tuple[StrPromise, object]]], ...] = ()
    bad: tuple[Said, ...] = ()
    notes: tuple[Said, ...] = ()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def import_players(request: HttpRequest, slug: str) -> HttpResponse:
    """The list travels in the form, so nothing is kept in between."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    context = ImportPage(
        **office.top(actor, club, "club_import_players", _("Import")),
        upload=UploadForm(),
        columns=COLUMN_WORDS.values(),
    )
    if request.method != "POST":
        return page(request, "league/people/import_players.html", context)
    try:
        data, is_new_text = posted_list(request)
    except BadInput as error:
        form = UploadForm(request.POST, request.FILES)
        form.full_clean()
        form.errors.pop("file", None)
        attach(form, error)
        context = replace(context, upload=form)
        return page(request, "league/people/import_players.html", context, status=400)
    encoding = request.POST.get("encoding") or None
    delimiter = request.POST.get("delimiter") or None
    first_line = request.POST.get("first_line", "")
    if is_new_text:
        encoding = "utf-8"
        data = csv_reading.without_list_marks(data.decode()).encode()
    is_typed = is_new_text or request.POST.get("typed") == "yes"
    # Columns chosen for another reading of the file would point at the wrong cells.
    is_same = request.POST.get("was") == _was(encoding, delimiter, first_line)
    columns = ReadingForm.columns_from(request.POST.dict()) if is_same else None
    status, trouble, preview = 200, "", None
    try:
        preview = imports.preview(
            by=actor,
            club=club,
            data=data,
            encoding=encoding,
            delimiter=delimiter,
            headed=None if is_new_text else first_line != ROW,
            columns=columns,
        )
        step = request.POST.get("step")
        if step in ("run", "run_good") and is_same:
            if not preview.bad or (step == "run_good" and preview.rows):
                added = _run(request, actor, club, data, preview)
                messages.success(
                    request,
                    _("%(added)s added, %(recognised)s already known.")
                    % {"added": added["added"], "recognised": added["recognised"]},
                )
                return redirect("club_people", club.slug)
            status = 400
    except BadInputs:
        raise
    except BadInput as error:
        trouble, status = sentence(error), 400
    if is_typed:  # to be corrected where it was pasted
        upload = UploadForm(initial={"pasted": data.decode("utf-8", "replace")})
        context = replace(context, upload=upload)
    reading = _reading(data, preview, encoding, delimiter, first_line, is_typed)
    context = replace(context, preview=preview, trouble=trouble, reading=reading)
    if preview is not None:
        known = known_columns.of(club, known_columns.PEOPLE) if columns is None else {}
        context = replace(
            context,
            as_before=as_before(known, preview.header, preview.columns, COLUMN_WORDS),
            told_apart_by=tuple(field.label for field in TELL_APART),
            rows=tuple((row, _marks(row)) for row in preview.rows[:ROWS_SHOWN]),
            bad=tuple(_said(note) for note in preview.bad[:ROWS_SHOWN]),
            notes=tuple(_said(note) for note in preview.notes[:ROWS_SHOWN]),
        )
    return page(request, "league/people/import_players.html", context, status=status)


def _marks(row: ImportRow) -> list[tuple[StrPromise, object]]:
    return [(field.label, getattr(row.person, field.name)) for field in TELL_APART]


def _was(encoding: str | None, delimiter: str | None, first_line: str) -> str:
    """How the list was read when its columns were shown."""
    return f"{encoding} {delimiter} {'row' if first_line == ROW else ''}".strip()


def _reading(
    data: bytes,
    preview: Preview | None,
    encoding: str | None,
    delimiter: str | None,
    first_line: str,
    is_typed: bool,
) -> ReadingForm:
    if preview is not None:
        encoding, delimiter = preview.encoding, preview.delimiter
        first_line = "headings" if preview.headed else ROW
    start = {
        "data": carried(data),
        "key": sent_once.fresh_key(),
        "encoding": encoding,
        "delimiter": delimiter,
        "first_line": ROW if first_line == ROW else "headings",
        "typed": "yes" if is_typed else "",
        "was": _was(encoding, delimiter, first_line),
    }
    columns = preview.columns if preview is not None else {}
    start |= {f"column_{name}": str(index) for name, index in columns.items()}
    return ReadingForm(initial=start, header=preview.header if preview is not None else ())


def _run(
    request: HttpRequest, actor: Actor, club: Club, data: bytes, preview: Preview
) -> dict[str, int]:
    def do() -> dict[str, int]:
        done = imports.run(
            by=actor,
            club=club,
            data=data,
            encoding=preview.encoding,
            delimiter=preview.delimiter,
            headed=preview.headed,
            columns=preview.columns,
            skip_bad=bool(preview.bad),
        )
        return {"added": done.added, "recognised": done.recognised}

    how: dict[str, JSON] = {**preview.columns, "headed": preview.headed}
    about = ("import", club.pk, how, preview.encoding, data.hex())
    return sent_once.once(request, by=actor, about=about, do=do)


@dataclass(frozen=True, slots=True)
class Said:
    """What is wrong or was changed at one place of the list."""

    line: int
    column: str | StrPromise
    value: str
    text: str


def _said(note: Note) -> Said:
    return Said(
        line=note.line,
        column=COLUMN_WORDS.get(note.error.field, ""),
        value=note.value,
        text=sentence(note.error),
    )
