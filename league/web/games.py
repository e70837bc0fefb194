"""The games this service knows the rules of, and the rules themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import markdown
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import all_games, get, rules_text
from games.core.errors import UnknownGame
from league.web import paths


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game as a page: a title, the text, and its sections to jump to."""

    title: str
    html: SafeString
    sections: tuple[tuple[str, str], ...]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games with rules of their own."""
    rows = [
        {"title": _(game.title), "seats": game.seats, "href": paths.at("game", game.key)}
        for game in all_games()
        if rules_text(game.key)
    ]
    crumbs = [{"label": _("Home"), "href": paths.at("home")}, {"label": _("Games"), "href": ""}]
    return render(request, "league/public/games.html", {"games": rows, "crumbs": crumbs})


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
    shown = {"game": package, "title": _(package.title), "rules": rules(package.key)}
    return render(request, "league/public/game.html", {**shown, "crumbs": crumbs})


@cache
def rules(key: str) -> Rules:
    """The rules of a game in HTML; the first heading gives way to the page's own."""
    title, _newline, text = rules_text(key).partition("\n")
    reader = markdown.Markdown(extensions=["tables", "toc"], output_format="html")
    html = reader.convert(text)
    html = _NUMBER.sub(r'<strong id="\1"><a href="#\1">\1</a></strong>', html)
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    # The text is a file of this project, nobody's input.
    tokens: list[dict[str, str]] = getattr(reader, "toc_tokens", [])
    sections = tuple((token["id"], token["name"]) for token in tokens)
    return Rules(title.lstrip("# ").strip(), mark_safe(html), sections)


_NUMBER = re.compile(r"<strong>(R[0-9]+)</strong>")
