"""The games this service knows the rules of, and the rules themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypedDict

import markdown
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import all_games, get, how_to_play, rules_text
from games.core.errors import UnknownGame
from league.queries.public import game_statistics
from league.standings.exact import exact_text, percent
from league.templatetags.league import number_shown
from league.web import paths
from league.web.public import game_charts
from league.web.rendering import page
from league.words.ordinals import ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.package import GamePackage
    from league.queries.public.game_statistics import SeatShare, SizeStatistics, StartShare
    from league.web.charts import Chart
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game as a page: its language, a title, the text, and its sections."""

    language: str
    title: str
    html: SafeString
    sections: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list."""

    title: str
    seats: range
    href: str
    told: str


@dataclass(frozen=True, slots=True)
class GamesPage:
    """All games with rules of their own."""

    games: list[GameLine]
    crumbs: list[Crumb]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games with rules of their own."""
    rows = [
        GameLine(
            title=_(game.title),
            seats=game.seats,
            href=paths.at("game", game.key),
            told=paths.at("how_to_play", game.key) if how_to_play(game.key) else "",
        )
        for game in all_games()
        if rules_text(game.key)
    ]
    crumbs = [{"label": _("Home"), "href": paths.at("home")}, {"label": _("Games"), "href": ""}]
    return page(request, "league/public/games.html", GamesPage(games=rows, crumbs=crumbs))


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game, on its page."""

    game: GamePackage
    title: str
    rules: Rules
    is_told: bool
    crumbs: list[Crumb]


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game; each rule can be linked to by its number: ``#R17``."""
    try:
        package = get(key)
    except UnknownGame as error:
        raise Http404 from error
    if not rules_text(package.key):
        raise Http404
    crumbs = [
        {"label": _("Home"), "href": paths.at("home")},
        {"label": _("Games"), "href": paths.at("games")},
        {"label": _(package.title), "href": ""},
    ]
    return page(
        request,
        "league/public/game.html",
        RulesPage(
            game=package,
            title=_(package.title),
            rules=rules(package.key, _reading()),
            is_told=bool(how_to_play(package.key)),
            crumbs=crumbs,
        ),
    )


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """What the results say about a game, by size of table."""

    title: str
    sizes: list[SizeShown]
    casual: int
    crumbs: list[Crumb]


@require_safe
def statistics(request: HttpRequest, key: str) -> HttpResponse:
    """What the results here say about the game."""
    try:
        package = get(key)
    except UnknownGame as error:
        raise Http404 from error
    title = _(package.title)
    crumbs = [
        {"label": _("Home"), "href": paths.at("home")},
        {"label": _("Games"), "href": paths.at("games")},
        {"label": title, "href": paths.at("game", key) if rules_text(key) else ""},
        {"label": _("Statistics"), "href": ""},
    ]
    sizes = [_size(package, one) for one in game_statistics.of_game(package.key)]
    casual = game_statistics.casual(package.key)
    shown = StatisticsPage(title=title, sizes=sizes, casual=casual, crumbs=crumbs)
    return page(request, "league/public/statistics.html", shown)


class Share(TypedDict):
    """How often somebody won, and within which bounds."""

    share: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """How often a seat won, within which bounds, and how often with bots."""

    label: str
    bots: str
    share: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class StartLine(SeatLine):
    """The same of a start, with the matches that began so."""

    matches: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """The points with which a place was taken."""

    place: int
    spread: list[str]


@dataclass(frozen=True, slots=True)
class SizeShown:
    """What the results say about tables of one size."""

    size: int
    matches: int
    fair: str
    bots: int
    bots_points: list[str]
    seats: list[SeatLine]
    seats_chart: Chart
    starts: list[StartLine]
    starts_chart: Chart | None
    places: list[PlaceLine]
    places_chart: Chart | None


def _size(package: GamePackage, one: SizeStatistics) -> SizeShown:
    bots = one.studied
    fair = Fraction(1, one.size)
    of_seats = [
        _bots_share(bots.seats[row.seat - 1], bots.matches) if bots else None for row in one.seats
    ]
    of_starts = [
        _bots_share(*bots.starts[row.start]) if bots and row.start in bots.starts else None
        for row in one.starts
    ]
    seats = [
        SeatLine(label=str(row.seat), bots=_shown(share), **_share(row))
        for row, share in zip(one.seats, of_seats, strict=True)
    ]
    starts = [
        StartLine(
            label=_start_label(package, row.start),
            matches=row.matches,
            bots=_shown(share),
            **_share(row),
        )
        for row, share in zip(one.starts, of_starts, strict=True)
    ]
    seat_words = [_("Seat %(n)s") % {"n": row.label} for row in seats]
    place_words = [ordinal(row.place) for row in one.places]
    return SizeShown(
        size=one.size,
        matches=one.matches,
        fair=percent(fair),
        bots=bots.matches if bots else 0,
        bots_points=[number_shown(exact_text(Fraction(str(n)))) for n in bots.points]
        if bots and bots.points
        else [],
        seats=seats,
        seats_chart=game_charts.shares(_drawn(seat_words, one.seats, of_seats), fair),
        starts=starts,
        starts_chart=game_charts.shares(
            _drawn([row.label for row in starts], one.starts, of_starts), fair
        )
        if starts
        else None,
        places=[
            PlaceLine(place=row.place, spread=[number_shown(exact_text(n)) for n in row.spread])
            for row in one.places
        ],
        places_chart=game_charts.boxes(one.places, place_words) if one.places else None,
    )


def _drawn(
    labels: Sequence[str],
    rows: Sequence[SeatShare | StartShare],
    bots: Sequence[Fraction | None],
) -> list[game_charts.ShareRow]:
    return [
        (label, row.wins, row.low, row.high, share)
        for label, row, share in zip(labels, rows, bots, strict=True)
    ]


def _bots_share(wins: float, matches: int) -> Fraction:
    return Fraction(str(wins)) / matches


def _shown(share: Fraction | None) -> str:
    return "" if share is None else percent(share)


def _start_label(package: GamePackage, start: str) -> str:
    """The name of a rank, or a place in the order of turns."""
    named = package.start.key_names() if package.start is not None else {}
    return _(named[start]) if start in named else _("Turn %(n)s") % {"n": start}


def _share(row: SeatShare | StartShare) -> Share:
    return {
        "share": percent(row.wins),
        "low": round(row.low * 100),
        "high": round(row.high * 100),
    }


def _reading() -> str:
    """The language of whoever reads, as the files of the rules are named by it."""
    return (get_language() or settings.LANGUAGE_CODE).partition("-")[0]


@cache
def rules(key: str, language: str) -> Rules:
    """The rules of a game in HTML, with the settings of a ruleset called as its form calls them.

    The first heading gives way to the page's own. Rules nobody has translated are in English.
    """
    text = rules_text(key, language)
    if not text:
        language, text = settings.LANGUAGE_CODE, rules_text(key)
    title, _newline, text = text.partition("\n")
    reader = markdown.Markdown(extensions=["tables", "toc"], output_format="html")
    html = reader.convert(text)
    html = _NUMBER.sub(r'<strong id="\1"><a href="#\1">\1</a></strong>', html)
    with override(language):
        names = {name: str(_(label)) for name, label in _settings(get(key)).items()}
    html = _SETTING.sub(
        lambda found: f"<em>{names[found[1]]}</em>" if found[1] in names else found[0], html
    )
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    # The text is a file of this project, nobody's input.
    tokens: list[dict[str, str]] = getattr(reader, "toc_tokens", [])
    sections = tuple((token["id"], token["name"]) for token in tokens)
    return Rules(language, title.lstrip("# ").strip(), mark_safe(html), sections)


def _settings(package: GamePackage) -> dict[str, str]:
    """What the form of a ruleset calls each of its settings and choices, by their names."""
    found: dict[str, str] = {}
    for cell in package.sheet.option_fields():
        name, *part = cell.path
        # Several boxes of one setting stand under a heading, unless they are told by their order.
        found[str(name)] = cell.group if part and isinstance(part[0], str) else cell.label
        found.update((str(choice.value), choice.label) for choice in cell.choices)
    return found


_SETTING = re.compile(r"<code>([a-z]+(?:_[a-z]+)*)</code>")
_NUMBER = re.compile(r"<strong>(R[0-9]+)</strong>")
