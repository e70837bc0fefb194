"""A thing and what is said of it."""

from __future__ import annotations

from django.utils.translation import gettext


def labelled(label: object, text: object) -> str:
    """Both with the colon of the language between them: "Ada: Bet"."""
    return gettext("%(label)s: %(text)s") % {"label": label, "text": text}
