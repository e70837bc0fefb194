"""Django's ``date`` filter, with days as each language writes them."""

from __future__ import annotations

from datetime import date

from django import template
from django.template import defaultfilters

from league.words.dates import with_first

register = template.Library()


@register.filter("date", expects_localtime=True, is_safe=False)
def date_shown(value: date | str | None, form: str | None = None) -> str:
    """Return a day or moment in a form of the page's language."""
    return with_first(str(defaultfilters.date(value, form)))
