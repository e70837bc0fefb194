"""Cross-tables as PDF: player by round or by opponent, player by evening; names for the wall."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.documents.cross_tables import NARROW, WIDE, CrossCell, CrossRow, cross_table
from league.queries.occasions import seasons
from league.queries.records.records import place_shown, won_at
from league.queries.standings import moments
from league.queries.standings import standings as standing
from league.templatetags.league import number_shown, rank_shown
from league.web.actor import actor_of
from league.web.office.office import paper_of, pdf_answer
from league.web.public import wall_pages
from league.web.refusals import guarded
from league.web.standings.moments import words
from league.web.standings.ranking import DASH
from league.words.dates import date_format
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.documents.typesetting import Document
    from league.queries.standings.standing_payload import EveningPayload, StandingPayload
    from league.standings.payload import CellPayload, RowPayload

# What is larger than this nobody reads on paper, and it takes seconds to set.
MOST_CELLS = 6_000
MOST_PLAYERS = 60


@require_safe
@guarded
def of_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A stage by round, match by match in open play; ``?by=player`` against each opponent."""
    event, shown, detail = wall_pages.stage_shown(request, slug, number)
    draw = _by_player if request.GET.get("by") == "player" else _by_round
    document = draw(request, shown.payload, event.name, detail)
    return pdf_answer(document, f"{slug}-cross-table.pdf")


@require_safe
@guarded
def of_season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """A season by evening."""
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    moment = moments.of_season(season, request.GET)
    payload = standing.payload(season, actor, moment).payload
    evenings = payload["evenings"]
    kept = evenings[-max(1, MOST_CELLS // max(1, len(payload["rows"]))) :]
    notes = [_("Struck through: does not count.")]
    if len(kept) < len(evenings):
        notes.append(
            _("The last %(n)s of %(all)s evenings.") % {"n": len(kept), "all": len(evenings)}
        )
    day_form = pgettext("short day, letters as in the date filter", "j M")
    document = cross_table(
        [
            _("Total"),
            *(date_format(date.fromisoformat(evening["day"]), day_form) for evening in kept),
        ],
        [
            _row(row, [_total(row), *(_evening(one, row["player"]) for one in kept)])
            for row in payload["rows"]
        ],
        heads=(_("Rank"), _("Player")),
        title=labelled(season.club.name, season.name),
        detail=words(moment, season.club),
        note=" ".join(notes),
        lang=get_language() or "en",
        paper=paper_of(request),
    )
    return pdf_answer(document, f"{slug}-{season_slug}-cross-table.pdf")


def _by_round(request: HttpRequest, payload: StandingPayload, title: str, detail: str) -> Document:
    rows = payload["rows"]
    together = won_at([cell["match"] for row in rows for cell in row["cells"] if cell["match"]])

    def points(cell: CellPayload) -> CrossCell:
        return _points(cell, is_won=together.get(cell["match"] or 0))

    numbers = [one["round"] for one in payload["rounds"]]
    most = max((len(row["cells"]) for row in rows), default=0)
    if most > len(numbers):  # open play: several matches of a player in its one round
        columns = [_("Match %(n)s") % {"n": n} for n in range(1, most + 1)]
        found = [(*map(points, row["cells"]), *[CrossCell("")] * most)[:most] for row in rows]
    else:
        columns = [_("Round %(n)s") % {"n": n} for n in numbers]
        by_round = [{cell["round"]: points(cell) for cell in row["cells"]} for row in rows]
        found = [tuple(of.get(n, CrossCell("")) for n in numbers) for of in by_round]
    return cross_table(
        [_("Total"), *columns],
        [_row(row, [_total(row), *cells]) for row, cells in zip(rows, found, strict=True)],
        heads=(_("Rank"), _("Player")),
        title=title,
        detail=detail,
        note=_("Points, and the place at the table in brackets. Struck through: does not count."),
        lang=get_language() or "en",
        width=WIDE,
        paper=paper_of(request),
    )


def _by_player(request: HttpRequest, payload: StandingPayload, title: str, detail: str) -> Document:
    everybody = [row for row in payload["rows"] if row["unranked"] != "filler"]
    rows = everybody[:MOST_PLAYERS]
    met = ahead(rows)
    players = [row["player"] for row in rows]
    notes = [_("How often they finished ahead or behind at a shared table; ties are not counted.")]
    if len(rows) < len(everybody):
        of = {"n": len(rows), "all": len(everybody)}
        notes.append(_("The first %(n)s of %(all)s players.") % of)
    return cross_table(
        [str(n) for n in range(1, len(players) + 1)],
        [
            CrossRow(
                rank=str(n),
                name=row["name"],
                cells=tuple(_against(met, row["player"], other) for other in players),
            )
            for n, row in enumerate(rows, start=1)
        ],
        heads=(_("No."), _("Player")),
        title=title,
        detail=detail,
        note=" ".join(notes),
        lang=get_language() or "en",
        width=NARROW,
        paper=paper_of(request),
    )


def ahead(rows: Sequence[RowPayload]) -> dict[tuple[int, int], int]:
    """How often the first of two players finished ahead of the second.

    0 for two who met and never; a pair that never met is not there.
    """
    tables: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in rows:
        for cell in row["cells"]:
            if cell["match"] is not None and cell["place"] is not None:
                tables[cell["match"]].append((row["player"], cell["place"]))
    found: dict[tuple[int, int], int] = {}
    for seats in tables.values():
        for one, place in seats:
            for other, behind in seats:
                if one != other:
                    found[one, other] = found.get((one, other), 0) + (place < behind)
    return found


def _against(met: dict[tuple[int, int], int], one: int, other: int) -> CrossCell:
    if one == other:
        return CrossCell("×")
    if (one, other) not in met:
        return CrossCell("")
    return CrossCell(f"{met[one, other]}–{met[other, one]}")


def _row(row: RowPayload, cells: Sequence[CrossCell]) -> CrossRow:
    return CrossRow(rank_shown(row["rank"], row["tied"]), row["name"], tuple(cells))


def _total(row: RowPayload) -> CrossCell:
    points = row["values"].get("points")
    return CrossCell(number_shown(points) if isinstance(points, dict) else DASH)


def _points(cell: CellPayload, *, is_won: bool | None) -> CrossCell:
    points = number_shown(cell["points"]) if cell["points"] is not None else DASH
    place = place_shown(cell["place"], is_won=is_won)
    return CrossCell(points if place is None else f"{points} ({place})", struck=not cell["counted"])


def _evening(evening: EveningPayload, player: int) -> CrossCell:
    points = evening["points"].get(str(player))
    if points is None:
        return CrossCell("")
    shown = number_shown({"exact": points["exact"], "shown": points["shown"]})
    return CrossCell(shown, struck=not points["counted"])
