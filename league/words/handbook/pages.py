"""The pages of the handbook, and the three sentences behind each question mark.

Every language has the same files. What a button or a field is called stands in **bold**, exactly as
the pages call it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

import markdown
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from league.words import names

PAGES = (
    *("first-evening", "league", "open-play", "cup", "importing"),
    *("printing", "projector", "phones", "going-wrong", "privacy", "keys"),
)
# Where a question mark stands, and the page that it leads to.
PLACES = MappingProxyType(
    {"desk": "first-evening", "table": "phones", "season": "league", "office": "privacy"}
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one language; ``lead`` is what it says first."""

    name: str
    title: str
    lead: str
    html: SafeString
    words: str


@dataclass(frozen=True, slots=True)
class Found:
    """A page in which all the words looked for occur, and where."""

    page: Page
    excerpt: str


def reading() -> str:
    """The language of whoever reads, if the handbook is written in it."""
    language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    return language if _folder(language).is_dir() else settings.LANGUAGE_CODE


def text(name: str, language: str) -> str:
    """A page as it is written; ``here/desk`` are the sentences for a place."""
    return _folder(language).joinpath(*f"{name}.md".split("/")).read_text(encoding="utf-8")


@cache
def page(name: str, language: str) -> Page:
    """A page of the handbook. The name is one of ``PAGES``."""
    title, _newline, body = text(name, language).partition("\n")
    html = marked(body)
    lines = _lines(html)
    return Page(name, title.lstrip("# ").strip(), lines[0], html, "\n".join(lines))


@cache
def here(place: str, language: str) -> SafeString:
    """The three sentences for one of ``PLACES``."""
    return marked(text(f"here/{place}", language))


def find(asked: str, language: str) -> list[Found]:
    """The pages with all these words, those with one in the title first."""
    wanted = names.fold(asked).split()
    if not wanted:
        return []
    found = []
    for name in PAGES:
        one = page(name, language)
        folded = names.fold(f"{one.title} {one.words}")
        if all(word in folded for word in wanted):
            lines = [one.lead, *one.words.split("\n")]
            best = max(lines, key=lambda line: sum(word in names.fold(line) for word in wanted))
            found.append(Found(one, best))
    return sorted(found, key=lambda row: not any(w in names.fold(row.page.title) for w in wanted))


def marked(body: str) -> SafeString:
    """Markdown of this project, nobody's input, in HTML; links lead to pages of the handbook."""
    html = markdown.markdown(body, output_format="html")
    return mark_safe(_LINK.sub(lambda link: f'href="{reverse("help", args=[link[1]])}"', html))


def _folder(language: str) -> resources.abc.Traversable:
    return resources.files(__package__).joinpath(language)


def _lines(html: str) -> list[str]:
    """What the page says without its marks: a paragraph or an entry of a list each."""
    parts = (_TAG.sub("", part) for part in re.split(r"</(?:p|li|h2)>", html))
    return [line for part in parts if (line := " ".join(part.split()))]


_LINK = re.compile(r'href="([a-z-]+)\.md"')
_TAG = re.compile(r"<[^>]+>")
