"""How a game is played, for people at the table: one page with drawings, no numbers of rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import markdown
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import get, how_to_play
from games.core.errors import UnknownGame
from league.web import paths
from league.web.rendering import page, part

if TYPE_CHECKING:
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class Told:
    """How a game is played, in one language."""

    language: str
    title: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a game to be drawn; ``value`` and ``tone``: a face and its colour."""

    kind: str
    value: str
    tone: str


@dataclass(frozen=True, slots=True)
class HowToPlayPage:
    """How a game is played, with the way to its numbered rules."""

    told: Told
    key: str
    is_playable: bool
    crumbs: list[Crumb]


@require_safe
def how_to(request: HttpRequest, key: str) -> HttpResponse:
    """How a game is played, in the language of whoever reads."""
    try:
        package = get(key)
    except UnknownGame as error:
        raise Http404 from error
    if not how_to_play(package.key):
        raise Http404
    shown = HowToPlayPage(
        told=told(package.key, (get_language() or settings.LANGUAGE_CODE).partition("-")[0]),
        key=package.key,
        is_playable=package.play is not None,
        crumbs=[
            {"label": _("Home"), "href": paths.at("home")},
            {"label": _("Games"), "href": paths.at("games")},
            {"label": _(package.title), "href": paths.at("game", package.key)},
            {"label": _("How to play"), "href": ""},
        ],
    )
    return page(request, "league/public/how_to_play.html", shown)


@cache
def told(key: str, language: str) -> Told:
    """The text as HTML, its pictures drawn; in English where nobody has translated it."""
    text = how_to_play(key, language)
    if not text:
        language, text = settings.LANGUAGE_CODE, how_to_play(key)
    title, _newline, body = text.partition("\n")
    html = markdown.markdown(body, output_format="html")
    # The text is a file of this project, nobody's input.
    return Told(language, title.lstrip("# ").strip(), mark_safe(_PIECE.sub(_drawn, html)))


def _drawn(found: re.Match[str]) -> str:
    kind, value, *tone = found[1].split("/")
    piece = Piece(kind=kind, value=value, tone="".join(tone))
    return " ".join(part("league/public/_piece.html", piece).split())


_PIECE = re.compile(r'<img alt="" src="piece://([a-zA-Z0-9_/]+)">')
