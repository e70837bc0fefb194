"""Blank score sheets as PDF, of a game or of a club's ruleset, for tables that nobody has drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import get
from games.core.errors import UnknownGame
from league.core.errors import BadInput, NotFound
from league.documents.score_sheets import BlankSheet, Grid, Line, score_sheets
from league.forms.records import record as forms
from league.lists.whole_numbers import asked
from league.queries.occasions import clubs
from league.queries.office import rules as shelf
from league.queries.records import sheets
from league.web.actor import actor_of
from league.web.office.office import paper_of, pdf_answer
from league.web.refusals import guarded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.forms.records.record import BoxView, SheetForm
    from league.models import Ruleset
    from league.queries.records.sheets import Rules

USUAL = 4
MOST_CHOICES = 6  # more than these are not spelled out beside a box
_NARROW, _ROOMY = 40, 62  # mm: beside many boxes, beside few


@require_safe
@guarded
def of_game(request: HttpRequest, key: str) -> HttpResponse:
    """A sheet of the game as its box plays it: ``?seats=``, ``?level=``, ``?paper=letter``."""
    rules = rules_of_game(key)
    return _answer(request, rules, _(rules.package.title), key)


@require_safe
@guarded
def of_ruleset(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A sheet of the game as the club plays it."""
    row = ruleset(request, slug, pk)
    return _answer(request, sheets.rules_of(row), row.club_game.title, slugify(row.name) or "sheet")


def rules_of_game(key: str) -> Rules:
    """The rules of a game with the options that nobody has changed; 404 for an unknown one."""
    try:
        package = get(key)
    except UnknownGame as error:
        raise Http404 from error
    return sheets.Rules(package, package.sheet.default_options())


def ruleset(request: HttpRequest, slug: str, pk: int) -> Ruleset:
    """A ruleset of a club that the viewer sees."""
    actor = actor_of(request)
    club = clubs.by_slug(viewer=actor, slug=slug)
    if club is None:
        raise NotFound("not_found")
    return shelf.ruleset(actor, club, pk)


def drawn(rules: Rules, names: Sequence[str], level: str = "") -> SheetForm:
    """The empty sheet of a table; a level that the game does not know is its first one."""
    empty = forms.of_sheet({}, rules, seats=len(names), level=level)
    return forms.draw(rules, names, reading=empty, on_paper=True)


def grids(form: SheetForm) -> tuple[Grid, ...]:
    """The boxes of a form as they stand on paper: rounds, then seats, then the whole table."""
    found = []
    if form.blocks:
        first = form.blocks[0]
        found.append(
            Grid(
                lines=tuple(Line(block.label) for block in form.blocks),
                columns=(
                    *(_who(seat.position, seat.name) for seat in first.seats),
                    *(box.label for box in first.table),
                ),
                note=f"{_('In each box:')} {' · '.join(first.to_write)}",
                first=20,
            )
        )
    if form.is_short and not form.blocks:
        found.append(
            Grid(
                lines=tuple(Line(_who(seat.position, seat.name)) for seat in form.seats),
                columns=tuple(line.label for line in form.lines),
                corner=_("Player"),
                first=_ROOMY,
            )
        )
    elif form.lines:
        found.append(
            Grid(
                lines=_lines(form),
                columns=tuple(_who(seat.position, seat.name) for seat in form.seats),
                corner=_("Entry"),
                first=_NARROW,
            )
        )
    if form.table:
        found.append(Grid(lines=tuple(Line(box.label, _choices(box)) for box in form.table)))
    return tuple(found)


def _lines(form: SheetForm) -> tuple[Line, ...]:
    found: list[Line] = []
    group = ""
    for line in form.lines:
        if line.group not in {"", group}:
            found.append(Line(line.group, is_group=True))
        group = line.group
        found.append(Line(line.label, _choices(line.boxes[0]), is_sum=line.is_computed))
    return tuple(found)


def _who(position: int, name: str) -> str:
    return f"{position} {name}".strip()


def _choices(box: BoxView) -> str:
    """What may be written into a box, where it is a few words."""
    labels = [choice.label for choice in box.choices if choice.value]
    if not 0 < len(labels) <= MOST_CHOICES or all(label.isdecimal() for label in labels):
        return ""
    return " / ".join(labels)


def _answer(request: HttpRequest, rules: Rules, title: str, name: str) -> HttpResponse:
    seats, level = _seats(request, rules), _level(request, rules)
    form = drawn(rules, [""] * seats, level)
    many = ngettext("%(n)s player", "%(n)s players", seats) % {"n": seats}
    depth = dict(form.levels)[form.level] if len(form.levels) > 1 else ""
    sheet = BlankSheet(
        heading=title,
        detail=" · ".join(part for part in (depth, many) if part),
        grids=grids(form),
    )
    document = score_sheets(
        [sheet], title=title, lang=get_language() or "en", paper=paper_of(request)
    )
    return pdf_answer(document, f"{name}-{seats}.pdf")


def _seats(request: HttpRequest, rules: Rules) -> int:
    low, high = rules.seats[0], rules.seats[-1]
    return asked(request.GET, "seats", low=low, high=high, usual=min(max(USUAL, low), high))


def _level(request: HttpRequest, rules: Rules) -> str:
    level = request.GET.get("level", "")
    if level and level not in rules.levels:
        raise BadInput("bad_choice", field="level", value=level[:40])
    return level or rules.levels[0]
