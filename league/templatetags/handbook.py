"""The question marks beside headings: what this place is for, and where to read on."""

from __future__ import annotations

from django import template

from league.words.handbook import pages

register = template.Library()


@register.inclusion_tag("components/_help.html")
def help_here(place: str) -> dict[str, object]:
    """Three sentences on this place, behind a question mark; ``place``: one of ``PLACES``."""
    language = pages.reading()
    return {
        "sentences": pages.here(place, language),
        "further": pages.page(pages.PLACES[place], language),
        "language": language,
    }
