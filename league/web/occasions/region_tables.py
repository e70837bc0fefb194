"""One table over the season files of several clubs: upload, decide who is who, take along."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.forms.occasions.region import RegionForm
from league.lists import season_file as files
from league.lists import xlsx_writing
from league.services.occasions import region_tables
from league.services.occasions.season_joins import NEW
from league.web import paths
from league.web.actor import actor_of
from league.web.occasions.season_joins import PACKED_MOST
from league.web.office.office import club_for
from league.web.ranked_table import Cell, Column, RankedTable
from league.web.records.import_bg_stats import MOST_OPTIONS, Option, Pick
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.web.uploads import carried, posted_file
from league.words.labels import labelled
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.core.errors import LeagueError
    from league.models import Club
    from league.services.occasions.region_tables import FileRow, Region
    from league.web.paths import Crumb

_PERSON = "person-"
_MEDIA = {"csv": "text/csv; charset=utf-8", "xlsx": xlsx_writing.MEDIA, "json": files.MEDIA}


@dataclass(frozen=True, slots=True)
class RegionPage:
    """Where the files are chosen; once there are some, who is who in them, and the table."""

    club: Club
    crumbs: list[Crumb]
    form: RegionForm
    troubles: tuple[str, ...] = ()
    fingerprints: tuple[str, ...] = ()
    trust: tuple[str, ...] = ()
    data: str = ""
    decided: tuple[Option, ...] = ()
    files: tuple[FileRow, ...] = ()
    people: tuple[Pick, ...] = ()
    table: RankedTable | None = None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    form = RegionForm(request.POST if request.method == "POST" else None)
    trust = tuple(request.POST.getlist("trust"))[: region_tables.MOST]
    context = RegionPage(
        club=club,
        crumbs=[paths.to_club(club), paths.here(_("Regional table"))],
        form=form,
        trust=trust,
    )
    if request.method != "POST":
        return _shown(request, context)
    data: list[bytes] = []
    try:
        data, decided = _posted(request)
        context = replace(context, data=_packed(data), decided=_carried(decided))
        if not form.is_valid():
            return _shown(request, context, 400)
        found = region_tables.table(
            by=actor, club=club, data=data, trust=trust, before=decided, rule=form.rule
        )
    except BadInputs as error:
        asked = [one for one in error.errors if "fingerprint" in one.params]
        said = tuple(_said(one) for one in error.errors)
        context = replace(
            context,
            troubles=said,
            fingerprints=tuple(dict.fromkeys(str(one.params["fingerprint"]) for one in asked)),
            data=context.data if len(asked) == len(error.errors) else "",
        )
        return _shown(request, context, 400)
    except BadInput as error:
        return _shown(request, replace(context, troubles=(sentence(error),)), 400)
    step = request.POST.get("step", "")
    if step in _MEDIA and found.table is not None:
        return _taken_along(club, found, decided, step)
    return _shown(request, _filled(replace(context, data=_packed(found.sent)), found))


def _shown(request: HttpRequest, context: RegionPage, status: int = 200) -> HttpResponse:
    return page(request, "league/occasions/region.html", context, status=status)


def _said(error: LeagueError) -> str:
    return labelled(_("File %(n)s") % {"n": error.field.removeprefix("files.")}, sentence(error))


def _posted(request: HttpRequest) -> tuple[list[bytes], dict[str, str]]:
    """The files that came with the form, then those just chosen; and who is who in them."""
    found: list[bytes] = []
    decided: dict[str, str] = {}
    if request.POST.get("data"):
        found += _unpacked(posted_file(request, carried_most=PACKED_MOST))
    for upload in request.FILES.getlist("files"):
        one = bytes(upload.read(files.MOST_BYTES + 1))
        if len(one) > files.MOST_BYTES:
            raise BadInput("season_file_too_large", megabytes=files.MOST_BYTES // 1_000_000)
        if (document := region_tables.opened(one)) is None:
            found.append(one)
        else:
            found += document[0]
            decided |= document[1]
    decided |= {
        name.removeprefix(_PERSON): value[:40]
        for name, value in request.POST.items()
        if name.startswith(_PERSON) and isinstance(value, str) and value
    }
    if not found:
        raise BadInput("empty_file", field="files")
    return found, decided


def _packed(data: Sequence[bytes]) -> str:
    """The files as they travel in the form."""
    raw = json.dumps([one.decode("utf-8", "replace") for one in data]).encode()
    packed = files.packed(raw) if len(raw) <= files.MOST_BYTES else b""
    if not 0 < len(packed) <= PACKED_MOST:
        raise BadInput("region_too_large", field="files", megabytes=files.MOST_BYTES // 1_000_000)
    return carried(packed)


def _unpacked(packed: bytes) -> list[bytes]:
    try:
        told = json.loads(files.unpacked(packed))
        return [one.encode() for one in told]
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadInput("season_file_unreadable", field="files") from None


def _carried(decided: Mapping[str, str]) -> tuple[Option, ...]:
    """What was decided, as hidden fields of the form."""
    return tuple(Option(f"{_PERSON}{key}", choice, True) for key, choice in decided.items())


def _taken_along(club: Club, found: Region, decided: dict[str, str], kind: str) -> HttpResponse:
    if kind == "csv":
        body = region_tables.spreadsheet(found)
    elif kind == "xlsx":
        body = region_tables.workbook(found, _("Regional table"))
    else:
        body = region_tables.document(found, decided)
    response = HttpResponse(body, content_type=_MEDIA[kind])
    name = get_valid_filename(f"{club.slug}-region.{kind}")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _filled(context: RegionPage, found: Region) -> RegionPage:
    table = None
    if found.table is not None:
        made = ranking.table(
            {**found.table, "id": 0, "evenings": []}, caption=_("Regional table"), plain=True
        )
        clubs = [found.clubs[row["player"]] for row in found.table["rows"]]
        table = replace(
            made,
            columns=(*made.columns, Column(_("Clubs"), kind="")),
            rows=tuple(
                replace(row, cells=(*row.cells, Cell(of)))
                for row, of in zip(made.rows, clubs, strict=True)
            ),
        )
    people = _people(found)
    asked = {one.field for one in people}
    return replace(
        context,
        decided=tuple(one for one in context.decided if one.value not in asked),
        troubles=tuple(sentence(one) for one in found.faults if one.code != "region_person_open"),
        files=found.files,
        people=people,
        table=table,
    )


def _people(found: Region) -> tuple[Pick, ...]:
    """Everybody who could be somebody of a file before, those who must be decided first."""
    called = {one.key: labelled(one.club, one.name) for one in found.everybody}
    is_few = len(called) * len(found.people) <= MOST_OPTIONS
    first = {row.key for row in found.people[: found.files[0].people]}
    picks: list[Pick] = []
    for row in sorted(found.people, key=lambda one: not one.is_open):
        if row.key in first or not (is_few or row.candidates or row.meant):
            continue
        likely = [*([row.meant] if row.meant is not None else []), *row.candidates]
        offered = dict.fromkeys(one.key for one in (*likely, *(found.everybody if is_few else ())))
        offered.pop(row.key, None)
        options = [(NEW, _("Someone else"))] + [(key, called[key]) for key in offered]
        chosen = row.meant.key if row.meant is not None else NEW
        note = row.club
        if row.is_open:
            chosen, note = "", labelled(row.club, _("Several people it could be. Who is it?"))
            options.insert(0, ("", _("Choose")))
        name = f"{row.name} ({row.nickname})" if row.nickname else row.name
        shown = [Option(value, text, value == chosen) for value, text in options]
        picks.append(Pick(f"{_PERSON}{row.key}", name, row.matches, note, shown))
    return tuple(picks)
