"""The page behind a row of a standing: what counted, how each value is made, who parted whom."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.queries.occasions import events, seasons
from league.queries.records.records import place_shown
from league.queries.standings import explanations, moments
from league.standings import payload as plain
from league.standings import texts
from league.standings.exact import exact_sum
from league.standings.tiebreaks import criterion
from league.templatetags.league import number_shown
from league.web import paths
from league.web.actor import actor_of
from league.web.local_time import titled, when
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.standings import ranking
from league.web.standings.moments import stage_words, words
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.models import Club, Event
    from league.queries.standings.explanations import Explained
    from league.queries.standings.standings import Shown
    from league.standings.contract import Term
    from league.standings.explain import Explanation
    from league.standings.payload import PlainValue, RowPayload
    from league.standings.table import Cell, Parting, Row
    from league.standings.types import ReasonId
    from league.web.local_time import When
    from league.web.paths import Crumb

TERMS_SHOWN = 30
MINUS = "−"


@dataclass(frozen=True, slots=True)
class Line:
    """One match or round: where, which place, what it gave, and why it may not count."""

    label: str
    href: str
    place: str
    points: str
    note: str
    is_struck: bool


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one evening of a season, and what they give together; or any other lines.

    ``label`` is the evening's heading, empty where one line says it all.
    """

    anchor: str
    label: str
    href: str
    points: str
    is_struck: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One value of the chain: its name and meaning, the sum that makes it, its addends by name."""

    key: str
    name: str
    text: str
    value: str
    formula: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """A tie and the criterion that decided it: the groups in order, with their values."""

    criterion: str
    groups: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WhyPage:
    """A row of a standing, taken apart."""

    found: Explained
    shown: Shown
    row: RowPayload
    ranked: int
    where: Crumb
    mark: str
    profile: str
    parts: tuple[Part, ...]
    made: tuple[Made, ...]
    parted: tuple[Parted, ...]
    moment: str
    as_of: When | None
    crumbs: list[Crumb]


@require_safe
@guarded
def of_season(request: HttpRequest, slug: str, season_slug: str, player_id: int) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    found = explanations.of_player(
        season, actor, player_id, moment=moments.of_season(season, request.GET)
    )
    trail = [paths.to_club(season.club), paths.to_season(season)]
    return _page(request, found, season.club, trail, words(found.moment, season.club))


@require_safe
@guarded
def of_stage(request: HttpRequest, slug: str, number: int, player_id: int) -> HttpResponse:
    actor = actor_of(request)
    stage = events.stage(actor, events.get(actor, slug), number)
    found = explanations.of_player(
        stage, actor, player_id, moment=moments.of_stage(stage, request.GET)
    )
    trail = [paths.to_club(stage.event.club), paths.to_event(stage.event)]
    moment = stage_words(found.moment, stage, found.shown)
    return _page(request, found, stage.event.club, trail, moment)


def _page(
    request: HttpRequest, found: Explained, club: Club, trail: list[Crumb], moment: str
) -> HttpResponse:
    player_id = found.row["player"]
    shown = found.shown
    context = WhyPage(
        found=found,
        shown=shown,
        row=found.row,
        ranked=shown.payload["ranked"],
        where=trail[-1],
        mark=ranking.mark_of(found.row),
        profile=ranking.player_url()(player_id),
        parts=tuple(parts(found)),
        made=tuple(made(found, one) for one in found.explanations),
        parted=tuple(parted(found, one) for one in found.partings),
        moment=moment,
        as_of=when(shown.computed_at, club) if shown.computed_at else None,
        crumbs=[*trail, paths.here(found.row["name"])],
    )
    return page(request, "league/standings/why.html", context)


# --- what counted ---------------------------------------------------------------------------


def parts(found: Explained) -> list[Part]:
    """The matches and rounds in the order they were played, then what belongs to none of them.

    In a season they come evening by evening.
    """
    if found.counted is None:
        return []
    cells = found.counted.cells
    if found.shown.payload["kind"] == "season":
        told = [_evening(found, list(some)) for _, some in groupby(cells, key=_event_of)]
    else:
        told = [_loose([_line(found, cell) for cell in cells])]
    return [part for part in (*told, _loose(_beside(found.counted, found.reasons))) if part.lines]


def _event_of(cell: Cell) -> int:
    return cell.event


def _loose(lines: Iterable[Line]) -> Part:
    return Part(anchor="", label="", href="", points="", is_struck=False, lines=tuple(lines))


def _evening(found: Explained, cells: list[Cell]) -> Part:
    """One evening; several matches of it stand under a heading with their sum."""
    event = found.events.get(cells[0].event)
    anchor = ranking.evening_anchor(cells[0].event)
    is_one = len(cells) == 1
    listed = [_line(found, cell, event if is_one else None) for cell in cells]
    total = exact_sum(cell.points * cell.weight for cell in cells if cell.points is not None)
    has_points = any(cell.points is not None for cell in cells)
    return Part(
        anchor=anchor,
        label="" if is_one or event is None else titled(event),
        href=paths.at("event", event.slug) if event is not None else "",
        points=number_shown(plain.number(total)) if has_points else ranking.DASH,
        is_struck=has_points and not any(cell.counted for cell in cells),
        lines=tuple(listed),
    )


def _beside(row: Row, reasons: Mapping[ReasonId, str]) -> Iterable[Line]:
    for entry in row.adjustments:
        yield Line(
            label=_("Penalty") if entry.points < 0 else _("Bonus"),
            href="",
            place="",
            points=number_shown(plain.number(entry.points)),
            note=reasons.get(entry.reason, ""),
            is_struck=False,
        )
    for term in row.extras:
        yield Line(
            label=_(texts.TERM_TEXTS[term.kind]),
            href="",
            place="",
            points=number_shown(plain.number(term.value)),
            note="",
            is_struck=False,
        )


def _line(found: Explained, cell: Cell, titled_by: Event | None = None) -> Line:
    """One match or round, under the name of its event where no heading says it."""
    event = found.events.get(cell.event)
    where = _place_of(found, cell.match, cell.round)
    if titled_by is not None:
        where = labelled(titled(titled_by), where)
    notes = [_(texts.DROPPED_TEXTS[cell.why])] if cell.why else []
    if cell.note:
        notes.append(_(texts.NOTE_TEXTS[cell.note]))
    if cell.weight != 1:
        weight = number_shown(plain.number(cell.weight))
        notes.append(_("counts %(weight)s times") % {"weight": weight})
    if cell.drawn and cell.match not in found.together:
        notes.append(_("drawn"))
    return Line(
        label=where,
        href=paths.at("event", event.slug) + f"?round={cell.round}" if event is not None else "",
        place=_place(found, cell),
        points=ranking.DASH
        if cell.points is None
        else number_shown(plain.number(cell.points * cell.weight)),
        note=" · ".join(notes),
        is_struck=not cell.counted,
    )


def _place_of(found: Explained, match: int | None, round_: int) -> str:
    if match is not None and match in found.tables:
        number, table = found.tables[match]
        return _("Round %(round)s, table %(table)s") % {"round": number, "table": table}
    return _("Round %(n)s") % {"n": round_}


def _place(found: Explained, cell: Cell) -> str:
    if cell.kind != "match":
        return str(_(texts.BYE_NAMES[cell.kind]))
    if cell.match is not None and cell.match in found.together:
        return str(place_shown(cell.place, is_won=found.together[cell.match]))
    if cell.place is None:
        return ""
    place = f"{cell.place}=" if cell.tied else str(cell.place)
    return _("%(place)s of %(size)s") % {"place": place, "size": cell.size}


# --- how a value is made ----------------------------------------------------------------------


def made(found: Explained, one: Explanation) -> Made:
    counted = [term for term in one.terms if term.counted]
    value = found.row["values"].get(one.key)
    return Made(
        key=one.key,
        name=_(criterion(one.key).name),
        text=_(criterion(one.key).sentence),
        value=_shown(value),
        formula=_formula(one, counted, _shown(value)) if counted and one.key != "best" else "",
        parts=tuple(_by_name(found, counted)) if one.terms and _has_opponents(one) else (),
    )


def _formula(one: Explanation, counted: list[Term], value: str) -> str:
    """``30 = 8 + 6 + 16`` or ``6 = (8 + 6 + 4) ÷ 3``; the sum alone where there are too many."""
    if len(counted) > TERMS_SHOWN:
        total = number_shown(plain.number(exact_sum(term.value for term in counted)))
    else:
        total = "".join(_addend(at, term) for at, term in enumerate(counted))
    if one.divisor is None or one.divisor == 1:
        return f"{value} = {total}" if total != value else ""
    divisor = number_shown(plain.number(one.divisor))
    return f"{value} = ({total}) ÷ {divisor}"


def _addend(at: int, term: Term) -> str:
    shown = number_shown(plain.number(abs(term.value)))
    if term.value < 0:
        return f" {MINUS} {shown}" if at else f"{MINUS}{shown}"
    return f" + {shown}" if at else shown


def _has_opponents(one: Explanation) -> bool:
    return any(term.opponent is not None for term in one.terms)


def _by_name(found: Explained, counted: Iterable[Term]) -> Iterable[tuple[str, str]]:
    for term in counted:
        if term.opponent is not None:
            name = found.names.get(term.opponent, "")
            yield name, number_shown(plain.number(term.value))


def _shown(value: PlainValue) -> str:
    if value is None:
        return ranking.DASH
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return ranking.list_words(value)
    return number_shown(value)


# --- who parted whom -----------------------------------------------------------------------


def parted(found: Explained, one: Parting) -> Parted:
    return Parted(
        criterion=_(criterion(one.key).name),
        groups=tuple(
            (
                ", ".join(found.names.get(player, "") for player in group),
                _shown(found.values[group[0]].get(one.key)) if group[0] in found.values else "",
            )
            for group in one.groups
        ),
    )
