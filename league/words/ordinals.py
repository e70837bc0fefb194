"""Places in words: 1st, 2nd and 3rd, as each language writes them."""

from __future__ import annotations

from django.utils.translation import get_language

_ENGLISH = {1: "st", 2: "nd", 3: "rd"}


def ordinal(place: object) -> str:
    """A place as the reader's language writes it; what is no whole number stays as it is."""
    text = str(place)
    if not text.isdecimal():
        return text
    number = int(text)
    language = (get_language() or "en")[:2]
    if language == "de":
        return f"{number}."
    if language == "fr":
        return "1er" if number == 1 else f"{number}e"
    return f"{number}{'th' if 10 < number % 100 < 20 else _ENGLISH.get(number % 10, 'th')}"
